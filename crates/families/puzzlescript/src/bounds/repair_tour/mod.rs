//! Cells that have to change, where only the player changes them: errands, each at a place.
//!
//! For `no X`, `no X on Y` and `all X on Y` every cell that breaks the condition has to be mended once. If X and Y
//! never move, and each rule that may mend a cell demands the player at a certain distance ([`work`]), then an input
//! mends at most so many cells as there are such places around the player, and between two errands the player has to
//! walk. Rules that break a condition, or put one X in the place of another, only add errands. So a bound is the number
//! of errands over the most that an input does, and the length of a tour: the inputs to the nearest errand, the weight
//! of a minimum spanning tree over the errands, whose edges are the inputs between two of them (the tree as a bound of
//! tours: Held and Karp 1970), and from an errand to where the player has to be at the end. Where mending takes the
//! action, which moves nobody, the two are added. The errands of all such conditions are done on one tour.
//!
//! A bound costs time in proportion to the number of errands; the tree, whose time is in proportion to its square, is
//! kept for the errands that were met before.

mod work;

use std::hash::{BuildHasher, RandomState};

use ::puzzlescript::game::{ObjectSet, Quantifier, WinCondition};
use ::puzzlescript::packing::{Finder, Packing};
use engines::assignment::NEVER;

use super::conditions;
use super::distance::steps_to;
use super::passages::Passages;
use super::{Known, one_player};
use work::{Pace, Work};

/// The most cells of a level of which the player's steps are kept.
const MAX_CELLS: usize = 1000;
/// The most errands that are joined in a tree.
const MAX_ERRANDS: usize = 64;

/// The cells that break win conditions, and what it takes to mend them.
#[derive(Clone, Debug)]
pub(super) struct Errands {
    broken: Vec<Broken>,
    player: Found,
    height: usize,
    cells: usize,
    /// The player's steps between any two cells, or nothing where errands are done from other cells.
    steps: Vec<u16>,
    /// For each cell the steps to where the player has to be at the end; nothing where that may be anywhere.
    end: Vec<u32>,
    pace: Pace,
}

/// The cells that break a condition.
#[derive(Clone, Debug)]
struct Broken {
    cells: Breach<Found>,
    /// Whether a rule can mend one.
    is_mended: bool,
}

/// Which cells break a condition.
#[derive(Clone, Copy, Debug)]
enum Breach<T> {
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
    broken: Vec<u64>,
    what: Vec<u64>,
    on: Vec<u64>,
    errands: Vec<usize>,
    nearest: Vec<u32>,
    tours: Tours,
}

/// The inputs between the first errand and the end, for errands that were met before: each set of cells has one place
/// in a table, by its hash, which the last one takes.
#[derive(Clone, Debug, Default)]
struct Tours {
    sets: Vec<u64>,
    inputs: Vec<u32>,
    hasher: RandomState,
}

impl Errands {
    /// The errands of these conditions, of those whose rules are such.
    pub(super) fn of(conditions: &[WinCondition], known: Known<'_>) -> Option<Errands> {
        let Known { game, level, changes, .. } = known;
        let player = &game.player.objects;
        let is_settled = !game.player.all
            && one_player(known)
            && conditions::are_never_made(known, player)
            && conditions::walk_once(known, player);
        if !is_settled {
            return None;
        }
        let mut work = Work::default();
        let mut broken = Vec::new();
        for breach in conditions.iter().filter_map(|condition| Breach::of(condition, known)) {
            if let Some(more) = Work::of(&breach, known) {
                if !known.effort.spend(2 * changes.cells() * game.objects.len()) {
                    return None;
                }
                let cells = breach.map(|objects| Found::of(objects, known));
                broken.push(Broken { cells, is_mended: !more.is_empty() });
                work.join(more);
            }
        }
        if broken.is_empty() {
            return None;
        }
        let cells = changes.cells();
        let all: Vec<usize> = (0..cells).collect();
        let steps = if work.reach() > 0 || cells > MAX_CELLS {
            Vec::new()
        } else {
            steps_to(&all.chunks(1).collect::<Vec<_>>(), player, &Passages::default(), known)?
        };
        let (player, pace) = (Found::of(player, known), Pace::of(&work));
        let mut errands = Errands { broken, player, height: level.height, cells, steps, end: Vec::new(), pace };
        if let Some(places) = conditions.iter().find_map(|condition| known.end_of_player(condition)) {
            if !known.effort.spend(cells.saturating_mul(places.len())) {
                return None;
            }
            let nearest = |cell| places.iter().map(|&place| errands.steps(cell, place)).min().unwrap_or(NEVER.into());
            errands.end = (0..cells).map(nearest).collect();
        }
        Some(errands)
    }

    /// A lower bound of the inputs, `None` where no input helps.
    pub(super) fn at(&self, packing: &Packing, key: &[u32], buffers: &mut Buffers) -> Option<u32> {
        self.list(packing, key, buffers)?;
        let Buffers { broken, errands, nearest, what: player, tours, .. } = buffers;
        if errands.is_empty() {
            return Some(0);
        }
        if self.pace.most == 0 {
            return None;
        }
        self.player.find(packing, key, self.cells, player);
        let Some(player) = bits(player).next() else { return Some(1) };
        let inputs = (errands.len() as u32).div_ceil(self.pace.most);
        if errands.len() > MAX_ERRANDS {
            return Some(inputs);
        }
        let mut first = u32::MAX;
        for &cell in errands.iter() {
            first = first.min(self.to_first(player, cell)?);
        }
        let tour = first + tours.of(broken, || self.tree(errands, nearest) + self.last(errands));
        Some(if self.pace.is_action { tour + inputs } else { tour.max(inputs) })
    }

    /// Lists the cells that break a condition; `None` if one cannot be mended.
    fn list(&self, packing: &Packing, key: &[u32], buffers: &mut Buffers) -> Option<()> {
        let Buffers { broken, what, on, errands, .. } = buffers;
        broken.clear();
        broken.resize(self.cells.div_ceil(64), 0);
        for Broken { cells, is_mended } in &self.broken {
            let (first, other, flipped) = match cells {
                Breach::With(first, other) => (first, other.as_ref(), 0),
                Breach::Without(first, other) => (first, Some(other), u64::MAX),
            };
            first.find(packing, key, self.cells, what);
            if let Some(other) = other {
                other.find(packing, key, self.cells, on);
                what.iter_mut().zip(on.iter()).for_each(|(what, on)| *what &= on ^ flipped);
            }
            if !is_mended && what.iter().any(|word| *word != 0) {
                return None;
            }
            broken.iter_mut().zip(what.iter()).for_each(|(broken, what)| *broken |= what);
        }
        errands.clear();
        errands.extend(bits(broken));
        Some(())
    }

    /// The weight of a minimum spanning tree over the errands, by Prim's algorithm.
    fn tree(&self, errands: &mut [usize], nearest: &mut Vec<u32>) -> u32 {
        nearest.clear();
        nearest.resize(errands.len(), u32::MAX);
        let mut weight = 0;
        for joined in 1..errands.len() {
            let cell = errands[joined - 1];
            for at in joined..errands.len() {
                nearest[at] = nearest[at].min(self.between(cell, errands[at]));
            }
            let least = (joined..errands.len()).min_by_key(|&at| nearest[at]).unwrap_or(joined);
            weight += nearest[least];
            errands.swap(joined, least);
            nearest.swap(joined, least);
        }
        weight
    }

    /// The inputs from the last errand, whichever that is, to the end.
    fn last(&self, errands: &[usize]) -> u32 {
        if self.end.is_empty() {
            return 0;
        }
        errands.iter().map(|&cell| self.end[cell]).min().unwrap_or(0).saturating_sub(self.pace.last)
    }

    /// The inputs from now to the one that does the errand, if it is the first; where the action does it, to before
    /// that.
    fn to_first(&self, player: usize, cell: usize) -> Option<u32> {
        let Pace { is_action, first, .. } = self.pace;
        let steps = self.steps(player, cell);
        let inputs = (steps + u32::from(!is_action)).saturating_sub(first).max(u32::from(!is_action));
        (steps != u32::from(NEVER)).then_some(inputs)
    }

    /// The inputs from one errand to another, those that do them left out where the action does.
    fn between(&self, one: usize, other: usize) -> u32 {
        let Pace { most, is_action, between, .. } = self.pace;
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

    /// The inputs for the errands in these cells.
    fn of(&mut self, cells: &[u64], inputs: impl FnOnce() -> u32) -> u32 {
        if self.inputs.is_empty() {
            // No errands take no time, so that empty places are right.
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

impl<'a> Breach<&'a ObjectSet> {
    /// Which cells break a condition, if its objects stay where they are until a rule changes them.
    fn of(condition: &'a WinCondition, known: Known<'_>) -> Option<Breach<&'a ObjectSet>> {
        let (what, on) = (&condition.what, condition.on.as_ref());
        let settles = |objects: &ObjectSet| {
            let walks = |id| conditions::may_walk(known.changes, id);
            !objects.intersects(&known.game.player.objects) && !objects.iter().any(walks)
        };
        if [Some(what), on].into_iter().flatten().any(|term| term.all || !settles(&term.objects)) {
            return None;
        }
        match (condition.quantifier, on) {
            (Quantifier::No, on) => Some(Breach::With(&what.objects, on.map(|on| &on.objects))),
            (Quantifier::All, Some(on)) => Some(Breach::Without(&what.objects, &on.objects)),
            _ => None,
        }
    }
}

impl<T> Breach<T> {
    fn map<U>(self, made: impl Fn(T) -> U) -> Breach<U> {
        match self {
            Breach::With(first, other) => Breach::With(made(first), other.map(made)),
            Breach::Without(first, other) => Breach::Without(made(first), made(other)),
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
