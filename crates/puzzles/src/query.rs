//! The kinds of questions, and a question about one position.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::options::Options;

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

/// One question about a position, whose moves are already played and whose role is already chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The kind of the question.
    pub kind: QuestionKind,
    /// The given options, without moves and role.
    pub options: Options,
}
