//! Automorphisms of a board: permutations of the places that keep links and the blank's home and, with some
//! permutation of the colours, the colours wanted. A layout and its image are equally far from the goal, so every
//! table gives a second bound for each. Found by backtracking along a walk from the home, at most
//! [`MAX`] of them in at most [`TRIES`] tries: highly symmetric boards have more than anyone could use.

use super::bitboard::{Bitboard, MAX_PLACES, places};

const MAX: usize = 16;
const TRIES: u32 = 20_000;

/// Where places and colours go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    pub(super) place: [u8; MAX_PLACES],
    pub(super) colour: [u8; MAX_PLACES],
}

/// The symmetries found, the identity first.
pub(super) fn symmetries(small: &Bitboard) -> Vec<Symmetry> {
    let mut order = vec![small.home];
    let mut seen = 1u16 << small.home;
    let mut next = 0;
    while let Some(&place) = order.get(next) {
        next += 1;
        let fresh = small.links[usize::from(place)] & !seen;
        seen |= fresh;
        order.extend(places(fresh));
    }
    let mut search = Search { small, order, image: [0; MAX_PLACES], used: 0, tries: 0, found: Vec::new() };
    if seen.count_ones() as usize == small.places {
        search.extend(0);
    }
    let identity = Symmetry { place: std::array::from_fn(|p| p as u8), colour: std::array::from_fn(|c| c as u8) };
    search.found.retain(|symmetry| symmetry.place[..small.places] != identity.place[..small.places]);
    search.found.insert(0, identity);
    search.found
}

struct Search<'s> {
    small: &'s Bitboard,
    /// Each place after one that it is linked to.
    order: Vec<u8>,
    image: [u8; MAX_PLACES],
    used: u16,
    tries: u32,
    found: Vec<Symmetry>,
}

impl Search<'_> {
    fn extend(&mut self, depth: usize) {
        let Some(&place) = self.order.get(depth) else {
            self.found.extend(self.colours().map(|colour| Symmetry { place: self.image, colour }));
            return;
        };
        let candidates = if depth == 0 { 1 << self.small.home } else { self.candidates(place) };
        for image in places(candidates & !self.used) {
            self.tries += 1;
            if self.tries > TRIES || self.found.len() >= MAX {
                return;
            }
            if self.fits(depth, place, image) {
                self.image[usize::from(place)] = image;
                self.used |= 1 << image;
                self.extend(depth + 1);
                self.used &= !(1 << image);
            }
        }
    }

    /// The places linked to the image of some place before this one that is linked to it.
    fn candidates(&self, place: u8) -> u16 {
        let before = self.order.iter().find(|&&other| self.small.links[usize::from(other)] >> place & 1 == 1);
        before.map_or(0, |&other| self.small.links[usize::from(self.image[usize::from(other)])])
    }

    /// Whether the links to all places before stay.
    fn fits(&self, depth: usize, place: u8, image: u8) -> bool {
        let (own, other) = (self.small.links[usize::from(place)], self.small.links[usize::from(image)]);
        let kept = |&before: &u8| own >> before & 1 == other >> self.image[usize::from(before)] & 1;
        own.count_ones() == other.count_ones() && self.order[..depth].iter().all(kept)
    }

    /// The permutation of the colours that goes with the image, if there is one.
    fn colours(&self) -> Option<[u8; MAX_PLACES]> {
        let mut colours = std::array::from_fn(|colour| colour as u8);
        for (colour, &homes) in self.small.homes.iter().enumerate() {
            let moved: u16 = places(homes).map(|place| 1u16 << self.image[usize::from(place)]).sum();
            colours[colour] = self.small.homes.iter().position(|&other| other == moved)? as u8;
        }
        Some(colours)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::tests::{grid, published};

    #[test]
    fn a_square_has_its_reflection_and_a_coloured_triangle_none() {
        let square = Bitboard::new(&grid(4, 4)).unwrap();
        let found = symmetries(&square);
        assert_eq!(found.len(), 2);
        assert_eq!(found[1].place[1], 4);
        assert_eq!(found[1].colour[0], 3);
        assert_eq!(symmetries(&Bitboard::new(&published().0).unwrap()).len(), 1);
        assert_eq!(symmetries(&Bitboard::new(&grid(2, 3)).unwrap()).len(), 1);
    }
}
