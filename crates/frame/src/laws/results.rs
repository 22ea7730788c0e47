//! The law of results: a result is `won` only where the goal is reached, and is there exactly where a game has ended.

use std::sync::Arc;

use engines::Context;

use super::{Bounds, Broken, MAX_TRIED, ensure, spec};
use crate::ask::ask;
use crate::family::Level;
use crate::options::{MOVES, OptionValue, ROLE};
use crate::problem::AskError;
use crate::query::QuestionKind;
use crate::question::Question;
use crate::record::Record;
use crate::result::{GameResult, ResultKind};
use crate::run::Run;
use crate::status::{NOBODY, PLAYER, Role, Status};

/// Moves of one game, at most.
const MAX_MOVES: usize = 60;
/// Work for one question.
const NODES: u64 = 1_000_000;

/// Plays three games and checks the result after every move: each first move alone, moves in turn, best moves.
pub(super) fn hold(level: &Arc<dyn Level>, role: Role, bounds: Bounds) -> Result<(), Broken> {
    let game = Record::new(Arc::clone(level), role);
    right(&game, bounds)?;
    let firsts: Vec<String> = game.position().moves().take(MAX_TRIED).collect();
    for first in &firsts {
        let mut game = Record::new(Arc::clone(level), role);
        made(&mut game, first)?;
        right(&game, bounds)?;
    }
    play(Record::new(Arc::clone(level), role), bounds, |game, step| {
        let moves: Vec<String> = game.position().moves().take(MAX_TRIED).collect();
        Ok(moves.get((step * 5 + 1) % moves.len().max(1)).cloned())
    })?;
    play(Record::new(Arc::clone(level), role), bounds, |game, _| best(game, bounds))
}

/// Plays the moves that `choose` names, as long as it names one.
fn play(
    mut game: Record,
    bounds: Bounds,
    choose: impl Fn(&Record, usize) -> Result<Option<String>, Broken>,
) -> Result<(), Broken> {
    for step in 0..MAX_MOVES {
        let Some(text) = choose(&game, step)? else { break };
        made(&mut game, &text)?;
        right(&game, bounds)?;
    }
    Ok(())
}

fn made(game: &mut Record, text: &str) -> Result<(), Broken> {
    game.play(text).map_err(|illegal| format!("a listed move is refused: {illegal}"))
}

/// A best move, where hints are given.
fn best(game: &Record, bounds: Bounds) -> Result<Option<String>, Broken> {
    if spec(game.level(), QuestionKind::HINT).is_none() || game.position().moves().next().is_none() {
        return Ok(None);
    }
    let question = about(game, QuestionKind::HINT);
    match ask(game.level(), &question, &bounds.within(question.kind, NODES)) {
        Ok(answer) => Ok(answer.body.and_then(|body| body.advice()?.best.into_iter().next())),
        Err(AskError::NotOffered(_)) => Ok(None),
        Err(refusal) => Err(refusal.to_string()),
    }
}

/// A question about the position of a game.
fn about(game: &Record, kind: QuestionKind) -> Question {
    let mut question = Question::after(kind, game.moves());
    if game.level().roles().len() > 1 {
        question.asked = question.asked.with(&ROLE, OptionValue::Text(game.role().0.to_owned()));
    }
    question
}

/// Whether the result fits the position.
fn right(game: &Record, bounds: Bounds) -> Result<(), Broken> {
    let (status, winner, result) = (game.position().status(), game.position().winner(), game.result());
    let says = || format!("after {:?} the result is {result:?}, but", game.moves());
    ensure(result.is_some() == (status.over || status.solved), || format!("{} a game has one when it ends", says()))?;
    if let Some(result) = &result {
        let kind = match (winner, status.solved) {
            (Some(NOBODY), _) => vec![ResultKind::Drawn],
            (Some(winner), _) if winner == side(game) => vec![ResultKind::Won],
            (Some(_), _) => vec![ResultKind::Lost],
            (None, true) => vec![ResultKind::Won, ResultKind::Ended],
            (None, false) => vec![ResultKind::Lost, ResultKind::Ended],
        };
        ensure(kind.contains(&result.kind), || format!("{} expected {kind:?}", says()))?;
        counted(game, result, &status).map_err(|broken| format!("{} {broken}", says()))?;
    }
    let said = said_by_a_run(game)?;
    // A run in a family's own form may already know how a game ends that goes on.
    let own = game.position().program().is_some();
    ensure(said == result || (own && result.is_none()), || format!("{} a run says {said:?}", says()))?;
    solved_by_the_solver(game, bounds)
}

/// Whom a result is about: who plays, or the first player where one plays both sides.
fn side(game: &Record) -> &'static str {
    let roles = game.level().roles();
    if game.role().0 == PLAYER && roles.len() > 1 { roles[1] } else { game.role().0 }
}

/// The result that the answer to a run states.
fn said_by_a_run(game: &Record) -> Result<Option<GameResult>, Broken> {
    let answer = ask(game.level(), &about(game, QuestionKind::RUN), &Context::default());
    let body = answer.map_err(|refusal| refusal.to_string())?.body.ok_or("a run has no answer")?;
    if let Some(run) = body.downcast_ref::<Run>() {
        return run.result.clone().ok_or_else(|| "a run states no result".into());
    }
    let mut value = serde_json::to_value(&body).map_err(|error| error.to_string())?;
    let stated = value.as_object_mut().and_then(|fields| fields.remove("result"));
    let stated = stated.ok_or_else(|| format!("a run states no result: {value}"))?;
    serde_json::from_value(stated).map_err(|error| format!("the result of a run: {error}"))
}

/// A value counts what was paid in positions with costs, and the moves made in all others, unless it is what is gained.
fn counted(game: &Record, result: &GameResult, status: &Status) -> Result<(), Broken> {
    ensure(result.value.is_some() == result.unit.is_some(), || "a value has a unit".into())?;
    let Some((value, unit)) = result.amount().filter(|(_, unit)| !unit.is_gain()) else { return Ok(()) };
    let moves = game.moves().len() as u64;
    let says = || format!("{moves} moves were made, and the cost is {:?}", status.cost);
    ensure(status.cost.as_ref().is_none_or(|cost| cost.unit == *unit), says)?;
    ensure(value == status.cost.as_ref().map_or(moves, |cost| cost.value), says)
}

/// Where a solver counts moves from any position, none are left exactly where the game is won.
fn solved_by_the_solver(game: &Record, bounds: Bounds) -> Result<(), Broken> {
    let takes_moves = spec(game.level(), QuestionKind::SOLVE).is_some_and(|spec| spec.option(MOVES.name).is_some());
    let Some(result) = game.result().filter(|_| takes_moves && game.position().status().cost.is_none()) else {
        return Ok(());
    };
    let answer = ask(game.level(), &about(game, QuestionKind::SOLVE), &bounds.within(QuestionKind::SOLVE, NODES));
    let answer = answer.map_err(|refusal| refusal.to_string())?;
    let optimum = answer.body.and_then(|body| body.optimum());
    // An optimum in another unit than the result's does not count moves.
    let Some(optimum) = optimum.filter(|best| result.unit.as_ref().is_none_or(|unit| *unit == best.unit)) else {
        return Ok(());
    };
    let (won, left) = (result.kind == ResultKind::Won, optimum.value);
    ensure(won == (left == 0), || format!("after {:?} {left} moves are left, but won: {won}", game.moves()))
}
