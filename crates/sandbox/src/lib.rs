//! A sandbox for Luau scripts: one virtual machine for each script, with limits on work and memory and without access
//! to the clock, files or the network.
//!
//! Work is counted in units of fuel: an interrupt fires at each back edge of a loop, each call and each step of a
//! pattern match, and takes one unit, or more while much memory is in use (one step can then do much work). Library
//! functions whose work grows with their arguments take more, in proportion (the private module `work` classifies them
//! all). The clock matters only for a deadline that the caller sets ([`Until`]), and the garbage collector runs at
//! counted points only, because Luau's own schedule depends on the clock and would let the memory limit strike at
//! varying places. The same script therefore has the same result on every computer.
//!
//! [`Vm`] is the virtual machine, [`Limits`] what it may use, [`ScriptError`] the error of a script. Plain values
//! (booleans, numbers, strings, vectors, tables of those) enter and leave it as canonical bytes: see [`plain`].
//!
//! This crate knows nothing of puzzles and does no input or output.

mod error;
mod iteration;
mod library;
mod meter;
pub mod plain;
mod transfer;
mod vm;
mod work;

pub use error::{Cause, ScriptError};
pub use meter::{StopFlag, Until};
pub use mlua;
pub use transfer::Records;
pub use vm::{Fuel, Limits, Vm};

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
