//! Where the rows of a rule match.

use smallvec::SmallVec;

use crate::engine::{Stop, TurnContext};
use crate::game::{Cell, Direction, Row, Rule};

use super::MaskEngine;

/// The work of looking at a cell, in words that are read.
const WORK_OF_PLACE: u64 = 16;

/// The most matches that are kept of one row.
const MAX_MATCHES: usize = 1 << 20;

/// A place where a row matches.
#[derive(Clone, Debug)]
pub(super) struct Match {
    /// The cell where the row begins.
    anchor: usize,
    /// How many cells stand in for each `...`.
    gaps: SmallVec<[usize; 2]>,
}

impl<'g> MaskEngine<'g> {
    /// The matches of each row on the board as it is, in scan order; `None` if a row has none.
    pub(super) fn matches_of(&self, rule: &Rule, context: &mut TurnContext) -> Result<Option<Vec<Vec<Match>>>, Stop> {
        let mut all = Vec::with_capacity(rule.rows.len());
        for row in &rule.rows {
            if !self.may_match(row) {
                return Ok(None);
            }
            let found = self.matches_of_row(row, rule.direction, context)?;
            if found.is_empty() {
                return Ok(None);
            }
            all.push(found);
        }
        Ok((!all.is_empty()).then_some(all))
    }

    /// Whether everything that the row needs was on the board in this turn.
    fn may_match(&self, row: &Row) -> bool {
        row.runs.iter().flatten().map(|&number| &self.game.cells[number as usize]).all(|cell| {
            cell.all.is_subset(&self.seen.objects)
                && cell.moving.iter().all(|&(layer, bits)| self.seen.movements[usize::from(layer.0)] & bits == bits)
        })
    }

    fn matches_of_row(&self, row: &Row, direction: Direction, context: &mut TurnContext) -> Result<Vec<Match>, Stop> {
        let mut found = Vec::new();
        let mut gaps = SmallVec::new();
        for anchor in self.scan(direction) {
            let before = found.len();
            self.extend(row, direction, (anchor, anchor), &mut gaps, &mut found, context)?;
            context.spend((found.len() - before) as u64)?;
        }
        Ok(found)
    }

    /// All cells in the order of anchors: column by column for vertical rules, row by row for horizontal ones.
    fn scan(&self, direction: Direction) -> impl Iterator<Item = usize> {
        let (columns, rows) = ((self.width, self.height), (self.height, 1));
        let is_vertical = matches!(direction, Direction::Up | Direction::Down);
        let ((lines, step), (cells, along)) = if is_vertical { (columns, rows) } else { (rows, columns) };
        (0..lines).flat_map(move |line| (0..cells).map(move |at| line * step + at * along))
    }

    /// Finds the ways to match the runs of a row that follow the gaps chosen so far, the first of them at `from`; gaps
    /// grow from 0, the last one fastest.
    fn extend(
        &self,
        row: &Row,
        direction: Direction,
        (anchor, from): (usize, usize),
        gaps: &mut SmallVec<[usize; 2]>,
        found: &mut Vec<Match>,
        context: &mut TurnContext,
    ) -> Result<(), Stop> {
        context.work(WORK_OF_PLACE)?;
        let run = gaps.len();
        // Most places fail at their first cell.
        let begins = |&number: &u32| self.cell_matches(from, &self.game.cells[number as usize]);
        if !row.runs[run].first().is_none_or(begins) {
            return Ok(());
        }
        let needed: usize = row.runs[run..].iter().map(Vec::len).sum();
        let room = self.room(from, direction);
        if room < needed || !self.run_matches(&row.runs[run], direction, from) {
            return Ok(());
        }
        context.work(WORK_OF_PLACE * row.runs[run].len() as u64)?;
        if run + 1 == row.runs.len() {
            found.push(Match { anchor, gaps: gaps.clone() });
            return if found.len() > MAX_MATCHES { Err(Stop::MemoryLimit) } else { Ok(()) };
        }
        for gap in 0..=room - needed {
            gaps.push(gap);
            // With no room left behind the run the next one would be empty, which no row has.
            if let Some(next) = self.cell_at(from, direction, row.runs[run].len() + gap) {
                self.extend(row, direction, (anchor, next), gaps, found, context)?;
            }
            gaps.pop();
        }
        Ok(())
    }

    fn run_matches(&self, run: &[u32], direction: Direction, from: usize) -> bool {
        run.iter().enumerate().all(|(at, &number)| {
            let cell = self.cell_at(from, direction, at);
            cell.is_some_and(|cell| self.cell_matches(cell, &self.game.cells[number as usize]))
        })
    }

    fn cell_matches(&self, at: usize, pattern: &Cell) -> bool {
        let (objects, movements) = (&self.objects[at], self.cell_movements(at));
        pattern.all.is_subset(objects)
            && !pattern.none.intersects(objects)
            && pattern.any.iter().all(|any| any.intersects(objects))
            && pattern.moving.iter().all(|&(layer, bits)| movements[usize::from(layer.0)] & bits == bits)
            && pattern.still.iter().all(|&(layer, bits)| movements[usize::from(layer.0)] & bits == 0)
    }

    /// Whether all rows match still at the places of a tuple.
    pub(super) fn still_matches(&self, rule: &Rule, tuple: &[&Match]) -> bool {
        rule.rows.iter().zip(tuple).all(|(row, place)| {
            self.places(row, rule.direction, place)
                .all(|(at, number)| self.cell_matches(at, &self.game.cells[number as usize]))
        })
    }

    /// The cells of a match with the numbers of their patterns.
    pub(super) fn places(
        &self,
        row: &'g Row,
        direction: Direction,
        place: &Match,
    ) -> impl Iterator<Item = (usize, u32)> {
        let gaps = std::iter::once(0).chain(place.gaps.iter().copied());
        let mut offset = 0;
        let mut places = Vec::new();
        for (run, gap) in row.runs.iter().zip(gaps) {
            offset += gap;
            for &number in run {
                places.extend(self.cell_at(place.anchor, direction, offset).map(|cell| (cell, number)));
                offset += 1;
            }
        }
        places.into_iter()
    }

    /// The number of cells from this one to the border in a direction, with this one.
    fn room(&self, cell: usize, direction: Direction) -> usize {
        let (x, y) = (cell / self.height, cell % self.height);
        match direction {
            Direction::Up => y + 1,
            Direction::Down => self.height - y,
            Direction::Left => x + 1,
            Direction::Right => self.width - x,
        }
    }

    /// The cell that lies so many steps in a direction, if it is on the board.
    fn cell_at(&self, from: usize, direction: Direction, steps: usize) -> Option<usize> {
        let stays = steps < self.room(from, direction);
        stays.then(|| match direction {
            Direction::Up => from - steps,
            Direction::Down => from + steps,
            Direction::Left => from - steps * self.height,
            Direction::Right => from + steps * self.height,
        })
    }

    /// The neighbour of a cell.
    pub(super) fn neighbour(&self, cell: usize, direction: Direction) -> Option<usize> {
        self.cell_at(cell, direction, 1)
    }
}
