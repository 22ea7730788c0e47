//! The log of a run: all that is needed to do it again, and to notice where it went another way.
//!
//! A log is JSON lines: the [`Head`], then the texts of the scripts with which the run began, as inputs of its first
//! step, then one [`Entry`] on each line, and last the step and the hash at which it was written. Because the texts are
//! part of it, a script that is changed on disk later changes no replay. The hash of each entry is that of the state
//! before it: where a line was edited, the replay ends at the next line. One that is written by hand names no files and
//! has neither hashes nor texts: it is done with the files as they are. A log belongs to one version of the rules
//! ([`RULES`]): by others the same inputs lead elsewhere.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Read};

use sandbox::ScriptError;
use serde::{Deserialize, Serialize};

use crate::ceilings::{MAX_LOG, MAX_SCRIPT};
use crate::input::{Entry, Input, StateHash};
use crate::script_runner::interrupted;
use crate::snapshot::RULES;
use crate::world::World;

/// The most bytes of a line of a log: a script whose every byte is escaped, and what is around it.
const MAX_LINE: usize = 6 * MAX_SCRIPT + 1024;

/// The most characters of the message about a line.
const MAX_LINE_SAID: usize = 400;

/// The first line of a log.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    /// The version of the rules by which the run went on; the first version did not say it.
    #[serde(default = "first_version")]
    log: u32,
    /// The identity of the definition and the map together; `None` in a log that is written by hand, which is of no
    /// files in particular.
    #[serde(skip_serializing_if = "Option::is_none")]
    world: Option<String>,
    /// The fingerprint of the definition; the first version had none.
    definition: Option<StateHash>,
    /// The fingerprint of the map; the first version had none.
    map: Option<StateHash>,
    /// The number of steps that were done when the run began: not 0 for a run from a snapshot.
    #[serde(default)]
    start: u64,
}

fn first_version() -> u32 {
    1
}

/// The last line of a log: the hash of the state when it was written; one that is written by hand has none.
#[derive(Clone, Copy, Debug, Serialize)]
struct End {
    step: u64,
    hash: Option<StateHash>,
}

/// A line after the first one: an entry, or without an input the end.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    step: u64,
    input: Option<Input>,
    hash: Option<StateHash>,
}

/// A log that was read, with the numbers of its lines.
#[derive(Clone, Debug, Default)]
pub struct InputLog {
    start: u64,
    /// The texts of the scripts at the start, with their lines and names.
    texts: Vec<(usize, String, String)>,
    entries: Vec<(usize, Entry)>,
    end: Option<(usize, End)>,
}

/// The error of a log that cannot be read, belongs to another world, or does not lead where it led when it was
/// recorded.
#[derive(Debug, thiserror::Error)]
pub enum BadLog {
    /// A line of the log cannot be parsed, is not in its place, or does not fit the run.
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
    /// One file of the world has changed since the log was recorded.
    #[error("the file {0} has changed since the log was recorded; expected it as it was then")]
    Changed(String),
    /// The log has more than [`MAX_LOG`] bytes.
    #[error("the log is too large; expected at most {} MiB", MAX_LOG >> 20)]
    TooLarge,
    /// The flag or the deadline of the world ended a script of the log while it was loaded.
    #[error("the loading of a script of the log was ended")]
    Ended,
    /// The log cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
}

impl InputLog {
    /// Returns the number of inputs, without the texts of the start.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no inputs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the number of steps that were done when the log was written; `None` where no log was read.
    #[must_use]
    pub fn end(&self) -> Option<u64> {
        self.end.map(|(_, end)| end.step)
    }

    /// Checks that a run that ends after `steps` steps takes all inputs.
    ///
    /// # Errors
    /// Returns the line of the first input that is left over.
    pub fn reached_by(&self, steps: u64) -> Result<(), BadLog> {
        let Some((line, entry)) = self.entries.iter().find(|(_, entry)| entry.step > steps) else { return Ok(()) };
        let last = self.entries.last().map_or(entry.step, |(_, last)| last.step);
        let message = format!(
            "an input comes after {} steps, but the run ends after {steps}; expected a run to step {last} at least",
            entry.step
        );
        Err(bad_line(*line, &message))
    }

    /// The inputs that belong before the step after `step` steps, with their lines.
    fn at(&self, step: u64) -> &[(usize, Entry)] {
        let from = self.entries.partition_point(|(_, entry)| entry.step < step);
        let to = self.entries.partition_point(|(_, entry)| entry.step <= step);
        &self.entries[from..to]
    }
}

fn bad_line(line: usize, message: &str) -> BadLog {
    BadLog::Line { line, message: message.chars().take(MAX_LINE_SAID).collect() }
}

impl World {
    /// Returns the log of inputs as text, which [`World::read_log`] reads.
    #[must_use]
    pub fn log_text(&self) -> String {
        let head = Head {
            log: RULES,
            world: Some(format!("{:016x}", self.identity)),
            definition: Some(StateHash(self.prints.definition)),
            map: Some(StateHash(self.prints.map)),
            start: self.begun.step,
        };
        let text = |(script, text): &(String, String)| {
            let input = Input::Reload { script: script.clone(), text: text.clone() };
            Entry { step: self.begun.step, input, hash: None }
        };
        let end = End { step: self.steps(), hash: Some(StateHash(self.hash())) };
        let mut lines = vec![json(&head)];
        lines.extend(self.begun.texts.iter().map(|own| json(&text(own))));
        lines.extend(self.log.iter().map(json));
        lines.push(json(&end));
        lines.into_iter().map(|line| line + "\n").collect()
    }

    /// Reads a log that [`World::log_text`] of this world wrote, line by line.
    ///
    /// # Errors
    /// Returns an error if the text cannot be read, is too large, is not a log, or is the log of another world, of
    /// other files or of another version of the rules.
    pub fn read_log(&self, text: impl BufRead) -> Result<InputLog, BadLog> {
        let mut lines = Lines { text, number: 0, bytes: 0 };
        let expected = format!("expected the line with which a log begins, such as {{\"log\": {RULES}}}");
        let head: Option<Head> = lines.next().map_err(|error| match error {
            BadLog::Line { line, message } => bad_line(line, &format!("{message}; {expected}")),
            error => error,
        })?;
        let head = head.ok_or_else(|| lines.bad(&expected))?;
        if head.log != RULES {
            return Err(BadLog::Version { found: head.log });
        }
        self.is_of(&head)?;
        let mut log = InputLog { start: head.start, ..InputLog::default() };
        while let Some(Line { step, input, hash }) = lines.next()? {
            if log.end.is_some() {
                return Err(lines.bad("it comes after the line of the end, which has no input"));
            }
            let last = log.entries.last().map_or(log.start, |(_, last)| last.step);
            if step < last {
                let message = format!("step {step} comes after step {last}; expected the order of the steps");
                return Err(lines.bad(&message));
            }
            let Some(input) = input else {
                log.end = Some((lines.number, End { step, hash }));
                continue;
            };
            match text_of_start(&log, Entry { step, input, hash }) {
                Ok((script, text)) => log.texts.push((lines.number, script, text)),
                Err(entry) => log.entries.push((lines.number, entry)),
            }
        }
        self.is_complete(&head, &log, &lines)?;
        Ok(log)
    }

    /// Checks that the log is of the files of this world.
    fn is_of(&self, head: &Head) -> Result<(), BadLog> {
        if head.world.as_ref().is_none_or(|world| *world == format!("{:016x}", self.identity)) {
            return Ok(());
        }
        let (definition, map) = (Some(StateHash(self.prints.definition)), Some(StateHash(self.prints.map)));
        match (head.definition == definition, head.map == map) {
            (true, false) => Err(BadLog::Changed(self.definition.map.clone())),
            (false, true) => Err(BadLog::Changed(self.prints.file.clone())),
            _ => Err(BadLog::Other),
        }
    }

    /// Checks that a log has an end, and the texts of all scripts if it was recorded.
    fn is_complete<R: BufRead>(&self, head: &Head, log: &InputLog, lines: &Lines<R>) -> Result<(), BadLog> {
        let known: BTreeSet<&str> = log.texts.iter().map(|(_, script, _)| script.as_str()).collect();
        let missing = self.scripts().find(|(script, _)| head.world.is_some() && !known.contains(script));
        if let Some((script, _)) = missing {
            let message =
                format!("the log has no text of the script {script} with which the run began; expected it here");
            return Err(bad_line(log.texts.last().map_or(2, |text| text.0 + 1), &message));
        }
        if log.end.is_none() {
            return Err(lines.bad("the log ends without the line of its end, which has no input; it was cut off"));
        }
        Ok(())
    }

    /// Applies the inputs of a log that belong before the next step, and checks the hashes that it has for this step.
    /// Inputs before the step of a snapshot from which the world was resumed are part of the snapshot.
    ///
    /// # Errors
    /// Returns the line of an input that cannot be applied, or of a hash that is not that of the state.
    pub fn replay(&mut self, log: &InputLog) -> Result<(), BadLog> {
        let step = self.steps();
        if step < log.start {
            let message = format!("the run began at the snapshot of step {}; expected to be resumed there", log.start);
            return Err(bad_line(1, &message));
        }
        if step == log.start {
            self.begin_with(log)?;
        }
        for (line, entry) in log.at(step) {
            self.is_at(*line, step, entry.hash)?;
            self.take(*line, &entry.input)?;
        }
        match log.end {
            Some((line, end)) if end.step == step => self.is_at(line, step, end.hash),
            _ => Ok(()),
        }
    }

    /// Checks, after a run whose world has ended by itself, that nothing of the log is left.
    ///
    /// # Errors
    /// Returns the first line that is left over.
    pub fn has_taken(&self, log: &InputLog) -> Result<(), BadLog> {
        log.reached_by(self.steps())?;
        match log.end {
            Some((line, end)) if self.outcome.is_some() && end.step > self.steps() => {
                let message = format!("the log ends after {} steps, but the world after {}", end.step, self.steps());
                Err(bad_line(line, &message))
            }
            _ => Ok(()),
        }
    }

    /// Puts the texts in with which the run began; those of a snapshot must be the same.
    fn begin_with(&mut self, log: &InputLog) -> Result<(), BadLog> {
        for (line, script, text) in &log.texts {
            if self.scripts().any(|own| own == (script.as_str(), text.as_str())) {
                continue;
            }
            if log.start > 0 {
                let message = format!("the snapshot has another text of {script} than the run began with");
                return Err(bad_line(*line, &message));
            }
            self.take(*line, &Input::Reload { script: script.clone(), text: text.clone() })?;
        }
        Ok(())
    }

    /// Applies an input of a line.
    fn take(&mut self, line: usize, input: &Input) -> Result<(), BadLog> {
        if self.outcome.is_some() && !matches!(input, Input::Reload { .. }) {
            let message = format!("the world ended after {} steps, before this input", self.steps());
            return Err(bad_line(line, &message));
        }
        let refused = |error: ScriptError| match interrupted(&error) {
            true => BadLog::Ended,
            false => bad_line(line, &format!("the script does not load: {error}")),
        };
        self.input(input.clone()).map_err(refused)
    }

    /// Checks the hash of the present state against that of a line.
    fn is_at(&self, line: usize, step: u64, hash: Option<StateHash>) -> Result<(), BadLog> {
        let own = StateHash(self.hash());
        match hash {
            Some(hash) if hash != own => {
                let message = format!(
                    "after {step} steps the hash is {own}, but {hash} when the log was recorded; a line above was edited"
                );
                Err(bad_line(line, &message))
            }
            _ => Ok(()),
        }
    }
}

/// The script and the text of an entry that says with what text a script began; the entry where it is another one.
fn text_of_start(log: &InputLog, entry: Entry) -> Result<(String, String), Entry> {
    let is_first = log.entries.is_empty() && entry.step == log.start && entry.hash.is_none();
    let known = |script: &String| log.texts.iter().any(|(_, known, _)| known == script);
    match entry.input {
        Input::Reload { script, text } if is_first && !known(&script) => Ok((script, text)),
        input => Err(Entry { input, ..entry }),
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
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
            let read = self.text.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut line)?;
            self.number += 1;
            self.bytes += read;
            if read == 0 {
                return Ok(None);
            }
            if self.bytes > MAX_LOG {
                return Err(BadLog::TooLarge);
            }
            if read == MAX_LINE {
                return Err(self.bad(&format!("it is too long; expected at most {MAX_LINE} bytes")));
            }
            let line = line.trim_ascii();
            if !line.is_empty() {
                return serde_json::from_slice(line).map(Some).map_err(|error| self.bad(&error.to_string()));
            }
        }
    }

    fn bad(&self, message: &str) -> BadLog {
        bad_line(self.number, message)
    }
}
