//! Fewest pushes and fewest moves, by search over states that are packed into keys.
//!
//! | module | what it knows |
//! |---|---|
//! | `layout` | the cells of a level, dead squares, keys |
//! | `distances` | push distances of lone boxes, by the side on which the player stands |
//! | `matching` | the lower bound: a matching of boxes with goals of least sum (Junghanns and Schaeffer, *Sokoban: Enhancing general single-agent search methods using domain knowledge*, 2001) |
//! | `deadlocks`, `groups` | frozen boxes; tables of two, three and four boxes that are dead alone |
//! | `corral` | PI-corrals, for fewest pushes |
//! | `space` | the space of pushes, for the engines |
//! | `plain` | the rules alone, for a second engine and for proofs that there is no solution |
//!
//! Nothing here is taken from another program: all tables are computed from the level.

use engines::packed::{Found, LeastCost, Outcome, a_star, least_cost};
use engines::{Context, Halt, Reservation};

use super::pushes::Push;
use super::rules::{Board, Direction, State};
use distances::Distances;
use groups::Groups;
use layout::Layout;
use space::{PushSpace, push_of};

mod corral;
mod deadlocks;
mod distances;
mod groups;
mod layout;
mod matching;
pub(super) mod plain;
mod reach;
mod space;

pub(super) use space::{Counted, Prunings};

/// A level with its tables.
pub(super) struct Solver<'c> {
    layout: Layout,
    distances: Distances,
    groups: Vec<Groups>,
    prunings: Prunings,
    start: Vec<u32>,
    normalised: Vec<u32>,
    _held: Reservation<'c>,
}

impl<'c> Solver<'c> {
    /// Makes the tables for searches from a state that is not solved: `None` where the level is too large for them, or a
    /// box stands where it can never be brought to a goal.
    pub(super) fn new(
        board: &Board,
        state: &State,
        prunings: Prunings,
        cx: &'c Context<'_>,
    ) -> Result<Option<Solver<'c>>, Halt> {
        let Some(layout) = Layout::new(board, state) else { return Ok(None) };
        if Distances::bytes(&layout) > MOST_TABLE_BYTES {
            return Ok(None);
        }
        cx.spend(0)?;
        let groups = Groups::all(&layout, prunings.groups);
        let bytes = Distances::bytes(&layout) + groups.iter().map(Groups::bytes).sum::<u64>();
        let held = cx.reserve(bytes)?;
        let (start, normalised) = (layout.key(state), layout.key(&board.normalised(state)));
        let distances = Distances::new(&layout);
        Ok(Some(Solver { layout, distances, groups, prunings, start, normalised, _held: held }))
    }

    /// The level as a space for the engines.
    pub(super) fn space(&self, counted: Counted) -> PushSpace<'_> {
        let Solver { layout, distances, groups, prunings, .. } = self;
        PushSpace { layout, distances, groups, prunings: *prunings, counted }
    }

    /// The key of the start, with the player on the first cell within reach.
    #[cfg(test)]
    pub(super) fn normalised(&self) -> &[u32] {
        &self.normalised
    }

    /// A solution with fewest pushes.
    pub(super) fn fewest_pushes(&self, cx: &Context<'_>) -> Outcome<Vec<Push>> {
        let Ok(outcome) = a_star(&self.space(Counted::Pushes), &self.normalised, cx);
        outcome.map(|found| self.pushes(&found))
    }

    /// A solution with fewest moves.
    pub(super) fn fewest_moves(&self, cx: &Context<'_>) -> Outcome<Vec<Push>> {
        let Ok(outcome) = a_star(&self.space(Counted::Moves), &self.start, cx);
        outcome.map(|found| self.pushes(&found))
    }

    /// A solution with fewest moves among those with so many pushes, the fewest that suffice.
    pub(super) fn fewest_moves_of_pushes(&self, pushes: u32, cx: &Context<'_>) -> Outcome<Option<Vec<Push>>> {
        let Ok(outcome) = least_cost(&self.space(Counted::PushesThenMoves), &self.start, Some(pushes), cx);
        outcome.map(|found| found.map(|LeastCost { found, .. }| self.pushes(&found)))
    }

    fn pushes(&self, found: &Found) -> Vec<Push> {
        let push = |&label: &u32| {
            let (cell, direction) = push_of(label);
            Push { square: self.layout.square(cell), direction: Direction::ALL[direction] }
        };
        found.labels.iter().map(push).collect()
    }
}

/// Bytes of the tables of distances, at most.
const MOST_TABLE_BYTES: u64 = 1 << 28;
