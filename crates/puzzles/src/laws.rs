//! What every family must obey: a function over a family that its tests call, one's own crate's too.
//!
//! For each text: the canonical text loads and is a fixed point; every listed move plays and an unlisted one is
//! refused without effect; undo and redo restore positions; a save opens to the same game; offers and ask agree;
//! an option is obeyed or refused;
//! answers pass the independent checker, survive JSON, and do not hold for damaged certificates or numbers;
//! an answer without a part that was asked for, or with an entry of a list twice, does not hold;
//! solutions replay; following hints reaches the end in as many moves as the hint said; a tiny limit gives
//! *unfinished* or an answer that still holds, never a panic; a game is won only where its goal is reached;
//! what is said has no syntax of a programming language and no plural after a one; legends list what is drawn, and
//! boards are said in words.

mod options;
mod parts;
mod pictures;
mod results;
mod tables;
mod words;

use std::sync::Arc;

use engines::{Budget, Context};
use serde_json::Value;

use crate::answer::{Answer, Body, Verdict};
use crate::family::{Family, FamilyInfo, Level, ask, check as check_answer};
use crate::play::Role;
use crate::problem::{AskError, CheckError};
use crate::question::{Question, QuestionKind};
use crate::record::Record;

/// Moves tried from one position, and positions visited in one game.
const MOST_TRIED: usize = 40;

/// Bytes allowed for maps.
const MOST_MAPPED: u64 = 64 << 20;

/// A broken law, in words.
pub type Broken = String;

/// Checks every law on every text.
///
/// # Errors
/// The first law broken, with the text.
pub fn check(family: &dyn Family, texts: &[&str]) -> Result<(), Broken> {
    let shipped = family.info().levels.iter().map(|level| level.text);
    for text in shipped.chain(texts.iter().copied()) {
        one(family, text).map_err(|broken| format!("{}: {broken}\n{text}", family.info().name))?;
    }
    Ok(())
}

fn one(family: &dyn Family, text: &str) -> Result<(), Broken> {
    let level = family.load(Arc::new(text.as_bytes().to_vec())).map_err(|problems| problems.to_string())?;
    text_is_a_fixed_point(family, &level)?;
    for &role in level.roles(family.info()) {
        plays(family, &level, Role(role))?;
        results::hold(family.info(), &level, Role(role))?;
        words::hold(family.info(), &level, Role(role))?;
    }
    asks(family, &level)?;
    parts::check(family, &level)?;
    pictures::say_what_is_drawn(family, &level)?;
    hints_lead_to_the_end(family, &level)
}

fn ensure(holds: bool, law: impl FnOnce() -> String) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(law()) }
}

fn text_is_a_fixed_point(family: &dyn Family, level: &Arc<dyn Level>) -> Result<(), Broken> {
    let text = level.text();
    let again = family.load(Arc::new(text.clone().into_bytes())).map_err(|problems| format!("own text: {problems}"))?;
    ensure(again.text() == text, || format!("the canonical text changes:\n{text}\nto\n{}", again.text()))?;
    ensure(again.picture() == level.picture(), || "the canonical text draws otherwise".into())?;
    ensure(!level.picture().frames.is_empty(), || "a picture has a frame".into())
}

/// Plays a game that takes the moves in turn, with undo, redo, save and refusals on the way.
fn plays(family: &dyn Family, level: &Arc<dyn Level>, role: Role) -> Result<(), Broken> {
    let mut record = Record::new(Arc::clone(level), role);
    for step in 0..MOST_TRIED {
        let moves: Vec<String> = record.play().moves().take(MOST_TRIED).collect();
        ensure(record.play().status().over == moves.is_empty(), || "over means that no move is left".into())?;
        let Some(chosen) = moves.get((step * 7 + 3) % moves.len().max(1)) else { break };
        refuses(&mut record)?;
        for text in &moves {
            record.make(text).map_err(|illegal| format!("a listed move is refused: {illegal}"))?;
            ensure(record.undo(), || "a move made can be undone".into())?;
        }
        undo_and_redo(&mut record, chosen)?;
    }
    let save = record.save(family.info());
    let (_, opened) =
        Record::open(&[family], &save).map_err(|error| format!("a save does not open: {error}\n{save}"))?;
    ensure(opened.save(family.info()) == save, || "a save changes when opened".into())
}

fn refuses(record: &mut Record) -> Result<(), Broken> {
    let before = record.play().picture();
    for wrong in ["", "no such move", "0", "-1", "999999999999999999999", "é", "1;2"] {
        if record.play().moves().any(|listed| listed == wrong) {
            continue;
        }
        ensure(record.make(wrong).is_err(), || format!("'{wrong}' is played"))?;
    }
    ensure(record.play().picture() == before, || "a refused move has an effect".into())
}

fn undo_and_redo(record: &mut Record, text: &str) -> Result<(), Broken> {
    let before = record.play().level();
    let status = record.play().status();
    record.make(text).map_err(|illegal| illegal.to_string())?;
    let after = record.play().picture();
    ensure(record.undo() && record.play().level() == before, || "undo does not restore the level".into())?;
    ensure(record.play().status() == status, || "undo does not restore the status".into())?;
    ensure(record.redo() && record.play().picture() == after, || "redo does not restore the picture".into())
}

fn asks(family: &dyn Family, level: &Arc<dyn Level>) -> Result<(), Broken> {
    for kind in QuestionKind::ALL {
        let question = Question::plain(kind);
        let offered = kind == QuestionKind::Run || answers(level, kind);
        match ask(family.info(), level, &question, &limits(kind)) {
            Err(AskError::NotOffered(_)) if !offered => {}
            Ok(answer) if offered => holds(family.info(), level, &question, &answer)?,
            Ok(_) => return Err(format!("'{kind}' is answered but not offered")),
            Err(refusal) => return Err(format!("'{kind}': {refusal}")),
        }
        if offered {
            tiny_limits(family, level, &question)?;
            options::obeyed_or_refused(family, level, kind)?;
        }
    }
    Ok(())
}

fn answers(level: &Arc<dyn Level>, kind: QuestionKind) -> bool {
    level.questions().iter().any(|offer| offer.kind == kind)
}

/// Memory for the map of a small space: large ones must say early that they need more.
fn limits(kind: QuestionKind) -> Context<'static> {
    match kind {
        QuestionKind::Map => Context::new(Budget { bytes: Some(MOST_MAPPED), ..Budget::default() }),
        _ => Context::default(),
    }
}

fn holds(info: &FamilyInfo, level: &Arc<dyn Level>, question: &Question, answer: &Answer) -> Result<(), Broken> {
    ensure(answer.body.is_none() == (answer.verdict == Some(Verdict::Impossible)), || "impossible has no body".into())?;
    ensure(answer.verdict != Some(Verdict::Impossible) || answer.proof.is_some(), || "impossible has a proof".into())?;
    let value = serde_json::to_value(answer).map_err(|error| error.to_string())?;
    let read: Answer = serde_json::from_value(value.clone()).map_err(|error| format!("own JSON: {error}"))?;
    ensure(&read == answer, || format!("JSON changes the answer: {value}"))?;
    tables::check(info, level, question, answer)?;
    words::answered(info, level, question, answer)?;
    let checked = check_answer(info, level, question, answer, &Context::default());
    checked.map_err(|flaw| format!("the checker refuses {}: {flaw}", question.kind))?;
    if answer.verdict == Some(Verdict::Unfinished) {
        return Ok(()); // a bound may be beyond what the checker can check again
    }
    damaged_is_refused(info, level, question, &value)
}

/// Changes each number inside `answer` and `proof`, one at a time; the checker must refuse, unless the changed
/// answer equals one that is right too, or the checker says that it could not recheck it.
fn damaged_is_refused(
    info: &FamilyInfo,
    level: &Arc<dyn Level>,
    question: &Question,
    value: &Value,
) -> Result<(), Broken> {
    let (mut refused, mut left_open, mut tried) = (0, 0, 0);
    for part in ["answer", "proof"] {
        for changed in raised(&value[part]).take(12) {
            let mut damaged = value.clone();
            damaged[part] = changed;
            let Ok(answer) = serde_json::from_value::<Answer>(damaged) else { continue };
            tried += 1;
            match check_answer(info, level, question, &answer, &Context::default()) {
                Err(CheckError::Wrong(_)) => refused += 1,
                Err(CheckError::Unchecked(refusal)) => {
                    return Err(format!("a damaged answer is not checked: {refusal}"));
                }
                Ok(checked) => left_open += usize::from(!checked.not_rechecked.is_empty()),
            }
        }
    }
    ensure(tried == 0 || refused + left_open > 0, || {
        format!("no damage to the answer of '{}' is noticed", question.kind)
    })
}

/// The same object with one of its numbers raised by one: once for each number, in reading order.
pub fn raised(value: &Value) -> impl Iterator<Item = Value> + '_ {
    (0..numbers(value)).map(|place| {
        let mut changed = value.clone();
        raise(&mut changed, &mut place.clone());
        changed
    })
}

fn numbers(value: &Value) -> usize {
    match value {
        Value::Number(_) => 1,
        Value::Array(items) => items.iter().map(numbers).sum(),
        Value::Object(fields) => fields.values().map(numbers).sum(),
        _ => 0,
    }
}

/// Adds one to the number at `place` in reading order.
fn raise(value: &mut Value, place: &mut usize) {
    match value {
        Value::Number(number) => {
            if *place == 0 {
                *value = number.as_i64().map_or(Value::from(0.5), |number| Value::from(number + 1));
            }
            *place = place.wrapping_sub(1);
        }
        Value::Array(items) => items.iter_mut().for_each(|item| raise(item, place)),
        Value::Object(fields) => fields.values_mut().for_each(|item| raise(item, place)),
        _ => {}
    }
}

fn tiny_limits(family: &dyn Family, level: &Arc<dyn Level>, question: &Question) -> Result<(), Broken> {
    for nodes in [0, 1, 10, 100] {
        let budget = Budget { nodes: Some(nodes), ..limits(question.kind).budget() };
        let answer = ask(family.info(), level, question, &Context::new(budget))
            .map_err(|refusal| format!("'{}' within {nodes} nodes: {refusal}", question.kind))?;
        if answer.verdict != Some(Verdict::Unfinished) {
            holds(family.info(), level, question, &answer)
                .map_err(|broken| format!("within {nodes} nodes: {broken}"))?;
        }
    }
    Ok(())
}

/// Where a hint counts the moves left, each best move brings that count down by one, to a solved game.
fn hints_lead_to_the_end(family: &dyn Family, level: &Arc<dyn Level>) -> Result<(), Broken> {
    if !answers(level, QuestionKind::Hint) {
        return Ok(());
    }
    let mut moves: Vec<String> = Vec::new();
    let mut before: Option<u64> = None;
    loop {
        let mut question = Question::plain(QuestionKind::Hint);
        question.asked.moves.clone_from(&moves);
        let answer =
            ask(family.info(), level, &question, &Context::default()).map_err(|refusal| refusal.to_string())?;
        let Some(Body::Hint(hint)) = &answer.body else { return Ok(()) };
        let Some(left) = hint.moves_left else { return Ok(()) };
        ensure(before.is_none_or(|before| left + 1 == before), || format!("{left} moves left after {before:?}"))?;
        ensure(hint.best.is_empty() == (left == 0), || format!("{left} moves left and best {:?}", hint.best))?;
        let role = family.info().role(None).map_err(|refusal| refusal.to_string())?;
        let record = Record::replay(Arc::clone(level), role, &moves, &Context::default())
            .map_err(|refusal| refusal.to_string())?;
        let Some(best) = hint.best.first() else {
            return ensure(record.play().status().solved, || "no move is left but it is not solved".into());
        };
        if moves.len() == MOST_TRIED {
            return Ok(());
        }
        moves.push(best.clone());
        before = Some(left);
    }
}
