//! The report of the command `check` about one level: plain data whose fields are the JSON names.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};

use crate::answer::Verdict;
use crate::family::Level;
use crate::phrases::plural;
use crate::problem::{LoadError, Problem, ProblemCounts};

/// The solution that a level's author intends, compared with a shortest one.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Claim {
    /// The number of intended moves; null where they do not win.
    pub moves: Option<u64>,
    /// The number of moves of a shortest solution; null where none is proven.
    pub shortest: Option<u64>,
    /// Whether no solution has fewer moves; null where that is not known.
    pub is_best: Option<bool>,
    /// Why the moves could not be compared, if they could not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Whether a level's text is valid, and its problems where it is not.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Validity {
    /// Whether the text is a valid level.
    pub valid: bool,
    /// The number of errors among the problems.
    pub errors: u64,
    /// The number of warnings among the problems.
    pub warnings: u64,
    /// The problems of the text, ordered by line and column. A valid level may have errors too, where its format gives
    /// a level all the same.
    pub problems: Vec<Problem>,
    /// The best value that the author claims, if it was to be compared: a JSON number where it is a whole number,
    /// else a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub par: Option<Value>,
    /// The proven best value beside `par`; null where none is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven: Option<Value>,
    /// Whether `par` is the proven best value, and where it states a second number before that, also the value of the
    /// level as it stands; null where that could not be decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub par_holds: Option<Option<bool>>,
    /// What the question for the best value came to, if it was asked: it tells a level that is impossible from one whose
    /// search a limit ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub par_verdict: Option<Verdict>,
    /// How the solution that the author intends compares with a shortest one, if it was to be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intended: Option<Claim>,
    /// Why the text could not be checked, if it could not.
    #[serde(skip)]
    pub failure: Option<String>,
}

impl Validity {
    /// Creates the report from the result of loading the level.
    #[must_use]
    pub fn of(loaded: Result<Arc<dyn Level>, LoadError>) -> Validity {
        match loaded {
            Ok(level) => Validity::with(true, level.diagnosis().problems),
            Err(LoadError::Invalid(problems)) => Validity::with(false, problems),
            Err(other) => Validity::failed(other.to_string()),
        }
    }

    fn with(valid: bool, problems: Vec<Problem>) -> Validity {
        let ProblemCounts { errors, warnings } = ProblemCounts::of(&problems);
        Validity { valid, errors, warnings, problems, ..Validity::default() }
    }

    /// Returns the verdict in words: `valid`, `valid, 1 warning`, `2 errors, 0 warnings: runs all the same`,
    /// `not valid: 2 problems`, or `not valid: 2 errors, 1 warning` where the format has warnings.
    #[must_use]
    pub fn words(&self) -> String {
        let counts = ProblemCounts { errors: self.errors, warnings: self.warnings };
        match (self.valid, counts) {
            (false, ProblemCounts { errors, warnings: 0 }) => {
                format!("not valid: {}", plural(errors, "problem", "problems"))
            }
            (false, _) => format!("not valid: {}", counts.words()),
            (true, ProblemCounts { errors: 1.., .. }) => format!("{}: runs all the same", counts.words()),
            (true, _) if counts.any() => format!("valid, {}", counts.words()),
            (true, _) => "valid".into(),
        }
    }

    /// Creates the report about a text that could not be checked, with the reason.
    #[must_use]
    pub fn failed(why: String) -> Validity {
        Validity { failure: Some(why), ..Validity::default() }
    }

    /// Adds the best value that the author claims, the proven best value, if there is one, whether the claim holds, if
    /// that is known, and the verdict of the question for it.
    #[must_use]
    pub fn with_par(
        mut self,
        stated: &str,
        proven: Option<u64>,
        holds: Option<bool>,
        verdict: Option<Verdict>,
    ) -> Validity {
        self.par_verdict = verdict;
        self.par_holds = Some(holds);
        self.par = Some(stated.parse::<u64>().map_or(json!(stated), |number| json!(number)));
        self.proven = Some(json!(proven));
        self
    }

    /// Returns the object that `check --json` prints. `family` is `None` where the file's name does not tell the
    /// family.
    #[must_use]
    pub fn object(&self, family: Option<&str>) -> Value {
        let mut object = json!({"schema": 1, "family": family, "question": "check", "verdict": null, "answer": self});
        if let Some(failure) = &self.failure {
            object["error"] = json!(failure);
        }
        object
    }
}
