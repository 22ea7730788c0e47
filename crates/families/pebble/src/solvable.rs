//! Which arrangements can be solved at all: the exact verdict for any graph, without a search.
//!
//! Bring the hole home. Rooted there, the places of each block without its gate exchange pebbles among themselves
//! only, independently of the other blocks. In a cycle they rotate; in θ₀ they take 120 orders; in any other block
//! that is not bipartite they take every order; in a bipartite one every even order, so that two pebbles of one
//! colour make all the difference. Wilson, Graph puzzles, homotopy, and the alternating group (1974), and for graphs
//! with bridges Kornhauser, Miller and Spirakis (1984); with colours the question is whether *some* exchange of equal
//! pebbles is among those orders. Linear in the links but for colours on cycles, where it is quadratic in the places.

use std::collections::HashSet;

use engines::motion::{BLANK, Board, Layout};

use super::body::Exchange;
use super::graph::{Block, Ways, beyond, blocks};

/// The facts about all arrangements of a board that follow from its graph; computed once for many questions.
pub(super) struct Parts(Vec<Part>);

/// A block, seen from the hole's home.
struct Part {
    block: Block,
    /// Every place that the hole reaches through the gate, in this direction.
    beyond: Vec<u8>,
    orders: Orders,
}

/// The orders that the pebbles of a block can take with the hole at its gate.
enum Orders {
    /// Rotations of these places.
    Cycle(Vec<u8>),
    /// The orders of θ₀: for each place the index of the pebble that was there first.
    Theta(Vec<Vec<usize>>),
    /// The even orders: for each place whether it is on the other side than the gate.
    Even(Vec<bool>),
    /// Every order.
    Any,
}

impl Parts {
    /// The parts of a board; linear in the links.
    pub(super) fn of(board: &Board) -> Parts {
        let part = |block: Block| {
            let beyond = beyond(board, block.places[0], block.gate);
            Part { beyond, orders: Orders::of(board, &block), block }
        };
        Parts(blocks(board, board.home()).into_iter().map(part).collect())
    }

    /// Why `here` cannot be solved; `None` where it can.
    pub(super) fn obstacle(&self, board: &Board, here: &Layout) -> Option<Exchange> {
        let ways = Ways::from(board, here.blank());
        let reached = ways.reached();
        let Some(path) = ways.to(board.home()) else { return Some(Exchange::region(Vec::new(), None, reached)) };
        let differs_at = |&place: &usize| here.colours()[place] != board.wanted()[place];
        let wrong = |place: usize| reached.binary_search(&(place as u8)).is_err();
        if reached.len() < board.places() && (0..board.places()).filter(differs_at).any(wrong) {
            return Some(Exchange::region(Vec::new(), None, reached));
        }
        let mut home = here.clone();
        path.iter().for_each(|&place| home.slide(place));
        if let Some(part) = self.0.iter().find(|part| differs(board, home.colours(), &part.beyond)) {
            return Some(Exchange::region(path, Some(part.block.gate), part.beyond.clone()));
        }
        self.0.iter().find_map(|part| part.inside(board, home.colours(), &path))
    }

    /// How many states can be reached from the goal: for each place of the hole the arrangements of every block;
    /// `None` beyond 2^128.
    pub(super) fn states(&self, board: &Board) -> Option<u128> {
        let holes = Ways::from(board, board.home()).reached().len() as u128;
        self.0.iter().try_fold(holes, |product, part| product.checked_mul(part.arrangements(board)?))
    }
}

impl Orders {
    fn of(board: &Board, block: &Block) -> Orders {
        if let Some(around) = block.as_cycle(board) {
            Orders::Cycle(around)
        } else if block.is_theta(board) {
            Orders::Theta(orders(board, block))
        } else {
            block.sides(board).map_or(Orders::Any, Orders::Even)
        }
    }
}

impl Part {
    /// The arrangements of the block's pebbles with the hole at its gate.
    fn arrangements(&self, board: &Board) -> Option<u128> {
        let want = colours_on(board.wanted(), &self.block.places);
        match &self.orders {
            Orders::Cycle(around) => {
                let around = colours_on(board.wanted(), around);
                let rotated = |by: usize| [&around[by..], &around[..by]].concat();
                Some((0..around.len()).map(rotated).collect::<HashSet<Vec<u8>>>().len() as u128)
            }
            Orders::Theta(orders) => {
                let coloured = |order: &Vec<usize>| -> Vec<u8> { order.iter().map(|&from| want[from]).collect() };
                Some(orders.iter().map(coloured).collect::<HashSet<Vec<u8>>>().len() as u128)
            }
            Orders::Even(_) if want.len() > 1 && permutation(&want, &want).is_some() => Some(multinomial(&want)? / 2),
            Orders::Even(_) | Orders::Any => multinomial(&want),
        }
    }

    /// Why the pebbles of the block cannot be put in order, where its colours are the wanted ones.
    fn inside(&self, board: &Board, colours: &[u8], path: &[u8]) -> Option<Exchange> {
        let Block { gate, places } = &self.block;
        let as_wanted = places.iter().all(|&place| colours[usize::from(place)] == board.wanted()[usize::from(place)]);
        if as_wanted || matches!(self.orders, Orders::Any) {
            return None;
        }
        let (have, want) = (colours_on(colours, places), colours_on(board.wanted(), places));
        let (path, gate, places) = (path.to_vec(), *gate, places.clone());
        match &self.orders {
            Orders::Cycle(around) => {
                let (have, want) = (colours_on(colours, around), colours_on(board.wanted(), around));
                (!is_rotation(&have, &want)).then(|| Exchange::Cycle { path, gate, places: around.clone() })
            }
            Orders::Theta(orders) => {
                let solved = |order: &Vec<usize>| order.iter().zip(&want).all(|(&from, want)| have[from] == *want);
                let count = orders.len() as u64;
                (!orders.iter().any(solved)).then_some(Exchange::Orders { path, gate, places, orders: count })
            }
            Orders::Even(sides) => {
                let order = permutation(&have, &want).filter(|order| !is_even(order))?;
                let sides = sides.iter().map(|&side| u8::from(side)).collect();
                let permutation = order.iter().map(|&to| places[to]).collect();
                Some(Exchange::Parity { path, gate, places, sides, permutation })
            }
            Orders::Any => None,
        }
    }
}

/// In how many orders these colours can stand in a row.
fn multinomial(colours: &[u8]) -> Option<u128> {
    let mut seen = [0_u128; 256];
    let mut total = 1_u128;
    for (index, &colour) in (1..).zip(colours) {
        let of_colour = &mut seen[usize::from(colour)];
        *of_colour += 1;
        total = total.checked_mul(index)? / *of_colour;
    }
    Some(total)
}

/// The colours on these places.
fn colours_on(colours: &[u8], places: &[u8]) -> Vec<u8> {
    places.iter().map(|&place| colours[usize::from(place)]).collect()
}

/// Whether the colours on these places are others than wanted, in whatever order.
fn differs(board: &Board, colours: &[u8], places: &[u8]) -> bool {
    let mut surplus = [0_i16; 256];
    for place in places.iter().map(|&place| usize::from(place)) {
        surplus[usize::from(colours[place])] += 1;
        surplus[usize::from(board.wanted()[place])] -= 1;
    }
    places.iter().any(|&place| surplus[usize::from(colours[usize::from(place)])] != 0)
}

fn is_rotation(have: &[u8], want: &[u8]) -> bool {
    (0..have.len()).any(|by| have[by..].iter().chain(&have[..by]).eq(want))
}

/// Where each pebble belongs, by index; `None` where two have one colour.
fn permutation(have: &[u8], want: &[u8]) -> Option<Vec<usize>> {
    let different: HashSet<&u8> = have.iter().collect();
    if different.len() < have.len() {
        return None;
    }
    have.iter().map(|colour| want.iter().position(|wanted| wanted == colour)).collect()
}

fn is_even(order: &[usize]) -> bool {
    let mut seen = vec![false; order.len()];
    let mut transpositions = 0;
    for begin in 0..order.len() {
        let mut at = order[begin];
        while at != begin && !seen[at] {
            seen[at] = true;
            transpositions += 1;
            at = order[at];
        }
        seen[begin] = true;
    }
    transpositions % 2 == 0
}

/// Every order that the pebbles of a small block can take with the hole at its gate: for each place the index of the
/// pebble that was there first.
fn orders(board: &Board, block: &Block) -> Vec<Vec<usize>> {
    let members: Vec<u8> = block.members().collect();
    let at = |place: u8| members.iter().position(|&member| member == place).unwrap_or(0);
    let links: Vec<Vec<usize>> = members.iter().map(|&place| block.links(board, place).map(at).collect()).collect();
    let hole = usize::from(BLANK);
    let first: Vec<usize> = std::iter::once(hole).chain(0..block.places.len()).collect();
    let mut seen = HashSet::from([first.clone()]);
    let mut stack = vec![first];
    while let Some(state) = stack.pop() {
        let Some(empty) = state.iter().position(|&pebble| pebble == hole) else { continue };
        for &from in &links[empty] {
            let mut next = state.clone();
            next.swap(empty, from);
            if seen.insert(next.clone()) {
                stack.push(next);
            }
        }
    }
    seen.into_iter().filter(|state| state[0] == hole).map(|state| state[1..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parity_is_counted_by_cycles() {
        assert!(is_even(&[]) && is_even(&[0, 1, 2]) && is_even(&[1, 2, 0]) && is_even(&[1, 0, 3, 2]));
        assert!(!is_even(&[1, 0]) && !is_even(&[1, 2, 3, 0]) && !is_even(&[0, 2, 1]));
    }

    #[test]
    fn theta_has_a_hundred_and_twenty_orders() {
        let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (6, 0), (6, 3)];
        let mut links = vec![Vec::new(); 7];
        edges.iter().for_each(|&(a, b): &(u8, u8)| {
            links[usize::from(a)].push(b);
            links[usize::from(b)].push(a);
        });
        for home in 0..7 {
            let wanted = (0..7).map(|place| if place == home { BLANK } else { place }).collect();
            let board = Board::new(links.clone(), wanted).unwrap();
            assert_eq!(orders(&board, &blocks(&board, home)[0]).len(), 120);
        }
    }
}
