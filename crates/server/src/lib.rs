//! The HTTP server: the questions of the command line as an API, jobs that survive the process, and the web page.
//!
//! A request passes through [`api`] (HTTP to types), [`scheduler`] (limits; equal questions share one run) and [`work`]
//! (a [`tasks::Task`] is performed in this process, or in a child process if the level is a program). A question that
//! is not answered within its wait becomes a job in a [`queue::JobQueue`]. [`live`] holds the rooms of the live world.
//! [`start`] builds and runs a server, [`serve`] accepts its connections; a [`worker`] is a process that only works on
//! the jobs of a shared queue, and a [`batch`] has many tasks performed by such workers.
//!
//! This crate has no puzzle rules and no solvers.

pub mod api;
pub mod batch;
pub mod catalogue;
pub mod http;
pub mod live;
mod membership;
mod metrics;
pub mod named;
mod page;
pub mod queue;
pub mod scheduler;
pub mod serve;
pub mod start;
pub mod work;
pub mod worker;
pub mod worker_pool;
mod worker_status;

/// Re-exports of the crate [`tasks`] under the names that the command line uses.
pub use tasks::{self as task, amount};

pub use api::{App, Origin, Policy, ShutdownSignal, app};
pub use page::{has_page_engines, joined_files, static_files};

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
