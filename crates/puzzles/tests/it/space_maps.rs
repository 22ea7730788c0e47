//! Maps of random state spaces against plain enumeration: of games that end at a goal, and of spaces that go on.

use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::sync::Arc;

use engines::Context;
use picture::Picture;
use puzzles::solution::Map;
use puzzles::space::{self, SpaceLevel, StateSpace};
use puzzles::{FamilyInfo, Level};
use testkit::campaign;
use testkit::random::Random;

use crate::map_files::mapped;
use crate::map_states::{Plain, hints, listed};

const INFO: FamilyInfo =
    FamilyInfo { name: "graph", extension: "graph", questions: space::QUESTIONS, ..FamilyInfo::BLANK };

/// A graph whose nodes are states.
#[derive(Clone)]
struct Graph {
    edges: Vec<Vec<usize>>,
    goals: Vec<bool>,
    ends: bool,
}

impl StateSpace for Graph {
    type State = usize;
    type Move = usize;
    type Error = Infallible;

    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn start(&self) -> usize {
        0
    }

    fn moves(&self, state: &usize, out: &mut Vec<(usize, usize)>) -> Result<(), Infallible> {
        out.extend(self.edges[*state].iter().copied().enumerate());
        Ok(())
    }

    fn is_goal(&self, state: &usize) -> Result<bool, Infallible> {
        Ok(self.goals[*state])
    }

    fn ends_at_goals(&self) -> bool {
        self.ends
    }

    fn name(&self, step: &usize) -> String {
        format!("edge {step}")
    }

    fn text(&self, state: &usize) -> String {
        state.to_string()
    }

    fn picture(&self, state: &usize) -> Picture {
        Picture::still("Graph", state.to_string(), Default::default())
    }
}

impl Graph {
    fn random(random: &mut Random, ends: bool) -> Graph {
        let nodes = 2 + random.below(12_usize);
        let mut edges = || (0..random.below(4)).map(|_| random.below(nodes)).collect::<Vec<usize>>();
        let edges = (0..nodes).map(|_| edges()).collect();
        let goals = (0..nodes).map(|node| node > 0 && random.one_in(4)).collect();
        Graph { edges, goals, ends }
    }

    /// How far each node lies from a node, along edges that are open.
    fn reached(&self, from: usize) -> BTreeMap<usize, u64> {
        let (mut far, mut queue) = (BTreeMap::from([(from, 0)]), VecDeque::from([from]));
        while let Some(node) = queue.pop_front() {
            let next = if self.ends && self.goals[node] { &[][..] } else { &self.edges[node] };
            for &to in next {
                if !far.contains_key(&to) {
                    far.insert(to, far[&node] + 1);
                    queue.push_back(to);
                }
            }
        }
        far
    }

    /// What a list of the states has to say.
    fn plain(&self) -> Plain<usize> {
        let (left, states) = (self.left(), self.reached(0));
        let steps = |node: usize| {
            let over = self.ends && self.goals[node];
            let edges = self.edges[node].iter().enumerate().filter(|_| !over);
            edges.map(|(edge, to)| (format!("edge {edge}"), *to)).collect()
        };
        let states = states.into_keys().map(|node| (node, (left.get(&node).copied(), steps(node)))).collect();
        Plain { states, state: Box::new(|text| text.parse().expect("a node")) }
    }

    /// The distances to the nearest goal of the states that can be reached and from which one can be reached.
    fn left(&self) -> BTreeMap<usize, u64> {
        let nearest = |node: usize| {
            let far = self.reached(node);
            far.iter().filter(|(node, _)| self.goals[**node]).map(|(_, far)| *far).min()
        };
        self.reached(0).into_keys().filter_map(|node| Some((node, nearest(node)?))).collect()
    }
}

#[test]
fn maps_are_those_of_plain_enumeration() {
    let (mut counted, mut fewer, mut hinted) = (0, 0, 0);
    for case in campaign::cases(500) {
        let graph = Graph::random(&mut Random::new(case), true);
        let whole = Graph { ends: false, ..graph.clone() };
        fewer += usize::from(graph.left().len() < whole.left().len());
        for graph in [graph, whole] {
            let (left, cx, plain) = (graph.left(), Context::default(), graph.plain());
            let level: Arc<dyn Level> = SpaceLevel::new(graph);
            let (answer, rows, table) = mapped(&level);
            listed(&rows, &plain, &format!("case {case}"));
            hinted += hints(&level, &rows, &table);
            puzzles::check(&level, &answer, &cx).unwrap_or_else(|error| panic!("case {case}: {error}"));
            let Some(map) = answer.body_as::<Map>() else {
                assert!(left.is_empty(), "case {case}");
                continue;
            };
            let largest = left.values().copied().max();
            let count = |distance: u64| left.values().filter(|left| **left == distance).count().to_string();
            let counts: Vec<String> = (0..=map.largest).map(count).collect();
            let hardest: Vec<&usize> = left.iter().filter(|it| Some(*it.1) == largest).map(|it| it.0).collect();
            let mut said: Vec<usize> = map.hardest.iter().map(|text| text.parse().expect("a node")).collect();
            said.sort_unstable();
            assert_eq!(map.states.0.to_string(), left.len().to_string(), "case {case}");
            assert_eq!((Some(map.largest), said.iter().collect()), (largest, hardest), "case {case}");
            assert_eq!(
                map.distances.iter().map(|count| count.0.to_string()).collect::<Vec<_>>(),
                counts,
                "case {case}"
            );
            counted += 1;
        }
    }
    assert!(std::env::var("CASES").is_ok() || counted > 300 && fewer > 50, "{counted} {fewer}");
    assert!(std::env::var("CASES").is_ok() || hinted > 1000, "{hinted}");
}
