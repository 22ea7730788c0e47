//! Whether levels are valid, and, with `--par`, whether what their authors claim of them is true.
//!
//! [`crate::verbs::paths`] finds the files, whose levels are checked on all cores ([`level`]), each within limits of
//! its own; what is proven is kept ([`proven`]), so that a second run asks only what changed. [`twins`] finds levels
//! that are one level twice. [`written`] puts what was proven into the files, and [`report`] says what was found.

mod level;
mod proven;
mod report;
mod twins;
mod written;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use engines::Context;
use puzzles::Options;

use crate::arguments::{Check, Written};
use crate::cli_context::CliContext;
use crate::command_error::{CommandError, refuse};
use crate::input::{Input, Unusable, usage};
use crate::limits;
use crate::report as output;
use crate::status::Status;
use crate::verbs::meter::Meter;
use crate::verbs::paths;
use level::{Checker, Finding};

/// A file: its levels, or why it has none that could be checked.
enum File {
    Levels(Vec<Input>),
    Refused(Box<Finding>),
}

/// Checks every level of files and folders.
pub(super) fn check(cli: &CliContext<'_>, asked: &Check, options: &Options) -> anyhow::Result<Status> {
    if asked.write.contains(&Written::Par) && options.given().next().is_some() {
        let message = "--write par: a par is of the question without options, such as the fewest moves; expected no option \
                       that changes what is counted";
        return Ok(refuse(&usage(message.to_owned())));
    }
    if asked.diff && cli.common.json {
        let message = "--diff prints the changes as text, where --json prints an object a level; expected one of them";
        return Ok(refuse(&usage(message.to_owned())));
    }
    let named = match paths::files(cli, &asked.files) {
        Ok(named) => named,
        Err(unusable) => return Ok(refuse(&unusable)),
    };
    let limits = limits::of_each_level(cli.common);
    let cx = || Context::new(limits.budget()).stop(cli.stop.clone());
    let files: Vec<File> = named.iter().map(|file| open(cli, &file.name, &cx())).collect();
    let levels: Vec<&Input> = files.iter().flat_map(File::levels).collect();
    let until = asked.time_total.and_then(|time| cli.begun.checked_add(time));
    let checker = Checker::new(cli, asked, options, levels.len(), until);
    let mut checked = each(cli, &checker, &levels, asked.par).into_iter();
    let mut findings: Vec<Finding> = Vec::new();
    for file in files {
        match file {
            File::Levels(levels) => findings.extend(checked.by_ref().take(levels.len())),
            File::Refused(finding) => findings.push(*finding),
        }
    }
    twins::note(&mut findings);
    if asked.deny_warnings {
        let warned = findings.iter_mut().filter(|finding| finding.is_warned());
        warned.for_each(|finding| finding.status = finding.status.worse(Status::Refuted));
    }
    report::say_problems(&findings);
    let status = findings.iter().fold(Status::Answered, |status, finding| status.worse(finding.status));
    let written = match asked.write.is_empty() {
        true => Ok(()),
        false => written::write(&findings, asked),
    };
    let is_written = asked.write.contains(&Written::Par) && !asked.diff && written.is_ok();
    let text = match cli.common.json {
        true => report::json(&findings, asked.par),
        false => report::plain(&findings, asked, is_written),
    };
    output::print(&text)?;
    match written {
        Ok(()) => Ok(status),
        Err(unusable) => Ok(status.worse(refuse(&unusable))),
    }
}

impl File {
    fn levels(&self) -> &[Input] {
        match self {
            File::Levels(levels) => levels,
            File::Refused(_) => &[],
        }
    }
}

/// Opens a file and lists its levels.
fn open(cli: &CliContext<'_>, name: &str, cx: &Context<'_>) -> File {
    let refused = |family, says: String, status, why| {
        output::say(&says);
        File::Refused(Box::new(Finding::failed(name, family, status, why)))
    };
    match Input::find(cli.families, name, cli.common.family.as_deref()) {
        Err(Unusable { message, status }) => refused(None, format!("menagerie: {message}"), status, Err(message)),
        Ok(input) => match input.levels(cx) {
            Ok(levels) => File::Levels(levels),
            Err(unread) => {
                let (input, problems) = *unread;
                let error = CommandError::problems(&input, &problems);
                refused(Some(input.family), error.text, error.status, Ok(problems))
            }
        },
    }
}

/// Checks the levels on all cores, and returns what was found in their order.
fn each(cli: &CliContext<'_>, checker: &Checker<'_>, levels: &[&Input], is_long: bool) -> Vec<Finding> {
    let meter = Mutex::new(Meter::new(cli.common.quiet || !is_long || levels.len() < 2, levels.len()));
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(levels.len())));
    let lock =
        |mutex: &Mutex<Meter>, count: fn(&mut Meter)| count(&mut mutex.lock().unwrap_or_else(PoisonError::into_inner));
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(input) = levels.get(at) else { break };
            let finding = checker.check(input);
            found.lock().unwrap_or_else(PoisonError::into_inner).push((at, finding));
            lock(&meter, |meter| meter.count(true));
        }
    };
    std::thread::scope(|scope| (0..checker.at_once()).for_each(|_| drop(scope.spawn(work))));
    lock(&meter, |meter| meter.clear());
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, finding)| finding).collect()
}
