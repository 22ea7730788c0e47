//! The laws of hints that are told in part: they say what their step says, and nothing from which a higher one follows.
//! No listed move is named, no number is the distance, and the places that are told fit a move that is not best
//! wherever there is one.

use std::sync::Arc;

use engines::Context;
use serde_json::Value;

use super::{Bounds, Broken, MAX_TRIED, answers, ensure, kept, spec};
use crate::answer::{Answer, Verdict};
use crate::ask::{ask, check};
use crate::family::Level;
use crate::judge::reveal::PartialHint;
use crate::judge::{Judgement, reveal};
use crate::options::{OptionValue, Options, REVEAL};
use crate::problem::AskError;
use crate::query::QuestionKind;
use crate::question::Question;
use crate::record::Record;
use crate::status::Role;
use crate::words;

/// The positions of a game that are looked at.
const MAX_POSITIONS: usize = 3;
/// The nodes of one question.
const NODES: u64 = 300_000;

/// Asks for hints of every step at some positions of a game.
pub(super) fn give_nothing_away(level: &Arc<dyn Level>, bounds: Bounds) -> Result<(), Broken> {
    if spec(level, QuestionKind::HINT).is_none_or(|hint| hint.option(REVEAL.name).is_none()) {
        return Ok(());
    }
    let role = Role(level.roles().first().copied().unwrap_or_default());
    let mut game = Record::new(Arc::clone(level), role);
    for step in 0..MAX_POSITIONS {
        at(level, &game, bounds).map_err(|broken| format!("after {:?}: {broken}", game.moves()))?;
        let moves: Vec<String> = game.position().moves().take(MAX_TRIED).collect();
        let Some(text) = moves.get((step * 5 + 1) % moves.len().max(1)) else { break };
        game.play(text).map_err(|illegal| format!("a listed move is refused: {illegal}"))?;
    }
    Ok(())
}

fn at(level: &Arc<dyn Level>, game: &Record, bounds: Bounds) -> Result<(), Broken> {
    let asked = |kind, options: Options| {
        let question = Question { kind, asked: options };
        ask(level, &question, &bounds.within(kind, NODES).keeping(kept()))
    };
    let after = || Options::after(game.moves());
    let told = |step: u64| asked(QuestionKind::HINT, after().with(&REVEAL, OptionValue::Number(step)));
    for wrong in [0, 5] {
        let refused = matches!(told(wrong), Err(AskError::NotOffered(_)));
        ensure(refused, || format!("'reveal' {wrong} is not refused"))?;
    }
    let left = match spec(level, QuestionKind::JUDGE) {
        Some(_) => {
            let judged = asked(QuestionKind::JUDGE, after()).map_err(|refusal| refusal.to_string())?;
            last_left(&judged, game.moves().len())
        }
        None => None,
    };
    for step in 1..=3 {
        let answer = told(step).map_err(|refusal| format!("step {step}: {refusal}"))?;
        one(level, game, &answer, (step, left), bounds).map_err(|broken| format!("step {step}: {broken}"))?;
    }
    Ok(())
}

/// What is left at the end of a judged line, if no limit ended it before.
fn last_left(answer: &Answer, moves: usize) -> Option<u64> {
    answer.body_as::<Judgement>()?.positions.get(moves)?.left()
}

fn one(
    level: &Arc<dyn Level>,
    game: &Record,
    answer: &Answer,
    (step, left): (u64, Option<u64>),
    bounds: Bounds,
) -> Result<(), Broken> {
    let value = answers::kept_by_json(level, answer)?;
    ensure(answer.verdict != Some(Verdict::Impossible) && answer.proof.is_none(), || "it proves something".into())?;
    ensure(value.get("spent").is_none(), || "it tells what was spent".into())?;
    match check(level, answer, &bounds.checking()) {
        Err(flaw) if !bounds.stopped(&flaw) => return Err(format!("the checker refuses it: {flaw}")),
        _ => {}
    }
    let fields: Vec<&str> =
        value["answer"].as_object().into_iter().flat_map(|body| body.keys().map(|key| &**key)).collect();
    // How many moves win is said where each ends the game.
    let fields: Vec<&str> = fields.into_iter().filter(|field| *field != "share" || step < 2).collect();
    // What is counted, and whether it is won or solved, is the same at every position.
    let fields: Vec<&str> = fields.into_iter().filter(|field| !["unit", "game"].contains(field)).collect();
    let is_over = game.position().status().solved;
    let fields: Vec<&str> = fields.into_iter().filter(|field| *field != "reached" || !is_over).collect();
    let mut expected = vec!["can_win", "between", "where"];
    expected.truncate(usize::try_from(step).unwrap_or(usize::MAX));
    ensure(fields.iter().all(|field| expected.contains(field)) && fields.len() == expected.len(), || {
        format!("it has the fields {fields:?}")
    })?;
    let hint: &PartialHint = answer.body_as().ok_or("it is no hint told in part")?;
    names_no_move(game, answer, &value)?;
    if let Some([low, high]) = hint.between.flatten() {
        ensure(high >= low + 2, || format!("the range from {low} to {high} holds one number"))?;
        let holds =
            left.is_none_or(|left| reveal::range(left) == [low, high] && (left == 0 || low < left && left < high));
        ensure(holds, || format!("{left:?} are left, and it tells {low} to {high}"))?;
    }
    match hint.places.as_ref().and_then(Option::as_ref) {
        Some(places) => fit_others(level, game, places, bounds),
        None => Ok(()),
    }
}

/// No listed move's name is a word of the answer, numbers aside: they are bounds and places.
fn names_no_move(game: &Record, answer: &Answer, value: &Value) -> Result<(), Broken> {
    let mut texts = words::lines(answer);
    texts.push(answer.method.clone());
    let mut body = value["answer"].clone();
    // Places are named by where they are on the board, whatever can be done there.
    body.as_object_mut().and_then(|body| body.remove("where"));
    if let Some(places) = answer.body_as::<PartialHint>().and_then(|hint| hint.places.as_ref()).and_then(Option::as_ref)
    {
        texts
            .iter_mut()
            .for_each(|text| *text = places.iter().fold(text.clone(), |text, place| text.replace(place, "")));
    }
    texts.push(body.to_string());
    let said = format!(" {} ", spaced(&texts.join(" ")));
    for name in game.position().moves().take(1000) {
        let name = spaced(&name);
        if name.is_empty() || name.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ') {
            continue;
        }
        ensure(!said.contains(&format!(" {name} ")), || format!("it names the move '{name}': {said}"))?;
    }
    Ok(())
}

/// The words of a text in lower case, one blank between them.
fn spaced(text: &str) -> String {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// The places fit at least two moves where there are two, and one that is not best where there is one. A move fits
/// whose places they all are; where each move changes more places than that, as the choice of one of many starts does,
/// a move fits that stands at one of them.
fn fit_others(level: &Arc<dyn Level>, game: &Record, places: &[String], bounds: Bounds) -> Result<(), Broken> {
    let moves: Vec<String> = game.position().moves().take(MAX_TRIED).collect();
    let question = Question::after(QuestionKind::HINT, game.moves());
    let whole = ask(level, &question, &bounds.within(question.kind, NODES).keeping(kept()));
    let whole = whole.map_err(|refusal| refusal.to_string())?;
    let best = whole.body.as_ref().and_then(|body| body.advice()).map(|advice| advice.best).unwrap_or_default();
    let fits = |text: &&String| changed(game, text).iter().all(|name| places.contains(name));
    let mut fitting: Vec<&String> = moves.iter().filter(fits).collect();
    if fitting.is_empty() {
        let picture = game.position().picture();
        let stands = |text: &&String| stands_at(game, &picture, text).is_some_and(|name| places.contains(&name));
        fitting = moves.iter().filter(stands).collect();
    }
    ensure(fitting.len() >= 2.min(moves.len()), || format!("the places {places:?} fit {fitting:?} alone"))?;
    let others = moves.iter().any(|text| !best.contains(text));
    let fit_others = fitting.iter().any(|text| !best.contains(*text));
    ensure(!others || fit_others, || format!("the places {places:?} fit best moves alone: {fitting:?}"))
}

/// The name of the place at which a move is chosen on the board.
fn stands_at(game: &Record, picture: &picture::Picture, text: &str) -> Option<String> {
    let frame = picture.frames.last()?;
    let cell = frame.cells.iter().find(|cell| cell.act.as_deref() == Some(text)).map(|cell| cell.at);
    let piece = frame.pieces.iter().find(|piece| piece.act.as_deref() == Some(text)).map(|piece| piece.at);
    let at = cell.or(piece)?;
    game.position().spoken().places.into_iter().find(|place| place.at == at).map(|place| place.name)
}

/// The places that a move changes.
fn changed(game: &Record, text: &str) -> Vec<String> {
    if let Some(places) = game.position().changes(text) {
        return places.into_iter().map(|place| place.name).collect();
    }
    let moves = [game.moves(), &[text.to_owned()]].concat();
    let next = Record::replay(Arc::clone(game.level()), game.role(), &moves, &Context::default());
    let Ok(next) = next else { return Vec::new() };
    let (before, after) = (game.position().spoken(), next.position().spoken());
    let differs =
        |place: &&picture::spoken::Place| after.place(&place.name).map(|other| &other.words) != Some(&place.words);
    before.places.iter().filter(differs).map(|place| place.name.clone()).collect()
}
