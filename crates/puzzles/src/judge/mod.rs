//! Judging the positions of a line: whether each can still be won and how soon, which move lost or was longer than
//! necessary, and the position to go back to.
//!
//! The frame replays the line and asks each position how it stands ([`Position::evaluate`](crate::Position::evaluate)).
//! A kit that knows the distances of all states answers at once; other positions are asked for a hint. What a move of
//! the line does to the position before it often says how the next one stands without a search: a best move brings the
//! goal nearer by one, and a lost position stays lost. What later positions say of earlier ones is added at the end.
//!
//! [`reveal`] tells a hint step by step.

mod body;
mod check;
mod evaluation;
mod line;
pub mod reveal;

use std::sync::Arc;

use engines::{Context, ValueCache};
use picture::Picture;

pub use body::{Judged, JudgedMove, Judgement};
pub use evaluation::Evaluation;
pub use line::{DeadEnd, Follows};

use crate::answer::{Answer, Reply, Verdict};
use crate::body::AnyBody;
use crate::family::Level;
use crate::options::{MOVES, OptionSpec, ROLE};
use crate::position::Position;
use crate::problem::AskError;
use crate::question::{Question, QuestionKind, QuestionSpec, Shape};
use crate::record::Record;
pub(crate) use check::check;
use line::Line;

/// The shape of an answer to `judge`.
pub const JUDGEMENTS: &[Shape] = &[Shape::of::<Judgement>()];

/// The question how each position of a line stands.
pub const JUDGE: QuestionSpec = question(&[&MOVES]);
/// The same question where several roles play.
pub const JUDGE_FOR_ROLE: QuestionSpec = question(&[&MOVES, &ROLE]);

/// Declares the question how each position of a line stands, with these options.
#[must_use]
pub const fn question(options: &'static [&'static OptionSpec]) -> QuestionSpec {
    QuestionSpec::new(QuestionKind::Judge, options, JUDGEMENTS)
}

/// The most bytes of what a question finds out that are kept for its further positions, where the process keeps nothing
/// for later questions.
const MOST_KEPT: u64 = 1 << 30;
/// The most frames of a line that is drawn.
const MOST_FRAMES: usize = 200;
/// The most values of that kind.
const MOST_VALUES: usize = 64;

/// Does work within the limits of a context that keeps what is found out about a level for the next positions.
pub(crate) fn keeping<T>(cx: &Context<'_>, work: impl FnOnce(&Context<'_>) -> T) -> T {
    if cx.keeps().is_some() {
        return work(cx);
    }
    let own = ValueCache::new(MOST_KEPT, MOST_VALUES);
    let inner = cx.part(1).keeping(&own);
    let done = work(&inner);
    cx.absorb(&inner);
    done
}

/// Judges the positions of a line.
///
/// # Errors
/// A move that cannot be played, an option whose value means nothing, or rules that fail.
pub(crate) fn ask(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Reply, AskError> {
    keeping(cx, |cx| {
        let line = walked(level, question, cx)?;
        let (method, why) = (line.method(), line.why());
        let body = line.judgement();
        Ok(match why {
            None => Reply::found(method, body),
            Some(why) => {
                let method = if method.is_empty() { why } else { format!("{method}; {why}") };
                Reply { verdict: Some(Verdict::Unfinished), method, body: Some(AnyBody::new(body)), proof: None }
            }
        })
    })
}

/// The line of a question, every position with what is known of it.
fn walked(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Line, AskError> {
    let (mut line, moves, options) = (Line::default(), question.asked.moves(), question.asked.of_position());
    let role = crate::family::role(&**level, question.asked.role())?;
    let level = level.variant(&question.asked)?.unwrap_or_else(|| Arc::clone(level));
    // A move that cannot be played is refused before any position is judged, which may take long.
    Record::replay(Arc::clone(&level), role, moves, &cx.part(1))?;
    let questions = level.questions();
    Record::replay_watched(level, role, moves, cx, |record| {
        if let Some(failure) = record.position().failure() {
            return Err(failure);
        }
        let part = cx.part(((moves.len() + 1).saturating_sub(line.len())).max(1) as u32);
        let position = record.position();
        let next = line.next(record, || evaluation::of(position, questions, &options, &part));
        cx.absorb(&part);
        line.push(record, next?);
        Ok(())
    })?;
    line.close();
    Ok(line)
}

/// How a position stands, within the limits.
pub(crate) fn evaluation_of(
    level: &Arc<dyn Level>,
    position: &dyn Position,
    question: &Question,
    cx: &Context<'_>,
) -> Result<Evaluation, AskError> {
    evaluation::of(position, level.questions(), &question.asked.of_position(), cx)
}

/// Draws the positions of a judged line one after the other, each with what is said of it; `end` is the last one.
pub(crate) fn drawn(level: &Arc<dyn Level>, answer: &Answer, end: &dyn Position) -> Picture {
    let Some(body) = answer.body_as::<Judgement>() else { return end.picture() };
    let mut drawn: Option<Picture> = None;
    let (mut said, question) = (body.said(), answer.asked_question());
    let visit = |record: &Record| {
        let mut picture = record.position().picture();
        let (Some(mut frame), words) = (picture.frames.pop(), said.next().unwrap_or_default()) else { return Ok(()) };
        frame.caption = words;
        match &mut drawn {
            None => {
                picture.frames = vec![frame];
                drawn = Some(picture);
            }
            Some(film) if film.frames.len() < MOST_FRAMES => film.push_frame(frame, &picture.tiles),
            Some(_) => {}
        }
        Ok(())
    };
    let role = crate::family::role(&**level, question.asked.role());
    let level = level.variant(&question.asked).ok().flatten().unwrap_or_else(|| Arc::clone(level));
    let replayed =
        role.and_then(|role| Record::replay_watched(level, role, question.asked.moves(), &Context::default(), visit));
    drawn.filter(|_| replayed.is_ok()).unwrap_or_else(|| end.picture())
}
