//! Boards of any size are described and drawn in time that grows with the number of their places, and described as by
//! looking through the whole board for each place.
#![allow(clippy::unwrap_used)]

use picture::spoken::SpokenSquare;
use picture::{
    Cell, ColourRole, Edge, Frame, Name, Overlay, Picture, Piece, Placed, Point, Shape, Spoken, Stroke, Tile, svg, text,
};
use testkit::campaign::cases;
use testkit::growth::assert_linear;
use testkit::random::Random;

/// What the places of the last frame hold, found without an index.
fn plain_squares(picture: &Picture) -> Vec<SpokenSquare> {
    let frame = picture.frames.last().unwrap();
    let cells = frame.cells.iter().map(|cell| cell.at).chain(frame.tiles.iter().map(|placed| placed.at));
    let mut points: Vec<Point> = cells.chain(frame.pieces.iter().map(|piece| piece.at)).collect();
    points.sort_by(|one, other| one.y.total_cmp(&other.y).then(one.x.total_cmp(&other.x)));
    points.dedup();
    let left = points.iter().map(|at| at.x).fold(f32::INFINITY, f32::min);
    let on_grid = points.iter().all(|at| (at.x - left).fract() == 0.0);
    let rows: Vec<&[Point]> = points.chunk_by(|one, other| one.y == other.y).collect();
    let square = |row: usize, index: usize, at: Point| {
        let column = if on_grid { (at.x - left) as usize } else { index };
        SpokenSquare { row: row + 1, column: column + 1, at, words: plain_words(picture, at) }
    };
    let rows = rows.iter().enumerate();
    rows.flat_map(|(row, at)| at.iter().enumerate().map(move |(index, &at)| square(row, index, at))).collect()
}

fn plain_words(picture: &Picture, at: Point) -> String {
    let frame = picture.frames.last().unwrap();
    let thing = |role: ColourRole, written: &str, texts: Vec<&str>| match picture.meaning(role) {
        Some(meaning) if written.is_empty() || texts.iter().all(|text| *text == texts[0]) => meaning.to_owned(),
        Some(meaning) => format!("{meaning} {written}"),
        None if written.is_empty() => role.words().to_owned(),
        None => written.to_owned(),
    };
    let letters =
        |role: ColourRole| frame.pieces.iter().filter(|one| one.role == role).map(|one| &*one.letter).collect();
    let labels = |role: ColourRole| frame.cells.iter().filter(|one| one.role == role).map(|one| &*one.label).collect();
    let pieces = frame.pieces.iter().filter(|piece| piece.at == at);
    let mut words: Vec<String> = pieces.map(|one| thing(one.role, &one.letter, letters(one.role))).collect();
    let uppermost =
        frame.tiles.iter().rfind(|placed| placed.at == at).map(|placed| &picture.tiles[placed.tile as usize]);
    match uppermost.filter(|tile| !tile.words.is_empty()) {
        Some(tile) => words.push(tile.words.clone()),
        None => {
            let cells = frame.cells.iter().filter(|cell| cell.at == at);
            words.extend(cells.map(|one| thing(one.role, &one.label, labels(one.role))));
        }
    }
    let is_below = |edge: &Edge| {
        let (left, right) = (edge.from.x.min(edge.to.x), edge.from.x.max(edge.to.x));
        let is_level = edge.from.y == at.y + 0.5 && edge.to.y == at.y + 0.5;
        edge.stroke == Stroke::Wall && is_level && left <= at.x && at.x <= right
    };
    let wall = if frame.edges.iter().any(is_below) { " with a wall below" } else { "" };
    words.join(" on ") + wall
}

/// A small frame with several things on some places, on a grid or beside it.
fn random_picture(random: &mut Random) -> Picture {
    let roles = [ColourRole::Goal, ColourRole::Block, ColourRole::Actor, ColourRole::Piece(0), ColourRole::Piece(1)];
    let halves = random.one_in(3);
    let coordinate = |random: &mut Random| {
        let whole = random.below(5_i32) as f32 - 1.0;
        if halves && random.one_in(2) { whole + 0.5 } else { whole }
    };
    let mut frame = Frame::default();
    for _ in 0..random.below(30) {
        let at = Point { x: coordinate(random), y: coordinate(random) };
        let (role, text) = (*random.pick(&roles), (*random.pick(&["", "", "a", "b"])).to_owned());
        match random.below(6) {
            0 | 1 => frame.cells.push(Cell { at, shape: Shape::Square, role, label: text, act: None }),
            2 => frame.pieces.push(Piece { at, role, letter: text, act: None, sprite: None }),
            3 => frame.tiles.push(Placed { at, tile: random.below(2) }),
            4 => frame.overlays.push(Overlay::Heat { at, value: 3 }),
            _ => {
                let (from, y) = (Point { y: at.y + 0.5, ..at }, at.y + if random.one_in(4) { 1.5 } else { 0.5 });
                let to = Point { x: coordinate(random), y };
                let stroke = *random.pick(&[Stroke::Wall, Stroke::Wall, Stroke::Arrow]);
                frame.edges.push(Edge { from, to, stroke, role: ColourRole::Block });
            }
        }
    }
    let tile = |words| Tile::new(words, "", (1, 1), &[(0, 0, 0)], &[Some(0)]).unwrap();
    let tiles = vec![tile("crate, target"), tile("")];
    let legend = vec![(ColourRole::Goal, "goal: reach it".into()), (ColourRole::Piece(0), "box".into())];
    Picture { tiles, legend, ..Picture::still("", "", frame) }
}

#[test]
fn a_board_is_described_as_by_looking_through_all_of_it_for_each_place() {
    for case in cases(2_000) {
        let picture = random_picture(&mut Random::new(case));
        assert_eq!(Spoken::of(&picture), Spoken::grid(plain_squares(&picture)), "case {case}: {picture:?}");
    }
}

/// A board 100 columns wide with a piece on a goal in every third column, labels, walls, gains, rings and a path.
fn large(rows: usize) -> Picture {
    let mut frame = Frame::default();
    for (row, column) in (0..rows).flat_map(|row| (0..100).map(move |column| (row, column))) {
        let at = Point::grid(row, column);
        let (role, label) = if column % 3 == 0 { (ColourRole::Goal, "") } else { (ColourRole::Ground, "7") };
        frame.cells.push(Cell { at, shape: Shape::Square, role, label: label.into(), act: None });
        match column % 6 {
            0 => {
                frame.pieces.push(Piece { at, role: ColourRole::Piece(0), letter: "$".into(), act: None, sprite: None })
            }
            1 => frame.overlays.push(Overlay::Heat { at, value: column as i64 }),
            2 => frame.overlays.push(Overlay::Ring { at, label: "x".into() }),
            3 => frame.pieces.push(Piece { at, role: ColourRole::Goal, letter: "G".into(), act: None, sprite: None }),
            4 => frame.tiles.push(Placed { at, tile: 0 }),
            _ => {
                let (from, to) = (Point { x: at.x - 0.5, y: at.y + 0.5 }, Point { x: at.x + 0.5, y: at.y + 0.5 });
                frame.edges.push(Edge { from, to, stroke: Stroke::Wall, role: ColourRole::Block });
            }
        }
    }
    let points = frame.cells.iter().map(|cell| cell.at).collect();
    frame.overlays.push(Overlay::Path { points });
    let names = frame.cells.iter().map(|cell| Name { at: cell.at, text: "n".into() }).collect();
    let tiles = vec![Tile::new("crate", "c", (1, 1), &[(0, 0, 0)], &[Some(0)]).unwrap()];
    let legend = vec![
        (ColourRole::Goal, "goal".into()),
        (ColourRole::Ground, "floor".into()),
        (ColourRole::Danger, "trap".into()),
    ];
    Picture { names, tiles, legend, ..Picture::still("", "", frame) }
}

#[test]
fn a_board_is_described_in_time_that_grows_with_its_places() {
    assert_linear("a board in words", 25, large, |picture| assert!(!Spoken::of(picture).lines.is_empty()));
}

#[test]
fn a_board_is_drawn_in_time_that_grows_with_its_places() {
    assert_linear("a board on a terminal", 25, large, |picture| assert!(!text::picture(picture, false).is_empty()));
    assert_linear("a board as SVG", 25, large, |picture| assert!(!svg::picture(picture).is_empty()));
    assert_linear("names of cells", 25, large, |picture| {
        assert!(!picture.clone().with_names().frames[0].names.is_empty());
    });
}

#[test]
fn two_boards_are_compared_in_time_that_grows_with_their_lines() {
    let boards = |rows: usize| {
        let line = |row: usize| picture::spoken::Line { name: format!("row {row}"), words: "wall, wall, wall".into() };
        let board = |first: usize| Spoken { lines: (first..first + rows).map(line).collect(), places: Vec::new() };
        (board(0), board(1))
    };
    assert_linear("changed lines", 3_000, boards, |(before, after)| assert_eq!(after.changed_since(before).len(), 1));
}
