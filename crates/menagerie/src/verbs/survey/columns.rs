//! The columns of a table: those of every table, and those that the types of answers declare, which are fields marked
//! as columns and read from the answer's JSON.

use std::collections::BTreeSet;

use puzzles::{Answer, Family, QuestionKind};
use serde_json::{Map, Value};

/// The columns of every table, in order. Those that the answers declare follow.
pub(super) const COLUMNS: [&str; 14] = [
    "file",
    "level",
    "sha256",
    "family",
    "question",
    "verdict",
    "moves",
    "optimal",
    "at_least",
    "states",
    "seconds",
    "bytes",
    "error",
    "unchanged",
];

/// The fixed columns that say the same as the field of their name.
const SAME: [&str; 3] = ["moves", "optimal", "at_least"];

/// A field of answers that is a column.
pub(super) struct Column {
    /// The name of the column: that of the field, with `answer_` before it where a fixed column has that name.
    pub(super) name: String,
    field: String,
}

/// Returns the columns for a question of some of these families, by their names.
pub(super) fn marked(families: &[&dyn Family], kind: QuestionKind) -> Vec<Column> {
    let specs = families.iter().filter_map(|family| family.info().question(kind));
    let fields = specs.flat_map(|spec| spec.answer_fields()).filter(|field| field.column);
    let names: BTreeSet<String> = fields.map(|field| field.name).filter(|name| !SAME.contains(&&**name)).collect();
    let column = |field: String| {
        let name = if COLUMNS.contains(&&*field) { format!("answer_{field}") } else { field.clone() };
        Column { name, field }
    };
    let mut columns: Vec<Column> = names.into_iter().map(column).collect();
    columns.sort_by(|one, other| one.name.cmp(&other.name));
    columns
}

/// Returns the cells of an answer under these columns, by their names: numbers, texts, true and false; null for what
/// the answer does not have, and for lists and objects.
pub(super) fn cells(columns: &[Column], answer: Option<&Answer>) -> Map<String, Value> {
    let body = answer.and_then(|answer| serde_json::to_value(&answer.body).ok()).unwrap_or_default();
    let cell = |column: &Column| {
        let value = body.get(&column.field).filter(|value| !value.is_array() && !value.is_object());
        (column.name.clone(), value.cloned().unwrap_or_default())
    };
    columns.iter().map(cell).collect()
}
