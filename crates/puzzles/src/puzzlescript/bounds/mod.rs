//! Lower bounds of the inputs to a win, each with conditions that are checked against the rules first.
//!
//! For a win condition `all X on Y` or `some X on Y` where one of the two stays where it is (the places) and the other
//! changes its cell by moving only (the movers), a mover moves at most one cell an input. How it can move is taken from
//! the analysis of the level ([`Changes`]): a crate that is only pushed moves from a cell only where a player can be
//! behind it. The steps from each mover to each place give
//! - `some`: the least of all; `all`: the most that an X needs to its nearest Y, or
//! - where at most k movers move in one turn, the least sum over assignments of a Y of its own to each X, over k.
//!
//! An X that cannot meet a Y makes a dead end. Of several conditions the largest bound counts. With conditions that fail
//! the bound is 1. The idea of the assignment is that of Sokoban solvers (Junghanns and Schaeffer 2001).

mod conditions;
#[cfg(test)]
mod tests;

use ::puzzlescript::changes::Changes;
use ::puzzlescript::game::{Game, Level, ObjectId, ObjectSet, Quantifier, Term, WinCondition, movement};
use ::puzzlescript::packing::{Finder, Packing};
use engines::assignment::{Assignment, NEVER};
use engines::search::DEAD_END;

/// The most steps of a table: the cells of X times the cells of Y.
const MOST_STEPS: usize = 4_000_000;

/// The lower bounds of a level.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    bounds: Vec<Bound>,
}

/// The lower bound of one win condition.
#[derive(Clone, Debug)]
struct Bound {
    /// Finds the movers.
    finder: Finder,
    /// The cells in which a mover stays.
    fixed: Vec<usize>,
    /// For each cell the steps of a mover to each place, [`NEVER`] where it cannot be reached.
    steps: Vec<u16>,
    /// For each cell the steps to the nearest place.
    nearest: Vec<u16>,
    /// How many places there are.
    places: usize,
    kind: BoundKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoundKind {
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

/// What computing a bound needs besides: buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffers {
    cells: Vec<usize>,
    row: Vec<u16>,
    assignments: Vec<Assignment>,
}

impl Bounds {
    /// The bounds of a level that pass their conditions.
    pub(super) fn of(game: &Game, level: &Level, changes: &Changes, packing: &Packing) -> Bounds {
        let is_one_turn = conditions::is_one_turn(game, changes);
        let conditions = game.win.iter().filter(|_| is_one_turn);
        Bounds { bounds: conditions.filter_map(|it| Bound::of(it, game, level, changes, packing)).collect() }
    }

    /// Whether there is a bound.
    pub(super) fn is_some(&self) -> bool {
        !self.bounds.is_empty()
    }

    /// What the bounds are, in words.
    pub(super) fn words(&self) -> &'static str {
        if self.bounds.iter().any(|bound| matches!(bound.kind, BoundKind::MoversApart(_) | BoundKind::PlacesApart(_))) {
            "assigned distances"
        } else {
            "distances"
        }
    }

    /// A lower bound of the inputs from a board that is not won.
    pub(super) fn at(&self, packing: &Packing, key: &[u32], buffers: &mut Buffers) -> u32 {
        buffers.assignments.resize_with(self.bounds.len(), || Assignment::new(0));
        let bounds = self.bounds.iter().enumerate();
        bounds.map(|(number, bound)| bound.at(packing, key, number, buffers)).fold(1, u32::max)
    }
}

impl Bound {
    fn of(condition: &WinCondition, game: &Game, level: &Level, changes: &Changes, packing: &Packing) -> Option<Bound> {
        let (what, on) = (&condition.what, condition.on.as_ref()?);
        let moves = |term: &Term| !term.all && conditions::keep_their_number(game, changes, &term.objects);
        let (movers, places, are_swapped) = match (places(on, level, changes), places(what, level, changes)) {
            (Some(places), _) if moves(what) => (what, places, false),
            (_, Some(places)) if moves(on) => (on, places, true),
            _ => return None,
        };
        let cells = changes.cells();
        if cells.checked_mul(places.len()).is_none_or(|count| count > MOST_STEPS) {
            return None;
        }
        let movers = &movers.objects;
        let most = || conditions::most_moved(game, changes, movers).filter(|_| one_player(game, level));
        let most = most().filter(|_| one_layer(game, movers)).map(|most| most.max(1));
        let kind = match (condition.quantifier, are_swapped, most) {
            (Quantifier::No, ..) => return None,
            (Quantifier::Some, ..) => BoundKind::One,
            (Quantifier::All, false, Some(most)) => BoundKind::MoversApart(most),
            (Quantifier::All, true, Some(most)) => BoundKind::PlacesApart(most),
            (Quantifier::All, false, None) => BoundKind::Movers,
            (Quantifier::All, true, None) => BoundKind::Places,
        };
        let steps = steps_to(&places, movers, level, changes);
        let row = |cell: usize| steps.get(cell * places.len()..(cell + 1) * places.len()).unwrap_or_default();
        let nearest = (0..cells).map(|cell| row(cell).iter().copied().min().unwrap_or(NEVER)).collect();
        let stays = |cell: &usize| movers.iter().any(|id| changes.stays(id, *cell));
        let fixed = (0..cells).filter(stays).collect();
        Some(Bound { finder: packing.finder(movers), fixed, nearest, places: places.len(), steps, kind })
    }

    fn at(&self, packing: &Packing, key: &[u32], number: usize, buffers: &mut Buffers) -> u32 {
        let Buffers { cells, row, assignments } = buffers;
        cells.clear();
        cells.extend_from_slice(&self.fixed);
        packing.find(&self.finder, key, |cell| cells.push(cell));
        let mut nearest = cells.iter().map(|&cell| self.nearest[cell]);
        let steps = match self.kind {
            BoundKind::One => nearest.min().unwrap_or(NEVER),
            BoundKind::Movers => nearest.max().unwrap_or(0),
            BoundKind::Places => (0..self.places).map(|place| self.to(place, cells)).max().unwrap_or(0),
            BoundKind::MoversApart(_) if nearest.any(|steps| steps == NEVER) => NEVER,
            BoundKind::MoversApart(most) | BoundKind::PlacesApart(most) => {
                return self.apart(cells, row, &mut assignments[number]).map_or(DEAD_END, |sum| sum.div_ceil(most));
            }
        };
        if steps == NEVER { DEAD_END } else { steps.into() }
    }

    /// The steps to a place from the nearest of these cells.
    fn to(&self, place: usize, cells: &[usize]) -> u16 {
        cells.iter().map(|&cell| self.steps[cell * self.places + place]).min().unwrap_or(NEVER)
    }

    /// The least sum of steps over assignments.
    fn apart(&self, cells: &[usize], row: &mut Vec<u16>, assignment: &mut Assignment) -> Option<u32> {
        let is_swapped = matches!(self.kind, BoundKind::PlacesApart(_));
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

/// The cells of a term, if they are the same at all times.
fn places(term: &Term, level: &Level, changes: &Changes) -> Option<Vec<usize>> {
    let cells = 0..level.cells.len();
    let is_settled = |cell: usize| term.objects.iter().all(|id| changes.may_be(id, cell) == changes.stays(id, cell));
    if !cells.clone().all(is_settled) {
        return None;
    }
    let stays = |cell: &usize| {
        let mut there = term.objects.iter().map(|id| changes.stays(id, *cell));
        if term.all { there.all(|it| it) } else { there.any(|it| it) }
    };
    Some(cells.filter(stays).collect())
}

/// Whether one cell holds a player at the start.
fn one_player(game: &Game, level: &Level) -> bool {
    let is_player = |&&content: &&u32| level.contents[content as usize].intersects(&game.player.objects);
    level.cells.iter().filter(is_player).count() == 1
}

/// Whether no cell can hold two of these objects.
fn one_layer(game: &Game, set: &ObjectSet) -> bool {
    let layer = |id: ObjectId| game.objects.get(usize::from(id.0)).and_then(Option::as_ref).map(|object| object.layer);
    let mut layers = set.iter().map(layer);
    let first = layers.next().flatten();
    first.is_some() && layers.all(|layer| layer == first)
}

/// The four movements, as columns and rows.
const WAYS: [(u8, isize, isize); 4] =
    [(movement::UP, 0, -1), (movement::DOWN, 0, 1), (movement::LEFT, -1, 0), (movement::RIGHT, 1, 0)];

/// For each cell the steps from there to each of these places, by movements that the objects may have.
fn steps_to(places: &[usize], set: &ObjectSet, level: &Level, changes: &Changes) -> Vec<u16> {
    let mut steps = vec![NEVER; level.cells.len() * places.len()];
    let may_be = |cell: usize| set.iter().any(|id| changes.may_be(id, cell));
    for (column, &place) in places.iter().enumerate() {
        let mut queue = vec![place];
        steps[place * places.len() + column] = 0;
        let mut next = 0;
        while let Some(&to) = queue.get(next) {
            next += 1;
            let after = steps[to * places.len() + column].saturating_add(1).min(NEVER - 1);
            for (bit, dx, dy) in WAYS {
                let Some(from) = neighbour(level, to, -dx, -dy) else { continue };
                let goes = set.iter().any(|id| changes.may_be(id, from) && changes.may_move(id, from, bit));
                let known = &mut steps[from * places.len() + column];
                if goes && may_be(to) && *known == NEVER {
                    *known = after;
                    queue.push(from);
                }
            }
        }
    }
    steps
}

fn neighbour(level: &Level, cell: usize, dx: isize, dy: isize) -> Option<usize> {
    let (x, y) = (cell / level.height, cell % level.height);
    let x = x.checked_add_signed(dx).filter(|&x| x < level.width)?;
    let y = y.checked_add_signed(dy).filter(|&y| y < level.height)?;
    Some(x * level.height + y)
}
