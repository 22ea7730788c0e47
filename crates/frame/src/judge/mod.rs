//! Judging the positions of a line: whether each can still be won and how soon, which move lost or was longer than
//! necessary, and the position to go back to.
//!
//! The frame replays the line and asks each position how it stands ([`Analysis::evaluator`](crate::Analysis)).
//! A kit that knows the distances of all states answers at once; other positions are asked for a hint. These distances
//! are computed while they are cheap: for few states, or once searches have taken so much that an attempt costs little
//! beside them ([`Evaluator::tabulate`](crate::Evaluator::tabulate)). What a move of the line does to the position
//! before it often says how the next one stands without a search: a best move brings the goal nearer by one, and a lost
//! position stays lost. What later positions say of earlier ones is added at the end.
//!
//! [`reveal`] tells a hint step by step.

mod body;
mod check;
mod evaluation;
mod line;
pub mod reveal;

use std::sync::Arc;

use engines::{Context, Halt, ValueCache};
use picture::Picture;

pub use body::{Judged, JudgedMove, Judgement};
pub use line::{DeadEnd, Follows, WITHOUT_WON};

use crate::answer::{Answer, Reply, Verdict};
use crate::answerer::{Answerer, Posed, draw_position};
use crate::body::AnyBody;
use crate::evaluation::Evaluation;
use crate::explained::{Film, MAX_FRAMES};
use crate::family::Level;
use crate::options::{MOVES, OptionSpec, Options, ROLE};
use crate::position::{self, Position};
use crate::problem::{AskError, CheckError, Checked};
use crate::program::Frames;
use crate::query::QuestionKind;
use crate::question::{Question, QuestionSpec, Shape};
use crate::questions;
use crate::record::{Record, position_watched};
use line::Line;

/// The shape of an answer to `judge`.
pub const JUDGEMENTS: &[Shape] = &[Shape::of::<Judgement>()];

/// The question how each position of a line stands.
pub const JUDGE: QuestionSpec = question(&[&MOVES]);
/// The question how each position of a line stands, where several roles play.
pub const JUDGE_FOR_ROLE: QuestionSpec = question(&[&MOVES, &ROLE]);

/// Declares the question how each position of a line stands, with these options.
#[must_use]
pub const fn question(options: &'static [&'static OptionSpec]) -> QuestionSpec {
    QuestionSpec::new(questions::JUDGE, options, JUDGEMENTS)
}

/// The most bytes of what a question finds out that are kept for its further positions, where the process keeps nothing
/// for later questions.
const MAX_KEPT: u64 = 1 << 30;
/// The most values of that kind.
const MAX_VALUES: usize = 64;
/// The most nodes that are spent on the distances of all states before any search.
const FEW_STATES: u64 = 1_000;
/// One in so many of the nodes spent so far may be spent on the distances of all states, which may save the searches to
/// come. Each attempt may take at least twice what the last did, so that all of them together take less than a tenth.
const SHARE_OF_DISTANCES: u64 = 25;

/// Does work within the limits of a context that keeps what is found out about a level for the next positions.
pub(crate) fn keeping<T>(cx: &Context<'_>, work: impl FnOnce(&Context<'_>) -> T) -> T {
    if cx.keeps().is_some() {
        return work(cx);
    }
    let own = ValueCache::new(MAX_KEPT, MAX_VALUES);
    let inner = cx.part(1).keeping(&own);
    let done = work(&inner);
    cx.absorb(&inner);
    done
}

/// Answers the question how each position of a line stands.
pub(crate) struct Judge;

impl Answerer for Judge {
    fn answers(&self, question: &Question) -> bool {
        question.kind == QuestionKind::JUDGE
    }

    fn ask(&self, Posed { level, question, cx }: Posed<'_>) -> Result<Reply, AskError> {
        answer(level, question, cx)
    }

    fn check(&self, Posed { level, question, cx }: Posed<'_>, reply: &Reply) -> Result<Checked, CheckError> {
        check::check(level, question, reply, cx)
    }

    fn draw(&self, asked: Posed<'_>, answer: &Answer, _: Frames) -> Result<Picture, AskError> {
        drawn(asked, answer).map_or_else(|| draw_position(asked), Ok)
    }
}

/// Judges the positions of a line.
///
/// # Errors
/// A move that cannot be played, an option whose value means nothing, or rules that fail.
fn answer(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Reply, AskError> {
    keeping(cx, |cx| {
        let (line, ended) = walked(level, question, cx)?;
        let (method, why) = (line.method(), line.why().or(ended.map(|halt| halt.to_string())));
        let body = line.judgement();
        Ok(match why {
            None => Reply::found(method, body),
            Some(why) => {
                let method = if method.is_empty() { why } else { format!("{method}; {why}") };
                Reply::with_body(Verdict::Unfinished, method, AnyBody::new(body))
            }
        })
    })
}

/// The line of a question, every position with what is known of it. Where a limit ended the moves, it is returned with
/// the positions before.
fn walked(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<(Line, Option<Halt>), AskError> {
    // This has refused moves that cannot be played before any position is searched, which may take long.
    if let Some(line) = known(level, question, cx)? {
        return Ok((line, None));
    }
    let (mut line, moves, options) = (Line::default(), question.asked.moves(), question.asked.of_position());
    let mut worth_trying = FEW_STATES;
    let played = position_watched(level, question, cx, |record| {
        let most = (cx.spent().nodes / SHARE_OF_DISTANCES).max(FEW_STATES);
        if most >= worth_trying {
            worth_trying = 2 * most;
            tabulate(record.position(), &options, most, cx)?;
        }
        let part = cx.part(((moves.len() + 1).saturating_sub(line.len())).max(1) as u32);
        let standing = line.next(record, || evaluation_in(record, &options, &part));
        cx.absorb(&part);
        line.push(record, standing?);
        Ok(())
    });
    let ended = match played {
        Ok(_) => None,
        Err(AskError::Halted(halt)) if line.len() > 0 => Some(halt),
        Err(error) => return Err(error),
    };
    line.close();
    line.settle();
    Ok((line, ended))
}

/// The line of a question, if every position is decided without a search.
fn known(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Option<Line>, AskError> {
    let (part, nothing, options) = (cx.part(1), cx.at_most(0), question.asked.of_position());
    let mut line = Some(Line::default());
    position_watched(level, question, &part, |record| {
        let Some(before) = &mut line else { return Ok(()) };
        let position = record.position();
        let known = || evaluation::known(position, &options, &nothing).unwrap_or_else(|| Ok(Evaluation::default()));
        let standing = position.failure().map_or_else(|| before.next(record, known), Err)?;
        if standing.is_decided() {
            before.push(record, standing)
        } else {
            line = None
        }
        Ok(())
    })?;
    let Some(mut line) = line else { return Ok(None) };
    cx.absorb(&part);
    line.close();
    Ok(Some(line))
}

/// Computes the distances of all states of a position's level, if at most so many nodes suffice.
fn tabulate(position: &dyn Position, options: &Options, most: u64, cx: &Context<'_>) -> Result<(), AskError> {
    let Some(evaluator) = position::evaluator_of(position) else { return Ok(()) };
    let part = cx.at_most(most);
    let tabulated = evaluator.tabulate(options, &part);
    cx.absorb(&part);
    tabulated
}

/// How the position of a game stands, within the limits.
fn evaluation_in(record: &Record, options: &Options, cx: &Context<'_>) -> Result<Evaluation, AskError> {
    let position = record.position();
    match position.failure() {
        Some(failure) => Err(failure),
        None => evaluation::of(position, record.level().questions(), options, cx),
    }
}

/// Draws the positions of a judged line one after the other, each with what is said of it; `None` where nothing is
/// said.
fn drawn(Posed { level, question, cx }: Posed<'_>, answer: &Answer) -> Option<Picture> {
    let mut said = answer.body_as::<Judgement>()?.lines();
    let (mut drawn, mut film): (Option<Picture>, Film<'_>) = (None, Film::new(cx));
    let visit = |record: &Record| {
        let mut picture = record.position().picture();
        let (Some(mut frame), words) = (picture.frames.pop(), said.next().unwrap_or_default()) else { return Ok(()) };
        frame.caption = words;
        match &mut drawn {
            None => {
                picture.frames = vec![frame];
                drawn = Some(picture);
            }
            Some(drawn) if drawn.frames.len() < MAX_FRAMES => {
                film.add(drawn, frame, &picture.tiles);
            }
            Some(_) => {}
        }
        Ok(())
    };
    // A limit that ends the moves leaves those drawn so far.
    let played = position_watched(level, question, cx, visit);
    drawn.filter(|_| matches!(played, Ok(_) | Err(AskError::Halted(_))))
}
