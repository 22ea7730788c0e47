//! Asks a level a question, checks an answer, and draws it.
//!
//! Every face asks here: a question that the level does not declare is refused, the moves are played, and the position
//! answers. Judged lines, shortcuts and hints that are told in part are answered by the frame ([`crate::judge`],
//! [`crate::shortcut`]) from what families know of a position.

use std::sync::Arc;

use engines::Context;
use picture::Picture;

use crate::answer::{Answer, Reply};
use crate::family::{Level, role};
use crate::fields;
use crate::judge::{self, reveal};
use crate::options::{ROLE, step_of};
use crate::position::Position;
use crate::problem::{AskError, CheckError, Checked};
use crate::query::{Query, QuestionKind};
use crate::question::{Question, QuestionSpec};
use crate::record::position;
use crate::shortcut;

/// Checks a question against the level's declarations and returns it with its options in the declared order. An option
/// that would change nothing is refused, not ignored.
///
/// # Errors
/// [`AskError::NotOffered`] for an unknown question, option or role, or a value of the wrong kind; the message names
/// the alternatives.
pub fn offered(level: &dyn Level, question: &Question) -> Result<Question, AskError> {
    let (kind, name) = (question.kind, level.info().name);
    let run = level.info().question(QuestionKind::Run).filter(|_| kind == QuestionKind::Run);
    let Some(spec) = level.questions().iter().find(|spec| spec.kind == kind).or(run) else {
        if let Some(why) = level.silence().filter(|_| level.info().question(kind).is_some()) {
            return Err(AskError::NotOffered(why));
        }
        let names: Vec<&str> = level.questions().iter().map(|spec| spec.kind.name()).collect();
        let expected = names.join(", ");
        let why = level.refusal(kind.name()).map(|why| format!(", since {why}")).unwrap_or_default();
        return Err(AskError::NotOffered(format!("{name} does not answer '{kind}'{why}; expected one of {expected}")));
    };
    for (given, value) in question.asked.given() {
        // Where there is only one role, naming it changes nothing.
        let alone = given == ROLE.name && level.roles().len() == 1;
        let option = spec.option(given).or(alone.then_some(&ROLE));
        let option = option.ok_or_else(|| AskError::NotOffered(unknown_option(level, spec, given)))?;
        option.check(value).map_err(AskError::NotOffered)?;
    }
    role(level, question.asked.role())?;
    Ok(Question { kind, asked: question.asked.clone().arranged(spec.options) })
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
    format!("'{}' knows no option '{given}' in {family}{why}; expected {expected}", spec.kind)
}

/// Answers a question about a level, after checking that the level offers it, and records the cost. A limit that ends
/// the work before anything is known gives an unfinished answer with the bound 0.
///
/// # Errors
/// A question or option that the level does not offer, a move that cannot be played, rules that fail, or an I/O error.
pub fn ask(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
    let question = offered(&**level, question)?;
    let reply = match reply(level, &question, cx) {
        Err(AskError::Halted(halt)) => Reply::unfinished(halt.to_string(), 0),
        other => other?,
    };
    let mut answer = Answer::new(level.info(), &question, reply);
    answer.problems = level.problem_counts();
    if !answer.is_told_in_part() {
        answer.spent = cx.spent().into();
    }
    Ok(answer)
}

fn reply(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Reply, AskError> {
    match question.kind {
        QuestionKind::Judge => return judge::ask(level, question, cx),
        QuestionKind::Shortcut => return shortcut::ask(level, question, cx),
        _ => {}
    }
    reveal::known(&question.asked)?;
    if let Some(step) = step_of(&question.asked) {
        return reveal::ask(level, question, step, cx);
    }
    let record = position(level, question, cx)?;
    match question.kind {
        QuestionKind::Run => record.run(),
        _ => record.position().ask(&question.query_of_family(), cx),
    }
}

/// Draws an answer: a run shows where its moves lead, any other answer is drawn by its family. A film ends where a limit
/// on time or memory does, and its last frame says so; a limit on nodes means nothing here.
#[must_use]
pub fn explain(level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Picture {
    let draw =
        |position: &dyn Position, query: &Query, reply: &Reply, cx: &Context<'_>| position.explain(query, reply, cx);
    drawn(level, answer, cx, |position| position.run_picture(), draw)
}

/// Draws an answer as [`explain`] does, with a frame for every hop.
#[must_use]
pub fn explain_every_hop(level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Picture {
    let draw = |position: &dyn Position, query: &Query, reply: &Reply, cx: &Context<'_>| {
        position.explain_every_hop(query, reply, cx)
    };
    drawn(level, answer, cx, |position| position.run_every_hop(), draw)
}

/// Draws an answer: `run` draws the end of a run, `draw` any other reply.
fn drawn(
    level: &Arc<dyn Level>,
    answer: &Answer,
    cx: &Context<'_>,
    run: impl Fn(&dyn Position) -> Picture,
    draw: impl Fn(&dyn Position, &Query, &Reply, &Context<'_>) -> Picture,
) -> Picture {
    let (question, cx) = (answer.asked_question(), &cx.without_count());
    let film = if question.kind == QuestionKind::Judge { judge::drawn(level, answer, cx) } else { None };
    let game = || position(level, &question, cx);
    let mut picture = film.unwrap_or_else(|| match game() {
        Err(_) => level.picture(),
        Ok(record) if question.kind == QuestionKind::Run => run(record.position()),
        Ok(record) if question.kind == QuestionKind::Shortcut => shortcut::drawn(answer, record, cx),
        Ok(record) if answer.is_told_in_part() || question.kind == QuestionKind::Judge => record.position().picture(),
        Ok(record) => draw(record.position(), &question.query_of_family(), &answer.reply(), cx),
    });
    crate::explained::complete(&mut picture, answer);
    picture
}

/// Checks an answer independently of [`ask`]: a run is replayed, and any other answer is checked by its family with
/// code that shares nothing with the code that found it. Every field of the answer but its method and cost is compared or
/// among what was not rechecked.
///
/// # Errors
/// Says what is wrong with the answer, or why it could not be checked.
pub fn check(level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Result<Checked, CheckError> {
    let question = offered(&**level, &answer.asked_question());
    let question = question.map_err(|refusal| CheckError::wrong(refusal.to_string()))?;
    let (query, reply) = (question.query(), answer.reply());
    crate::parts::check(&query, &reply)?;
    crate::parts::problems(answer.problems, level.problem_counts())?;
    let checked = checked(level, &question, &reply, cx).map_err(|error| match error {
        // No answer to a question that cannot be asked is right.
        CheckError::Unchecked(refusal @ (AskError::NotOffered(_) | AskError::Illegal { .. })) => {
            CheckError::wrong(refusal.to_string())
        }
        other => other,
    })?;
    Ok(fields::accounted(&reply, checked))
}

/// Checks a reply whose parts fit the question.
fn checked(
    level: &Arc<dyn Level>,
    question: &Question,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    match question.kind {
        QuestionKind::Judge => return judge::check(level, question, reply, cx),
        QuestionKind::Shortcut => return shortcut::check(level, question, reply, cx),
        _ => {}
    }
    reveal::known(&question.asked)?;
    // A hint told in part that states nothing is like any other.
    if let Some(step) = step_of(&question.asked).filter(|_| !reply.states_nothing()) {
        return reveal::check(level, question, step, reply, cx);
    }
    let record = position(level, question, cx)?;
    match question.kind {
        QuestionKind::Run => record.check(reply),
        _ => record.position().check(&question.query_of_family(), reply, cx),
    }
}
