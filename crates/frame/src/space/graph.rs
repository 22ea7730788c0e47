//! The state graph of the checker: all states that can be reached, walked by plain breadth-first search over
//! dictionaries and lists.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use engines::Context;
use num_bigint::BigUint;

use super::moves::named;
use super::rules::StateSpace;
use crate::problem::CheckError;

/// States that the checker walks through, at most.
const MAX_STATES: usize = 100_000;

/// All reachable states, numbered in the order of discovery.
pub(super) struct Graph<T> {
    pub(super) states: Vec<T>,
    /// The moves of each state: text and number of the target state.
    pub(super) moves: Vec<Vec<(String, usize)>>,
    pub(super) goals: Vec<bool>,
    /// The number of moves from each state to the nearest goal; `None` where no goal can be reached.
    pub(super) left: Vec<Option<u64>>,
}

/// The maximum number of states whose moves are kept for the next check, and of their bytes.
const MAX_KEPT: usize = 10_000;
const MAX_KEPT_BYTES: usize = 16 << 20;
/// Bytes of states that the walk reserves at a time.
const PIECE: u64 = 1 << 20;

/// The moves of states that the checker has walked through, shared by the positions of one level: answers about a level
/// are often checked several times, and from neighbouring positions.
pub struct MoveCache<T>(Mutex<CachedMoves<T>>);

/// Moves that are kept, and about how many bytes they take.
struct CachedMoves<T> {
    moves: HashMap<T, Moves<T>>,
    bytes: usize,
}

/// The moves of a state: their texts, and the states after them.
type Moves<T> = Arc<[(String, T)]>;

impl<T> Default for MoveCache<T> {
    fn default() -> MoveCache<T> {
        MoveCache(Mutex::new(CachedMoves { moves: HashMap::new(), bytes: 0 }))
    }
}

impl<T> MoveCache<T> {
    /// Returns the number of bytes that the kept moves take.
    pub fn bytes(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).bytes
    }
}

impl<T: Clone + Eq + std::hash::Hash> MoveCache<T> {
    /// The moves of a state with their texts, whether the game is over there or not.
    fn moves<R: StateSpace<State = T>>(&self, rules: &R, state: &T) -> Result<Moves<T>, R::Error> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = lock().moves.get(state) {
            return Ok(Arc::clone(kept));
        }
        let moves: Moves<T> = named(rules, state)?.into();
        let states = moves.iter().map(|(_, state)| state).chain([state]);
        let bytes: usize = states.map(|state| size_of::<(String, T)>() + rules.heap_bytes(state)).sum();
        let mut kept = lock();
        if kept.moves.len() < MAX_KEPT && kept.bytes + bytes <= MAX_KEPT_BYTES {
            kept.moves.insert(state.clone(), Arc::clone(&moves));
            kept.bytes += bytes;
        }
        Ok(moves)
    }
}

/// Whether the walk continues beyond states at which the game ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Beyond {
    /// The walk follows the moves of a goal too, where a goal is a state like any other.
    Goals,
    /// The walk stops at a state at which the game has ended.
    Nothing,
}

impl<T: Clone + Eq + std::hash::Hash> Graph<T> {
    /// Walks through all states by the moves for which `is_open` holds of the states before and after; `None` where
    /// there are too many.
    pub(super) fn walk<R: StateSpace<State = T>>(
        rules: &R,
        cache: &MoveCache<T>,
        start: T,
        ends: impl Fn(&T) -> Result<bool, R::Error>,
        is_open: impl Fn(&T, &T) -> bool,
        beyond: Beyond,
        cx: &Context<'_>,
    ) -> Result<Option<Graph<T>>, CheckError> {
        let failed = |error: R::Error| CheckError::Unchecked(rules.failure(&error));
        let mut number = HashMap::from([(start.clone(), 0)]);
        let mut graph = Graph { states: vec![start], moves: Vec::new(), goals: Vec::new(), left: Vec::new() };
        let (mut reserved, mut bytes) = (Vec::new(), 0);
        while graph.moves.len() < graph.states.len() {
            cx.spend(1)?;
            while bytes > reserved.len() as u64 * PIECE {
                reserved.push(cx.reserve(PIECE)?);
            }
            let state = graph.states[graph.moves.len()].clone();
            let ended = ends(&state).map_err(failed)?;
            graph.goals.push(ended);
            let is_last = ended && beyond == Beyond::Nothing;
            let list = if is_last { Arc::default() } else { cache.moves(rules, &state).map_err(failed)? };
            let mut moves = Vec::with_capacity(list.len());
            for (text, to) in list.iter().filter(|(_, to)| is_open(&state, to)) {
                let next = graph.states.len();
                let known = number.get(to).copied();
                let to = known.unwrap_or_else(|| {
                    bytes += 2 * (size_of::<T>() + rules.heap_bytes(to)) as u64;
                    number.insert(to.clone(), next);
                    graph.states.push(to.clone());
                    next
                });
                moves.push((text.clone(), to));
            }
            graph.moves.push(moves);
            if graph.states.len() > MAX_STATES {
                return Ok(None);
            }
        }
        graph.left = graph.distances();
        Ok(Some(graph))
    }

    fn distances(&self) -> Vec<Option<u64>> {
        let mut before = vec![Vec::new(); self.states.len()];
        for (from, moves) in self.moves.iter().enumerate() {
            moves.iter().for_each(|step| before[step.1].push(from));
        }
        let mut left: Vec<Option<u64>> = self.goals.iter().map(|&goal| goal.then_some(0)).collect();
        let mut front: Vec<usize> = (0..left.len()).filter(|&state| self.goals[state]).collect();
        for distance in 1.. {
            let mut next = Vec::new();
            for state in front.iter().flat_map(|&state| before[state].iter().copied()) {
                if left[state].is_none() {
                    left[state] = Some(distance);
                    next.push(state);
                }
            }
            if next.is_empty() {
                break;
            }
            front = next;
        }
        left
    }

    /// The moves of a state that bring the goal nearer.
    pub(super) fn nearer(&self, state: usize) -> impl Iterator<Item = &(String, usize)> {
        let left = self.left[state];
        self.moves[state].iter().filter(move |step| left.is_some() && self.left[step.1].map(|left| left + 1) == left)
    }

    /// How many shortest solutions begin at the start.
    pub(super) fn solutions(&self) -> BigUint {
        let mut order: Vec<usize> = (0..self.states.len()).filter(|&state| self.left[state].is_some()).collect();
        order.sort_by_key(|&state| self.left[state]);
        let mut ways = vec![BigUint::ZERO; self.states.len()];
        for state in order {
            let sum = self.nearer(state).map(|step| &ways[step.1]).sum();
            ways[state] = if self.goals[state] { BigUint::from(1_u8) } else { sum };
        }
        ways.swap_remove(0)
    }
}

/// The state after a move of this text, as the rules list it.
pub(super) fn after<R: StateSpace>(rules: &R, state: &R::State, text: &str) -> Result<R::State, CheckError> {
    let moves = named(rules, state).map_err(|error| CheckError::Unchecked(rules.failure(&error)))?;
    let step = moves.into_iter().find(|(name, _)| name == text);
    step.map(|step| step.1)
        .ok_or_else(|| CheckError::wrong(format!("'{text}' is no move of this position: {}", rules.words(state))))
}
