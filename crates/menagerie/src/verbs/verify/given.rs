//! Reads the file of answers: one, or several in whatever form `--json` and its users put them.

use puzzles::Problem;
use serde::Deserialize;
use serde_json::Value;

use super::entry::{Entry, problem};
use crate::command_error::CommandError;
use crate::excerpts::Excerpts;
use crate::report;
use crate::status::Status;

/// The answers of a file.
pub(super) enum Given {
    /// One answer, which is all of the file.
    One(Value),
    /// Several answers, and the totals that stand beside them.
    Several(Vec<Value>, Vec<Totals>),
}

/// Reads the file, or standard input for `-`.
pub(super) fn read(file: &str) -> Result<Vec<u8>, CommandError> {
    let read = if file == "-" {
        crate::place::bounded(std::io::stdin().lock())
    } else {
        std::fs::File::open(file).and_then(crate::place::bounded)
    };
    read.map_err(|error| CommandError::failed(format!("{file}: {error}")))
}

/// The answers in a text: JSON values one after the other, each an answer, the results of several levels, or a list of
/// these.
pub(super) fn parse(file: &str, text: &[u8]) -> Result<Given, CommandError> {
    let values: Result<Vec<Value>, serde_json::Error> =
        serde_json::Deserializer::from_slice(text).into_iter::<Unambiguous>().map(|value| Ok(value?.0)).collect();
    let mut values = values.map_err(|error| malformed(file, text, problem(&error)))?;
    if values.iter().any(|value| value.get("standings").is_some()) {
        return Err(invalid(format!("{file}: {SCOREBOARD}")));
    }
    let is_one = |value: &Value| !value.is_array() && value.get("results").is_none();
    if values.len() == 1 && is_one(&values[0]) {
        return Ok(Given::One(values.remove(0)));
    }
    let (mut answers, mut totals) = (Vec::new(), Vec::new());
    values.into_iter().for_each(|value| spread(value, &mut answers, &mut totals));
    match answers.iter().find(|answer| !answer.is_object()) {
        Some(other) => Err(invalid(format!("{file}: {other} is no answer; {EXPECTED}"))),
        None => Ok(Given::Several(answers, totals)),
    }
}

const SCOREBOARD: &str = "a scoreboard is not verified; expected answers. Each program of it is checked by running it: \
    menagerie run @contest#N 'PROGRAM' --json prints an answer that can be verified";
const EXPECTED: &str = "expected the object that --json prints, or a list of such";

/// Adds the answers in a value, which may be lists of others.
fn spread(value: Value, answers: &mut Vec<Value>, totals: &mut Vec<Totals>) {
    match value {
        Value::Array(values) => values.into_iter().for_each(|value| spread(value, answers, totals)),
        Value::Object(mut fields) if fields.contains_key("results") => {
            let first = answers.len();
            spread(fields.remove("results").unwrap_or_default(), answers, totals);
            if let Some(claimed) = fields.remove("totals") {
                totals.push(Totals { claimed, counted: count(&answers[first..]) });
            }
        }
        other => answers.push(other),
    }
}

/// What the object of several levels says of all its entries, beside what they are.
pub(super) struct Totals {
    claimed: Value,
    counted: Vec<(&'static str, u64)>,
}

/// The totals of entries that can be compared: not what was spent.
fn count(entries: &[Value]) -> Vec<(&'static str, u64)> {
    let of = |verdict: &str| entries.iter().filter(|entry| entry["verdict"] == verdict).count() as u64;
    let refused = entries.iter().filter(|entry| Entry::of(entry).error().is_some()).count() as u64;
    let mut counted = vec![
        ("files", entries.len() as u64),
        ("found", of("found")),
        ("impossible", of("impossible")),
        ("unfinished", of("unfinished")),
        ("refused", refused),
    ];
    counted.extend(entries.iter().map(|entry| entry["score"].as_u64()).sum::<Option<u64>>().map(|sum| ("score", sum)));
    counted
}

impl Totals {
    /// What is wrong with them.
    pub(super) fn flaw(&self) -> Option<String> {
        let differs = |(name, counted): &&(&'static str, u64)| {
            // A sum of scores is not given where there is none.
            let claimed = self.claimed.get(*name);
            claimed.is_some_and(|claimed| *claimed != *counted)
        };
        let (name, counted) = self.counted.iter().find(differs)?;
        Some(format!("'{name}' is {}, and the entries make {counted}", self.claimed[*name]))
    }
}

/// A JSON value in which no object has a name twice, so that it cannot be read in two ways.
struct Unambiguous(Value);

impl<'de> Deserialize<'de> for Unambiguous {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Unambiguous, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

/// Reads values for [`Unambiguous`].
struct Reader;

impl<'de> serde::de::Visitor<'de> for Reader {
    type Value = Unambiguous;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Unambiguous, E> {
        Ok(Unambiguous(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Unambiguous, E> {
        Ok(Unambiguous(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Unambiguous, E> {
        Ok(Unambiguous(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Unambiguous, E> {
        Ok(Unambiguous(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Unambiguous, E> {
        Ok(Unambiguous(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Unambiguous, E> {
        Ok(Unambiguous(value.into()))
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut items: A) -> Result<Unambiguous, A::Error> {
        let mut list = Vec::new();
        while let Some(Unambiguous(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Unambiguous(Value::Array(list)))
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut fields: A) -> Result<Unambiguous, A::Error> {
        let mut object = serde_json::Map::new();
        while let Some((name, Unambiguous(value))) = fields.next_entry::<String, Unambiguous>()? {
            if object.insert(name.clone(), value).is_some() {
                return Err(serde::de::Error::custom(format!("the field `{name}` is given twice")));
            }
        }
        Ok(Unambiguous(Value::Object(object)))
    }
}

/// The error of a text that is no answer, with the place.
pub(super) fn malformed(file: &str, text: &[u8], problem: Problem) -> CommandError {
    let text = report::problems(file, &Excerpts::of(&text), &[problem]);
    CommandError { text: text.trim_end().into(), status: Status::Invalid }
}

/// The error of a file of answers without a place.
pub(super) fn invalid(message: String) -> CommandError {
    CommandError { text: format!("menagerie: {message}"), status: Status::Invalid }
}
