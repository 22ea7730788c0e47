//! Breadth-first search: states are stored in the order in which they are first reached, so the layers of equal
//! distance lie one behind the other, and the first goal is nearest.
//!
//! Right where nothing is known of the space, and for counts: [`breadth_first`] also counts the shortest solutions, by
//! the number of ways that lead to each state of the last layers. With a heuristic [`a_star`](super::a_star()) expands
//! less. Time and memory are those of all states nearer than the goal.
//!
//! A search that grows long is interrupted now and then for a solution that need not be a shortest one
//! ([`Attempts`](super::Attempts)), which stands where a limit ends the search.

use num_bigint::BigUint;

use super::expansion::{Expansion, labels};
use super::key_set::KeySet;
use super::outcome::{Cut, Evidence, Found, Outcome};
use super::rows::Rows;
use super::schedule::{Beside, Schedule};
use super::space::PackedSpace;
use crate::{Context, EngineLimit, Halt, Reservation};

/// What a complete breadth-first search knows beside a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// A shortest solution: of all those, the one whose moves come first in the order of the space.
    pub found: Found,
    /// How many states are first reached after so many moves, without a goal, from 0 to the solution's length less 1.
    pub layers: Vec<u64>,
    /// The number of shortest solutions, if they were counted.
    pub ways: Option<BigUint>,
    /// The labels of the moves with which a shortest solution begins, in the order of the space, if they were counted.
    pub first: Vec<u32>,
}

/// Finds a shortest solution from `start`, which is no goal; with `count`, also how many there are.
///
/// One node of the budget is one state expanded. With `count` the last layer is expanded to its end, and a start must
/// not have more than 64 moves.
///
/// # Errors
/// The error of the rules.
pub fn breadth_first<S: PackedSpace>(
    space: &S,
    start: &[u32],
    count: bool,
    cx: &Context<'_>,
) -> Result<Outcome<Layers>, S::Error> {
    breadth_first_beside(space, start, count, &mut |_| Ok(None), cx)
}

/// [`breadth_first`] with other means to find solutions that need not be shortest: `beside` is called where the search
/// grows long, and keeps what it finds; [`with_known`](super::with_known) adds that to the outcome.
///
/// # Errors
/// The error of the rules.
pub fn breadth_first_beside<S: PackedSpace>(
    space: &S,
    start: &[u32],
    count: bool,
    beside: &mut Beside<'_, S::Error>,
    cx: &Context<'_>,
) -> Result<Outcome<Layers>, S::Error> {
    let most = u32::MAX;
    search(space, start, Wanted { count, most }, beside, cx).map(|outcome| {
        outcome.and_then(|layers| match layers {
            Some(layers) => Outcome::Found(layers),
            // A layer of 2³² − 1 moves is not reached.
            None => Outcome::halted(Halt::Engine(EngineLimit::States), most.into()),
        })
    })
}

/// Finds a shortest solution of at most `most` moves, or proves that there is none: the outcome is `Found(None)` where
/// longer solutions remain possible.
///
/// One node of the budget is one state expanded.
///
/// # Errors
/// The error of the rules.
pub fn breadth_first_within<S: PackedSpace>(
    space: &S,
    start: &[u32],
    most: u32,
    cx: &Context<'_>,
) -> Result<Outcome<Option<Layers>>, S::Error> {
    search(space, start, Wanted { count: false, most }, &mut |_| Ok(None), cx)
}

/// A search grows long from so many nodes on: a state costs less than in A*, and an attempt finds its way without a
/// bound.
const LONG: u64 = 1 << 17;

struct Wanted {
    count: bool,
    most: u32,
}

fn search<S: PackedSpace>(
    space: &S,
    start: &[u32],
    wanted: Wanted,
    beside: &mut Beside<'_, S::Error>,
    cx: &Context<'_>,
) -> Result<Outcome<Option<Layers>>, S::Error> {
    let mut depth = 0;
    run(space, start, &wanted, &mut depth, beside, cx).or_else(|cut| cut.settle(depth + 1))
}

fn run<S: PackedSpace>(
    space: &S,
    start: &[u32],
    wanted: &Wanted,
    depth: &mut u32,
    beside: &mut Beside<'_, S::Error>,
    cx: &Context<'_>,
) -> Result<Outcome<Option<Layers>>, Cut<S::Error>> {
    let mut schedule = Schedule::new(LONG, cx);
    let mut search = Search::new(space, start, wanted.count, cx)?;
    while *depth < wanted.most {
        let begun = search.layer(*depth, &mut |cx| {
            if schedule.is_due(cx) {
                schedule.run(beside, cx).map_err(Cut::Rules)?;
                cx.spend(0)?;
            }
            Ok(())
        })?;
        if let Some(last) = search.goal {
            return Ok(Outcome::Found(Some(search.solved(last)?)));
        }
        if begun == 0 {
            let states = u64::from(search.keys.len());
            return Ok(Outcome::Impossible(Evidence { states, dead_ends: 0 }));
        }
        *depth += 1;
    }
    Ok(Outcome::Found(None))
}

/// What is done before each batch.
type Pause<'p, E> = dyn FnMut(&Context<'_>) -> Result<(), Cut<E>> + 'p;

/// A search under way: the states from `begin` are the layer to be expanded next.
struct Search<'s, 'c, S: PackedSpace> {
    space: &'s S,
    cx: &'c Context<'c>,
    expansion: Expansion<'s, 'c, S>,
    keys: KeySet<'c>,
    /// The state from which each was first reached; the start is its own.
    parents: Rows<'c, u32>,
    begin: u32,
    layers: Vec<u64>,
    /// The first state that a move leads from to a goal.
    goal: Option<u32>,
    ways: Option<Ways<'c>>,
}

impl<'s, 'c, S: PackedSpace> Search<'s, 'c, S> {
    fn new(space: &'s S, start: &[u32], count: bool, cx: &'c Context<'c>) -> Result<Self, Cut<S::Error>> {
        let (mut keys, mut parents) = (KeySet::new(space.words(), cx), Rows::new(1, cx));
        keys.intern(start)?;
        parents.push(&[0])?;
        let expansion = Expansion::new(space, cx)?;
        let ways = count.then(|| Ways::new(cx));
        Ok(Search { space, cx, expansion, keys, parents, begin: 0, layers: Vec::new(), goal: None, ways })
    }

    /// Expands the states of a layer, with a pause before each batch; gives the number of those in the next one.
    fn layer(&mut self, depth: u32, pause: &mut Pause<'_, S::Error>) -> Result<u32, Cut<S::Error>> {
        let (begin, end) = (self.begin, self.keys.len());
        self.cx.report("breadth-first", u64::from(begin), None, Some(u64::from(depth) + 1));
        self.layers.push(u64::from(end - begin));
        let (mut at, mut batch) = (begin, Vec::new());
        while at < end && (self.goal.is_none() || self.ways.is_some()) {
            pause(self.cx)?;
            let next = end.min(at + self.expansion.most() as u32);
            batch.clear();
            (at..next).for_each(|id| batch.extend_from_slice(self.keys.get(id)));
            let Search { keys, parents, goal, ways, expansion, .. } = self;
            expansion.expand_ahead(&batch, |steps| {
                keys.look_ahead(steps.iter().map(|step| step.key));
                for step in steps {
                    let from = at + step.from as u32;
                    if step.is_goal {
                        *goal = goal.or(Some(from));
                        if let Some(ways) = ways {
                            ways.arrive(from - begin, step.label);
                        }
                        continue;
                    }
                    let (id, is_new) = keys.intern(step.key)?;
                    if is_new {
                        parents.push(&[from])?;
                    }
                    if let Some(ways) = ways.as_mut().filter(|_| id >= end) {
                        ways.step(from - begin, id - end, step.label)?;
                    }
                }
                Ok(())
            })?;
            at = next;
        }
        self.begin = end;
        if let Some(ways) = self.ways.as_mut().filter(|_| self.goal.is_none()) {
            ways.next_layer();
        }
        Ok(self.keys.len() - end)
    }

    /// The solution by way of this state, whose move leads to a goal.
    fn solved(mut self, last: u32) -> Result<Layers, Cut<S::Error>> {
        let mut ids = vec![last];
        let mut id = last;
        while id != 0 {
            id = self.parents.get(id as usize)[0];
            ids.push(id);
        }
        let states = ids.iter().rev().map(|&id| self.keys.get(id));
        let labels = labels(self.space, self.expansion.worker(), states)?;
        let states = self.layers.iter().sum();
        let (ways, first) = self.ways.map_or((None, Vec::new()), |ways| {
            let first = ways.first();
            (Some(ways.total()), first)
        });
        Ok(Layers { found: Found { labels, states }, layers: self.layers, ways, first })
    }
}

/// How many ways of fewest moves lead to the states of two layers, and with which moves they begin.
///
/// Numbers are 128 bits wide while they suffice.
struct Ways<'c> {
    cx: &'c Context<'c>,
    now: Vec<Count>,
    next: Vec<Count>,
    held: Vec<Reservation<'c>>,
    total: Count,
    /// The labels of the moves from the start, if it is the start that is being expanded, else those found.
    begun: Vec<u32>,
    is_start: bool,
}

/// A number of ways, with a bit for each move that they begin with.
#[derive(Clone, Default)]
struct Count {
    small: u128,
    /// What does not fit into `small`.
    large: Option<Box<BigUint>>,
    first: u64,
}

impl Count {
    fn add(&mut self, other: &Count) {
        self.first |= other.first;
        if let Some(large) = &other.large {
            *self.large.get_or_insert_default().as_mut() += large.as_ref();
        }
        match self.small.checked_add(other.small) {
            Some(sum) => self.small = sum,
            None => {
                let large = self.large.get_or_insert_default().as_mut();
                *large += self.small;
                *large += other.small;
                self.small = 0;
            }
        }
    }
}

impl<'c> Ways<'c> {
    fn new(cx: &'c Context<'c>) -> Ways<'c> {
        let now = vec![Count { small: 1, ..Count::default() }];
        let (next, held, begun) = (Vec::new(), Vec::new(), Vec::new());
        Ways { cx, now, next, held, total: Count::default(), begun, is_start: true }
    }

    /// The ways to a state of this layer, and on by a move.
    fn through(&mut self, from: u32, label: u32) -> Option<Count> {
        if !self.is_start {
            return Some(self.now[from as usize].clone());
        }
        let place = self.begun.iter().position(|&begun| begun == label).unwrap_or(self.begun.len());
        if place == self.begun.len() {
            self.begun.push(label);
        }
        let first = 1_u64.checked_shl(place as u32)?;
        Some(Count { small: 1, large: None, first })
    }

    /// A move leads from a state of this layer to one of the next.
    fn step(&mut self, from: u32, to: u32, label: u32) -> Result<(), Halt> {
        let through = self.through(from, label).ok_or(Halt::Engine(EngineLimit::States))?;
        let to = to as usize;
        if self.next.len() <= to {
            self.grow(to + 1)?;
        }
        self.next[to].add(&through);
        Ok(())
    }

    /// A move leads from a state of this layer to a goal.
    fn arrive(&mut self, from: u32, label: u32) {
        if let Some(through) = self.through(from, label) {
            self.total.add(&through);
        }
    }

    fn grow(&mut self, len: usize) -> Result<(), Halt> {
        if self.next.capacity() < len {
            let room = len.max(2 * self.next.len());
            self.held.push(self.cx.reserve(room as u64 * size_of::<Count>() as u64)?);
            self.next.reserve_exact(room - self.next.len());
        }
        self.next.resize_with(len, Count::default);
        Ok(())
    }

    fn next_layer(&mut self) {
        self.now = std::mem::take(&mut self.next);
        // The last reservation is that of the list which is now full; those before are of lists that are gone.
        self.held.drain(..self.held.len().saturating_sub(1));
        self.is_start = false;
    }

    fn first(&self) -> Vec<u32> {
        let begins = |&(place, _): &(usize, &u32)| self.total.first >> place & 1 == 1;
        self.begun.iter().enumerate().filter(begins).map(|(_, &label)| label).collect()
    }

    fn total(self) -> BigUint {
        self.total.large.map_or_else(BigUint::default, |large| *large) + self.total.small
    }
}
