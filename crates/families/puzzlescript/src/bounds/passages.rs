//! How objects come to a cell and go from it other than by moving: rules take one away here and put one there.
//!
//! A bound by distance follows one object of a kind through time: forwards where every object has to come to a place,
//! backwards from a place that one has to come to. Where a rule that takes the object away puts one of its kind in
//! another cell, it goes on there, and where a rule that puts one has found one, it comes from there: a *passage*,
//! which takes no input. Where a rule takes it away and puts none, it ends there and needs no place any more; where one
//! is put and none was found, it begins there. The cells where it ends or begins are *open*.
//!
//! Which of several objects it goes on as, or comes from, is a free choice, and the nearest one tells most. Where both
//! cells are in one run of a rule a passage joins two cells at their distance, else any two cells where the patterns
//! may match. To find them takes time in proportion to the cells of the rules times those of the level.

use ::puzzlescript::changes::Changes;
use ::puzzlescript::game::{Cell, Level, ObjectSet, Rule};

use super::{Known, conditions};

/// Bytes of a cell from which a passage leads, and of one to which it leads.
const BYTES_OF_CELL: usize = 16;
/// The most passages of a level.
const MAX: usize = 50_000;

/// Which way an object is followed through time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    /// From now on, until it is in a place or is no more.
    Forwards,
    /// From the end back to now, or to where it began.
    Backwards,
}

/// The passages of objects of a kind, from the cells that they leave to those where they arrive.
#[derive(Clone, Debug, Default)]
pub(super) struct Passages {
    /// Where an object may end, or begin.
    pub(super) open: Vec<usize>,
    /// For each passage the cells from which it leads.
    from: Vec<Vec<usize>>,
    /// For each cell the passages that lead there.
    to: Vec<Vec<usize>>,
}

/// A cell pattern of a rule, with its place there.
#[derive(Clone, Copy)]
struct Spot<'g> {
    row: usize,
    run: usize,
    at: usize,
    pattern: u32,
    cell: &'g Cell,
}

impl Passages {
    /// The passages of these objects by all rules that can match; `None` if there are too many, or it takes too
    /// much work to find them.
    pub(super) fn of(objects: &ObjectSet, sense: Sense, known: Known<'_>) -> Option<Passages> {
        let mut passages = Passages { to: vec![Vec::new(); known.changes.cells()], ..Passages::default() };
        for rule in known.rules {
            passages.add(rule, objects, sense, known)?;
            if passages.len() > MAX {
                return None;
            }
        }
        passages.open.sort_unstable();
        passages.open.dedup();
        Some(passages)
    }

    fn add(&mut self, rule: &Rule, objects: &ObjectSet, sense: Sense, known: Known<'_>) -> Option<()> {
        let Known { game, changes, .. } = known;
        let spots: Vec<Spot<'_>> = spots(rule, known).collect();
        let breaks = |spot: &&Spot<'_>| {
            let is_looked_at = spot.cell.then.is_none() || known.look_at(spot.cell);
            is_looked_at
                && spot.cell.then.as_ref().is_some_and(|then| match sense {
                    Sense::Forwards => conditions::takes(game, spot.cell, then, objects),
                    Sense::Backwards => conditions::makes(game, spot.cell, then, objects),
                })
        };
        let is_other = |spot: &&Spot<'_>| match sense {
            // The last row has the last word about its cells.
            Sense::Forwards => {
                let puts =
                    spot.cell.then.as_ref().is_some_and(|then| then.set.intersects(objects) && then.random.is_empty());
                puts && spot.row + 1 == rule.rows.len()
            }
            Sense::Backwards => demands(spot.cell, objects),
        };
        for spot in spots.iter().filter(breaks) {
            known.effort.spend(spots.len() + changes.cells()).then_some(())?;
            let distance = |other: &&Spot<'_>| (other.run_of() != spot.run_of(), other.at.abs_diff(spot.at));
            let Some(other) = spots.iter().filter(is_other).min_by_key(distance) else {
                self.open.extend(cells(spot, changes));
                continue;
            };
            let (from, to) = if sense == Sense::Forwards { (spot, other) } else { (other, spot) };
            if from.run_of() == to.run_of() {
                let run = &rule.rows[from.row].runs[from.run];
                for begin in 0..changes.cells() {
                    known.effort.spend(run.len()).then_some(())?;
                    let cells = run_at(rule, run, begin, known);
                    cells.into_iter().for_each(|cells| self.join(vec![cells[from.at]], [cells[to.at]]));
                }
            } else {
                known.effort.take(BYTES_OF_CELL * changes.cells()).then_some(())?;
                self.join(cells(from, changes).collect(), cells(to, changes));
            }
        }
        known.effort.spend(0).then_some(())
    }

    /// Adds a passage from each of some cells to each of others.
    fn join(&mut self, from: Vec<usize>, to: impl IntoIterator<Item = usize>) {
        to.into_iter().for_each(|cell| self.to[cell].push(self.from.len()));
        self.from.push(from);
    }

    /// The number of passages.
    pub(super) fn len(&self) -> usize {
        self.from.len()
    }

    /// The passages that lead to a cell.
    pub(super) fn to(&self, cell: usize) -> &[usize] {
        self.to.get(cell).map_or(&[], Vec::as_slice)
    }

    /// The cells from which a passage leads.
    pub(super) fn from(&self, passage: usize) -> &[usize] {
        &self.from[passage]
    }
}

impl Spot<'_> {
    /// The run that it is in, by row and number.
    fn run_of(&self) -> (usize, usize) {
        (self.row, self.run)
    }
}

/// The cell patterns of a rule.
fn spots<'g>(rule: &'g Rule, known: Known<'g>) -> impl Iterator<Item = Spot<'g>> {
    let runs = rule.rows.iter().enumerate();
    let runs = runs.flat_map(|(row, it)| it.runs.iter().enumerate().map(move |(run, cells)| (row, run, cells)));
    runs.flat_map(move |(row, run, cells)| {
        let spot = move |(at, &pattern): (usize, &u32)| Spot {
            row,
            run,
            at,
            pattern,
            cell: &known.game.cells[pattern as usize],
        };
        cells.iter().enumerate().map(spot)
    })
}

/// Whether a pattern demands one of these objects.
fn demands(cell: &Cell, objects: &ObjectSet) -> bool {
    cell.all.intersects(objects) || cell.any.iter().any(|set| set.is_subset(objects))
}

/// The cells that a pattern may match.
fn cells<'c>(spot: &Spot<'_>, changes: &'c Changes) -> impl Iterator<Item = usize> + 'c {
    let pattern = spot.pattern;
    (0..changes.cells()).filter(move |&cell| changes.may_match(pattern, cell))
}

/// The cells of a run that begins in a cell, if it may match there.
fn run_at(rule: &Rule, run: &[u32], begin: usize, known: Known<'_>) -> Option<Vec<usize>> {
    let cell = |(steps, &pattern): (usize, &u32)| {
        let (dx, dy) = conditions::offset(rule.direction, steps as isize);
        neighbour(known.level, begin, dx, dy).filter(|&cell| known.changes.may_match(pattern, cell))
    };
    run.iter().enumerate().map(cell).collect()
}

/// The cell so many columns and rows away.
pub(super) fn neighbour(level: &Level, cell: usize, dx: isize, dy: isize) -> Option<usize> {
    let (x, y) = (cell / level.height, cell % level.height);
    let x = x.checked_add_signed(dx).filter(|&x| x < level.width)?;
    let y = y.checked_add_signed(dy).filter(|&y| y < level.height)?;
    Some(x * level.height + y)
}
