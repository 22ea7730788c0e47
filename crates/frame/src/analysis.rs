//! What answers questions about a position, checks the answers and draws them: the engines of a family, apart from its
//! rules.
//!
//! A [`Position`](crate::Position) hands out its analysis by [`linked`], which returns nothing in a program that only
//! plays ([`crate::linkage`]).

use engines::Context;
use picture::Picture;

use crate::answer::Reply;
use crate::evaluator::Evaluator;
use crate::linkage::HAS_ENGINES;
use crate::problem::{AskError, CheckError, Checked};
use crate::query::Query;

/// The questions about one position of a game.
pub trait Analysis {
    /// Answers a question about the position within the limits. A limit that ends the work gives an unfinished reply,
    /// not an error.
    ///
    /// # Errors
    /// An option has a value that means nothing for this level, the rules fail, or an I/O error occurs.
    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError>;

    /// Checks a reply by code that shares nothing with [`Analysis::ask`].
    ///
    /// # Errors
    /// Says what is wrong with the reply, or why it could not be checked.
    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError>;

    /// Draws the reply: overlays on the board, or a sequence of frames as far as the limits allow.
    fn explain(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Picture;

    /// Returns what says how the position stands, where the family knows more than a hint says or knows it sooner.
    fn evaluator(&self) -> Option<&dyn Evaluator> {
        None
    }
}

/// Returns the analysis of a position, in programs that have engines.
pub fn linked<A: Analysis>(position: &A) -> Option<&dyn Analysis> {
    if HAS_ENGINES { Some(position) } else { None }
}
