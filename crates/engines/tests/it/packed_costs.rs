//! The engines that minimise costs, against plain searches of random graphs.

use std::convert::Infallible;

use engines::packed::{Evidence, Found, LeastCost, PackedSpace, Steps, a_star, ida_star, least_cost};
use engines::search::DEAD_END;
use engines::{Context, Outcome};

/// A random graph; the label of a move is its place, and its cost eight bits higher.
struct Graph {
    /// For each state the states that moves lead to with their costs; `None` is a goal.
    steps: Vec<Vec<(Option<u32>, u32)>>,
    /// For each state what is left to a goal: the least cost, and the fewest moves with their least cost.
    left: Vec<Left>,
    /// By how much the heuristic falls short.
    slack: u64,
    /// Whether the heuristic counts moves.
    counts_moves: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Left {
    cost: Option<u32>,
    moves_and_cost: Option<(u32, u32)>,
}

fn mix(seed: u64) -> u64 {
    let z = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) >> 17
}

impl Graph {
    fn random(seed: u64, states: u32, goals: u64) -> Graph {
        let mut number = seed << 32;
        let mut draw = |below: u64| {
            number += 1;
            (mix(number) % below) as u32
        };
        let steps = (0..states).map(|state| {
            let mut moves: Vec<_> = (0..1 + draw(4))
                .map(|_| {
                    let to = if draw(9) == 0 { draw(states.into()) } else { (state + draw(7)) % states };
                    (Some(to), 1 + draw(40))
                })
                .collect();
            if goals > 0 && state > 5 && draw(goals) == 0 {
                moves.extend([(None, 1 + draw(9)), (None, 1 + draw(9))]);
            }
            moves
        });
        let steps: Vec<_> = steps.collect();
        Graph { left: left(&steps), steps, slack: 0, counts_moves: false }
    }
}

/// What is left to a goal, by looking at every state again and again.
fn left(steps: &[Vec<(Option<u32>, u32)>]) -> Vec<Left> {
    let mut left = vec![Left::default(); steps.len()];
    loop {
        let before = left.clone();
        for (state, moves) in steps.iter().enumerate() {
            let at = |to: Option<u32>| {
                let goal = Left { cost: Some(0), moves_and_cost: Some((0, 0)) };
                to.map_or(goal, |to| before[to as usize])
            };
            let costs = moves.iter().filter_map(|&(to, cost)| Some(at(to).cost? + cost));
            let pairs = moves.iter().filter_map(|&(to, cost)| {
                let (moves, rest) = at(to).moves_and_cost?;
                Some((moves + 1, rest + cost))
            });
            left[state] = Left { cost: costs.min(), moves_and_cost: pairs.min() };
        }
        if left == before {
            return left;
        }
    }
}

impl PackedSpace for Graph {
    type Worker = ();
    type Error = Infallible;

    fn words(&self) -> usize {
        1
    }

    fn worker(&self) -> Result<(), Infallible> {
        Ok(())
    }

    fn expand(&self, (): &mut (), state: &[u32], steps: &mut Steps) -> Result<(), Infallible> {
        for (place, &(to, cost)) in (0..).zip(&self.steps[state[0] as usize]) {
            steps.push(place | cost << 8, to.is_none())[0] = to.unwrap_or(0);
        }
        Ok(())
    }

    fn cost(&self, label: u32) -> u32 {
        label >> 8
    }

    /// Admissible, and not consistent.
    fn lower_bound(&self, (): &mut (), state: &[u32]) -> u32 {
        let left = self.left[state[0] as usize];
        let exact = if self.counts_moves { left.moves_and_cost.map(|(moves, _)| moves) } else { left.cost };
        let less = mix(u64::from(state[0]) << 20 | self.slack) % (self.slack + 1);
        exact.map_or(DEAD_END, |exact| exact.saturating_sub(less as u32))
    }
}

/// Follows a solution; its cost.
fn follow(graph: &Graph, labels: &[u32]) -> u32 {
    let (mut at, mut sum) = (Some(0_u32), 0);
    for &label in labels {
        let (to, cost) = graph.steps[at.expect("a goal ends it") as usize][(label & 0xff) as usize];
        (at, sum) = (to, sum + cost);
    }
    assert_eq!(at, None, "the solution ends in a goal");
    sum
}

/// Graphs with and without solutions.
fn graphs() -> impl Iterator<Item = Graph> {
    (0..90).map(|seed| Graph::random(seed, 200 + 10 * seed as u32, [0, 30, 150][seed as usize % 3]))
}

#[test]
fn a_star_and_ida_star_find_the_least_cost() {
    let mut ended = [0; 2];
    for mut graph in graphs() {
        for slack in [0, 4, 1000] {
            graph.slack = slack;
            let cx = Context::default();
            let Ok(outcome) = a_star(&graph, &[0], &cx);
            ended[is_least(&graph, outcome)] += 1;
            let Ok(outcome) = ida_star(&graph, &[0], 1, &cx);
            ended[is_least(&graph, outcome)] += 1;
        }
    }
    assert!(ended.iter().all(|&count| count > 20), "{ended:?}");
}

/// Compares with the least cost; 0 where there is a solution, else 1.
fn is_least<P>(graph: &Graph, outcome: Outcome<Found, Evidence, P>) -> usize {
    match outcome {
        Outcome::Found(found) => {
            assert_eq!(Some(follow(graph, &found.labels)), graph.left[0].cost);
            0
        }
        Outcome::Impossible(_) => {
            assert_eq!(graph.left[0].cost, None);
            1
        }
        Outcome::Unfinished { halt, .. } => panic!("{halt}"),
    }
}

#[test]
fn costs_break_ties_among_fewest_moves() {
    let mut differ = 0;
    for mut graph in graphs() {
        graph.counts_moves = true;
        let expected = graph.left[0].moves_and_cost;
        for slack in [0, 2, 1000] {
            graph.slack = slack;
            for most in [None, expected.map(|(moves, _)| moves)] {
                let outcome = least_cost(&graph, &[0], most, &Context::default()).expect("rules that do not fail");
                let found = outcome.found().flatten().map(|LeastCost { found, cost }| {
                    assert_eq!(follow(&graph, &found.labels), cost);
                    (found.labels.len() as u32, cost)
                });
                assert_eq!(found, expected);
            }
            let Some((moves, cost)) = expected else { continue };
            let outcome = least_cost(&graph, &[0], Some(moves - 1), &Context::default()).expect("rules");
            assert!(matches!(outcome, Outcome::Found(None)), "a bound that is too low proves nothing");
            differ += u32::from(graph.left[0].cost < Some(cost));
        }
    }
    assert!(differ > 10, "{differ} graphs have cheaper solutions of more moves");
}
