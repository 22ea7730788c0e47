//! The store of effects: for each size the finite programs that no other of at most that size dominates.
//!
//! An effect maps each state to the next one and to the set of marks made on the way. One effect dominates another
//! if both map states alike and it makes every mark that the other makes, from every state. Putting the dominator
//! in place of the dominated inside any program keeps every state and loses no mark, so only effects that are not
//! dominated need be kept, and longer programs are built from them: an action or a loop, then the rest.

use std::collections::HashMap;

use super::machine::{Table, marks};
use super::program::{Item, Program};
use crate::{Context, Halt, Reservation};

/// Effects in one block of memory.
const BLOCK: usize = 64;
/// The most counts of one loop that are kept apart in the store; beyond, its level is given up.
const MAX_COUNTS: u64 = 1 << 12;

/// A stored effect: its size less one, and its place among those of that size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Id {
    pub(super) level: u8,
    pub(super) index: u32,
}

/// How an effect came about.
#[derive(Clone, Copy, Debug)]
enum Origin {
    Action(u8),
    Both(Id, Id),
    Power(Id, u64),
}

/// An effect, borrowed.
#[derive(Clone, Copy)]
pub(super) struct Effect<'s> {
    /// The state after each state.
    pub(super) map: &'s [u16],
    /// The marks made from each state, so many words each.
    pub(super) made: &'s [u64],
}

/// The effects of one size.
#[derive(Default)]
pub(super) struct Level<'c> {
    maps: Vec<Box<[u16]>>,
    made: Vec<Box<[u64]>>,
    origins: Vec<Origin>,
    /// The most marks that each makes from any state.
    most: Vec<u32>,
    /// Those that are loops.
    loops: Vec<u32>,
    /// Memory claimed.
    claims: Vec<Reservation<'c>>,
}

impl Level<'_> {
    /// How many effects there are.
    pub(super) fn len(&self) -> usize {
        self.origins.len()
    }

    /// The most marks that each makes from any state.
    pub(super) fn most(&self, index: usize) -> u32 {
        self.most[index]
    }

    /// The most marks that any makes from any state.
    pub(super) fn widest(&self) -> u32 {
        self.most.iter().copied().max().unwrap_or(0)
    }
}

/// Why a level was not kept.
enum Stop {
    /// It would not fit: the search goes on with the levels below.
    Full,
    Halted(Halt),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        if halt == Halt::Bytes { Stop::Full } else { Stop::Halted(halt) }
    }
}

/// Effects by size.
pub(super) struct Store<'c, 't> {
    table: &'t Table,
    cx: &'c Context<'c>,
    levels: Vec<Level<'c>>,
    /// By the hash of the map.
    known: HashMap<u64, Vec<Id>>,
    /// Bytes that it may use, and uses.
    room: u64,
    used: u64,
    full: bool,
    /// The candidate being built.
    map: Vec<u16>,
    made: Vec<u64>,
}

impl<'c, 't> Store<'c, 't> {
    /// A store of the single actions.
    pub(super) fn new(table: &'t Table, room: u64, cx: &'c Context<'c>) -> Result<Self, Halt> {
        let (map, made) = (vec![0; table.states()], vec![0; table.states() * table.words()]);
        let (levels, known) = (Vec::new(), HashMap::new());
        let mut store = Store { table, cx, levels, known, room, used: 0, full: false, map, made };
        match store.actions() {
            Ok(()) => Ok(store),
            Err(Stop::Full) => Err(Halt::Bytes),
            Err(Stop::Halted(halt)) => Err(halt),
        }
    }

    /// The largest size that is complete.
    pub(super) fn sizes(&self) -> usize {
        self.levels.len()
    }

    /// The effects of a size from 1.
    pub(super) fn level(&self, size: usize) -> &Level<'c> {
        &self.levels[size - 1]
    }

    /// An effect.
    #[inline]
    pub(super) fn effect(&self, id: Id) -> Effect<'_> {
        let (level, index) = (&self.levels[usize::from(id.level)], id.index as usize);
        let (block, at) = (index / BLOCK, index % BLOCK);
        let (states, words) = (self.table.states(), self.table.states() * self.table.words());
        Effect {
            map: &level.maps[block][at * states..(at + 1) * states],
            made: &level.made[block][at * words..(at + 1) * words],
        }
    }

    /// The program of an effect.
    pub(super) fn program(&self, id: Id, out: &mut Program) {
        match self.levels[usize::from(id.level)].origins[id.index as usize] {
            Origin::Action(action) => out.push(Item::Do(action)),
            Origin::Both(first, second) => {
                self.program(first, out);
                self.program(second, out);
            }
            Origin::Power(base, count) => {
                let mut body = Vec::new();
                self.program(base, &mut body);
                out.push(Item::Loop(Some(count), body));
            }
        }
    }

    /// Builds sizes up to this one, as far as they fit.
    pub(super) fn build(&mut self, sizes: usize) -> Result<(), Halt> {
        while self.sizes() < sizes && !self.full {
            self.levels.push(Level::default());
            match self.grow() {
                Ok(()) => {}
                Err(Stop::Full) => self.give_up(),
                Err(Stop::Halted(halt)) => return Err(halt),
            }
        }
        Ok(())
    }

    /// Drops the last level: what is missing from it would be missing from every proof.
    fn give_up(&mut self) {
        self.levels.pop();
        self.full = true;
        let kept = self.levels.len();
        self.known.values_mut().for_each(|ids| ids.retain(|id| usize::from(id.level) < kept));
    }

    fn actions(&mut self) -> Result<(), Stop> {
        self.levels.push(Level::default());
        let words = self.table.words();
        for action in 0..self.table.actions() {
            self.map.copy_from_slice(self.table.action(action));
            self.made.fill(0);
            for (state, &next) in self.map.iter().enumerate() {
                let made = &mut self.made[state * words..(state + 1) * words];
                self.table.mark(next).into_iter().for_each(|mark| marks::put(made, mark));
            }
            // There are at most as many actions as fit a byte in any machine that is played.
            self.keep(Origin::Action(u8::try_from(action).unwrap_or(u8::MAX)))?;
        }
        Ok(())
    }

    /// Fills the last level from those below.
    fn grow(&mut self) -> Result<(), Stop> {
        let level = self.levels.len() - 1;
        for first in 0..level {
            let firsts = if first == 0 {
                (0..self.levels[0].len()).filter_map(|index| u32::try_from(index).ok()).collect()
            } else {
                self.levels[first].loops.clone()
            };
            let rest = level - 1 - first;
            for index in firsts {
                self.cx.spend(self.levels[rest].len() as u64)?;
                for second in self.ids(rest) {
                    self.compose(Id { level: narrow(first), index }, second);
                    self.keep(Origin::Both(Id { level: narrow(first), index }, second))?;
                }
            }
        }
        self.powers(level - 1)
    }

    fn ids(&self, level: usize) -> impl Iterator<Item = Id> + use<> {
        let count = u32::try_from(self.levels[level].len()).unwrap_or(u32::MAX);
        (0..count).map(move |index| Id { level: narrow(level), index })
    }

    /// Writes the candidate: one effect, then another.
    fn compose(&mut self, first: Id, second: Id) {
        let (mut map, mut made) = (std::mem::take(&mut self.map), std::mem::take(&mut self.made));
        let words = self.table.words();
        {
            let (first, second) = (self.effect(first), self.effect(second));
            made.copy_from_slice(first.made);
            for ((to, &middle), made) in map.iter_mut().zip(first.map).zip(made.chunks_exact_mut(words.max(1))) {
                let middle = usize::from(middle);
                *to = second.map[middle];
                marks::add(made, &second.made[middle * words..(middle + 1) * words]);
            }
        }
        (self.map, self.made) = (map, made);
    }

    /// Adds the loops over a level: every count that no larger one dominates.
    ///
    /// With tail μ, longest cycle c and least common multiple λ of the cycles, counts from μ on that differ by a
    /// multiple of λ map states alike, and from μ + c on every mark of every orbit is made: so the counts below μ and
    /// λ of them from μ + c on dominate all.
    fn powers(&mut self, level: usize) -> Result<(), Stop> {
        for base in self.ids(level) {
            if matches!(self.levels[level].origins[base.index as usize], Origin::Power(..)) {
                continue;
            }
            let shape = Orbits::of(self.effect(base).map);
            let last = shape.tail.saturating_add(shape.longest).saturating_add(shape.multiple) - 1;
            if last > MAX_COUNTS {
                return Err(Stop::Full);
            }
            self.cx.spend(last)?;
            let (map, made) = (self.effect(base).map.to_vec(), self.effect(base).made.to_vec());
            self.map.copy_from_slice(&map);
            self.made.copy_from_slice(&made);
            for count in 2..=last {
                self.then(&map, &made);
                if count < shape.tail || count >= shape.tail + shape.longest {
                    self.keep(Origin::Power(base, count))?;
                }
            }
        }
        Ok(())
    }

    /// Puts one more effect behind the candidate.
    fn then(&mut self, map: &[u16], made: &[u64]) {
        let words = self.table.words();
        for (to, set) in self.map.iter_mut().zip(self.made.chunks_exact_mut(words.max(1))) {
            let middle = usize::from(*to);
            *to = map[middle];
            marks::add(set, &made[middle * words..(middle + 1) * words]);
        }
    }

    /// Keeps the candidate in the last level unless it is dominated.
    fn keep(&mut self, origin: Origin) -> Result<(), Stop> {
        let hash = hash(&self.map);
        let candidate = Effect { map: &self.map, made: &self.made };
        let dominated = |&id: &Id| {
            let known = self.effect(id);
            known.map == candidate.map && marks::within(candidate.made, known.made)
        };
        if self.known.get(&hash).is_some_and(|ids| ids.iter().any(dominated)) {
            return Ok(());
        }
        self.push(origin, hash)
    }

    fn push(&mut self, origin: Origin, hash: u64) -> Result<(), Stop> {
        let (states, words) = (self.table.states(), self.table.words());
        let last = self.levels.len() - 1;
        let index = self.levels[last].len();
        if index.is_multiple_of(BLOCK) {
            let bytes = BLOCK as u64 * (2 * states as u64 + 8 * states as u64 * words as u64 + 96);
            if self.used + bytes > self.room {
                return Err(Stop::Full);
            }
            let claim = self.cx.reserve(bytes)?;
            self.used += bytes;
            let level = &mut self.levels[last];
            level.claims.push(claim);
            level.maps.push(vec![0; BLOCK * states].into());
            level.made.push(vec![0; BLOCK * states * words].into());
        }
        let level = &mut self.levels[last];
        let (block, at) = (index / BLOCK, index % BLOCK);
        level.maps[block][at * states..(at + 1) * states].copy_from_slice(&self.map);
        level.made[block][at * states * words..(at + 1) * states * words].copy_from_slice(&self.made);
        level.most.push(self.made.chunks_exact(words.max(1)).map(marks::count).max().unwrap_or(0));
        level.origins.push(origin);
        let index = u32::try_from(index).map_err(|_| Stop::Full)?;
        if matches!(origin, Origin::Power(..)) {
            level.loops.push(index);
        }
        self.known.entry(hash).or_default().push(Id { level: narrow(last), index });
        Ok(())
    }
}

/// Sizes are far below 256: a level of even a dozen fits no memory.
fn narrow(level: usize) -> u8 {
    u8::try_from(level).unwrap_or(u8::MAX)
}

/// A multiplicative hash of a map (the constant of Fibonacci hashing, Knuth).
fn hash(map: &[u16]) -> u64 {
    map.iter().fold(0, |hash: u64, &to| (hash.rotate_left(5) ^ u64::from(to)).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// The shape of a map's functional graph.
struct Orbits {
    /// The most steps before a cycle.
    tail: u64,
    /// The longest cycle.
    longest: u64,
    /// The least common multiple of the cycles, at most `u64::MAX`.
    multiple: u64,
}

impl Orbits {
    fn of(map: &[u16]) -> Orbits {
        let mut orbits = Orbits { tail: 0, longest: 1, multiple: 1 };
        // For each state its distance to a cycle once known, and the walk that met it first.
        let (mut distance, mut walk) = (vec![u64::MAX; map.len()], vec![usize::MAX; map.len()]);
        let mut path = Vec::new();
        for start in 0..map.len() {
            let mut state = start;
            while distance[state] == u64::MAX && walk[state] != start {
                walk[state] = start;
                path.push(state);
                state = usize::from(map[state]);
            }
            if distance[state] == u64::MAX {
                let first = path.iter().position(|&at| at == state).unwrap_or(0);
                orbits.cycle((path.len() - first) as u64);
                path.drain(first..).for_each(|at| distance[at] = 0);
            }
            while let Some(at) = path.pop() {
                distance[at] = distance[usize::from(map[at])] + 1;
                orbits.tail = orbits.tail.max(distance[at]);
            }
        }
        orbits
    }

    fn cycle(&mut self, length: u64) {
        self.longest = self.longest.max(length);
        self.multiple = lcm(self.multiple, length).unwrap_or(u64::MAX);
    }
}

/// The least common multiple, `None` beyond 64 bits.
pub(super) fn lcm(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}
