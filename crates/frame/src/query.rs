//! The kind of a question, and a question about one position.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::options::Options;

/// The most bytes of the name of a kind.
const MAX_NAME: usize = 16;

/// The kind of a question, by which questions are told apart: the name that it has on the command line and in JSON.
/// What is said of a kind stands in its row of the table of questions ([`crate::questions`]).
///
/// ```
/// use frame::QuestionKind;
///
/// assert_eq!(QuestionKind::SOLVE.name(), "solve");
/// assert_eq!(serde_json::from_str::<QuestionKind>("\"depth\"")?, QuestionKind::named("depth"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuestionKind {
    /// The name, filled up with zeros.
    name: [u8; MAX_NAME],
}

impl QuestionKind {
    /// The level's main question, such as a shortest solution or the value of a game.
    pub const SOLVE: QuestionKind = QuestionKind::named("solve");
    /// The number of solutions.
    pub const COUNT: QuestionKind = QuestionKind::named("count");
    /// The single edit of the level that improves its best value most.
    pub const IMPROVE: QuestionKind = QuestionKind::named("improve");
    /// Whether a goal can be reached, or which places can be.
    pub const REACH: QuestionKind = QuestionKind::named("reach");
    /// An overview of the whole state space.
    pub const MAP: QuestionKind = QuestionKind::named("map");
    /// The best moves in the current position.
    pub const HINT: QuestionKind = QuestionKind::named("hint");
    /// How each position of a line stands: whether it can be won, how soon, and which move lost.
    pub const JUDGE: QuestionKind = QuestionKind::named("judge");
    /// Whether a line of moves is a shortest solution, or a solution that does without a cell or an object.
    pub const SHORTCUT: QuestionKind = QuestionKind::named("shortcut");
    /// Plays the given moves and reports where they lead; every level answers it.
    pub const RUN: QuestionKind = QuestionKind::named("run");

    /// Creates the kind with this name of at most 16 bytes: lower case, words joined by `_`.
    ///
    /// # Panics
    /// The name is empty, too long, or has another character, so that a constant with such a name does not compile.
    #[must_use]
    pub const fn named(name: &str) -> QuestionKind {
        match QuestionKind::new(name) {
            Some(kind) => kind,
            None => panic!("the name of a question has 1 to 16 letters in lower case and '_'"),
        }
    }

    /// Creates the kind with this name; `None` where no kind can have it, see [`QuestionKind::named`].
    #[must_use]
    pub const fn new(text: &str) -> Option<QuestionKind> {
        let bytes = text.as_bytes();
        if bytes.is_empty() || bytes.len() > MAX_NAME {
            return None;
        }
        let (mut name, mut at) = ([0; MAX_NAME], 0);
        while at < bytes.len() {
            if !bytes[at].is_ascii_lowercase() && bytes[at] != b'_' {
                return None;
            }
            name[at] = bytes[at];
            at += 1;
        }
        Some(QuestionKind { name })
    }

    /// Returns the kind's name on the command line and in JSON.
    #[must_use]
    pub fn name(&self) -> &str {
        let length = self.name.iter().position(|&byte| byte == 0).unwrap_or(MAX_NAME);
        str::from_utf8(&self.name[..length]).unwrap_or_default()
    }
}

impl fmt::Display for QuestionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for QuestionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for QuestionKind {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for QuestionKind {
    /// Reads any name that a kind can have; whether a level answers such a question is for [`crate::offered`] to say.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<QuestionKind, D::Error> {
        let name = String::deserialize(from)?;
        let short = || name.chars().take(80).collect::<String>();
        QuestionKind::new(&name).ok_or_else(|| D::Error::custom(format!("no question is called '{}'", short())))
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
