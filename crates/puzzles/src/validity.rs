//! What `check` says of one level: plain data, whose fields are the JSON names.

use serde::Serialize;
use serde_json::{Value, json};

use crate::problem::{LoadError, Problem};

/// Whether a level's text is valid, and where not.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Validity {
    /// Whether it can be played.
    pub valid: bool,
    /// What is wrong, in order of place.
    pub problems: Vec<Problem>,
    /// Its author's claim, where that was to be compared: a number where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub par: Option<Value>,
    /// With `par`: the proven optimum, null where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven: Option<Value>,
    /// Why it could not be checked.
    #[serde(skip)]
    pub failure: Option<String>,
}

impl Validity {
    /// What follows from an attempt to load it.
    #[must_use]
    pub fn of<T>(loaded: Result<T, LoadError>) -> Validity {
        match loaded {
            Ok(_) => Validity { valid: true, ..Validity::default() },
            Err(LoadError::Invalid(problems)) => Validity { problems, ..Validity::default() },
            Err(other) => Validity::failed(other.to_string()),
        }
    }

    /// It could not be checked.
    #[must_use]
    pub fn failed(why: String) -> Validity {
        Validity { failure: Some(why), ..Validity::default() }
    }

    /// The same with its author's claim beside the proven optimum.
    #[must_use]
    pub fn with_par(mut self, stated: &str, proven: Option<u64>) -> Validity {
        self.par = Some(stated.parse::<u64>().map_or(json!(stated), |number| json!(number)));
        self.proven = Some(json!(proven));
        self
    }

    /// The object that `check --json` prints; the family is unknown where the file's name does not say it.
    #[must_use]
    pub fn object(&self, family: Option<&str>) -> Value {
        let mut object = json!({"schema": 1, "family": family, "question": "check", "verdict": null, "answer": self});
        if let Some(failure) = &self.failure {
            object["error"] = json!(failure);
        }
        object
    }
}
