//! Who ever stands at a tile, and how many at each: from the counts that [`Standing`] pushes down, and by the step from
//! each state.

use engines::Context;

use super::reach::carried;
use super::standing::{Standing, each_row};
use super::weights::Weights;
use super::{expect, is_opening, side, states};
use crate::body::{Arrivals, At, Count, Origin};
use crate::rules::{Lemmo, Map, Next};
use frame::problem::{CheckError, ensure};
use frame::run::from_one;

/// Starts of the largest map whose answer names those that arrive, by the contract.
const MAX_STARTS: u64 = 20_000;
/// Tiles of the largest map whose answer holds the arrivals at all of them, by the contract.
const MAX_TILES: u64 = 100_000;

/// Checks what is said about one tile: how many arrive, from where, and which.
pub(super) fn at_tile(map: &Map, at: At, body: &Count, cx: &Context<'_>) -> Result<(), CheckError> {
    let here = Lemmo { row: at.row as usize - 1, column: at.column as usize - 1, facing: at.facing };
    ensure(here.row < map.rows() && here.column < map.columns(), "there is no such tile")?;
    let near = |row: usize| row == here.row || row + 1 == here.row;
    let mut counted: Vec<(usize, Standing)> = Vec::new();
    each_row(map, cx, |row, standing| {
        counted.extend(near(row).then(|| (row, standing.clone())));
        row < here.row
    })?;
    let ever = |standing: &Standing, state: Lemmo| u64::from(standing.ever(state.column)[side(state.facing)]);
    let mut from = Vec::new();
    for (row, standing) in &counted {
        let leads = |state: &Lemmo| state.step(map) == Next::On(here);
        from.extend(states(*row, map.columns()).filter(leads).map(|state| Origin {
            row: from_one(state.row),
            column: from_one(state.column),
            facing: state.facing,
            arrivals: ever(standing, state),
        }));
        if *row == here.row {
            expect("arrivals", body.arrivals, Some(ever(standing, here)))?;
        }
    }
    let Some(claimed) = &body.from else { return Ok(()) };
    expect("from", claimed, &from)?;
    let named = (map.starts() <= MAX_STARTS).then(|| starts(map, here, cx)).transpose()?;
    expect("arriving", &body.arriving, &named)
}

/// The starts whose walk passes a state, as moves.
fn starts(map: &Map, here: Lemmo, cx: &Context<'_>) -> Result<Vec<String>, CheckError> {
    let mut passing = vec![[false; 2]; map.columns()];
    for row in (0..=here.row).rev() {
        let is_there = |state: Lemmo| (state == here).then_some(true);
        passing = carried(map, row, &passing, is_there)
            .map_err(|_| CheckError::wrong("who passes the tile disagrees with a step"))?;
        cx.spend(map.columns() as u64)?;
    }
    let passes = |start: &Lemmo| passing[start.column][side(start.facing)];
    let text = |start: Lemmo| format!("{} {}", start.column + 1, start.facing.name());
    Ok(states(0, map.columns()).filter(passes).map(text).collect())
}

/// Checks the arrivals at every tile; `wins` is the number of starts that win with all blocks.
pub(super) fn everywhere(
    map: &Map,
    body: &Count,
    weights: &Weights,
    wins: u64,
    cx: &Context<'_>,
) -> Result<(), CheckError> {
    let tiles = map.rows() as u64 * map.columns() as u64;
    expect("tiles_left_out", body.tiles_left_out, (tiles > MAX_TILES).then_some(tiles))?;
    let Some(claimed) = &body.tiles else {
        return ensure(tiles > MAX_TILES, "the arrivals at every tile are missing");
    };
    let mut found = Arrivals::default();
    each_row(map, cx, |row, standing| {
        let columns = 0..map.columns();
        let openings: Vec<usize> = columns.clone().filter(|&column| is_opening(map, row, column)).collect();
        let edges = (openings[0], openings[openings.len() - 1]);
        found.left.push(columns.clone().map(|column| standing.ever(column)[0]).collect());
        found.right.push(columns.clone().map(|column| standing.ever(column)[1]).collect());
        let first = |column| standing.first(column, edges).iter().sum::<i64>() as u32;
        found.starts.push(columns.clone().map(first).collect());
        let gain = |column: usize| weights.gains[row][column].filter(|_| !is_opening(map, row, column));
        let without = columns.map(|column| gain(column).map(|gain| wins.saturating_add_signed(gain)));
        found.without.push(without.collect());
        true
    })?;
    expect("tiles.left", &claimed.left, &found.left)?;
    expect("tiles.right", &claimed.right, &found.right)?;
    expect("tiles.starts", &claimed.starts, &found.starts)?;
    expect("tiles.without", &claimed.without, &found.without)
}
