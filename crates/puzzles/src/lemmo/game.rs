//! A game: one start is chosen, and Lemmo walks to its end.

use std::sync::Arc;

use ::picture::Picture;

use super::Tower;
use super::picture;
use super::rules::{FACINGS, Lemmo, Map};
use crate::play::{Position, Status};
use crate::problem::IllegalMove;
use crate::question::Facing;
use crate::result::{GameResult, ResultKind};
use crate::run_end::{RunEnd, Standing, from_one};
use crate::words::plural;

/// The text of the move that starts at a column, counted from 0.
pub(super) fn move_text(column: usize, facing: Facing) -> String {
    format!("{} {}", column + 1, facing.name())
}

/// The start that a move means.
pub(super) fn start_of(text: &str, map: &Map) -> Result<Lemmo, IllegalMove> {
    let wrong = || IllegalMove::new(text, "expected a column and left or right, such as '6 left'");
    let (column, facing) = text.split_once(' ').ok_or_else(wrong)?;
    let facing: Facing = facing.parse().map_err(|_| wrong())?;
    let column: usize = column.parse().map_err(|_| wrong())?;
    if column == 0 || column > map.columns() {
        return Err(IllegalMove::new(text, format!("expected a column from 1 to {}", map.columns())));
    }
    if move_text(column - 1, facing) != text {
        return Err(wrong());
    }
    Ok(Lemmo::start(column - 1, facing))
}

/// Before the start, or after the walk.
pub(super) struct Game {
    tower: Arc<Tower>,
    started: Option<Lemmo>,
}

impl Game {
    pub(super) fn new(tower: Arc<Tower>) -> Game {
        Game { tower, started: None }
    }
}

impl Position for Game {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        let columns = if self.started.is_none() { self.tower.map.columns() } else { 0 };
        Box::new((0..columns).flat_map(|column| FACINGS.map(|facing| move_text(column, facing))))
    }

    fn make(&mut self, text: &str) -> Result<(), IllegalMove> {
        if self.started.is_some() {
            return Err(IllegalMove::new(text, "Lemmo has walked already; expected no move, or undo"));
        }
        self.started = Some(start_of(text, &self.tower.map)?);
        Ok(())
    }

    fn status(&self) -> Status {
        let Some(start) = self.started else {
            let words = format!("Lemmo waits above {}", plural(self.tower.map.columns(), "column", "columns"));
            return Status { over: false, solved: false, cost: None, words };
        };
        let solved = start.wins(&self.tower.map);
        Status { over: true, solved, cost: None, words: picture::walk_in_words(&self.tower.map, start) }
    }

    fn result(&self, _: u64) -> Option<GameResult> {
        let wins = self.started?.wins(&self.tower.map);
        Some(GameResult::plain(if wins { ResultKind::Won } else { ResultKind::Lost }))
    }

    fn end(&self) -> Option<RunEnd> {
        let end = self.started?.end(&self.tower.map);
        let facing = end.facing.name().to_owned();
        Some(RunEnd::Standing(Standing { row: from_one(end.row), column: from_one(end.column), facing }))
    }

    fn picture(&self) -> Picture {
        match self.started {
            None => picture::draw(&self.tower),
            Some(start) => picture::walk(&self.tower, start),
        }
    }

    fn spoken(&self) -> ::picture::Spoken {
        match self.started {
            None => super::spoken::waiting(&self.tower),
            Some(start) => super::spoken::walked(&self.tower, start),
        }
    }

    fn level(&self) -> String {
        super::text::print(&self.tower)
    }
}
