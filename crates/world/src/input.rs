//! The inputs of the user, and their log, from which a run can be replayed.
//!
//! A log is JSON lines: first the identity of the world, then one [`Entry`] on each line.

use serde::{Deserialize, Serialize};

use crate::point::Point;
use crate::world::World;

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The number of steps that were done before the input.
    pub step: u64,
    /// The input.
    pub input: Input,
}

#[derive(Serialize, Deserialize)]
struct Head {
    world: String,
}

/// The error of a log that cannot be read or belongs to another world.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLog {
    /// A line of the log cannot be parsed.
    #[error("line {line} of the log: {message}")]
    Line {
        /// The number of the line, counted from 1.
        line: usize,
        /// The message of the JSON parser.
        message: String,
    },
    /// The log was recorded in another world, or the files of the world have changed since.
    #[error("the log was recorded in another world, or its files have changed")]
    Other,
}

impl World {
    /// Returns the log of inputs as text, which [`World::read_log`] reads.
    #[must_use]
    pub fn log_text(&self) -> String {
        let head = Head { world: format!("{:016x}", self.identity) };
        let first = serde_json::to_string(&head).unwrap_or_default();
        let lines = self.log.iter().map(|entry| serde_json::to_string(entry).unwrap_or_default());
        std::iter::once(first).chain(lines).map(|line| line + "\n").collect()
    }

    /// Parses a log that [`World::log_text`] of this world wrote.
    ///
    /// # Errors
    /// Returns an error if the text is not a log, or the log of another world.
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

    /// Applies the inputs of a log, sorted by step, that belong before the next step. A script that does not load is
    /// ignored.
    pub fn replay(&mut self, log: &[Entry]) {
        let step = self.steps();
        let start = log.partition_point(|entry| entry.step < step);
        for entry in log[start..].iter().take_while(|entry| entry.step == step) {
            let _ = self.input(entry.input.clone());
        }
    }
}
