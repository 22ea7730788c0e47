//! What programs reach from the start: a state and the marks made, for each number of tokens.

use super::effects::{Id, Store};
use super::machine::marks;
use super::program::{Item, Program};
use crate::{Context, EngineLimit, Halt, Reservation};

/// A part of a loop with its counts decided.
#[derive(Clone, Copy, Debug)]
pub(super) enum Token {
    Effect(Id),
    /// A loop so many times (`None`: for ever) over the next so many tokens.
    Loop(Option<u64>, u32),
}

/// The last step to a point.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Start,
    Action(u8),
    /// A loop over stored effects and loops.
    Loop(Box<[Token]>),
}

/// Points reached, by number.
pub(super) struct Front<'c> {
    cx: &'c Context<'c>,
    words: usize,
    state: Vec<u16>,
    made: Vec<u64>,
    before: Vec<(u32, Step)>,
    /// Points that wait to be looked at, by tokens.
    waiting: Vec<Vec<u32>>,
    /// Points taken, by state: nothing later is better in both marks and tokens.
    taken: Vec<Vec<u32>>,
    claims: Vec<Reservation<'c>>,
    claimed: usize,
}

/// Points for which memory is claimed at once.
const CLAIM: usize = 4096;

impl<'c> Front<'c> {
    /// Only the start.
    pub(super) fn new(states: usize, words: usize, cx: &'c Context<'c>) -> Result<Front<'c>, Halt> {
        let mut front = Front {
            cx,
            words,
            state: Vec::new(),
            made: Vec::new(),
            before: Vec::new(),
            waiting: Vec::new(),
            taken: vec![Vec::new(); states],
            claims: Vec::new(),
            claimed: 0,
        };
        front.put(0, 0, &vec![0; words], (0, Step::Start))?;
        Ok(front)
    }

    /// Adds a point that programs of so many tokens reach.
    pub(super) fn put(&mut self, tokens: usize, state: u16, made: &[u64], before: (u32, Step)) -> Result<(), Halt> {
        if self.state.len() == self.claimed {
            self.claims.push(self.cx.reserve(CLAIM as u64 * (8 * self.words as u64 + 128))?);
            self.claimed += CLAIM;
            self.made.reserve_exact(CLAIM * self.words);
        }
        let point = u32::try_from(self.state.len()).map_err(|_| Halt::Engine(EngineLimit::States))?;
        self.state.push(state);
        self.made.extend_from_slice(made);
        self.before.push(before);
        if self.waiting.len() <= tokens {
            self.waiting.resize_with(tokens + 1, Vec::new);
        }
        self.waiting[tokens].push(point);
        Ok(())
    }

    /// The points of so many tokens that no point taken before dominates.
    pub(super) fn take(&mut self, tokens: usize) -> Vec<u32> {
        let waiting = self.waiting.get_mut(tokens).map(std::mem::take).unwrap_or_default();
        let mut fresh = Vec::new();
        for point in waiting {
            let state = usize::from(self.state(point));
            let better = |&other: &u32| marks::within(self.made(point), self.made(other));
            if !self.taken[state].iter().any(better) {
                self.taken[state].push(point);
                fresh.push(point);
            }
        }
        fresh
    }

    pub(super) fn state(&self, point: u32) -> u16 {
        self.state[point as usize]
    }

    pub(super) fn made(&self, point: u32) -> &[u64] {
        &self.made[point as usize * self.words..(point as usize + 1) * self.words]
    }

    /// The program that reaches a point.
    pub(super) fn program(&self, point: u32, store: &Store<'_, '_>) -> Program {
        let (before, step) = &self.before[point as usize];
        let mut program = if matches!(step, Step::Start) { Vec::new() } else { self.program(*before, store) };
        match step {
            Step::Start => {}
            Step::Action(action) => program.push(Item::Do(*action)),
            Step::Loop(tokens) => program.extend(items(tokens, store)),
        }
        program
    }
}

/// Tokens as a program.
pub(super) fn items(tokens: &[Token], store: &Store<'_, '_>) -> Program {
    let mut program = Vec::new();
    let mut rest = tokens;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match *first {
            Token::Effect(id) => store.program(id, &mut program),
            Token::Loop(count, length) => {
                let (body, after) = rest.split_at(length as usize);
                program.push(Item::Loop(count, items(body, store)));
                rest = after;
            }
        }
    }
    program
}
