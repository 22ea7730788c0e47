//! One level of a game.

use std::sync::Arc;

use ::puzzlescript::board::Board;
use ::puzzlescript::game::{Game, Stage};

use super::chance::Chance;
use super::spoken;
use super::text::File;

/// A level of a game.
pub(super) struct Level {
    pub(super) file: Arc<File>,
    /// The game with this level as its only stage.
    pub(super) game: Arc<Game>,
    /// The index of the level, messages counted.
    pub(super) stage: usize,
    pub(super) chance: Chance,
}

impl Level {
    pub(super) fn new(file: Arc<File>, stage: usize) -> Level {
        let mut game = file.game.clone();
        game.stages = vec![file.game.stages[stage].clone()];
        Level { chance: Chance::of(&game), game: Arc::new(game), file, stage }
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> (usize, usize) {
        match &self.game.stages[0] {
            Stage::Level(level) => (level.width, level.height),
            Stage::Message { .. } => (0, 0),
        }
    }

    pub(super) fn title(&self) -> &str {
        self.game.prelude.title.as_deref().unwrap_or("PuzzleScript")
    }

    /// The text of the game with this board as its only level, or the text of the level if the board cannot be written.
    pub(super) fn text_of(&self, board: &Board) -> String {
        match self.file.rows_of(board) {
            Some(rows) => self.file.with_rows(self.stage, &rows),
            None => self.file.alone(self.stage),
        }
    }

    /// A board as the rows of a level, or with the objects of each cell by name if some cell has no character of its own.
    pub(super) fn rows_of(&self, board: &Board) -> String {
        let cell = |x: usize, y: usize| spoken::objects(&self.game, &board.objects(x * board.height + y)).join("+");
        let row = |y: usize| (0..board.width).map(|x| cell(x, y)).collect::<Vec<_>>().join(", ");
        self.file.rows_of(board).unwrap_or_else(|| (0..board.height).map(row).collect()).join("\n")
    }

    /// The board at the start, before any turn.
    pub(super) fn start_board(&self) -> Board {
        match &self.game.stages[0] {
            Stage::Level(level) => Board::new(&self.game, level),
            Stage::Message { .. } => Board::default(),
        }
    }
}
