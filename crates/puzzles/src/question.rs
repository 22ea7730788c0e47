//! Questions about levels and positions, and how a family declares those that it answers.

use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::body::{AnyBody, Body};
use crate::judge::reveal::REVEAL;
use crate::options::{OptionSpec, Options};

/// Declares the kinds of questions, each with its name on the command line and in JSON, and with one line about it.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident: $name:literal, $about:literal;)*) => {
        /// The kind of a question.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum QuestionKind {
            $($(#[$doc])* #[serde(rename = $name)] $kind,)*
        }

        impl QuestionKind {
            /// Every kind, in the order in which they are listed.
            pub const ALL: &[QuestionKind] = &[$(QuestionKind::$kind),*];

            /// Returns the kind's name on the command line and in JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(QuestionKind::$kind => $name,)*
                }
            }

            /// Returns one line that says what a question of this kind does, as a command's help does.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self {
                    $(QuestionKind::$kind => $about,)*
                }
            }
        }
    };
}

kinds! {
    /// The level's main question, such as a shortest solution or the value of a game.
    Solve: "solve", "Answer a level's main question";
    /// The number of solutions.
    Count: "count", "Answer how many";
    /// The single edit of the level that improves its best value most.
    Improve: "improve", "Find the best single edit";
    /// Whether a goal can be reached, or which places can be.
    Reach: "reach", "Say what can be reached";
    /// An overview of the whole state space.
    Map: "map", "Map every state: how many there are at each distance from the goal";
    /// The best moves in the current position.
    Hint: "hint", "Say what is best now";
    /// How each position of a line stands: whether it can be won, how soon, and which move lost.
    Judge: "judge", "Say of each position of a line whether it can be won, and which move was a mistake";
    /// Whether a line of moves is a shortest solution, or a solution that does without a cell or an object.
    Shortcut: "shortcut", "Say whether the intended solution can be beaten, or what can be done without";
    /// Plays the given moves and reports where they lead; every level answers it.
    Run: "run", "Play moves from the start and say how it ends";
}

impl fmt::Display for QuestionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One type that the body or the certificate of an answer can have, with its reader.
#[derive(Clone, Copy)]
pub struct Shape {
    fits: fn(&Value) -> bool,
    read: fn(Value) -> Result<AnyBody, String>,
}

impl Shape {
    /// The shape for a type of body, whatever its JSON holds.
    #[must_use]
    pub const fn of<T: Body>() -> Shape {
        Shape { fits: |_| true, read: AnyBody::read::<T> }
    }

    /// The shape for a type of body, for JSON values that satisfy `fits`.
    #[must_use]
    pub const fn when<T: Body>(fits: fn(&Value) -> bool) -> Shape {
        Shape { fits, read: AnyBody::read::<T> }
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shape").finish_non_exhaustive()
    }
}

/// The declaration of a question that a family answers: its kind, its options, and the types of its answers.
#[derive(Clone, Copy, Debug)]
pub struct QuestionSpec {
    /// The kind of the question.
    pub kind: QuestionKind,
    /// The options that the question takes, in the order in which they are listed and written.
    pub options: &'static [&'static OptionSpec],
    bodies: &'static [Shape],
    proofs: &'static [Shape],
}

impl QuestionSpec {
    /// Declares a question with its options and the shapes of its answers. An answer is read with the first shape that
    /// accepts its JSON.
    #[must_use]
    pub const fn new(
        kind: QuestionKind,
        options: &'static [&'static OptionSpec],
        bodies: &'static [Shape],
    ) -> QuestionSpec {
        QuestionSpec { kind, options, bodies, proofs: &[] }
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

/// One question about a position, whose moves are already played and whose role is already chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The kind of the question.
    pub kind: QuestionKind,
    /// The given options, without moves and role.
    pub options: Options,
}
