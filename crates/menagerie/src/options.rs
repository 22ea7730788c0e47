//! The options of questions as arguments of the command line, built for a list of families.
//!
//! Every verb that asks a question accepts every option that some family declares, so that the error for an unknown
//! option can list the known ones, whichever family the level is of. The help of a verb lists the options that some
//! family's question has, with the names of the families if not all of them have it. `play` takes the options of `run`
//! that choose what is played: all but the moves and the role.

use std::collections::HashSet;
use std::ffi::OsString;

use clap::builder::PossibleValuesParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, value_parser};
use puzzles::declared::{self, agree, declared, questions};
use puzzles::options::{MOVES, ROLE};
use puzzles::questions::{QUESTIONS, QuestionRow, RUN, SOLVE};
use puzzles::{Family, OptionSpec, OptionValue, Options, QuestionKind, ValueKind};

use crate::arguments::{self, Arguments};
use crate::input::{Unusable, moves, usage};
use crate::question_verbs::verb;
use crate::verb_groups::{grouped, is_of_no_question};

/// The verb that asks any question of many levels.
const SURVEY: &str = "survey";

/// The verb that checks levels.
const CHECK: &str = "check";

/// The verb that plays a level.
const PLAY: &str = "play";

/// Builds the command line for these families: every verb with its options.
pub(crate) fn command(families: &[&dyn Family]) -> Command {
    grouped(with_verbs(Arguments::command(), families, |_| true))
}

/// Completes the command line without families to the one that reads these arguments: only the verbs that they can
/// mean get the options of questions, since building those of all takes longer than many an answer.
pub(crate) fn completed_for(bare: Command, families: &[&dyn Family], arguments: &[OsString]) -> Command {
    grouped(with_verbs(bare, families, |verb| arguments.iter().any(|argument| argument == verb)))
}

fn with_verbs(bare: Command, families: &[&dyn Family], wanted: impl Fn(&str) -> bool) -> Command {
    let rows = questions(families);
    let own = own_questions(families).into_iter();
    let command = own.fold(bare, |command, row| command.subcommand(verb(row)));
    let asking = rows.iter().filter(|row| wanted(row.name()));
    let command = asking.fold(command, |command, row| {
        command.mut_subcommand(row.name(), |verb| with_options(verb, arguments(row, families)))
    });
    let options_of = |options: Vec<&'static OptionSpec>, row, bound: fn(Arg) -> Arg| {
        options.into_iter().map(|option| bound(described(argument(option), option, row, families))).collect()
    };
    let command = match wanted(PLAY) {
        // A save says itself what is played.
        true => command.mut_subcommand(PLAY, |verb| {
            with_options(verb, options_of(played(families), RUN, |arg| arg.conflicts_with("resume")))
        }),
        false => command,
    };
    let command = match wanted(CHECK) {
        true => command.mut_subcommand(CHECK, |verb| {
            with_options(verb, options_of(checked(families), SOLVE, |arg| arg.requires("par")))
        }),
        false => command,
    };
    if !wanted(SURVEY) {
        return command;
    }
    let arguments = surveyed(families).map(argument).collect();
    command.mut_subcommand(SURVEY, |verb| {
        with_options(verb, arguments).mut_arg("question", |question| question.value_parser(arguments::surveyed(rows)))
    })
}

/// The questions that only a family declares.
fn own_questions(families: &[&dyn Family]) -> Vec<&'static QuestionRow> {
    questions(families).into_iter().filter(|row| !QUESTIONS.contains(row)).collect()
}

/// The options of games: those of some family's `run` but the moves, which are made, and the role, which `play` names
/// itself.
fn played(families: &[&dyn Family]) -> Vec<&'static OptionSpec> {
    let own = [MOVES.name, ROLE.name];
    let runs: Vec<_> = families.iter().filter_map(|family| family.info().question(QuestionKind::RUN)).collect();
    let takes = |option: &&OptionSpec| runs.iter().any(|run| run.option(option.name).is_some());
    let chosen = declared(families).into_iter().filter(|option| !own.contains(&option.name));
    chosen.filter(takes).collect()
}

/// The options of a check: those that choose what the best value counts.
fn checked(families: &[&dyn Family]) -> Vec<&'static OptionSpec> {
    let solves: Vec<_> = families.iter().filter_map(|family| family.info().question(QuestionKind::SOLVE)).collect();
    let takes = |option: &&OptionSpec| solves.iter().any(|solve| solve.option(option.name).is_some());
    let chosen = declared(families).into_iter().filter(|option| matches!(option.value, ValueKind::Choice(_)));
    chosen.filter(|option| !option.another_game).filter(takes).collect()
}

/// The options of the questions of a survey: all but the moves, which belong to one level.
fn surveyed(families: &[&dyn Family]) -> impl Iterator<Item = &'static OptionSpec> {
    declared(families).into_iter().filter(|option| option.value != ValueKind::Moves)
}

/// Checks that the options of these families agree, and that none has a name that the command line without families,
/// `bare`, uses itself.
///
/// # Errors
/// Names the option and a family that declares it, or the question that has the name of another verb.
pub(crate) fn check(bare: &Command, families: &[&dyn Family]) -> Result<(), String> {
    agree(families)?;
    if let Some(row) = own_questions(families).into_iter().find(|row| is_of_no_question(row.name())) {
        return Err(format!("the question '{}' has the name of a verb of the command line", row.name()));
    }
    let used: HashSet<&str> = used_names(bare).into_iter().collect();
    let playing: HashSet<&str> = names_of_play(bare).into_iter().collect();
    let is_used = |option: &OptionSpec, names: &HashSet<&str>| names.contains(option.flag);
    let clash = declared(families).into_iter().find(|option| is_used(option, &used));
    let clash = clash.or_else(|| played(families).into_iter().find(|option| is_used(option, &playing)));
    let Some(option) = clash else { return Ok(()) };
    let declares = |family: &&&dyn Family| {
        family.info().questions.iter().any(|question| question.options.iter().any(|one| one.name == option.name))
    };
    let family = families.iter().find(declares).map_or("", |family| family.info().name);
    let flag = option.flag;
    Err(format!("the option '--{flag}' of the family '{family}' has a name that the command line uses itself"))
}

/// The names of the own arguments of the verbs that ask questions.
fn used_names(bare: &Command) -> Vec<&str> {
    let asking =
        |verb: &&Command| verb.get_name() == SURVEY || QUESTIONS.iter().any(|row| row.name() == verb.get_name());
    let verbs = bare.get_subcommands().filter(asking).flat_map(Command::get_arguments);
    let own = bare.get_arguments().chain(verbs);
    names(own).chain(["help", "version"]).collect()
}

/// The names of the own arguments of `play`.
fn names_of_play(bare: &Command) -> Vec<&str> {
    let play = bare.find_subcommand(PLAY).into_iter().flat_map(Command::get_arguments);
    names(play).collect()
}

/// The names by which arguments are known.
fn names<'a>(arguments: impl Iterator<Item = &'a Arg>) -> impl Iterator<Item = &'a str> {
    arguments.flat_map(|arg| [Some(arg.get_id().as_str()), arg.get_long()]).flatten()
}

/// Adds the arguments of questions to a verb, before its own options.
fn with_options(verb: Command, arguments: Vec<Arg>) -> Command {
    let count = arguments.len();
    let own: Vec<_> = verb.get_arguments().filter(|arg| !arg.is_positional()).map(|arg| arg.get_id().clone()).collect();
    let verb = (0..).zip(arguments).fold(verb, |verb, (place, arg)| verb.arg(arg.display_order(place)));
    (count..).zip(own).fold(verb, |verb, (place, id)| verb.mut_arg(id, |arg| arg.display_order(place)))
}

/// The arguments of a question's verb.
fn arguments(row: &QuestionRow, families: &[&dyn Family]) -> Vec<Arg> {
    declared(families).into_iter().map(|option| described(argument(option), option, row, families)).collect()
}

fn argument(option: &'static OptionSpec) -> Arg {
    let argument = Arg::new(option.flag).long(option.flag).help(option.help);
    if option.value == ValueKind::Switch {
        return argument.action(ArgAction::SetTrue);
    }
    let argument = argument.value_name(option.placeholder);
    match option.value {
        ValueKind::Number => argument.value_parser(value_parser!(u64)),
        ValueKind::Choice(choices) => argument.value_parser(PossibleValuesParser::new(choices)),
        ValueKind::Moves => argument.allow_hyphen_values(true),
        ValueKind::Text | ValueKind::Switch => argument,
    }
}

/// Sets the help of an argument in the verb of this question; it is hidden if no family's question has the option.
fn described(argument: Arg, option: &OptionSpec, row: &QuestionRow, families: &[&dyn Family]) -> Arg {
    let infos = families.iter().map(|family| family.info());
    let questions: Vec<_> = infos.filter_map(|info| Some((info.name, info.question(row.kind)?))).collect();
    let knowing = questions.iter().filter(|(_, question)| question.option(option.name).is_some());
    let knowing: Vec<&str> = knowing.map(|(name, _)| *name).collect();
    if knowing.is_empty() {
        argument.hide(true)
    } else if knowing.len() == questions.len() {
        argument
    } else {
        // Where families word it otherwise, the words of all of them.
        let own: Vec<_> = questions.iter().filter_map(|(_, question)| question.option(option.name)).collect();
        let help = own.first().filter(|first| own.iter().all(|other| other.help == first.help));
        argument.help(format!("{} [{}]", help.map_or(option.help, |own| own.help), knowing.join(", ")))
    }
}

/// Reads the options of the question from the command line; none if the verb asks no question.
pub(crate) fn given(families: &[&dyn Family], matches: &ArgMatches) -> Result<Options, Unusable> {
    let mut options = Options::default();
    let Some((verb, matches)) = matches.subcommand() else { return Ok(options) };
    let known: Vec<&OptionSpec> = match declared::question(families, verb) {
        Some(_) => declared(families),
        None if verb == SURVEY => surveyed(families).collect(),
        None if verb == PLAY => played(families),
        None if verb == CHECK => checked(families),
        None => return Ok(options),
    };
    for option in known {
        if matches.value_source(option.flag) == Some(ValueSource::CommandLine) {
            options.set(option, value(option, matches)?).map_err(usage)?;
        }
    }
    Ok(options)
}

/// Reads the value of an option that was given.
fn value(option: &OptionSpec, matches: &ArgMatches) -> Result<OptionValue, Unusable> {
    let text = || matches.get_one::<String>(option.flag).cloned().unwrap_or_default();
    Ok(match option.value {
        ValueKind::Switch => OptionValue::Switch(matches.get_flag(option.flag)),
        ValueKind::Number => OptionValue::Number(matches.get_one(option.flag).copied().unwrap_or_default()),
        ValueKind::Text | ValueKind::Choice(_) => OptionValue::Text(text()),
        ValueKind::Moves => OptionValue::List(moves(&text())?),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engines::Context;
    use puzzles::{FamilyInfo, Level, LoadError, QuestionSpec, Source};

    use super::*;

    const DEPTH: OptionSpec = OptionSpec::new("depth", ValueKind::Number, "N", "Look this number of moves ahead");
    const TIME: OptionSpec = OptionSpec::new("time", ValueKind::Number, "N", "Solve it in this number of days");
    const FILES: OptionSpec = OptionSpec::new("files", ValueKind::Switch, "", "Walk in several files");
    const ALL: OptionSpec = OptionSpec::new("all", ValueKind::Text, "WHAT", "List all of these");

    /// A family without levels.
    struct Declared(&'static FamilyInfo);

    impl Declared {
        /// Its only question has these options.
        fn with(options: &'static [&'static OptionSpec]) -> Declared {
            let questions = vec![QuestionSpec::new(puzzles::questions::SOLVE, options, &[])].leak();
            Declared(Box::leak(Box::new(FamilyInfo { name: "mine", questions, ..FamilyInfo::BLANK })))
        }
    }

    impl Family for Declared {
        fn info(&self) -> &'static FamilyInfo {
            self.0
        }

        fn load(&self, _: Arc<dyn Source>, _: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
            Err(LoadError::one(1, 1, "a text", "no level"))
        }
    }

    #[test]
    fn an_option_with_a_name_of_the_command_line_is_refused() {
        let check = |families: &[&dyn Family]| check(&Arguments::command(), families);
        assert_eq!(check(script::families()), Ok(()));
        assert_eq!(check(&[&Declared::with(&[&DEPTH])]), Ok(()));
        for (family, flag) in [(Declared::with(&[&DEPTH, &TIME]), "--time"), (Declared::with(&[&FILES]), "--files")] {
            let refused = check(&[&family]).unwrap_err();
            assert!(refused.contains(flag) && refused.contains("'mine'"), "{refused}");
        }
        let refused = check(&[&Declared::with(&[&ALL])]).unwrap_err();
        assert!(refused.contains("'all'") && refused.contains("'mine'"), "{refused}");
    }

    #[test]
    fn the_command_line_is_consistent() {
        command(script::families()).debug_assert();
        command(&[&Declared::with(&[&DEPTH])]).debug_assert();
    }

    #[test]
    fn a_game_takes_the_options_of_run_that_choose_what_is_played() {
        let names: Vec<&str> = played(script::families()).into_iter().map(|option| option.name).collect();
        assert!(names.contains(&"rule"), "{names:?}");
        assert!(!names.contains(&"moves") && !names.contains(&"role") && !names.contains(&"path"), "{names:?}");
        let matches = command(script::families()).try_get_matches_from(["menagerie", "play", "x", "--rule", "free"]);
        let read = given(script::families(), &matches.unwrap()).map_err(|unusable| unusable.message).unwrap();
        let given: Vec<&str> = read.given().map(|(name, _)| name).collect();
        assert_eq!(given, ["rule"]);
    }

    #[test]
    fn options_are_read_by_their_kinds() {
        let families: &[&dyn Family] = &[&Declared::with(&[&MOVES, &DEPTH])];
        let read = |arguments: &[&str]| {
            let matches = command(families).try_get_matches_from([&["menagerie"], arguments].concat()).unwrap();
            given(families, &matches).map_err(|unusable| unusable.message)
        };
        let expected = Options::after(&["1".into(), "2".into()]).with(&DEPTH, OptionValue::Number(7));
        assert_eq!(read(&["solve", "x", "--moves", "1; 2", "--depth", "7"]), Ok(expected));
        assert_eq!(read(&["check", "x"]), Ok(Options::default()));
        assert!(read(&["solve", "x", "--moves", "[1"]).unwrap_err().contains("not JSON"));
    }
}
