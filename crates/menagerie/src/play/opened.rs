//! A game that is opened: with its record it has a name, and the file of its level.

use puzzles::Record;

use super::stated::Document;

/// A game that is opened.
pub(crate) struct Opened {
    /// The name under which it is shown.
    pub(crate) name: String,
    pub(crate) record: Record,
    /// The file of the level, where it is one that can be changed.
    pub(crate) document: Option<Document>,
}
