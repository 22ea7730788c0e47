//! Runs a program under limits of time and memory and measures what it took: wall-clock time, and the peak of the
//! memory resident in it and its child processes. A run can also be ended by SIGTERM at a chosen moment.
//!
//! Memory is read from `/proc` every few milliseconds ([`POLL`]), not from `wait4`, whose figure for a new process
//! includes the memory of the process that started it. Elsewhere than on Linux it counts as 0.
//!
//! The promise of the program is the same for every input: it ends within twice its time plus a second, with its memory
//! plus 64 MiB beyond what it holds without any work ([`base`]), and within a second of SIGTERM. Times are exact where
//! a person runs a campaign (`cargo xtask campaign`, on a machine that does nothing else); a test that runs
//! beside others on a busy machine allows [`SLACK`] times as long.

use std::fmt;
use std::io::{Read, Write};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use crate::campaign;
use crate::cli::{CliOutput, Program};

/// The factor on every time where no campaign is run by hand.
pub const SLACK: u32 = 8;

/// The interval between two looks at a process.
pub const POLL: Duration = Duration::from_millis(3);

/// The runs of which the largest peak counts in [`base`].
const RUNS_OF_BASE: usize = 8;

/// Memory beyond the limit and the base that a run may take.
const ROOM: u64 = 64 << 20;

/// The clock ticks of a second in `/proc/PID/stat`.
const TICKS: u64 = 100;

/// The limits that a run is given.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The value of `--time`.
    pub time: Duration,
    /// The value of `--memory` in bytes.
    pub memory: u64,
}

impl Limits {
    /// Creates limits of so many milliseconds and MiB.
    #[must_use]
    pub const fn new(milliseconds: u64, mebibytes: u64) -> Limits {
        Limits { time: Duration::from_millis(milliseconds), memory: mebibytes << 20 }
    }

    /// Returns the limits of a run on hostile input: 64 MiB and a second where a person runs the campaign, else so many
    /// milliseconds.
    #[must_use]
    pub fn hostile(milliseconds: u64) -> Limits {
        Limits::new(if campaign::by_hand() { 1000 } else { milliseconds }, 64)
    }

    /// Returns the limits as options of the command line.
    #[must_use]
    pub fn arguments(&self) -> [String; 4] {
        let time = format!("{}ms", self.time.as_millis());
        ["--time".into(), time, "--memory".into(), format!("{}MiB", self.memory >> 20)]
    }

    /// Returns the longest time that work under these limits may take.
    #[must_use]
    pub fn latest(&self) -> Duration {
        (2 * self.time + Duration::from_secs(1)) * slack()
    }

    /// Says which promise was broken by work that took so long and held so many bytes at its peak, in a process that
    /// holds `base` bytes without it; `None` if both were kept.
    #[must_use]
    pub fn breach(&self, took: Duration, peak: u64, base: u64) -> Option<String> {
        let (latest, most) = (self.latest(), base + self.memory + ROOM);
        let late = (took > latest).then(|| format!("it took {took:.1?} of {latest:.1?}"));
        let large = (peak > most).then(|| format!("it held {} MiB of {} MiB", peak >> 20, most >> 20));
        late.into_iter().chain(large).reduce(|late, large| format!("{late} and {large}"))
    }
}

/// Returns the factor on every time: 1 for campaigns by hand, else [`SLACK`].
#[must_use]
pub fn slack() -> u32 {
    if campaign::by_hand() { 1 } else { SLACK }
}

/// Returns the peak memory in bytes of a run that does nothing: the program lists its families. Such a run may end
/// between two looks at it, so the largest of a few counts.
#[must_use]
pub fn base(program: &Program) -> u64 {
    (0..RUNS_OF_BASE).map(|_| Trial::new(program, ["list"]).run().peak).max().unwrap_or(0)
}

/// The moment at which a run is sent SIGTERM.
pub enum Moment<'a> {
    /// So long after its start.
    After(Duration),
    /// When it has computed for so long, in all its threads: then it is past its own start on a busy machine too.
    Computed(Duration),
    /// When this holds of the process of this id, which is asked every [`POLL`].
    When(&'a dyn Fn(u32) -> bool),
}

impl fmt::Debug for Moment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Moment::After(time) => write!(f, "after {time:?}"),
            Moment::Computed(time) => write!(f, "after {time:?} of computing"),
            Moment::When(_) => f.write_str("at an event"),
        }
    }
}

impl Moment<'_> {
    fn has_come(&self, process: u32, begun: Instant) -> bool {
        match self {
            Moment::After(time) => begun.elapsed() >= *time,
            Moment::Computed(time) => computed(process) >= *time,
            Moment::When(holds) => holds(process),
        }
    }
}

/// A run of the program, to be measured.
#[derive(Debug)]
pub struct Trial<'a> {
    command: Command,
    input: Vec<u8>,
    input_ends: bool,
    output_is_read: bool,
    ending: Option<(&'static str, Moment<'a>)>,
    patience: Duration,
}

impl<'a> Trial<'a> {
    /// Prepares a run with these arguments and an empty standard input.
    pub fn new(program: &Program, arguments: impl IntoIterator<Item: AsRef<str>>) -> Trial<'a> {
        let arguments = arguments.into_iter().map(|argument| argument.as_ref().to_owned());
        Trial::of(program.command(arguments.collect::<Vec<_>>()))
    }

    /// Prepares a run of a command whose standard streams are pipes, with an empty standard input.
    #[must_use]
    pub fn of(command: Command) -> Trial<'a> {
        Trial {
            command,
            input: Vec::new(),
            input_ends: true,
            output_is_read: true,
            ending: None,
            patience: Duration::from_secs(60),
        }
    }

    /// Appends the options that set these limits, and waits for the end no longer than twice as long as they allow.
    #[must_use]
    pub fn limits(mut self, limits: &Limits) -> Self {
        self.command.args(limits.arguments());
        self.patient_for(limits)
    }

    /// Waits for the end no longer than twice as long as these limits allow, which the run was told otherwise.
    #[must_use]
    pub fn patient_for(mut self, limits: &Limits) -> Self {
        self.patience = 2 * limits.latest() + Duration::from_secs(5);
        self
    }

    /// Gives it this standard input.
    #[must_use]
    pub fn input(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = input.into();
        self
    }

    /// Leaves its standard input open after what it is given, so that it waits for more.
    #[must_use]
    pub fn waiting_for_input(mut self) -> Self {
        self.input_ends = false;
        self
    }

    /// Reads nothing of its standard output, so that it waits as soon as the pipe is full.
    #[must_use]
    pub fn unread(mut self) -> Self {
        self.output_is_read = false;
        self
    }

    /// Sends SIGTERM at this moment.
    #[must_use]
    pub fn terminate(mut self, moment: Moment<'a>) -> Self {
        self.ending = Some(("TERM", moment));
        self
    }

    /// Sends SIGINT, as Ctrl-C does, at this moment.
    #[must_use]
    pub fn interrupt(mut self, moment: Moment<'a>) -> Self {
        self.ending = Some(("INT", moment));
        self
    }

    /// Runs it to its end. A run that takes longer than anybody would wait is killed.
    #[must_use]
    pub fn run(mut self) -> Measured {
        let begun = Instant::now();
        let mut child = self.command.spawn().unwrap();
        let (input, out, err) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (mut input, mut out, mut err) = (input.unwrap(), out.unwrap(), err.unwrap());
        let (bytes, ends, is_read) = (std::mem::take(&mut self.input), self.input_ends, self.output_is_read);
        let fed = thread::spawn(move || {
            // A program that fails early may not read all of its input.
            let _ = input.write_all(&bytes);
            (!ends).then_some(input)
        });
        let read = |stream: &mut dyn Read| {
            let mut bytes = Vec::new();
            let _ = stream.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        };
        // A pipe that nobody reads stays open until the end: the program must wait, and not meet a closed one.
        let (said, _unread) = match is_read {
            true => (Some(thread::spawn(move || read(&mut out))), None),
            false => (None, Some(out)),
        };
        let complained = thread::spawn(move || read(&mut err));
        let watched = self.watch(&mut child, begun);
        let _ = fed.join().unwrap();
        let status = watched.status.unwrap_or(-1);
        let out = said.map(|said| said.join().unwrap()).unwrap_or_default();
        let err = complained.join().unwrap();
        let said = CliOutput { status, out, err };
        Measured { said, took: watched.took, peak: watched.peak, ending: watched.ending, killed: watched.killed }
    }

    /// Looks at the process until it has ended.
    fn watch(&self, child: &mut Child, begun: Instant) -> Watched {
        let (id, mut peak, mut signalled, mut killed) = (child.id(), 0, None, false);
        loop {
            peak = peak.max(held(id));
            if let Some(status) = child.try_wait().unwrap() {
                let ending = signalled.map(|at: Instant| at.elapsed());
                return Watched { status: status.code(), took: begun.elapsed(), peak, ending, killed };
            }
            let due = self.ending.as_ref().filter(|(_, moment)| signalled.is_none() && moment.has_come(id, begun));
            if let Some((signal, _)) = due {
                let sent = Command::new("kill").args(["-s", signal, &id.to_string()]).status().unwrap();
                assert!(sent.success());
                signalled = Some(Instant::now());
            }
            let since = signalled.unwrap_or(begun);
            if since.elapsed() > self.patience {
                killed = true;
                let _ = child.kill();
            }
            thread::sleep(POLL);
        }
    }
}

struct Watched {
    status: Option<i32>,
    took: Duration,
    peak: u64,
    ending: Option<Duration>,
    killed: bool,
}

/// What a run said and took.
#[derive(Debug)]
pub struct Measured {
    /// Its exit status and its output.
    pub said: CliOutput,
    /// The time from its start to its end.
    pub took: Duration,
    /// The most bytes of memory that were resident in it and its child processes.
    pub peak: u64,
    /// The time from the signal to its end; `None` where it ended before the signal was due.
    pub ending: Option<Duration>,
    /// Whether it had to be killed, because it did not end by itself.
    pub killed: bool,
}

impl Measured {
    /// Says what is wrong with a run under limits: it was late, it held too much, it panicked or a signal ended it;
    /// `None` if nothing is. `base` is what the program holds without any work.
    #[must_use]
    pub fn flaw(&self, limits: &Limits, base: u64) -> Option<String> {
        let kept = limits.breach(self.took, self.peak, base);
        kept.or_else(|| self.broken())
    }

    /// Says what is wrong with a run that was sent a signal; `None` if it ended within a second.
    #[must_use]
    pub fn flaw_of_ending(&self) -> Option<String> {
        let Some(ending) = self.ending else { return Some(format!("it ended before the signal: {:?}", self.short())) };
        let latest = Duration::from_secs(1) * slack();
        (ending > latest).then(|| format!("it ended {ending:.1?} after the signal")).or_else(|| self.broken())
    }

    /// Returns the figures of the run for a table: seconds, MiB, exit status, and what it said first on standard error.
    #[must_use]
    pub fn figures(&self) -> String {
        let (status, said) = self.short();
        format!(
            "{:.2} s, {} MiB, status {status} {}",
            self.took.as_secs_f64(),
            self.peak >> 20,
            said.lines().next().unwrap_or_default()
        )
    }

    fn broken(&self) -> Option<String> {
        let wrong = self.killed || self.said.status < 0 || self.said.err.contains("a bug in");
        wrong.then(|| format!("it broke: {:?}", self.short()))
    }

    /// Returns the exit status and the beginning of what it said on standard error.
    fn short(&self) -> (i32, String) {
        (self.said.status, self.said.err.chars().take(300).collect())
    }
}

/// Returns the processor time that a process has used in all its threads; zero where that is not known.
#[must_use]
pub fn computed(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
    Duration::from_millis((ticks(11) + ticks(12)) * 1000 / TICKS)
}

/// Returns the peak resident memory in bytes of a process and of those of its children that run; 0 for a moment at its
/// start, when its memory is still that of this process, which started it.
fn held(process: u32) -> u64 {
    let program = |process: &str| std::fs::read_link(format!("/proc/{process}/exe")).ok();
    if program(&process.to_string()) == program("self") {
        return 0;
    }
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let children = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let children: Vec<u32> = children
        .flat_map(|list| list.split_whitespace().filter_map(|child| child.parse().ok()).collect::<Vec<u32>>())
        .collect();
    let below = children.into_iter().map(held).sum::<u64>();
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let own = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) << 10;
    own + below
}
