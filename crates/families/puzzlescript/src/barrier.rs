//! The inputs that a solution does without, by the boards before them and after all turns that follow.
//!
//! Where a cell is named, no object may come into it; those in the layer of the background do not count. Where an
//! object is named, or a name of the legend that stands for several, each of these stays in exactly the cells that it
//! is in; those that no rule can change rule out nothing.

use ::puzzlescript::game::ObjectSet;

use super::rules::{BoardRules, State};
use frame::problem::AskError;
use frame::space::{self, Barrier};

/// The inputs that are ruled out by a cell or the name of objects.
pub(super) fn of<'r>(rules: &'r BoardRules, without: &str) -> Result<Barrier<'r, State>, AskError> {
    match space::cell(without) {
        Some((row, column)) => entering(rules, row, column),
        None => changing(rules, without),
    }
}

fn entering(rules: &BoardRules, row: usize, column: usize) -> Result<Barrier<'_, State>, AskError> {
    let (columns, rows) = rules.level.size();
    if row >= rows || column >= columns {
        return Err(space::off_the_board(rows, columns));
    }
    let game = &rules.level.game;
    let ground = game.layers.iter().find(|layer| layer.contains(&game.background));
    let ground: ObjectSet = ground.into_iter().flatten().copied().collect();
    let cell = column * rows + row;
    let pieces = move |state: &State| {
        let mut objects = rules.board(state).objects(cell);
        objects.subtract(&ground);
        objects
    };
    Ok(Box::new(move |before, after| !pieces(after).is_subset(&pieces(before))))
}

fn changing<'r>(rules: &'r BoardRules, without: &str) -> Result<Barrier<'r, State>, AskError> {
    let names = &rules.level.game.names;
    let term = names.iter().find(|(name, _)| name.eq_ignore_ascii_case(without.trim()));
    let Some((_, term)) = term else { return Err(unknown(rules, without)) };
    let analysis = rules.analysis().map_err(|failure| failure.refusal(&rules.limits))?;
    if !analysis.may_change(&term.objects) {
        return Ok(Box::new(|_, _| false));
    }
    let objects = term.objects.clone();
    Ok(Box::new(move |before, after| {
        let (before, after) = (rules.board(before), rules.board(after));
        let moved = |(words, others): (&[u64], &[u64])| {
            let mut pairs = words.iter().zip(others).zip(objects.words());
            pairs.any(|((word, other), mask)| (word ^ other) & mask != 0)
        };
        before.words.chunks(before.stride).zip(after.words.chunks(after.stride)).any(moved)
    }))
}

fn unknown(rules: &BoardRules, without: &str) -> AskError {
    let objects = rules.level.game.objects.iter().flatten();
    let names: Vec<&str> = objects.map(|object| object.name.as_str()).collect();
    let names = frame::phrases::list(&names);
    AskError::NotOffered(format!(
        "'without' is '{without}', which this game does not know; expected ROW,COLUMN, such as 2,5, or one of {names}"
    ))
}
