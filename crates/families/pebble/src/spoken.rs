//! The board in words: a grid row by row, any other graph position by position.

use ::picture::Spoken;
use ::picture::spoken::{Line, Place, SpokenSquare};
use engines::motion::{BLANK, Layout};

use super::rules::Puzzle;
use super::shape::BoardShape;
use frame::guide::Guide;
use frame::info::FamilyInfo;

/// The position.
pub(super) fn spoken(puzzle: &Puzzle, here: &Layout) -> Spoken {
    let places = puzzle.board.places();
    let points = puzzle.points();
    if let BoardShape::Grid { columns, .. } = puzzle.shape {
        let columns = usize::from(columns);
        let square = |(place, at)| {
            let words = standing(puzzle, here, place);
            SpokenSquare { row: place / columns + 1, column: place % columns + 1, at, words }
        };
        return Spoken::grid(points.into_iter().enumerate().map(square).collect());
    }
    let name = |place: usize| format!("position {place}");
    let line = |place| Line { name: name(place), words: standing(puzzle, here, place) + &linked(puzzle, place) };
    let place = |(place, at)| Place { at, name: name(place), words: standing(puzzle, here, place) };
    Spoken { lines: (0..places).map(line).collect(), places: points.into_iter().enumerate().map(place).collect() }
}

/// What is on a position, and which plate is there. Pebbles with names of their own are called tiles, and each plate
/// the place of one of them.
fn standing(puzzle: &Puzzle, here: &Layout, place: usize) -> String {
    let (pebble, plate) = (here.colours()[place], puzzle.plates[place]);
    let (piece, below) = if puzzle.has_tiles() { ("tile", "place") } else { ("pebble", "plate") };
    let pebble = if pebble == BLANK { "the hole".into() } else { format!("{piece} {}", puzzle.pebble_name(pebble)) };
    let plate = match plate {
        BLANK if puzzle.home_name == super::rules::HOLE => "the home of the hole".into(),
        BLANK => format!("{below} {} (home of the hole)", puzzle.home_name),
        _ => format!("{below} {}", puzzle.plate_name(plate)),
    };
    format!("{pebble} on {plate}")
}

fn linked(puzzle: &Puzzle, place: usize) -> String {
    let links = u8::try_from(place).map_or(&[][..], |place| puzzle.board.links(place));
    match links {
        [] => ", linked to none".into(),
        _ => format!(", linked to {}", links.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// Goal and rules.
pub(super) fn guide(puzzle: &Puzzle, info: &FamilyInfo) -> Guide {
    let home = puzzle.shape.place_words(puzzle.board.home());
    // On a grid a pebble of a name of its own is called a tile.
    let is_grid = matches!(puzzle.shape, BoardShape::Grid { .. });
    let pebbles = match puzzle.has_tiles() && is_grid {
        true => "every tile on its place",
        false => "every pebble on a plate of its colour",
    };
    let guide = |goal| Guide { rules: rules(puzzle), ..Guide::new(info, goal) };
    if puzzle.has_homes() {
        let home = &puzzle.home_name;
        return guide(format!("{pebbles}, as the second board shows; the hole ends on any plate {home}."));
    }
    guide(format!("{pebbles}, as the second board shows, and the hole at {home}."))
}

/// The rules of the family as far as they are about a board of this shape.
fn rules(puzzle: &Puzzle) -> String {
    let linked = match &puzzle.shape {
        BoardShape::Panguru | BoardShape::Lines(_) => {
            "a position on a line with the hole straight into the hole; it leaps over others"
        }
        BoardShape::Grid { .. } => "a position beside the hole into the hole",
        BoardShape::Edges(_) | BoardShape::AllowedMoves(_) => "a position linked to the hole into the hole",
    };
    let way = match &puzzle.shape {
        BoardShape::Grid { .. } => {
            "; where several pebbles beside the hole have that name, also the way that it goes: 'slide 5 left'"
        }
        _ => "",
    };
    let name = puzzle.names.first().map_or("", String::as_str);
    format!(
        "Every position but one, the hole, holds a pebble. A move takes one pebble from {linked}. Bring every pebble onto \
         a plate of its colour, and the hole home, in as few moves as possible. A move is the position of the pebble that \
         moves, counted from 0, or 'slide' and its name, such as 'slide {name}'{way}. A line of moves can be written as the \
         path of the hole: '0-3-4' moves the pebble at 3 to 0, where the hole is, and then the one at 4 to 3."
    )
}
