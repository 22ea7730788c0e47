//! What this program was linked with. The page has modules that play levels and answer nothing (`--cfg rules_only`), and
//! modules that answer questions and do nothing else (`--cfg asks_only`): each links what it needs
//! (`docs/decisions/010-the-module.md`).

/// Whether this program answers questions: else it links neither engines nor checkers nor readers of answers.
pub const HAS_ENGINES: bool = !cfg!(rules_only);
/// Whether this program answers questions and does nothing else.
pub const ASKS_ONLY: bool = cfg!(asks_only);

/// What is said to a question where there are no engines.
pub(crate) const NO_ENGINES: &str = "this program plays, and answers no questions";
/// What is said to all else in a program that answers questions alone.
pub const ASKED_ONLY: &str = "this program answers questions, and does nothing else";

/// Returns what is said of a file of levels, in programs that do more than answer questions.
///
/// # Errors
/// Those of `read`; [`ASKED_ONLY`].
pub fn of_file<T>(read: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    if ASKS_ONLY { Err(ASKED_ONLY.to_owned()) } else { read() }
}
