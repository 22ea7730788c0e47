//! The best edits of a map: which changes of one tile let the most starts win.
//!
//! The walkers of all starts come down while the [`Ladder`] gives each row's outcomes; `gains` tells what each
//! row holds. [`best_removals`] looks only where the best can be; [`every_gain`] visits every tile.

use engines::context::{Context, Halt};

use super::gains::{Floor, Record, best_on_row, best_on_run};
use super::ladder::Ladder;
use super::rules::Map;
use super::sweep;
use super::walkers::{Visits, Walkers, ones};

/// A place on the map, from 0.
pub(super) type Place = (usize, usize);

/// The largest gain found so far, and the first of the edits that have it.
#[derive(Clone, Debug)]
pub(super) struct Best {
    /// 0 where nothing gains.
    pub(super) gain: i64,
    /// In reading order, at most as many as are kept.
    pub(super) places: Vec<Place>,
    /// How many there are.
    pub(super) total: u64,
    kept: usize,
}

impl Best {
    /// Nothing found; the first `kept` of the best will be kept.
    pub(super) fn keeping(kept: usize) -> Best {
        Best { gain: 0, places: Vec::new(), total: 0, kept }
    }

    /// Takes one edit in reading order.
    pub(super) fn offer(&mut self, gain: i64, (row, column): Place) {
        if gain >= self.least() {
            self.add(gain, row, column / 64, 1 << (column % 64));
        }
    }
}

impl Record for Best {
    fn least(&self) -> i64 {
        self.gain.max(1)
    }

    fn add(&mut self, gain: i64, row: usize, index: usize, tiles: u64) {
        if gain > self.gain {
            self.gain = gain;
            self.places.clear();
            self.total = 0;
        }
        self.total += u64::from(tiles.count_ones());
        let room = self.kept - self.places.len();
        self.places.extend(ones(index, tiles).take(room).map(|column| (row, column)));
    }
}

/// Passes on every edit of one known gain.
pub(super) struct Listing<F> {
    /// The gain, at least 1.
    pub(super) gain: i64,
    /// Takes the places in reading order.
    pub(super) each: F,
}

impl<F: FnMut(Place)> Record for Listing<F> {
    fn least(&self) -> i64 {
        self.gain
    }

    fn add(&mut self, gain: i64, row: usize, index: usize, tiles: u64) {
        if gain == self.gain {
            ones(index, tiles).for_each(|column| (self.each)((row, column)));
        }
    }
}

/// Gives `record` the best removals of a map.
///
/// # Errors
/// A limit of the context.
pub(super) fn best_removals(
    map: &Map,
    ladder: &Ladder<'_>,
    cx: &Context<'_>,
    record: &mut impl Record,
) -> Result<(), Halt> {
    removals(map, ladder, cx, |movers| sweep::pays(movers, map.columns()), record)
}

/// Gives `record` the best removals of a map; `crowded` says whether a row with this number of groups on blocks is
/// swept tile by tile.
fn removals(
    map: &Map,
    ladder: &Ladder<'_>,
    cx: &Context<'_>,
    crowded: impl Fn(usize) -> bool,
    record: &mut impl Record,
) -> Result<(), Halt> {
    let mut walkers = Walkers::at_top(map.columns());
    let mut visits = Visits::default();
    ladder.descend(cx, |row, own, below| {
        let openings = map.openings(row);
        let floor = Floor { row, columns: map.columns(), openings, own, below };
        if crowded(walkers.movers(openings)) {
            walkers.sweep(openings, &mut visits);
            best_on_row(&floor, &visits, record);
        } else {
            walkers.walk(openings, |run| best_on_run(&floor, run, record));
        }
        Ok(())
    })
}

/// Shows the gain of every edit, row by row from the top; the first floor, where nothing may change, is not shown.
///
/// # Errors
/// A limit of the context, or what `look` returns.
pub(super) fn every_gain<E: From<Halt>>(
    map: &Map,
    ladder: &Ladder<'_>,
    cx: &Context<'_>,
    mut look: impl FnMut(usize, &[Option<i64>]) -> Result<(), E>,
) -> Result<(), E> {
    let mut walkers = Walkers::at_top(map.columns());
    let mut visits = Visits::default();
    let mut gains = Vec::new();
    ladder.descend(cx, |row, own, below| {
        let openings = map.openings(row);
        walkers.sweep(openings, &mut visits);
        Floor { row, columns: map.columns(), openings, own, below }.gains(&visits, &mut gains);
        look(row, &gains)
    })
}

#[cfg(test)]
mod tests {
    use super::super::body::Facing;
    use super::super::oracle::{Draw, gains, maps};
    use super::super::rules::{Lemmo, Tile, words_for};
    use super::*;

    fn ladder_of(map: &Map) -> Ladder<'_> {
        Ladder::climb(map, &Context::default()).unwrap()
    }

    fn agree(map: &Map) {
        let cx = Context::default();
        let expected = gains(map);
        let mut found = Vec::new();
        every_gain(map, &ladder_of(map), &cx, |_, row| {
            found.push(row.to_vec());
            Ok::<(), Halt>(())
        })
        .unwrap();
        assert_eq!(found, expected[..map.ground()], "{map:?}");
        agree_on_removals(map, &expected);
    }

    fn agree_on_removals(map: &Map, gains: &[Vec<Option<i64>>]) {
        let cx = Context::default();
        let blocks: Vec<(i64, Place)> = (0..map.ground())
            .flat_map(|row| (0..map.columns()).map(move |column| (row, column)))
            .filter(|&(row, column)| map.tile(row, column) == Tile::Block)
            .map(|(row, column)| (gains[row][column].unwrap(), (row, column)))
            .collect();
        let highest = blocks.iter().map(|block| block.0).max().unwrap_or(0).max(0);
        let best: Vec<Place> =
            blocks.iter().filter(|block| highest > 0 && block.0 == highest).map(|block| block.1).collect();
        for (kept, crowded) in [(2, true), (1000, false)] {
            let mut found = Best::keeping(kept);
            removals(map, &ladder_of(map), &cx, |_| crowded, &mut found).unwrap();
            assert_eq!((found.gain, found.total), (highest, best.len() as u64), "{map:?}");
            assert_eq!(found.places, best[..best.len().min(kept)], "{map:?}");
        }
        let mut listed = Vec::new();
        let mut listing = Listing { gain: highest.max(1), each: |place| listed.push(place) };
        best_removals(map, &ladder_of(map), &cx, &mut listing).unwrap();
        assert_eq!(listed, best, "{map:?}");
    }

    #[test]
    fn every_edit_of_small_maps_agrees_with_brute_force() {
        maps(4000, &Draw::small(), agree);
    }

    #[test]
    fn every_edit_around_the_seams_of_words_agrees_with_brute_force() {
        maps(60, &Draw { widths: (62..=66).collect(), most_rows: 4 }, agree);
        maps(12, &Draw { widths: (126..=130).collect(), most_rows: 4 }, agree);
    }

    #[test]
    fn crowded_and_sparse_rows_agree_on_wide_maps() {
        // Here the sweep is the oracle of the walk: brute force checked it above.
        maps(400, &Draw { widths: vec![63, 64, 65, 127, 128, 129, 511, 512, 513, 700], most_rows: 9 }, |map| {
            let mut all = Vec::new();
            every_gain(map, &ladder_of(map), &Context::default(), |_, row| {
                all.push(row.to_vec());
                Ok::<(), Halt>(())
            })
            .unwrap();
            agree_on_removals(map, &all);
        });
    }

    #[test]
    fn a_walk_between_two_openings_comes_to_an_end() {
        let map = Map::from_bits(3, vec![0b101; words_for(3) * 2], vec![0b100]);
        assert!(Lemmo::start(1, Facing::Right).wins(&map));
        assert!(!Lemmo::start(1, Facing::Left).wins(&map));
    }
}
