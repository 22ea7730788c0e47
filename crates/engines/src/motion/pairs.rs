//! Arrangements under the pattern databases of all pairs of colours.
//!
//! The databases of pairs without a common colour may be added (Korf and Felner 2002), so every perfect matching of
//! the colours is a lower bound; of an odd number one colour is matched with nobody. The circle method, by which
//! tournaments are drawn up, splits all pairs into matchings, each pair in just one. Their bounds are the bytes of
//! one word, the *lanes*: a move of a token changes one pair in each lane, by the difference of two entries. The
//! bound is the largest lane.
//!
//! The tables of up to eight colours with at most two tokens are a quarter of a megabyte: they stay in a second-level
//! cache whatever else runs. [`super::packed`] visits fewer arrangements at the price of main memory, and is better
//! where a search is long or colours have more tokens.
//!
//! Format in the store: `pairs 2` and a zero; the tables in the order of the matchings; a trailer that says of which
//! board they are ([`crate::sealed`]).

use super::bitboard::{Bitboard, MAX_PLACES, places};
use super::board::{Board, Layout};
use super::heuristic::{FAR, Heuristic};
use super::packed::{EMPTY, goal, numbers, word};
use super::pattern::{self, Blocks};
use super::tables::keep;
use crate::sealed::{self, Identity, TRAILER};
use crate::{Context, Halt, Stored};

const MAGIC: &[u8; 8] = b"pairs 2\0";
/// At most this many colours, nobody among them; the word of their ranks has a byte for each.
const MAX_COLOURS: usize = 8;
/// At most this many tokens a colour: three would have more ranks than a byte has values.
const MAX_TOKENS: u32 = 2;
/// More than the ranks of two tokens.
const MAX_RANKS: usize = 128;
/// At most this many matchings.
const LANES: usize = MAX_COLOURS - 1;
/// A one in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// No bound has the highest bit of its byte.
const MAX_BOUND: u32 = 127;

/// The database of two colours as one of them sees it: from `base` on, at its own rank times `own` plus the rank of
/// its partner times `other`.
#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    base: u32,
    own: u16,
    other: u16,
    partner: u8,
}

/// The databases of one board.
pub(super) struct Pairs {
    places: usize,
    links: [u16; MAX_PLACES],
    goal: u64,
    /// For each number of a colour on the board its number here.
    numbers: Box<[u8; 256]>,
    /// For each colour and rank the places of its tokens.
    sets: [[u16; MAX_RANKS]; MAX_COLOURS],
    /// The rank of a token's place and that of the other token of its colour, [`MAX_PLACES`] where there is none.
    ranks: [[u8; MAX_PLACES]; MAX_PLACES + 1],
    /// For each colour its pair in each lane; in lanes that are not used one that never changes.
    pairs: [[Pair; LANES]; MAX_COLOURS],
    /// The whole file; the pairs know where their tables begin.
    bytes: Stored,
}

/// The databases, and which lane is looked at first.
pub(super) struct Paired<'p> {
    pairs: &'p Pairs,
    bytes: &'p [u8],
    lane: usize,
}

/// An arrangement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    /// Four bits a place.
    board: u64,
    /// A byte a colour; nobody's rank is 0.
    ranks: u64,
    /// A byte a lane.
    bounds: u64,
    blank: u8,
}

impl Pairs {
    /// Takes the databases from the store or builds them, where the board suits them: some colour has two tokens, none
    /// has more.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn new(board: &Board, small: &Bitboard, cx: &Context<'_>) -> Result<Option<Pairs>, Halt> {
        let tokens = (0..small.colours()).map(|colour| small.tokens(colour)).max();
        if tokens != Some(MAX_TOKENS) || small.homes.len() > MAX_COLOURS {
            return Ok(None);
        }
        let plan = Plan::new(small);
        let identity = Identity::new("pairs 2", &[&board.content()]);
        let key = format!("pairs-{}", identity.hex());
        let bytes = match cx.tables().get(&key).filter(|bytes| plan.fits(bytes, identity)) {
            Some(bytes) => bytes,
            None => plan.build(small, (&key, identity), cx)?,
        };
        let mut sets = [[0; MAX_RANKS]; MAX_COLOURS];
        for (colour, sets) in (0..small.colours()).zip(&mut sets) {
            let all = &small.sets[small.tokens(colour) as usize];
            sets[..all.len()].copy_from_slice(all);
        }
        let reached = bytes[MAGIC.len()..plan.end].iter().filter(|&&value| value != pattern::UNREACHED);
        let largest = u32::from(reached.max().copied().unwrap_or_default());
        let fits = largest * small.homes.len().div_ceil(2) as u32 <= MAX_BOUND;
        Ok(fits.then(|| Pairs {
            places: small.places,
            links: small.links,
            goal: goal(small),
            numbers: numbers(small),
            sets,
            ranks: ranks(small),
            pairs: plan.pairs,
            bytes,
        }))
    }

    /// Bytes of its tables.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The heuristic over these tables. The lane that says most of this layout ends most steps near it.
    pub(super) fn heuristic(&self, layout: &Layout) -> Paired<'_> {
        let mut heuristic = Paired { pairs: self, bytes: &self.bytes, lane: 0 };
        let bounds = heuristic.open(layout).bounds.to_le_bytes();
        heuristic.lane = (0..LANES).max_by_key(|&lane| bounds[lane]).unwrap_or_default();
        heuristic
    }
}

/// Which table is where.
struct Plan {
    pairs: [[Pair; LANES]; MAX_COLOURS],
    /// Each pattern and where its table begins.
    patterns: Vec<(u16, usize)>,
    /// Behind the last table.
    end: usize,
}

impl Plan {
    fn new(small: &Bitboard) -> Plan {
        let colours = small.homes.len();
        let mut plan = Plan { pairs: Default::default(), patterns: Vec::new(), end: MAGIC.len() };
        for (lane, one, two) in matchings(colours.next_multiple_of(2)) {
            let (low, high) = (one.min(two), one.max(two));
            let pattern = [low, high].iter().filter(|&&colour| colour < colours).map(|&colour| 1u16 << colour).sum();
            // The rank of the lower colour counts by ones.
            let (base, step) = (plan.end as u32, small.ranks_of(low as u8) as u16);
            plan.pairs[low][lane] = Pair { base, own: 1, other: step, partner: high as u8 };
            plan.pairs[high][lane] = Pair { base, own: step, other: 1, partner: low as u8 };
            plan.patterns.push((pattern, plan.end));
            plan.end += pattern::entries(small, pattern) as usize;
        }
        plan
    }

    /// Whether these bytes are such tables.
    fn fits(&self, bytes: &[u8], identity: Identity) -> bool {
        sealed::content(bytes, identity).is_some_and(|body| body.len() == self.end && body.starts_with(MAGIC))
    }

    /// Builds and keeps the tables.
    fn build(&self, small: &Bitboard, (key, identity): (&str, Identity), cx: &Context<'_>) -> Result<Stored, Halt> {
        let _claim = cx.reserve((self.end + TRAILER) as u64)?;
        let most = (2 * MAX_TOKENS).min(small.places as u32);
        let blocks: Vec<Blocks<'_>> = (0..=most).map(|tokens| Blocks::new(small, tokens)).collect();
        let mut bytes = vec![0; self.end + TRAILER];
        bytes[..MAGIC.len()].copy_from_slice(MAGIC);
        for &(pattern, base) in &self.patterns {
            let blocks = &blocks[pattern::tokens(small, pattern) as usize];
            let table = &mut bytes[base..][..pattern::entries(small, pattern) as usize];
            pattern::build(small, blocks, pattern, table, cx)?;
        }
        sealed::seal(&mut bytes, identity);
        keep(key, &bytes, cx);
        Ok(Box::new(bytes))
    }
}

/// Every two of an even number of colours, and the matching that they are in: the last one stays, the others go round
/// on a circle and meet whom they face (Lucas, Récréations mathématiques 2, 1883).
fn matchings(colours: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let circle = colours - 1;
    (0..circle).flat_map(move |lane| {
        let facing = (1..colours / 2).map(move |step| ((lane + step) % circle, (lane + circle - step) % circle));
        facing.chain([(lane, circle)]).map(move |(one, two)| (lane, one, two))
    })
}

fn ranks(small: &Bitboard) -> [[u8; MAX_PLACES]; MAX_PLACES + 1] {
    let mut ranks = [[0; MAX_PLACES]; MAX_PLACES + 1];
    for (other, row) in ranks.iter_mut().enumerate() {
        let other = if other < small.places { 1 << other } else { 0 };
        for (place, rank) in row[..small.places].iter_mut().enumerate() {
            *rank = small.rank(other | 1 << place) as u8;
        }
    }
    ranks
}

/// The rank of a colour in a word of ranks.
#[inline(always)]
fn rank(ranks: u64, colour: usize) -> usize {
    (ranks >> (8 * colour) & 255) as usize
}

/// The largest lane.
fn largest(bounds: u64) -> u32 {
    bounds.to_le_bytes().into_iter().max().unwrap_or_default().into()
}

impl Paired<'_> {
    #[inline(always)]
    fn value(&self, pair: Pair, own: usize, other: usize) -> u8 {
        self.bytes[pair.base as usize + own * usize::from(pair.own) + other * usize::from(pair.other)]
    }

    fn build(&self, board: u64) -> Ranked {
        let digit = |place: usize| (board >> (4 * place) & EMPTY) as usize;
        let mut sets = [0u16; EMPTY as usize + 1];
        (0..self.pairs.places).for_each(|place| sets[digit(place)] |= 1 << place);
        let mut ranks = 0;
        for (colour, &set) in sets[..MAX_COLOURS].iter().enumerate().filter(|(_, set)| **set != 0) {
            let last = set.ilog2() as usize;
            let other = (set ^ 1 << last).trailing_zeros() as usize;
            ranks |= u64::from(self.pairs.ranks[other][last]) << (8 * colour);
        }
        let blank = sets[EMPTY as usize].trailing_zeros() as u8;
        Ranked { board, ranks, bounds: self.bounds(ranks), blank }
    }

    /// All lanes; all ones where some pair cannot come home.
    fn bounds(&self, ranks: u64) -> u64 {
        let mut bounds = 0;
        for (colour, pairs) in self.pairs.pairs.iter().enumerate() {
            // Each pair once: where the rank of its lower colour counts by ones.
            for (lane, &pair) in pairs.iter().enumerate().filter(|(_, pair)| usize::from(pair.partner) > colour) {
                let value = self.value(pair, rank(ranks, colour), rank(ranks, pair.partner.into()));
                if value == pattern::UNREACHED {
                    return u64::MAX;
                }
                bounds += u64::from(value) << (8 * lane);
            }
        }
        bounds
    }
}

impl Heuristic for Paired<'_> {
    type State = Ranked;
    type Key = u64;

    fn open(&self, layout: &Layout) -> Ranked {
        self.build(word(&self.pairs.numbers, layout))
    }

    fn reopen(&self, key: &u64) -> Ranked {
        self.build(*key)
    }

    fn key(&self, state: &Ranked) -> u64 {
        state.board
    }

    #[inline(always)]
    fn code(&self, state: &Ranked) -> Option<u64> {
        Some(state.board)
    }

    #[inline(always)]
    fn blank(&self, state: &Ranked) -> u8 {
        state.blank
    }

    #[inline(always)]
    fn links(&self, place: u8) -> impl Iterator<Item = u8> {
        places(self.pairs.links[usize::from(place)])
    }

    #[inline(always)]
    fn step(&self, state: &Ranked, from: u8, room: u32) -> Result<Ranked, u32> {
        let all = self.pairs;
        let colour = (state.board >> (4 * from)) as usize % MAX_COLOURS;
        let old = rank(state.ranks, colour) % MAX_RANKS;
        let other = (all.sets[colour][old] ^ 1 << from).trailing_zeros() as usize;
        let new = usize::from(all.ranks[other][usize::from(state.blank) % MAX_PLACES]);
        // By how much a lane changes; with those above it, where it becomes less.
        let change = |pair: Pair| {
            let theirs = rank(state.ranks, pair.partner.into());
            u64::from(self.value(pair, new, theirs)).wrapping_sub(self.value(pair, old, theirs).into())
        };
        let first = (state.bounds >> (8 * self.lane)).wrapping_add(change(all.pairs[colour][self.lane])) & 255;
        if first > u64::from(room) {
            return Err(first as u32 - room);
        }
        let lanes = all.pairs[colour].iter().zip(0..);
        let bounds = lanes.fold(state.bounds, |sum, (&pair, lane)| sum.wrapping_add(change(pair) << (8 * lane)));
        // A lane that exceeds the room reaches its highest bit.
        let beyond = bounds + u64::from(MAX_BOUND - room.min(MAX_BOUND)) * ONES;
        if beyond & ONES << 7 != 0 {
            return Err(largest(bounds) - room);
        }
        let changed = colour as u64 ^ EMPTY;
        Ok(Ranked {
            board: state.board ^ changed << (4 * from) ^ changed << (4 * state.blank),
            ranks: state.ranks ^ ((old ^ new) as u64) << (8 * colour),
            bounds,
            blank: from,
        })
    }

    fn estimate(&self, state: &Ranked) -> u32 {
        let largest = largest(state.bounds);
        if largest > MAX_BOUND { FAR } else { largest }
    }

    #[inline(always)]
    fn solved(&self, state: &Ranked) -> bool {
        state.board == self.pairs.goal
    }

    fn places(&self) -> usize {
        self.pairs.places
    }

    fn key_bytes(&self) -> u64 {
        8
    }
}
