//! Fuel: how much a script may still do. Counted, never timed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use mlua::Lua;

use crate::error::Cause;

/// Interrupts between two looks at the memory in use.
const STRIDE: i64 = 16;
/// Units between two looks at the clock and at the flags of others: less than a millisecond's work.
const LOOK: i64 = 4096;
/// Memory in use that costs nothing.
const FREE: usize = 2 << 20;
/// Bytes above that which cost one unit an interrupt: an operation between two interrupts may touch all of them.
const PRESSURE: usize = 8 << 10;
/// Bytes that a machine holds before its script does anything, more or less.
const EMPTY: usize = 128 << 10;
/// Bytes that a function which visits a table's empty places, too, may pass for one unit.
const SWEPT: usize = 1024;
/// Bytes that a collection marks and sweeps for one unit.
const COLLECTED: usize = 64;
/// Values of what struck: the flag, the clock.
const STOPPED: u8 = 1;
const LATE: u8 = 2;
/// Garbage that may pile up at least before a collection.
const LEAST_GARBAGE: usize = 1 << 20;

/// A flag that tells a running script to stop. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

/// A flag that others hold as well.
impl From<Arc<AtomicBool>> for StopFlag {
    fn from(flag: Arc<AtomicBool>) -> StopFlag {
        StopFlag(flag)
    }
}

impl StopFlag {
    /// Whether both are one flag.
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

    /// Whether the script was told to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What ends running scripts from outside: a flag that someone raises, a moment after which none may run.
#[derive(Clone, Debug, Default)]
pub struct Until {
    /// Raised by whoever wants the work to end.
    pub stop: StopFlag,
    /// The moment after which no script runs.
    pub deadline: Option<Instant>,
}

impl Until {
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

/// The count of one machine. Atomics only because a machine may change threads; it is never used from two at once.
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
    /// What ends the script from outside, looked at now and then.
    until: Mutex<Until>,
    /// What it was that ended the script from outside since the last filling.
    struck: AtomicU8,
    /// The fuel left at which the next look is due.
    look_at: AtomicI64,
    /// Interrupts since the last filling.
    ticks: AtomicI64,
    /// What an interrupt costs.
    weight: AtomicI64,
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
    #[error("the time allowed is over")]
    Time,
}

impl Meter {
    pub(crate) fn new(memory: usize, stop: StopFlag) -> Meter {
        let collect_at = AtomicU64::new(LEAST_GARBAGE.min(memory / 2) as u64);
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

    /// Sets what ends the script from outside.
    pub(crate) fn watch(&self, until: &Until) {
        let mut held = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        if !held.is(until) {
            *held = until.clone();
        }
    }

    /// Gives `fuel` units for the next call.
    pub(crate) fn fill(&self, fuel: u64) {
        let fuel = i64::try_from(fuel).unwrap_or(i64::MAX);
        // Many short calls count together: a look is due after so many units, whatever they belong to.
        let due = self.fuel.load(Ordering::Relaxed).saturating_sub(self.look_at.load(Ordering::Relaxed));
        self.look_at.store(fuel.saturating_sub(due.clamp(0, LOOK)), Ordering::Relaxed);
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

    /// Takes `units`.
    pub(crate) fn take(&self, units: i64) -> Result<i64, Ended> {
        let left = self.fuel.load(Ordering::Relaxed).saturating_sub(units);
        self.fuel.store(left, Ordering::Relaxed);
        if left <= self.look_at.load(Ordering::Relaxed) {
            self.look(left);
        }
        self.ended().map_or(Ok(left), Err)
    }

    /// Looks at the clock and at the flag of others.
    #[cold]
    fn look(&self, left: i64) {
        self.look_at.store(left.saturating_sub(LOOK), Ordering::Relaxed);
        let over = self.until.lock().unwrap_or_else(PoisonError::into_inner).over();
        let struck = match over {
            Some(Ended::Stopped) => STOPPED,
            Some(_) => LATE,
            None => return,
        };
        self.struck.store(struck, Ordering::Relaxed);
    }

    /// One interrupt.
    pub(crate) fn tick(&self, lua: &Lua) -> Result<(), Ended> {
        let ticks = self.ticks.load(Ordering::Relaxed) + 1;
        self.ticks.store(ticks, Ordering::Relaxed);
        let ticked = match self.take(self.weight.load(Ordering::Relaxed)) {
            Ok(_) if ticks % STRIDE == 0 => self.press(lua),
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

    /// Makes each interrupt cost so many units more, or less.
    pub(crate) fn weigh(&self, units: i64) {
        let weight = self.weight.load(Ordering::Relaxed).saturating_add(units);
        self.weight.store(weight.max(1), Ordering::Relaxed);
    }

    /// Takes the price of visiting all memory in use once.
    pub(crate) fn sweep(&self, lua: &Lua) -> Result<(), Ended> {
        self.take(units(lua.used_memory().saturating_sub(EMPTY) / SWEPT)).map(|_| ())
    }

    /// Whether so much memory is in use, or was before a collection of this call, that a request may have been refused.
    pub(crate) fn is_starved(&self, lua: &Lua) -> bool {
        let most = self.peak.load(Ordering::Relaxed).max(lua.used_memory() as u64);
        most > self.memory as u64 / 4
    }

    /// Forgets what was in use before the call that begins now.
    pub(crate) fn forget_peak(&self) {
        self.peak.store(0, Ordering::Relaxed);
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
        self.peak.fetch_max(used as u64, Ordering::Relaxed);
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
