//! Adapts rules to the traits of the search engines. The last limit that was reached inside the rules is kept, since
//! its message is more precise than the engine's.

use std::sync::{Mutex, PoisonError};

use engines::Halt;
use engines::search::{Ending, Game, Space};

use super::barrier::Barrier;
use super::rules::{LowerBound, RulesForTwo, StateSpace};

/// The rules of a state space for a search engine, with or without their lower bound.
pub(super) struct Searched<'a, R: StateSpace> {
    rules: &'a R,
    bound: Option<&'a dyn LowerBound<R>>,
    /// The moves that are ruled out, if some are.
    barrier: Option<Barrier<'a, R::State>>,
    struck: Mutex<Option<R::Error>>,
}

impl<'a, R: StateSpace> Searched<'a, R> {
    /// The rules without a lower bound.
    pub(super) fn plain(rules: &'a R) -> Searched<'a, R> {
        Searched { rules, bound: None, barrier: None, struck: Mutex::new(None) }
    }

    /// The rules without their lower bound and without these moves.
    pub(super) fn behind(rules: &'a R, barrier: Barrier<'a, R::State>) -> Searched<'a, R> {
        Searched { barrier: Some(barrier), ..Searched::plain(rules) }
    }

    /// The rules with their lower bound, where they have one.
    pub(super) fn bounded(rules: &'a R) -> Searched<'a, R> {
        Searched { bound: rules.lower_bound(), ..Searched::plain(rules) }
    }

    /// What ended the search: the limit inside the rules, if one struck there, else the engine's.
    pub(super) fn why(&self, halt: Halt) -> String {
        let struck = self.struck.lock().unwrap_or_else(PoisonError::into_inner);
        struck.as_ref().map_or_else(|| halt.to_string(), ToString::to_string)
    }

    fn note(&self, error: &R::Error) -> Option<Halt> {
        let halt = self.rules.halt(error)?;
        *self.struck.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.clone());
        Some(halt)
    }
}

impl<R: StateSpace> Space for Searched<'_, R> {
    type State = R::State;
    type Move = R::Move;
    type Error = R::Error;

    fn successors(&self, state: &R::State, out: &mut Vec<(R::Move, R::State)>) -> Result<(), R::Error> {
        let known = out.len();
        self.rules.moves(state, out)?;
        if let Some(barrier) = &self.barrier {
            let mut at = 0;
            out.retain(|(_, next)| {
                at += 1;
                at <= known || !barrier(state, next)
            });
        }
        Ok(())
    }

    fn is_goal(&self, state: &R::State) -> Result<bool, R::Error> {
        self.rules.is_goal(state)
    }

    fn ends_at_goals(&self) -> bool {
        self.rules.ends_at_goals()
    }

    fn lower_bound(&self, state: &R::State) -> Result<u32, R::Error> {
        self.bound.map_or(Ok(0), |bound| bound.at_least(state))
    }

    fn heap_bytes(&self, state: &R::State) -> usize {
        self.rules.heap_bytes(state)
    }

    fn halt(&self, error: &R::Error) -> Option<Halt> {
        self.note(error)
    }
}

impl<R: RulesForTwo> Game for Searched<'_, R> {
    type Position = R::State;
    type Move = R::Move;
    type Error = R::Error;

    fn moves(&self, position: &R::State, out: &mut Vec<(R::Move, R::State)>) -> Result<(), R::Error> {
        self.rules.moves(position, out)
    }

    fn outcome(&self, position: &R::State) -> Result<Option<Ending>, R::Error> {
        self.rules.outcome(position)
    }

    fn heap_bytes(&self, position: &R::State) -> usize {
        self.rules.heap_bytes(position)
    }

    fn halt(&self, error: &R::Error) -> Option<Halt> {
        self.note(error)
    }
}
