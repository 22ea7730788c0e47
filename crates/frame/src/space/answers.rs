//! The answers about a state space, each by a search engine.
//!
//! Without a lower bound a space is searched breadth-first. Counts and hints use all shortest solutions; the map uses
//! the distances of all states to the goals.
//!
//! A lower bound may be wrong: one state that is valued too high can hide every shorter solution, and the solution
//! that is found does not show it. So the bound only guides A* to a solution, within half of the budget; *proven
//! best* comes from breadth-first search without the bound over every state nearer than that solution. Where a limit
//! ends the proof, the solution is given as not proven, with the bound proven until then. Counts and lists of
//! shortest solutions, *impossible* and bounds never depend on the lower bound.

use engines::Context;
use engines::search::{
    Evidence, Fault, OptimalIn, Outcome, PathIn, a_star_untrusted, breadth_first, breadth_first_within, optimal,
};
use num_bigint::BigUint;

use super::eight_places;
use super::hint_table::{self, NotWritten};
use super::map_states::MapStates;
use super::measured::{MeasuredIn, measured};
use super::rules::{LowerBound, StateSpace};
use super::searched::Searched;
use crate::answer::Reply;
use crate::method::Method;
use crate::options::{ALL, COUNT, WITHOUT};
use crate::problem::AskError;
use crate::query::{Query, QuestionKind};
use crate::solution::{Exhausted, Hint, HintUnproven, MAX_HARDEST, MAX_LISTED, Map, Reached, Solution};
use crate::unit::Unit;
use crate::value::BigCount;

/// Answers a question about a state.
pub(super) fn answer<R: StateSpace>(
    rules: &R,
    start: &R::State,
    query: &Query,
    cx: &Context<'_>,
) -> Result<Reply, AskError> {
    let search = Search { rules, query, start, cx };
    match query.kind {
        QuestionKind::SOLVE if query.options.is_on(&COUNT) || query.options.is_on(&ALL) => search.every(),
        QuestionKind::SOLVE => search.shortest(),
        QuestionKind::COUNT | QuestionKind::HINT => search.every(),
        QuestionKind::REACH => search.reach(),
        QuestionKind::MAP => search.map(),
        QuestionKind::SHORTCUT => search.without(),
        other => Err(AskError::NotOffered(format!("a state space does not answer '{other}'"))),
    }
}

type Path<'a, R> = PathIn<Searched<'a, R>>;
type Failed<R> = Fault<<R as StateSpace>::State, <R as StateSpace>::Error>;

/// The method of a search without a lower bound.
const PLAIN: &str = "breadth-first search";

/// A line and what is known of its length.
pub(super) struct Known<T> {
    pub(super) line: T,
    /// Where no proof says that nothing is shorter: the bound proven.
    pub(super) at_least: Option<u64>,
    pub(super) method: Method,
}

impl<T> Known<T> {
    pub(super) fn best(line: T, method: impl Into<Method>) -> Known<T> {
        Known { line, at_least: None, method: method.into() }
    }
}

/// One question about one state.
struct Search<'a, R: StateSpace> {
    rules: &'a R,
    query: &'a Query,
    start: &'a R::State,
    cx: &'a Context<'a>,
}

impl<'a, R: StateSpace> Search<'a, R> {
    fn bound_words(&self) -> &'static str {
        self.rules.lower_bound().map_or("a lower bound", LowerBound::words)
    }

    fn guided_words(&self) -> String {
        format!("A* with {}", self.bound_words())
    }

    fn unproven_line<T>(&self, line: T, at_least: u64, why: &str) -> Known<T> {
        let method = format!("{}; the proof without it was not finished: {why}", self.guided_words());
        Known { line, at_least: Some(at_least), method: method.into() }
    }

    fn failure(&self, fault: Failed<R>) -> AskError {
        match fault {
            Fault::Rules(error) => self.rules.failure(&error),
            overestimate @ Fault::Overestimate { .. } => AskError::Rules(overestimate.to_string()),
        }
    }

    /// A solution by the lower bound, on half of what may be spent; it is confirmed at once, since what ends the proof
    /// may end that too. `None` where there is no bound, or where that finds none and proves nothing: a limit struck,
    /// or the bound called states dead ends.
    fn guided(&self) -> Result<Option<Result<Path<'a, R>, Reply>>, AskError> {
        if self.rules.lower_bound().is_none() {
            return Ok(None);
        }
        let searched = Searched::bounded(self.rules);
        let half = self.cx.part(2);
        let outcome = a_star_untrusted(&searched, self.start, &half);
        self.cx.absorb(&half);
        Ok(match outcome.map_err(|fault| self.failure(fault))? {
            Outcome::Found(path) => {
                self.confirm(path.states.iter())?;
                Some(Ok(path))
            }
            exhausted @ Outcome::Impossible(Evidence::FromStart { dead_ends: 0, .. }) => {
                Some(settle(exhausted, &searched, &self.guided_words()))
            }
            Outcome::Impossible(_) | Outcome::Unfinished { .. } => None,
        })
    }

    /// Every state nearer than the end of a line, without the lower bound: whether the line is a shortest one.
    fn proven(&self, line: Path<'a, R>) -> Result<Known<Path<'a, R>>, AskError> {
        let length = line.length().into();
        let proven = Method::from(self.guided_words()).confirmed("breadth-first search without it", length, length);
        let Some(most) = line.length().checked_sub(1) else { return Ok(Known::best(line, proven)) };
        let searched = Searched::plain(self.rules);
        let outcome = breadth_first_within(&searched, self.start, most, self.cx);
        Ok(match outcome.map_err(|fault| self.failure(fault))? {
            Outcome::Found(None) => Known::best(line, proven),
            Outcome::Found(Some(shorter)) => match self.confirm(shorter.states.iter()) {
                Ok(()) => {
                    let whose = self.bound_words();
                    Known::best(shorter, format!("breadth-first search, since {whose} overestimates"))
                }
                Err(AskError::Halted(halt)) => self.unproven_line(line, shorter.length().into(), &halt.to_string()),
                Err(error) => return Err(error),
            },
            Outcome::Impossible(_) => return Err(self.rules.unsteady(self.start)),
            Outcome::Unfinished { halt, at_least, .. } => self.unproven_line(line, at_least, &searched.why(halt)),
        })
    }

    fn confirm<'s>(&self, mut states: impl Iterator<Item = &'s R::State>) -> Result<(), AskError> {
        self.rules.confirm(&mut states).map_err(|error| self.rules.failure(&error))
    }

    fn texts(&self, moves: &[R::Move]) -> Vec<String> {
        moves.iter().map(|step| self.rules.name(step)).collect()
    }

    /// Breadth-first search without the lower bound.
    fn plain(&self) -> Result<Result<Path<'a, R>, Reply>, AskError> {
        let searched = Searched::plain(self.rules);
        let outcome = breadth_first(&searched, self.start, self.cx).map_err(|fault| self.failure(fault))?;
        let found = settle(outcome, &searched, PLAIN);
        found.iter().try_for_each(|path| self.confirm(path.states.iter()))?;
        Ok(found)
    }

    /// A shortest solution without the moves that are ruled out.
    fn without(&self) -> Result<Reply, AskError> {
        let without = self.query.options.text(&WITHOUT).unwrap_or_default();
        let searched = Searched::behind(self.rules, self.rules.barrier(without)?);
        let outcome = breadth_first(&searched, self.start, self.cx).map_err(|fault| self.failure(fault))?;
        let method = format!("{PLAIN} without the moves that are ruled out");
        match settle(outcome, &searched, &method) {
            Ok(path) => {
                self.confirm(path.states.iter())?;
                Ok(self.solution(&Known::best(path, method)))
            }
            Err(reply) => Ok(reply),
        }
    }

    /// One shortest solution.
    fn shortest(&self) -> Result<Reply, AskError> {
        let known = match self.guided()? {
            Some(Ok(line)) => Ok(self.proven(line)?),
            Some(Err(reply)) => Err(reply),
            None => self.plain()?.map(|path| Known::best(path, PLAIN)),
        };
        Ok(known.map_or_else(|reply| reply, |known| self.solution(&known)))
    }

    /// What a line says that was confirmed.
    fn solution(&self, known: &Known<Path<'a, R>>) -> Reply {
        Reply::found(known.method.clone(), Solution::of(self.texts(&known.line.moves), known.at_least))
    }

    /// Whether a goal can be reached: any solution says so, however it was found.
    fn reach(&self) -> Result<Reply, AskError> {
        let (found, method) = match self.guided()? {
            Some(found) => (found, self.guided_words()),
            None => (self.plain()?, PLAIN.to_owned()),
        };
        Ok(match found {
            Ok(_) => Reply::found(method, Reached { reachable: true }),
            Err(reply) => reply,
        })
    }

    /// Every shortest solution: their number, the moves that they begin with, the solutions themselves. Where a limit
    /// ends that, a solution by the lower bound, as far as one was asked for.
    fn every(&self) -> Result<Reply, AskError> {
        let one_will_do = self.rules.lower_bound().is_some() && self.query.kind != QuestionKind::COUNT;
        let part = self.cx.part(if one_will_do { 2 } else { 1 });
        let searched = Searched::plain(self.rules);
        let outcome = optimal(&searched, self.start, &part);
        self.cx.absorb(&part);
        let outcome = outcome.map_err(|fault| self.failure(fault))?;
        if let (true, Outcome::Unfinished { halt, at_least, .. }) = (one_will_do, &outcome) {
            let why = searched.why(*halt);
            if let Some(Ok(line)) = self.guided()? {
                return Ok(self.unproven(self.unproven_line(line, *at_least, &why)));
            }
        }
        let every = match settle(outcome, &searched, PLAIN) {
            Ok(every) => every,
            Err(reply) => return Ok(reply),
        };
        self.confirm(every.states().iter().take(MAX_LISTED))?;
        let method = format!("every shortest solution by {PLAIN}");
        if self.query.kind == QuestionKind::HINT {
            let hint = Hint { best: self.texts(&every.first_moves()), moves_left: u64::from(every.length()) };
            return Ok(Reply::found(method, hint));
        }
        Ok(Reply::found(method, self.listed(&every)))
    }

    /// What a line that is not proven shortest says: it is a solution, and where it begins.
    fn unproven(&self, known: Known<Path<'a, R>>) -> Reply {
        if self.query.kind != QuestionKind::HINT {
            return self.solution(&known);
        }
        let at_least = known.at_least.unwrap_or_else(|| known.line.length().into());
        Reply::found(known.method, HintUnproven::of(&self.texts(&known.line.moves), at_least))
    }

    fn listed(&self, every: &OptimalIn<Searched<'a, R>>) -> Solution {
        let wants_all = self.query.options.is_on(&ALL);
        let listed = every.solutions(if wants_all { MAX_LISTED } else { 1 });
        let all: Vec<Vec<String>> = listed.solutions.iter().map(|moves| self.texts(moves)).collect();
        let counted = self.query.options.is_on(&COUNT) || self.query.kind == QuestionKind::COUNT;
        Solution {
            moves: u64::from(every.length()),
            solution: all.first().cloned().unwrap_or_default(),
            optimal: true,
            solutions: counted.then(|| BigCount(every.count().clone())),
            all_complete: wants_all.then_some(listed.complete),
            all: wants_all.then_some(all),
            ..Solution::default()
        }
    }

    /// Every state by its distance to the nearest goal, and the files of these states that are wanted.
    fn map(&self) -> Result<Reply, AskError> {
        let searched = Searched::plain(self.rules);
        let measured = measured(&searched, self.start, self.cx).map_err(|fault| self.failure(fault))?;
        let graph = match measured {
            Ok(graph) => graph,
            Err(struck) => return Ok(Reply::unfinished(struck.words(|halt| searched.why(halt)), 0)),
        };
        let table = match self.write_states(&graph) {
            Ok(table) => table.map_or(String::new(), |table| format!("; {table}")),
            Err(NotWritten::Unfinished(why)) => return Ok(Reply::unfinished(why, 0)),
            Err(NotWritten::Refused(error)) => return Err(error),
        };
        let Some(census) = graph.census(MAX_HARDEST) else {
            return Ok(Reply::impossible(format!("{PLAIN}{table}"), Exhausted::over(graph.states().into())));
        };
        let whole = |count: u64| BigCount(BigUint::from(count));
        let map = Map {
            states: whole(census.states()),
            largest: u64::from(census.largest()),
            mean: eight_places(census.mean()),
            distances: census.distances.iter().map(|&count| whole(count)).collect(),
            hardest: census.farthest.iter().map(|state| self.rules.state_text(state)).collect(),
            unit: Some(self.rules.unit()).filter(|unit| *unit != Unit::MOVES),
            dead_ends: Some(whole(census.dead_ends)),
        };
        Ok(Reply::found(format!("breadth-first search from all goals backwards{table}"), map))
    }

    /// Writes the states and the hint table that are wanted, and says what the table holds.
    fn write_states(&self, graph: &MeasuredIn<'_, Searched<'a, R>>) -> Result<Option<String>, NotWritten> {
        let text = |state: &R::State| self.rules.state_text(state);
        let states = MapStates::new(graph, &text, |step| self.rules.name(step));
        states.write(self.cx)?;
        let level_key = self.rules.level_key();
        let ends_at_goals = self.rules.ends_at_goals();
        let of = hint_table::Of { family: self.rules.info().name, level_key: &level_key, ends_at_goals };
        states.write_hint_table(&of, self.cx)
    }
}

/// What was found, or the reply that says why nothing was.
pub(super) fn settle<T, R: StateSpace>(
    outcome: Outcome<T>,
    searched: &Searched<'_, R>,
    method: &str,
) -> Result<T, Reply> {
    match outcome {
        Outcome::Found(found) => Ok(found),
        Outcome::Impossible(Evidence::FromStart { states, .. } | Evidence::FromGoals { states }) => {
            Err(Reply::impossible(method, Exhausted::over(states)))
        }
        Outcome::Impossible(_) => Err(Reply::unfinished(format!("{method}; it proves nothing here"), 0)),
        Outcome::Unfinished { halt, at_least, .. } => Err(Reply::unfinished(searched.why(halt), at_least)),
    }
}
