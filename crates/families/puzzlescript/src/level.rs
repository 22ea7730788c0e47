//! One level of a game.

use std::sync::Arc;

use ::puzzlescript::board::Board;
use ::puzzlescript::game::{Game, ObjectSet, Stage};

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
        let stages = Arc::new(vec![file.game.stages[stage].clone()]);
        let game = Arc::new(Game { stages, ..file.game.clone() });
        Level { chance: file.chance.clone(), game, file, stage }
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

    /// A board as the rows of a level; `?` stands for a cell that no character means, and its objects are named below.
    pub(super) fn rows_of(&self, board: &Board) -> String {
        let signs = self.file.signs_of(board);
        let row = |row: &Vec<Option<&str>>| row.iter().map(|sign| sign.unwrap_or("?")).collect::<String>();
        let (mut lines, backgrounds): (Vec<String>, _) =
            (signs.iter().map(row).collect(), self.file.background_layer());
        for (y, row) in signs.iter().enumerate() {
            for x in (0..row.len()).filter(|&x| row[x].is_none()) {
                let content = self.content_in_words(&board.objects(x * board.height + y), &backgrounds);
                lines.push(format!("row {}, column {}: {content}", y + 1, x + 1));
            }
        }
        lines.join("\n")
    }

    /// The objects of a cell so that two contents never read alike: the background is taken for granted, and a cell
    /// without any is named so, since a rule can take it away.
    fn content_in_words(&self, content: &ObjectSet, backgrounds: &ObjectSet) -> String {
        let mut names = spoken::objects(&self.game, content);
        if !content.intersects(backgrounds) {
            names.push("no background".to_owned());
        }
        names.join(" and ")
    }

    /// The board at the start, before any turn.
    pub(super) fn start_board(&self) -> Board {
        match &self.game.stages[0] {
            Stage::Level(level) => Board::new(&self.game, level),
            Stage::Message { .. } => Board::default(),
        }
    }
}
