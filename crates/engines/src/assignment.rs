//! The assignment of rows to columns with the least sum of costs, each row to a column of its own.
//!
//! The Hungarian method (Kuhn 1955) by shortest augmenting paths with potentials (Jonker and Volgenant 1987): r²·c
//! steps at worst for r rows and c columns, fewer where many rows get a column of least cost at once. A heuristic calls
//! it for every state, so the buffers are kept between calls.

/// The cost of a pair that is not allowed.
pub const NEVER: u16 = u16::MAX;

const INFINITE: i32 = i32::MAX / 2;
const FREE: usize = usize::MAX;

/// An assignment problem with so many columns, and the buffers to solve it.
#[derive(Clone, Debug)]
pub struct Assignment {
    size: usize,
    costs: Vec<u16>,
    /// The potentials of rows and columns.
    rows: Vec<i32>,
    columns: Vec<i32>,
    row_of: Vec<usize>,
    least: Vec<i32>,
    before: Vec<usize>,
    used: Vec<bool>,
    /// The rows that get no column of least cost at once.
    waiting: Vec<usize>,
}

impl Assignment {
    /// A problem with so many columns, and no rows yet.
    #[must_use]
    pub fn new(columns: usize) -> Assignment {
        Assignment {
            size: columns,
            costs: Vec::new(),
            rows: Vec::new(),
            columns: vec![0; columns],
            row_of: vec![FREE; columns],
            least: vec![0; columns],
            before: vec![FREE; columns],
            used: vec![false; columns],
            waiting: Vec::new(),
        }
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.size
    }

    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.costs.clear();
    }

    /// Adds a row with its costs in all columns.
    pub fn push(&mut self, costs: &[u16]) {
        self.costs.extend_from_slice(costs);
    }

    /// Returns the least sum; `None` where not every row can get a column of its own.
    pub fn least(&mut self) -> Option<u32> {
        let count = self.costs.len().checked_div(self.size).unwrap_or(0);
        self.columns.fill(0);
        self.row_of.fill(FREE);
        self.rows.clear();
        self.waiting.clear();
        for row in 0..count {
            let costs = &self.costs[row * self.size..][..self.size];
            let (column, &least) = costs.iter().enumerate().min_by_key(|(_, cost)| **cost)?;
            if least == NEVER {
                return None;
            }
            self.rows.push(i32::from(least));
            if self.row_of[column] == FREE {
                self.row_of[column] = row;
            } else {
                self.waiting.push(row);
            }
        }
        for index in 0..self.waiting.len() {
            self.augment(self.waiting[index])?;
        }
        let sum: i32 = self.rows.iter().chain(&self.columns).sum();
        Some(sum as u32)
    }

    /// Finds a column for a row along a shortest augmenting path.
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

    /// The least sum over all orders.
    fn by_trying(costs: &[Vec<u16>], row: usize, used: &mut Vec<bool>) -> Option<u32> {
        let Some(here) = costs.get(row) else { return Some(0) };
        let mut least = None;
        for column in 0..here.len() {
            if used[column] || here[column] == NEVER {
                continue;
            }
            used[column] = true;
            let sum = by_trying(costs, row + 1, used).map(|rest| rest + u32::from(here[column]));
            used[column] = false;
            least = least.into_iter().chain(sum).min();
        }
        least
    }

    #[test]
    fn the_least_sum_is_that_of_all_orders() {
        let mut random = testkit::random::Random::new(5);
        let mut without = 0;
        for round in 0..3000 {
            let columns = 1 + round % 6;
            let rows = 1 + random.below(columns as u64 + 1) as usize;
            let mut cost = |_| if random.below(3) == 0 { NEVER } else { random.below(9) as u16 };
            let costs: Vec<Vec<u16>> = (0..rows).map(|_| (0..columns).map(&mut cost).collect()).collect();
            let mut assignment = Assignment::new(columns);
            costs.iter().for_each(|row| assignment.push(row));
            let expected = by_trying(&costs, 0, &mut vec![false; columns]);
            assert_eq!(assignment.least(), expected, "{costs:?}");
            without += usize::from(expected.is_none());
        }
        assert!(without > 100 && without < 2900, "{without}");
    }
}
