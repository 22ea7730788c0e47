//! The child's side of tasks in child processes: it limits itself, performs one task from standard input, and writes
//! its progress and outcome as [`Line`]s to standard output.
//!
//! The limits of the operating system are a second line of defence behind those of the script's machine and of the
//! engine's context: address space, processor time, no files, no core dump.

use std::io::{self, BufRead, Read, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use engines::{Context, Progress, Report};
use puzzles::Family;
use rlimit::Resource;
use tasks::{Families, ProgressUpdate, Task, perform};

use super::PICTURES;
use super::child::Line;

/// The most bytes of a task.
const MAX_TASK: u64 = 64 << 20;
/// Bytes of address space for the program itself, its machines and its stacks.
const OWN_BYTES: u64 = 384 << 20;
/// Seconds of processor time beyond those of the task.
const OWN_SECONDS: u64 = 2;
/// The most open files: the three standard streams and those that the C library opens.
const FILES: u64 = 8;
/// The interval between two lines of progress.
const REPORTS: Duration = Duration::from_millis(100);

/// Performs the task that the parent process writes to standard input: the main function of a child process. It lowers
/// the resource limits of the process, and ends the process when standard input is closed.
///
/// # Errors
/// Returns an error if standard input has no task, the system refuses the limits, or standard output fails.
pub fn run(families: Families) -> io::Result<()> {
    let mut text = String::new();
    io::stdin().lock().take(MAX_TASK).read_line(&mut text)?;
    let task: Task = serde_json::from_str(&text)?;
    confine(&task)?;
    // The input ends when the parent process ends.
    std::thread::spawn(|| {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        std::process::exit(1);
    });
    let progress = ProgressWriter::default();
    let cx = Context::new(task.limits.budget()).progress(&progress);
    let confined: Vec<&'static dyn Family> =
        families.iter().map(|family| family.confined().unwrap_or(*family)).collect();
    say(&Line::Outcome(perform(Vec::leak(confined), &task, PICTURES, &cx)))
}

fn confine(task: &Task) -> io::Result<()> {
    let bytes = task.limits.bytes.saturating_add(OWN_BYTES);
    let seconds = (task.limits.millis / 1000).saturating_add(OWN_SECONDS);
    for (resource, limit) in [
        (Resource::AS, bytes),
        (Resource::CPU, seconds),
        (Resource::CORE, 0),
        (Resource::FSIZE, 0),
        (Resource::NOFILE, FILES),
    ] {
        let (_, hard) = resource.get()?;
        let limit = limit.min(hard);
        resource.set(limit, limit)?;
    }
    Ok(())
}

fn say(line: &Line) -> io::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    let mut out = io::stdout().lock();
    out.write_all(&text)?;
    out.flush()
}

/// Writes progress to standard output at bounded intervals.
#[derive(Default)]
struct ProgressWriter(Mutex<Option<Instant>>);

impl Progress for ProgressWriter {
    fn report(&self, report: Report<'_>) {
        let Ok(mut last) = self.0.try_lock() else { return };
        if last.is_some_and(|last| last.elapsed() < REPORTS) {
            return;
        }
        *last = Some(Instant::now());
        // If the parent does not read any more, it ends this process by closing its input.
        let _ = say(&Line::Progress(ProgressUpdate::from(report)));
    }
}
