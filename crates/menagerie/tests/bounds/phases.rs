//! SIGTERM ends the program within a second in every phase of its work; Ctrl-C does where the work looks at it, and
//! says how to end it where it cannot.
#![cfg(target_os = "linux")]
use std::process::Command;
use std::time::Duration;

use crate::cli::{MENAGERIE, file, folder};
use testkit::bounded::{Measured, Moment, Trial};
use testkit::hostile::texts;

/// The computing after which a program is at work; an optimised one has ended some phases after the longer time.
const AT_WORK: Duration = Duration::from_millis(if cfg!(debug_assertions) { 350 } else { 150 });

/// What the program does when the signal comes.
struct Phase {
    name: &'static str,
    arguments: Vec<String>,
    /// What it reads on standard input, which stays open.
    input: &'static str,
    /// Whether its standard output is read.
    is_read: bool,
    /// Whether it waits for something outside.
    waits: bool,
    /// Whether it cannot look at Ctrl-C for longer than a second.
    is_deaf: bool,
}

impl Phase {
    fn new(name: &'static str, arguments: &[&str]) -> Phase {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Phase { name, arguments, input: "", is_read: true, waits: false, is_deaf: false }
    }

    /// Runs it, and sends SIGTERM or Ctrl-C when it has begun: at work after so much computing, else once it can take
    /// signals.
    fn run(&self, signal: Signal) -> Measured {
        let trial = Trial::new(&MENAGERIE, &self.arguments).input(self.input).waiting_for_input();
        let trial = if self.is_read { trial } else { trial.unread() };
        let moment = if self.waits { Moment::When(&is_idle) } else { Moment::Computed(AT_WORK) };
        match signal {
            Signal::Terminate => trial.terminate(moment).run(),
            Signal::Interrupt => trial.interrupt(moment).run(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Signal {
    Terminate,
    Interrupt,
}

/// Whether a process listens to signals, and all its threads wait.
fn is_idle(process: u32) -> bool {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let tasks: Vec<(String, String)> = tasks
        .map(|task| ["comm", "stat"].map(|name| std::fs::read_to_string(task.path().join(name)).unwrap_or_default()))
        .map(|[name, stat]| (name.trim_end().to_owned(), stat))
        .collect();
    let waits = |stat: &str| stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('S'));
    tasks.iter().any(|(name, _)| name == "signals") && tasks.iter().all(|(_, stat)| waits(stat))
}

fn phases() -> Vec<Phase> {
    let folder = folder("phases");
    let text = |name: &str| {
        let text = texts().into_iter().find(|text| text.name == name).unwrap();
        file(&folder, &format!("{}.{}", name.replace(' ', "-"), text.extension), text.text())
    };
    let pipe = folder.join("pipe.ps").to_str().unwrap().to_owned();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let out = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let board = text("a board of 1,000 by 400 cells");
    // Its picture is longer than what a pipe takes.
    let crates = text("a board of 1,000 by 1,000 crates");
    let creeping = text("what creeps over 1,000 by 400 cells");
    vec![
        Phase { waits: true, ..Phase::new("read", &["solve", &pipe]) },
        Phase::new("compile", &["check", &text("100,000 rules in one group")]),
        Phase::new("prepare", &["solve", &creeping]),
        Phase::new("search", &["solve", &text("nine errands on 200 by 200 cells")]),
        // An image is painted in one step.
        Phase { is_deaf: true, ..Phase::new("draw", &["show", &board, "--png", &out("board.png")]) },
        Phase { is_read: false, waits: true, ..Phase::new("write", &["show", &crates, "--svg", "-"]) },
        Phase { input: "look row 1\n", waits: true, ..Phase::new("wait for a move", &["play", "--plain", "@flipper"]) },
    ]
}

#[test]
fn signals_end_every_phase() {
    for phase in phases() {
        // What waits for something outside cannot look at Ctrl-C.
        let signals = if phase.waits || phase.is_deaf {
            &[Signal::Terminate][..]
        } else {
            &[Signal::Terminate, Signal::Interrupt]
        };
        for &signal in signals {
            let run = phase.run(signal);
            println!("{:16} {signal:?}: {:?}, {}", phase.name, run.ending, run.figures());
            assert_eq!(run.flaw_of_ending(), None, "{}: {signal:?}", phase.name);
        }
    }
}
