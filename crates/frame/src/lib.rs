//! The frame of puzzle families: what questions, answers, records and certificates are, whatever family they are about.
//!
//! A family is a crate that depends on this one; this one knows none. Its modules lie in floors; a module imports
//! modules of lower floors, or of its own floor without a cycle:
//!
//! 1. [`phrases`] (counts with their nouns, lists), [`mod@unit`] (what a value counts), [`status`], [`end`],
//!    [`options`], [`objects`], [`likeness`] (how much a text is like a format), [`canvas`] (levels that are drawn by
//!    placing characters), [`claims`], [`controls`], [`edit`] (changes of a text), [`method`], [`random`], `title`,
//!    [`typed_boards`], [`window`], [`linkage`]; with the feature `schema` also the module of that name (the fields of
//!    answers, as their types declare them).
//! 2. [`problem`] (the errors), [`query`] (the kinds of questions), [`questions`] (their table), [`result`] (how a game
//!    ended), [`mod@line`], [`source`], [`value`].
//! 3. [`told`] (what the frame says of any answer), [`table`] (answers as rows under a header), [`body`] (data whose
//!    type only its family knows).
//! 4. [`question`]: declared once for the command line, the API and the page; [`run`] and [`info`], the description of
//!    a family.
//! 5. [`answer`] (the form in which answers are exchanged), [`guide`] (goal and rules in words), [`program`],
//!    [`position`] with [`analysis`] (what answers questions about it), [`evaluation`] (how it stands) and
//!    [`evaluator`] (what knows that sooner than a hint).
//! 6. [`words`] (any answer in words), [`par`] (what an author claims), [`rows`] and [`document`] (the row formats and
//!    those in TOML), [`identity`], [`family`] (the traits of a family, its levels and its files of levels),
//!    [`solution`] (common types of answers), [`parts`], `explained`, `fields`.
//! 7. [`record`] (a game and its history), [`collection`] (files of several levels), [`declared`] (all options),
//!    [`validity`].
//! 8. [`recognition`] (what a text is), [`stated`], `given_line` and `answerer`, and on top of them `replay`,
//!    [`shortcut`] (can a designer's solution be beaten?) and [`judge`] (how each position of a line stands).
//! 9. `answer_json` (answers are written and read), [`mod@ask`], through which every face asks, checks and draws;
//!    [`space`], which turns any state space into a family; and, for tests of families, [`laws`] and [`checked`].
//!
//! This crate opens no files and no sockets, and writes no JSON text.

pub mod analysis;
pub mod answer;
mod answer_json;
mod answerer;
pub mod arrangement;
pub mod ask;
pub mod body;
pub mod canvas;
pub mod checked;
pub mod claims;
pub mod collection;
pub mod controls;
pub mod declared;
pub mod document;
pub mod edit;
pub mod end;
pub mod evaluation;
pub mod evaluator;
mod explained;
pub mod family;
mod fields;
mod given_line;
pub mod guide;
pub mod identity;
pub mod info;
pub mod judge;
pub mod laws;
pub mod likeness;
pub mod line;
pub mod linkage;
pub mod method;
pub mod new_level;
pub mod objects;
pub mod options;
pub mod par;
pub mod parts;
pub mod phrases;
pub mod position;
pub mod problem;
pub mod program;
pub mod query;
pub mod question;
pub mod questions;
pub mod random;
pub mod recognition;
pub mod record;
mod replay;
pub mod result;
pub mod rows;
pub mod run;
#[cfg(feature = "schema")]
pub mod schema;
pub mod shortcut;
pub mod solution;
pub mod source;
pub mod space;
pub mod stated;
pub mod status;
pub mod syntax;
pub mod table;
mod title;
pub mod told;
pub mod typed_boards;
pub mod unit;
pub mod validity;
pub mod value;
pub mod window;
pub mod words;

pub use analysis::{Analysis, linked};
pub use answer::{Answer, Reply, Verdict};
pub use ask::{ask, check, explain, explain_every_hop, explain_every_move, offered, with_par};
pub use body::{AnyBody, Body, BodyType};
pub use canvas::{Canvas, Glyph};
pub use claims::Claims;
pub use controls::{Controls, Events};
pub use evaluator::Evaluator;
pub use family::{Family, GenerateOptions, Generator, Level, generate, role, sprites};
pub use guide::Guide;
pub use info::{Contest, FamilyInfo, Shipped, ShippedSet};
pub use likeness::Likeness;
pub use line::{Line, Measure, Notation};
pub use linkage::HAS_ENGINES;
pub use method::{Confirmed, Method};
pub use new_level::{NewLevel, NewText};
pub use options::{OptionSpec, OptionValue, Options, ValueKind};
pub use position::{Position, Ways};
pub use problem::{
    AskError, CheckError, Checked, Coverage, Diagnosis, IllegalMove, LoadError, Problem, ProblemCounts, Severity,
};
pub use program::{Frames, Program, Tile, Tiles};
pub use query::{Query, QuestionKind};
pub use question::{Question, QuestionSpec, Shape};
pub use record::{MoveLimits, Record};
pub use result::{GameResult, ResultKind};
pub use source::Source;
pub use status::{Cost, Role, Side, Status};
pub use typed_boards::{TypedBoards, Vectors};
pub use unit::Unit;
pub use validity::Validity;
pub use value::BigCount;

/// The crate by which the types of answers declare their fields ([`Body`]).
pub use schemars;

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
