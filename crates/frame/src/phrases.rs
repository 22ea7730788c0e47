//! Phrases that answers in words share: counts with their nouns, lists that are cut off, data as a person reads them.

use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;

/// The maximum number of items of a list that are written out.
pub const MAX_LISTED: usize = 40;
/// The maximum number of moves or places that a hint names.
pub const MAX_NAMED: usize = 8;

/// How much the words of a body say, and how they write its line of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wording<'a> {
    /// The line as the frame writes it; `None` for the moves with commas between them.
    pub line: Option<&'a str>,
    /// Whether long lists are written out in full.
    pub full: bool,
}

/// Returns what stands in the outermost parentheses of a list as Lisp writes it, `'(1 0 1)` or `(8 6 9 5)`; any other
/// text as it is, without the blanks around it.
#[must_use]
pub fn without_parentheses(text: &str) -> &str {
    let text = text.trim();
    let list = text.strip_prefix('\'').unwrap_or(text);
    list.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).map_or(text, str::trim)
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

/// Joins the items of a list with commas. A list of more than [`MAX_LISTED`] items is cut off, and its length is
/// given.
#[must_use]
pub fn list<T: ToString>(items: &[T]) -> String {
    joined(items, ", ")
}

/// Joins the items of a list with `between`. A list of more than [`MAX_LISTED`] items is cut off, and its length is
/// given.
#[must_use]
pub fn joined<T: ToString>(items: &[T], between: &str) -> String {
    let mut text = items.iter().take(MAX_LISTED).map(ToString::to_string).collect::<Vec<_>>().join(between);
    if items.len() > MAX_LISTED {
        text.push_str(&format!("{between}… ({} in all)", items.len()));
    }
    text
}

/// Joins the items of a list with commas: in full where `wording` asks for that, else as [`list`] does.
#[must_use]
pub fn list_in<T: ToString>(items: &[T], wording: Wording<'_>) -> String {
    match wording.full {
        true => items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        false => list(items),
    }
}

/// Joins the moves of a line with commas, all of them, as they are read back.
#[must_use]
pub fn line(moves: &[String]) -> String {
    moves.join(", ")
}

/// Joins numbers with commas, all of them, as [`line()`] joins moves.
#[must_use]
pub fn numbers(items: &[u64]) -> String {
    let (mut text, mut digits) = (String::new(), itoa::Buffer::new());
    for (index, &item) in items.iter().enumerate() {
        text.push_str(if index == 0 { "" } else { ", " });
        text.push_str(digits.format(item));
    }
    text
}

/// Joins the moves or places that a hint names with `between`: at most [`MAX_NAMED`], and how many more there are.
#[must_use]
pub fn named(items: &[String], between: &str) -> String {
    let more = items.len().saturating_sub(MAX_NAMED);
    let first = items[..items.len() - more].join(between);
    match more {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

/// Returns the best moves in words, as `3, 4`; where the moves that are not best say more,
/// `any move but 6 left; for instance 1 left`. `others` are those moves, where the best ones are not to be listed.
#[must_use]
pub fn best_moves(best: &[String], others: Option<&[String]>) -> String {
    let first = best.first().map_or("", String::as_str);
    match others {
        None => named(best, ", "),
        Some([]) => format!("any move; for instance {first}"),
        Some(others) => format!("any move but {}; for instance {first}", named(others, ", ")),
    }
}

/// Returns the first [`MAX_LISTED`] lines, or all of them where lists are to be written in full, indented by two
/// spaces.
pub fn listing(lines: impl Iterator<Item = String>, wording: Wording<'_>) -> impl Iterator<Item = String> {
    lines.take(if wording.full { usize::MAX } else { MAX_LISTED }).map(|line| format!("  {line}"))
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
