//! Breadth-first search whose states lie on disk: layers of sorted keys, and duplicates found by merging (delayed duplicate
//! detection; Munagala and Ranade 1999, Korf 2004).
//!
//! The states of a layer are expanded in batches. Their successors fill a buffer in memory; when it is full it is sorted
//! and written as a *run*. At the end of the layer the runs are merged, and what lies in an earlier layer is left out:
//! the rest is the next layer. All layers are read once for each new one, forwards, so a space of few wide layers suits
//! it; the solution is found by going back through the layers, each expanded again at most.
//!
//! The files belong to the [`Store`] of the context, under names that begin with the caller's. After each layer a
//! small file says how far the search has come, with checksums of the layers: a search that was killed goes on from there.
//! With memory enough [`breadth_first`](super::breadth_first()) is faster.

use std::io::{self, Write};

use super::expansion::{Expansion, labels};
use super::merge::{Keys, merge};
use super::outcome::{Cut, Evidence, Found, Outcome};
use super::space::PackedSpace;
use crate::{Context, EngineLimit, Halt, Reservation, Stored};

/// The fewest keys of the buffer.
const LEAST: usize = 1 << 12;
/// The bytes of the buffer where memory is not limited.
const BUFFER: u64 = 1 << 28;

/// What a search on disk knows beside a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnDisk {
    /// A shortest solution.
    pub found: Found,
    /// How many states are first reached after so many moves, without a goal.
    pub layers: Vec<u64>,
}

/// Finds a shortest solution from `start`, which is no goal, with files of at most `disk` bytes under names that begin
/// with `name`. The name must differ for different spaces and starts.
///
/// One node of the budget is one state expanded. The files are removed at the end, and kept where a limit ends the
/// search, for the next call.
///
/// # Errors
/// The error of the rules.
pub fn on_disk<S: PackedSpace>(
    space: &S,
    start: &[u32],
    (name, disk): (&str, u64),
    cx: &Context<'_>,
) -> Result<Outcome<OnDisk>, S::Error> {
    let mut depth = 0;
    let searched =
        Search::begin(space, start, Files { name, disk, cx }, cx).and_then(|mut search| search.run(&mut depth));
    searched.or_else(|cut| cut.settle(depth + 1))
}

/// The files of a search.
struct Files<'c> {
    name: &'c str,
    disk: u64,
    cx: &'c Context<'c>,
}

impl Files<'_> {
    fn layer(&self, depth: usize) -> String {
        format!("{}.layer.{depth}", self.name)
    }

    fn run(&self, number: usize) -> String {
        format!("{}.run.{number}", self.name)
    }

    fn progress(&self) -> String {
        format!("{}.progress", self.name)
    }

    fn put(&self, key: &str, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> Result<(), Halt> {
        self.cx.tables().put(key, write).map_err(|_| Halt::Disk)
    }

    fn get(&self, key: &str) -> Result<Stored, Halt> {
        self.cx.tables().get(key).ok_or(Halt::Disk)
    }

    fn forget(&self, key: &str) {
        self.cx.tables().forget(key);
    }
}

struct Search<'s, 'c, S: PackedSpace> {
    space: &'s S,
    files: Files<'c>,
    cx: &'c Context<'c>,
    expansion: Expansion<'s, 'c, S>,
    /// The states and the checksum of each layer.
    layers: Vec<(u64, u64)>,
    buffer: Vec<u32>,
    /// The most keys of the buffer.
    room: usize,
    runs: usize,
    _held: Reservation<'c>,
}

impl<'s, 'c, S: PackedSpace> Search<'s, 'c, S> {
    fn begin(space: &'s S, start: &[u32], files: Files<'c>, cx: &'c Context<'c>) -> Result<Self, Cut<S::Error>> {
        // A key costs its words and four bytes to be sorted by; half of the memory is left for batches.
        let each = (space.words() * 4 + 4) as u64;
        let bytes = cx.budget().bytes.map_or(BUFFER, |bytes| bytes / 2);
        let room = usize::try_from(bytes / each).unwrap_or(usize::MAX).max(LEAST);
        let held = cx.reserve(room as u64 * each)?;
        let expansion = Expansion::new(space, cx)?;
        let layers = read_progress(&files, space.words()).unwrap_or_default();
        let buffer = Vec::new();
        let mut search = Search { space, files, cx, expansion, layers, buffer, room, runs: 0, _held: held };
        let first = search.layers.first().copied();
        if first.is_none() || search.keys(0).is_ok_and(|keys| keys.words(0..keys.len()).as_ref() != start) {
            search.restart(start)?;
        }
        Ok(search)
    }

    fn restart(&mut self, start: &[u32]) -> Result<(), Cut<S::Error>> {
        self.forget();
        self.layers.clear();
        self.buffer.extend_from_slice(start);
        let sum = self.write_layer(0)?;
        self.layers.push((1, sum));
        Ok(self.write_progress()?)
    }

    /// The keys of a layer.
    fn keys(&self, depth: usize) -> Result<Keys, Halt> {
        Ok(Keys::new(self.files.get(&self.files.layer(depth))?, self.space.words()))
    }

    fn states(&self) -> u64 {
        self.layers.iter().map(|(states, _)| states).sum()
    }

    fn run(&mut self, depth: &mut u32) -> Result<Outcome<OnDisk>, Cut<S::Error>> {
        loop {
            *depth = self.layers.len() as u32 - 1;
            let states = self.states();
            self.cx.report("breadth-first on disk", states, None, Some(u64::from(*depth) + 1));
            if self.layers.last().is_some_and(|(states, _)| *states == 0) {
                self.forget();
                return Ok(Outcome::Impossible(Evidence { states, dead_ends: 0 }));
            }
            if let Some(last) = self.expand()? {
                let labels = self.solved(last)?;
                self.forget();
                let layers = self.layers.iter().map(|(states, _)| *states).collect();
                return Ok(Outcome::Found(OnDisk { found: Found { labels, states }, layers }));
            }
            let next = self.layers.len();
            let sum = self.write_layer(next)?;
            self.layers.push((self.keys(next)?.len() as u64, sum));
            self.write_progress()?;
        }
    }

    /// Expands the last layer into runs; gives the state before the first goal.
    fn expand(&mut self) -> Result<Option<Vec<u32>>, Cut<S::Error>> {
        let keys = self.keys(self.layers.len() - 1)?;
        let (words, mut at) = (self.space.words(), 0);
        let mut goal = None;
        while at < keys.len() && goal.is_none() {
            let next = keys.len().min(at + self.expansion.most());
            let batch = keys.words(at..next);
            let Search { expansion, buffer, files, runs, room, .. } = self;
            expansion.expand(&batch, |step| {
                if step.is_goal {
                    goal = goal.or(Some(step.from));
                } else if goal.is_none() {
                    buffer.extend_from_slice(step.key);
                    if buffer.len() / words >= *room {
                        write_run(files, runs, buffer, words)?;
                    }
                }
                Ok(())
            })?;
            goal = goal.map(|from| at + from);
            at = next;
        }
        if goal.is_none() && !self.buffer.is_empty() && self.runs > 0 {
            write_run(&self.files, &mut self.runs, &mut self.buffer, words)?;
        }
        Ok(goal.map(|at| keys.words(at..at + 1).into_owned()))
    }

    /// Merges the runs, or the buffer where there are none, into a layer; gives its checksum.
    fn write_layer(&mut self, depth: usize) -> Result<u64, Halt> {
        let words = self.space.words();
        let runs: Result<Vec<Keys>, Halt> = match self.runs {
            0 => Ok(vec![Keys::new(sorted(&mut self.buffer, words), words)]),
            count => (0..count).map(|run| Ok(Keys::new(self.files.get(&self.files.run(run))?, words))).collect(),
        };
        let earlier: Result<Vec<Keys>, Halt> = (0..depth).map(|depth| self.keys(depth)).collect();
        let (runs, earlier) = (runs?, earlier?);
        let bytes = |keys: &[Keys]| keys.iter().map(Keys::bytes).sum::<u64>();
        if bytes(&earlier) + 2 * bytes(&runs) > self.files.disk {
            return Err(Halt::Disk);
        }
        let mut halted = Ok(());
        let mut sum = 0;
        let cx = self.cx;
        self.files
            .put(&self.files.layer(depth), &mut |out| {
                let merged = merge(&runs, &earlier, out, &mut || cx.spend(0));
                match merged? {
                    Ok(checksum) => sum = checksum,
                    Err(halt) => {
                        halted = Err(halt);
                        return Err(io::ErrorKind::Interrupted.into());
                    }
                }
                Ok(())
            })
            .or_else(|halt| halted.and(Err(halt)))?;
        drop(runs);
        (0..self.runs).for_each(|run| self.files.forget(&self.files.run(run)));
        self.runs = 0;
        Ok(sum)
    }

    /// The labels of a solution by way of this state of the last layer: a state before it is looked for in each layer.
    fn solved(&mut self, last: Vec<u32>) -> Result<Vec<u32>, Cut<S::Error>> {
        let mut path = vec![last];
        for depth in (0..self.layers.len() - 1).rev() {
            self.cx.report("the way back", depth as u64, None, Some(self.layers.len() as u64));
            let before = self.before(depth, &path[path.len() - 1].clone())?;
            path.push(before.ok_or(Halt::Engine(EngineLimit::Effort))?);
        }
        labels(self.space, self.expansion.worker(), path.iter().rev().map(Vec::as_slice))
    }

    /// A state of a layer from which a move leads to `state`.
    fn before(&mut self, depth: usize, state: &[u32]) -> Result<Option<Vec<u32>>, Cut<S::Error>> {
        let keys = self.keys(depth)?;
        let mut at = 0;
        while at < keys.len() {
            let next = keys.len().min(at + self.expansion.most());
            let (batch, mut found) = (keys.words(at..next), None);
            self.expansion.expand(&batch, |step| {
                if !step.is_goal && step.key == state {
                    found = found.or(Some(step.from));
                }
                Ok(())
            })?;
            if let Some(from) = found {
                return Ok(Some(keys.words(at + from..at + from + 1).into_owned()));
            }
            at = next;
        }
        Ok(None)
    }

    fn write_progress(&self) -> Result<(), Halt> {
        let numbers = self.layers.iter().flat_map(|&(states, sum)| [states, sum]);
        let bytes: Vec<u8> = numbers.flat_map(u64::to_le_bytes).collect();
        self.files.put(&self.files.progress(), &mut |out| out.write_all(&bytes))
    }

    /// Removes all files.
    fn forget(&self) {
        self.files.forget(&self.files.progress());
        (0..=self.layers.len()).for_each(|depth| self.files.forget(&self.files.layer(depth)));
        (0..self.runs).for_each(|run| self.files.forget(&self.files.run(run)));
    }
}

/// The layers of an earlier search whose files are whole.
fn read_progress(files: &Files<'_>, words: usize) -> Option<Vec<(u64, u64)>> {
    let bytes = files.cx.tables().get(&files.progress())?;
    let numbers: Vec<u64> =
        bytes.chunks_exact(8).map(|it| u64::from_le_bytes(it.try_into().unwrap_or_default())).collect();
    let layers: Vec<(u64, u64)> = numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    let is_whole = |(depth, &(states, sum)): (usize, &(u64, u64))| {
        let keys = files.get(&files.layer(depth)).map(|stored| Keys::new(stored, words));
        keys.is_ok_and(|keys| keys.len() as u64 == states && keys.checksum() == sum)
    };
    let whole = layers.iter().enumerate().take_while(|layer| is_whole(*layer)).count();
    Some(layers[..whole].to_vec())
}

/// Sorts the keys of the buffer and writes them as a run.
fn write_run(files: &Files<'_>, runs: &mut usize, buffer: &mut Vec<u32>, words: usize) -> Result<(), Halt> {
    let bytes = sorted(buffer, words);
    files.put(&files.run(*runs), &mut |out| out.write_all(&bytes))?;
    *runs += 1;
    Ok(())
}

/// The keys of the buffer as bytes, sorted and each once; the buffer is empty then.
fn sorted(buffer: &mut Vec<u32>, words: usize) -> Stored {
    let key = |at: u32| &buffer[at as usize * words..][..words];
    let mut order: Vec<u32> = (0..(buffer.len() / words) as u32).collect();
    order.sort_unstable_by(|&one, &other| key(one).cmp(key(other)));
    order.dedup_by(|one, other| key(*one) == key(*other));
    let bytes: Vec<u8> = order.iter().flat_map(|&at| key(at).iter().flat_map(|word| word.to_be_bytes())).collect();
    buffer.clear();
    Box::new(bytes)
}
