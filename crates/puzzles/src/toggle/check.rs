//! The independent checker: presses are replayed literally, certificates weighed against every move.
//!
//! On small levels rank, number of solutions, the fewest presses and all fewest sets are found again by plain
//! elimination and enumeration; beyond that the check says what it left out.

mod span;
mod weighing;

use engines::Context;
use num_bigint::BigUint;

use super::body::{Hint, Parity, Reach, Solve};
use super::cells::Cells;
use super::rules::{Moves, Near, Puzzle};
use crate::answer::{Reply, Verdict};
use crate::options::{ALL, Options};
use crate::problem::{CheckError, Checked, ensure};
use crate::question::{Query, QuestionKind};
use crate::words::plural;
use span::{Best, Span, independent};

/// Presses above this are not part of an answer.
const MOST_LISTED: u64 = 1_000_000;
/// Fewest sets listed at most.
const MOST_SETS: usize = 10_000;
/// Boards above this many cells have no table of single cells.
const MOST_SINGLE: usize = 1024;

/// Checks a reply about a board on which presses must make this change.
pub(super) fn check(
    puzzle: &Puzzle,
    change: Cells,
    query: &Query,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    let span = Span::new(puzzle, cx)?;
    let mut case = Case { puzzle, change, span, cx, checked: Checked::default() };
    let supported = reply.proof.is_some();
    match (reply.verdict, query.kind) {
        (Some(Verdict::Impossible), QuestionKind::Solve | QuestionKind::Hint) => {
            let parity = reply.proof_as::<Parity>().ok_or_else(CheckError::no_answer)?;
            weighing::check(puzzle, &case.change, parity, cx)?;
            case.checked.done("no press changes the weighted sum, in which start and goal differ");
        }
        _ if supported => return Err(CheckError::no_answer()),
        (Some(Verdict::Unfinished), _) => case.bound(reply.bound()?)?,
        (Some(Verdict::Found), QuestionKind::Solve) => case.solve(&query.options, reply.body_of()?)?,
        (Some(Verdict::Found), QuestionKind::Reach) => case.reach(reply.body_of()?)?,
        (Some(Verdict::Found), QuestionKind::Hint) => case.hint(reply.body_of()?)?,
        _ => return Err(CheckError::no_answer()),
    }
    Ok(case.checked)
}

/// One answer being checked.
struct Case<'a> {
    puzzle: &'a Puzzle,
    change: Cells,
    span: Option<Span>,
    cx: &'a Context<'a>,
    checked: Checked,
}

impl Case<'_> {
    fn solve(&mut self, options: &Options, body: &Solve) -> Result<(), CheckError> {
        self.rank(body.rank, body.nullity)?;
        ensure(body.presses.is_some() == (body.moves <= MOST_LISTED), "presses are listed up to a million of them")?;
        match &body.presses {
            Some(presses) => {
                ensure(presses.len() as u64 == body.moves, "moves is not the number of presses")?;
                ensure(self.replay(presses)?.equals(&self.change), "the presses do not lead to the goal")?;
                self.checked.done("the presses lead to the goal");
            }
            None => self.checked.left_out("the presses, which are not in the answer"),
        }
        self.solutions(body)?;
        self.fewest(body)?;
        self.sets(options, body)
    }

    fn rank(&mut self, rank: u64, nullity: u64) -> Result<(), CheckError> {
        let moves = self.puzzle.move_count() as u64;
        ensure(rank.checked_add(nullity) == Some(moves), "rank and nullity do not add up to the moves")?;
        ensure(rank <= self.puzzle.cells() as u64, "the rank exceeds the number of cells")?;
        match self.span.as_ref().map(Span::rank) {
            Some(own) => {
                ensure(own == rank, format!("the rank is {own}"))?;
                self.checked.done("the rank");
            }
            None => self.checked.left_out("the rank"),
        }
        Ok(())
    }

    fn solutions(&mut self, body: &Solve) -> Result<(), CheckError> {
        let Some(claimed) = &body.solutions else { return Ok(()) };
        let exponent = u32::try_from(body.nullity).map_err(|_| CheckError::wrong("the nullity is too large"))?;
        let own = BigUint::from(self.puzzle.modulus).pow(exponent);
        ensure(claimed.0 == own, "the number of solutions does not follow from the nullity")?;
        self.checked.done("the number of solutions, from the nullity");
        Ok(())
    }

    fn fewest(&mut self, body: &Solve) -> Result<(), CheckError> {
        let bound = if body.optimal { body.moves } else { body.at_least.unwrap_or(u64::MAX) };
        ensure(bound <= body.moves, "the bound exceeds the presses")?;
        self.bound(bound)
    }

    /// That no solution has fewer presses.
    fn bound(&mut self, at_least: u64) -> Result<(), CheckError> {
        match self.best()? {
            Some(best) => {
                ensure(at_least <= best.weight, plural(best.weight, "press suffices", "presses suffice"))?;
                self.checked.done(format!("that {at_least} is least, over all solutions"));
            }
            None if at_least == 0 => {}
            None => self.checked.left_out(format!("that {at_least} is least")),
        }
        Ok(())
    }

    /// Every fewest solution, where they can be gone through.
    fn best(&self) -> Result<Option<Best>, CheckError> {
        let Some(span) = &self.span else { return Ok(None) };
        let change: Vec<u8> = (0..self.change.len()).map(|at| self.change.get(at)).collect();
        match span.solve(&change) {
            Some(solution) => Ok(span.best(solution, self.cx)?),
            // Nothing is below the bound of what is not there.
            None => Ok(None),
        }
    }

    fn sets(&mut self, options: &Options, body: &Solve) -> Result<(), CheckError> {
        let complete = body.all_complete == Some(true);
        let Some(all) = &body.all else {
            if options.is_on(&ALL) {
                self.checked.left_out("the fewest sets, which are not in the answer");
            }
            return Ok(());
        };
        ensure(body.optimal && !all.is_empty() && all.len() <= MOST_SETS, "the sets are not the fewest ones")?;
        for set in all {
            ensure(set.len() as u64 == body.moves, "a set has another number of presses")?;
            ensure(self.replay(set)?.equals(&self.change), "a set does not lead to the goal")?;
        }
        self.checked.done("every set leads to the goal");
        match self.best()? {
            Some(best) => {
                ensure(
                    (best.sets.len() == all.len()) == complete,
                    format!("the number of sets is {}", best.sets.len()),
                )?;
                self.checked.done("the number of fewest sets");
            }
            None => self.checked.left_out("that no fewest set is missing"),
        }
        Ok(())
    }

    fn reach(&mut self, body: &Reach) -> Result<(), CheckError> {
        self.rank(body.rank, body.nullity)?;
        let all = body.rank == self.puzzle.cells() as u64;
        ensure(body.all_reachable == all, "all positions are reached where the rank is the number of cells")?;
        match &body.quiet {
            Some(quiet) => self.quiet(quiet, body.nullity)?,
            None => {
                ensure(self.span.is_none(), "the quiet patterns are missing")?;
                self.checked.left_out("the quiet patterns, which are not in the answer");
            }
        }
        ensure(body.single.is_some() == (self.puzzle.cells() <= MOST_SINGLE), "the table is for up to 1,024 cells")?;
        body.single.as_deref().map_or(Ok(()), |single| self.single(single))
    }

    fn quiet(&mut self, quiet: &[Vec<u64>], nullity: u64) -> Result<(), CheckError> {
        ensure(quiet.len() as u64 == nullity, "there are not as many quiet patterns as the nullity says")?;
        let still = Cells::uniform(self.puzzle.modulus, self.puzzle.cells(), 0);
        let mut vectors = Vec::new();
        for presses in quiet {
            ensure(self.replay(presses)?.equals(&still), "a quiet pattern changes the board")?;
            if self.span.is_some() {
                let mut vector = vec![0; self.puzzle.move_count()];
                presses.iter().for_each(|&press| vector[press as usize - 1] += 1);
                vectors.push(vector);
            }
        }
        ensure(independent(&vectors, self.puzzle.modulus), "the quiet patterns depend on each other")?;
        self.checked.done("the quiet patterns change nothing");
        if self.span.is_none() {
            self.checked.left_out("that the quiet patterns are independent");
        }
        Ok(())
    }

    fn single(&mut self, single: &[Option<Vec<u64>>]) -> Result<(), CheckError> {
        ensure(single.len() == self.puzzle.cells(), "the table has not one entry a cell")?;
        for (cell, presses) in single.iter().enumerate() {
            let mut alone = Cells::uniform(self.puzzle.modulus, self.puzzle.cells(), 0);
            alone.add(cell, 1);
            let possible = self.span.as_ref().map(|span| span.raises_alone(cell));
            match presses {
                Some(presses) => {
                    let holds = self.replay(presses)?.equals(&alone);
                    ensure(holds, format!("these presses do not raise cell {} alone", cell + 1))?;
                }
                None => ensure(possible != Some(true), format!("cell {} can be raised alone", cell + 1))?,
            }
        }
        self.checked.done("each cell's presses raise it alone");
        if self.span.is_none() && single.contains(&None) {
            self.checked.left_out("that no presses raise the other cells alone");
        }
        Ok(())
    }

    fn hint(&mut self, body: &Hint) -> Result<(), CheckError> {
        let left = body.moves_left;
        let best: Option<Vec<u64>> = body.best.iter().map(|text| text.parse().ok()).collect();
        let best = best.ok_or_else(|| CheckError::wrong("a best move is not the number of a press"))?;
        let solved = self.change.support() == 0;
        ensure(solved == (left == 0) && solved == best.is_empty(), "nothing is left to do only at the goal")?;
        ensure(best.windows(2).all(|pair| pair[0] < pair[1]), "the best presses are not in ascending order")?;
        let replayed = self.replay(&best)?;
        if let Some(own) = self.best()? {
            ensure(own.weight == left, plural(own.weight, "press is left", "presses are left"))?;
            ensure(own.used() == best, "these are not the presses of the fewest sets")?;
            self.checked.done("every press of every fewest set, over all solutions");
        } else if best.len() as u64 == left {
            ensure(replayed.equals(&self.change), "the best presses do not lead to the goal")?;
            self.checked.done("the best presses lead to the goal together");
            self.checked.left_out(format!("that {left} is least"));
        } else {
            self.checked.left_out(format!("the best presses, and that {left} is least"));
        }
        Ok(())
    }

    /// What the presses (from 1, ascending, each fewer than modulus times) add to an empty board.
    fn replay(&self, presses: &[u64]) -> Result<Cells, CheckError> {
        let last = self.puzzle.move_count() as u64;
        ensure(presses.iter().all(|press| (1..=last).contains(press)), format!("presses go from 1 to {last}"))?;
        ensure(presses.is_sorted(), "the presses are not in ascending order")?;
        let most = usize::from(self.puzzle.modulus) - 1;
        ensure(
            presses.chunk_by(|a, b| a == b).all(|run| run.len() <= most),
            format!("a press is used over {}", plural(most, "time", "times")),
        )?;
        self.cx.spend(presses.len() as u64)?;
        if let Moves::Near(Near::RowColumn) = self.puzzle.moves {
            return Ok(crosses(self.puzzle, presses));
        }
        let mut board = Cells::uniform(self.puzzle.modulus, self.puzzle.cells(), 0);
        presses.iter().for_each(|&press| self.puzzle.press(&mut board, press as usize - 1));
        Ok(board)
    }
}

/// Rows with columns, whose patterns are long: a cell gains the presses in its row and column, its own once.
fn crosses(puzzle: &Puzzle, presses: &[u64]) -> Cells {
    let mut own = vec![0_u64; puzzle.cells()];
    let (mut rows, mut columns) = (vec![0_u64; puzzle.rows], vec![0_u64; puzzle.columns]);
    for cell in presses.iter().map(|&press| press as usize - 1) {
        own[cell] += 1;
        rows[cell / puzzle.columns] += 1;
        columns[cell % puzzle.columns] += 1;
    }
    let value = |cell: usize| rows[cell / puzzle.columns] + columns[cell % puzzle.columns] - own[cell];
    let values: Vec<u8> = (0..own.len()).map(|cell| (value(cell) % u64::from(puzzle.modulus)) as u8).collect();
    Cells::from_values(puzzle.modulus, &values)
}

impl Best {
    /// The presses, from 1, that are in some fewest set.
    fn used(&self) -> Vec<u64> {
        let moves = self.sets.first().map_or(0, Vec::len);
        (0..moves).filter(|&at| self.sets.iter().any(|set| set[at] != 0)).map(|at| at as u64 + 1).collect()
    }
}
