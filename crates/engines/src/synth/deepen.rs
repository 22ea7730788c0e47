//! Deepening by size: all programs of k tokens, for k = 0, 1, 2, …, until one makes every mark.
//!
//! **Method.** Programs of k tokens need stored effects ([`super::effects`]) of about k/2 tokens only: the rest of a
//! loop's body is composed of two effects, or of effects around a loop whose count is left open ([`super::shapes`]),
//! and run from the states that occur, not from all ([`super::run`]). What the parts before the last loop reach is kept
//! without dominated points ([`super::front`]). [`super::climb`] finds a short program in the pauses of a long proof.
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

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::effects::{Id, Store};
use super::front::{Front, Step, Token, items};
use super::machine::{Table, marks};
use super::program::{Item, Program};
use super::run::{Count, Part, Runner};
use super::shapes::{Shape, Slot, bodies};
use crate::{Context, Halt};

/// Compositions after which a worker counts what it spent.
const CHUNK: u64 = 2048;
/// Compositions between two pauses, about.
const SLICE: u64 = 1 << 18;

/// What one size gave.
pub(super) enum Size {
    /// Programs that make every mark; one, or all up to domination and a limit.
    Solved(Vec<Program>),
    /// None does; so many compositions were run.
    None(u64),
    /// A loop count could not be followed within 64 bits.
    Undecided,
    /// What was done in a pause has found a program of this size.
    Known,
}

/// What is done now and then beside a size; says whether the size need not be searched any further.
pub(super) type Pause<'p> = dyn FnMut() -> Result<bool, Halt> + 'p;

/// The programs of one size.
pub(super) struct Deepening<'a> {
    pub(super) table: &'a Table,
    pub(super) cx: &'a Context<'a>,
    /// At most so many solutions are wanted.
    pub(super) most: usize,
}

/// One batch: loops over bodies of `body` tokens behind the points of `tokens` tokens.
struct Batch<'b> {
    points: &'b [u32],
    shapes: Vec<Shape>,
    /// Marks that the tokens behind the loop can make at most.
    later: u32,
    /// Whether the loop is the program's last part.
    last: bool,
}

/// A shape by its number, and the choice for its first effect.
type Task = (usize, u32);

/// What a loop led to.
enum Hit {
    Solved(u32, Box<[Token]>),
    Point(u32, Box<[Token]>, u16, Box<[u64]>),
}

impl Deepening<'_> {
    /// Every program of exactly `size` tokens, up to domination.
    pub(super) fn size(&self, size: usize, store: &Store<'_, '_>, pause: &mut Pause<'_>) -> Result<Size, Halt> {
        let (undecided, tried) = (AtomicBool::new(false), AtomicU64::new(0));
        let mut search = Search { deepening: self, store, size, undecided, tried };
        search.run(pause)
    }
}

struct Search<'a, 's> {
    deepening: &'a Deepening<'a>,
    store: &'s Store<'s, 's>,
    size: usize,
    undecided: AtomicBool,
    /// Compositions that were run.
    tried: AtomicU64,
}

impl Search<'_, '_> {
    fn run(&mut self, pause: &mut Pause<'_>) -> Result<Size, Halt> {
        let Deepening { table, cx, most } = *self.deepening;
        let mut front = Front::new(table.states(), table.words(), cx)?;
        let mut solved: Vec<Program> = Vec::new();
        for tokens in 0..self.size {
            let points = front.take(tokens);
            self.actions(tokens, &points, &mut front, &mut solved)?;
            for body in 1..self.size - tokens {
                if solved.len() >= most {
                    solved.truncate(most);
                    return Ok(Size::Solved(solved));
                }
                let left = self.size - tokens - 1 - body;
                let shapes = bodies(body, self.store.sizes());
                let batch = Batch { points: &points, shapes, later: self.reach(left), last: left == 0 };
                let tasks = self.tasks(&batch);
                for slice in self.slices(&batch, &tasks) {
                    for hit in self.batch(&batch, slice, &front)? {
                        self.note(hit, tokens + 1 + body, &mut front, &mut solved)?;
                    }
                    if solved.len() >= most {
                        break;
                    }
                    if pause()? {
                        return Ok(Size::Known);
                    }
                }
            }
        }
        solved.truncate(most);
        Ok(match (solved.is_empty(), self.undecided.load(Ordering::Relaxed)) {
            (false, _) => Size::Solved(solved),
            (true, true) => Size::Undecided,
            (true, false) => Size::None(self.tried.load(Ordering::Relaxed)),
        })
    }

    /// The most marks that so many tokens can make from any state: the widest stored effect, since each loop's
    /// largest counts are stored.
    fn reach(&self, tokens: usize) -> u32 {
        match tokens {
            0 => 0,
            tokens if tokens <= self.store.sizes() => {
                (1..=tokens).map(|size| self.store.level(size).widest()).max().unwrap_or(0)
            }
            _ => u32::MAX,
        }
    }

    fn missing(&self, made: &[u64]) -> u32 {
        self.deepening.table.marks() as u32 - marks::count(made)
    }

    /// Puts each action behind each point.
    fn actions(
        &self,
        tokens: usize,
        points: &[u32],
        front: &mut Front<'_>,
        solved: &mut Vec<Program>,
    ) -> Result<(), Halt> {
        let table = self.deepening.table;
        let later = self.reach(self.size - tokens - 1);
        self.tried.fetch_add((points.len() * table.actions()) as u64, Ordering::Relaxed);
        for &point in points {
            for action in 0..table.actions() {
                let state = table.step(front.state(point), action);
                let mut made = front.made(point).to_vec();
                table.mark(state).into_iter().for_each(|mark| marks::put(&mut made, mark));
                let missing = self.missing(&made);
                let action = u8::try_from(action).unwrap_or(u8::MAX);
                if missing == 0 {
                    solved.push([front.program(point, self.store), vec![Item::Do(action)]].concat());
                } else if missing <= later {
                    front.put(tokens + 1, state, &made, (point, Step::Action(action)))?;
                }
            }
        }
        Ok(())
    }

    fn note(&self, hit: Hit, tokens: usize, front: &mut Front<'_>, solved: &mut Vec<Program>) -> Result<(), Halt> {
        match hit {
            Hit::Solved(point, step) => {
                let program = [front.program(point, self.store), items(&step, self.store)].concat();
                solved.push(program);
                Ok(())
            }
            Hit::Point(before, step, state, made) => front.put(tokens, state, &made, (before, Step::Loop(step))),
        }
    }

    /// Cuts the tasks of a batch into slices of about [`SLICE`] compositions.
    fn slices<'t>(&self, batch: &Batch<'_>, tasks: &'t [Task]) -> Vec<&'t [Task]> {
        let choices = |slot: &Slot| if let Slot::Any(size) = slot { self.store.level(*size).len() as u64 } else { 1 };
        let work = |shape: &Shape| {
            let after_first = shape.iter().skip_while(|slot| matches!(slot, Slot::Loop(_))).skip(1);
            after_first.map(choices).fold(batch.points.len() as u64, u64::saturating_mul)
        };
        let works: Vec<u64> = batch.shapes.iter().map(work).collect();
        let mut sum = 0;
        tasks
            .chunk_by(|&(before, _), _| {
                sum += works[before];
                let goes_on = sum < SLICE;
                sum = if goes_on { sum } else { 0 };
                goes_on
            })
            .collect()
    }

    /// Runs tasks of a batch on all threads. The hits come in the order of the tasks, so the answer does not depend on
    /// how many threads there are.
    fn batch(&self, batch: &Batch<'_>, tasks: &[Task], front: &Front<'_>) -> Result<Vec<Hit>, Halt> {
        let (next, first) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let found: Mutex<Vec<(usize, Vec<Hit>)>> = Mutex::new(Vec::new());
        let work = || -> Result<(), Halt> {
            let mut worker = Worker::new(self, batch, front);
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                // A task behind a solution cannot come before it.
                if at >= tasks.len() || at > first.load(Ordering::Relaxed) {
                    return worker.settle();
                }
                let (shape, index) = tasks[at];
                worker.task(&batch.shapes[shape], index)?;
                if !worker.hits.is_empty() {
                    if worker.done() {
                        first.fetch_min(at, Ordering::Relaxed);
                    }
                    let hits = (at, std::mem::take(&mut worker.hits));
                    found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(hits);
                }
            }
        };
        let threads = self.deepening.cx.thread_count().min(tasks.len());
        if threads <= 1 {
            work()?;
        } else {
            std::thread::scope(|scope| {
                let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
                workers
                    .into_iter()
                    .try_for_each(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            })?;
        }
        let mut found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        found.sort_unstable_by_key(|(at, _)| *at);
        let last = first.into_inner();
        Ok(found.into_iter().filter(|(at, _)| *at <= last).flat_map(|(_, hits)| hits).collect())
    }

    /// Each shape with each choice for its first effect.
    fn tasks(&self, batch: &Batch<'_>) -> Vec<Task> {
        let mut tasks = Vec::new();
        for (at, shape) in batch.shapes.iter().enumerate() {
            let first = shape.iter().find_map(|slot| if let Slot::Any(size) = slot { Some(*size) } else { None });
            let choices = first.map_or(0, |size| self.store.level(size).len());
            tasks.extend((0..choices).filter_map(|index| u32::try_from(index).ok()).map(|index| (at, index)));
        }
        tasks
    }
}

/// One thread's work on a batch.
struct Worker<'w> {
    search: &'w Search<'w, 'w>,
    batch: &'w Batch<'w>,
    front: &'w Front<'w>,
    runner: Runner,
    hits: Vec<Hit>,
    parts: Vec<Part<'w>>,
    spent: u64,
    /// Compositions run and not yet added to those of the search.
    tried: u64,
    /// Solutions of this task.
    solved: usize,
}

impl<'w> Worker<'w> {
    fn new(search: &'w Search<'_, '_>, batch: &'w Batch<'_>, front: &'w Front<'_>) -> Worker<'w> {
        let table = search.deepening.table;
        let runner = Runner::new(table.states(), table.words());
        Worker { search, batch, front, runner, hits: Vec::new(), parts: Vec::new(), spent: 0, tried: 0, solved: 0 }
    }

    fn settle(&mut self) -> Result<(), Halt> {
        self.search.tried.fetch_add(std::mem::take(&mut self.tried), Ordering::Relaxed);
        self.search.deepening.cx.spend(std::mem::take(&mut self.spent))
    }

    /// Every choice of effects for a shape, the first being given.
    fn task(&mut self, shape: &Shape, index: u32) -> Result<(), Halt> {
        self.parts.clear();
        self.solved = 0;
        let open = shape.iter().filter(|slot| matches!(slot, Slot::Loop(_))).count();
        let mut first = Some(index);
        self.fill(shape, &mut first, open)
    }

    /// Fills the slots from the one that comes next, then runs the body.
    fn fill(&mut self, shape: &[Slot], first: &mut Option<u32>, open: usize) -> Result<(), Halt> {
        let store = self.search.store;
        let Some((slot, rest)) = shape.split_first() else { return self.body(open) };
        let at = self.parts.len();
        match *slot {
            Slot::Loop(parts) => {
                let count = self.parts.iter().filter(|part| matches!(part, Part::Loop { .. })).count();
                self.parts.push(Part::Loop { count, parts });
                self.fill(rest, first, open)?;
            }
            Slot::Any(size) => {
                let level = u8::try_from(size - 1).unwrap_or(u8::MAX);
                let all = u32::try_from(store.level(size).len()).unwrap_or(u32::MAX);
                let choices = first.take().map_or(0..all, |only| only..only + 1);
                for index in choices {
                    let id = Id { level, index };
                    self.parts.push(Part::Do(store.effect(id), id));
                    self.fill(rest, &mut None, open)?;
                    self.parts.truncate(at);
                    if self.done() {
                        break;
                    }
                }
            }
        }
        self.parts.truncate(at);
        Ok(())
    }

    /// Whether this task has as many solutions as are wanted.
    fn done(&self) -> bool {
        self.solved >= self.search.deepening.most
    }

    /// Runs the body behind every point.
    fn body(&mut self, open: usize) -> Result<(), Halt> {
        for &point in self.batch.points {
            self.spent += 1;
            if self.spent >= CHUNK {
                self.settle()?;
            }
            if open == 0 {
                if self.may_do(point) {
                    self.case(point, &[]);
                }
            } else {
                self.cases(point, open)?;
            }
            if self.done() {
                break;
            }
        }
        Ok(())
    }

    /// Whether a body of stored effects makes enough marks, if no two of its marks are the same.
    fn may_do(&mut self, point: u32) -> bool {
        let most = |part: &Part<'_>| match part {
            Part::Do(_, id) => self.search.store.level(usize::from(id.level) + 1).most(id.index as usize),
            Part::Loop { .. } => 0,
        };
        let most: u32 = self.parts.iter().map(most).sum();
        let needed = self.search.missing(self.front.made(point)).saturating_sub(self.batch.later);
        needed == 0
            || self.runner.length(&self.parts, self.front.state(point)) as u64 * u64::from(most) >= needed.into()
    }

    /// All cases of the open counts.
    fn cases(&mut self, point: u32, open: usize) -> Result<(), Halt> {
        let mut cases = vec![vec![Count::OPEN; open]];
        while let Some(counts) = cases.pop() {
            self.spent += 1;
            if self.spent >= CHUNK {
                self.settle()?;
            }
            let Some(split) = self.case(point, &counts) else {
                if self.done() {
                    break;
                }
                continue;
            };
            let Some(finer) = split.cases(counts[split.count]) else {
                self.search.undecided.store(true, Ordering::Relaxed);
                continue;
            };
            for case in finer.into_iter().rev() {
                let mut counts = counts.clone();
                counts[split.count] = case;
                cases.push(counts);
            }
        }
        Ok(())
    }

    /// One case: notes what it leads to, or says of which count more must be known.
    fn case(&mut self, point: u32, counts: &[Count]) -> Option<super::run::Split> {
        self.tried += 1;
        let (state, made) = (self.front.state(point), self.front.made(point));
        if let Err(split) = self.runner.forever(&self.parts, counts, state, made, |_, _| {}) {
            return Some(split);
        }
        let missing = self.search.missing(&self.runner.made);
        if missing == 0 {
            let step = self.tokens(None, counts);
            self.hits.push(Hit::Solved(point, step));
            self.solved += 1;
        } else if !self.batch.last && missing <= self.batch.later {
            self.points(point, counts);
        }
        None
    }

    /// Runs again and notes every point from the second pass on from which the rest of the tokens may do.
    fn points(&mut self, point: u32, counts: &[Count]) {
        let (state, made) = (self.front.state(point), self.front.made(point));
        let mut passes: Vec<(u16, Box<[u64]>)> = Vec::new();
        let note = |state: u16, made: &[u64]| passes.push((state, made.into()));
        let Ok(tail) = self.runner.forever(&self.parts, counts, state, made, note) else { return };
        let whole: Box<[u64]> = self.runner.made.as_slice().into();
        let cycle = passes.len() - tail;
        for (count, (state, made)) in (1..).zip(passes) {
            // On the cycle a larger count leads to the same state with every mark of the orbit.
            let (count, made) = if count >= tail { (count + cycle, whole.clone()) } else { (count, made) };
            if count > 1 && self.search.missing(&made) <= self.batch.later {
                let step = self.tokens(Some(count as u64), counts);
                self.hits.push(Hit::Point(point, step, state, made));
            }
        }
    }

    /// The loop that was run, with values for its counts.
    fn tokens(&self, count: Option<u64>, counts: &[Count]) -> Box<[Token]> {
        let states = self.search.deepening.table.states() as u64;
        let narrow = |parts: usize| u32::try_from(parts).unwrap_or(u32::MAX);
        let inner = self.parts.iter().map(|part| match *part {
            Part::Do(_, id) => Token::Effect(id),
            Part::Loop { count, parts } => Token::Loop(Some(counts[count].value(states)), narrow(parts)),
        });
        std::iter::once(Token::Loop(count, narrow(self.parts.len()))).chain(inner).collect()
    }
}
