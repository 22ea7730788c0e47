//! The steps that objects have to take: a mover moves at most one cell an input.
//!
//! The places are cells that one of the movers, each of them, or one for each of the cells must come to. Movers change
//! their cell by moving, or by [passages](Passages) that take no input; what may be moved in turns that follow by
//! `again` takes none either. How a mover can move is taken from the analysis of the level
//! ([`Changes`](::puzzlescript::changes::Changes)): a crate that is only pushed moves from a cell only where a player
//! can be behind it. Where at most k movers move in one input, and none is made or taken away, the least sum over
//! assignments of a place of its own to each mover, over k, is a bound too (the idea of Sokoban solvers; Junghanns and
//! Schaeffer 2001).
//!
//! The table takes time and memory in proportion to the cells times the places.

use std::collections::VecDeque;

use ::puzzlescript::game::{ObjectSet, movement};
use ::puzzlescript::packing::{Finder, Packing};
use engines::assignment::{Assignment, NEVER};

use super::Known;
use super::passages::{Passages, Sense, neighbour};

/// The most steps of a table: cells times places.
const MAX_STEPS: usize = 4_000_000;

/// The steps that objects have to take for a condition.
#[derive(Clone, Debug)]
pub(super) struct Distance {
    pub(super) movers: ObjectSet,
    /// Finds the movers.
    finder: Finder,
    /// The cells in which a mover stays, or may begin.
    fixed: Vec<usize>,
    /// For each cell the steps of a mover to each place, [`NEVER`] where it cannot be reached.
    steps: Vec<u16>,
    /// For each cell the steps to the nearest place.
    nearest: Vec<u16>,
    /// How many places there are.
    places: usize,
    pub(super) kind: DistanceKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DistanceKind {
    /// One mover has to come to one place.
    One,
    /// Every mover has to come to a place; of all the farthest counts.
    Movers,
    /// To every place a mover has to come; of all the farthest counts.
    Places,
    /// Every mover needs a place of its own, and so many move in a turn.
    MoversApart(u32),
    /// Every place needs a mover of its own, and so many move in a turn.
    PlacesApart(u32),
}

impl DistanceKind {
    /// Which way a mover is followed: every mover to a place, or from a place back to a mover.
    pub(super) fn sense(self) -> Sense {
        match self {
            DistanceKind::Movers | DistanceKind::MoversApart(_) => Sense::Forwards,
            DistanceKind::One | DistanceKind::Places | DistanceKind::PlacesApart(_) => Sense::Backwards,
        }
    }
}

/// Memory that is used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffers {
    cells: Vec<usize>,
    row: Vec<u16>,
    /// One for each bound.
    assignments: Vec<Assignment>,
}

impl Buffers {
    /// Makes room for so many bounds.
    pub(super) fn make_room(&mut self, bounds: usize) {
        self.assignments.resize_with(bounds, || Assignment::new(0));
    }
}

impl Distance {
    /// The steps of these movers to these places, with their passages in the sense of the kind; `None` where the table
    /// would be too large, or take too much work.
    pub(super) fn new(
        kind: DistanceKind,
        movers: &ObjectSet,
        places: &[usize],
        passages: &Passages,
        known: Known<'_>,
    ) -> Option<Distance> {
        let Known { changes, packing, .. } = known;
        let cells = changes.cells();
        let (ends, begins) = match kind.sense() {
            Sense::Forwards => (passages.open.as_slice(), [].as_slice()),
            Sense::Backwards => ([].as_slice(), passages.open.as_slice()),
        };
        let places = [places, ends].concat();
        // Where any place will do, the nearest is all that counts.
        let places: Vec<&[usize]> = match kind {
            DistanceKind::One | DistanceKind::Movers => vec![&places],
            _ => places.chunks(1).collect(),
        };
        let count = cells.checked_mul(places.len()).filter(|&count| count <= MAX_STEPS)?;
        if !known.effort.take((count + cells) * size_of::<u16>()) {
            return None;
        }
        let steps = steps_to(&places, movers, passages, known)?;
        let row = |cell: usize| steps.get(cell * places.len()..(cell + 1) * places.len()).unwrap_or_default();
        let nearest = (0..cells).map(|cell| row(cell).iter().copied().min().unwrap_or(NEVER)).collect();
        let stays = |cell: &usize| movers.iter().any(|id| changes.stays(id, *cell));
        let fixed = (0..cells).filter(stays).chain(begins.iter().copied()).collect();
        let (finder, movers) = (packing.finder(movers), movers.clone());
        Some(Distance { movers, finder, fixed, nearest, places: places.len(), steps, kind })
    }

    /// How many movers move in one input at most, where their steps are summed up.
    pub(super) fn most(&self) -> Option<u32> {
        match self.kind {
            DistanceKind::MoversApart(most) | DistanceKind::PlacesApart(most) => Some(most),
            _ => None,
        }
    }

    /// The steps that have to be made, of all movers together where they are summed up, else of one; `None` where no
    /// steps suffice.
    pub(super) fn at(&self, packing: &Packing, key: &[u32], number: usize, buffers: &mut Buffers) -> Option<u32> {
        let Buffers { cells, row, assignments } = buffers;
        cells.clear();
        cells.extend_from_slice(&self.fixed);
        packing.find(&self.finder, key, |cell| cells.push(cell));
        let mut nearest = cells.iter().map(|&cell| self.nearest[cell]);
        let steps = match self.kind {
            DistanceKind::One => nearest.min().unwrap_or(NEVER),
            DistanceKind::Movers => nearest.max().unwrap_or(0),
            DistanceKind::Places => (0..self.places).map(|place| self.to(place, cells)).max().unwrap_or(0),
            DistanceKind::MoversApart(_) if nearest.any(|steps| steps == NEVER) => NEVER,
            DistanceKind::MoversApart(_) | DistanceKind::PlacesApart(_) => {
                return self.apart(cells, row, &mut assignments[number]);
            }
        };
        (steps != NEVER).then_some(steps.into())
    }

    /// The steps to a place from the nearest of these cells.
    fn to(&self, place: usize, cells: &[usize]) -> u16 {
        cells.iter().map(|&cell| self.steps[cell * self.places + place]).min().unwrap_or(NEVER)
    }

    /// The least sum of steps over assignments.
    fn apart(&self, cells: &[usize], row: &mut Vec<u16>, assignment: &mut Assignment) -> Option<u32> {
        let is_swapped = matches!(self.kind, DistanceKind::PlacesApart(_));
        let (rows, columns) = if is_swapped { (self.places, cells.len()) } else { (cells.len(), self.places) };
        if rows > columns {
            return None;
        }
        if assignment.columns() != columns {
            *assignment = Assignment::new(columns);
        }
        assignment.clear();
        if is_swapped {
            for place in 0..self.places {
                row.clear();
                row.extend(cells.iter().map(|&cell| self.steps[cell * self.places + place]));
                assignment.push(row);
            }
        } else {
            cells.iter().for_each(|&cell| assignment.push(&self.steps[cell * self.places..][..self.places]));
        }
        assignment.least()
    }
}

/// The four movements, as columns and rows.
const WAYS: [(u8, isize, isize); 4] =
    [(movement::UP, 0, -1), (movement::DOWN, 0, 1), (movement::LEFT, -1, 0), (movement::RIGHT, 1, 0)];

/// For each cell the steps from there to the nearest cell of each of these lists, by movements that the objects may
/// have and by passages: breadth-first search backwards, in which what takes no step goes first. What may also be moved
/// in turns that follow by `again` takes none. `None` where that takes too much work.
pub(super) fn steps_to(
    places: &[&[usize]],
    set: &ObjectSet,
    passages: &Passages,
    known: Known<'_>,
) -> Option<Vec<u16>> {
    let level = known.level;
    let ways = ways(set, known)?;
    let mut steps = vec![NEVER; level.cells.len() * places.len()];
    for (column, &cells) in places.iter().enumerate() {
        if !known.effort.spend(4 * level.cells.len() + passages.len()) {
            return None;
        }
        let mut queue: VecDeque<usize> = cells.iter().copied().collect();
        let mut is_used = vec![false; passages.len()];
        cells.iter().for_each(|&cell| steps[cell * places.len() + column] = 0);
        while let Some(to) = queue.pop_front() {
            let here = steps[to * places.len() + column];
            for &passage in passages.to(to) {
                if std::mem::replace(&mut is_used[passage], true) {
                    continue;
                }
                for &from in passages.from(passage) {
                    let known = &mut steps[from * places.len() + column];
                    if here < *known {
                        *known = here;
                        queue.push_front(from);
                    }
                }
            }
            for (bit, dx, dy) in WAYS {
                let Some(from) = neighbour(level, to, -dx, -dy) else { continue };
                let is_free = ways[from].free & bit != 0;
                let after = here.saturating_add(u16::from(!is_free)).min(NEVER - 1);
                let known = &mut steps[from * places.len() + column];
                if ways[from].goes & bit != 0 && ways[to].is_here && after < *known {
                    *known = after;
                    if is_free { queue.push_front(from) } else { queue.push_back(from) }
                }
            }
        }
    }
    Some(steps)
}

/// What one of some objects may do in a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Ways {
    /// Whether one may be there.
    is_here: bool,
    /// The movements that one may have.
    goes: u8,
    /// The movements that one may have in a turn that follows by `again`.
    free: u8,
}

/// What one of these objects may do in each cell; `None` where that takes too much work.
fn ways(set: &ObjectSet, known: Known<'_>) -> Option<Vec<Ways>> {
    let Known { changes, follows, effort, .. } = known;
    let mut ways = vec![Ways::default(); changes.cells()];
    for id in set.iter() {
        if !effort.spend(4 * changes.cells()) {
            return None;
        }
        for (cell, ways) in ways.iter_mut().enumerate() {
            let is_here = changes.may_be(id, cell);
            ways.is_here |= is_here;
            for (bit, ..) in WAYS {
                ways.goes |= if is_here && changes.may_move(id, cell, bit) { bit } else { 0 };
                ways.free |= if follows && changes.may_move_in_tick(id, cell, bit) { bit } else { 0 };
            }
        }
    }
    Some(ways)
}
