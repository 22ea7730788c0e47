//! The game of walls built beforehand under way: as Rabbit among Eel's best walls, or as Eel, one gap a row.

use std::sync::Arc;

use engines::Context;

use super::picture;
use super::rules::{Grid, Place, Step, Walk, after, run};
use super::scan::{self, Best};
use super::text;
use crate::play::{Position, Status};
use crate::problem::IllegalMove;
use crate::result::{GameResult, ResultKind, Unit};
use crate::run_end::{MOST_CELLS, RunEnd, WalkEnd, from_one};

/// Rabbit's side. Where the last row cannot be reached Eel builds nothing.
pub(super) struct Rabbit {
    pub(super) grid: Arc<Grid>,
    pub(super) walls: Option<Arc<Best>>,
    pub(super) walk: Walk,
}

impl Rabbit {
    /// At the start.
    pub(super) fn new(grid: Arc<Grid>) -> Rabbit {
        // Without a limit the scan cannot halt.
        let walls = grid.best(&Context::default()).ok().flatten();
        let walk = Walk::begin(&grid.board, (0, 0));
        Rabbit { grid, walls, walk }
    }

    /// Where a step leads, if nothing is in the way.
    pub(super) fn after(&self, step: Step) -> Option<Place> {
        let (row, column) = self.walk.place();
        let walled = step == Step::Down && self.gap(row).is_some_and(|gap| gap != column);
        if walled || row + 1 == self.grid.board.rows() { None } else { after(&self.grid.board, (row, column), step) }
    }

    /// The open column below a row, if Eel closed the others.
    pub(super) fn gap(&self, row: usize) -> Option<usize> {
        self.walls.as_ref()?.gaps.get(row).map(|&gap| gap as usize)
    }

    fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        Step::ALL.into_iter().filter(|&step| self.after(step).is_some())
    }
}

impl Position for Rabbit {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.steps().map(|step| step.name().to_owned()))
    }

    fn make(&mut self, text: &str) -> Result<(), IllegalMove> {
        let step = Step::named(text).ok_or_else(|| IllegalMove::new(text, "expected left, right or down"))?;
        let place = self.after(step).ok_or_else(|| IllegalMove::new(text, "a wall, a blocked cell or the edge"))?;
        self.walk.enter(&self.grid.board, place);
        Ok(())
    }

    fn status(&self) -> Status {
        status(&self.grid, &self.walk, self.steps().next().is_none())
    }

    fn result(&self, _: u64) -> Option<GameResult> {
        result(&self.status())
    }

    fn end(&self) -> Option<RunEnd> {
        let gaps = self.walls.as_ref().map_or(&[][..], |best| &best.gaps);
        Some(end(&self.walk, Built::Gaps(gaps)))
    }

    fn picture(&self) -> ::picture::Picture {
        let gaps = self.walls.as_ref().map_or(&[][..], |best| &best.gaps);
        let acts = self.steps().filter_map(|step| Some((self.after(step)?, step.name().to_owned()))).collect();
        picture::play(&self.grid, gaps, &self.walk, acts, &self.status().words)
    }

    fn spoken(&self) -> ::picture::Spoken {
        let walled = |(row, column)| self.gap(row).is_some_and(|gap| gap != column);
        super::spoken::spoken(&self.grid.board, Some(self.walk.place()), walled)
    }

    fn level(&self) -> String {
        text::print(&self.grid)
    }
}

/// Eel's side. Each gap fixes the way through one row; Rabbit's cheapest path is then the only one.
pub(super) struct Eel {
    pub(super) grid: Arc<Grid>,
    pub(super) gaps: Vec<u32>,
    pub(super) walk: Walk,
    /// The gaps that leave a way to the last row, first and last column of where to look, and for each column what
    /// Eel can still enforce from entering the row below there.
    pub(super) below: Vec<Option<u64>>,
}

impl Eel {
    /// At the start.
    pub(super) fn new(grid: Arc<Grid>) -> Eel {
        let walk = Walk::begin(&grid.board, (0, 0));
        let mut eel = Eel { grid, gaps: Vec::new(), walk, below: Vec::new() };
        eel.look();
        eel
    }

    /// Computes what the next row down is worth.
    fn look(&mut self) {
        let row = self.walk.place().0 + 1;
        self.below.clear();
        if row < self.grid.board.rows() {
            // Without a limit the scan cannot halt.
            self.below = scan::values(&self.grid.board, row, &Context::default()).unwrap_or_default();
        }
    }

    /// The columns that may be the next gap: Rabbit can walk there, and on to the last row.
    pub(super) fn choices(&self) -> impl Iterator<Item = usize> + '_ {
        let (first, last) = run(&self.grid.board, self.walk.place());
        let below = self.below.get(first..=last).unwrap_or(&[]);
        below.iter().enumerate().filter(|(_, value)| value.is_some()).map(move |(at, _)| first + at)
    }
}

/// The move that makes `column` the gap.
pub(super) fn gap_text(column: usize) -> String {
    format!("gap {}", column + 1)
}

impl Position for Eel {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.choices().map(gap_text))
    }

    fn make(&mut self, text: &str) -> Result<(), IllegalMove> {
        let number = text.strip_prefix("gap ").and_then(|number| number.parse::<usize>().ok());
        let column = number.and_then(|number| number.checked_sub(1));
        let column = column.ok_or_else(|| IllegalMove::new(text, "expected gap and a column from 1, such as gap 3"))?;
        if gap_text(column) != text || !self.choices().any(|choice| choice == column) {
            return Err(IllegalMove::new(text, "Rabbit could not reach the last row that way"));
        }
        self.walk.through(&self.grid.board, column);
        self.gaps.push(u32::try_from(column).unwrap_or(u32::MAX));
        self.look();
        Ok(())
    }

    fn status(&self) -> Status {
        status(&self.grid, &self.walk, self.choices().next().is_none())
    }

    fn result(&self, _: u64) -> Option<GameResult> {
        result(&self.status())
    }

    fn end(&self) -> Option<RunEnd> {
        Some(end(&self.walk, Built::Gaps(&self.gaps)))
    }

    fn picture(&self) -> ::picture::Picture {
        let row = self.walk.place().0;
        let acts = self.choices().map(|column| ((row, column), gap_text(column))).collect();
        picture::play(&self.grid, &self.gaps, &self.walk, acts, &self.status().words)
    }

    fn spoken(&self) -> ::picture::Spoken {
        let walled = |(row, column): Place| self.gaps.get(row).is_some_and(|&gap| gap as usize != column);
        super::spoken::spoken(&self.grid.board, Some(self.walk.place()), walled)
    }

    fn level(&self) -> String {
        text::print(&self.grid)
    }
}

/// How a walk stands; it is over where nothing is left to choose.
pub(super) fn status(grid: &Grid, walk: &Walk, over: bool) -> Status {
    let (row, column) = walk.place();
    let solved = row + 1 == grid.board.rows();
    let end = match (solved, over) {
        (true, _) => ": the last row is reached",
        (false, true) => ": there is no way on",
        _ => "",
    };
    let words = format!("Rabbit is at row {}, column {} and has paid {}{end}", row + 1, column + 1, walk.paid);
    Status { over: over || solved, solved, cost: Some(walk.paid), words }
}

/// The result of a walk: the game has no winner but a value, what was paid where the last row is reached.
pub(super) fn result(status: &Status) -> Option<GameResult> {
    let paid = status.cost.filter(|_| status.solved);
    let reached = paid.map(|paid| GameResult::counted(ResultKind::Ended, paid, Unit::Cost));
    reached.or(status.over.then(|| GameResult::plain(ResultKind::Ended)))
}

/// The walls that stand, as they were built.
pub(super) enum Built<'w> {
    /// All edges of a row but one.
    Gaps(&'w [u32]),
    /// One by one, as the cells above them.
    Walls(&'w [Place]),
}

/// Where a walk has led, with the walls.
pub(super) fn end(walk: &Walk, built: Built<'_>) -> RunEnd {
    let (row, column) = walk.place();
    let cell = |&(row, column): &Place| [from_one(row), from_one(column)];
    let path = (walk.trail.len() <= MOST_CELLS).then(|| walk.trail.iter().map(cell).collect());
    let (gaps, walls) = match built {
        Built::Gaps(gaps) => (Some(gaps.iter().map(|gap| gap + 1).collect()), None),
        Built::Walls(walls) => (None, Some(walls.iter().map(cell).collect())),
    };
    RunEnd::Walk(WalkEnd { row: from_one(row), column: from_one(column), path, gaps, walls })
}
