//! The law of words: what people read has no syntax of a programming language, and no plural after a one.
//!
//! What a level's text or its moves supply is not judged: a move may be written with braces.

use std::sync::Arc;

use engines::Context;

use super::{Broken, MAX_TRIED, ensure};
use crate::answer::Answer;
use crate::ask::explain;
use crate::family::Level;
use crate::record::Record;
use crate::status::Role;

/// What only the syntax of a programming language has.
const SYNTAX: &[&str] = &["{", "}", "Some(", "Ok(", "Err(", "Option<", "Vec<", "Box<", "::", "= nil"];
/// Words after which a number names one thing: `row 1 is empty`.
const NAMING: &[&str] = &["row", "column", "position", "heap", "cell", "distance", "press", "move", "step", "line"];
/// Words in `s` that may follow a one.
const SINGULAR: &[&str] = &[
    "is",
    "has",
    "was",
    "does",
    "wins",
    "stands",
    "ends",
    "suffices",
    "completes",
    "reaches",
    "differs",
    "its",
    "this",
];

/// Plays a game of moves in turn and judges what is said at every position.
pub(super) fn hold(level: &Arc<dyn Level>, role: Role) -> Result<(), Broken> {
    let mut game = Record::new(Arc::clone(level), role);
    for step in 0..MAX_TRIED {
        let moves: Vec<String> = game.position().moves().take(MAX_TRIED).collect();
        let supplied: Vec<String> = moves.iter().chain(game.moves()).cloned().collect();
        let picture = game.position().picture();
        let captions = picture.frames.iter().map(|frame| frame.caption.clone());
        let mut said: Vec<String> = captions.chain([game.position().status().words]).collect();
        said.extend(game.result().map(|result| result.words()));
        plain(level, &said, &supplied)?;
        let Some(chosen) = moves.get((step * 11 + 2) % moves.len().max(1)) else { break };
        game.play(chosen).map_err(|illegal| format!("a listed move is refused: {illegal}"))?;
    }
    Ok(())
}

/// Judges the words of an answer and the captions of its picture.
pub(super) fn answered(level: &Arc<dyn Level>, answer: &Answer) -> Result<(), Broken> {
    let mut supplied = answer.asked.moves().to_vec();
    let value = serde_json::to_value(&answer.body).map_err(|error| error.to_string())?;
    texts(&value, &mut supplied);
    let mut said = crate::words::lines(answer);
    said.push(answer.method.clone());
    said.extend(explain(level, answer, &Context::default()).frames.into_iter().map(|frame| frame.caption));
    plain(level, &said, &supplied)?;
    confirmed(answer)
}

/// Whether the method names the search that confirmed the answer, which proved no more than what was found.
fn confirmed(answer: &Answer) -> Result<(), Broken> {
    let Some(confirmed) = &answer.confirmed else { return Ok(()) };
    let value = answer.body.as_ref().and_then(|body| body.optimum()).map(|optimum| optimum.value);
    let fits = answer.method.contains(&confirmed.by) && value.is_some_and(|value| confirmed.at_least <= value);
    ensure(fits, || {
        let (by, at_least) = (&confirmed.by, confirmed.at_least);
        format!("'{by}' confirms the answer up to {at_least}, which its method or its value does not say")
    })
}

/// Every text of an answer but the words of a run.
fn texts(value: &serde_json::Value, out: &mut Vec<String>) {
    match value {
        serde_json::Value::String(text) => out.extend(text.lines().map(|line| line.trim_end().to_owned())),
        serde_json::Value::Array(items) => items.iter().for_each(|item| texts(item, out)),
        serde_json::Value::Object(fields) => {
            fields.iter().filter(|(key, _)| *key != "words").for_each(|(_, item)| texts(item, out));
        }
        _ => {}
    }
}

fn plain(level: &Arc<dyn Level>, said: &[String], supplied: &[String]) -> Result<(), Broken> {
    let title = level.picture().title;
    for text in said {
        let mut text = text.replace(&title, "");
        // What is supplied and has no such syntax stays: a move named 1 would take the count of a plural with it.
        let with_syntax = |supplied: &&String| SYNTAX.iter().any(|syntax| supplied.contains(syntax));
        let mut parts: Vec<&String> = supplied.iter().filter(with_syntax).collect();
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        parts.into_iter().for_each(|part| text = text.replace(part.as_str(), ""));
        let broken = flaw(&text);
        ensure(broken.is_none(), || format!("{} says {}: '{text}'", level.info().name, broken.unwrap_or_default()))?;
    }
    Ok(())
}

/// What is wrong with a text, if anything is.
fn flaw(text: &str) -> Option<String> {
    let syntax = SYNTAX.iter().find(|syntax| text.contains(**syntax)).map(|syntax| format!("'{syntax}'"));
    syntax.or_else(|| plural_of_one(text).map(|noun| format!("'1 {noun}'")))
}

/// A plural that stands after a one.
fn plural_of_one(text: &str) -> Option<&str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    (0..words.len()).find_map(|at| {
        let one = words[at].trim_start_matches('(') == "1";
        let named = at > 0 && NAMING.contains(&words[at - 1]);
        let noun = words.get(at + 1)?.trim_end_matches(|end: char| !end.is_alphanumeric());
        let plural = noun.ends_with('s') && !noun.ends_with("ss") && !SINGULAR.contains(&noun);
        (one && !named && plural).then_some(noun)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_of_one_and_syntax_are_noticed() {
        for wrong in ["1 presses", "after 1 moves.", "F (1 tokens): complete", "{ 0, 4, 5 }", "Some(3) moves are left"]
        {
            assert!(flaw(wrong).is_some(), "{wrong}");
        }
        for right in
            ["1 press", "11 presses", "row 1 has 2 cells", "1 square is left", "1 of 24 starts wins", "0, 4, 5"]
        {
            assert_eq!(flaw(right), None, "{right}");
        }
    }
}
