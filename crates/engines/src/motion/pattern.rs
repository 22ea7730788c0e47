//! Pattern databases (Culberson and Schaeffer 1998), additive in the manner of Korf and Felner (2002): for some
//! colours, how many moves their tokens need at least, the other tokens being transparent and their moves free.
//!
//! A node is the set of places that the pattern's tokens take, the component of the rest that the blank can
//! wander in, and the order of the colours over the set. Set and component name a *block* of one byte an order. A
//! move takes a token from the set into the component: it leads from block to block, and the order changes by
//! "take out the i-th, insert it as the j-th", a permutation that depends on i and j alone. Breadth-first from
//! the goal, a block's newest nodes at a time: two loads and a store for each link.
//!
//! The table kept for searching has one entry for each choice of places for every colour, the least over the
//! blank's components, at the ranks in mixed radix of the colours' places: the index follows from one addition a move.

use super::bitboard::{Bitboard, places};
use crate::{Context, Halt};

/// A value for what was never reached: no bound is lower.
pub(super) const UNREACHED: u8 = u8::MAX;

/// How many entries the table of a pattern has.
pub(super) fn entries(small: &Bitboard, pattern: u16) -> u64 {
    places(pattern).fold(1, |entries: u64, colour| entries.saturating_mul(small.ranks_of(colour)))
}

/// How many nodes a pattern has, were the rest always connected.
pub(super) fn nodes(small: &Bitboard, pattern: u16) -> u64 {
    let (mut nodes, mut free) = (1u64, small.places as u64);
    for colour in places(pattern) {
        let mut chosen = 1;
        for taken in 1..=u64::from(small.tokens(colour)) {
            chosen = chosen * free / taken;
            free -= 1;
        }
        nodes = nodes.saturating_mul(chosen);
    }
    nodes
}

/// Fills the table of a pattern (a set of colours): an entry for each choice of ranks, that of the lowest colour
/// counting by ones.
/// `blocks` are those of as many tokens as the pattern has.
pub(super) fn build(
    small: &Bitboard,
    blocks: &Blocks<'_>,
    pattern: u16,
    table: &mut [u8],
    cx: &Context<'_>,
) -> Result<(), Halt> {
    let orders = Orders::new(small, pattern);
    let bytes = blocks.components.len() as u64 * orders.len() as u64;
    // Newest nodes take two bytes each; half of all at once is more than any board shows.
    let _claim = cx.reserve(2 * bytes)?;
    let mut nodes = vec![UNREACHED; usize::try_from(bytes).map_err(|_| Halt::Bytes)?];
    spread(small, pattern, &orders, blocks, &mut nodes, cx)?;
    fill(small, pattern, &orders, blocks, &nodes, table);
    Ok(())
}

/// How many tokens a pattern has.
pub(super) fn tokens(small: &Bitboard, pattern: u16) -> u32 {
    places(pattern).map(|colour| small.tokens(colour)).sum()
}

/// The orders in which the tokens of a pattern can stand; four bits a position, the first lowest.
struct Orders {
    tokens: usize,
    words: Vec<u64>,
    /// For i and j the order that follows when the i-th token becomes the j-th.
    moves: Vec<Vec<u16>>,
}

impl Orders {
    fn new(small: &Bitboard, pattern: u16) -> Orders {
        let mut left: Vec<(u8, u32)> = places(pattern).map(|colour| (colour, small.tokens(colour))).collect();
        let tokens = left.iter().map(|&(_, count)| count as usize).sum();
        let mut words = Vec::new();
        arrange(&mut left, tokens, 0, &mut words);
        words.sort_unstable();
        let index = |word: u64| words.binary_search(&word).unwrap_or_default() as u16;
        let pairs = (0..tokens * tokens).map(|pair| (pair / tokens, pair % tokens));
        let moves = pairs.map(|(i, j)| words.iter().map(|&word| index(reinsert(word, i, j))).collect()).collect();
        Orders { tokens, words, moves }
    }

    fn len(&self) -> usize {
        self.words.len()
    }

    fn index(&self, word: u64) -> u16 {
        self.words.binary_search(&word).unwrap_or_default() as u16
    }
}

/// All orders of what is left, before the positions already filled.
fn arrange(left: &mut Vec<(u8, u32)>, positions: usize, word: u64, words: &mut Vec<u64>) {
    if positions == 0 {
        words.push(word);
        return;
    }
    for number in 0..left.len() {
        if left[number].1 > 0 {
            left[number].1 -= 1;
            arrange(left, positions - 1, word << 4 | u64::from(left[number].0), words);
            left[number].1 += 1;
        }
    }
}

/// Takes out the i-th digit and inserts it as the j-th.
fn reinsert(word: u64, i: usize, j: usize) -> u64 {
    let below = |position: usize| (1u64 << (4 * position)) - 1;
    let digit = word >> (4 * i) & 15;
    let without = word & below(i) | word >> 4 & !below(i);
    without & below(j) | digit << (4 * j) | (without & !below(j)) << 4
}

/// The sets that some number of tokens can take, each with the components of the rest, and the moves between.
pub(super) struct Blocks<'s> {
    sets: &'s [u16],
    /// For each set the number of its first block, and at the end the number of blocks.
    first: Vec<u32>,
    components: Vec<u16>,
    /// For each block where its links begin.
    first_link: Vec<u32>,
    links: Vec<Link>,
}

/// A block that a move leads to, or comes from.
struct Link {
    block: u32,
    /// What the way from there does to an order: takes out the i-th token and inserts it as the j-th.
    i: u8,
    j: u8,
}

impl<'s> Blocks<'s> {
    pub(super) fn new(small: &'s Bitboard, tokens: u32) -> Blocks<'s> {
        let sets = &small.sets[tokens as usize];
        let everywhere = ((1u32 << small.places) - 1) as u16;
        let (mut first, mut components) = (Vec::with_capacity(sets.len() + 1), Vec::new());
        for &set in sets {
            first.push(components.len() as u32);
            components.extend(small.components(everywhere & !set));
        }
        first.push(components.len() as u32);
        let mut blocks = Blocks { sets, first, components, first_link: vec![0], links: Vec::new() };
        for (rank, &set) in sets.iter().enumerate() {
            for block in blocks.of(rank) {
                blocks.link(small, set, blocks.components[block]);
            }
        }
        blocks
    }

    /// The links of the next block.
    fn link(&mut self, small: &Bitboard, set: u16, component: u16) {
        for (from, j) in places(set).zip(0..) {
            for to in places(small.links[usize::from(from)] & component) {
                let other = set & !(1 << from) | 1 << to;
                let i = (other & ((1 << to) - 1)).count_ones() as u8;
                let block = self.find(small, other, from) as u32;
                self.links.push(Link { block, i, j });
            }
        }
        self.first_link.push(self.links.len() as u32);
    }

    /// The blocks of a set.
    fn of(&self, rank: usize) -> std::ops::Range<usize> {
        self.first[rank] as usize..self.first[rank + 1] as usize
    }

    /// The block of a set with the blank on a place.
    fn find(&self, small: &Bitboard, set: u16, blank: u8) -> usize {
        let mut block = self.of(small.rank(set) as usize).start;
        while self.components[block] >> blank & 1 == 0 {
            block += 1;
        }
        block
    }

    fn links_of(&self, block: usize) -> &[Link] {
        &self.links[self.first_link[block] as usize..self.first_link[block + 1] as usize]
    }
}

/// Breadth-first from the goal: at each distance every block that still has unreached nodes pulls the newest nodes
/// of the blocks that it is linked to.
fn spread(
    small: &Bitboard,
    pattern: u16,
    orders: &Orders,
    blocks: &Blocks<'_>,
    nodes: &mut [u8],
    cx: &Context<'_>,
) -> Result<(), Halt> {
    let width = orders.len();
    let (goal, order) = goal(small, pattern, orders, blocks);
    nodes[goal * width + usize::from(order)] = 0;
    let mut newest = Newest { orders: vec![order], first: vec![0; goal + 1] };
    newest.first.resize(blocks.components.len() + 1, 1);
    let mut missing = vec![width; blocks.components.len()];
    missing[goal] -= 1;
    let mut pulled = Box::new([0; 1 << 16]);
    for moves in 1..UNREACHED {
        let mut next = Newest { orders: Vec::new(), first: vec![0] };
        for block in 0..missing.len() {
            if missing[block] > 0 && pull(orders, blocks.links_of(block), &newest, &mut pulled) {
                let before = next.orders.len();
                settle(&mut nodes[block * width..][..width], &mut pulled[..width], moves, &mut next.orders);
                missing[block] -= next.orders.len() - before;
            }
            next.first.push(next.orders.len() as u32);
        }
        cx.spend(newest.orders.len() as u64)?;
        if next.orders.is_empty() {
            break;
        }
        newest = next;
    }
    Ok(())
}

/// The nodes of one distance, block by block.
struct Newest {
    orders: Vec<u16>,
    /// For each block where its orders begin.
    first: Vec<u32>,
}

impl Newest {
    fn of(&self, block: usize) -> &[u16] {
        &self.orders[self.first[block] as usize..self.first[block + 1] as usize]
    }
}

/// The goal's block and order.
fn goal(small: &Bitboard, pattern: u16, orders: &Orders, blocks: &Blocks<'_>) -> (usize, u16) {
    let set = places(pattern).map(|colour| small.homes[usize::from(colour)]).sum();
    let wanted = |place: u8| places(pattern).find(|&colour| small.homes[usize::from(colour)] >> place & 1 == 1);
    let digits =
        places(set).zip(0..).map(|(place, position)| u64::from(wanted(place).unwrap_or_default()) << (4 * position));
    (blocks.find(small, set, small.home), orders.index(digits.sum()))
}

/// Marks the orders of a block that are one move from a newest node; whether there are any.
fn pull(orders: &Orders, links: &[Link], newest: &Newest, pulled: &mut [u8; 1 << 16]) -> bool {
    let mut any = false;
    for link in links {
        let sources = newest.of(link.block as usize);
        if sources.is_empty() {
            continue;
        }
        any = true;
        let permutation = &orders.moves[usize::from(link.i) * orders.tokens + usize::from(link.j)][..];
        for &order in sources {
            pulled[usize::from(permutation[usize::from(order)])] = 1;
        }
    }
    any
}

/// Gives the marked nodes that were never reached their distance, lists them, and clears the marks; eight at once.
fn settle(nodes: &mut [u8], marks: &mut [u8], moves: u8, fresh: &mut Vec<u16>) {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const ONES: u64 = 0x0101_0101_0101_0101;
    let mut first = 0;
    let (mut wholes, mut whole_marks) = (nodes.chunks_exact_mut(8), marks.chunks_exact_mut(8));
    for (values, marks) in wholes.by_ref().zip(whole_marks.by_ref()) {
        let marked = u64::from_le_bytes(std::array::from_fn(|byte| marks[byte]));
        let value = u64::from_le_bytes(std::array::from_fn(|byte| values[byte]));
        // Ones where a byte is UNREACHED, all of whose bits are set.
        let unreached = (((value & LOW) + ONES) & value) >> 7 & ONES;
        let mut new = marked & unreached;
        marks.fill(0);
        if new != 0 {
            values.copy_from_slice(&(value ^ (new * u64::from(UNREACHED ^ moves))).to_le_bytes());
        }
        while new != 0 {
            fresh.push(first + (new.trailing_zeros() / 8) as u16);
            new &= new - 1;
        }
        first += 8;
    }
    let rest = wholes.into_remainder().iter_mut().zip(whole_marks.into_remainder());
    for ((value, mark), order) in rest.zip(first..) {
        if std::mem::take(mark) == 1 && *value == UNREACHED {
            *value = moves;
            fresh.push(order);
        }
    }
}

/// Writes every node to its index.
fn fill(small: &Bitboard, pattern: u16, orders: &Orders, blocks: &Blocks<'_>, nodes: &[u8], table: &mut [u8]) {
    let width = orders.len();
    let mut weight = 1;
    let mut fields: Vec<(u32, Vec<u16>)> = Vec::new();
    for colour in places(pattern) {
        let positions = |word: u64| (0..orders.tokens).filter(move |&p| (word >> (4 * p) & 15) as u8 == colour);
        let masks = orders.words.iter().map(|&word| positions(word).map(|p| 1u16 << p).sum()).collect();
        fields.push((weight, masks));
        weight *= small.ranks_of(colour) as u32;
    }
    let mut ranks = vec![0u32; 1 << orders.tokens];
    let mut index = vec![0u32; width];
    let mut least = vec![UNREACHED; width];
    for (rank, &set) in blocks.sets.iter().enumerate() {
        least.fill(UNREACHED);
        for block in blocks.of(rank) {
            least.iter_mut().zip(&nodes[block * width..]).for_each(|(least, &value)| *least = value.min(*least));
        }
        subset_ranks(small, set, orders.tokens, &mut ranks);
        index.fill(0);
        for (weight, masks) in &fields {
            index.iter_mut().zip(masks).for_each(|(index, &mask)| *index += ranks[usize::from(mask)] * weight);
        }
        index.iter().zip(&least).for_each(|(&index, &value)| table[index as usize] = value);
    }
}

/// For each set of positions within a set of places the rank of those places.
fn subset_ranks(small: &Bitboard, set: u16, tokens: usize, ranks: &mut [u32]) {
    let members: Vec<u8> = places(set).collect();
    for (positions, rank) in (0u16..1 << tokens).zip(ranks) {
        *rank = small.rank(places(positions).map(|position| 1u16 << members[usize::from(position)]).sum());
    }
}
