//! Planes moved along the rows and columns of a board.

use crate::game::Direction;

/// The masks that keep a column's bits from running into the next column.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    height: usize,
    width: usize,
    /// For each power of two below the height: the cells that lie at least so far from the lower border.
    above: Vec<Vec<u64>>,
    /// For each power of two below the height: the cells that lie at least so far from the upper border.
    below: Vec<Vec<u64>>,
}

impl Lines {
    pub(super) fn new(width: usize, height: usize) -> Self {
        let words = (width * height).div_ceil(64).max(1);
        let plane = |keep: &dyn Fn(usize) -> bool| {
            let mut plane = vec![0_u64; words];
            for cell in (0..width * height).filter(|cell| keep(cell % height)) {
                plane[cell / 64] |= 1 << (cell % 64);
            }
            plane
        };
        let powers = || (0..).map(|power| 1_usize << power).take_while(|&distance| distance < height);
        Self {
            height,
            width,
            above: powers().map(|distance| plane(&|y| y + distance < height)).collect(),
            below: powers().map(|distance| plane(&|y| y >= distance)).collect(),
        }
    }

    /// Adds to a plane every cell from which one of its cells lies in the direction, by doubling the distance.
    pub(super) fn smear_against(&self, direction: Direction, plane: &mut [u64], spare: &mut Vec<u64>) {
        match direction {
            Direction::Down => smear_columns(plane, &self.above, spare, shift_down),
            Direction::Up => smear_columns(plane, &self.below, spare, shift_up),
            Direction::Right => self.smear_rows(plane, spare, shift_down),
            Direction::Left => self.smear_rows(plane, spare, shift_up),
        }
    }

    fn smear_rows(&self, plane: &mut [u64], spare: &mut Vec<u64>, shift: fn(&mut [u64], usize)) {
        let mut distance = 1;
        while distance < self.width {
            spare.clear();
            spare.extend_from_slice(plane);
            shift(spare, distance * self.height);
            plane.iter_mut().zip(&*spare).for_each(|(word, more)| *word |= more);
            distance *= 2;
        }
    }
}

fn smear_columns(plane: &mut [u64], masks: &[Vec<u64>], spare: &mut Vec<u64>, shift: fn(&mut [u64], usize)) {
    for (power, mask) in masks.iter().enumerate() {
        spare.clear();
        spare.extend_from_slice(plane);
        shift(spare, 1 << power);
        for ((word, more), mask) in plane.iter_mut().zip(&*spare).zip(mask) {
            *word |= more & mask;
        }
    }
}

/// Moves every bit to a lower index; bits that leave are lost.
pub(super) fn shift_down(plane: &mut [u64], distance: usize) {
    let (words, bits) = (distance / 64, distance % 64);
    for at in 0..plane.len() {
        let low = plane.get(at + words).copied().unwrap_or(0);
        let high = plane.get(at + words + 1).copied().unwrap_or(0);
        plane[at] = low >> bits | high << 1 << (63 - bits);
    }
}

/// Moves every bit to a higher index; bits beyond the last word are lost.
pub(super) fn shift_up(plane: &mut [u64], distance: usize) {
    let (words, bits) = (distance / 64, distance % 64);
    for at in (0..plane.len()).rev() {
        let high = at.checked_sub(words).map_or(0, |from| plane[from]);
        let low = at.checked_sub(words + 1).map_or(0, |from| plane[from]);
        plane[at] = high << bits | low >> 1 >> (63 - bits);
    }
}
