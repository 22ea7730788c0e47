//! Program synthesis: the shortest program with loops that drives a deterministic machine to its goal, proven for
//! all loop counts.
//!
//! A program is a sequence of actions and of loops `(n){…}`, n times or for ever; its size counts actions and loops.
//! The goal is that every mark is made at some moment. Only states matter to what a program does next, so a finite
//! program *is* its effect: for each state the next one and the marks made on the way.
//!
//! **Method.** Bottom-up enumeration of effects by size (as in enumerative synthesis; Alur et al., 2013), a store
//! without dominated ones ([`effects`]), and deepening by size ([`deepen`]): the first size with a solution is the
//! minimum. Programs of k tokens need effects of about k/2 only: the rest of a loop's body is put together from two
//! effects, or from effects around a loop whose count is left open ([`shapes`]), and run from the states that occur,
//! not from all ([`run`]). What the parts before the last loop reach is kept without dominated points ([`front`]).
//! [`first`] finds a good program early on machines too large for a proof.
//!
//! **Why no loop count is missed.** (1) *Stored loops.* The powers of a map on finitely many states are in the end
//! periodic: with tail μ (the most steps before a cycle), cycles of lengths at most c and with least common multiple
//! λ, fⁿ = fⁿ⁺ᵏλ for n ≥ μ, and for n ≥ μ + c every orbit is passed through whole, so its marks are complete. Hence a
//! count n ≥ μ is dominated by the one in [μ + c, μ + c + λ) with the same residue, and [2, μ) and [μ + c, μ + c + λ)
//! suffice. (2) *Open loops.* The run asks of an open count only what it needs where it stands: each value below the
//! orbit's tail apart, and beyond it the residue modulo the orbit's cycle; each case is followed. A case known only by
//! its residue holds arbitrarily large counts, all with the same states, and the largest makes the most marks. (3)
//! *Top level.* A loop with nothing behind it may run for ever: any finite count makes a part of its marks. A loop
//! for ever inside a program ends it, so only the last part can be one. (4) A loop of a loop is the inner loop with
//! another count; a loop once is its body: neither is shortest. (5) *Domination* is kept by sequence and loop, so a
//! shortest solution stays one, of the same size, when parts are replaced by what dominates them.
//!
//! **Pruning.** With r tokens left, at most as many marks can follow as the widest effect of r tokens makes; a body
//! whose parts make p marks at most makes no more than p times its orbit's length.
//!
//! **Cost.** Exponential in the size of the answer: about a tenfold for each token; polynomial in the machine. A loop
//! count beyond 64 bits is not followed: the answer is then unfinished at that size. For plain shortest ways without
//! loops, breadth-first search is better.
//!
//! **What is counted.** A composition is an action, or a loop for ever over a body in one case of its open counts, put
//! behind a point. For a size that is excluded all of them are run, in whatever order, so their number does not depend
//! on the number of threads; it does depend on the largest size of effects that fits the memory.

pub mod machine;
pub mod program;

mod deepen;
mod effects;
mod first;
mod front;
mod run;
mod shapes;
#[cfg(test)]
mod tests;

use std::fmt;

pub use machine::{Machine, Table, TooLarge};
pub use program::{Item, Program, completes, reduced, size};

use crate::{Context, Halt};
use deepen::{Deepening, Size};
use effects::Store;

/// Bytes for stored effects where the context sets no limit; with a limit they take half of it at most.
const ROOM: u64 = 512 << 20;
/// From this size on a good program is looked for first.
const FIRST: usize = 8;
/// The size of the effects with which the beam loops.
const BEAM: usize = 3;

/// Programs above this size keep the counts that they were found with: they are no more than upper bounds.
const LONG: usize = 200;

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Shortest programs, all of one size: no shorter program makes every mark, whatever its loop counts.
    Shortest {
        /// At least one, without repeats; in the order found, which depends on the machine alone.
        programs: Vec<Program>,
        /// Whether these are all, up to domination; false too where only one was asked for.
        complete: bool,
        /// For each smaller size, from 1 on, how many compositions were run to exclude it.
        tried: Vec<u64>,
    },
    /// These marks cannot be made at all, by their number in the machine.
    Unreachable(Vec<usize>),
    /// The work ended before the shortest was known.
    Unfinished {
        /// The shortest program met.
        best: Option<Program>,
        /// No program of fewer tokens makes every mark.
        at_least: usize,
        /// For each size below `at_least`, from 1 on, how many compositions were run to exclude it.
        tried: Vec<u64>,
        /// The actions of a walk without loops that makes every mark, where it was found in time.
        walk: Option<usize>,
        /// Why.
        why: Why,
    },
}

/// Why the work ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A limit was reached.
    Halted(Halt),
    /// A loop count exceeds 64 bits.
    Counts,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Halted(halt) => halt.fmt(f),
            Why::Counts => f.write_str("a loop count exceeds 64 bits"),
        }
    }
}

/// Which programs are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// At most so many shortest programs; 1 for any.
    pub most: usize,
}

/// Finds the shortest programs. Counts are as small as they can be, one after the other.
///
/// # Errors
/// A machine with more than [`machine::MOST`] reachable states or marks.
pub fn shortest(machine: &impl Machine, wanted: Wanted, cx: &Context<'_>) -> Result<Outcome, TooLarge> {
    let table = Table::new(machine)?;
    if !table.missing().is_empty() {
        return Ok(Outcome::Unreachable(table.missing().to_vec()));
    }
    if table.marks() == 0 {
        return Ok(Outcome::Shortest { programs: vec![Vec::new()], complete: true, tried: Vec::new() });
    }
    let mut search = Search { table: &table, cx, wanted, best: None, walk: None, at_least: 1, tried: Vec::new() };
    Ok(search.run().unwrap_or_else(|why| {
        let Search { best, walk, at_least, tried, .. } = search;
        Outcome::Unfinished { best, at_least, tried, walk, why }
    }))
}

struct Search<'a> {
    table: &'a Table,
    cx: &'a Context<'a>,
    wanted: Wanted,
    best: Option<Program>,
    walk: Option<usize>,
    at_least: usize,
    tried: Vec<u64>,
}

impl From<Halt> for Why {
    fn from(halt: Halt) -> Why {
        Why::Halted(halt)
    }
}

impl Search<'_> {
    fn run(&mut self) -> Result<Outcome, Why> {
        let (table, cx) = (self.table, self.cx);
        cx.spend(table.marks() as u64)?;
        let walk = first::walk(table, 0, &vec![0; table.words()]);
        self.walk = Some(walk.len());
        self.improve(first::looped(&walk, cx)?);
        let room = cx.budget().bytes.map_or(ROOM, |bytes| (bytes / 2).min(ROOM));
        let mut store = Store::new(table, room, cx)?;
        loop {
            let size = self.at_least;
            if size == FIRST {
                self.beam(&mut store)?;
            }
            if let Some(best) = self.best.take_if(|best| program::size(best) == size && self.wanted.most == 1) {
                let tried = std::mem::take(&mut self.tried);
                return Ok(Outcome::Shortest { programs: vec![best], complete: false, tried });
            }
            cx.report(&stage(size), 0, None, Some(size as u64));
            store.build(size / 2)?;
            if let Some(outcome) = self.size(size, &store)? {
                return Ok(outcome);
            }
            self.at_least += 1;
        }
    }

    /// The programs of one size, if any makes every mark. Programs that differ in their counts alone may become equal
    /// when the counts are made small; more are then looked for, so that a list is shorter than wanted only where it
    /// is complete.
    fn size(&mut self, size: usize, store: &Store<'_, '_>) -> Result<Option<Outcome>, Why> {
        let (table, cx) = (self.table, self.cx);
        let mut most = self.wanted.most;
        loop {
            let programs = match (Deepening { table, cx, most }).size(size, store)? {
                Size::Solved(programs) => programs,
                Size::None(tried) => {
                    self.tried.push(tried);
                    return Ok(None);
                }
                Size::Undecided => return Err(Why::Counts),
            };
            let found_all = programs.len() < most;
            let mut list = self.distinct(&programs)?;
            if found_all || list.len() >= self.wanted.most {
                let complete = found_all && self.wanted.most > 1 && list.len() <= self.wanted.most;
                list.truncate(self.wanted.most);
                let tried = std::mem::take(&mut self.tried);
                return Ok(Some(Outcome::Shortest { programs: list, complete, tried }));
            }
            most = most.saturating_mul(2);
        }
    }

    fn beam(&mut self, store: &mut Store<'_, '_>) -> Result<(), Halt> {
        store.build(BEAM)?;
        let limit = self.best.as_deref().map_or(usize::MAX, program::size);
        if let Some(found) = first::beam(self.table, store, limit, self.cx)? {
            self.improve(found);
        }
        Ok(())
    }

    fn improve(&mut self, program: Program) {
        // On machines with ways of no return a walk may give up.
        if !completes(self.table, &program) {
            return;
        }
        let program = if program::size(&program) > LONG {
            program
        } else {
            program::inlined(&reduced(self.table, &program, self.most_count()))
        };
        if self.best.as_deref().is_none_or(|best| program::size(&program) < program::size(best)) {
            self.best = Some(program);
        }
    }

    /// Counts beyond this are not tried when counts are made small: an orbit is no longer.
    fn most_count(&self) -> u64 {
        2 * self.table.states() as u64
    }

    /// The programs with the smallest counts, without repeats.
    fn distinct(&mut self, programs: &[Program]) -> Result<Vec<Program>, Halt> {
        let mut list: Vec<Program> = Vec::new();
        for program in programs {
            self.cx.spend(1)?;
            list.push(reduced(self.table, program, self.most_count()));
            self.best.get_or_insert_with(|| list[0].clone());
        }
        let mut seen = std::collections::HashSet::new();
        list.retain(|program| seen.insert(program.clone()));
        Ok(list)
    }
}

fn stage(size: usize) -> String {
    if size == 1 { "programs of length 1".into() } else { format!("no program of length {}; trying {size}", size - 1) }
}
