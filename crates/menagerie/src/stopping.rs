//! The end of a command that the system or the user wants to end.
//!
//! Ctrl-C asks the work to stop, and what is known is printed; a second one ends the process, which is said where the
//! work goes on after [`GRACE_PERIOD`]. SIGTERM and SIGHUP ask the same, but whoever sends them does not wait long:
//! work that has not ended after [`GRACE_PERIOD`] (of a worker: [`GRACE_OF_WORKERS`]), because it waits for input, for
//! a reader of its output or for a disk, is ended with the process, whose status is 128 plus the signal's number then.
//! What was written of files that are not whole yet is removed. A process that was started with SIGHUP ignored
//! (`nohup`) goes on after it.

use std::time::Duration;

use engines::CancellationToken;

use crate::report;

/// The time that work is given to stop by itself.
pub(crate) const GRACE_PERIOD: Duration = Duration::from_millis(750);
/// The time that a worker is given, which tells the queue of the jobs that it gives back.
pub(crate) const GRACE_OF_WORKERS: Duration = Duration::from_secs(8);

/// Lets signals cancel `stop`; a process that goes on for `grace` after SIGTERM or SIGHUP is ended. Must be called
/// before any other thread is started, because threads inherit which signals are blocked.
pub(crate) fn listen(stop: &CancellationToken, grace: Duration) {
    if let Err(error) = terminations(stop.clone(), grace).and_then(|()| interrupts(stop.clone())) {
        report::say(&format!("menagerie: signals will end the work at once: {error}"));
    }
}

/// The first Ctrl-C asks the work to end; the second ends the process.
fn interrupts(stop: CancellationToken) -> std::io::Result<()> {
    let set = ctrlc::set_handler(move || {
        if stop.is_cancelled() {
            end(130);
        }
        stop.cancel();
        std::thread::spawn(|| {
            std::thread::sleep(GRACE_PERIOD);
            report::say("menagerie: the work has not stopped yet; Ctrl-C ends it at once");
        });
    });
    set.map_err(std::io::Error::other)
}

/// SIGTERM and SIGHUP are blocked in every thread, and a thread of their own waits for them.
#[cfg(unix)]
fn terminations(stop: CancellationToken, grace: Duration) -> std::io::Result<()> {
    use nix::sys::signal::{SigSet, Signal};

    let mut signals = SigSet::empty();
    signals.add(Signal::SIGTERM);
    signals.add(Signal::SIGHUP);
    // One that is blocked and not waited for does nothing: `ctrlc` would hear of it too.
    signals.thread_block()?;
    if ignores(Signal::SIGHUP) {
        signals.remove(Signal::SIGHUP);
    }
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        let Ok(signal) = signals.wait() else { return };
        stop.cancel();
        std::thread::sleep(grace);
        report::say(&format!("menagerie: ended by {signal} before the work had stopped"));
        end(128 + signal as i32);
    })?;
    Ok(())
}

/// Whether this process was started with a signal ignored, as `nohup` does so that work goes on after its terminal.
/// Only Linux says so without a call that is unsafe.
#[cfg(unix)]
fn ignores(signal: nix::sys::signal::Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal as i32 - 1) & 1 == 1)
}

/// On other systems `ctrlc` hears of the end of a session.
#[cfg(not(unix))]
fn terminations(_: CancellationToken, _: Duration) -> std::io::Result<()> {
    Ok(())
}

/// Ends the process and leaves no file behind that is not whole.
pub(crate) fn end(status: i32) -> ! {
    crate::part::discard_unfinished();
    std::process::exit(status)
}
