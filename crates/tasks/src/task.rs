//! A task: one operation on one level within limits. Tasks are plain data that can wait in a queue, be sent to another
//! process or machine, and be compared by their keys.

use engines::Budget;
use engines::clock::{self, Duration};
use puzzles::{Options, QuestionKind};
use serde::{Deserialize, Serialize};

/// One operation on one level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// The name of the puzzle family.
    pub family: String,
    /// The text of the level.
    pub level: String,
    /// The operation to perform.
    pub operation: Operation,
    /// The limits on time, memory and work.
    pub limits: Limits,
}

/// An operation on a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Operation {
    /// Answers a question; the result is the answer object of `docs/json.md`.
    Ask {
        /// The kind of question.
        question: QuestionKind,
        /// The options of the question.
        asked: Options,
        /// Whether the answer comes with its picture, as [`Drawn`](crate::position::Drawn) in the field `drawn`, where
        /// it states something and the limits suffice.
        #[serde(default, skip_serializing_if = "is_false")]
        picture: bool,
    },
    /// Checks whether the level is valid; the result is the object of [`puzzles::Validity`].
    Check,
    /// Says what the text of the task is, whose family does not matter; the result is a
    /// [`Recognition`](crate::Recognition).
    Recognise,
    /// Lists the levels of a file, whose text is that of the task's level; the result is a [`Listed`](crate::Listed).
    Levels(Wanted),
    /// Writes moves that win a level into the text of its file, as the solution that the file states; the result is a
    /// [`Rewritten`](crate::Rewritten).
    State {
        /// The number of the level, counted from 1; by default the only one.
        number: Option<usize>,
        /// The moves from the start of the level.
        moves: Vec<String>,
        /// The par that the file states with them; by default it states no other one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        par: Option<String>,
    },
    /// Writes the levels of a file in another order; the result is a [`Rewritten`](crate::Rewritten).
    Arrange {
        /// The numbers of the levels, counted from 1, in the order that is wanted: a number that stands twice repeats its
        /// level, and a level without its number is left out.
        order: Vec<usize>,
    },
    /// Makes a new level of the family, for which the text of the task does not matter; the result is a
    /// [`NewLevel`](puzzles::NewLevel).
    New {
        /// The board, as [`GenerateOptions::board`](puzzles::GenerateOptions::board).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        board: Option<String>,
        /// The value that the best answer has, such as a number of moves; by default any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        difficulty: Option<u64>,
        /// The seed of the random numbers.
        seed: u64,
        /// The name of a template to copy, in families that have templates.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        template: Option<String>,
    },
    /// Draws the level, the position after some moves, or an answer; the result is a
    /// [`Drawn`](crate::position::Drawn).
    Picture {
        /// The moves that lead to the position.
        moves: Vec<String>,
        /// The role that is played; by default the first of the level.
        role: Option<String>,
        /// An answer object to draw over the board, as JSON text.
        answer: Option<String>,
        /// The options of the picture.
        #[serde(default, flatten)]
        style: Style,
    },
    /// Describes the position after some moves; the result is a [`Shown`](crate::position::Shown).
    Play {
        /// The moves that lead to the position.
        moves: Vec<String>,
        /// The role that is played; by default the first of the level.
        role: Option<String>,
        /// Whether the position comes with its picture.
        #[serde(default = "yes", skip_serializing_if = "is_true")]
        picture: bool,
    },
}

/// What is wanted of a file of levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// The number, counted from 1, of the one level that is wanted with its text.
    pub number: Option<usize>,
    /// Whether all levels are wanted with their texts.
    #[serde(default, skip_serializing_if = "is_false")]
    pub texts: bool,
    /// Whether the pictures that the file draws beside its levels are wanted, too.
    #[serde(default, skip_serializing_if = "is_false")]
    pub pictures: bool,
}

impl Wanted {
    /// Wants one level with its text, by its number, counted from 1.
    #[must_use]
    pub fn number(number: usize) -> Wanted {
        Wanted { number: Some(number), ..Wanted::default() }
    }
}

/// Options of a picture. Options that are not set are left out of the JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Style {
    /// Whether the numbers of positions are written beside them.
    #[serde(skip_serializing_if = "is_false")]
    pub positions: bool,
    /// Whether a film has a frame for every hop.
    #[serde(skip_serializing_if = "is_false")]
    pub every_hop: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the signature that serde asks for
fn is_false(value: &bool) -> bool {
    !value
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the signature that serde asks for
fn is_true(value: &bool) -> bool {
    *value
}

fn yes() -> bool {
    true
}

/// The limits of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The most units of work; `None` for no limit.
    pub nodes: Option<u64>,
    /// The most bytes of tables.
    pub bytes: u64,
    /// The most milliseconds, counted from the beginning of the work.
    pub millis: u64,
}

impl Limits {
    /// The milliseconds by which no limit on time is meant: a year.
    pub const UNTIMED: u64 = 365 * 24 * 60 * 60 * 1000;

    /// Returns the budget of a task that begins now. A search divides what is left of a deadline, so that one without
    /// is not one that lies far ahead: limits on nodes alone give the same answer everywhere.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let is_timed = self.millis < Limits::UNTIMED;
        let deadline = is_timed.then(|| clock::now().checked_add(Duration::from_millis(self.millis))).flatten();
        Budget { nodes: self.nodes, bytes: Some(self.bytes), disk: None, deadline }
    }

    /// Whether each of these limits is at least that of `other`.
    #[must_use]
    pub fn covers(&self, other: &Limits) -> bool {
        let nodes = self.nodes.is_none_or(|own| other.nodes.is_some_and(|others| others <= own));
        nodes && self.bytes >= other.bytes && self.millis >= other.millis
    }

    /// Returns the minimum of each limit of `self` and `most`.
    #[must_use]
    pub fn within(self, most: Limits) -> Limits {
        let nodes = match (self.nodes, most.nodes) {
            (Some(own), Some(most)) => Some(own.min(most)),
            (own, most) => own.or(most),
        };
        Limits { nodes, bytes: self.bytes.min(most.bytes), millis: self.millis.min(most.millis) }
    }
}

impl Task {
    /// Returns the key under which an answer is stored: 64 hexadecimal digits, equal for equal tasks whatever their
    /// limits.
    #[must_use]
    pub fn question_key(&self) -> String {
        digest(&(&self.family, &self.level, &self.operation))
    }

    /// Returns the key by which tasks share a run: 64 hexadecimal digits, equal for equal tasks with equal limits.
    #[must_use]
    pub fn run_key(&self) -> String {
        digest(self)
    }

    /// Whether the task may take microseconds, since what it needs may be known already: true for hints and judged
    /// lines.
    #[must_use]
    pub fn is_perhaps_known(&self) -> bool {
        matches!(&self.operation, Operation::Ask { question: QuestionKind::HINT | QuestionKind::JUDGE, .. })
    }

    /// Whether the task has precedence because a person waits for it: true for all tasks except questions other than
    /// hints.
    #[must_use]
    pub fn is_urgent(&self) -> bool {
        !matches!(&self.operation, Operation::Ask { question, .. } if *question != QuestionKind::HINT)
    }
}

fn digest(value: &impl Serialize) -> String {
    let text = serde_json::to_vec(value).unwrap_or_default();
    blake3::hash(&text).to_hex().to_string()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use puzzles::OptionValue;
    use puzzles::options::{ALL, MOVES};

    use super::*;
    use crate::{Outcome, RawJson};

    const LIMITS: Limits = Limits { nodes: None, bytes: 9, millis: 8 };

    fn task(operation: Operation) -> Task {
        Task { family: "own".into(), level: "x".into(), operation, limits: LIMITS }
    }

    /// Queue rows and keys outlive the program that wrote them, so the text must not change.
    #[test]
    fn tasks_and_outcomes_are_written_in_the_form_of_queue_rows() {
        let asked = Options::default().with(&MOVES, OptionValue::List(vec!["1".into()])).switched(&ALL);
        let ask = task(Operation::Ask { question: QuestionKind::SOLVE, asked, picture: false });
        let asked = Options::default();
        let drawn = task(Operation::Ask { question: QuestionKind::SOLVE, asked, picture: true });
        let (moves, style) = (Vec::new(), Style { every_hop: true, ..Style::default() });
        let picture = task(Operation::Picture { moves: moves.clone(), role: None, answer: None, style });
        for (task, operation) in [
            (&ask, r#"{"kind":"ask","question":"solve","asked":{"moves":["1"],"all":true}}"#),
            (&drawn, r#"{"kind":"ask","question":"solve","asked":{},"picture":true}"#),
            (&task(Operation::Check), r#"{"kind":"check"}"#),
            (&task(Operation::Recognise), r#"{"kind":"recognise"}"#),
            (&task(Operation::Levels(Wanted::number(2))), r#"{"kind":"levels","number":2}"#),
            (
                &task(Operation::State { number: None, moves: vec!["1".into()], par: None }),
                r#"{"kind":"state","number":null,"moves":["1"]}"#,
            ),
            (&task(Operation::Arrange { order: vec![2, 1] }), r#"{"kind":"arrange","order":[2,1]}"#),
            (
                &task(Operation::New { board: Some("3x3".into()), difficulty: Some(4), seed: 7, template: None }),
                r#"{"kind":"new","board":"3x3","difficulty":4,"seed":7}"#,
            ),
            (&picture, r#"{"kind":"picture","moves":[],"role":null,"answer":null,"every_hop":true}"#),
            (&task(Operation::Play { moves, role: None, picture: true }), r#"{"kind":"play","moves":[],"role":null}"#),
        ] {
            let text = format!(
                r#"{{"family":"own","level":"x","operation":{operation},"limits":{{"nodes":null,"bytes":9,"millis":8}}}}"#
            );
            assert_eq!(serde_json::to_string(task).unwrap(), text);
            assert_eq!(serde_json::from_str::<Task>(&text).unwrap(), *task);
            assert_eq!(task.run_key(), blake3::hash(text.as_bytes()).to_hex().as_str());
            let question = format!(r#"["own","x",{operation}]"#);
            assert_eq!(task.question_key(), blake3::hash(question.as_bytes()).to_hex().as_str());
        }
        let outcome = Outcome::Done { result: RawJson::of(&1).unwrap(), is_conclusive: true };
        assert_eq!(serde_json::to_string(&outcome).unwrap(), r#"{"done":{"result":1,"conclusive":true}}"#);
    }

    #[test]
    fn limits_cover_smaller_ones_and_are_cut_to_them() {
        let small = Limits { nodes: Some(5), bytes: 9, millis: 7 };
        assert!(LIMITS.covers(&LIMITS) && LIMITS.covers(&small) && !small.covers(&LIMITS));
        assert_eq!(LIMITS.within(small), small);
        assert_eq!(Limits { nodes: Some(6), bytes: 1, millis: 9 }.within(small), Limits { bytes: 1, ..small });
    }
}
