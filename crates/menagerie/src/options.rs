//! The options of questions as arguments of the command line: the table of `puzzles`, for every verb that asks.
//!
//! Every such verb takes every option, so that one that a question does not know is refused with what there is,
//! whichever family the level is of. A verb's help lists the options that some family's question knows, and whose.

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use puzzles::{Family, OPTIONS, OptionSpec, OptionValue, Options, QuestionKind, ValueKind};

use crate::input::Unusable;
use crate::status::Status;
use crate::verbs::moves;

/// Every option of a question.
#[derive(Clone, Debug, Default)]
pub(crate) struct QuestionOptions {
    /// Moves made before, as they were written.
    moves: Option<String>,
    rest: RunOptions,
}

/// The options of `run`, whose moves are an argument of their own.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunOptions(Vec<(&'static OptionSpec, OptionValue)>);

impl QuestionOptions {
    /// The question's options as data.
    pub(crate) fn asked(&self) -> Result<Options, Unusable> {
        self.rest.asked(self.moves.as_deref().unwrap_or_default())
    }
}

impl RunOptions {
    /// The question's options as data, with these moves.
    pub(crate) fn asked(&self, made: &str) -> Result<Options, Unusable> {
        let mut asked = Options { moves: moves(made)?, ..Options::default() };
        for (option, value) in &self.0 {
            let usage = |message| Unusable { message, status: Status::Usage };
            asked.set(option, value.clone()).map_err(usage)?;
        }
        Ok(asked)
    }
}

impl Args for QuestionOptions {
    fn augment_args(command: Command) -> Command {
        OPTIONS.iter().map(argument).fold(command, Command::arg)
    }

    fn augment_args_for_update(command: Command) -> Command {
        QuestionOptions::augment_args(command)
    }
}

impl Args for RunOptions {
    fn augment_args(command: Command) -> Command {
        others().map(argument).fold(command, Command::arg)
    }

    fn augment_args_for_update(command: Command) -> Command {
        RunOptions::augment_args(command)
    }
}

impl FromArgMatches for QuestionOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<QuestionOptions, clap::Error> {
        let moves = OPTIONS.iter().find(|option| option.value == ValueKind::Moves);
        let moves = moves.and_then(|option| matches.get_one::<String>(id(option)).cloned());
        Ok(QuestionOptions { moves, rest: RunOptions::from_arg_matches(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = QuestionOptions::from_arg_matches(matches)?;
        Ok(())
    }
}

impl FromArgMatches for RunOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<RunOptions, clap::Error> {
        Ok(RunOptions(others().filter_map(|option| Some((option, given(option, matches)?))).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = RunOptions::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The options but moves.
fn others() -> impl Iterator<Item = &'static OptionSpec> {
    OPTIONS.iter().filter(|option| option.value != ValueKind::Moves)
}

/// The name of its argument among those of a verb.
fn id(option: &OptionSpec) -> &'static str {
    option.flag
}

fn argument(option: &'static OptionSpec) -> Arg {
    let argument = Arg::new(id(option)).long(option.flag).help(option.help).value_name(option.placeholder);
    match option.value {
        ValueKind::Switch => Arg::new(id(option)).long(option.flag).help(option.help).action(ArgAction::SetTrue),
        ValueKind::Number => argument.value_parser(value_parser!(u64)),
        ValueKind::Place => argument.value_parser(|text: &str| text.parse::<puzzles::At>().map(|at| at.to_string())),
        ValueKind::Text => argument,
        ValueKind::Moves => argument.allow_hyphen_values(true),
    }
}

/// The value that was given.
fn given(option: &OptionSpec, matches: &ArgMatches) -> Option<OptionValue> {
    if matches.value_source(id(option)) != Some(ValueSource::CommandLine) {
        return None;
    }
    match option.value {
        ValueKind::Switch => Some(OptionValue::Switch(matches.get_flag(id(option)))),
        ValueKind::Number => matches.get_one(id(option)).copied().map(OptionValue::Number),
        _ => matches.get_one(id(option)).cloned().map(OptionValue::Text),
    }
}

/// The command line with the help of its verbs written for these families: an option is shown where some family's
/// question knows it, with the families' names where it is not all that answer the question.
pub(crate) fn for_families(command: Command, families: &[&dyn Family]) -> Command {
    QuestionKind::ALL.into_iter().filter(|kind| *kind != QuestionKind::Run).fold(command, |command, kind| {
        command.mut_subcommand(kind.name(), |verb| {
            OPTIONS
                .iter()
                .fold(verb, |verb, option| verb.mut_arg(id(option), |arg| described(arg, option, kind, families)))
        })
    })
}

fn described(argument: Arg, option: &OptionSpec, kind: QuestionKind, families: &[&dyn Family]) -> Arg {
    let offers = || {
        families.iter().flat_map(|family| {
            let info = family.info();
            info.answers.iter().filter(|offer| offer.kind == kind).map(move |offer| (info.name, offer))
        })
    };
    let knowing: Vec<&str> =
        offers().filter(|(_, offer)| offer.details.contains(&option.detail)).map(|(name, _)| name).collect();
    if knowing.is_empty() {
        argument.hide(true)
    } else if knowing.len() == offers().count() {
        argument
    } else {
        argument.help(format!("{} [{}]", option.help, knowing.join(", ")))
    }
}
