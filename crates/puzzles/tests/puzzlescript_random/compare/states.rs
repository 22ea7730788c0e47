//! Every state of a map and every move between states, walked side by side with the oracle's graph, and hints from the
//! hint table of the level.

use std::collections::HashMap;

use engines::{Context, StateRow};
use puzzles::solution::Hint;
use puzzles::{AskError, Question, QuestionKind};

use super::answers::MAX_NODES;
use super::{Compared, Known, Subject, Tally};
use crate::map_files::{Bytes, Rows, tabled};
use crate::plain::search::NAMES;

/// Compares the states of a level's map, which was finished by the oracle.
pub(super) fn compare(subject: &Subject<'_>, known: &Known, tally: &mut Tally) -> Compared {
    let (rows, table) = (Rows::default(), Bytes::default());
    let cx = Context::with_nodes(MAX_NODES).state_sink(&rows).saving_map(&table);
    match puzzles::ask(&subject.level, &Question::plain(QuestionKind::MAP), &cx) {
        Ok(answer) if answer.verdict.is_some_and(|verdict| verdict != puzzles::Verdict::Unfinished) => {}
        // Boards that differ in what their texts do not tell.
        Err(AskError::NotOffered(_)) => {
            tally.untabled += 1;
            return Ok(());
        }
        _ => return Ok(()),
    }
    walk(subject, known, &rows.taken(), tally)?;
    hints(subject, known, &table, tally)
}

/// Follows equal moves from the start in both graphs: the states that are met together have to agree.
fn walk(subject: &Subject<'_>, known: &Known, rows: &[StateRow], tally: &mut Tally) -> Compared {
    let left = known.left.as_deref().unwrap_or_default();
    subject.same("states listed", &[], &rows.len(), &known.graph.states.len())?;
    let (mut met, mut open) = (HashMap::from([(0, 0)]), vec![(0, 0)]);
    while let Some((row, state)) = open.pop() {
        tally.listed += 1;
        let (ours, oracle) = (&rows[row], left[state].map(|left| left as u32));
        subject.same("distance listed", &[], &ours.distance, &oracle)?;
        let steps = known.graph.moves.get(state).map_or(&[][..], Vec::as_slice);
        let names: Vec<&str> = ours.moves.iter().map(|step| &*step.name).collect();
        subject.same("moves listed", &[], &names, &steps.iter().map(|step| NAMES[step.0]).collect())?;
        let after = |to: usize| left[to].map(|left| left as u32);
        let best: Vec<&str> = ours.best().map(|step| &*step.name).collect();
        let nearer = |to: usize| oracle > Some(0) && after(to).is_some_and(|after| Some(after + 1) == oracle);
        let nearest = steps.iter().filter(|step| nearer(step.1)).map(|step| NAMES[step.0]).collect();
        subject.same("best moves listed", &[], &best, &nearest)?;
        let losing: Vec<&str> = ours.losing().map(|step| &*step.name).collect();
        let lost = steps.iter().filter(|step| oracle.is_some() && after(step.1).is_none());
        subject.same("losing moves listed", &[], &losing, &lost.map(|step| NAMES[step.0]).collect())?;
        for (step, &(_, to)) in ours.moves.iter().zip(steps) {
            match met.insert(step.to as usize, to) {
                None => open.push((step.to as usize, to)),
                before => subject.same("state after a move", &[], &before, &Some(to))?,
            }
        }
    }
    subject.same("states met", &[], &met.len(), &rows.len())
}

/// The hint at the start and after each first move, from the table.
fn hints(subject: &Subject<'_>, known: &Known, table: &Bytes, tally: &mut Tally) -> Compared {
    let left = known.left.as_deref().unwrap_or_default();
    let first = known.graph.moves.first().into_iter().flatten();
    let lines = first.map(|&(input, to)| (vec![NAMES[input].to_owned()], to));
    for (line, state) in std::iter::once((Vec::new(), 0)).chain(lines) {
        let hint = match tabled(&subject.level, &line, table) {
            Ok(hint) => hint,
            Err(error) => return Err(subject.mismatch("hint by table", &line, error.to_string(), String::new())),
        };
        let ours = hint.body_as::<Hint>().map(|hint| hint.moves_left);
        subject.same("hint by table", &line, &ours, &left[state].map(|left| left as u64))?;
        tally.tabled += 1;
    }
    Ok(())
}
