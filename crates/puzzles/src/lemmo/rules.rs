//! The map, one bit a tile, and one step of Lemmo.
//!
//! Columns lie in words of 64, the first column in the lowest bit; the unused top bits of a row's last word
//! are zero. The row of a floor marks its *openings*: the tiles that end a walk along it. On the first floor
//! (the last row) those are the treasures and the drains, above it the spaces. So every row is read alike:
//! Lemmo walks over zeros, turns at the edge, and stops at a one.

/// The way Lemmo looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Facing {
    /// Towards column 1.
    Left,
    /// Towards the last column.
    Right,
}

impl Facing {
    /// Both, in the order in which they are listed.
    pub const BOTH: [Facing; 2] = [Facing::Left, Facing::Right];

    /// The word for it in moves and questions.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Facing::Left => "left",
            Facing::Right => "right",
        }
    }

    /// The facing of that word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Facing> {
        Facing::BOTH.into_iter().find(|facing| facing.word() == word)
    }

    /// The other way.
    #[must_use]
    pub fn turned(self) -> Facing {
        match self {
            Facing::Left => Facing::Right,
            Facing::Right => Facing::Left,
        }
    }
}

/// What stands at a place of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// `#`: Lemmo walks on it.
    Block,
    /// `.`: Lemmo falls through it.
    Space,
    /// `$`: Lemmo wins.
    Treasure,
    /// `@`: Lemmo is lost.
    Drain,
}

impl Tile {
    /// The character of the tile in a level's text.
    #[must_use]
    pub fn character(self) -> char {
        match self {
            Tile::Block => '#',
            Tile::Space => '.',
            Tile::Treasure => '$',
            Tile::Drain => '@',
        }
    }
}

/// A valid map: every row has an opening. Rows and columns count from 0 here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    rows: usize,
    columns: usize,
    openings: Vec<u64>,
    treasures: Vec<u64>,
}

/// How many words hold `columns` bits.
#[must_use]
pub(super) fn words_for(columns: usize) -> usize {
    columns.div_ceil(64)
}

/// Whether bit `column` is set.
#[must_use]
pub(super) fn bit(words: &[u64], column: usize) -> bool {
    words[column / 64] >> (column % 64) & 1 == 1
}

impl Map {
    /// A map of packed rows: `openings` holds every row, `treasures` the winning openings of the last one.
    ///
    /// The caller has seen to it that each row has an opening and that unused bits are zero.
    #[must_use]
    pub(super) fn from_bits(columns: usize, openings: Vec<u64>, treasures: Vec<u64>) -> Map {
        let rows = openings.len() / words_for(columns);
        Map { rows, columns, openings, treasures }
    }

    /// Number of floors, the first included.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of tiles on a floor.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Words of one packed row.
    #[must_use]
    pub(super) fn words(&self) -> usize {
        words_for(self.columns)
    }

    /// Index of the first floor, the last row.
    #[must_use]
    pub fn ground(&self) -> usize {
        self.rows - 1
    }

    /// The openings of a row.
    #[must_use]
    pub(super) fn openings(&self, row: usize) -> &[u64] {
        let words = self.words();
        &self.openings[row * words..(row + 1) * words]
    }

    /// The treasures of the first floor.
    #[must_use]
    pub(super) fn treasures(&self) -> &[u64] {
        &self.treasures
    }

    /// How many starts there are: each column of the highest floor, either way.
    #[must_use]
    pub fn starts(&self) -> u64 {
        2 * self.columns as u64
    }

    /// The tile at a place inside the map.
    #[must_use]
    pub fn tile(&self, row: usize, column: usize) -> Tile {
        match bit(self.openings(row), column) {
            false => Tile::Block,
            true if row != self.ground() => Tile::Space,
            true if bit(&self.treasures, column) => Tile::Treasure,
            true => Tile::Drain,
        }
    }

    /// Whether the tile may be changed, block to space or space to block, so that the map stays valid.
    #[must_use]
    pub fn may_change(&self, row: usize, column: usize) -> bool {
        let openings = self.openings(row);
        let spaces: u32 = openings.iter().map(|word| word.count_ones()).sum();
        row != self.ground() && (!bit(openings, column) || spaces > 1)
    }

    /// The same map with one tile above the first floor changed.
    #[must_use]
    pub fn changed(&self, row: usize, column: usize) -> Map {
        let mut map = self.clone();
        map.openings[row * self.words() + column / 64] ^= 1 << (column % 64);
        map
    }
}

/// Where Lemmo is and looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lemmo {
    /// Row, from 0.
    pub row: usize,
    /// Column, from 0.
    pub column: usize,
    /// The way it looks.
    pub facing: Facing,
}

/// What comes after standing on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The walk goes on there.
    On(Lemmo),
    /// It stands on a treasure.
    Won,
    /// It stands on a drain.
    Lost,
}

impl Lemmo {
    /// The start at a column of the highest floor.
    #[must_use]
    pub fn start(column: usize, facing: Facing) -> Lemmo {
        Lemmo { row: 0, column, facing }
    }

    /// One step by the rules.
    #[must_use]
    pub fn step(self, map: &Map) -> Next {
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
            None => Lemmo { facing: self.facing.turned(), ..self },
        }
    }

    /// Every state from this one to the end of the walk, this one first. At most two states a tile.
    pub fn walk(self, map: &Map) -> impl Iterator<Item = Lemmo> {
        std::iter::successors(Some(self), |lemmo| match lemmo.step(map) {
            Next::On(next) => Some(next),
            Next::Won | Next::Lost => None,
        })
    }

    /// Whether the walk from here ends on a treasure.
    #[must_use]
    pub fn wins(self, map: &Map) -> bool {
        let end = self.walk(map).last().unwrap_or(self);
        end.step(map) == Next::Won
    }
}
