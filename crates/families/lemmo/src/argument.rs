//! Why a number of starts win, as data: floor by floor from the treasures up, and what the best removal changes.
//!
//! Every tile of a floor leads to one of the floor's openings, and there to the same facing on the floor below, whose
//! outcome is known by then. Tiles side by side that lead to the same are one step. Cost: one step a tile.

use engines::{Context, Halt};

use super::arrivals::visits_on;
use super::body::{Change, Effect, Explanation, Facing, Floor, Step};
use super::edits::Place;
use super::outcomes::Outcomes;
use super::rules::{FACINGS, Lemmo, Map, bit};
use frame::run::from_one;

/// The maximum number of tiles of a map whose answer is explained.
const MAX_TILES: usize = 10_000;

/// The argument; `best` is the first best removal, if one helps. Without floors where the map is too large.
///
/// # Errors
/// A limit of the context.
pub(super) fn explanation(map: &Map, best: Option<Place>, cx: &Context<'_>) -> Result<Explanation, Halt> {
    let mut explanation = Explanation { most_tiles: MAX_TILES as u64, ..Explanation::default() };
    if map.rows() * map.columns() > MAX_TILES {
        return Ok(explanation);
    }
    let mut floors = Vec::new();
    let (mut outcomes, mut below) = (Outcomes::under_ground(map), Outcomes::default());
    for row in (0..map.rows()).rev() {
        std::mem::swap(&mut outcomes, &mut below);
        outcomes.climb(&below, map.openings(row));
        let steps = FACINGS.into_iter().flat_map(|facing| steps(map, row, facing, &outcomes)).collect();
        floors.push(Floor { row: from_one(row), steps });
        if let Some(place) = best.filter(|place| place.0 == row) {
            explanation.removal = Some(change(map, place, [&outcomes, &below], cx)?);
        }
        cx.spend(map.columns() as u64)?;
    }
    explanation.floors = Some(floors);
    Ok(explanation)
}

/// Where the tiles of a row lead that are walked on with this facing.
fn steps(map: &Map, row: usize, facing: Facing, outcomes: &Outcomes) -> Vec<Step> {
    let exits: Vec<Lemmo> = (0..map.columns()).map(|column| exit(map, Lemmo { row, column, facing })).collect();
    let mut steps = Vec::new();
    let mut first = 0;
    for same in exits.chunk_by(|one, next| one == next) {
        let exit = same[0];
        steps.push(Step {
            facing,
            first: from_one(first),
            last: from_one(first + same.len() - 1),
            leaves: from_one(exit.column),
            facing_then: exit.facing,
            wins: wins(outcomes, exit),
        });
        first += same.len();
    }
    steps
}

/// The opening of the same row to which a walk leads.
fn exit(map: &Map, lemmo: Lemmo) -> Lemmo {
    let openings = map.openings(lemmo.row);
    lemmo.corners(map).find(|corner| bit(openings, corner.column)).unwrap_or(lemmo)
}

fn wins(outcomes: &Outcomes, lemmo: Lemmo) -> bool {
    match lemmo.facing {
        Facing::Left => outcomes.wins_left(lemmo.column),
        Facing::Right => outcomes.wins_right(lemmo.column),
    }
}

/// What removing a block changes, from the outcomes of its row and of the row below.
fn change(map: &Map, (row, column): Place, [own, below]: [&Outcomes; 2], cx: &Context<'_>) -> Result<Change, Halt> {
    let visits = visits_on(map, row, cx)?;
    let effect = |facing| {
        let lemmo = Lemmo { row, column, facing };
        let starts = if facing == Facing::Left { visits.left[column] } else { visits.right[column] };
        Effect { facing, starts: starts.into(), wins: wins(own, lemmo), wins_without: wins(below, lemmo) }
    };
    Ok(Change { row: from_one(row), column: from_one(column), effects: FACINGS.map(effect).to_vec() })
}
