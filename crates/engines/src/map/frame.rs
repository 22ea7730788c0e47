//! Where each state has its bit.
//!
//! Some colours are *named*, the others *loose*. A state is (the set of places of the named tokens, the blank's rank
//! among the other places, the order of the named tokens, the order of the loose ones). Set and rank make a *chunk*;
//! with an order of the named tokens a *block*; the loose orders are a block's bits, in whole words. A move of a
//! named token leaves the loose order alone: block goes to block unchanged, and all blocks of a chunk go to one other
//! chunk, their order permuted in a fixed way. A move of a loose token stays in the set and permutes bits in one
//! of a few fixed ways: take the token out of the row, put it in elsewhere.

use super::arrangements::{Arrangements, Binomials};
use crate::motion::{BLANK, Board, Layout};

/// The most bits of a block: permutations of more would not stay in the caches.
const MAX_BITS: u64 = 8192;

/// Work on a block beside that on its words, in words.
const BLOCK_COST: u64 = 4;

/// The coordinates of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State {
    /// The set of places of the named tokens and the rank of the blank.
    pub(super) chunk: usize,
    /// The order of the named tokens.
    pub(super) order: usize,
    /// The order of the loose tokens.
    pub(super) bit: usize,
}

/// How the orders change in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// The named token at the first position of its row is put in at the second.
    Named(usize, usize),
    /// The loose token at the first position of its row is put in at the second.
    Loose(usize, usize),
}

/// A move from every state of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    /// The place of the token that moves.
    pub(super) place: u8,
    /// The chunk that it leads to.
    pub(super) chunk: usize,
    /// What becomes of the orders.
    pub(super) change: Change,
}

/// The numbers of a frame, known before anything is built.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// Arrangements in all, reachable or not.
    pub(super) states: u64,
    pub(super) sets: u64,
    pub(super) ranks: u64,
    pub(super) orders: u64,
    pub(super) bits: u64,
    /// Bytes of the fixed permutations in their largest form.
    pub(super) tables: u64,
}

impl Size {
    /// Words of a block.
    pub(super) fn width(&self) -> u64 {
        self.bits.div_ceil(64)
    }

    pub(super) fn chunks(&self) -> u64 {
        self.sets.saturating_mul(self.ranks)
    }

    pub(super) fn blocks(&self) -> u64 {
        self.chunks().saturating_mul(self.orders)
    }

    /// Words of a bit plane.
    pub(super) fn words(&self) -> u64 {
        self.blocks().saturating_mul(self.width())
    }

    fn cost(&self) -> u64 {
        self.blocks().saturating_mul(self.width() + BLOCK_COST).saturating_add(self.tables / 8)
    }
}

/// The choice of named colours for a board, with its size.
#[derive(Debug)]
pub(super) struct Choice {
    /// For each colour of the board (255 is no colour): its tokens, and whether it is named.
    colours: Vec<(u8, usize, bool)>,
    binomials: Binomials,
    pub(super) size: Size,
}

impl Choice {
    /// The cheapest choice; [`None`] where the board has more than 2⁶³ arrangements.
    pub(super) fn best(board: &Board) -> Option<Choice> {
        let binomials = Binomials::up_to(board.places());
        let mut colours: Vec<(u8, usize, bool)> = Vec::new();
        for &colour in board.wanted().iter().filter(|&&colour| colour != BLANK) {
            match colours.iter_mut().find(|known| known.0 == colour) {
                Some(known) => known.1 += 1,
                None => colours.push((colour, 1, false)),
            }
        }
        // With 2⁶³ arrangements at most there are 20 colours at most: a million choices at worst.
        let all = size(&colours, board.places(), &binomials);
        if all.states > u64::MAX / 2 || colours.len() > 20 {
            return None;
        }
        let mut best: Option<(u64, usize)> = None;
        for chosen in 0..1usize << colours.len() {
            name(&mut colours, chosen);
            let size = size(&colours, board.places(), &binomials);
            if size.bits <= MAX_BITS && best.is_none_or(|(cost, _)| size.cost() < cost) {
                best = Some((size.cost(), chosen));
            }
        }
        name(&mut colours, best?.1);
        let size = size(&colours, board.places(), &binomials);
        Some(Choice { colours, binomials, size })
    }
}

/// Names the colours whose bit is set.
fn name(colours: &mut [(u8, usize, bool)], chosen: usize) {
    colours.iter_mut().enumerate().for_each(|(i, colour)| colour.2 = chosen >> i & 1 == 1);
}

fn counts(colours: &[(u8, usize, bool)], named: bool) -> Vec<usize> {
    colours.iter().filter(|colour| colour.2 == named).map(|colour| colour.1).collect()
}

fn size(colours: &[(u8, usize, bool)], places: usize, binomials: &Binomials) -> Size {
    let named = Arrangements::new(counts(colours, true), binomials);
    let loose = Arrangements::new(counts(colours, false), binomials);
    let (sets, ranks) = (binomials.of(places, named.length()), (places - named.length()) as u64);
    let (orders, bits) = (named.total(), loose.total());
    let states = sets.saturating_mul(ranks).saturating_mul(orders).saturating_mul(bits);
    // A permutation of bits: two bytes a bit, and two windows of 64 bytes for half of the words at most.
    let loose_moves = (loose.length() * loose.length()) as u64;
    let named_moves = (named.length() * named.length()) as u64;
    let compiled = bits.saturating_mul(4).saturating_add(bits.div_ceil(64).saturating_mul(320));
    let tables =
        loose_moves.saturating_mul(compiled).saturating_add(named_moves.saturating_mul(orders).saturating_mul(4));
    Size { states, sets, ranks, orders, bits, tables }
}

/// The bit of every state of a board, and the moves between them.
#[derive(Debug)]
pub(super) struct Frame {
    board: Board,
    /// For each colour whether it is named, and its number among those.
    roles: Vec<(bool, u8)>,
    colours: [Vec<u8>; 2],
    named: Arrangements,
    loose: Arrangements,
    binomials: Binomials,
    /// For each pair of positions the permutation of the named orders.
    named_moves: Vec<Vec<u32>>,
    /// All orders of the named tokens: where they stay as they are.
    same_orders: Vec<u32>,
    /// For each pair of positions the permutation of the loose orders.
    loose_moves: Vec<Vec<u32>>,
    pub(super) ranks: usize,
    pub(super) orders: usize,
    pub(super) bits: usize,
    /// Words of a block.
    pub(super) width: usize,
    pub(super) chunks: usize,
}

impl Frame {
    pub(super) fn new(board: &Board, choice: Choice) -> Frame {
        let Choice { colours, binomials, size } = choice;
        let mut roles = vec![(false, 0); 256];
        let mut lists = [Vec::new(), Vec::new()];
        for &(colour, _, named) in &colours {
            let list = &mut lists[usize::from(named)];
            roles[usize::from(colour)] = (named, list.len() as u8);
            list.push(colour);
        }
        let named = Arrangements::new(counts(&colours, true), &binomials);
        let loose = Arrangements::new(counts(&colours, false), &binomials);
        Frame {
            named_moves: named.moved(&binomials),
            loose_moves: loose.moved(&binomials),
            same_orders: (0..size.orders as u32).collect(),
            board: board.clone(),
            roles,
            colours: lists,
            named,
            loose,
            binomials,
            ranks: size.ranks as usize,
            orders: size.orders as usize,
            bits: size.bits as usize,
            width: size.width() as usize,
            chunks: size.chunks() as usize,
        }
    }

    /// The board that this is the frame of.
    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Words of a chunk.
    pub(super) fn chunk_words(&self) -> usize {
        self.orders * self.width
    }

    /// The first word of a block.
    pub(super) fn block(&self, chunk: usize, order: usize) -> usize {
        (chunk * self.orders + order) * self.width
    }

    /// States of a chunk, reachable or not.
    pub(super) fn chunk_states(&self) -> u32 {
        (self.orders * self.bits) as u32
    }

    /// The bits of a block's word that stand for states.
    pub(super) fn valid(&self, word: usize) -> u64 {
        if 64 * (word + 1) <= self.bits { u64::MAX } else { (1 << (self.bits % 64)) - 1 }
    }

    /// The word of a state in a plane, and its bit there.
    pub(super) fn position(&self, state: State) -> (usize, u64) {
        (self.block(state.chunk, state.order) + state.bit / 64, 1 << (state.bit % 64))
    }

    /// The number of a state's bit in a plane.
    pub(super) fn code(&self, state: State) -> u64 {
        64 * self.block(state.chunk, state.order) as u64 + state.bit as u64
    }

    /// The state with that number.
    pub(super) fn uncode(&self, code: u64) -> State {
        let bits = 64 * self.width as u64;
        let (block, bit) = ((code / bits) as usize, (code % bits) as usize);
        State { chunk: block / self.orders, order: block % self.orders, bit }
    }

    /// Whether a number is that of a state.
    pub(super) fn is_state(&self, code: u64) -> bool {
        let state = self.uncode(code);
        state.chunk < self.chunks && state.bit < self.bits
    }

    /// The permutations of bits by the loose moves, those of [`Frame::permutes`].
    pub(super) fn permutations(&self) -> &[Vec<u32>] {
        &self.loose_moves
    }

    /// The number of a move's permutation of bits; [`None`] where it leaves them as they are.
    pub(super) fn permutes(&self, step: &Move) -> Option<usize> {
        match step.change {
            Change::Loose(take, insert) if take != insert => Some(self.permutation(take, insert)),
            _ => None,
        }
    }

    /// For each order of the named tokens the order after a move.
    pub(super) fn orders_after(&self, step: &Move) -> &[u32] {
        match step.change {
            Change::Named(take, insert) => &self.named_moves[take * self.named.length() + insert],
            Change::Loose(..) => &self.same_orders,
        }
    }

    fn permutation(&self, take: usize, insert: usize) -> usize {
        take * self.loose.length() + insert
    }

    /// The places of the named tokens and of the others, both ascending.
    fn sides(&self, chunk: usize) -> (Vec<usize>, Vec<usize>) {
        let places = self.board.places();
        let named = self.binomials.unrank((chunk / self.ranks) as u64, self.named.length(), places);
        let others = (0..places).filter(|place| !named.contains(place)).collect();
        (named, others)
    }

    /// The chunk of these named places (ascending) and this blank.
    fn chunk(&self, named: &[usize], blank: usize) -> usize {
        let below = named.iter().filter(|&&place| place < blank).count();
        self.binomials.rank(named.iter().copied()) as usize * self.ranks + blank - below
    }

    /// All moves from the states of a chunk; each leads back by a move of its goal.
    pub(super) fn moves(&self, chunk: usize) -> Vec<Move> {
        let (named, others) = self.sides(chunk);
        let rank = chunk % self.ranks;
        let links = self.board.links(others[rank] as u8).iter();
        links.map(|&place| self.step(chunk, (&named, &others), rank, place)).collect()
    }

    /// The move of the token on `place` into the blank, the `rank`-th of the `others`.
    fn step(&self, chunk: usize, (named, others): (&[usize], &[usize]), rank: usize, place: u8) -> Move {
        let token = usize::from(place);
        match named.binary_search(&token) {
            Ok(take) => {
                let mut after = named.to_vec();
                after.remove(take);
                let insert = after.partition_point(|&p| p < others[rank]);
                after.insert(insert, others[rank]);
                Move { place, chunk: self.chunk(&after, token), change: Change::Named(take, insert) }
            }
            Err(_) => {
                let from = others.partition_point(|&p| p < token);
                // The row of loose tokens leaves the blank out, before and after.
                let change = Change::Loose(from - usize::from(from > rank), rank - usize::from(rank > from));
                Move { place, chunk: chunk - rank + from, change }
            }
        }
    }

    /// The state that a move of its chunk leads to.
    pub(super) fn after(&self, state: State, step: &Move) -> State {
        let order = self.orders_after(step)[state.order] as usize;
        let moved = |permutation: usize| self.loose_moves[permutation][state.bit] as usize;
        State { chunk: step.chunk, order, bit: self.permutes(step).map_or(state.bit, moved) }
    }

    /// The state of an arrangement of the board's tokens.
    pub(super) fn state(&self, layout: &Layout) -> State {
        let mut named = Vec::new();
        let mut rows = [Vec::new(), Vec::new()];
        for (place, &colour) in layout.colours().iter().enumerate().filter(|&(_, &colour)| colour != BLANK) {
            let (is_named, number) = self.roles[usize::from(colour)];
            rows[usize::from(is_named)].push(number);
            if is_named {
                named.push(place);
            }
        }
        State {
            chunk: self.chunk(&named, usize::from(layout.blank())),
            order: self.named.rank(&rows[1], &self.binomials) as usize,
            bit: self.loose.rank(&rows[0], &self.binomials) as usize,
        }
    }

    /// The colours of a state, place by place.
    pub(super) fn colours(&self, state: State) -> Vec<u8> {
        let (named, others) = self.sides(state.chunk);
        let rank = state.chunk % self.ranks;
        let mut colours = vec![BLANK; self.board.places()];
        for (place, number) in named.iter().zip(self.named.unrank(state.order as u64, &self.binomials)) {
            colours[*place] = self.colours[1][usize::from(number)];
        }
        let loose = others.iter().enumerate().filter(|&(i, _)| i != rank).map(|(_, place)| place);
        for (place, number) in loose.zip(self.loose.unrank(state.bit as u64, &self.binomials)) {
            colours[*place] = self.colours[0][usize::from(number)];
        }
        colours
    }
}
