//! The independent checker: presses are replayed literally, certificates weighed against every move.
//!
//! On small levels rank, number of solutions, the fewest presses and all fewest sets are found again by plain
//! elimination and enumeration; beyond that the check says what it left out.

mod elimination;
mod map;
mod span;
mod weighing;

use std::rc::Rc;

use engines::Context;
use num_bigint::BigUint;

use super::body::{Hint, Parity, Reach, Solve};
use super::cells::Cells;
use super::rules::{Moves, Near, Puzzle};
use frame::answer::{Reply, Verdict};
use frame::options::{ALL, COUNT, Options};
use frame::phrases::plural;
use frame::problem::{CheckError, Checked, ensure};
use frame::query::{Query, QuestionKind};
use span::{Best, Span, independent};

/// Presses above this are not part of an answer.
const MAX_LISTED: u64 = 1_000_000;
/// Fewest sets listed at most.
const MAX_SETS: usize = 10_000;
/// Boards above this many cells have no table of single cells.
const MAX_SINGLE: usize = 1024;

/// Checks a reply about a board on which presses must make this change.
pub(super) fn check(
    puzzle: &Puzzle,
    change: Cells,
    query: &Query,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    let span = Span::new(puzzle, cx)?;
    let mut case = Case { puzzle, change, span, best: None, cx, checked: Checked::default() };
    let supported = reply.proof.is_some();
    match (reply.verdict, query.kind) {
        (Some(Verdict::Impossible), QuestionKind::SOLVE | QuestionKind::HINT) => {
            let parity = reply.proof_as::<Parity>().ok_or_else(CheckError::no_answer)?;
            weighing::check(puzzle, &case.change, parity, cx)?;
            let what = "no press changes the weighted sum, in which start and goal differ";
            case.checked.done(what, &["verdict", "proof"]);
        }
        _ if supported => return Err(CheckError::no_answer()),
        (Some(Verdict::Unfinished), QuestionKind::MAP) => case.farthest(reply.bound()?)?,
        (Some(Verdict::Unfinished), _) => case.bound(reply.bound()?, &["answer.at_least"])?,
        (Some(Verdict::Found), QuestionKind::SOLVE) => case.solve(&query.options, reply.body_of()?)?,
        (Some(Verdict::Found), QuestionKind::REACH) => case.reach(reply.body_of()?)?,
        (Some(Verdict::Found), QuestionKind::MAP) => case.map(reply.body_of()?)?,
        (Some(Verdict::Found), QuestionKind::HINT) => case.hint(reply.body_of()?)?,
        _ => return Err(CheckError::no_answer()),
    }
    Ok(case.checked)
}

/// One answer being checked.
struct Case<'a> {
    puzzle: &'a Puzzle,
    change: Cells,
    span: Option<Span>,
    /// Every fewest solution, once they were gone through: the inner `None` where they are too many.
    best: Option<Option<Rc<Best>>>,
    cx: &'a Context<'a>,
    checked: Checked,
}

impl Case<'_> {
    fn solve(&mut self, options: &Options, body: &Solve) -> Result<(), CheckError> {
        self.rank(body.rank, body.nullity)?;
        ensure(body.presses.is_some() == (body.moves <= MAX_LISTED), "presses are listed up to a million of them")?;
        match &body.presses {
            Some(presses) => {
                ensure(presses.len() as u64 == body.moves, "moves is not the number of presses")?;
                ensure(self.replay(presses)?.equals(&self.change), "the presses do not lead to the goal")?;
                self.checked.done("the presses lead to the goal", &["verdict", "answer.presses", "answer.moves"]);
            }
            None => {
                let fields = ["verdict", "answer.presses", "answer.moves"];
                self.checked.left_out("the presses, which are not in the answer", &fields);
            }
        }
        self.solutions(body)?;
        self.fewest_solutions(options, body)?;
        self.fewest(body)?;
        self.sets(options, body)
    }

    fn rank(&mut self, rank: u64, nullity: u64) -> Result<(), CheckError> {
        let moves = self.puzzle.move_count() as u64;
        ensure(rank.checked_add(nullity) == Some(moves), "rank and nullity do not add up to the moves")?;
        ensure(rank <= self.puzzle.cells() as u64, "the rank exceeds the number of cells")?;
        if let Some(own) = self.span.as_ref().map(Span::rank) {
            ensure(own == rank, format!("the rank is {own}"))?;
        }
        self.checked.add(self.span.is_some(), "the rank", &["answer.rank", "answer.nullity"]);
        Ok(())
    }

    fn solutions(&mut self, body: &Solve) -> Result<(), CheckError> {
        let Some(claimed) = &body.solutions else { return Ok(()) };
        let exponent = u32::try_from(body.nullity).map_err(|_| CheckError::wrong("the nullity is too large"))?;
        let own = BigUint::from(self.puzzle.modulus).pow(exponent);
        ensure(claimed.0 == own, "the number of solutions does not follow from the nullity")?;
        match self.span {
            Some(_) => self.checked.done("the number of solutions, from the nullity", &["answer.solutions"]),
            // It is as right as the nullity.
            None => self.checked.leave_open(&["answer.solutions"]),
        }
        Ok(())
    }

    fn fewest_solutions(&mut self, options: &Options, body: &Solve) -> Result<(), CheckError> {
        const FIELDS: &[&str] = &["answer.fewest_solutions"];
        let Some(claimed) = &body.fewest_solutions else {
            // Older answers do not say it.
            if options.is_on(&COUNT) {
                self.checked.left_out("how many solutions have the fewest presses, which is not in the answer", FIELDS);
            }
            return Ok(());
        };
        let Some(claimed) = claimed else {
            self.checked.compare(FIELDS);
            return Ok(());
        };
        ensure(body.optimal, "fewest solutions are counted only where the presses are proven fewest")?;
        match self.best()? {
            Some(best) => {
                let own = best.sets.len();
                ensure(claimed.0 == BigUint::from(own), format!("the number of fewest solutions is {own}"))?;
                self.checked.done("the number of fewest solutions, over all solutions", FIELDS);
            }
            None => self.checked.left_out("the number of fewest solutions", FIELDS),
        }
        Ok(())
    }

    fn fewest(&mut self, body: &Solve) -> Result<(), CheckError> {
        let bound = if body.optimal { body.moves } else { body.at_least.unwrap_or(u64::MAX) };
        ensure(bound <= body.moves, "the bound exceeds the presses")?;
        match body.optimal {
            true => self.bound(bound, &["answer.optimal"]),
            false => {
                self.checked.compare(&["answer.optimal"]);
                self.bound(bound, &["answer.at_least"])
            }
        }
    }

    /// That no solution has fewer presses, which the fields say.
    fn bound(&mut self, at_least: u64, fields: &[&str]) -> Result<(), CheckError> {
        match self.best()? {
            Some(best) => {
                ensure(at_least <= best.weight, plural(best.weight, "press suffices", "presses suffice"))?;
                self.checked.done(format!("that {at_least} is least, over all solutions"), fields);
            }
            None if at_least == 0 => self.checked.compare(fields),
            None if self.solution().is_some_and(|solution| solution.is_none()) => {
                self.checked.done("that nothing is below the bound, since no presses lead to the goal", fields);
            }
            None => self.checked.left_out(format!("that {at_least} is least"), fields),
        }
        Ok(())
    }

    /// Some solution by elimination, on small levels: the inner `None` where there is none.
    fn solution(&self) -> Option<Option<Vec<u8>>> {
        let change: Vec<u8> = (0..self.change.len()).map(|at| self.change.get(at)).collect();
        self.span.as_ref().map(|span| span.solve(&change))
    }

    /// Every fewest solution, where they can be gone through.
    fn best(&mut self) -> Result<Option<Rc<Best>>, CheckError> {
        if let Some(known) = &self.best {
            return Ok(known.clone());
        }
        let best = match (&self.span, self.solution().flatten()) {
            (Some(span), Some(solution)) => span.best(solution, self.cx)?.map(Rc::new),
            _ => None,
        };
        Ok(self.best.insert(best).clone())
    }

    fn sets(&mut self, options: &Options, body: &Solve) -> Result<(), CheckError> {
        const SETS: &[&str] = &["answer.all", "answer.all_complete"];
        let complete = body.all_complete == Some(true);
        let Some(all) = &body.all else {
            if options.is_on(&ALL) {
                self.checked.left_out("the fewest sets, which are not in the answer", SETS);
            }
            return Ok(());
        };
        ensure(body.optimal && !all.is_empty() && all.len() <= MAX_SETS, "the sets are not the fewest ones")?;
        for set in all {
            ensure(set.len() as u64 == body.moves, "a set has another number of presses")?;
            ensure(self.replay(set)?.equals(&self.change), "a set does not lead to the goal")?;
        }
        self.checked.done("every set leads to the goal", &["answer.all"]);
        match self.best()? {
            Some(best) => {
                ensure(
                    (best.sets.len() == all.len()) == complete,
                    format!("the number of sets is {}", best.sets.len()),
                )?;
                self.checked.done("the number of fewest sets", SETS);
            }
            None => self.checked.left_out("that no fewest set is missing", SETS),
        }
        Ok(())
    }

    fn reach(&mut self, body: &Reach) -> Result<(), CheckError> {
        self.rank(body.rank, body.nullity)?;
        let all = body.rank == self.puzzle.cells() as u64;
        ensure(body.all_reachable == all, "all positions are reached where the rank is the number of cells")?;
        self.checked.compare(&["verdict", "answer.all_reachable"]);
        if self.span.is_none() {
            self.checked.leave_open(&["answer.all_reachable"]);
        }
        match &body.quiet {
            Some(quiet) => self.quiet(quiet, body.nullity)?,
            None => {
                ensure(self.span.is_none(), "the quiet patterns are missing")?;
                self.checked.left_out("the quiet patterns, which are not in the answer", &["answer.quiet"]);
            }
        }
        body.explanation.as_ref().map_or(Ok(()), |explanation| self.elimination(explanation))?;
        ensure(body.single.is_some() == (self.puzzle.cells() <= MAX_SINGLE), "the table is for up to 1,024 cells")?;
        let Some(single) = body.single.as_deref() else {
            return ensure(body.single_fewest.is_none(), "there is no table that could have the fewest presses");
        };
        self.single(single)?;
        self.single_fewest(single, body.single_fewest.as_deref())
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
        self.checked.done("the quiet patterns change nothing", &["answer.quiet"]);
        if self.span.is_none() {
            self.checked.left_out("that the quiet patterns are independent", &["answer.quiet"]);
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
        self.checked.done("each cell's presses raise it alone", &["answer.single"]);
        if self.span.is_none() && single.contains(&None) {
            self.checked.left_out("that no presses raise the other cells alone", &["answer.single"]);
        }
        Ok(())
    }

    /// That no fewer presses change a cell alone, where the table says so: every solution of the cell is tried.
    fn single_fewest(&mut self, single: &[Option<Vec<u64>>], fewest: Option<&[bool]>) -> Result<(), CheckError> {
        const FIELDS: &[&str] = &["answer.single_fewest"];
        let Some(fewest) = fewest else {
            // Older answers do not say it.
            self.checked
                .left_out("whether the presses of each cell are the fewest, which is not in the answer", FIELDS);
            return Ok(());
        };
        ensure(fewest.len() == single.len(), "'single_fewest' has not one entry a cell")?;
        let none = single.iter().zip(fewest).all(|(presses, is_fewest)| presses.is_some() || *is_fewest);
        ensure(none, "where nothing changes a cell alone, that is no question of fewer presses")?;
        let mut open = 0_u64;
        let claims = single.iter().enumerate().zip(fewest).filter(|(_, is_fewest)| **is_fewest);
        for ((cell, presses), _) in claims {
            let Some(presses) = presses else { continue };
            let mut change = vec![0; self.puzzle.cells()];
            change[cell] = 1;
            let solution = self.span.as_ref().and_then(|span| Some((span, span.solve(&change)?)));
            let best = match solution {
                Some((span, solution)) => span.best(solution, self.cx)?,
                None => None,
            };
            match best {
                Some(best) => ensure(
                    best.weight == presses.len() as u64,
                    format!("cell {} is changed alone by {}", cell + 1, plural(best.weight, "press", "presses")),
                )?,
                None => open += 1,
            }
        }
        match open {
            0 => self.checked.done("no fewer presses change a cell alone, over all solutions", FIELDS),
            _ => self.checked.left_out(format!("the fewest presses of {}", plural(open, "cell", "cells")), FIELDS),
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
            let compared = ["verdict", "answer.best", "answer.moves_left"];
            self.checked.done("every press of every fewest set, over all solutions", &compared);
        } else if best.len() as u64 == left && replayed.equals(&self.change) {
            self.checked.done("the best presses lead to the goal together", &["verdict"]);
            self.checked.left_out(format!("that {left} is least"), &["answer.best", "answer.moves_left"]);
        } else {
            let what = format!("the best presses, and that {left} is least");
            self.checked.left_out(what, &["verdict", "answer.best", "answer.moves_left"]);
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
