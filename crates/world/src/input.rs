//! The inputs of the user, and their log, from which a run can be replayed.
//!
//! A log is JSON lines: first the identity of the world and the version of its rules ([`RULES`]), then one [`Entry`] on
//! each line.

use std::io::{self, BufRead, Read};

use serde::{Deserialize, Serialize};

use crate::ceilings::{MOST_LOG, MOST_SCRIPT};
use crate::point::Point;
use crate::snapshot::RULES;
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

impl Entry {
    /// Returns the number of bytes of the entry as a line of a log.
    #[must_use]
    pub fn bytes(&self) -> usize {
        serde_json::to_string(self).map_or(0, |line| line.len() + 1)
    }
}

/// The most bytes of a line of a log: a script whose every byte is escaped, and what is around it.
const MOST_LINE: usize = 6 * MOST_SCRIPT + 1024;

/// The most characters of the message about a line.
const MOST_LINE_SAID: usize = 400;

#[derive(Serialize, Deserialize)]
struct Head {
    world: String,
    /// The first version wrote none.
    #[serde(default = "first")]
    version: u32,
}

fn first() -> u32 {
    1
}

/// The error of a log that cannot be read or belongs to another world.
#[derive(Debug, thiserror::Error)]
pub enum BadLog {
    /// A line of the log cannot be parsed, or is not in its place.
    #[error("line {line} of the log: {message}")]
    Line {
        /// The number of the line, counted from 1.
        line: usize,
        /// What is wrong with the line.
        message: String,
    },
    /// The log was recorded by the rules of another version of the program, which lead elsewhere.
    #[error("the log is of version {found}, whose inputs lead elsewhere; expected version {RULES}")]
    Version {
        /// The version of the log.
        found: u32,
    },
    /// The log was recorded in another world, or the files of the world have changed since.
    #[error("the log was recorded in another world, or its files have changed")]
    Other,
    /// The log has more than [`MOST_LOG`] bytes.
    #[error("the log is too large; expected at most {} MiB", MOST_LOG >> 20)]
    TooLarge,
    /// The log cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
}

impl World {
    /// Returns the log of inputs as text, which [`World::read_log`] reads.
    #[must_use]
    pub fn log_text(&self) -> String {
        let head = Head { world: format!("{:016x}", self.identity), version: RULES };
        let first = serde_json::to_string(&head).unwrap_or_default();
        let lines = self.log.iter().map(|entry| serde_json::to_string(entry).unwrap_or_default());
        std::iter::once(first).chain(lines).map(|line| line + "\n").collect()
    }

    /// Reads a log that [`World::log_text`] of this world wrote, line by line.
    ///
    /// # Errors
    /// Returns an error if the text cannot be read, is too large, is not a log, or is the log of another world or of
    /// another version of the rules.
    pub fn read_log(&self, text: impl BufRead) -> Result<Vec<Entry>, BadLog> {
        let mut lines = Lines { text, number: 0, bytes: 0 };
        let head: Head = lines.next()?.ok_or_else(|| lines.bad("expected the line of the world"))?;
        if head.version != RULES {
            return Err(BadLog::Version { found: head.version });
        }
        if head.world != format!("{:016x}", self.identity) {
            return Err(BadLog::Other);
        }
        let mut entries: Vec<Entry> = Vec::new();
        while let Some(entry) = lines.next::<Entry>()? {
            if let Some(last) = entries.last().filter(|last| last.step > entry.step) {
                let Entry { step, .. } = entry;
                return Err(
                    lines.bad(&format!("step {step} comes after step {}; expected the order of the steps", last.step))
                );
            }
            entries.push(entry);
        }
        Ok(entries)
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

/// The lines of a log.
struct Lines<R> {
    text: R,
    /// The number of the line that was read last.
    number: usize,
    bytes: usize,
}

impl<R: BufRead> Lines<R> {
    /// Parses the next line that is not empty; `None` at the end.
    fn next<T: for<'de> Deserialize<'de>>(&mut self) -> Result<Option<T>, BadLog> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = self.text.by_ref().take(MOST_LINE as u64).read_until(b'\n', &mut line)?;
            self.number += 1;
            self.bytes += read;
            if read == 0 {
                return Ok(None);
            }
            if self.bytes > MOST_LOG {
                return Err(BadLog::TooLarge);
            }
            if read == MOST_LINE {
                return Err(self.bad(&format!("it is too long; expected at most {MOST_LINE} bytes")));
            }
            let line = line.trim_ascii();
            if !line.is_empty() {
                return serde_json::from_slice(line).map(Some).map_err(|error| self.bad(&error.to_string()));
            }
        }
    }

    fn bad(&self, message: &str) -> BadLog {
        BadLog::Line { line: self.number, message: message.chars().take(MOST_LINE_SAID).collect() }
    }
}
