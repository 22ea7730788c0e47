//! Checks an elimination round by round: each row is replayed press by press, and follows from the rows before it by
//! multiples of the row that was taken. The factors are found by trying all of them.

use super::super::body::{Elimination, Row};
use super::super::cells::Cells;
use super::Case;
use frame::problem::{CheckError, ensure};

/// A row that was replayed: what it adds to each cell, how often each move is made, and whether it was taken before.
struct Replayed {
    cells: Vec<u8>,
    presses: Vec<u8>,
    is_taken: bool,
}

impl Case<'_> {
    /// Checks the explanation of an answer to `reach`.
    pub(super) fn elimination(&mut self, claim: &Elimination) -> Result<(), CheckError> {
        const FIELDS: &[&str] = &["answer.explanation"];
        let (cells, moves) = (self.puzzle.cells(), self.puzzle.move_count());
        let row = (cells as u128) + (moves as u128) * u128::from(self.puzzle.modulus - 1);
        let numbers = row * (cells as u128) * (moves as u128);
        ensure(
            claim.rounds.is_some() == (numbers <= u128::from(claim.most_numbers)),
            "the rounds are listed by their size",
        )?;
        let Some(rounds) = &claim.rounds else {
            ensure(claim.before.is_none(), "there are rows and no rounds")?;
            self.checked.compare(FIELDS);
            return Ok(());
        };
        self.cx.spend(u64::try_from(numbers).unwrap_or(u64::MAX))?;
        ensure(rounds.len() == cells, "there is not a round for each cell")?;
        let of_move = |index: usize| -> Result<Replayed, CheckError> { self.replayed(&[index as u64 + 1]) };
        let mut before = (0..moves).map(of_move).collect::<Result<Vec<_>, _>>()?;
        if let Some(rows) = &claim.before {
            let is_move = |(index, row): (usize, &Row)| row.presses == [index as u64 + 1];
            let are_moves = rows.len() == moves && rows.iter().enumerate().all(is_move);
            ensure(are_moves, "the rows before the first round are not the moves")?;
            rows.iter().try_for_each(|row| self.of_row(row).map(|_| ()))?;
        }
        for (cell, round) in rounds.iter().enumerate() {
            ensure(round.cell == cell as u64 + 1, "the rounds are not in the order of the cells")?;
            ensure(round.rows.len() == moves, "a round has not as many rows as there are moves")?;
            let place = before.iter().position(|row| !row.is_taken && row.cells[cell] != 0);
            let own = place.map(|place| place as u64 + 1);
            ensure(round.taken == own, format!("another row is taken for cell {}", cell + 1))?;
            let taken = place.map(|place| before.remove(place));
            let after = round.rows.iter().map(|row| self.of_row(row)).collect::<Result<Vec<_>, _>>()?;
            self.follows(cell, &before, taken.as_ref(), &after)?;
            let flags: Vec<bool> = before.iter().map(|row| row.is_taken).chain(taken.map(|_| true)).collect();
            before = after.into_iter().zip(flags).map(|(row, is_taken)| Replayed { is_taken, ..row }).collect();
        }
        self.checked.done("each row of the elimination changes what it says, and follows from those before", FIELDS);
        Ok(())
    }

    /// That the rows after a round follow from the others before it and the one that was taken.
    fn follows(
        &self,
        cell: usize,
        others: &[Replayed],
        taken: Option<&Replayed>,
        after: &[Replayed],
    ) -> Result<(), CheckError> {
        let wrong = || format!("a row does not follow after cell {}", cell + 1);
        let none = vec![0; self.puzzle.move_count()];
        for (row, other) in after.iter().zip(others) {
            let added = taken.map_or(&none, |taken| &taken.presses);
            ensure(self.is_sum(&row.presses, &other.presses, added), wrong())?;
            ensure(taken.is_none() || row.cells[cell] == 0, wrong())?;
        }
        let (Some(taken), Some(last)) = (taken, after.last()) else { return Ok(()) };
        ensure(last.cells[cell] == 1 && self.is_sum(&last.presses, &none, &taken.presses), wrong())
    }

    /// Whether presses are those of one row and a multiple of those of another.
    fn is_sum(&self, presses: &[u8], one: &[u8], other: &[u8]) -> bool {
        let modulus = u32::from(self.puzzle.modulus);
        (0..modulus).any(|times| {
            let sums =
                one.iter().zip(other).map(|(&one, &other)| (u32::from(one) + times * u32::from(other)) % modulus);
            sums.eq(presses.iter().map(|&count| u32::from(count)))
        })
    }

    /// A row as it is claimed, once its presses are seen to change what it says.
    fn of_row(&self, row: &Row) -> Result<Replayed, CheckError> {
        let replayed = self.replayed(&row.presses)?;
        let board = Cells::from_values(self.puzzle.modulus, &replayed.cells);
        ensure(board.digits(0..board.len()) == row.cells, "the presses of a row change something else")?;
        Ok(replayed)
    }

    fn replayed(&self, presses: &[u64]) -> Result<Replayed, CheckError> {
        let board = self.replay(presses)?;
        let mut counts = vec![0; self.puzzle.move_count()];
        presses.iter().for_each(|&press| counts[press as usize - 1] += 1);
        Ok(Replayed { cells: (0..board.len()).map(|at| board.get(at)).collect(), presses: counts, is_taken: false })
    }
}
