//! Where the walk from every start ends.
//!
//! The columns of the first floor where the walks along a row end follow from those of the row below ([`Lanes`]). Cost:
//! two steps a tile; two numbers a column of memory.

use std::io::{self, Write};

use engines::{Context, Halt};

use super::body::{Facing, OutcomeTable, Reach, StartEnd};
use super::lanes::Lanes;
use super::rules::{FACINGS, Map, bit};
use frame::answer::Reply;
use frame::problem::AskError;
use frame::run::from_one;
use frame::table::Csv;

/// The maximum number of starts that an answer lists; more go only to the sink.
const LISTED: u64 = 20_000;

const METHOD: &str = "the end of each walk along a row, from the first floor up";

/// Answers where every start ends.
pub(super) fn reach(map: &Map, cx: &Context<'_>) -> Result<Reply, AskError> {
    let listed = map.starts() <= LISTED;
    let list_bytes = if listed { map.starts() * size_of::<StartEnd>() as u64 } else { 0 };
    let _claimed = cx.reserve(2 * size_of::<u32>() as u64 * map.columns() as u64 + list_bytes)?;
    let ends = Ends::climb(map, cx)?;
    if let Some(sink) = cx.out() {
        let mut out = io::BufWriter::new(sink.open()?);
        for StartEnd { column, facing, row, column_end, wins } in ends.starts(map) {
            writeln!(out, "{column},{},{row},{column_end},{wins}", facing.name())?;
        }
        out.flush()?;
    }
    if let Some(sink) = cx.table_out().filter(|_| !listed) {
        let mut out = sink.open()?;
        let mut csv = Csv::new(&mut *out, StartEnd::COLUMNS)?;
        ends.starts(map).try_for_each(|start| csv.row(start.row()))?;
        csv.finish()?;
    }
    let wins = ends.starts(map).filter(|start| start.wins).count() as u64;
    let starts = listed.then(|| ends.starts(map).collect());
    let body = Reach { starts_total: map.starts(), wins, starts };
    Ok(Reply::found(METHOD, body).with_proof(OutcomeTable::of(map.states())))
}

/// For each start the column of the first floor where the walk from there ends.
struct Ends(Lanes<u32>);

impl Ends {
    /// Computes the ends of the walks from the highest floor, from the first floor up.
    fn climb(map: &Map, cx: &Context<'_>) -> Result<Ends, Halt> {
        let mut ends = Lanes::both((0..).take(map.columns()).collect());
        for row in (0..map.rows()).rev() {
            ends.rise(map.openings(row));
            cx.spend(map.columns() as u64)?;
        }
        Ok(Ends(ends))
    }

    /// Every start in order: by column, left before right.
    fn starts<'e>(&'e self, map: &'e Map) -> impl Iterator<Item = StartEnd> + 'e {
        (0..map.columns()).flat_map(move |column| FACINGS.map(|facing| self.start(map, column, facing)))
    }

    fn start(&self, map: &Map, column: usize, facing: Facing) -> StartEnd {
        let end = self.0.get(column, facing) as usize;
        StartEnd {
            column: from_one(column),
            facing,
            row: from_one(map.ground()),
            column_end: from_one(end),
            wins: bit(map.treasures(), end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle::{Draw, maps, starts};
    use super::*;

    #[test]
    fn every_start_ends_where_its_walk_does() {
        for draw in [Draw::small(), Draw::odd_widths()] {
            maps(300, &draw, |map| {
                let ends = Ends::climb(map, &Context::default()).unwrap();
                for (said, start) in ends.starts(map).zip(starts(map)) {
                    let end = start.walk(map).last().unwrap();
                    let expected = (from_one(end.row), from_one(end.column), start.wins(map));
                    assert_eq!((said.column, said.facing), (from_one(start.column), start.facing));
                    assert_eq!((said.row, said.column_end, said.wins), expected, "{map:?} {start:?}");
                }
            });
        }
    }
}
