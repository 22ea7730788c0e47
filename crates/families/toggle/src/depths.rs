//! How many boards need how many presses, over all boards from which the goal can be reached.
//!
//! Every such board is given once by presses of independent moves; its other solutions add quiet patterns to them. An
//! independent move that is in no quiet pattern is pressed as often in each solution of a board: such moves are left
//! out of the table and multiply its counts. The table has the fewest presses of each board that the other independent
//! moves lead to. It begins with the presses of the independent moves themselves, and takes one sweep for each move
//! that depends on them: along every cycle of boards that this move joins, a board needs at most one press more than
//! the board before it. [`Coset`](super::coset::Coset) is better for one board: it needs no table.

use engines::{Context, EngineLimit, Halt};
use num_bigint::BigUint;

use super::cells::Cells;
use super::system::System;

/// The largest number of presses that a board may need.
const MAX_PRESSES: usize = 1_000;
/// The most boards in a table.
const MAX_BOARDS: usize = 1 << 31;
/// The most bytes of the quiet patterns together.
const MAX_QUIET: usize = 1 << 24;

/// The numbers of boards by their fewest presses.
pub(super) struct Depths {
    /// The number of boards that need 0, 1, 2, … presses.
    pub(super) boards: Vec<BigUint>,
    /// Fewest presses of boards that need most, as many as were wanted.
    pub(super) farthest: Vec<Cells>,
}

impl Depths {
    /// Counts all boards, and lists fewest presses of at most `most` boards that need most of them.
    ///
    /// # Errors
    /// A limit was reached.
    pub(super) fn new(
        system: &System<'_>,
        (modulus, moves): (u8, usize),
        most: usize,
        cx: &Context<'_>,
    ) -> Result<Depths, Halt> {
        let rank = moves - system.nullity();
        if rank.saturating_mul(usize::from(modulus) - 1) > MAX_PRESSES {
            return Err(Halt::Engine(EngineLimit::States));
        }
        if system.nullity().saturating_mul(moves) > MAX_QUIET {
            return Err(Halt::Engine(EngineLimit::Bytes));
        }
        let _quiet = cx.reserve(2 * (system.nullity() * moves) as u64)?;
        let basis = Basis::new(system, modulus, moves, cx)?;
        let table = Table::new(&basis, cx)?;
        let mut boards = table.boards();
        for _ in &basis.free {
            cx.spend(boards.len() as u64)?;
            boards = with_another_move(&boards, modulus.into());
        }
        Ok(Depths { boards, farthest: table.farthest(most).map(|digits| basis.presses(&digits)).collect() })
    }
}

/// The counts of boards after one more independent move, which is pressed 0 to `modulus - 1` times.
fn with_another_move(boards: &[BigUint], modulus: usize) -> Vec<BigUint> {
    let mut sum = BigUint::ZERO;
    let next = |at: usize| {
        sum += boards.get(at).unwrap_or(&BigUint::ZERO);
        if let Some(left) = at.checked_sub(modulus).and_then(|at| boards.get(at)) {
            sum -= left;
        }
        sum.clone()
    };
    (0..boards.len() + modulus - 1).map(next).collect()
}

/// Independent moves from which every board follows, and how the other moves depend on them.
struct Basis {
    modulus: u8,
    moves: usize,
    /// The independent moves that others depend on.
    joined: Vec<usize>,
    /// The independent moves that no other depends on.
    free: Vec<usize>,
    /// The presses of the joined moves that change the board as one of the other moves does, each once.
    others: Vec<Vec<u8>>,
}

impl Basis {
    fn new(system: &System<'_>, modulus: u8, moves: usize, cx: &Context<'_>) -> Result<Basis, Halt> {
        let quiet = system.quiet(modulus, cx)?;
        let mut quiet: Vec<Vec<u8>> = quiet.iter().map(|x| (0..moves).map(|at| x.get(at)).collect()).collect();
        let mut is_dependent = vec![false; moves];
        for index in 0..quiet.len() {
            cx.spend((quiet.len() * moves) as u64 / 64)?;
            is_dependent[eliminate(&mut quiet, index, modulus)] = true;
        }
        let independent: Vec<usize> = (0..moves).filter(|&at| !is_dependent[at]).collect();
        // A move that changes nothing, or changes the board as an independent one does, makes no solution shorter.
        quiet.retain(|pattern| {
            let presses = || independent.iter().map(|&at| pattern[at]).filter(|&times| times != 0);
            presses().count() > 1 || presses().any(|times| times != modulus - 1)
        });
        let (joined, free) = independent.iter().partition(|&&at| quiet.iter().any(|pattern| pattern[at] != 0));
        let joined: Vec<usize> = joined;
        let minus = |times: u8| (modulus - times) % modulus;
        let mut others: Vec<Vec<u8>> =
            quiet.iter().map(|pattern| joined.iter().map(|&at| minus(pattern[at])).collect()).collect();
        others.sort_unstable();
        others.dedup();
        Ok(Basis { modulus, moves, joined, free, others })
    }

    /// Presses of all moves: these of the joined ones, and as many as there are of each free one.
    fn presses(&self, digits: &[u8]) -> Cells {
        let mut presses = vec![0; self.moves];
        self.free.iter().for_each(|&at| presses[at] = self.modulus - 1);
        self.joined.iter().zip(digits).for_each(|(&at, &times)| presses[at] = times);
        Cells::from_values(self.modulus, &presses)
    }
}

/// Has the pattern of this index press a move once that no other pattern presses, and returns that move: the last one
/// that it presses.
fn eliminate(quiet: &mut [Vec<u8>], index: usize, modulus: u8) -> usize {
    let wide = u16::from(modulus);
    let mut own = std::mem::take(&mut quiet[index]);
    let pivot = own.iter().rposition(|&times| times != 0).unwrap_or(0);
    let inverse = (1..wide).find(|by| by * u16::from(own[pivot]) % wide == 1).unwrap_or(1);
    own.iter_mut().for_each(|times| *times = (u16::from(*times) * inverse % wide) as u8);
    for pattern in quiet.iter_mut().filter(|pattern| pattern.get(pivot).is_some_and(|&times| times != 0)) {
        let factor = wide - u16::from(pattern[pivot]);
        let sum = |(times, &by): (&mut u8, &u8)| *times = ((u16::from(*times) + factor * u16::from(by)) % wide) as u8;
        pattern.iter_mut().zip(&own).for_each(sum);
    }
    quiet[index] = own;
    pivot
}

/// The fewest presses of every board that joined moves lead to. A board is numbered by the presses of these moves as
/// digits, whose first half counts rows and whose second half the places of a row.
struct Table<'c> {
    modulus: u8,
    digits: usize,
    fewest: Vec<u16>,
    _room: engines::Reservation<'c>,
}

impl<'c> Table<'c> {
    fn new(basis: &Basis, cx: &'c Context<'_>) -> Result<Table<'c>, Halt> {
        let (modulus, digits) = (basis.modulus, basis.joined.len());
        let boards = usize::from(modulus).checked_pow(digits as u32).filter(|&boards| boards <= MAX_BOARDS);
        let boards = boards.ok_or(Halt::Engine(EngineLimit::States))?;
        let room = cx.reserve(2 * boards as u64)?;
        cx.spend(boards as u64)?;
        let zeros = vec![0; digits];
        let (rows, places) = halves(&zeros, modulus);
        let sums = rows.sums.iter().flat_map(|row| places.sums.iter().map(move |place| row + place));
        let mut table = Table { modulus, digits, fewest: sums.collect(), _room: room };
        for (done, other) in basis.others.iter().enumerate() {
            cx.report("sweeps", done as u64, Some(basis.others.len() as u64), None);
            table.sweep(other, cx)?;
        }
        Ok(table)
    }

    /// Takes in a move that changes the board as these presses do.
    fn sweep(&mut self, other: &[u8], cx: &Context<'_>) -> Result<(), Halt> {
        let (rows, places) = halves(other, self.modulus);
        let width = places.next.len();
        // Each cycle is gone along twice, so that its first boards follow from its last ones too.
        let steps = 2 * usize::from(self.modulus) - 1;
        for row in (0..rows.next.len()).filter(|&row| rows.begins[row]) {
            cx.spend(width as u64)?;
            for place in (0..width).filter(|&place| places.begins[place]) {
                let (mut at, mut least) = ((row, place), u16::MAX);
                for _ in 0..steps {
                    let fewest = &mut self.fewest[at.0 * width + at.1];
                    least = least.saturating_add(1).min(*fewest);
                    *fewest = least;
                    at = (rows.next[at.0] as usize, places.next[at.1] as usize);
                }
            }
        }
        Ok(())
    }

    /// The numbers of boards by their fewest presses.
    fn boards(&self) -> Vec<BigUint> {
        let mut boards = vec![0_u64; usize::from(self.largest()) + 1];
        self.fewest.iter().for_each(|&presses| boards[usize::from(presses)] += 1);
        boards.into_iter().map(BigUint::from).collect()
    }

    fn largest(&self) -> u16 {
        self.fewest.iter().copied().max().unwrap_or(0)
    }

    /// The digits of the first boards that need most presses.
    fn farthest(&self, most: usize) -> impl Iterator<Item = Vec<u8>> + '_ {
        let largest = self.largest();
        let boards = (0..self.fewest.len()).filter(move |&board| self.fewest[board] == largest);
        boards.take(most).map(|board| {
            let mut digits = vec![0; self.digits];
            let mut rest = board;
            for digit in digits.iter_mut().rev() {
                *digit = (rest % usize::from(self.modulus)) as u8;
                rest /= usize::from(self.modulus);
            }
            digits
        })
    }
}

/// The numbers that some of the digits of a board can make.
struct Half {
    /// The number that each becomes when a move is pressed.
    next: Vec<u32>,
    /// Whether the cycle of a board is entered at this number.
    begins: Vec<bool>,
    /// The sum of the digits.
    sums: Vec<u16>,
}

/// The two halves of the digits of a board, for a move of these digits.
fn halves(other: &[u8], modulus: u8) -> (Half, Half) {
    let first = other.iter().position(|&times| times != 0);
    let middle = other.len() / 2;
    let begin = |from: usize, to: usize| first.filter(|first| (from..to).contains(first)).map(|first| first - from);
    let rows = Half::new(&other[..middle], modulus, begin(0, middle));
    (rows, Half::new(&other[middle..], modulus, begin(middle, other.len())))
}

impl Half {
    /// A cycle is entered where the digit at `first` is 0.
    fn new(other: &[u8], modulus: u8, first: Option<usize>) -> Half {
        let mut half = Half { next: vec![0], begins: vec![true], sums: vec![0] };
        for (at, &times) in other.iter().enumerate() {
            let each = |before: usize| (0..modulus).map(move |digit| (before, digit));
            let digits: Vec<(usize, u8)> = (0..half.next.len()).flat_map(each).collect();
            let turned = |digit: u8| (u32::from(digit) + u32::from(times)) % u32::from(modulus);
            half = Half {
                next: digits
                    .iter()
                    .map(|&(before, digit)| half.next[before] * u32::from(modulus) + turned(digit))
                    .collect(),
                begins: digits
                    .iter()
                    .map(|&(before, digit)| half.begins[before] && (first != Some(at) || digit == 0))
                    .collect(),
                sums: digits.iter().map(|&(before, digit)| half.sums[before] + u16::from(digit)).collect(),
            };
        }
        half
    }
}
