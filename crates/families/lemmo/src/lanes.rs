//! What the walks from the columns of a row lead to, carried from row to row: a value for each column and facing.
//!
//! A walk goes on along the blocks to the next opening in its way and has that opening's value; what would leave the
//! map turns around first, and so has the value of the outermost opening with the other facing. Cost: two steps a
//! column for each row. Where the values are bits, [`Outcomes`](super::outcomes::Outcomes) takes 64 columns at once.

use super::body::Facing;
use super::rules::{bit, first_opening, last_opening};

/// For each column of a row the value of the walk that begins there, looking left and right.
pub(super) struct Lanes<T> {
    left: Vec<T>,
    right: Vec<T>,
}

impl<T: Copy> Lanes<T> {
    /// Creates lanes with the same values for both facings.
    pub(super) fn both(values: Vec<T>) -> Lanes<T> {
        Lanes { left: values.clone(), right: values }
    }

    pub(super) fn get(&self, column: usize, facing: Facing) -> T {
        if facing == Facing::Left { self.left[column] } else { self.right[column] }
    }

    pub(super) fn set(&mut self, column: usize, facing: Facing, value: T) {
        let lane = if facing == Facing::Left { &mut self.left } else { &mut self.right };
        lane[column] = value;
    }

    /// From the row below, or from the first floor's own columns, to a row with these openings.
    pub(super) fn rise(&mut self, openings: &[u64]) {
        let (Some(first), Some(last)) = (first_opening(openings), last_opening(openings)) else { return };
        let (mut left, mut right) = (self.right[first], self.left[last]);
        for (column, value) in self.left.iter_mut().enumerate() {
            left = if bit(openings, column) { *value } else { left };
            *value = left;
        }
        for (column, value) in self.right.iter_mut().enumerate().rev() {
            right = if bit(openings, column) { *value } else { right };
            *value = right;
        }
    }
}
