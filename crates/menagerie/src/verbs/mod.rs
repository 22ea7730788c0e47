//! One function a verb.

mod asking;
mod levels;
mod world;

use clap::CommandFactory;
use engines::{Budget, Context, Stop};
use puzzles::Family;
use puzzles::record::split_moves;
use std::time::Instant;

use crate::arguments::{Arguments, Common, Verb};
use crate::input::Unusable;
use crate::limits::default_memory;
use crate::progress::Line;
use crate::report;
use crate::status::Status;

/// What every verb has at hand.
pub(crate) struct Bench<'a> {
    pub(crate) families: &'static [&'static dyn Family],
    pub(crate) common: &'a Common,
    pub(crate) stop: Stop,
    pub(crate) line: Line,
    pub(crate) begun: Instant,
}

impl Bench<'_> {
    /// A fresh context with the limits asked for; all files share one deadline.
    pub(crate) fn context(&self) -> Context<'_> {
        let budget = Budget {
            nodes: self.common.nodes,
            bytes: Some(self.common.memory.unwrap_or_else(default_memory)),
            deadline: self.common.time.and_then(|time| self.begun.checked_add(time)),
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.common.threads.map_or(cores, usize::from);
        Context::new(budget).stop(self.stop.clone()).progress(&self.line).threads(threads)
    }
}

/// Runs one command.
pub(crate) fn run(families: &'static [&'static dyn Family], arguments: &Arguments) -> anyhow::Result<Status> {
    let common = &arguments.common;
    let stop = Stop::default();
    listen_for_interrupts(stop.clone());
    let bench = Bench { families, common, stop, line: Line::new(common.quiet), begun: Instant::now() };
    match &arguments.verb {
        Verb::List => levels::list(&bench),
        Verb::Init { dir } => levels::init(&bench, dir),
        Verb::Show { file, svg } => levels::show(&bench, file, svg.as_deref()),
        Verb::Check { files, par } => levels::check(&bench, files, *par),
        Verb::World(verb) => world::run(&bench, verb),
        Verb::Completions { shell } => completions(*shell),
        Verb::Man => man(),
        Verb::Verify { file, answer } => asking::verify(&bench, file, answer),
        verb => asking::answer(&bench, verb),
    }
}

/// The first Ctrl-C asks the work to end; the second ends the process.
fn listen_for_interrupts(stop: Stop) {
    let set = ctrlc::set_handler(move || {
        if stop.asked() {
            std::process::exit(130);
        }
        stop.ask();
    });
    if let Err(error) = set {
        report::say(&format!("menagerie: Ctrl-C will end the work at once: {error}"));
    }
}

fn completions(shell: clap_complete::Shell) -> anyhow::Result<Status> {
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "menagerie", &mut out);
    report::print(&String::from_utf8_lossy(&out))?;
    Ok(Status::Answered)
}

fn man() -> anyhow::Result<Status> {
    let mut out = Vec::new();
    clap_mangen::Man::new(Arguments::command()).render(&mut out)?;
    report::print(&String::from_utf8_lossy(&out))?;
    Ok(Status::Answered)
}

/// Moves from the command line: a JSON list of texts, or one text split at `;`.
pub(crate) fn moves(text: &str) -> Result<Vec<String>, Unusable> {
    if !text.trim_start().starts_with('[') {
        return Ok(split_moves(text));
    }
    serde_json::from_str(text).map_err(|error| Unusable {
        message: format!("the list of moves is not JSON: {error}; expected such as [\"1\", \"2\"]"),
        status: Status::Usage,
    })
}
