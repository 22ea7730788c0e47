//! The independent checker: plain breadth-first search over rules of its own, dictionaries and lists.
//!
//! It shares only the rules with the engines. Up to a hundred thousand states it searches the whole graph and computes
//! every distance again; beyond that it replays the moves and reports what it did not check.

use std::sync::Arc;

use engines::Context;
use num_bigint::BigUint;

use super::barrier::Barrier;
use super::graph::{Beyond, Graph, MoveCache, after};
use super::rules::Rules;
use super::{MOST_HARDEST, eight_places};
use crate::answer::{Reply, Verdict};
use crate::options::{ALL, COUNT};
use crate::problem::{CheckError, Checked, ensure};
use crate::question::{Query, QuestionKind};
use crate::shortcut::WITHOUT;
use crate::solution::{Exhausted, Hint, HintUnproven, Map, Reached, Solution};
use crate::words::plural;

/// Checks a reply about a state.
pub(super) fn check<R: Rules>(
    rules: &Arc<R>,
    cache: &MoveCache<R::State>,
    start: &R::State,
    query: &Query,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    let rules = rules.independent().map_err(|error| CheckError::Unchecked(rules.failure(&error)))?;
    let rules = &*rules;
    let without = query.options.text(&WITHOUT).filter(|_| query.kind == QuestionKind::Shortcut);
    let barrier = without.map(|without| rules.barrier(without)).transpose()?;
    let is_open = |from: &R::State, to: &R::State| barrier.as_ref().is_none_or(|barrier| !barrier(from, to));
    let is_goal = |state: &R::State| rules.is_goal(state);
    let beyond = if rules.ends_at_goals() { Beyond::Nothing } else { Beyond::Goals };
    let graph = Graph::walk(rules, cache, start.clone(), is_goal, is_open, beyond, cx)?;
    let mut case = Case { rules, start, graph, barrier: barrier.as_ref(), query, checked: Checked::default() };
    match (reply.verdict, query.kind) {
        (Some(Verdict::Impossible), _) => case.exhausted(reply.proof_of::<Exhausted>()?)?,
        _ if reply.proof.is_some() => return Err(CheckError::no_answer()),
        (Some(Verdict::Unfinished), _) => case.bound(reply.bound()?)?,
        (Some(Verdict::Found), QuestionKind::Solve | QuestionKind::Count | QuestionKind::Shortcut) => {
            case.solution(reply.body_of()?)?
        }
        (Some(Verdict::Found), QuestionKind::Hint) => match reply.body_as::<HintUnproven>() {
            Some(hint) => case.hint_unproven(hint)?,
            None => case.hint(reply.body_of()?)?,
        },
        (Some(Verdict::Found), QuestionKind::Reach) => {
            ensure(reply.body_of::<Reached>()?.reachable, "an unreachable goal is impossible")?;
            case.reached()?;
        }
        (Some(Verdict::Found), QuestionKind::Map) => case.map(reply.body_of()?)?,
        _ => return Err(CheckError::no_answer()),
    }
    Ok(case.checked)
}

/// One reply being checked.
struct Case<'a, R: Rules> {
    rules: &'a R,
    start: &'a R::State,
    graph: Option<Graph<R::State>>,
    /// The moves that are ruled out, if some are.
    barrier: Option<&'a Barrier<'a, R::State>>,
    query: &'a Query,
    checked: Checked,
}

impl<R: Rules> Case<'_, R> {
    /// Plays the moves by rules that the engines never used.
    fn replay(&self, solution: &[String]) -> Result<(), CheckError> {
        let mut state = self.start.clone();
        for text in solution {
            let next = after(self.rules, &state, text)?;
            let is_open = self.barrier.is_none_or(|barrier| !barrier(&state, &next));
            ensure(is_open, format!("'{text}' is ruled out after {}", self.rules.words(&state)))?;
            state = next;
        }
        let solved = self.rules.is_goal(&state).map_err(|error| CheckError::Unchecked(self.rules.failure(&error)))?;
        ensure(solved, format!("the solution ends at {}, which is not solved", self.rules.words(&state)))
    }

    fn solution(&mut self, body: &Solution) -> Result<(), CheckError> {
        let options = &self.query.options;
        ensure(body.moves == body.solution.len() as u64, "moves is not the length of the solution")?;
        ensure(body.optimal == body.at_least.is_none(), "at_least is given where the solution is not proven best")?;
        if let Some(at_least) = body.at_least {
            return self.solution_unproven(body, at_least);
        }
        let counted = options.is_on(&COUNT) || self.query.kind == QuestionKind::Count;
        ensure(!counted || body.solutions.is_some(), "'solutions' is missing, and was asked for")?;
        ensure(!options.is_on(&ALL) || body.all.is_some(), "'all' is missing, and was asked for")?;
        listed(body)?;
        self.replay(&body.solution)?;
        self.checked.done("the solution replays");
        for solution in body.all.iter().flatten() {
            ensure(solution.len() as u64 == body.moves, "a listed solution has another length")?;
            self.replay(solution)?;
        }
        self.least(body)
    }

    /// That no solution is shorter, and how many are as short.
    fn least(&mut self, body: &Solution) -> Result<(), CheckError> {
        let Some(graph) = &self.graph else {
            self.checked.left_out(format!("that {} is least", body.moves));
            if body.solutions.is_some() {
                self.checked.left_out("the number of solutions");
            }
            if body.all.is_some() {
                self.checked.left_out("that no solution is missing from the list");
            }
            return Ok(());
        };
        let left = graph.left[0];
        ensure(left == Some(body.moves), plural(left.unwrap_or(0), "move suffices", "moves suffice"))?;
        let own = graph.solutions();
        let counted = body.solutions.as_ref().is_none_or(|claimed| claimed.0 == own);
        ensure(counted, format!("the number of shortest solutions is {own}"))?;
        if let Some(all) = &body.all {
            let complete = BigUint::from(all.len()) == own;
            ensure(body.all_complete == Some(complete), "whether all are listed is wrong")?;
        }
        self.checked.done(format!("that {} is least, over all states", body.moves));
        Ok(())
    }

    /// A solution that is not said to be best: it replays, and the bound is one.
    fn solution_unproven(&mut self, body: &Solution, at_least: u64) -> Result<(), CheckError> {
        let best_only = body.solutions.is_some() || body.all.is_some() || body.all_complete.is_some();
        ensure(!best_only, "best solutions are counted and listed where the best is proven")?;
        ensure(self.query.kind == QuestionKind::Solve, "a count is of best solutions")?;
        ensure(at_least <= body.moves, "at_least is above the moves of the solution")?;
        self.replay(&body.solution)?;
        self.checked.done("the solution replays");
        self.bound(at_least)
    }

    /// A move that leads to a goal in a number of moves, and a bound.
    fn hint_unproven(&mut self, body: &HintUnproven) -> Result<(), CheckError> {
        ensure(!body.optimal, "a hint that is proven best says the moves left")?;
        ensure(body.at_least <= body.at_most, "at_least is above at_most")?;
        ensure(body.best.len() as u64 == body.at_most.min(1), "one move leads to the goal, or nothing is left to do")?;
        let Some(graph) = &self.graph else {
            self.checked.left_out("that the move leads to the goal");
            return Ok(());
        };
        let after = match body.best.first() {
            None => graph.left[0],
            Some(best) => {
                let step = graph.moves[0].iter().find(|step| step.0 == *best);
                let step = step.ok_or_else(|| CheckError::wrong(format!("'{best}' is no move here")))?;
                graph.left[step.1].map(|left| left + 1)
            }
        };
        ensure(after.is_some_and(|after| after <= body.at_most), "the move does not lead to a goal in so many moves")?;
        self.checked.done("that the move leads to the goal in so many moves, over all states");
        self.bound(body.at_least)
    }

    fn hint(&mut self, body: &Hint) -> Result<(), CheckError> {
        let Some(graph) = &self.graph else {
            self.checked.left_out("the best moves");
            return Ok(());
        };
        ensure(graph.left[0] == Some(body.moves_left), moves_left(graph.left[0]))?;
        let mut best: Vec<&String> = graph.nearer(0).map(|step| &step.0).collect();
        if graph.goals[0] {
            best.clear();
        }
        ensure(body.best.iter().collect::<Vec<_>>() == best, "these are not the best moves")?;
        self.checked.done("every best move, over all states");
        Ok(())
    }

    fn reached(&mut self) -> Result<(), CheckError> {
        match &self.graph {
            Some(graph) => {
                ensure(graph.left[0].is_some(), "no goal can be reached")?;
                self.checked.done("that a goal can be reached");
            }
            None => self.checked.left_out("that a goal can be reached"),
        }
        Ok(())
    }

    fn exhausted(&mut self, proof: &Exhausted) -> Result<(), CheckError> {
        let Some(graph) = &self.graph else {
            self.checked.left_out("that no goal can be reached: there are too many states");
            return Ok(());
        };
        let own = graph.states.len();
        ensure(graph.left[0].is_none(), "a goal can be reached")?;
        let is_right = proof.reduced.is_some() || proof.states == own as u64;
        ensure(is_right, plural(own, "state can be reached", "states can be reached"))?;
        let states = plural(own, "state", "states");
        self.checked.done(format!("that no goal is among all {states}, by walking through them again"));
        Ok(())
    }

    fn map(&mut self, body: &Map) -> Result<(), CheckError> {
        let Some(graph) = &self.graph else {
            self.checked.left_out("the map: there are too many states");
            return Ok(());
        };
        let left: Vec<u64> = graph.left.iter().copied().flatten().collect();
        let largest = left.iter().copied().max().ok_or_else(|| CheckError::wrong("no goal can be reached"))?;
        let count = |distance: u64| BigUint::from(left.iter().filter(|&&left| left == distance).count());
        let reaching = plural(left.len(), "state reaches a goal", "states reach a goal");
        ensure(body.states.0 == BigUint::from(left.len()), reaching)?;
        ensure(body.largest == largest, format!("the largest distance is {largest}"))?;
        ensure(body.distances.len() as u64 == largest + 1, "the distances go from 0 to the largest")?;
        ensure((0..).zip(&body.distances).all(|(at, claimed)| claimed.0 == count(at)), "a count of states is wrong")?;
        #[allow(clippy::cast_precision_loss)] // as the map states it
        let mean = left.iter().sum::<u64>() as f64 / left.len() as f64;
        ensure((body.mean - eight_places(mean)).abs() < 2e-8, format!("the mean is {mean}"))?;
        let far = |state: &usize| graph.left[*state] == Some(largest);
        let hardest = (0..graph.states.len()).filter(far).take(MOST_HARDEST);
        let hardest: Vec<String> = hardest.map(|state| self.rules.state_text(&graph.states[state])).collect();
        ensure(body.hardest == hardest, "these are not the farthest states")?;
        self.checked.done("every count, over all states");
        Ok(())
    }

    fn bound(&mut self, at_least: u64) -> Result<(), CheckError> {
        match self.graph.as_ref().and_then(|graph| graph.left[0]) {
            Some(left) => ensure(at_least <= left, plural(left, "move suffices", "moves suffice"))?,
            None => self.checked.left_out(format!("that {at_least} is least")),
        }
        Ok(())
    }
}

/// The list agrees with the number of solutions, where both were asked for.
fn listed(body: &Solution) -> Result<(), CheckError> {
    let Some(all) = &body.all else { return Ok(()) };
    let complete = body.all_complete == Some(true);
    let counted = body.solutions.as_ref().is_none_or(|claimed| complete == (claimed.0 == BigUint::from(all.len())));
    ensure(counted, "the list and the number of solutions do not fit together")
}

/// How many moves are left, in words.
fn moves_left(left: Option<u64>) -> String {
    left.map_or("no solution is left".into(), |left| plural(left, "move is left", "moves are left"))
}
