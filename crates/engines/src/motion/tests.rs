//! Known answers, and agreement of every method with a plain breadth-first search.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use num_bigint::BigUint;

use super::heuristic::BuildMultiplying;
use super::solver::MAX_PAIRED;
use super::tables::{Tables, decode};
use super::{BLANK, Board, Layout, Outcome, Solver};
use crate::sealed::TRAILER;
use crate::{Budget, Context, Halt, MemoryStore};
use testkit::random::Random;

/// A connected graph of 2 to `most` places with about `colours` tokens a colour.
pub(super) fn random_board(most: usize, colours: usize, random: &mut Random) -> Board {
    let places = 2 + random.below(most - 1);
    let mut links = vec![Vec::new(); places];
    let mut link = |a: usize, b: usize| {
        links[a].push(b as u8);
        links[b].push(a as u8);
    };
    (1..places).for_each(|place| link(place, random.below(place)));
    for _ in 0..random.below(places + 1) {
        let (a, b) = (random.below(places), random.below(places));
        if a != b {
            link(a, b);
        }
    }
    let mut wanted: Vec<u8> = (0..places).map(|place| (place / colours) as u8).collect();
    random.shuffle(&mut wanted);
    wanted[random.below(places)] = BLANK;
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

/// An arrangement in four bits a place.
fn pack(layout: &Layout) -> u64 {
    layout.colours().iter().fold(0, |word, &colour| word << 4 | u64::from(colour.min(15)))
}

/// The distance from the goal of every arrangement that it can be reached from, each with the arrangement.
type Distances = HashMap<u64, u32, BuildMultiplying>;

/// Plain breadth-first search; none where there are more than `most` arrangements.
fn distances(board: &Board, most: usize) -> Option<(Distances, Vec<Layout>)> {
    let mut distances = Distances::from_iter([(pack(&board.goal()), 0)]);
    let mut queue = vec![board.goal()];
    let mut next = 0;
    while let Some(layout) = queue.get(next).cloned() {
        next += 1;
        let moves = distances[&pack(&layout)] + 1;
        for &from in board.links(layout.blank()) {
            let mut after = layout.clone();
            after.slide(from);
            if let Entry::Vacant(fresh) = distances.entry(pack(&after)) {
                fresh.insert(moves);
                queue.push(after);
            }
        }
        if queue.len() > most {
            return None;
        }
    }
    Some((distances, queue))
}

/// The good moves and the number of shortest solutions, from the distances.
fn by_distances(board: &Board, layout: &Layout, distances: &Distances) -> (Vec<u8>, u64) {
    let left = distances[&pack(layout)];
    if left == 0 {
        return (Vec::new(), 1);
    }
    let (mut best, mut count) = (Vec::new(), 0);
    for &from in board.links(layout.blank()) {
        let mut after = layout.clone();
        after.slide(from);
        if distances[&pack(&after)] + 1 == left {
            best.push(from);
            count += by_distances(board, &after, distances).1;
        }
    }
    (best, count)
}

fn replay(board: &Board, layout: &Layout, moves: &[u8]) -> Layout {
    let mut layout = layout.clone();
    for &from in moves {
        assert!(board.links(layout.blank()).contains(&from));
        layout.slide(from);
    }
    layout
}

/// Every answer of a solver against the distances.
fn agrees(solver: &Solver, layout: &Layout, distances: &Distances) {
    let cx = Context::with_nodes(100_000_000);
    let board = solver.board();
    let (best, count) = by_distances(board, layout, distances);
    let left = distances[&pack(layout)];
    let found = solver.best_moves(layout, &cx).found().unwrap();
    assert_eq!((found.left, &found.best), (left, &best), "{board:?} {layout:?}");
    let line = solver.shortest(layout, &cx).found().unwrap().moves;
    assert_eq!(line.len() as u32, left);
    assert_eq!(replay(board, layout, &line), board.goal());
    assert_eq!(solver.count(layout, &cx).found().unwrap(), (left, BigUint::from(count)));
    let all = solver.all(layout, 50, &cx).found().unwrap();
    assert_eq!((all.moves, all.lines.len() as u64, all.complete), (left, count.min(50), count <= 50));
    assert!(all.lines.is_sorted_by(|a, b| a < b));
    assert_eq!(all.lines[0], line);
    assert!(all.lines.iter().all(|line| replay(board, layout, line) == board.goal()));
}

fn prepared(board: &Board) -> Solver {
    let mut solver = Solver::new(board);
    solver.prepare(&Context::default()).unwrap();
    solver
}

/// The board's large tables alone.
fn without_pairs(board: &Board) -> Solver {
    let mut solver = prepared(board);
    solver.pairs = None;
    solver
}

/// The board's tables without any content: a bound that says nothing.
fn useless(board: &Board) -> Solver {
    let mut solver = without_pairs(board);
    if let (Some(tables), Some((small, symmetries))) = (solver.tables.take(), &solver.small) {
        let choice = decode(small, symmetries, &tables.bytes[..tables.bytes.len() - TRAILER]).unwrap();
        let zeros = Box::new(vec![0; tables.bytes.len()]);
        solver.tables = Tables::assemble(small, symmetries, tables.limits, choice, zeros);
        assert!(solver.tables.is_some());
    }
    solver
}

#[test]
fn the_published_board() {
    let (board, layout) = published();
    let cx = Context::default();
    for solver in [Solver::new(&board), without_pairs(&board), prepared(&board)] {
        let best = solver.best_moves(&layout, &cx).found().unwrap();
        assert_eq!((best.left, best.best), (16, vec![3, 4, 10]));
        assert_eq!(solver.count(&layout, &cx).found().unwrap(), (16, BigUint::from(12u32)));
        let all = solver.all(&layout, 100, &cx).found().unwrap();
        assert_eq!((all.lines.len(), all.complete), (12, true));
        assert_eq!(solver.shortest(&layout, &cx).found().unwrap().moves, all.lines[0]);
    }
}

#[test]
fn the_hardest_triangle_known_needs_27_moves() {
    let board = triangle("PWGCBYOOBGRCYRP");
    let layout = board.layout(colours("BYRGPRYPCCB-GOO")).unwrap();
    assert_eq!(prepared(&board).best_moves(&layout, &Context::default()).found().unwrap().left, 27);
}

/// A search that takes long under the pairs goes on under the large tables, and needs few nodes more than under
/// these alone.
#[test]
fn a_long_search_goes_on_under_the_large_tables() {
    let board = triangle("WCBRBOGYGPCORPY");
    let layout = board.layout(colours("-OGPYCBCYRBRPOG")).unwrap();
    let [both, large] = [prepared(&board), without_pairs(&board)].map(|solver| {
        let cx = Context::default();
        (solver.best_moves(&layout, &cx).found().unwrap(), cx.spent().nodes)
    });
    assert_eq!(both.0, large.0);
    assert!(large.1 > 1_000_000 && both.1 < large.1 + 50_000, "{} {}", both.1, large.1);
}

/// The first random boards of the triangle against the large tables: nearly all end under the pairs.
#[test]
fn most_triangles_end_under_the_pairs() {
    let board = triangle("WCBRBOGYGPCORPY");
    let (both, large) = (prepared(&board), without_pairs(&board));
    assert!(both.method().contains("pairs"), "{}", both.method());
    let mut random = Random::new(3);
    let mut long = 0;
    for _ in 0..300 {
        let mut cells = board.wanted().to_vec();
        random.shuffle(&mut cells);
        let layout = board.layout(cells).unwrap();
        let cx = Context::default();
        assert_eq!(both.best_moves(&layout, &cx), large.best_moves(&layout, &Context::default()));
        long += u32::from(cx.spent().nodes > MAX_PAIRED);
    }
    assert!(long < 10, "{long}");
}

/// Three of the nine boards that need most moves, 25, and their best moves, both from the complete map.
#[test]
fn the_hardest_published_triangles() {
    let board = triangle("WCBRBOGYGPCORPY");
    let solver = prepared(&board);
    let hardest: [(&str, &[u8]); 3] = [
        ("YORPGCBCBRYP-OG", &[0, 3, 4, 5, 7, 8, 10, 11, 13, 14]),
        ("-ORPYCBCYRBPGOG", &[1, 2, 3, 4, 5, 6, 9, 10, 14]),
        ("-OGPYCBCYRBRPOG", &[1, 2, 3, 4, 5, 6, 9, 10, 12, 14]),
    ];
    for (text, firsts) in hardest {
        let cx = Context::with_nodes(5_000_000);
        let best = solver.best_moves(&board.layout(colours(text)).unwrap(), &cx).found().unwrap();
        assert_eq!((best.left, best.best.as_slice()), (25, firsts), "{text}");
    }
}

/// A thousand graphs of up to ten places, different and equal tokens, every engine against breadth-first search.
#[test]
fn random_graphs_agree_with_breadth_first_search() {
    let mut random = Random::new(1);
    let mut tried = 0;
    while tried < 1000 {
        let board = random_board(10, 1 + tried % 5, &mut random);
        let Some((distances, layouts)) = distances(&board, 20_000) else { continue };
        let layout = &layouts[random.below(layouts.len())];
        agrees(&Solver::new(&board), layout, &distances);
        agrees(&prepared(&board), layout, &distances);
        agrees(&without_pairs(&board), layout, &distances);
        if distances[&pack(layout)] <= 9 {
            agrees(&useless(&board), layout, &distances);
        }
        tried += 1;
    }
}

#[test]
fn every_small_square_agrees_with_breadth_first_search() {
    let board = grid(3, 3);
    let (distances, layouts) = distances(&board, 200_000).unwrap();
    assert_eq!((layouts.len(), distances.values().max()), (181_440, Some(&31)));
    let solver = prepared(&board);
    let cx = Context::default();
    for (number, layout) in layouts.iter().enumerate() {
        assert_eq!(solver.shortest(layout, &cx).found().unwrap().moves.len() as u32, distances[&pack(layout)]);
        if number % 1000 == 0 {
            agrees(&solver, layout, &distances);
        }
    }
}

/// R. E. Korf's hundred 15-puzzles and their least numbers of moves.
fn korf() -> Vec<(usize, Layout)> {
    let board = grid(4, 4);
    let text = include_str!("../../../../bench/data/korf-15-puzzle.txt");
    let parse = |line: &str| {
        let numbers: Vec<u8> = line.split_whitespace().map(|number| number.parse().unwrap()).collect();
        let cells = numbers[1..].iter().map(|cell| cell.wrapping_sub(1)).collect();
        (usize::from(numbers[0]), board.layout(cells).unwrap())
    };
    text.lines().filter(|line| !line.starts_with('#')).map(parse).collect()
}

/// IDA* with Manhattan distance needs 11,174,890 nodes for the ten that are easiest for it (`motion_speed` counts).
#[test]
fn a_hundred_large_squares() {
    let solver = prepared(&grid(4, 4));
    assert!(solver.method().ends_with("reflected"), "{}", solver.method());
    let mut nodes = Vec::new();
    for (moves, layout) in korf() {
        let cx = Context::with_nodes(50_000_000);
        assert_eq!(solver.shortest(&layout, &cx).found().unwrap().moves.len(), moves);
        nodes.push(cx.spent().nodes);
    }
    assert!(nodes.iter().sum::<u64>() < 60_000_000);
    // These have the ten smallest searches under Manhattan distance.
    let easiest = [79, 12, 42, 55, 97, 28, 30, 48, 73, 95];
    let ours: u64 = easiest.iter().map(|&number: &usize| nodes[number - 1]).sum();
    assert!(ours * 100 <= 11_174_890, "{ours}");
}

#[test]
fn one_hard_question_builds_small_tables_and_an_easy_one_none() {
    let (_, layout) = korf().into_iter().find(|&(moves, _)| moves == 57).unwrap();
    let mut solver = Solver::new(&grid(4, 4));
    solver.prepare_for(&layout, &Context::default()).unwrap();
    assert_eq!(solver.method(), "IDA*, additive pattern databases 5-5-5, reflected");
    assert_eq!(solver.shortest(&layout, &Context::default()).found().unwrap().moves.len(), 57);
    let (board, layout) = published();
    let mut solver = Solver::new(&board);
    solver.prepare_for(&layout, &Context::default()).unwrap();
    assert_eq!(solver.method(), "IDA*, assignment and components bound");
}

#[test]
fn two_threads_give_the_answers_of_one() {
    let mut solver = Solver::new(&grid(4, 4));
    let mut hard: Vec<_> =
        korf().into_iter().filter(|&(moves, _)| (50..54).contains(&moves)).map(|(_, layout)| layout).collect();
    hard.truncate(4);
    let [one, two] = [1, 2].map(|threads| Context::default().threads(threads));
    solver.prepare_for(&hard[0], &two).unwrap();
    for layout in &hard {
        assert_eq!(solver.best_moves(layout, &one), solver.best_moves(layout, &two));
        assert_eq!(solver.shortest(layout, &one), solver.shortest(layout, &two));
    }
    assert!(one.spent().nodes > 400_000);
}

#[test]
fn many_places_need_no_table() {
    let board = grid(15, 17);
    let mut solver = Solver::new(&board);
    let cx = Context::default();
    solver.prepare(&cx).unwrap();
    let mut layout = board.goal();
    for from in [1, 2, 19, 36, 35, 18, 1, 2] {
        layout.slide(from);
    }
    assert_eq!(solver.best_moves(&layout, &cx).found().unwrap().left, 8);
    assert_eq!(solver.method(), "IDA*, assignment and components bound");
}

#[test]
fn a_cycle_needs_very_many_moves() {
    let places = 60u8;
    let links = (0..places).map(|place| vec![(place + 1) % places, (place + places - 1) % places]).collect();
    let board = Board::new(links, std::iter::once(BLANK).chain(0..places - 1).collect()).unwrap();
    let mut layout = board.goal();
    (0..25 * u32::from(places)).for_each(|_| layout.slide((layout.blank() + 1) % places));
    let best = Solver::new(&board).best_moves(&layout, &Context::default()).found().unwrap();
    assert_eq!((best.left, best.best), (1500, vec![places - 1]));
    let swapped = board.layout([BLANK, 1, 0].into_iter().chain(2..places - 1).collect()).unwrap();
    let halted = Solver::new(&board).shortest(&swapped, &Context::with_nodes(10_000));
    assert!(matches!(halted, Outcome::Unfinished { halt: Halt::Nodes, .. }));
}

#[test]
fn tables_come_back_and_damaged_ones_do_not() {
    let (board, layout) = published();
    let shelf = MemoryStore::default();
    let built = |shelf: &MemoryStore| {
        let cx = Context::default().store(shelf);
        let mut solver = Solver::new(&board);
        solver.prepare(&cx).unwrap();
        let best = solver.best_moves(&layout, &Context::default()).found().unwrap();
        assert_eq!((best.left, best.best), (16, vec![3, 4, 10]));
        cx.spent().nodes > 0
    };
    assert!(built(&shelf));
    assert!(!built(&shelf));
    let sound = shelf.0.lock().unwrap().clone();
    assert_eq!(sound.len(), 2);
    for damage in 0..6 {
        for bytes in shelf.0.lock().unwrap().values_mut() {
            let length = bytes.len();
            let (at, cut) = [(0, 0), (9, 0), (length / 2, 0), (length - 1, 0), (0, 1), (0, length - 3)][damage];
            bytes[at] ^= 4;
            bytes.truncate(length - cut);
        }
        assert!(built(&shelf), "{damage}");
        assert_eq!(*shelf.0.lock().unwrap(), sound);
    }
}

/// Two boards whose tables have the same sizes: a ring, and a ring with another goal.
fn rings() -> [(Board, Layout); 2] {
    let links: Vec<Vec<u8>> = (0..8).map(|place| vec![(place + 1) % 8, (place + 7) % 8, (place + 4) % 8]).collect();
    [[BLANK, 0, 0, 1, 1, 2, 2, 3], [0, 1, 0, BLANK, 2, 1, 3, 2]].map(|wanted| {
        let board = Board::new(links.clone(), wanted.to_vec()).unwrap();
        let mut layout = board.goal();
        let mut random = Random::new(1);
        (0..60).for_each(|_| layout.slide(*random.pick(board.links(layout.blank()))));
        (board, layout)
    })
}

#[test]
fn tables_of_another_board_are_not_taken() {
    let answers = |shelf: &MemoryStore| {
        rings().map(|(board, layout)| {
            let mut solver = Solver::new(&board);
            solver.prepare(&Context::default().store(shelf)).unwrap();
            solver.count(&layout, &Context::default()).found().unwrap()
        })
    };
    let shelf = MemoryStore::default();
    let right = answers(&shelf);
    let sound = shelf.0.lock().unwrap().clone();
    let mut swaps = 0;
    for (key, bytes) in &sound {
        for (other, foreign) in &sound {
            if key != other && bytes.len() == foreign.len() {
                swaps += 1;
                shelf.0.lock().unwrap().insert(key.clone(), foreign.clone());
                assert_eq!(answers(&shelf), right);
                assert_eq!(*shelf.0.lock().unwrap(), sound);
            }
        }
    }
    assert!(swaps >= 4, "{swaps}: both kinds of tables, both ways");
}

#[test]
fn little_memory_means_small_tables_or_none() {
    let (board, _) = published();
    for bytes in [1 << 10, 1 << 16, 1 << 20] {
        let cx = Context::new(Budget { bytes: Some(bytes), ..Budget::default() });
        let mut solver = Solver::new(&board);
        let done = solver.prepare(&cx);
        assert!(matches!(done, Ok(()) | Err(Halt::Bytes)));
        assert!(cx.spent().bytes <= bytes);
    }
}

#[test]
fn limits_keep_the_bound_proven_so_far() {
    let (board, layout) = published();
    let halted = Solver::new(&board).shortest(&layout, &Context::with_nodes(100));
    assert!(matches!(halted, Outcome::Unfinished { halt: Halt::Nodes, at_least: 11..=16, .. }), "{halted:?}");
}

#[test]
fn what_cannot_be_reached_is_exhausted() {
    let path = Board::new(vec![vec![1], vec![0, 2], vec![1]], vec![BLANK, 0, 1]).unwrap();
    let layout = path.layout(vec![BLANK, 1, 0]).unwrap();
    assert!(Solver::new(&path).shortest(&layout, &Context::default()).is_impossible());
    let board = grid(3, 3);
    let odd = board.layout(vec![BLANK, 1, 0, 2, 3, 4, 5, 6, 7]).unwrap();
    assert!(prepared(&board).shortest(&odd, &Context::default()).is_impossible());
    // Two squares without a way between them, pairs on both: the tables of pairs see it at once.
    let square = |first: u8| (0..4).map(move |place| vec![first + (place + 1) % 4, first + (place + 3) % 4]);
    let apart = Board::new(square(0).chain(square(4)).collect(), vec![BLANK, 0, 0, 1, 1, 2, 2, 3]).unwrap();
    let mixed = apart.layout(vec![BLANK, 0, 1, 1, 0, 2, 2, 3]).unwrap();
    let cx = Context::default();
    assert!(prepared(&apart).shortest(&mixed, &cx).is_impossible());
    assert_eq!(cx.spent().nodes, 0);
}

#[test]
fn a_limit_leaves_a_solution_that_need_not_be_shortest() {
    let mut random = Random::new(41);
    for (rows, columns, nodes) in [(4, 5, 400_000), (5, 5, 1_000_000), (6, 6, 2_000_000)] {
        let board = grid(rows, columns);
        let solver = Solver::new(&board);
        for _ in 0..2 {
            let mut layout = board.goal();
            (0..20_000).for_each(|_| layout.slide(*random.pick(board.links(layout.blank()))));
            let limits = || Context::with_nodes(nodes);
            let outcome = solver.best_moves(&layout, &limits());
            let Outcome::Unfinished { halt: Halt::Nodes, at_least, partial: Some(line) } = outcome else {
                panic!("{rows} × {columns}: {outcome:?}")
            };
            assert!(20 < at_least && at_least <= line.len() as u64);
            let most = line.len() as u32 - 1;
            let shorter = solver.shortest_within(&layout, most, &limits());
            if let Outcome::Unfinished { partial: Some(shorter), .. } = shorter {
                assert!(shorter.len() as u32 <= most);
            }
            line.into_iter().for_each(|from| layout.slide(from));
            assert_eq!(layout, board.goal());
        }
    }
}
