//! How the prompt ends at SIGTERM and SIGHUP: what runs is stopped, a line that is being typed is given up so that the
//! terminal is left as it was found, and the process ends with 128 and the signal's number.
//!
//! The two signals are blocked in every thread and waited for by one of its own. That thread raises SIGINT, which stops
//! a call that runs and wakes the line editor; the prompt's own thread then leaves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::{Duration, Instant};

/// The time that the prompt is given to leave by itself.
const GRACE: Duration = Duration::from_secs(2);
/// Between two requests to stop.
const ASK_AGAIN: Duration = Duration::from_millis(20);

/// Whether a signal asked the process to end, and what it does meanwhile.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ending(Arc<State>);

#[derive(Debug, Default)]
struct State {
    /// The signal's number, 0 where there was none.
    signal: AtomicI32,
    /// Something runs or is being printed.
    busy: AtomicBool,
    /// Lines are edited on a terminal, which is not left as it was found until the editor has returned.
    editing: AtomicBool,
}

impl Ending {
    /// Does some work, and leaves after it where a signal came.
    pub(crate) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        self.0.busy.store(true, Ordering::SeqCst);
        let done = work();
        self.0.busy.store(false, Ordering::SeqCst);
        if !self.0.editing.load(Ordering::SeqCst) {
            self.leave_if_asked();
        }
        done
    }

    /// Says that lines are edited from now on: the prompt asks [`Ending::is_asked`] after each.
    pub(crate) fn edit_lines(&self) {
        self.0.editing.store(true, Ordering::SeqCst);
    }

    /// Whether a signal asked the process to end.
    pub(crate) fn is_asked(&self) -> bool {
        self.0.signal.load(Ordering::SeqCst) != 0
    }

    /// Ends the process where a signal asked for it.
    pub(crate) fn leave_if_asked(&self) {
        let signal = self.0.signal.load(Ordering::SeqCst);
        if signal != 0 {
            std::process::exit(128 + signal);
        }
    }

    /// Whether the process can end between two lines of input without leaving a terminal changed.
    fn can_leave(&self) -> bool {
        !self.0.busy.load(Ordering::SeqCst) && !self.0.editing.load(Ordering::SeqCst)
    }

    /// Waits for the signals on a thread of its own. To be called before any other thread is started: a thread inherits
    /// which signals are blocked.
    #[cfg(unix)]
    pub(crate) fn listen(&self) -> std::io::Result<()> {
        use nix::sys::signal::{SigSet, Signal, raise};

        let mut signals = SigSet::empty();
        signals.add(Signal::SIGTERM);
        signals.add(Signal::SIGHUP);
        signals.thread_block()?;
        let ending = self.clone();
        std::thread::Builder::new().name("signals".into()).spawn(move || {
            let Ok(signal) = signals.wait() else { return };
            ending.0.signal.store(signal as i32, Ordering::SeqCst);
            let begun = Instant::now();
            while begun.elapsed() < GRACE && !ending.can_leave() {
                // It stops what runs, and wakes the line editor.
                let _ = raise(Signal::SIGINT);
                std::thread::sleep(ASK_AGAIN);
            }
            ending.leave_if_asked();
        })?;
        Ok(())
    }

    /// Elsewhere such signals end the process by themselves.
    #[cfg(not(unix))]
    pub(crate) fn listen(&self) -> std::io::Result<()> {
        Ok(())
    }
}
