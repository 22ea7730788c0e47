//! Fewest pushes and fewest moves, by search over states that are packed into keys.
//!
//! | module | what it knows |
//! |---|---|
//! | `layout` | the cells of a level, dead squares, keys |
//! | `distances` | push distances of lone boxes, by the side on which the player stands |
//! //! | `deadlocks`, `groups` | frozen boxes; tables of two, three and four boxes that are dead alone |
//! | `corral` | PI-corrals, for fewest pushes |
//! | `space` | the space of pushes, for the engines, with its lower bound: an assignment of boxes to goals of least sum (Junghanns and Schaeffer, *Sokoban: Enhancing general single-agent search methods using domain knowledge*, 2001) |
//! | `plain` | the rules alone, for a second engine and for proofs that there is no solution |
//!
//! Nothing here is taken from another program: all tables are computed from the level.

use engines::packed::{Evidence, Found, LeastCost, Outcome, a_star, least_cost};
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
pub(super) mod plain;
mod reach;
mod space;

pub(super) use space::{Counted, Prunings};

/// Boxes of a level, at most: a matching takes the cube of their number.
const MOST_BOXES: usize = 200;
/// Bytes of the tables of distances, at most.
const MOST_TABLE_BYTES: u64 = 1 << 28;

/// What is said of a state without a key.
const DEAD: Evidence = Evidence { states: 1, dead_ends: 1 };

/// A level with its tables.
pub(super) struct Solver<'c> {
    board: &'c Board,
    layout: Layout,
    distances: Distances,
    groups: Option<Groups<'c>>,
    prunings: Prunings,
    _held: Reservation<'c>,
}

impl<'c> Solver<'c> {
    /// Makes the tables of a level: `None` where it is too large for them.
    pub(super) fn new(board: &'c Board, prunings: Prunings, cx: &'c Context<'_>) -> Result<Option<Solver<'c>>, Halt> {
        let Some(layout) = Layout::new(board) else { return Ok(None) };
        let bytes = Distances::bytes(&layout);
        if bytes > MOST_TABLE_BYTES || layout.goals().len() > MOST_BOXES {
            return Ok(None);
        }
        cx.spend(0)?;
        let held = cx.reserve(bytes)?;
        let groups = Groups::largest(&layout, prunings.groups, cx);
        let distances = Distances::new(&layout);
        Ok(Some(Solver { board, layout, distances, groups, prunings, _held: held }))
    }

    /// The level as a space for the engines.
    pub(super) fn space(&self, counted: Counted) -> PushSpace<'_> {
        let Solver { layout, distances, groups, prunings, .. } = self;
        PushSpace { layout, distances, groups: groups.as_ref(), prunings: *prunings, counted }
    }

    /// The key of a state; `None` where a box stands where it can never be brought to a goal.
    pub(super) fn key(&self, state: &State, counted: Counted) -> Option<Vec<u32>> {
        let key = |state: &State| self.layout.key(state);
        self.layout.holds(self.board, state).then(|| match counted {
            Counted::Pushes => key(&self.board.normalised(state)),
            Counted::Moves | Counted::PushesThenMoves => key(state),
        })
    }

    /// A solution with fewest pushes from a state that is not solved.
    pub(super) fn fewest_pushes(&self, state: &State, cx: &Context<'_>) -> Outcome<Vec<Push>> {
        self.least(state, Counted::Pushes, cx)
    }

    /// A solution with fewest moves from a state that is not solved.
    pub(super) fn fewest_moves(&self, state: &State, cx: &Context<'_>) -> Outcome<Vec<Push>> {
        self.least(state, Counted::Moves, cx)
    }

    fn least(&self, state: &State, counted: Counted, cx: &Context<'_>) -> Outcome<Vec<Push>> {
        let Some(key) = self.key(state, counted) else { return Outcome::Impossible(DEAD) };
        let Ok(outcome) = a_star(&self.space(counted), &key, cx);
        outcome.map(|found| self.pushes(&found))
    }

    /// A solution with fewest moves among those with so many pushes, the fewest that suffice.
    pub(super) fn fewest_moves_of_pushes(
        &self,
        state: &State,
        pushes: u32,
        cx: &Context<'_>,
    ) -> Outcome<Option<Vec<Push>>> {
        let counted = Counted::PushesThenMoves;
        let Some(key) = self.key(state, counted) else { return Outcome::Impossible(DEAD) };
        let Ok(outcome) = least_cost(&self.space(counted), &key, Some(pushes), cx);
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
