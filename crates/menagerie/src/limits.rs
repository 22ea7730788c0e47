//! What a question may use where the command line does not say it.

use std::time::Instant;

use engines::{Budget, Context};

use crate::arguments::Common;

/// Memory allowed where the system does not say how much is free.
const UNKNOWN_FREE: u64 = 4 << 30;

/// What one question may use, time apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    nodes: Option<u64>,
    bytes: u64,
    threads: usize,
}

impl Allowance {
    /// As the command line says.
    pub(crate) fn new(common: &Common) -> Allowance {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Allowance {
            nodes: common.nodes,
            bytes: common.memory.unwrap_or_else(default_memory),
            threads: common.threads.map_or(cores, usize::from),
        }
    }

    /// A fresh context with these limits.
    pub(crate) fn context<'a>(self, deadline: Option<Instant>) -> Context<'a> {
        let budget = Budget { nodes: self.nodes, bytes: Some(self.bytes), deadline };
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
