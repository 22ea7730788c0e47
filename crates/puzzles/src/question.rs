//! What can be asked, and how a family declares it.

use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::body::{AnyBody, Body};
use crate::options::{OptionSpec, Options};

/// The kind of a question, or of what else an answer object can report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum QuestionKind {
    /// The level's main question.
    Solve,
    /// How many.
    Count,
    /// The best single edit.
    Improve,
    /// What can be reached.
    Reach,
    /// The whole state space.
    Map,
    /// What is best now.
    Hint,
    /// Plays moves and says how it ends; every level answers it.
    Run,
}

impl QuestionKind {
    /// Every kind, in the order in which they are listed.
    pub const ALL: [QuestionKind; 7] = [
        QuestionKind::Solve,
        QuestionKind::Count,
        QuestionKind::Improve,
        QuestionKind::Reach,
        QuestionKind::Map,
        QuestionKind::Hint,
        QuestionKind::Run,
    ];

    /// Its name on the command line and in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            QuestionKind::Solve => "solve",
            QuestionKind::Count => "count",
            QuestionKind::Improve => "improve",
            QuestionKind::Reach => "reach",
            QuestionKind::Map => "map",
            QuestionKind::Hint => "hint",
            QuestionKind::Run => "run",
        }
    }
}

impl fmt::Display for QuestionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One form that the answer to a question, or its certificate, can take.
#[derive(Clone, Copy)]
pub struct Shape {
    fits: fn(&Value) -> bool,
    read: fn(Value) -> Result<AnyBody, String>,
    schema: fn() -> Value,
}

impl Shape {
    /// The data of a type.
    #[must_use]
    pub const fn of<T: Body>() -> Shape {
        Shape { fits: |_| true, read: AnyBody::read::<T>, schema: T::schema }
    }

    /// The data of a type, where its JSON says that it is of that type.
    #[must_use]
    pub const fn when<T: Body>(fits: fn(&Value) -> bool) -> Shape {
        Shape { fits, read: AnyBody::read::<T>, schema: T::schema }
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shape").finish_non_exhaustive()
    }
}

/// The declaration of a question that a family answers: its kind, its options, and the forms of its answers.
#[derive(Clone, Copy, Debug)]
pub struct QuestionSpec {
    /// Which question.
    pub kind: QuestionKind,
    /// The options that change its answer, in the order in which they are listed and written.
    pub options: &'static [&'static OptionSpec],
    bodies: &'static [Shape],
    proofs: &'static [Shape],
}

impl QuestionSpec {
    /// A question with these options, whose answers take these forms: the first that fits.
    #[must_use]
    pub const fn new(
        kind: QuestionKind,
        options: &'static [&'static OptionSpec],
        bodies: &'static [Shape],
    ) -> QuestionSpec {
        QuestionSpec { kind, options, bodies, proofs: &[] }
    }

    /// Adds the forms that the certificates of the answers can take.
    #[must_use]
    pub const fn proven_by(self, proofs: &'static [Shape]) -> QuestionSpec {
        QuestionSpec { proofs, ..self }
    }

    /// Reads the data of an answer.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read_body(&self, value: Value) -> Result<AnyBody, String> {
        read(self.bodies, value).unwrap_or_else(|| Err(format!("the question '{}' has no such answer", self.kind)))
    }

    /// Reads the certificate of an answer.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read_proof(&self, value: Value) -> Result<AnyBody, String> {
        read(self.proofs, value).unwrap_or_else(|| Err(format!("an answer to '{}' has no such proof", self.kind)))
    }

    /// The JSON Schemas of the forms that the answer can take.
    #[must_use]
    pub fn schemas(&self) -> Vec<Value> {
        self.bodies.iter().map(|shape| (shape.schema)()).collect()
    }

    /// The option of this name, where the question declares it.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&'static OptionSpec> {
        self.options.iter().copied().find(|option| option.name == name)
    }
}

fn read(shapes: &[Shape], value: Value) -> Option<Result<AnyBody, String>> {
    let shape = shapes.iter().find(|shape| (shape.fits)(&value))?;
    Some((shape.read)(value))
}

impl Serialize for QuestionSpec {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let names: Vec<&str> = self.options.iter().map(|option| option.name).collect();
        let mut object = to.serialize_struct("QuestionSpec", 2)?;
        object.serialize_field("question", &self.kind)?;
        object.serialize_field("options", &names)?;
        object.end()
    }
}

/// One question about a level, as it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Which.
    pub kind: QuestionKind,
    /// With which options, the moves played before and the role among them.
    pub asked: Options,
}

impl Question {
    /// The question without options.
    #[must_use]
    pub fn plain(kind: QuestionKind) -> Question {
        Question { kind, asked: Options::default() }
    }

    /// The question after these moves, without other options.
    #[must_use]
    pub fn after(kind: QuestionKind, moves: &[String]) -> Question {
        Question { kind, asked: Options::after(moves) }
    }

    /// What a position is asked once the moves are played.
    #[must_use]
    pub fn query(&self) -> Query {
        Query { kind: self.kind, options: self.asked.of_position() }
    }
}

/// One question about a position: its moves are played, its role is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// Which.
    pub kind: QuestionKind,
    /// With which options; never moves or a role.
    pub options: Options,
}
