//! Tasks on a level as plain data, and the functions that perform them.
//!
//! A [`Task`] names a family and holds a level's text, an [`Operation`] (ask, check, draw, play, list levels,
//! recognise) and [`Limits`]. [`perform()`] performs it: the family parses the text, the operation runs on the level
//! under a [`Context`](engines::Context), and the [`Outcome`] holds the result as JSON text ([`RawJson`]) or a
//! [`Failure`] with its [`Reason`]. A caller that caches levels, in a [`LevelCache`], uses [`perform_cached`]; one that
//! shows a level itself takes the position or picture from [`position`].
//!
//! An outcome that is *conclusive* holds for every equal task, whatever its limits; any other holds for tasks whose
//! limits are [covered](Limits::covers) by those under which it was found ([`Outcome::answers`]). Equal tasks have
//! equal keys ([`Task::question_key`], [`Task::run_key`]): BLAKE3 digests of the task's JSON, so the order of options
//! is part of the contract ([`puzzles::Options::arranged`]).
//!
//! The command line, the server and its child processes, the prompt and the page can all perform tasks by this crate:
//! it uses no service of the operating system except memory. It has no files, threads, processes, async runtime, or
//! clock other than that of [`engines`].

pub mod amount;
mod games;
mod level_cache;
pub mod levels;
mod outcome;
mod perform;
mod picture_size;
pub mod position;
mod recognise;
mod task;

pub use level_cache::LevelCache;
pub use levels::{Listed, ListedLevel, Rewritten};
pub use outcome::{Failure, Outcome, ProgressUpdate, RawJson, Reason};
pub use perform::{family_named, perform, perform_cached};
pub use picture_size::PictureSize;
pub use recognise::Recognition;
pub use task::{Limits, Operation, Style, Task, Wanted};

/// The list of puzzle families that a program supports.
pub type Families = &'static [&'static dyn puzzles::Family];

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
