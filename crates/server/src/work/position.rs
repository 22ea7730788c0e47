//! Pictures and positions: what a face without a puzzle of its own needs for showing and playing.

use std::collections::BTreeMap;
use std::sync::Arc;

use engines::{Budget, Context};
use picture::spoken::Place;
use picture::{Picture, Spoken};
use puzzles::{Answer, CheckError, FamilyInfo, GameResult, Guide, Level, Position, QuestionKind, Record, words};
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
pub(super) struct Shown {
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
    offers: Vec<QuestionKind>,
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
pub(super) struct Drawing<'a> {
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
    info: &'static FamilyInfo,
    level: &Arc<dyn Level>,
    asked: Drawing<'_>,
    cx: &Context<'_>,
) -> Result<Drawn, Failure> {
    let Drawing { moves, role, answer, style } = asked;
    let refused = |why: &str| Failure::new(Reason::NotOffered, format!("{} {why}", info.name));
    if style.every_hop && !level.has_hops() {
        return Err(refused("has no films of hops: 'every_hop' is for bunny"));
    }
    let (picture, words) = match answer {
        Some(answer) => explained(info, level, moves, (answer, style), cx)?,
        None if moves.is_empty() && role.is_none() => (level.picture(), Vec::new()),
        None => {
            let record = replay(info, level, moves, role, cx)?;
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
    Ok(Drawn { title, description, svg, picture, words, guide: level.guide(info) })
}

/// The position after these moves with what can be played there.
pub(super) fn play(
    info: &'static FamilyInfo,
    level: &Arc<dyn Level>,
    moves: &[String],
    role: Option<&str>,
    cx: &Context<'_>,
) -> Result<Shown, Failure> {
    let record = replay(info, level, moves, role, cx)?;
    let (play, status) = (record.play(), record.play().status());
    let legal: Vec<String> = play.moves().take(MOST_LISTED).collect();
    Ok(Shown {
        changes: changes(play, &legal),
        board: play.spoken(),
        guide: level.guide(info),
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
        roles: level.roles(info),
        offers: level.questions().iter().map(|offer| offer.kind).collect(),
    })
}

/// What each of these moves changes; nothing where the family does not say it, or where it is too much.
fn changes(play: &dyn Position, legal: &[String]) -> BTreeMap<String, Vec<Place>> {
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
    info: &'static FamilyInfo,
    level: &Arc<dyn Level>,
    moves: &[String],
    role: Option<&str>,
    cx: &Context<'_>,
) -> Result<Record, Failure> {
    let record = Record::replay(Arc::clone(level), puzzles::role(info, &**level, role)?, moves, cx)?;
    match record.play().failure() {
        Some(failure) => Err(failure.into()),
        None => Ok(record),
    }
}

fn explained(
    info: &'static FamilyInfo,
    level: &Arc<dyn Level>,
    moves: &[String],
    (answer, style): (&str, Style),
    cx: &Context<'_>,
) -> Result<(Picture, Vec<String>), Failure> {
    let wrong = |why: String| Failure::new(Reason::InvalidAnswer, why);
    let answer: Answer = serde_json::from_str(answer).map_err(|error| wrong(error.to_string()))?;
    if answer.family != info.name {
        return Err(wrong(format!("it is an answer of the family '{}', not '{}'", answer.family, info.name)));
    }
    let question = answer.asked_question();
    if !moves.is_empty() && moves != question.asked.moves {
        return Err(wrong("it is an answer after other moves".into()));
    }
    puzzles::offered(info, level, &question).map_err(|refusal| wrong(refusal.to_string()))?;
    holds(info, level, &answer, cx)?;
    let drawn = match style.every_hop {
        true => level.every_hop(&question, &answer),
        false => puzzles::explain(info, level, &question, &answer),
    };
    Ok((drawn, words::lines(&answer)))
}

/// Fails where the answer is wrong. One that takes too much work to check passes.
fn holds(info: &'static FamilyInfo, level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Result<(), Failure> {
    let wrong = |why: String| Failure::new(Reason::InvalidAnswer, why);
    let question = answer.asked_question();
    if question.kind == QuestionKind::Run {
        let checked = puzzles::check(info, level, &question, answer, cx);
        return checked.map(|_| ()).map_err(|flaw| wrong(flaw.to_string()));
    }
    let small = Context::new(Budget { nodes: Some(CHECK_NODES), ..cx.budget() });
    match puzzles::check(info, level, &question, answer, &small) {
        Err(CheckError::Wrong(why)) => Err(wrong(why)),
        Ok(_) | Err(CheckError::Unchecked(_)) => Ok(()),
    }
}
