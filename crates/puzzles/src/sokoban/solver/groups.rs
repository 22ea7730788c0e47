//! Deadlock tables: groups of two, three or four boxes that cannot all be pushed to goals even where they are alone.
//!
//! A table knows for each group of live cells, and each cell of the player, whether the boxes can be brought to goals of
//! their own. It is made by pulling boxes from all groups of goals. A group that is dead alone is dead among others:
//! more boxes only take room away.

use super::layout::{Layout, NONE};

/// Bits of a table, at most.
const MOST_BITS: usize = 1 << 24;
/// Boxes of a group, at most.
pub(super) const MOST_BOXES: usize = 4;

/// The groups of one number of boxes.
pub(super) struct Groups {
    size: usize,
    cells: usize,
    /// The binomial coefficients by which groups are numbered: `choose[n][k]`, for groups in ascending order.
    choose: Vec<[u32; MOST_BOXES + 1]>,
    /// By group and player's cell: whether the boxes can be brought to goals.
    alive: Vec<u64>,
}

impl Groups {
    /// The tables that fit, from pairs on, for groups of fewer boxes than the level has.
    pub(super) fn all(layout: &Layout, most: usize) -> Vec<Groups> {
        let most = most.min(layout.goals().len()).min(MOST_BOXES);
        (2..=most).map_while(|size| Groups::new(layout, size)).collect()
    }

    fn new(layout: &Layout, size: usize) -> Option<Groups> {
        let mut choose = vec![[0_u32; MOST_BOXES + 1]; layout.live() + 1];
        choose[0][0] = 1;
        for n in 1..=layout.live() {
            choose[n][0] = 1;
            for k in 1..=size {
                choose[n][k] = choose[n - 1][k].saturating_add(choose[n - 1][k - 1]);
            }
        }
        let bits = (choose[layout.live()][size] as usize).checked_mul(layout.cells())?;
        if bits > MOST_BITS {
            return None;
        }
        let mut groups = Groups { size, cells: layout.cells(), choose, alive: vec![0; bits.div_ceil(64)] };
        groups.pull(layout);
        Some(groups)
    }

    /// The number of boxes of a group.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The bytes of the table.
    pub(super) fn bytes(&self) -> u64 {
        self.alive.len() as u64 * 8
    }

    /// The number of a group of live cells in ascending order.
    #[inline]
    fn number(&self, group: &[u16]) -> usize {
        let part = |(place, &live): (usize, &u16)| self.choose[usize::from(live)][place + 1] as usize;
        group.iter().enumerate().map(part).sum()
    }

    /// Whether the boxes of a group of live cells, in ascending order, can be brought to goals of their own.
    #[inline]
    pub(super) fn is_alive(&self, group: &[u16], player: u16) -> bool {
        let bit = self.number(group) * self.cells + usize::from(player);
        self.alive[bit / 64] >> (bit % 64) & 1 == 1
    }

    fn pull(&mut self, layout: &Layout) {
        let mut search = Pull { waiting: Vec::new(), blocked: vec![false; self.cells], stack: Vec::new() };
        let goals: Vec<u16> = layout.goals().iter().map(|&goal| layout.live_of(goal)).collect();
        let mut chosen = Vec::new();
        search.begin(self.size, &goals, &mut chosen, layout);
        while let Some((group, player)) = search.waiting.pop() {
            let group = &group[..self.size];
            if !self.is_alive(group, player) {
                search.spread(self, layout, group, player);
            }
        }
    }
}

/// Groups and players that are alive, and wait to be pulled from.
struct Pull {
    waiting: Vec<([u16; MOST_BOXES], u16)>,
    blocked: Vec<bool>,
    stack: Vec<u16>,
}

impl Pull {
    /// Adds every group of goals with every cell of the player beside one of its boxes.
    fn begin(&mut self, size: usize, goals: &[u16], chosen: &mut Vec<u16>, layout: &Layout) {
        if chosen.len() < size {
            for (place, &goal) in goals.iter().enumerate() {
                chosen.push(goal);
                self.begin(size, &goals[place + 1..], chosen, layout);
                chosen.pop();
            }
            return;
        }
        let mut group = [0; MOST_BOXES];
        group[..size].copy_from_slice(chosen);
        let taken: Vec<u16> = chosen.iter().map(|&live| layout.cell_of_live(live)).collect();
        let players = (0..layout.cells() as u16).filter(|player| !taken.contains(player));
        self.waiting.extend(players.map(|player| (group, player)));
    }

    /// Marks the player's component of a group alive, and adds every group that a pull leads to.
    fn spread(&mut self, groups: &mut Groups, layout: &Layout, group: &[u16], player: u16) {
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
        let mut next = [0; MOST_BOXES];
        next[..group.len()].copy_from_slice(group);
        let next_group = &mut next[..group.len()];
        if let Some(moved) = next_group.iter_mut().find(|live| **live == layout.live_of(from)) {
            *moved = layout.live_of(to);
        }
        next_group.sort_unstable();
        self.waiting.push((next, stand));
    }
}
