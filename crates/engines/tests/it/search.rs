//! The search engines against plain breadth-first search and plain enumeration, on random graphs and the 8-puzzle.
use std::collections::HashMap;
use std::convert::Infallible;

use engines::search::{
    DEAD_END, Evidence, Fault, Outcome, PathIn, Reversible, Space, a_star, a_star_untrusted, bidirectional,
    breadth_first, breadth_first_within, census, census_to_goals, ida_star, optimal,
};
use engines::{Budget, Context, Halt};
use testkit::random::Random;

/// A graph written down; a move is its number among those of its state.
#[derive(Clone, Debug)]
struct Drawn {
    arcs: Vec<Vec<(u8, usize)>>,
    goals: Vec<usize>,
    bounds: Vec<u32>,
}

impl Space for Drawn {
    type State = usize;
    type Move = u8;
    type Error = Infallible;

    fn successors(&self, state: &usize, out: &mut Vec<(u8, usize)>) -> Result<(), Infallible> {
        out.extend(&self.arcs[*state]);
        Ok(())
    }

    fn is_goal(&self, state: &usize) -> Result<bool, Infallible> {
        Ok(self.goals.contains(state))
    }

    fn lower_bound(&self, state: &usize) -> Result<u32, Infallible> {
        Ok(self.bounds[*state])
    }
}

impl Reversible for Drawn {
    fn goals(&self) -> Result<Vec<usize>, Infallible> {
        Ok(self.goals.clone())
    }

    fn predecessors(&self, state: &usize, out: &mut Vec<(u8, usize)>) -> Result<(), Infallible> {
        for (from, arcs) in self.arcs.iter().enumerate() {
            out.extend(arcs.iter().filter(|arc| arc.1 == *state).map(|arc| (arc.0, from)));
        }
        Ok(())
    }
}

impl Drawn {
    /// Up to 12 states, directed or not, with none to three goals, sometimes equal moves twice.
    fn random(numbers: &mut Random) -> Drawn {
        let states = 1 + numbers.below(12);
        let mut arcs = vec![Vec::new(); states];
        let both = numbers.below(2) == 0;
        for _ in 0..numbers.below(3 * states) {
            let (from, to) = (numbers.below(states), numbers.below(states));
            let name = numbers.below(4) as u8;
            arcs[from].push((name, to));
            if both {
                arcs[to].push((name, from));
            }
        }
        let mut goals: Vec<usize> = (0..numbers.below(4)).map(|_| numbers.below(states)).collect();
        goals.sort_unstable();
        goals.dedup();
        Drawn { arcs, goals, bounds: vec![0; states] }
    }

    /// The moves left from every state, by relaxing all arcs until nothing changes.
    fn left(&self) -> Vec<Option<u32>> {
        let mut left: Vec<Option<u32>> = (0..self.arcs.len()).map(|s| self.goals.contains(&s).then_some(0)).collect();
        for _ in 0..self.arcs.len() {
            for state in 0..self.arcs.len() {
                let nearest = self.arcs[state].iter().filter_map(|arc| left[arc.1]).min();
                if let Some(nearest) = nearest.filter(|&near| left[state].is_none_or(|here| near + 1 < here)) {
                    left[state] = Some(nearest + 1);
                }
            }
        }
        left
    }

    /// The states that can be reached from 0, by distance.
    fn reached(&self) -> Vec<Option<u32>> {
        let mut far = vec![None; self.arcs.len()];
        let mut layer = vec![0];
        for distance in 0.. {
            if layer.is_empty() {
                break;
            }
            let mut next = Vec::new();
            for state in layer {
                if far[state].is_none() {
                    far[state] = Some(distance);
                    next.extend(self.arcs[state].iter().map(|arc| arc.1));
                }
            }
            layer = next;
        }
        far
    }

    /// Every shortest list of moves from `state`, in the order of the moves; lists that only repeat a move once.
    fn shortest(&self, state: usize, left: &[Option<u32>]) -> Vec<Vec<u8>> {
        let Some(here) = left[state].filter(|&here| here > 0) else { return vec![Vec::new()] };
        let (mut seen, mut lines) = (Vec::new(), Vec::new());
        for &(name, to) in &self.arcs[state] {
            if left[to] == Some(here - 1) && !seen.contains(&(name, to)) {
                seen.push((name, to));
                for tail in self.shortest(to, left) {
                    lines.push([vec![name], tail].concat());
                }
            }
        }
        lines
    }

    /// Admissible bounds of several kinds: none, perfect, consistent, inconsistent.
    fn bound(&mut self, kind: usize, numbers: &mut Random) {
        let left = self.left();
        let perfect = |left: Option<u32>| left.unwrap_or(DEAD_END);
        self.bounds = match kind {
            0 => vec![0; left.len()],
            1 => left.iter().map(|&left| perfect(left)).collect(),
            2 => left.iter().map(|&left| perfect(left) / 2).collect(),
            _ => left.iter().map(|&left| numbers.below(perfect(left).min(20) as usize + 1) as u32).collect(),
        };
    }
}

/// Whether the path leads from 0 to a goal by moves of the graph.
fn replays(graph: &Drawn, path: &PathIn<Drawn>) -> bool {
    let step = |(i, name): (usize, &u8)| graph.arcs[path.states[i]].contains(&(*name, path.states[i + 1]));
    path.states.len() == path.moves.len() + 1
        && path.states[0] == 0
        && graph.goals.contains(path.states.last().unwrap())
        && path.moves.iter().enumerate().all(step)
}

type Engine = fn(&Drawn, &Context<'_>) -> Result<Outcome<PathIn<Drawn>>, Fault<usize, Infallible>>;

const ENGINES: [(&str, Engine); 4] = [
    ("breadth-first", |graph, cx| breadth_first(graph, &0, cx)),
    ("bidirectional", |graph, cx| bidirectional(graph, &0, cx)),
    ("IDA*", |graph, cx| ida_star(graph, &0, cx)),
    ("A*", |graph, cx| a_star(graph, &0, cx)),
];

fn graphs(many: usize) -> impl Iterator<Item = Drawn> {
    let mut numbers = Random::new(7);
    (0..many).map(move |index| {
        let mut graph = Drawn::random(&mut numbers);
        graph.bound(index % 4, &mut numbers);
        graph
    })
}

#[test]
fn engines_agree_with_plain_distances() {
    for graph in graphs(4000) {
        let left = graph.left()[0];
        for (name, engine) in ENGINES {
            match engine(&graph, &Context::default()).unwrap() {
                Outcome::Found(path) => {
                    assert!(replays(&graph, &path), "{name}: {path:?} in {graph:?}");
                    assert_eq!(Some(path.length()), left, "{name}: {graph:?}");
                }
                Outcome::Impossible(_) => assert_eq!(left, None, "{name}: {graph:?}"),
                Outcome::Unfinished { .. } => panic!("{name} halted without a limit"),
            }
        }
    }
}

#[test]
fn exhaustion_counts_what_was_seen() {
    for mut graph in graphs(2000) {
        let left = graph.left();
        if left[0].is_some() {
            continue;
        }
        graph.bounds = vec![0; left.len()];
        let reached = graph.reached().iter().flatten().count() as u64;
        let seen = Outcome::Impossible(Evidence::FromStart { states: reached, dead_ends: 0 });
        assert_eq!(breadth_first(&graph, &0, &Context::default()).unwrap(), seen);
        assert_eq!(a_star(&graph, &0, &Context::default()).unwrap(), seen);
        let backwards = left.iter().flatten().count() as u64;
        match bidirectional(&graph, &0, &Context::default()).unwrap() {
            Outcome::Impossible(Evidence::FromStart { states, .. }) => assert_eq!(states, reached),
            Outcome::Impossible(Evidence::FromGoals { states }) => assert_eq!(states, backwards),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn all_shortest_solutions_are_those_of_plain_enumeration() {
    for graph in graphs(4000) {
        let left = graph.left();
        let Some(all) = optimal(&graph, &0, &Context::default()).unwrap().found() else {
            assert_eq!(left[0], None, "{graph:?}");
            continue;
        };
        let lines = graph.shortest(0, &left);
        assert_eq!(Some(all.length()), left[0]);
        assert_eq!(*all.count(), lines.len().into(), "{graph:?}");
        let listed = all.solutions(usize::MAX);
        assert!(listed.complete);
        assert_eq!(listed.solutions, lines, "{graph:?}");
        let mut first: Vec<u8> = lines.iter().filter_map(|line| line.first().copied()).collect();
        let mut seen = Vec::new();
        first.retain(|step| {
            !seen.contains(step) && {
                seen.push(*step);
                true
            }
        });
        assert_eq!(all.first_moves(), first, "{graph:?}");
        let half = all.solutions(lines.len() / 2);
        assert_eq!((&half.solutions[..], half.complete), (&lines[..lines.len() / 2], false));
        let far = graph.reached();
        let on_path = |s: &usize| far[*s].zip(left[*s]).is_some_and(|(far, near)| Some(far + near) == left[0]);
        let mut states = all.states().to_vec();
        states.sort_unstable();
        // A state behind a goal is as near to another goal, and yet on no shortest solution.
        assert!(states.iter().all(on_path) && states.windows(2).all(|pair| pair[0] < pair[1]));
    }
}

#[test]
fn the_first_solution_comes_from_breadth_first_search() {
    for graph in graphs(1000) {
        let Some(path) = breadth_first(&graph, &0, &Context::default()).unwrap().found() else { continue };
        let all = optimal(&graph, &0, &Context::default()).unwrap().found().unwrap();
        assert_eq!(vec![path.moves], all.solutions(1).solutions, "{graph:?}");
    }
}

#[test]
fn a_limit_leaves_a_bound_that_holds() {
    for graph in graphs(600) {
        let left = graph.left()[0];
        for (name, engine) in ENGINES {
            let mut bounds = Vec::new();
            for nodes in [0, 1, 2, 3, 5, 10, 20] {
                let cx = Context::with_nodes(nodes);
                if let Outcome::Unfinished { halt, at_least, .. } = engine(&graph, &cx).unwrap() {
                    assert_eq!(halt, Halt::Nodes);
                    assert_eq!(cx.spent().nodes, nodes + 1, "{name}");
                    assert!(
                        at_least >= 1 && left.is_none_or(|left| at_least <= left.into()),
                        "{name}: {at_least} {left:?}"
                    );
                    bounds.push(at_least);
                }
            }
            assert!(bounds.is_sorted(), "{name}: {bounds:?}");
        }
    }
}

#[test]
fn an_overestimate_is_noticed_where_it_shows() {
    let mut numbers = Random::new(3);
    let (mut noticed, mut wrong) = (0, 0);
    for mut graph in graphs(2000) {
        let left = graph.left();
        let Some(nearest) = left[0] else { continue };
        // Everything on the way claims to be one move farther than it is: each solution shows it.
        graph.bounds = left.iter().map(|left| left.map_or(0, |left| left + 1)).collect();
        for (name, engine) in &ENGINES[2..] {
            let fault = engine(&graph, &Context::default()).unwrap_err();
            assert!(matches!(fault, Fault::Overestimate { bound, left, .. } if bound > left), "{name}: {graph:?}");
        }
        assert!(matches!(optimal(&graph, &0, &Context::default()), Err(Fault::Overestimate { .. })));
        // Random overestimates: a solution that is not shortest was never shown to be one.
        graph.bounds = left.iter().map(|_| numbers.below(6) as u32).collect();
        for (name, engine) in &ENGINES[2..] {
            match engine(&graph, &Context::default()) {
                Err(Fault::Overestimate { state, bound, left: claimed }) => {
                    assert!(bound == graph.bounds[*state] && bound > claimed, "{name}");
                    assert!(left[*state].is_some_and(|left| left <= claimed));
                    noticed += 1;
                }
                Ok(Outcome::Found(path)) => {
                    assert!(replays(&graph, &path));
                    let kept = (0..).zip(path.states.iter().rev()).all(|(left, state)| graph.bounds[*state] <= left);
                    assert!(kept, "{name}");
                    wrong += u32::from(path.length() > nearest);
                }
                other => panic!("{name}: {other:?}"),
            }
        }
    }
    assert!(noticed > 1000 && wrong < noticed / 20, "{noticed} noticed, {wrong} misled");
}

#[test]
fn a_search_to_a_depth_finds_what_is_not_deeper_and_proves_that_there_is_nothing() {
    for graph in graphs(2000) {
        let left = graph.left()[0];
        for most in 0..8 {
            match breadth_first_within(&graph, &0, most, &Context::default()).unwrap() {
                Outcome::Found(Some(path)) => {
                    assert!(replays(&graph, &path) && Some(path.length()) == left && path.length() <= most);
                }
                Outcome::Found(None) => assert!(left.is_none_or(|left| left > most)),
                Outcome::Impossible(_) => assert_eq!(left, None),
                halted @ Outcome::Unfinished { .. } => panic!("{halted:?}"),
            }
            if let Outcome::Unfinished { at_least, .. } =
                breadth_first_within(&graph, &0, most, &Context::with_nodes(2)).unwrap()
            {
                assert!(left.is_none_or(|left| at_least <= left.into()) && at_least <= most.into());
            }
        }
    }
}

#[test]
fn an_untrusted_bound_finds_a_line_and_proves_nothing() {
    let mut numbers = Random::new(5);
    let mut longer = 0;
    for mut graph in graphs(2000) {
        let left = graph.left();
        graph.bounds = left.iter().map(|_| numbers.below(9) as u32).collect();
        match a_star_untrusted(&graph, &0, &Context::default()).unwrap() {
            Outcome::Found(path) => {
                assert!(replays(&graph, &path));
                longer += u32::from(Some(path.length()) > left[0]);
            }
            Outcome::Impossible(_) => assert_eq!(left[0], None),
            halted @ Outcome::Unfinished { .. } => panic!("{halted:?}"),
        }
        if let Outcome::Unfinished { at_least, .. } = a_star_untrusted(&graph, &0, &Context::with_nodes(1)).unwrap() {
            assert_eq!(at_least, 0);
        }
    }
    assert!(longer > 10, "{longer}");
}

#[test]
fn both_maps_count_every_state() {
    for graph in graphs(2000) {
        let (far, left) = (graph.reached(), graph.left());
        let counted = census(&graph, &0, 2, &Context::default()).unwrap().found().unwrap();
        assert_eq!(counted.distances, histogram(&far));
        assert!(counted.farthest.iter().all(|&state| far[state] == Some(counted.largest())));
        assert_eq!(counted.farthest.len() as u64, counted.distances.last().unwrap().min(&2).to_owned());
        let here: Vec<Option<u32>> = far.iter().zip(&left).map(|(far, left)| far.and(*left)).collect();
        match census_to_goals(&graph, &0, 2, &Context::default()).unwrap() {
            Outcome::Found(counted) => {
                assert_eq!(counted.distances, histogram(&here));
                assert_eq!(counted.states() + counted.dead_ends, far.iter().flatten().count() as u64);
                assert!(counted.farthest.iter().all(|&state| left[state] == Some(counted.largest())));
            }
            Outcome::Impossible(_) => assert!(histogram(&here).is_empty()),
            halted @ Outcome::Unfinished { .. } => panic!("{halted:?}"),
        }
    }
}

fn histogram(distances: &[Option<u32>]) -> Vec<u64> {
    let mut counts = Vec::new();
    for &distance in distances.iter().flatten() {
        counts.resize(counts.len().max(distance as usize + 1), 0);
        counts[distance as usize] += 1;
    }
    counts
}

/// Sliding tiles on a 3 × 3 board; the goal has the hole, 0, in the first corner.
struct Sliding {
    by_distance: bool,
}

type Tiles = [u8; 9];

const SORTED: Tiles = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/// One of the two boards farthest from it.
const HARDEST: Tiles = [8, 7, 6, 0, 4, 1, 2, 5, 3];

impl Space for Sliding {
    type State = Tiles;
    type Move = u8;
    type Error = Infallible;

    fn successors(&self, state: &Tiles, out: &mut Vec<(u8, Tiles)>) -> Result<(), Infallible> {
        let hole = state.iter().position(|&tile| tile == 0).unwrap();
        for place in 0..9usize {
            if (place / 3).abs_diff(hole / 3) + (place % 3).abs_diff(hole % 3) == 1 {
                let mut next = *state;
                next.swap(hole, place);
                out.push((state[place], next));
            }
        }
        Ok(())
    }

    fn is_goal(&self, state: &Tiles) -> Result<bool, Infallible> {
        Ok(*state == SORTED)
    }

    fn lower_bound(&self, state: &Tiles) -> Result<u32, Infallible> {
        let walk = |(place, &tile): (usize, &u8)| {
            let home = tile as usize;
            if home == 0 { 0 } else { (place / 3).abs_diff(home / 3) + (place % 3).abs_diff(home % 3) }
        };
        Ok(if self.by_distance { state.iter().enumerate().map(walk).sum::<usize>() as u32 } else { 0 })
    }
}

impl Reversible for Sliding {
    fn goals(&self) -> Result<Vec<Tiles>, Infallible> {
        Ok(vec![SORTED])
    }

    fn predecessors(&self, state: &Tiles, out: &mut Vec<(u8, Tiles)>) -> Result<(), Infallible> {
        self.successors(state, out)
    }
}

#[test]
fn the_8_puzzle_has_its_known_map() {
    let counted = census(&Sliding { by_distance: false }, &SORTED, 10, &Context::default()).unwrap().found().unwrap();
    assert_eq!((counted.states(), counted.largest()), (181_440, 31));
    assert!(counted.farthest.len() == 2 && counted.farthest.contains(&HARDEST));
    assert!((counted.mean() - 21.97).abs() < 0.01);
    let back = census_to_goals(&Sliding { by_distance: false }, &SORTED, 10, &Context::default()).unwrap();
    assert_eq!(back.found().unwrap().distances, counted.distances);
}

#[test]
fn every_engine_agrees_on_8_puzzles() {
    let (near, blind) = (Sliding { by_distance: true }, Sliding { by_distance: false });
    let mut numbers = Random::new(11);
    let mut tiles = SORTED;
    for _ in 0..12 {
        for _ in 0..50 {
            let mut steps = Vec::new();
            near.successors(&tiles, &mut steps).unwrap();
            tiles = steps[numbers.below(steps.len())].1;
        }
        let length = breadth_first(&blind, &tiles, &Context::default()).unwrap().found().unwrap().length();
        assert_eq!(bidirectional(&blind, &tiles, &Context::default()).unwrap().found().unwrap().length(), length);
        assert_eq!(a_star(&near, &tiles, &Context::default()).unwrap().found().unwrap().length(), length);
        assert_eq!(ida_star(&near, &tiles, &Context::default()).unwrap().found().unwrap().length(), length);
        let (with, without) =
            (optimal(&near, &tiles, &Context::default()), optimal(&blind, &tiles, &Context::default()));
        let (with, without) = (with.unwrap().found().unwrap(), without.unwrap().found().unwrap());
        assert_eq!((with.length(), with.count(), with.first_moves()), (length, without.count(), without.first_moves()));
        assert_eq!(with.solutions(10), without.solutions(10));
    }
}

#[test]
fn half_of_all_8_puzzles_are_impossible() {
    let odd = [0, 2, 1, 3, 4, 5, 6, 7, 8];
    let evidence = Outcome::Impossible(Evidence::FromStart { states: 181_440, dead_ends: 0 });
    assert_eq!(breadth_first(&Sliding { by_distance: false }, &odd, &Context::default()).unwrap(), evidence);
    assert_eq!(a_star(&Sliding { by_distance: true }, &odd, &Context::default()).unwrap(), evidence);
}

#[test]
fn memory_stays_within_the_budget() {
    let space = Sliding { by_distance: true };
    let hardest = HARDEST;
    for bytes in [0, 1000, 10_000, 100_000, 1_000_000] {
        let cx = Context::new(Budget { bytes: Some(bytes), ..Budget::default() });
        let halted =
            |outcome| matches!(outcome, Ok(Outcome::Unfinished { halt: Halt::Bytes, at_least, .. }) if at_least <= 31);
        assert!(halted(breadth_first(&space, &hardest, &cx)));
        assert!(halted(a_star(&space, &hardest, &cx)) || bytes == 1_000_000);
        assert!(halted(bidirectional(&space, &hardest, &cx)) || bytes == 1_000_000);
        assert!(halted(ida_star(&space, &hardest, &cx)) || bytes >= 10_000);
        assert!(optimal(&space, &hardest, &cx).unwrap().found().is_none() || bytes == 1_000_000);
        assert!(census(&space, &hardest, 1, &cx).unwrap().found().is_none());
        assert!(census_to_goals(&space, &hardest, 1, &cx).unwrap().found().is_none());
        assert!(cx.spent().bytes <= bytes);
        assert!(cx.reserve(bytes).is_ok(), "everything was given back");
    }
    let cx = Context::default();
    breadth_first(&space, &hardest, &cx).unwrap().found().unwrap();
    let a_state = cx.spent().bytes as f64 / 181_440.0;
    assert!(a_state < 9.0 + 8.0 + 16.0, "{a_state} bytes a state");
}

#[test]
fn counts_of_states_are_the_same_in_every_run() {
    let mut seen: HashMap<&str, u64> = HashMap::new();
    for _ in 0..3 {
        let cx = Context::default();
        a_star(&Sliding { by_distance: true }, &HARDEST, &cx).unwrap();
        assert_eq!(*seen.entry("nodes").or_insert(cx.spent().nodes), cx.spent().nodes);
    }
}
