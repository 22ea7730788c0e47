//! Random graphs as spaces of packed keys, and plain searches of them.

#![allow(dead_code)] // each test file uses a part

use std::convert::Infallible;

use engines::packed::{PackedSpace, Steps};
use engines::search::DEAD_END;

/// A random graph: the key of a state is its number, spread over two words.
pub(crate) struct Graph {
    /// For each state the states that moves lead to; `None` is a goal.
    pub(crate) steps: Vec<Vec<Option<u32>>>,
    /// The distance to a goal.
    pub(crate) distances: Vec<Option<u32>>,
    /// By how much the heuristic falls short of the distance, at most.
    pub(crate) slack: u64,
}

pub(crate) fn key(state: u32) -> [u32; 2] {
    [state.wrapping_mul(0x9e37_79b9), state]
}

fn mix(seed: u64) -> u64 {
    let z = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) >> 17
}

impl Graph {
    /// A graph of so many states, which leads on by chance; a state in `goals` has a move to a goal.
    pub(crate) fn random(seed: u64, states: u32, degree: u64, goals: u64) -> Graph {
        let mut steps = Vec::new();
        for state in 0..u64::from(states) {
            let mut number = seed << 40 | state << 8;
            let mut draw = |below: u64| {
                number += 1;
                mix(number) % below
            };
            let mut moves: Vec<Option<u32>> = (0..draw(degree + 1))
                .map(|_| {
                    // Mostly on by a little, so that paths are long.
                    let to = if draw(8) == 0 { draw(states.into()) } else { (state + draw(7)) % u64::from(states) };
                    Some(to as u32)
                })
                .collect();
            if goals > 0 && state > 0 && draw(goals) == 0 {
                moves.push(None);
            }
            steps.push(moves);
        }
        let distances = distances(&steps);
        Graph { steps, distances, slack: 0 }
    }

    pub(crate) fn space(self, slack: u64) -> Graph {
        Graph { slack, ..self }
    }
}

/// Distances by looking at every state again and again.
pub(crate) fn distances(steps: &[Vec<Option<u32>>]) -> Vec<Option<u32>> {
    let mut distances = vec![None; steps.len()];
    loop {
        let before = distances.clone();
        for (state, moves) in steps.iter().enumerate() {
            let after = moves.iter().filter_map(|to| to.map_or(Some(0), |to| before[to as usize]));
            distances[state] = after.min().map(|least: u32| least + 1);
        }
        if distances == before {
            return distances;
        }
    }
}

impl PackedSpace for Graph {
    type Worker = ();
    type Error = Infallible;

    fn words(&self) -> usize {
        2
    }

    fn worker(&self) -> Result<(), Infallible> {
        Ok(())
    }

    fn expand(&self, (): &mut (), state: &[u32], steps: &mut Steps) -> Result<(), Infallible> {
        for (label, to) in (0..).zip(&self.steps[state[1] as usize]) {
            steps.push(label, to.is_none()).copy_from_slice(&key(to.unwrap_or(0)));
        }
        Ok(())
    }

    /// Admissible, and not consistent.
    fn lower_bound(&self, (): &mut (), state: &[u32]) -> u32 {
        let less = mix(u64::from(state[1]) << 20 | self.slack) % (self.slack + 1);
        self.distances[state[1] as usize].map_or(DEAD_END, |distance| distance.saturating_sub(less as u32))
    }
}

/// The layers and the number of shortest solutions, with lists and a queue.
pub(crate) fn plainly(graph: &Graph) -> (Vec<u64>, Option<u128>) {
    let mut layers: Vec<Vec<u32>> = vec![vec![0]];
    let (mut ways, mut depth) = (vec![0_u128; graph.steps.len()], vec![None; graph.steps.len()]);
    (ways[0], depth[0]) = (1, Some(0));
    loop {
        let (now, mut next, mut won) = (layers.last().expect("a layer").clone(), Vec::new(), 0);
        for &state in &now {
            for to in &graph.steps[state as usize] {
                let Some(to) = *to else {
                    won += ways[state as usize];
                    continue;
                };
                if depth[to as usize].is_none() {
                    depth[to as usize] = Some(layers.len());
                    next.push(to);
                }
                if depth[to as usize] == Some(layers.len()) {
                    ways[to as usize] += ways[state as usize];
                }
            }
        }
        let sizes = || layers.iter().map(|layer| layer.len() as u64).collect();
        if won > 0 {
            return (sizes(), Some(won));
        }
        if next.is_empty() {
            return (sizes(), None);
        }
        layers.push(next);
    }
}

pub(crate) fn follow(graph: &Graph, labels: &[u32]) {
    let mut at = Some(0_u32);
    for &label in labels {
        at = graph.steps[at.expect("a goal ends it") as usize][label as usize];
    }
    assert_eq!(at, None, "the solution ends in a goal");
}

/// The graphs of most tests: some have solutions, some have none.
pub(crate) fn graphs() -> impl Iterator<Item = Graph> {
    (0..60).map(|seed| Graph::random(seed, 400 + 10 * seed as u32, 2 + seed % 3, [0, 40, 300][seed as usize % 3]))
}
