//! The complete map of a token-motion state space: the exact distance of every state to the goal.
//!
//! Breadth-first search over bit planes, one bit a state and residue of the distance by three: a planned numbering
//! ([`frame`]) turns moves of some tokens into unions of whole blocks of bits and moves of the others into a few
//! fixed permutations of a block's bits, done with wide byte shuffles ([`pull`]). Distances by three suffice, since
//! neighbours differ by at most one (Cooperman and Finkelstein, New methods for using Cayley graphs in
//! interconnection networks, 1992); two bits a state are saved ([`file`]), and any state's distance is read by walking
//! down to the goal ([`lookup`]). Cost: about a nanosecond a state for all distances together where blocks are long.
//!
//! Every arrangement has a bit, reachable or not. For one answer, or where the map does not fit in memory, the search
//! engines are better.

mod arrangements;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod fetch;
mod file;
mod frame;
mod levels;
mod lookup;
mod planes;
mod portable;
mod pull;
mod puller;
#[cfg(target_arch = "x86_64")]
mod shuffle;
#[cfg(target_arch = "x86_64")]
mod vbmi;

use std::cmp::Reverse;
use std::fmt;

pub use file::Damaged;
pub use lookup::Map;
pub use pull::Path;

use crate::motion::{Board, Layout};
use crate::{Context, Halt, Stored};
use file::{File, Summary};
use frame::{Choice, Frame, Size};
use levels::{Levels, SAMPLE};
use planes::{MARGIN, Plane};
use pull::Programs;

/// What a map will take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Arrangements of the tokens, reachable or not; `u64::MAX` where there are more.
    pub states: u64,
    /// Bytes of memory to build it; `u64::MAX` where it would be more.
    pub bytes: u64,
    /// Bytes of the saved map at most.
    pub file_bytes: u64,
}

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// How many states there are at each distance from the goal, from 0 to the largest.
    pub distances: Vec<u64>,
    /// States at the largest distance: all, or the first hundred.
    pub hardest: Vec<Layout>,
}

impl Census {
    /// Reachable states.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.distances.iter().sum()
    }

    /// The largest distance.
    #[must_use]
    pub fn largest(&self) -> u32 {
        self.distances.len() as u32 - 1
    }

    /// The mean distance.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.distances.iter().zip(0u32..).map(|(&count, d)| count as f64 * f64::from(d)).sum();
        sum / self.states() as f64
    }
}

/// A map that was not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapHalt {
    /// The limit that was reached.
    pub halt: Halt,
    /// The deepest distance that was finished: some state is this far away.
    pub finished: Option<u32>,
    /// The bytes that the map needs, where memory does not suffice.
    pub needed: Option<u64>,
}

impl fmt::Display for MapHalt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.halt.fmt(f)?;
        match (self.needed, self.finished) {
            (Some(u64::MAX), _) => f.write_str("; the map needs more than can be counted"),
            (Some(bytes), _) => write!(f, "; the map needs {bytes} bytes"),
            (None, Some(distance)) => write!(f, "; the map is finished up to distance {distance}"),
            (None, None) => Ok(()),
        }
    }
}

impl std::error::Error for MapHalt {}

/// How to build.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether each finished distance is kept in the context's store, so that an interrupted build goes on there.
    pub checkpoints: bool,
    /// Which instructions permute bits; the portable ones where the machine lacks those.
    pub path: Path,
}

impl Default for Options {
    fn default() -> Options {
        Options { checkpoints: false, path: Path::fastest() }
    }
}

/// What the map of a board will take. Cost: that of trying which colours to name, at most a second.
#[must_use]
pub fn plan(board: &Board) -> Plan {
    match Choice::best(board) {
        Some(choice) => Plan::of(&choice.size),
        None => Plan { states: u64::MAX, bytes: u64::MAX, file_bytes: u64::MAX },
    }
}

impl Plan {
    fn of(size: &Size) -> Plan {
        let planes = size.words().saturating_add(MARGIN as u64).saturating_mul(24);
        let lists = (Levels::most_listed(size.blocks()) as u64).saturating_mul(16);
        let counts = size.chunks().saturating_mul(12);
        let bytes = [lists, counts, size.tables].into_iter().fold(planes, u64::saturating_add);
        let trailer = size.chunks().saturating_mul(9).saturating_add(4096);
        let file_bytes = size.words().saturating_mul(16).saturating_add(trailer);
        let too_large = size.orders.saturating_mul(size.bits) > u64::from(u32::MAX) || bytes > isize::MAX as u64;
        let bytes = if too_large { u64::MAX } else { bytes };
        Plan { states: size.states, bytes, file_bytes }
    }
}

/// Counts the states at each distance. See [`build`]; the map itself is dropped.
///
/// # Errors
/// Where a limit is reached; at once where memory does not suffice.
pub fn census(board: &Board, cx: &Context<'_>) -> Result<Census, MapHalt> {
    Ok(build(board, Options::default(), cx)?.into_census())
}

/// Builds the map of a board, in as many threads as the context allows. A node is a state reached. Reports each
/// finished distance under the stage `map`. The map keeps its planes, three bits a state, until it is dropped; the
/// context counts them while they are filled.
///
/// # Errors
/// Where a limit is reached; at once where memory does not suffice.
pub fn build(board: &Board, options: Options, cx: &Context<'_>) -> Result<Map, MapHalt> {
    let choice = Choice::best(board).ok_or(refused(u64::MAX))?;
    let plan = Plan::of(&choice.size);
    if plan.bytes == u64::MAX {
        return Err(refused(u64::MAX));
    }
    let _reserved = cx.reserve(plan.bytes).map_err(|_| refused(plan.bytes))?;
    let (frame, programs, planes) = cx.setup(|| {
        let frame = Frame::new(board, choice);
        let programs = Programs::compile(frame.permutations(), frame.width, options.path);
        let planes = planes(&frame, plan.bytes, cx);
        (frame, programs, planes)
    });
    let mut levels = Levels::begin(&frame, &programs, planes?);
    let checkpoints = options.checkpoints.then(|| Checkpoints::of(&frame));
    if let Some(checkpoints) = &checkpoints {
        cx.setup(|| checkpoints.resume(&mut levels, &frame, cx));
    }
    explore(&mut levels, &frame, checkpoints.as_ref(), cx)?;
    let summary = summary(&levels, true);
    let Levels { planes, .. } = levels;
    Ok(Map::built(frame, planes, summary))
}

fn refused(bytes: u64) -> MapHalt {
    MapHalt { halt: Halt::Bytes, finished: None, needed: Some(bytes) }
}

/// Three planes of zeros; the system may have less memory than the budget allows.
fn planes(frame: &Frame, needed: u64, cx: &Context<'_>) -> Result<[Plane; 3], MapHalt> {
    let plane = || {
        // The system may take seconds to give out gigabytes.
        cx.spend(0).map_err(|halt| MapHalt { halt, finished: None, needed: None })?;
        Plane::zeroed(frame.chunks * frame.chunk_words(), cx.thread_count()).map_err(|_| refused(needed))
    };
    Ok([plane()?, plane()?, plane()?])
}

/// Goes on, distance by distance, to the end.
fn explore(
    levels: &mut Levels<'_>,
    frame: &Frame,
    checkpoints: Option<&Checkpoints>,
    cx: &Context<'_>,
) -> Result<(), MapHalt> {
    loop {
        let finished = levels.finished() as u32;
        cx.report("map", u64::from(finished), None, Some(u64::from(finished)));
        match levels.step(cx) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(halt) => return Err(MapHalt { halt, finished: Some(finished), needed: None }),
        }
        if let Some(checkpoints) = checkpoints {
            checkpoints.keep(levels, frame, cx);
        }
    }
}

fn summary(levels: &Levels<'_>, complete: bool) -> Summary {
    let mut sample = levels.last.codes.clone();
    sample.sort_unstable();
    sample.truncate(SAMPLE);
    Summary { complete, distances: levels.distances.clone(), sample }
}

/// Finished distances in a store, under two keys in turn: the one before the last is there while the last is written.
struct Checkpoints(u64);

impl Checkpoints {
    fn of(frame: &Frame) -> Checkpoints {
        Checkpoints(file::key(frame))
    }

    fn name(&self, distance: usize) -> String {
        format!("map-{:016x}-{}", self.0, distance % 2)
    }

    /// Keeps what is finished. Where the store fails, the build goes on without.
    fn keep(&self, levels: &Levels<'_>, frame: &Frame, cx: &Context<'_>) {
        let summary = summary(levels, false);
        let mut write = |out: &mut dyn std::io::Write| file::write(frame, &levels.planes, &summary, out);
        let _ = cx.tables().put(&self.name(levels.finished()), &mut write);
    }

    /// Goes on at the deepest checkpoint that holds.
    fn resume(&self, levels: &mut Levels<'_>, frame: &Frame, cx: &Context<'_>) {
        let open = |distance| File::open(frame, cx.tables().get(&self.name(distance))?).ok();
        let mut found: Vec<(File, Summary)> = [0, 1].into_iter().filter_map(open).collect();
        found.sort_by_key(|(_, summary)| Reverse(summary.distances.len()));
        // All of a checkpoint is checked before any of it is used.
        let whole = found.into_iter().find(|(file, _)| file.check(frame).is_ok());
        if let Some((file, summary)) = whole
            && file.unpack(frame, &mut levels.planes).is_ok()
        {
            levels.resume(summary.distances, summary.sample);
        }
    }
}

impl Map {
    /// A saved map, ready for use; only its trailer is read now.
    ///
    /// # Errors
    /// Where the bytes are not the finished map of this board. What is damaged further inside is found when it is
    /// read.
    pub fn open(board: &Board, bytes: Stored) -> Result<Map, Damaged> {
        let choice = Choice::best(board).ok_or(Damaged::Board)?;
        if Plan::of(&choice.size).bytes == u64::MAX {
            return Err(Damaged::Board);
        }
        let frame = Frame::new(board, choice);
        let (file, summary) = File::open(&frame, bytes)?;
        if !summary.complete {
            return Err(Damaged::Unfinished(summary.distances.len() as u32 - 1));
        }
        Ok(Map::saved(frame, file, summary))
    }
}
