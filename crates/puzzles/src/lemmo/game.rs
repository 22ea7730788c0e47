//! A game: one start is chosen, and Lemmo walks to its end.

use std::sync::Arc;

use ::picture::{Picture, Spoken};
use engines::Context;

use super::moves::{move_text, start_of};
use super::rules::{FACINGS, Lemmo};
use super::{Level, answers, check, picture, spoken, text};
use crate::answer::Reply;
use crate::position::{Position, Status};
use crate::problem::{AskError, CheckError, Checked, IllegalMove};
use crate::question::Query;
use crate::result::{GameResult, ResultKind};
use crate::run::{End, Standing, from_one};
use crate::words::plural;

/// Before the start, or after the walk.
pub(super) struct Game {
    level: Arc<Level>,
    started: Option<Lemmo>,
}

impl Game {
    pub(super) fn new(level: Arc<Level>) -> Game {
        Game { level, started: None }
    }
}

impl Position for Game {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        let columns = if self.started.is_none() { self.level.map.columns() } else { 0 };
        Box::new((0..columns).flat_map(|column| FACINGS.map(|facing| move_text(column, facing))))
    }

    fn play(&mut self, text: &str, _: &Context<'_>) -> Result<(), IllegalMove> {
        if self.started.is_some() {
            return Err(IllegalMove::new(text, "Lemmo has walked already; expected no move, or undo"));
        }
        self.started = Some(start_of(text, &self.level.map)?);
        Ok(())
    }

    fn status(&self) -> Status {
        let Some(start) = self.started else {
            let words = format!("Lemmo waits above {}", plural(self.level.map.columns(), "column", "columns"));
            return Status { over: false, solved: false, cost: None, words };
        };
        let solved = start.wins(&self.level.map);
        Status { over: true, solved, cost: None, words: picture::walk_in_words(&self.level.map, start) }
    }

    fn result(&self, _: u64) -> Option<GameResult> {
        let wins = self.started?.wins(&self.level.map);
        Some(GameResult::plain(if wins { ResultKind::Won } else { ResultKind::Lost }))
    }

    fn end(&self) -> Option<End> {
        let end = self.started?.end(&self.level.map);
        let facing = end.facing.name().to_owned();
        End::of(&Standing { row: from_one(end.row), column: from_one(end.column), facing })
    }

    fn picture(&self) -> Picture {
        match self.started {
            None => picture::draw(&self.level),
            Some(start) => picture::walk(&self.level, start),
        }
    }

    fn spoken(&self) -> Spoken {
        match self.started {
            None => spoken::waiting(&self.level),
            Some(start) => spoken::walked(&self.level, start),
        }
    }

    fn level_text(&self) -> String {
        text::print(&self.level)
    }

    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        answers::ask(&self.level.map, self.started.is_some(), query, cx)
    }

    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        check::check(&self.level.map, self.started.is_some(), query, reply, cx)
    }

    fn explain(&self, query: &Query, reply: &Reply) -> Picture {
        picture::explain(&self.level, query, reply)
    }
}
