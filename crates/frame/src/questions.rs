//! The table of questions: what each face must know of a question, whatever family answers it.
//!
//! A row is a constant. A family declares that it answers a question by its row
//! ([`QuestionSpec::new`](crate::QuestionSpec::new)), and faces list the rows of the families that they support
//! ([`declared::questions`](crate::declared::questions)): a question that only one family asks is such a constant
//! beside that family, and appears in help, prompt, description of the API, page and documentation by its declaration
//! alone.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::query::QuestionKind;

/// How long an answer may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// No search: the time is that of playing the moves.
    AtOnce,
    /// All states that can be reached are visited and kept.
    Graph,
    /// A search, which ends early where a solution is near.
    Search,
}

impl Cost {
    /// Returns the cost in words, behind "it takes".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Cost::AtOnce => "no search",
            Cost::Graph => "all states that can be reached",
            Cost::Search => "a search",
        }
    }
}

/// What a question is about, which decides where faces offer it and how its moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A level: any number of levels can be asked with one command.
    Level,
    /// A position of one level, the start where no moves are given.
    Position,
    /// A line of moves of one level, which stands behind the level on the command line.
    Line {
        /// Whether there must be moves; without them the line is the start alone.
        needs_moves: bool,
    },
}

impl Subject {
    /// Whether the question is about one level and moves of one's own in it.
    #[must_use]
    pub const fn is_one_level(self) -> bool {
        !matches!(self, Subject::Level)
    }

    /// Whether the question is about a line of moves.
    #[must_use]
    pub const fn is_line(self) -> bool {
        matches!(self, Subject::Line { .. })
    }
}

/// A file that the command of a question can read or write, besides those of every question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerFile {
    /// What is too large for the answer is written to a file.
    Out,
    /// The search goes on in files where memory ends.
    Disk,
    /// The map of all states is kept in a file.
    Save,
    /// The states of the map and the moves between them are written one by one.
    States,
    /// The answer is read from a saved map.
    SavedMap,
    /// The lines are read from a file, one for each participant of a contest.
    Programs,
}

/// A row of the table of questions.
#[derive(Debug, PartialEq, Eq)]
pub struct QuestionRow {
    /// The kind, which is the name of the question on every face.
    pub kind: QuestionKind,
    /// One line that says what the question does, as a command's help does, without a full stop.
    pub about: &'static str,
    /// What the question is about.
    pub subject: Subject,
    /// How long an answer may take.
    pub cost: Cost,
    /// Whether the question means nothing without one of its options.
    pub needs_an_option: bool,
    /// The files that its command can read or write.
    pub files: &'static [AnswerFile],
    /// A command line behind `menagerie` and its answer with `--quiet`; empty where there is none.
    pub example: Example,
}

/// A command line and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The arguments, separated by blanks.
    pub command: &'static str,
    /// The first lines of the answer in words, without the verdict.
    pub output: &'static str,
}

impl Example {
    /// Returns the arguments as a shell takes them: moves are separated by a sign that it takes for its own.
    #[must_use]
    pub fn quoted(&self) -> String {
        let word = |word: &str| if word.contains(';') { format!("'{word}'") } else { word.to_owned() };
        self.command.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }
}

impl QuestionRow {
    /// Creates a row for a question about levels which takes a search, without files and without an example, for use
    /// with struct update syntax.
    #[must_use]
    pub const fn new(kind: QuestionKind, about: &'static str) -> QuestionRow {
        QuestionRow {
            kind,
            about,
            subject: Subject::Level,
            cost: Cost::Search,
            needs_an_option: false,
            files: &[],
            example: Example { command: "", output: "" },
        }
    }

    /// Returns the name of the question.
    #[must_use]
    pub fn name(&self) -> &str {
        self.kind.name()
    }

    /// Whether the question can be asked of many levels at once: any that needs no moves of one's own.
    #[must_use]
    pub const fn is_surveyed(&self) -> bool {
        !matches!(self.subject, Subject::Line { needs_moves: true })
    }
}

impl Serialize for QuestionRow {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = to.serialize_struct("QuestionRow", 2)?;
        object.serialize_field("name", &self.kind)?;
        object.serialize_field("about", self.about)?;
        object.end()
    }
}

/// The row of [`QuestionKind::SOLVE`].
pub const SOLVE: &QuestionRow = &QuestionRow {
    files: &[AnswerFile::Out, AnswerFile::Disk],
    example: Example { command: "solve @flipper", output: "3 presses: 1, 3, 4" },
    ..QuestionRow::new(
        QuestionKind::SOLVE,
        "Find a best answer to the level's main question, such as a shortest solution",
    )
};
/// The row of [`QuestionKind::COUNT`].
pub const COUNT: &QuestionRow = &QuestionRow {
    example: Example { command: "count @turnstile", output: "20 of 32 starts reach a treasure" },
    ..QuestionRow::new(
        QuestionKind::COUNT,
        "Count solutions, or what the family counts in their place, such as winning starts",
    )
};
/// The row of [`QuestionKind::IMPROVE`].
pub const IMPROVE: &QuestionRow = &QuestionRow {
    files: &[AnswerFile::Out],
    example: Example {
        command: "improve @bridge",
        output: "0 starts reach a treasure\n\
                 at best 7 after removing one block; 1 removal does: row 2, column 2\n\
                 at best 20 after adding one block; 1 addition does: row 3, column 6",
    },
    ..QuestionRow::new(QuestionKind::IMPROVE, "Find the single edit of the level that improves its best value most")
};
/// The row of [`QuestionKind::REACH`].
pub const REACH: &QuestionRow = &QuestionRow {
    files: &[AnswerFile::Out, AnswerFile::Disk],
    example: Example { command: "reach @first-steps#1", output: "the goal can be reached" },
    ..QuestionRow::new(QuestionKind::REACH, "Say whether the goal can be reached, or list what can be reached")
};
/// The row of [`QuestionKind::MAP`].
pub const MAP: &QuestionRow = &QuestionRow {
    cost: Cost::Graph,
    files: &[AnswerFile::Save, AnswerFile::States],
    example: Example {
        command: "map @flipper",
        output: "512 states, the farthest 9 moves away, 4.5 on average\ndistance 0: 1",
    },
    ..QuestionRow::new(QuestionKind::MAP, "Map every state: how many there are at each distance from the goal")
};
/// The row of [`QuestionKind::HINT`].
pub const HINT: &QuestionRow = &QuestionRow {
    subject: Subject::Position,
    files: &[AnswerFile::SavedMap],
    example: Example { command: "hint @flipper", output: "best now: 1, 3, 4 (3 moves left)" },
    ..QuestionRow::new(QuestionKind::HINT, "Give the best moves, from the start or after some moves")
};
/// The row of [`QuestionKind::JUDGE`].
pub const JUDGE: &QuestionRow = &QuestionRow {
    subject: Subject::Line { needs_moves: false },
    example: Example {
        command: "judge @flipper 1;1;3",
        output: "move 2 (1) was 2 moves too many\ngo back to the position after 1 move",
    },
    ..QuestionRow::new(
        QuestionKind::JUDGE,
        "Say of each position of a line whether it can be won, and which move was a mistake",
    )
};
/// The row of [`QuestionKind::SHORTCUT`].
pub const SHORTCUT: &QuestionRow = &QuestionRow {
    subject: Subject::Position,
    needs_an_option: true,
    example: Example {
        command: "shortcut @flipper --intended 1;1;1;3;4",
        output: "the 5 intended moves are not the fewest: 3 moves suffice",
    },
    ..QuestionRow::new(
        QuestionKind::SHORTCUT,
        "Say whether a solution is shortest, or whether one avoids given cells or objects",
    )
};
/// The row of [`QuestionKind::RUN`].
pub const RUN: &QuestionRow = &QuestionRow {
    subject: Subject::Line { needs_moves: true },
    cost: Cost::AtOnce,
    files: &[AnswerFile::Programs],
    example: Example { command: "run @flipper 1;3;4", output: "solved with 3 presses\nthe goal is reached" },
    ..QuestionRow::new(QuestionKind::RUN, "Play moves from the start and say how the game stands after them")
};

/// The questions that several families ask, in the order in which they are listed.
pub const QUESTIONS: &[&QuestionRow] = &[SOLVE, COUNT, IMPROVE, REACH, MAP, HINT, JUDGE, SHORTCUT, RUN];
