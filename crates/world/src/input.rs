//! What the user does, and the log of it, from which any run replays.
//!
//! A log is JSON, a line each: first the world's identity, then what was done before which step.

use serde::{Deserialize, Serialize};

use crate::point::Point;
use crate::world::World;

/// Something that the user does between two steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// Touches a point, in metres: the player wants to be there.
    Touch(Point),
    /// Lets go: the player wants to be nowhere.
    Release,
    /// Puts a new text in the place of a script.
    Reload {
        /// The script's file.
        script: String,
        /// Its new text.
        text: String,
    },
}

/// An input, with the number of steps that were done before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Steps done before.
    pub step: u64,
    /// What was done.
    pub input: Input,
}

#[derive(Serialize, Deserialize)]
struct Head {
    world: String,
}

/// A log that does not fit or cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLog {
    /// A line that is none.
    #[error("line {line} of the log: {message}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// It was recorded in another world.
    #[error("the log was recorded in another world, or its files have changed")]
    Other,
}

impl World {
    /// The log as text.
    #[must_use]
    pub fn log_text(&self) -> String {
        let head = Head { world: format!("{:016x}", self.identity) };
        let first = serde_json::to_string(&head).unwrap_or_default();
        let lines = self.log.iter().map(|entry| serde_json::to_string(entry).unwrap_or_default());
        std::iter::once(first).chain(lines).map(|line| line + "\n").collect()
    }

    /// Reads a log of this world.
    ///
    /// # Errors
    /// A log of another world, or none at all.
    pub fn read_log(&self, text: &str) -> Result<Vec<Entry>, BadLog> {
        let bad = |line: usize, error: serde_json::Error| BadLog::Line { line, message: error.to_string() };
        let mut lines = (1..).zip(text.lines());
        let (line, first) = lines.next().unwrap_or((1, ""));
        let head: Head = serde_json::from_str(first).map_err(|error| bad(line, error))?;
        if head.world != format!("{:016x}", self.identity) {
            return Err(BadLog::Other);
        }
        let entries = lines.filter(|(_, text)| !text.is_empty());
        entries.map(|(line, text)| serde_json::from_str(text).map_err(|error| bad(line, error))).collect()
    }

    /// Takes the inputs of a log that belong before the next step; a script that does not load is passed over, as
    /// it was when the log was made.
    pub fn replay(&mut self, log: &[Entry]) {
        let step = self.steps();
        let start = log.partition_point(|entry| entry.step < step);
        for entry in log[start..].iter().take_while(|entry| entry.step == step) {
            let _ = self.input(entry.input.clone());
        }
    }
}
