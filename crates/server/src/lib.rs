//! Menagerie over HTTP: the questions of the command line as an API, jobs that survive the process, and the page.
//!
//! Data flows one way: [`api`] (HTTP to types) → [`scheduler`] (limits, equal questions share one run) → [`work`] (a
//! [`tasks::Task`] performed in this process, or in a child where the level is a program) and back. What does not end
//! within its wait becomes a job in a [`queue::JobQueue`]. [`live`] holds the rooms of the live world. [`start`] puts
//! it together, [`serve`] listens; a [`worker`] is a process without either.
//!
//! Absent: rules, solving.

pub mod api;
mod cache;
pub mod live;
mod page;
pub mod queue;
pub mod scheduler;
pub mod serve;
pub mod start;
pub mod work;
pub mod worker;
pub mod worker_pool;

/// The names under which the command line knows what moved to [`tasks`].
pub use tasks::{self as task, amount};

pub use api::{App, Origin, Policy, ShutdownSignal, app};
