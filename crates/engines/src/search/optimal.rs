//! Every shortest solution at once: how many there are, how each may begin, and the solutions themselves.
//!
//! A best-first search expands every state whose estimate is not above the solution's length and keeps the moves
//! that are shortest ways to their states. Walking back from the nearest goals, layer by layer, leaves the states on
//! shortest solutions: an acyclic graph. The number of solutions from a state is the sum over its moves, so millions
//! of solutions are counted by as many additions as the graph has moves; they are listed only when asked for.
//!
//! The search costs what [`a_star`](super::a_star()) costs and its last layer in full, and eight bytes for each move
//! kept. One solution alone is found cheaper by any other engine.

use num_bigint::BigUint;

use super::best_first::{BestFirst, End};
use super::outcome::{CutIn, FaultIn, Outcome};
use super::space::Space;
use crate::{Context, Halt};

/// All shortest solutions from one state, stored as the graph of the states on them.
#[derive(Clone, Debug)]
pub struct Optimal<T, M> {
    length: u32,
    count: BigUint,
    /// The states, goals first, the start last.
    states: Vec<T>,
    /// The moves of state `i` are `steps[first[i]..first[i + 1]]`.
    first: Vec<usize>,
    steps: Vec<(M, u32)>,
}

/// The type of the result of [`optimal`] in a space.
pub type OptimalIn<S> = Optimal<<S as Space>::State, <S as Space>::Move>;

/// A list of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<M> {
    /// The solutions, each as a list of moves.
    pub solutions: Vec<Vec<M>>,
    /// Whether the list has all shortest solutions.
    pub complete: bool,
}

impl<T, M: Clone + Eq> Optimal<T, M> {
    /// Returns the number of moves of each solution.
    #[must_use]
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Returns the number of solutions. Solutions are different if their lists of moves are; a move that a state lists
    /// twice counts once.
    #[must_use]
    pub fn count(&self) -> &BigUint {
        &self.count
    }

    /// Returns the states on shortest solutions in order of their distance to the goal: goals first, the start last.
    #[must_use]
    pub fn states(&self) -> &[T] {
        &self.states
    }

    /// Returns every move with which a shortest solution begins, in the order of the space; empty where the start is a
    /// goal.
    #[must_use]
    pub fn first_moves(&self) -> Vec<M> {
        let mut moves: Vec<M> = Vec::new();
        for (step, _) in self.steps_of(self.start()) {
            if !moves.contains(step) {
                moves.push(step.clone());
            }
        }
        moves
    }

    /// Returns the first `most` solutions in the order of the moves of the space.
    #[must_use]
    pub fn solutions(&self, most: usize) -> Listed<M> {
        let mut solutions = Vec::new();
        let (mut line, mut waiting) = (Vec::new(), vec![self.steps_of(self.start())]);
        while solutions.len() < most {
            let Some(steps) = waiting.last_mut() else { break };
            if line.len() == self.length as usize {
                solutions.push(line.clone());
            }
            if let Some((step, to)) = steps.next() {
                line.push(step.clone());
                waiting.push(self.steps_of(*to));
            } else {
                waiting.pop();
                line.pop();
            }
        }
        let complete = BigUint::from(solutions.len()) == self.count;
        Listed { solutions, complete }
    }

    fn start(&self) -> u32 {
        self.states.len() as u32 - 1
    }

    fn steps_of(&self, state: u32) -> std::slice::Iter<'_, (M, u32)> {
        let state = state as usize;
        self.steps[self.first[state]..self.first[state + 1]].iter()
    }
}

/// Finds all shortest solutions from `start`.
///
/// One node of the budget is one state expanded. The memory of the result is reserved from the context only while it is
/// built.
///
/// # Errors
/// The error of the rules, or [`Fault::Overestimate`](super::Fault::Overestimate) where the solution contradicts the
/// lower bound.
pub fn optimal<S: Space>(space: &S, start: &S::State, cx: &Context<'_>) -> Result<Outcome<OptimalIn<S>>, FaultIn<S>> {
    let mut search = BestFirst::new(space, cx, true);
    let all = search.run(start).and_then(|end| match end {
        End::Goal(goal) => Ok(Outcome::Found(collect(&search, search.moves(goal), cx)?)),
        End::Exhausted(evidence) => Ok(Outcome::Impossible(evidence)),
    });
    all.or_else(|cut| cut.settle(search.at_least))
}

/// The number of a state that is on no shortest solution.
const OFF: u32 = u32::MAX;

/// Walks back from the goals `length` moves away.
fn collect<S: Space>(search: &BestFirst<'_, '_, S>, length: u32, cx: &Context<'_>) -> Result<OptimalIn<S>, CutIn<S>> {
    let _held = cx.reserve(search.tree.len() as u64 * size_of::<u32>() as u64)?;
    let mut walk = GraphBuilder {
        search,
        number: vec![OFF; search.tree.len() as usize],
        found: Optimal { length, count: BigUint::ZERO, states: Vec::new(), first: vec![0], steps: Vec::new() },
    };
    for goal in 0..search.tree.len() {
        if search.is_goal(goal) && search.moves(goal) == length {
            walk.admit(goal);
            search.check(goal, 0)?;
        }
    }
    let mut ways = vec![BigUint::from(1u32); walk.found.states.len()];
    let order = order(search, cx)?;
    let _graph = cx.reserve(bytes::<S>(&order, search))?;
    let mut before = 0;
    for layer in order.chunk_by(|&one, &other| search.expansions.get(one).moves == search.expansions.get(other).moves) {
        let begun = walk.found.states.len();
        cx.spend(0)?;
        for &index in layer {
            walk.visit(index, length)?;
        }
        ways = walk.ways(begun, before, &ways);
        before = begun;
    }
    walk.found.count = ways.pop().unwrap_or_default();
    Ok(walk.found)
}

/// Expansions that found their state at its least distance, farthest from the start first.
fn order<S: Space>(search: &BestFirst<'_, '_, S>, cx: &Context<'_>) -> Result<Vec<usize>, Halt> {
    let _held = cx.reserve(search.expansions.len() as u64 * size_of::<usize>() as u64)?;
    let mut order: Vec<usize> = Vec::with_capacity(search.expansions.len());
    order.extend((0..search.expansions.len()).filter(|&index| {
        let expansion = search.expansions.get(index);
        expansion.moves == search.moves(expansion.state)
    }));
    order.sort_by_key(|&index| std::cmp::Reverse(search.expansions.get(index).moves));
    Ok(order)
}

/// An upper estimate of the result's memory.
fn bytes<S: Space>(order: &[usize], search: &BestFirst<'_, '_, S>) -> u64 {
    let state = size_of::<S::State>() + 2 * size_of::<usize>() + 2 * size_of::<BigUint>();
    order.len() as u64 * state as u64 + search.edges.len() as u64 * size_of::<(S::Move, u32)>() as u64
}

/// The graph as far as it is built.
struct GraphBuilder<'a, 's, 'c, S: Space> {
    search: &'a BestFirst<'s, 'c, S>,
    /// Of each state of the search its number in the graph.
    number: Vec<u32>,
    found: OptimalIn<S>,
}

impl<S: Space> GraphBuilder<'_, '_, '_, S> {
    /// Ends the list of a state's moves and numbers it.
    fn admit(&mut self, state: u32) {
        self.number[state as usize] = self.found.states.len() as u32;
        self.found.states.push(self.search.tree.states.get(state).clone());
        self.found.first.push(self.found.steps.len());
    }

    /// Keeps the moves of one expansion that stay on shortest solutions, and the state if there are any.
    fn visit(&mut self, index: usize, length: u32) -> Result<(), CutIn<S>> {
        let (search, expansion) = (self.search, *self.search.expansions.get(index));
        let end = if index + 1 < search.expansions.len() {
            search.expansions.get(index + 1).first
        } else {
            search.edges.len()
        };
        let begun = self.found.steps.len();
        for edge in (expansion.first..end).map(|index| search.edges.get(index)) {
            let to = self.number[edge.to as usize];
            if to == OFF || search.moves(edge.to) != expansion.moves + 1 {
                continue;
            }
            let step = (search.tree.moves.get(edge.via).clone(), to);
            if !self.found.steps[begun..].contains(&step) {
                self.found.steps.push(step);
            }
        }
        if self.found.steps.len() > begun {
            self.admit(expansion.state);
            search.check(expansion.state, length - expansion.moves)?;
        }
        Ok(())
    }

    /// The numbers of solutions from the states numbered from `begun` on, given those of the layer from `before` on.
    fn ways(&self, begun: usize, before: usize, ways: &[BigUint]) -> Vec<BigUint> {
        let count = |state: usize| -> BigUint {
            let steps = &self.found.steps[self.found.first[state]..self.found.first[state + 1]];
            steps.iter().map(|(_, to)| &ways[*to as usize - before]).sum()
        };
        (begun..self.found.states.len()).map(count).collect()
    }
}
