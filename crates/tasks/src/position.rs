//! Positions and pictures as plain data: everything that a front end needs to play a level without knowing its family.

use std::collections::BTreeMap;
use std::sync::Arc;

use engines::{Budget, Context};
use picture::spoken::Place;
use picture::{Picture, Spoken};
use puzzles::position;
use puzzles::questions::QUESTIONS;
use puzzles::{
    Answer, AskError, CheckError, Controls, Events, Frames, GameResult, Guide, HAS_ENGINES, Level, Position, Program,
    QuestionKind, Record, Side, Tiles, Unit, Ways, family, words,
};
use serde::Serialize;

use crate::outcome::{Failure, Reason};
use crate::picture_size::PictureSize;
use crate::task::Style;

/// The most legal moves that a position lists.
const MAX_LISTED: usize = 1_000;
/// The most changed places that a position lists, of all its moves together.
const MAX_CHANGES: usize = 10_000;
/// The most legal moves that are counted.
const MAX_COUNTED: usize = 100_000;
/// The most units of work for the check of an answer that is to be drawn. An answer that takes more is drawn unchecked.
const CHECK_NODES: u64 = 100_000;

/// The result of [`Operation::Picture`](crate::Operation::Picture): a picture as shapes and as SVG.
#[derive(Clone, Debug, Serialize)]
pub struct Drawn {
    /// The title of the picture.
    pub title: String,
    /// The picture in words.
    pub description: String,
    /// The picture as an SVG document.
    pub svg: String,
    /// The picture as shapes.
    pub picture: Picture,
    /// The table of the answer as comma-separated values, if one is drawn: that of `--csv`, unless that one is too
    /// large for an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub csv: Option<String>,
    /// The level's goal and rules in words.
    #[serde(flatten)]
    pub guide: Guide,
}

/// The result of [`Operation::Play`](crate::Operation::Play): a position with the moves that can be played there.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// The picture of the position, where it is wanted.
    pub picture: Option<Picture>,
    /// The moves that led to the position.
    pub moves: Vec<String>,
    /// Whether the game is over: no move can be played any more.
    pub over: bool,
    /// Whether the goal is reached.
    pub solved: bool,
    /// The cost of the moves so far, in families with costs.
    pub cost: Option<u64>,
    /// What the cost counts; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// How the game ended for the role that is played; `None` while it continues.
    pub result: Option<GameResult>,
    /// What is counted of the moves beside their number, such as `4 pushes`; absent where that is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<String>,
    /// The result in words, such as `solved with 5 presses`; absent while the game continues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// The status of the game in words.
    pub words: String,
    /// The text of a level that starts at this position, or the level itself if the format cannot express that.
    pub level: String,
    /// The legal moves, at most 1,000.
    pub legal: Vec<String>,
    /// The number of legal moves, counted up to 100,000.
    pub legal_total: usize,
    /// The role that is played.
    pub role: &'static str,
    /// The roles that can be played.
    pub roles: &'static [&'static str],
    /// The sides that a person is offered, the one that begins a new game first; absent where there is one role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sides: Option<Vec<Side>>,
    /// The questions that this level answers.
    pub offers: Vec<QuestionKind>,
    /// The reason why the level does not answer a question, by the question's name, for those for which the level gives
    /// one.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub refuses: BTreeMap<&'static str, &'static str>,
    /// The position in words, line by line and place by place.
    pub board: Spoken,
    /// For each legal move the places that it changes; empty if the family does not provide this, or if there are more
    /// than 10,000 places.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub changes: BTreeMap<String, Vec<Place>>,
    /// The places that can be named to go there, in families that read such texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ways: Option<Ways>,
    /// The legal moves as a person reads them, by their texts, where that differs from the text: `slide 5 left`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub said: BTreeMap<String, String>,
    /// What the moves so far have composed, such as a program, where they compose something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub composed: Option<String>,
    /// What the moves have composed as tiles, where it can be built from them; absent once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Tiles>,
    /// What the last move left besides the position: texts, sounds, rules that changed something.
    #[serde(skip_serializing_if = "Events::is_empty")]
    pub events: Events,
    /// Keys, times and chance of the level, where it has any.
    #[serde(skip_serializing_if = "is_usual")]
    pub controls: Controls,
    /// The level's goal and rules in words.
    #[serde(flatten)]
    pub guide: Guide,
}

/// The parameters of [`draw`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Drawing<'a> {
    /// The moves that lead to the position.
    pub moves: &'a [String],
    /// The role that is played; by default the first of the level.
    pub role: Option<&'a str>,
    /// The JSON text of an answer to draw over the board.
    pub answer: Option<&'a str>,
    /// The options of the picture.
    pub style: Style,
}

/// Draws the position after some moves, or an answer over the board that it is about.
///
/// # Errors
/// Fails if the level does not support the style, a move cannot be played, a limit was reached, or the answer is wrong
/// or belongs to another level.
pub fn draw(
    level: &Arc<dyn Level>,
    drawing: Drawing<'_>,
    size: PictureSize,
    cx: &Context<'_>,
) -> Result<Drawn, Failure> {
    let Drawing { moves, role, answer, style } = drawing;
    let refused = |why: &str| Failure::new(Reason::NotOffered, format!("{} {why}", level.info().name));
    let frames = if style.every_hop { Frames::Hops } else { Frames::Moves };
    let answer = answer.map(|answer| checked(level, moves, answer, cx)).transpose()?;
    // Without time, the moves before the answer would not be made, and the picture would be one of the level's start.
    cx.spend(0).map_err(AskError::Halted)?;
    let no_hops = || refused("has no films of hops; leave 'every_hop' out");
    let picture = match &answer {
        Some(answer) if style.every_hop => puzzles::explain_every_hop(level, answer, cx).ok_or_else(no_hops)?,
        Some(answer) => puzzles::explain(level, answer, cx),
        None if moves.is_empty() && role.is_none() && !style.every_hop => level.picture(),
        None => position::drawn(replay(level, moves, role, cx)?.position(), frames).ok_or_else(no_hops)?,
    };
    if style.positions && picture.names.is_empty() {
        return Err(refused("has no positions with numbers; leave 'positions' out"));
    }
    let picture = if style.positions { picture.with_names() } else { picture };
    Ok(Drawn::of(&**level, size.fitted(picture), answer.as_ref()))
}

/// Draws an answer that was just found; `None` where it states nothing, or the limits do not suffice.
pub(crate) fn explained(level: &Arc<dyn Level>, answer: &Answer, size: PictureSize, cx: &Context<'_>) -> Option<Drawn> {
    let states_something = answer.body.is_some() || answer.proof.is_some();
    let cx = &cx.without_count();
    (states_something && cx.spend(0).is_ok()).then_some(())?;
    let picture = puzzles::explain(level, answer, cx);
    // Where time has ended meanwhile, a film may have been cut short.
    cx.spend(0).is_ok().then(|| Drawn::of(&**level, size.fitted(picture), Some(answer)))
}

impl Drawn {
    fn of(level: &dyn Level, picture: Picture, answer: Option<&Answer>) -> Drawn {
        Drawn {
            title: picture.title.clone(),
            description: picture.description.clone(),
            svg: picture::svg::picture(&picture),
            csv: answer.map(|answer| words::table(answer).to_csv()),
            picture,
            guide: level.guide(),
        }
    }
}

/// Describes the position after `moves`, with the moves that can be played there; `role` is by default the first of the
/// level.
///
/// # Errors
/// Fails if the level has no such role, a move cannot be played, or a limit was reached.
pub fn show(level: &Arc<dyn Level>, moves: &[String], role: Option<&str>, cx: &Context<'_>) -> Result<Shown, Failure> {
    Ok(shown(&replay(level, moves, role, cx)?, Some(PictureSize::Whole)))
}

/// Describes where a game stands, with a picture of this size, or none.
pub(crate) fn shown(record: &Record, size: Option<PictureSize>) -> Shown {
    let (level, position, status) = (record.level(), record.position(), record.position().status());
    let tiles = position.program().filter(|_| !status.over).and_then(Program::tiles);
    let mut moves = position.moves();
    let legal: Vec<String> = moves.by_ref().take(MAX_LISTED).collect();
    let legal_total = legal.len() + moves.take(MAX_COUNTED - MAX_LISTED).count();
    Shown {
        said: legal.iter().filter_map(|text| Some((text.clone(), position.display_name(text)?))).collect(),
        changes: changes(position, &legal),
        ways: position.ways(),
        composed: position.program().and_then(Program::composed),
        board: position.spoken(),
        events: position.events(),
        controls: level.controls(),
        guide: level.guide(),
        picture: size.map(|size| size.fitted(position.picture())),
        moves: record.moves().to_vec(),
        over: status.over,
        solved: status.solved,
        cost: status.cost.as_ref().map(|cost| cost.value),
        unit: status.cost.map(|cost| cost.unit),
        ended: record.result().map(|result| result.words()),
        counted: counted(record),
        result: record.result(),
        words: tiles.as_ref().map_or(status.words, |tiles| tiles.words.clone()),
        tiles,
        level: position.level_text(),
        legal,
        legal_total,
        role: record.role().0,
        roles: level.roles(),
        sides: (level.roles().len() > 1).then(|| level.sides()),
        offers: family::offers(&**level).map(|question| question.kind).collect(),
        refuses: refuses(&**level),
    }
}

/// What the family tells of the moves that were made, in words.
fn counted(record: &Record) -> Option<String> {
    let level = record.level();
    let measure = level.info().told_measure?;
    let counts = level.notation()?.write(&[], record.moves())?.counts;
    Some(Unit::of_column(measure).count(*counts.get(measure)?))
}

/// Whether a level has nothing but moves by name and on the board.
fn is_usual(controls: &Controls) -> bool {
    *controls == Controls::default()
}

/// Returns the level's reasons for the questions that it does not answer, by their names.
fn refuses(level: &dyn Level) -> BTreeMap<&'static str, &'static str> {
    let others = QUESTIONS.iter().filter(|row| family::question(level, row.kind).is_none());
    others.filter_map(|row| Some((row.name(), level.refusal(row.name())?))).collect()
}

/// The places that each of these moves changes; empty if the family does not provide them, or if there are too many.
fn changes(position: &dyn Position, legal: &[String]) -> BTreeMap<String, Vec<Place>> {
    let (mut listed, mut changes) = (0, BTreeMap::new());
    for text in legal {
        let Some(places) = position.changes(text) else { return BTreeMap::new() };
        listed += places.len();
        if listed > MAX_CHANGES {
            return BTreeMap::new();
        }
        changes.insert(text.clone(), places);
    }
    changes
}

/// Plays a game from the start.
///
/// # Errors
/// Fails if the level has no such role, a move cannot be played, or a limit was reached.
pub(crate) fn replay(
    level: &Arc<dyn Level>,
    moves: &[String],
    role: Option<&str>,
    cx: &Context<'_>,
) -> Result<Record, Failure> {
    let record = Record::replay(Arc::clone(level), puzzles::role(&**level, role)?, moves, cx)?;
    match record.position().failure() {
        Some(failure) => Err(failure.into()),
        None => Ok(record),
    }
}

/// Reads an answer about the position after `moves` and checks it.
fn checked(level: &Arc<dyn Level>, moves: &[String], answer: &str, cx: &Context<'_>) -> Result<Answer, Failure> {
    let wrong = |why: String| Failure::new(Reason::InvalidAnswer, why);
    if !HAS_ENGINES {
        return Err(Failure::new(Reason::NotOffered, "this program plays, and reads no answers"));
    }
    let answer = Answer::read(level.info(), answer).map_err(wrong)?;
    if !moves.is_empty() && moves != answer.asked.moves() {
        return Err(wrong("it is an answer after other moves".into()));
    }
    check(level, &answer, cx)?;
    Ok(answer)
}

/// Checks an answer within a small budget.
///
/// # Errors
/// Fails if the answer is wrong. An answer whose check takes too much work passes.
fn check(level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Result<(), Failure> {
    let wrong = |why: String| Failure::new(Reason::InvalidAnswer, why);
    if answer.question == QuestionKind::RUN {
        let checked = puzzles::check(level, answer, cx);
        return checked.map(|_| ()).map_err(|error| wrong(error.to_string()));
    }
    let small = Context::new(Budget { nodes: Some(CHECK_NODES), ..cx.budget() });
    match puzzles::check(level, answer, &small) {
        Err(CheckError::Wrong(why)) => Err(wrong(why)),
        Ok(_) | Err(CheckError::Unchecked(_)) => Ok(()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use engines::CancellationToken;
    use puzzles::{Question, Source};

    use super::*;

    #[test]
    fn an_answer_after_moves_is_never_drawn_over_the_start_because_time_has_ended() {
        let family = puzzles::FAMILIES.iter().find(|family| family.info().name == "pebble").unwrap();
        let text = family.info().levels.iter().find(|level| level.name == "easy").unwrap().text;
        let source: Arc<dyn Source> = Arc::new(text.as_bytes().to_vec());
        let (level, cx) = (family.load(source, &Context::default()).unwrap(), Context::default());
        let first = level.clone().start(puzzles::Role("player"), &cx).moves().next().unwrap();
        let moves = [first];
        let answer = puzzles::ask(&level, &Question::after(QuestionKind::SOLVE, &moves), &cx).unwrap();
        let answer = serde_json::to_string(&answer).unwrap();
        let drawing = Drawing { moves: &moves, answer: Some(&answer), ..Drawing::default() };
        let start = draw(&level, Drawing::default(), PictureSize::Whole, &cx).unwrap();
        assert_ne!(
            draw(&level, drawing, PictureSize::Whole, &cx).unwrap().picture.frames[0].pieces,
            start.picture.frames[0].pieces
        );
        let ended = CancellationToken::default();
        ended.cancel();
        let failure = draw(&level, drawing, PictureSize::Whole, &Context::default().stop(ended)).err().unwrap();
        assert_eq!(failure.reason, Reason::Exceeded, "{failure:?}");
    }
}
