//! The position of a game whose rules are a state space.

use std::sync::Arc;

use engines::Context;
use picture::spoken::Place;
use picture::{Picture, Spoken};

use super::graph::MoveCache;
use super::rules::Rules;
use super::{answers, check, explain};
use crate::answer::{Reply, Verdict};
use crate::position::{Position, Status};
use crate::problem::{AskError, CheckError, Checked, IllegalMove};
use crate::question::Query;
use crate::run::End;

/// The maximum number of legal moves that the refusal of a move lists.
const MOST_NAMED: usize = 20;

/// The moves of a state: their texts, and the states after them.
pub(super) type Moves<R> = Vec<(String, <R as Rules>::State)>;

/// A position whose rules are those of a state space.
pub struct SpacePosition<R: Rules> {
    rules: Arc<R>,
    /// What the checker found out before about the level.
    checked: Arc<MoveCache<R::State>>,
    state: R::State,
    /// The legal moves, or the error of the rules that keeps them unknown.
    moves: Result<Moves<R>, R::Error>,
}

impl<R: Rules> SpacePosition<R> {
    /// Creates the position at the start; `cx` limits the calls of the rules.
    #[must_use]
    pub fn start(rules: Arc<R>, cx: &Context<'_>) -> SpacePosition<R> {
        let start = rules.start();
        SpacePosition::at(rules, start, Arc::default(), cx)
    }

    /// Creates the position of a state; `cx` limits the calls of the rules. `checked` is shared by the positions of a
    /// level.
    pub(crate) fn at(
        rules: Arc<R>,
        state: R::State,
        checked: Arc<MoveCache<R::State>>,
        cx: &Context<'_>,
    ) -> SpacePosition<R> {
        let moves = listed(&*rules.within(cx), &state);
        SpacePosition { rules, checked, state, moves }
    }

    /// Returns the current state.
    #[must_use]
    pub fn state(&self) -> &R::State {
        &self.state
    }
}

/// The moves of a state with their texts; none where the game is over.
pub(super) fn listed<R: Rules>(rules: &R, state: &R::State) -> Result<Moves<R>, R::Error> {
    if rules.is_goal(state)? {
        return Ok(Vec::new());
    }
    named(rules, state)
}

/// The moves of a state with their texts, whether the game is over there or not.
pub(super) fn named<R: Rules>(rules: &R, state: &R::State) -> Result<Moves<R>, R::Error> {
    let mut moves = Vec::new();
    rules.moves(state, &mut moves)?;
    Ok(moves.into_iter().map(|(step, to)| (rules.name(&step), to)).collect())
}

/// The state after the move of this text, among these moves.
pub(super) fn chosen<R: Rules>(rules: &R, moves: &Moves<R>, text: &str) -> Result<R::State, IllegalMove> {
    let name = rules.canonical(text);
    if let Some((_, to)) = moves.iter().find(|step| step.0 == name) {
        return Ok(to.clone());
    }
    let names: Vec<&str> = moves.iter().take(MOST_NAMED).map(|step| step.0.as_str()).collect();
    let reason = if names.is_empty() { "the game is over".into() } else { format!("expected {}", names.join(", ")) };
    Err(IllegalMove::new(text, reason))
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

impl<R: Rules> Position for SpacePosition<R> {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.moves.iter().flatten().map(|step| step.0.clone()))
    }

    fn play(&mut self, text: &str, cx: &Context<'_>) -> Result<(), IllegalMove> {
        let moves = self.moves.as_ref().map_err(|error| IllegalMove::new(text, error.to_string()))?;
        self.state = chosen(&*self.rules, moves, text)?;
        self.moves = listed(&*self.rules.within(cx), &self.state);
        Ok(())
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

    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        let rules = self.rules.within(cx);
        let own = rules.ask(&self.state, query, cx);
        let reply = own.unwrap_or_else(|| answers::ask(&*rules, &self.state, query, cx));
        reply.map(|reply| remarked(reply, &rules.remarks()))
    }

    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        let rules = self.rules.within(cx);
        let own = rules.check(&self.state, query, reply, cx);
        own.unwrap_or_else(|| check::check(&rules, &self.checked, &self.state, query, reply, cx))
    }

    fn explain(&self, _: &Query, reply: &Reply) -> Picture {
        explain::explain(&*self.rules, &self.state, reply)
    }
}
