//! Answers: the fields that all answers have, around a body and a certificate whose types only their family knows.
//!
//! [`Answer`] is plain data whose fields are the JSON names of `docs/json.md`, the contract with every client. A family
//! returns a [`Reply`]; the frame adds the question, the cost, and in JSON what it tells of the answer
//! ([`Answer::told`]). Reading an answer needs the description of the family that gave it ([`Answer::read`]), because
//! its declared questions know the types of body and certificate.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use serde_json::Value;

use crate::body::{AnyBody, Body, BodyType};
use crate::info::FamilyInfo;
use crate::line::Line;
use crate::method::{Confirmed, Method};
use crate::options::{Options, WITHIN};
use crate::problem::{CheckError, ProblemCounts};
use crate::query::QuestionKind;
use crate::question::{Question, is_told_in_part};
#[cfg(feature = "schema")]
use crate::schema::Declaration;
use crate::table::Table;
use crate::told::Told;

/// The outcome of a question: solved, proven impossible, or undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// A solution was found.
    Found,
    /// No solution exists; the certificate proves it.
    Impossible,
    /// A limit or the user ended the work before a solution was found.
    Unfinished,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Found => "found",
            Verdict::Impossible => "impossible",
            Verdict::Unfinished => "unfinished",
        })
    }
}

/// A family's reply to a query. The frame makes an [`Answer`] of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The outcome; `None` for a run, which decides nothing.
    pub verdict: Option<Verdict>,
    /// The method by which the answer was found, in a few words.
    pub method: String,
    /// The answer itself, or the bound [`AtLeast`] where the verdict is *unfinished*; `None` where it is *impossible*.
    pub body: Option<AnyBody>,
    /// The certificate of *impossible*, or the evidence that an answer is optimal.
    pub proof: Option<AnyBody>,
    /// The second search that found nothing better, where there was one.
    pub confirmed: Option<Confirmed>,
}

impl Reply {
    /// Creates a reply with a solution.
    #[must_use]
    pub fn found(method: impl Into<Method>, body: impl BodyType) -> Reply {
        let Method { words, confirmed } = method.into();
        Reply { confirmed, ..Reply::with_body(Verdict::Found, words, AnyBody::new(body)) }
    }

    /// Creates a reply with this verdict and body.
    pub(crate) fn with_body(verdict: Verdict, method: impl Into<String>, body: AnyBody) -> Reply {
        Reply::of(Some(verdict), method, Some(body), None)
    }

    /// Creates a reply of these parts, which no second search confirmed.
    fn of(verdict: Option<Verdict>, method: impl Into<String>, body: Option<AnyBody>, proof: Option<AnyBody>) -> Reply {
        Reply { verdict, method: method.into(), body, proof, confirmed: None }
    }

    /// Creates a reply with the certificate that no solution exists.
    #[must_use]
    pub fn impossible(method: impl Into<String>, proof: impl BodyType) -> Reply {
        Reply::with_certificate(method, AnyBody::new(proof))
    }

    /// Creates a reply with the certificate that no solution exists, of whatever type.
    pub(crate) fn with_certificate(method: impl Into<String>, proof: AnyBody) -> Reply {
        Reply::of(Some(Verdict::Impossible), method, None, Some(proof))
    }

    /// Creates a reply for work that a limit ended, with the proven lower bound `at_least` for the best value. The
    /// method ends with the reason why the work stopped, after a semicolon unless it is all of the method: see
    /// [`Reply::stopped_words`].
    #[must_use]
    pub fn unfinished(method: impl Into<String>, at_least: u64) -> Reply {
        Reply::with_body(Verdict::Unfinished, method, AnyBody::new(AtLeast { at_least }))
    }

    /// Creates the reply to a run, which has no verdict.
    #[must_use]
    pub fn ran(body: AnyBody) -> Reply {
        Reply::of(None, "replay", Some(body), None)
    }

    /// Adds a certificate to the reply.
    #[must_use]
    pub fn with_proof(mut self, proof: impl BodyType) -> Reply {
        self.proof = Some(AnyBody::new(proof));
        self
    }

    /// Returns the body as type `T`; `None` if there is no body or it has another type.
    #[must_use]
    pub fn body_as<T: Body>(&self) -> Option<&T> {
        self.body.as_ref().and_then(AnyBody::downcast_ref)
    }

    /// Returns the certificate as type `T`; `None` if there is no certificate or it has another type.
    #[must_use]
    pub fn proof_as<T: Body>(&self) -> Option<&T> {
        self.proof.as_ref().and_then(AnyBody::downcast_ref)
    }

    /// Returns the body as type `T`, or an error for a checker to return.
    ///
    /// # Errors
    /// The reply has no body, or one of another type.
    pub fn body_of<T: Body>(&self) -> Result<&T, CheckError> {
        self.body_as().ok_or_else(CheckError::no_answer)
    }

    /// Returns the certificate as type `T`, or an error for a checker to return.
    ///
    /// # Errors
    /// The reply has no certificate, or one of another type.
    pub fn proof_of<T: Body>(&self) -> Result<&T, CheckError> {
        self.proof_as().ok_or_else(CheckError::no_answer)
    }

    /// Returns an unfinished reply in words: why the work stopped, then `bound` of the proven lower bound, unless that
    /// bound is 0 and so says nothing. `None` for a reply that is not unfinished.
    #[must_use]
    pub fn stopped_words(&self, bound: impl FnOnce(u64) -> String) -> Option<String> {
        let AtLeast { at_least } = *self.body_as().filter(|_| self.verdict == Some(Verdict::Unfinished))?;
        let why = format!("stopped: {}", reason(&self.method));
        Some(if at_least == 0 { why } else { format!("{why}; {}", bound(at_least)) })
    }

    /// Returns the reason why work stopped, with which the method of an unfinished reply ends.
    pub(crate) fn reason(&self) -> &str {
        reason(&self.method)
    }

    /// Raises the bound of an unfinished reply to one that is proven besides; leaves any other reply as it is.
    pub(crate) fn raised(mut self, proven: u64) -> Reply {
        if let Some(&AtLeast { at_least }) = self.body_as().filter(|_| self.verdict == Some(Verdict::Unfinished)) {
            self.body = Some(AnyBody::new(AtLeast { at_least: at_least.max(proven) }));
        }
        self
    }

    /// Whether a limit ended the work before anything was known: there is a bound of 0, and nothing else.
    pub(crate) fn states_nothing(&self) -> bool {
        let bound = self.body_as::<AtLeast>().map(|bound| bound.at_least);
        self.verdict == Some(Verdict::Unfinished) && bound == Some(0) && self.proof.is_none()
    }

    /// Returns the lower bound of an unfinished reply.
    ///
    /// # Errors
    /// The reply has no bound.
    pub fn bound(&self) -> Result<u64, CheckError> {
        self.body_of::<AtLeast>().map(|bound| bound.at_least)
    }
}

/// Returns the reason why work stopped, with which the method of an unfinished reply ends.
fn reason(method: &str) -> &str {
    method.rsplit("; ").next().unwrap_or(method)
}

/// The answer to a question about a level, with its cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The version of the JSON form, always 1.
    pub schema: u32,
    /// The name of the level's family.
    pub family: String,
    /// The kind of the question.
    pub question: QuestionKind,
    /// The options of the question, including moves and role.
    pub asked: Options,
    /// The errors and warnings of the level's text. In JSON they are `errors` and `warnings`, present where there are
    /// any.
    pub problems: ProblemCounts,
    /// The outcome; `None` for a run, which decides nothing.
    pub verdict: Option<Verdict>,
    /// The method by which the answer was found, in a few words.
    pub method: String,
    /// The answer itself, or the bound [`AtLeast`] where the verdict is *unfinished*; `None` where it is *impossible*.
    /// In JSON its name is `answer`.
    pub body: Option<AnyBody>,
    /// The certificate of *impossible*, or the evidence that an answer is optimal.
    pub proof: Option<AnyBody>,
    /// The second search that found nothing better, where there was one.
    pub confirmed: Option<Confirmed>,
    /// The cost of the answer.
    pub spent: Spent,
    /// The best value that the level's author claims, in an answer to `solve` without options.
    pub par: Option<String>,
    /// The line of moves that the answer states, as a text, with what the family counts of it.
    pub line: Option<Line>,
    /// What the text that the answer was read from told besides, where that is not what [`Answer::told`] says; never of
    /// an answer that was found here.
    pub differs: Option<Box<Told>>,
}

impl Answer {
    /// Whether the answer is a hint that names no move, so that nothing else may tell of the distance either.
    #[must_use]
    pub fn is_told_in_part(&self) -> bool {
        is_told_in_part(self.question, &self.asked)
    }

    /// Creates an answer from a family's reply to a question, with a cost of zero.
    #[must_use]
    pub fn new(family: &FamilyInfo, question: &Question, reply: Reply) -> Answer {
        let Reply { verdict, method, body, proof, confirmed } = reply;
        let (family, asked, spent) = (family.name.to_owned(), question.asked.clone(), Spent::default());
        let problems = ProblemCounts::default();
        Answer {
            schema: 1,
            family,
            question: question.kind,
            asked,
            problems,
            verdict,
            method,
            body,
            proof,
            confirmed,
            spent,
            par: None,
            line: None,
            differs: None,
        }
    }

    /// Returns the family's part of the answer.
    #[must_use]
    pub fn reply(&self) -> Reply {
        let Answer { verdict, method, body, proof, confirmed, .. } = self;
        let (method, body, proof) = (method.clone(), body.clone(), proof.clone());
        Reply { verdict: *verdict, method, body, proof, confirmed: confirmed.clone() }
    }

    /// Returns the body as type `T`; `None` if there is no body or it has another type.
    #[must_use]
    pub fn body_as<T: Body>(&self) -> Option<&T> {
        self.body.as_ref().and_then(AnyBody::downcast_ref)
    }

    /// Returns the certificate as type `T`; `None` if there is no certificate or it has another type.
    #[must_use]
    pub fn proof_as<T: Body>(&self) -> Option<&T> {
        self.proof.as_ref().and_then(AnyBody::downcast_ref)
    }

    /// Whether the answer is final, so that more time or memory could not change it: impossible, proven optimal with
    /// everything that was asked for, or a run.
    #[must_use]
    pub fn is_conclusive(&self) -> bool {
        match (self.verdict, &self.body) {
            (Some(Verdict::Unfinished), _) => self.longer_than_asked().is_some(),
            (_, Some(body)) => body.is_conclusive(&self.asked),
            (_, None) => true,
        }
    }

    /// Returns the limit N of the option `within` and the proven lower bound, where that bound is greater than N: no
    /// solution of at most N moves exists. Longer solutions may exist, so the verdict is not *impossible*.
    #[must_use]
    pub fn longer_than_asked(&self) -> Option<(u64, u64)> {
        let AtLeast { at_least } = *self.body_as().filter(|_| self.verdict == Some(Verdict::Unfinished))?;
        let within = self.asked.number(&WITHIN)?;
        (at_least > within).then_some((within, at_least))
    }

    /// Returns the reason why the work stopped, such as `the limit on nodes was reached`; `None` for an answer that is
    /// not unfinished.
    #[must_use]
    pub fn stopped(&self) -> Option<&str> {
        (self.verdict == Some(Verdict::Unfinished)).then(|| reason(&self.method))
    }

    /// Returns the question that the answer belongs to.
    #[must_use]
    pub fn asked_question(&self) -> Question {
        Question { kind: self.question, asked: self.asked.clone() }
    }
}

/// What the types of an answer declare of its fields.
#[cfg(feature = "schema")]
impl Answer {
    /// Returns how the keys of the body and of the certificate differ from the fields that their types declare in this
    /// family, by their paths; empty where each key is declared and no field is missing.
    #[must_use]
    pub fn differences(&self, family: &FamilyInfo) -> Vec<String> {
        let Some(spec) = family.question(self.question) else { return vec!["the question is not declared".into()] };
        let body = |value: &Value| match self.body_as::<AtLeast>() {
            Some(_) => Some(Declaration::of::<AtLeast>()),
            None => spec.answer_declared(value),
        };
        let mut found = undeclared("answer", self.body.as_ref(), body);
        found.extend(undeclared("proof", self.proof.as_ref(), |value| spec.proof_declared(value)));
        found
    }
}

/// How a body or certificate differs from its declaration. `part` is the name of its field in the answer.
#[cfg(feature = "schema")]
fn undeclared(part: &str, body: Option<&AnyBody>, declared: impl Fn(&Value) -> Option<Declaration>) -> Vec<String> {
    let Some(value) = body.and_then(|body| serde_json::to_value(body).ok()) else { return Vec::new() };
    match declared(&value) {
        Some(declared) => declared.differences(&value).into_iter().map(|what| format!("{part}.{what}")).collect(),
        None => vec![format!("{part} has no declared form")],
    }
}

/// The body of an unfinished answer, whatever was asked: a proven lower bound of the best value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AtLeast {
    /// The bound: no solution has a smaller value, in the unit of the question (moves, presses, tokens, pushes or
    /// cost). Of a map it is the distance, in moves, up to which the map is finished.
    pub at_least: u64,
}

impl Body for AtLeast {
    fn words(&self) -> Vec<String> {
        // A bound of 0 says nothing.
        let bound = (self.at_least > 0).then(|| format!("at least {}, as far as it was proven", self.at_least));
        bound.into_iter().collect()
    }

    fn table(&self) -> Table<'_> {
        Table::of_one(vec![("at_least", self.at_least.to_string())])
    }

    fn at_least(&self) -> Option<u64> {
        Some(self.at_least)
    }
}

/// The cost of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spent {
    /// The units of work that were done, such as states looked at.
    pub nodes: u64,
    /// The largest number of bytes reserved at one time.
    pub bytes: u64,
    /// Wall-clock seconds, including set-up.
    pub seconds: f64,
    /// The part of `seconds` that was spent on building tables that are kept for later questions.
    pub setup_seconds: f64,
}

impl From<engines::Spent> for Spent {
    fn from(spent: engines::Spent) -> Spent {
        Spent {
            nodes: spent.nodes,
            bytes: spent.bytes,
            seconds: spent.elapsed.as_secs_f64(),
            setup_seconds: spent.setup.as_secs_f64(),
        }
    }
}
