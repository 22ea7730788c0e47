//! Playing a board: one position.

use std::sync::Arc;

use ::picture::{Picture, Spoken};
use engines::Context;
use engines::motion::Layout;

use super::body::{EveryHome, Exchange, Needed, WITHOUT};
use super::detour::Arrangements;
use super::rules::Puzzle;
use super::{answers, check, explain, notation, picture, spoken, text};
use frame::analysis::{Analysis, linked};
use frame::answer::{Reply, Verdict};
use frame::position::Position;
use frame::problem::{AskError, CheckError, Checked, IllegalMove};
use frame::query::{Query, QuestionKind};
use frame::status::Status;

/// A game under way.
pub(super) struct Game {
    puzzle: Arc<Puzzle>,
    /// The pebbles after the moves; `None` before the first one, so that a position at the start copies nothing.
    moved: Option<Layout>,
    /// The place where the last move put a pebble.
    filled: Option<u8>,
}

impl Game {
    pub(super) fn new(puzzle: Arc<Puzzle>) -> Game {
        Game { puzzle, moved: None, filled: None }
    }

    /// A solution that does without a place, if there is any at all.
    fn without(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        let detour = Arrangements::position(&self.puzzle, self.here());
        let reach = Query { kind: QuestionKind::REACH, ..query.clone() };
        let place = self.place(query)?;
        if self.puzzle.is_needed(self.here(), place) {
            return Ok(Reply::impossible(
                "comparison of the pebble at the position with its plate",
                Needed::Needed { place },
            ));
        }
        match answers::answer(&self.puzzle, self.here(), &reach, cx)? {
            found if found.verdict == Some(Verdict::Found) => detour.ask(query, cx),
            other => Ok(other),
        }
    }

    /// The position that a solution does without.
    fn place(&self, query: &Query) -> Result<u8, AskError> {
        Arrangements::place(&self.puzzle, query.options.text(&WITHOUT).unwrap_or_default())
    }

    /// Where the pebbles are.
    fn here(&self) -> &Layout {
        self.moved.as_ref().unwrap_or(&self.puzzle.start)
    }
}

impl Position for Game {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.puzzle.movable(self.here()).iter().map(ToString::to_string))
    }

    fn play(&mut self, text: &str, _: &Context<'_>) -> Result<(), IllegalMove> {
        let place = notation::read(&self.puzzle, self.here(), text)?;
        let here = self.moved.get_or_insert_with(|| self.puzzle.start.clone());
        self.filled = Some(here.blank());
        here.slide(place);
        Ok(())
    }

    fn status(&self) -> Status {
        let solved = self.puzzle.is_solved(self.here());
        let over = self.puzzle.movable(self.here()).is_empty();
        Status { over, solved, cost: None, words: picture::state(&self.puzzle, self.here(), self.filled) }
    }

    fn picture(&self) -> Picture {
        picture::draw(&self.puzzle, self.here())
    }

    fn spoken(&self) -> Spoken {
        spoken::spoken(&self.puzzle, self.here())
    }

    fn display_name(&self, text: &str) -> Option<String> {
        let place = notation::moved(&self.puzzle, self.here(), text)?;
        Some(notation::display_name(&self.puzzle, self.here(), place))
    }

    fn level_text(&self) -> String {
        text::print(&self.puzzle, self.here())
    }

    fn analysis(&self) -> Option<&dyn Analysis> {
        linked(self)
    }
}

impl Analysis for Game {
    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        match query.kind {
            QuestionKind::SHORTCUT => self.without(query, cx),
            _ => answers::answer(&self.puzzle, self.here(), query, cx),
        }
    }

    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        if let (QuestionKind::SHORTCUT, Some(Verdict::Impossible), Some(proof)) =
            (query.kind, reply.verdict, reply.proof_as::<Needed>())
        {
            return check::needed(&self.puzzle, self.here(), self.place(query)?, *proof);
        }
        let is_exhausted = reply.proof_as::<Exchange>().is_none() && reply.proof_as::<EveryHome>().is_none();
        match query.kind {
            QuestionKind::SHORTCUT if is_exhausted => {
                Arrangements::position(&self.puzzle, self.here()).check(query, reply, cx)
            }
            _ => check::check(&self.puzzle, self.here(), query, reply, cx),
        }
    }

    fn explain(&self, query: &Query, reply: &Reply, _: &Context<'_>) -> Picture {
        explain::explain(&self.puzzle, self.here(), query, reply)
    }
}
