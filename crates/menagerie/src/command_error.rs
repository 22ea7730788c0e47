//! Errors of commands: a text for standard error, and the status with which the program ends.

use engines::Halt;
use puzzles::{AskError, LoadError};

use crate::input::{Input, Unusable};
use crate::outputs::Abandoned;
use crate::report;
use crate::status::Status;

/// Prints the error of an unusable file and returns its status.
pub(crate) fn refuse(unusable: &Unusable) -> Status {
    report::say(&format!("menagerie: {}", unusable.message));
    unusable.status
}

/// The error of a file without an answer, with the text for standard error.
#[derive(Clone)]
pub(crate) struct CommandError {
    pub(crate) text: String,
    pub(crate) status: Status,
}

impl CommandError {
    pub(crate) fn unusable(unusable: Unusable) -> CommandError {
        CommandError { text: format!("menagerie: {}", unusable.message), status: unusable.status }
    }

    /// The problems of a level's text.
    pub(crate) fn problems(input: &Input, problems: &LoadError) -> CommandError {
        match problems {
            LoadError::Invalid(list) => {
                let text = report::problems(&input.name, input.excerpts(), list);
                CommandError { text: text.trim_end().into(), status: Status::Invalid }
            }
            LoadError::NoSuchLevel(why) => CommandError { text: format!("menagerie: {why}"), status: Status::Usage },
            LoadError::Exceeded(why) => {
                CommandError { text: format!("menagerie: {}: {why}", input.name), status: Status::Unfinished }
            }
            LoadError::Unreadable(error) => CommandError {
                text: format!("menagerie: {}: cannot be read: {error}", input.name),
                status: Status::Failed,
            },
        }
    }

    pub(crate) fn refusal(name: &str, refusal: &AskError) -> CommandError {
        CommandError { text: format!("menagerie: {name}: {refusal}"), status: refusal.into() }
    }

    /// The error of one of several levels that is not asked, since a limit was reached at one before it.
    pub(crate) fn unasked(name: &str, halt: Halt) -> CommandError {
        CommandError { text: format!("menagerie: {name}: not asked: {halt}"), status: Status::Unfinished }
    }

    /// The error of a question whose outputs were removed; its text is empty if standard output was closed.
    pub(crate) fn abandoned(name: &str, refusal: &AskError, abandoned: Abandoned) -> CommandError {
        match abandoned {
            Abandoned::Unread => CommandError { text: String::new(), status: Status::Answered },
            Abandoned::Failed(why) => CommandError::failed(why),
            Abandoned::Refused => CommandError::refusal(name, refusal),
        }
    }

    pub(crate) fn failed(error: impl std::fmt::Display) -> CommandError {
        CommandError { text: format!("menagerie: {error:#}"), status: Status::Failed }
    }
}
