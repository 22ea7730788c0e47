//! The interface between spaces of packed keys and their engines.

use crate::Halt;

/// A state space whose states are keys: `words()` 32-bit words each, packed by the space.
///
/// Every move costs one unless [`PackedSpace::cost`] says otherwise. Equal keys are equal states.
pub trait PackedSpace: Sync {
    /// What a thread needs to expand states: buffers, an engine of its own.
    type Worker: Send;
    /// The error of the rules.
    type Error: Send;

    /// Returns the number of words of a key, at least 1.
    fn words(&self) -> usize;

    /// Makes the worker of a thread.
    ///
    /// # Errors
    /// The error of the rules.
    fn worker(&self) -> Result<Self::Worker, Self::Error>;

    /// Appends every move from a state that is no goal, always in the same order. Moves that lead to the state itself
    /// may be left out.
    ///
    /// # Errors
    /// The error of the rules.
    fn expand(&self, worker: &mut Self::Worker, state: &[u32], steps: &mut Steps) -> Result<(), Self::Error>;

    /// Returns the cost of a move, at least 1: [`a_star`](super::a_star()), [`ida_star`](super::ida_star()) and
    /// [`least_cost`](super::least_cost()) minimise the sum. The other engines count moves, whatever they cost.
    fn cost(&self, label: u32) -> u32 {
        let _ = label;
        1
    }

    /// Whether [`PackedSpace::lower_bound`] can be more than 1.
    fn has_lower_bound(&self) -> bool {
        false
    }

    /// Returns an admissible heuristic: at most the cost of the moves from a state that is no goal to the nearest goal;
    /// [`DEAD_END`](crate::search::DEAD_END) if none can be reached. The default is 1.
    fn lower_bound(&self, worker: &mut Self::Worker, state: &[u32]) -> u32 {
        let _ = (worker, state);
        1
    }

    /// Returns in how many ways [`PackedSpace::estimate`] estimates. The default is 1.
    fn estimates(&self) -> usize {
        1
    }

    /// Returns an estimate of how far a state that is no goal is from one, for [`Attempts`](super::Attempts): it may be
    /// too large. [`DEAD_END`](crate::search::DEAD_END) where no goal can be reached. `way` is below
    /// [`PackedSpace::estimates`]. The default is the lower bound.
    fn estimate(&self, worker: &mut Self::Worker, state: &[u32], way: usize) -> u32 {
        let _ = way;
        self.lower_bound(worker, state)
    }

    /// Returns the limit that caused an error of the rules, if one did. Engines then return an unfinished outcome with
    /// the bound proven so far.
    fn halt(&self, error: &Self::Error) -> Option<Halt> {
        let _ = error;
        None
    }
}

/// What a step is beside the key that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number by which the space knows the move.
    pub label: u32,
    /// Whether it leads to a goal.
    pub is_goal: bool,
}

/// The steps from states, as a [`PackedSpace`] lists them.
#[derive(Clone, Debug)]
pub struct Steps {
    words: usize,
    steps: Vec<Step>,
    keys: Vec<u32>,
}

impl Steps {
    /// No steps yet, to keys of so many words.
    #[must_use]
    pub fn new(words: usize) -> Steps {
        Steps { words, steps: Vec::new(), keys: Vec::new() }
    }

    /// Adds a step and returns its key, all zero, to be filled.
    #[inline]
    pub fn push(&mut self, label: u32, is_goal: bool) -> &mut [u32] {
        let start = self.keys.len();
        self.keys.resize(start + self.words, 0);
        self.steps.push(Step { label, is_goal });
        &mut self.keys[start..]
    }

    /// Takes the last step back.
    pub fn pop(&mut self) {
        self.steps.pop();
        self.keys.truncate(self.steps.len() * self.words);
    }

    /// Forgets all steps.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.keys.clear();
    }

    /// Returns the number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are no steps.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns a step with the key that it leads to.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> (Step, &[u32]) {
        (self.steps[index], &self.keys[index * self.words..][..self.words])
    }

    /// Returns the steps with their keys, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (Step, &[u32])> {
        self.steps.iter().copied().zip(self.keys.chunks_exact(self.words))
    }
}
