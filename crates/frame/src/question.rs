//! Questions about levels and positions, and how a family declares those that it answers.

use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::body::{AnyBody, BodyType};
use crate::linkage::{HAS_ENGINES, NO_ENGINES};
use crate::options::{OptionSpec, Options, REVEAL, step_of};
use crate::query::{Query, QuestionKind};
use crate::questions::QuestionRow;
#[cfg(feature = "schema")]
use crate::schema::{Declaration, Field, all_fields};

/// One type that the body or the certificate of an answer can have, with its reader.
#[derive(Clone, Copy)]
pub struct Shape {
    fits: fn(&Value) -> bool,
    read: fn(Value) -> Result<AnyBody, String>,
    #[cfg(feature = "schema")]
    declaration: Declaration,
}

impl Shape {
    /// The shape for a type of body, whatever its JSON holds.
    #[must_use]
    pub const fn of<T: BodyType>() -> Shape {
        Shape::when::<T>(|_| true)
    }

    /// The shape for a type of body, for JSON values that satisfy `fits`.
    #[must_use]
    pub const fn when<T: BodyType>(fits: fn(&Value) -> bool) -> Shape {
        // A program that only plays reads no answers.
        let read: fn(Value) -> Result<AnyBody, String> = if HAS_ENGINES { AnyBody::read::<T> } else { unread };
        Shape {
            fits,
            read,
            #[cfg(feature = "schema")]
            declaration: Declaration::of::<T>(),
        }
    }
}

fn unread(_: Value) -> Result<AnyBody, String> {
    Err(NO_ENGINES.to_owned())
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shape").finish_non_exhaustive()
    }
}

/// The declaration of a question that a family answers: its kind, its options, and the types of its answers.
#[derive(Clone, Copy, Debug)]
pub struct QuestionSpec {
    /// The kind of the question: that of its row.
    pub kind: QuestionKind,
    /// The row of the question in the table of questions.
    pub row: &'static QuestionRow,
    /// The options that the question takes, in the order in which they are listed and written.
    pub options: &'static [&'static OptionSpec],
    bodies: &'static [Shape],
    proofs: &'static [Shape],
}

impl QuestionSpec {
    /// Declares the question of a row with its options and the shapes of its answers. An answer is read with the first
    /// shape that accepts its JSON.
    #[must_use]
    pub const fn new(
        row: &'static QuestionRow,
        options: &'static [&'static OptionSpec],
        bodies: &'static [Shape],
    ) -> QuestionSpec {
        QuestionSpec { kind: row.kind, row, options, bodies, proofs: &[] }
    }

    /// Adds the shapes that the certificates of the answers can have.
    #[must_use]
    pub const fn proven_by(self, proofs: &'static [Shape]) -> QuestionSpec {
        QuestionSpec { proofs, ..self }
    }

    /// Reads the body of an answer from its JSON.
    ///
    /// # Errors
    /// Fails where no shape of the question accepts the value, or a field is missing, unknown or of the wrong type.
    pub fn read_body(&self, value: Value) -> Result<AnyBody, String> {
        read(self.bodies, value).unwrap_or_else(|| Err(format!("the question '{}' has no such answer", self.kind)))
    }

    /// Reads the certificate of an answer from its JSON.
    ///
    /// # Errors
    /// Fails where no shape of the question accepts the value, or a field is missing, unknown or of the wrong type.
    pub fn read_proof(&self, value: Value) -> Result<AnyBody, String> {
        read(self.proofs, value).unwrap_or_else(|| Err(format!("an answer to '{}' has no such proof", self.kind)))
    }

    /// Returns the option with this JSON name, if the question declares it.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&'static OptionSpec> {
        self.options.iter().copied().find(|option| option.name == name)
    }
}

/// What the types of the answers declare of their fields.
#[cfg(feature = "schema")]
impl QuestionSpec {
    /// Returns the declarations of the bodies of answers.
    #[must_use]
    pub fn answers(&self) -> Vec<Declaration> {
        self.bodies.iter().map(|shape| shape.declaration).collect()
    }

    /// Returns the declarations of the certificates.
    #[must_use]
    pub fn proofs(&self) -> Vec<Declaration> {
        self.proofs.iter().map(|shape| shape.declaration).collect()
    }

    /// Returns the fields that answers can have, each name once.
    #[must_use]
    pub fn answer_fields(&self) -> Vec<Field> {
        all_fields(&self.answers())
    }

    /// Returns the declaration by which the JSON of a body is read; `None` where the question has no such answer.
    #[must_use]
    pub fn answer_declared(&self, value: &Value) -> Option<Declaration> {
        self.bodies.iter().find(|shape| (shape.fits)(value)).map(|shape| shape.declaration)
    }

    /// Returns the declaration by which the JSON of a certificate is read; `None` where the question has no such
    /// certificate.
    #[must_use]
    pub fn proof_declared(&self, value: &Value) -> Option<Declaration> {
        self.proofs.iter().find(|shape| (shape.fits)(value)).map(|shape| shape.declaration)
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

/// Whether a question of this kind with these options is for a hint that names no move, so that nothing else may tell
/// of the distance either.
pub(crate) fn is_told_in_part(kind: QuestionKind, asked: &Options) -> bool {
    kind == QuestionKind::HINT && step_of(asked).is_some()
}

/// One question about a level, with its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The kind of the question.
    pub kind: QuestionKind,
    /// The given options, including the moves played before the question and the role.
    pub asked: Options,
}

impl Question {
    /// Creates a question without options.
    #[must_use]
    pub fn plain(kind: QuestionKind) -> Question {
        Question { kind, asked: Options::default() }
    }

    /// Creates a question about the position after these moves, without other options.
    #[must_use]
    pub fn after(kind: QuestionKind, moves: &[String]) -> Question {
        Question { kind, asked: Options::after(moves) }
    }

    /// Returns the query for the position that is reached once the moves are played: this question without moves and
    /// role.
    #[must_use]
    pub fn query(&self) -> Query {
        Query { kind: self.kind, options: self.asked.of_position() }
    }

    /// Returns the query as a family sees it: without the options that the frame obeys.
    pub(crate) fn query_of_family(&self) -> Query {
        Query { kind: self.kind, options: self.asked.of_position().without(&REVEAL) }
    }
}
