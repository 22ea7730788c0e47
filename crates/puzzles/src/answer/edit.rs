//! Single edits of a map and what they gain.

use serde::{Deserialize, Serialize};

/// What is done to a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EditKind {
    /// A block becomes a space.
    Remove,
    /// A space becomes a block.
    Add,
}

impl EditKind {
    /// Its name in JSON and in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EditKind::Remove => "remove",
            EditKind::Add => "add",
        }
    }
}

/// Lemmo: one edit and what it gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// Top row first, from 1.
    pub row: u32,
    /// Left column first, from 1.
    pub column: u32,
    /// What is done to the tile.
    pub edit: EditKind,
    /// How many more starts win.
    pub gain: i64,
}
