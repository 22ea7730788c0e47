//! Where the starts come down: how many stand at each tile of a row on arrival, either way.
//!
//! Walkers that meet never part, so from row to row there are fewer and larger groups, at most one a tile and
//! facing. A group over an opening falls as it is; only the groups on blocks move, to the next opening, or back
//! from the edge to the row's outermost one. [`Walkers::walk`] moves them run by run and costs little more than
//! one look at each group on a block; [`Walkers::sweep`] goes along every tile of the row and is better where
//! such groups are many. The sweep also tells, for each tile, how many starts ever stand there, which is the
//! idea of the original solution.

use super::rules::{columns_before, first_opening, last_opening, opening_before, opening_behind, words_for};
use super::sweep;

/// The groups that look one way: how many starts at each column, a one where that is not zero, and a one for each
/// word of those that is not zero, so that the rows of few groups are not searched word by word.
#[derive(Clone, Debug)]
struct Crowd {
    count: Vec<u32>,
    held: Vec<u64>,
    words: Vec<u64>,
}

impl Crowd {
    fn everywhere(columns: usize) -> Crowd {
        let all = |columns: usize| (0..words_for(columns)).map(|index| columns_before(columns, index)).collect();
        Crowd { count: vec![1; columns], held: all(columns), words: all(words_for(columns)) }
    }

    fn add(&mut self, column: usize, starts: u32) {
        if starts > 0 {
            self.count[column] += starts;
            self.hold(column / 64, self.held[column / 64] | 1 << (column % 64));
        }
    }

    fn hold(&mut self, index: usize, held: u64) {
        self.held[index] = held;
        let word = 1 << (index % 64);
        let others = self.words[index / 64] & !word;
        self.words[index / 64] = if held == 0 { others } else { others | word };
    }

    fn find_words(&mut self) {
        for (word, held) in self.words.iter_mut().zip(self.held.chunks(64)) {
            *word = held.iter().rev().fold(0, |word, &held| word << 1 | u64::from(held != 0));
        }
    }

    fn movers(&self, openings: &[u64]) -> usize {
        let moving = |index: usize| (self.held[index] & !openings[index]).count_ones() as usize;
        self.words.iter().enumerate().map(|(high, &word)| ones(high, word).map(moving).sum::<usize>()).sum()
    }

    /// Takes the groups on blocks away, in order of their columns.
    fn take_movers(&mut self, openings: &[u64], movers: &mut Vec<Group>) {
        movers.clear();
        for high in 0..self.words.len() {
            for index in ones(high, self.words[high]) {
                let moving = self.held[index] & !openings[index];
                self.hold(index, self.held[index] & openings[index]);
                movers.extend(ones(index, moving).map(|column| {
                    let starts = std::mem::take(&mut self.count[column]);
                    Group { column, starts }
                }));
            }
        }
    }
}

/// The places of the ones in word `index`.
pub(super) fn ones(index: usize, mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(index * 64 + bit)
    })
}

/// Starts that stand together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) column: usize,
    pub(super) starts: u32,
}

/// A longest run of blocks with the groups that arrive on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run<'a> {
    /// The opening before it; none at the left edge.
    pub(super) before: Option<usize>,
    /// The opening behind it; none at the right edge.
    pub(super) behind: Option<usize>,
    /// The groups that look left, from left to right.
    pub(super) left: &'a [Group],
    /// The groups that look right, from left to right.
    pub(super) right: &'a [Group],
}

impl Run<'_> {
    /// How many starts walk on the run.
    pub(super) fn starts(&self) -> u32 {
        self.left.iter().chain(self.right).map(|group| group.starts).sum()
    }
}

/// How many starts stand first at each tile of a row looking left, or looking right; each start counts once a tile.
#[derive(Clone, Debug, Default)]
pub(super) struct Visits {
    pub(super) left: Vec<u32>,
    pub(super) right: Vec<u32>,
}

/// All starts, as they arrive at one row.
#[derive(Clone, Debug)]
pub(super) struct Walkers {
    left: Crowd,
    right: Crowd,
    taken_left: Vec<Group>,
    taken_right: Vec<Group>,
}

impl Walkers {
    /// One start a column and facing, on the highest floor.
    pub(super) fn at_top(columns: usize) -> Walkers {
        let crowd = Crowd::everywhere(columns);
        Walkers { left: crowd.clone(), right: crowd, taken_left: Vec::new(), taken_right: Vec::new() }
    }

    /// How many groups stand on blocks of a row.
    pub(super) fn movers(&self, openings: &[u64]) -> usize {
        self.left.movers(openings) + self.right.movers(openings)
    }

    /// Moves every group to the opening where it falls; `look` sees each run with its groups first.
    pub(super) fn walk(&mut self, openings: &[u64], mut look: impl FnMut(Run<'_>)) {
        let (mut lefts, mut rights) = (std::mem::take(&mut self.taken_left), std::mem::take(&mut self.taken_right));
        self.left.take_movers(openings, &mut lefts);
        self.right.take_movers(openings, &mut rights);
        let (mut left, mut right) = (&lefts[..], &rights[..]);
        while let Some(column) = leftmost(left, right) {
            let before = opening_before(openings, column);
            let behind = opening_behind(openings, column);
            let run = Run { before, behind, left: split_run(&mut left, behind), right: split_run(&mut right, behind) };
            look(run);
            self.leave(run);
        }
        (self.taken_left, self.taken_right) = (lefts, rights);
    }

    fn leave(&mut self, run: Run<'_>) {
        let sum = |groups: &[Group]| groups.iter().map(|group| group.starts).sum();
        let (left, right): (u32, u32) = (sum(run.left), sum(run.right));
        match (run.before, run.behind) {
            (Some(before), Some(behind)) => {
                self.left.add(before, left);
                self.right.add(behind, right);
            }
            (Some(before), None) => self.left.add(before, left + right),
            (None, Some(behind)) => self.right.add(behind, left + right),
            (None, None) => {}
        }
    }

    /// Moves every group to the opening where it falls, and counts for each tile the walkers that stand there first,
    /// by facing.
    pub(super) fn sweep(&mut self, openings: &[u64], visits: &mut Visits) {
        let columns = self.left.count.len();
        visits.left.resize(columns, 0);
        visits.right.resize(columns, 0);
        let (Some(first), Some(last)) = (first_opening(openings), last_opening(openings)) else { return };
        let Walkers { left, right, .. } = self;
        let from_left = sweep::backward(openings, &mut left.count, &mut visits.left, &mut left.held);
        let from_right = sweep::forward(openings, &mut right.count, &mut visits.right, &mut right.held);
        left.find_words();
        right.find_words();
        self.right.add(first, from_left);
        self.left.add(last, from_right);
        // Who turned around at an edge stands on that edge's run a second time, and counts but once.
        for (right, left) in visits.right.iter_mut().zip(&visits.left).take(first) {
            *right += from_left - left;
        }
        for (left, right) in visits.left.iter_mut().zip(&visits.right).skip(last + 1) {
            *left += from_right - right;
        }
        visits.right[first] += from_left;
        visits.left[last] += from_right;
    }
}

fn leftmost(left: &[Group], right: &[Group]) -> Option<usize> {
    left.first().into_iter().chain(right.first()).map(|group| group.column).min()
}

/// The groups before the run's end, split off.
fn split_run<'a>(groups: &mut &'a [Group], behind: Option<usize>) -> &'a [Group] {
    let end = behind.unwrap_or(usize::MAX);
    let length = groups.iter().take_while(|group| group.column < end).count();
    let (run, rest) = groups.split_at(length);
    *groups = rest;
    run
}

#[cfg(test)]
mod tests {
    use super::super::oracle::{Draw, maps, visits};
    use super::super::rules::Map;
    use super::*;

    fn agree(map: &Map) {
        let mut sparse = Walkers::at_top(map.columns());
        let mut dense = sparse.clone();
        let mut found = Visits::default();
        for (row, expected) in visits(map).iter().enumerate() {
            sparse.walk(map.openings(row), |_| {});
            dense.sweep(map.openings(row), &mut found);
            assert_eq!(found.left, expected.left, "{map:?} row {row}");
            assert_eq!(found.right, expected.right, "{map:?} row {row}");
            assert_eq!(sparse.left.count, dense.left.count, "{map:?} row {row}");
            assert_eq!(sparse.right.count, dense.right.count, "{map:?} row {row}");
            assert_eq!(sparse.left.held, dense.left.held, "{map:?} row {row}");
            assert_eq!(sparse.right.held, dense.right.held, "{map:?} row {row}");
        }
    }

    #[test]
    fn both_ways_to_move_agree_with_the_walker() {
        maps(1500, &Draw::small(), agree);
        maps(60, &Draw::odd_widths(), agree);
    }
}
