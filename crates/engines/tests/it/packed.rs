//! The engines over packed keys against plain searches of random graphs.

use std::collections::VecDeque;
use std::convert::Infallible;

use crate::graphs::{Graph, distances, follow, graphs, key, plainly};
use engines::packed::{
    Attempts, CompleteGraph, Evidence, Found, Guided, Layers, PackedSpace, Steps, a_star, breadth_first,
    breadth_first_beside, breadth_first_within, complete_graph, ida_star, with_known,
};
use engines::{Budget, Context, Halt, Outcome};

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
            is_shortest(&graph, a_star(&graph, &key(0), &cx).unwrap(), distance);
            is_shortest(&graph, ida_star(&graph, &key(0), 1, &cx).unwrap(), distance);
        }
    }
}

fn is_shortest<P>(graph: &Graph, outcome: Outcome<Found, Evidence, P>, distance: Option<u32>) {
    match outcome {
        Outcome::Found(found) => {
            assert_eq!(Some(found.labels.len() as u32), distance);
            follow(graph, &found.labels);
        }
        Outcome::Impossible(_) => assert_eq!(distance, None),
        Outcome::Unfinished { halt, .. } => panic!("{halt}"),
    }
}

/// Eight tiles on nine places, each in four bits; 0 is the empty place, which belongs to the first.
struct Tiles;

impl Tiles {
    fn key(tiles: [u32; 9]) -> [u32; 2] {
        [(0..8).map(|place| tiles[place] << (4 * place)).sum(), tiles[8]]
    }

    fn tiles(key: &[u32]) -> [u32; 9] {
        std::array::from_fn(|place| key[place / 8] >> (4 * (place % 8)) & 15)
    }

    fn walk(seed: u64) -> [u32; 9] {
        let mut random = testkit::random::Random::new(seed);
        let mut tiles = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        for _ in 0..200 {
            let moves = Tiles::moves(tiles);
            tiles = moves[random.below(moves.len())];
        }
        tiles
    }

    fn moves(tiles: [u32; 9]) -> Vec<[u32; 9]> {
        let empty = tiles.iter().position(|&tile| tile == 0).expect("an empty place");
        let is_near = |place: usize| (place / 3).abs_diff(empty / 3) + (place % 3).abs_diff(empty % 3) == 1;
        let moved = |place: usize| {
            let mut moved = tiles;
            moved.swap(place, empty);
            moved
        };
        (0..9).filter(|&place| is_near(place)).map(moved).collect()
    }
}

impl PackedSpace for Tiles {
    type Worker = ();
    type Error = Infallible;

    fn words(&self) -> usize {
        2
    }

    fn worker(&self) -> Result<(), Infallible> {
        Ok(())
    }

    fn expand(&self, (): &mut (), state: &[u32], steps: &mut Steps) -> Result<(), Infallible> {
        for (label, tiles) in (0..).zip(Tiles::moves(Tiles::tiles(state))) {
            steps.push(label, tiles.is_sorted()).copy_from_slice(&Tiles::key(tiles));
        }
        Ok(())
    }

    fn has_lower_bound(&self) -> bool {
        true
    }

    fn lower_bound(&self, (): &mut (), state: &[u32]) -> u32 {
        let far = |(place, tile): (usize, u32)| {
            let at = tile as usize;
            if tile == 0 { 0 } else { (place / 3).abs_diff(at / 3) + (place % 3).abs_diff(at % 3) }
        };
        Tiles::tiles(state).into_iter().enumerate().map(far).sum::<usize>() as u32
    }
}

/// A search under a limit, with what was met beside it.
type Search = fn(&[u32], &Context<'_>) -> Guided<Found>;

fn guided(start: &[u32], cx: &Context<'_>) -> Guided<Found> {
    a_star(&Tiles, start, cx).unwrap()
}

fn plain(start: &[u32], cx: &Context<'_>) -> Guided<Found> {
    let mut attempts = Attempts::new(&Tiles, start);
    let outcome = breadth_first_beside(&Tiles, start, false, &mut |cx| attempts.attempt_cost(cx), cx).unwrap();
    with_known(outcome.map(|layers| layers.found), attempts.into_best())
}

#[test]
fn a_limit_leaves_a_solution_and_a_bound() {
    for search in [guided as Search, plain] {
        let (mut longer, mut none) = (0, 0);
        for seed in 0..30 {
            let start = Tiles::key(Tiles::walk(seed));
            let shortest = guided(&start, &Context::default()).found().expect("a solution").labels.len() as u64;
            for nodes in [100, 400, 1_000, 4_000] {
                match search(&start, &Context::with_nodes(nodes)) {
                    Outcome::Unfinished { at_least, partial: Some(found), .. } => {
                        let end = found.labels.iter().fold(Tiles::tiles(&start), |tiles, &label| {
                            assert!(!tiles.is_sorted());
                            Tiles::moves(tiles)[label as usize]
                        });
                        assert!(end.is_sorted() && at_least <= shortest && found.labels.len() as u64 >= shortest);
                        longer += u32::from(found.labels.len() as u64 > shortest);
                    }
                    Outcome::Unfinished { at_least, partial: None, .. } => {
                        assert!(at_least <= shortest);
                        none += 1;
                    }
                    Outcome::Found(found) => assert_eq!(found.labels.len() as u64, shortest),
                    Outcome::Impossible(_) => panic!("there is a solution"),
                }
            }
        }
        assert!(longer > 10 && none > 10, "{longer} solutions are longer than needed, {none} are not found");
    }
}

#[test]
fn solutions_met_beside_breadth_first_search_change_none_of_its_own() {
    for seed in 0..5 {
        let start = Tiles::key(Tiles::walk(seed));
        let alone = breadth_first(&Tiles, &start, true, &Context::default()).unwrap();
        let mut attempts = Attempts::new(&Tiles, &start);
        // A limit that is not reached: attempts come after a quarter of it, at most.
        let cx = Context::with_nodes(400_000);
        let beside = breadth_first_beside(&Tiles, &start, true, &mut |cx| attempts.attempt_cost(cx), &cx).unwrap();
        assert_eq!(alone, beside);
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
