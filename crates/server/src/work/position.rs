//! Pictures and positions: what a face without a puzzle of its own needs for showing and playing.

use std::sync::Arc;

use engines::{Budget, Context};
use picture::Picture;
use puzzles::{Answer, Card, Flaw, Kind, Level, Record, words};
use serde::Serialize;

use crate::task::{Failure, Reason};

/// Moves that are listed.
const MOST_LISTED: usize = 1_000;
/// Moves that are counted.
const MOST_COUNTED: usize = 100_000;
/// Units of work for the check of an answer that is to be drawn; one that would take more is drawn unchecked.
const CHECK_NODES: u64 = 100_000;

/// A picture with its title and description apart, and painted.
#[derive(Serialize)]
pub(super) struct Drawn {
    title: String,
    description: String,
    svg: String,
    picture: Picture,
    /// The answer in words, where one is drawn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    words: Vec<String>,
}

/// A position of a game.
#[derive(Serialize)]
pub(super) struct Position {
    picture: Picture,
    moves: Vec<String>,
    over: bool,
    solved: bool,
    cost: Option<u64>,
    words: String,
    level: String,
    legal: Vec<String>,
    legal_total: usize,
    roles: &'static [&'static str],
    /// The questions that this level answers.
    offers: Vec<Kind>,
}

/// The position after these moves, or an answer drawn over the board that it is about.
pub(super) fn picture(
    card: &'static Card,
    level: &Arc<dyn Level>,
    moves: &[String],
    role: Option<&str>,
    answer: Option<&str>,
    cx: &Context<'_>,
) -> Result<Drawn, Failure> {
    let (picture, words) = match answer {
        Some(answer) => explained(card, level, moves, answer, cx)?,
        None if moves.is_empty() && role.is_none() => (level.picture(), Vec::new()),
        None => (replay(card, level, moves, role, cx)?.play().picture(), Vec::new()),
    };
    let svg = picture::svg::picture(&picture);
    Ok(Drawn { title: picture.title.clone(), description: picture.description.clone(), svg, picture, words })
}

/// The position after these moves with what can be played there.
pub(super) fn play(
    card: &'static Card,
    level: &Arc<dyn Level>,
    moves: &[String],
    role: Option<&str>,
    cx: &Context<'_>,
) -> Result<Position, Failure> {
    let record = replay(card, level, moves, role, cx)?;
    let (play, status) = (record.play(), record.play().status());
    Ok(Position {
        picture: play.picture(),
        moves: record.moves().to_vec(),
        over: status.over,
        solved: status.solved,
        cost: status.cost,
        words: status.words,
        level: play.level(),
        legal: play.moves().take(MOST_LISTED).collect(),
        legal_total: play.moves().take(MOST_COUNTED).count(),
        roles: level.roles(card),
        offers: level.offers().iter().map(|offer| offer.kind).collect(),
    })
}

fn replay(
    card: &'static Card,
    level: &Arc<dyn Level>,
    moves: &[String],
    role: Option<&str>,
    cx: &Context<'_>,
) -> Result<Record, Failure> {
    let record = Record::replay(Arc::clone(level), puzzles::role(card, &**level, role)?, moves, cx)?;
    match record.play().failure() {
        Some(failure) => Err(failure.into()),
        None => Ok(record),
    }
}

fn explained(
    card: &'static Card,
    level: &Arc<dyn Level>,
    moves: &[String],
    answer: &str,
    cx: &Context<'_>,
) -> Result<(Picture, Vec<String>), Failure> {
    let wrong = |why: String| Failure::new(Reason::InvalidAnswer, why);
    let answer: Answer = serde_json::from_str(answer).map_err(|error| wrong(error.to_string()))?;
    if answer.family != card.name {
        return Err(wrong(format!("it is an answer of the family '{}', not '{}'", answer.family, card.name)));
    }
    let question = answer.asked_question();
    if !moves.is_empty() && moves != question.asked.moves {
        return Err(wrong("it is an answer after other moves".into()));
    }
    puzzles::offered(card, level, &question).map_err(|refusal| wrong(refusal.to_string()))?;
    holds(card, level, &answer, cx)?;
    Ok((level.explain(&question, &answer), words::lines(&answer)))
}

/// Fails where the answer is wrong. One that takes too much work to check passes.
fn holds(card: &'static Card, level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Result<(), Failure> {
    let wrong = |why: String| Failure::new(Reason::InvalidAnswer, why);
    let question = answer.asked_question();
    if question.kind == Kind::Run {
        let again = puzzles::ask(card, level, &question, cx).map_err(|refusal| wrong(refusal.to_string()))?;
        return if again.body == answer.body { Ok(()) } else { Err(wrong("the moves end otherwise".into())) };
    }
    let small = Context::new(Budget { nodes: Some(CHECK_NODES), ..cx.budget() });
    match level.check(&question, answer, &small) {
        Err(Flaw::Wrong(why)) => Err(wrong(why)),
        Ok(_) | Err(Flaw::Unchecked(_)) => Ok(()),
    }
}
