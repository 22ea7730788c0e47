//! The board and its moves in words.

use ::picture::spoken::{Place, SpokenSquare};
use ::picture::{Point, Spoken};

use super::cells::Cells;
use super::picture::{board_place, button_place, drawn, light};
use super::rules::{Moves, Near, Puzzle};
use frame::guide::Guide;
use frame::info::FamilyInfo;
use frame::phrases::plural;
use frame::position::MAX_CHANGES;

/// Patterns that are listed, and their cells.
const MAX_LISTED: usize = 100;

/// The position.
pub(super) fn spoken(puzzle: &Puzzle, here: &Cells) -> Spoken {
    let square = |cell: usize| {
        let (row, column) = (cell / puzzle.columns + 1, cell % puzzle.columns + 1);
        Some(SpokenSquare { row, column, at: board_place(puzzle, cell)?, words: value(puzzle, here, cell) })
    };
    let mut spoken = Spoken::grid(drawn(puzzle).filter_map(square).collect());
    if !puzzle.one_move_a_cell() {
        let button = |index| Some(Place { at: button_place(puzzle, index)?, name: name(index), words: "press".into() });
        spoken.places.extend((0..puzzle.move_count()).map_while(button));
    }
    spoken
}

fn name(index: usize) -> String {
    format!("move {}", index + 1)
}

/// What a cell shows, with its goal where it is another and the goal is not the same everywhere.
fn value(puzzle: &Puzzle, here: &Cells, cell: usize) -> String {
    let (shown, wanted) = (here.get(cell), puzzle.goal.get(cell));
    if shown == wanted || puzzle.goal.value_of_all().is_some() {
        shown.to_string()
    } else {
        format!("{shown} (goal {wanted})")
    }
}

/// The cells that the move numbered `index` from 0 changes, and how.
pub(super) fn changes(puzzle: &Puzzle, index: usize) -> Vec<Place> {
    let place = |(cell, by): (usize, u8)| {
        let (row, column) = (cell / puzzle.columns, cell % puzzle.columns);
        let words = if puzzle.modulus == 2 { "flips".into() } else { format!("adds {by}") };
        Place { at: Point::grid(row, column), name: format!("row {}, column {}", row + 1, column + 1), words }
    };
    puzzle.touched(index).take(MAX_CHANGES + 1).map(place).collect()
}

/// Goal and moves.
pub(super) fn guide(puzzle: &Puzzle, info: &FamilyInfo) -> Guide {
    let goal = match puzzle.goal.value_of_all() {
        Some(value) if puzzle.modulus == 2 => format!("every light is {}", light(value)),
        Some(value) => format!("every cell shows {value}"),
        None => "every cell shows what the goal, drawn beside the board, shows there".into(),
    };
    let presses = match puzzle.head.par.as_ref().and_then(|par| par.parse::<u64>().ok()) {
        Some(par) => format!("{goal}; {}", plural(par, "press suffices", "presses suffice")),
        None => goal,
    };
    Guide { rules: rules(puzzle), details: moves(puzzle), ..Guide::new(info, presses + ".") }
}

/// The rules of the family as far as they are about a board of this modulus.
fn rules(puzzle: &Puzzle) -> String {
    let (cells, press) = match puzzle.modulus {
        2 => ("is a light: 0 is off, 1 is on".to_owned(), "it flips each light of the pattern".to_owned()),
        modulus => {
            let most = modulus - 1;
            (
                format!("shows a number from 0 to {most}"),
                format!("it raises each cell of the pattern, and {most} back to 0"),
            )
        }
    };
    format!(
        "Every cell {cells}. A press adds its pattern to the board: {press}. Bring the board from the start to the \
         goal with as few presses as possible; their order does not matter."
    )
}

/// What the moves do, a line each or one for all.
fn moves(puzzle: &Puzzle) -> Vec<String> {
    let verb = if puzzle.modulus == 2 { "flips" } else { "adds 1 to" };
    let counted = format!("Cells count modulo {}: {} is followed by 0.", puzzle.modulus, puzzle.modulus - 1);
    let mut lines: Vec<String> = (puzzle.modulus > 2).then_some(counted).into_iter().collect();
    let around = match &puzzle.moves {
        Moves::Patterns(patterns) => {
            let shown = patterns.len().min(MAX_LISTED);
            lines.extend((0..shown).map(|index| pattern(puzzle, index)));
            if shown < patterns.len() {
                lines.push(format!("… {} moves in all", patterns.len()));
            }
            return lines;
        }
        Moves::Near(Near::Plus) => "the cells above, below, left and right of it",
        Moves::Near(Near::Torus) => "the cells above, below, left and right of it; the edges are joined",
        Moves::Near(Near::King) => "the eight cells around it",
        Moves::Near(Near::RowColumn) => "all other cells of its row and its column",
    };
    lines.push(format!("Move n {verb} cell n and {around}. Cells are numbered row by row, from 1."));
    lines
}

/// One pattern by the numbers of its cells.
fn pattern(puzzle: &Puzzle, index: usize) -> String {
    let cell = |(cell, by): (usize, u8)| match puzzle.modulus {
        2 => (cell + 1).to_string(),
        _ => format!("{} (plus {by})", cell + 1),
    };
    let mut cells: Vec<String> = puzzle.touched(index).take(MAX_LISTED + 1).map(cell).collect();
    if cells.len() > MAX_LISTED {
        cells.truncate(MAX_LISTED);
        cells.push("…".into());
    }
    let verb = if puzzle.modulus == 2 { "flips" } else { "changes" };
    match cells.as_slice() {
        [] => format!("Move {} changes nothing.", index + 1),
        [one] => format!("Move {} {verb} cell {one}.", index + 1),
        _ => format!("Move {} {verb} cells {}.", index + 1, cells.join(", ")),
    }
}
