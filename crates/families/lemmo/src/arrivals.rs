//! How many starts ever stand at a tile, from where they come and which they are, and the same number of every tile.
//!
//! The idea of the original solution: who stands at a tile facing a way fell from the space above, or came from the
//! block beside that leads there, or starts there. So the numbers of a row follow from those of the row above
//! ([`Walkers::sweep`]). Which starts they are is carried the other way: the states of the tile's own row that pass it
//! form one chain, and those of each row above follow from the row below as the ends of walks do. Cost: two steps a
//! tile, and of memory two bytes a column, or a number for each tile where all are kept.

use std::io::{self, Write};

use engines::{Context, Halt};

use super::body::{Arrivals, At, Facing, Origin};
use super::gains::Floor;
use super::ladder::Ladder;
use super::lanes::Lanes;
use super::moves::move_text;
use super::rules::{FACINGS, Lemmo, Map, bit, first_opening, last_opening};
use super::walkers::{Visits, Walkers};
use frame::problem::AskError;
use frame::run::from_one;
use frame::table::Csv;

/// The maximum number of tiles of a map whose answer holds the arrivals at all; more go only to the sinks.
const MAX_KEPT: usize = 100_000;
/// The maximum number of starts of a map whose answer names those that arrive; more go only to the sink.
const MAX_STARTS: u64 = 20_000;
/// Bytes of the numbers of one tile: three counts and one that may be missing.
const TILE_BYTES: u64 = 32;

/// How many starts ever stand at a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Standing {
    /// Facing left.
    left: u32,
    /// Facing right.
    right: u32,
    /// Facing either way, each start once.
    starts: u32,
}

/// The numbers of a tile of a row with these openings, from who stands there first. On the run at an edge, a walker
/// that faces the edge comes back facing away from it.
fn standing(openings: &[u64], visits: &Visits, column: usize) -> Standing {
    let (left, right) = (visits.left[column], visits.right[column]);
    let at_left_edge = first_opening(openings).is_some_and(|first| column < first);
    let at_right_edge = last_opening(openings).is_some_and(|last| column > last);
    Standing {
        left: left + if at_right_edge { right } else { 0 },
        right: right + if at_left_edge { left } else { 0 },
        starts: left + right,
    }
}

/// Who stands first at each tile of a row, from 0.
///
/// # Errors
/// A limit of the context.
pub(super) fn visits_on(map: &Map, row: usize, cx: &Context<'_>) -> Result<Visits, Halt> {
    let mut walkers = Walkers::at_top(map.columns());
    for above in 0..row {
        walkers.walk(map.openings(above), |_| {});
        cx.spend(map.columns() as u64)?;
    }
    let mut visits = Visits::default();
    walkers.sweep(map.openings(row), &mut visits);
    Ok(visits)
}

/// What is answered about one tile and facing.
pub(super) struct Arrived {
    pub(super) arrivals: u64,
    pub(super) from: Vec<Origin>,
    pub(super) arriving: Option<Vec<String>>,
}

/// Counts and names the starts that ever stand at a place of the map; writes them to the context's sink, a line
/// `COLUMN,FACING` each.
///
/// # Errors
/// There is no such tile; a limit of the context; a sink that fails.
pub(super) fn arrivals_at(map: &Map, at: At, cx: &Context<'_>) -> Result<Arrived, AskError> {
    let (row, column) = ((at.row as usize).wrapping_sub(1), (at.column as usize).wrapping_sub(1));
    if row >= map.rows() || column >= map.columns() {
        let (rows, columns) = (map.rows(), map.columns());
        return Err(AskError::NotOffered(format!(
            "no tile {at}; expected a row up to {rows}, a column up to {columns}"
        )));
    }
    let here = Lemmo { row, column, facing: at.facing };
    let _claimed = cx.reserve((2 + 2 * size_of::<Lemmo>() as u64) * map.columns() as u64)?;
    let own = visits_on(map, row, cx)?;
    let ever = |visits: &Visits, state: Lemmo| {
        let standing = standing(map.openings(state.row), visits, state.column);
        u64::from(if state.facing == Facing::Left { standing.left } else { standing.right })
    };
    let origin = |visits: &Visits, state: Lemmo| Origin {
        row: from_one(state.row),
        column: from_one(state.column),
        facing: state.facing,
        arrivals: ever(visits, state),
    };
    let above = row.checked_sub(1).filter(|&above| bit(map.openings(above), column));
    let mut from = Vec::new();
    if let Some(row) = above {
        from.push(origin(&visits_on(map, row, cx)?, Lemmo { row, ..here }));
    }
    from.extend(beside(map, here).map(|state| origin(&own, state)));
    let starts = passing(map, here, cx)?;
    if let Some(sink) = cx.out() {
        let mut out = io::BufWriter::new(sink.open()?);
        for Lemmo { column, facing, .. } in &starts {
            writeln!(out, "{},{}", column + 1, facing.name())?;
        }
        out.flush()?;
    }
    let named = || starts.iter().map(|start| move_text(start.column, start.facing)).collect();
    let arriving = (map.starts() <= MAX_STARTS).then(named);
    Ok(Arrived { arrivals: ever(&own, here), from, arriving })
}

/// The state of the same row from which one step leads to this one, if there is one.
fn beside(map: &Map, lemmo: Lemmo) -> Option<Lemmo> {
    let behind = match lemmo.facing {
        Facing::Left => Some(lemmo.column + 1).filter(|&column| column < map.columns()),
        Facing::Right => lemmo.column.checked_sub(1),
    };
    let before = match (behind, lemmo.facing) {
        (Some(column), _) => Lemmo { column, ..lemmo },
        (None, Facing::Left) => Lemmo { facing: Facing::Right, ..lemmo },
        (None, Facing::Right) => Lemmo { facing: Facing::Left, ..lemmo },
    };
    (!bit(map.openings(lemmo.row), before.column)).then_some(before)
}

/// The starts whose walk passes a state, in order: by column, left before right.
fn passing(map: &Map, target: Lemmo, cx: &Context<'_>) -> Result<Vec<Lemmo>, Halt> {
    let mut passes = Lanes::both(vec![false; map.columns()]);
    // The chain ends at an opening, and each row has one.
    for state in std::iter::successors(Some(target), |&state| beside(map, state)) {
        passes.set(state.column, state.facing, true);
    }
    for row in (0..target.row).rev() {
        passes.rise(map.openings(row));
        cx.spend(map.columns() as u64)?;
    }
    let starts = (0..map.columns()).flat_map(|column| FACINGS.map(|facing| Lemmo::start(column, facing)));
    Ok(starts.filter(|start| passes.get(start.column, start.facing)).collect())
}

/// Computes the arrivals at every tile: writes a line for each to the context's sink and a row to its table sink, and
/// returns them where the map is not too large.
///
/// # Errors
/// A limit of the context; a sink that fails.
pub(super) fn every_arrival(map: &Map, ladder: &Ladder<'_>, cx: &Context<'_>) -> Result<Option<Arrivals>, AskError> {
    let tiles = map.rows() * map.columns();
    let is_kept = tiles <= MAX_KEPT;
    let _claimed = cx.reserve(if is_kept { TILE_BYTES * tiles as u64 } else { 0 })?;
    let mut out = cx.out().map(|sink| sink.open()).transpose()?.map(io::BufWriter::new);
    // Of a smaller map the answer itself is the table.
    let mut table_out = cx.table_out().filter(|_| !is_kept).map(|sink| sink.open()).transpose()?;
    let mut csv = table_out.as_mut().map(|out| Csv::new(&mut **out, Arrivals::COLUMNS)).transpose()?;
    let mut kept = Arrivals::default();
    each_row(map, ladder, cx, |row, standing, without| -> Result<(), AskError> {
        if is_kept {
            kept.left.push(standing.iter().map(|tile| tile.left).collect());
            kept.right.push(standing.iter().map(|tile| tile.right).collect());
            kept.starts.push(standing.iter().map(|tile| tile.starts).collect());
            kept.without.push(without.to_vec());
        }
        if out.is_none() && csv.is_none() {
            return Ok(());
        }
        for (column, (tile, without)) in standing.iter().zip(without).enumerate() {
            let cells = Arrivals::cells([row + 1, column + 1], [tile.left, tile.right, tile.starts], *without);
            out.as_mut().map_or(Ok(()), |out| writeln!(out, "{}", cells.join(",")))?;
            csv.as_mut().map_or(Ok(()), |csv| csv.row(&cells))?;
        }
        Ok(())
    })?;
    out.map_or(Ok(()), |mut out| out.flush())?;
    csv.map_or(Ok(()), Csv::finish)?;
    Ok(is_kept.then_some(kept))
}

/// Shows each row from the top: its index, how many starts ever stand at each of its tiles, and how many win without
/// the block there.
fn each_row(
    map: &Map,
    ladder: &Ladder<'_>,
    cx: &Context<'_>,
    mut look: impl FnMut(usize, &[Standing], &[Option<u64>]) -> Result<(), AskError>,
) -> Result<(), AskError> {
    let columns = map.columns();
    let wins = ladder.top().wins(columns);
    let (mut walkers, mut visits, mut gains) = (Walkers::at_top(columns), Visits::default(), Vec::new());
    let numbers = |openings: &[u64], visits: &Visits| -> Vec<Standing> {
        (0..columns).map(|column| standing(openings, visits, column)).collect()
    };
    ladder.descend(cx, |row, own, below| -> Result<(), AskError> {
        let openings = map.openings(row);
        walkers.sweep(openings, &mut visits);
        Floor { row, columns, openings, own, below }.gains(&visits, &mut gains);
        let without = |(column, gain): (usize, &Option<i64>)| {
            gain.filter(|_| !bit(openings, column)).map(|gain| wins.saturating_add_signed(gain))
        };
        let without: Vec<Option<u64>> = gains.iter().enumerate().map(without).collect();
        look(row, &numbers(openings, &visits), &without)
    })?;
    let openings = map.openings(map.ground());
    walkers.sweep(openings, &mut visits);
    look(map.ground(), &numbers(openings, &visits), &vec![None; columns])
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::super::oracle::{Draw, gains, maps, starts};
    use super::super::rules::Tile;
    use super::*;

    /// For each state the starts that ever stand there, by letting each walk.
    fn walked(map: &Map) -> HashMap<(usize, usize, Facing), Vec<String>> {
        let mut passed: HashMap<_, Vec<String>> = HashMap::new();
        for start in starts(map) {
            let states: HashSet<_> = start.walk(map).map(|l| (l.row, l.column, l.facing)).collect();
            let text = move_text(start.column, start.facing);
            states.into_iter().for_each(|state| passed.entry(state).or_default().push(text.clone()));
        }
        passed
    }

    /// Compares every number of a map with the walks of its starts.
    fn agree(map: &Map) {
        let (cx, passed, gains) = (Context::default(), walked(map), gains(map));
        let wins = starts(map).filter(|start| start.wins(map)).count() as i64;
        let ladder = Ladder::climb(map, &cx).unwrap();
        let all = every_arrival(map, &ladder, &cx).unwrap().unwrap();
        for (row, column) in (0..map.rows()).flat_map(|row| (0..map.columns()).map(move |column| (row, column))) {
            let who = |facing| passed.get(&(row, column, facing)).cloned().unwrap_or_default();
            let (left, right) = (who(Facing::Left), who(Facing::Right));
            let either: HashSet<&String> = left.iter().chain(&right).collect();
            let place = format!("{map:?} {row} {column}");
            assert_eq!(all.left[row][column] as usize, left.len(), "{place}");
            assert_eq!(all.right[row][column] as usize, right.len(), "{place}");
            assert_eq!(all.starts[row][column] as usize, either.len(), "{place}");
            let without = gains[row][column].filter(|_| map.tile(row, column) == Tile::Block);
            assert_eq!(all.without[row][column].map(|wins| wins as i64), without.map(|gain| wins + gain), "{place}");
            for (facing, who) in [(Facing::Left, left), (Facing::Right, right)] {
                let at = At { row: from_one(row), column: from_one(column), facing };
                let found = arrivals_at(map, at, &cx).unwrap();
                assert_eq!(found.arrivals as usize, who.len(), "{place}");
                let come: u64 = found.from.iter().map(|origin| origin.arrivals).sum();
                assert_eq!(found.arrivals - come, u64::from(row == 0), "one start begins at each state above: {place}");
                assert_eq!(found.arriving, Some(who), "{place}");
            }
        }
    }

    #[test]
    fn arrivals_at_every_tile_of_300_maps_are_those_of_every_walk() {
        maps(300, &Draw { widths: (1..=8).collect(), most_rows: 8 }, agree);
    }

    #[test]
    fn arrivals_around_the_seams_of_words_are_those_of_every_walk() {
        maps(8, &Draw { widths: vec![63, 64, 65, 128], most_rows: 3 }, agree);
    }
}
