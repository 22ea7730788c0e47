//! The report of the command `check` about one level: plain data whose fields are the JSON names.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};

use crate::answer::{Answer, Verdict};
use crate::family::Level;
use crate::line::Line;
use crate::par;
use crate::phrases::plural;
use crate::problem::{LoadError, Problem, ProblemCounts};
use crate::told::{Amount, Par};
use crate::unit::Unit;
use crate::words;

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

/// A level solved beside what its author claims of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Decided {
    /// The best value that the author claims: a number where it is a whole number, else a string; null where none is
    /// claimed.
    pub par: Option<Value>,
    /// Whether the claim holds: par is the proven best value, and where it states a second number before that, also the
    /// value of the level as it stands. Null where nothing is claimed or that could not be decided.
    pub holds: Option<bool>,
    /// What the question for the best value came to; null where the level does not answer it.
    pub verdict: Option<Verdict>,
    /// The best value that was found.
    pub best: Option<u64>,
    /// What the value counts.
    pub unit: Option<Unit>,
    /// The proven best value.
    pub proven: Option<u64>,
    /// The lower bound that was proven where the best value is not.
    pub at_least: Option<u64>,
    /// The line of moves of the answer, as one text, with what the family counts of it; absent where the answer states
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Line>,
    /// Why the level was not solved, where it does not answer the question or the rules fail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// The comparison in words.
    #[serde(skip)]
    pub words: String,
}

impl Decided {
    /// Compares an answer to the question for the best value with the par that a level states.
    #[must_use]
    pub fn of(stated: Option<&str>, answer: &Answer) -> Decided {
        let told = answer.told();
        let optimum = told.optimum.as_ref();
        let proven = optimum.filter(|optimum| optimum.proven).map(|optimum| optimum.value);
        Decided {
            par: stated.map(par_value),
            holds: stated.and_then(|stated| Par::of(stated, answer).holds),
            verdict: answer.verdict,
            best: optimum.map(|optimum| optimum.value),
            unit: optimum.map(|optimum| optimum.unit.clone()),
            proven,
            at_least: if proven.is_none() { par::at_least(answer) } else { None },
            line: answer.line.clone(),
            refused: None,
            words: stated.map_or_else(|| unclaimed(answer, optimum), |stated| compared(stated, answer)),
        }
    }

    /// Says what an answer to the question for the best value with other options came to. A par is that of the question
    /// without options, and is not compared, unless it is that there is no solution.
    #[must_use]
    pub fn with_options(stated: Option<&str>, answer: &Answer) -> Decided {
        let impossible = stated.filter(|stated| *stated == par::IMPOSSIBLE);
        let optimum = answer.told().optimum;
        Decided {
            par: stated.map(par_value),
            holds: impossible.and_then(|stated| Par::of(stated, answer).holds),
            words: come_to(answer, optimum.as_ref()),
            ..Decided::of(None, answer)
        }
    }

    /// Creates the comparison of a level that was not solved, for this reason.
    #[must_use]
    pub fn refused(stated: Option<&str>, why: String) -> Decided {
        let words = match stated {
            Some(stated) => format!("par {stated} could not be compared: {why}"),
            None => format!("not solved: {why}"),
        };
        Decided { par: stated.map(par_value), refused: Some(why), words, ..Decided::default() }
    }
}

/// A par as a JSON value.
fn par_value(stated: &str) -> Value {
    stated.parse::<u64>().map_or_else(|_| json!(stated), |number| json!(number))
}

/// What is said of a level that states no par.
fn unclaimed(answer: &Answer, optimum: Option<&Amount>) -> String {
    match optimum {
        Some(_) => format!("states no par, {}", come_to(answer, optimum)),
        None => come_to(answer, None),
    }
}

/// What the question for the best value came to.
fn come_to(answer: &Answer, optimum: Option<&Amount>) -> String {
    let at_least =
        par::at_least(answer).filter(|&bound| bound > 0).map(|bound| format!(", at least {bound}")).unwrap_or_default();
    match (answer.verdict, optimum) {
        (Some(Verdict::Impossible), _) => "impossible".to_owned(),
        (Some(Verdict::Found), Some(best)) if best.proven => {
            format!("the proven best is {}", best.unit.count(best.value))
        }
        (Some(Verdict::Found), Some(best)) => {
            format!("the best found is {}, not proven{at_least}", best.unit.count(best.value))
        }
        // A game for two has no best value, but is decided.
        (Some(Verdict::Found), None) => words::lines(answer).swap_remove(0),
        _ => format!("unfinished{at_least}"),
    }
}

/// What is said of a par.
fn compared(stated: &str, answer: &Answer) -> String {
    let now = par::unchanged(stated, answer).map(|now| format!("{now} ")).unwrap_or_default();
    let holds = Par::of(stated, answer).holds;
    match (holds, words::proven(answer)) {
        (Some(true), None) => "impossible, as it states".to_owned(),
        (Some(true), Some(best)) => format!("par {stated} is the proven optimum {now}{best}"),
        (Some(false), Some(best)) => format!("par {stated}, but the proven optimum is {now}{best}"),
        (Some(false), None) if answer.verdict == Some(Verdict::Impossible) => {
            format!("par {stated}, but it is impossible")
        }
        (Some(false), None) => format!("par {stated}, but {}", par::bounds(answer)),
        (None, _) => format!("par {stated} could not be compared: {}", unclaimed(answer, None)),
    }
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
    /// What the question for the best value came to, if it was asked.
    #[serde(flatten)]
    pub decided: Option<Decided>,
    /// How the solution that the author intends compares with a shortest one, if it was to be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intended: Option<Claim>,
    /// What became of a solution that the file gives without a claim that it is a shortest one, if it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<Claim>,
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

    /// Adds problems that were found besides those of the text.
    pub fn add(&mut self, problems: impl IntoIterator<Item = Problem>) {
        self.problems.extend(problems);
        self.problems.sort_by_key(|problem| (problem.line, problem.column));
        let ProblemCounts { errors, warnings } = ProblemCounts::of(&self.problems);
        (self.errors, self.warnings) = (errors, warnings);
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
