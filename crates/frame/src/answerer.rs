//! Who answers a question: the frame, where it asks every family the same and computes the answer from what families
//! know of positions, or the family of the level.
//!
//! Each question of the frame implements [`Answerer`] beside its computation, and stands in the list of
//! [`mod@crate::ask`].

use std::sync::Arc;

use engines::Context;
use picture::Picture;

use crate::answer::{Answer, Reply};
use crate::family::Level;
use crate::given_line::GivenLine;
use crate::options::{FROM, OptionValue};
use crate::position;
use crate::problem::{AskError, CheckError, Checked};
use crate::program::Frames;
use crate::question::Question;
use crate::record::position;

/// A question about a level that is answered, checked or drawn.
#[derive(Clone, Copy)]
pub(crate) struct Posed<'a> {
    /// The level, as it stands in its text.
    pub(crate) level: &'a Arc<dyn Level>,
    /// The question, which the level offers.
    pub(crate) question: &'a Question,
    /// The limits.
    pub(crate) cx: &'a Context<'a>,
}

/// What answers the questions of one form.
pub(crate) trait Answerer: Sync {
    /// Whether the question has this form.
    fn answers(&self, question: &Question) -> bool;

    /// Answers the question.
    ///
    /// # Errors
    /// A move that cannot be played, options that mean nothing, or rules that fail.
    fn ask(&self, asked: Posed<'_>) -> Result<Reply, AskError>;

    /// Checks a reply whose parts fit the question, with code that shares nothing with what found it.
    ///
    /// # Errors
    /// What is wrong with the reply, or why it could not be checked.
    fn check(&self, asked: Posed<'_>, reply: &Reply) -> Result<Checked, CheckError>;

    /// Draws an answer to the question.
    ///
    /// # Errors
    /// The moves before the question cannot be played.
    fn draw(&self, asked: Posed<'_>, answer: &Answer, frames: Frames) -> Result<Picture, AskError>;
}

/// The family of the level, which answers every question that the frame does not.
pub(crate) struct ByFamily;

impl Answerer for ByFamily {
    fn answers(&self, _: &Question) -> bool {
        true
    }

    fn ask(&self, Posed { level, question, cx }: Posed<'_>) -> Result<Reply, AskError> {
        let mut query = question.query_of_family();
        if question.asked.has(&FROM) {
            // Families are given single moves. A limit on nodes is for the search, which may not even begin.
            let given = GivenLine::play(level, question, &FROM, "the moves in 'from'", &cx.without_count())?;
            query.options = query.options.with(&FROM, OptionValue::List(given.moves));
        }
        position::analysis_of(position(level, question, cx)?.position())?.ask(&query, cx)
    }

    fn check(&self, Posed { level, question, cx }: Posed<'_>, reply: &Reply) -> Result<Checked, CheckError> {
        position::analysis_of(position(level, question, cx)?.position())?.check(&question.query_of_family(), reply, cx)
    }

    fn draw(&self, asked: Posed<'_>, answer: &Answer, frames: Frames) -> Result<Picture, AskError> {
        let Posed { level, question, cx } = asked;
        let (record, query, reply) = (position(level, question, cx)?, question.query_of_family(), answer.reply());
        Ok(match record.position().program() {
            Some(program) => program.film_of(&reply, frames),
            None => position::analysis_of(record.position())?.explain(&query, &reply, cx),
        })
    }
}

/// Draws the position that a question is about, for answers that show nothing else.
///
/// # Errors
/// The moves before the question cannot be played.
pub(crate) fn draw_position(Posed { level, question, cx }: Posed<'_>) -> Result<Picture, AskError> {
    Ok(position(level, question, cx)?.position().picture())
}
