//! Whether the designer's solution can be beaten: the question [`QuestionKind::SHORTCUT`],
//! which compares a line of moves with a shortest solution ([`INTENDED`]), or asks for a solution that does without a
//! cell or an object ([`WITHOUT`]).
//!
//! The frame answers the first for every family, by the family's own answers to `solve`. A shortest solution that
//! shares the first `k` intended moves exists exactly where `k` moves and the distance from there make the shortest
//! length; that sum never falls along the line, so that the last such `k` is found by halving, with the logarithm of
//! the line's length in searches. Families answer the second themselves: those over the kit for state spaces by
//! breadth-first search without the moves that are ruled out ([`crate::space`]).

mod body;
mod check;
mod intended;

use std::sync::Arc;

use engines::Context;
use picture::Picture;

pub use body::Intended;

use crate::answer::{Answer, Reply};
use crate::answerer::{Answerer, ByFamily, Posed};
use crate::explained::add_moves;
use crate::family::{self, Level};
use crate::given_line::{GivenLine, after};
use crate::options::{INTENDED, OptionSpec, OptionValue, WITHOUT};
use crate::problem::{AskError, CheckError, Checked};
use crate::program::Frames;
use crate::query::{Query, QuestionKind};
use crate::question::{Question, Shape};
use crate::record::{Record, position, split_moves};
use crate::solution::Solution;
use crate::unit::Unit;

/// The shapes of an answer in families whose solutions are [`Solution`]s.
pub const SHORTCUTS: &[Shape] = &[Shape::when::<Intended>(Intended::fits), Shape::of::<Solution>()];

/// The two questions that the options ask.
enum Mode {
    /// Whether the intended moves are a shortest solution.
    Intended,
    /// For a solution that does without something.
    Without,
}

/// Which question is asked.
///
/// # Errors
/// None, or both.
fn mode(level: &Arc<dyn Level>, question: &Question) -> Result<Mode, AskError> {
    let refused = |why: &str| Err(AskError::NotOffered(why.into()));
    match (question.asked.has(&INTENDED), question.asked.has(&WITHOUT)) {
        (true, false) => Ok(Mode::Intended),
        (false, true) => Ok(Mode::Without),
        (true, true) => refused("'intended' and 'without' ask two questions; expected one of them"),
        (false, false) if level_takes(level, &WITHOUT) => refused(
            "no solution is given that could be shorter, and the level states none; expected its moves in 'intended', or a \
             cell or an object to do without in 'without'",
        ),
        (false, false) => refused(
            "no solution is given that could be shorter, and the level states none; expected its moves in 'intended'",
        ),
    }
}

/// The question as it is meant: where it gives neither moves nor something to do without, about the solution that the
/// level states.
fn meant(level: &Arc<dyn Level>, question: &Question) -> Question {
    let claims = level.claims();
    let stated = claims.solution.or(claims.given);
    match stated {
        Some(stated) if !question.asked.has(&INTENDED) && !question.asked.has(&WITHOUT) => {
            let asked = question.asked.clone().with(&INTENDED, OptionValue::List(split_moves(&stated)));
            Question { kind: question.kind, asked }
        }
        _ => question.clone(),
    }
}

/// Answers the question whether the designer's solution can be beaten.
pub(crate) struct Shortcut;

impl Answerer for Shortcut {
    fn answers(&self, question: &Question) -> bool {
        question.kind == QuestionKind::SHORTCUT
    }

    fn ask(&self, asked: Posed<'_>) -> Result<Reply, AskError> {
        let Posed { level, question, cx } = asked;
        let question = &meant(level, question);
        match mode(level, question)? {
            Mode::Intended => intended::answer(level, question, cx),
            Mode::Without => ByFamily.ask(asked),
        }
    }

    fn check(&self, asked: Posed<'_>, reply: &Reply) -> Result<Checked, CheckError> {
        let Posed { level, question, cx } = asked;
        let question = &meant(level, question);
        match mode(level, question)? {
            Mode::Intended => check::check(level, question, reply, cx),
            Mode::Without => ByFamily.check(asked, reply),
        }
    }

    fn draw(&self, Posed { level, question, cx }: Posed<'_>, answer: &Answer, _: Frames) -> Result<Picture, AskError> {
        let game = position(level, question, cx)?;
        Ok(drawn(answer, meant(level, question).asked.list(&INTENDED), game, cx))
    }
}

fn level_takes(level: &Arc<dyn Level>, option: &OptionSpec) -> bool {
    family::question(&**level, QuestionKind::SHORTCUT).is_some_and(|spec| spec.option(option.name).is_some())
}

/// Draws an answer, for the game before it: the shorter solution step by step, or the intended one where it is best.
fn drawn(answer: &Answer, intended: &[String], mut game: Record, cx: &Context<'_>) -> Picture {
    let line = match answer.body_as::<Intended>() {
        Some(body) => body.solution.clone().unwrap_or_else(|| intended.to_vec()),
        None => answer.body_as::<Solution>().map(|body| body.solution.clone()).unwrap_or_default(),
    };
    let mut picture = game.position().picture();
    add_moves(&mut picture, &line, cx, |text| {
        game.play(text).ok()?;
        Some(game.position().picture())
    });
    picture
}

/// The intended moves of a question, played.
struct Line<'a> {
    level: &'a Arc<dyn Level>,
    question: &'a Question,
    /// The single moves before the question, and those intended.
    before: Vec<String>,
    moves: Vec<String>,
    /// What is counted.
    unit: Unit,
}

impl<'a> Line<'a> {
    /// Plays the intended moves.
    ///
    /// # Errors
    /// A move that cannot be played, with its place in the list, moves that do not win, or options by which lines are
    /// not compared.
    fn play(level: &'a Arc<dyn Level>, question: &'a Question, cx: &Context<'_>) -> Result<Line<'a>, AskError> {
        let GivenLine { before, moves } = GivenLine::play(level, question, &INTENDED, "the intended moves", cx)?;
        let unit = position(level, question, cx)?.position().counts(&question.asked.of_position())?;
        Ok(Line { level, question, before, moves, unit })
    }

    /// The game after the first `count` intended moves.
    fn after(&self, count: usize, cx: &Context<'_>) -> Result<Record, AskError> {
        let moves = [&*self.before, &self.moves[..count]].concat();
        position(self.level, &after(self.question, moves), cx)
    }

    /// How many moves from the start of the line have of what is counted.
    fn valued(&self, start: &Record, moves: &[String]) -> u64 {
        start.position().valued(&self.solve(), moves)
    }

    /// The query for a shortest solution.
    fn solve(&self) -> Query {
        let options = self.question.asked.of_position().without(&INTENDED);
        Query { kind: QuestionKind::SOLVE, options }
    }
}
