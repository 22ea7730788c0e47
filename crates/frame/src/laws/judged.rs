//! The laws of judged lines: no move of a solution is a mistake, what is lost stays lost, and what is said of moves
//! follows from the positions.

use std::sync::Arc;

use super::{Bounds, Broken, MAX_TRIED, answers, ensure, kept, spec};
use crate::answer::{Answer, Verdict};
use crate::ask::{ask, check};
use crate::family::Level;
use crate::judge::Judgement;
use crate::options::{MOVES, OptionValue, ROLE};
use crate::query::QuestionKind;
use crate::question::Question;
use crate::record::Record;
use crate::status::Role;

/// The most moves of a line that is judged.
const MAX_MOVES: usize = 6;
/// The most moves of a line whose answer is damaged.
const FEW_MOVES: usize = 2;
/// The nodes of a question about a line.
const NODES: u64 = 300_000;

/// Judges a solution and two arbitrary lines of each role.
pub(super) fn lines(level: &Arc<dyn Level>, bounds: Bounds) -> Result<(), Broken> {
    let Some(judge) = spec(level, QuestionKind::JUDGE) else { return Ok(()) };
    for &role in level.roles() {
        let ask = |moves: &[String]| {
            let mut asked = crate::Options::default().with(&MOVES, OptionValue::List(moves.to_vec()));
            if judge.option(ROLE.name).is_some() && level.roles().len() > 1 {
                asked = asked.with(&ROLE, OptionValue::Text(role.to_owned()));
            }
            let question = Question { kind: QuestionKind::JUDGE, asked };
            ask(level, &question, &bounds.within(question.kind, NODES))
        };
        let ask = |moves: &[String]| {
            ask(moves).map_err(|refusal| format!("the line {moves:?} as {role} is not judged: {refusal}"))
        };
        let told = |moves: &[String], broken: Broken| format!("judging {moves:?} as {role}: {broken}");
        let best = best_line(level, Role(role), bounds)?;
        is_without_mistake(level, &ask(&best)?, bounds).map_err(|broken| told(&best, broken))?;
        for (salt, most) in [(3, MAX_MOVES), (5, FEW_MOVES)] {
            let line = arbitrary_line(level, Role(role), salt, most)?;
            let answer = ask(&line)?;
            if most == FEW_MOVES {
                answers::hold(level, &answer, bounds).map_err(|broken| told(&line, broken))?;
            }
            stays_lost(level, &answer, bounds).map_err(|broken| told(&line, broken))?;
        }
    }
    Ok(())
}

/// The first best move again and again.
fn best_line(level: &Arc<dyn Level>, role: Role, bounds: Bounds) -> Result<Vec<String>, Broken> {
    let (mut game, takes) = (Record::new(Arc::clone(level), role), spec(level, QuestionKind::HINT));
    let Some(takes) = takes else { return Ok(Vec::new()) };
    while game.moves().len() < MAX_MOVES && game.position().moves().next().is_some() {
        let mut question = Question::after(QuestionKind::HINT, game.moves());
        if takes.option(ROLE.name).is_some() && level.roles().len() > 1 {
            question.asked = question.asked.with(&ROLE, OptionValue::Text(role.0.to_owned()));
        }
        let cx = bounds.within(question.kind, NODES).keeping(kept());
        let Ok(answer) = ask(level, &question, &cx) else { break };
        let Some(advice) = answer.body.and_then(|body| body.advice()) else { break };
        let Some(best) = advice.best.first() else { break };
        game.play(best).map_err(|illegal| format!("a best move is refused: {illegal}"))?;
    }
    Ok(game.moves().to_vec())
}

/// A fixed choice of moves.
fn arbitrary_line(level: &Arc<dyn Level>, role: Role, salt: usize, most: usize) -> Result<Vec<String>, Broken> {
    let mut game = Record::new(Arc::clone(level), role);
    for step in 0..most {
        let moves: Vec<String> = game.position().moves().take(MAX_TRIED).collect();
        let Some(text) = moves.get((step * 7 + salt) % moves.len().max(1)) else { break };
        game.play(text).map_err(|illegal| format!("a listed move is refused: {illegal}"))?;
    }
    Ok(game.moves().to_vec())
}

fn body(answer: &Answer) -> Result<&Judgement, Broken> {
    ensure(answer.verdict != Some(Verdict::Impossible), || "a line is never impossible".into())?;
    ensure(answer.proof.is_none(), || "the proofs are those of the positions".into())?;
    answer.body_as().ok_or_else(|| "the answer is no judgement".into())
}

/// JSON keeps the answer, and the checker accepts it.
fn is_right(level: &Arc<dyn Level>, answer: &Answer, bounds: Bounds) -> Result<(), Broken> {
    answers::kept_by_json(level, answer)?;
    match check(level, answer, &bounds.checking()) {
        Err(flaw) if !bounds.stopped(&flaw) => Err(format!("the checker refuses it: {flaw}")),
        _ => Ok(()),
    }
}

/// In a line of best moves none is a mistake, as far as that is known.
fn is_without_mistake(level: &Arc<dyn Level>, answer: &Answer, bounds: Bounds) -> Result<(), Broken> {
    is_right(level, answer, bounds)?;
    let judged = body(answer)?;
    let none = (judged.first_lost, judged.first_longer, judged.back_to);
    ensure(none == (None, None, None), || format!("a best move is a mistake: {none:?}"))?;
    if answer.verdict == Some(Verdict::Found) {
        let can_win = judged.positions[0].can_win != Some(Some(false));
        let costs = judged.moves.iter().all(|step| step.cost == Some(0));
        ensure(costs || !can_win, || format!("a best move costs something: {:?}", judged.moves))?;
    }
    Ok(())
}

/// A position behind one that is lost is lost too, and a longer move brings the goal no nearer.
fn stays_lost(level: &Arc<dyn Level>, answer: &Answer, bounds: Bounds) -> Result<(), Broken> {
    is_right(level, answer, bounds)?;
    let judged = body(answer)?;
    for (at, pair) in judged.positions.windows(2).enumerate() {
        let step = &judged.moves[at];
        if pair[0].can_win == Some(Some(false)) {
            ensure(pair[1].can_win == Some(Some(false)), || format!("move {} wins what is lost", at + 1))?;
        }
        let loses = pair[0].can_win == Some(Some(true)) && pair[1].can_win == Some(Some(false));
        ensure(!loses || step.lost == Some(true), || format!("move {} loses and does not say so", at + 1))?;
        if let (Some(Some(left)), Some(Some(rest)), Some(cost)) = (pair[0].moves_left, pair[1].moves_left, step.cost)
            && pair[0].value.is_none()
        {
            ensure(rest + 1 == left + cost, || format!("move {} costs {cost}, from {left} to {rest}", at + 1))?;
        }
    }
    Ok(())
}
