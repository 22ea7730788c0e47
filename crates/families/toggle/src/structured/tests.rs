//! Every method against plain elimination on literal sets of cells, and replay on larger boards.

use engines::{Budget, Context, Halt};

use super::*;

const ALL: [Neighbourhood; 4] =
    [Neighbourhood::Plus, Neighbourhood::Torus, Neighbourhood::King, Neighbourhood::RowColumn];

/// A small generator of cells (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ mixed >> 27) % limit
    }

    fn cells(&mut self, count: usize, p: u8) -> Vec<u8> {
        (0..count).map(|_| self.below(p.into()) as u8).collect()
    }
}

/// The set of cells that a move changes, from the definition.
fn set(kind: Neighbourhood, (m, n): (usize, usize), (i, j): (usize, usize)) -> Vec<usize> {
    let steps = [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)];
    let clipped = |a: usize, by: isize, len: usize| a.checked_add_signed(by).filter(|&a| a < len);
    let mut cells: Vec<usize> = match kind {
        Neighbourhood::Plus => {
            steps.iter().filter_map(|&(a, b)| Some(clipped(i, a, m)? * n + clipped(j, b, n)?)).collect()
        }
        Neighbourhood::Torus => {
            let wrapped = |a: usize, by: isize, len: usize| (a + len).wrapping_add_signed(by) % len;
            steps.iter().map(|&(a, b)| wrapped(i, a, m) * n + wrapped(j, b, n)).collect()
        }
        Neighbourhood::King => {
            let near = |a: usize, len: usize| a.saturating_sub(1)..(a + 2).min(len);
            near(i, m).flat_map(|a| near(j, n).map(move |b| a * n + b)).collect()
        }
        Neighbourhood::RowColumn => (0..n).map(|b| i * n + b).chain((0..m).map(|a| a * n + j)).collect(),
    };
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// What a number of presses of each cell does.
fn apply(kind: Neighbourhood, (m, n): (usize, usize), presses: &[u8], p: u8) -> Vec<u8> {
    let mut board = vec![0; m * n];
    for (at, &count) in presses.iter().enumerate().filter(|(_, count)| **count != 0) {
        for cell in set(kind, (m, n), (at / n, at % n)) {
            board[cell] = ((u32::from(board[cell]) + u32::from(count)) % u32::from(p)) as u8;
        }
    }
    board
}

/// Plain elimination: brings `rows` to echelon form in its first `columns` columns, returns the rank.
fn eliminate(rows: &mut [Vec<u8>], columns: usize, p: u8) -> usize {
    let p = u32::from(p);
    let mut rank = 0;
    for column in 0..columns {
        let Some(at) = (rank..rows.len()).find(|&at| rows[at][column] != 0) else { continue };
        rows.swap(rank, at);
        let inverse = (1..p).find(|a| a * u32::from(rows[rank][column]) % p == 1).unwrap();
        let pivot = rows[rank].clone();
        for row in &mut rows[rank + 1..] {
            let factor = p - inverse * u32::from(row[column]) % p;
            row.iter_mut().zip(&pivot).for_each(|(a, &b)| *a = ((u32::from(*a) + factor * u32::from(b)) % p) as u8);
        }
        rank += 1;
    }
    rank
}

fn board<F: Field>(field: &F, (m, n): (usize, usize), cells: &[u8]) -> Board<F::Word> {
    let mut board = field.board(m, n);
    cells.iter().enumerate().for_each(|(at, &value)| field.set(board.row_mut(at / n), at % n, value));
    board
}

fn cells<F: Field>(field: &F, board: &Board<F::Word>) -> Vec<u8> {
    let (m, n) = (board.rows(), board.columns());
    (0..m).flat_map(|i| (0..n).map(move |j| (i, j))).map(|(i, j)| field.get(board.row(i), j)).collect()
}

fn overlap(a: &[u8], b: &[u8], p: u8) -> u32 {
    a.iter().zip(b).map(|(&a, &b)| u32::from(a) * u32::from(b)).sum::<u32>() % u32::from(p)
}

/// Replays the outcome for one goal; returns whether it could be reached.
fn check_goal<F: Field>(system: &Structured<F>, kind: Neighbourhood, size: (usize, usize), goal: &[u8]) -> bool {
    let (field, p) = (&system.field, system.field.modulus());
    match system.solve(board(field, size, goal), &Context::default()).unwrap() {
        Outcome::Presses(presses) => {
            let weight: u64 = (0..size.0).map(|i| field.weight(presses.row(i))).sum();
            assert_eq!(weight, cells(field, &presses).iter().map(|&cell| u64::from(cell)).sum::<u64>());
            assert_eq!(apply(kind, size, &cells(field, &presses), p), goal, "{kind:?} {size:?} mod {p}");
            true
        }
        Outcome::Quiet(pattern) => {
            let pattern = cells(field, &pattern);
            assert!(apply(kind, size, &pattern, p).iter().all(|&cell| cell == 0), "{kind:?} {size:?} mod {p}");
            assert_ne!(overlap(&pattern, goal, p), 0, "{kind:?} {size:?} mod {p}");
            false
        }
    }
}

/// The quiet patterns are quiet and independent.
fn check_quiet<F: Field>(system: &Structured<F>, kind: Neighbourhood, size: (usize, usize)) {
    let (field, p) = (&system.field, system.field.modulus());
    let pattern = |i| cells(field, &system.quiet(i, &Context::default()).unwrap());
    let mut patterns: Vec<Vec<u8>> = (0..system.nullity()).map(pattern).collect();
    for pattern in &patterns {
        assert!(apply(kind, size, pattern, p).iter().all(|&cell| cell == 0), "{kind:?} {size:?} mod {p}");
    }
    assert_eq!(eliminate(&mut patterns, size.0 * size.1, p), system.nullity(), "{kind:?} {size:?} mod {p}");
}

fn check_small<F: Field>(field: &F, kind: Neighbourhood, size: (usize, usize), random: &mut Random) {
    let (count, p) = (size.0 * size.1, field.modulus());
    let system = Structured::new(field.clone(), kind, size.0, size.1, &Context::default()).unwrap();
    let mut matrix: Vec<Vec<u8>> = (0..count)
        .map(|at| apply(kind, size, &(0..count).map(|cell| u8::from(cell == at)).collect::<Vec<_>>(), p))
        .collect();
    let rank = eliminate(&mut matrix, count, p);
    assert_eq!(system.nullity(), count - rank, "{kind:?} {size:?} mod {p}");
    check_quiet(&system, kind, size);
    let reachable = apply(kind, size, &random.cells(count, p), p);
    assert!(check_goal(&system, kind, size, &reachable), "{kind:?} {size:?} mod {p}");
    for _ in 0..4 {
        let goal = random.cells(count, p);
        let mut extended = matrix.clone();
        extended.push(goal.clone());
        let reachable = eliminate(&mut extended, count, p) == rank;
        assert_eq!(check_goal(&system, kind, size, &goal), reachable, "{kind:?} {size:?} mod {p}");
    }
    // One cell off a reachable goal: the certificates of nearly solvable boards.
    let mut goal = apply(kind, size, &random.cells(count, p), p);
    goal[random.below(count as u64) as usize] ^= 1;
    goal.iter_mut().for_each(|cell| *cell %= p);
    check_goal(&system, kind, size, &goal);
}

fn check_all_small<F: Field>(field: &F, seed: u64) {
    let mut random = Random(seed);
    for kind in ALL {
        for (m, n) in (1..=9).flat_map(|m| (1..=9).map(move |n| (m, n))) {
            check_small(field, kind, (m, n), &mut random);
        }
    }
}

/// Solvable and random goals by replay, and the ends of the basis of quiet patterns.
fn check_large<F: Field>(field: &F, kind: Neighbourhood, (m, n): (usize, usize), random: &mut Random) {
    let p = field.modulus();
    let system = Structured::new(field.clone(), kind, m, n, &Context::default()).unwrap();
    let reachable = apply(kind, (m, n), &random.cells(m * n, p), p);
    assert!(check_goal(&system, kind, (m, n), &reachable), "{kind:?} {m} x {n} mod {p}");
    check_goal(&system, kind, (m, n), &random.cells(m * n, p));
    let nullity = system.nullity();
    for i in (0..nullity).filter(|i| i % nullity.div_ceil(3) == 0 || i + 1 == nullity) {
        let pattern = cells(field, &system.quiet(i, &Context::default()).unwrap());
        assert!(pattern.iter().any(|&cell| cell != 0));
        assert!(apply(kind, (m, n), &pattern, p).iter().all(|&cell| cell == 0), "{kind:?} {m} x {n} mod {p}");
    }
}

#[test]
fn small_boards_agree_with_elimination_over_gf2() {
    check_all_small(&Gf2, 2);
}

#[test]
fn small_boards_agree_with_elimination_modulo_primes() {
    for p in [2, 3, 5, 7] {
        check_all_small(&Gfp::new(p).unwrap(), p.into());
    }
    assert!([0, 1, 4, 9, 249, 255].into_iter().all(|p| Gfp::new(p).is_none()));
}

#[test]
fn boards_modulo_larger_primes_replay() {
    let mut random = Random(251);
    for p in [3, 13, 127, 251] {
        for kind in ALL {
            for size in [(40, 41), (17, 64), (33, 14), (5, 90)] {
                check_large(&Gfp::new(p).unwrap(), kind, size, &mut random);
            }
        }
    }
}

#[test]
fn plus_boards_have_the_known_nullities() {
    let known = [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16];
    for (n, nullity) in (1..).zip(known) {
        let system = Structured::new(Gf2, Neighbourhood::Plus, n, n, &Context::default()).unwrap();
        assert_eq!(system.nullity(), nullity, "{n}");
    }
}

#[test]
fn boards_around_whole_words_replay() {
    let mut random = Random(64);
    let widths = [31, 32, 33, 62, 63, 64, 65, 66, 127, 128, 129];
    for (kind, n) in [Neighbourhood::Plus, Neighbourhood::Torus, Neighbourhood::King]
        .into_iter()
        .flat_map(|kind| widths.map(|n| (kind, n)))
    {
        for m in [1, 2, 3, 5, 64, 95, n - 1, n] {
            check_large(&Gf2, kind, (m, n), &mut random);
            check_large(&Gf2, kind, (n, m), &mut random);
        }
    }
    for n in [511, 512, 513] {
        check_large(&Gf2, Neighbourhood::Plus, (n, n), &mut random);
        check_large(&Gf2, Neighbourhood::Torus, (n, n - 1), &mut random);
        check_large(&Gf2, Neighbourhood::King, (n - 1, n), &mut random);
        check_large(&Gf2, Neighbourhood::Plus, (7, n), &mut random);
    }
    for (m, n) in [(63, 65), (64, 129), (128, 33), (95, 95)] {
        check_large(&Gf2, Neighbourhood::RowColumn, (m, n), &mut random);
    }
}

#[test]
fn limits_halt_the_work() {
    let cx = Context::with_nodes(1000);
    assert_eq!(Structured::new(Gf2, Neighbourhood::Plus, 300, 300, &cx).unwrap_err(), Halt::Nodes);
    let system = Structured::new(Gf2, Neighbourhood::Plus, 19, 19, &Context::default()).unwrap();
    assert_eq!(system.solve(Gf2.board(19, 19), &Context::with_nodes(10)).unwrap_err(), Halt::Nodes);
    let cx = Context::new(Budget { bytes: Some(100), ..Budget::default() });
    assert_eq!(system.quiet(0, &cx).unwrap_err(), Halt::Bytes);
}
