//! Which question by which method: the row scan for walls built beforehand, interval dynamic programming for the live
//! rule, a search row by row for the region of a board without a way.

use std::sync::Arc;

use engines::{Context, Halt};

use super::argument::explanation;
use super::board::Board;
use super::game::{Eel, Rabbit, gap_text};
use super::live;
use super::match_live::{Match, Side};
use super::rules::{Grid, Place, RULES, Rule, Step, cost, path, run};
use super::scan::Best;
use super::values;
use crate::answer::{Answer, Body, Hint, Proof, WallLive, WallSolve};
use crate::play::{Position, Role};
use crate::problem::AskError;
use crate::question::{Options, Question, QuestionKind};

/// The family's name in answers.
const NAME: &str = "wall";
/// How walls built beforehand are chosen.
const SCAN: &str = "dynamic programming by rows, two sweeps each";
/// How walls are chosen where any may be built.
const FREE: &str = "dynamic programming by rows, two sweeps each: with one gap in each pair of rows Eel has no less than \
    with any other walls";
/// How the live rule is solved.
const INTERVALS: &str = "dynamic programming over intervals of each row";

/// Answers a question about a level.
pub(super) fn ask(grid: &Arc<Grid>, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
    let rule = rule(grid, &question.asked)?;
    match (question.kind, rule) {
        (QuestionKind::Solve, Rule::Walls | Rule::Free) => solve(grid, rule, question, cx),
        (QuestionKind::Solve, Rule::Live) if question.asked.path || question.asked.explain => Err(AskError::NotOffered(
            "under the live rule neither path nor walls are fixed beforehand; expected no option 'path' or 'explain'"
                .into(),
        )),
        (QuestionKind::Solve, Rule::Live) => solve_live(grid, question, cx),
        (_, Rule::Free) if side(&question.asked)? == Side::Eel => Err(AskError::NotOffered(
            "under the free rule Eel builds all walls at once, not gap by gap; expected the role rabbit, or Eel without \
             that rule"
                .into(),
        )),
        (_, Rule::Walls | Rule::Free) => hint(grid, question, cx),
        (_, Rule::Live) => hint_live(grid, question, cx),
    }
}

/// The rule to answer by: the one asked for, else the level's own.
pub(super) fn rule(grid: &Grid, asked: &Options) -> Result<Rule, AskError> {
    let Some(name) = asked.rule.as_deref() else { return Ok(grid.rule) };
    let unknown = || AskError::NotOffered(format!("the rule '{name}' is not known; expected {RULES}"));
    let rule = Rule::named(name).ok_or_else(unknown)?;
    if rule == Rule::Live { only_digits(&grid.board).map(|()| rule) } else { Ok(rule) }
}

/// The live rule has no blocked cells.
fn only_digits(board: &Board) -> Result<(), AskError> {
    let blocked = |row: usize| board.row(row).position(|cost| cost.is_none()).map(|column| (row, column));
    match (0..board.rows()).find_map(blocked) {
        None => Ok(()),
        Some((row, column)) => Err(AskError::NotOffered(format!(
            "the live rule is for digits only, and row {}, column {} is 'x'",
            row + 1,
            column + 1
        ))),
    }
}

fn solve(grid: &Grid, rule: Rule, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
    let Some(best) = grid.best(cx)? else { return Ok(impossible(grid, question, cx)?) };
    let asked = &question.asked;
    let body = WallSolve {
        cost: best.cost,
        rule: rule.name().map(str::to_owned),
        gaps: best.gaps.iter().map(|gap| gap + 1).collect(),
        path: asked.path.then(|| listed(grid, &best, cx)).transpose()?,
        explanation: asked.explain.then(|| explanation(&grid.board, &best, cx)).transpose()?,
    };
    let (method, proof) = if rule == Rule::Free { (FREE, free(grid, cx)?) } else { (SCAN, by_table(grid)) };
    Ok(Answer::found(NAME, question, method, Body::WallSolve(body)).with_proof(proof))
}

/// The entries of the table of the recurrence: three for each cell.
fn by_table(grid: &Grid) -> Proof {
    Proof::Table { size: 3 * values::cells(&grid.board) }
}

/// The table as the bound over all walls, listed where the board is small.
fn free(grid: &Grid, cx: &Context<'_>) -> Result<Proof, Halt> {
    let shown = values::are_shown(&grid.board);
    let values = shown.then(|| values::table(&grid.board, cx)).transpose()?;
    Ok(Proof::Values { size: 3 * values::cells(&grid.board), values: values.map(|values| values.down) })
}

/// The cells of the path through the best gaps, from 1.
fn listed(grid: &Grid, best: &Best, cx: &Context<'_>) -> Result<Vec<[u32; 2]>, Halt> {
    let bends = best.gaps.iter().map(|&gap| i64::from(gap)).scan(0, |from, gap| {
        let columns = (gap - *from).unsigned_abs();
        *from = gap;
        Some(columns + 1)
    });
    let _claim = cx.reserve(24 * (bends.sum::<u64>() + 1))?;
    Ok(path(&grid.board, &best.gaps).trail.into_iter().map(from_one).collect())
}

fn from_one((row, column): Place) -> [u32; 2] {
    [row, column].map(|number| u32::try_from(number + 1).unwrap_or(u32::MAX))
}

/// Proves that the last row cannot be reached by every cell that can.
fn impossible(grid: &Grid, question: &Question, cx: &Context<'_>) -> Result<Answer, Halt> {
    let board = &grid.board;
    let mut cells = Vec::new();
    let mut entered = vec![0];
    for row in 0..board.rows() {
        let mut reached: Vec<usize> = Vec::new();
        for column in entered {
            if reached.last().is_none_or(|&last| last < column) && board.cost(row, column).is_some() {
                let (first, last) = run(board, (row, column));
                reached.extend(first..=last);
            }
        }
        cx.spend(board.columns() as u64)?;
        drop(cx.reserve(16 * (cells.len() + reached.len()) as u64)?);
        cells.extend(reached.iter().map(|&column| from_one((row, column))));
        entered = reached;
    }
    Ok(Answer::impossible(NAME, question, SCAN, Proof::Region { cells }))
}

fn solve_live(grid: &Grid, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
    let values = match live::values(&grid.board, 0, cx) {
        Ok(values) => values,
        Err(short) => return Ok(Answer::unfinished(NAME, question, short.halt.to_string(), short.at_least)),
    };
    let cost = values.iter().copied().min().unwrap_or(0);
    let starts = (1..).zip(&values).filter(|&(_, &value)| value == cost).map(|(column, _)| column).collect();
    let body = Body::WallLive(WallLive { cost, rule: Rule::Live.name().unwrap_or_default().to_owned(), starts });
    Ok(Answer::found(NAME, question, INTERVALS, body))
}

/// Makes the moves asked for.
pub(super) fn replay(play: &mut dyn Position, moves: &[String]) -> Result<(), AskError> {
    for (index, text) in moves.iter().enumerate() {
        play.make(text).map_err(|illegal| AskError::Illegal { index, illegal })?;
    }
    Ok(())
}

/// The side for which the question is asked: Rabbit or Eel.
pub(super) fn side(asked: &Options) -> Result<Side, AskError> {
    let Role(name) = super::INFO.role(asked.role.as_deref())?;
    Ok(if name == super::EEL { Side::Eel } else { Side::Rabbit })
}

fn hint(grid: &Arc<Grid>, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
    // Playing computes the same scan without a limit: the limit must strike before.
    if grid.best(cx)?.is_none() {
        // The game is over before its first move: moves that were made are refused like everywhere.
        match side(&question.asked)? {
            Side::Rabbit => replay(&mut Rabbit::new(Arc::clone(grid)), &question.asked.moves)?,
            Side::Eel => replay(&mut Eel::new(Arc::clone(grid)), &question.asked.moves)?,
        }
        return Ok(impossible(grid, question, cx)?);
    }
    let (cost_left, best) = match side(&question.asked)? {
        Side::Rabbit => {
            let mut rabbit = Rabbit::new(Arc::clone(grid));
            replay(&mut rabbit, &question.asked.moves)?;
            rabbit_best(&rabbit)
        }
        Side::Eel => {
            cx.spend(grid.board.rows() as u64 * grid.board.columns() as u64)?;
            let mut eel = Eel::new(Arc::clone(grid));
            replay(&mut eel, &question.asked.moves)?;
            eel_best(&eel)
        }
    };
    let body = Body::Hint(Hint { best, cost_left: Some(cost_left), ..Hint::default() });
    Ok(Answer::found(NAME, question, SCAN, body))
}

/// The way to the gap and on from gap to gap.
fn rabbit_best(rabbit: &Rabbit) -> (u64, Vec<String>) {
    let board = &rabbit.grid.board;
    let (row, column) = rabbit.walk.place();
    let Some(gap) = rabbit.gap(row) else { return (0, Vec::new()) };
    let step = match gap.cmp(&column) {
        std::cmp::Ordering::Less => Step::Left,
        std::cmp::Ordering::Equal => Step::Down,
        std::cmp::Ordering::Greater => Step::Right,
    };
    let mut rest = rabbit.walk.clone();
    for gap in (row..).map_while(|row| rabbit.gap(row)) {
        rest.through(board, gap);
    }
    (rest.paid - rabbit.walk.paid, vec![step.name().to_owned()])
}

/// The gaps after which Rabbit still pays most.
fn eel_best(eel: &Eel) -> (u64, Vec<String>) {
    let board = &eel.grid.board;
    let (row, column) = eel.walk.place();
    let mut along = vec![0; board.columns()];
    let (first, last) = run(board, (row, column));
    for at in (first..column).rev() {
        along[at] = along[at + 1] + cost(board, (row, at));
    }
    for at in column + 1..=last {
        along[at] = along[at - 1] + cost(board, (row, at));
    }
    let value = |at: usize| along[at] + eel.below[at].unwrap_or(0);
    let most = eel.choices().map(value).max().unwrap_or(0);
    (most, eel.choices().filter(|&at| value(at) == most).map(gap_text).collect())
}

fn hint_live(grid: &Arc<Grid>, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
    // The opponent's replies are computed without a limit: the limit must strike before.
    live::values(&grid.board, 0, cx).map_err(|short| short.halt)?;
    let mut game = Match::new(Arc::clone(grid), side(&question.asked)?);
    replay(&mut game, &question.asked.moves)?;
    let (cost_left, best) = game.position.best(grid, cx)?;
    let best = best.into_iter().map(|played| played.text()).collect();
    let body = Body::Hint(Hint { best, cost_left: Some(cost_left), ..Hint::default() });
    Ok(Answer::found(NAME, question, INTERVALS, body))
}
