//! The question [`QuestionKind::RUN`]: the frame plays the moves, and the answer says where they lead.

use picture::Picture;

use crate::answer::{Answer, Reply};
use crate::answerer::{Answerer, Posed};
use crate::problem::{AskError, CheckError, Checked};
use crate::program::Frames;
use crate::query::QuestionKind;
use crate::question::Question;
use crate::record::position;

/// Answers runs: see [`crate::run`] for the form of the answer.
pub(crate) struct Replay;

impl Answerer for Replay {
    fn answers(&self, question: &Question) -> bool {
        question.kind == QuestionKind::RUN
    }

    fn ask(&self, Posed { level, question, cx }: Posed<'_>) -> Result<Reply, AskError> {
        position(level, question, cx)?.run()
    }

    fn check(&self, Posed { level, question, cx }: Posed<'_>, reply: &Reply) -> Result<Checked, CheckError> {
        position(level, question, cx)?.check(reply)
    }

    fn draw(&self, asked: Posed<'_>, _: &Answer, frames: Frames) -> Result<Picture, AskError> {
        let Posed { level, question, cx } = asked;
        let record = position(level, question, cx)?;
        Ok(match record.position().program() {
            Some(program) => program.run_film(frames),
            None => record.position().picture(),
        })
    }
}
