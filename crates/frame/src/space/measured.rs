//! All states of a space with their distances, and how much memory they would take where it does not suffice.
//!
//! The numbers of states and moves are known before their distances are computed, so that what is missing is said with
//! them. [`write_states`] is for families that answer maps by other methods, which keep no states.

use std::convert::Infallible;

use engines::map::size;
use engines::search::{FaultIn, Measured, Space, state_graph};
use engines::{Context, Halt, Outcome};

use super::map_states::MapStates;
use crate::phrases::plural;
use crate::problem::AskError;

/// The states of a space.
pub(super) type MeasuredIn<'c, S> = Measured<'c, <S as Space>::State, <S as Space>::Move>;

/// The limit that ended the work.
pub(super) struct Struck {
    pub(super) halt: Halt,
    /// How much there was, where memory was short.
    memory: Option<String>,
}

impl Struck {
    /// The limit in words: `other` where it was none of memory.
    pub(super) fn words(self, other: impl FnOnce(Halt) -> String) -> String {
        self.memory.unwrap_or_else(|| other(self.halt))
    }
}

/// All states that can be reached from `start`, with their distances.
pub(super) fn measured<'c, S: Space>(
    space: &S,
    start: &S::State,
    cx: &'c Context<'_>,
) -> Result<Result<MeasuredIn<'c, S>, Struck>, FaultIn<S>> {
    let before = cx.spent().nodes;
    let struck = |halt: Halt, words: String| {
        let memory = (halt == Halt::Bytes).then(|| format!("{halt}: {words}"));
        Ok(Err(Struck { halt, memory }))
    };
    let taken = || size(cx.spent().bytes);
    let graph = match state_graph(space, start, cx)? {
        Outcome::Found(graph) => graph,
        Outcome::Impossible(_) => return struck(Halt::Nodes, String::new()),
        Outcome::Unfinished { halt, .. } => {
            let met = plural(cx.spent().nodes - before, "state", "states");
            return struck(halt, format!("{met} and their moves take {}, and there are more states", taken()));
        }
    };
    let (states, more) = (plural(graph.states(), "state", "states"), size(graph.bytes_to_measure()));
    Ok(match graph.distances(space)? {
        Outcome::Found(measured) => Ok(measured),
        Outcome::Impossible(_) => return struck(Halt::Nodes, String::new()),
        Outcome::Unfinished { halt, .. } => {
            return struck(halt, format!("{states} and their moves take {}, their distances {more} more", taken()));
        }
    })
}

/// A space whose states are written, and the texts of its states and moves.
pub struct Written<'a, S: Space> {
    /// The space.
    pub space: &'a S,
    /// The state from which all others are reached.
    pub start: &'a S::State,
    /// The text of a state.
    pub text: &'a dyn Fn(&S::State) -> String,
    /// The text of a move.
    pub name: &'a dyn Fn(&S::Move) -> String,
    /// Whether the start is a state; else it only leads to some.
    pub with_start: bool,
}

/// Writes the states of a space to the files that are wanted; returns the limit that kept it from that, in words.
///
/// # Errors
/// The medium's, or a limit that was reached while rows were written.
pub fn write_states<S: Space<Error = Infallible>>(
    written: &Written<'_, S>,
    cx: &Context<'_>,
) -> Result<Option<String>, AskError> {
    if cx.states_out().is_none() {
        return Ok(None);
    }
    let measured = measured(written.space, written.start, cx).map_err(|_| AskError::Halted(Halt::Nodes))?;
    let graph = match measured {
        Ok(graph) => graph,
        Err(struck) => return Ok(Some(struck.words(|halt| halt.to_string()))),
    };
    let states = MapStates::new(&graph, written.text, written.name);
    let states = if written.with_start { states } else { states.without_first() };
    states.write(cx).map(|()| None)
}
