//! A position of a game: what can be played there, how it stands, and what it can be asked. History belongs to the
//! [`crate::record::Record`].

use engines::Context;
use picture::spoken::Place;
use picture::{Picture, Spoken};

use crate::answer::Reply;
use crate::body::AnyBody;
use crate::problem::{AskError, CheckError, Checked, IllegalMove};
use crate::question::Query;
use crate::result::{GameResult, Unit};
use crate::run::End;

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

/// One position of a game: it is played on, drawn, said in words and asked. Moves are text. An opponent, where there is
/// one, replies inside [`Position::play`].
pub trait Position: Send {
    /// The legal moves as text; none when the game is over. Boards of millions of moves give them one by one.
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_>;

    /// Plays a move within the limits.
    ///
    /// # Errors
    /// A text that is no legal move here; the position stays as it was. Where a limit of `cx` or the level's own rules
    /// end the work, [`Position::failure`] says so.
    fn play(&mut self, text: &str, cx: &Context<'_>) -> Result<(), IllegalMove>;

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
        GameResult::of_puzzle(&self.status(), moves, Unit::MOVES)
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

    /// Where the moves have led, as [`Position::run_picture`] draws it, with a frame for every hop.
    fn run_every_hop(&self) -> Picture {
        self.run_picture()
    }

    /// Where the moves have led, in the family's own terms; `None` where the text of [`Position::level_text`] says it all.
    fn end(&self) -> Option<End> {
        None
    }

    /// The position drawn, as [`Position::picture`] draws it, with a frame for every hop.
    fn every_hop(&self) -> Picture {
        self.picture()
    }

    /// How the game ends so far in the family's own form, where it has one of its own for
    /// [`crate::QuestionKind::Run`]. Its JSON has a field `result`, which is [`Position::result`] where the game is over.
    fn outcome(&self) -> Option<AnyBody> {
        None
    }

    /// The text of a level that starts here, where the format can say it within a few megabytes; else the level itself.
    fn level_text(&self) -> String;

    /// Why the rules cannot say what is legal here: they are a script that failed, or a limit ended the last move.
    fn failure(&self) -> Option<AskError> {
        None
    }

    /// Answers a question about this position within the limits. A limit that ends the work gives an unfinished reply,
    /// not an error.
    ///
    /// # Errors
    /// An option whose value means nothing here, a medium that fails.
    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError>;

    /// Checks a reply by code that shares nothing with [`Position::ask`].
    ///
    /// # Errors
    /// What is wrong with the reply, or why it could not be checked.
    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError>;

    /// The reply as a picture: overlays on the board, or frames.
    fn explain(&self, query: &Query, reply: &Reply) -> Picture;

    /// The reply as a picture, as [`Position::explain`] draws it, with a frame for every hop.
    fn explain_every_hop(&self, query: &Query, reply: &Reply) -> Picture {
        self.explain(query, reply)
    }
}
