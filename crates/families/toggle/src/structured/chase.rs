//! Chasing the lights: each row of presses follows from the two before it.
//!
//! Row i asks x(i-1) + B x(i) + x(i+1) = d(i), so x(i+1) = d(i) - B x(i) - x(i-1): given x(0) and x(1), one
//! pass over the board. Bound by memory: a pass reads the board once, the second also writes it.

use engines::{Context, Halt};

use super::field::{Board, Field, Line, Meter};

/// Two rows of presses, one after the other.
pub(super) type Pair<F> = (Vec<<F as Field>::Word>, Vec<<F as Field>::Word>);

/// From x(0) and x(1) to x(m) and x(m+1), m being `rows`; without a goal, d is zero.
pub(super) fn chase<F: Field>(
    field: &F,
    (line, n, rows): (Line, usize, usize),
    goal: Option<&Board<F::Word>>,
    (mut last, mut now): Pair<F>,
    cx: &Context<'_>,
) -> Result<Pair<F>, Halt> {
    let mut meter = Meter::new(cx);
    for i in 0..rows {
        meter.add(now.len())?;
        report(cx, "chasing the lights", i, rows);
        field.step(line, n, &mut last, &now, goal.map(|goal| goal.row(i)));
        std::mem::swap(&mut last, &mut now);
    }
    meter.finish()?;
    Ok((last, now))
}

/// Replaces the goal by the presses that follow from x(0) and x(1).
pub(super) fn fill<F: Field>(
    field: &F,
    line: Line,
    mut board: Board<F::Word>,
    (mut last, mut now): Pair<F>,
    cx: &Context<'_>,
) -> Result<Board<F::Word>, Halt> {
    let (mut meter, n) = (Meter::new(cx), board.columns());
    for i in 0..board.rows() {
        meter.add(now.len())?;
        report(cx, "filling in the presses", i, board.rows());
        field.step_through(line, n, &mut last, &now, board.row_mut(i));
        std::mem::swap(&mut last, &mut now);
    }
    meter.finish()?;
    Ok(board)
}

fn report(cx: &Context<'_>, stage: &str, done: usize, total: usize) {
    if done.is_multiple_of(1024) {
        cx.report(stage, done as u64, Some(total as u64), None);
    }
}

/// The quiet pattern that follows from x(0) and x(1).
pub(super) fn quiet<F: Field>(
    field: &F,
    (line, n, rows): (Line, usize, usize),
    start: Pair<F>,
    cx: &Context<'_>,
) -> Result<Board<F::Word>, Halt> {
    fill(field, line, field.reserved_board(rows, n, cx)?, start, cx)
}
