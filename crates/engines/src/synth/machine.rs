//! The machine that programs drive, and its table of reachable states.

use std::fmt;

/// A deterministic machine: states, primitive actions, and marks that are made by being in a state. The goal is
/// that every mark below [`Machine::marks`] is made.
pub trait Machine: Sync {
    /// States are numbers below this.
    fn states(&self) -> usize;
    /// Where every program begins.
    fn start(&self) -> usize;
    /// Actions are numbers below this.
    fn actions(&self) -> usize;
    /// The state after an action.
    fn step(&self, state: usize, action: usize) -> usize;
    /// How many marks the goal asks for.
    fn marks(&self) -> usize;
    /// The mark that a state makes, if the goal asks for it.
    fn mark(&self, state: usize) -> Option<usize>;
}

/// The most states that can be reached, and the most marks.
pub const MOST: usize = 1 << 16;

/// A machine beyond [`MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {MOST} states or marks")
    }
}

impl std::error::Error for TooLarge {}

/// The reachable part of a machine, numbered anew from the start (state 0), and the marks that the start leaves.
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
    /// Explores the machine from its start; states in order of discovery.
    ///
    /// # Errors
    /// A machine beyond [`MOST`].
    pub fn new(machine: &impl Machine) -> Result<Table, TooLarge> {
        if machine.states() > MOST || machine.marks() > MOST {
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

    /// How many states can be reached.
    #[must_use]
    pub fn states(&self) -> usize {
        self.mark.len()
    }

    /// How many actions there are.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.next.len()
    }

    /// The state after an action.
    #[must_use]
    pub fn step(&self, state: u16, action: usize) -> u16 {
        self.next[action][usize::from(state)]
    }

    /// The states after an action, by the state before.
    #[must_use]
    pub fn action(&self, action: usize) -> &[u16] {
        &self.next[action]
    }

    /// The mark of a state, among those still to be made.
    #[must_use]
    pub fn mark(&self, state: u16) -> Option<u16> {
        self.mark[usize::from(state)]
    }

    /// How many marks are still to be made after the start's own.
    #[must_use]
    pub fn marks(&self) -> usize {
        self.wanted.len()
    }

    /// Words of a set of marks.
    #[must_use]
    pub fn words(&self) -> usize {
        self.marks().div_ceil(64)
    }

    /// The marks that no program can make, by their number in the machine, ascending.
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
