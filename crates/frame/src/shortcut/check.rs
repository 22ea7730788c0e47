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
use crate::unit::Unit;

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
            ensure(
                bound < line.valued(&line.after(0, cx)?, &line.moves),
                "such a bound says that the intended moves are the fewest",
            )?;
            least(&line, 0, bound, cx, (&["answer.at_least"], &mut checked))?;
        }
        _ => return Err(CheckError::no_answer()),
    }
    Ok(checked)
}

fn found(line: &Line<'_>, body: &Intended, cx: &Context<'_>, checked: &mut Checked) -> Result<(), CheckError> {
    let start = line.after(0, cx)?;
    let (intended, unit) = (line.valued(&start, &line.moves), &line.unit);
    ensure(body.intended == intended, format!("{} of the intended moves are counted", unit.count(intended)))?;
    ensure(*body.unit.as_ref().unwrap_or(&Unit::MOVES) == *unit, format!("{} are counted", unit.name()))?;
    checked.compare(&["answer.unit"]);
    let Some(solution) = &body.solution else {
        ensure(body.shortest == Some(intended), "the intended moves are best, and so as many as the shortest has")?;
        return least(line, 0, intended, cx, (&["verdict", "answer.is_best", "answer.shortest"], checked));
    };
    let fewest = line.valued(&start, solution);
    ensure(body.counted.is_none_or(|counted| counted == fewest), format!("the solution has {}", unit.count(fewest)))?;
    checked.compare(&["answer.counted"]);
    ensure(fewest < intended, "the solution is no shorter")?;
    ensure(body.shortest.is_none_or(|shortest| shortest == fewest), "shortest is not what the solution has")?;
    let mut game = start;
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
    leaves_after(line, (solution, fewest), leaves, cx, checked)
}

/// That the solution, a shortest one of this value, begins with so many intended moves, and no shortest one with more.
fn leaves_after(
    line: &Line<'_>,
    (solution, fewest): (&[String], u64),
    leaves: u64,
    cx: &Context<'_>,
    checked: &mut Checked,
) -> Result<(), CheckError> {
    const LEAVES: &[&str] = &["answer.leaves_after"];
    ensure(leaves <= solution.len() as u64, "a solution shares no more moves than it has")?;
    let shared = solution.iter().zip(&line.moves).take_while(|(own, intended)| own == intended).count();
    ensure(shared as u64 == leaves, format!("the solution begins with {shared} of the intended moves"))?;
    // A solution that shares all of its moves shares as many as any of its length can. The intended line itself is no
    // shortest one: beyond its last move but one there is nothing to check.
    if shared < solution.len() && shared + 1 < line.moves.len() {
        let paid = line.valued(&line.after(0, cx)?, &line.moves[..=shared]);
        // What is worth more than all of the solution begins none.
        if let Some(left) = fewest.checked_sub(paid) {
            least(line, shared + 1, left + 1, cx, (LEAVES, checked))?;
        }
    }
    checked.compare(LEAVES);
    Ok(())
}

/// That no solution after the first `count` intended moves has fewer than `bound` of what is counted, which the fields
/// say.
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
    let what = format!("that no solution{place} has fewer than {}", line.unit.count(bound));
    checked.add(found.is_whole(), what, fields);
    Ok(())
}
