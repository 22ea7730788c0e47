//! The places as a graph: shortest ways of the hole, and its blocks (2-connected parts and bridges).
//!
//! Blocks are found by depth-first search (Hopcroft and Tarjan, Efficient algorithms for graph manipulation, 1973)
//! in time linear in the links. Rooted at the hole's home every block but the root's own has a *gate*: the place by
//! which the hole enters it.

use engines::motion::Board;

/// A block with its gate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) gate: u8,
    /// The others, ascending.
    pub(super) places: Vec<u8>,
}

/// Shortest ways from one place to all others.
pub(super) struct Ways {
    from: u8,
    /// For each place the one before it on a way; its own number at the first.
    before: Vec<Option<u8>>,
}

impl Ways {
    /// Breadth-first from a place.
    pub(super) fn from(board: &Board, from: u8) -> Ways {
        let mut before = vec![None; board.places()];
        before[usize::from(from)] = Some(from);
        let mut queue = Vec::with_capacity(board.places());
        queue.push(from);
        let mut next = 0;
        while let Some(&place) = queue.get(next) {
            next += 1;
            for &to in board.links(place) {
                if before[usize::from(to)].is_none() {
                    before[usize::from(to)] = Some(place);
                    queue.push(to);
                }
            }
        }
        Ways { from, before }
    }

    /// Every place that can be reached, ascending.
    pub(super) fn reached(&self) -> Vec<u8> {
        (0..=u8::MAX).zip(&self.before).filter(|(_, before)| before.is_some()).map(|(place, _)| place).collect()
    }

    /// The places after the first on a shortest way to this one; `None` where there is no way.
    pub(super) fn to(&self, place: u8) -> Option<Vec<u8>> {
        let mut way = Vec::new();
        let mut at = place;
        while at != self.from {
            way.push(at);
            at = self.before[usize::from(at)]?;
        }
        way.reverse();
        Some(way)
    }
}

/// The places that can be reached from `from` without passing `barred`, ascending.
pub(super) fn beyond(board: &Board, from: u8, barred: u8) -> Vec<u8> {
    let mut seen = vec![false; board.places()];
    seen[usize::from(from)] = true;
    let mut stack = vec![from];
    while let Some(place) = stack.pop() {
        for &next in board.links(place).iter().filter(|&&next| next != barred) {
            if !std::mem::replace(&mut seen[usize::from(next)], true) {
                stack.push(next);
            }
        }
    }
    (0..=u8::MAX).zip(seen).filter(|&(_, seen)| seen).map(|(place, _)| place).collect()
}

/// The blocks of the component of `root`, a block before those that it hangs from.
pub(super) fn blocks(board: &Board, root: u8) -> Vec<Block> {
    let mut search = Search { depth: vec![None; board.places()], low: vec![0; board.places()], open: Vec::new() };
    search.enter(root, 0);
    let mut blocks = Vec::new();
    let mut way: Vec<(u8, usize)> = vec![(root, 0)];
    while let Some((place, next)) = way.last_mut() {
        let (here, link) = (*place, board.links(*place).get(*next).copied());
        *next += 1;
        match link {
            Some(other) => match search.depth[usize::from(other)] {
                Some(depth) => search.lower(here, depth),
                None => {
                    search.enter(other, way.len());
                    way.push((other, 0));
                }
            },
            None => {
                way.pop();
                if let Some(&(parent, _)) = way.last() {
                    blocks.extend(search.leave(here, parent));
                }
            }
        }
    }
    blocks
}

/// Depth-first search: how high up each place's part of the tree is linked.
struct Search {
    depth: Vec<Option<usize>>,
    low: Vec<usize>,
    /// Places whose block is not closed yet.
    open: Vec<u8>,
}

impl Search {
    fn enter(&mut self, place: u8, depth: usize) {
        self.depth[usize::from(place)] = Some(depth);
        self.low[usize::from(place)] = depth;
        self.open.push(place);
    }

    fn lower(&mut self, place: u8, depth: usize) {
        let low = &mut self.low[usize::from(place)];
        *low = depth.min(*low);
    }

    /// Goes back up; gives the block that ends here, if one does.
    fn leave(&mut self, place: u8, parent: u8) -> Option<Block> {
        let low = self.low[usize::from(place)];
        if self.depth[usize::from(parent)].is_some_and(|depth| low < depth) {
            self.lower(parent, low);
            return None;
        }
        let begin = self.open.iter().rposition(|&open| open == place)?;
        let mut places = self.open.split_off(begin);
        places.sort_unstable();
        Some(Block { gate: parent, places })
    }
}

impl Block {
    /// How many places it has, its gate included.
    pub(super) fn size(&self) -> usize {
        self.places.len() + 1
    }

    /// All of its places, the gate first.
    pub(super) fn members(&self) -> impl Iterator<Item = u8> + '_ {
        std::iter::once(self.gate).chain(self.places.iter().copied())
    }

    fn contains(&self, place: u8) -> bool {
        place == self.gate || self.places.binary_search(&place).is_ok()
    }

    /// The neighbours of a place inside the block, ascending.
    pub(super) fn links<'b>(&'b self, board: &'b Board, place: u8) -> impl Iterator<Item = u8> + 'b {
        board.links(place).iter().copied().filter(|&next| self.contains(next))
    }

    /// The degrees inside the block: of each member, the gate first.
    fn degrees(&self, board: &Board) -> Vec<usize> {
        self.members().map(|place| self.links(board, place).count()).collect()
    }

    /// Its places without the gate in the order of the cycle, where it is one.
    pub(super) fn as_cycle(&self, board: &Board) -> Option<Vec<u8>> {
        if self.size() < 3 || self.degrees(board).iter().any(|&degree| degree != 2) {
            return None;
        }
        let (mut before, mut place) = (self.gate, self.links(board, self.gate).next()?);
        let mut around = Vec::with_capacity(self.places.len());
        while place != self.gate {
            around.push(place);
            let next = self.links(board, place).find(|&next| next != before)?;
            (before, place) = (place, next);
        }
        Some(around)
    }

    /// Whether it is Wilson's exception θ₀: a hexagon with a seventh place between two opposite ones.
    pub(super) fn is_theta(&self, board: &Board) -> bool {
        let degrees = self.degrees(board);
        let forks: Vec<u8> =
            self.members().zip(&degrees).filter(|&(_, &degree)| degree == 3).map(|(at, _)| at).collect();
        let [a, b] = forks[..] else { return false };
        let shared = self.links(board, a).filter(|&place| self.links(board, b).any(|other| other == place)).count();
        let apart = self.links(board, a).all(|place| place != b);
        self.size() == 7 && degrees.iter().sum::<usize>() == 16 && shared == 1 && apart
    }

    /// For each place (without the gate) whether it is on the other side than the gate, where the block is bipartite.
    pub(super) fn sides(&self, board: &Board) -> Option<Vec<bool>> {
        let mut side = vec![None; board.places()];
        side[usize::from(self.gate)] = Some(false);
        let mut stack = vec![self.gate];
        while let Some(place) = stack.pop() {
            let other = !side[usize::from(place)]?;
            for next in self.links(board, place) {
                match side[usize::from(next)] {
                    None => {
                        side[usize::from(next)] = Some(other);
                        stack.push(next);
                    }
                    Some(known) if known != other => return None,
                    Some(_) => {}
                }
            }
        }
        self.places.iter().map(|&place| side[usize::from(place)]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::motion::BLANK;

    /// A board of these edges whose colours do not matter.
    fn board(places: usize, edges: &[(u8, u8)]) -> Board {
        let mut links = vec![Vec::new(); places];
        for &(a, b) in edges {
            links[usize::from(a)].push(b);
            links[usize::from(b)].push(a);
        }
        let wanted = (0..places).map(|place| if place == 0 { BLANK } else { 0 }).collect();
        Board::new(links, wanted).unwrap()
    }

    #[test]
    fn a_chain_of_two_cycles_and_a_bridge_falls_apart() {
        let board = board(6, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)]);
        let block = |gate, places: &[u8]| Block { gate, places: places.to_vec() };
        assert_eq!(blocks(&board, 0), [block(3, &[4, 5]), block(2, &[3]), block(0, &[1, 2])]);
        assert_eq!(blocks(&board, 4), [block(2, &[0, 1]), block(3, &[2]), block(4, &[3, 5])]);
        assert_eq!(beyond(&board, 1, 2), [0, 1]);
        assert_eq!(Ways::from(&board, 0).to(4), Some(vec![2, 3, 4]));
    }

    #[test]
    fn cycles_theta_and_sides_are_told() {
        let hexagon = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)];
        let cycle = board(6, &hexagon);
        let [block] = &blocks(&cycle, 0)[..] else { panic!("one block") };
        assert_eq!(block.as_cycle(&cycle), Some(vec![1, 2, 3, 4, 5]));
        assert_eq!(block.sides(&cycle), Some(vec![true, false, true, false, true]));
        let theta = board(7, &[&hexagon[..], &[(6, 0), (6, 3)]].concat());
        let other = board(7, &[&hexagon[..], &[(6, 0), (6, 2)]].concat());
        assert!(blocks(&theta, 2)[0].is_theta(&theta) && !blocks(&other, 2)[0].is_theta(&other));
        assert_eq!(blocks(&theta, 2)[0].sides(&theta), None);
        assert!(blocks(&other, 2)[0].sides(&other).is_some());
    }
}
