//! The content of a file of levels.

use super::rules::Board;
use super::text::{self, Level, Notes, Row};
use frame::problem::{LoadError, Problem};

/// The format of a file of levels.
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
    /// Returns the extension of files of this format, without the dot.
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
    /// The title line above the moves, such as `Solution` or `Snapshot`; empty where there is none.
    pub title: String,
    /// The moves as they are written in the file, lines separated by line ends; [`super::lurd::expand`] parses them.
    pub moves: String,
    /// The line of the first moves, from 1.
    pub line: u64,
}

/// One level of a file, not yet checked against the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The level's title, author and comments.
    pub notes: Notes,
    /// The level's rows; never empty.
    pub rows: Vec<Row>,
    /// The solutions and saved positions that the file gives.
    pub solutions: Vec<Solution>,
    /// The line of the file with which what belongs to the level begins, from 1: its notes, where they stand above it.
    pub begin: u64,
}

impl Entry {
    /// Returns the line of the file in which the level's rows begin, from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.rows.first().map_or(1, |row| row.line)
    }

    /// Returns the moves that the file gives as a solution of the level: not those of a saved position.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        self.solutions.iter().find(|solution| {
            let title = solution.title.to_ascii_lowercase();
            title.is_empty() || title.starts_with("solution")
        })
    }

    /// Returns the board, if it obeys the rules.
    ///
    /// # Errors
    /// Every problem of the level, with lines of the file.
    pub fn board(&self) -> Result<Board, LoadError> {
        text::board(&self.rows)
    }

    /// Returns the level, if it obeys the rules.
    ///
    /// # Errors
    /// Every problem of the level, with lines of the file.
    pub fn level(&self) -> Result<Level, LoadError> {
        let solution = self.solution().map(|solution| solution.moves.clone());
        Ok(Level { notes: self.notes.clone(), board: self.board()?, solution, collected_by: None, warning: None })
    }
}

/// A file of levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// The collection's own title, author and comments.
    pub notes: Notes,
    /// The e-mail address of the author.
    pub email: Option<String>,
    /// The address of the web page where the collection was published.
    pub url: Option<String>,
    /// The format in which it was read.
    pub format: Format,
    /// The levels, at least one.
    pub entries: Vec<Entry>,
    /// What was read otherwise than it may have been written.
    pub warning: Option<Problem>,
}
