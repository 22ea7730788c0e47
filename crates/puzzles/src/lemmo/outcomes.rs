//! Which states win: one bit a state, a row at a time from the first floor up.
//!
//! Facing left, the blocks behind an opening share the outcome of that opening's fall. An addition spreads it:
//! with a one for each winning opening in both summands and a one for each block in the first, a carry is born
//! at a winning opening, runs through blocks and dies at a losing one, so the carry into a block *is* its
//! outcome. At the left edge Lemmo turns around; the carry into the row is the outcome of the row's first
//! opening, facing right. Facing right is the same in a mirror: that lane keeps its words in reverse
//! order and each word's bits reversed, so one addition a word does it too.
//!
//! Cost: a handful of operations for 64 tiles. The plain walker of `rules` is better for a single start.

use super::rules::{Map, bit, columns_before, first_opening, last_opening};

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

    /// Turns the outcomes below a row into the row's own.
    pub(super) fn climb(&mut self, openings: &[u64]) {
        let (Some(first), Some(last)) = (first_opening(openings), last_opening(openings)) else { return };
        let at_left_edge = self.wins_right(first);
        let at_right_edge = self.wins_left(last);
        spread(openings.iter().copied(), &mut self.left, at_left_edge);
        spread(openings.iter().rev().map(|word| word.reverse_bits()), &mut self.right, at_right_edge);
    }

    /// The same, from the outcomes `below`.
    pub(super) fn climb_from(&mut self, below: &Outcomes, openings: &[u64]) {
        self.left.clone_from(&below.left);
        self.right.clone_from(&below.right);
        self.climb(openings);
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

    /// How many states of the row win.
    pub(super) fn wins(&self, columns: usize) -> u64 {
        let used = |index: usize| columns_before(columns, index);
        let left = self.left.iter().enumerate().map(|(i, word)| (word & used(i)).count_ones());
        let right = (0..self.right.len()).map(|i| (self.right_word(i) & used(i)).count_ones());
        left.chain(right).map(u64::from).sum()
    }
}

/// Carries the outcome of each opening through the blocks that follow it, in place.
fn spread(openings: impl Iterator<Item = u64>, lane: &mut [u64], edge: bool) {
    let mut carry = edge;
    for (open, outcome) in openings.zip(lane) {
        let winning = open & *outcome;
        let (sum, out) = (!open | winning).carrying_add(winning, carry);
        // A block's sum bit is the inverse of the carry into it.
        *outcome = !(open | sum) | winning;
        carry = out;
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle::{Draw, maps};
    use super::super::rules::Lemmo;
    use super::*;
    use crate::question::Facing;

    fn agree(map: &Map) {
        let mut outcomes = Outcomes::under_ground(map);
        for row in (0..map.rows()).rev() {
            outcomes.climb(map.openings(row));
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
