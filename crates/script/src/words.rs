//! A plain value in words for players, without Luau syntax.

use sandbox::plain::{self, Item, Table};

/// Describes an encoded value in words: a list as `0, 4, 5`, a record as `left: MWGC, right: empty`, a nested table in
/// parentheses.
pub(crate) fn words(bytes: &[u8]) -> String {
    match plain::read(bytes) {
        None => "nothing".into(),
        Some((Item::Bool(value), _)) => if value { "yes" } else { "no" }.into(),
        Some((Item::Number(number), _)) => number_words(number),
        Some((Item::Text(text), _)) => text_words(text),
        Some((Item::Vector(parts), _)) => vector_words(parts),
        Some((Item::Table(table), _)) => table_words(table),
    }
}

/// A vector as its parts; z is left out where it is zero.
fn vector_words([x, y, z]: [f32; 3]) -> String {
    let parts = if z == 0.0 { vec![x, y] } else { vec![x, y, z] };
    let words = |part: &f32| if part.is_infinite() { number_words((*part).into()) } else { part.to_string() };
    parts.iter().map(words).collect::<Vec<_>>().join(", ")
}

fn number_words(number: f64) -> String {
    match number {
        f64::INFINITY => "infinity".into(),
        f64::NEG_INFINITY => "minus infinity".into(),
        number => number.to_string(),
    }
}

/// Joins the lines of a string with slashes and replaces other control characters by blanks.
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

/// Describes a value inside a sentence or another table: a table is put in parentheses.
pub(crate) fn part(bytes: &[u8]) -> String {
    match plain::read(bytes) {
        Some((Item::Table(table), _)) => format!("({})", table_words(table)),
        _ => words(bytes),
    }
}

/// Cuts a text after `most` characters and says so by an ellipsis.
pub(crate) fn cut(mut text: String, most: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(most) {
        text.truncate(end);
        text.push('…');
    }
    text
}
