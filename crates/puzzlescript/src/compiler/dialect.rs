//! Signs of other dialects of the language.

/// A feature of another dialect that a text uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DialectNote {
    /// The line where it is used first.
    pub line: u32,
    /// What it is, and where it exists.
    pub message: String,
}

/// Looks for the first feature of another dialect.
pub(crate) fn find(_source: &str) -> Option<DialectNote> {
    None
}
