//! The check of a map: breadth-first search backwards from the goal, press by press, over boards as plain lists; where
//! there are too many boards for that, the listed ones are solved again one by one.

use std::collections::HashMap;

use engines::{Context, Halt};
use num_bigint::BigUint;

use super::Case;
use crate::cells::Cells;
use crate::rules::Puzzle;
use crate::text;
use frame::phrases::plural;
use frame::problem::{CheckError, ensure};
use frame::solution::{MAX_HARDEST, Map, mean};

/// The most boards that are searched.
const MAX_BOARDS: u64 = 1 << 17;
/// The most values of cells in all these boards together.
const MAX_VALUES: u64 = 1 << 23;
/// The fewest bytes of a list of levels that is shorter than [`MAX_HARDEST`] though there are more.
const LONG: usize = 1 << 22;

/// The fewest presses of every board from which the goal can be reached.
type Presses = HashMap<Vec<u8>, u64>;

impl Case<'_> {
    pub(super) fn map(&mut self, body: &Map) -> Result<(), CheckError> {
        ensure(body.mean == mean(&body.distances, 8), "the mean does not follow from the distances")?;
        if let Some(rank) = self.span.as_ref().map(|span| span.rank()) {
            let own = BigUint::from(self.puzzle.modulus).pow(rank as u32);
            ensure(body.states.0 == own, format!("the number of boards is {own}"))?;
        }
        let following = ["verdict", "answer.states", "answer.mean"];
        self.checked.add(self.span.is_some(), "the number of boards, from the rank, and the mean", &following);
        let boards = self.listed(body)?;
        match self.searched()? {
            Some(own) => {
                let largest = own.values().copied().max().unwrap_or(0);
                ensure(body.largest == largest, format!("the largest distance is {largest}"))?;
                for (presses, claimed) in (0..).zip(&body.distances) {
                    let count = own.values().filter(|&&other| other == presses).count();
                    ensure(
                        claimed.0 == BigUint::from(count),
                        plural(count, "board needs", "boards need") + " so many",
                    )?;
                }
                let far = boards.iter().all(|board| own.get(&values(board)) == Some(&largest));
                ensure(far, "a listed level is not one of the farthest")?;
                let what = "every distance and the farthest boards, by a search of its own";
                self.checked.done(what, &["answer.distances", "answer.largest", "answer.hardest"]);
            }
            None => {
                self.solved_again(&boards, body.largest)?;
                self.checked.left_out("how many boards need how many presses", &["answer.distances"]);
                self.checked.left_out("that no board needs more", &["answer.largest"]);
            }
        }
        Ok(())
    }

    /// That some board needs so many presses.
    pub(super) fn farthest(&mut self, at_least: u64) -> Result<(), CheckError> {
        const BOUND: &[&str] = &["answer.at_least"];
        if at_least == 0 {
            self.checked.compare(BOUND);
            return Ok(());
        }
        let largest = self.searched()?.and_then(|own| own.values().copied().max());
        let enough = largest.is_none_or(|largest| at_least <= largest);
        ensure(enough, format!("the largest distance is {}", largest.unwrap_or(0)))?;
        let what = format!("that some board needs {}", plural(at_least, "press", "presses"));
        self.checked.add(largest.is_some(), what, BOUND);
        Ok(())
    }

    /// The boards of the listed levels, which differ from this level in nothing else.
    fn listed(&self, body: &Map) -> Result<Vec<Cells>, CheckError> {
        let all = body.distances.last().map(|count| &count.0);
        let (listed, bytes) = (body.hardest.len(), body.hardest.iter().map(String::len).sum::<usize>());
        let complete = listed == MAX_HARDEST || all == Some(&BigUint::from(listed)) || (listed > 0 && bytes > LONG);
        ensure(complete && listed <= MAX_HARDEST, "these are not all the farthest levels, nor a hundred of them")?;
        let read = |level: &String| {
            let read = text::parse(&level.as_bytes(), self.cx).ok();
            let read = read.filter(|read| text::print_bare(self.puzzle, &read.start) == *level);
            read.map(|read| read.start).ok_or_else(|| CheckError::wrong("a listed text is no level of these moves"))
        };
        body.hardest.iter().map(read).collect()
    }

    /// Every board with its fewest presses; `None` where there are too many.
    fn searched(&self) -> Result<Option<Presses>, Halt> {
        let Some(rank) = self.span.as_ref().map(|span| span.rank()) else { return Ok(None) };
        let boards = u64::from(self.puzzle.modulus).checked_pow(rank as u32).filter(|&boards| boards <= MAX_BOARDS);
        let values = boards.map(|boards| boards.saturating_mul(self.puzzle.cells() as u64));
        if values.is_none_or(|values| values > MAX_VALUES) {
            return Ok(None);
        }
        search(self.puzzle, self.cx).map(Some)
    }

    /// That each of these boards needs so many presses, by all its solutions.
    fn solved_again(&mut self, boards: &[Cells], presses: u64) -> Result<(), CheckError> {
        let Some(span) = &self.span else {
            self.checked.left_out("that the listed boards are the farthest", &["answer.hardest"]);
            return Ok(());
        };
        let mut all = true;
        for board in boards {
            let solution = span.solve(&values(&self.puzzle.goal.minus(board)));
            let solution = solution.ok_or_else(|| CheckError::wrong("a listed board cannot be brought to the goal"))?;
            match span.best(solution, self.cx)? {
                Some(best) => ensure(best.weight == presses, "a listed board does not need so many presses")?,
                None => all = false,
            }
        }
        let what = "the fewest presses of each listed board, over all solutions";
        self.checked.add(all, what, &["answer.hardest"]);
        Ok(())
    }
}

/// The values of a board in a list.
fn values(board: &Cells) -> Vec<u8> {
    (0..board.len()).map(|at| board.get(at)).collect()
}

/// Searches all boards backwards from the goal.
fn search(puzzle: &Puzzle, cx: &Context<'_>) -> Result<Presses, Halt> {
    let patterns: Vec<Vec<(usize, u8)>> = (0..puzzle.move_count()).map(|index| puzzle.pattern(index)).collect();
    let goal = values(&puzzle.goal);
    let mut presses = Presses::from([(goal.clone(), 0)]);
    let (mut layer, mut depth) = (vec![goal], 0);
    while !layer.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for board in layer {
            cx.spend(patterns.len() as u64)?;
            for pattern in &patterns {
                let mut before = board.clone();
                for &(cell, value) in pattern {
                    let value = u16::from(puzzle.modulus - value) + u16::from(before[cell]);
                    before[cell] = (value % u16::from(puzzle.modulus)) as u8;
                }
                if !presses.contains_key(&before) {
                    presses.insert(before.clone(), depth);
                    next.push(before);
                }
            }
        }
        layer = next;
    }
    Ok(presses)
}
