//! The moves as a system of equations: one column a move, one row a cell.
//!
//! Explicit patterns go to the dense elimination, neighbourhoods to [`structured`](super::structured), which
//! never builds the system. Both speak of boards and presses as [`Cells`].

use engines::gf2::{self, Bits};
use engines::{Context, Halt, gfp};

use super::cells::Cells;
use super::rules::{Moves, Near, Puzzle};
use super::structured::{Board, Field, Gf2, Gfp, Neighbourhood, Outcome, Structured};

/// How a question of reaching a goal ends.
pub(super) enum Solved {
    /// How often each move is pressed.
    Presses(Cells),
    /// Weights of cells whose sum no move changes, the goal being of another sum than the start.
    Weights(Cells),
}

/// The moves, prepared for any goal.
pub(super) enum System<'c> {
    Dense(gf2::Factored<'c>),
    DenseModulo(gfp::Factored<'c>),
    Near(Structured<Gf2>),
    NearModulo(Gfp, Structured<Gfp>),
}

impl<'c> System<'c> {
    /// Prepares the moves of a level.
    pub(super) fn new(puzzle: &Puzzle, cx: &'c Context<'_>) -> Result<System<'c>, Halt> {
        let (rows, columns) = (puzzle.rows, puzzle.columns);
        if let Moves::Near(near) = puzzle.moves {
            let near = neighbourhood(near);
            return Ok(match Gfp::new(puzzle.modulus).filter(|_| puzzle.modulus != 2) {
                None => System::Near(Structured::new(Gf2, near, rows, columns, cx)?),
                Some(field) => System::NearModulo(field, Structured::new(field, near, rows, columns, cx)?),
            });
        }
        let (cells, moves) = (puzzle.cells(), puzzle.move_count());
        cx.spend((cells as u64).saturating_mul(moves as u64) / 64)?;
        if puzzle.modulus == 2 {
            let ones = (0..moves).map(|index| puzzle.pattern(index).into_iter().map(|(cell, _)| cell));
            let matrix = gf2::Matrix::from_columns(cells, moves, ones, cx)?;
            return Ok(System::Dense(gf2::Factored::new(matrix, cx)?));
        }
        let mut matrix = gfp::Matrix::zero(puzzle.modulus, cells, moves, cx)?;
        for index in 0..moves {
            puzzle.pattern(index).into_iter().for_each(|(cell, value)| matrix.set(cell, index, value));
        }
        Ok(System::DenseModulo(gfp::Factored::new(matrix, cx)?))
    }

    /// The method in a few words.
    pub(super) fn method(&self) -> &'static str {
        match self {
            System::Dense(_) => "elimination modulo 2",
            System::DenseModulo(_) => "elimination modulo a prime",
            System::Near(_) | System::NearModulo(..) => "neighbourhood solved row by row",
        }
    }

    /// Moves less rank.
    pub(super) fn nullity(&self) -> usize {
        match self {
            System::Dense(factored) => factored.nullity(),
            System::DenseModulo(factored) => factored.nullity(),
            System::Near(near) => near.nullity(),
            System::NearModulo(_, near) => near.nullity(),
        }
    }

    /// Presses that change the board by `change`, or why there are none.
    pub(super) fn solve(&self, puzzle: &Puzzle, change: &Cells, cx: &Context<'_>) -> Result<Solved, Halt> {
        Ok(match self {
            System::Dense(factored) => match factored.solve(&bits(change), cx)? {
                gf2::Answer::Solution(x) => Solved::Presses(cells(&x)),
                gf2::Answer::Inconsistent(y) => Solved::Weights(cells(&y)),
            },
            System::DenseModulo(factored) => match factored.solve(&bytes(change), cx)? {
                gfp::Answer::Solution(x) => Solved::Presses(Cells::from_values(change.modulus(), &x)),
                gfp::Answer::Inconsistent(y) => Solved::Weights(Cells::from_values(change.modulus(), &y)),
            },
            System::Near(near) => {
                let _boards = cx.reserve(2 * change.bytes())?;
                match near.solve(laid_out(change, puzzle), cx)? {
                    Outcome::Presses(board) => Solved::Presses(flat(&board)),
                    Outcome::Quiet(board) => Solved::Weights(flat(&board)),
                }
            }
            System::NearModulo(field, near) => {
                let _boards = cx.reserve(2 * change.bytes())?;
                match near.solve(laid_out_bytes(*field, change, puzzle), cx)? {
                    Outcome::Presses(board) => Solved::Presses(flat_bytes(&board, puzzle.modulus)),
                    Outcome::Quiet(board) => Solved::Weights(flat_bytes(&board, puzzle.modulus)),
                }
            }
        })
    }

    /// A basis of the presses that change nothing.
    pub(super) fn quiet(&self, modulus: u8, cx: &Context<'_>) -> Result<Vec<Cells>, Halt> {
        match self {
            System::Dense(factored) => Ok(factored.kernel(cx)?.iter().map(cells).collect()),
            System::DenseModulo(factored) => {
                let kernel = factored.kernel(cx)?;
                Ok(kernel.iter().map(|x| Cells::from_values(factored.modulus(), x)).collect())
            }
            System::Near(near) => (0..near.nullity()).map(|i| Ok(flat(&near.quiet(i, cx)?))).collect(),
            System::NearModulo(_, near) => {
                (0..near.nullity()).map(|i| Ok(flat_bytes(&near.quiet(i, cx)?, modulus))).collect()
            }
        }
    }

    /// For each cell the presses that raise it alone by one.
    pub(super) fn singles(&self, puzzle: &Puzzle, cx: &Context<'_>) -> Result<Vec<Option<Cells>>, Halt> {
        match self {
            System::Dense(factored) => Ok(factored.unit_solutions(cx)?.iter().map(|x| x.as_ref().map(cells)).collect()),
            System::DenseModulo(factored) => {
                let units = factored.unit_solutions(cx)?;
                Ok(units.iter().map(|x| x.as_ref().map(|x| Cells::from_values(puzzle.modulus, x))).collect())
            }
            System::Near(_) | System::NearModulo(..) => (0..puzzle.cells())
                .map(|cell| {
                    let mut unit = Cells::uniform(puzzle.modulus, puzzle.cells(), 0);
                    unit.add(cell, 1);
                    let solved = self.solve(puzzle, &unit, cx)?;
                    Ok(if let Solved::Presses(presses) = solved { Some(presses) } else { None })
                })
                .collect(),
        }
    }
}

fn neighbourhood(near: Near) -> Neighbourhood {
    match near {
        Near::Plus => Neighbourhood::Plus,
        Near::Torus => Neighbourhood::Torus,
        Near::King => Neighbourhood::King,
        Near::RowColumn => Neighbourhood::RowColumn,
    }
}

/// As the vector of the dense engine.
pub(super) fn bits(cells: &Cells) -> Bits {
    Bits::from_ones(cells.len(), cells.nonzero().map(|(at, _)| at))
}

/// Back from it.
pub(super) fn cells(bits: &Bits) -> Cells {
    let mut words = vec![0; bits.len().div_ceil(64)];
    bits.ones().for_each(|at| words[at / 64] |= 1 << (at % 64));
    Cells::from_words(bits.len(), words)
}

/// One byte a value.
pub(super) fn bytes(cells: &Cells) -> Vec<u8> {
    (0..cells.len()).map(|at| cells.get(at)).collect()
}

/// Every row in words of its own.
fn laid_out(cells: &Cells, puzzle: &Puzzle) -> Board<u64> {
    let (rows, columns) = (puzzle.rows, puzzle.columns);
    let mut board = Gf2.board(rows, columns);
    for row in 0..rows {
        let words = board.row_mut(row);
        words.iter_mut().enumerate().for_each(|(index, word)| *word = cells.word_at(row * columns + 64 * index));
        if let Some(last) = words.last_mut().filter(|_| !columns.is_multiple_of(64)) {
            *last &= (1 << (columns % 64)) - 1;
        }
    }
    board
}

/// Rows one after the other without gaps.
fn flat(board: &Board<u64>) -> Cells {
    let len = board.rows() * board.columns();
    let mut words = vec![0_u64; len.div_ceil(64) + 1];
    for row in 0..board.rows() {
        for (index, &word) in board.row(row).iter().enumerate() {
            let at = row * board.columns() + 64 * index;
            words[at / 64] |= word << (at % 64);
            // Two shifts: by 64 in all where the row begins at a word.
            words[at / 64 + 1] |= word >> 1 >> (63 - at % 64);
        }
    }
    Cells::from_words(len, words)
}

/// Lays out cells as a board over GF(p), one byte per cell.
fn laid_out_bytes(field: Gfp, cells: &Cells, puzzle: &Puzzle) -> Board<u8> {
    let mut board = field.board(puzzle.rows, puzzle.columns);
    for row in 0..puzzle.rows {
        let values = board.row_mut(row).iter_mut().enumerate();
        values.for_each(|(column, value)| *value = cells.get(row * puzzle.columns + column));
    }
    board
}

fn flat_bytes(board: &Board<u8>, modulus: u8) -> Cells {
    let rows: Vec<&[u8]> = (0..board.rows()).map(|row| &board.row(row)[..board.columns()]).collect();
    Cells::from_values(modulus, &rows.concat())
}
