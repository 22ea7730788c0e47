//! Fewest pushes and fewest moves, and the fewest of the one among lines with the fewest of the other, by search over
//! states that are packed into keys.
//!
//! | module | what it knows |
//! |---|---|
//! | `layout` | the cells of a level, dead squares, keys |
//! | `distances` | push distances of lone boxes, by the side on which the player stands, and beside boxes that are frozen on goals |
//! | `deadlocks`, `groups` | frozen boxes; tables of two, three and four boxes that are dead alone |
//! | `corral` | PI-corrals, for fewest pushes |
//! | `space` | the space of pushes, for the engines, with its lower bound: an assignment of boxes to goals of least sum (Junghanns and Schaeffer, *Sokoban: Enhancing general single-agent search methods using domain knowledge*, 2001) |
//! | `pulls` | the space of solutions played backwards, in which some line is found soon |
//! | `plain` | the rules alone, for a second engine and for proofs that there is no solution |
//!
//! Nothing here is taken from another program: all tables are computed from the level.

use engines::packed::{Attempts, Evidence, Found, Guided, LeastCost, Outcome, a_star_beside, least_cost, with_known};
use engines::{Context, Halt, Reservation};

use super::pushes::Push;
use super::rules::{Board, Direction, State};
use distances::{Distances, Frozen};
use groups::Groups;
use layout::Layout;
use pulls::{PullSpace, SIDE};
use space::{PushSpace, push_of};

mod corral;
mod deadlocks;
mod distances;
mod groups;
mod layout;
pub(super) mod plain;
mod pulls;
mod reach;
mod space;

pub(super) use space::{Counted, Prunings};

/// Boxes of a level, at most: a matching takes the cube of their number.
const MAX_BOXES: usize = 200;
/// Costs that a line may have, below: an estimate holds more than that.
const MAX_COST: u32 = 1 << 28;
/// Bytes of the tables of distances, at most.
const MAX_TABLE_BYTES: u64 = 1 << 28;

/// What is said of a state without a key.
const DEAD: Evidence = Evidence { states: 1, dead_ends: 1 };

/// How a search for a best line ended; where it is unfinished, with another line, if one was found.
pub(super) type Line = Guided<Vec<Push>>;

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
        if bytes > MAX_TABLE_BYTES || layout.goals().len() > MAX_BOXES {
            return Ok(None);
        }
        cx.spend(0)?;
        let held = cx.reserve(bytes + Frozen::MAX_BYTES * cx.thread_count() as u64)?;
        let groups = Groups::largest(&layout, prunings.groups, cx);
        let distances = Distances::new(&layout, &[]);
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
            Counted::Moves | Counted::PushesThenMoves | Counted::MovesThenPushes(_) => key(state),
        })
    }

    /// A solution with fewest pushes from a state that is not solved.
    pub(super) fn fewest_pushes(&self, state: &State, cx: &Context<'_>) -> Line {
        self.least(state, Counted::Pushes, cx)
    }

    /// A solution with fewest moves from a state that is not solved.
    pub(super) fn fewest_moves(&self, state: &State, cx: &Context<'_>) -> Line {
        self.least(state, Counted::Moves, cx)
    }

    /// A line of least cost by A*. Where that takes long, some line is sought beside it, forwards and backwards in
    /// turns, and always by pushes: where the player's cells count there are many more states.
    fn least(&self, state: &State, counted: Counted, cx: &Context<'_>) -> Line {
        let keys = self.key(state, counted).zip(self.key(state, Counted::Pushes));
        let Some((key, by_pushes)) = keys else { return Line::Impossible(DEAD) };
        let (pushes, pulls) = (self.space(Counted::Pushes), PullSpace::new(&self.layout, &by_pushes));
        let end = pulls.end();
        let (mut forwards, mut backwards) = (Attempts::new(&pushes, &by_pushes), Attempts::new(&pulls, &end));
        let (mut is_forwards, mut best) = (false, None);
        let mut attempt = |part: &Context<'_>| {
            is_forwards = !is_forwards;
            let Ok(line) = if is_forwards {
                forwards.attempt(part).map(|found| found.map(|(_, found)| self.pushes(found)))
            } else {
                backwards.attempt(part).map(|found| found.map(|(_, found)| self.pulled(found)))
            };
            if let Some(line) = &line {
                forwards.know(line.len() as u32);
            }
            let cost = line.as_ref().and_then(|line| self.cost(state, line, counted));
            best = cost.zip(line).into_iter().chain(best.take()).min_by_key(|(cost, _)| *cost);
            Ok(best.as_ref().map(|(cost, _)| *cost))
        };
        let Ok(outcome) = a_star_beside(&self.space(counted), &key, &mut attempt, cx);
        with_known(outcome.map(|found| self.pushes(&found)), best)
    }

    /// A solution with fewest pushes, searched for backwards.
    #[cfg(test)]
    pub(super) fn fewest_pulls(&self, state: &State, cx: &Context<'_>) -> Line {
        let Some(key) = self.key(state, Counted::Pushes) else { return Line::Impossible(DEAD) };
        let pulls = PullSpace::new(&self.layout, &key);
        let Ok(outcome) = a_star_beside(&pulls, &pulls.end(), &mut |_| Ok(None), cx);
        with_known(outcome.map(|found| self.pulled(&found)), None)
    }

    /// What is counted of a line: its pushes, or its moves with the shortest walks between them.
    fn cost(&self, state: &State, line: &[Push], counted: Counted) -> Option<u32> {
        if counted == Counted::Pushes {
            return u32::try_from(line.len()).ok();
        }
        u32::try_from(self.board.walked(state, line)?).ok()
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

    /// A solution with fewest pushes among those with fewest moves, of which one is known with so many moves; another
    /// that was met where a limit ends the search is no better than that. `None` where the numbers are too large to be
    /// one cost.
    pub(super) fn fewest_pushes_of_moves(
        &self,
        state: &State,
        known: &[Push],
        moves: usize,
        cx: &Context<'_>,
    ) -> Option<Outcome<Vec<Push>>> {
        // No line that is sought has more pushes than the known one.
        let scale = u32::try_from(known.len() + 1).ok()?;
        let cost = u32::try_from(moves).ok()?.checked_mul(scale)?.checked_add(scale - 1)?;
        let counted = Counted::MovesThenPushes(scale);
        let key = self.key(state, counted).filter(|_| cost < MAX_COST)?;
        let Ok(outcome) = a_star_beside(&self.space(counted), &key, &mut |_| Ok(Some(cost)), cx);
        Some(outcome.map(|found| self.pushes(&found)))
    }

    fn pushes(&self, found: &Found) -> Vec<Push> {
        found.labels.iter().map(|&label| self.push(label)).collect()
    }

    /// The pushes of a line that was found backwards.
    fn pulled(&self, found: &Found) -> Vec<Push> {
        found.labels.iter().rev().filter(|&&label| label != SIDE).map(|&label| self.push(label)).collect()
    }

    fn push(&self, label: u32) -> Push {
        let (cell, direction) = push_of(label);
        Push { square: self.layout.square(cell), direction: Direction::ALL[direction] }
    }
}
