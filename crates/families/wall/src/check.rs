//! The independent checker. It shares the board and the moves with the solvers, none of their methods.
//!
//! *Found*, lower bound: Eel's walls are put up and Rabbit's cheapest path among them is computed by relaxing
//! distances row by row. Upper bound: a table of the recurrence is built by plain loops and every entry is compared
//! with the definition. *Impossible*: the region named contains the start, nothing leads out of it, and it does not
//! touch the last row. The live rule is checked in [`live`], moves among any walls in [`free`].

pub(super) mod argument;
pub(super) mod free;
pub(super) mod live;

use std::collections::HashSet;

use engines::Context;

use super::board::Board;
use super::body::{Hint, Proof, Solve};
use super::grid::Grid;
use super::rules::{Place, Rule, Step, after};
use super::sides::{Eel, Rabbit, gap_text};
use super::ways::Walls;
use frame::answer::{Reply, Verdict};
use frame::phrases::plural;
use frame::problem::{CheckError, Checked, ensure};
use frame::query::{Query, QuestionKind};

/// The fields of a hint that were compared.
pub(super) const HINT: &[&str] = &["verdict", "answer.best", "answer.cost_left", "answer.revocable"];

/// Checks a reply under a rule; `hint` checks a hint at the position that was asked.
pub(super) fn check(
    grid: &Grid,
    rule: Rule,
    (query, reply): (&Query, &Reply),
    cx: &Context<'_>,
    hint: impl FnOnce(&Hint) -> Result<Checked, CheckError>,
) -> Result<Checked, CheckError> {
    let board = &grid.board;
    let proof = reply.proof.as_ref().map(|_| reply.proof_of::<Proof>()).transpose()?;
    match (reply.verdict, query.kind, proof) {
        (Some(Verdict::Unfinished), QuestionKind::SOLVE, None) => bounded(board, rule, reply.bound()?, cx),
        (Some(Verdict::Unfinished), _, None) => {
            let mut checked = Checked::default();
            match reply.bound()? {
                0 => checked.compare(&["answer.at_least"]),
                bound => checked.left_out(format!("that at least {bound} is left to pay"), &["answer.at_least"]),
            }
            Ok(checked)
        }
        (Some(Verdict::Impossible), _, Some(Proof::Region { cells })) if rule != Rule::Live => {
            region(board, &Walls::new(), (0, 0), cells, cx)
        }
        (Some(Verdict::Found), QuestionKind::SOLVE, None) if rule == Rule::Live => {
            live::solved(board, reply.body_of()?, cx)
        }
        (Some(Verdict::Found), QuestionKind::SOLVE, proof) if rule != Rule::Live => {
            solved(board, rule, reply.body_of()?, proof, cx)
        }
        (Some(Verdict::Found), QuestionKind::HINT, None) => hint(reply.body_of()?),
        _ => Err(CheckError::no_answer()),
    }
}

/// That Rabbit pays no less than a bound in the whole game.
fn bounded(board: &Board, rule: Rule, bound: u64, cx: &Context<'_>) -> Result<Checked, CheckError> {
    let value = match rule {
        Rule::Live => live::entering(board, 0, cx)?.into_iter().min(),
        // One gap in each pair of rows gives Eel no less than any other walls.
        Rule::Walls | Rule::Free => table(board, 0, cx)?[0],
    };
    let fits = value.is_none_or(|value| bound <= value);
    ensure(fits, format!("the value of the game is {}", value.unwrap_or_default()))?;
    Ok(Checked::of("the bound, by a table of the whole board", &["answer.at_least"]))
}

/// An error unless two numbers agree.
pub(super) fn agree(what: &str, claimed: Option<u64>, right: Option<u64>) -> Result<(), CheckError> {
    let words = |number: Option<u64>| number.map_or("nothing".to_owned(), |number| number.to_string());
    let (claimed_words, right_words) = (words(claimed), words(right));
    if claimed == right {
        Ok(())
    } else {
        Err(CheckError::wrong(format!("{what} is {right_words}, not {claimed_words}")))
    }
}

fn solved(
    board: &Board,
    rule: Rule,
    claim: &Solve,
    proof: Option<&Proof>,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    ensure(claim.rule.as_deref() == rule.name(), "the answer is for another rule")?;
    let gaps = gaps(board, &claim.gaps)?;
    let cheapest = cheapest(board, &gaps, (0, 0), cx)?.map(|rest| rest + cost(board, (0, 0)).unwrap_or(0));
    agree("Rabbit's cheapest path among these walls", Some(claim.cost), cheapest)?;
    let mut checked = match (rule, proof) {
        (Rule::Free, Some(Proof::Values { size, values })) => {
            argument::free(board, claim, (*size, values.as_deref()), cx)?
        }
        (Rule::Free, _) => return Err(CheckError::wrong("the free rule is proven by a table of values")),
        _ => one_gap(board, claim, proof, cx)?,
    };
    if let Some(path) = &claim.path {
        is_path(board, &gaps, path, claim.cost)?;
        checked.done("the path leads through the gaps and costs so much", &["answer.path"]);
    }
    if let Some(explanation) = &claim.explanation {
        argument::argument(board, explanation, &gaps, claim.cost, cx)?;
        checked.done("each step of the explanation, by a table built again", &["answer.explanation"]);
        argument::bounds(board, rule, explanation, &mut checked, cx)?;
    }
    Ok(checked)
}

/// The upper bound where Eel leaves one gap in each pair of rows.
fn one_gap(board: &Board, claim: &Solve, proof: Option<&Proof>, cx: &Context<'_>) -> Result<Checked, CheckError> {
    let entries = 3 * board.rows() as u64 * board.columns() as u64;
    match proof {
        Some(Proof::Table { size }) if *size == entries => {}
        _ => return Err(CheckError::wrong(format!("the table has {entries} entries"))),
    }
    agree("the value of the game", Some(claim.cost), table(board, 0, cx)?[0])?;
    let mut checked = among_walls();
    checked.done("a table of the recurrence admits no more", &["proof"]);
    Ok(checked)
}

/// The report that the cost is that of Rabbit's cheapest path among the walls.
pub(super) fn among_walls() -> Checked {
    let compared = ["verdict", "answer.cost", "answer.gaps", "answer.rule"];
    Checked::of("Rabbit's cheapest path among these walls costs so much", &compared)
}

/// The gaps from 0, one below each row but the last.
fn gaps(board: &Board, claimed: &[u32]) -> Result<Vec<usize>, CheckError> {
    if claimed.len() + 1 != board.rows() {
        return Err(CheckError::wrong(format!(
            "the board has {} of rows, not {}",
            plural(board.rows() - 1, "pair", "pairs"),
            claimed.len()
        )));
    }
    let gap = |&gap: &u32| (gap as usize).checked_sub(1).filter(|&gap| gap < board.columns());
    let gaps: Option<Vec<usize>> = claimed.iter().map(gap).collect();
    gaps.ok_or_else(|| CheckError::wrong("a gap lies outside the board"))
}

/// What a cell costs, if it is on the board and not blocked.
pub(super) fn cost(board: &Board, (row, column): Place) -> Option<u64> {
    (row < board.rows() && column < board.columns()).then(|| board.cost(row, column).map(u64::from))?
}

/// What the cheapest way from `start` to the last row costs, the start not paid again: distances are relaxed along
/// each row in both directions and carried through its gap.
fn cheapest(board: &Board, gaps: &[usize], start: Place, cx: &Context<'_>) -> Result<Option<u64>, CheckError> {
    let mut distances: Vec<Option<u64>> = vec![None; board.columns()];
    distances[start.1] = Some(0);
    for row in start.0..board.rows() - 1 {
        cx.spend(board.columns() as u64)?;
        let costs: Vec<Option<u8>> = board.row(row).collect();
        let relax = |distances: &mut Vec<Option<u64>>, from: usize, to: usize| {
            let longer = distances[from].zip(costs[to]).map(|(distance, cost)| distance + u64::from(cost));
            if longer.is_some() && (distances[to].is_none() || longer < distances[to]) {
                distances[to] = longer;
            }
        };
        (1..costs.len()).for_each(|to| relax(&mut distances, to - 1, to));
        (1..costs.len()).rev().for_each(|from| relax(&mut distances, from, from - 1));
        let through = distances[gaps[row]].zip(cost(board, (row + 1, gaps[row]))).map(|(before, cost)| before + cost);
        distances.fill(None);
        distances[gaps[row]] = through;
    }
    Ok(distances.into_iter().flatten().min())
}

/// Whether the cells are a walk through the gaps that costs so much.
fn is_path(board: &Board, gaps: &[usize], path: &[[u32; 2]], total: u64) -> Result<(), CheckError> {
    let places: Vec<Place> =
        path.iter().map(|&[row, column]| ((row as usize).wrapping_sub(1), (column as usize).wrapping_sub(1))).collect();
    let costs: Option<Vec<u64>> = places.iter().map(|&place| cost(board, place)).collect();
    let costs = costs.ok_or_else(|| CheckError::wrong("the path enters a cell that is blocked or not there"))?;
    let ends = places.first() == Some(&(0, 0)) && places.last().is_some_and(|last| last.0 + 1 == board.rows());
    let step = |pair: &[Place]| {
        let ((row, column), (to_row, to_column)) = (pair[0], pair[1]);
        (row == to_row && column.abs_diff(to_column) == 1)
            || (row + 1 == to_row && column == to_column && gaps.get(row) == Some(&column))
    };
    if !ends || !places.windows(2).all(step) {
        return Err(CheckError::wrong("the path does not lead through the gaps to the last row"));
    }
    agree("the path's cost", Some(total), Some(costs.iter().sum()))
}

/// One row of the recurrence: the worst cost onwards from each cell, itself included, having moved down, left, right.
pub(super) type Entries = [Vec<Option<u64>>; 3];

/// The worst cost of entering `row` at each column, from a table of all rows from there on whose every entry is
/// compared with the definition. O(rows · columns) time, O(columns) memory.
fn table(board: &Board, row: usize, cx: &Context<'_>) -> Result<Vec<Option<u64>>, CheckError> {
    let mut below: Vec<Option<u64>> = board.row(board.rows() - 1).map(|cost| cost.map(u64::from)).collect();
    for at in (row..board.rows() - 1).rev() {
        cx.spend(board.columns() as u64)?;
        let costs: Vec<Option<u64>> = board.row(at).map(|cost| cost.map(u64::from)).collect();
        let entries = entries(&costs, &below);
        for column in 0..costs.len() {
            consistent(&costs, &below, &entries, column)?;
        }
        let [entered, ..] = entries;
        below = entered;
    }
    Ok(below)
}

/// Fills one row by walking outwards from its ends.
pub(super) fn entries(costs: &[Option<u64>], below: &[Option<u64>]) -> Entries {
    let on = |cost: Option<u64>, down: Option<u64>, along: Option<u64>| Some(cost? + down.max(along)?);
    let width = costs.len();
    let (mut left, mut right) = (vec![None; width], vec![None; width]);
    for x in 0..width {
        left[x] = on(costs[x], below[x], if x > 0 { left[x - 1] } else { None });
    }
    for x in (0..width).rev() {
        right[x] = on(costs[x], below[x], right.get(x + 1).copied().flatten());
    }
    let entered = left.iter().zip(&right).map(|(left, right)| *left.max(right)).collect();
    [entered, left, right]
}

/// Whether the three entries of a column say what the definition makes of their neighbours.
fn consistent(
    costs: &[Option<u64>],
    below: &[Option<u64>],
    [entered, left, right]: &Entries,
    x: usize,
) -> Result<(), CheckError> {
    let to_left = x.checked_sub(1).and_then(|x| left[x]);
    let to_right = right.get(x + 1).copied().flatten();
    // Where there is no way on, the comparison makes it the smallest.
    let worst = |one: Option<u64>, other: Option<u64>| Some(costs[x]? + one.max(other)?);
    let right_ones = [worst(below[x].max(to_left), to_right), worst(below[x], to_left), worst(below[x], to_right)];
    if right_ones == [entered[x], left[x], right[x]] {
        Ok(())
    } else {
        Err(CheckError::wrong(format!("the table is not consistent at column {}", x + 1)))
    }
}

/// Whether a set of cells proves that the last row cannot be reached from a place among walls: it is what steps from
/// there reach.
pub(super) fn region(
    board: &Board,
    walls: &Walls,
    from: Place,
    cells: &[[u32; 2]],
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    cx.spend(cells.len() as u64)?;
    let _claim = cx.reserve(64 * cells.len() as u64)?;
    let place = |&[row, column]: &[u32; 2]| ((row as usize).wrapping_sub(1), (column as usize).wrapping_sub(1));
    let set: HashSet<Place> = cells.iter().map(place).collect();
    ensure(set.contains(&from), "the region does not contain the place that it is about")?;
    let step_from = |place: Place, step: Step| {
        let is_open = step != Step::Down || !walls.contains(&place);
        after(board, place, step).filter(|_| is_open)
    };
    for &(row, column) in &set {
        let here = || format!("row {}, column {}", row.wrapping_add(1), column.wrapping_add(1));
        ensure(cost(board, (row, column)).is_some(), format!("{} is blocked or not on the board", here()))?;
        ensure(row + 1 != board.rows(), "the region touches the last row")?;
        let out = |step| step_from((row, column), step).is_some_and(|next| !set.contains(&next));
        ensure(!Step::ALL.into_iter().any(out), format!("a step leads out of the region at {}", here()))?;
    }
    let (mut reached, mut waiting) = (HashSet::from([from]), vec![from]);
    while let Some(place) = waiting.pop() {
        let next = Step::ALL.into_iter().filter_map(|step| step_from(place, step));
        waiting.extend(next.filter(|&next| reached.insert(next)));
    }
    ensure(reached.len() == set.len(), format!("{} can be reached", plural(reached.len(), "cell", "cells")))?;
    let what = "the region is all that can be reached, no step leads out of it, and it does not touch the last row";
    Ok(Checked::of(what, &["verdict", "proof"]))
}

/// That a hint does not say of moves that stay that they can be taken back.
pub(super) fn stays(claim: &Hint) -> Result<(), CheckError> {
    ensure(!claim.revocable, "what is played here stays")
}

/// Rabbit's best step begins a cheapest way among the walls.
pub(super) fn rabbit_hint(rabbit: &Rabbit, claim: &Hint, cx: &Context<'_>) -> Result<Checked, CheckError> {
    stays(claim)?;
    let board = &rabbit.grid.board;
    let walls = rabbit.grid.best(cx)?.ok_or_else(|| CheckError::wrong("the last row cannot be reached"))?;
    let gaps: Vec<usize> = walls.gaps.iter().map(|&gap| gap as usize).collect();
    let place = rabbit.walk.place();
    let left = cheapest(board, &gaps, place, cx)?;
    agree("what is left to pay", Some(claim.cost_left), left)?;
    let over = place.0 + 1 == board.rows();
    for text in &claim.best {
        let step = Step::named(text).and_then(|step| rabbit.after(step));
        let next = step.ok_or_else(|| CheckError::wrong(format!("'{text}' cannot be played")))?;
        let rest = cheapest(board, &gaps, next, cx)?.zip(cost(board, next)).map(|(rest, cost)| rest + cost);
        agree(&format!("what is left to pay with '{text}'"), rest, left)?;
    }
    if claim.best.is_empty() != over {
        return Err(CheckError::wrong("there is a best step unless the game is over"));
    }
    Ok(Checked::of("the step begins a cheapest way among Eel's walls", HINT))
}

/// Eel's best gaps are those that maximise the walk to the gap and the table's value below.
pub(super) fn eel_hint(eel: &Eel, claim: &Hint, cx: &Context<'_>) -> Result<Checked, CheckError> {
    stays(claim)?;
    let board = &eel.grid.board;
    let (row, column) = eel.walk.place();
    let mut worth: Vec<(u64, usize)> = Vec::new();
    if row + 1 < board.rows() {
        let below = table(board, row + 1, cx)?;
        let sides: [Box<dyn Iterator<Item = usize>>; 2] =
            [Box::new((0..column).rev()), Box::new(column + 1..board.columns())];
        worth.extend(below[column].map(|value| (value, column)));
        for side in sides {
            let mut walked = 0;
            for at in side {
                let Some(cost) = cost(board, (row, at)) else { break };
                walked += cost;
                worth.extend(below[at].map(|value| (walked + value, at)));
            }
        }
    }
    let most = worth.iter().map(|&(value, _)| value).max();
    agree("what Eel can still enforce", Some(claim.cost_left), most.or(Some(0)))?;
    worth.sort_by_key(|&(_, at)| at);
    let best: Vec<String> =
        worth.iter().filter(|&&(value, _)| Some(value) == most).map(|&(_, at)| gap_text(at)).collect();
    if best != claim.best {
        return Err(CheckError::wrong(format!("the best gaps are: {}", best.join(", "))));
    }
    Ok(Checked::of("the gaps and no others enforce so much, by a table of the recurrence", HINT))
}
