//! The limits of questions, with defaults for those that the command line does not set.

use std::time::{Duration, Instant};

use engines::{Budget, Context};
use server::task::Limits;

use crate::arguments::Common;

/// The bytes that count as free if the system does not report it.
const UNKNOWN_FREE: u64 = 4 << 30;

/// The default time limit of each of many levels, where no limit on nodes is given.
const TIME: Duration = Duration::from_secs(60);
/// The default memory limit of each of many levels, in bytes.
const MEMORY: u64 = 1 << 30;

/// Returns the limits of each level of a command over many: those that were asked for, else 60 s and 1 GiB, and where
/// nodes are limited no time.
pub(crate) fn of_each_level(common: &Common) -> Limits {
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(Limits::UNTIMED).min(Limits::UNTIMED);
    let default = if common.nodes.is_some() { Limits::UNTIMED } else { millis(TIME) };
    Limits { nodes: common.nodes, bytes: common.memory.unwrap_or(MEMORY), millis: common.time.map_or(default, millis) }
}

/// The limits of one question, except time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    nodes: Option<u64>,
    bytes: u64,
    disk: Option<u64>,
    threads: usize,
}

impl Allowance {
    /// Derives the limits from the options of the command line; `disk` is for the files of a search.
    pub(crate) fn new(common: &Common, disk: Option<u64>) -> Allowance {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Allowance {
            nodes: common.nodes,
            bytes: common.memory.unwrap_or_else(default_memory),
            disk,
            threads: common.threads.map_or(cores, usize::from),
        }
    }

    /// Returns the most bytes.
    pub(crate) fn bytes(self) -> u64 {
        self.bytes
    }

    /// Creates a context with these limits.
    pub(crate) fn context<'a>(self, deadline: Option<Instant>) -> Context<'a> {
        let budget = Budget { nodes: self.nodes, bytes: Some(self.bytes), disk: self.disk, deadline };
        Context::new(budget).threads(self.threads)
    }
}

/// Three quarters of the memory that is free now.
fn default_memory() -> u64 {
    let free = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib << 10)
    });
    free.unwrap_or(UNKNOWN_FREE) / 4 * 3
}
