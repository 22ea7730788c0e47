//! The engines over packed keys against plain searches of random graphs.

use std::collections::VecDeque;
use std::convert::Infallible;

use engines::packed::{
    CompleteGraph, Layers, PackedSpace, Steps, a_star, breadth_first, breadth_first_within, complete_graph, ida_star,
};
use engines::search::DEAD_END;
use engines::{Budget, Context, Halt, Outcome};

/// A random graph: the key of a state is its number, spread over two words.
struct Graph {
    /// For each state the states that moves lead to; `None` is a goal.
    steps: Vec<Vec<Option<u32>>>,
    /// The distance to a goal.
    distances: Vec<Option<u32>>,
    /// By how much the heuristic falls short of the distance, at most.
    slack: u64,
}

fn key(state: u32) -> [u32; 2] {
    [state.wrapping_mul(0x9e37_79b9), state]
}

fn mix(seed: u64) -> u64 {
    let z = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) >> 17
}

impl Graph {
    /// A graph of so many states, which leads on by chance; a state in `goals` has a move to a goal.
    fn random(seed: u64, states: u32, degree: u64, goals: u64) -> Graph {
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

    fn space(self, slack: u64) -> Graph {
        Graph { slack, ..self }
    }
}

/// Distances by looking at every state again and again.
fn distances(steps: &[Vec<Option<u32>>]) -> Vec<Option<u32>> {
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
fn plainly(graph: &Graph) -> (Vec<u64>, Option<u128>) {
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

fn follow(graph: &Graph, labels: &[u32]) {
    let mut at = Some(0_u32);
    for &label in labels {
        at = graph.steps[at.expect("a goal ends it") as usize][label as usize];
    }
    assert_eq!(at, None, "the solution ends in a goal");
}

/// The graphs of most tests: some have solutions, some have none.
fn graphs() -> impl Iterator<Item = Graph> {
    (0..60).map(|seed| Graph::random(seed, 400 + 10 * seed as u32, 2 + seed % 3, [0, 40, 300][seed as usize % 3]))
}

#[test]
fn breadth_first_search_agrees_with_lists() {
    let mut ended = [0; 2];
    for graph in graphs() {
        let (layers, ways) = plainly(&graph);
        for threads in [1, 3] {
            let cx = Context::default().threads(threads);
            match breadth_first(&graph, &key(0), true, &cx).unwrap() {
                Outcome::Found(found) => {
                    assert_eq!(found.layers, layers);
                    assert_eq!(Some(found.ways.unwrap()), ways.map(Into::into));
                    assert_eq!(found.found.labels.len(), layers.len());
                    let first = (0..).zip(&graph.steps[0]).filter(|(_, to)| {
                        to.map_or(layers.len() == 1, |to| graph.distances[to as usize] == Some(layers.len() as u32 - 1))
                    });
                    assert_eq!(found.first, first.map(|(label, _)| label).collect::<Vec<u32>>());
                    follow(&graph, &found.found.labels);
                    ended[0] += 1;
                }
                Outcome::Impossible(evidence) => {
                    assert_eq!((evidence.states, ways), (layers.iter().sum(), None));
                    ended[1] += 1;
                }
                Outcome::Unfinished { halt, .. } => panic!("{halt}"),
            }
        }
    }
    assert!(ended.iter().all(|&count| count > 20), "{ended:?}");
}

#[test]
fn heuristics_do_not_change_what_is_found() {
    for graph in graphs() {
        let distance = graph.distances[0];
        let mut graph = graph;
        for slack in [0, 3, 1000] {
            graph = graph.space(slack);
            let cx = Context::default().threads(2);
            for outcome in [a_star(&graph, &key(0), &cx), ida_star(&graph, &key(0), 1, &cx)] {
                match outcome.unwrap() {
                    Outcome::Found(found) => {
                        assert_eq!(Some(found.labels.len() as u32), distance);
                        follow(&graph, &found.labels);
                    }
                    Outcome::Impossible(_) => assert_eq!(distance, None),
                    Outcome::Unfinished { halt, .. } => panic!("{halt}"),
                }
            }
        }
    }
}

#[test]
fn a_star_goes_on_without_memory_and_loses_no_bound() {
    let graph = Graph::random(1, 20_000, 6, 0);
    let mut moves: Vec<Vec<Option<u32>>> = graph.steps;
    // The one goal is the farthest state, so that nearly all are met before.
    let last = 19_990;
    moves[last].push(None);
    let graph = Graph { distances: distances(&moves), steps: moves, slack: 1000 };
    let distance = graph.distances[0].expect("a path");
    let ask = |bytes: u64| {
        let cx = Context::new(Budget { bytes: Some(bytes), ..Budget::default() });
        let found = a_star(&graph, &key(0), &cx).unwrap().found().expect("a solution");
        follow(&graph, &found.labels);
        assert_eq!(found.labels.len() as u32, distance);
        assert!(cx.spent().bytes <= bytes);
        cx.spent().nodes
    };
    let (with, without) = (ask(1 << 24), ask(60_000));
    assert!(without > with, "{without} nodes without memory, {with} with it");
}

#[test]
fn the_complete_graph_has_every_distance() {
    for graph in graphs() {
        let cx = Context::default().threads(2);
        let complete: CompleteGraph<'_> = complete_graph(&graph, &key(0), &cx).unwrap().found().unwrap();
        let mut met = vec![false; graph.steps.len()];
        let mut queue = VecDeque::from([0_u32]);
        while let Some(state) = queue.pop_front() {
            if !std::mem::replace(&mut met[state as usize], true) {
                queue.extend(graph.steps[state as usize].iter().flatten());
            }
        }
        for (state, met) in (0..).zip(&met) {
            assert_eq!(complete.distance(&key(state)), met.then_some(graph.distances[state as usize]), "{state}");
        }
        let reaching = (0..graph.steps.len()).filter(|&it| met[it] && graph.distances[it].is_some()).count();
        assert_eq!(complete.counts().iter().sum::<u64>(), reaching as u64);
        assert_eq!(complete.states(), met.iter().filter(|met| **met).count() as u64);
    }
}

#[test]
fn limits_end_a_search_at_the_same_state_with_every_number_of_threads() {
    let graph = Graph::random(7, 60_000, 6, 0);
    for nodes in [1, 100, 5000] {
        let bound = |threads: usize| {
            let cx = Context::with_nodes(nodes).threads(threads);
            match breadth_first(&graph, &key(0), false, &cx).unwrap() {
                Outcome::Unfinished { halt: Halt::Nodes, at_least, .. } => at_least,
                _ => panic!("{nodes} nodes do not suffice"),
            }
        };
        assert_eq!(bound(1), bound(2));
        assert_eq!(bound(1), bound(5));
    }
}

#[test]
fn a_search_within_a_depth_says_that_there_is_nothing_nearer() {
    for graph in graphs() {
        let Some(distance) = graph.distances[0] else { continue };
        let within =
            |most: u32| breadth_first_within(&graph, &key(0), most, &Context::default()).unwrap().found().unwrap();
        assert_eq!(within(distance - 1), None);
        let found: Layers = within(distance).unwrap();
        assert_eq!(found.found.labels.len() as u32, distance);
    }
}
