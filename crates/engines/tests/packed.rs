//! The engines over packed keys against plain searches of random graphs.

#![allow(clippy::unwrap_used)]

mod graphs;

use std::collections::VecDeque;

use engines::packed::{CompleteGraph, Layers, a_star, breadth_first, breadth_first_within, complete_graph, ida_star};
use engines::{Budget, Context, Halt, Outcome};
use graphs::{Graph, distances, follow, graphs, key, plainly};

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
