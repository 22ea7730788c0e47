//! Why a number of starts win, as data and in words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::place::Facing;
use frame::phrases::{MAX_LISTED, plural};

/// The argument for the number of winning starts: what becomes of Lemmo on each floor, and what the best removal
/// changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoExplanation")]
pub struct Explanation {
    /// The maximum number of tiles of a map that is explained: of a larger one there is nothing else in the
    /// explanation.
    #[schemars(extend("x-unit" = "tiles"))]
    pub most_tiles: u64,
    /// What becomes of Lemmo on each floor, the first floor (the last row) first; absent where the map is too large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floors: Option<Vec<Floor>>,
    /// What the first best removal changes; absent where no removal helps, and where the map is too large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removal: Option<Change>,
}

/// What becomes of Lemmo at each tile of a floor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoFloor")]
pub struct Floor {
    /// The row, from 1 at the top.
    pub row: u32,
    /// Where the tiles lead: first those that are stood on facing left, from left to right, then those facing right.
    pub steps: Vec<Step>,
}

/// Neighbouring tiles of a floor from which Lemmo comes to the same opening. Columns count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoStep")]
pub struct Step {
    /// The direction in which Lemmo faces on these tiles, which are side by side.
    pub facing: Facing,
    /// The first of their columns, from 1.
    pub first: u32,
    /// The last of their columns, from 1.
    pub last: u32,
    /// The column of the space where Lemmo falls, or of the treasure or drain, from 1.
    pub leaves: u32,
    /// The direction in which Lemmo faces there: the other one where it turned around at an edge.
    pub facing_then: Facing,
    /// Whether the walk ends on a treasure.
    pub wins: bool,
}

/// What the removal of a block changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoChange")]
pub struct Change {
    /// The row of the block, from 1 at the top.
    pub row: u32,
    /// The column of the block, from 1 at the left.
    pub column: u32,
    /// What changes for those who come to the block facing left, and for those facing right.
    pub effects: Vec<Effect>,
}

/// What the removal of a block changes for those who come to it with one facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoEffect")]
pub struct Effect {
    /// The direction in which they face when they first stand at the block.
    pub facing: Facing,
    /// The number of starts that first come to the block facing that way.
    #[schemars(extend("x-unit" = "starts"))]
    pub starts: u64,
    /// Whether they win as they walk on over the block.
    pub wins: bool,
    /// Whether they win as they fall where the block was.
    pub wins_without: bool,
}

impl Explanation {
    /// The argument in words: two lines for each floor, then what the removal changes.
    pub(super) fn words(&self) -> Vec<String> {
        let Some(floors) = &self.floors else {
            return vec![format!("the explanation is left out: the map has more than {} tiles", self.most_tiles)];
        };
        let is_first = |index: usize| index == 0;
        let mut lines = vec!["what becomes of Lemmo at each tile, from the first floor up:".to_owned()];
        let shown = floors.iter().enumerate().take(MAX_LISTED);
        lines.extend(shown.flat_map(|(index, floor)| floor.words(is_first(index))).map(|line| format!("  {line}")));
        if floors.len() > MAX_LISTED {
            lines.push(format!("  … ({} floors in all)", floors.len()));
        }
        lines.extend(self.removal.iter().map(Change::words));
        lines
    }
}

impl Floor {
    /// A line for each facing; `is_first` says whether Lemmo stays on this floor.
    pub(in super::super) fn words(&self, is_first: bool) -> Vec<String> {
        let line = |facing: Facing| {
            let steps = self.steps.iter().filter(|step| step.facing == facing);
            let mut parts: Vec<String> = steps.clone().take(MAX_LISTED).map(|step| step.words(is_first)).collect();
            let count = steps.count();
            parts.extend((count > MAX_LISTED).then(|| format!("… ({count} in all)")));
            format!("row {}, facing {}: {}", self.row, facing.name(), parts.join("; "))
        };
        [Facing::Left, Facing::Right].map(line).to_vec()
    }
}

impl Step {
    /// `columns 2 to 6 fall at column 2: lost`.
    fn words(&self, is_first: bool) -> String {
        let Step { first, last, leaves, .. } = self;
        let (tiles, several) = match first == last {
            true => (format!("column {first}"), false),
            false => (format!("columns {first} to {last}"), true),
        };
        let verb = match (is_first, several) {
            (true, true) => "end",
            (true, false) => "ends",
            (false, true) => "fall",
            (false, false) => "falls",
        };
        let turned = match (self.facing == self.facing_then, several) {
            (true, _) => String::new(),
            (false, true) => format!("turn at the edge, and {verb} facing {}", self.facing_then.name()),
            (false, false) => format!("turns at the edge, and {verb} facing {}", self.facing_then.name()),
        };
        let does = if turned.is_empty() { verb } else { &turned };
        let fate = if self.wins { "wins" } else { "lost" };
        format!("{tiles} {does} at column {leaves}: {fate}")
    }
}

impl Change {
    /// `without the block at row 3, column 4, of those who come there 4 facing left (lost before) win: 4 more`.
    fn words(&self) -> String {
        let Change { row, column, effects } = self;
        let parts: Vec<String> = effects.iter().map(Effect::words).collect();
        let gain: i64 = effects.iter().map(Effect::gain).sum();
        let (parts, more) = (parts.join("; "), plural(gain.unsigned_abs(), "start wins", "starts win"));
        let more = more.replacen(' ', if gain < 0 { " fewer " } else { " more " }, 1);
        format!("without the block at row {row}, column {column}: {parts}; so {more}")
    }
}

impl Effect {
    fn gain(&self) -> i64 {
        let change = i64::from(self.wins_without) - i64::from(self.wins);
        change.saturating_mul(i64::try_from(self.starts).unwrap_or(i64::MAX))
    }

    fn words(&self) -> String {
        let starts = plural(self.starts, "start comes", "starts come");
        let fate = match (self.wins, self.wins_without) {
            (false, true) => "lost before and won by falling there",
            (true, false) => "won before and lost by falling there",
            (true, true) => "won before and after",
            (false, false) => "lost before and after",
        };
        format!("{starts} there facing {}, {fate}", self.facing.name())
    }
}
