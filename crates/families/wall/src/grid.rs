//! The level, with Eel's best walls once they are known.

use std::sync::OnceLock;

use engines::{Context, Halt};

use super::board::Board;
use super::rules::Rule;
use super::scan::{self, Best};
use super::ways::Walls;
use frame::rows::Header;

/// A level.
#[derive(Debug)]
pub(super) struct Grid {
    pub(super) header: Header,
    pub(super) board: Board,
    pub(super) rule: Rule,
    /// The walls that the text names, which stand at the start; under the free rule only.
    pub(super) built: Option<Walls>,
    best: OnceLock<Option<Best>>,
}

impl Grid {
    /// A level without answers yet.
    pub(super) fn new(header: Header, board: Board, rule: Rule) -> Grid {
        Grid { header, board, rule, built: None, best: OnceLock::new() }
    }

    /// The level among walls that stand at its start.
    pub(super) fn among(self, built: Option<Walls>) -> Grid {
        Grid { built, ..self }
    }

    /// Eel's best walls, computed once; nothing where the last row cannot be reached.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn best(&self, cx: &Context<'_>) -> Result<Option<&Best>, Halt> {
        if let Some(known) = self.best.get() {
            return Ok(known.as_ref());
        }
        let found = scan::solve(&self.board, cx)?;
        Ok(self.best.get_or_init(|| found).as_ref())
    }

    /// Returns Eel's best walls, computed without a limit where they are not known yet; for drawing a position.
    pub(super) fn walls(&self) -> Option<&Best> {
        match self.best.get() {
            Some(known) => known.as_ref(),
            // Without a limit the scan cannot halt.
            None => self.best(&Context::default()).ok().flatten(),
        }
    }
}
