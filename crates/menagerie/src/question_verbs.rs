//! The verbs that ask a level: one for each row of the table of questions ([`puzzles::questions`]).
//!
//! All take levels and the files for an answer. A few take more, as their row says: a saved map, the moves to play. The
//! options of the questions, and the verbs for questions that only a family declares, are added by [`crate::options`].

use std::any::Any;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches, Subcommand};
use puzzles::QuestionKind;
use puzzles::questions::{AnswerFile, QUESTIONS, QuestionRow, Subject};
use server::amount::memory;

use crate::output_arguments::Outputs;
use crate::state_files::{Form, StatesAsked};
use crate::verb_groups::is_of_no_question;

/// A verb that asks a question.
#[derive(Debug)]
pub(crate) struct Asking {
    pub(crate) kind: QuestionKind,
    /// The levels; exactly one for a question after moves.
    pub(crate) files: Vec<String>,
    /// The moves behind the level, of questions about one level: the same as the option.
    pub(crate) moves: Option<String>,
    /// The programs of the participants of a contest; of `run`.
    pub(crate) programs: Option<PathBuf>,
    /// Where what is too large for the answer goes.
    pub(crate) out: Option<PathBuf>,
    /// Where a map is kept; of `map`.
    pub(crate) save: Option<PathBuf>,
    /// Where the states of a map go; of `map`.
    pub(crate) states: StatesAsked,
    /// The saved map that is read; of `hint`.
    pub(crate) map: Option<PathBuf>,
    /// How much disk space a search may take; of `solve` and `reach`.
    pub(crate) disk: Option<u64>,
    pub(crate) outputs: Outputs,
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
struct Programs {
    /// Score a contest, of levels that have one, such as @contest: each line of FILE is a participant, a name and a
    /// program for each level, separated by commas
    #[arg(long, value_name = "FILE")]
    programs: Option<PathBuf>,
}

#[derive(Args)]
#[allow(dead_code)]
struct Line {
    /// Moves as they are printed, with ';' or commas between them, or as a JSON list, from the start; the same as
    /// --moves
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
    /// Go on in files of the cache folder, of at most this size, where memory ends: 50GiB; a search that was
    /// interrupted goes on where it was
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    disk: Option<u64>,
}

#[derive(Args)]
#[allow(dead_code)]
struct Save {
    /// Keep the map in a file for hint --map, new --map or a program of your own; docs/hint-tables.md says its format
    #[arg(long, value_name = "OUT")]
    save: Option<PathBuf>,
}

#[derive(Args)]
#[allow(dead_code)]
struct States {
    /// Write every state with its distance, its best moves and those that lose it: as CSV, or as JSON lines into a file
    /// that is called *.jsonl
    #[arg(long, value_name = "OUT")]
    states: Option<PathBuf>,
    /// How --states is written, whatever the file is called
    #[arg(long, value_name = "FORM", requires = "states")]
    states_form: Option<Form>,
    /// Write every move between states as CSV, by their numbers in --states
    #[arg(long, value_name = "OUT")]
    graph: Option<PathBuf>,
}

#[derive(Args)]
#[allow(dead_code)]
struct SavedMap {
    /// Read the hint from a saved map of this level
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
}

/// The verb of a question.
pub(crate) fn verb(row: &'static QuestionRow) -> Command {
    let verb = Command::new(row.name());
    let verb = match row.subject {
        Subject::Level => Levels::augment_args(verb),
        Subject::Position | Subject::Line { .. } => Line::augment_args(OneLevel::augment_args(verb)),
    };
    let verb = row.files.iter().fold(verb, |verb, file| match file {
        AnswerFile::Out => Out::augment_args(verb),
        AnswerFile::Disk => Disk::augment_args(verb),
        AnswerFile::Save => Save::augment_args(verb),
        AnswerFile::States => States::augment_args(verb),
        AnswerFile::SavedMap => SavedMap::augment_args(verb),
        // A second file that is given beside the programs is refused in words of its own.
        AnswerFile::Programs => Programs::augment_args(verb),
    });
    // The documentation of a group of arguments would become the verb's.
    Outputs::augment_args(verb).about(row.about).after_help(example(row))
}

/// The example of a question, as its help shows it; empty where there is none.
fn example(row: &QuestionRow) -> String {
    if row.example.command.is_empty() {
        return String::new();
    }
    let output: String = row.example.output.lines().map(|line| format!("  {line}\n")).collect();
    format!("Example:\n  $ menagerie {}\n{output}", row.example.quoted())
}

impl Subcommand for Asking {
    fn augment_subcommands(command: Command) -> Command {
        QUESTIONS.iter().fold(command, |command, row| command.subcommand(verb(row)))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Asking::augment_subcommands(command)
    }

    /// Whether a verb asks a question: any that is none of the others, since families declare questions of their own.
    fn has_subcommand(name: &str) -> bool {
        QuestionKind::new(name).is_some() && !is_of_no_question(name)
    }
}

impl FromArgMatches for Asking {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Asking, Error> {
        let missing = || Error::new(ErrorKind::MissingSubcommand);
        let (name, given) = matches.subcommand().ok_or_else(missing)?;
        let kind = QuestionKind::new(name).ok_or_else(missing)?;
        Ok(Asking {
            kind,
            files: given.get_many("files").into_iter().flatten().cloned().collect(),
            moves: own(given, "made"),
            programs: own(given, "programs"),
            out: own(given, "out"),
            save: own(given, "save"),
            states: StatesAsked {
                states: own(given, "states"),
                form: own(given, "states_form"),
                graph: own(given, "graph"),
            },
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
