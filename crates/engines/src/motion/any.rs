//! Solutions that need not be shortest, by weighted A* (Pohl, *Heuristic search viewed as path finding in a graph*,
//! 1970) with smaller and smaller weights (Richter, Thayer and Ruml, *The joy of forgetting: faster anytime search via
//! restarting*, 2010): for boards whose shortest solutions are out of reach of [`super::deepen`].
//!
//! An arrangement is expanded once, after the number of moves that led to it first, which may not be the least. A node
//! costs its state, its key and some dozen bytes.

use std::collections::HashSet;

use super::heuristic::{BuildMultiplying, FAR, Heuristic};
use crate::{Context, Halt, Reservation};

/// How often the moves made and the moves left count in an estimate, one attempt after another.
const WEIGHTS: [(u32, u32); 6] = [(0, 1), (1, 9), (1, 5), (1, 3), (1, 2), (2, 3)];
/// Arrangements between two looks at the limits.
const STRIDE: usize = 1 << 10;
/// Bytes for each place of what a state holds beside itself, about, and of its lists and its place in the open list.
const PLACE: usize = 6;
const LISTS: usize = 128;

/// Finds a solution of at most `most` moves, and shorter ones while the limits allow; `None` where a limit strikes
/// before.
pub(super) fn any<H: Heuristic>(heuristic: &H, root: &H::State, mut most: u32, cx: &Context<'_>) -> Option<Vec<u8>> {
    let mut best = None;
    for (made, left) in WEIGHTS {
        let weigh = |moves: u32, estimate: u32| (made * moves + left * estimate) as usize;
        let Ok(Some(line)) = Attempt::new(heuristic, root, cx).run(most, weigh) else { break };
        let Some(fewer) = (line.len() as u32).checked_sub(1) else { return Some(line) };
        (most, best) = (fewer, Some(line));
    }
    best
}

/// How an arrangement was reached.
struct Node<S> {
    /// Until it is expanded.
    state: Option<S>,
    parent: usize,
    /// The place of the token that moved.
    from: u8,
    moves: u32,
}

struct Attempt<'a, 'c, H: Heuristic> {
    heuristic: &'a H,
    cx: &'a Context<'c>,
    nodes: Vec<Node<H::State>>,
    known: HashSet<H::Key, BuildMultiplying>,
    held: Vec<Reservation<'a>>,
}

impl<'a, 'c, H: Heuristic> Attempt<'a, 'c, H> {
    fn new(heuristic: &'a H, root: &H::State, cx: &'a Context<'c>) -> Self {
        let nodes = vec![Node { state: Some(root.clone()), parent: 0, from: 0, moves: 0 }];
        Attempt { heuristic, cx, nodes, known: HashSet::from_iter([heuristic.key(root)]), held: Vec::new() }
    }

    /// The first solution in the order of the weights; `None` where none of at most so many moves is left. Of equal
    /// estimates the latest come first.
    fn run(mut self, most: u32, weigh: impl Fn(u32, u32) -> usize) -> Result<Option<Vec<u8>>, Halt> {
        let (mut open, mut lowest) = (vec![vec![0]], 0);
        while lowest < open.len() {
            let Some(id) = open[lowest].pop() else {
                lowest += 1;
                continue;
            };
            let (Some(state), moves) = (self.nodes[id].state.take(), self.nodes[id].moves + 1) else { continue };
            if self.heuristic.solved(&state) {
                return Ok(Some(self.line(id)));
            }
            for from in self.heuristic.links(self.heuristic.blank(&state)) {
                let Some(room) = most.checked_sub(moves) else { break };
                let Ok(next) = self.heuristic.step(&state, from, room.min(FAR - 1)) else { continue };
                if !self.known.insert(self.heuristic.key(&next)) {
                    continue;
                }
                let place = weigh(moves, self.heuristic.estimate(&next));
                if open.len() <= place {
                    open.resize_with(place + 1, Vec::new);
                }
                open[place].push(self.nodes.len());
                lowest = lowest.min(place);
                self.push(Node { state: Some(next), parent: id, from, moves })?;
            }
        }
        Ok(None)
    }

    fn push(&mut self, node: Node<H::State>) -> Result<(), Halt> {
        if self.nodes.len().is_multiple_of(STRIDE) {
            self.cx.spend(STRIDE as u64)?;
            let node = size_of::<Node<H::State>>() + PLACE * self.heuristic.places() + LISTS;
            self.held.push(self.cx.reserve(STRIDE as u64 * (self.heuristic.key_bytes() + node as u64))?);
        }
        self.nodes.push(node);
        Ok(())
    }

    /// The places of the tokens that move on the way to a node.
    fn line(&self, mut id: usize) -> Vec<u8> {
        let mut line = Vec::new();
        while id != 0 {
            line.push(self.nodes[id].from);
            id = self.nodes[id].parent;
        }
        line.reverse();
        line
    }
}
