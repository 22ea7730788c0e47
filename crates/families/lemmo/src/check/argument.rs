//! The argument checked: where each tile leads, by the step from it, and what the removal changes, by who stands there.

use super::reach::carried;
use super::standing::each_row;
use super::table::Table;
use super::{expect, is_opening, side};
use crate::body::{Change, Effect, Explanation, Facing, Floor, Step};
use crate::rules::{FACINGS, Lemmo, Map};
use engines::Context;
use frame::problem::{CheckError, ensure};
use frame::run::from_one;

use super::TilePlace;

/// Tiles of the largest map that is explained, by the contract.
const MAX_TILES: usize = 10_000;

/// Checks the argument; `first` is the first best removal, if one helps.
pub(super) fn argument(
    map: &Map,
    table: &Table,
    claim: &Explanation,
    first: Option<&TilePlace>,
    cx: &Context<'_>,
) -> Result<(), CheckError> {
    expect("most_tiles", claim.most_tiles, MAX_TILES as u64)?;
    if map.rows() * map.columns() > MAX_TILES {
        return ensure(claim.floors.is_none() && claim.removal.is_none(), "the map is too large to be explained");
    }
    let floors: Result<Vec<Floor>, CheckError> = (0..map.rows()).rev().map(|row| floor(map, table, row, cx)).collect();
    expect("explanation.floors", &claim.floors, &Some(floors?))?;
    let removal = first.map(|place| change(map, table, place, cx)).transpose()?;
    expect("explanation.removal", &claim.removal, &removal)
}

/// The openings to which the tiles of a row lead, equal ones side by side taken together.
fn floor(map: &Map, table: &Table, row: usize, cx: &Context<'_>) -> Result<Floor, CheckError> {
    let opening = |state: Lemmo| is_opening(map, row, state.column).then_some((state.column, side(state.facing)));
    let exits = carried(map, row, &[], opening).map_err(|_| CheckError::wrong("a step leads to no opening"))?;
    cx.spend(map.columns() as u64)?;
    let mut steps: Vec<Step> = Vec::new();
    for facing in FACINGS {
        for (column, exit) in exits.iter().enumerate() {
            let (to, facing_then) = (exit[side(facing)].0, FACINGS[exit[side(facing)].1]);
            let (column, leaves) = (from_one(column), from_one(to));
            match steps.last_mut() {
                Some(last) if (last.facing, last.leaves, last.facing_then) == (facing, leaves, facing_then) => {
                    last.last = column;
                }
                _ => {
                    let wins = table.wins_at(Lemmo { row, column: to, facing: facing_then });
                    steps.push(Step { facing, first: column, last: column, leaves, facing_then, wins });
                }
            }
        }
    }
    Ok(Floor { row: from_one(row), steps })
}

fn change(map: &Map, table: &Table, place: &TilePlace, cx: &Context<'_>) -> Result<Change, CheckError> {
    let (row, column) = (place.row as usize - 1, place.column as usize - 1);
    let openings: Vec<usize> = (0..map.columns()).filter(|&column| is_opening(map, row, column)).collect();
    let edges = (openings[0], openings[openings.len() - 1]);
    let mut first = [0; 2];
    each_row(map, cx, |at, standing| {
        first = standing.first(column, edges);
        at < row
    })?;
    let effect = |facing: Facing| {
        let here = Lemmo { row, column, facing };
        Effect {
            facing,
            starts: first[side(facing)].unsigned_abs(),
            wins: table.wins_at(here),
            wins_without: table.wins_at(Lemmo { row: row + 1, ..here }),
        }
    };
    Ok(Change { row: place.row, column: place.column, effects: FACINGS.map(effect).to_vec() })
}
