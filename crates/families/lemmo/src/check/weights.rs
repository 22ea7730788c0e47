//! The gain of every edit, from the walkers that stand at its tile first and the change of their outcomes.

use engines::Context;

use super::standing::Standing;
use super::table::Table;
use super::{LISTED, MAX_GAINS, is_opening, side};
use crate::body::{Edit, EditKind, Facing, TilePlace};
use crate::rules::{FACINGS, Lemmo, Map};
use frame::options::{ALL, Options};
use frame::problem::CheckError;

/// The highest gain above zero, with the first `kept` of its places in reading order.
pub(super) struct Highest {
    gain: i64,
    pub(super) total: u64,
    pub(super) places: Vec<TilePlace>,
    kept: usize,
}

impl Highest {
    fn keeping(kept: usize) -> Highest {
        Highest { gain: 0, total: 0, places: Vec::new(), kept }
    }

    fn offer(&mut self, gain: i64, row: usize, column: usize) {
        if gain > self.gain {
            *self = Highest { gain, ..Highest::keeping(self.kept) };
        }
        if gain == self.gain && gain > 0 {
            self.total += 1;
            if self.places.len() == self.kept {
                return;
            }
            self.places.push(TilePlace { row: row as u32 + 1, column: column as u32 + 1 });
        }
    }

    pub(super) fn wins(&self, wins: u64) -> u64 {
        wins.saturating_add_signed(self.gain)
    }
}

/// What every edit gains.
pub(super) struct Weights {
    pub(super) removals: Highest,
    pub(super) additions: Highest,
    /// The ten edits that gain most.
    pub(super) top: Vec<Edit>,
    /// Of every tile, where the map is not too large for that.
    pub(super) gains: Vec<Vec<Option<i64>>>,
}

impl Weights {
    pub(super) fn of(map: &Map, table: &Table, options: &Options, cx: &Context<'_>) -> Result<Weights, CheckError> {
        let listed = if options.is_on(&ALL) { usize::MAX } else { LISTED };
        let highest = || Highest::keeping(listed);
        let mut weights = Weights { removals: highest(), additions: highest(), top: Vec::new(), gains: Vec::new() };
        let mut standing = Standing::at_top(map);
        let kept = map.rows() * map.columns() <= MAX_GAINS;
        for row in 0..map.ground() {
            let gains = weights.row(map, table, &standing, row);
            weights.rank(map, row, &gains);
            if kept {
                weights.gains.push(gains);
            }
            standing.fall(map, row);
            cx.spend(map.columns() as u64)?;
        }
        if kept {
            weights.gains.push(vec![None; map.columns()]);
        }
        Ok(weights)
    }

    /// Puts the edits of one row among the best.
    fn rank(&mut self, map: &Map, row: usize, gains: &[Option<i64>]) {
        let edits = (1..).zip(gains).filter_map(|(column, gain)| {
            let edit = if is_opening(map, row, column as usize - 1) { EditKind::Add } else { EditKind::Remove };
            Some(Edit { row: row as u32 + 1, column, edit, gain: gain.filter(|&gain| gain > 0)? })
        });
        self.top.extend(edits);
        self.top.sort_by_key(|edit| (-edit.gain, edit.row, edit.column));
        self.top.truncate(10);
    }

    fn row(&mut self, map: &Map, table: &Table, standing: &Standing, row: usize) -> Vec<Option<i64>> {
        let columns = map.columns();
        let openings: Vec<usize> = (0..columns).filter(|&column| is_opening(map, row, column)).collect();
        let edges = (openings[0], openings[openings.len() - 1]);
        let gain = |column: usize, order: Option<usize>| {
            let weigh = |facing: Facing| {
                let here = Lemmo { row, column, facing };
                let fallen = Lemmo { row: row + 1, ..here };
                let difference = match order {
                    None => table.difference(fallen, here),
                    Some(order) => table.difference(past(order, &openings, row, facing), fallen),
                };
                standing.first(column, edges)[side(facing)] * difference
            };
            FACINGS.map(weigh).iter().sum::<i64>()
        };
        let mut order = 0;
        (0..columns)
            .map(|column| {
                let opening = is_opening(map, row, column);
                let value = match opening {
                    false => Some(gain(column, None)),
                    true if openings.len() == 1 => None,
                    true => Some(gain(column, Some(order))),
                };
                order += usize::from(opening);
                let highest = if opening { &mut self.additions } else { &mut self.removals };
                highest.offer(value.unwrap_or(0), row, column);
                value
            })
            .collect()
    }
}

/// Where Lemmo falls from a row in whose opening number `order` a block was put: through the next opening, or at
/// an edge, turned around, through the one on the other side.
fn past(order: usize, openings: &[usize], row: usize, facing: Facing) -> Lemmo {
    let (next, facing) = match facing {
        Facing::Left if order == 0 => (1, Facing::Right),
        Facing::Left => (order - 1, Facing::Left),
        Facing::Right if order + 1 == openings.len() => (order - 1, Facing::Left),
        Facing::Right => (order + 1, Facing::Right),
    };
    Lemmo { row: row + 1, column: openings[next], facing }
}
