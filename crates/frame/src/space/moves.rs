//! The moves of a state, with their texts.

use super::rules::StateSpace;
use crate::problem::IllegalMove;

/// The maximum number of legal moves that the refusal of a move lists.
const MAX_NAMED: usize = 20;

/// The moves of a state: their texts, and the states after them.
pub(super) type Moves<R> = Vec<(String, <R as StateSpace>::State)>;

/// The moves of a state with their texts; none where the game is over.
pub(super) fn listed<R: StateSpace>(rules: &R, state: &R::State) -> Result<Moves<R>, R::Error> {
    if rules.is_goal(state)? {
        return Ok(Vec::new());
    }
    named(rules, state)
}

/// The moves of a state with their texts, whether the game is over there or not.
pub(super) fn named<R: StateSpace>(rules: &R, state: &R::State) -> Result<Moves<R>, R::Error> {
    let mut moves = Vec::new();
    rules.moves(state, &mut moves)?;
    Ok(moves.into_iter().map(|(step, to)| (rules.name(&step), to)).collect())
}

/// The state after the move of this text, among these moves.
pub(super) fn chosen<R: StateSpace>(rules: &R, moves: &Moves<R>, text: &str) -> Result<R::State, IllegalMove> {
    let name = rules.canonical(text);
    if let Some((_, to)) = moves.iter().find(|step| step.0 == name) {
        return Ok(to.clone());
    }
    let names: Vec<&str> = moves.iter().take(MAX_NAMED).map(|step| step.0.as_str()).collect();
    let reason = if names.is_empty() { "the game is over".into() } else { format!("expected {}", names.join(", ")) };
    Err(IllegalMove::new(text, reason))
}
