//! Fuel, the counted budget of work of a script, and what ends a script: fuel, a flag or a deadline.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use mlua::Lua;

use crate::error::Cause;

/// Interrupts between two checks of the memory in use.
const STRIDE: i64 = 16;
/// Units between two checks of the deadline and the caller's flag: less than a millisecond of work.
const UNITS_PER_CHECK: i64 = 4096;
/// Memory in use that costs nothing.
const FREE: usize = 2 << 20;
/// Bytes above `FREE` that add one unit to each interrupt, because an operation between two interrupts may touch all of
/// the memory.
const PRESSURE: usize = 8 << 10;
/// Bytes, approximately, that a machine holds before its script does anything.
const EMPTY: usize = 128 << 10;
/// Bytes that one unit pays for in a function that visits also the empty slots of a table.
const SWEPT: usize = 1024;
/// Bytes that a collection marks and sweeps for one unit.
const COLLECTED: usize = 64;
/// The name of this crate's own Luau source, whose lines are of no use to the author of a script.
const OWN: &str = "prelude";
/// The most calls of that source, and of native functions, between a line of the script and what ends it.
const MAX_OWN: usize = 8;
/// Values of `Meter::struck`: the flag was set, the deadline passed.
const STOPPED: u8 = 1;
const LATE: u8 = 2;
/// Bytes of garbage that may at least accumulate before a collection.
const MIN_GARBAGE: usize = 1 << 20;

/// A flag that stops a running script. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

/// Wraps a flag that the caller shares.
impl From<Arc<AtomicBool>> for StopFlag {
    fn from(flag: Arc<AtomicBool>) -> StopFlag {
        StopFlag(flag)
    }
}

impl StopFlag {
    /// Whether both are clones of the same flag.
    #[must_use]
    pub fn is(&self, other: &StopFlag) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Tells the script to stop at its next check.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Withdraws the cancellation.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The conditions under which the caller ends a running script: a flag and a deadline.
#[derive(Clone, Debug, Default)]
pub struct Until {
    /// The flag that ends the script with [`Cause::Stopped`] when it is set.
    pub stop: StopFlag,
    /// The time after which the script ends with [`Cause::Time`]; `None` for no deadline.
    pub deadline: Option<Instant>,
}

impl Until {
    /// Whether the flag is set or the deadline has passed.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over().is_some()
    }

    fn is(&self, other: &Until) -> bool {
        self.deadline == other.deadline && self.stop.is(&other.stop)
    }

    fn over(&self) -> Option<Ended> {
        if self.stop.is_cancelled() {
            return Some(Ended::Stopped);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Ended::Time)
    }
}

/// The fuel counter of one machine. Its fields are atomics only because a machine may move between threads; it is never
/// used from two at once.
#[derive(Debug)]
pub(crate) struct Meter {
    fuel: AtomicI64,
    /// Fuel at the last filling.
    filled: AtomicI64,
    /// Memory in use at which the next collection runs.
    collect_at: AtomicU64,
    /// The most memory in use at a collection since the call began.
    peak: AtomicU64,
    memory: usize,
    stop: StopFlag,
    /// The caller's flag and deadline, checked every `UNITS_PER_CHECK` units.
    until: Mutex<Until>,
    /// `STOPPED` or `LATE` if the flag or the deadline ended the script since the last filling, else 0.
    struck: AtomicU8,
    /// The fuel left at which the next check of `until` is due.
    look_at: AtomicI64,
    /// Interrupts since the last filling.
    ticks: AtomicI64,
    /// The units that an interrupt costs.
    weight: AtomicI64,
    /// The line that ran when the script was ended, 0 if it is not known.
    line: AtomicU64,
}

/// Why the meter ends a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Ended {
    #[error("it used up its fuel of {0} units")]
    Fuel(i64),
    #[error("ended from outside")]
    Stopped,
    #[error("the time allowed is over")]
    Time,
}

impl Meter {
    pub(crate) fn new(memory: usize, stop: StopFlag) -> Meter {
        let collect_at = AtomicU64::new(MIN_GARBAGE.min(memory / 2) as u64);
        Meter {
            fuel: AtomicI64::new(0),
            filled: AtomicI64::new(0),
            collect_at,
            peak: AtomicU64::new(0),
            memory,
            stop,
            until: Mutex::default(),
            struck: AtomicU8::new(0),
            look_at: AtomicI64::new(0),
            ticks: AtomicI64::new(0),
            weight: AtomicI64::new(1),
            line: AtomicU64::new(0),
        }
    }

    /// Sets the flag and the deadline that end the script.
    pub(crate) fn watch(&self, until: &Until) {
        let mut held = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        if !held.is(until) {
            *held = until.clone();
        }
    }

    /// Gives `fuel` units for the next call.
    pub(crate) fn fill(&self, fuel: u64) {
        let fuel = i64::try_from(fuel).unwrap_or(i64::MAX);
        // The units since the last check carry over, so that many short calls are checked as often as a long one.
        let due = self.fuel.load(Ordering::Relaxed).saturating_sub(self.look_at.load(Ordering::Relaxed));
        self.look_at.store(fuel.saturating_sub(due.clamp(0, UNITS_PER_CHECK)), Ordering::Relaxed);
        self.struck.store(0, Ordering::Relaxed);
        self.ticks.store(0, Ordering::Relaxed);
        self.weight.store(1, Ordering::Relaxed);
        self.filled.store(fuel, Ordering::Relaxed);
        self.fuel.store(fuel, Ordering::Relaxed);
        self.line.store(0, Ordering::Relaxed);
    }

    /// Units used since the last filling.
    pub(crate) fn used(&self) -> u64 {
        let used = self.filled.load(Ordering::Relaxed) - self.fuel.load(Ordering::Relaxed);
        u64::try_from(used).unwrap_or(0)
    }

    /// Takes `units` and returns the units left.
    pub(crate) fn take(&self, units: i64) -> Result<i64, Ended> {
        let left = self.fuel.load(Ordering::Relaxed).saturating_sub(units);
        self.fuel.store(left, Ordering::Relaxed);
        if left <= self.look_at.load(Ordering::Relaxed) {
            self.look(left);
        }
        self.ended().map_or(Ok(left), Err)
    }

    /// Checks the caller's flag and deadline.
    #[cold]
    fn look(&self, left: i64) {
        self.look_at.store(left.saturating_sub(UNITS_PER_CHECK), Ordering::Relaxed);
        let over = self.until.lock().unwrap_or_else(PoisonError::into_inner).over();
        let struck = match over {
            Some(Ended::Stopped) => STOPPED,
            Some(_) => LATE,
            None => return,
        };
        self.struck.store(struck, Ordering::Relaxed);
    }

    /// Charges one interrupt.
    pub(crate) fn tick(&self, lua: &Lua) -> Result<(), Ended> {
        let ticks = self.ticks.load(Ordering::Relaxed) + 1;
        self.ticks.store(ticks, Ordering::Relaxed);
        let ticked = match self.take(self.weight.load(Ordering::Relaxed)) {
            Ok(_) if ticks % STRIDE == 0 => self.press(lua),
            other => other.map(|_| ()),
        };
        ticked.inspect_err(|_| self.remember(lua))
    }

    /// Records the line at which the script is ended; later calls change nothing.
    #[cold]
    fn remember(&self, lua: &Lua) {
        let of_the_script = |frame: &mlua::debug::Debug<'_>| {
            let is_own = frame.source().short_src.as_deref() == Some(OWN);
            frame.current_line().filter(|_| !is_own)
        };
        let line = (0..MAX_OWN).find_map(|level| lua.inspect_stack(level, of_the_script).flatten());
        let line = line.map_or(0, |line| line as u64);
        let _ = self.line.compare_exchange(0, line, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The line that ran when the script was ended.
    pub(crate) fn line(&self) -> Option<u64> {
        Some(self.line.load(Ordering::Relaxed)).filter(|&line| line > 0)
    }

    /// Adds `units`, which may be negative, to the cost of each interrupt.
    pub(crate) fn weigh(&self, units: i64) {
        let weight = self.weight.load(Ordering::Relaxed).saturating_add(units);
        self.weight.store(weight.max(1), Ordering::Relaxed);
    }

    /// Charges for visiting all memory in use once.
    pub(crate) fn sweep(&self, lua: &Lua) -> Result<(), Ended> {
        self.take(units(lua.used_memory().saturating_sub(EMPTY) / SWEPT)).map(|_| ())
    }

    /// Whether so much memory is in use, or was before a collection of this call, that an allocation may have failed.
    pub(crate) fn is_starved(&self, lua: &Lua) -> bool {
        let most = self.peak.load(Ordering::Relaxed).max(lua.used_memory() as u64);
        most > self.memory as u64 / 4
    }

    /// Resets the peak of memory in use, at the beginning of a call.
    pub(crate) fn forget_peak(&self) {
        self.peak.store(0, Ordering::Relaxed);
    }

    /// Charges for the memory in use and collects garbage.
    fn press(&self, lua: &Lua) -> Result<(), Ended> {
        let used = lua.used_memory();
        self.take(STRIDE * units(used.saturating_sub(FREE) / PRESSURE))?;
        self.collect(lua, used)
    }

    /// Collects garbage if enough may have accumulated, and charges for it.
    pub(crate) fn collect(&self, lua: &Lua, used: usize) -> Result<(), Ended> {
        if (used as u64) < self.collect_at.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.peak.fetch_max(used as u64, Ordering::Relaxed);
        // A collection that fails for lack of memory changes nothing; the script's next allocation reports it.
        let _ = lua.gc_collect();
        lua.gc_stop();
        let live = lua.used_memory();
        let room = self.memory.saturating_sub(live) / 2;
        let garbage = MIN_GARBAGE.max(live / 2).min(room);
        self.collect_at.store((live + garbage) as u64, Ordering::Relaxed);
        self.take(units(used / COLLECTED)).map(|_| ())
    }

    /// Makes the next call begin with a collection.
    pub(crate) fn collect_soon(&self) {
        self.collect_at.store(0, Ordering::Relaxed);
    }

    /// Why the script must end, or `None` if it may continue.
    pub(crate) fn ended(&self) -> Option<Ended> {
        if self.stop.is_cancelled() {
            return Some(Ended::Stopped);
        }
        match self.struck.load(Ordering::Relaxed) {
            STOPPED => return Some(Ended::Stopped),
            LATE => return Some(Ended::Time),
            _ => {}
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
            Ended::Time => Cause::Time,
        }
    }
}
