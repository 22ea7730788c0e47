//! Arrangements of up to 255 places as bytes, with the bound of [`super::matching`].
//!
//! Right for the first question about a board and for boards that no table fits: a step costs some 100 ns. Where
//! many questions or a long search follow, [`super::packed`] sees further and is ten times faster.

use super::board::{BLANK, Board, Layout};
use super::heuristic::Heuristic;
use super::matching::{Distances, closed_exchanges};

/// A board with what the bound needs.
#[derive(Clone, Debug)]
pub(super) struct Tableless {
    board: Board,
    distances: Distances,
    /// For each colour the places that want it.
    homes: Vec<Vec<u8>>,
}

/// An arrangement, the cost of each colour's matching, and how many of its tokens are misplaced.
#[derive(Clone, Debug)]
pub(super) struct Bytes {
    on: Box<[u8]>,
    blank: u8,
    costs: Box<[u32]>,
    misplaced: Box<[u8]>,
    matched: u32,
    estimate: u32,
}

impl Tableless {
    pub(super) fn new(board: &Board) -> Tableless {
        let colours = board.wanted().iter().filter(|&&colour| colour != BLANK).max().map_or(0, |&c| usize::from(c) + 1);
        let mut homes = vec![Vec::new(); colours];
        for (&colour, place) in board.wanted().iter().zip(0..) {
            if colour != BLANK {
                homes[usize::from(colour)].push(place);
            }
        }
        Tableless { board: board.clone(), distances: Distances::of(board), homes }
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    fn build(&self, on: Box<[u8]>, blank: u8) -> Bytes {
        let cost = |colour: usize| {
            let tokens: Vec<u8> =
                on.iter().zip(0..).filter(|&(&c, _)| usize::from(c) == colour).map(|(_, p)| p).collect();
            self.distances.matching(&tokens, &self.homes[colour])
        };
        let costs: Box<[u32]> = (0..self.homes.len()).map(cost).collect();
        let mut misplaced = vec![0u8; self.homes.len()];
        for (holds, wants) in on.iter().zip(self.board.wanted()) {
            if holds != wants && *holds != BLANK {
                misplaced[usize::from(*holds)] += 1;
            }
        }
        let matched = costs.iter().sum();
        let tight = |colour: u8| costs[usize::from(colour)] == u32::from(misplaced[usize::from(colour)]);
        let estimate = matched + closed_exchanges(self.board.wanted(), |place| on[place], tight);
        Bytes { on, blank, costs, misplaced: misplaced.into(), matched, estimate }
    }
}

impl Heuristic for Tableless {
    type State = Bytes;
    type Key = Box<[u8]>;

    fn open(&self, layout: &Layout) -> Bytes {
        self.build(layout.colours().into(), layout.blank())
    }

    fn reopen(&self, key: &Box<[u8]>) -> Bytes {
        let blank = key.iter().position(|&colour| colour == BLANK).map_or(0, |place| place as u8);
        self.build(key.clone(), blank)
    }

    fn key(&self, state: &Bytes) -> Box<[u8]> {
        state.on.clone()
    }

    fn code(&self, _: &Bytes) -> Option<u64> {
        None
    }

    fn blank(&self, state: &Bytes) -> u8 {
        state.blank
    }

    fn links(&self, place: u8) -> impl Iterator<Item = u8> {
        self.board.links(place).iter().copied()
    }

    fn step(&self, state: &Bytes, from: u8, room: u32) -> Result<Bytes, u32> {
        let (source, target) = (usize::from(from), usize::from(state.blank));
        let colour = state.on[source];
        let moved = usize::from(colour);
        let on = |place: usize| match place {
            _ if place == target => colour,
            _ if place == source => BLANK,
            _ => state.on[place],
        };
        let cost = match *self.homes[moved] {
            [home] => self.distances.between(state.blank, home),
            _ => {
                let places = 0..self.board.places();
                let tokens: Vec<u8> = places.filter(|&place| on(place) == colour).map(|place| place as u8).collect();
                self.distances.matching(&tokens, &self.homes[moved])
            }
        };
        let matched = state.matched + cost - state.costs[moved];
        if matched > room {
            return Err(matched - room);
        }
        let wanted = self.board.wanted();
        let (was, is) = (wanted[source] != colour, wanted[target] != colour);
        let misplaced = state.misplaced[moved] + u8::from(is) - u8::from(was);
        let tight = |other: u8| match other == colour {
            true => cost == u32::from(misplaced),
            false => state.costs[usize::from(other)] == u32::from(state.misplaced[usize::from(other)]),
        };
        let estimate = matched + closed_exchanges(wanted, on, tight);
        if estimate > room {
            return Err(estimate - room);
        }
        let mut next = state.clone();
        (next.on[target], next.on[source], next.blank) = (colour, BLANK, from);
        (next.costs[moved], next.misplaced[moved]) = (cost, misplaced);
        (next.matched, next.estimate) = (matched, estimate);
        Ok(next)
    }

    fn estimate(&self, state: &Bytes) -> u32 {
        state.estimate
    }

    fn solved(&self, state: &Bytes) -> bool {
        state.matched == 0 && *state.on == *self.board.wanted()
    }

    fn places(&self) -> usize {
        self.board.places()
    }

    fn key_bytes(&self) -> u64 {
        self.board.places() as u64 + 48
    }
}
