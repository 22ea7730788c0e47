//! The parent's side of tasks in child processes: levels that are programs, and work that may have killed a process
//! before.
//!
//! The task goes to the child's standard input as one line of JSON; the input stays open, so that children end with
//! their parent (they end at the end of input). The child answers with [`Line`]s. It is killed when its task is
//! cancelled, and when it is late: its own limits (see [`super::confined`]) should have ended it before. The number of
//! children is not limited here, because each caller holds a slot.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use engines::{CancellationToken, Progress, Report};
use serde::{Deserialize, Serialize};
use tasks::{Failure, Outcome, ProgressUpdate, Reason, Task};

/// The interval between checks whether the task was cancelled.
const CANCEL_POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The time that a child has beyond its task's limit, to start, to load the level and to send its outcome.
const STARTUP_ALLOWANCE: Duration = Duration::from_secs(3);
/// The most bytes that are read from a child.
const MAX_OUTPUT: u64 = 64 << 20;

/// The command that starts a child process, which must call [`confined::run`](super::confined::run).
#[derive(Clone, Debug)]
pub struct ChildCommand {
    /// The path of the program.
    pub program: PathBuf,
    /// The arguments of the program.
    pub arguments: Vec<OsString>,
}

/// A message of a child, one line of JSON.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Line {
    /// The progress of the task.
    Progress(ProgressUpdate),
    /// The outcome of the task, the last message.
    Outcome(Outcome),
}

/// The meaning of a child's death by a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Death {
    /// The child ran a program, and a limit of the system ended it.
    Limit,
    /// The child ran a task that had ended without an outcome before, and the task killed it.
    Task,
}

/// The standard error of a child: discarded, or that of this process where the system has no `/dev/null`.
fn discarded_stderr() -> Stdio {
    if cfg!(unix) && !Path::new("/dev/null").exists() { Stdio::inherit() } else { Stdio::null() }
}

/// Performs a task in a new child process.
pub(super) fn perform(
    command: &ChildCommand,
    task: &Task,
    death: Death,
    stop: &CancellationToken,
    progress: &dyn Progress,
) -> Outcome {
    match Running::start(command, task, death) {
        Ok(running) => running.outcome(task, stop, progress),
        Err(error) => failed(Reason::Internal, format!("the process for the script cannot be started: {error}")),
    }
}

fn failed(reason: Reason, message: impl Into<String>) -> Outcome {
    Outcome::Failed(Failure::new(reason, message))
}

fn given_up() -> Outcome {
    failed(Reason::Exceeded, "ended from outside")
}

/// A running child process, which is killed on drop.
struct Running {
    child: Child,
    lines: Receiver<Line>,
    /// The child ends when this input is closed.
    _input: ChildStdin,
    death: Death,
}

impl Running {
    fn start(command: &ChildCommand, task: &Task, death: Death) -> io::Result<Running> {
        let mut child = Command::new(&command.program)
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(discarded_stderr())
            .env_clear()
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (mut input, output) = pipes.ok_or_else(|| io::Error::other("it has no pipes"))?;
        let mut text = serde_json::to_vec(task)?;
        text.push(b'\n');
        // If the child has died, its exit status tells that later.
        let _ = input.write_all(&text).and_then(|()| input.flush());
        let lines = listen(output)?;
        Ok(Running { child, lines, _input: input, death })
    }

    fn outcome(mut self, task: &Task, stop: &CancellationToken, progress: &dyn Progress) -> Outcome {
        let late = Instant::now() + Duration::from_millis(task.limits.millis) + STARTUP_ALLOWANCE;
        loop {
            match self.lines.recv_timeout(CANCEL_POLL_INTERVAL) {
                Ok(Line::Outcome(outcome)) => return outcome,
                Ok(Line::Progress(ProgressUpdate { stage, done, total, at_least, nodes })) => {
                    progress.report(Report { stage: &stage, done, total, at_least, nodes });
                }
                Err(RecvTimeoutError::Disconnected) => return self.death(),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.is_cancelled() {
                return given_up();
            }
            if Instant::now() > late {
                return failed(Reason::Exceeded, "the time allowed is over");
            }
        }
    }

    /// The outcome for a child process that ended without sending one: killed by a signal, out of memory, or a bug.
    fn death(&mut self) -> Outcome {
        let _ = self.child.kill();
        match self.child.wait() {
            Ok(status) if status.code().is_none() && self.death == Death::Task => {
                let message = format!("the process that worked on it alone was ended: {status}");
                failed(Reason::KilledItsWorkers, message)
            }
            Ok(status) if status.code().is_none() => {
                failed(Reason::Exceeded, format!("the script's process was ended by a limit of the system: {status}"))
            }
            Ok(status) => failed(Reason::Internal, format!("the script's process ended without a word: {status}")),
            Err(error) => failed(Reason::Internal, format!("the script's process is gone: {error}")),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Receives the messages of the child, until a line is not one.
fn listen(output: ChildStdout) -> io::Result<Receiver<Line>> {
    let (sender, lines) = channel();
    let read = move || {
        for line in BufReader::new(output.take(MAX_OUTPUT)).lines().map_while(Result::ok) {
            let Ok(line) = serde_json::from_str(&line) else { break };
            if sender.send(line).is_err() {
                break;
            }
        }
    };
    std::thread::Builder::new().name("a child's lines".into()).spawn(read)?;
    Ok(lines)
}
