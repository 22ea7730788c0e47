//! The answer to `run`: where a sequence of moves leads.

use crate::questions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::body::Body;
use crate::end::End;
use crate::options::{MOVES, ROLE};
use crate::phrases::plural;
use crate::question::{QuestionSpec, Shape};
use crate::result::{GameResult, ResultKind, given};
use crate::status::{NOBODY, PLAYER};
use crate::table::Table;

/// The declaration of the question [`QuestionKind::RUN`](crate::QuestionKind::RUN), which every level answers.
pub const RUN: QuestionSpec = QuestionSpec::new(questions::RUN, &[&MOVES, &ROLE], &[Shape::of::<Run>()]);

/// The answer to `run`: where a sequence of moves ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Whether no move is left to make.
    #[schemars(extend("x-column" = true))]
    pub over: bool,
    /// Whether the goal is reached.
    #[schemars(extend("x-column" = true))]
    pub solved: bool,
    /// The number of moves played.
    #[schemars(extend("x-unit" = "moves"))]
    pub moves: u64,
    /// The cost paid so far, in families with costs; absent elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "cost", "x-column" = true))]
    pub cost: Option<u64>,
    /// The winner of a game for two that is over: `first`, `second`, or `nobody` for a draw; absent while it goes on,
    /// and in other games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-column" = true))]
    pub winner: Option<String>,
    /// How the game ended for the role that was played; null while it goes on.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-null" = true))]
    pub result: Option<Option<GameResult>>,
    /// The position in words, which another version may word otherwise: `verify` does not compare them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// Where the moves have led, in the family's own form (`docs/json.md`); absent where `level` says it all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// The text of a level that starts at the end of the moves, where the format can express it; else the text of the
    /// level itself.
    pub level: String,
}

impl Run {
    /// Returns the run in words for the player of this role.
    #[must_use]
    pub fn words_for(&self, role: Option<&str>) -> Vec<String> {
        let after = format!("after {}", plural(self.moves, "move", "moves"));
        let paid = self.cost.map(|cost| format!(", paid {cost}")).unwrap_or_default();
        let first = match (self.outcome(), self.winner.as_deref()) {
            (None, _) => format!("not over {after}{paid}"),
            (Some(_), Some(NOBODY)) => format!("a draw {after}"),
            (Some(result), Some(winner))
                if result.kind == ResultKind::Lost && role.is_some_and(|role| role != PLAYER) =>
            {
                format!("lost to the {winner} player {after}")
            }
            (Some(_), Some(winner)) => format!("won by the {winner} player {after}"),
            // What was paid, or how many moves were made, is in the result's own words.
            (Some(result), None) => match result.amount() {
                Some((_, unit)) if unit.is_amount() => format!("{} {after}", result.words()),
                Some(_) => result.words(),
                None => format!("{} {after}{paid}", result.words()),
            },
        };
        std::iter::once(first).chain(self.words.clone()).collect()
    }

    /// Returns how the game ended; where that is not stated it is derived from the other fields.
    fn outcome(&self) -> Option<GameResult> {
        let kind = if self.solved { ResultKind::Won } else { ResultKind::Lost };
        self.result.clone().unwrap_or_else(|| (self.solved || self.over).then(|| GameResult::plain(kind)))
    }
}

impl Body for Run {
    fn words(&self) -> Vec<String> {
        self.words_for(None)
    }

    fn table(&self) -> Table<'_> {
        let mut cells = vec![
            ("over", self.over.to_string()),
            ("solved", self.solved.to_string()),
            ("moves", self.moves.to_string()),
        ];
        cells.extend(self.cost.map(|cost| ("cost", cost.to_string())));
        cells.extend(self.winner.clone().map(|winner| ("winner", winner)));
        Table::of_one(cells)
    }
}

/// The place and direction of a creature on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The row, from 1 at the top.
    pub row: u32,
    /// The column, from 1 at the left.
    pub column: u32,
    /// The direction in which it faces, in the family's words.
    pub facing: String,
}

/// Converts an index from 0 into a row or column number from 1.
#[must_use]
pub fn from_one(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}
