//! Who plays, and how a game stands.

use serde::Serialize;

use crate::unit::Unit;

/// A side that a person is offered to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Side {
    /// The role.
    pub role: &'static str,
    /// What stands on a button for it.
    pub words: &'static str,
}

/// The role that is played: one of the names in [`crate::Level::roles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Role(pub &'static str);

/// The role of a single player, who makes the moves of both sides in a game for two.
pub const PLAYER: &str = "player";

/// The name that stands for the winner of a drawn game.
pub const NOBODY: &str = "nobody";

/// The status of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Whether no move is left to make.
    pub over: bool,
    /// Whether the goal is reached.
    pub solved: bool,
    /// The cost paid so far, in families with costs.
    pub cost: Option<Cost>,
    /// The position in words, for people who do not see the picture.
    pub words: String,
}

/// The cost paid so far in a game, with what it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The cost.
    pub value: u64,
    /// What it counts.
    pub unit: Unit,
}

impl Status {
    /// Returns the value of what was paid so far: 0 in families without costs.
    #[must_use]
    pub fn paid(&self) -> u64 {
        self.cost.as_ref().map_or(0, |cost| cost.value)
    }
}
