//! The machine that programs drive, and its table of reachable states.

use std::fmt;

/// A deterministic machine. Being in a state may make a mark, and the goal is to make every mark below
/// [`Machine::marks`].
pub trait Machine: Sync {
    /// Returns the number of states; a state is a number below it.
    fn states(&self) -> usize;
    /// Returns the state in which every program begins.
    fn start(&self) -> usize;
    /// Returns the number of actions; an action is a number below it.
    fn actions(&self) -> usize;
    /// Returns the state that an action leads to.
    fn step(&self, state: usize, action: usize) -> usize;
    /// Returns the number of marks to be made.
    fn marks(&self) -> usize;
    /// Returns the mark that being in `state` makes, if it is one to be made.
    fn mark(&self, state: usize) -> Option<usize>;
}

/// The maximal number of reachable states, and of marks, that the engine accepts.
pub const MAX: usize = 1 << 16;

/// The error for a machine with more than [`MAX`] reachable states or marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {MAX} states or marks")
    }
}

impl std::error::Error for TooLarge {}

/// The transition table of the reachable part of a machine. States are renumbered from the start, which is 0, and marks
/// are those that the start does not make.
#[derive(Clone, Debug)]
pub struct Table {
    /// For each action the state after each state.
    next: Vec<Vec<u16>>,
    /// The mark of each state, renumbered.
    mark: Vec<Option<u16>>,
    /// The marks that are still to be made, by their number in the machine.
    wanted: Vec<usize>,
    /// Marks that no state reached makes, by their number in the machine.
    missing: Vec<usize>,
}

impl Table {
    /// Explores a machine from its start by breadth-first search.
    ///
    /// # Errors
    /// [`TooLarge`] for a machine with more than [`MAX`] reachable states or marks.
    pub fn new(machine: &impl Machine) -> Result<Table, TooLarge> {
        if machine.states() > MAX || machine.marks() > MAX {
            return Err(TooLarge);
        }
        let (order, next) = explore(machine);
        let marks: Vec<Option<usize>> = order.iter().map(|&state| machine.mark(state)).collect();
        let made = |mark: usize| marks.contains(&Some(mark));
        let (there, missing): (Vec<usize>, Vec<usize>) = (0..machine.marks()).partition(|&mark| made(mark));
        let first = machine.mark(machine.start());
        let wanted: Vec<usize> = there.into_iter().filter(|&mark| Some(mark) != first).collect();
        let number = |mark: usize| wanted.binary_search(&mark).ok().and_then(|at| u16::try_from(at).ok());
        let mark = marks.into_iter().map(|mark| mark.and_then(number)).collect();
        Ok(Table { next, mark, wanted, missing })
    }

    /// Returns the number of reachable states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.mark.len()
    }

    /// Returns the number of actions.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.next.len()
    }

    /// Returns the state that an action leads to.
    #[must_use]
    pub fn step(&self, state: u16, action: usize) -> u16 {
        self.next[action][usize::from(state)]
    }

    /// Returns the state that an action leads to, for each state.
    #[must_use]
    pub fn action(&self, action: usize) -> &[u16] {
        &self.next[action]
    }

    /// Returns the mark that being in a state makes, if the start does not make it.
    #[must_use]
    pub fn mark(&self, state: u16) -> Option<u16> {
        self.mark[usize::from(state)]
    }

    /// Returns the number of marks that the start does not make.
    #[must_use]
    pub fn marks(&self) -> usize {
        self.wanted.len()
    }

    /// Returns the number of 64-bit words in a set of marks.
    #[must_use]
    pub fn words(&self) -> usize {
        self.marks().div_ceil(64)
    }

    /// Returns the marks that no program can make, by their numbers in the machine, in ascending order.
    #[must_use]
    pub fn missing(&self) -> &[usize] {
        &self.missing
    }
}

/// The reachable states in breadth-first order, and for each action the numbers of the states after them.
fn explore(machine: &impl Machine) -> (Vec<usize>, Vec<Vec<u16>>) {
    const UNSEEN: u32 = u32::MAX;
    let mut number = vec![UNSEEN; machine.states()];
    let mut order = vec![machine.start()];
    number[machine.start()] = 0;
    let mut next = vec![Vec::new(); machine.actions()];
    let mut at = 0;
    while let Some(&state) = order.get(at) {
        for (action, column) in next.iter_mut().enumerate() {
            let to = machine.step(state, action);
            if number[to] == UNSEEN {
                number[to] = u32::try_from(order.len()).unwrap_or(UNSEEN);
                order.push(to);
            }
            // At most 2^16 states, so the number fits.
            column.push(u16::try_from(number[to]).unwrap_or(u16::MAX));
        }
        at += 1;
    }
    (order, next)
}

/// Sets of marks as words.
pub(super) mod marks {
    /// Adds `more` to `set`.
    #[inline]
    pub(in crate::synth) fn add(set: &mut [u64], more: &[u64]) {
        for (word, more) in set.iter_mut().zip(more) {
            *word |= more;
        }
    }

    /// Adds one mark.
    pub(in crate::synth) fn put(set: &mut [u64], mark: u16) {
        set[usize::from(mark) / 64] |= 1 << (mark % 64);
    }

    /// How many marks there are.
    #[inline]
    pub(in crate::synth) fn count(set: &[u64]) -> u32 {
        set.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether every mark of `part` is in `whole`.
    pub(in crate::synth) fn within(part: &[u64], whole: &[u64]) -> bool {
        part.iter().zip(whole).all(|(part, whole)| part & !whole == 0)
    }
}
