//! What the tests compare with: random maps, and every count by letting each start walk.

use super::body::Facing;
use super::rules::{FACINGS, Lemmo, Map, Next, Tile, words_for};
use super::walkers::Visits;
use frame::random::Random;

/// What maps to draw.
#[derive(Clone, Debug)]
pub(super) struct Draw {
    pub(super) widths: Vec<usize>,
    pub(super) most_rows: usize,
}

impl Draw {
    /// Up to six rows of up to twelve tiles.
    pub(super) fn small() -> Draw {
        Draw { widths: (1..=12).collect(), most_rows: 6 }
    }

    /// Widths around the seams of words and of vector registers.
    pub(super) fn odd_widths() -> Draw {
        Draw { widths: vec![63, 64, 65, 127, 128, 129, 511, 512, 513], most_rows: 5 }
    }

    fn map(&self, random: &mut Random) -> Map {
        let columns = self.widths[random.below(self.widths.len())];
        let rows = 1 + random.below(self.most_rows);
        // Few openings, half, or few blocks: out of 16.
        let share = [1, 2, 4, 8, 12, 15][random.below(6)];
        random_map(rows, columns, share, random)
    }
}

/// A map of `rows` by `columns`; of 16 tiles about `share` are openings, at least one a row.
pub(super) fn random_map(rows: usize, columns: usize, share: usize, random: &mut Random) -> Map {
    let words = words_for(columns);
    let mut openings = vec![0_u64; rows * words];
    for row in openings.chunks_mut(words) {
        let sure = random.below(columns);
        for column in (0..columns).filter(|&column| random.below(16) < share || column == sure) {
            row[column / 64] |= 1 << (column % 64);
        }
    }
    let treasures = openings[(rows - 1) * words..].iter().map(|openings| openings & random.draw()).collect();
    Map::from_bits(columns, openings, treasures)
}

/// Draws `number` maps and gives each to `test`.
pub(super) fn maps(number: usize, draw: &Draw, test: impl Fn(&Map)) {
    let mut random = Random(number as u64);
    for _ in 0..number {
        test(&draw.map(&mut random));
    }
}

/// Every start of a map.
pub(super) fn starts(map: &Map) -> impl Iterator<Item = Lemmo> {
    (0..map.columns()).flat_map(|column| FACINGS.map(|facing| Lemmo::start(column, facing)))
}

/// Whether the walk, step by step, ends on a treasure.
fn ends_well(start: Lemmo, map: &Map) -> bool {
    start.walk(map).last().is_some_and(|end| end.step(map) == Next::Won)
}

/// How many starts win.
pub(super) fn wins(map: &Map) -> u64 {
    starts(map).filter(|start| ends_well(*start, map)).count() as u64
}

/// Returns for each row how many walkers stand first at each tile.
pub(super) fn visits(map: &Map) -> Vec<Visits> {
    let none = vec![0; map.columns()];
    let mut visits = vec![Visits { left: none.clone(), right: none }; map.rows()];
    for start in starts(map) {
        let mut seen = std::collections::HashSet::new();
        for lemmo in start.walk(map).filter(|lemmo| seen.insert((lemmo.row, lemmo.column))) {
            match lemmo.facing {
                Facing::Left => visits[lemmo.row].left[lemmo.column] += 1,
                Facing::Right => visits[lemmo.row].right[lemmo.column] += 1,
            }
        }
    }
    visits
}

/// Whether the tile may be changed, block to space or space to block, so that the map stays valid.
fn may_change(map: &Map, row: usize, column: usize) -> bool {
    let spaces = (0..map.columns()).filter(|&column| map.tile(row, column) == Tile::Space).count();
    row != map.ground() && (map.tile(row, column) == Tile::Block || spaces > 1)
}

/// The change in wins by changing each tile, where that is allowed.
pub(super) fn gains(map: &Map) -> Vec<Vec<Option<i64>>> {
    let before = wins(map) as i64;
    let gain = |row, column| may_change(map, row, column).then(|| wins(&map.changed(row, column)) as i64 - before);
    (0..map.rows()).map(|row| (0..map.columns()).map(|column| gain(row, column)).collect()).collect()
}
