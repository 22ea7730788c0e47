//! One Luau machine a script, under limits of work and memory; no clock, no files, no network.
//!
//! Everything that a script does is counted: an interrupt fires at each back edge of a loop, each call and each
//! step of a pattern match, and takes one unit of fuel, more while much memory is in use (one step can then do much
//! work). Library functions whose work grows with their arguments take more, in proportion (`work` classifies them
//! all). No clock decides anything but a deadline that the caller sets ([`Until`]), and the collector runs at counted points only: Luau's own pace follows the
//! clock, which would let the memory limit strike now here, now there. The same script therefore gets the same
//! verdict on every machine.
//!
//! [`Vm`] is the machine, [`Limits`] what it may use, [`ScriptError`] what comes out when it fails. Plain values
//! (booleans, numbers, strings, tables of those) leave and enter it as canonical bytes: [`plain`].
//!
//! Absent: puzzles, animals, input and output.

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
pub use vm::{Limits, Vm};
