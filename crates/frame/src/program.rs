//! What a position can have whose moves compose a program: a text that is run as a whole, films of its hops, and an
//! answer of its own about the run.

use picture::Picture;
use serde::Serialize;

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

/// A part of a program as a tile that is placed, moved and taken away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tile {
    /// Its text in a program.
    pub text: String,
    /// Its meaning in words: `hop forward`.
    pub words: String,
    /// Whether it opens a part that a later tile closes.
    #[serde(skip_serializing_if = "is_false")]
    pub opens: bool,
    /// Whether it closes such a part.
    #[serde(skip_serializing_if = "is_false")]
    pub closes: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the signature that serde asks for
fn is_false(value: &bool) -> bool {
    !value
}

/// A program as tiles, for faces on which one is built by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tiles {
    /// The program so far; parts may be open.
    pub tiles: Vec<Tile>,
    /// The tiles that can be placed: those that open a part differ in how often it is repeated alone.
    pub palette: Vec<Tile>,
    /// The text before the tiles of a whole program, separated by blanks, which together are the move that puts it into
    /// the place of what was composed. Without tiles it takes everything away.
    pub whole: &'static str,
    /// The move that runs the program.
    pub run: &'static str,
    /// What is said of the position beside the tiles, which show the program itself.
    #[serde(skip)]
    pub words: String,
}

/// The program that the moves of a position have composed.
pub trait Program {
    /// Returns the program as one text; `None` while there is none. Such a text of more than one part is a move too,
    /// which puts it into the place of what was composed.
    fn composed(&self) -> Option<String>;

    /// Returns the program as tiles, where it can be built from them.
    fn tiles(&self) -> Option<Tiles> {
        None
    }

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
