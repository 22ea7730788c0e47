//! The independent check of where every start ends: the end of every state of a row, checked against one step from
//! each, from the first floor up. Walks end, so ends that agree with every step are right.

use engines::Context;

use super::{expect, is_opening, place, side, states};
use crate::body::{Reach, StartEnd};
use crate::rules::{FACINGS, Lemmo, Map, Next};
use frame::problem::CheckError;
use frame::run::from_one;

/// Starts that an answer lists, at most, by the contract.
const LISTED: u64 = 20_000;

/// The columns of the first floor where the walks from each tile of a row end, looking left and right.
type Ends = Vec<[usize; 2]>;

/// Checks the list of all starts.
pub(super) fn reach(map: &Map, wins: impl Fn(Lemmo) -> bool, body: &Reach, cx: &Context<'_>) -> Result<(), CheckError> {
    let _claimed = cx.reserve(64 * map.columns() as u64)?;
    let mut ends: Ends = vec![[0; 2]; map.columns()];
    for row in (0..map.rows()).rev() {
        ends = above(map, row, &ends)?;
        cx.spend(map.columns() as u64)?;
    }
    let listed = map.starts() <= LISTED;
    expect("starts_total", body.starts_total, map.starts())?;
    expect("wins", body.wins, states(0, map.columns()).filter(|&start| wins(start)).count() as u64)?;
    if body.starts.is_some() != listed {
        return Err(CheckError::wrong(format!(
            "the starts are listed where there are at most {LISTED}, and only there"
        )));
    }
    for (said, start) in body.starts.iter().flatten().zip(states(0, map.columns())) {
        let right = StartEnd {
            column: from_one(start.column),
            facing: start.facing,
            row: from_one(map.ground()),
            column_end: from_one(ends[start.column][side(start.facing)]),
            wins: wins(start),
        };
        if *said != right {
            return Err(CheckError::wrong(format!(
                "the start at {} ends at column {}",
                place(start),
                right.column_end
            )));
        }
    }
    expect("the number of starts listed", body.starts.as_ref().map(Vec::len), listed.then_some(2 * map.columns()))
}

/// The ends of a row's states, from those of the row below.
fn above(map: &Map, row: usize, below: &Ends) -> Result<Ends, CheckError> {
    let end = |lemmo: Lemmo| matches!(lemmo.step(map), Next::Won | Next::Lost).then_some(lemmo.column);
    carried(map, row, below, end)
        .map_err(|state| CheckError::wrong(format!("the ends disagree with a step at {}", place(state))))
}

/// What each state of a row leads to, looking left and right, from that of the row below: what `settled` says of the
/// state itself, else the same as the state one step on.
///
/// # Errors
/// The state that disagrees with the step from it.
pub(super) fn carried<T: Copy + Default + PartialEq>(
    map: &Map,
    row: usize,
    below: &[[T; 2]],
    settled: impl Fn(Lemmo) -> Option<T>,
) -> Result<Vec<[T; 2]>, Lemmo> {
    let mut all = vec![[T::default(); 2]; map.columns()];
    let after = |all: &[[T; 2]], lemmo: Lemmo| match (settled(lemmo), lemmo.step(map)) {
        (Some(settled), _) => settled,
        (None, Next::On(next)) if next.row > row => below[next.column][side(next.facing)],
        (None, Next::On(next)) => all[next.column][side(next.facing)],
        (None, Next::Won | Next::Lost) => T::default(),
    };
    for state in in_order(map, row) {
        all[state.column][side(state.facing)] = after(&all, state);
    }
    match states(row, map.columns()).find(|&state| all[state.column][side(state.facing)] != after(&all, state)) {
        Some(state) => Err(state),
        None => Ok(all),
    }
}

/// The states of a row, each after the one that a step from it leads to: openings, then what leads to them directly,
/// then what turns at an edge before.
fn in_order(map: &Map, row: usize) -> Vec<Lemmo> {
    let columns = map.columns();
    let open = |column: &usize| is_opening(map, row, *column);
    let (first, last) = ((0..columns).find(open).unwrap_or(0), (0..columns).rfind(open).unwrap_or(0));
    let all = |columns: Vec<usize>, facing| columns.into_iter().map(move |column| Lemmo { row, column, facing });
    let [left, right] = FACINGS;
    let openings: Vec<usize> = (0..columns).filter(|column| open(column)).collect();
    let mut order: Vec<Lemmo> = all(openings.clone(), left).chain(all(openings, right)).collect();
    order.extend(all((first..columns).filter(|column| !open(column)).collect(), left));
    order.extend(all((0..=last).rev().filter(|column| !open(column)).collect(), right));
    order.extend(all((0..first).collect(), left));
    order.extend(all((last + 1..columns).rev().collect(), right));
    order
}
