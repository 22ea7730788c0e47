//! A line of moves as one text that is read back, with what its family counts of it.
//!
//! The frame puts the line of every answer that states one into the answer, so that a face writes, copies and tabulates
//! it without knowing a field of the body. The text is read back by `--moves` and the prompt: the moves with commas
//! between them, unless the family has a [`Notation`] of its own, such as the letters of Sokoban tools.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::phrases;
use crate::unit::Unit;

/// A line of moves as a text, with numbers that are counted of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The moves as one text, as `--moves` and the prompt take it: in the notation of the family's tools, or with
    /// commas between the moves, or semicolons where a move has a comma.
    pub text: String,
    /// What is counted of the line, by the names of the family's [measures](crate::FamilyInfo::measures).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<String, u64>,
}

/// A number that a family counts of every line of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The name of the number in answers and of its column in tables: a plural such as `box_lines`, which means the
    /// same in all families.
    pub name: &'static str,
    /// The meaning in one line.
    pub about: &'static str,
}

/// How a family writes lines of moves.
pub trait Notation {
    /// Writes the moves `line` that follow `before` from the start of the level, and counts each of the family's
    /// measures. `None` where a move is not legal.
    fn write(&self, before: &[String], line: &[String]) -> Option<Line>;
}

/// Returns the text of a line in a family without a notation of its own: the moves with commas between them, or with
/// semicolons where a move has a comma.
#[must_use]
pub fn text(moves: &[String]) -> String {
    let has_commas = moves.iter().any(|text| text.contains(','));
    if has_commas { moves.join("; ") } else { phrases::line(moves) }
}

impl Line {
    /// Returns the numbers in words, as `6 box lines, 10 pushes`, without that of this unit; `None` where there is
    /// none.
    #[must_use]
    pub fn counted(&self, without: Option<&Unit>) -> Option<String> {
        let units = self.counts.iter().map(|(name, &count)| (Unit::of_column(name), count));
        let others = units.filter(|(unit, _)| without != Some(unit));
        let words: Vec<String> = others.map(|(unit, count)| unit.count(count)).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}
