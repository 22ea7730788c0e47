//! Sets of cells of a board, moved as a whole.

use crate::game::Direction;

/// The shape of a board: cells are numbered column by column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) width: usize,
    pub(super) height: usize,
}

/// A set of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellSet(pub(super) Vec<u64>);

impl Shape {
    fn words(self) -> usize {
        (self.width * self.height).div_ceil(64).max(1)
    }

    pub(super) fn none(self) -> CellSet {
        CellSet(vec![0; self.words()])
    }

    pub(super) fn all(self) -> CellSet {
        let mut all = self.none();
        (0..self.width * self.height).for_each(|cell| all.insert(cell));
        all
    }

    /// The cells from which so many steps in a direction stay on the board.
    pub(super) fn with_room(self, direction: Direction, steps: usize) -> CellSet {
        let has_room = |(x, y): (usize, usize)| match direction {
            Direction::Up => y >= steps,
            Direction::Down => y + steps < self.height,
            Direction::Left => x >= steps,
            Direction::Right => x + steps < self.width,
        };
        let mut set = self.none();
        let cells = (0..self.width).flat_map(|x| (0..self.height).map(move |y| (x, y)));
        cells.filter(|&at| has_room(at)).for_each(|(x, y)| set.insert(x * self.height + y));
        set
    }

    /// Every cell of a set moved by so many steps; all of them must have room.
    pub(super) fn moved(self, set: &CellSet, direction: Direction, steps: usize) -> CellSet {
        match direction {
            Direction::Down => set.up_by(steps),
            Direction::Right => set.up_by(steps * self.height),
            Direction::Up => set.down_by(steps),
            Direction::Left => set.down_by(steps * self.height),
        }
    }
}

impl CellSet {
    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Adds the cells of another set; whether some were new.
    pub(super) fn add(&mut self, other: &CellSet) -> bool {
        let mut grown = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            grown |= other & !*word != 0;
            *word |= other;
        }
        grown
    }

    /// Removes the cells of another set; whether some were there.
    pub(super) fn remove(&mut self, other: &CellSet) -> bool {
        let mut shrunk = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            shrunk |= *word & other != 0;
            *word &= !other;
        }
        shrunk
    }

    pub(super) fn keep(&mut self, other: &CellSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
    }

    /// The cells with numbers larger by so many.
    fn up_by(&self, cells: usize) -> CellSet {
        let (words, bits) = (cells / 64, cells % 64);
        let at = |word: Option<usize>| word.map_or(0, |word| self.0[word]);
        let word = |number: usize| {
            let low = at(number.checked_sub(words)) << bits;
            let high = if bits == 0 { 0 } else { at(number.checked_sub(words + 1)) >> (64 - bits) };
            low | high
        };
        CellSet((0..self.0.len()).map(word).collect())
    }

    /// The cells with numbers smaller by so many.
    fn down_by(&self, cells: usize) -> CellSet {
        let (words, bits) = (cells / 64, cells % 64);
        let at = |word: usize| self.0.get(word).copied().unwrap_or(0);
        let word = |number: usize| {
            let low = at(number + words) >> bits;
            let high = if bits == 0 { 0 } else { at(number + words + 1) << (64 - bits) };
            low | high
        };
        CellSet((0..self.0.len()).map(word).collect())
    }
}
