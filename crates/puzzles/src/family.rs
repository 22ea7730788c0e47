//! The two traits that every puzzle family implements, and its card.

use std::sync::Arc;

use engines::Context;
use picture::Picture;

use crate::answer::Answer;
use crate::guide::Guide;
use crate::play::{Position, Role};
use crate::problem::{AskError, CheckError, Checked, LoadError};
use crate::question::{Detail, Question, QuestionKind, QuestionSpec};
use crate::source::Source;

/// A level that comes with a family.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Its name after `@`.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// What there is to say about a family.
#[derive(Debug)]
pub struct FamilyInfo {
    /// Its name, in lower case.
    pub name: &'static str,
    /// Of its files, without the dot.
    pub extension: &'static str,
    /// One line.
    pub about: &'static str,
    /// The rules in words.
    pub rules: &'static str,
    /// Where the puzzle comes from.
    pub source: &'static str,
    /// What its levels answer in general; a level's own `offers` decides.
    pub answers: &'static [QuestionSpec],
    /// Who can play, the first where nobody is named.
    pub roles: &'static [&'static str],
    /// The levels that come with it.
    pub levels: &'static [Shipped],
}

impl FamilyInfo {
    /// The role of this name, or the first where none is given.
    ///
    /// # Errors
    /// Names the roles that there are.
    pub fn role(&self, name: Option<&str>) -> Result<Role, AskError> {
        among(self.roles, name)
    }
}

/// The role of this name in a level, or the first where none is given.
///
/// # Errors
/// Names the roles that there are.
pub fn role(info: &FamilyInfo, level: &dyn Level, name: Option<&str>) -> Result<Role, AskError> {
    among(level.roles(info), name)
}

fn among(roles: &'static [&'static str], name: Option<&str>) -> Result<Role, AskError> {
    let Some(name) = name else { return Ok(Role(roles.first().copied().unwrap_or("player"))) };
    let known = roles.iter().find(|&&role| role == name).map(|&role| Role(role));
    known.ok_or_else(|| AskError::NotOffered(format!("nobody plays '{name}' here; expected {}", roles.join(" or "))))
}

/// A contest over several levels: the least sum of scores wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// What the scores count, in the plural.
    pub unit: &'static str,
    /// Time for each level where the asker names none.
    pub seconds: u64,
    /// The score of a level without a solution in its time.
    pub forfeit: u64,
}

/// What a generated level should be like.
#[derive(Clone, Debug, Default)]
pub struct GenerateOptions {
    /// The board, in the family's own words.
    pub board: Option<String>,
    /// What the best answer should be.
    pub difficulty: Option<u64>,
    /// Of the random numbers: equal seeds give equal levels.
    pub seed: u64,
    /// A template by name.
    pub template: Option<String>,
}

/// A kind of puzzle.
pub trait Family: Sync {
    /// What there is to say about it.
    fn info(&self) -> &'static FamilyInfo;

    /// Reads a level.
    ///
    /// # Errors
    /// Every problem with line and column, where that is possible.
    fn load(&self, text: Arc<dyn Source>) -> Result<Arc<dyn Level>, LoadError>;

    /// Reads a level under the deadline and the stop flag of `cx`. A level that is a program runs while it is read
    /// and ends when the context says so; reading data takes no such time, and the context is not looked at.
    ///
    /// # Errors
    /// Every problem with line and column, where that is possible; [`LoadError::Exceeded`] where a limit was reached.
    fn load_within(&self, text: Arc<dyn Source>, cx: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        let _ = cx;
        self.load(text)
    }

    /// The text of a new level.
    ///
    /// # Errors
    /// Where the family makes none, or the wish cannot be met within the limits.
    fn generate(&self, wish: &GenerateOptions, cx: &Context<'_>) -> Result<String, AskError> {
        let _ = (wish, cx);
        Err(AskError::NotOffered(format!("the family '{}' generates no levels yet", self.info().name)))
    }

    /// The family for levels of people who are not trusted, where levels are programs: under tighter limits, and to
    /// be used in a process of its own. `None` where levels are data.
    fn confined(&self) -> Option<&'static dyn Family> {
        None
    }
}

/// One puzzle, ready to be drawn, played and asked.
pub trait Level: Send + Sync {
    /// The canonical text: loading it gives the same level and the same text.
    fn text(&self) -> String;

    /// The board at the start. Boards too large to see are cropped, and say so.
    fn picture(&self) -> Picture;

    /// Its goal and rules in words.
    fn guide(&self, info: &FamilyInfo) -> Guide {
        Guide::of(info)
    }

    /// Who can play here: those on the family's card, or its first and some others.
    fn roles(&self, info: &FamilyInfo) -> &'static [&'static str] {
        info.roles
    }

    /// Begins to play. Undo, redo and saves are the [`crate::record::Record`]'s.
    fn play(self: Arc<Self>, role: Role) -> Box<dyn Position>;

    /// Begins to play under the deadline and the stop flag of `cx`, for code that replays moves and answers once. The
    /// moves of a level that is a program end when the context says so.
    fn play_within(self: Arc<Self>, role: Role, cx: &Context<'_>) -> Box<dyn Position> {
        let _ = cx;
        self.play(role)
    }

    /// Which questions it answers, with which options ([`QuestionKind::Run`] is everybody's and not listed).
    fn questions(&self) -> &[QuestionSpec];

    /// Answers a question within the limits. A limit that strikes gives an unfinished answer, not an error.
    ///
    /// # Errors
    /// A question or option that is not offered, a move that cannot be played, a medium that fails.
    fn ask(&self, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError>;

    /// The answer as a picture: overlays on the board, or frames. [`explain`] draws runs for every family.
    fn explain(&self, question: &Question, answer: &Answer) -> Picture;

    /// Whether there are films of hops, so that [`Level::every_hop`] and [`Position::every_hop`] show more than otherwise.
    fn has_hops(&self) -> bool {
        false
    }

    /// The answer as a picture, as [`Level::explain`] draws it, with a frame for every hop.
    fn every_hop(&self, question: &Question, answer: &Answer) -> Picture {
        self.explain(question, answer)
    }

    /// Checks an answer by code that shares nothing with [`Level::ask`].
    ///
    /// # Errors
    /// What is wrong with the answer, or why it could not be checked.
    fn check(&self, question: &Question, answer: &Answer, cx: &Context<'_>) -> Result<Checked, CheckError>;

    /// How the level counts in a contest, where the family holds them; the score of a solution is
    /// [`crate::words::score`].
    fn contest(&self) -> Option<Contest> {
        None
    }

    /// Each move as the cells that it changes, a digit 0 or 1 a cell, where positions are vectors over GF(2) and a move
    /// adds its own, in the order of the moves at the start. `None` where moves are no such vectors, or too large to
    /// be written out.
    fn vectors(&self) -> Option<Vec<String>> {
        None
    }

    /// What the author claims as the best answer, as the level's text says it.
    fn par(&self) -> Option<String> {
        None
    }
}

/// What every level's moves can be asked.
const RUN: QuestionSpec = QuestionSpec::new(QuestionKind::Run, &[Detail::Moves, Detail::Role]);

/// Whether a level answers a question with these options: an option that changes nothing is refused, not ignored.
///
/// # Errors
/// Names what there is instead.
pub fn offered(info: &FamilyInfo, level: &Arc<dyn Level>, question: &Question) -> Result<(), AskError> {
    let kind = question.kind;
    let Some(offer) = level.questions().iter().chain([&RUN]).find(|offer| offer.kind == kind) else {
        let names: Vec<&str> = level.questions().iter().map(|offer| offer.kind.name()).collect();
        let expected = names.join(", ");
        return Err(AskError::NotOffered(format!(
            "{} does not answer '{kind}'; expected one of {expected}",
            info.name
        )));
    };
    // Where one alone plays, naming that role changes nothing.
    let known =
        |detail: &Detail| offer.details.contains(detail) || (*detail == Detail::Role && level.roles(info).len() == 1);
    if let Some(unknown) = question.asked.given().find(|detail| !known(detail)) {
        let names: Vec<&str> = offer.details.iter().map(|detail| detail.name()).collect();
        let expected = if names.is_empty() { "none".into() } else { names.join(", ") };
        let (name, unknown) = (info.name, unknown.name());
        let message = format!("'{kind}' knows no option '{unknown}' in {name}; expected {expected}");
        return Err(AskError::NotOffered(message));
    }
    role(info, &**level, question.asked.role.as_deref()).map(|_| ())
}

/// Asks a level, checks that it offers the question, and fills in what was spent. A limit that struck before
/// anything was known becomes an unfinished answer with the bound 0.
///
/// # Errors
/// As [`Level::ask`], limits excepted.
pub fn ask(
    info: &FamilyInfo,
    level: &Arc<dyn Level>,
    question: &Question,
    cx: &Context<'_>,
) -> Result<Answer, AskError> {
    offered(info, level, question)?;
    let answer = match question.kind {
        QuestionKind::Run => crate::record::run(info, level, question, cx),
        _ => level.ask(question, cx),
    };
    let mut answer = match answer {
        Err(AskError::Halted(halt)) => Answer::unfinished(info.name, question, halt.to_string(), 0),
        other => other?,
    };
    answer.spent = cx.spent().into();
    Ok(answer)
}

/// The answer as a picture: a run shows where its moves lead, whatever else is asked is the family's to draw.
#[must_use]
pub fn explain(info: &FamilyInfo, level: &Arc<dyn Level>, question: &Question, answer: &Answer) -> Picture {
    let run = (question.kind == QuestionKind::Run).then(|| crate::record::picture(info, level, question)).flatten();
    let mut picture = run.unwrap_or_else(|| level.explain(question, answer));
    crate::explained::complete(&mut picture, answer);
    picture
}

/// Checks an answer by code that shares nothing with [`ask`]: a run is made again, whatever else is asked is the
/// family's to check.
///
/// # Errors
/// What is wrong with the answer, or why it could not be checked.
pub fn check(
    info: &FamilyInfo,
    level: &Arc<dyn Level>,
    question: &Question,
    answer: &Answer,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    match question.kind {
        QuestionKind::Run => crate::record::check(info, level, answer, cx),
        _ => level.check(question, answer, cx),
    }
}
