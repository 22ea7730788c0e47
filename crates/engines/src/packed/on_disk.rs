//! Breadth-first search whose states lie on disk: layers of sorted keys, and duplicates found by merging (delayed
//! duplicate detection; Munagala and Ranade 1999, Korf 2004).
//!
//! The states of a layer are expanded in batches. Their successors fill a buffer in memory; when it is full it is
//! sorted and written as a *run*. At the end of the layer the runs are merged, and what lies in an earlier layer is
//! left out: the rest is the next layer. All layers are read once for each new one, forwards, so a space of few wide
//! layers suits it; the solution is found by going back through the layers, each expanded again at most.
//!
//! The files lie in a folder of the context's store that is this search's alone while it runs
//! ([`files`](super::files)). Each says which search and which layer it belongs to, with its length and a checksum. A
//! search that was killed goes on from the layers that are whole, and everything else that it left is removed.
//! With memory enough [`breadth_first`](super::breadth_first()) is faster.

use std::cell::RefCell;

use super::expansion::{Expansion, labels};
use super::files::{FileName, Files};
use super::merge::{Keys, merge};
use super::outcome::{Cut, Evidence, Found};
use super::space::PackedSpace;
use crate::{Context, EngineLimit, Halt, Outcome, Reservation, Stored};

/// The fewest keys of the buffer.
const MIN: usize = 1 << 12;
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

/// How a search on disk ended. Where [`Halt::Storage`] ended it, the text says what failed, and where.
pub type DiskOutcome = Outcome<OnDisk, Evidence, Option<String>>;

/// Finds a shortest solution from `start`, which is no goal, with files of at most `disk` bytes.
///
/// `identity` holds all that the moves of the space and its keys follow from, with the version of both: what a search
/// of the same identity from the same start left behind is taken for this search's own.
/// One node of the budget is one state expanded. The files are removed at the end, and kept where a limit ends the
/// search, for the next call.
///
/// # Errors
/// The error of the rules.
pub fn on_disk<S: PackedSpace>(
    space: &S,
    start: &[u32],
    (identity, disk): (&[u8], u64),
    cx: &Context<'_>,
) -> Result<DiskOutcome, S::Error> {
    let (mut depth, failure) = (0, RefCell::new(None));
    let search = Files::open((identity, start), disk, &failure, cx)
        .map_err(Cut::Halt)
        .and_then(|files| Search::begin(space, start, files, cx));
    let ended = search.and_then(|mut search| {
        let ended = search.run(&mut depth)?;
        search.delete();
        Ok(ended)
    });
    Ok(match ended.or_else(|cut| cut.settle(depth + 1))? {
        Outcome::Found(found) => Outcome::Found(found),
        Outcome::Impossible(evidence) => Outcome::Impossible(evidence),
        Outcome::Unfinished { halt, at_least, .. } => Outcome::Unfinished { halt, at_least, partial: failure.take() },
    })
}

struct Search<'s, 'c, S: PackedSpace> {
    space: &'s S,
    files: Files<'c>,
    cx: &'c Context<'c>,
    expansion: Expansion<'s, 'c, S>,
    layers: Vec<Keys>,
    /// The keys of the next layer that are not in a run yet.
    buffer: Vec<u32>,
    /// The most keys of the buffer.
    room: usize,
    runs: Vec<Keys>,
    _held: Reservation<'c>,
}

impl<'s, 'c, S: PackedSpace> Search<'s, 'c, S> {
    fn begin(space: &'s S, start: &[u32], files: Files<'c>, cx: &'c Context<'c>) -> Result<Self, Cut<S::Error>> {
        // A key costs its words and four bytes to be sorted by; half of the memory is left for batches.
        let each = (space.words() * 4 + 4) as u64;
        let bytes = cx.budget().bytes.map_or(BUFFER, |bytes| bytes / 2);
        let room = usize::try_from(bytes / each).unwrap_or(usize::MAX).max(MIN);
        let held = cx.reserve(room as u64 * each)?;
        let expansion = Expansion::new(space, cx)?;
        let (layers, runs) = (files.resume()?, Vec::new());
        let mut search = Search { space, files, cx, expansion, layers, buffer: Vec::new(), room, runs, _held: held };
        if search.layers.is_empty() {
            search.buffer.extend_from_slice(start);
            search.add_layer()?;
        }
        Ok(search)
    }

    fn states(&self) -> u64 {
        self.layers.iter().map(|layer| layer.len() as u64).sum()
    }

    fn run(&mut self, depth: &mut u32) -> Result<super::Outcome<OnDisk>, Cut<S::Error>> {
        loop {
            *depth = self.layers.len() as u32 - 1;
            let states = self.states();
            self.cx.report("breadth-first on disk", states, None, Some(u64::from(*depth) + 1));
            if self.layers.last().is_some_and(|layer| layer.len() == 0) {
                return Ok(Outcome::Impossible(Evidence { states, dead_ends: 0 }));
            }
            if let Some(last) = self.expand()? {
                let labels = self.solved(last)?;
                let layers = self.layers.iter().map(|layer| layer.len() as u64).collect();
                return Ok(Outcome::Found(OnDisk { found: Found { labels, states }, layers }));
            }
            self.add_layer()?;
        }
    }

    /// Expands the last layer into runs; gives the state before the first goal.
    fn expand(&mut self) -> Result<Option<Vec<u32>>, Cut<S::Error>> {
        let Search { layers, expansion, buffer, files, runs, room, .. } = self;
        let (Some(keys), words) = (layers.last(), self.space.words()) else { return Ok(None) };
        let (mut at, mut goal) = (0, None);
        while at < keys.len() && goal.is_none() {
            let next = keys.len().min(at + expansion.most());
            expansion.expand(&keys.words(at..next), |step| {
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
        if goal.is_none() && !buffer.is_empty() && !runs.is_empty() {
            write_run(files, runs, buffer, words)?;
        }
        Ok(goal.map(|at| keys.words(at..at + 1).into_owned()))
    }

    /// Merges the runs, or the buffer where there are none, into the next layer.
    fn add_layer(&mut self) -> Result<(), Halt> {
        let words = self.space.words();
        let buffered = [Keys::new(sorted(&mut self.buffer, words), words)];
        let runs = if self.runs.is_empty() { buffered.as_slice() } else { self.runs.as_slice() };
        let name = FileName::layer(self.layers.len());
        let layer = self.files.put(name, &mut |out| merge(runs, &self.layers, out, &mut || self.cx.spend(0)))?;
        self.layers.push(layer);
        for (number, run) in self.runs.drain(..).enumerate() {
            self.files.remove(FileName::run(number), run);
        }
        Ok(())
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
        let (keys, mut at) = (&self.layers[depth], 0);
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

    /// Removes all files.
    fn delete(self) {
        // A file that is still mapped cannot be removed everywhere.
        drop((self.layers, self.runs));
        self.files.delete();
    }
}

/// Sorts the keys of the buffer and writes them as a run.
fn write_run(files: &Files<'_>, runs: &mut Vec<Keys>, buffer: &mut Vec<u32>, words: usize) -> Result<(), Halt> {
    let bytes = sorted(buffer, words);
    runs.push(files.put(FileName::run(runs.len()), &mut |out| out.write_all(&bytes).map(Ok))?);
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
