//! Answers: the keys that all have, around a body and a certificate that only their family knows.
//!
//! [`Answer`] is plain data whose fields are the JSON names of `docs/json.md`: the contract of every face. A family gives
//! a [`Reply`]; the frame adds who was asked what, and what that cost. Reading an answer takes the family that gave it
//! ([`Answer::read`]), since its declared questions know the types of body and proof.

use std::fmt;

use num_bigint::BigUint;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

use crate::body::{AnyBody, Body};
use crate::family::FamilyInfo;
use crate::objects::ObjectsOnly;
use crate::options::{Options, WITHIN};
use crate::problem::CheckError;
use crate::question::{Question, QuestionKind};
use crate::table::Table;

/// How an answer is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// A solution is in hand.
    Found,
    /// There is none; the proof says why.
    Impossible,
    /// A limit struck, or the user, before anything was found.
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

/// What a family answers to a query: the frame makes an [`Answer`] of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// `None` where nothing is decided.
    pub verdict: Option<Verdict>,
    /// How it was found, in a few words.
    pub method: String,
    /// `None` where the verdict is *impossible*.
    pub body: Option<AnyBody>,
    /// The certificate of *impossible*, or what supports an optimum.
    pub proof: Option<AnyBody>,
}

impl Reply {
    /// A solution.
    #[must_use]
    pub fn found(method: impl Into<String>, body: impl Body) -> Reply {
        Reply { verdict: Some(Verdict::Found), method: method.into(), body: Some(AnyBody::new(body)), proof: None }
    }

    /// Proven not to exist.
    #[must_use]
    pub fn impossible(method: impl Into<String>, proof: impl Body) -> Reply {
        let proof = Some(AnyBody::new(proof));
        Reply { verdict: Some(Verdict::Impossible), method: method.into(), body: None, proof }
    }

    /// Stopped by a limit with the proven lower bound `at_least`.
    #[must_use]
    pub fn unfinished(method: impl Into<String>, at_least: u64) -> Reply {
        let body = Some(AnyBody::new(AtLeast { at_least }));
        Reply { verdict: Some(Verdict::Unfinished), method: method.into(), body, proof: None }
    }

    /// How moves end: nothing is decided.
    #[must_use]
    pub fn ran(body: AnyBody) -> Reply {
        Reply { verdict: None, method: "replay".into(), body: Some(body), proof: None }
    }

    /// Adds a certificate to the reply.
    #[must_use]
    pub fn with_proof(mut self, proof: impl Body) -> Reply {
        self.proof = Some(AnyBody::new(proof));
        self
    }

    /// The body as a type; `None` where there is none of it.
    #[must_use]
    pub fn body_as<T: Body>(&self) -> Option<&T> {
        self.body.as_ref().and_then(AnyBody::downcast_ref)
    }

    /// The certificate as a type; `None` where there is none of it.
    #[must_use]
    pub fn proof_as<T: Body>(&self) -> Option<&T> {
        self.proof.as_ref().and_then(AnyBody::downcast_ref)
    }

    /// The body as the type that a checker expects.
    ///
    /// # Errors
    /// The reply has no body, or one of another type.
    pub fn body_of<T: Body>(&self) -> Result<&T, CheckError> {
        self.body_as().ok_or_else(CheckError::no_answer)
    }

    /// The certificate as the type that a checker expects.
    ///
    /// # Errors
    /// The reply has no certificate, or one of another type.
    pub fn proof_of<T: Body>(&self) -> Result<&T, CheckError> {
        self.proof_as().ok_or_else(CheckError::no_answer)
    }

    /// The bound of an unfinished reply.
    ///
    /// # Errors
    /// The reply has no bound.
    pub fn bound(&self) -> Result<u64, CheckError> {
        self.body_of::<AtLeast>().map(|bound| bound.at_least)
    }
}

/// One answer with what it cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The version of this form.
    pub schema: u32,
    /// The family's name.
    pub family: String,
    /// The question's kind.
    pub question: QuestionKind,
    /// The options that changed it.
    pub asked: Options,
    /// `None` where nothing is decided.
    pub verdict: Option<Verdict>,
    /// How it was found, in a few words.
    pub method: String,
    /// `None` where the verdict is *impossible*.
    #[serde(rename = "answer")]
    pub body: Option<AnyBody>,
    /// The certificate of *impossible*, or what supports an optimum.
    pub proof: Option<AnyBody>,
    /// What it cost.
    pub spent: Spent,
}

impl Answer {
    /// A family's reply to a question, before it is known what it cost.
    #[must_use]
    pub fn new(family: &FamilyInfo, question: &Question, reply: Reply) -> Answer {
        let Reply { verdict, method, body, proof } = reply;
        let (family, asked, spent) = (family.name.to_owned(), question.asked.clone(), Spent::default());
        Answer { schema: 1, family, question: question.kind, asked, verdict, method, body, proof, spent }
    }

    /// What the family replied.
    #[must_use]
    pub fn reply(&self) -> Reply {
        let Answer { verdict, method, body, proof, .. } = self;
        Reply { verdict: *verdict, method: method.clone(), body: body.clone(), proof: proof.clone() }
    }

    /// The body as a type; `None` where there is none of it.
    #[must_use]
    pub fn body_as<T: Body>(&self) -> Option<&T> {
        self.body.as_ref().and_then(AnyBody::downcast_ref)
    }

    /// The certificate as a type; `None` where there is none of it.
    #[must_use]
    pub fn proof_as<T: Body>(&self) -> Option<&T> {
        self.proof.as_ref().and_then(AnyBody::downcast_ref)
    }

    /// Whether more time or memory could not change it: impossible, found and proven best with everything asked for,
    /// or replayed.
    #[must_use]
    pub fn is_conclusive(&self) -> bool {
        match (self.verdict, &self.body) {
            (Some(Verdict::Unfinished), _) => self.longer_than_asked().is_some(),
            (_, Some(body)) => body.is_conclusive(&self.asked),
            (_, None) => true,
        }
    }

    /// Where only solutions of at most N moves were asked for and there are none: that number, and the bound
    /// proven, which is greater. Longer solutions may exist, so the verdict is not *impossible*.
    #[must_use]
    pub fn longer_than_asked(&self) -> Option<(u64, u64)> {
        let AtLeast { at_least } = *self.body_as().filter(|_| self.verdict == Some(Verdict::Unfinished))?;
        let within = self.asked.number(&WITHIN)?;
        (at_least > within).then_some((within, at_least))
    }

    /// The question that this answers.
    #[must_use]
    pub fn asked_question(&self) -> Question {
        Question { kind: self.question, asked: self.asked.clone() }
    }

    /// Reads an answer that a family gave.
    ///
    /// # Errors
    /// Says what is wrong with it: another family's, of another version, a part missing or unknown.
    pub fn read(family: &FamilyInfo, text: &str) -> Result<Answer, String> {
        Answer::from_value(family, serde_json::from_str(text).map_err(|error| error.to_string())?)
    }

    /// Reads an answer that a family gave from the value that its JSON text stands for.
    ///
    /// # Errors
    /// Those of [`Answer::read`].
    pub fn from_value(family: &FamilyInfo, value: Value) -> Result<Answer, String> {
        let raw = Raw::deserialize(ObjectsOnly(value)).map_err(|error| error.to_string())?;
        let Raw { schema, family: name, question, asked, verdict, method, answer, proof, spent } = raw;
        if schema != 1 {
            return Err(format!("schema {schema} is not known; expected 1"));
        }
        if name != family.name {
            return Err(format!("it is an answer of the family '{name}', not '{}'", family.name));
        }
        let spec =
            family.question(question).ok_or_else(|| format!("the family '{name}' has no answer to '{question}'"))?;
        let body = match answer {
            Value::Null => None,
            value if verdict == Some(Verdict::Unfinished) => Some(AnyBody::read::<AtLeast>(value)?),
            value => Some(spec.read_body(value)?),
        };
        let proof = proof.map(|value| spec.read_proof(value)).transpose()?;
        let asked = asked.arranged(spec.options);
        Ok(Answer { schema, family: name, question, asked, verdict, method, body, proof, spent })
    }

    /// The name of the family that gave the answer in a JSON text, without reading the rest.
    ///
    /// # Errors
    /// The text is not JSON, or has no family.
    pub fn family_of(text: &str) -> Result<String, String> {
        #[derive(Deserialize)]
        struct Named {
            family: String,
        }
        serde_json::from_str::<Named>(text).map(|named| named.family).map_err(|error| error.to_string())
    }
}

/// An answer before its body is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    schema: u32,
    family: String,
    question: QuestionKind,
    asked: Options,
    verdict: Option<Verdict>,
    method: String,
    answer: Value,
    proof: Option<Value>,
    spent: Spent,
}

/// The proven lower bound of an unfinished question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtLeast {
    /// No answer is smaller.
    pub at_least: u64,
}

impl Body for AtLeast {
    fn words(&self) -> Vec<String> {
        vec![format!("at least {}, as far as it was proven", self.at_least)]
    }

    fn table(&self) -> Table<'_> {
        Table::of_one(vec![("at_least", self.at_least.to_string())])
    }
}

/// The cost of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spent {
    /// Units of work.
    pub nodes: u64,
    /// The most bytes reserved at once.
    pub bytes: u64,
    /// Wall-clock seconds, set-up included.
    pub seconds: f64,
    /// The part spent on tables that can be kept.
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

/// A whole number of any size: in JSON a number up to 2^53, a string above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BigCount(pub BigUint);

impl Serialize for BigCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(&self.0) {
            Ok(small) if small <= 1 << 53 => serializer.serialize_u64(small),
            _ => serializer.serialize_str(&self.0.to_string()),
        }
    }
}

impl<'de> Deserialize<'de> for BigCount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BigCount, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let read = match &value {
            Value::Number(number) => number.as_u64().map(BigUint::from),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        read.map(BigCount).ok_or_else(|| de::Error::custom("expected a whole number, or one in a string"))
    }
}
