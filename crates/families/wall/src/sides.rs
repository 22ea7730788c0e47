//! The two sides of the game where walls are built beforehand: what each can choose, and the walk so far.

use std::cell::OnceCell;
use std::sync::Arc;

use engines::{Context, Halt};

use super::grid::Grid;
use super::rules::{OVER, Place, Rule, Step, Walk, after, run};
use super::scan;
use frame::problem::IllegalMove;

/// Rabbit's side. Where the last row cannot be reached Eel builds nothing.
pub(super) struct Rabbit {
    pub(super) grid: Arc<Grid>,
    pub(super) rule: Rule,
    pub(super) walk: Walk,
    pub(super) halted: Option<Halt>,
}

impl Rabbit {
    /// At the start, under the ordinary or the free rule.
    pub(super) fn new(grid: Arc<Grid>, rule: Rule) -> Rabbit {
        let walk = Walk::begin(&grid.board, (0, 0));
        Rabbit { grid, rule, walk, halted: None }
    }

    /// Where a step leads, if nothing is in the way.
    pub(super) fn after(&self, step: Step) -> Option<Place> {
        let (row, column) = self.walk.place();
        let walled = step == Step::Down && self.gap(row).is_some_and(|gap| gap != column);
        if walled || row + 1 == self.grid.board.rows() { None } else { after(&self.grid.board, (row, column), step) }
    }

    /// The open column below a row, if Eel closed the others.
    pub(super) fn gap(&self, row: usize) -> Option<usize> {
        self.grid.walls()?.gaps.get(row).map(|&gap| gap as usize)
    }

    /// Eel's gaps.
    pub(super) fn gaps(&self) -> &[u32] {
        self.grid.walls().map_or(&[], |best| &best.gaps)
    }

    pub(super) fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        Step::ALL.into_iter().filter(|&step| self.after(step).is_some())
    }
}

/// Eel's side. Each gap fixes the way through one row; Rabbit's cheapest path is then the only one.
pub(super) struct Eel {
    pub(super) grid: Arc<Grid>,
    pub(super) gaps: Vec<u32>,
    pub(super) walk: Walk,
    /// For each column what Eel can still enforce from entering the row below there; empty in the last row. Computed
    /// when it is first needed.
    pub(super) below: OnceCell<Vec<Option<u64>>>,
    pub(super) halted: Option<Halt>,
}

impl Eel {
    /// At the start.
    pub(super) fn new(grid: Arc<Grid>) -> Eel {
        let walk = Walk::begin(&grid.board, (0, 0));
        Eel { grid, gaps: Vec::new(), walk, below: OnceCell::new(), halted: None }
    }

    /// For each column what Eel can still enforce from entering the row below there; empty in the last row.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn below(&self, cx: &Context<'_>) -> Result<&[Option<u64>], Halt> {
        if let Some(known) = self.below.get() {
            return Ok(known);
        }
        let row = self.walk.place().0 + 1;
        let inside = row < self.grid.board.rows();
        let values = if inside { scan::values(&self.grid.board, row, cx)? } else { Vec::new() };
        Ok(self.below.get_or_init(|| values))
    }

    /// Why a column cannot be the next gap.
    pub(super) fn refusal(&self, column: usize) -> String {
        let (first, last) = run(&self.grid.board, self.walk.place());
        if self.choices().next().is_none() {
            return OVER.into();
        }
        if column >= self.grid.board.columns() {
            return format!("there is no column {}", column + 1);
        }
        match (first..=last).contains(&column) {
            true => "Rabbit could not reach the last row that way".into(),
            false => format!("a blocked cell keeps Rabbit from column {}", column + 1),
        }
    }

    /// The columns that may be the next gap: Rabbit can walk there, and on to the last row.
    pub(super) fn choices(&self) -> impl Iterator<Item = usize> + '_ {
        let (first, last) = run(&self.grid.board, self.walk.place());
        // Without a limit the scan cannot halt.
        let below = self.below(&Context::default()).unwrap_or_default();
        let below = below.get(first..=last).unwrap_or_default();
        below.iter().enumerate().filter(|(_, value)| value.is_some()).map(move |(at, _)| first + at)
    }
}

/// Why a text is no move of Eel's: it is one of Rabbit's, or none; `expected` says what Eel's look like.
pub(super) fn not_eels(text: &str, expected: &str) -> IllegalMove {
    let whose = if Step::named(text).is_some() { "the program makes Rabbit's moves; " } else { "" };
    IllegalMove::new(text, format!("{whose}{expected}"))
}

/// Why a text is no step of Rabbit's: it is a move of Eel's, or none.
pub(super) fn not_rabbits(text: &str) -> IllegalMove {
    let is_eels = text.split(' ').next().is_some_and(|word| ["gap", "wall", "open", "done"].contains(&word));
    let whose = if is_eels { "the program makes Eel's moves; " } else { "" };
    IllegalMove::new(text, format!("{whose}expected left, right or down"))
}

/// The move that makes `column` the gap.
pub(super) fn gap_text(column: usize) -> String {
    format!("gap {}", column + 1)
}
