//! The boards of a level as a state space, for the kit.

use std::borrow::Cow;
use std::sync::Arc;

use ::picture::{Picture, Spoken};
use ::puzzlescript::session::EngineKind;
use engines::{Context, Halt};

use super::effort::Limits;
use super::failure::Failure;
use super::info::info;
use super::playing::Settings;
use super::rules::{BoardRules, Move, State};
use super::{answers, barrier, picture, spoken};
use frame::answer::Reply;
use frame::info::FamilyInfo;
use frame::problem::AskError;
use frame::query::Query;
use frame::space::{Barrier, Built, Distances, StateSpace};

impl StateSpace for BoardRules {
    type State = State;
    type Move = Move;
    type Error = Failure;

    fn info(&self) -> &'static FamilyInfo {
        info()
    }

    fn start(&self) -> State {
        self.start.clone()
    }

    fn is_goal(&self, state: &State) -> Result<bool, Failure> {
        Ok(state.won)
    }

    fn name(&self, step: &Move) -> String {
        step.name().to_owned()
    }

    fn text(&self, state: &State) -> String {
        self.level.text_of(&self.written(self.board(state)))
    }

    fn state_text(&self, state: &State) -> String {
        let restart = state.restart.as_deref().map(|words| self.level.rows_of(&self.written(self.with_words(words))));
        let restart = restart.map_or(String::new(), |rows| format!("\nrestart:\n{rows}"));
        self.level.rows_of(&self.written(self.board(state))) + &restart
    }

    fn picture(&self, state: &State) -> Picture {
        picture::draw(&self.level, &[self.board(state)], None, &[])
    }

    fn words(&self, state: &State) -> String {
        spoken::words(&self.level.game, &self.board(state))
    }

    fn spoken(&self, state: &State) -> Spoken {
        Spoken::of(&StateSpace::picture(self, state))
    }

    /// An input that leaves the board as it is is no move, unless it wins.
    fn moves(&self, state: &State, out: &mut Vec<(Move, State)>) -> Result<(), Failure> {
        let mut playing = self.session()?;
        for step in Move::of(&self.level.game) {
            if let Some(next) = self.after(&mut playing, state, step)?
                && next != *state
            {
                out.push((step, next));
            }
        }
        self.put_back(playing);
        Ok(())
    }

    fn failure(&self, error: &Failure) -> AskError {
        error.refusal(&self.limits)
    }

    fn halt(&self, error: &Failure) -> Option<Halt> {
        Some(error.halt(&self.limits))
    }

    fn canonical<'t>(&self, text: &'t str) -> Cow<'t, str> {
        Move::parse(text).map_or(Cow::Borrowed(text), |step| Cow::Borrowed(step.name()))
    }

    fn within(self: &Arc<Self>, cx: &Context<'_>) -> Arc<Self> {
        Arc::new(self.anew(Limits::of(cx)))
    }

    /// The rules as the plain engine plays them.
    fn independent(self: &Arc<Self>) -> Result<Arc<Self>, Failure> {
        let settings = Settings { engine: EngineKind::Masks, ..self.settings.clone() };
        BoardRules::new(Arc::clone(&self.level), settings, self.limits.clone()).map(Arc::new)
    }

    fn heap_bytes(&self, state: &State) -> usize {
        size_of_val(&*state.words) + state.restart.as_deref().map_or(0, size_of_val)
    }

    fn ask(&self, state: &State, query: &Query, cx: &Context<'_>) -> Option<Result<Reply, AskError>> {
        answers::by_keys(self, state, query, cx)
    }

    fn level_key(&self) -> Vec<u8> {
        let text = self.level.text_of(&self.level.start_board());
        format!("{}\0{:?}\0{text}", info().name, self.settings.ruleset).into_bytes()
    }

    fn distances(&self, cx: &Context<'_>) -> Option<Built<Distances<State>>> {
        answers::distances(self, cx)
    }

    fn barrier(&self, without: &str) -> Result<Barrier<'_, State>, AskError> {
        barrier::of(self, without)
    }

    fn remarks(&self) -> Vec<String> {
        self.counted()
    }
}
