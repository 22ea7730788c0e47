//! Puzzle families, and what all of them share: questions, answers, records, certificates.
//!
//! A family is one folder and one line in [`FAMILIES`]; every folder has the same file names. The frame: [`family`] (the
//! traits of a family and its levels, and how levels are asked), [`collection`] (files of several levels), [`position`] and
//! [`record`] (history, once for all), [`question`] with its [`options`] (declared once, read by every face), [`answer`]
//! (plain data: the contract) around a [`body`] that only its family knows, [`table`] (answers as rows under a header),
//! [`guide`] (goal and rules in words), [`rows`] (the row formats), [`problem`] (the errors) and [`laws`] (what every family
//! must obey). [`space`] makes a family of any state space.
//!
//! Absent: files, sockets, JSON text.

pub mod answer;
pub mod blank;
pub mod body;
pub mod bunny;
pub mod collection;
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
pub mod position;
pub mod problem;
pub mod question;
mod random;
pub mod record;
pub mod result;
pub mod rows;
pub mod run;
pub mod sokoban;
pub mod solution;
pub mod source;
pub mod space;
pub mod table;
pub mod toggle;
pub mod validity;
pub mod wall;
pub mod words;

pub use answer::{Answer, BigCount, Reply, Verdict};
pub use body::{AnyBody, Body};
pub use family::{
    Contest, Family, FamilyInfo, GenerateOptions, Level, Shipped, ask, check, explain, explain_every_hop, offered, role,
};
pub use guide::Guide;
pub use options::{OptionSpec, OptionValue, Options, ValueKind};
pub use position::{Position, Role, Status};
pub use problem::{AskError, CheckError, Checked, IllegalMove, LoadError, Problem};
pub use question::{Query, Question, QuestionKind, QuestionSpec, Shape};
pub use record::Record;
pub use result::{GameResult, ResultKind, Unit};
pub use source::Source;
pub use validity::Validity;

/// The built-in families, in the order in which they are listed.
pub const FAMILIES: &[&dyn Family] = &[&toggle::Toggle, &lemmo::Lemmo, &wall::Wall, &pebble::Pebble, &bunny::Bunny];
