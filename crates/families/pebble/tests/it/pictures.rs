//! Pebbles in pictures: the arrows of a hint and of a film, and the hole.

use engines::Context;
use picture::{ColourRole, Edge, Frame, Point, Stroke};
use puzzles::{Question, QuestionKind};

use crate::answers::shipped;

/// Half the side of a letter, in cell widths: a capital of 18 pixels in a cell of 40.
const LETTER: f32 = 0.17;

/// The frames of the picture of an answer.
fn frames(name: &str, kind: QuestionKind) -> Vec<Frame> {
    let level = shipped(name);
    let answer = puzzles::ask(&level, &Question::plain(kind), &Context::default()).unwrap();
    puzzles::explain(&level, &answer, &Context::default()).frames
}

fn distance(one: Point, other: Point) -> f32 {
    (one.x - other.x).hypot(one.y - other.y)
}

/// The distance of a point from a line between two points.
fn aside(at: Point, edge: &Edge) -> f32 {
    let (dx, dy) = (edge.to.x - edge.from.x, edge.to.y - edge.from.y);
    let share = ((at.x - edge.from.x) * dx + (at.y - edge.from.y) * dy) / (dx * dx + dy * dy);
    let share = share.clamp(0.0, 1.0);
    distance(at, Point { x: edge.from.x + dx * share, y: edge.from.y + dy * share })
}

fn arrows(frame: &Frame) -> Vec<&Edge> {
    frame.edges.iter().filter(|edge| edge.stroke == Stroke::Arrow).collect()
}

/// Whether two arrows overlap: where the middle of one lies on the other.
fn overlap(one: &Edge, other: &Edge) -> bool {
    let middle = |edge: &Edge| Point { x: (edge.from.x + edge.to.x) / 2.0, y: (edge.from.y + edge.to.y) / 2.0 };
    aside(middle(one), other) < 0.05 || aside(middle(other), one) < 0.05
}

fn check(name: &str, kind: QuestionKind) {
    let frames = frames(name, kind);
    assert!(frames.iter().any(|frame| !arrows(frame).is_empty()), "{name} has arrows");
    for frame in &frames {
        let arrows = arrows(frame);
        for piece in frame.pieces.iter().filter(|piece| piece.letter != "-") {
            let near = arrows.iter().map(|arrow| aside(piece.at, arrow)).fold(f32::INFINITY, f32::min);
            assert!(near > LETTER, "{name}, {}: an arrow crosses the letter at {:?}", frame.caption, piece.at);
        }
        for (index, one) in arrows.iter().enumerate() {
            assert!(!arrows[..index].iter().any(|other| overlap(one, other)), "{name}, {}: {one:?}", frame.caption);
        }
    }
}

#[test]
fn arrows_cross_no_letter_and_lie_on_no_other() {
    for name in ["seed", "easy", "petersen", "hexagram", "fifteen"] {
        check(name, QuestionKind::HINT);
    }
    for name in ["seed", "easy", "hexagram"] {
        check(name, QuestionKind::SOLVE);
    }
}

#[test]
fn a_move_is_one_arrow_and_its_caption_says_from_where_to_where() {
    let frames = frames("easy", QuestionKind::SOLVE);
    let moves: Vec<&Frame> = frames.iter().filter(|frame| frame.caption.starts_with("Move ")).collect();
    assert_eq!(moves.len(), 5);
    for frame in moves {
        assert_eq!(arrows(frame).len(), 1, "{}", frame.caption);
        let words: Vec<&str> = frame.caption.split(", from ").collect();
        assert!(words.len() == 2 && words[1].contains(" to "), "{}", frame.caption);
    }
    let long = |frame: &&Frame| arrows(frame).iter().any(|arrow| distance(arrow.from, arrow.to) > 1.5);
    assert!(frames.iter().any(|frame| long(&frame)), "one of the moves is a leap");
}

#[test]
fn the_hole_is_an_empty_place_whatever_the_colour_of_its_plate() {
    for name in ["seed", "fifteen", "hexagram"] {
        let level = shipped(name);
        let picture = level.picture();
        let frame = &picture.frames[0];
        let hole = frame.pieces.iter().find(|piece| piece.letter == "-").unwrap();
        assert!(hole.sprite.is_some_and(|figure| !figure.sprite.lettered), "{name}");
        let plate = frame.cells.iter().find(|cell| cell.at == hole.at).unwrap();
        assert_eq!((hole.role, plate.role), (ColourRole::Space, ColourRole::Space), "{name}");
    }
}
