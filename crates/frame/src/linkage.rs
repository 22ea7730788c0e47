//! Whether this program was linked with engines. A program that is built with `--cfg rules_only` plays levels, and
//! answers no questions: it links neither engines nor checkers nor readers of answers. The page plays by such a module
//! (`docs/decisions/010-the-module.md`).

/// Whether this program answers questions.
pub const HAS_ENGINES: bool = !cfg!(rules_only);

/// What is said to a question where there are no engines.
pub(crate) const NO_ENGINES: &str = "this program plays, and answers no questions";
