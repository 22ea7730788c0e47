//! What a position can have whose moves compose a program: a text that is run as a whole, films of its hops, and an
//! answer of its own about the run.

use picture::Picture;

use crate::answer::Reply;
use crate::body::AnyBody;

/// How many frames a film has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frames {
    /// A frame for each move, or fewer.
    Moves,
    /// A frame for each hop of a move.
    Hops,
}

/// The program that the moves of a position have composed.
pub trait Program {
    /// Returns the program as one text; `None` while there is none. Such a text of more than one part is a move too,
    /// which puts it into the place of what was composed.
    fn composed(&self) -> Option<String>;

    /// Whether the program begins with all tokens of another, whose text is `begun` as [`Program::composed`] says it,
    /// empty for none.
    fn begins_with(&self, begun: &str) -> bool;

    /// Draws the position: where the program runs, as a film.
    fn film(&self, frames: Frames) -> Picture;

    /// Draws where the program leads, for the answer to [`QuestionKind::RUN`](crate::QuestionKind::RUN): the last frame
    /// is the end.
    fn run_film(&self, frames: Frames) -> Picture;

    /// Draws the reply to a question about the position.
    fn film_of(&self, reply: &Reply, frames: Frames) -> Picture;

    /// Returns the body of the answer to [`QuestionKind::RUN`](crate::QuestionKind::RUN). Its JSON has a field
    /// `result`, which is [`Position::result`](crate::Position::result) where the game is over.
    fn outcome(&self) -> AnyBody;
}
