//! The independent checker: plain breadth-first search over rules of its own, dictionaries and lists.
//!
//! It shares only the rules with the engines. Up to a hundred thousand states it searches the whole graph and computes
//! every distance again; beyond that it replays the moves and reports what it did not check.

use std::sync::Arc;

use engines::Context;
use num_bigint::BigUint;

use super::barrier::Barrier;
use super::eight_places;
use super::graph::{Beyond, Graph, MoveCache, after};
use super::rules::StateSpace;
use crate::answer::{Reply, Verdict};
use crate::options::{ALL, COUNT, WITHOUT};
use crate::phrases::plural;
use crate::problem::{CheckError, Checked, ensure};
use crate::query::{Query, QuestionKind};
use crate::solution::{Exhausted, Hint, HintUnproven, MAX_HARDEST, Map, Reached, Solution};
use crate::unit::Unit;

/// Checks a reply about a state.
pub(super) fn check<R: StateSpace>(
    rules: &Arc<R>,
    cache: &MoveCache<R::State>,
    start: &R::State,
    query: &Query,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    let rules = rules.independent().map_err(|error| CheckError::Unchecked(rules.failure(&error)))?;
    let rules = &*rules;
    let without = query.options.text(&WITHOUT).filter(|_| query.kind == QuestionKind::SHORTCUT);
    let barrier = without.map(|without| rules.barrier(without)).transpose()?;
    let is_open = |from: &R::State, to: &R::State| barrier.as_ref().is_none_or(|barrier| !barrier(from, to));
    let is_goal = |state: &R::State| rules.is_goal(state);
    let beyond = if rules.ends_at_goals() { Beyond::Nothing } else { Beyond::Goals };
    let graph = Graph::walk(rules, cache, start.clone(), is_goal, is_open, beyond, cx)?;
    let mut case = Case { rules, start, graph, barrier: barrier.as_ref(), query, checked: Checked::default() };
    match (reply.verdict, query.kind) {
        (Some(Verdict::Impossible), _) => case.exhausted(reply.proof_of::<Exhausted>()?)?,
        _ if reply.proof.is_some() => return Err(CheckError::no_answer()),
        (Some(Verdict::Unfinished), QuestionKind::MAP) => case.farthest(reply.bound()?)?,
        (Some(Verdict::Unfinished), _) => case.bound(reply.bound()?)?,
        (Some(Verdict::Found), QuestionKind::SOLVE | QuestionKind::COUNT | QuestionKind::SHORTCUT) => {
            case.solution(reply.body_of()?)?
        }
        (Some(Verdict::Found), QuestionKind::HINT) => match reply.body_as::<HintUnproven>() {
            Some(hint) => case.hint_unproven(hint)?,
            None => case.hint(reply.body_of()?)?,
        },
        (Some(Verdict::Found), QuestionKind::REACH) => {
            reply.body_of::<Reached>()?;
            case.reached()?;
        }
        (Some(Verdict::Found), QuestionKind::MAP) => case.map(reply.body_of()?)?,
        _ => return Err(CheckError::no_answer()),
    }
    Ok(case.checked)
}

/// One reply being checked.
struct Case<'a, R: StateSpace> {
    rules: &'a R,
    start: &'a R::State,
    graph: Option<Graph<R::State>>,
    /// The moves that are ruled out, if some are.
    barrier: Option<&'a Barrier<'a, R::State>>,
    query: &'a Query,
    checked: Checked,
}

impl<R: StateSpace> Case<'_, R> {
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
        let counted = options.is_on(&COUNT) || self.query.kind == QuestionKind::COUNT;
        let is_listed = !options.is_on(&ALL) || body.all.is_some();
        ensure(!body.optimal || !counted || body.solutions.is_some(), "'solutions' is missing, and was asked for")?;
        ensure(!body.optimal || is_listed, "'all' is missing, and was asked for")?;
        self.replay(&body.solution)?;
        self.checked.done("the solution replays", &["verdict", "answer.solution", "answer.moves"]);
        if let Some(at_least) = body.at_least {
            return self.solution_unproven(body, at_least);
        }
        for solution in body.all.iter().flatten() {
            self.replay(solution)?;
        }
        self.least(body)
    }

    /// That no solution is shorter, and how many are as short.
    fn least(&mut self, body: &Solution) -> Result<(), CheckError> {
        const LISTED: &[&str] = &["answer.all", "answer.all_complete"];
        let Some(graph) = &self.graph else {
            self.checked.left_out(format!("that {} is least", body.moves), &["answer.optimal"]);
            if body.solutions.is_some() {
                self.checked.left_out("the number of solutions", &["answer.solutions"]);
            }
            if body.all.is_some() {
                self.checked.left_out("that no solution is missing from the list", LISTED);
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
        self.checked.done(format!("that {} is least, over all states", body.moves), &["answer.optimal"]);
        self.checked.compare(LISTED);
        self.checked.compare(&["answer.solutions"]);
        Ok(())
    }

    /// A solution that is not said to be best: the bound is one.
    fn solution_unproven(&mut self, body: &Solution, at_least: u64) -> Result<(), CheckError> {
        let best_only = body.solutions.is_some() || body.all.is_some() || body.all_complete.is_some();
        ensure(!best_only, "best solutions are counted and listed where the best is proven")?;
        ensure(self.query.kind == QuestionKind::SOLVE, "a count is of best solutions")?;
        self.checked.compare(&["answer.optimal"]);
        self.bound(at_least)
    }

    /// A move that leads to a goal in a number of moves, and a bound.
    fn hint_unproven(&mut self, body: &HintUnproven) -> Result<(), CheckError> {
        self.can_be_made(&body.best)?;
        self.checked.compare(&["answer.optimal"]);
        let Some(graph) = &self.graph else {
            let fields = &["verdict", "answer.best", "answer.at_most"];
            self.checked.left_out("that the move leads to the goal", fields);
            return self.bound(body.at_least);
        };
        let after = match body.best.first() {
            None => graph.left[0],
            Some(best) => {
                let step = graph.moves[0].iter().find(|step| step.0 == *best);
                step.and_then(|step| graph.left[step.1]).map(|left| left + 1)
            }
        };
        ensure(after.is_some_and(|after| after <= body.at_most), "the move does not lead to a goal in so many moves")?;
        let what = "that the move leads to the goal in so many moves, over all states";
        self.checked.done(what, &["verdict", "answer.best", "answer.at_most"]);
        self.bound(body.at_least)
    }

    /// Moves of a hint are moves of the state, unless it is a goal.
    fn can_be_made(&self, best: &[String]) -> Result<(), CheckError> {
        let failed = |error: R::Error| CheckError::Unchecked(self.rules.failure(&error));
        let solved = self.rules.is_goal(self.start).map_err(failed)?;
        ensure(solved == best.is_empty(), "there is a best move unless nothing is left to do")?;
        best.iter().try_for_each(|text| after(self.rules, self.start, text).map(|_| ()))
    }

    fn hint(&mut self, body: &Hint) -> Result<(), CheckError> {
        self.can_be_made(&body.best)?;
        let Some(graph) = &self.graph else {
            self.checked.left_out("the best moves", &["verdict", "answer"]);
            return Ok(());
        };
        ensure(graph.left[0] == Some(body.moves_left), moves_left(graph.left[0]))?;
        let mut best: Vec<&String> = graph.nearer(0).map(|step| &step.0).collect();
        if graph.goals[0] {
            best.clear();
        }
        ensure(body.best.iter().collect::<Vec<_>>() == best, "these are not the best moves")?;
        self.checked.done("every best move, over all states", &["verdict", "answer.best", "answer.moves_left"]);
        Ok(())
    }

    fn reached(&mut self) -> Result<(), CheckError> {
        const REACHED: &[&str] = &["verdict", "answer.reachable"];
        match &self.graph {
            Some(graph) => {
                ensure(graph.left[0].is_some(), "no goal can be reached")?;
                self.checked.done("that a goal can be reached", REACHED);
            }
            None => self.checked.left_out("that a goal can be reached", REACHED),
        }
        Ok(())
    }

    fn exhausted(&mut self, proof: &Exhausted) -> Result<(), CheckError> {
        let Some(graph) = &self.graph else {
            self.checked.left_out("that no goal can be reached: there are too many states", &["verdict", "proof"]);
            return Ok(());
        };
        let own = graph.states.len();
        ensure(graph.left[0].is_none(), "a goal can be reached")?;
        let states = plural(own, "state", "states");
        let what = format!("that no goal is among all {states}, by walking through them again");
        self.checked.done(what, &["verdict", "proof.kind"]);
        let can_be = plural(own, "state can be reached", "states can be reached");
        match &proof.reduced {
            None => {
                ensure(proof.states == own as u64, can_be)?;
                self.checked.compare(&["proof.states"]);
            }
            Some(reduced) => {
                ensure(proof.states <= own as u64, can_be)?;
                let what = format!("the number of states in the certificate ({reduced})");
                self.checked.left_out(what, &["proof.states", "proof.reduced"]);
            }
        }
        Ok(())
    }

    fn map(&mut self, body: &Map) -> Result<(), CheckError> {
        let Some(graph) = &self.graph else {
            self.checked.left_out("the map: there are too many states", &["verdict", "answer"]);
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
        let mean = eight_places(left.iter().sum::<u64>() as f64 / left.len() as f64);
        ensure((body.mean - mean).abs() < 4e-9, format!("the mean is {mean}"))?;
        let far = |state: &usize| graph.left[*state] == Some(largest);
        let hardest = (0..graph.states.len()).filter(far).take(MAX_HARDEST);
        let hardest: Vec<String> = hardest.map(|state| self.rules.state_text(&graph.states[state])).collect();
        ensure(body.hardest == hardest, "these are not the farthest states")?;
        let dead = BigUint::from(graph.left.len() - left.len());
        let is_right = body.dead_ends.as_ref().is_none_or(|claimed| claimed.0 == dead);
        ensure(is_right, plural(dead, "state is a dead end", "states are dead ends"))?;
        let unit = self.rules.unit();
        ensure(*body.unit.as_ref().unwrap_or(&Unit::MOVES) == unit, format!("the distances count {}", unit.name()))?;
        let compared = [
            "verdict",
            "answer.states",
            "answer.largest",
            "answer.distances",
            "answer.mean",
            "answer.hardest",
            "answer.unit",
            "answer.dead_ends",
        ];
        self.checked.done("every count, over all states", &compared);
        Ok(())
    }

    /// That some state is at least so many moves away from every goal.
    fn farthest(&mut self, at_least: u64) -> Result<(), CheckError> {
        const BOUND: &[&str] = &["answer.at_least"];
        match &self.graph {
            Some(graph) => {
                let largest = graph.left.iter().flatten().max();
                let far = |&largest: &u64| ensure(at_least <= largest, format!("the largest distance is {largest}"));
                largest.map_or(Ok(()), far)?;
                self.checked.done(format!("that some state is {} away", plural(at_least, "move", "moves")), BOUND);
            }
            None if at_least == 0 => self.checked.compare(BOUND),
            None => self.checked.left_out(format!("that some state is {at_least} moves away"), BOUND),
        }
        Ok(())
    }

    /// That no solution has fewer moves.
    fn bound(&mut self, at_least: u64) -> Result<(), CheckError> {
        const BOUND: &[&str] = &["answer.at_least"];
        match &self.graph {
            // Nothing is below a bound of what is not there.
            Some(graph) => {
                let suffice = |left| plural(left, "move suffices", "moves suffice");
                graph.left[0].map_or(Ok(()), |left| ensure(at_least <= left, suffice(left)))?;
                self.checked.done(format!("that no solution has fewer moves than {at_least}, over all states"), BOUND);
            }
            None if at_least == 0 => self.checked.compare(BOUND),
            None => self.checked.left_out(format!("that {at_least} is least"), BOUND),
        }
        Ok(())
    }
}

/// How many moves are left, in words.
fn moves_left(left: Option<u64>) -> String {
    left.map_or("no solution is left".into(), |left| plural(left, "move is left", "moves are left"))
}
