//! Iterative deepening A* (Korf, Depth-first iterative-deepening, 1985) over arrangements.
//!
//! Depth-first search down to a bound on moves made plus moves left; the next bound is the least sum that was cut
//! off, so the first solution found is a shortest one. No step goes straight back. Children come in order of
//! place, so the solution is the first in lexicographic order. Where a pass grew large and several threads are
//! allowed, the tree is split a few levels below the root and the threads take its parts in order; the answer is
//! the same. Memory is a few words a level.
//!
//! A large pass keeps the arrangements that it searched in vain ([`super::transposition_table`]): triangles of links,
//! and tokens of the same colour, lead to the same arrangement by many ways.
//!
//! Deepening alone cannot tell that there is no solution unless every branch ends: once a search has grown very
//! large, a breadth-first search that keeps what it saw is tried once, up to [`PROBE_STATES`]
//! ([`super::layers::probe`]). [`super::layers`] counts solutions; it is better there, as it meets each
//! arrangement once.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::heuristic::{FAR, Heuristic};
use super::layers::{self, Found, Probe};
use super::transposition_table::TranspositionTable;
use super::{NoSolution, Outcome};
use crate::{Context, EngineLimit, Halt};

/// Nodes between two looks at the limits.
const STRIDE: u64 = 4096;
/// A pass of this many nodes is followed by one on all threads.
const WORTH_SPLITTING: u64 = 100_000;
/// Parts of a split tree, for each thread.
const PARTS: usize = 32;
/// After this many nodes the space is tried for being small.
const PROBE_AFTER: u64 = 1 << 24;
/// A pass of this many nodes is followed by one that remembers what it searched in vain.
const WORTH_REMEMBERING: u64 = 200;
/// With fewer moves left, searching again is as cheap as remembering.
const WORTH_NOTING: u32 = 3;
/// A space of at most this many arrangements is searched breadth-first.
const PROBE_STATES: usize = 1 << 18;
/// Recursion goes no deeper; where the bound does, a search must keep what it saw, up to [`DEEP_STATES`].
const DEEPEST: u32 = 1000;
/// Where solutions are very long, as on a cycle, there may be few arrangements.
const DEEP_STATES: usize = 1 << 22;

/// What to find at the least bound that admits a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// The first solution.
    Line,
    /// Every first move of a solution.
    Firsts,
}

/// Where a search begins and gives up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// No solution has fewer moves.
    pub(super) at_least: u32,
    /// The search gives up after about this number of nodes.
    pub(super) most: u64,
    /// Solutions of more moves are not looked for.
    pub(super) longest: u32,
}

impl Span {
    /// From the first bound on, as long as the context allows.
    pub(super) const ALL: Span = Span { at_least: 1, most: u64::MAX, longest: u32::MAX };
}

/// Finds a shortest solution. Where the span ends the search, that is [`EngineLimit::Effort`], with the bound proven.
pub(super) fn deepen<H: Heuristic>(
    heuristic: &H,
    root: &H::State,
    aim: Aim,
    span: Span,
    cx: &Context<'_>,
) -> Outcome<Found> {
    if heuristic.solved(root) {
        return Outcome::Found(Found::default());
    }
    let mut bound = heuristic.estimate(root).max(span.at_least);
    if bound >= FAR {
        return Outcome::Impossible(NoSolution::Separated);
    }
    let found = raise(heuristic, root, aim, span, &mut bound, cx);
    match found {
        Ok(Some(found)) => Outcome::Found(found),
        Ok(None) => Outcome::Impossible(NoSolution::Exhausted),
        Err(halt) => Outcome::halted(halt, bound.into()),
    }
}

/// Raises the bound until it admits a solution; `None` where there is none.
fn raise<H: Heuristic>(
    heuristic: &H,
    root: &H::State,
    aim: Aim,
    Span { most, longest, .. }: Span,
    bound: &mut u32,
    cx: &Context<'_>,
) -> Result<Option<Found>, Halt> {
    let (mut last, mut total, mut probed) = (0, 0, false);
    while *bound < FAR {
        if *bound > longest {
            return Err(Halt::Engine(EngineLimit::Effort));
        }
        if *bound > DEEPEST {
            return match layers::probe(heuristic, root, DEEP_STATES, cx)? {
                Probe::Found(found) => Ok(Some(found)),
                Probe::Exhausted => Ok(None),
                Probe::TooLarge(halt) => Err(halt),
            };
        }
        cx.report("iterative deepening", u64::from(*bound), None, Some(u64::from(*bound)));
        let split = cx.thread_count() > 1 && last >= WORTH_SPLITTING;
        let pass = Pass {
            heuristic,
            root,
            bound: *bound,
            aim,
            cx,
            last,
            most: most.saturating_sub(total),
            nodes: AtomicU64::new(0),
        };
        let done = if split { pass.side_by_side() } else { pass.alone() };
        last = pass.nodes.load(Ordering::Relaxed);
        total += last;
        match done? {
            PassEnd::Found(found) => return Ok(Some(found)),
            PassEnd::Excess(u32::MAX) => break,
            PassEnd::Excess(excess) => *bound += excess,
        }
        if total >= PROBE_AFTER && !probed {
            probed = true;
            match layers::probe(heuristic, root, PROBE_STATES, cx)? {
                Probe::Found(found) => return Ok(Some(found)),
                Probe::Exhausted => break,
                Probe::TooLarge(_) => {}
            }
        }
    }
    Ok(None)
}

/// How a pass ended.
enum PassEnd {
    Found(Found),
    /// By how much the bound is too low, at least; `u32::MAX` where nothing was cut off.
    Excess(u32),
}

/// One pass with one bound.
struct Pass<'p, 'c, H: Heuristic> {
    heuristic: &'p H,
    root: &'p H::State,
    bound: u32,
    aim: Aim,
    cx: &'p Context<'c>,
    /// The nodes of the pass before.
    last: u64,
    most: u64,
    nodes: AtomicU64,
}

/// Why a branch was left.
enum Cut {
    Halt(Halt),
    /// What it could find is of no use any more.
    Needless,
}

impl From<Halt> for Cut {
    fn from(halt: Halt) -> Cut {
        Cut::Halt(halt)
    }
}

impl<H: Heuristic> Pass<'_, '_, H> {
    /// A table of what was searched in vain, where the pass may become large and there is memory for it.
    fn failed(&self) -> Option<TranspositionTable<'_>> {
        let worth = self.last >= WORTH_REMEMBERING && self.heuristic.code(self.root).is_some();
        worth.then(|| TranspositionTable::new(self.last, self.cx).ok()).flatten()
    }

    fn alone(&self) -> Result<PassEnd, Halt> {
        let mut branch = Branch::new(self, None);
        let done = self.children(&mut branch);
        branch.tell()?;
        match done {
            Ok(found) if !found.firsts.is_empty() => Ok(PassEnd::Found(found)),
            Ok(_) | Err(Cut::Needless) => Ok(PassEnd::Excess(branch.excess)),
            Err(Cut::Halt(halt)) => Err(halt),
        }
    }

    /// Searches below each move from the root.
    fn children(&self, branch: &mut Branch<'_, H>) -> Result<Found, Cut> {
        let mut found = Found::default();
        for from in self.heuristic.links(self.heuristic.blank(self.root)) {
            branch.line.clear();
            if !branch.enter(self.root, from, self.bound)? {
                continue;
            }
            if found.firsts.is_empty() {
                found.line = branch.line.iter().rev().copied().collect();
            }
            found.firsts.push(from);
            if self.aim == Aim::Line {
                break;
            }
        }
        Ok(found)
    }

    /// Searches below each move from the root on all threads; finds what `alone` finds.
    fn side_by_side(&self) -> Result<PassEnd, Halt> {
        let mut scout = Branch::new(self, None);
        let parts = self.parts(&mut scout);
        scout.tell()?;
        let race = Race::new(&parts, self.aim);
        let workers = self.cx.thread_count().min(parts.len());
        let done: Vec<Result<Taken, Halt>> = std::thread::scope(|scope| {
            let start = |_| scope.spawn(|| self.take_parts(&parts, &race));
            let handles: Vec<_> = (0..workers).map(start).collect();
            handles
                .into_iter()
                .map(|handle| handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        let (mut excess, mut lines) = (scout.excess, Vec::new());
        for taken in done {
            let taken = taken?;
            excess = excess.min(taken.excess);
            lines.extend(taken.lines);
        }
        lines.sort();
        let Some((_, line)) = lines.first() else { return Ok(PassEnd::Excess(excess)) };
        let mut firsts: Vec<u8> = lines.iter().filter_map(|(_, line)| line.first().copied()).collect();
        firsts.dedup();
        if self.aim == Aim::Line {
            firsts.truncate(1);
        }
        Ok(PassEnd::Found(Found { line: line.clone(), firsts }))
    }

    /// The nodes of the first level that has enough, in lexicographic order.
    fn parts(&self, scout: &mut Branch<'_, H>) -> Vec<Part<H::State>> {
        let mut parts = vec![Part { state: self.root.clone(), prefix: Vec::new() }];
        let enough = PARTS * self.cx.thread_count();
        for _ in 1..self.bound.min(8) {
            let mut next = Vec::new();
            for part in &parts {
                let back = part.blank_before(self.heuristic, self.root);
                for from in self.heuristic.links(self.heuristic.blank(&part.state)).filter(|&from| Some(from) != back) {
                    scout.nodes += 1;
                    match self.heuristic.step(&part.state, from, self.bound - part.prefix.len() as u32 - 1) {
                        Ok(state) => next.push(part.then(from, state)),
                        Err(excess) => scout.excess = scout.excess.min(excess),
                    }
                }
            }
            parts = next;
            if parts.len() >= enough {
                break;
            }
        }
        parts
    }

    fn take_parts(&self, parts: &[Part<H::State>], race: &Race) -> Result<Taken, Halt> {
        let mut taken = Taken { excess: u32::MAX, lines: Vec::new() };
        let mut branch = Branch::new(self, None);
        loop {
            let number = race.next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(number) else {
                taken.excess = branch.excess;
                return Ok(taken);
            };
            if race.is_needless(number) {
                continue;
            }
            branch.race = Some((race, number));
            branch.line.clear();
            let back = part.blank_before(self.heuristic, self.root).unwrap_or(u8::MAX);
            let done = branch.descend(&part.state, back, self.bound - part.prefix.len() as u32);
            branch.tell()?;
            match done {
                Ok(true) => {
                    race.won(number);
                    let line = part.prefix.iter().copied().chain(branch.line.iter().rev().copied());
                    taken.lines.push((number, line.collect()));
                }
                Ok(false) | Err(Cut::Needless) => {}
                Err(Cut::Halt(halt)) => return Err(halt),
            }
        }
    }
}

/// A node some levels below the root, with the moves that led there.
struct Part<S> {
    state: S,
    prefix: Vec<u8>,
}

impl<S> Part<S> {
    fn then(&self, from: u8, state: S) -> Part<S> {
        let mut prefix = self.prefix.clone();
        prefix.push(from);
        Part { state, prefix }
    }

    /// Where the blank was one move ago.
    fn blank_before<H: Heuristic<State = S>>(&self, heuristic: &H, root: &S) -> Option<u8> {
        match self.prefix.len() {
            0 => None,
            1 => Some(heuristic.blank(root)),
            length => Some(self.prefix[length - 2]),
        }
    }
}

/// The result of one thread: the least amount by which a bound exceeded the limit, and the solutions found with the
/// numbers of their subtrees.
struct Taken {
    excess: u32,
    lines: Vec<(usize, Vec<u8>)>,
}

/// Hands out parts, and knows which cannot matter any more.
struct Race {
    next: AtomicUsize,
    /// For [`Aim::Line`] the first part that has a solution.
    best: AtomicUsize,
    aim: Aim,
    /// For each part its first move, for each first move whether it is known to be good.
    firsts: Vec<u8>,
    good: Vec<AtomicBool>,
}

impl Race {
    fn new<S>(parts: &[Part<S>], aim: Aim) -> Race {
        let firsts = parts.iter().map(|part| part.prefix.first().copied().unwrap_or(u8::MAX)).collect();
        let good = (0..=u8::MAX).map(|_| AtomicBool::new(false)).collect();
        Race { next: AtomicUsize::new(0), best: AtomicUsize::new(usize::MAX), aim, firsts, good }
    }

    fn is_needless(&self, part: usize) -> bool {
        match self.aim {
            Aim::Line => self.best.load(Ordering::Relaxed) < part,
            // The first good move's line must be its first one, whatever thread is faster.
            Aim::Firsts => {
                self.good[usize::from(self.firsts[part])].load(Ordering::Relaxed)
                    && self.best.load(Ordering::Relaxed) < part
            }
        }
    }

    fn won(&self, part: usize) {
        self.best.fetch_min(part, Ordering::Relaxed);
        self.good[usize::from(self.firsts[part])].store(true, Ordering::Relaxed);
    }
}

/// A depth-first search.
struct Branch<'b, H: Heuristic> {
    heuristic: &'b H,
    cx: &'b Context<'b>,
    total: &'b AtomicU64,
    most: u64,
    race: Option<(&'b Race, usize)>,
    /// Where the pass may become large.
    failed: Option<TranspositionTable<'b>>,
    nodes: u64,
    excess: u32,
    /// The moves of the solution, last first.
    line: Vec<u8>,
}

impl<'b, H: Heuristic> Branch<'b, H> {
    fn new<'c: 'b>(pass: &'b Pass<'_, 'c, H>, race: Option<(&'b Race, usize)>) -> Branch<'b, H> {
        let (heuristic, cx, total) = (pass.heuristic, pass.cx, &pass.nodes);
        Branch {
            heuristic,
            cx,
            total,
            most: pass.most,
            race,
            failed: pass.failed(),
            nodes: 0,
            excess: u32::MAX,
            line: Vec::new(),
        }
    }

    /// Spends the nodes counted.
    fn tell(&mut self) -> Result<(), Halt> {
        let nodes = std::mem::take(&mut self.nodes);
        let total = self.total.fetch_add(nodes, Ordering::Relaxed) + nodes;
        self.cx.spend(nodes)?;
        if total > self.most { Err(Halt::Engine(EngineLimit::Effort)) } else { Ok(()) }
    }

    #[cold]
    fn pause(&mut self) -> Result<(), Cut> {
        self.tell()?;
        match self.race {
            Some((race, part)) if race.is_needless(part) => Err(Cut::Needless),
            _ => Ok(()),
        }
    }

    /// Whether a solution of at most `left` more moves begins with this one.
    #[inline(always)]
    fn enter(&mut self, state: &H::State, from: u8, left: u32) -> Result<bool, Cut> {
        self.nodes += 1;
        match self.heuristic.step(state, from, left - 1) {
            Err(excess) => {
                self.excess = self.excess.min(excess);
                Ok(false)
            }
            Ok(next) => {
                let found =
                    self.heuristic.solved(&next) || self.search(&next, self.heuristic.blank(state), left - 1)?;
                if found {
                    self.line.push(from);
                }
                Ok(found)
            }
        }
    }

    /// [`Branch::descend`], unless it is known to be in vain. That is so where the arrangement was met before in
    /// this pass with as many moves left: no solution is shorter than the bound, so the step straight back that was
    /// left out then begins none either, and its other sums were counted among the excesses.
    #[inline(always)]
    fn search(&mut self, state: &H::State, back: u8, left: u32) -> Result<bool, Cut> {
        let code = if left >= WORTH_NOTING { self.heuristic.code(state) } else { None };
        let (Some(code), Some(failed)) = (code, &self.failed) else { return self.descend(state, back, left) };
        if failed.covers(code, left) {
            return Ok(false);
        }
        let found = self.descend(state, back, left)?;
        if let Some(failed) = &mut self.failed
            && !found
        {
            failed.note(code, left);
        }
        Ok(found)
    }

    /// Whether a solution of at most `left` moves begins here, the token that just came from `back` staying.
    fn descend(&mut self, state: &H::State, back: u8, left: u32) -> Result<bool, Cut> {
        if self.nodes >= STRIDE {
            self.pause()?;
        }
        if left == 0 {
            self.excess = self.excess.min(1);
            return Ok(false);
        }
        for from in self.heuristic.links(self.heuristic.blank(state)) {
            if from != back && self.enter(state, from, left)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
