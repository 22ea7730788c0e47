//! Playing the live game against a perfect opponent: one position.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::sync::Arc;

use ::picture::{Picture, Spoken};
use engines::{Context, Halt};

use super::game::{Built, end, evaluation, explain, result, status};
use super::grid::Grid;
use super::live_state::{LiveState, Move, Side};
use super::rules::{OVER, Place, Rule, Walk, after};
use super::{answers, check, picture, spoken, text};
use frame::analysis::{Analysis, linked};
use frame::answer::Reply;
use frame::end::End;
use frame::evaluation::Evaluation;
use frame::evaluator::Evaluator;
use frame::options::Options;
use frame::position::Position;
use frame::problem::{AskError, CheckError, Checked, IllegalMove};
use frame::query::{Query, QuestionKind};
use frame::result::GameResult;
use frame::status::{Cost, Status};
use frame::unit::Unit;

/// A live game under way.
pub(super) struct Match {
    pub(super) grid: Arc<Grid>,
    side: Side,
    /// Computed when it is first needed: as Eel one begins after Rabbit's first moves.
    state: OnceCell<LiveState>,
    halted: Option<Halt>,
}

impl Match {
    /// At the start.
    pub(super) fn new(grid: Arc<Grid>, side: Side) -> Match {
        Match { grid, side, state: OnceCell::new(), halted: None }
    }

    /// The state, in which it is this side's turn or the game is over.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn state(&self, cx: &Context<'_>) -> Result<&LiveState, Halt> {
        if let Some(known) = self.state.get() {
            return Ok(known);
        }
        let opening = self.replies(LiveState::start(), cx)?;
        Ok(self.state.get_or_init(|| self.begun(opening)))
    }

    /// The state, computed without a limit where it is not known yet.
    fn here(&self) -> &LiveState {
        // Without a limit the search cannot halt.
        let opening = || self.replies(LiveState::start(), &Context::default()).unwrap_or_default();
        self.state.get_or_init(|| self.begun(opening()))
    }

    /// The state after the first moves.
    fn begun(&self, opening: Vec<Move>) -> LiveState {
        let mut state = LiveState::start();
        opening.into_iter().for_each(|played| state.make(&self.grid, played));
        state
    }

    /// The opponent's moves from a state until it is our turn again.
    fn replies(&self, mut state: LiveState, cx: &Context<'_>) -> Result<Vec<Move>, Halt> {
        let mut replies = Vec::new();
        while state.turn(&self.grid).is_some_and(|side| side != self.side) {
            let (_, best) = state.best(&self.grid, cx)?;
            let Some(&played) = best.first() else { break };
            state.make(&self.grid, played);
            replies.push(played);
        }
        Ok(replies)
    }

    /// A move with the opponent's replies; `None` where it is not legal.
    fn with_replies(&self, played: Move, cx: &Context<'_>) -> Result<Option<Vec<Move>>, Halt> {
        let state = self.state(cx)?;
        if !state.moves(&self.grid).any(|legal| legal == played) {
            return Ok(None);
        }
        let mut next = state.without_history();
        next.make(&self.grid, played);
        let replies = self.replies(next, cx)?;
        Ok(Some(std::iter::once(played).chain(replies).collect()))
    }

    /// Why a move cannot be played.
    fn refusal(&self, played: Move) -> String {
        let state = self.here();
        if state.turn(&self.grid).is_none() {
            return OVER.into();
        }
        let own: Vec<String> = state.moves(&self.grid).map(Move::text).collect();
        let expected = listing(&own);
        match (self.side, played) {
            (Side::Eel, Move::Start(_) | Move::Walk(_)) => {
                format!("the program makes Rabbit's moves; expected {expected}")
            }
            (Side::Rabbit, Move::Wall | Move::Open) => format!("the program makes Eel's moves; expected {expected}"),
            (Side::Eel, _) => format!("it is the last edge of the row, which stays open; expected {expected}"),
            (Side::Rabbit, Move::Start(_)) if state.walk.is_some() => {
                format!("Rabbit has started; expected {expected}")
            }
            (Side::Rabbit, _) => format!("expected {expected}"),
        }
    }

    /// The cell that a click must hit to make a move.
    fn place(&self, played: Move) -> Option<Place> {
        let here = self.here().walk.as_ref().map(Walk::place);
        match (played, here) {
            (Move::Start(column), _) => Some((0, column)),
            (Move::Walk(step), Some(place)) => after(&self.grid.board, place, step),
            (Move::Open, Some((row, column))) => Some((row + 1, column)),
            (Move::Wall, Some(place)) => Some(place),
            (_, None) => None,
        }
    }
}

/// Moves to choose from, the first few.
fn listing(moves: &[String]) -> String {
    match moves {
        [first, .., last] if moves.len() > 3 => format!("{first} to {last}"),
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => moves.join(""),
    }
}

impl Position for Match {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.here().moves(&self.grid).map(Move::text))
    }

    fn play(&mut self, text: &str, cx: &Context<'_>) -> Result<(), IllegalMove> {
        let expected = match self.side {
            Side::Eel => "expected wall or open",
            Side::Rabbit => "expected start and a column from 1, left, right or down",
        };
        let played = Move::read(text).ok_or_else(|| IllegalMove::new(text, expected))?;
        let moves = self.with_replies(played, cx);
        self.halted = moves.as_ref().err().copied();
        let moves = moves.map_err(|halt| IllegalMove::new(text, halt.to_string()))?;
        let moves = moves.ok_or_else(|| IllegalMove::new(text, self.refusal(played)))?;
        if let Some(state) = self.state.get_mut() {
            moves.into_iter().for_each(|played| state.make(&self.grid, played));
        }
        Ok(())
    }

    fn status(&self) -> Status {
        match &self.here().walk {
            Some(walk) => status(&self.grid, walk, false),
            None => Status {
                cost: Some(Cost { value: 0, unit: Unit::COST }),
                words: "Rabbit chooses where to start".into(),
                ..Status::default()
            },
        }
    }

    fn result(&self, _: u64) -> Option<GameResult> {
        result(&self.status())
    }

    fn end(&self) -> Option<End> {
        let state = self.here();
        end(state.walk.as_ref()?, Built::Walls(&state.walled))
    }

    fn picture(&self) -> Picture {
        let state = self.here();
        let act = |played: Move| Some((self.place(played)?, played.text()));
        let acts = state.moves(&self.grid).filter_map(act).collect();
        picture::live(&self.grid, &state.walled, state.walk.as_ref(), acts, &self.status().words)
    }

    fn spoken(&self) -> Spoken {
        let state = self.here();
        let token = state.walk.as_ref().map(Walk::place);
        let walled: HashSet<Place> = state.walled.iter().copied().collect();
        spoken::spoken(&self.grid.board, token, |place| walled.contains(&place))
    }

    fn level_text(&self) -> String {
        text::print(&self.grid)
    }

    fn failure(&self) -> Option<AskError> {
        self.halted.map(AskError::Halted)
    }

    fn analysis(&self) -> Option<&dyn Analysis> {
        linked(self)
    }
}

impl Analysis for Match {
    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        match query.kind {
            QuestionKind::HINT => Ok(answers::live_hint(&self.grid, self.state(cx)?, cx)?),
            _ => answers::solve(&self.grid, Rule::Live, &query.options, cx),
        }
    }

    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        let hint = |claim: &_| check::live::hint(&self.grid, self.state(cx)?, claim, cx);
        check::check(&self.grid, Rule::Live, (query, reply), cx, hint)
    }

    fn evaluator(&self) -> Option<&dyn Evaluator> {
        Some(self)
    }

    fn explain(&self, _: &Query, reply: &Reply, _: &Context<'_>) -> Picture {
        explain(self, &self.grid, reply)
    }
}

impl Evaluator for Match {
    fn evaluate(&self, options: &Options, cx: &Context<'_>) -> Result<Evaluation, AskError> {
        evaluation(self, options, cx)
    }
}
