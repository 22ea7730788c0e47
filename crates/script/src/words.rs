//! A plain value in words, for those who play: without the syntax of the script's language.

use sandbox::plain::{self, Item, Table};

/// A state in words: a list as `0, 4, 5`, a record as `left: MWGC, right: empty`, a table within another in
/// parentheses.
pub(crate) fn words(bytes: &[u8]) -> String {
    match plain::read(bytes) {
        None => "nothing".into(),
        Some((Item::Bool(value), _)) => if value { "yes" } else { "no" }.into(),
        Some((Item::Number(number), _)) => number_words(number),
        Some((Item::Text(text), _)) => text_words(text),
        Some((Item::Table(table), _)) => table_words(table),
    }
}

fn number_words(number: f64) -> String {
    match number {
        f64::INFINITY => "infinity".into(),
        f64::NEG_INFINITY => "minus infinity".into(),
        number => number.to_string(),
    }
}

/// Lines one after the other with a stroke between; other control characters as blanks.
fn text_words(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    if text.is_empty() {
        return "empty".into();
    }
    let lines: Vec<&str> = text.trim_end_matches('\n').split('\n').collect();
    lines.join(" / ").chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

fn table_words(table: Table<'_>) -> String {
    let mut parts: Vec<String> = table.items().map(part).collect();
    parts.extend(table.pairs().map(|(key, value)| format!("{}: {}", part(key), part(value))));
    if parts.is_empty() { "empty".into() } else { parts.join(", ") }
}

/// A value in words inside a sentence or another table: a table in parentheses.
pub(crate) fn part(bytes: &[u8]) -> String {
    match plain::read(bytes) {
        Some((Item::Table(table), _)) => format!("({})", table_words(table)),
        _ => words(bytes),
    }
}
