//! Program synthesis: the shortest program with loops that drives a deterministic machine to its goal, proven for
//! all loop counts.
//!
//! A program is a sequence of actions and of loops `(n){…}`, run n times or for ever; its size counts actions and
//! loops. The goal is that every mark is made at some moment. The *effect* of a finite program is all that matters of
//! it: for each state the next state and the marks made on the way.
//!
//! **Method.** Bottom-up enumeration of effects by size (as in enumerative synthesis; Alur et al., 2013) without
//! dominated ones, and deepening by size until programs of some size make every mark. The private module `deepen`
//! explains the method and proves that no loop count is missed.
//!
//! **Cost.** Exponential in the size of the answer, about tenfold for each token; polynomial in the machine. A loop
//! count beyond 64 bits is not followed: the synthesis is then unfinished, with
//! [`EngineLimit::LoopCount`].
//!
//! **Compositions.** A composition is an action, or a loop for ever over a body in one case of its open counts,
//! appended to the program of a reachable state. To exclude a size, all of them are run, so their number does not
//! depend on the number of threads; it depends on the largest size of effects that fits the memory.

pub mod machine;
pub mod program;

mod bounds;
mod climb;
mod deepen;
mod effects;
mod first;
mod front;
mod run;
mod shapes;
#[cfg(test)]
mod tests;

pub use bounds::{short_program, shorter_than};
pub use machine::{Machine, Table, TooLarge};
pub use program::{Item, Program, completes, reduced, size};

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use crate::{Context, EngineLimit, Halt};
use climb::Climb;
use deepen::{Deepening, Size};
use effects::Store;

/// Bytes for stored effects where the context sets no limit; with a limit they take half of it at most.
const ROOM: u64 = 512 << 20;
/// From this size on a short program is looked for beside the proof, by
const LONG: usize = 8;
/// one of so many parts of the nodes that the proof has spent, and so many at first.
const BESIDE: u64 = 4;
const AT_FIRST: u64 = 1 << 14;

/// Programs above this size keep the counts that they were found with: they are no more than upper bounds.
const UNWIELDY: usize = 200;

/// Courses of more actions than this are not compared.
const LONG_COURSE: usize = 1 << 16;
/// Following so many actions is counted as one node.
const ACTIONS_A_NODE: u64 = 1 << 10;

/// Shortest programs, all of one size: no shorter program makes every mark, whatever its loop counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// The programs, at least one and each once. Their order depends on the machine alone, not on threads.
    pub programs: Vec<Program>,
    /// Whether these are all shortest programs, except for those that have a part which another part dominates (leads
    /// every state to the same state and makes no fewer marks). Always false where only one program was asked for.
    pub complete: bool,
    /// For each smaller size, from 1 on, the number of compositions that were run to exclude it; the module's
    /// documentation defines a composition.
    pub tried: Vec<u64>,
}

/// What is known where the work ended before the shortest program was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partial {
    /// The shortest program found so far, if there is one.
    pub best: Option<Program>,
    /// For each size that is excluded, from 1 on, the number of compositions that were run to exclude it; the module's
    /// documentation defines a composition.
    pub tried: Vec<u64>,
    /// The number of actions of a walk without loops that makes every mark, where one was found in time.
    pub walk: Option<usize>,
}

/// How the synthesis ended. `Impossible` lists the marks that no program can make, by their numbers in the machine;
/// where the synthesis is unfinished, the bound is on the size of a program.
pub type Outcome = crate::Outcome<Shortest, Vec<usize>, Partial>;

/// Which programs to find.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The maximal number of shortest programs to list; 1 finds any one of them.
    pub most: usize,
    /// Whether of programs that make the same actions until every mark is made only one is listed, one with the fewest
    /// loops. A program that makes more than 65,536 actions until then is listed beside all others.
    pub by_actions: bool,
}

impl Wanted {
    /// Any one shortest program.
    pub const ONE: Wanted = Wanted { most: 1, by_actions: false };
}

/// Finds the shortest programs that make every mark of a machine. In each program every loop count, from the first loop
/// to the last, is the smallest with which the program still makes every mark.
///
/// # Errors
/// [`TooLarge`] for a machine with more than [`machine::MAX`] reachable states or marks.
pub fn shortest(machine: &impl Machine, wanted: Wanted, cx: &Context<'_>) -> Result<Outcome, TooLarge> {
    let table = Table::new(machine)?;
    if !table.missing().is_empty() {
        return Ok(Outcome::Impossible(table.missing().to_vec()));
    }
    if table.marks() == 0 {
        return Ok(Outcome::Found(Shortest { programs: vec![Vec::new()], complete: true, tried: Vec::new() }));
    }
    let mut search = Search::new(&table, wanted, cx);
    Ok(match search.run() {
        Ok(Some(shortest)) => Outcome::Found(shortest),
        // Every mark can be made, so that only a search told to end below a size ends without a program.
        Ok(None) => Outcome::Impossible(Vec::new()),
        Err(halt) => {
            let Search { best, walk, at_least, tried, .. } = search;
            Outcome::Unfinished { halt, at_least: at_least as u64, partial: Partial { best, tried, walk } }
        }
    })
}

struct Search<'a> {
    table: &'a Table,
    cx: &'a Context<'a>,
    wanted: Wanted,
    best: Option<Program>,
    walk: Option<usize>,
    at_least: usize,
    tried: Vec<u64>,
    climb: Option<Climb<'a>>,
    /// The nodes spent beside the proof.
    beside: u64,
    /// Where only a program of fewer tokens than this is wanted: any such, and no proof beyond.
    below: Option<usize>,
}

impl<'a> Search<'a> {
    fn new(table: &'a Table, wanted: Wanted, cx: &'a Context<'a>) -> Search<'a> {
        let (best, walk, tried, climb) = (None, None, Vec::new(), None);
        Search { table, cx, wanted, best, walk, at_least: 1, tried, climb, beside: 0, below: None }
    }

    /// The shortest programs; `None` where all have as many tokens as the search was told to end below.
    fn run(&mut self) -> Result<Option<Shortest>, Halt> {
        let (table, cx) = (self.table, self.cx);
        cx.spend(table.marks() as u64)?;
        let walk = first::walk(table, 0, &vec![0; table.words()]);
        self.walk = Some(walk.len());
        self.improve(first::looped(&walk, cx)?);
        let room = cx.budget().bytes.map_or(ROOM, |bytes| (bytes / 2).min(ROOM));
        let mut store = Store::new(table, room, cx)?;
        loop {
            let size = self.at_least;
            if self.below.is_some_and(|below| size >= below) {
                return Ok(None);
            }
            if self.look_beside(size)?
                && let Some(best) = self.best.take()
            {
                let tried = std::mem::take(&mut self.tried);
                return Ok(Some(Shortest { programs: vec![best], complete: false, tried }));
            }
            self.report();
            store.build(size / 2)?;
            if let Some(shortest) = self.size(size, &store)? {
                return Ok(Some(shortest));
            }
            self.at_least += 1;
        }
    }

    /// The programs of one size, if any makes every mark. Programs that differ in their counts alone may become equal
    /// when the counts are made small; more are then looked for, so that a list is shorter than wanted only where it
    /// is complete.
    fn size(&mut self, size: usize, store: &Store<'_, '_>) -> Result<Option<Shortest>, Halt> {
        let (table, cx) = (self.table, self.cx);
        let mut most = self.wanted.most;
        loop {
            let programs = match (Deepening { table, cx, most }).size(size, store, &mut || self.look_beside(size))? {
                Size::Solved(programs) => programs,
                Size::Known => self.best.iter().cloned().collect(),
                Size::None(tried) => {
                    self.tried.push(tried);
                    return Ok(None);
                }
                Size::Undecided => return Err(Halt::Engine(EngineLimit::LoopCount)),
            };
            let found_all = programs.len() < most;
            let mut list = self.distinct(&programs)?;
            if found_all || list.len() >= self.wanted.most {
                let complete = found_all && self.wanted.most > 1 && list.len() <= self.wanted.most;
                list.truncate(self.wanted.most);
                let tried = std::mem::take(&mut self.tried);
                return Ok(Some(Shortest { programs: list, complete, tried }));
            }
            most = most.saturating_mul(2);
        }
    }

    /// Looks for a short program where the proof has got ahead; says whether the best known will do, all sizes below
    /// `size` being excluded.
    fn look_beside(&mut self, size: usize) -> Result<bool, Halt> {
        if size < LONG {
            return Ok(self.is_known(size));
        }
        if self.climb.is_none() {
            self.climb = Climb::new(self.table, self.cx);
        }
        let Some(climb) = &mut self.climb else { return Ok(self.is_known(size)) };
        let begun = self.cx.spent().nodes;
        let due = AT_FIRST + (begun - self.beside) / BESIDE;
        let ended = climb.run(self.table, self.best.as_ref(), due.saturating_sub(self.beside), self.cx);
        self.beside += self.cx.spent().nodes - begun;
        let least = self.best.as_deref().map_or(usize::MAX, program::size);
        climb.best().filter(|found| program::size(found) < least).into_iter().for_each(|found| self.improve(found));
        ended?;
        Ok(self.is_known(size))
    }

    /// Whether one program is wanted, and one is known of `size` tokens or of any number below what is wanted.
    fn is_known(&self, size: usize) -> bool {
        let enough = self.below.map_or(size, |below| below - 1);
        self.wanted.most == 1 && self.best.as_deref().is_some_and(|best| program::size(best) <= enough)
    }

    fn improve(&mut self, program: Program) {
        // On machines with ways of no return a walk may give up.
        if !completes(self.table, &program) {
            return;
        }
        let program = if program::size(&program) > UNWIELDY {
            program
        } else {
            program::inlined(&reduced(self.table, &program, self.most_count()))
        };
        if self.best.as_deref().is_none_or(|best| program::size(&program) < program::size(best)) {
            self.best = Some(program);
            self.report();
        }
    }

    fn report(&self) {
        let known = self.best.as_deref().map(program::size);
        self.cx.report(&stage(self.at_least, known), 0, None, Some(self.at_least as u64));
    }

    /// Counts beyond this are not tried when counts are made small: an orbit is no longer.
    fn most_count(&self) -> u64 {
        2 * self.table.states() as u64
    }

    /// The programs with the smallest counts, without repeats.
    fn distinct(&mut self, programs: &[Program]) -> Result<Vec<Program>, Halt> {
        let mut list: Vec<Program> = Vec::new();
        let mut courses: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut seen = HashSet::new();
        for program in programs {
            self.cx.spend(1)?;
            let program = reduced(self.table, program, self.most_count());
            self.best.get_or_insert_with(|| program.clone());
            if !seen.insert(program.clone()) {
                continue;
            }
            match self.course(&program)?.map(|course| courses.entry(course)) {
                Some(Entry::Occupied(same)) => {
                    let listed = &mut list[*same.get()];
                    if program::loops(&program) < program::loops(listed) {
                        *listed = program;
                    }
                }
                Some(Entry::Vacant(new)) => {
                    new.insert(list.len());
                    list.push(program);
                }
                None => list.push(program),
            }
        }
        Ok(list)
    }

    /// The actions of a program by which a list tells it from others, if it does so by them.
    fn course(&self, program: &Program) -> Result<Option<Vec<u8>>, Halt> {
        if !self.wanted.by_actions {
            return Ok(None);
        }
        let course = program::actions(self.table, program, LONG_COURSE);
        self.cx.spend(course.as_ref().map_or(LONG_COURSE, Vec::len) as u64 / ACTIONS_A_NODE)?;
        Ok(course)
    }
}

fn stage(size: usize, known: Option<usize>) -> String {
    let known = known.map_or_else(String::new, |known| format!("; one of length {known} is known"));
    match size {
        1 => format!("programs of length 1{known}"),
        _ => format!("no program of length {}; trying {size}{known}", size - 1),
    }
}
