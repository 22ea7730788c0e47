//! Answers in words: the lines that describe any answer, and the phrases that families share.

use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;

use crate::answer::{Answer, AtLeast, Verdict};
use crate::body::{AnyBody, Optimum};
use crate::family::Contest;
use crate::question::QuestionKind;
use crate::run::Run;
use crate::shortcut::WITHOUT;

/// The maximum number of items of a list that are written out.
pub const MOST_LISTED: usize = 40;

/// Returns the verdict in a few words, such as `found, proven best`.
#[must_use]
pub fn verdict(answer: &Answer) -> &'static str {
    match (answer.verdict, answer.body.as_ref().and_then(|body| body.is_optimal())) {
        (None, _) => "played",
        (Some(Verdict::Found), Some(false)) => "found, not proven best",
        (Some(Verdict::Found), Some(true)) => "found, proven best",
        (Some(Verdict::Found), None) => "found, exact",
        (Some(Verdict::Impossible), _) => "impossible, proven",
        (Some(Verdict::Unfinished), _) if answer.longer_than_asked().is_some() => "none so short, proven",
        (Some(Verdict::Unfinished), _) => "unfinished",
    }
}

/// Returns the best value of a solution where it is proven, for comparison with a level's `par`; `None` for a hint.
#[must_use]
pub fn proven(answer: &Answer) -> Option<u64> {
    optimum(answer).filter(|optimum| optimum.proven).map(|optimum| optimum.value)
}

/// Returns the value of a solution, proven best or not; `None` for a hint.
#[must_use]
pub fn value(answer: &Answer) -> Option<u64> {
    optimum(answer).map(|optimum| optimum.value)
}

fn optimum(answer: &Answer) -> Option<Optimum> {
    answer.body.as_ref().filter(|body| body.advice().is_none())?.optimum()
}

/// Returns the score of a solution in a contest, proven best or not: its value, if that has the contest's unit.
#[must_use]
pub fn score(answer: &Answer, contest: &Contest) -> Option<u64> {
    let optimum = answer.body.as_ref()?.optimum()?;
    (optimum.unit.name() == contest.unit).then_some(optimum.value)
}

/// Returns the answer in words, one line per item; the first line says the most.
#[must_use]
pub fn lines(answer: &Answer) -> Vec<String> {
    said(answer, |body| body.words())
}

/// Returns the answer in words for display beside its histogram, without the numbers that the histogram shows.
#[must_use]
pub fn lines_beside_histogram(answer: &Answer) -> Vec<String> {
    said(answer, |body| body.words_beside_histogram())
}

fn said(answer: &Answer, words: impl Fn(&AnyBody) -> Vec<String>) -> Vec<String> {
    let mut lines = match (&answer.body, answer.longer_than_asked()) {
        (_, Some((within, at_least))) => vec![format!(
            "no solution has {} or fewer: every one has {at_least} or more",
            plural(within, "move", "moves")
        )],
        (None, None) => Vec::new(),
        (Some(body), None) if answer.verdict == Some(Verdict::Unfinished) => unfinished(answer, words(body)),
        (Some(body), None) => match body.downcast_ref::<Run>() {
            Some(run) => run.words_for(answer.asked.role()),
            None => words(body),
        },
    };
    let none = match answer.asked.text(&WITHOUT).filter(|_| answer.question == QuestionKind::Shortcut) {
        Some(without) => format!("No solution does without {without}"),
        None => "No solution exists".to_owned(),
    };
    lines.extend(reason(answer).map(|reason| format!("{none}: {reason}")));
    lines
}

/// Returns an unfinished answer in words: why the work stopped, then what was proven until then.
fn unfinished(answer: &Answer, proven: Vec<String>) -> Vec<String> {
    let farthest = |bound: &AtLeast| {
        let moves = plural(bound.at_least, "move", "moves");
        format!("the farthest state is at least {moves} away")
    };
    let map = answer.body_as().filter(|bound: &&AtLeast| answer.question == QuestionKind::Map && bound.at_least > 0);
    let why = answer.stopped().map(|why| format!("stopped: {why}"));
    why.into_iter().chain(map.map_or(proven, |bound| vec![farthest(bound)])).collect()
}

/// Returns the reason why there is no solution, if that is the answer.
#[must_use]
pub fn reason(answer: &Answer) -> Option<String> {
    let proof = answer.proof.as_ref().filter(|_| answer.verdict == Some(Verdict::Impossible))?;
    proof.words().into_iter().next()
}

/// Returns a part of an answer in words for the messages of a checker, as `wins 24, removals (row 3, column 4)`.
#[must_use]
pub fn data(value: &impl Serialize) -> String {
    fn words(value: &Value, inside: bool) -> String {
        let parts: Vec<String> = match value {
            Value::Null => return "absent".into(),
            Value::Bool(value) => return if *value { "true".into() } else { "false".into() },
            Value::Number(number) => return number.to_string(),
            Value::String(text) => return text.clone(),
            Value::Array(items) => items.iter().map(|item| words(item, true)).collect(),
            Value::Object(fields) => fields.iter().map(|(key, item)| format!("{key} {}", words(item, true))).collect(),
        };
        let text = if parts.is_empty() { "none".into() } else { parts.join(", ") };
        if inside { format!("({text})") } else { text }
    }
    serde_json::to_value(value).map_or_else(|error| error.to_string(), |value| words(&value, false))
}

/// Joins the items of a list with commas. A list of more than [`MOST_LISTED`] items is cut off, and its length is
/// given.
#[must_use]
pub fn list<T: ToString>(items: &[T]) -> String {
    joined(items, ", ")
}

/// Joins the items of a list with `between`. A list of more than [`MOST_LISTED`] items is cut off, and its length is
/// given.
#[must_use]
pub fn joined<T: ToString>(items: &[T], between: &str) -> String {
    let mut text = items.iter().take(MOST_LISTED).map(ToString::to_string).collect::<Vec<_>>().join(between);
    if items.len() > MOST_LISTED {
        text.push_str(&format!("{between}… ({} in all)", items.len()));
    }
    text
}

/// Returns the first [`MOST_LISTED`] lines, indented by two spaces.
pub fn listing(lines: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    lines.take(MOST_LISTED).map(|line| format!("  {line}"))
}

/// Returns the proven lower bound of a solution that is not proven best in words, as `fewer than 12 are proven not to
/// suffice`.
#[must_use]
pub fn too_few(at_least: Option<u64>) -> String {
    match at_least.unwrap_or(0) {
        0 => "no bound is proven".into(),
        bound => format!("fewer than {bound} are proven not to suffice"),
    }
}

/// Returns a count with its noun: `1 move`, `2 moves`. Every count that a person reads is written by this function.
#[must_use]
pub fn plural<N: PartialEq + From<u8> + Display>(count: N, one: &str, many: &str) -> String {
    let noun = if count == N::from(1) { one } else { many };
    format!("{count} {noun}")
}

/// Returns a text with its first letter in upper case.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
