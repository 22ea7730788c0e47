//! The events that go into the state machine, and the orders that it returns.

use std::path::PathBuf;
use std::time::Duration;

use puzzles::{Answer, AskError, Question};

use super::commands::Command;
use super::stated::Document;

/// A key, as far as it means something here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Arrow(Arrow),
    Enter,
    Escape,
    Backspace,
    Tab,
    BackTab,
    PageUp,
    PageDown,
    Home,
    End,
    Char(char),
}

/// An arrow key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrow {
    Left,
    Right,
    Up,
    Down,
}

impl Arrow {
    /// The word that moves use for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Arrow::Left => "left",
            Arrow::Right => "right",
            Arrow::Up => "up",
            Arrow::Down => "down",
        }
    }

    /// One step that way, downwards positive.
    pub(crate) fn step(self) -> (f32, f32) {
        match self {
            Arrow::Left => (-1.0, 0.0),
            Arrow::Right => (1.0, 0.0),
            Arrow::Up => (0.0, -1.0),
            Arrow::Down => (0.0, 1.0),
        }
    }
}

/// Identifies a question that is being answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ticket {
    /// The number of the game, counted over all games of the process.
    pub(crate) game: u64,
    /// The number of the question within the game.
    pub(crate) number: u64,
}

/// An event for the state machine.
#[derive(Debug)]
pub(crate) enum Event {
    Key(Key),
    /// Text that came at once.
    Paste(String),
    /// The left button on a character of the screen.
    Click {
        column: u16,
        row: u16,
    },
    /// The wheel, downwards positive.
    Wheel(i8),
    Resize {
        width: u16,
        height: u16,
    },
    /// This much time passed.
    Tick(Duration),
    Command(Command),
    Progress(Ticket, String),
    Answered(Ticket, Result<Box<Answer>, AskError>),
    /// A save was written, or why not.
    Saved(Result<PathBuf, String>),
    /// The moves were written into the file of the level, or why not.
    Stated(Result<PathBuf, String>),
}

/// A side effect that the state machine requests.
#[derive(Debug)]
pub(crate) enum Order {
    /// Answer a question about the level, beside the game.
    Ask(Ticket, Question),
    /// The answer is not wanted any more.
    Cancel(Ticket),
    /// Write a file.
    Save(PathBuf, String),
    /// Write moves into the file of the level as its solution.
    State(Document, Vec<String>),
    /// Go to the next level.
    Next,
    /// End the game.
    Leave,
}
