//! The command-line program for a list of puzzle families. A program that passes its own families to [`run`] gets every
//! verb for them.
//!
//! A command passes [`arguments`] and [`options`] (text to types), [`input`] (the source and family of a level),
//! `puzzles::ask`, and [`report`] (words or JSON on standard output). Exit statuses are in [`status`].
//!
//! This crate has no puzzle rules and no code for a particular family.

mod arguments;
mod cli_context;
mod command_error;
mod ending;
mod excerpts;
mod film;
mod input;
mod limits;
mod lock;
mod mapped;
mod options;
mod out;
mod output_arguments;
mod outputs;
mod part;
mod patient;
mod picture_files;
mod pictures;
mod place;
mod play;
mod progress;
mod question_verbs;
mod report;
mod state_files;
mod status;
mod stopping;
mod store;
mod trace;
mod verb_groups;
mod verbs;

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use puzzles::Family;

use crate::arguments::Arguments;
use crate::input::Input;
use crate::status::Status;

/// Prints the requested help or version, or the error of the arguments.
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

/// Runs the command-line program with the arguments of the process and these families, and returns the exit status.
///
/// It is an error of the calling program if the options of two families conflict, or if an option has a name that the
/// command line itself uses: this is reported on standard error with exit status 1.
#[must_use]
pub fn run(families: &'static [&'static dyn Family]) -> ExitCode {
    let bare = Arguments::command();
    if let Err(clash) = options::check(&bare, families) {
        report::say(&format!("menagerie: {clash}"));
        return ExitCode::from(Status::Failed.code());
    }
    let given: Vec<OsString> = std::env::args_os().map(Input::spelled).collect();
    let parsed = options::completed_for(bare, families, &given)
        .try_get_matches_from(given)
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

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
