//! Lines of moves as Sokoban tools write and measure them: letters, capital where a box is pushed, with the numbers by
//! which their users compare solutions.

use std::collections::BTreeMap;

use super::lurd::lurd;
use super::rules::{Board, Direction, State};
use super::text;
use frame::line::{Line, Measure, Notation};
use frame::problem::IllegalMove;

/// What is counted of every line, in the order of the names, as answers have it.
pub(super) const MEASURES: &[Measure] = &[
    Measure {
        name: "box_changes",
        about: "pushes whose box is not that of the push before, the first push among them",
    },
    Measure { name: "box_lines", about: "runs of pushes of one box in one direction, moves between them aside" },
    Measure { name: "moves", about: "steps of the player, those that push a box among them" },
    Measure { name: "player_lines", about: "runs of moves in one direction" },
    Measure { name: "pushes", about: "moves that push a box" },
    Measure { name: "pushing_sessions", about: "runs of pushes without a move between them" },
];

impl Notation for text::Level {
    fn write(&self, before: &[String], line: &[String]) -> Option<Line> {
        let mut state = self.board.start().clone();
        for text in before {
            state = self.board.make(&state, text).ok()?;
        }
        let line = line.iter().map(|text| Direction::parse(text)).collect::<Option<Vec<_>>>()?;
        written(&self.board, &state, &line).ok()
    }
}

/// The letters of a line from a state, and its numbers.
///
/// # Errors
/// A move is not legal.
pub(super) fn written(board: &Board, state: &State, line: &[Direction]) -> Result<Line, IllegalMove> {
    let text = lurd(board, state, line)?;
    let mut counted = Counted::default();
    for (&direction, letter) in line.iter().zip(text.chars()) {
        counted.add(direction, letter.is_ascii_uppercase());
    }
    Ok(Line { counts: counted.counts(), text })
}

/// The numbers of a line so far.
#[derive(Default)]
struct Counted {
    moves: u64,
    pushes: u64,
    box_lines: u64,
    box_changes: u64,
    pushing_sessions: u64,
    player_lines: u64,
    /// The direction of the last move.
    last: Option<Direction>,
    /// Whether the last move was a push.
    is_pushing: bool,
    /// The player's row and column, from where the line begins.
    player: (i64, i64),
    /// Where the last push left its box, and its direction.
    pushed: Option<((i64, i64), Direction)>,
}

impl Counted {
    /// Counts a move, which may push a box.
    fn add(&mut self, direction: Direction, is_push: bool) {
        self.moves += 1;
        self.player_lines += u64::from(self.last != Some(direction));
        self.last = Some(direction);
        self.player = beside(self.player, direction);
        if is_push {
            self.pushes += 1;
            self.pushing_sessions += u64::from(!self.is_pushing);
            self.box_changes += u64::from(self.pushed.is_none_or(|(place, _)| place != self.player));
            self.box_lines += u64::from(self.pushed != Some((self.player, direction)));
            self.pushed = Some((beside(self.player, direction), direction));
        }
        self.is_pushing = is_push;
    }

    fn counts(&self) -> BTreeMap<String, u64> {
        let Counted { moves, pushes, box_lines, box_changes, pushing_sessions, player_lines, .. } = *self;
        let counts = [box_changes, box_lines, moves, player_lines, pushes, pushing_sessions];
        MEASURES.iter().map(|measure| measure.name.to_owned()).zip(counts).collect()
    }
}

/// The place one step away.
fn beside((row, column): (i64, i64), direction: Direction) -> (i64, i64) {
    match direction {
        Direction::Up => (row - 1, column),
        Direction::Down => (row + 1, column),
        Direction::Left => (row, column - 1),
        Direction::Right => (row, column + 1),
    }
}
