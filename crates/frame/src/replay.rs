//! The question [`QuestionKind::RUN`]: the frame plays the moves, and the answer says where they lead.

use picture::Picture;

use crate::answer::{Answer, Reply};
use crate::answerer::{Answerer, Posed};
use crate::explained::{Film, MAX_FRAMES};
use crate::problem::{AskError, CheckError, Checked};
use crate::program::Frames;
use crate::query::QuestionKind;
use crate::question::Question;
use crate::record::{Record, position, position_watched};

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

/// Draws a run with a frame for the start and one after each move; of a run of very many moves the end alone follows
/// those drawn. Where the moves compose a program there is no such film.
///
/// # Errors
/// The moves cannot be played.
pub(crate) fn film(Posed { level, question, cx }: Posed<'_>) -> Result<Option<Picture>, AskError> {
    let (mut drawn, mut film): (Option<Picture>, Film<'_>) = (None, Film::new(cx));
    let visit = |record: &Record| {
        let made = record.moves().len();
        match &mut drawn {
            None => drawn = Some(record.position().picture()),
            Some(drawn) if made <= MAX_FRAMES => add_end(drawn, &mut film, record),
            Some(_) => {}
        }
        Ok(())
    };
    let record = match position_watched(level, question, cx, visit) {
        // A limit that ends the moves leaves those drawn so far.
        Err(AskError::Halted(_)) => return Ok(drawn),
        played => played?,
    };
    if record.position().program().is_some() {
        return Ok(None);
    }
    if let Some(drawn) = drawn.as_mut().filter(|_| record.moves().len() > MAX_FRAMES) {
        add_end(drawn, &mut film, &record);
    }
    Ok(drawn)
}

/// Adds a frame of the position after the last move, with its number and text, unless a limit has ended the film.
fn add_end(drawn: &mut Picture, film: &mut Film<'_>, record: &Record) {
    let (mut picture, made) = (record.position().picture(), record.moves());
    let (Some(mut frame), Some(last)) = (picture.frames.pop(), made.last()) else { return };
    frame.caption = format!("{}: {last} {}", made.len(), frame.caption).trim_end().to_owned();
    film.add(drawn, frame, &picture.tiles);
}
