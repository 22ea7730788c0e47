//! Which states win: one bit a state, a row at a time from the first floor up.
//!
//! Facing left, the blocks behind an opening share the outcome of that opening's fall, which [`spread`] carries
//! through them. At the left edge Lemmo turns around: the carry into the row is the outcome of the row's first
//! opening, facing right. Facing right is the same in a mirror: that lane keeps its words in reverse order and
//! each word's bits reversed.
//!
//! Cost: a handful of operations for 64 tiles. The plain walker of `rules` is better for a single start.

use super::rules::{Map, bit, columns_before, first_opening, last_opening};
use super::spread;

/// The outcomes of all states of one row: a one wins. Unused bits may hold anything.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Outcomes {
    /// Facing left, first column in the lowest bit of the first word.
    pub(super) left: Vec<u64>,
    /// Facing right, mirrored: first column in the highest bit of the last word.
    pub(super) right: Vec<u64>,
}

impl Outcomes {
    /// What the first floor's openings lead to: the treasures win, either way.
    pub(super) fn under_ground(map: &Map) -> Outcomes {
        let left = map.treasures().to_vec();
        let right = left.iter().rev().map(|word| word.reverse_bits()).collect();
        Outcomes { left, right }
    }

    /// Becomes the outcomes of a row, from those below it.
    pub(super) fn climb(&mut self, below: &Outcomes, openings: &[u64]) {
        let (Some(first), Some(last)) = (first_opening(openings), last_opening(openings)) else { return };
        self.left.resize(openings.len(), 0);
        self.right.resize(openings.len(), 0);
        spread::left(openings, &below.left, &mut self.left, below.wins_right(first));
        spread::right(openings, &below.right, &mut self.right, below.wins_left(last));
    }

    /// Whether the state at `column` facing left wins.
    pub(super) fn wins_left(&self, column: usize) -> bool {
        bit(&self.left, column)
    }

    /// Whether the state at `column` facing right wins.
    pub(super) fn wins_right(&self, column: usize) -> bool {
        bit(&self.right, self.right.len() * 64 - 1 - column)
    }

    /// Word `index` of the lane facing right, in the map's own order.
    pub(super) fn right_word(&self, index: usize) -> u64 {
        self.right[self.right.len() - 1 - index].reverse_bits()
    }

    /// Where the outcomes facing right differ from those of another row, in word `index` in the map's own order.
    pub(super) fn right_change(&self, other: &Outcomes, index: usize) -> u64 {
        let mirrored = self.right.len() - 1 - index;
        (self.right[mirrored] ^ other.right[mirrored]).reverse_bits()
    }

    /// How many states of the row win.
    pub(super) fn wins(&self, columns: usize) -> u64 {
        let used = |index: usize| columns_before(columns, index);
        let left = self.left.iter().enumerate().map(|(i, word)| (word & used(i)).count_ones());
        let right = (0..self.right.len()).map(|i| (self.right_word(i) & used(i)).count_ones());
        left.chain(right).map(u64::from).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::body::Facing;
    use super::super::oracle::{Draw, maps};
    use super::super::rules::Lemmo;
    use super::*;

    fn agree(map: &Map) {
        let (mut outcomes, mut below) = (Outcomes::under_ground(map), Outcomes::default());
        for row in (0..map.rows()).rev() {
            std::mem::swap(&mut outcomes, &mut below);
            outcomes.climb(&below, map.openings(row));
            for column in 0..map.columns() {
                let wins = |facing| Lemmo { row, column, facing }.wins(map);
                assert_eq!(outcomes.wins_left(column), wins(Facing::Left), "{map:?} {row} {column} left");
                assert_eq!(outcomes.wins_right(column), wins(Facing::Right), "{map:?} {row} {column} right");
            }
        }
    }

    #[test]
    fn small_maps_agree_with_the_walker() {
        maps(1500, &Draw::small(), agree);
    }

    #[test]
    fn words_join_without_a_seam() {
        maps(60, &Draw::odd_widths(), agree);
    }
}
