//! The end of the prompt at SIGTERM and SIGHUP: a running input is stopped, the line editor restores the terminal, and
//! the process ends with 128 plus the signal's number.
//!
//! The two signals are blocked in every thread and a separate thread waits for them. It raises SIGINT, which stops a
//! running call and wakes the line editor; the prompt's own thread then ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::{Duration, Instant};

use crate::stopping::{self, GRACE_PERIOD};

/// The interval between two requests to stop.
const ASK_AGAIN: Duration = Duration::from_millis(20);

/// Whether a signal asked the process to end, and whether it can end at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ending(Arc<State>);

#[derive(Debug, Default)]
struct State {
    /// The number of the signal, 0 if there was none.
    signal: AtomicI32,
    /// Whether an input runs or is being printed.
    busy: AtomicBool,
    /// Whether lines are edited on a terminal, which is restored only when the editor returns.
    editing: AtomicBool,
}

impl Ending {
    /// Does some work, and ends the process afterwards if a signal came.
    pub(crate) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        self.0.busy.store(true, Ordering::SeqCst);
        let done = work();
        self.0.busy.store(false, Ordering::SeqCst);
        if !self.0.editing.load(Ordering::SeqCst) {
            self.leave_if_asked();
        }
        done
    }

    /// Announces that lines are edited from now on: the prompt checks [`Ending::is_asked`] after each.
    pub(crate) fn edit_lines(&self) {
        self.0.editing.store(true, Ordering::SeqCst);
    }

    /// Whether a signal asked the process to end.
    pub(crate) fn is_asked(&self) -> bool {
        self.0.signal.load(Ordering::SeqCst) != 0
    }

    /// Ends the process if a signal asked for it.
    pub(crate) fn leave_if_asked(&self) {
        let signal = self.0.signal.load(Ordering::SeqCst);
        if signal != 0 {
            stopping::end(128 + signal);
        }
    }

    /// Whether the process can end between two lines of input without leaving a terminal changed.
    fn can_leave(&self) -> bool {
        !self.0.busy.load(Ordering::SeqCst) && !self.0.editing.load(Ordering::SeqCst)
    }

    /// Starts the thread that waits for the signals. Must be called before any other thread is started, because threads
    /// inherit which signals are blocked.
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
            while begun.elapsed() < GRACE_PERIOD && !ending.can_leave() {
                // SIGINT stops a running input, and wakes the line editor.
                let _ = raise(Signal::SIGINT);
                std::thread::sleep(ASK_AGAIN);
            }
            ending.leave_if_asked();
        })?;
        Ok(())
    }

    /// Does nothing: on other systems such signals end the process by themselves.
    #[cfg(not(unix))]
    pub(crate) fn listen(&self) -> std::io::Result<()> {
        Ok(())
    }
}
