//! How games end: a result is `won` only where the goal is reached, and is there exactly where a game has ended.

use std::sync::Arc;

use engines::Context;

use super::{Broken, MOST_TRIED, answers, ensure};
use crate::answer::Body;
use crate::family::{FamilyInfo, Level, ask};
use crate::play::{NOBODY, PLAYER, Role};
use crate::problem::AskError;
use crate::question::{Detail, Question, QuestionKind};
use crate::record::Record;
use crate::result::{GameResult, ResultKind, Unit};

/// Moves of one game, at most.
const MOST_MOVES: usize = 60;
/// Work for one question.
const NODES: u64 = 1_000_000;

/// Plays three games and looks at the result after every move: each first move by itself, moves in turn, best moves.
pub(super) fn hold(info: &FamilyInfo, level: &Arc<dyn Level>, role: Role) -> Result<(), Broken> {
    let game = Record::new(Arc::clone(level), role);
    right(info, &game)?;
    let firsts: Vec<String> = game.play().moves().take(MOST_TRIED).collect();
    for first in &firsts {
        let mut game = Record::new(Arc::clone(level), role);
        made(&mut game, first)?;
        right(info, &game)?;
    }
    play(info, Record::new(Arc::clone(level), role), |game, step| {
        let moves: Vec<String> = game.play().moves().take(MOST_TRIED).collect();
        Ok(moves.get((step * 5 + 1) % moves.len().max(1)).cloned())
    })?;
    play(info, Record::new(Arc::clone(level), role), |game, _| best(info, game))
}

/// Plays the moves that `choose` names, as long as it names one.
fn play(
    info: &FamilyInfo,
    mut game: Record,
    choose: impl Fn(&Record, usize) -> Result<Option<String>, Broken>,
) -> Result<(), Broken> {
    for step in 0..MOST_MOVES {
        let Some(text) = choose(&game, step)? else { break };
        made(&mut game, &text)?;
        right(info, &game)?;
    }
    Ok(())
}

fn made(game: &mut Record, text: &str) -> Result<(), Broken> {
    game.make(text).map_err(|illegal| format!("a listed move is refused: {illegal}"))
}

/// A best move, where hints are given.
fn best(info: &FamilyInfo, game: &Record) -> Result<Option<String>, Broken> {
    if !answers(game.level(), QuestionKind::Hint) || game.play().moves().next().is_none() {
        return Ok(None);
    }
    let question = about(info, game, QuestionKind::Hint);
    match ask(info, game.level(), &question, &Context::with_nodes(NODES)) {
        Ok(answer) => Ok(match answer.body {
            Some(Body::Hint(hint)) => hint.best.first().cloned(),
            _ => None,
        }),
        Err(AskError::NotOffered(_)) => Ok(None),
        Err(refusal) => Err(refusal.to_string()),
    }
}

/// A question about the position of a game.
fn about(info: &FamilyInfo, game: &Record, kind: QuestionKind) -> Question {
    let mut question = Question::plain(kind);
    question.asked.moves = game.moves().to_vec();
    question.asked.role = (game.level().roles(info).len() > 1).then(|| game.role().0.to_owned());
    question
}

/// Whether the result fits the position.
fn right(info: &FamilyInfo, game: &Record) -> Result<(), Broken> {
    let (status, winner, result) = (game.play().status(), game.play().winner(), game.result());
    let says = || format!("after {:?} the result is {result:?}, but", game.moves());
    ensure(result.is_some() == (status.over || status.solved), || format!("{} a game has one when it ends", says()))?;
    if let Some(result) = result {
        let kind = match (winner, status.solved) {
            (Some(NOBODY), _) => vec![ResultKind::Drawn],
            (Some(winner), _) if winner == side(info, game) => vec![ResultKind::Won],
            (Some(_), _) => vec![ResultKind::Lost],
            (None, true) => vec![ResultKind::Won, ResultKind::Ended],
            (None, false) => vec![ResultKind::Lost, ResultKind::Ended],
        };
        ensure(kind.contains(&result.kind), || format!("{} expected {kind:?}", says()))?;
        counted(game, result, status.cost).map_err(|broken| format!("{} {broken}", says()))?;
    }
    let answer = crate::record::run(info, game.level(), &about(info, game, QuestionKind::Run), &Context::default());
    match answer.map_err(|refusal| refusal.to_string())?.body {
        Some(Body::Run(run)) => {
            ensure(run.result == Some(result), || format!("{} a run says {:?}", says(), run.result))?
        }
        Some(Body::BunnyRun(run)) => {
            let won = run.result.flatten().map(|result| result.kind);
            let expected = run.complete.then_some(ResultKind::Won);
            ensure(won == expected && run.result.is_some(), || format!("{} a run says {:?}", says(), run.result))?;
        }
        other => return Err(format!("a run is answered with {other:?}")),
    }
    solved_by_the_solver(info, game)
}

/// Whom a result is about: who plays, or the first player where one plays both sides.
fn side(info: &FamilyInfo, game: &Record) -> &'static str {
    let roles = game.level().roles(info);
    if game.role().0 == PLAYER && roles.len() > 1 { roles[1] } else { game.role().0 }
}

/// The value counts what its unit says.
fn counted(game: &Record, result: GameResult, cost: Option<u64>) -> Result<(), Broken> {
    ensure(result.value.is_some() == result.unit.is_some(), || "a value has a unit".into())?;
    let Some((value, unit)) = result.amount() else { return Ok(()) };
    let right = match unit {
        Unit::Moves | Unit::Presses => value == game.moves().len() as u64,
        Unit::Tokens | Unit::Cost => Some(value) == cost,
    };
    ensure(right, || format!("{} moves were made, and the cost is {cost:?}", game.moves().len()))
}

/// Where a solver takes moves, it has nothing left to do exactly where the game is won.
fn solved_by_the_solver(info: &FamilyInfo, game: &Record) -> Result<(), Broken> {
    let level = game.level();
    let takes_moves =
        |offer: &&crate::QuestionSpec| offer.kind == QuestionKind::Solve && offer.details.contains(&Detail::Moves);
    if game.result().is_none() || !level.questions().iter().any(|offer| takes_moves(&offer)) {
        return Ok(());
    }
    let answer = ask(info, level, &about(info, game, QuestionKind::Solve), &Context::with_nodes(NODES));
    let left = match answer.map_err(|refusal| refusal.to_string())?.body {
        Some(Body::ToggleSolve(solve)) => solve.moves,
        Some(Body::Solution(solution)) => solution.moves,
        _ => return Ok(()),
    };
    let won = game.result().is_some_and(|result| result.kind == ResultKind::Won);
    ensure(won == (left == 0), || format!("after {:?} {left} moves are left, but won: {won}", game.moves()))
}
