//! Implements the state space of a puzzle and the game for two for scripts.

use std::sync::Arc;

use ::picture::{Picture, Spoken};
use engines::search::{DEAD_END, Ending};
use engines::{Context, Halt};
use puzzles::end::End;
use puzzles::space::{LowerBound, RulesForTwo, StateSpace};
use puzzles::{AskError, FamilyInfo};
use sandbox::ScriptError;
use serde::Serialize;

use crate::family::INFO;
use crate::machine::{Name, State};
use crate::picture;
use crate::rules::{Puzzle, halt, refusal, unsteady};

/// The state at the end of a run of moves, as a Luau expression.
#[derive(Serialize)]
struct StateEnd {
    state: String,
}

impl StateSpace for Puzzle {
    type State = State;
    type Move = Name;
    type Error = ScriptError;

    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn start(&self) -> State {
        self.definition.start.clone()
    }

    fn moves(&self, state: &State, out: &mut Vec<(Name, State)>) -> Result<(), ScriptError> {
        self.step_from(state, out)
    }

    fn ends_at_goals(&self) -> bool {
        !self.definition.goes_on
    }

    fn is_goal(&self, state: &State) -> Result<bool, ScriptError> {
        self.solved(state)
    }

    fn name(&self, step: &Name) -> String {
        self.machine().names.text(*step).to_owned()
    }

    /// Returns the whole script, because its format cannot express another start.
    fn text(&self, _: &State) -> String {
        self.source.clone()
    }

    fn state_text(&self, state: &State) -> String {
        state.text()
    }

    fn picture(&self, state: &State) -> Picture {
        picture::draw(self, state)
    }

    fn words(&self, state: &State) -> String {
        self.scene(state).sentence.clone()
    }

    fn spoken(&self, state: &State) -> Spoken {
        self.scene(state).spoken.clone()
    }

    fn failure(&self, error: &ScriptError) -> AskError {
        refusal(error)
    }

    fn unsteady(&self, state: &State) -> AskError {
        refusal(&unsteady("moves", state))
    }

    fn halt(&self, error: &ScriptError) -> Option<Halt> {
        halt(error)
    }

    fn lower_bound(&self) -> Option<&dyn LowerBound<Puzzle>> {
        self.machine().has_bound().then_some(self)
    }

    fn within(self: &Arc<Self>, cx: &Context<'_>) -> Arc<Self> {
        self.limited(cx)
    }

    fn independent(self: &Arc<Self>) -> Result<Arc<Self>, ScriptError> {
        self.reloaded().map(Arc::new)
    }

    fn confirm(&self, states: &mut dyn Iterator<Item = &State>) -> Result<(), ScriptError> {
        self.ask_both(states)
    }

    fn end(&self, state: &State) -> Option<End> {
        End::of(&StateEnd { state: state.text() })
    }

    fn heap_bytes(&self, state: &State) -> usize {
        state.heap()
    }
}

impl LowerBound<Puzzle> for Puzzle {
    fn words(&self) -> &'static str {
        "the script's lower bound"
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // cut to the range first
    fn at_least(&self, state: &State) -> Result<u32, ScriptError> {
        let bound = self.machine().bound(state)?;
        // Moves are whole: a bound of 2.5 means 3.
        Ok(if bound.is_infinite() { DEAD_END } else { bound.ceil().min(f64::from(DEAD_END - 1)) as u32 })
    }
}

impl RulesForTwo for Puzzle {
    fn outcome(&self, state: &State) -> Result<Option<Ending>, ScriptError> {
        Puzzle::outcome(self, state)
    }
}
