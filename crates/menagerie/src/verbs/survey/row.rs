//! A row of the table: what was answered about one level.

use puzzles::{Answer, Family, QuestionKind, Verdict, words};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The columns of every table, in order: those of free text last, so that the others are at the same place whatever a
/// text holds. Those that the answers declare follow.
pub(super) const COLUMNS: [&str; 23] = [
    "file",
    "level",
    "sha256",
    "family",
    "question",
    "verdict",
    "value",
    "unit",
    "optimal",
    "at_least",
    "moves",
    "nodes",
    "seconds",
    "bytes",
    "error",
    "unchanged",
    "title",
    "author",
    "solution",
    "method",
    "confirmed_by",
    "confirmed_at_least",
    "proof",
];

/// The answer about one level, or the reason why there is none. What is not known is null, and empty in CSV.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) file: String,
    /// The number of the level in its file, from 1; null where the file has no level that can be asked.
    pub(super) level: Option<u64>,
    /// The SHA-256 of the level's text.
    pub(super) sha256: Option<String>,
    pub(super) family: Option<String>,
    pub(super) question: Option<QuestionKind>,
    pub(super) verdict: Option<Verdict>,
    /// The value of the answer, best or not, in its unit; without a unit, the number that was asked for.
    pub(super) value: Option<u64>,
    pub(super) unit: Option<String>,
    /// Whether no better value exists.
    pub(super) optimal: Option<bool>,
    /// The lower bound that was proven where the best value is not known.
    pub(super) at_least: Option<u64>,
    /// The moves of the line that the answer states.
    pub(super) moves: Option<u64>,
    /// The units of work, as `spent.nodes` of an answer.
    pub(super) nodes: Option<u64>,
    pub(super) seconds: Option<f64>,
    /// The bytes of tables, as `spent.bytes` of an answer.
    pub(super) bytes: Option<u64>,
    pub(super) error: Option<String>,
    /// The value of the level as it stands, where `value` is that after the best change of it.
    pub(super) unchanged: Option<u64>,
    /// The level's title, and its author's name.
    pub(super) title: Option<String>,
    pub(super) author: Option<String>,
    /// The line of moves as a text that is read back.
    pub(super) solution: Option<String>,
    pub(super) method: Option<String>,
    /// The search that confirmed the answer, and the bound that it proved.
    pub(super) confirmed_by: Option<String>,
    pub(super) confirmed_at_least: Option<u64>,
    /// What the certificate says.
    pub(super) proof: Option<String>,
    /// The par that the level states, where that column is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) par: Option<String>,
    /// The text of the level, as it is printed, where that column is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
    /// The whole answer, in a table that is JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) answer: Option<Value>,
    /// The cells of the columns that the answers declare, by the names of the columns.
    #[serde(flatten)]
    pub(super) declared: Map<String, Value>,
}

impl Row {
    /// The row of a file without a level that can be asked.
    pub(super) fn of_file(file: &str, family: Option<&'static dyn Family>, error: String) -> Row {
        let family = family.map(|family| family.info().name.to_owned());
        Row { file: file.to_owned(), family, error: Some(error), ..Row::default() }
    }

    /// Adds what an answer says under the fixed columns, and the answer itself where rows have it whole.
    pub(super) fn answered(self, answer: &Answer, is_whole: bool) -> Row {
        let body = answer.body.as_ref();
        Row {
            verdict: answer.verdict,
            value: words::number(answer),
            unit: words::unit(answer).map(|unit| unit.name().to_owned()),
            moves: body.and_then(|body| body.line()).map(|line| line.len() as u64),
            solution: answer.line.as_ref().map(|line| line.text.clone()),
            method: Some(answer.method.clone()),
            confirmed_by: answer.confirmed.as_ref().map(|confirmed| confirmed.by.clone()),
            confirmed_at_least: answer.confirmed.as_ref().map(|confirmed| confirmed.at_least),
            proof: answer.proof.as_ref().and_then(|proof| proof.words().into_iter().next()),
            unchanged: body.and_then(|body| body.unchanged()),
            optimal: body.and_then(|body| body.is_optimal()),
            at_least: body.and_then(|body| body.at_least()),
            nodes: Some(answer.spent.nodes),
            seconds: Some(answer.spent.seconds),
            bytes: Some(answer.spent.bytes),
            answer: is_whole.then(|| serde_json::to_value(answer).unwrap_or_default()),
            ..self
        }
    }

    /// The cells of the row in CSV under columns of these names.
    pub(super) fn cells(&self, names: &[String]) -> Vec<String> {
        let row = serde_json::to_value(self).unwrap_or_default();
        let cell = |name: &str| match &row[name] {
            // Without an exponent.
            Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or_default().to_string(),
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        names.iter().map(|name| cell(name)).collect()
    }

    /// The fields of these names, in their order, as a JSON object.
    pub(super) fn object(&self, names: &[String]) -> Map<String, Value> {
        let row = serde_json::to_value(self).unwrap_or_default();
        names.iter().map(|name| (name.clone(), row[name].clone())).collect()
    }

    /// What rows are sorted by.
    pub(super) fn order(&self) -> (&str, Option<u64>) {
        (&self.file, self.level)
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns;
    use super::*;

    #[test]
    fn the_columns_are_the_fields_in_their_order() {
        let text = serde_json::to_string(&Row::default()).unwrap();
        let fields: Vec<String> = COLUMNS.iter().map(|name| format!("\"{name}\":null")).collect();
        assert_eq!(text.replace("\"file\":\"\"", "\"file\":null"), format!("{{{}}}", fields.join(",")));
        let all = columns::names(&[], &[], false).unwrap();
        assert_eq!(Row::default().cells(&all), [""; COLUMNS.len()]);
        let chosen = ["value".to_owned(), "file".to_owned()];
        let row = Row { file: "a".into(), value: Some(3), ..Row::default() };
        assert_eq!(row.cells(&columns::names(&[], &chosen, false).unwrap()), ["3", "a"]);
        assert!(
            columns::names(&[], &["wert".to_owned()], true)
                .unwrap_err()
                .starts_with("there is no column 'wert'; expected")
        );
    }
}
