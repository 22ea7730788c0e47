//! The map, one bit a tile, and one step of Lemmo.
//!
//! Columns lie in words of 64, the first column in the lowest bit; the unused top bits of a row's last word
//! are zero. The row of a floor marks its *openings*: the tiles that end a walk along it. On the first floor
//! (the last row) those are the treasures and the drains, above it the spaces. So every row is read alike:
//! Lemmo walks over zeros, turns at the edge, and stops at a one.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The direction in which Lemmo faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "LemmoFacing")]
pub enum Facing {
    /// Towards column 1.
    Left,
    /// Away from column 1.
    Right,
}

impl Facing {
    /// Returns `left` or `right`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Facing::Left => "left",
            Facing::Right => "right",
        }
    }
}

impl FromStr for Facing {
    type Err = String;

    fn from_str(text: &str) -> Result<Facing, String> {
        match text {
            "left" => Ok(Facing::Left),
            "right" => Ok(Facing::Right),
            other => Err(format!("'{other}' is not a facing; expected left or right")),
        }
    }
}

/// Both ways to look, in the order in which they are listed.
pub(super) const FACINGS: [Facing; 2] = [Facing::Left, Facing::Right];

fn turned(facing: Facing) -> Facing {
    match facing {
        Facing::Left => Facing::Right,
        Facing::Right => Facing::Left,
    }
}

/// What stands at a place of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tile {
    /// `#`: Lemmo walks on it.
    Block,
    /// `.`: Lemmo falls through it.
    Space,
    /// `$`: Lemmo wins.
    Treasure,
    /// `@`: Lemmo is lost.
    Drain,
}

/// A valid map: every row has an opening. Rows and columns count from 0 here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Map {
    rows: usize,
    columns: usize,
    openings: Vec<u64>,
    treasures: Vec<u64>,
}

/// How many words hold `columns` bits.
pub(super) fn words_for(columns: usize) -> usize {
    columns.div_ceil(64)
}

/// Whether bit `column` is set.
pub(super) fn bit(words: &[u64], column: usize) -> bool {
    words[column / 64] >> (column % 64) & 1 == 1
}

/// Ones at the columns before `end` that lie in word `index`.
pub(super) fn columns_before(end: usize, index: usize) -> u64 {
    match end.saturating_sub(index * 64) {
        used @ 0..64 => (1 << used) - 1,
        _ => u64::MAX,
    }
}

/// The first opening of a row.
pub(super) fn first_opening(openings: &[u64]) -> Option<usize> {
    let index = openings.iter().position(|&word| word != 0)?;
    Some(index * 64 + openings[index].trailing_zeros() as usize)
}

/// The last opening of a row.
pub(super) fn last_opening(openings: &[u64]) -> Option<usize> {
    let index = openings.iter().rposition(|&word| word != 0)?;
    Some(index * 64 + 63 - openings[index].leading_zeros() as usize)
}

/// The last opening before a block.
pub(super) fn opening_before(openings: &[u64], block: usize) -> Option<usize> {
    let index = block / 64;
    let near = openings[index] & columns_before(block, index);
    match near {
        0 => last_opening(&openings[..index]),
        _ => Some(index * 64 + 63 - near.leading_zeros() as usize),
    }
}

/// The first opening behind a block.
pub(super) fn opening_behind(openings: &[u64], block: usize) -> Option<usize> {
    let index = block / 64;
    let near = openings[index] & !columns_before(block, index);
    match near {
        0 => first_opening(&openings[index + 1..]).map(|column| (index + 1) * 64 + column),
        _ => Some(index * 64 + near.trailing_zeros() as usize),
    }
}

impl Map {
    /// A map of packed rows: `openings` holds every row, `treasures` the winning openings of the last one.
    ///
    /// The caller has seen to it that each row has an opening and that unused bits are zero.
    pub(super) fn from_bits(columns: usize, openings: Vec<u64>, treasures: Vec<u64>) -> Map {
        let rows = openings.len() / words_for(columns);
        Map { rows, columns, openings, treasures }
    }

    /// Number of floors, the first included.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Number of tiles on a floor.
    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    /// Words of one packed row.
    pub(super) fn words(&self) -> usize {
        words_for(self.columns)
    }

    /// Index of the first floor, the last row.
    pub(super) fn ground(&self) -> usize {
        self.rows - 1
    }

    /// The openings of a row.
    pub(super) fn openings(&self, row: usize) -> &[u64] {
        let words = self.words();
        &self.openings[row * words..(row + 1) * words]
    }

    /// The treasures of the first floor.
    pub(super) fn treasures(&self) -> &[u64] {
        &self.treasures
    }

    /// How many starts there are: each column of the highest floor, either way.
    pub(super) fn starts(&self) -> u64 {
        2 * self.columns as u64
    }

    /// How many states there are: each tile, either way.
    pub(super) fn states(&self) -> u64 {
        2 * self.rows as u64 * self.columns as u64
    }

    /// The tile at a place inside the map.
    pub(super) fn tile(&self, row: usize, column: usize) -> Tile {
        match bit(self.openings(row), column) {
            false => Tile::Block,
            true if row != self.ground() => Tile::Space,
            true if bit(&self.treasures, column) => Tile::Treasure,
            true => Tile::Drain,
        }
    }

    /// The number of winning starts, by walking from each.
    pub(super) fn wins(&self) -> u64 {
        let starts = (0..self.columns).flat_map(|column| FACINGS.map(|facing| Lemmo::start(column, facing)));
        starts.filter(|start| start.wins(self)).count() as u64
    }

    /// A copy of the map with one tile above the first floor changed.
    pub(super) fn changed(&self, row: usize, column: usize) -> Map {
        let mut map = self.clone();
        map.openings[row * self.words() + column / 64] ^= 1 << (column % 64);
        map
    }
}

/// Where Lemmo is and looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lemmo {
    /// Row, from 0.
    pub(super) row: usize,
    /// Column, from 0.
    pub(super) column: usize,
    /// The way it looks.
    pub(super) facing: Facing,
}

/// What comes after standing on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The walk goes on there.
    On(Lemmo),
    /// It stands on a treasure.
    Won,
    /// It stands on a drain.
    Lost,
}

impl Lemmo {
    /// The start at a column of the highest floor.
    pub(super) fn start(column: usize, facing: Facing) -> Lemmo {
        Lemmo { row: 0, column, facing }
    }

    /// One step by the rules.
    pub(super) fn step(self, map: &Map) -> Next {
        match map.tile(self.row, self.column) {
            Tile::Space => Next::On(Lemmo { row: self.row + 1, ..self }),
            Tile::Block => Next::On(self.walked(map.columns())),
            Tile::Treasure => Next::Won,
            Tile::Drain => Next::Lost,
        }
    }

    fn walked(self, columns: usize) -> Lemmo {
        let ahead = match self.facing {
            Facing::Left => self.column.checked_sub(1),
            Facing::Right => Some(self.column + 1).filter(|&column| column < columns),
        };
        match ahead {
            Some(column) => Lemmo { column, ..self },
            None => Lemmo { facing: turned(self.facing), ..self },
        }
    }

    /// Every state from this one to the end of the walk, this one first. At most two states a tile.
    pub(super) fn walk(self, map: &Map) -> impl Iterator<Item = Lemmo> {
        std::iter::successors(Some(self), |lemmo| match lemmo.step(map) {
            Next::On(next) => Some(next),
            Next::Won | Next::Lost => None,
        })
    }

    /// The corners of the walk from here: where it turns at an edge, comes to an opening, or lands below one. At
    /// most four a row, found by looking at 64 tiles at a time.
    pub(super) fn corners(self, map: &Map) -> impl Iterator<Item = Lemmo> {
        std::iter::successors(Some(self), |lemmo| lemmo.next_corner(map))
    }

    fn next_corner(self, map: &Map) -> Option<Lemmo> {
        let openings = map.openings(self.row);
        if bit(openings, self.column) {
            return (self.row != map.ground()).then(|| Lemmo { row: self.row + 1, ..self });
        }
        let (ahead, edge) = match self.facing {
            Facing::Left => (opening_before(openings, self.column), 0),
            Facing::Right => (opening_behind(openings, self.column), map.columns() - 1),
        };
        Some(match ahead {
            Some(column) => Lemmo { column, ..self },
            None => Lemmo { column: edge, facing: turned(self.facing), ..self },
        })
    }

    /// Where the walk from here ends: on a treasure or a drain.
    pub(super) fn end(self, map: &Map) -> Lemmo {
        self.corners(map).last().unwrap_or(self)
    }

    /// Whether the walk from here ends on a treasure.
    pub(super) fn wins(self, map: &Map) -> bool {
        self.end(map).step(map) == Next::Won
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle::{Draw, maps, starts};
    use super::*;

    #[test]
    fn corners_lie_on_the_walk_and_share_its_end() {
        for draw in [Draw::small(), Draw::odd_widths()] {
            maps(200, &draw, |map| {
                for start in starts(map).step_by(7) {
                    let walk: Vec<Lemmo> = start.walk(map).collect();
                    let mut rest = walk.iter();
                    for corner in start.corners(map) {
                        assert!(rest.any(|&state| state == corner), "{map:?} {start:?} {corner:?}");
                    }
                    assert_eq!(rest.next(), None, "{map:?} {start:?}");
                }
            });
        }
    }

    #[test]
    fn an_edge_turns_lemmo_around_on_the_spot() {
        let map = Map::from_bits(3, vec![0b100], vec![0b100]);
        let start = Lemmo::start(1, Facing::Left);
        let states: Vec<(usize, Facing)> = start.walk(&map).map(|lemmo| (lemmo.column, lemmo.facing)).collect();
        let (left, right) = (Facing::Left, Facing::Right);
        assert_eq!(states, [(1, left), (0, left), (0, right), (1, right), (2, right)]);
    }
}
