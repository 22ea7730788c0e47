//! Puzzle families, and what all of them share: questions, answers, records, certificates.
//!
//! A family is one folder and one line in [`FAMILIES`]; every folder has the same file names. The frame is in
//! [`family`] (two traits), [`question`] with its [`options`], [`answer`] (plain data: the contract), [`table`] (answers
//! as rows under a header), [`play`] and [`record`] (history, once for all), [`guide`] (goal and rules in words),
//! [`rows`] (the row formats), [`problem`] (one small error a door) and [`laws`] (what every family must obey).
//!
//! Absent: files, sockets, JSON text.

pub mod answer;
pub mod blank;
pub mod bunny;
mod document;
mod explained;
pub mod family;
pub mod guide;
pub mod laws;
pub mod lemmo;
pub mod objects;
pub mod options;
pub mod parts;
pub mod pebble;
pub mod play;
pub mod problem;
pub mod question;
mod random;
pub mod record;
pub mod result;
pub mod rows;
pub mod run_end;
pub mod source;
pub mod table;
pub mod toggle;
pub mod validity;
pub mod wall;
pub mod words;

pub use answer::{Answer, Body, Proof, Verdict};
pub use family::{Contest, Family, FamilyInfo, GenerateOptions, Level, Shipped, ask, check, explain, offered, role};
pub use guide::Guide;
pub use options::{OPTIONS, OptionSpec, OptionValue, ValueKind};
pub use play::{Position, Role, Status};
pub use problem::{AskError, CheckError, Checked, IllegalMove, LoadError, Problem};
pub use question::{At, Detail, Facing, Options, Question, QuestionKind, QuestionSpec};
pub use record::Record;
pub use result::{GameResult, ResultKind, Unit};
pub use source::Source;
pub use validity::Validity;

/// The key under which a [`engines::Store`] holds the saved map that the user named, if one was named.
pub const NAMED_MAP: &str = "map";

/// The built-in families, in the order in which they are listed.
pub const FAMILIES: &[&dyn Family] = &[&toggle::Toggle, &lemmo::Lemmo, &wall::Wall, &pebble::Pebble, &bunny::Bunny];
