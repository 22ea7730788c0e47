//! Playing a level: moves are text, and history belongs to the record.

use picture::spoken::Place;
use picture::{Picture, Spoken};

use crate::answer::Body;
use crate::problem::{AskError, IllegalMove};
use crate::result::{GameResult, Unit};
use crate::run_end::RunEnd;

/// Who plays: one of the names on the family's card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Role(pub &'static str);

/// The role of a single player, who makes the moves of both sides in a game for two.
pub const PLAYER: &str = "player";

/// The winner of a draw.
pub const NOBODY: &str = "nobody";

/// Places that a move changes which are told, at most.
pub const MOST_CHANGES: usize = 1_000;

/// How a game stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// No move is left to make.
    pub over: bool,
    /// The goal is reached.
    pub solved: bool,
    /// What was paid so far, in families with costs.
    pub cost: Option<u64>,
    /// The position in words, for those who do not see it.
    pub words: String,
}

/// A game under way: one position. An opponent, where there is one, replies inside [`Position::make`].
pub trait Position: Send {
    /// The legal moves as text; none when the game is over. Boards of millions of moves give them one by one.
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_>;

    /// Makes a move.
    ///
    /// # Errors
    /// A text that is no legal move here; the position stays as it was.
    fn make(&mut self, text: &str) -> Result<(), IllegalMove>;

    /// How the game stands.
    fn status(&self) -> Status;

    /// Who has won, where several play and the game is over: a role, or [`NOBODY`] for a draw.
    fn winner(&self) -> Option<&'static str> {
        None
    }

    /// How the game ended for the role that is played, after so many moves; `None` while it goes on.
    ///
    /// What is here fits a puzzle for one, whose solution is worth its number of moves.
    fn result(&self, moves: u64) -> Option<GameResult> {
        GameResult::of_puzzle(&self.status(), moves, Unit::Moves)
    }

    /// The position drawn; more than one frame where the last move is worth animating.
    fn picture(&self) -> Picture;

    /// The position in words, line by line and place by place: the same for terminals, the page and the API.
    fn spoken(&self) -> Spoken {
        Spoken::of(&self.picture())
    }

    /// The places that a legal move changes and how, where that follows from the move alone, whatever the position: at
    /// most [`MOST_CHANGES`] of them and one more. `None` where it does not.
    fn changes(&self, text: &str) -> Option<Vec<Place>> {
        let _ = text;
        None
    }

    /// Where the moves have led, drawn as the answer to [`crate::QuestionKind::Run`]: the last frame is the end.
    fn run_picture(&self) -> Picture {
        self.picture()
    }

    /// Where the moves have led, in the family's own terms; `None` where the text of [`Position::level`] says it all.
    fn end(&self) -> Option<RunEnd> {
        None
    }

    /// The position drawn, as [`Position::picture`] draws it, with a frame for every hop.
    fn every_hop(&self) -> Picture {
        self.picture()
    }

    /// How the game ends so far in the family's own form, where it has one of its own for [`crate::QuestionKind::Run`].
    fn outcome(&self) -> Option<Body> {
        None
    }

    /// The text of a level that starts here, where the format can say it within a few megabytes; else the level itself.
    fn level(&self) -> String;

    /// Why the rules, where they are a script, cannot say what is legal here.
    fn failure(&self) -> Option<AskError> {
        None
    }
}
