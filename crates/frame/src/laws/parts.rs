//! The law of parts: an answer does not hold without a part that an option brings, with an entry of a list twice,
//! with a truth value negated, or without its verdict.

use std::sync::Arc;

use serde_json::Value;

use super::{Bounds, Broken, ensure, simplest};
use crate::answer::{Answer, Verdict};
use crate::ask::{ask, check as check_answer};
use crate::family::Level;
use crate::options::{OptionSpec, Options, ValueKind};
use crate::problem::CheckError;
use crate::query::QuestionKind;
use crate::question::{Question, QuestionSpec};

/// The maximum number of lists and truth values that are changed in one answer.
const MAX_CHANGED: usize = 12;

/// Asks each question without options and with each switch that it declares, and damages the answers.
pub(super) fn check(level: &Arc<dyn Level>, bounds: Bounds) -> Result<(), Broken> {
    for spec in level.questions().iter().filter(|spec| !matches!(spec.kind, QuestionKind::RUN | QuestionKind::MAP)) {
        let question = simplest(level, spec.kind, bounds);
        if spec.row.needs_an_option && question == Question::plain(spec.kind) {
            continue;
        }
        let plain = found(level, &question, bounds)?;
        if let Some(value) = &plain {
            damaged(level, spec.kind, value, bounds)?;
        }
        for switch in switches(spec) {
            let question = Question { kind: spec.kind, asked: Options::default().switched(switch) };
            let Some(value) = found(level, &question, bounds)? else { continue };
            damaged(level, spec.kind, &value, bounds)?;
            // An answer that a limit ended has other parts, which nothing asked for.
            let alike = |plain: &&Value| plain["answer"]["optimal"] == value["answer"]["optimal"];
            if let Some(plain) = plain.as_ref().filter(alike) {
                incomplete(level, spec.kind, &value, plain, bounds)?;
            }
        }
    }
    Ok(())
}

fn switches(spec: &QuestionSpec) -> impl Iterator<Item = &'static OptionSpec> {
    spec.options.iter().copied().filter(|option| option.value == ValueKind::Switch)
}

/// Returns the answer as JSON if its verdict is *found*.
fn found(level: &Arc<dyn Level>, question: &Question, bounds: Bounds) -> Result<Option<Value>, Broken> {
    let answer = ask(level, question, &bounds.context(question.kind)).map_err(|refusal| refusal.to_string())?;
    let value = serde_json::to_value(&answer).map_err(|error| error.to_string())?;
    Ok((answer.verdict == Some(Verdict::Found)).then_some(value))
}

/// Removes each of the parts that the option added, one at a time.
fn incomplete(
    level: &Arc<dyn Level>,
    kind: QuestionKind,
    value: &Value,
    plain: &Value,
    bounds: Bounds,
) -> Result<(), Broken> {
    let keys = |value: &Value| -> Vec<String> {
        value["answer"].as_object().map_or_else(Vec::new, |fields| fields.keys().cloned().collect())
    };
    let before = keys(plain);
    for key in keys(value).into_iter().filter(|key| !before.contains(key)) {
        let mut changed = value.clone();
        changed["answer"].as_object_mut().and_then(|fields| fields.remove(&key));
        ensure(refused(level, changed, bounds)?, || format!("'{kind}' without '{key}', which was asked for, holds"))?;
    }
    Ok(())
}

/// Repeats an entry of a list, negates a truth value and removes the verdict, one at a time.
fn damaged(level: &Arc<dyn Level>, kind: QuestionKind, value: &Value, bounds: Bounds) -> Result<(), Broken> {
    for part in ["answer", "proof"] {
        for (what, change) in [("an entry twice", double as Change), ("a truth value negated", negate)] {
            for place in 0..MAX_CHANGED {
                let mut changed = value.clone();
                if change(&mut changed[part], &mut place.clone()) {
                    let law = || format!("'{kind}' with {what} in '{part}' holds: {}", short(&changed));
                    ensure(refused(level, changed.clone(), bounds)?, law)?;
                }
            }
        }
    }
    let mut changed = value.clone();
    changed["verdict"] = Value::Null;
    ensure(refused(level, changed, bounds)?, || format!("'{kind}' without a verdict holds"))
}

/// The beginning of an answer, which may list thousands of solutions.
fn short(value: &Value) -> String {
    value.to_string().chars().take(400).collect()
}

/// Changes the item at a place in reading order, items inside lists not counted; false where there are fewer items.
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

fn negate(value: &mut Value, place: &mut usize) -> bool {
    match value {
        Value::Bool(truth) => {
            if *place == 0 {
                *truth = !*truth;
                return true;
            }
            *place -= 1;
            false
        }
        Value::Object(fields) => fields.values_mut().any(|item| negate(item, place)),
        _ => false,
    }
}

/// Whether the checker refuses the answer, as unreadable or as wrong, or says that the part is absent or that a list
/// cut off at its limit could miss entries.
fn refused(level: &Arc<dyn Level>, value: Value, bounds: Bounds) -> Result<bool, Broken> {
    let Ok(answer) = Answer::from_value(level.info(), value) else { return Ok(true) };
    match check_answer(level, &answer.without_told(), &bounds.checking()) {
        Err(CheckError::Wrong(_)) => Ok(true),
        Err(flaw) if bounds.stopped(&flaw) => Ok(true),
        Err(CheckError::Unchecked(refusal)) => Err(format!("a damaged answer is not checked: {refusal}")),
        Ok(checked) => Ok(checked.not_rechecked.iter().any(|what| left_open(what))),
    }
}

/// Whether the checker says that it cannot check a part.
fn left_open(what: &str) -> bool {
    what.ends_with("not in the answer") || what.contains("missing")
}
