//! The independent checker: both lines are replayed, and every bound is put to the family's own checker.

use std::sync::Arc;

use engines::Context;

use super::{Intended, Line};
use crate::answer::{Reply, Verdict};
use crate::family::Level;
use crate::fields;
use crate::phrases::plural;
use crate::problem::{CheckError, Checked, ensure};
use crate::question::Question;

/// Checks a reply about intended moves.
pub(super) fn check(
    level: &Arc<dyn Level>,
    question: &Question,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    let line = Line::play(level, question, cx)?;
    let mut checked = Checked::of("the intended moves win", &["answer.intended"]);
    ensure(reply.proof.is_none(), "a comparison has no certificate")?;
    match reply.verdict {
        Some(Verdict::Found) => found(&line, reply.body_of()?, cx, &mut checked)?,
        Some(Verdict::Unfinished) => {
            let bound = reply.bound()?;
            ensure(bound < line.moves.len() as u64, "such a bound says that the intended moves are the fewest")?;
            least(&line, 0, bound, cx, (&["answer.at_least"], &mut checked))?;
        }
        _ => return Err(CheckError::no_answer()),
    }
    Ok(checked)
}

fn found(line: &Line<'_>, body: &Intended, cx: &Context<'_>, checked: &mut Checked) -> Result<(), CheckError> {
    let intended = line.moves.len() as u64;
    ensure(body.intended == intended, format!("{} intended", plural(intended, "move is", "moves are")))?;
    let Some(solution) = &body.solution else {
        ensure(body.shortest == Some(intended), "the intended moves are best, and so as many as the shortest has")?;
        return least(line, 0, intended, cx, (&["verdict", "answer.is_best", "answer.shortest"], checked));
    };
    let fewest = solution.len() as u64;
    ensure(fewest < intended, "the solution is no shorter")?;
    ensure(body.shortest.is_none_or(|shortest| shortest == fewest), "shortest is not the length of the solution")?;
    let mut game = line.after(0, cx)?;
    for text in solution {
        game.play(text).map_err(|illegal| CheckError::wrong(illegal.to_string()))?;
    }
    // A text may stand for several moves, which count one by one.
    ensure(game.moves().len() == line.before.len() + solution.len(), "a move of the solution stands for several")?;
    ensure(game.position().status().solved, "the shorter solution does not win")?;
    checked.done("the shorter solution wins", &["verdict", "answer.is_best", "answer.solution"]);
    let bound = body.shortest.or(body.at_least).unwrap_or(0);
    least(line, 0, bound, cx, (&["answer.shortest", "answer.at_least"], checked))?;
    let Some(leaves) = body.leaves_after else { return Ok(()) };
    leaves_after(line, solution, leaves, cx, checked)
}

/// That the solution, a shortest one, begins with so many intended moves, and no shortest one with more.
fn leaves_after(
    line: &Line<'_>,
    solution: &[String],
    leaves: u64,
    cx: &Context<'_>,
    checked: &mut Checked,
) -> Result<(), CheckError> {
    const LEAVES: &[&str] = &["answer.leaves_after"];
    let (fewest, intended) = (solution.len() as u64, line.moves.len() as u64);
    ensure(leaves <= fewest, "a solution shares no more moves than it has")?;
    let shared = solution.iter().zip(&line.moves).take_while(|(own, intended)| own == intended).count();
    ensure(shared as u64 == leaves, format!("the solution begins with {shared} of the intended moves"))?;
    // A solution that shares all of its moves shares as many as any of its length can. The intended line itself is no
    // shortest one: beyond its last move but one there is nothing to check.
    if leaves < fewest && leaves + 1 < intended {
        least(line, shared + 1, fewest - leaves, cx, (LEAVES, checked))?;
    }
    checked.compare(LEAVES);
    Ok(())
}

/// That no solution after the first `count` intended moves has fewer than `bound` moves, which the fields say.
fn least(
    line: &Line<'_>,
    count: usize,
    bound: u64,
    cx: &Context<'_>,
    (fields, checked): (&[&str], &mut Checked),
) -> Result<(), CheckError> {
    let game = line.after(count, cx)?;
    let claim = Reply::unfinished("claimed", bound);
    let found = fields::check(game.position(), &line.solve(), &claim, cx)?;
    let place =
        if count == 0 { String::new() } else { format!(" after {}", plural(count, "intended move", "intended moves")) };
    let what = format!("that no solution{place} has fewer than {}", plural(bound, "move", "moves"));
    checked.add(found.is_whole(), what, fields);
    Ok(())
}
