//! The value of the game and Eel's best gaps, by dynamic programming from the last row up: two sweeps per row in
//! O(rows · columns) time (the inner part is in [`super::lanes`]), and three bits of memory per cell.
//!
//! Values are kept in 32 bits while no path can cost 2³⁰ (nine times the tiles), in 64 bits beyond.

use engines::{Context, Halt};

use super::board::{BLOCKED, Board, LANES, Step};
use super::choices::Choices;
use super::lanes::{Carry, HalfRow, Number, Row, Sixteen, Summary};
pub use super::sweeps::Instructions;
use super::sweeps::{self, Sweeps, Swept};

/// The value of the game with Eel's best gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The value of the game: the largest cost that Eel can enforce.
    pub cost: u64,
    /// For each pair of neighbouring rows, the column of the gap, from 0.
    pub gaps: Vec<u32>,
}

/// Computes Eel's best gaps; returns `None` where the last row cannot be reached.
///
/// # Errors
/// The limit that was reached.
pub fn solve(board: &Board, cx: &Context) -> Result<Option<Best>, Halt> {
    solve_in(board, fastest(), cx)
}

/// Computes Eel's best gaps with the given instruction set; returns `None` where the last row cannot be reached.
///
/// # Errors
/// The limit that was reached.
pub fn solve_in(board: &Board, instructions: Instructions, cx: &Context) -> Result<Option<Best>, Halt> {
    if narrow(board) { solve_with::<i32>(board, instructions, cx) } else { solve_with::<i64>(board, instructions, cx) }
}

/// For each column, the largest cost that Eel can enforce once Rabbit enters `row` there from above, including that
/// cell's cost; `None` where the last row cannot be reached. Takes O(rows below · columns) time.
///
/// # Errors
/// The limit that was reached.
pub fn values(board: &Board, row: usize, cx: &Context) -> Result<Vec<Option<u64>>, Halt> {
    if narrow(board) { values_with::<i32>(board, row, cx) } else { values_with::<i64>(board, row, cx) }
}

/// Returns the fastest instruction set that this processor supports.
fn fastest() -> Instructions {
    Instructions::available().pop().unwrap_or(Instructions::Portable)
}

/// Whether every path costs less than 2³⁰.
fn narrow(board: &Board) -> bool {
    9 * board.rows() as u64 * (board.columns() as u64) < 1 << 30
}

/// Does the work of [`solve_in`] with values of type `T`.
pub(super) fn solve_with<T: Swept>(
    board: &Board,
    instructions: Instructions,
    cx: &Context,
) -> Result<Option<Best>, Halt> {
    let rows = board.rows().saturating_sub(1);
    let _claim = cx.reserve(Choices::bytes(rows, board.steps()) + Scan::<T>::bytes(board))?;
    let mut choices = Choices::new(rows, board.steps());
    let mut scan = Scan::<T>::new(board, instructions);
    for row in (0..rows).rev() {
        scan.pay(row, cx)?;
        let stops = scan.step(row, choices.row(row));
        choices.stop(row, stops);
    }
    Ok(scan.value(0).map(|cost| Best { cost, gaps: choices.gaps(0) }))
}

/// See [`values`].
fn values_with<T: Swept>(board: &Board, row: usize, cx: &Context) -> Result<Vec<Option<u64>>, Halt> {
    let _claim = cx.reserve(Choices::bytes(1, board.steps()) + Scan::<T>::bytes(board))?;
    let mut choices = Choices::new(1, board.steps());
    let mut scan = Scan::<T>::new(board, fastest());
    for row in (row..board.rows() - 1).rev() {
        scan.pay(row, cx)?;
        scan.step(row, choices.row(0));
    }
    Ok((0..board.columns()).map(|column| scan.value(column)).collect())
}

/// The values of one row, and what the next row up needs.
struct Scan<'b, T> {
    board: &'b Board,
    sweeps: Sweeps<T>,
    halves: [Half<T>; 2],
    left: Vec<Sixteen<T>>,
    /// Cells scanned that are not counted yet.
    owed: u64,
}

/// Half of the lanes.
struct Half<T> {
    down: Vec<Sixteen<T>>,
    summary: Summary<T>,
}

impl<'b, T: Swept> Scan<'b, T> {
    /// Bytes of memory that a scan takes.
    fn bytes(board: &Board) -> u64 {
        (4 * board.steps() * LANES * size_of::<T>()) as u64
    }

    /// At the last row: entering a cell there costs what it says. A backward sweep with no way on makes it so.
    fn new(board: &'b Board, instructions: Instructions) -> Self {
        let steps = board.steps();
        let half = || Half { down: vec![Sixteen::none(); steps], summary: Summary::none() };
        let halves = [half(), half()];
        let sweeps = T::sweeps(instructions);
        let mut scan = Scan { board, sweeps, halves, left: vec![Sixteen::none(); steps], owed: 0 };
        let last = board.rows() - 1;
        for (half, bits) in Choices::new(1, steps).row(0).into_iter().enumerate() {
            for (to, from) in scan.left.iter_mut().zip(board.packed(last)) {
                *to = ends(from, half);
            }
            scan.backward(last, half, bits, &Carry { enters: Sixteen::none(), through: Sixteen::none() });
        }
        scan
    }

    /// The value of entering the row scanned last at `column`.
    fn value(&self, column: usize) -> Option<u64> {
        let (chunk, step) = (column / self.board.steps(), column % self.board.steps());
        let value: i64 = self.halves[chunk / LANES].down[step].0[chunk % LANES].into();
        u64::try_from(value - T::ZERO.into()).ok()
    }

    /// Moves up to `row`; returns what [`Choices::stop`] wants.
    fn step(&mut self, row: usize, bits: [HalfRow<'_>; 2]) -> [u32; 2] {
        sweeps::fetch(self.board.packed(row.saturating_sub(2)).as_flattened());
        let mut stops = [0; 2];
        for (half, (mut bits, [left, right])) in bits.into_iter().zip(carries(&self.halves)).enumerate() {
            stops[0] |= u32::from(self.forward(row, half, &mut bits, &left)) << (half * LANES);
            stops[1] |= u32::from(self.backward(row, half, bits, &right)) << (half * LANES);
        }
        stops
    }

    /// The forward sweep of one half.
    fn forward(&mut self, row: usize, half: usize, bits: &mut HalfRow<'_>, carry: &Carry<T>) -> u16 {
        let bits = bits.each_mut().map(|kind| &mut **kind);
        let sweeps = self.sweeps;
        sweeps.forward(&mut self.part(row, half, bits), carry)
    }

    /// The backward sweep of one half.
    fn backward(&mut self, row: usize, half: usize, bits: HalfRow<'_>, carry: &Carry<T>) -> u16 {
        let sweeps = self.sweeps;
        let (stops, summary) = sweeps.backward(&mut self.part(row, half, bits), carry);
        self.halves[half].summary = summary;
        stops
    }

    /// The data of one sweep. The highest row has none above it: its own cells are used in place of that row, and
    /// nothing reads the
    /// summary.
    fn part<'a>(&'a mut self, row: usize, half: usize, bits: HalfRow<'a>) -> Row<'a, T> {
        Row {
            cells: self.board.packed(row),
            above: self.board.packed(row.saturating_sub(1)),
            half,
            down: &mut self.halves[half].down,
            left: &mut self.left,
            bits,
        }
    }

    /// Counts a row's cells as work, many at once, and tells how far the scan is.
    fn pay(&mut self, row: usize, cx: &Context) -> Result<(), Halt> {
        self.owed += self.board.columns() as u64;
        if self.owed >= 1 << 16 || row == 0 {
            cx.spend(std::mem::take(&mut self.owed))?;
            let rows = self.board.rows() as u64;
            cx.report("scanning rows from the last one up", rows - row as u64, Some(rows), None);
        }
        Ok(())
    }
}

/// The costs of a step's cells where the game ends on them.
fn ends<T: Number>(step: &Step, half: usize) -> Sixteen<T> {
    Sixteen(step.map(|byte| match (byte >> (4 * half)) & 15 {
        BLOCKED => T::from(0),
        cost => T::ZERO + T::from(cost),
    }))
}

/// What enters each chunk of the next row up, in order of the chunks: for each half from the left and from the right.
fn carries<T: Number>(halves: &[Half<T>; 2]) -> [[Carry<T>; 2]; 2] {
    let empty = |half: &Half<T>| Carry { enters: Sixteen::none(), through: half.summary.through };
    let mut carries = halves.each_ref().map(|half| [empty(half), empty(half)]);
    let (mut left, mut right) = (T::from(0), T::from(0));
    for (half, [from_left, _]) in halves.iter().zip(&mut carries) {
        let Summary { left: leaves, through, .. } = &half.summary;
        for lane in 0..LANES {
            from_left.enters.0[lane] = left;
            left = leaves.0[lane].max(left + through.0[lane]);
        }
    }
    for (half, [_, from_right]) in halves.iter().zip(&mut carries).rev() {
        let Summary { right: leaves, through, .. } = &half.summary;
        for lane in (0..LANES).rev() {
            from_right.enters.0[lane] = right;
            right = leaves.0[lane].max(right + through.0[lane]);
        }
    }
    carries
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The recurrence in plain words.
    fn plain(rows: &[Vec<Option<u64>>]) -> Option<u64> {
        let mut below = rows.last()?.clone();
        for row in rows.iter().rev().skip(1) {
            let width = row.len();
            let on = |x: usize, next: Option<u64>, below: &[Option<u64>]| Some(row[x]? + below[x].max(next)?);
            let (mut left, mut right) = (vec![None; width], vec![None; width]);
            for x in 0..width {
                left[x] = on(x, if x > 0 { left[x - 1] } else { None }, &below);
            }
            for x in (0..width).rev() {
                right[x] = on(x, if x + 1 < width { right[x + 1] } else { None }, &below);
            }
            below = left.into_iter().zip(right).map(|(left, right)| left.max(right)).collect();
        }
        below[0]
    }

    fn random_rows(rows: usize, width: usize, blocked: u64, seed: u64) -> Vec<Vec<Option<u64>>> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        let mut cell = || (next() % blocked > 0).then(|| next() % 10);
        let mut rows: Vec<Vec<Option<u64>>> = (0..rows).map(|_| (0..width).map(|_| cell()).collect()).collect();
        rows[0][0] = Some(0);
        rows
    }

    fn packed(rows: &[Vec<Option<u64>>]) -> Board {
        let mut board = Board::with_room(rows[0].len(), rows.len());
        for row in rows {
            let text: Vec<u8> = row.iter().map(|cell| cell.map_or(b'x', |cost| b'0' + cost as u8)).collect();
            board.push(&text).unwrap();
        }
        board
    }

    /// What the path through the gaps costs, if it meets no blocked cell.
    fn replayed(rows: &[Vec<Option<u64>>], gaps: &[u32]) -> Option<u64> {
        let (mut at, mut paid) = (0, rows[0][0]?);
        for (row, &gap) in gaps.iter().enumerate() {
            while at != gap as usize {
                at = if at < gap as usize { at + 1 } else { at - 1 };
                paid += rows[row][at]?;
            }
            paid += rows[row + 1][at]?;
        }
        Some(paid)
    }

    #[test]
    fn all_instructions_and_numbers_agree_with_the_recurrence() {
        let widths = (1..=40).chain([63, 64, 65, 127, 128, 129, 511, 512, 513]);
        for (width, blocked) in widths.flat_map(|width| [(width, 2), (width, 5), (width, 30), (width, 1 << 40)]) {
            let rows = random_rows(1 + width % 13, width, blocked, width as u64 * blocked);
            let (board, cx) = (packed(&rows), Context::default());
            let value = plain(&rows);
            let expected = solve_in(&board, Instructions::Portable, &cx).unwrap();
            assert_eq!(expected.as_ref().map(|best| best.cost), value);
            assert_eq!(expected.as_ref().and_then(|best| replayed(&rows, &best.gaps)), value);
            for instructions in Instructions::available() {
                assert_eq!(solve_with::<i32>(&board, instructions, &cx).unwrap(), expected, "{instructions:?} {width}");
                assert_eq!(solve_with::<i64>(&board, instructions, &cx).unwrap(), expected, "{instructions:?} {width}");
            }
            let from_above = values(&board, 0, &cx).unwrap()[0];
            assert_eq!(from_above, value);
        }
    }

    #[test]
    fn limits_strike() {
        let board = packed(&random_rows(500, 500, 50, 1));
        assert_eq!(solve(&board, &Context::with_nodes(100_000)), Err(Halt::Nodes));
        let budget = engines::Budget { bytes: Some(1000), ..Default::default() };
        assert_eq!(solve(&board, &Context::new(budget)), Err(Halt::Bytes));
    }
}
