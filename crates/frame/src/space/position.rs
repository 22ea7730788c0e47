//! The position of a game whose rules are a state space.

use std::cell::OnceCell;
use std::sync::Arc;

use engines::Context;
use picture::spoken::Place;
use picture::{Picture, Spoken};

use super::distances::Distances;
use super::graph::MoveCache;
use super::judged::{self, Rechecked};
use super::moves::{Moves, chosen, listed};
use super::rules::{CountedSpace, StateSpace};
use super::{answers, check, explain, given, held, tabled};
use crate::analysis::{Analysis, linked};
use crate::answer::{Reply, Verdict};
use crate::body::AnyBody;
use crate::end::End;
use crate::evaluation::Evaluation;
use crate::evaluator::Evaluator;
use crate::judge::DeadEnd;
use crate::options::Options;
use crate::position::{Position, Ways};
use crate::problem::{AskError, CheckError, Checked, IllegalMove};
use crate::query::{Query, QuestionKind};
use crate::status::Status;
use crate::unit::Unit;

/// A position whose rules are those of a state space.
pub struct SpacePosition<R: StateSpace> {
    rules: Arc<R>,
    /// What the checker found out before about the level.
    checked: Arc<MoveCache<R::State>>,
    state: R::State,
    /// The legal moves, or the error of the rules that keeps them unknown.
    moves: Result<Moves<R>, R::Error>,
    /// The distances of all states, once they are known and were asked for.
    distances: OnceCell<Arc<Distances<R::State>>>,
    /// The distances of all states by the checker's code, once they were asked for.
    rechecked: OnceCell<Arc<Option<Rechecked<R::State>>>>,
}

impl<R: StateSpace> SpacePosition<R> {
    /// Creates the position at the start; `cx` limits the calls of the rules.
    #[must_use]
    pub fn start(rules: Arc<R>, cx: &Context<'_>) -> SpacePosition<R> {
        let start = rules.start();
        SpacePosition::at(rules, start, Arc::default(), cx)
    }

    /// Creates the position of a state; `cx` limits the calls of the rules. `checked` is shared by the positions of a
    /// level.
    pub fn at(rules: Arc<R>, state: R::State, checked: Arc<MoveCache<R::State>>, cx: &Context<'_>) -> SpacePosition<R> {
        let moves = listed(&*rules.within(cx), &state);
        SpacePosition { rules, checked, state, moves, distances: OnceCell::new(), rechecked: OnceCell::new() }
    }

    /// The state in the space whose moves the question counts, where that is another. A solution is found by the rules
    /// themselves, whatever it counts.
    fn counted(&self, rules: &R, query: &Query, cx: &Context<'_>) -> Result<Option<Box<dyn CountedSpace>>, AskError> {
        match query.kind {
            QuestionKind::SOLVE => Ok(None),
            _ => rules.counted(&self.state, &query.options, cx),
        }
    }

    /// The distances of all states of the level, if they are known.
    fn known(&self, rules: &R, cx: &Context<'_>) -> Option<&Distances<R::State>> {
        match self.distances.get() {
            Some(known) => Some(known),
            None => held::known_distances(rules, cx).map(|known| &**self.distances.get_or_init(|| known)),
        }
    }

    /// The distances that the checker computes, from the start of the level; `None` where there are too many states.
    fn again(&self, rules: &Arc<R>, cx: &Context<'_>) -> Result<Option<&Rechecked<R::State>>, CheckError> {
        if let Some(known) = self.rechecked.get() {
            return Ok(Option::as_ref(known));
        }
        let known = Rechecked::kept(rules, &self.checked, cx)?;
        Ok(Option::as_ref(self.rechecked.get_or_init(|| known)))
    }

    /// Returns the current state.
    #[must_use]
    pub fn state(&self) -> &R::State {
        &self.state
    }
}

/// A reply with remarks in its method. That of an unfinished reply ends with the reason why the work stopped.
fn remarked(mut reply: Reply, remarks: &[String]) -> Reply {
    for remark in remarks {
        reply.method = match reply.verdict {
            Some(Verdict::Unfinished) => format!("{remark}; {}", reply.method),
            _ => format!("{}; {remark}", reply.method),
        };
    }
    reply
}

impl<R: StateSpace> Position for SpacePosition<R> {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.moves.iter().flatten().map(|step| step.0.clone()))
    }

    fn play(&mut self, text: &str, cx: &Context<'_>) -> Result<(), IllegalMove> {
        let moves = self.moves.as_ref().map_err(|error| IllegalMove::new(text, error.to_string()))?;
        self.state = chosen(&*self.rules, moves, text)?;
        self.moves = listed(&*self.rules.within(cx), &self.state);
        Ok(())
    }

    fn way(&self, text: &str) -> Result<Option<Vec<String>>, String> {
        self.rules.way(&self.state, text)
    }

    fn ways(&self) -> Option<Ways> {
        self.rules.ways(&self.state)
    }

    fn status(&self) -> Status {
        let over = self.moves.as_ref().map_or(true, Vec::is_empty);
        let solved = over && self.moves.is_ok() && self.rules.is_goal(&self.state).unwrap_or(false);
        let words = match &self.moves {
            Err(error) => self.rules.failure(error).to_string(),
            Ok(_) if solved => format!("{}; solved", self.rules.words(&self.state)),
            Ok(_) if over => format!("{}; no move is left", self.rules.words(&self.state)),
            Ok(_) => self.rules.words(&self.state),
        };
        Status { over, solved, cost: None, words }
    }

    fn end(&self) -> Option<End> {
        self.rules.end(&self.state)
    }

    fn picture(&self) -> Picture {
        self.rules.picture(&self.state)
    }

    fn spoken(&self) -> Spoken {
        self.rules.spoken(&self.state)
    }

    fn changes(&self, text: &str) -> Option<Vec<Place>> {
        self.rules.changes(text)
    }

    fn level_text(&self) -> String {
        self.rules.text(&self.state)
    }

    fn failure(&self) -> Option<AskError> {
        self.moves.as_ref().err().map(|error| self.rules.failure(error))
    }

    fn counts(&self, options: &Options) -> Result<Unit, AskError> {
        self.rules.counts(options)
    }

    fn valued(&self, query: &Query, line: &[String]) -> u64 {
        let optimum = self.rules.stated(&self.state, query, line, None).optimum();
        optimum.map_or(line.len() as u64, |optimum| optimum.value)
    }

    fn analysis(&self) -> Option<&dyn Analysis> {
        linked(self)
    }
}

impl<R: StateSpace> Analysis for SpacePosition<R> {
    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        let rules = self.rules.within(cx);
        if let Some(other) = self.counted(&*rules, query, cx)? {
            return other.ask(query, cx);
        }
        let table = if query.kind == QuestionKind::HINT { tabled::opened(&*rules, cx)? } else { None };
        if let Some(table) = table {
            return tabled::hint(&*rules, &self.state, &table).map(|reply| remarked(reply, &rules.remarks()));
        }
        let given = given::given(&*rules, query)?;
        let own = rules.ask(&self.state, query, cx);
        let reply = own.unwrap_or_else(|| answers::answer(&*rules, &self.state, query, cx))?;
        let reply = match given.is_empty() {
            false => given::no_worse(&*rules, &self.state, query, &given, reply)?,
            true => reply,
        };
        Ok(remarked(reply, &rules.remarks()))
    }

    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        let rules = self.rules.within(cx);
        if let Some(other) = self.counted(&*rules, query, cx)? {
            return other.check(query, reply, cx);
        }
        let own = rules.check(&self.state, query, reply, cx);
        own.unwrap_or_else(|| check::check(&rules, &self.checked, &self.state, query, reply, cx))
    }

    fn evaluator(&self) -> Option<&dyn Evaluator> {
        Some(self)
    }

    fn explain(&self, _: &Query, reply: &Reply, cx: &Context<'_>) -> Picture {
        explain::explain(&*self.rules, &self.state, reply, cx)
    }
}

/// Each question goes to the state in the other space where the options count something else.
impl<R: StateSpace> Evaluator for SpacePosition<R> {
    fn evaluate(&self, options: &Options, cx: &Context<'_>) -> Result<Evaluation, AskError> {
        let rules = self.rules.within(cx);
        match rules.counted(&self.state, options, cx)? {
            Some(other) => other.evaluator().evaluate(options, cx),
            None => judged::searched(&rules, &self.state, cx),
        }
    }

    fn known_standing(&self, options: &Options, cx: &Context<'_>) -> Option<Result<Evaluation, AskError>> {
        if let Some(failure) = self.failure() {
            return Some(Err(failure));
        }
        let rules = self.rules.within(cx);
        match rules.counted(&self.state, options, cx) {
            Ok(Some(other)) => other.evaluator().known_standing(options, cx),
            Ok(None) => judged::by_distances(&rules, self.known(&rules, cx)?, &self.state),
            Err(error) => Some(Err(error)),
        }
    }

    fn tabulate(&self, options: &Options, cx: &Context<'_>) -> Result<(), AskError> {
        let rules = self.rules.within(cx);
        match rules.counted(&self.state, options, cx)? {
            Some(other) => other.evaluator().tabulate(options, cx),
            None => held::tabulate(&*rules, cx),
        }
    }

    fn best_moves(&self, options: &Options, cx: &Context<'_>) -> Option<Result<Vec<String>, AskError>> {
        let rules = self.rules.within(cx);
        match rules.counted(&self.state, options, cx) {
            // Its moves are others than those of the game.
            Ok(Some(_)) => None,
            Ok(None) => judged::best::<R>(self.known(&rules, cx)?, &self.state, self.moves.as_ref().ok()?).map(Ok),
            Err(error) => Some(Err(error)),
        }
    }

    fn rechecked(&self, options: &Options, cx: &Context<'_>) -> Option<Result<Option<Evaluation>, CheckError>> {
        let rules = self.rules.within(cx);
        match rules.counted(&self.state, options, cx) {
            Ok(Some(other)) => other.evaluator().rechecked(options, cx),
            Ok(None) => Some(self.again(&rules, cx).map(|known| known?.of_state(&*rules, &self.state))),
            Err(error) => Some(Err(error.into())),
        }
    }

    fn check_lost(&self, proof: &AnyBody, options: &Options, cx: &Context<'_>) -> Option<Result<Checked, CheckError>> {
        let rules = self.rules.within(cx);
        match rules.counted(&self.state, options, cx) {
            Ok(Some(other)) => return other.evaluator().check_lost(proof, options, cx),
            Ok(None) => {}
            Err(error) => return Some(Err(error.into())),
        }
        let proof = proof.downcast_ref::<DeadEnd>()?;
        Some(match self.again(&rules, cx) {
            Ok(Some(known)) => known.check(&self.state, proof),
            Ok(None) | Err(CheckError::Unchecked(AskError::Halted(_))) => Ok(judged::unchecked()),
            Err(flaw) => Err(flaw),
        })
    }
}
