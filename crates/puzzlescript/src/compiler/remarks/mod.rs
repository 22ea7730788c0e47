//! What an author is told of a text: each mistake once, with the nearest declared name.
//!
//! The compiler reports what its reference reports, in which several passes find the same mistake.
//! [`Compiled::remarks`] leaves out what only follows from another problem ([`consequences`]), puts a note in place of
//! the problems of a line that is written in another dialect and an error in place of those behind a misspelt heading
//! ([`headings`]), joins the halves of characters ([`halves`]), and adds what the author may have meant ([`nearest`]).

mod consequences;
mod halves;
mod headings;
mod nearest;

use super::dialect::{DialectNote, Effect};
use super::problem::{Code, Problem, Severity};
use super::{Compiled, MAX_ERRORS_TO_START, Stopped};
use headings::Misspelt;
use nearest::Nearest;

/// The most features of other dialects that an author is told of.
const MAX_NOTES: usize = 100;

/// One thing that an author is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Whether it is an error or a warning.
    pub severity: Severity,
    /// The line, from 1; line 0 stands for the prelude as a whole, `None` for the game as a whole.
    pub line: Option<u32>,
    /// The column in characters, from 1, where a part of the line shows it.
    pub column: Option<u32>,
    /// What is wrong, and what may have been meant.
    pub message: String,
    /// What was expected.
    pub expected: String,
}

impl Compiled {
    /// What the author of `source`, the compiled text, is told: in the order of its lines, what is about the whole game
    /// first.
    #[must_use]
    pub fn remarks(&self, source: &str) -> Vec<Remark> {
        let nearest = Nearest::new(&self.parsed, source);
        let in_dialect = |problem: &Problem| {
            let note = self.dialect.iter().find(|note| note.holds(problem.line));
            note.is_some_and(|note| !is_slip(problem, note, &nearest))
        };
        let heading = if self.errors > 0 { Misspelt::find(source) } else { None };
        let is_explained = |problem: &Problem| {
            in_dialect(problem) || heading.as_ref().is_some_and(|heading| heading.explains(problem))
        };
        let problems = consequences::left_out(&self.problems, &self.parsed, &nearest);
        let problems = problems.into_iter().filter(|problem| !is_explained(problem));
        let problems = halves::joined(problems, &nearest);
        let of = |problem: &Problem| Remark::of(&self.placed(problem), &nearest);
        let mut remarks: Vec<Remark> = problems.iter().map(of).collect();
        remarks.extend(heading.as_ref().map(Misspelt::remark));
        remarks.extend(told_once(&self.dialect).take(MAX_NOTES).map(Remark::of_dialect));
        // A heading that is lost is the reason for however many errors there are.
        remarks.extend(self.not_started().filter(|_| heading.is_none()));
        remarks.sort_by_key(|remark| (remark.line, remark.column));
        remarks
    }

    /// A problem of the whole game, at the heading that it is about if there is one.
    fn placed(&self, problem: &Problem) -> Problem {
        let heading = self.parsed.levels_heading.filter(|_| problem.code == Code::NoLevels);
        let place = heading.map_or((problem.line, problem.column), |(line, column)| (Some(line), Some(column)));
        Problem { line: place.0, column: place.1, ..problem.clone() }
    }

    /// Why the reference does not start the game, if too many errors are the reason.
    fn not_started(&self) -> Option<Remark> {
        let gave_up = self.stopped == Some(Stopped::TooManyErrors);
        let rest = if gave_up { ", and does not read on" } else { "" };
        let is_told = gave_up || self.game.is_some() && !self.starts();
        is_told.then(|| Remark {
            severity: Severity::Warning,
            line: None,
            column: None,
            message: format!("PuzzleScript counts {} errors in this text and does not start it{rest}", self.errors),
            expected: format!("at most {MAX_ERRORS_TO_START}"),
        })
    }
}

/// Whether a problem in a line of another dialect is about a word of the cells that is misspelt.
fn is_slip(problem: &Problem, note: &DialectNote, nearest: &Nearest<'_>) -> bool {
    let word = problem.values.iter().find(|(key, _)| *key == "word").map_or("", |(_, word)| word);
    let is_cell = || {
        let (before, _) = nearest.line(problem)?.rsplit_once(']')?;
        Some(problem.column? as usize <= before.chars().count())
    };
    problem.code == Code::UndeclaredRuleWord
        && !note.feature.contains(word)
        && is_cell() == Some(true)
        && nearest.of(problem).is_some()
}

/// The features that an author is told of. Tags in names are one thing, which the section that declares them says.
fn told_once(notes: &[DialectNote]) -> impl Iterator<Item = &DialectNote> {
    let is_of_tags = |note: &DialectNote| note.feature.contains("tags");
    let first = notes.iter().position(is_of_tags);
    notes.iter().enumerate().filter(move |(at, note)| !is_of_tags(note) || Some(*at) == first).map(|(_, note)| note)
}

impl Remark {
    fn of(problem: &Problem, nearest: &Nearest<'_>) -> Remark {
        let words = problem.message();
        let (message, expected) = words.rsplit_once("; expected ").unwrap_or((&words, "something else"));
        let meant = nearest.of(problem).map(|name| format!(" (did you mean {name}?)")).unwrap_or_default();
        let (severity, line, column) = (problem.severity(), problem.line, problem.column);
        Remark { severity, line, column, message: format!("{message}{meant}"), expected: expected.to_owned() }
    }

    fn of_dialect(note: &DialectNote) -> Remark {
        let (severity, more) = match note.effect {
            Effect::Play => (Severity::Error, "what it changes in play is not known here"),
            Effect::Presentation => (Severity::Warning, "it changes no rule, and is ignored"),
        };
        let message = format!("{}: {more}", note.words());
        Remark { severity, line: Some(note.line), column: Some(1), message, expected: "PuzzleScript".to_owned() }
    }
}
