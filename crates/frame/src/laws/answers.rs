//! The laws of one answer: its parts fit its verdict, JSON keeps it, the checker accepts it and notices damage.

use std::sync::Arc;

use serde_json::Value;

use super::{Bounds, Broken, ensure, tables, words};
use crate::answer::{Answer, Spent, Verdict};
use crate::ask::check;
use crate::family::Level;
use crate::line;
use crate::problem::{CheckError, FORGOTTEN};

/// The maximum number of numbers that are changed in each part of one answer.
const MAX_RAISED: usize = 12;

/// Checks an answer to a question about a level.
pub(super) fn hold(level: &Arc<dyn Level>, answer: &Answer, bounds: Bounds) -> Result<(), Broken> {
    let impossible = answer.verdict == Some(Verdict::Impossible);
    ensure(answer.body.is_none() == impossible, || "impossible has no body".into())?;
    ensure(!impossible || answer.proof.is_some(), || "impossible has a proof".into())?;
    let line = answer.body.as_ref().map(|body| (body.line_text(), body.line()));
    ensure(line.is_none_or(|(text, moves)| text == moves.map(|moves| line::text(&moves))), || {
        format!("the text of the line of '{}' is not its moves", answer.question)
    })?;
    let value = kept_by_json(level, answer)?;
    tables::check(level, answer)?;
    words::answered(level, answer)?;
    match check(level, answer, &bounds.checking()) {
        Err(flaw) if bounds.stopped(&flaw) => return Ok(()),
        Err(flaw) => return Err(format!("the checker refuses {}: {flaw}", answer.question)),
        Ok(checked) => {
            let forgotten = checked.not_rechecked.iter().find(|what| what.ends_with(FORGOTTEN));
            ensure(forgotten.is_none(), || {
                format!("the check of '{}' forgets {}", answer.question, forgotten.map_or("", String::as_str))
            })?;
        }
    }
    if answer.verdict == Some(Verdict::Unfinished) {
        return Ok(()); // The bound may be beyond what the checker can check again.
    }
    damaged_is_refused(level, &value, bounds)
}

/// Reads the answer back from its JSON, both as text and as a value, and returns the value. The cost is left out, since
/// a number of seconds may lose its last digit in text.
pub(super) fn kept_by_json(level: &Arc<dyn Level>, answer: &Answer) -> Result<Value, Broken> {
    let answer = &Answer { spent: Spent::default(), ..answer.clone() };
    let written = |answer: &Answer| serde_json::to_string(answer).map_err(|error| error.to_string());
    let text = written(answer)?;
    let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let info = level.info();
    #[cfg(feature = "schema")]
    if let Some(difference) = answer.differences(info).first() {
        return Err(format!("an answer to '{}' is not as declared: {difference}", answer.question));
    }
    for read in [Answer::read(info, &text), Answer::from_value(info, value.clone())] {
        let read = read.map_err(|error| format!("own JSON: {error}: {text}"))?;
        ensure(read == *answer, || format!("JSON changes the answer: {text}"))?;
        let asked = |answer: &Answer| serde_json::to_string(&answer.asked).map_err(|error| error.to_string());
        ensure(asked(&read)? == asked(answer)?, || format!("JSON changes the order of the options: {text}"))?;
        let again: Value = serde_json::from_str(&written(&read)?).map_err(|error| error.to_string())?;
        ensure(again == value, || format!("an answer that was read is written otherwise: {text}"))?;
    }
    Ok(value)
}

/// Changes each number inside `answer` and `proof`, one at a time. The checker must refuse the result, unless it equals
/// another right answer or the checker says that it could not recheck it.
fn damaged_is_refused(level: &Arc<dyn Level>, value: &Value, bounds: Bounds) -> Result<(), Broken> {
    let (mut refused, mut left_open, mut tried) = (0, 0, 0);
    for part in ["answer", "proof"] {
        for changed in raised(&value[part]).take(MAX_RAISED) {
            let mut damaged = value.clone();
            damaged[part] = changed;
            let Ok(answer) = Answer::from_value(level.info(), damaged) else { continue };
            tried += 1;
            match check(level, &answer.without_told(), &bounds.checking()) {
                Err(CheckError::Wrong(_)) => refused += 1,
                Err(flaw) if bounds.stopped(&flaw) => left_open += 1,
                Err(CheckError::Unchecked(refusal)) => {
                    return Err(format!("a damaged answer is not checked: {refusal}"));
                }
                Ok(checked) => left_open += usize::from(!checked.is_whole()),
            }
        }
    }
    ensure(tried == 0 || refused + left_open > 0, || {
        format!("no damage to the answer of '{}' is noticed", value["question"])
    })
}

/// Returns copies of a JSON value in which one number is raised by one: one copy for each number, in reading order.
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
