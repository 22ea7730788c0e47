//! Arrangements of up to sixteen places in words, under pattern databases.
//!
//! A *view* is one sum of disjoint databases, seen directly or through a symmetry of the board. It keeps for each
//! pattern the index into its table in a field of a 64-bit word: the ranks of its colours' places in mixed radix. A
//! move is one addition, the index a shift and a mask. Only the pattern of the
//! token that moves changes its value. The bound is the largest of all views; a step stops at the first view that
//! exceeds the room. Where all colours differ the rank of a colour is its place (`DISTINCT`).

use super::bitboard::{Bitboard, MAX_PLACES, places};
use super::board::Layout;
use super::heuristic::Heuristic;
use super::symmetry::Symmetry;

/// The empty place among the colours of a board word.
pub(super) const EMPTY: u64 = 15;
/// A one in each digit of a board word.
const ONES: u64 = 0x1111_1111_1111_1111;

/// Where the rank of a colour's places is, and the table of its pattern.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Field {
    /// What a rank counts in the view's word.
    pub(super) weight: u64,
    /// The lowest bit of the pattern's index.
    pub(super) offset: u32,
    /// As many ones as the largest index has bits.
    pub(super) mask: u32,
    /// Where the pattern's table begins.
    pub(super) base: u32,
}

/// One sum of disjoint databases through one symmetry.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) symmetry: Symmetry,
    /// For each colour of the board (not of its image).
    pub(super) fields: [Field; MAX_PLACES],
}

/// What a search through `V` views needs besides the tables.
#[derive(Clone, Debug)]
pub(super) struct Core<const V: usize, const DISTINCT: bool> {
    places: usize,
    links: [u16; MAX_PLACES],
    goal: u64,
    /// For each number of a colour on the board its number here.
    numbers: Box<[u8; 256]>,
    fields: [[Field; V]; MAX_PLACES],
    /// For each view the image of each place.
    images: [[u8; V]; MAX_PLACES],
    /// For each set the rank of its image in each view; empty where all colours differ.
    ranks: Box<[[u16; V]]>,
}

impl<const V: usize, const DISTINCT: bool> Core<V, DISTINCT> {
    /// The first `V` views; there must be as many.
    pub(super) fn new(small: &Bitboard, views: &[View]) -> Core<V, DISTINCT> {
        Core {
            places: small.places,
            links: small.links,
            goal: goal(small),
            numbers: numbers(small),
            fields: std::array::from_fn(|colour| std::array::from_fn(|view| views[view].fields[colour])),
            images: std::array::from_fn(|place| std::array::from_fn(|view| views[view].symmetry.place[place])),
            ranks: if DISTINCT { Box::default() } else { seen_ranks(small, views) },
        }
    }

    /// The heuristic over these tables. The views come in the order of what they say of this layout: the first one
    /// ends most steps near it.
    pub(super) fn heuristic<'t>(&'t self, tables: &'t [u8], layout: &Layout) -> Packed<'t, V, DISTINCT> {
        let mut heuristic = Packed { core: self, tables, order: std::array::from_fn(|view| view) };
        if V > 1 {
            let bounds = heuristic.open(layout).bounds;
            heuristic.order.sort_unstable_by_key(|&view| u16::MAX - bounds[view]);
        }
        heuristic
    }
}

/// For each number of a colour on the board its number among the colours here; the blank's is that of no colour.
pub(super) fn numbers(small: &Bitboard) -> Box<[u8; 256]> {
    let mut numbers = Box::new([EMPTY as u8; 256]);
    for (number, &name) in (0..).zip(&small.names) {
        numbers[usize::from(name)] = number;
    }
    numbers
}

/// The board word where all is done.
pub(super) fn goal(small: &Bitboard) -> u64 {
    let wanted = |place: usize| small.homes.iter().position(|homes| homes >> place & 1 == 1);
    pack((0..MAX_PLACES).map(|place| wanted(place).map_or(EMPTY, |colour| colour as u64)))
}

/// The rank of each set's image in each view.
fn seen_ranks<const V: usize>(small: &Bitboard, views: &[View]) -> Box<[[u16; V]]> {
    let image = |set: u16, view: usize| {
        let image = |place: u8| 1u16 << views[view].symmetry.place[usize::from(place)];
        small.ranks[usize::from(places(set).map(image).sum::<u16>())]
    };
    let sets = 0..=((1u32 << small.places) - 1) as u16;
    sets.map(|set| std::array::from_fn(|view| image(set, view))).collect()
}

/// Arrangements under the tables.
pub(super) struct Packed<'t, const V: usize, const DISTINCT: bool> {
    core: &'t Core<V, DISTINCT>,
    tables: &'t [u8],
    /// Which view comes when; each number below `V` once.
    order: [usize; V],
}

/// An arrangement: four bits a place, and what each view sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<const V: usize> {
    board: u64,
    words: [u64; V],
    bounds: [u16; V],
    blank: u8,
}

/// The board word of these digits; places that the board lacks look empty.
fn pack(digits: impl Iterator<Item = u64>) -> u64 {
    digits.zip(0..).fold(u64::MAX, |word, (digit, place)| word ^ (digit ^ EMPTY) << (4 * place))
}

/// The board word of a layout, by the numbers of its colours.
pub(super) fn word(numbers: &[u8; 256], layout: &Layout) -> u64 {
    pack(layout.colours().iter().map(|&colour| numbers[usize::from(colour)].into()))
}

/// The places of a colour on a board.
fn places_of(board: u64, colour: u64) -> u16 {
    let other = board ^ (colour * ONES);
    let mut equal = !(other | other >> 1 | other >> 2 | other >> 3) & ONES;
    equal = (equal | equal >> 3) & 0x0303_0303_0303_0303;
    equal = (equal | equal >> 6) & 0x000f_000f_000f_000f;
    equal = (equal | equal >> 12) & 0x0000_00ff_0000_00ff;
    (equal | equal >> 24) as u16
}

impl<const V: usize, const DISTINCT: bool> Packed<'_, V, DISTINCT> {
    #[inline(always)]
    fn value(&self, field: Field, word: u64) -> u16 {
        u16::from(self.tables[field.base as usize + ((word >> field.offset) as u32 & field.mask) as usize])
    }

    fn build(&self, board: u64) -> Words<V> {
        let core = self.core;
        let everywhere = ((1u32 << core.places) - 1) as u16;
        let blank = (places_of(board, EMPTY) & everywhere).trailing_zeros() as u8;
        let mut state = Words { board, words: [0; V], bounds: [0; V], blank };
        let mut left = everywhere & !(1 << blank);
        let mut firsts = 0u16;
        while left != 0 {
            let colour = (board >> (4 * left.trailing_zeros()) & 15) as usize;
            let set = places_of(board, colour as u64) & everywhere;
            left &= !set;
            firsts |= 1 << colour;
            for (turn, &view) in self.order.iter().enumerate() {
                let rank = if DISTINCT {
                    u64::from(core.images[set.trailing_zeros() as usize][view])
                } else {
                    u64::from(core.ranks[usize::from(set)][view])
                };
                state.words[turn] += rank * core.fields[colour][view].weight;
            }
        }
        for (turn, &view) in self.order.iter().enumerate() {
            for colour in places(firsts) {
                // Each pattern once: at the colour that counts by ones.
                let field = core.fields[usize::from(colour)][view];
                if field.weight == 1 << field.offset {
                    state.bounds[turn] += self.value(field, state.words[turn]);
                }
            }
        }
        state
    }
}

impl<const V: usize, const DISTINCT: bool> Heuristic for Packed<'_, V, DISTINCT> {
    type State = Words<V>;
    type Key = u64;

    fn open(&self, layout: &Layout) -> Words<V> {
        self.build(word(&self.core.numbers, layout))
    }

    fn reopen(&self, key: &u64) -> Words<V> {
        self.build(*key)
    }

    fn key(&self, state: &Words<V>) -> u64 {
        state.board
    }

    #[inline(always)]
    fn code(&self, state: &Words<V>) -> Option<u64> {
        Some(state.board)
    }

    #[inline(always)]
    fn blank(&self, state: &Words<V>) -> u8 {
        state.blank
    }

    #[inline(always)]
    fn links(&self, place: u8) -> impl Iterator<Item = u8> {
        places(self.core.links[usize::from(place)])
    }

    #[inline(always)]
    fn step(&self, state: &Words<V>, from: u8, room: u32) -> Result<Words<V>, u32> {
        let core = self.core;
        let to = state.blank;
        let colour = state.board >> (4 * from) & 15;
        let fields = &core.fields[colour as usize];
        let before = if DISTINCT { 0 } else { places_of(state.board, colour) };
        let after = if DISTINCT { 0 } else { before ^ (1 << from) ^ (1 << to) };
        let (before, after) = if DISTINCT {
            (&core.images[usize::from(from)].map(u16::from), &core.images[usize::from(to)].map(u16::from))
        } else {
            (&core.ranks[usize::from(before)], &core.ranks[usize::from(after)])
        };
        let mut next = *state;
        for (turn, &view) in self.order.iter().enumerate() {
            let field = fields[view];
            let (old, new) = (before[view], after[view]);
            let word =
                state.words[turn].wrapping_add(u64::from(new).wrapping_sub(u64::from(old)).wrapping_mul(field.weight));
            let bound = state.bounds[turn] + self.value(field, word) - self.value(field, state.words[turn]);
            if u32::from(bound) > room {
                return Err(u32::from(bound) - room);
            }
            (next.words[turn], next.bounds[turn]) = (word, bound);
        }
        let changed = colour ^ EMPTY;
        next.board ^= changed << (4 * from) ^ changed << (4 * to);
        next.blank = from;
        Ok(next)
    }

    fn estimate(&self, state: &Words<V>) -> u32 {
        state.bounds.iter().copied().max().unwrap_or(0).into()
    }

    #[inline(always)]
    fn solved(&self, state: &Words<V>) -> bool {
        state.board == self.core.goal
    }

    fn places(&self) -> usize {
        self.core.places
    }

    fn key_bytes(&self) -> u64 {
        8
    }
}
