//! Whether any program of few tokens completes a board: all of them, by plain code.
//!
//! A state is where the bunny stands, how it faces and what is marked. From the states in which programs of fewer
//! tokens end, those of more tokens end after one more action, or after a loop over a body of the tokens that are left,
//! repeated until it leads to no new state. A loop inside a body may repeat differently each time that the body runs,
//! so that more states are reached than programs reach. Where none of them is complete, no program completes the board,
//! whatever its loop counts; where one is, or the work gets too much, nothing is said.

use std::collections::HashSet;
use std::rc::Rc;

use engines::{Context, Halt};

use super::super::program::Action;
use super::super::rules::{Board, Bunny};

/// The most tokens of the programs that are gone through.
const MAX_TOKENS: usize = 8;
/// The most squares to be marked.
const MAX_SQUARES: usize = 128;
/// The most actions that are carried out.
const MAX_ACTIONS: u64 = 2_000_000;
/// Actions between two looks at the limits.
const CHUNK: u64 = 4096;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    square: usize,
    facing: usize,
    /// A bit for each square to be marked.
    marked: u128,
}

/// A part of a program: an action, or a loop with its body.
#[derive(Clone)]
enum Part {
    Act(Action),
    Loop(Body),
}

type Body = Rc<[Part]>;

/// Why the work ends without a proof.
enum Open {
    /// A state is complete, or the work got too much.
    Unknown,
    Halted(Halt),
}

/// Returns whether it is certain that no program of at most so many tokens completes the board.
///
/// # Errors
/// A limit of `cx` was reached.
pub(super) fn is_excluded(board: &Board, tokens: u64, cx: &Context<'_>) -> Result<bool, Halt> {
    let wanted: Vec<usize> = board.unmarked().collect();
    let Some(tokens) = usize::try_from(tokens).ok().filter(|&tokens| tokens <= MAX_TOKENS) else { return Ok(false) };
    if wanted.len() > MAX_SQUARES || wanted.is_empty() {
        return Ok(false);
    }
    let mut bits = vec![0; board.squares.len()];
    wanted.iter().enumerate().for_each(|(bit, &square)| bits[square] = 1 << bit);
    let complete = u128::MAX >> (MAX_SQUARES - wanted.len());
    match (Search { board, bits, complete, actions: 0, cx }).run(tokens) {
        Ok(()) => Ok(true),
        Err(Open::Unknown) => Ok(false),
        Err(Open::Halted(halt)) => Err(halt),
    }
}

struct Search<'a> {
    board: &'a Board,
    /// For each square its bit in [`State::marked`], 0 where it is not to be marked.
    bits: Vec<u128>,
    complete: u128,
    actions: u64,
    cx: &'a Context<'a>,
}

impl Search<'_> {
    /// Goes through all programs of at most so many tokens.
    fn run(&mut self, tokens: usize) -> Result<(), Open> {
        let Bunny { square, facing } = self.board.bunny();
        let start = HashSet::from([State { square, facing, marked: 0 }]);
        let mut seen = start.clone();
        // New states by the tokens of the program that ends in them first: more tokens to the same state lead no
        // farther.
        let mut ends = vec![start];
        let mut bodies: Vec<Vec<Body>> = vec![vec![Rc::new([])]];
        for length in 1..=tokens {
            let mut found = HashSet::new();
            for action in Action::ALL {
                found.extend(self.after(&[Part::Act(action)], &ends[length - 1])?);
            }
            for (size, bodies) in bodies.iter().enumerate().skip(1) {
                let from = &ends[length - 1 - size];
                for body in bodies.iter().filter(|_| !from.is_empty()) {
                    found.extend(self.after(&[Part::Loop(Rc::clone(body))], from)?);
                }
            }
            found.retain(|state| seen.insert(*state));
            ends.push(found);
            if length < tokens {
                bodies.push(longer(&bodies));
            }
        }
        Ok(())
    }

    /// The states in which parts end that begin in these.
    fn after(&mut self, parts: &[Part], from: &HashSet<State>) -> Result<HashSet<State>, Open> {
        let mut states = from.clone();
        for part in parts {
            states = match part {
                Part::Act(action) => states.iter().map(|&state| self.act(state, *action)).collect::<Result<_, _>>()?,
                Part::Loop(body) => {
                    let (mut all, mut new) = (HashSet::new(), states);
                    while !new.is_empty() {
                        new = self.after(body, &new)?;
                        new.retain(|state| all.insert(*state));
                    }
                    all
                }
            };
        }
        Ok(states)
    }

    fn act(&mut self, state: State, action: Action) -> Result<State, Open> {
        self.actions += 1;
        if self.actions.is_multiple_of(CHUNK) {
            self.cx.spend(CHUNK).map_err(Open::Halted)?;
        }
        let Bunny { square, facing } = self.board.act(Bunny { square: state.square, facing: state.facing }, action);
        let after = State { square, facing, marked: state.marked | self.bits[square] };
        if after.marked == self.complete || self.actions > MAX_ACTIONS { Err(Open::Unknown) } else { Ok(after) }
    }
}

/// All programs of one token more than the longest of these, which are all programs by their tokens from 0: the last
/// part is an action, or a loop whose body has the tokens that are left.
fn longer(bodies: &[Vec<Body>]) -> Vec<Body> {
    let tokens = bodies.len();
    let with = |before: &Body, last: Part| -> Body { before.iter().cloned().chain([last]).collect() };
    let mut found: Vec<Body> = Vec::new();
    for before in &bodies[tokens - 1] {
        found.extend(Action::ALL.map(|action| with(before, Part::Act(action))));
    }
    for (size, inner) in bodies.iter().enumerate().skip(1) {
        let before = &bodies[tokens - 1 - size];
        found.extend(
            before.iter().flat_map(|before| inner.iter().map(|body| with(before, Part::Loop(Rc::clone(body))))),
        );
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    #[test]
    fn programs_are_counted_as_the_contract_counts_them() {
        let mut bodies: Vec<Vec<Body>> = vec![vec![Rc::new([])]];
        (0..5).for_each(|_| bodies.push(longer(&bodies)));
        assert_eq!(bodies.iter().map(Vec::len).collect::<Vec<_>>(), [1, 3, 12, 57, 300, 1686]);
    }

    #[test]
    fn a_row_of_three_takes_two_tokens() {
        let board = parse(&"S##\n".as_bytes()).unwrap();
        let excluded = |tokens| is_excluded(&board, tokens, &Context::default()).unwrap();
        assert_eq!([0, 1, 2].map(excluded), [true, true, false]);
    }
}
