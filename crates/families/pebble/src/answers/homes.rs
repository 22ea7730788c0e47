//! The questions about shortest solutions where the hole may end on several plates.
//!
//! Each home is a board of its own, for which there is a solver; the nearest home counts. A shortest solution to the
//! nearest home passes through no other goal, so that the numbers of shortest solutions add up. Cost: that of one
//! question for each home, the later ones up to the length of the best solution so far.

use std::sync::Arc;

use engines::motion::{All, BestMoves, Board, Layout, Line, NoSolution, Outcome, Solver, Within};
use engines::{Context, Halt};
use num_bigint::BigUint;

use super::super::solvers::Known;

/// A board with a home that the hole can reach with every pebble on its plate, and what is known of it.
pub(super) type OpenHome<'p> = (&'p Board, Arc<Known>);

/// A solver for each home that can be reached.
pub(super) struct HomeSolvers(Vec<Arc<Solver>>);

/// What the homes that were not settled leave open.
struct Unsettled {
    halt: Option<Halt>,
    at_least: u64,
    partial: Option<Vec<u8>>,
}

impl Unsettled {
    fn new() -> Unsettled {
        Unsettled { halt: None, at_least: u64::MAX, partial: None }
    }

    fn add(&mut self, halt: Halt, at_least: u64, partial: Option<Vec<u8>>) {
        self.halt.get_or_insert(halt);
        self.at_least = self.at_least.min(at_least);
        self.partial = shorter(self.partial.take(), partial);
    }

    /// The outcome where the best home that was settled is this many moves away: found if no other can be as near.
    fn settle<T>(self, best: Option<(u64, T)>, ties_matter: bool) -> Outcome<T> {
        match (best, self.halt) {
            (Some((_, best)), None) => Outcome::Found(best),
            (Some((moves, best)), Some(_)) if moves + u64::from(ties_matter) <= self.at_least => Outcome::Found(best),
            (best, Some(halt)) => {
                let at_least = best.map_or(self.at_least, |(moves, _)| moves.min(self.at_least));
                Outcome::Unfinished { halt, at_least, partial: self.partial }
            }
            (None, None) => Outcome::Impossible(NoSolution::Exhausted),
        }
    }
}

/// The shorter of two lines; of equally long ones the first in lexicographic order.
fn shorter(one: Option<Vec<u8>>, other: Option<Vec<u8>>) -> Option<Vec<u8>> {
    one.into_iter().chain(other).min_by(|one, other| (one.len(), one).cmp(&(other.len(), other)))
}

impl HomeSolvers {
    /// The solvers for a position.
    pub(super) fn of(open: &[OpenHome<'_>], here: &Layout, cx: &Context<'_>) -> HomeSolvers {
        HomeSolvers(open.iter().map(|(board, known)| known.solver(board, here, cx)).collect())
    }

    /// A shortest solution, of at most `most` moves where that is given.
    pub(super) fn shortest(&self, here: &Layout, most: Option<u32>, cx: &Context<'_>) -> Outcome<Within> {
        let (mut best, mut longer, mut open) = (None::<Vec<u8>>, u64::MAX, Unsettled::new());
        for solver in &self.0 {
            let bound = best.as_ref().map(|line| line.len() as u32).or(most);
            let outcome = match bound {
                None => solver.shortest(here, cx).map(Within::Found),
                Some(bound) => solver.shortest_within(here, bound, cx),
            };
            match outcome {
                Outcome::Found(Within::Found(line)) => best = shorter(best, Some(line.moves)),
                Outcome::Found(Within::Longer { at_least }) => longer = longer.min(at_least),
                Outcome::Impossible(why) => return Outcome::Impossible(why),
                Outcome::Unfinished { halt, at_least, partial } => open.add(halt, at_least, partial),
            }
        }
        if best.is_none() && open.halt.is_none() {
            return Outcome::Found(Within::Longer { at_least: longer });
        }
        open.at_least = if open.halt.is_some() { open.at_least.min(longer) } else { open.at_least };
        open.partial = shorter(open.partial, best.clone());
        open.settle(best.map(|line| (line.len() as u64, Within::Found(Line { moves: line }))), false)
    }

    /// Every move with which a shortest solution begins.
    pub(super) fn best_moves(&self, here: &Layout, cx: &Context<'_>) -> Outcome<BestMoves> {
        let join = |one: &mut BestMoves, other: BestMoves| {
            one.best.extend(other.best);
            one.best.sort_unstable();
            one.best.dedup();
        };
        self.nearest(|solver| solver.best_moves(here, cx), |found| found.left, join)
    }

    /// The number of moves of a shortest solution, and how many there are.
    pub(super) fn count(&self, here: &Layout, cx: &Context<'_>) -> Outcome<(u32, BigUint)> {
        self.nearest(|solver| solver.count(here, cx), |found| found.0, |one, other| one.1 += other.1)
    }

    /// The first `most` shortest solutions.
    pub(super) fn all(&self, here: &Layout, most: usize, cx: &Context<'_>) -> Outcome<All> {
        let join = |one: &mut All, other: All| {
            one.lines.extend(other.lines);
            one.lines.sort_unstable();
            one.complete &= other.complete && one.lines.len() <= most;
            one.lines.truncate(most);
        };
        self.nearest(|solver| solver.all(here, most, cx), |found| found.moves, join)
    }

    /// What is found for the nearest home, joined where several are equally near.
    fn nearest<T>(
        &self,
        ask: impl Fn(&Solver) -> Outcome<T>,
        moves: impl Fn(&T) -> u32,
        join: impl Fn(&mut T, T),
    ) -> Outcome<T> {
        let (mut best, mut open) = (None::<T>, Unsettled::new());
        for solver in &self.0 {
            match ask(solver) {
                Outcome::Found(found) => match &mut best {
                    Some(known) if moves(known) < moves(&found) => {}
                    Some(known) if moves(known) == moves(&found) => join(known, found),
                    _ => best = Some(found),
                },
                Outcome::Impossible(why) => return Outcome::Impossible(why),
                Outcome::Unfinished { halt, at_least, partial } => open.add(halt, at_least, partial),
            }
        }
        open.settle(best.map(|best| (u64::from(moves(&best)), best)), true)
    }

    /// The method in words.
    pub(super) fn method(&self) -> String {
        let method = self.0.first().map_or_else(String::new, |solver| solver.method());
        match self.0.len() {
            0 | 1 => method,
            homes => format!("{method}, for each of {homes} homes of the hole"),
        }
    }
}
