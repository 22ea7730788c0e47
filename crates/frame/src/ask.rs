//! Asks a level a question, checks an answer, and draws it.
//!
//! Every face asks here: a question that the level does not declare is refused, the moves are played, and the position
//! answers. Runs, judged lines, shortcuts and hints that are told in part are answered by the frame ([`crate::judge`],
//! [`crate::shortcut`]) from what families know of a position: a question of the frame is an entry of [`OF_THE_FRAME`],
//! and a declaration in [`FamilyInfo::everywhere`](crate::FamilyInfo::everywhere) or among the questions of families.

use std::sync::Arc;

use engines::Context;
use picture::Picture;

use crate::answer::{Answer, Reply};
use crate::answerer::{Answerer, ByFamily, Posed};
use crate::family::{self, Level, role};
use crate::fields;
use crate::judge::Judge;
use crate::judge::reveal::{self, PartialHints};
use crate::line::Line;
use crate::linkage::{HAS_ENGINES, NO_ENGINES};
use crate::options::ROLE;
use crate::problem::{AskError, CheckError, Checked};
use crate::program::Frames;
use crate::query::QuestionKind;
use crate::question::{Question, QuestionSpec};
use crate::record;
use crate::replay::{self, Replay};
use crate::shortcut::Shortcut;
use crate::told::Told;

/// Checks a question against the level's declarations and returns it with its options in the declared order. An option
/// that would change nothing is refused, not ignored.
///
/// # Errors
/// [`AskError::NotOffered`] for an unknown question, option or role, or a value of the wrong kind; the message names
/// the alternatives.
pub fn offered(level: &dyn Level, question: &Question) -> Result<Question, AskError> {
    let Some(spec) = family::question(level, question.kind) else {
        return Err(AskError::NotOffered(refusal(level, question.kind)));
    };
    for (given, value) in question.asked.given() {
        // Where there is only one role, naming it changes nothing.
        let alone = given == ROLE.name && level.roles().len() == 1;
        let option = spec.option(given).or(alone.then_some(&ROLE));
        let option = option.ok_or_else(|| AskError::NotOffered(unknown_option(level, spec, given)))?;
        option.check(value).map_err(AskError::NotOffered)?;
    }
    role(level, question.asked.role())?;
    reveal::known(&question.asked)?;
    Ok(Question { kind: question.kind, asked: question.asked.clone().arranged(spec.options) })
}

/// Why a level does not answer a question of this kind, in words.
fn refusal(level: &dyn Level, kind: QuestionKind) -> String {
    if let Some(why) = level.diagnosis().silence.filter(|_| level.info().question(kind).is_some()) {
        return why;
    }
    let name = level.info().name;
    let names: Vec<&str> = family::offers(level).map(|spec| spec.row.name()).collect();
    let expected = names.join(", ");
    let why = level.refusal(kind.name()).map(|why| format!(", since {why}")).unwrap_or_default();
    format!("{name} does not answer '{kind}'{why}; expected one of {expected}{}", as_an_option(level, kind.name()))
}

/// Which question of a level has an option of this name, as a clause; empty where none has.
fn as_an_option(level: &dyn Level, name: &str) -> String {
    let taking = family::offers(level).find(|spec| spec.option(name).is_some());
    taking.map(|spec| format!(". '{name}' is an option of {}", spec.row.name())).unwrap_or_default()
}

fn unknown_option(level: &dyn Level, spec: &QuestionSpec, given: &str) -> String {
    let family = level.info().name;
    let names: Vec<&str> = spec.options.iter().map(|option| option.name).collect();
    let expected = if names.is_empty() { "none".into() } else { names.join(", ") };
    let why = level.refusal(given).map(|why| format!(", since {why}")).unwrap_or_default();
    // A level by another rule may take fewer options than its family.
    if level.info().question(spec.kind).is_some_and(|question| question.option(given).is_some()) {
        return format!("'{}' does not take '{given}' for this level of {family}{why}; expected {expected}", spec.kind);
    }
    let elsewhere = as_an_option(level, given);
    format!("'{}' knows no option '{given}' in {family}{why}; expected {expected}{elsewhere}", spec.kind)
}

/// Answers a question about a level, after checking that the level offers it, and records the cost. A limit that ends
/// the work before anything is known gives an unfinished answer with the bound 0.
///
/// # Errors
/// A question or option that the level does not offer, a move that cannot be played, rules that fail, or an I/O error.
pub fn ask(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
    if !HAS_ENGINES {
        return Err(AskError::NotOffered(NO_ENGINES.to_owned()));
    }
    let question = offered(&**level, question)?;
    let reply = match answerer(&question).ask(Posed { level, question: &question, cx }) {
        Err(AskError::Halted(halt)) => Reply::unfinished(halt.to_string(), 0),
        other => other?,
    };
    let mut answer = Answer::new(level.info(), &question, reply);
    answer.problems = level.diagnosis().counts;
    answer.par = claimed(&**level, &question);
    answer.line = line(level, &answer, cx)?;
    if !answer.is_told_in_part() {
        answer.spent = cx.spent().into();
    }
    Ok(answer)
}

/// Returns a stored answer with the par that its level states now; what was found does not depend on it.
#[must_use]
pub fn with_par(answer: Answer, level: &dyn Level) -> Answer {
    Answer { par: claimed(level, &answer.asked_question()), ..answer }
}

/// The par of a level, where a question is the one that it answers.
fn claimed(level: &dyn Level, question: &Question) -> Option<String> {
    let is_plain = question.kind == QuestionKind::SOLVE && question.asked.given().next().is_none();
    if is_plain { level.claims().par } else { None }
}

/// The line of moves that an answer states, or that a run was given, as the level writes it; `None` where there is
/// none, and where the answer may tell no move.
fn line(level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Result<Option<Line>, AskError> {
    if answer.question == QuestionKind::RUN {
        return ran(level, answer, cx);
    }
    let Some(body) = answer.body.as_ref().filter(|_| !answer.is_told_in_part()) else { return Ok(None) };
    if let Some(notation) = level.notation()
        && let Some(moves) = body.line()
    {
        let before = record::position(level, &answer.asked_question(), &cx.without_count())?;
        if let Some(line) = notation.write(before.moves(), &moves) {
            return Ok(Some(line));
        }
    }
    Ok(body.line_text().map(|text| Line { text, ..Line::default() }))
}

/// The line of moves that a run was given, where the family writes and counts them.
fn ran(level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Result<Option<Line>, AskError> {
    let asked = answer.asked_question();
    let Some(notation) = level.notation().filter(|_| !asked.asked.moves().is_empty()) else { return Ok(None) };
    let game = record::position(level, &asked, &cx.without_count())?;
    Ok(notation.write(&[], game.moves()))
}

/// The questions that the frame answers for every family.
const OF_THE_FRAME: &[&dyn Answerer] = if HAS_ENGINES { &[&Replay, &Judge, &Shortcut, &PartialHints] } else { &[] };

/// Who answers a question.
fn answerer(question: &Question) -> &'static dyn Answerer {
    OF_THE_FRAME.iter().copied().find(|answerer| answerer.answers(question)).unwrap_or(&ByFamily)
}

/// Draws an answer: a run shows where its moves lead, any other answer is drawn by its family. A film ends where a
/// limit on time or memory does, and its last frame says so; a limit on nodes means nothing here.
#[must_use]
pub fn explain(level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Picture {
    drawn(level, answer, Frames::Moves, cx)
}

/// Draws an answer as [`explain`] does, with a frame for every hop; `None` where moves have none: see
/// [`has_hops`](crate::family::has_hops).
#[must_use]
pub fn explain_every_hop(level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Option<Picture> {
    family::has_hops(level).then(|| drawn(level, answer, Frames::Hops, cx))
}

/// Draws a run with a frame for every move, where [`explain`] draws its end alone; `None` for other questions, and
/// where [`explain`] draws a film already, since the moves compose a program. A film ends as those of [`explain`] do.
#[must_use]
pub fn explain_every_move(level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Option<Picture> {
    let (question, cx) = (&answer.asked_question(), &cx.without_count());
    if question.kind != QuestionKind::RUN {
        return None;
    }
    let mut picture = replay::film(Posed { level, question, cx }).ok().flatten()?;
    crate::explained::complete(&mut picture, answer);
    Some(picture)
}

fn drawn(level: &Arc<dyn Level>, answer: &Answer, frames: Frames, cx: &Context<'_>) -> Picture {
    let (question, cx) = (&answer.asked_question(), &cx.without_count());
    let picture = answerer(question).draw(Posed { level, question, cx }, answer, frames);
    let mut picture = picture.unwrap_or_else(|_| level.picture());
    crate::explained::complete(&mut picture, answer);
    picture
}

/// Checks an answer independently of [`ask`]: a run is replayed, and any other answer is checked by its family with
/// code that shares nothing with the code that found it. Every field of the answer but its method and cost is compared
/// or among what was not rechecked.
///
/// # Errors
/// Says what is wrong with the answer, or why it could not be checked.
pub fn check(level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Result<Checked, CheckError> {
    let question = offered(&**level, &answer.asked_question());
    let question = question.map_err(|refusal| CheckError::wrong(refusal.to_string()))?;
    let (query, reply) = (question.query(), answer.reply());
    crate::parts::check(&query, &reply)?;
    crate::parts::problems(answer.problems, level.diagnosis().counts)?;
    let asked = Posed { level, question: &question, cx };
    let checked = answerer(&question).check(asked, &reply).map_err(|error| match error {
        // No answer to a question that cannot be asked is right.
        CheckError::Unchecked(refusal @ (AskError::NotOffered(_) | AskError::Illegal { .. })) => {
            CheckError::wrong(refusal.to_string())
        }
        other => other,
    })?;
    let mut checked = fields::accounted(&reply, checked);
    if answer.par.is_some() && answer.par != claimed(&**level, &question) {
        return Err(CheckError::wrong("'par' is not what the level states"));
    }
    if answer.line.is_some() && answer.line != line(level, answer, cx)? {
        return Err(CheckError::wrong("'line' is not that of the answer's moves"));
    }
    if let Some(stated) = &answer.differs {
        compare_told(stated, answer, &mut checked)?;
    }
    Ok(checked)
}

/// Compares what a text told of an answer with what follows from it: other numbers are wrong, and other words may be
/// those of another version.
fn compare_told(stated: &Told, answer: &Answer, checked: &mut Checked) -> Result<(), CheckError> {
    match stated.difference(&answer.told()) {
        Some(field) => Err(CheckError::wrong(format!("'{field}' does not follow from the answer"))),
        None => {
            checked.left_out("the words, which are not those of this version", &["words"]);
            Ok(())
        }
    }
}
