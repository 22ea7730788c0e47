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

use super::graph::{Block, beyond, blocks, component, path};
use crate::answer::Exchange;

/// Why `here` cannot be solved; `None` where it can.
pub(super) fn obstacle(board: &Board, here: &Layout) -> Option<Exchange> {
    let Some(path) = path(board, here.blank(), board.home()) else {
        return Some(Exchange::region(Vec::new(), None, component(board, here.blank())));
    };
    let reached = component(board, here.blank());
    let wrong = |place: &u8| reached.binary_search(place).is_err() && differs(board, here.colours(), &[*place]);
    if (0..=u8::MAX).take(board.places()).any(|place| wrong(&place)) {
        return Some(Exchange::region(Vec::new(), None, reached));
    }
    let mut home = here.clone();
    path.iter().for_each(|&place| home.slide(place));
    let blocks = blocks(board, board.home());
    let part = blocks.iter().map(|block| (block, beyond(board, block.places[0], block.gate)));
    if let Some((block, places)) = part.into_iter().find(|(_, places)| differs(board, home.colours(), places)) {
        return Some(Exchange::region(path, Some(block.gate), places));
    }
    blocks.iter().find_map(|block| inside(board, home.colours(), &path, block))
}

/// How many states can be reached from the goal: for each place of the hole the arrangements of every block; `None`
/// beyond 2^128.
pub(super) fn states(board: &Board) -> Option<u128> {
    let holes = component(board, board.home()).len() as u128;
    blocks(board, board.home())
        .iter()
        .try_fold(holes, |product, block| product.checked_mul(arrangements(board, block)?))
}

/// The arrangements of a block's pebbles with the hole at its gate.
fn arrangements(board: &Board, block: &Block) -> Option<u128> {
    let want = colours_on(board.wanted(), &block.places);
    if let Some(around) = block.as_cycle(board) {
        let around = colours_on(board.wanted(), &around);
        let rotations: HashSet<Vec<u8>> = (0..around.len()).map(|by| [&around[by..], &around[..by]].concat()).collect();
        return Some(rotations.len() as u128);
    }
    if block.is_theta(board) {
        let coloured = |order: Vec<usize>| -> Vec<u8> { order.iter().map(|&from| want[from]).collect() };
        let different: HashSet<Vec<u8>> = orders(board, block).into_iter().map(coloured).collect();
        return Some(different.len() as u128);
    }
    let halved = block.places.len() > 1 && permutation(&want, &want).is_some() && block.sides(board).is_some();
    Some(multinomial(&want)? / if halved { 2 } else { 1 })
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
    let sorted = |colours: &[u8]| {
        let mut list = colours_on(colours, places);
        list.sort_unstable();
        list
    };
    sorted(colours) != sorted(board.wanted())
}

/// Why the pebbles of a block cannot be put in order, where its colours are the wanted ones.
fn inside(board: &Board, colours: &[u8], path: &[u8], block: &Block) -> Option<Exchange> {
    let (have, want) = (colours_on(colours, &block.places), colours_on(board.wanted(), &block.places));
    if have == want {
        return None;
    }
    let (path, gate, places) = (path.to_vec(), block.gate, block.places.clone());
    if let Some(around) = block.as_cycle(board) {
        let (have, want) = (colours_on(colours, &around), colours_on(board.wanted(), &around));
        return (!is_rotation(&have, &want)).then_some(Exchange::Cycle { path, gate, places: around });
    }
    if block.is_theta(board) {
        let orders = orders(board, block);
        let solved = |order: &Vec<usize>| order.iter().zip(&want).all(|(&from, want)| have[from] == *want);
        let count = orders.len() as u64;
        return (!orders.iter().any(solved)).then_some(Exchange::Orders { path, gate, places, orders: count });
    }
    let sides = block.sides(board)?;
    let order = permutation(&have, &want)?;
    if is_even(&order) {
        return None;
    }
    let sides = sides.into_iter().map(u8::from).collect();
    let permutation = order.iter().map(|&to| places[to]).collect();
    Some(Exchange::Parity { path, gate, places, sides, permutation })
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
