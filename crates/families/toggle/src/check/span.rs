//! The checker's own algebra: what small sets of moves span, by plain elimination, and every solution in turn.

use engines::{Context, Halt};

use super::super::rules::Puzzle;

/// The most moves and cells that are eliminated.
const MAX_MOVES: usize = 512;
const MAX_CELLS: usize = 1024;
/// The most solutions that are gone through.
const MAX_SOLUTIONS: u64 = 1 << 16;

/// A basis of what the moves can do. Every vector of cells is the sum of the presses beside it.
pub(super) struct Span {
    modulus: u8,
    cells: usize,
    moves: usize,
    /// Each has a one at its pivot and zeros at all pivots before it.
    basis: Vec<(usize, Vec<u8>, Vec<u8>)>,
    /// A basis of the presses that change nothing.
    quiet: Vec<Vec<u8>>,
}

/// Every fewest solution.
pub(super) struct Best {
    pub(super) weight: u64,
    pub(super) sets: Vec<Vec<u8>>,
}

impl Span {
    /// `None` for levels too large for plain methods.
    pub(super) fn new(puzzle: &Puzzle, cx: &Context<'_>) -> Result<Option<Span>, Halt> {
        let (cells, moves) = (puzzle.cells(), puzzle.move_count());
        if moves > MAX_MOVES || cells > MAX_CELLS {
            return Ok(None);
        }
        let mut span = Span { modulus: puzzle.modulus, cells, moves, basis: Vec::new(), quiet: Vec::new() };
        for index in 0..moves {
            cx.spend((span.basis.len() * (cells + moves)) as u64 / 64)?;
            let mut pattern = vec![0; cells];
            puzzle.pattern(index).into_iter().for_each(|(cell, value)| pattern[cell] = value);
            let mut presses = vec![0; moves];
            presses[index] = 1;
            span.insert(pattern, presses);
        }
        Ok(Some(span))
    }

    fn insert(&mut self, mut cells: Vec<u8>, mut presses: Vec<u8>) {
        self.reduce(&mut cells, &mut presses);
        match cells.iter().position(|&value| value != 0) {
            None => self.quiet.push(presses),
            Some(pivot) => {
                let inverse = inverse(cells[pivot], self.modulus);
                scale(&mut cells, inverse, self.modulus);
                scale(&mut presses, inverse, self.modulus);
                self.basis.push((pivot, cells, presses));
            }
        }
    }

    fn reduce(&self, cells: &mut [u8], presses: &mut [u8]) {
        for (pivot, vector, by) in &self.basis {
            let factor = (self.modulus - cells[*pivot]) % self.modulus;
            if factor != 0 {
                add(cells, factor, vector, self.modulus);
                add(presses, factor, by, self.modulus);
            }
        }
    }

    pub(super) fn rank(&self) -> u64 {
        self.basis.len() as u64
    }

    /// Presses that change the board so, if there are any.
    pub(super) fn solve(&self, change: &[u8]) -> Option<Vec<u8>> {
        let (mut rest, mut presses) = (change.to_vec(), vec![0; self.moves]);
        self.reduce(&mut rest, &mut presses);
        scale(&mut presses, self.modulus - 1, self.modulus);
        rest.iter().all(|&value| value == 0).then_some(presses)
    }

    /// Whether some presses raise the cell alone.
    pub(super) fn raises_alone(&self, cell: usize) -> bool {
        let mut change = vec![0; self.cells];
        change[cell] = 1;
        self.solve(&change).is_some()
    }

    /// Goes through every solution beside this one; `None` where there are too many.
    pub(super) fn best(&self, solution: Vec<u8>, cx: &Context<'_>) -> Result<Option<Best>, Halt> {
        let total = u64::from(self.modulus).checked_pow(self.quiet.len() as u32);
        let Some(total) = total.filter(|&total| total <= MAX_SOLUTIONS) else { return Ok(None) };
        cx.spend(total.saturating_mul(self.moves as u64) / 64)?;
        let mut best = Best { weight: u64::MAX, sets: Vec::new() };
        let (mut x, mut count) = (solution, vec![0; self.quiet.len()]);
        for _ in 0..total {
            best.take(&x);
            self.turn(&mut x, &mut count);
        }
        Ok(Some(best))
    }

    /// The next solution: an odometer with a digit for each quiet pattern.
    fn turn(&self, x: &mut [u8], count: &mut [u8]) {
        for (count, quiet) in count.iter_mut().zip(&self.quiet) {
            add(x, 1, quiet, self.modulus);
            *count = (*count + 1) % self.modulus;
            if *count != 0 {
                break;
            }
        }
    }
}

impl Best {
    fn take(&mut self, x: &[u8]) {
        let weight = x.iter().map(|&value| u64::from(value)).sum();
        if weight < self.weight {
            *self = Best { weight, sets: Vec::new() };
        }
        if weight == self.weight {
            self.sets.push(x.to_vec());
        }
    }
}

/// Whether the vectors are independent.
pub(super) fn independent(vectors: &[Vec<u8>], modulus: u8) -> bool {
    let (cells, moves) = (vectors.first().map_or(0, Vec::len), 0);
    let mut span = Span { modulus, cells, moves, basis: Vec::new(), quiet: Vec::new() };
    vectors.iter().for_each(|vector| span.insert(vector.clone(), Vec::new()));
    span.quiet.is_empty()
}

fn add(to: &mut [u8], factor: u8, from: &[u8], modulus: u8) {
    for (to, &from) in to.iter_mut().zip(from).filter(|(_, from)| **from != 0) {
        *to = ((u16::from(*to) + u16::from(factor) * u16::from(from)) % u16::from(modulus)) as u8;
    }
}

fn scale(vector: &mut [u8], factor: u8, modulus: u8) {
    vector.iter_mut().for_each(|value| *value = (u16::from(*value) * u16::from(factor) % u16::from(modulus)) as u8);
}

/// By trial: moduli are below 256.
fn inverse(value: u8, modulus: u8) -> u8 {
    (1..modulus).find(|&other| u16::from(value) * u16::from(other) % u16::from(modulus) == 1).unwrap_or(1)
}
