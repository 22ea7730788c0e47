//! The inputs of the user, as a log holds them: see [`crate::log`].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::point::Point;

/// An action of the user between two steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// Sets the target of the player to a point, in metres.
    Touch(Point),
    /// Removes the target of the player.
    Release,
    /// Replaces the text of a script.
    Reload {
        /// The file name of the script.
        script: String,
        /// The new text of the script.
        text: String,
    },
}

/// A logged input with its time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// The number of steps that were done before the input.
    pub step: u64,
    /// The input.
    pub input: Input,
    /// The hash of the state before the input, so that a replay that differs is noticed at its line. A log that
    /// was written by hand has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<StateHash>,
}

/// A hash of a state, see [`World::hash`](crate::World::hash): 16 hexadecimal digits as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct StateHash(pub u64);

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl From<StateHash> for String {
    fn from(hash: StateHash) -> String {
        hash.to_string()
    }
}

impl TryFrom<String> for StateHash {
    type Error = &'static str;

    fn try_from(text: String) -> Result<StateHash, &'static str> {
        let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u64::from_str_radix(&text, 16).ok().filter(|_| digits);
        number.map(StateHash).ok_or("a hash is 16 hexadecimal digits")
    }
}

impl Entry {
    /// Returns the number of bytes of the entry as a line of a log.
    #[must_use]
    pub fn bytes(&self) -> usize {
        serde_json::to_string(self).map_or(0, |line| line.len() + 1)
    }
}
