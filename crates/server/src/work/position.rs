//! Pictures and positions: what a face without a puzzle of its own needs for showing and playing.

use std::collections::BTreeMap;
use std::sync::Arc;

use engines::{Budget, Context};
use picture::spoken::Place;
use picture::{Picture, Spoken};
use puzzles::{Answer, Card, Flaw, GameResult, Guide, Kind, Level, Play, Record, words};
use serde::Serialize;

use crate::task::{Failure, Reason, Style};

/// Moves that are listed.
const MOST_LISTED: usize = 1_000;
/// Places that moves change which are told, of all moves together.
const MOST_CHANGES: usize = 10_000;
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
    /// The level's goal and rules in words.
    #[serde(flatten)]
    guide: Guide,
}

/// A position of a game.
#[derive(Serialize)]
pub(super) struct Position {
    picture: Picture,
    moves: Vec<String>,
    over: bool,
    solved: bool,
    cost: Option<u64>,
    /// How the game ended for the role played; null while it goes on.
    result: Option<GameResult>,
    words: String,
    level: String,
    legal: Vec<String>,
    legal_total: usize,
    roles: &'static [&'static str],
    /// The questions that this level answers.
    offers: Vec<Kind>,
    /// The position in words, line by line and place by place.
    board: Spoken,
    /// For each legal move the places that it changes, where that follows from the move alone.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    changes: BTreeMap<String, Vec<Place>>,
    /// The level's goal and rules in words.
    #[serde(flatten)]
    guide: Guide,
}

/// What is to be drawn.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    /// Moves made before.
    pub(super) moves: &'a [String],
    /// For whom.
    pub(super) role: Option<&'a str>,
    /// The text of an answer to draw over the board.
    pub(super) answer: Option<&'a str>,
    pub(super) style: Style,
}

/// The position after these moves, or an answer drawn over the board that it is about.
pub(super) fn picture(
    card: &'static Card,
    level: &Arc<dyn Level>,
    asked: Asked<'_>,
    cx: &Context<'_>,
) -> Result<Drawn, Failure> {
    let Asked { moves, role, answer, style } = asked;
    let refused = |why: &str| Failure::new(Reason::NotOffered, format!("{} {why}", card.name));
    if style.every_hop && !level.has_hops() {
        return Err(refused("has no films of hops: 'every_hop' is for bunny"));
    }
    let (picture, words) = match answer {
        Some(answer) => explained(card, level, moves, (answer, style), cx)?,
        None if moves.is_empty() && role.is_none() => (level.picture(), Vec::new()),
        None => {
            let record = replay(card, level, moves, role, cx)?;
            let play = record.play();
            (if style.every_hop { play.every_hop() } else { play.picture() }, Vec::new())
        }
    };
    if style.positions && picture.names.is_empty() {
        return Err(refused("has no positions with numbers: 'positions' is for pebble"));
    }
    let picture = if style.positions { picture.with_names() } else { picture };
    let svg = picture::svg::picture(&picture);
    let (title, description) = (picture.title.clone(), picture.description.clone());
    Ok(Drawn { title, description, svg, picture, words, guide: level.guide(card) })
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
    let legal: Vec<String> = play.moves().take(MOST_LISTED).collect();
    Ok(Position {
        changes: changes(play, &legal),
        board: play.spoken(),
        guide: level.guide(card),
        picture: play.picture(),
        moves: record.moves().to_vec(),
        over: status.over,
        solved: status.solved,
        cost: status.cost,
        result: record.result(),
        words: status.words,
        level: play.level(),
        legal,
        legal_total: play.moves().take(MOST_COUNTED).count(),
        roles: level.roles(card),
        offers: level.offers().iter().map(|offer| offer.kind).collect(),
    })
}

/// What each of these moves changes; nothing where the family does not say it, or where it is too much.
fn changes(play: &dyn Play, legal: &[String]) -> BTreeMap<String, Vec<Place>> {
    let (mut told, mut changes) = (0, BTreeMap::new());
    for text in legal {
        let Some(places) = play.changes(text) else { return BTreeMap::new() };
        told += places.len();
        if told > MOST_CHANGES {
            return BTreeMap::new();
        }
        changes.insert(text.clone(), places);
    }
    changes
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
    (answer, style): (&str, Style),
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
    let drawn = match style.every_hop {
        true => level.every_hop(&question, &answer),
        false => puzzles::explain(card, level, &question, &answer),
    };
    Ok((drawn, words::lines(&answer)))
}

/// Fails where the answer is wrong. One that takes too much work to check passes.
fn holds(card: &'static Card, level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Result<(), Failure> {
    let wrong = |why: String| Failure::new(Reason::InvalidAnswer, why);
    let question = answer.asked_question();
    if question.kind == Kind::Run {
        let checked = puzzles::check(card, level, &question, answer, cx);
        return checked.map(|_| ()).map_err(|flaw| wrong(flaw.to_string()));
    }
    let small = Context::new(Budget { nodes: Some(CHECK_NODES), ..cx.budget() });
    match puzzles::check(card, level, &question, answer, &small) {
        Err(Flaw::Wrong(why)) => Err(wrong(why)),
        Ok(_) | Err(Flaw::Unchecked(_)) => Ok(()),
    }
}
