//! Puzzle families and the frame that they share: questions, answers, records and certificates.
//!
//! A family is one folder and one entry of [`FAMILIES`]; every folder has the same file names. The frame consists of:
//! [`family`] (the traits of a family and its levels, and the functions that ask a level and check an answer),
//! [`collection`] (files of several levels), [`canvas`] (levels that are drawn by placing characters), [`position`] and [`record`] (a game and its history), [`question`] and
//! [`options`] (declared once for the command line, the API and the page), [`answer`] (the form in which answers are
//! exchanged) with a [`body`] whose type only its family knows, [`table`] (answers as rows under a header), [`guide`]
//! (goal and rules in words), [`rows`] (the row formats), [`recognition`] (what a text is), [`problem`] (the errors) and [`laws`] (properties that every
//! family must have, as a test). [`space`] turns any state space into a family. [`shortcut`] asks whether a designer's solution can be beaten.
//!
//! This crate opens no files and no sockets, and writes no JSON text.

pub mod answer;
pub mod blank;
pub mod body;
pub mod bunny;
pub mod canvas;
pub mod collection;
pub mod controls;
mod document;
mod explained;
pub mod family;
mod fields;
pub mod guide;
pub mod judge;
pub mod laws;
pub mod lemmo;
pub mod objects;
pub mod options;
pub mod parts;
pub mod pebble;
pub mod position;
pub mod problem;
pub mod puzzlescript;
pub mod question;
mod random;
pub mod recognition;
pub mod record;
pub mod result;
pub mod rows;
pub mod run;
pub mod shortcut;
pub mod sokoban;
pub mod solution;
pub mod source;
pub mod space;
pub mod table;
pub mod toggle;
pub mod validity;
pub mod wall;
mod window;
pub mod words;

pub use answer::{Answer, BigCount, Reply, Verdict};
pub use body::{AnyBody, Body};
pub use canvas::{Canvas, Glyph};
pub use controls::{Controls, Events};
pub use family::{
    Contest, Family, FamilyInfo, GenerateOptions, Level, Shipped, ShippedSet, Vectors, ask, check, explain,
    explain_every_hop, offered, role, sprites,
};
pub use guide::Guide;
pub use options::{OptionSpec, OptionValue, Options, ValueKind};
pub use position::{Position, Role, Status};
pub use problem::{AskError, CheckError, Checked, Coverage, IllegalMove, LoadError, Problem, ProblemCounts, Severity};
pub use question::{Query, Question, QuestionKind, QuestionSpec, Shape};
pub use recognition::Likeness;
pub use record::{MoveLimits, Record};
pub use result::{GameResult, ResultKind, Unit};
pub use source::Source;
pub use validity::Validity;

/// The built-in families, in the order in which they are listed.
pub const FAMILIES: &[&dyn Family] = &[
    &toggle::Toggle,
    &lemmo::Lemmo,
    &wall::Wall,
    &pebble::Pebble,
    &bunny::Bunny,
    &sokoban::Sokoban,
    &puzzlescript::PuzzleScript,
];

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
