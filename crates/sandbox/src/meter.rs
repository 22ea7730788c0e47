//! Fuel: how much a script may still do. Counted, never timed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

use mlua::Lua;

use crate::error::Cause;

/// Interrupts between two looks at the memory in use.
const STRIDE: i64 = 16;
/// Memory in use that costs nothing.
const FREE: usize = 2 << 20;
/// Bytes above that which cost one unit an interrupt: an operation between two interrupts may touch all of them.
const PRESSURE: usize = 8 << 10;
/// Bytes that a collection marks and sweeps for one unit.
const COLLECTED: usize = 64;
/// Garbage that may pile up at least before a collection.
const LEAST_GARBAGE: usize = 1 << 20;

/// Asks a running script to end; clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the asking back.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether someone asked.
    #[must_use]
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The count of one machine. Atomics only because a machine may change threads; it is never used from two at once.
#[derive(Debug)]
pub(crate) struct Meter {
    fuel: AtomicI64,
    /// Fuel at the last filling.
    filled: AtomicI64,
    /// Memory in use at which the next collection runs.
    collect_at: AtomicU64,
    memory: usize,
    stop: StopFlag,
    /// The line that ran when it ended, 0 where it is not known.
    line: AtomicU64,
}

/// Why the meter ends a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Ended {
    #[error("it used up its fuel of {0} units")]
    Fuel(i64),
    #[error("stopped by the user")]
    Stopped,
}

impl Meter {
    pub(crate) fn new(memory: usize, stop: StopFlag) -> Meter {
        let collect_at = AtomicU64::new(LEAST_GARBAGE.min(memory / 2) as u64);
        Meter { fuel: AtomicI64::new(0), filled: AtomicI64::new(0), collect_at, memory, stop, line: AtomicU64::new(0) }
    }

    /// Gives `fuel` units for the next call.
    pub(crate) fn fill(&self, fuel: u64) {
        let fuel = i64::try_from(fuel).unwrap_or(i64::MAX);
        self.filled.store(fuel, Ordering::Relaxed);
        self.fuel.store(fuel, Ordering::Relaxed);
        self.line.store(0, Ordering::Relaxed);
    }

    /// Units used since the last filling.
    pub(crate) fn used(&self) -> u64 {
        let used = self.filled.load(Ordering::Relaxed) - self.fuel.load(Ordering::Relaxed);
        u64::try_from(used).unwrap_or(0)
    }

    /// Takes `units`.
    pub(crate) fn take(&self, units: i64) -> Result<i64, Ended> {
        let left = self.fuel.load(Ordering::Relaxed).saturating_sub(units);
        self.fuel.store(left, Ordering::Relaxed);
        self.ended().map_or(Ok(left), Err)
    }

    /// One interrupt.
    pub(crate) fn tick(&self, lua: &Lua) -> Result<(), Ended> {
        let ticked = match self.take(1) {
            Ok(left) if left % STRIDE == 0 => self.press(lua),
            other => other.map(|_| ()),
        };
        ticked.inspect_err(|_| self.remember(lua))
    }

    /// Notes where the script is when it ends; the first time counts.
    #[cold]
    fn remember(&self, lua: &Lua) {
        let line = (0..4).find_map(|level| lua.inspect_stack(level, |frame| frame.current_line()).flatten());
        let line = line.map_or(0, |line| line as u64);
        let _ = self.line.compare_exchange(0, line, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The line that ran when it ended.
    pub(crate) fn line(&self) -> Option<u64> {
        Some(self.line.load(Ordering::Relaxed)).filter(|&line| line > 0)
    }

    /// Charges for the memory in use and collects garbage.
    fn press(&self, lua: &Lua) -> Result<(), Ended> {
        let used = lua.used_memory();
        self.take(STRIDE * units(used.saturating_sub(FREE) / PRESSURE))?;
        self.collect(lua, used)
    }

    /// Collects if enough garbage may have piled up.
    pub(crate) fn collect(&self, lua: &Lua, used: usize) -> Result<(), Ended> {
        if (used as u64) < self.collect_at.load(Ordering::Relaxed) {
            return Ok(());
        }
        // A collection that fails for memory leaves everything as it was; the script's next allocation says so.
        let _ = lua.gc_collect();
        lua.gc_stop();
        let live = lua.used_memory();
        let room = self.memory.saturating_sub(live) / 2;
        let garbage = LEAST_GARBAGE.max(live / 2).min(room);
        self.collect_at.store((live + garbage) as u64, Ordering::Relaxed);
        self.take(units(used / COLLECTED)).map(|_| ())
    }

    /// Has the next call begin with a collection.
    pub(crate) fn collect_soon(&self) {
        self.collect_at.store(0, Ordering::Relaxed);
    }

    /// Why no script may go on, if so.
    pub(crate) fn ended(&self) -> Option<Ended> {
        if self.stop.asked() {
            return Some(Ended::Stopped);
        }
        (self.fuel.load(Ordering::Relaxed) < 0).then(|| Ended::Fuel(self.filled.load(Ordering::Relaxed)))
    }
}

fn units(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX / 64)
}

impl Ended {
    pub(crate) fn cause(self) -> Cause {
        match self {
            Ended::Fuel(_) => Cause::Fuel,
            Ended::Stopped => Cause::Stopped,
        }
    }
}
