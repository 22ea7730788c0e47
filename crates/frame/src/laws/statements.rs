//! The law of statements: a par and a solution that are written back are read as such, change nothing else of the
//! level, and are taken back by the undo of the edit.

use std::sync::Arc;

use engines::Context;

use super::{Broken, ensure, load};
use crate::answer::Answer;
use crate::ask::ask;
use crate::edit::{self, Statement};
use crate::family::{Collection, Family, Level, has_hops};
use crate::query::QuestionKind;
use crate::question::Question;
use crate::record::{self, split_moves};
use crate::run::Run;

/// The units of work in which a solution is looked for.
const MAX_NODES: u64 = 20_000;

/// Checks the law on each level of a file. A format that states nothing says why.
pub(super) fn are_read_as_written(family: &dyn Family, text: &str, levels: &dyn Collection) -> Result<(), Broken> {
    for index in 0..levels.entries().len() {
        let level = levels.level(index, &Context::default()).map_err(|problems| problems.to_string())?;
        for par in ["7", "12345", crate::par::IMPOSSIBLE] {
            let read = written(family, text, levels, index, &Statement::Par(par.to_owned()))?;
            let claimed = read.map(|claims| claims.par);
            ensure(claimed.is_none_or(|stated| stated.as_deref() == Some(par)), || {
                format!("par {par} is read otherwise")
            })?;
        }
        let cx = Context::new(engines::Budget { nodes: Some(MAX_NODES), ..engines::Budget::default() });
        let solved = ask(&level, &Question::plain(QuestionKind::SOLVE), &cx);
        let Ok(answer) = solved else { continue };
        let line = answer.body.as_ref().and_then(|body| body.line()).filter(|line| !line.is_empty());
        let Some(line) = line else { continue };
        line_is_read_back(&level, &answer, &line)?;
        let wins = |text: &String| won_in(&level, text) == Some(line.len() as u64);
        if let Some(claims) = written(family, text, levels, index, &Statement::Solution(line.clone()))? {
            let is_read = claims.solution.iter().chain(&claims.given).any(wins);
            ensure(is_read, || "a solution is read otherwise".into())?;
        }
        if let Some(claims) = written(family, text, levels, index, &Statement::Found(line.clone()))? {
            let is_read = claims.given.iter().any(wins) && claims.solution == level.claims().solution;
            ensure(is_read, || "a solution that claims nothing is read otherwise".into())?;
        }
    }
    Ok(())
}

/// The line of an answer is read as its moves, and has a number for each measure of the family. Where moves compose a
/// program no text lists them.
fn line_is_read_back(level: &Arc<dyn Level>, answer: &Answer, moves: &[String]) -> Result<(), Broken> {
    let Some(line) = &answer.line else { return Err("an answer that states moves has no line".into()) };
    if has_hops(level) {
        return Ok(());
    }
    let played = |moves: &[String]| {
        let game = record::position(level, &Question::after(QuestionKind::RUN, moves), &Context::default());
        let game = game.map_err(|refusal| format!("the line '{}' is not read: {refusal}", line.text))?;
        Ok::<_, Broken>((game.moves().len(), game.position().status()))
    };
    let is_same = played(&split_moves(&line.text))? == played(moves)?;
    ensure(is_same, || format!("the line '{}' is read as other moves", line.text))?;
    let measures = level.info().measures.iter().map(|measure| measure.name);
    ensure(line.counts.keys().eq(measures), || format!("'{}' has other numbers than the measures", line.text))
}

/// What the author claims of a level once the file states this; `None` where the format cannot state it.
fn written(
    family: &dyn Family,
    text: &str,
    levels: &dyn Collection,
    index: usize,
    statement: &Statement,
) -> Result<Option<crate::Claims>, Broken> {
    let bytes = text.as_bytes();
    let edit = match levels.write_back(bytes, index, statement) {
        Ok(edit) => edit,
        Err(why) => return ensure(!why.is_empty(), || "a refusal without words".into()).map(|()| None),
    };
    let edited = edit::apply(bytes, &[edit])?;
    let back = edit::apply(&edited.bytes, &edited.undo)?;
    ensure(back.bytes == bytes, || format!("an undo does not take {statement:?} back"))?;
    let cx = Context::default();
    let broken = |problems: crate::problem::LoadError| format!("after {statement:?}: {problems}");
    let again = family.open(Arc::new(edited.bytes), &cx).map_err(broken)?;
    ensure(again.entries().len() == levels.entries().len(), || format!("{statement:?} changes the number of levels"))?;
    for other in 0..levels.entries().len() {
        let (before, after) = (levels.level(other, &cx).map_err(broken)?, again.level(other, &cx).map_err(broken)?);
        ensure(before.identity() == after.identity(), || format!("{statement:?} changes level {}", other + 1))?;
        let is_other = other != index;
        ensure(!is_other || before.claims() == after.claims(), || format!("{statement:?} is said of another level"))?;
    }
    let level = again.level(index, &cx).map_err(broken)?;
    load(family, level.text()).map_err(broken)?;
    Ok(Some(level.claims()))
}

/// The number of single moves of a text of moves that wins from the start.
fn won_in(level: &Arc<dyn Level>, text: &str) -> Option<u64> {
    let question = Question::after(QuestionKind::RUN, &split_moves(text));
    let answer = ask(level, &question, &Context::default()).ok()?;
    answer.body_as::<Run>().filter(|run| run.solved).map(|run| run.moves)
}
