//! The bound that needs no table: tokens matched to places, and closed exchanges.
//!
//! A token needs at least as many moves as its place is links away from the place that it ends on; so the tokens
//! of one colour need at least the cost of the cheapest matching with the places that want them. The colours add
//! up, as every move belongs to one token. Then join two colours wherever a token of one lies on a place that
//! wants the other, the blank counting as a colour. If a component has no blank and its matching needs just one
//! move a misplaced token, the first of its moves would need an empty place that wants one of its colours, but
//! all of these are taken by tokens of its own: one more move for each such component.
//!
//! Matching is the Hungarian method (Kuhn 1955, in the form of Jonker and Volgenant), k³ steps for k tokens.

use super::board::{BLANK, Board};
use super::heuristic::FAR;

/// Links between any two places, [`FAR`] where there is no path; n² entries.
#[derive(Clone, Debug)]
pub(super) struct Distances {
    places: usize,
    between: Vec<u16>,
}

impl Distances {
    /// Breadth-first from every place.
    pub(super) fn of(board: &Board) -> Distances {
        let places = board.places();
        let mut between = vec![FAR as u16; places * places];
        for (start, row) in between.chunks_mut(places).enumerate() {
            row[start] = 0;
            let mut queue = vec![start as u8];
            let mut next = 0;
            while let Some(&place) = queue.get(next) {
                next += 1;
                for &to in board.links(place) {
                    if row[usize::from(to)] == FAR as u16 {
                        row[usize::from(to)] = row[usize::from(place)] + 1;
                        queue.push(to);
                    }
                }
            }
        }
        Distances { places, between }
    }

    /// Links between two places.
    pub(super) fn between(&self, a: u8, b: u8) -> u32 {
        u32::from(self.between[usize::from(a) * self.places + usize::from(b)])
    }

    /// The cost of the cheapest matching of tokens with as many places.
    pub(super) fn matching(&self, tokens: &[u8], wanted: &[u8]) -> u32 {
        match (tokens, wanted) {
            (&[a], &[x]) => self.between(a, x),
            (&[a, b], &[x, y]) => {
                let straight = self.between(a, x) + self.between(b, y);
                straight.min(self.between(a, y) + self.between(b, x))
            }
            _ => self.hungarian(tokens, wanted),
        }
    }

    /// Rows are matched one by one; a shortest augmenting path under reduced costs makes room for each. Row and
    /// column 0 stand for "none".
    fn hungarian(&self, tokens: &[u8], wanted: &[u8]) -> u32 {
        let size = tokens.len();
        let cost = |row: usize, column: usize| self.between(tokens[row - 1], wanted[column - 1]) as i32;
        let (mut row_price, mut column_price) = (vec![0; size + 1], vec![0; size + 1]);
        let mut taken_by = vec![0usize; size + 1];
        for row in 1..=size {
            taken_by[0] = row;
            let (mut least, mut before) = (vec![i32::MAX; size + 1], vec![0usize; size + 1]);
            let mut reached = vec![false; size + 1];
            let mut at = 0;
            while taken_by[at] != 0 {
                reached[at] = true;
                let (from, mut best, mut delta) = (taken_by[at], 0, i32::MAX);
                for column in (1..=size).filter(|&column| !reached[column]) {
                    let reduced = cost(from, column) - row_price[from] - column_price[column];
                    if reduced < least[column] {
                        (least[column], before[column]) = (reduced, at);
                    }
                    if least[column] < delta {
                        (delta, best) = (least[column], column);
                    }
                }
                for column in 0..=size {
                    if reached[column] {
                        row_price[taken_by[column]] += delta;
                        column_price[column] -= delta;
                    } else {
                        least[column] = least[column].saturating_sub(delta);
                    }
                }
                at = best;
            }
            while at != 0 {
                taken_by[at] = taken_by[before[at]];
                at = before[at];
            }
        }
        (1..=size).map(|column| cost(taken_by[column], column) as u32).sum()
    }
}

/// How many components of the colours need one move more than their matching. `on` tells the colour on a place;
/// `tight` whether a colour's matching needs just one move a misplaced token.
#[inline(never)]
pub(super) fn closed_exchanges(wanted: &[u8], on: impl Fn(usize) -> u8, tight: impl Fn(u8) -> bool) -> u32 {
    let mut parent: [u8; 256] = std::array::from_fn(|colour| colour as u8);
    let mut seen = [0u64; 4];
    for (place, &wants) in wanted.iter().enumerate() {
        let holds = on(place);
        if holds != wants {
            mark(&mut seen, holds);
            mark(&mut seen, wants);
            let (a, b) = (root(&mut parent, holds), root(&mut parent, wants));
            parent[usize::from(a)] = b;
        }
    }
    let mut open = [0u64; 4];
    let mut roots = [0u64; 4];
    for colour in members(&seen) {
        let top = root(&mut parent, colour);
        mark(&mut roots, top);
        if colour == BLANK || !tight(colour) {
            mark(&mut open, top);
        }
    }
    roots.iter().zip(&open).map(|(roots, open)| (roots & !open).count_ones()).sum()
}

fn mark(set: &mut [u64; 4], member: u8) {
    set[usize::from(member >> 6)] |= 1 << (member & 63);
}

fn members(set: &[u64; 4]) -> impl Iterator<Item = u8> + use<> {
    let words = *set;
    (0u8..4).flat_map(move |high| {
        let mut word = words[usize::from(high)];
        std::iter::from_fn(move || {
            let low = word.trailing_zeros();
            word &= word.wrapping_sub(1);
            (low < 64).then_some(high << 6 | low as u8)
        })
    })
}

/// The representative of a colour's component; halves the path on the way.
fn root(parent: &mut [u8; 256], mut colour: u8) -> u8 {
    while parent[usize::from(colour)] != colour {
        let above = parent[usize::from(colour)];
        parent[usize::from(colour)] = parent[usize::from(above)];
        colour = above;
    }
    colour
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cheapest over all permutations.
    fn by_hand(distances: &Distances, tokens: &[u8], wanted: &mut Vec<u8>, fixed: usize) -> u32 {
        if fixed == tokens.len() {
            return tokens.iter().zip(&*wanted).map(|(&a, &b)| distances.between(a, b)).sum();
        }
        let mut best = u32::MAX;
        for other in fixed..wanted.len() {
            wanted.swap(fixed, other);
            best = best.min(by_hand(distances, tokens, wanted, fixed + 1));
            wanted.swap(fixed, other);
        }
        best
    }

    #[test]
    fn a_matching_is_the_cheapest_of_all() {
        let mut random = testkit::random::Random::new(5);
        for round in 0..200 {
            let board = crate::motion::tests::random_board(12, 1, &mut random);
            let distances = Distances::of(&board);
            let mut places: Vec<u8> = (0..board.places() as u8).collect();
            random.shuffle(&mut places);
            let count = (round % 6).min(places.len());
            let tokens = places[..count].to_vec();
            random.shuffle(&mut places);
            let mut wanted = places[..count].to_vec();
            let expected = by_hand(&distances, &tokens, &mut wanted, 0);
            assert_eq!(distances.hungarian(&tokens, &wanted), expected);
            assert_eq!(distances.matching(&tokens, &wanted), expected);
        }
    }
}
