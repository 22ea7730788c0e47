//! The states of a map with their texts and the texts of their moves: rows for the files of `--states` and `--graph`,
//! and the records of a hint table.
//!
//! The states stand in the graph that answered the map, so that a row costs the time of its texts and no memory.

use std::hash::Hash;
use std::sync::Arc;

use engines::search::Measured;
use engines::{Context, Halt, StateMove, StateRow, StatesSize};

use crate::problem::AskError;

/// States between two looks at the limits.
const PIECE: u32 = 1 << 12;
/// How many texts are looked at to estimate the bytes of all.
const SAMPLE: u32 = 1000;

/// The states of a map, as texts.
pub(crate) struct MapStates<'g, T, M> {
    graph: &'g Measured<'g, T, M>,
    text: &'g dyn Fn(&T) -> String,
    names: Vec<Arc<str>>,
    first: u32,
}

impl<'g, T: Clone + Eq + Hash, M: Eq + Hash> MapStates<'g, T, M> {
    /// The states of a graph. `text` tells each of them from all others, `name` the moves of a state from each other.
    pub(crate) fn new(
        graph: &'g Measured<'g, T, M>,
        text: &'g dyn Fn(&T) -> String,
        name: impl Fn(&M) -> String,
    ) -> MapStates<'g, T, M> {
        let names = graph.kinds().map(|kind| name(kind).into()).collect();
        MapStates { graph, text, names, first: 0 }
    }

    /// Leaves out the first state of the graph, to which no move leads.
    pub(crate) fn without_first(self) -> MapStates<'g, T, M> {
        MapStates { first: 1, ..self }
    }

    /// The numbers of the states in the graph.
    pub(super) fn numbers(&self) -> std::ops::Range<u32> {
        self.first..self.graph.states()
    }

    pub(super) fn graph(&self) -> &'g Measured<'g, T, M> {
        self.graph
    }

    /// The texts of the different moves.
    pub(super) fn names(&self) -> &[Arc<str>] {
        &self.names
    }

    pub(super) fn text(&self, number: u32) -> String {
        (self.text)(self.graph.state(number))
    }

    /// Writes the states, if somebody wants them.
    ///
    /// # Errors
    /// The medium's, or a limit that was reached.
    pub(crate) fn write(&self, cx: &Context<'_>) -> Result<(), AskError> {
        let Some(sink) = cx.states_out() else { return Ok(()) };
        let mut struck = Ok(());
        let mut rows = self.numbers().map_while(|number| {
            struck = look(number, self.graph.states(), "rows", cx);
            struck.is_ok().then(|| self.row(number))
        });
        sink.write(self.size(), &mut rows)?;
        drop(rows);
        Ok(struck?)
    }

    fn row(&self, number: u32) -> StateRow {
        let row = |number: u32| u64::from(number - self.first);
        let step = |(kind, to): (u32, u32)| StateMove {
            name: Arc::clone(&self.names[kind as usize]),
            to: row(to),
            distance: self.graph.distance(to),
        };
        StateRow {
            number: row(number),
            text: self.text(number),
            distance: self.graph.distance(number),
            moves: self.graph.moves(number).map(step).collect(),
        }
    }

    /// How much there is to write; the bytes are those of some texts, as many times as there are states.
    fn size(&self) -> StatesSize {
        let states = self.numbers().len() as u64;
        let each = (self.numbers().len() as u32 / SAMPLE).max(1);
        let sample = || self.numbers().step_by(each as usize);
        let bytes: u64 = sample().map(|number| self.text(number).len() as u64).sum();
        let taken = (sample().count() as u64).max(1);
        let left_out: u64 = (0..self.first).map(|number| self.graph.moves(number).count() as u64).sum();
        StatesSize { states, moves: self.graph.move_count() - left_out, text_bytes: bytes * states / taken }
    }
}

/// Looks at the limits now and then, and says how far the work is.
pub(super) fn look(number: u32, of: u32, stage: &str, cx: &Context<'_>) -> Result<(), Halt> {
    if !number.is_multiple_of(PIECE) {
        return Ok(());
    }
    cx.report(stage, number.into(), Some(of.into()), None);
    cx.spend(0)
}
