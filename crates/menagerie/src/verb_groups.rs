//! The help of the command line: its verbs in three groups, with what each does.
//!
//! Verbs about levels as texts come first, then the questions, which are rows of a table, then the places where levels
//! are played and asked from.

use std::fmt::Write;

use clap::Command;

/// The verbs about levels as texts.
const DOCUMENTS: &[&str] = &["list", "init", "show", "arrange", "check", "new"];
/// The verbs that ask many levels, or look at what was answered, besides the questions themselves.
const ABOUT_ANSWERS: &[&str] = &["survey", "verify"];
/// The verbs that open a place where levels are played or asked.
const DOORS: &[&str] = &["play", "repl", "world", "serve", "worker", "completions", "man", "help"];

/// The verb by which the program runs scripts under limits of the system; it is in no help.
const HIDDEN: &str = "confined";

/// Whether a verb asks no question: it is one of the program's own.
pub(crate) fn is_of_no_question(name: &str) -> bool {
    name == HIDDEN || [DOCUMENTS, ABOUT_ANSWERS, DOORS].iter().any(|group| group.contains(&name))
}

/// Sets the help of the program: the verbs of a built command line in their groups.
pub(crate) fn grouped(command: Command) -> Command {
    let named = |group: &[&str], command: &Command| -> Vec<(String, String)> {
        group.iter().filter_map(|name| command.find_subcommand(name)).map(line).collect()
    };
    let asks = |verb: &&Command| !is_of_no_question(verb.get_name());
    let mut questions: Vec<_> = command.get_subcommands().filter(asks).map(line).collect();
    questions.extend(named(ABOUT_ANSWERS, &command));
    let groups = [
        ("Levels", named(DOCUMENTS, &command)),
        ("Questions", questions),
        ("Places to play and to ask", named(DOORS, &command)),
    ];
    let width = groups.iter().flat_map(|(_, verbs)| verbs).map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut help = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    let heading = command.get_styles().get_header();
    for (title, verbs) in groups {
        let _ = write!(help, "\n{heading}{title}:{heading:#}\n");
        for (name, about) in verbs {
            let literal = command.get_styles().get_literal();
            let _ = writeln!(help, "  {literal}{name:width$}{literal:#}  {about}");
        }
    }
    let _ = write!(help, "\n{heading}Options:{heading:#}\n{{options}}{{after-help}}");
    command.help_template(help)
}

/// The name of a verb and what it does.
fn line(verb: &Command) -> (String, String) {
    (verb.get_name().to_owned(), verb.get_about().map(ToString::to_string).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use puzzles::questions::QUESTIONS;

    use super::*;
    use crate::arguments::Arguments;

    /// The columns of a terminal for which the help is written.
    const COLUMNS: usize = 100;

    #[test]
    fn every_verb_is_in_one_group_and_on_one_line() {
        let command = Arguments::command();
        let asking = command.get_subcommands().filter(|verb| !is_of_no_question(verb.get_name()));
        assert!(asking.map(Command::get_name).eq(QUESTIONS.iter().map(|row| row.name())));
        let visible: Vec<_> = command.get_subcommands().filter(|verb| !verb.is_hide_set()).map(line).collect();
        let help = grouped(command).render_help().to_string();
        for (name, about) in visible {
            let lines: Vec<&str> = help.lines().filter(|line| line.split_whitespace().next() == Some(&*name)).collect();
            let [line] = lines[..] else { panic!("{name}: {lines:?}") };
            assert!(line.ends_with(&about) && line.chars().count() <= COLUMNS, "{line}");
        }
    }
}
