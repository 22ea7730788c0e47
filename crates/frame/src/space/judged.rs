//! How states stand: by the distances of all states where these are known, else by a search from one state.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, OnceLock};

use engines::Context;

use super::answers;
use super::distances::Distances;
use super::graph::{Beyond, Graph, MoveCache};
use super::moves::Moves;
use super::rules::StateSpace;
use crate::answer::{Reply, Verdict};
use crate::body::AnyBody;
use crate::evaluation::Evaluation;
use crate::judge::{DeadEnd, WITHOUT_WON};
use crate::options::{COUNT, OptionValue, Options};
use crate::phrases::plural;
use crate::problem::{AskError, CheckError, Checked, ensure};
use crate::query::{Query, QuestionKind};
use crate::solution::{Reached, Solution};
use crate::unit::Unit;

/// Returns how a state stands by the distances of all states; `None` where it is not among these states.
pub fn by_distances<R: StateSpace>(
    rules: &Arc<R>,
    known: &Distances<R::State>,
    state: &R::State,
) -> Option<Result<Evaluation, AskError>> {
    known.of(state).map(|distance| at_distance(rules, known, state, distance))
}

fn at_distance<R: StateSpace>(
    rules: &Arc<R>,
    known: &Distances<R::State>,
    state: &R::State,
    distance: Option<u32>,
) -> Result<Evaluation, AskError> {
    rules.confirm(&mut std::iter::once(state)).map_err(|error| rules.failure(&error))?;
    let method = known.method();
    let standing = match distance {
        Some(left) => Evaluation::won_in(left.into(), method),
        None => {
            let reduced = known.reduced().map(str::to_owned);
            let proof = DeadEnd::among(known.states(), known.dead_ends(), reduced);
            Evaluation::lost(method, Some(AnyBody::new(proof)))
        }
    };
    Ok(in_unit(&**rules, standing))
}

/// A standing in what the moves of the rules count; ways to the goal are told where that is moves.
fn in_unit<R: StateSpace>(rules: &R, standing: Evaluation) -> Evaluation {
    let unit = rules.unit();
    if unit == Unit::MOVES { standing } else { Evaluation { ways: Vec::new(), ..standing.in_costs(unit) } }
}

/// Returns how a state stands, by a search that begins there.
///
/// # Errors
/// The rules failed, or a limit ended the search.
pub fn searched<R: StateSpace>(rules: &Arc<R>, state: &R::State, cx: &Context<'_>) -> Result<Evaluation, AskError> {
    searched_by_moves(rules, state, cx).map(|standing| in_unit(&**rules, standing))
}

fn searched_by_moves<R: StateSpace>(
    rules: &Arc<R>,
    state: &R::State,
    cx: &Context<'_>,
) -> Result<Evaluation, AskError> {
    let asked = |kind, cx: &Context<'_>| {
        let query = Query { kind, options: Options::default() };
        let own = rules.ask(state, &query, cx);
        match own.unwrap_or_else(|| answers::answer(&**rules, state, &as_a_hint(query), cx)) {
            Err(AskError::Halted(halt)) => Ok(Reply::unfinished(halt.to_string(), 0)),
            other => other,
        }
    };
    let part = cx.part(2);
    let solved = asked(QuestionKind::SOLVE, &part);
    cx.absorb(&part);
    let solved = solved?;
    let standing = match (&solved.body, solved.body_as::<Solution>()) {
        (None, _) => return Ok(Evaluation::lost(solved.method, solved.proof)),
        (_, Some(body)) if body.optimal => {
            let ways = vec![body.solution.clone()];
            return Ok(Evaluation { ways, ..Evaluation::won_in(body.moves, solved.method) });
        }
        (_, Some(body)) => {
            let at_least = body.at_least.unwrap_or(0);
            Evaluation { can_win: Some(true), ..Evaluation::unknown(at_least, "a solution is not proven shortest") }
        }
        (_, None) => {
            let at_least = solved.bound().unwrap_or(0);
            Evaluation::unknown(at_least, solved.reason())
        }
    };
    if standing.can_win.is_some() {
        return Ok(standing);
    }
    // Whether a goal can be reached may be known without a shortest way.
    let reached = asked(QuestionKind::REACH, cx)?;
    Ok(match reached.verdict {
        Some(Verdict::Impossible) => Evaluation::lost(reached.method, reached.proof),
        Some(Verdict::Found) if reached.body_as::<Reached>().is_some() => {
            Evaluation { can_win: Some(true), ..standing }
        }
        _ => standing,
    })
}

/// The query for a solution that the kit finds with the work of a hint: by all shortest ones, and by a lower bound only
/// where these are too many.
fn as_a_hint(query: Query) -> Query {
    match query.kind {
        QuestionKind::SOLVE => Query { options: query.options.with(&COUNT, OptionValue::Switch(true)), ..query },
        _ => query,
    }
}

/// The moves that bring the goal nearer, by the distances of all states; `None` where these are not known.
pub(super) fn best<R: StateSpace>(
    known: &Distances<R::State>,
    state: &R::State,
    moves: &Moves<R>,
) -> Option<Vec<String>> {
    let Some(left) = known.of(state)? else { return Some(Vec::new()) };
    let nearer = |to: &R::State| known.of(to).flatten().is_some_and(|rest| rest + 1 == left);
    Some(moves.iter().filter(|(_, to)| nearer(to)).map(|(text, _)| text.clone()).collect())
}

/// The distances that the checker has computed by plain code.
pub(super) struct Rechecked<T> {
    left: HashMap<T, Option<u64>>,
    dead_ends: u64,
    goals: u64,
}

impl<T: Clone + Eq + Hash + Send + Sync + 'static> Rechecked<T> {
    /// The distances of all states from the start of the level, kept for the next check; `None` where there are too
    /// many.
    pub(super) fn kept<R: StateSpace<State = T>>(
        rules: &Arc<R>,
        cache: &MoveCache<T>,
        cx: &Context<'_>,
    ) -> Result<Arc<Option<Rechecked<T>>>, CheckError> {
        let Some(kept) = cx.keeps() else { return Ok(Arc::new(Rechecked::of(rules, cache, &rules.start(), cx)?)) };
        let key = [b"rechecked\0".as_slice(), &rules.level_key()].concat();
        let slot = kept.get_or(&key, OnceLock::<Arc<Option<Rechecked<T>>>>::new);
        if let Some(known) = slot.get() {
            return Ok(Arc::clone(known));
        }
        let found = Arc::new(Rechecked::of(rules, cache, &rules.start(), cx)?);
        let known = Arc::clone(slot.get_or_init(|| found));
        let state = |state: &T| size_of::<(T, Option<u64>)>() as u64 + rules.heap_bytes(state) as u64;
        let bytes: u64 = known.iter().flat_map(|known| known.left.keys()).map(state).sum();
        kept.weigh(&key, 2 * bytes);
        Ok(known)
    }

    /// The distances of all states from this one; `None` where there are too many.
    fn of<R: StateSpace<State = T>>(
        rules: &Arc<R>,
        cache: &MoveCache<T>,
        from: &T,
        cx: &Context<'_>,
    ) -> Result<Option<Rechecked<T>>, CheckError> {
        let unchecked = |error: R::Error| CheckError::Unchecked(rules.failure(&error));
        let own = rules.independent().map_err(unchecked)?;
        let goal = |state: &T| own.is_goal(state);
        let Some(graph) = Graph::walk(&*own, cache, from.clone(), goal, |_, _| true, Beyond::Nothing, cx)? else {
            return Ok(None);
        };
        let dead_ends = graph.left.iter().filter(|left| left.is_none()).count() as u64;
        let goals = graph.goals.iter().filter(|&&goal| goal).count() as u64;
        Ok(Some(Rechecked { left: graph.states.into_iter().zip(graph.left).collect(), dead_ends, goals }))
    }

    /// How a state stands; `None` where it is not among the states.
    pub(super) fn of_state<R: StateSpace<State = T>>(&self, rules: &R, state: &T) -> Option<Evaluation> {
        let left = self.left.get(state)?;
        let standing = left.map_or_else(|| Evaluation::lost("", None), |left| Evaluation::won_in(left, ""));
        Some(in_unit(rules, standing))
    }

    /// Checks the certificate that a state is a dead end. Of a space whose keys merge states there are fewer, so that
    /// the numbers are not compared.
    pub(super) fn check(&self, state: &T, proof: &DeadEnd) -> Result<Checked, CheckError> {
        ensure(self.left.get(state) == Some(&None), "a goal can be reached")?;
        let mut checked = Checked::of("that no goal can be reached, over all states", &["verdict", "proof.kind"]);
        let won = if proof.reduced.as_deref() == Some(WITHOUT_WON) { self.goals } else { 0 };
        let (states, ends) = (self.left.len() as u64 - won, self.dead_ends);
        let own = || format!("{} among {}", plural(ends, "dead end", "dead ends"), plural(states, "state", "states"));
        if let Some(reduced) = proof.reduced.as_ref().filter(|reduced| *reduced != WITHOUT_WON) {
            ensure(proof.states <= states && proof.dead_ends <= ends, format!("there are no more than {}", own()))?;
            let what = format!("the numbers of states and of dead ends in the certificate ({reduced})");
            checked.left_out(what, &["proof.states", "proof.dead_ends", "proof.reduced"]);
        } else {
            ensure((proof.states, proof.dead_ends) == (states, ends), format!("there are {}", own()))?;
            checked.compare(&["proof"]);
        }
        Ok(checked)
    }
}

/// The report on the certificate of a dead end where there are too many states to walk through.
pub(super) fn unchecked() -> Checked {
    let mut checked = Checked::default();
    checked.left_out("that no goal can be reached: there are too many states", &["verdict", "proof"]);
    checked
}
