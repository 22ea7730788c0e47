//! Times token motion: `cargo run --release -p menagerie-engines --example motion_speed -- [FILE] [runs]`.
//!
//! FILE holds 15-puzzles, one a line: the least number of moves, then the sixteen cells, 0 the empty one (default
//! `bench/data/korf-15-puzzle.txt`). Beside them IDA* with Manhattan distance on the ten that are easiest for it,
//! ten thousand random boards of a coloured triangle and its nine hardest, and every 8-puzzle. One thread; each figure
//! the least of `runs`.

use std::error::Error;

use engines::Context;
use engines::clock;
use engines::motion::{BLANK, Board, Layout, Solver};
use testkit::random::Random;

type Failure = Box<dyn Error>;

/// Why a run ends: every board here has a solution, and no limit is set.
const UNSOLVED: &str = "a board was not solved";

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| "bench/data/korf-15-puzzle.txt".to_owned());
    let runs = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(3);
    fifteen(&std::fs::read_to_string(file)?, runs)?;
    triangle(runs)?;
    eight(runs)
}

fn fifteen(text: &str, runs: usize) -> Result<(), Failure> {
    let board = grid(4, 4)?;
    let mut boards = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let numbers = line.split_whitespace().map(str::parse).collect::<Result<Vec<u8>, _>>()?;
        let (&moves, cells) = numbers.split_first().ok_or("an empty line")?;
        boards.push((u32::from(moves), board.layout(cells.iter().map(|cell| cell.wrapping_sub(1)).collect())?));
    }
    let (mut least, mut method) = ((f64::INFINITY, 0.0), String::new());
    let mut nodes = Vec::new();
    for _ in 0..runs {
        let cx = Context::default();
        let begun = clock::now();
        let mut solver = Solver::new(&board);
        solver.prepare(&cx).map_err(|halt| halt.to_string())?;
        let setup = begun.elapsed().as_secs_f64();
        nodes.clear();
        for (moves, layout) in &boards {
            let cx = Context::default();
            let line = solver.shortest(layout, &cx).found().ok_or(UNSOLVED)?;
            assert_eq!(line.moves.len() as u32, *moves);
            nodes.push(cx.spent().nodes);
        }
        least = if begun.elapsed().as_secs_f64() < least.0 { (begun.elapsed().as_secs_f64(), setup) } else { least };
        method = solver.method();
    }
    let total: u64 = nodes.iter().sum();
    let (seconds, setup) = least;
    let speed = total as f64 / (seconds - setup) / 1e6;
    println!(
        "15-puzzles={} seconds={seconds:.3} setup={setup:.3} nodes={total} Mnodes/s={speed:.1} {method}",
        boards.len()
    );
    let mut order: Vec<(u64, usize)> = (0..boards.len()).map(|board| (nodes[board], board)).collect();
    order.sort_unstable();
    let mut easiest: Vec<(u64, u64)> = Vec::new();
    // The easiest by Manhattan distance are among the shortest; a search longer than the tenth best is cut off.
    order.sort_by_key(|&(_, board)| boards[board].0);
    for (nodes, board) in order {
        let cap = easiest.get(9).map_or(u64::MAX, |&(least, _)| least);
        if let Some(manhattan) = Manhattan::nodes(boards[board].1.colours(), cap) {
            easiest.push((manhattan, nodes));
            easiest.sort_unstable();
            easiest.truncate(10);
        }
    }
    let (manhattan, ours) = easiest.iter().fold((0, 0), |(a, b), (x, y)| (a + x, b + y));
    println!("easiest=10 manhattan_nodes={manhattan} nodes={ours} ratio={:.0}", manhattan as f64 / ours as f64);
    one_board(&board, &boards, runs)
}

/// The hardest of them alone, from nothing, as a single question would be.
fn one_board(board: &Board, boards: &[(u32, Layout)], runs: usize) -> Result<(), Failure> {
    let Some((moves, layout)) = boards.iter().max_by_key(|(moves, _)| moves) else { return Ok(()) };
    let (mut least, mut ready) = (f64::INFINITY, f64::INFINITY);
    let mut method = String::new();
    for _ in 0..runs {
        let cx = Context::default();
        let begun = clock::now();
        let mut solver = Solver::new(board);
        solver.prepare_for(layout, &cx).map_err(|halt| halt.to_string())?;
        solver.shortest(layout, &cx).found().ok_or(UNSOLVED)?;
        least = least.min(begun.elapsed().as_secs_f64());
        ready = ready.min(cx.spent().setup.as_secs_f64());
        method = solver.method();
    }
    println!("single moves={moves} seconds={least:.3} tables={ready:.3} {method}");
    Ok(())
}

/// IDA* with Manhattan distance, as plain as can be.
struct Manhattan {
    cells: Vec<u8>,
    nodes: u64,
    cap: u64,
    excess: u32,
}

impl Manhattan {
    /// Nodes to a first solution, unless they exceed `cap`.
    fn nodes(cells: &[u8], cap: u64) -> Option<u64> {
        let mut search = Manhattan { cells: cells.to_vec(), nodes: 0, cap, excess: 0 };
        let blank = cells.iter().position(|&cell| cell == BLANK)?;
        let start = cells.iter().zip(0..).map(|(&cell, place)| distance(cell, place)).sum();
        let mut bound = start;
        while search.nodes <= cap {
            search.excess = u32::MAX;
            if search.descend(blank, 16, start, bound) {
                return (search.nodes <= cap).then_some(search.nodes);
            }
            bound += search.excess;
        }
        None
    }

    fn descend(&mut self, blank: usize, back: usize, left: u32, room: u32) -> bool {
        if left == 0 {
            return true;
        }
        let near = [
            (blank >= 4, blank.wrapping_sub(4)),
            (!blank.is_multiple_of(4), blank.wrapping_sub(1)),
            (blank % 4 < 3, blank + 1),
            (blank < 12, blank + 4),
        ];
        for (_, from) in near.into_iter().filter(|&(inside, from)| inside && from != back) {
            self.nodes += 1;
            if self.nodes > self.cap {
                return true;
            }
            let cell = self.cells[from];
            let next = left + distance(cell, blank) - distance(cell, from);
            if next + 1 > room {
                self.excess = self.excess.min(next + 1 - room);
                continue;
            }
            self.cells.swap(blank, from);
            let solved = self.descend(from, blank, next, room - 1);
            self.cells.swap(blank, from);
            if solved {
                return true;
            }
        }
        false
    }
}

fn distance(cell: u8, place: usize) -> u32 {
    if cell == BLANK {
        return 0;
    }
    let home = usize::from(cell) + 1;
    ((home % 4).abs_diff(place % 4) + (home / 4).abs_diff(place / 4)) as u32
}

/// The boards of the published triangle that need most moves, 25, as its complete map lists them.
const HARDEST: [&str; 9] = [
    "YORPGCBCBRYP-OG",
    "ROGPYCBCYRBP-OG",
    "-ORPYCBCYRBPGOG",
    "GORPYCBCYRBP-OG",
    "YORP-YBCRCBPGOG",
    "-OGPYCBCYRBRPOG",
    "OYGP-CBCORBYPRG",
    "OOGPYCBCYRB-PRG",
    "OYGPYCBCORB-PRG",
];

/// Each of the hardest boards alone, the tables being ready.
fn hardest_triangles(solver: &Solver, runs: usize) -> Result<(), Failure> {
    let mut slowest = 0f64;
    for text in HARDEST {
        let layout = solver.board().layout(colours(text))?;
        let (mut least, mut nodes, mut left) = (f64::INFINITY, 0, 0);
        for _ in 0..runs {
            let cx = Context::default();
            let begun = clock::now();
            left = solver.best_moves(&layout, &cx).found().ok_or(UNSOLVED)?.left;
            least = least.min(begun.elapsed().as_secs_f64() * 1e3);
            nodes = cx.spent().nodes;
        }
        assert_eq!(left, 25);
        slowest = slowest.max(least);
        println!("hardest {text} ms={least:.1} nodes={nodes} Mnodes/s={:.1}", nodes as f64 / least / 1e3);
    }
    println!("hardest boards={} slowest_ms={slowest:.1}", HARDEST.len());
    Ok(())
}

fn triangle(runs: usize) -> Result<(), Failure> {
    let board = leaping_triangle("WCBRBOGYGPCORPY")?;
    let begun = clock::now();
    let mut solver = Solver::new(&board);
    solver.prepare(&Context::default()).map_err(|halt| halt.to_string())?;
    println!("triangle setup={:.3} {}", begun.elapsed().as_secs_f64(), solver.method());
    let published = board.layout(colours("-PCBRYOGYGBCORP"))?;
    let begun = clock::now();
    let best = Solver::new(&board).best_moves(&published, &Context::default()).found().ok_or(UNSOLVED)?;
    println!(
        "published left={} best={:?} first_hint_us={:.1}",
        best.left,
        best.best,
        begun.elapsed().as_secs_f64() * 1e6
    );
    let mut numbers = Random::new(1);
    let mut random = || {
        let mut cells: Vec<u8> = board.wanted().to_vec();
        numbers.shuffle(&mut cells);
        board.layout(cells)
    };
    let boards = (0..10_000).map(|_| random()).collect::<Result<Vec<_>, _>>()?;
    let mut times = vec![f64::INFINITY; boards.len()];
    let mut nodes = 0;
    for _ in 0..runs {
        nodes = 0;
        for (layout, least) in boards.iter().zip(&mut times) {
            let cx = Context::default();
            let begun = clock::now();
            let best = solver.best_moves(layout, &cx).found().ok_or(UNSOLVED)?;
            *least = least.min(begun.elapsed().as_secs_f64());
            assert!(!best.best.is_empty());
            nodes += cx.spent().nodes;
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |part: usize| times[times.len() * part / 1000] * 1e6;
    let mean = times.iter().sum::<f64>() / times.len() as f64 * 1e6;
    println!(
        "triangle boards={} mean_us={mean:.1} p50_us={:.1} p90_us={:.1} p99_us={:.1} p999_us={:.1} max_us={:.1} nodes={nodes}",
        boards.len(),
        at(500),
        at(900),
        at(990),
        at(999),
        times[times.len() - 1] * 1e6,
    );
    hardest_triangles(&solver, runs)?;
    hard_triangles(&solver)
}

/// Boards that need many moves, found by exchanging tokens as long as the distance does not fall; and the hardest
/// known, of another triangle, with 27 moves.
fn hard_triangles(solver: &Solver) -> Result<(), Failure> {
    let board = solver.board();
    let (mut random, mut hard) = (Random::new(7), Vec::new());
    for _ in 0..12 {
        let mut best = (0, board.goal());
        for _ in 0..500 {
            let mut cells = best.1.colours().to_vec();
            for _ in 0..1 + random.below(2) {
                cells.swap(random.below(15), random.below(15));
            }
            let layout = board.layout(cells)?;
            let left = solver.best_moves(&layout, &Context::default()).found().ok_or(UNSOLVED)?.left;
            best = if left >= best.0 { (left, layout) } else { best };
        }
        hard.push(best);
    }
    hard.sort_by_key(|&(left, _)| std::cmp::Reverse(left));
    let (left, milliseconds) = slowest(solver, hard.iter().map(|(_, layout)| layout))?;
    println!("hard boards={} largest={} slowest_ms={milliseconds:.1} with moves={left}", hard.len(), hard[0].0);
    let other = leaping_triangle("PWGCBYOOBGRCYRP")?;
    let mut solver = Solver::new(&other);
    solver.prepare(&Context::default()).map_err(|halt| halt.to_string())?;
    let (left, milliseconds) = slowest(&solver, [&other.layout(colours("BYRGPRYPCCB-GOO"))?])?;
    println!("hardest known moves={left} ms={milliseconds:.1}");
    Ok(())
}

/// The moves and milliseconds of the board that takes longest, each the least of three runs.
fn slowest<'l>(solver: &Solver, layouts: impl IntoIterator<Item = &'l Layout>) -> Result<(u32, f64), Failure> {
    let mut slowest = (0, 0.0);
    for layout in layouts {
        let (mut left, mut least) = (0, f64::INFINITY);
        for _ in 0..3 {
            let begun = clock::now();
            left = solver.best_moves(layout, &Context::default()).found().ok_or(UNSOLVED)?.left;
            least = least.min(begun.elapsed().as_secs_f64() * 1e3);
        }
        slowest = if least > slowest.1 { (left, least) } else { slowest };
    }
    Ok(slowest)
}

/// Every 8-puzzle that can be solved, found backwards from the goal.
fn eight(runs: usize) -> Result<(), Failure> {
    let board = grid(3, 3)?;
    let mut seen = std::collections::HashSet::from([board.goal()]);
    let mut boards = vec![(0u32, board.goal())];
    let mut next = 0;
    while let Some((moves, layout)) = boards.get(next).cloned() {
        next += 1;
        for &from in board.links(layout.blank()) {
            let mut after = layout.clone();
            after.slide(from);
            if seen.insert(after.clone()) {
                boards.push((moves + 1, after));
            }
        }
    }
    let mut least = f64::INFINITY;
    for _ in 0..runs {
        let cx = Context::default();
        let begun = clock::now();
        let mut solver = Solver::new(&board);
        solver.prepare(&cx).map_err(|halt| halt.to_string())?;
        for (moves, layout) in &boards {
            let line = solver.shortest(layout, &cx).found().ok_or(UNSOLVED)?;
            assert_eq!(line.moves.len() as u32, *moves);
        }
        least = least.min(begun.elapsed().as_secs_f64());
    }
    println!("8-puzzles={} seconds={least:.3}", boards.len());
    Ok(())
}

/// Neighbours in rows and columns; the empty place belongs first.
fn grid(rows: usize, columns: usize) -> Result<Board, Failure> {
    let near = |place: usize, other: usize| {
        let (row, column) = (place / columns, place % columns);
        row.abs_diff(other / columns) + column.abs_diff(other % columns) == 1
    };
    let places = 0..rows * columns;
    let links = places
        .clone()
        .map(|place| places.clone().filter(|&other| near(place, other)).map(|other| other as u8).collect());
    Ok(Board::new(links.collect(), std::iter::once(BLANK).chain(0..(rows * columns - 1) as u8).collect())?)
}

/// Fifteen places in a triangle, linked along its lines and along 0-4-12.
fn leaping_triangle(wanted: &str) -> Result<Board, Failure> {
    let at = |row: usize, column: usize| (row * (row + 1) / 2 + column) as u8;
    let mut lines = vec![vec![0, 4, 12]];
    for fixed in 0..5 {
        lines.push((0..=fixed).map(|column| at(fixed, column)).collect());
        lines.push((fixed..5).map(|row| at(row, fixed)).collect());
        lines.push((fixed..5).map(|row| at(row, row - fixed)).collect());
    }
    let mut links = vec![Vec::new(); 15];
    for line in &lines {
        for &place in line {
            links[usize::from(place)].extend(line.iter().filter(|&&other| other != place));
        }
    }
    Ok(Board::new(links, colours(wanted))?)
}

fn colours(text: &str) -> Vec<u8> {
    text.chars().map(|letter| "CBROGYP".find(letter).map_or(BLANK, |colour| colour as u8)).collect()
}
