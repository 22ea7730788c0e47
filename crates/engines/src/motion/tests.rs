//! Known answers, and agreement of every method with a plain breadth-first search.

use std::collections::HashMap;

use num_bigint::BigUint;

use super::{BLANK, Board, Layout, Solver};
use crate::{Context, Halt};

pub(super) fn random(seed: &mut u64, below: usize) -> usize {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*seed ^ *seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ mixed >> 31) % below as u64) as usize
}

pub(super) fn shuffle<T>(list: &mut [T], seed: &mut u64) {
    for end in (1..list.len()).rev() {
        list.swap(end, random(seed, end + 1));
    }
}

/// A connected graph of 2 to `most` places with about `colours` tokens a colour.
pub(super) fn random_board(most: usize, colours: usize, seed: &mut u64) -> Board {
    let places = 2 + random(seed, most - 1);
    let mut links = vec![Vec::new(); places];
    let mut link = |a: usize, b: usize| {
        links[a].push(b as u8);
        links[b].push(a as u8);
    };
    (1..places).for_each(|place| link(place, random(seed, place)));
    for _ in 0..random(seed, places + 1) {
        let (a, b) = (random(seed, places), random(seed, places));
        if a != b {
            link(a, b);
        }
    }
    let mut wanted: Vec<u8> = (0..places).map(|place| (place / colours) as u8).collect();
    shuffle(&mut wanted, seed);
    wanted[random(seed, places)] = BLANK;
    Board::new(links, wanted).unwrap()
}

pub(super) fn grid(rows: usize, columns: usize) -> Board {
    let place = |row: usize, column: usize| (row * columns + column) as u8;
    let mut links = vec![Vec::new(); rows * columns];
    for row in 0..rows {
        for column in 0..columns {
            let mut link = |other: u8| {
                links[usize::from(place(row, column))].push(other);
                links[usize::from(other)].push(place(row, column));
            };
            if row + 1 < rows {
                link(place(row + 1, column));
            }
            if column + 1 < columns {
                link(place(row, column + 1));
            }
        }
    }
    let wanted = std::iter::once(BLANK).chain(0..(rows * columns - 1) as u8).collect();
    Board::new(links, wanted).unwrap()
}

/// Fifteen places in a triangle; tokens leap along its lines, and along 0-4-12.
pub(super) fn triangle(wanted: &str) -> Board {
    let place = |row: usize, column: usize| (row * (row + 1) / 2 + column) as u8;
    let mut lines: Vec<Vec<u8>> = vec![vec![0, 4, 12]];
    for fixed in 0..5 {
        lines.push((0..=fixed).map(|column| place(fixed, column)).collect());
        lines.push((fixed..5).map(|row| place(row, fixed)).collect());
        lines.push((fixed..5).map(|row| place(row, row - fixed)).collect());
    }
    let mut links = vec![Vec::new(); 15];
    for line in lines {
        for &a in &line {
            links[usize::from(a)].extend(line.iter().filter(|&&b| b != a));
        }
    }
    Board::new(links, colours(wanted)).unwrap()
}

fn colours(text: &str) -> Vec<u8> {
    text.chars().map(|c| "CBROGYP".find(c).map_or(BLANK, |colour| colour as u8)).collect()
}

/// The published board and its arrangement.
pub(super) fn published() -> (Board, Layout) {
    let board = triangle("WCBRBOGYGPCORPY");
    let layout = board.layout(colours("-PCBRYOGYGBCORP")).unwrap();
    (board, layout)
}

/// The distance from the goal of every arrangement that it can be reached from.
pub(super) fn distances(board: &Board) -> HashMap<Layout, u32> {
    let mut distances = HashMap::from([(board.goal(), 0)]);
    let mut queue = vec![board.goal()];
    let mut next = 0;
    while let Some(layout) = queue.get(next).cloned() {
        next += 1;
        for &from in board.links(layout.blank()) {
            let mut after = layout.clone();
            after.slide(from);
            if !distances.contains_key(&after) {
                distances.insert(after.clone(), distances[&layout] + 1);
                queue.push(after);
            }
        }
    }
    distances
}

/// The good moves and the number of shortest solutions, from the distances.
fn by_distances(board: &Board, layout: &Layout, distances: &HashMap<Layout, u32>) -> (Vec<u8>, u64) {
    let left = distances[layout];
    if left == 0 {
        return (Vec::new(), 1);
    }
    let (mut best, mut count) = (Vec::new(), 0);
    for &from in board.links(layout.blank()) {
        let mut after = layout.clone();
        after.slide(from);
        if distances[&after] + 1 == left {
            best.push(from);
            count += by_distances(board, &after, distances).1;
        }
    }
    (best, count)
}

pub(super) fn replay(board: &Board, layout: &Layout, moves: &[u8]) -> Layout {
    let mut layout = layout.clone();
    for &from in moves {
        assert!(board.links(layout.blank()).contains(&from));
        layout.slide(from);
    }
    layout
}

/// Every answer of a solver against the distances.
fn agrees(solver: &Solver, layout: &Layout, distances: &HashMap<Layout, u32>, cx: &Context<'_>) {
    let board = solver.board();
    let (best, count) = by_distances(board, layout, distances);
    let left = distances[layout];
    let found = solver.best_moves(layout, cx).unwrap();
    assert_eq!((found.left, &found.best), (left, &best), "{board:?} {layout:?}");
    let line = solver.shortest(layout, cx).unwrap().moves;
    assert_eq!(line.len() as u32, left);
    assert_eq!(replay(board, layout, &line), board.goal());
    assert_eq!(solver.count(layout, cx).unwrap(), (left, BigUint::from(count)));
    let all = solver.all(layout, 50, cx).unwrap();
    assert_eq!((all.moves, all.lines.len() as u64, all.complete), (left, count.min(50), count <= 50));
    assert!(all.lines.is_sorted_by(|a, b| a < b));
    assert_eq!(all.lines[0], line);
    assert!(all.lines.iter().all(|line| replay(board, layout, line) == board.goal()));
}

#[test]
fn the_published_board() {
    let (board, layout) = published();
    let cx = Context::default();
    let solver = Solver::new(&board);
    let best = solver.best_moves(&layout, &cx).unwrap();
    assert_eq!((best.left, best.best), (16, vec![3, 4, 10]));
    assert_eq!(solver.count(&layout, &cx).unwrap(), (16, BigUint::from(12u32)));
    let all = solver.all(&layout, 100, &cx).unwrap();
    assert_eq!((all.lines.len(), all.complete), (12, true));
    assert_eq!(solver.shortest(&layout, &cx).unwrap().moves, all.lines[0]);
}

#[test]
fn random_graphs_agree_with_breadth_first_search() {
    let mut seed = 1;
    let mut tried = 0;
    while tried < 300 {
        let board = random_board(8, 1 + tried % 4, &mut seed);
        let distances = distances(&board);
        let mut layouts: Vec<&Layout> = distances.keys().collect();
        layouts.sort_by_key(|layout| (distances[*layout], layout.colours()));
        let solver = Solver::new(&board);
        let cx = Context::with_nodes(30_000_000);
        agrees(&solver, layouts[random(&mut seed, layouts.len())], &distances, &cx);
        tried += 1;
    }
}

#[test]
fn limits_keep_the_bound_proven_so_far() {
    let (board, layout) = published();
    let halted = Solver::new(&board).shortest(&layout, &Context::with_nodes(100)).unwrap_err();
    assert_eq!(halted.halt, Halt::Nodes);
    assert!(halted.at_least > 10 && halted.at_least <= 16);
}

#[test]
fn what_cannot_be_reached_is_exhausted() {
    let path = Board::new(vec![vec![1], vec![0, 2], vec![1]], vec![BLANK, 0, 1]).unwrap();
    let layout = path.layout(vec![BLANK, 1, 0]).unwrap();
    assert!(Solver::new(&path).shortest(&layout, &Context::default()).unwrap_err().is_exhausted());
}
