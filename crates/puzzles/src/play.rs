//! Playing a level: moves are text, and history belongs to the record.

use picture::Picture;

use crate::answer::Body;
use crate::problem::{Illegal, Refusal};

/// Who plays: one of the names on the family's card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Role(pub &'static str);

/// The winner of a draw.
pub const NOBODY: &str = "nobody";

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

/// A game under way: one position. An opponent, where there is one, replies inside [`Play::make`].
pub trait Play: Send {
    /// The legal moves as text; none when the game is over. Boards of millions of moves give them one by one.
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_>;

    /// Makes a move.
    ///
    /// # Errors
    /// A text that is no legal move here; the position stays as it was.
    fn make(&mut self, text: &str) -> Result<(), Illegal>;

    /// How the game stands.
    fn status(&self) -> Status;

    /// Who has won, where several play and the game is over: a role, or [`NOBODY`] for a draw.
    fn winner(&self) -> Option<&'static str> {
        None
    }

    /// The position drawn; more than one frame where the last move is worth animating.
    fn picture(&self) -> Picture;

    /// How the game ends so far in the family's own form, where it has one of its own for [`crate::Kind::Run`].
    fn outcome(&self) -> Option<Body> {
        None
    }

    /// The text of a level that starts here, where the format can say it within a few megabytes; else the level itself.
    fn level(&self) -> String;

    /// Why the rules, where they are a script, cannot say what is legal here.
    fn failure(&self) -> Option<Refusal> {
        None
    }
}
