//! What an edit gains: the change in wins when one tile above the first floor changes.
//!
//! Removing a block touches those alone who stand on it: each falls there the first time it comes, to an
//! outcome below that is known, and never returns to the row. So its gain is a sum of two products, who stands
//! there first looking left (right) times the difference of two outcome bits. Adding a block at a space touches
//! those who fell there: they walk on to the row's next opening, or turn at the edge to the one on the other side.
//!
//! For the best removals alone most blocks need no look. No gain exceeds the number of starts on its run, and
//! between two groups of a run the numbers do not change, so that a stretch of blocks has at most three gains
//! and its blocks are told apart 64 at a time by the outcome bits ([`best_on_run`]). Rows crowded with groups are
//! taken tile by tile ([`best_on_row`]), where an outcome differs. Brute force is the oracle of the tests.

use super::outcomes::Outcomes;
use super::rules::{bit, columns_before, first_opening, last_opening};
use super::sweep::{Stake, gaining};
use super::walkers::{Group, Run, Visits, ones};

/// Takes the edits whose gain may be among the best, in reading order.
pub(super) trait Record {
    /// The least gain of interest, at least 1.
    fn least(&self) -> i64;

    /// The tiles at the ones of word `index` of a row all gain `gain`, which is no less than the least.
    fn add(&mut self, gain: i64, row: usize, index: usize, tiles: u64);
}

/// A row above the first floor, its outcomes and those of the row below.
#[derive(Clone, Copy)]
pub(super) struct Floor<'a> {
    pub(super) row: usize,
    pub(super) columns: usize,
    pub(super) openings: &'a [u64],
    pub(super) own: &'a Outcomes,
    pub(super) below: &'a Outcomes,
}

/// Where a fall differs from walking on, in one word of a row, either way.
#[derive(Clone, Copy)]
struct Change {
    left: u64,
    right: u64,
}

impl Floor<'_> {
    fn change(&self, index: usize) -> Change {
        Change { left: self.own.left[index] ^ self.below.left[index], right: self.own.right_change(self.below, index) }
    }

    /// The gain of removing the block at `column`.
    fn removal(&self, visits: &Visits, column: usize) -> i64 {
        let left = difference(self.below.wins_left(column), self.own.wins_left(column));
        let right = difference(self.below.wins_right(column), self.own.wins_right(column));
        i64::from(visits.left[column]) * left + i64::from(visits.right[column]) * right
    }

    /// The gain of adding a block at `column`, a space but not the row's only one.
    fn addition(&self, visits: &Visits, column: usize, first: usize, last: usize) -> i64 {
        let onwards_left = if column == first { None } else { Some(self.own.wins_left(column - 1)) };
        let onwards_right = if column == last { None } else { Some(self.own.wins_right(column + 1)) };
        let (Some(after_left), Some(after_right)) = (onwards_left.or(onwards_right), onwards_right.or(onwards_left))
        else {
            return 0;
        };
        let left = difference(after_left, self.below.wins_left(column));
        let right = difference(after_right, self.below.wins_right(column));
        i64::from(visits.left[column]) * left + i64::from(visits.right[column]) * right
    }

    /// The gain of changing each tile of the row; none where the row would lose its only space.
    pub(super) fn gains(&self, visits: &Visits, gains: &mut Vec<Option<i64>>) {
        gains.clear();
        let (Some(first), Some(last)) = (first_opening(self.openings), last_opening(self.openings)) else { return };
        gains.extend((0..self.columns).map(|column| match bit(self.openings, column) {
            false => Some(self.removal(visits, column)),
            true if first == last => None,
            true => Some(self.addition(visits, column, first, last)),
        }));
    }
}

fn difference(after: bool, before: bool) -> i64 {
    i64::from(after) - i64::from(before)
}

/// Finds the best removals of a row from who stands first at each of its tiles.
pub(super) fn best_on_row(floor: &Floor<'_>, visits: &Visits, record: &mut impl Record) {
    for (index, open) in floor.openings.iter().enumerate() {
        let Change { left, right } = floor.change(index);
        let blocks = !open & columns_before(floor.columns, index);
        let (left_wins, right_wins) = (floor.below.left[index], floor.below.right_word(index));
        if (left & left_wins | right & right_wins) & blocks == 0 {
            continue;
        }
        let tiles = index * 64..floor.columns.min(index * 64 + 64);
        let left = Stake { visits: &visits.left[tiles.clone()], better: left & left_wins, worse: left & !left_wins };
        let right = Stake { visits: &visits.right[tiles], better: right & right_wins, worse: right & !right_wins };
        let least = i32::try_from(record.least()).unwrap_or(i32::MAX);
        for column in ones(index, gaining(left, right, least) & blocks) {
            let gain = floor.removal(visits, column);
            if gain >= record.least() {
                record.add(gain, floor.row, index, 1 << (column % 64));
            }
        }
    }
}

/// Finds the best removals of a run of blocks from the groups that arrive on it.
pub(super) fn best_on_run(floor: &Floor<'_>, run: Run<'_>, record: &mut impl Record) {
    let first = run.before.map_or(0, |before| before + 1);
    let wins = Wins { left: floor.own.wins_left(first), right: floor.own.wins_right(first) };
    if i64::from(run.starts()) < record.least() || wins.left && wins.right {
        return;
    }
    let end = run.behind.unwrap_or(floor.columns);
    let sum = |groups: &[_]| groups.iter().map(|group: &Group| i64::from(group.starts)).sum::<i64>();
    let turned = if run.behind.is_none() { sum(run.right) } else { 0 };
    let mut stretch = Stretch { from: first, to: first, left: sum(run.left) + turned, right: 0 };
    let (mut left, mut right) = (run.left, run.right);
    loop {
        // Those who look right stand on a block from their arrival on, those who look left until past it.
        let next_left = left.first().map_or(end, |group| group.column + 1);
        let next_right = right.first().map_or(end, |group| group.column);
        stretch.to = next_left.min(next_right);
        stretch.look(floor, wins, record);
        if stretch.to == end {
            return;
        }
        stretch.from = stretch.to;
        if let [group, rest @ ..] = right
            && next_right == stretch.to
        {
            stretch.right += i64::from(group.starts);
            stretch.left -= if run.behind.is_none() { i64::from(group.starts) } else { 0 };
            right = rest;
        }
        if let [group, rest @ ..] = left
            && next_left == stretch.to
        {
            stretch.left -= i64::from(group.starts);
            stretch.right += if run.before.is_none() { i64::from(group.starts) } else { 0 };
            left = rest;
        }
    }
}

/// The outcomes of walking on along a run.
#[derive(Clone, Copy)]
struct Wins {
    left: bool,
    right: bool,
}

/// Blocks of a run at which equally many starts stand first, either way.
struct Stretch {
    from: usize,
    to: usize,
    left: i64,
    right: i64,
}

impl Stretch {
    fn look(&self, floor: &Floor<'_>, wins: Wins, record: &mut impl Record) {
        let left = if wins.left { -self.left } else { self.left };
        let right = if wins.right { -self.right } else { self.right };
        let most = left.max(right).max(left + right);
        if self.from == self.to || most < record.least() {
            return;
        }
        for index in self.from / 64..self.to.div_ceil(64) {
            let inside = columns_before(self.to, index) & !columns_before(self.from, index);
            let change = floor.change(index);
            let both = (left + right, change.left & change.right & inside);
            let only_left = (left, change.left & !change.right & inside);
            let only_right = (right, change.right & !change.left & inside);
            add_highest([both, only_left, only_right], floor.row, index, record);
        }
    }
}

/// Records those of a word's tiles that gain most, where that is of interest.
fn add_highest(classes: [(i64, u64); 3], row: usize, index: usize, record: &mut impl Record) {
    let highest = classes.iter().filter(|(_, tiles)| *tiles != 0).map(|(gain, _)| *gain).max();
    if let Some(gain) = highest.filter(|&gain| gain >= record.least()) {
        let tiles = classes.iter().filter(|class| class.0 == gain).fold(0, |all, (_, tiles)| all | tiles);
        record.add(gain, row, index, tiles);
    }
}
