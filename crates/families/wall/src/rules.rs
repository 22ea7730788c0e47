//! The rules, and how the token walks. The state of a live game is in [`super::live_state`].

use super::board::Board;

/// The rules that a level or a question can name.
pub(super) const RULES: &str = "live or free";
/// Why nothing is played any more.
pub(super) const OVER: &str = "the game is over";

/// The rules that can be named, as values of an option.
pub(super) const NAMES: &[&str] = &["live", "free"];

/// Which game is played on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Eel builds all walls, then Rabbit walks.
    Walls,
    /// Eel decides about each cell when Rabbit reaches it.
    Live,
    /// Eel builds any walls, then Rabbit walks: the ordinary game before it is seen that one gap in each pair of rows
    /// is enough.
    Free,
}

impl Rule {
    /// Its name in the header and as an option; the ordinary rule has none.
    pub(super) fn name(self) -> Option<&'static str> {
        match self {
            Rule::Walls => None,
            Rule::Live => Some("live"),
            Rule::Free => Some("free"),
        }
    }

    /// The rule of this name.
    pub(super) fn named(name: &str) -> Option<Rule> {
        [Rule::Live, Rule::Free].into_iter().find(|rule| rule.name() == Some(name))
    }
}

/// A cell: row and column from 0.
pub(super) type Place = (usize, usize);

/// A way to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Left,
    Right,
    Down,
}

impl Step {
    /// All of them.
    pub(super) const ALL: [Step; 3] = [Step::Left, Step::Right, Step::Down];

    /// As a move's text.
    pub(super) fn name(self) -> &'static str {
        match self {
            Step::Left => "left",
            Step::Right => "right",
            Step::Down => "down",
        }
    }

    /// The step of this name.
    pub(super) fn named(text: &str) -> Option<Step> {
        Step::ALL.into_iter().find(|step| step.name() == text)
    }
}

/// The cell one step on, if it is on the board and not blocked.
pub(super) fn after(board: &Board, (row, column): Place, step: Step) -> Option<Place> {
    let place = match step {
        Step::Left => (row, column.checked_sub(1)?),
        Step::Right => (row, column + 1),
        Step::Down => (row + 1, column),
    };
    let inside = place.0 < board.rows() && place.1 < board.columns();
    (inside && board.cost(place.0, place.1).is_some()).then_some(place)
}

/// The cost of a cell that is not blocked.
pub(super) fn cost(board: &Board, (row, column): Place) -> u64 {
    board.cost(row, column).map_or(0, u64::from)
}

/// The token on its way.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// Every cell entered, the last one where the token stands.
    pub(super) trail: Vec<Place>,
    /// The cost of them all.
    pub(super) paid: u64,
}

impl Walk {
    /// Enters the first cell.
    pub(super) fn begin(board: &Board, place: Place) -> Walk {
        Walk { trail: vec![place], paid: cost(board, place) }
    }

    /// Where the token stands.
    pub(super) fn place(&self) -> Place {
        self.trail.last().copied().unwrap_or((0, 0))
    }

    /// Enters the next cell.
    pub(super) fn enter(&mut self, board: &Board, place: Place) {
        self.trail.push(place);
        self.paid += cost(board, place);
    }

    /// Walks along the row to `column` and down from there; the cells must be open.
    pub(super) fn through(&mut self, board: &Board, column: usize) {
        let (row, mut at) = self.place();
        while at != column {
            at = if at < column { at + 1 } else { at - 1 };
            self.enter(board, (row, at));
        }
        self.enter(board, (row + 1, column));
    }
}

/// The whole path through these gaps.
pub(super) fn path(board: &Board, gaps: &[u32]) -> Walk {
    let mut walk = Walk::begin(board, (0, 0));
    for &gap in gaps {
        walk.through(board, gap as usize);
    }
    walk
}

/// The columns that one can walk to along the row without entering a blocked cell: first and last.
pub(super) fn run(board: &Board, (row, column): Place) -> (usize, usize) {
    let open = |&column: &usize| board.cost(row, column).is_some();
    let first = (0..column).rev().take_while(open).last().unwrap_or(column);
    let last = (column + 1..board.columns()).take_while(open).last().unwrap_or(column);
    (first, last)
}
