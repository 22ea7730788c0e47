//! The assignment of boxes to goals with the least sum of distances, by the Hungarian method (Kuhn 1955; shortest
//! augmenting paths with potentials as in Jonker and Volgenant 1987).

use super::distances::NEVER;

const INFINITE: i32 = i32::MAX / 2;
const FREE: usize = usize::MAX;

/// The buffers of a matching of so many boxes with as many goals.
#[derive(Clone)]
pub(super) struct Matching {
    size: usize,
    costs: Vec<u16>,
    rows: Vec<i32>,
    columns: Vec<i32>,
    row_of: Vec<usize>,
    least: Vec<i32>,
    before: Vec<usize>,
    used: Vec<bool>,
}

impl Matching {
    pub(super) fn new(size: usize) -> Matching {
        Matching {
            size,
            costs: Vec::with_capacity(size * size),
            rows: vec![0; size],
            columns: vec![0; size],
            row_of: vec![FREE; size],
            least: vec![0; size],
            before: vec![FREE; size],
            used: vec![false; size],
        }
    }

    /// Forgets all boxes.
    pub(super) fn clear(&mut self) {
        self.costs.clear();
    }

    /// Adds a box with its distances to all goals.
    pub(super) fn push(&mut self, distances: &[u16]) {
        self.costs.extend_from_slice(distances);
    }

    /// The least sum; `None` where not every box can get a goal of its own.
    pub(super) fn least(&mut self) -> Option<u32> {
        self.columns.fill(0);
        self.row_of.fill(FREE);
        let mut waiting = 0_u64;
        let mut late = Vec::new();
        for row in 0..self.size {
            let costs = &self.costs[row * self.size..][..self.size];
            let (column, &least) = costs.iter().enumerate().min_by_key(|(_, cost)| **cost)?;
            if least == NEVER {
                return None;
            }
            self.rows[row] = i32::from(least);
            if self.row_of[column] == FREE {
                self.row_of[column] = row;
            } else if row < 64 {
                waiting |= 1 << row;
            } else {
                late.push(row);
            }
        }
        while waiting != 0 {
            self.augment(waiting.trailing_zeros() as usize)?;
            waiting &= waiting - 1;
        }
        late.into_iter().try_for_each(|row| self.augment(row))?;
        let sum: i32 = self.rows.iter().chain(&self.columns).sum();
        Some(sum as u32)
    }

    /// Finds a goal for a box along a shortest augmenting path.
    fn augment(&mut self, row: usize) -> Option<()> {
        self.least.fill(INFINITE);
        self.used.fill(false);
        // The column of the tree that is being scanned; the root is no column.
        let (mut scanned, mut from) = (FREE, row);
        loop {
            let (mut delta, mut nearest) = (INFINITE, FREE);
            let costs = &self.costs[from * self.size..][..self.size];
            let base = self.rows[from];
            for (column, &cost) in costs.iter().enumerate() {
                if self.used[column] {
                    continue;
                }
                if cost != NEVER {
                    let reduced = i32::from(cost) - base - self.columns[column];
                    if reduced < self.least[column] {
                        self.least[column] = reduced;
                        self.before[column] = scanned;
                    }
                }
                if self.least[column] < delta {
                    (delta, nearest) = (self.least[column], column);
                }
            }
            if nearest == FREE {
                return None;
            }
            self.shift(row, delta);
            self.used[nearest] = true;
            scanned = nearest;
            from = self.row_of[nearest];
            if from == FREE {
                break;
            }
        }
        while scanned != FREE {
            let before = self.before[scanned];
            self.row_of[scanned] = if before == FREE { row } else { self.row_of[before] };
            scanned = before;
        }
        Some(())
    }

    /// Changes the potentials of the tree, so that its nearest column joins at no cost.
    fn shift(&mut self, root: usize, delta: i32) {
        if delta == 0 {
            return;
        }
        self.rows[root] += delta;
        for column in 0..self.size {
            if self.used[column] {
                self.rows[self.row_of[column]] += delta;
                self.columns[column] -= delta;
            } else if self.least[column] < INFINITE {
                self.least[column] -= delta;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The least sum over all orders.
    fn by_trying(costs: &[Vec<u16>], row: usize, used: &mut Vec<bool>) -> Option<u32> {
        if row == costs.len() {
            return Some(0);
        }
        let mut least = None;
        for column in 0..costs.len() {
            if used[column] || costs[row][column] == NEVER {
                continue;
            }
            used[column] = true;
            let sum = by_trying(costs, row + 1, used).map(|rest| rest + u32::from(costs[row][column]));
            used[column] = false;
            least = match (least, sum) {
                (Some(least), Some(sum)) => Some(sum.min(least)),
                (least, sum) => least.or(sum),
            };
        }
        least
    }

    #[test]
    fn the_least_sum_is_that_of_all_orders() {
        let mut random = Random(5);
        let mut without = 0;
        for round in 0..3000 {
            let size = 1 + round % 6;
            let mut cost = |_| if random.below(3) == 0 { NEVER } else { random.below(9) as u16 };
            let costs: Vec<Vec<u16>> = (0..size).map(|_| (0..size).map(&mut cost).collect()).collect();
            let mut matching = Matching::new(size);
            costs.iter().for_each(|row| matching.push(row));
            let expected = by_trying(&costs, 0, &mut vec![false; size]);
            assert_eq!(matching.least(), expected, "{costs:?}");
            without += usize::from(expected.is_none());
        }
        assert!(without > 100 && without < 2900, "{without}");
    }
}
