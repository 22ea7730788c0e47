//! The command line over a list of families: a family in one's own crate, put into the list, gets every verb.
//!
//! Data flows one way: [`arguments`] and [`options`] (text to types), [`input`] (a level's source and family), `puzzles::ask`,
//! [`report`] (words or JSON on standard output). Exit statuses are in [`status`].
//!
//! Absent: rules, and code for one family.

mod arguments;
mod ending;
#[cfg(feature = "raster")]
mod film;
mod input;
mod limits;
mod mapped;
mod options;
mod out;
mod outputs;
mod pictures;
mod place;
mod play;
mod progress;
mod report;
mod status;
mod store;
mod trace;
mod verbs;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::FromArgMatches;
use puzzles::Family;

use crate::arguments::Arguments;
use crate::status::Status;

/// Prints the help or the version that was asked for, or what is wrong with the arguments.
fn unparsed(error: &clap::Error) -> Status {
    if error.use_stderr() {
        report::say(error.render().to_string().trim_end());
        return Status::Usage;
    }
    let text = error.render();
    let text = if report::colour() { text.ansi().to_string() } else { text.to_string() };
    match report::print(&text) {
        Ok(()) => Status::Answered,
        Err(error) => {
            report::say(&format!("menagerie: {error:#}"));
            Status::Failed
        }
    }
}

/// Runs the command line with these families and says how it ended.
///
/// Families whose options disagree, or have a name that the command line uses itself, are a mistake of the program that
/// calls this: it says so, and ends with status 1.
#[must_use]
pub fn run(families: &'static [&'static dyn Family]) -> ExitCode {
    if let Err(clash) = options::check(families) {
        report::say(&format!("menagerie: {clash}"));
        return ExitCode::from(Status::Failed.code());
    }
    let parsed = options::command(families)
        .try_get_matches()
        .and_then(|matches| Arguments::from_arg_matches(&matches).map(|arguments| (arguments, matches)));
    let (arguments, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return ExitCode::from(unparsed(&error).code()),
    };
    std::panic::set_hook(Box::new(|info| {
        report::say(&format!("menagerie: a bug in menagerie: {info}"));
    }));
    let status = match catch_unwind(AssertUnwindSafe(|| verbs::run(families, &arguments, &matches))) {
        Ok(Ok(status)) => status,
        Ok(Err(error)) => {
            report::say(&format!("menagerie: {error:#}"));
            Status::Failed
        }
        Err(_) => Status::Failed,
    };
    ExitCode::from(status.code())
}
