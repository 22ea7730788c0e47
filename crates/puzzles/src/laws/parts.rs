//! What was asked for is in the answer: an answer without a part that an option brings does not hold, nor does one
//! whose list names an entry twice, whose yes is a no, or whose verdict is missing.

use std::sync::Arc;

use engines::Context;
use serde_json::Value;

use super::{Broken, ensure, limits};
use crate::answer::{Answer, Verdict};
use crate::family::{Family, Level, ask};
use crate::problem::CheckError;
use crate::question::{Detail, Options, Question, QuestionKind, QuestionSpec};

/// Lists and truth values that are changed in one answer.
const MOST_CHANGED: usize = 12;

/// Asks each question as it stands and with each switch that it knows, and damages the answers.
pub(super) fn check(family: &dyn Family, level: &Arc<dyn Level>) -> Result<(), Broken> {
    for offer in level.questions().iter().filter(|offer| !matches!(offer.kind, QuestionKind::Run | QuestionKind::Map)) {
        let plain = found(family, level, offer.kind, Options::default())?;
        if let Some((question, value)) = &plain {
            damaged(level, question, value)?;
        }
        for detail in switches(offer) {
            let Some((question, value)) = found(family, level, offer.kind, with(detail))? else { continue };
            damaged(level, &question, &value)?;
            if let Some((_, plain)) = &plain {
                incomplete(level, &question, &value, plain)?;
            }
        }
    }
    Ok(())
}

fn switches(offer: &QuestionSpec) -> impl Iterator<Item = Detail> {
    [Detail::Count, Detail::All, Detail::Path, Detail::Explain]
        .into_iter()
        .filter(|detail| offer.details.contains(detail))
}

fn with(detail: Detail) -> Options {
    let mut asked = Options::default();
    match detail {
        Detail::Count => asked.count = true,
        Detail::All => asked.all = true,
        Detail::Explain => asked.explain = true,
        _ => asked.path = true,
    }
    asked
}

/// The answer as JSON, where something is found.
fn found(
    family: &dyn Family,
    level: &Arc<dyn Level>,
    kind: QuestionKind,
    asked: Options,
) -> Result<Option<(Question, Value)>, Broken> {
    let question = Question { kind, asked };
    let answer = ask(family.info(), level, &question, &limits(kind)).map_err(|refusal| refusal.to_string())?;
    let value = serde_json::to_value(&answer).map_err(|error| error.to_string())?;
    Ok((answer.verdict == Some(Verdict::Found)).then_some((question, value)))
}

/// Without any one of the parts that the option has brought.
fn incomplete(level: &Arc<dyn Level>, question: &Question, value: &Value, plain: &Value) -> Result<(), Broken> {
    let keys = |value: &Value| -> Vec<String> {
        value["answer"].as_object().map_or_else(Vec::new, |fields| fields.keys().cloned().collect())
    };
    let before = keys(plain);
    for key in keys(value).into_iter().filter(|key| !before.contains(key)) {
        let mut changed = value.clone();
        changed["answer"].as_object_mut().and_then(|fields| fields.remove(&key));
        let law = || format!("'{}' without '{key}', which was asked for, holds", question.kind);
        ensure(refused(level, question, changed)?, law)?;
    }
    Ok(())
}

/// With an entry of a list twice, with a truth value turned over, and without its verdict.
fn damaged(level: &Arc<dyn Level>, question: &Question, value: &Value) -> Result<(), Broken> {
    for part in ["answer", "proof"] {
        for (what, change) in [("an entry twice", double as Change), ("a yes for a no", turn)] {
            for place in 0..MOST_CHANGED {
                let mut changed = value.clone();
                if change(&mut changed[part], &mut place.clone()) {
                    let law = || format!("'{}' with {what} in '{part}' holds: {}", question.kind, short(&changed));
                    ensure(refused(level, question, changed.clone())?, law)?;
                }
            }
        }
    }
    let mut changed = value.clone();
    changed["verdict"] = Value::Null;
    ensure(refused(level, question, changed)?, || format!("'{}' without a verdict holds", question.kind))
}

/// The beginning of an answer, which may list thousands of solutions.
fn short(value: &Value) -> String {
    value.to_string().chars().take(400).collect()
}

/// Changes the item at a place in reading order, those inside lists not counted; false where there are not so many.
type Change = fn(&mut Value, &mut usize) -> bool;

fn double(value: &mut Value, place: &mut usize) -> bool {
    match value {
        Value::Array(items) if !items.is_empty() => {
            if *place == 0 {
                items.insert(0, items[0].clone());
                return true;
            }
            *place -= 1;
            false
        }
        Value::Object(fields) => fields.values_mut().any(|item| double(item, place)),
        _ => false,
    }
}

fn turn(value: &mut Value, place: &mut usize) -> bool {
    match value {
        Value::Bool(truth) => {
            if *place == 0 {
                *truth = !*truth;
                return true;
            }
            *place -= 1;
            false
        }
        Value::Object(fields) => fields.values_mut().any(|item| turn(item, place)),
        _ => false,
    }
}

/// Whether the checker refuses the answer, as no answer at all or as a wrong one, or says that the part is
/// not there, or that a list cut off at its limit could miss entries.
fn refused(level: &Arc<dyn Level>, question: &Question, value: Value) -> Result<bool, Broken> {
    let Ok(answer) = serde_json::from_value::<Answer>(value) else { return Ok(true) };
    match level.check(question, &answer, &Context::default()) {
        Err(CheckError::Wrong(_)) => Ok(true),
        Err(CheckError::Unchecked(refusal)) => Err(format!("a damaged answer is not checked: {refusal}")),
        Ok(checked) => Ok(checked.not_rechecked.iter().any(|what| left_open(what))),
    }
}

/// Whether the checker says of a part that it cannot know.
fn left_open(what: &str) -> bool {
    what.ends_with("not in the answer") || what.contains("missing")
}
