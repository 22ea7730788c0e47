//! Cells that have to change, where only the player changes them: each violates a win condition until it is repaired.
//!
//! For `no X`, `no X on Y` and `all X on Y` every cell that violates the condition has to be repaired once. If X and Y
//! never move, and each rule that may repair a cell demands the player at a certain distance ([`repairs`]), then an
//! input repairs at most so many cells as there are such places around the player, and between two repairs the player
//! has to walk. Rules that violate a condition, or put one X in the place of another, only add repairs. So a bound is
//! the number of violations over the most that an input repairs, and the length of a tour: the inputs to the nearest
//! violation, the weight of a minimum spanning tree over the violations, whose edges are the inputs between two of them
//! (the tree as a bound of tours: Held and Karp 1970), and from a violation to where the player has to be at the end.
//! Where a repair takes the action, which moves nobody, the two are added. The violations of all such conditions are
//! repaired on one tour.
//!
//! A bound costs time in proportion to the number of violations; the tree, whose time is in proportion to its square,
//! is kept for the violations that were met before.

mod repairs;

use std::hash::{BuildHasher, RandomState};

use ::puzzlescript::game::{ObjectSet, Quantifier, WinCondition};
use ::puzzlescript::packing::{Finder, Packing};
use engines::assignment::NEVER;

use super::conditions;
use super::distance::steps_to;
use super::passages::Passages;
use super::{Known, one_player};
use repairs::{CostModel, Repairs};

/// The most cells of a level of which the player's steps are kept.
const MAX_CELLS: usize = 1000;
/// The most violations that are joined in a tree.
const MAX_VIOLATIONS: usize = 64;

/// The cells that violate win conditions, and the inputs that it takes to repair them.
#[derive(Clone, Debug)]
pub(super) struct RepairTour {
    conditions: Vec<ConditionCells>,
    player: Found,
    height: usize,
    cells: usize,
    /// The player's steps between any two cells, or nothing where cells are repaired from other cells.
    steps: Vec<u16>,
    /// For each cell the steps to where the player has to be at the end; nothing where that may be anywhere.
    end: Vec<u32>,
    cost_model: CostModel,
}

/// The cells that violate a condition.
#[derive(Clone, Debug)]
struct ConditionCells {
    cells: Violation<Found>,
    /// Whether a rule can repair one.
    is_repairable: bool,
}

/// Which cells violate a condition.
#[derive(Clone, Copy, Debug)]
enum Violation<T> {
    /// Those with the first objects, and with the others if there are some.
    With(T, Option<T>),
    /// Those with the first objects, but not with the others.
    Without(T, T),
}

/// Finds objects on a board.
#[derive(Clone, Debug)]
struct Found {
    finder: Finder,
    /// The cells in which one stays.
    fixed: Vec<usize>,
}

/// Memory that is used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffers {
    violated: Vec<u64>,
    what: Vec<u64>,
    on: Vec<u64>,
    violations: Vec<usize>,
    nearest: Vec<u32>,
    tours: Tours,
}

/// The inputs between the first repair and the end, for violations that were met before: each set of cells has one
/// place in a table, by its hash, which the last one takes.
#[derive(Clone, Debug, Default)]
struct Tours {
    sets: Vec<u64>,
    inputs: Vec<u32>,
    hasher: RandomState,
}

impl RepairTour {
    /// The tour of these conditions, of those whose rules are such.
    pub(super) fn of(conditions: &[WinCondition], known: Known<'_>) -> Option<RepairTour> {
        let Known { game, level, changes, .. } = known;
        let player = &game.player.objects;
        let is_settled = !game.player.all
            && one_player(known)
            && conditions::are_never_made(known, player)
            && conditions::walk_once(known, player);
        if !is_settled {
            return None;
        }
        let mut repairs = Repairs::default();
        let mut violating = Vec::new();
        for violation in conditions.iter().filter_map(|condition| Violation::of(condition, known)) {
            if let Some(more) = Repairs::of(&violation, known) {
                if !known.effort.spend(2 * changes.cells() * game.objects.len()) {
                    return None;
                }
                let cells = violation.map(|objects| Found::of(objects, known));
                violating.push(ConditionCells { cells, is_repairable: !more.is_empty() });
                repairs.join(more);
            }
        }
        if violating.is_empty() {
            return None;
        }
        let cells = changes.cells();
        let all: Vec<usize> = (0..cells).collect();
        let steps = if repairs.reach() > 0 || cells > MAX_CELLS {
            Vec::new()
        } else {
            steps_to(&all.chunks(1).collect::<Vec<_>>(), player, &Passages::default(), known)?
        };
        let (player, cost_model) = (Found::of(player, known), CostModel::of(&repairs));
        let mut tour = RepairTour {
            conditions: violating,
            player,
            height: level.height,
            cells,
            steps,
            end: Vec::new(),
            cost_model,
        };
        if let Some(places) = conditions.iter().find_map(|condition| known.end_of_player(condition)) {
            if !known.effort.spend(cells.saturating_mul(places.len())) {
                return None;
            }
            let nearest = |cell| places.iter().map(|&place| tour.steps(cell, place)).min().unwrap_or(NEVER.into());
            tour.end = (0..cells).map(nearest).collect();
        }
        Some(tour)
    }

    /// A lower bound of the inputs, `None` where no input helps.
    pub(super) fn at(&self, packing: &Packing, key: &[u32], buffers: &mut Buffers) -> Option<u32> {
        self.list(packing, key, buffers)?;
        let Buffers { violated, violations, nearest, what: player, tours, .. } = buffers;
        if violations.is_empty() {
            return Some(0);
        }
        if self.cost_model.most == 0 {
            return None;
        }
        self.player.find(packing, key, self.cells, player);
        let Some(player) = bits(player).next() else { return Some(1) };
        let inputs = (violations.len() as u32).div_ceil(self.cost_model.most);
        if violations.len() > MAX_VIOLATIONS {
            return Some(inputs);
        }
        let mut first = u32::MAX;
        for &cell in violations.iter() {
            first = first.min(self.to_first(player, cell)?);
        }
        let tour = first + tours.of(violated, || self.tree(violations, nearest) + self.last(violations));
        Some(if self.cost_model.is_action { tour + inputs } else { tour.max(inputs) })
    }

    /// Lists the cells that violate a condition; `None` if one cannot be repaired.
    fn list(&self, packing: &Packing, key: &[u32], buffers: &mut Buffers) -> Option<()> {
        let Buffers { violated, what, on, violations, .. } = buffers;
        violated.clear();
        violated.resize(self.cells.div_ceil(64), 0);
        for ConditionCells { cells, is_repairable } in &self.conditions {
            let (first, other, flipped) = match cells {
                Violation::With(first, other) => (first, other.as_ref(), 0),
                Violation::Without(first, other) => (first, Some(other), u64::MAX),
            };
            first.find(packing, key, self.cells, what);
            if let Some(other) = other {
                other.find(packing, key, self.cells, on);
                what.iter_mut().zip(on.iter()).for_each(|(what, on)| *what &= on ^ flipped);
            }
            if !is_repairable && what.iter().any(|word| *word != 0) {
                return None;
            }
            violated.iter_mut().zip(what.iter()).for_each(|(violated, what)| *violated |= what);
        }
        violations.clear();
        violations.extend(bits(violated));
        Some(())
    }

    /// The weight of a minimum spanning tree over the violations, by Prim's algorithm.
    fn tree(&self, violations: &mut [usize], nearest: &mut Vec<u32>) -> u32 {
        nearest.clear();
        nearest.resize(violations.len(), u32::MAX);
        let mut weight = 0;
        for joined in 1..violations.len() {
            let cell = violations[joined - 1];
            for at in joined..violations.len() {
                nearest[at] = nearest[at].min(self.between(cell, violations[at]));
            }
            let least = (joined..violations.len()).min_by_key(|&at| nearest[at]).unwrap_or(joined);
            weight += nearest[least];
            violations.swap(joined, least);
            nearest.swap(joined, least);
        }
        weight
    }

    /// The inputs from the last repair, whichever that is, to the end.
    fn last(&self, violations: &[usize]) -> u32 {
        if self.end.is_empty() {
            return 0;
        }
        violations.iter().map(|&cell| self.end[cell]).min().unwrap_or(0).saturating_sub(self.cost_model.last)
    }

    /// The inputs from now to the one that repairs the cell, if it is the first; where the action repairs it, to before
    /// that.
    fn to_first(&self, player: usize, cell: usize) -> Option<u32> {
        let CostModel { is_action, first, .. } = self.cost_model;
        let steps = self.steps(player, cell);
        let inputs = (steps + u32::from(!is_action)).saturating_sub(first).max(u32::from(!is_action));
        (steps != u32::from(NEVER)).then_some(inputs)
    }

    /// The inputs from one repair to another, without those that repair where the action does.
    fn between(&self, one: usize, other: usize) -> u32 {
        let CostModel { most, is_action, between, .. } = self.cost_model;
        let steps = self.steps(one, other).min(self.steps(other, one));
        steps.saturating_sub(between).max(u32::from(most == 1 && !is_action))
    }

    /// At most the player's steps between two cells, or from beside the one to beside the other.
    fn steps(&self, from: usize, to: usize) -> u32 {
        if !self.steps.is_empty() {
            return self.steps[from * self.cells + to].into();
        }
        let (x, y) = ((from / self.height).abs_diff(to / self.height), (from % self.height).abs_diff(to % self.height));
        (x + y) as u32
    }
}

impl Tours {
    /// Places of the table.
    const PLACES: usize = 1 << 12;

    /// The inputs for the violations in these cells.
    fn of(&mut self, cells: &[u64], inputs: impl FnOnce() -> u32) -> u32 {
        if self.inputs.is_empty() {
            // No violations take no time, so that empty places are right.
            self.sets = vec![0; Self::PLACES * cells.len()];
            self.inputs = vec![0; Self::PLACES];
        }
        let place = self.hasher.hash_one(cells) as usize % Self::PLACES;
        let set = &mut self.sets[place * cells.len()..][..cells.len()];
        if set != cells {
            set.copy_from_slice(cells);
            self.inputs[place] = inputs();
        }
        self.inputs[place]
    }
}

impl<'a> Violation<&'a ObjectSet> {
    /// Which cells violate a condition, if its objects stay where they are until a rule changes them.
    fn of(condition: &'a WinCondition, known: Known<'_>) -> Option<Violation<&'a ObjectSet>> {
        let (what, on) = (&condition.what, condition.on.as_ref());
        let settles = |objects: &ObjectSet| {
            let walks = |id| conditions::may_walk(known.changes, id);
            !objects.intersects(&known.game.player.objects) && !objects.iter().any(walks)
        };
        if [Some(what), on].into_iter().flatten().any(|term| term.all || !settles(&term.objects)) {
            return None;
        }
        match (condition.quantifier, on) {
            (Quantifier::No, on) => Some(Violation::With(&what.objects, on.map(|on| &on.objects))),
            (Quantifier::All, Some(on)) => Some(Violation::Without(&what.objects, &on.objects)),
            _ => None,
        }
    }
}

impl<T> Violation<T> {
    fn map<U>(self, made: impl Fn(T) -> U) -> Violation<U> {
        match self {
            Violation::With(first, other) => Violation::With(made(first), other.map(made)),
            Violation::Without(first, other) => Violation::Without(made(first), made(other)),
        }
    }
}

impl Found {
    fn of(objects: &ObjectSet, known: Known<'_>) -> Found {
        let Known { changes, packing, .. } = known;
        let stays = |cell: &usize| objects.iter().any(|id| changes.stays(id, *cell));
        Found { finder: packing.finder(objects), fixed: (0..changes.cells()).filter(stays).collect() }
    }

    /// Sets the bits of the cells that hold one.
    fn find(&self, packing: &Packing, key: &[u32], cells: usize, set: &mut Vec<u64>) {
        set.clear();
        set.resize(cells.div_ceil(64), 0);
        let mut add = |cell: usize| set[cell / 64] |= 1 << (cell % 64);
        self.fixed.iter().for_each(|&cell| add(cell));
        packing.find(&self.finder, key, add);
    }
}

fn bits(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words
        .iter()
        .enumerate()
        .flat_map(|(at, &word)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit))
}
