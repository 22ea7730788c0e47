//! The verbs that ask a level: one for each kind of question, made from the list of kinds.
//!
//! All take levels and the files for an answer. A few take more: a saved map, the moves to play. The options of the
//! questions are added by [`crate::options`].

use std::any::Any;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches, Subcommand};
use puzzles::QuestionKind;
use server::amount::memory;

use crate::output_arguments::Outputs;

/// A verb that asks a question.
#[derive(Debug)]
pub(crate) struct Asking {
    pub(crate) kind: QuestionKind,
    /// The levels; exactly one for a question after moves.
    pub(crate) files: Vec<String>,
    /// The moves to play; of `run` and `judge`.
    pub(crate) moves: Option<String>,
    /// The programs of the participants of a contest; of `run`.
    pub(crate) programs: Option<PathBuf>,
    /// Where what is too large for the answer goes.
    pub(crate) out: Option<PathBuf>,
    /// Where a map is kept; of `map`.
    pub(crate) save: Option<PathBuf>,
    /// The saved map that is read; of `hint`.
    pub(crate) map: Option<PathBuf>,
    /// How much disk space a search may take; of `solve` and `reach`.
    pub(crate) disk: Option<u64>,
    pub(crate) outputs: Outputs,
}

impl Asking {
    /// Whether a question is about one position: after moves of one's own, which belong to one level.
    pub(crate) fn takes_one_level(kind: QuestionKind) -> bool {
        matches!(kind, QuestionKind::Hint | QuestionKind::Judge | QuestionKind::Shortcut | QuestionKind::Run)
    }
}

#[derive(Args)]
#[allow(dead_code)] // read by name: each verb has some of these
struct Levels {
    /// The levels
    #[arg(required = true)]
    files: Vec<String>,
}

#[derive(Args)]
#[allow(dead_code)]
struct OneLevel {
    /// The level
    #[arg(value_name = "FILE")]
    files: String,
}

#[derive(Args)]
#[allow(dead_code)]
struct Moves {
    /// Moves separated by ';' or as a JSON list
    #[arg(id = "made", value_name = "MOVES", allow_hyphen_values = true, required_unless_present = "programs")]
    made: Option<String>,
    /// Score a contest: each line of FILE is a participant, a name and a program for each level, separated by commas
    #[arg(long, value_name = "FILE", conflicts_with = "made")]
    programs: Option<PathBuf>,
}

#[derive(Args)]
#[allow(dead_code)]
struct Line {
    /// The line: moves separated by ';' or as a JSON list; none to judge the start
    #[arg(id = "made", value_name = "MOVES", allow_hyphen_values = true)]
    made: Option<String>,
}

#[derive(Args)]
#[allow(dead_code)]
struct Out {
    /// Write what is too large for the answer to a file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Args)]
#[allow(dead_code)]
struct Disk {
    /// Go on in files of the cache folder, of at most this size, where memory ends: 50GiB; a search that was interrupted goes on where it was
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    disk: Option<u64>,
}

#[derive(Args)]
#[allow(dead_code)]
struct Save {
    /// Keep the map in a file for hint --map and new --map; a build that was interrupted goes on where it was
    #[arg(long, value_name = "OUT")]
    save: Option<PathBuf>,
}

#[derive(Args)]
#[allow(dead_code)]
struct SavedMap {
    /// Read the hint from a saved map of this level's board
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
}

/// The verb of a kind of question.
fn verb(kind: QuestionKind) -> Command {
    let verb = Command::new(kind.name());
    let verb = if Asking::takes_one_level(kind) { OneLevel::augment_args(verb) } else { Levels::augment_args(verb) };
    let verb = match kind {
        QuestionKind::Run => Moves::augment_args(verb),
        QuestionKind::Judge => Line::augment_args(verb),
        QuestionKind::Solve | QuestionKind::Reach => Disk::augment_args(Out::augment_args(verb)),
        QuestionKind::Improve => Out::augment_args(verb),
        QuestionKind::Map => Save::augment_args(verb),
        QuestionKind::Hint => SavedMap::augment_args(verb),
        _ => verb,
    };
    // The documentation of a group of arguments would become the verb's.
    Outputs::augment_args(verb).about(kind.about())
}

impl Subcommand for Asking {
    fn augment_subcommands(command: Command) -> Command {
        QuestionKind::ALL.iter().fold(command, |command, kind| command.subcommand(verb(*kind)))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Asking::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        QuestionKind::ALL.iter().any(|kind| kind.name() == name)
    }
}

impl FromArgMatches for Asking {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Asking, Error> {
        let missing = || Error::new(ErrorKind::MissingSubcommand);
        let (name, given) = matches.subcommand().ok_or_else(missing)?;
        let kind = QuestionKind::ALL.iter().copied().find(|kind| kind.name() == name).ok_or_else(missing)?;
        Ok(Asking {
            kind,
            files: given.get_many("files").into_iter().flatten().cloned().collect(),
            moves: own(given, "made"),
            programs: own(given, "programs"),
            out: own(given, "out"),
            save: own(given, "save"),
            map: own(given, "map"),
            disk: own(given, "disk"),
            outputs: Outputs::from_arg_matches(given)?,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Asking::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The value of an argument that not every verb has.
fn own<T: Any + Clone + Send + Sync>(matches: &ArgMatches, name: &str) -> Option<T> {
    matches.try_get_one(name).ok().flatten().cloned()
}
