//! The columns of a table: those of every table, and those that the types of answers declare, which are fields marked
//! as columns and read from the answer's JSON.

use std::collections::BTreeSet;

use puzzles::{Answer, Family, FamilyInfo, QuestionKind};
use serde_json::{Map, Value};

use super::row::COLUMNS;

/// The columns that a table has only where they are chosen.
pub(super) const CHOSEN: [&str; 2] = ["par", "text"];
/// The column of whole answers, in a table of JSON lines.
const ANSWER: &str = "answer";

/// The fixed columns that say the same as the field of their name.
const SAME: [&str; 3] = ["moves", "optimal", "at_least"];

/// A number of answers that is a column: a field of the body, or what the family counts of a line of moves.
pub(super) struct Column {
    /// The name of the column: that of the number, with `answer_` before it where a fixed column has that name.
    pub(super) name: String,
    source: String,
}

/// Returns the columns for a question of some of these families, by their names.
pub(super) fn marked(families: &[&dyn Family], kind: QuestionKind) -> Vec<Column> {
    let infos: Vec<&FamilyInfo> = families.iter().map(|family| family.info()).collect();
    let specs = infos.iter().filter_map(|info| info.question(kind));
    let fields = specs.flat_map(|spec| spec.answer_fields()).filter(|field| field.column).map(|field| field.name);
    let asks = |info: &&&FamilyInfo| info.question(kind).is_some();
    let measures = infos.iter().filter(asks).flat_map(|info| info.measures).map(|measure| measure.name.to_owned());
    let names: BTreeSet<String> = fields.chain(measures).filter(|name| !SAME.contains(&&**name)).collect();
    let column = |source: String| {
        let name = if COLUMNS.contains(&&*source) || CHOSEN.contains(&&*source) {
            format!("answer_{source}")
        } else {
            source.clone()
        };
        Column { name, source }
    };
    let mut columns: Vec<Column> = names.into_iter().map(column).collect();
    columns.sort_by(|one, other| one.name.cmp(&other.name));
    columns
}

/// Returns the names of the columns of a table, in order: those that were chosen, or all. `is_whole` says whether its
/// rows hold whole answers.
///
/// # Errors
/// A chosen name is that of no column; the message lists all.
pub(super) fn names(columns: &[Column], chosen: &[String], is_whole: bool) -> Result<Vec<String>, String> {
    let all: Vec<String> =
        COLUMNS.iter().map(|&name| name.to_owned()).chain(columns.iter().map(|column| column.name.clone())).collect();
    let more: Vec<&str> = CHOSEN.into_iter().chain(is_whole.then_some(ANSWER)).collect();
    match chosen.iter().find(|name| !all.contains(name) && !more.contains(&name.as_str())) {
        Some(unknown) => {
            let expected = [all.join(", "), more.join(", ")].join(", ");
            Err(format!("there is no column '{unknown}'; expected some of {expected}"))
        }
        None if chosen.is_empty() => Ok(all),
        None => Ok(chosen.to_vec()),
    }
}

/// Returns the cells of an answer under these columns, by their names: numbers, texts, true and false; null for what
/// the answer does not have, and for lists and objects.
pub(super) fn cells(columns: &[Column], answer: Option<&Answer>) -> Map<String, Value> {
    let body = answer.and_then(|answer| serde_json::to_value(&answer.body).ok()).unwrap_or_default();
    let line = answer.and_then(|answer| answer.line.as_ref());
    let cell = |column: &Column| {
        let counted = line.and_then(|line| line.counts.get(&column.source)).map(|&count| Value::from(count));
        let stated = body.get(&column.source).filter(|value| !value.is_array() && !value.is_object());
        (column.name.clone(), counted.or(stated.cloned()).unwrap_or_default())
    };
    columns.iter().map(cell).collect()
}
