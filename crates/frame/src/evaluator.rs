//! What a position can have that knows how it stands better than a hint says it, or sooner: the capability behind
//! judged lines and hints in part. A position without it is asked for a hint.

use engines::Context;

use crate::body::AnyBody;
use crate::evaluation::Evaluation;
use crate::options::Options;
use crate::problem::{AskError, CheckError, Checked};

/// A position that says how it stands. `options` are those of the question.
pub trait Evaluator {
    /// Returns how the position stands, where [`Evaluator::known_standing`] does not. A limit that ends the work gives
    /// a standing that is not decided, or the error of the limit, which the frame takes for such a standing.
    ///
    /// # Errors
    /// An option has a value that means nothing for this level, or the rules fail.
    fn evaluate(&self, options: &Options, cx: &Context<'_>) -> Result<Evaluation, AskError>;

    /// Returns how the position stands where that takes no more work than a hint does, else `None`. The default is
    /// right where all of [`Evaluator::evaluate`] takes no more than that.
    fn known_standing(&self, options: &Options, cx: &Context<'_>) -> Option<Result<Evaluation, AskError>> {
        Some(self.evaluate(options, cx))
    }

    /// Computes what says of every position of the level at once how it stands, such as the distances of all states,
    /// and keeps it for [`Evaluator::known_standing`]. It does nothing where this is known already, or the limits do
    /// not suffice.
    ///
    /// # Errors
    /// The rules of the level fail.
    fn tabulate(&self, options: &Options, cx: &Context<'_>) -> Result<(), AskError> {
        let _ = (options, cx);
        Ok(())
    }

    /// Returns every best move, where they are known sooner than by a hint; `None` leaves it to the frame, which asks
    /// for a hint. None are returned where a limit ended the work.
    fn best_moves(&self, options: &Options, cx: &Context<'_>) -> Option<Result<Vec<String>, AskError>> {
        let _ = (options, cx);
        None
    }

    /// Returns the side that moves next, in a game for two.
    fn side_to_move(&self) -> Option<&'static str> {
        None
    }

    /// Returns how the position stands by code that shares nothing with [`Evaluator::evaluate`], for checks;
    /// `Some(Ok(None))` where that takes more than the checker does. `None` leaves it to the frame, which takes a hint
    /// that passes its check.
    ///
    /// # Errors
    /// The rules fail, or a limit was reached.
    fn rechecked(&self, options: &Options, cx: &Context<'_>) -> Option<Result<Option<Evaluation>, CheckError>> {
        let _ = (options, cx);
        None
    }

    /// Checks a certificate of [`Evaluator::evaluate`] that this position is lost; `None` leaves it to the frame, which
    /// takes it for that of a reply to a hint. The fields of the report are `verdict`, which stands for the loss, and
    /// those of `proof`.
    ///
    /// # Errors
    /// Says what is wrong with the certificate, or why it could not be checked.
    fn check_lost(&self, proof: &AnyBody, options: &Options, cx: &Context<'_>) -> Option<Result<Checked, CheckError>> {
        let _ = (proof, options, cx);
        None
    }
}
