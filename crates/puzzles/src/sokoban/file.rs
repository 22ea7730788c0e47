//! What a file of levels holds.

use super::rules::Board;
use super::text::{self, Level, Notes, Row};
use crate::problem::LoadError;

/// A file's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Plain text with `;` comments: `.xsb`, `.txt`.
    Xsb,
    /// Plain text with `::` remarks and sections, as Sokoban YASC writes it: `.sok`.
    Sok,
    /// XML, as Sokoban for Windows writes it: `.slc`.
    Slc,
}

impl Format {
    /// The extension of files of this format.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Format::Xsb => "xsb",
            Format::Sok => "sok",
            Format::Slc => "slc",
        }
    }
}

/// Moves that a file gives for a level: a solution, or a saved position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The line above the moves, such as `Solution` or `Snapshot`; empty where there is none.
    pub title: String,
    /// The moves as they stand in the file, lines separated by line ends; [`super::lurd::expand`] reads them.
    pub moves: String,
    /// The line of the first moves, from 1.
    pub line: u64,
}

/// One level of a file, not yet checked against the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Title, author, comments.
    pub notes: Notes,
    /// Its rows; never empty.
    pub rows: Vec<Row>,
    /// Solutions and saved positions.
    pub solutions: Vec<Solution>,
}

impl Entry {
    /// The line of the file in which the level's rows begin.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.rows.first().map_or(1, |row| row.line)
    }

    /// The board, if it obeys the rules.
    ///
    /// # Errors
    /// Everything that is wrong with the level, with places in the file.
    pub fn board(&self) -> Result<Board, LoadError> {
        text::board(&self.rows)
    }

    /// The level, if it obeys the rules.
    ///
    /// # Errors
    /// Everything that is wrong with the level, with places in the file.
    pub fn level(&self) -> Result<Level, LoadError> {
        Ok(Level { notes: self.notes.clone(), board: self.board()? })
    }
}

/// A file of levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// The collection's own title, author and comments.
    pub notes: Notes,
    /// Where its author can be written to.
    pub email: Option<String>,
    /// Where it was published.
    pub url: Option<String>,
    /// The format in which it was read.
    pub format: Format,
    /// The levels, at least one.
    pub entries: Vec<Entry>,
}
