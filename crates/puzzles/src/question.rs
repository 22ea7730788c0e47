//! What can be asked: plain data, whose fields are the JSON names.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

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

/// The options that change a question; only those given are in the JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Moves played before the question is asked, as text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// A tile and a facing, `ROW,COLUMN,FACING`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<At>,
    /// A goal in place of the level's own, in the format's own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// A variant of the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// For whom, where several play: one of the card's roles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// How many best answers there are.
    #[serde(skip_serializing_if = "is_false")]
    pub count: bool,
    /// Every best answer.
    #[serde(skip_serializing_if = "is_false")]
    pub all: bool,
    /// The path, where it only follows from the answer.
    #[serde(skip_serializing_if = "is_false")]
    pub path: bool,
    /// Why the answer is best, step by step.
    #[serde(skip_serializing_if = "is_false")]
    pub explain: bool,
    /// Only solutions of at most N moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<u64>,
    /// Series of exactly N moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exactly: Option<u64>,
    /// Positions in which exactly so many pieces match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matching: Option<u64>,
}

impl Options {
    /// The options that were given.
    pub fn given(&self) -> impl Iterator<Item = Detail> {
        let Options { moves, at, goal, rule, role, count, all, path, explain, within, exactly, matching } = self;
        let given = [
            (Detail::Moves, !moves.is_empty()),
            (Detail::At, at.is_some()),
            (Detail::Goal, goal.is_some()),
            (Detail::Rule, rule.is_some()),
            (Detail::Role, role.is_some()),
            (Detail::Count, *count),
            (Detail::All, *all),
            (Detail::Path, *path),
            (Detail::Explain, *explain),
            (Detail::Within, within.is_some()),
            (Detail::Exactly, exactly.is_some()),
            (Detail::Matching, matching.is_some()),
        ];
        given.into_iter().filter(|(_, given)| *given).map(|(detail, _)| detail)
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the signature that serde asks for
fn is_false(value: &bool) -> bool {
    !value
}

/// One of the options that change a question: a field of [`Options`], and a row of [`crate::options::OPTIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Detail {
    /// [`Options::moves`].
    Moves,
    /// [`Options::at`].
    At,
    /// [`Options::goal`].
    Goal,
    /// [`Options::rule`].
    Rule,
    /// [`Options::role`].
    Role,
    /// [`Options::count`].
    Count,
    /// [`Options::all`].
    All,
    /// [`Options::path`].
    Path,
    /// [`Options::explain`].
    Explain,
    /// [`Options::within`].
    Within,
    /// [`Options::exactly`].
    Exactly,
    /// [`Options::matching`].
    Matching,
}

/// A question that is answered, and the options that it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct QuestionSpec {
    /// Which question.
    #[serde(rename = "question")]
    pub kind: QuestionKind,
    /// The options that change its answer.
    #[serde(rename = "options")]
    pub details: &'static [Detail],
}

impl QuestionSpec {
    /// This question with these options.
    #[must_use]
    pub const fn new(kind: QuestionKind, details: &'static [Detail]) -> QuestionSpec {
        QuestionSpec { kind, details }
    }
}

/// One question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Which.
    pub kind: QuestionKind,
    /// With which options.
    pub asked: Options,
}

impl Question {
    /// The question without options.
    #[must_use]
    pub fn plain(kind: QuestionKind) -> Question {
        Question { kind, asked: Options::default() }
    }
}

/// To the left or to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Facing {
    /// Towards column 1.
    Left,
    /// Away from column 1.
    Right,
}

impl Facing {
    /// `left` or `right`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Facing::Left => "left",
            Facing::Right => "right",
        }
    }
}

impl FromStr for Facing {
    type Err = String;

    fn from_str(text: &str) -> Result<Facing, String> {
        match text {
            "left" => Ok(Facing::Left),
            "right" => Ok(Facing::Right),
            other => Err(format!("'{other}' is not a facing; expected left or right")),
        }
    }
}

/// A tile and a facing; text `ROW,COLUMN,FACING`, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct At {
    /// From 1, top row first.
    pub row: u32,
    /// From 1.
    pub column: u32,
    /// Which way.
    pub facing: Facing,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.row, self.column, self.facing.name())
    }
}

impl From<At> for String {
    fn from(at: At) -> String {
        at.to_string()
    }
}

impl TryFrom<String> for At {
    type Error = String;

    fn try_from(text: String) -> Result<At, String> {
        text.parse()
    }
}

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<At, String> {
        let wrong = || format!("'{text}' is not a place; expected ROW,COLUMN,FACING, such as 2,5,left");
        let mut parts = text.split(',').map(str::trim);
        let (Some(row), Some(column), Some(facing), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(wrong());
        };
        let number = |part: &str| part.parse::<u32>().ok().filter(|&number| number > 0).ok_or_else(wrong);
        Ok(At { row: number(row)?, column: number(column)?, facing: facing.parse()? })
    }
}
