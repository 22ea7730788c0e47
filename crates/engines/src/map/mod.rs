//! The complete map of a token-motion state space: the exact distance of every state to the goal.
//!
//! Breadth-first search over bit planes, one bit a state and residue of the distance by three: a planned numbering
//! ([`frame`]) turns moves of some tokens into unions of whole blocks of bits and moves of the others into a few
//! fixed permutations of a block's bits, done with wide byte shuffles ([`pull`]). Distances by three suffice, since
//! neighbours differ by at most one (Cooperman and Finkelstein, New methods for using Cayley graphs in
//! interconnection networks, 1992); two bits a state are saved ([`mod@file`]), and any state's distance is read by
//! walking down to the goal ([`lookup`]). Cost: about a nanosecond a state for all distances together where blocks are
//! long.
//!
//! Every arrangement has a bit, reachable or not. For one answer, or where the map does not fit in memory, the search
//! engines are better.

mod arrangements;
#[cfg(target_arch = "x86_64")]
mod avx2;
mod checkpoints;
#[cfg(target_arch = "x86_64")]
mod fetch;
mod file;
mod frame;
mod job;
mod levels;
mod list;
mod lookup;
mod planes;
mod portable;
mod pull;
mod puller;
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
mod shuffle;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod vbmi;

use std::convert::Infallible;
use std::fmt;

pub use file::Damaged;
pub use lookup::Map;
pub use pull::Path;

use crate::motion::{Board, Layout};
use crate::{Context, Halt, Stored};
use checkpoints::Checkpoints;
use file::File;
use frame::{Choice, Frame, Size};
use levels::Levels;
use planes::{MARGIN, Plane};
use pull::Programs;

/// The resources that the map of a board requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of arrangements of the tokens, reachable or not; `u64::MAX` where there are that many or more.
    pub states: u64,
    /// The bytes of memory needed to build the map; `u64::MAX` where it is too large to be built at all.
    pub bytes: u64,
    /// An upper bound on the bytes of the saved map.
    pub file_bytes: u64,
}

/// The number of states of a board at each distance from the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// The number of states at each distance from the goal, from 0 to the largest distance.
    pub distances: Vec<u64>,
    /// The states at the largest distance; the first hundred of them where there are more.
    pub hardest: Vec<Layout>,
}

impl Census {
    /// Returns the number of reachable states.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.distances.iter().sum()
    }

    /// Returns the largest distance.
    #[must_use]
    pub fn largest(&self) -> u32 {
        self.distances.len() as u32 - 1
    }

    /// Returns the mean distance of all reachable states.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.distances.iter().zip(0u32..).map(|(&count, d)| count as f64 * f64::from(d)).sum();
        sum / self.states() as f64
    }
}

/// What is known of a map that was not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partial {
    /// The map needs more memory than is allowed or than the system has: this number of bytes, or `None` where the map
    /// is too large to be built at all.
    Refused(Option<u64>),
    /// All states up to this distance from the goal were found, and some state has this distance.
    UpTo(u32),
}

/// Returns a number of bytes in words, rounded up to a tenth of the largest unit of which there is one: `3.7 GiB`.
#[must_use]
pub fn size(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let Some((shift, unit)) = units.into_iter().find(|(shift, _)| bytes >> shift > 0) else {
        return format!("{bytes} bytes");
    };
    let tenths = (u128::from(bytes) * 10).div_ceil(1 << shift);
    format!("{}.{} {unit}", tenths / 10, tenths % 10)
}

impl fmt::Display for Partial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Partial::Refused(None) => f.write_str("the map needs more than can be counted"),
            Partial::Refused(Some(bytes)) => write!(f, "the map needs {} of memory", size(*bytes)),
            Partial::UpTo(distance) => write!(f, "the map is finished up to distance {distance}"),
        }
    }
}

/// How the building of a map ended. There always is a map; where it is not finished, `at_least` is a lower bound on
/// the largest distance.
pub type Outcome<T> = crate::Outcome<T, Infallible, Option<Partial>>;

/// The limit that ended a build, with what is known by then.
type Cut = (Halt, Option<Partial>);

/// How to build a map.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether each finished distance is saved in the context's store, so that the next build of the map continues
    /// from it.
    pub checkpoints: bool,
    /// Which instructions permute bits. The portable ones are used where the machine lacks these.
    pub path: Path,
}

impl Default for Options {
    fn default() -> Options {
        Options { checkpoints: false, path: Path::fastest() }
    }
}

/// Computes the resources that the map of a board requires, without building it. It takes at most a second.
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
        let lists = Levels::most_listed(size.blocks()).saturating_mul(16);
        let counts = size.chunks().saturating_mul(12);
        let bytes = [lists, counts, size.tables].into_iter().fold(planes, u64::saturating_add);
        let trailer = size.chunks().saturating_mul(9).saturating_add(4096);
        let file_bytes = size.words().saturating_mul(16).saturating_add(trailer);
        let too_large = size.orders.saturating_mul(size.bits) > u64::from(u32::MAX) || bytes > i64::MAX as u64;
        let bytes = if too_large { u64::MAX } else { bytes };
        Plan { states: size.states, bytes, file_bytes }
    }
}

/// Builds the map of a board by [`build`] and returns only the number of states at each distance.
pub fn census(board: &Board, cx: &Context<'_>) -> Outcome<Census> {
    build(board, Options::default(), cx).map(Map::into_census)
}

/// Builds the map of a board in as many threads as the context allows.
///
/// A node of the budget is a state reached. Each finished distance is reported under the stage `map`. Where memory does
/// not suffice, the build ends before any work. The map holds three bits for each arrangement until it is dropped; the
/// context counts this memory during the build only.
pub fn build(board: &Board, options: Options, cx: &Context<'_>) -> Outcome<Map> {
    match built(board, options, cx) {
        Ok(map) => Outcome::Found(map),
        Err((halt, partial)) => {
            let at_least = if let Some(Partial::UpTo(distance)) = partial { distance.into() } else { 0 };
            Outcome::Unfinished { halt, at_least, partial }
        }
    }
}

fn built(board: &Board, options: Options, cx: &Context<'_>) -> Result<Map, Cut> {
    let choice = Choice::best(board).ok_or(refused(None))?;
    let plan = Plan::of(&choice.size);
    if plan.bytes == u64::MAX {
        return Err(refused(None));
    }
    if plan.bytes > isize::MAX as u64 {
        // More than a target of 32 bits can address, whatever the budget says.
        return Err(refused(Some(plan.bytes)));
    }
    let _reserved = cx.reserve(plan.bytes).map_err(|_| refused(Some(plan.bytes)))?;
    let (frame, programs, planes) = cx.setup(|| {
        let frame = Frame::new(board, choice);
        let programs = Programs::compile(frame.permutations(), frame.width, options.path);
        let planes = planes(&frame, plan.bytes, cx);
        (frame, programs, planes)
    });
    let mut levels = Levels::begin(&frame, &programs, planes?);
    let mut checkpoints = options.checkpoints.then(|| Checkpoints::of(&frame, cx)).flatten();
    if let Some(checkpoints) = &mut checkpoints {
        cx.setup(|| checkpoints.resume(&mut levels, &frame));
    }
    explore(&mut levels, checkpoints.as_mut(), cx)?;
    let summary = levels.summary();
    let Levels { planes, .. } = levels;
    Ok(Map::built(frame, planes, summary))
}

fn refused(bytes: Option<u64>) -> Cut {
    (Halt::Bytes, Some(Partial::Refused(bytes)))
}

/// Three planes of zeros; the system may have less memory than the budget allows.
fn planes(frame: &Frame, needed: u64, cx: &Context<'_>) -> Result<[Plane; 3], Cut> {
    let plane = || {
        // The system may take seconds to give out gigabytes.
        cx.spend(0).map_err(|halt| (halt, None))?;
        Plane::zeroed(frame.chunks * frame.chunk_words(), cx.thread_count()).map_err(|_| refused(Some(needed)))
    };
    Ok([plane()?, plane()?, plane()?])
}

/// Goes on, distance by distance, to the end.
fn explore(
    levels: &mut Levels<'_>,
    mut checkpoints: Option<&mut Checkpoints<'_>>,
    cx: &Context<'_>,
) -> Result<(), Cut> {
    loop {
        let finished = levels.finished() as u32;
        cx.report("map", u64::from(finished), None, Some(u64::from(finished)));
        match levels.step(cx) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(halt) => return Err((halt, Some(Partial::UpTo(finished)))),
        }
        if let Some(checkpoints) = &mut checkpoints {
            checkpoints.keep(levels);
        }
    }
}

impl Map {
    /// Opens a saved map. Only its trailer is read at once.
    ///
    /// # Errors
    /// Where the bytes are not the complete map of this board. Damage to the states is found when they are read.
    pub fn open(board: &Board, bytes: Stored) -> Result<Map, Damaged> {
        let choice = Choice::best(board).ok_or(Damaged::Board)?;
        if Plan::of(&choice.size).bytes == u64::MAX {
            return Err(Damaged::Board);
        }
        let frame = Frame::new(board, choice);
        let (file, summary) = File::open(&frame, bytes)?;
        Ok(Map::saved(frame, file, summary))
    }
}
