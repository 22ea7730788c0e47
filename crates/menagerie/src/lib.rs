//! The command line over a list of families: a family in one's own crate, put into the list, gets every verb.
//!
//! Data flows one way: [`arguments`] (text to types), [`input`] (a level's source and family), `puzzles::ask`,
//! [`report`] (words or JSON on standard output). Exit statuses are in [`status`].
//!
//! Absent: rules, and code for one family.

mod arguments;
#[cfg(feature = "raster")]
mod film;
mod input;
mod limits;
mod mapped;
mod out;
mod pictures;
mod place;
mod play;
mod progress;
mod report;
mod status;
mod store;
mod verbs;

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::Parser;
use puzzles::Family;

use crate::arguments::Arguments;
use crate::status::Status;

/// Runs the command line with these families and says how it ended.
#[must_use]
pub fn run(families: &'static [&'static dyn Family]) -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let wrong = error.use_stderr();
            let _ = error.print();
            return ExitCode::from(if wrong { Status::Usage.code() } else { 0 });
        }
    };
    std::panic::set_hook(Box::new(|info| {
        let _ = writeln!(std::io::stderr(), "menagerie: a bug in menagerie: {info}");
    }));
    let status = match catch_unwind(AssertUnwindSafe(|| verbs::run(families, &arguments))) {
        Ok(Ok(status)) => status,
        Ok(Err(error)) => {
            let _ = writeln!(std::io::stderr(), "menagerie: {error:#}");
            Status::Failed
        }
        Err(_) => Status::Failed,
    };
    ExitCode::from(status.code())
}
