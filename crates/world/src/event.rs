//! The events of a world, for viewers: what scripts print and elements say, what is eaten, which scripts stop, how the
//! world ends.
//!
//! Events are not part of the state: neither the hash nor a snapshot holds them. Their number is limited for each step
//! and in total; dropped events of a step are counted.

use std::collections::VecDeque;
use std::fmt;

use serde::Serialize;

/// The most events that are kept; the oldest are dropped first.
const MAX_KEPT: usize = 4096;
/// The most events of one step.
const MAX_IN_STEP: usize = 200;
/// The most lines that one element prints in one step.
const MAX_PRINTED: usize = 16;
/// The most characters of an event's text.
const MAX_CHARACTERS: usize = 200;

/// The type of an event; its name is the verb of the sentence that describes the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verb {
    /// A script printed a line.
    Prints,
    /// An element says something new.
    Says,
    /// An element ate another one.
    Eats,
    /// An element fell out of the world.
    Falls,
    /// The script of an element failed.
    Stops,
    /// The world ended.
    Ends,
}

impl Verb {
    /// Returns the verb, such as `eats`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Verb::Prints => "prints",
            Verb::Says => "says",
            Verb::Eats => "eats",
            Verb::Falls => "falls",
            Verb::Stops => "stops",
            Verb::Ends => "ends",
        }
    }
}

/// An event of a world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// The number of the event, counted from 1 since the world was built.
    pub number: u64,
    /// The number of steps done before the one in which the event happened.
    pub step: u64,
    /// The id of the element, counted from 1; `None` for a script that prints while it is loaded, and for the world.
    pub element: Option<u32>,
    /// The kind of the element, else the file name of the script, or `the world`.
    pub kind: String,
    /// The type of the event.
    pub event: Verb,
    /// What is printed, said or eaten, or another detail; at most 200 characters, without control characters.
    pub text: String,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.element.map_or(String::new(), |id| format!(" {id}"));
        write!(f, "step {}, {}{id} {}: {}", self.step, self.kind, self.event.word(), self.text)
    }
}

/// The subject of an event: the id and kind of an element, or only a name.
#[derive(Clone, Debug)]
pub(crate) struct Who {
    pub(crate) element: Option<u32>,
    pub(crate) kind: String,
}

/// The newest events of a world.
#[derive(Debug)]
pub(crate) struct Journal {
    kept: VecDeque<Event>,
    /// The number of the next event.
    next: u64,
    /// The step of the last event, and how many it has.
    step: (u64, usize),
    /// Events that did not fit into their step.
    left_out: u64,
}

impl Default for Journal {
    fn default() -> Journal {
        Journal { kept: VecDeque::new(), next: 1, step: (0, 0), left_out: 0 }
    }
}

impl Journal {
    pub(crate) fn push(&mut self, step: u64, who: Who, event: Verb, text: &str) {
        let in_step = if self.step.0 == step { self.step.1 } else { 0 };
        if in_step >= MAX_IN_STEP && event != Verb::Ends {
            self.left_out += 1;
            return;
        }
        self.step = (step, in_step + 1);
        let Who { element, kind } = who;
        self.kept.push_back(Event { number: self.next, step, element, kind, event, text: shown(text) });
        self.next += 1;
        if self.kept.len() > MAX_KEPT {
            self.kept.pop_front();
        }
    }

    /// Records the lines that a script printed in one call.
    pub(crate) fn print(&mut self, step: u64, who: &Who, printed: &str) {
        for (count, line) in printed.lines().enumerate() {
            if count < MAX_PRINTED {
                self.push(step, who.clone(), Verb::Prints, line);
            } else {
                self.left_out += 1;
            }
        }
    }

    /// The number that the next event will have.
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    /// Removes all events from this number on.
    pub(crate) fn forget(&mut self, from: u64) {
        while self.kept.back().is_some_and(|event| event.number >= from) {
            self.kept.pop_back();
            self.step.1 = self.step.1.saturating_sub(1);
        }
        self.next = self.next.min(from);
    }

    /// Iterates over the kept events with a number above `number`.
    pub(crate) fn after(&self, number: u64) -> impl Iterator<Item = &Event> {
        let start = self.kept.partition_point(|event| event.number <= number);
        self.kept.range(start..)
    }

    pub(crate) fn left_out(&self) -> u64 {
        self.left_out
    }
}

/// Cuts a text to [`MAX_CHARACTERS`] and replaces each control character by a blank.
fn shown(text: &str) -> String {
    let shown = |character: char| if character.is_control() { ' ' } else { character };
    text.chars().take(MAX_CHARACTERS).map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who() -> Who {
        Who { element: Some(2), kind: "monkey".into() }
    }

    #[test]
    fn events_are_bounded_in_each_step_and_in_all() {
        let mut journal = Journal::default();
        journal.print(0, &who(), &"line\n".repeat(20));
        assert_eq!((journal.after(0).count(), journal.left_out()), (16, 4));
        for _ in 0..300 {
            journal.push(1, who(), Verb::Says, "x");
        }
        assert_eq!((journal.after(16).count(), journal.left_out()), (200, 104));
        for step in 2..6000 {
            journal.push(step, who(), Verb::Says, &"y".repeat(1000));
        }
        assert_eq!(journal.after(0).count(), MAX_KEPT);
        assert!(journal.after(0).all(|event| event.text.len() <= MAX_CHARACTERS));
    }

    #[test]
    fn events_are_taken_back_and_read_as_sentences() {
        let mut journal = Journal::default();
        journal.push(7, who(), Verb::Eats, "banana 3");
        let mark = journal.next();
        journal.push(7, who(), Verb::Says, "a\u{1b}[31m\tb");
        assert_eq!(journal.after(1).next().map(|event| event.text.as_str()), Some("a [31m b"));
        journal.forget(mark);
        assert_eq!(journal.after(0).map(ToString::to_string).collect::<Vec<_>>(), ["step 7, monkey 2 eats: banana 3"]);
        assert_eq!(journal.next(), mark);
    }
}
