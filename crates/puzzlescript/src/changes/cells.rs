//! Sets of cells of a board, moved as a whole.

use std::ops::Range;

use crate::game::Direction;

/// The shape of a board: cells are numbered column by column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) width: usize,
    pub(crate) height: usize,
}

/// A set of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CellSet(pub(crate) Vec<u64>);

impl Shape {
    pub(super) fn words(self) -> usize {
        (self.width * self.height).div_ceil(64).max(1)
    }

    pub(super) fn none(self) -> CellSet {
        CellSet(vec![0; self.words()])
    }

    pub(super) fn all(self) -> CellSet {
        let mut all = self.none();
        all.fill(0..self.cells());
        all
    }

    /// The number of cells.
    pub(super) fn cells(self) -> usize {
        self.width * self.height
    }

    /// The cells from which so many steps in a direction stay on the board.
    pub(crate) fn with_room(self, direction: Direction, steps: usize) -> CellSet {
        let Shape { width, height } = self;
        let mut set = self.none();
        match direction {
            Direction::Left => set.fill(steps.saturating_mul(height)..self.cells()),
            Direction::Right => set.fill(0..width.saturating_sub(steps) * height),
            Direction::Up => (0..width).for_each(|x| set.fill(x * height + steps..(x + 1) * height)),
            Direction::Down => {
                let rows = height.saturating_sub(steps);
                (0..width).for_each(|x| set.fill(x * height..x * height + rows));
            }
        }
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

    /// Adds a range of cells, which may be empty.
    pub(super) fn fill(&mut self, cells: Range<usize>) {
        let Range { start, end } = cells;
        if start >= end {
            return;
        }
        let (first, last) = (start / 64, (end - 1) / 64);
        let (head, tail) = (u64::MAX << (start % 64), u64::MAX >> (63 - (end - 1) % 64));
        if first == last {
            self.0[first] |= head & tail;
            return;
        }
        self.0[first] |= head;
        self.0[first + 1..last].fill(u64::MAX);
        self.0[last] |= tail;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_cells_is_filled() {
        for (start, end) in
            [(0, 0), (0, 1), (0, 64), (3, 61), (63, 64), (63, 65), (0, 192), (64, 128), (70, 190), (9, 4)]
        {
            let mut set = Shape { width: 3, height: 64 }.none();
            set.fill(start..end);
            assert!((0..192).all(|cell| set.has(cell) == (start..end).contains(&cell)), "{start}..{end}");
        }
    }

    #[test]
    fn cells_with_room_are_those_from_which_steps_stay_on_the_board() {
        for (width, height) in [(1, 1), (1, 70), (70, 1), (9, 11), (64, 2), (5, 64)] {
            let shape = Shape { width, height };
            for (direction, steps) in
                [(Direction::Up, 0), (Direction::Down, 1), (Direction::Left, 3), (Direction::Right, 1)]
                    .into_iter()
                    .flat_map(|(direction, steps)| [(direction, steps), (direction, steps + 60)])
            {
                let set = shape.with_room(direction, steps);
                for cell in 0..width * height {
                    let (x, y) = (cell / height, cell % height);
                    let room = match direction {
                        Direction::Up => y,
                        Direction::Down => height - 1 - y,
                        Direction::Left => x,
                        Direction::Right => width - 1 - x,
                    };
                    assert_eq!(set.has(cell), room >= steps, "{width} x {height}, {direction:?} {steps}, cell {cell}");
                }
            }
        }
    }
}
