//! Positions and pictures as the objects that a page shows: everything that is needed to play a level without knowing its
//! family.

use std::collections::BTreeMap;
use std::sync::Arc;

use engines::{Budget, Context};
use picture::spoken::Place;
use picture::{Picture, Spoken};
use puzzles::{Answer, CheckError, GameResult, Guide, Level, Position, QuestionKind, Record, words};
use serde::Serialize;

use crate::outcome::{Failure, Reason};
use crate::task::Style;

/// The most legal moves that a position lists.
const MOST_LISTED: usize = 1_000;
/// The most changed places that a position lists, of all its moves together.
const MOST_CHANGES: usize = 10_000;
/// The most legal moves that are counted.
const MOST_COUNTED: usize = 100_000;
/// Units of work for the check of an answer that is to be drawn. An answer that takes more is drawn unchecked.
const CHECK_NODES: u64 = 100_000;

/// A picture as an object, with the same picture as SVG.
#[derive(Clone, Debug, Serialize)]
pub struct Drawn {
    /// The picture's title.
    pub title: String,
    /// The picture in words.
    pub description: String,
    /// The picture as SVG.
    pub svg: String,
    /// The picture as shapes.
    pub picture: Picture,
    /// The answer in words, where one is drawn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// The level's goal and rules in words.
    #[serde(flatten)]
    pub guide: Guide,
}

/// A position of a game with the moves that can be played there.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// The position drawn.
    pub picture: Picture,
    /// The moves that led here.
    pub moves: Vec<String>,
    /// Whether no move is left to make.
    pub over: bool,
    /// Whether the goal is reached.
    pub solved: bool,
    /// What was paid so far, in families with costs.
    pub cost: Option<u64>,
    /// How the game ended for the role that is played; null while it goes on.
    pub result: Option<GameResult>,
    /// How the game stands, in words.
    pub words: String,
    /// The text of a level that starts here, where the format can say it; else the level itself.
    pub level: String,
    /// The legal moves, up to a limit.
    pub legal: Vec<String>,
    /// The number of legal moves, counted up to a higher limit.
    pub legal_total: usize,
    /// The roles that can be played.
    pub roles: &'static [&'static str],
    /// The questions that this level answers.
    pub offers: Vec<QuestionKind>,
    /// The position in words, line by line and place by place.
    pub board: Spoken,
    /// For each legal move the places that it changes, where that follows from the move alone.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub changes: BTreeMap<String, Vec<Place>>,
    /// The level's goal and rules in words.
    #[serde(flatten)]
    pub guide: Guide,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Drawing<'a> {
    /// Moves made before.
    pub moves: &'a [String],
    /// The role that is played; the first where none is named.
    pub role: Option<&'a str>,
    /// The JSON text of an answer to draw over the board.
    pub answer: Option<&'a str>,
    /// How it is drawn.
    pub style: Style,
}

/// Draws the position after some moves, or an answer over the board that it is about.
///
/// # Errors
/// A style that the level has not, a move that cannot be played, an answer that is wrong or belongs to another level.
pub fn draw(level: &Arc<dyn Level>, drawing: Drawing<'_>, cx: &Context<'_>) -> Result<Drawn, Failure> {
    let Drawing { moves, role, answer, style } = drawing;
    let refused = |why: &str| Failure::new(Reason::NotOffered, format!("{} {why}", level.info().name));
    if style.every_hop && !level.has_hops() {
        return Err(refused("has no films of hops; leave 'every_hop' out"));
    }
    let (picture, words) = match answer {
        Some(answer) => explained(level, moves, (answer, style), cx)?,
        None if moves.is_empty() && role.is_none() => (level.picture(), Vec::new()),
        None => {
            let record = replay(level, moves, role, cx)?;
            let position = record.position();
            (if style.every_hop { position.every_hop() } else { position.picture() }, Vec::new())
        }
    };
    if style.positions && picture.names.is_empty() {
        return Err(refused("has no positions with numbers; leave 'positions' out"));
    }
    let picture = if style.positions { picture.with_names() } else { picture };
    let svg = picture::svg::picture(&picture);
    let (title, description) = (picture.title.clone(), picture.description.clone());
    Ok(Drawn { title, description, svg, picture, words, guide: level.guide() })
}

/// Shows the position after these moves, with the moves that can be played there.
///
/// # Errors
/// A role that nobody plays, a move that cannot be played, a limit that was reached.
pub fn show(level: &Arc<dyn Level>, moves: &[String], role: Option<&str>, cx: &Context<'_>) -> Result<Shown, Failure> {
    let record = replay(level, moves, role, cx)?;
    let (position, status) = (record.position(), record.position().status());
    let legal: Vec<String> = position.moves().take(MOST_LISTED).collect();
    Ok(Shown {
        changes: changes(position, &legal),
        board: position.spoken(),
        guide: level.guide(),
        picture: position.picture(),
        moves: record.moves().to_vec(),
        over: status.over,
        solved: status.solved,
        cost: status.cost,
        result: record.result(),
        words: status.words,
        level: position.level_text(),
        legal,
        legal_total: position.moves().take(MOST_COUNTED).count(),
        roles: level.roles(),
        offers: level.questions().iter().map(|question| question.kind).collect(),
    })
}

/// The places that each of these moves changes; empty where the family does not say it, or where there are too many.
fn changes(position: &dyn Position, legal: &[String]) -> BTreeMap<String, Vec<Place>> {
    let (mut listed, mut changes) = (0, BTreeMap::new());
    for text in legal {
        let Some(places) = position.changes(text) else { return BTreeMap::new() };
        listed += places.len();
        if listed > MOST_CHANGES {
            return BTreeMap::new();
        }
        changes.insert(text.clone(), places);
    }
    changes
}

fn replay(level: &Arc<dyn Level>, moves: &[String], role: Option<&str>, cx: &Context<'_>) -> Result<Record, Failure> {
    let record = Record::replay(Arc::clone(level), puzzles::role(&**level, role)?, moves, cx)?;
    match record.position().failure() {
        Some(failure) => Err(failure.into()),
        None => Ok(record),
    }
}

fn explained(
    level: &Arc<dyn Level>,
    moves: &[String],
    (answer, style): (&str, Style),
    cx: &Context<'_>,
) -> Result<(Picture, Vec<String>), Failure> {
    let wrong = |why: String| Failure::new(Reason::InvalidAnswer, why);
    let answer = Answer::read(level.info(), answer).map_err(wrong)?;
    if !moves.is_empty() && moves != answer.asked.moves() {
        return Err(wrong("it is an answer after other moves".into()));
    }
    check(level, &answer, cx)?;
    let draw = if style.every_hop { puzzles::explain_every_hop } else { puzzles::explain };
    Ok((draw(level, &answer), words::lines(&answer)))
}

/// Checks an answer within a small budget.
///
/// # Errors
/// The answer is wrong. An answer whose check takes too much work passes.
fn check(level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Result<(), Failure> {
    let wrong = |why: String| Failure::new(Reason::InvalidAnswer, why);
    if answer.question == QuestionKind::Run {
        let checked = puzzles::check(level, answer, cx);
        return checked.map(|_| ()).map_err(|error| wrong(error.to_string()));
    }
    let small = Context::new(Budget { nodes: Some(CHECK_NODES), ..cx.budget() });
    match puzzles::check(level, answer, &small) {
        Err(CheckError::Wrong(why)) => Err(wrong(why)),
        Ok(_) | Err(CheckError::Unchecked(_)) => Ok(()),
    }
}
