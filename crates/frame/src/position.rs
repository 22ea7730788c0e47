//! A position of a game: its legal moves and its status. [`crate::analysis`] answers questions about it, and
//! [`crate::record::Record`] keeps the history of the game.

use engines::Context;
use picture::spoken::Place;
use picture::{Picture, Spoken};
use serde::Serialize;

use crate::analysis::Analysis;
use crate::controls::Events;
use crate::end::End;
use crate::evaluator::Evaluator;
use crate::linkage::NO_ENGINES;
use crate::options::Options;
use crate::problem::{AskError, IllegalMove};
use crate::program::{Frames, Program};
use crate::query::Query;
use crate::result::GameResult;
use crate::status::Status;
use crate::unit::Unit;

/// The maximum number of places that [`Position::changes`] reports for one move.
pub const MAX_CHANGES: usize = 1_000;

/// Where one can go from a position by naming a place of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ways {
    /// The names of places to which the text `to PLACE` leads.
    pub to: Vec<String>,
    /// The names of places whose pieces can be taken to another place by the text `PLACE to OTHER`, where there is a way.
    pub carried: Vec<String>,
}

/// One position of a game, on which moves are played. Moves are strings. An
/// opponent, where there is one, replies inside [`Position::play`].
pub trait Position: Send {
    /// Returns the legal moves; none when the game is over. They are produced lazily, since a board may have millions.
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_>;

    /// Plays a move within the limits.
    ///
    /// # Errors
    /// The text is not a legal move here; the position is unchanged. Where a limit of `cx` or a failure of the
    /// level's rules ended the work, [`Position::failure`] tells the cause.
    fn play(&mut self, text: &str, cx: &Context<'_>) -> Result<(), IllegalMove>;

    /// Returns the status of the game.
    fn status(&self) -> Status;

    /// Returns the winner, where several roles play and the game is over: a role, or [`NOBODY`](crate::status::NOBODY)
    /// for a draw.
    fn winner(&self) -> Option<&'static str> {
        None
    }

    /// Returns how the game ended for the role that is played; `None` while it goes on. `moves` is the number of
    /// moves made.
    ///
    /// The default fits a puzzle for one player whose solution is valued by its number of moves.
    fn result(&self, moves: u64) -> Option<GameResult> {
        GameResult::of_puzzle(&self.status(), moves, Unit::MOVES)
    }

    /// Draws the position, with more than one frame where the last move is worth animating.
    fn picture(&self) -> Picture;

    /// Returns the board in words, line by line and place by place, for terminals, the page and the API.
    fn spoken(&self) -> Spoken {
        Spoken::of(&self.picture())
    }

    /// Returns a legal move as a person reads it, with the piece named as it is labelled, where that differs from the
    /// text of the move.
    fn display_name(&self, text: &str) -> Option<String> {
        let _ = text;
        None
    }

    /// Returns the places that a legal move changes and their new content, where that follows from the move alone,
    /// whatever the position; else `None`. A list longer than [`MAX_CHANGES`] may stop after one entry more.
    fn changes(&self, text: &str) -> Option<Vec<Place>> {
        let _ = text;
        None
    }

    /// Reads a text that names places to go to, such as `to row 3, column 4`, as the moves that lead there from here; `None`
    /// where it is none. See [`Position::ways`].
    ///
    /// # Errors
    /// No way leads there.
    fn way(&self, text: &str) -> Result<Option<Vec<String>>, String> {
        let _ = text;
        Ok(None)
    }

    /// Returns the places that [`Position::way`] leads to; `None` where the family reads no such texts.
    fn ways(&self) -> Option<Ways> {
        None
    }

    /// Returns what the last move left besides the position, such as texts and sounds.
    fn events(&self) -> Events {
        Events::default()
    }

    /// Returns where the moves have led as JSON of the family's own form; `None` where [`Position::level_text`]
    /// already says it.
    fn end(&self) -> Option<End> {
        None
    }

    /// Returns the program that the moves so far have composed, in families whose moves compose one.
    fn program(&self) -> Option<&dyn Program> {
        None
    }

    /// Returns the text of a level that starts at this position, where the format can express it within a few
    /// megabytes; else the text of the level itself.
    fn level_text(&self) -> String;

    /// Returns why the legal moves are unknown: the rules are a script that failed, or a limit ended the last move.
    fn failure(&self) -> Option<AskError> {
        None
    }

    /// Returns what answers questions about the position: [`linked(self)`](crate::analysis::linked) where the type
    /// implements [`Analysis`].
    fn analysis(&self) -> Option<&dyn Analysis>;

    /// Returns what a comparison of lines of moves counts under these options; by default the moves.
    ///
    /// # Errors
    /// Lines are not compared by what the options ask for.
    fn counts(&self, options: &Options) -> Result<Unit, AskError> {
        let _ = options;
        Ok(Unit::MOVES)
    }

    /// Returns how many a line of moves from this position has of what [`Position::counts`] under the options of the
    /// query.
    fn valued(&self, query: &Query, line: &[String]) -> u64 {
        let _ = query;
        line.len() as u64
    }
}

/// Returns the analysis of a position.
///
/// # Errors
/// [`AskError::NotOffered`] in a program that is built to play only.
pub fn analysis_of(position: &dyn Position) -> Result<&dyn Analysis, AskError> {
    position.analysis().ok_or_else(|| AskError::NotOffered(NO_ENGINES.to_owned()))
}

/// Returns what says how a position stands, where its family has such an evaluator.
pub fn evaluator_of(position: &dyn Position) -> Option<&dyn Evaluator> {
    position.analysis().and_then(Analysis::evaluator)
}

/// Draws a position with these frames; `None` where there are no frames of hops, since its moves compose no program.
#[must_use]
pub fn drawn(position: &dyn Position, frames: Frames) -> Option<Picture> {
    match (position.program(), frames) {
        (Some(program), frames) => Some(program.film(frames)),
        (None, Frames::Moves) => Some(position.picture()),
        (None, Frames::Hops) => None,
    }
}
