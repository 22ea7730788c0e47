//! Boards of at most sixteen places: a set of places is a 16-bit mask, and its rank among the sets of its size is
//! one load away. Colours are numbered from 0 without gaps.

use super::board::{BLANK, Board};

/// At most this many places.
pub(super) const MAX_PLACES: usize = 16;

/// A board as bit masks over at most 16 places.
#[derive(Clone, Debug)]
pub(super) struct Bitboard {
    pub(super) places: usize,
    /// For each place the places linked to it.
    pub(super) links: [u16; MAX_PLACES],
    /// Where the blank belongs.
    pub(super) home: u8,
    /// For each colour the places that want it.
    pub(super) homes: Vec<u16>,
    /// For each colour its number on the board.
    pub(super) names: Vec<u8>,
    /// For each set of places its rank among the sets of as many places, in order of their masks.
    pub(super) ranks: Box<[u16]>,
    /// For each size the sets of that many places, in order of rank.
    pub(super) sets: Vec<Box<[u16]>>,
}

impl Bitboard {
    /// The board in masks, where it has at most sixteen places.
    pub(super) fn new(board: &Board) -> Option<Bitboard> {
        let places = board.places();
        if places > MAX_PLACES {
            return None;
        }
        let mut links = [0; MAX_PLACES];
        for (place, mask) in (0..places as u8).zip(&mut links) {
            *mask = board.links(place).iter().map(|&to| 1u16 << to).sum();
        }
        let mut names: Vec<u8> = board.wanted().iter().copied().filter(|&colour| colour != BLANK).collect();
        names.sort_unstable();
        names.dedup();
        let wanting =
            |name| (0..places).filter(|&place| board.wanted()[place] == name).map(|place| 1u16 << place).sum();
        let homes = names.iter().map(|&name| wanting(name)).collect();
        let mut sets = vec![Vec::new(); places + 1];
        let rank = |set: u32| {
            let alike = &mut sets[set.count_ones() as usize];
            alike.push(set as u16);
            (alike.len() - 1) as u16
        };
        let ranks = (0..1u32 << places).map(rank).collect();
        let sets = sets.into_iter().map(Vec::into_boxed_slice).collect();
        Some(Bitboard { places, links, home: board.home(), homes, names, ranks, sets })
    }

    /// The rank of a set of places.
    pub(super) fn rank(&self, set: u16) -> u32 {
        u32::from(self.ranks[usize::from(set)])
    }

    /// How many tokens a colour has.
    pub(super) fn tokens(&self, colour: u8) -> u32 {
        self.homes[usize::from(colour)].count_ones()
    }

    /// How many ranks the places of a colour can have.
    pub(super) fn ranks_of(&self, colour: u8) -> u64 {
        self.sets[self.tokens(colour) as usize].len() as u64
    }

    /// How many colours there are.
    pub(super) fn colours(&self) -> u8 {
        self.homes.len() as u8
    }

    /// Whether all colours differ.
    pub(super) fn distinct(&self) -> bool {
        (0..self.colours()).all(|colour| self.tokens(colour) == 1)
    }

    /// The connected components of a set of places.
    pub(super) fn components(&self, free: u16) -> impl Iterator<Item = u16> {
        let mut left = free;
        std::iter::from_fn(move || {
            let mut reached = left & left.wrapping_neg();
            loop {
                let more = places(reached).fold(reached, |all, place| all | self.links[usize::from(place)] & free);
                if more == reached {
                    break;
                }
                reached = more;
            }
            left &= !reached;
            (reached != 0).then_some(reached)
        })
    }
}

/// The members of a set of places, ascending.
pub(super) fn places(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (place < 16).then_some(place)
    })
}
