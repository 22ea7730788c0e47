//! Deadlock tables: groups of two, three or four boxes that cannot all be pushed to goals even where they are alone.
//!
//! A table knows for each group of live cells, and each cell of the player, whether the boxes can be brought to goals
//! of their own. It is made by pulling boxes from all groups of goals. A group that is dead alone is dead among others:
//! more boxes only take room away.

use engines::{Context, Reservation};

use super::layout::{Layout, NONE};

/// Bits of a table, at most.
const MAX_BITS: usize = 1 << 24;
/// Boxes of a group, at most.
const MAX_BOXES: usize = 4;

/// The groups of one number of boxes.
pub(super) struct Groups<'c> {
    size: usize,
    cells: usize,
    /// The binomial coefficients by which groups are numbered: `choose[n][k]`, for groups in ascending order.
    choose: Vec<[u32; MAX_BOXES + 1]>,
    /// By group and player's cell: whether the boxes can be brought to goals.
    alive: Vec<u64>,
    /// By group: whether that depends on the player, or is never so.
    is_doubtful: Vec<u64>,
    _held: Reservation<'c>,
}

impl<'c> Groups<'c> {
    /// The table of the largest groups that fits, of at most so many boxes. It holds what is said of smaller groups
    /// too.
    pub(super) fn largest(layout: &Layout, most: usize, cx: &'c Context<'_>) -> Option<Groups<'c>> {
        let most = most.min(layout.goals().len()).min(MAX_BOXES);
        (2..=most).rev().find_map(|size| Groups::new(layout, size, cx))
    }

    fn new(layout: &Layout, size: usize, cx: &'c Context<'_>) -> Option<Groups<'c>> {
        let mut choose = vec![[0_u32; MAX_BOXES + 1]; layout.live() + 1];
        choose[0][0] = 1;
        for n in 1..=layout.live() {
            choose[n][0] = 1;
            for k in 1..=size {
                choose[n][k] = choose[n - 1][k].saturating_add(choose[n - 1][k - 1]);
            }
        }
        let bits = (choose[layout.live()][size] as usize).checked_mul(layout.cells())?;
        if bits > MAX_BITS {
            return None;
        }
        let count = choose[layout.live()][size] as usize;
        let held = cx.reserve(((bits + count) / 8 + 16) as u64).ok()?;
        let (alive, is_doubtful) = (vec![0; bits.div_ceil(64)], vec![0; count.div_ceil(64)]);
        let mut groups = Groups { size, cells: layout.cells(), choose, alive, is_doubtful, _held: held };
        groups.pull(layout);
        groups.doubt(count);
        Some(groups)
    }

    /// The number of a group of live cells in ascending order.
    #[inline]
    fn number(&self, group: &[u16]) -> usize {
        let part = |(place, &live): (usize, &u16)| self.choose[usize::from(live)][place + 1] as usize;
        group.iter().enumerate().map(part).sum()
    }

    /// Whether the boxes of a group can be brought to goals of their own.
    #[inline]
    fn is_alive(&self, group: usize, player: u16) -> bool {
        bit(&self.alive, group * self.cells + usize::from(player))
    }

    #[inline]
    fn is_dead(&self, group: usize, player: u16) -> bool {
        bit(&self.is_doubtful, group) && !self.is_alive(group, player)
    }

    /// Notes the groups that are not alive for every cell of the player.
    fn doubt(&mut self, count: usize) {
        for group in 0..count {
            // The cells of the boxes themselves are never alive.
            let alive = (0..self.cells as u16).filter(|&player| self.is_alive(group, player)).count();
            if alive + self.size < self.cells {
                self.is_doubtful[group / 64] |= 1 << (group % 64);
            }
        }
    }

    /// Whether a group of `moved` and some of the boxes is dead. Live cells, in ascending order; `moved` is one of
    /// them.
    pub(super) fn has_dead(&self, boxes: &[u16], moved: u16, player: u16) -> bool {
        let low = boxes.partition_point(|&live| live < moved);
        let (lower, higher) = (&boxes[..low], &boxes[low + 1..]);
        // With so many of the group below it, the moved box counts so much for the number of the group.
        let own = |below: usize| self.choose[usize::from(moved)][below + 1] as usize;
        (0..self.size).any(|below| {
            let above = self.size - 1 - below;
            self.any(lower, 1, below, own(below), &mut |sum| {
                self.any(higher, below + 2, above, sum, &mut |group| self.is_dead(group, player))
            })
        })
    }

    /// Whether `test` holds for the number of some `count` boxes, added to `sum`, of which the first is the `rank`th of
    /// its group.
    #[inline]
    fn any(&self, boxes: &[u16], rank: usize, count: usize, sum: usize, test: &mut impl FnMut(usize) -> bool) -> bool {
        let part = |live: u16, rank: usize| self.choose[usize::from(live)][rank] as usize;
        let rest = |place: usize| &boxes[place + 1..];
        let mut each = (0..).zip(boxes);
        match count {
            0 => test(sum),
            1 => each.any(|(_, &live): (usize, _)| test(sum + part(live, rank))),
            2 => each.any(|(place, &first)| {
                let sum = sum + part(first, rank);
                rest(place).iter().any(|&live| test(sum + part(live, rank + 1)))
            }),
            _ => each.any(|(place, &first)| {
                let sum = sum + part(first, rank);
                (0..).zip(rest(place)).any(|(next, &second): (usize, _)| {
                    let sum = sum + part(second, rank + 1);
                    rest(place + 1 + next).iter().any(|&live| test(sum + part(live, rank + 2)))
                })
            }),
        }
    }

    fn pull(&mut self, layout: &Layout) {
        let mut search = Pull { waiting: Vec::new(), blocked: vec![false; self.cells], stack: Vec::new() };
        let goals: Vec<u16> = layout.goals().iter().map(|&goal| layout.live_of(goal)).collect();
        self.begin(layout, &mut search, &goals, &mut Vec::new());
    }

    /// Pulls from every group of goals that continues a beginning.
    fn begin(&mut self, layout: &Layout, search: &mut Pull, goals: &[u16], chosen: &mut Vec<u16>) {
        if chosen.len() < self.size {
            for (place, &goal) in goals.iter().enumerate() {
                chosen.push(goal);
                self.begin(layout, search, &goals[place + 1..], chosen);
                chosen.pop();
            }
            return;
        }
        let mut group = [0; MAX_BOXES];
        group[..self.size].copy_from_slice(chosen);
        let is_taken = |player: &u16| chosen.contains(&layout.live_of(*player));
        for player in (0..self.cells as u16).filter(|player| !is_taken(player)) {
            search.waiting.push((group, player));
            while let Some((group, player)) = search.waiting.pop() {
                let group = &group[..self.size];
                if !self.is_alive(self.number(group), player) {
                    search.spread(self, layout, group, player);
                }
            }
        }
    }
}

fn bit(bits: &[u64], place: usize) -> bool {
    bits[place / 64] >> (place % 64) & 1 == 1
}

/// Groups and players that are alive, and wait to be pulled from.
struct Pull {
    waiting: Vec<([u16; MAX_BOXES], u16)>,
    blocked: Vec<bool>,
    stack: Vec<u16>,
}

impl Pull {
    /// Marks the player's component of a group alive, and adds every group that a pull leads to.
    fn spread(&mut self, groups: &mut Groups<'_>, layout: &Layout, group: &[u16], player: u16) {
        for &live in group {
            self.blocked[usize::from(layout.cell_of_live(live))] = true;
        }
        let base = groups.number(group) * groups.cells;
        let mut mark = |cell: u16| {
            let bit = base + usize::from(cell);
            let is_new = groups.alive[bit / 64] >> (bit % 64) & 1 == 0;
            groups.alive[bit / 64] |= 1 << (bit % 64);
            is_new
        };
        mark(player);
        self.stack.push(player);
        while let Some(cell) = self.stack.pop() {
            for direction in 0..4 {
                let next = layout.next(cell, direction);
                if next == NONE {
                    continue;
                }
                if self.blocked[usize::from(next)] {
                    self.pulled(layout, group, next, cell, layout.before(cell, direction));
                } else if mark(next) {
                    self.stack.push(next);
                }
            }
        }
        for &live in group {
            self.blocked[usize::from(layout.cell_of_live(live))] = false;
        }
    }

    /// Adds the group after the box of `from` is pulled to `to` by the player, who steps back to `stand`.
    fn pulled(&mut self, layout: &Layout, group: &[u16], from: u16, to: u16, stand: u16) {
        if stand == NONE || self.blocked[usize::from(stand)] || layout.live_of(to) == NONE {
            return;
        }
        let mut next = [0; MAX_BOXES];
        next[..group.len()].copy_from_slice(group);
        let next_group = &mut next[..group.len()];
        if let Some(moved) = next_group.iter_mut().find(|live| **live == layout.live_of(from)) {
            *moved = layout.live_of(to);
        }
        next_group.sort_unstable();
        self.waiting.push((next, stand));
    }
}
