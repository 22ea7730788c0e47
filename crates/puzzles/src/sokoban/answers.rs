//! Fewest pushes, by breadth-first search over states that differ by a push; all else is the kit's.
//!
//! The player's place counts only by the squares that can be reached from it, so that a state stands for all that
//! differ by a walk. The solution is then written out as single moves, a shortest walk before each push.

use engines::search::{Evidence, Fault, Space, breadth_first};
use engines::{Context, Outcome};

use super::body::PushSolution;
use super::pushes::Push;
use super::rules::{Board, State};
use crate::answer::Reply;
use crate::problem::AskError;
use crate::solution::Exhausted;

/// How fewest pushes are found.
const BY_PUSHES: &str = "breadth-first search over pushes";

/// States up to walks of the player, connected by pushes.
struct Pushes<'a>(&'a Board);

impl Space for Pushes<'_> {
    type State = State;
    type Move = Push;
    type Error = std::convert::Infallible;

    fn successors(&self, state: &State, out: &mut Vec<(Push, State)>) -> Result<(), Self::Error> {
        let after = |push: Push| Some((push, self.0.normalised(&self.0.push(state, push)?)));
        out.extend(self.0.pushes(state).into_iter().filter_map(after));
        Ok(())
    }

    fn is_goal(&self, state: &State) -> Result<bool, Self::Error> {
        Ok(self.0.is_solved(state))
    }

    fn heap_bytes(&self, state: &State) -> usize {
        size_of_val(state.boxes())
    }
}

/// A solution with fewest pushes.
pub(super) fn fewest_pushes(board: &Board, start: &State, cx: &Context<'_>) -> Result<Reply, AskError> {
    let outcome = breadth_first(&Pushes(board), &board.normalised(start), cx).map_err(|fault| match fault {
        Fault::Rules(never) => match never {},
        overestimate @ Fault::Overestimate { .. } => AskError::Rules(overestimate.to_string()),
    })?;
    Ok(match outcome {
        Outcome::Found(path) => Reply::found(BY_PUSHES, single_moves(board, start, &path.moves)?),
        Outcome::Impossible(Evidence::FromStart { states, .. } | Evidence::FromGoals { states }) => {
            Reply::impossible(BY_PUSHES, Exhausted::over(states))
        }
        Outcome::Impossible(_) => Reply::unfinished(format!("{BY_PUSHES}; it proves nothing here"), 0),
        Outcome::Unfinished { halt, at_least, .. } => Reply::unfinished(format!("{BY_PUSHES}; {halt}"), at_least),
    })
}

/// The pushes with the walks between them.
fn single_moves(board: &Board, start: &State, pushes: &[Push]) -> Result<PushSolution, AskError> {
    let (mut state, mut solution) = (start.clone(), Vec::new());
    for push in pushes {
        let (walk, next) = board
            .walk_and_push(&state, *push)
            .ok_or_else(|| AskError::Rules("a push that was found cannot be walked to".into()))?;
        solution.extend(walk.iter().map(|direction| direction.name().to_owned()));
        state = next;
    }
    let (moves, pushes) = (solution.len() as u64, pushes.len() as u64);
    Ok(PushSolution { moves, pushes, solution, optimal: true, at_least: None })
}
