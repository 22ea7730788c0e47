//! The independent checker: the plain rules and the exact tally of a run, nothing of the synthesis.
//!
//! *Found*: the program is read from its text, counted, and run; that shorter ones do not complete the board is found
//! again by going through all of them, up to a few tokens ([`shorter`]). *Impossible*: the squares named are exactly
//! those to be marked that a flood from the start does not reach.

mod shorter;

use std::collections::BTreeSet;

use engines::Context;
use num_bigint::BigUint;

use super::body::{Excluded, Hint, ProgramLength, Solve, Squares, TOKENS};
use super::composition::{Composition, RESET, RUN};
use super::program::{Action, Matched, cost, parse, print};
use super::rules::{Board, Bunny};
use super::tally::{self, tally};
use frame::answer::{Reply, Verdict};
use frame::evaluation::Evaluation;
use frame::phrases::plural;
use frame::problem::{CheckError, Checked, ensure};
use frame::query::{Query, QuestionKind};

/// Checks a reply about a program under composition.
pub(super) fn check(
    composition: &Composition,
    query: &Query,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    let board = composition.board();
    match (reply.verdict, query.kind) {
        (Some(Verdict::Impossible), QuestionKind::SOLVE | QuestionKind::HINT) => squares(board, reply.proof_of()?),
        _ if reply.proof.is_some() => Err(CheckError::no_answer()),
        (Some(Verdict::Unfinished), _) => {
            let mut checked = Checked::default();
            bound(board, reply.bound()?, &["answer.at_least"], cx, &mut checked)?;
            Ok(checked)
        }
        (Some(Verdict::Found), QuestionKind::SOLVE) => solved(board, reply.body_of()?, cx),
        (Some(Verdict::Found), QuestionKind::HINT) => hint(composition, reply.body_of()?, cx),
        _ => Err(CheckError::no_answer()),
    }
}

/// That no program of fewer tokens completes the board, which the fields say: all of few tokens are gone through.
fn bound(
    board: &Board,
    tokens: u64,
    fields: &[&str],
    cx: &Context<'_>,
    checked: &mut Checked,
) -> Result<(), CheckError> {
    let Some(fewer) = tokens.checked_sub(1) else {
        checked.compare(fields);
        return Ok(());
    };
    let what = format!("that no program of fewer than {} completes the board", plural(tokens, "token", "tokens"));
    checked.add(shorter::is_excluded(board, fewer, cx)?, what, fields);
    Ok(())
}

/// Reads, counts and runs a program, which must have this number of tokens and complete the board.
fn completes(board: &Board, text: &str, tokens: u64, cx: &Context<'_>) -> Result<Matched, CheckError> {
    let program = parse(text).map_err(|fault| CheckError::wrong(format!("the program at {fault}")))?;
    if program.cost() != tokens {
        return Err(CheckError::wrong(format!(
            "'{text}' has {}, not {tokens}",
            plural(program.cost(), "token", "tokens")
        )));
    }
    cx.spend(1)?;
    let end = tally(board, &program);
    if !end.complete {
        return Err(CheckError::wrong(format!(
            "'{text}' leaves {} unmarked",
            plural(end.marks.left, "square", "squares")
        )));
    }
    Ok(program)
}

fn solved(board: &Board, claim: &Solve, cx: &Context<'_>) -> Result<Checked, CheckError> {
    let own = tally::counted(board, &completes(board, &claim.program, claim.tokens, cx)?);
    ensure(claim.counted.is_none() || claim.counted == own, "'counted' is not the program with its least count")?;
    let program = ["verdict", "answer.program", "answer.tokens"];
    let mut checked = Checked::of("the program completes the board with that many tokens", &program);
    let least = if claim.optimal { claim.tokens } else { claim.at_least.unwrap_or(0) };
    checked.compare(&["answer.counted"]);
    excluded(claim.excluded.as_ref(), least, &mut checked)?;
    match claim.optimal {
        true => bound(board, least, &["answer.optimal", "answer.excluded.tokens"], cx, &mut checked)?,
        false => {
            checked.compare(&["answer.optimal"]);
            bound(board, least, &["answer.at_least", "answer.excluded.tokens"], cx, &mut checked)?;
        }
    }
    if let Some(walk) = claim.walk {
        let right = !claim.optimal && walk >= claim.tokens;
        ensure(right, "a walk is named where a shorter program is not proven best")?;
        let what = format!("that a walk without loops has {}", plural(walk, "token", "tokens"));
        checked.left_out(what, &["answer.walk"]);
    }
    if let Some(all) = &claim.all {
        listed(board, claim, all, cx)?;
        checked.done("each program listed does, and none is listed twice", &[]);
        let more = if claim.all_complete == Some(true) { "that the list is complete" } else { "that there are more" };
        checked.left_out(more, &["answer.all", "answer.all_complete"]);
    }
    Ok(checked)
}

/// That what is excluded are all programs of fewer than `least` tokens, and how many there are of each length.
fn excluded(claim: Option<&Excluded>, least: u64, checked: &mut Checked) -> Result<(), CheckError> {
    let tokens = claim.map(|excluded| excluded.tokens);
    ensure(tokens == least.checked_sub(1), "tokens, bound and what is excluded do not fit together")?;
    let Some(excluded) = claim else { return Ok(()) };
    ensure(excluded.loop_counts == "all", "the loop counts excluded are all")?;
    checked.compare(&["answer.excluded.loop_counts", "answer.excluded.tokens"]);
    match excluded.lengths.as_deref() {
        // Older answers do not say it.
        None => {
            let what = "how many programs have each length, which is not in the answer";
            checked.left_out(what, &["answer.excluded.lengths"]);
        }
        Some([]) => {
            lengths(excluded.tokens, &[])?;
            checked.compare(&["answer.excluded.lengths"]);
        }
        Some(rows) => {
            lengths(excluded.tokens, rows)?;
            let counted = ["answer.excluded.lengths.tokens", "answer.excluded.lengths.programs"];
            checked.done("how many programs have each length", &counted);
            let what = "how many compositions the search ran for each length";
            checked.left_out(what, &["answer.excluded.lengths.compositions"]);
        }
    }
    Ok(())
}

/// The table of lengths has one row for each length excluded, with as many programs as there are: counted by the last
/// part of a program, an action or a loop.
fn lengths(excluded: u64, rows: &[ProgramLength]) -> Result<(), CheckError> {
    if rows.len() as u64 != excluded {
        return Err(CheckError::wrong("the table of lengths has a row for each length excluded"));
    }
    let mut counts = vec![BigUint::from(1_u8)];
    for (tokens, row) in (1..).zip(rows) {
        let mut count = BigUint::from(0_u8);
        for before in 0..tokens {
            // What is left for the last part: an action has one token, a loop one more than its body.
            let body = tokens - before - 1;
            count += if body == 0 { &counts[before] * 3_u8 } else { &counts[before] * &counts[body] };
        }
        if row.tokens != tokens as u64 || row.programs.0 != count {
            let (programs, length) = (plural(count, "program", "programs"), plural(tokens, "token", "tokens"));
            return Err(CheckError::wrong(format!("it should be {programs} of {length}, loop counts aside")));
        }
        counts.push(count);
    }
    Ok(())
}

fn listed(board: &Board, claim: &Solve, all: &[String], cx: &Context<'_>) -> Result<(), CheckError> {
    let mut seen = BTreeSet::new();
    for text in all {
        let program = completes(board, text, claim.tokens, cx)?;
        if !seen.insert(print(program.tokens())) {
            return Err(CheckError::wrong(format!("'{text}' is listed twice")));
        }
    }
    if all.first() != Some(&claim.program) {
        return Err(CheckError::wrong("the program is the first of the list"));
    }
    Ok(())
}

/// Each best move can be played, and its program begins with the tokens so far and that move; all need as many tokens
/// more.
fn hint(composition: &Composition, claim: &Hint, cx: &Context<'_>) -> Result<Checked, CheckError> {
    if claim.best.is_empty() {
        let right = composition.is_solved() && claim.tokens == composition.program().cost();
        ensure(right && claim.left.is_none_or(|left| left == 0), "something is left")?;
        ensure(claim.programs.is_empty(), "a hint has one program for each best move")?;
        return Ok(Checked::of("the board is complete", &["verdict", "answer"]));
    }
    ensure(!composition.is_solved(), "nothing is left to do")?;
    ensure(claim.best.len() == claim.programs.len(), "a hint has one program for each best move")?;
    for (best, text) in claim.best.iter().zip(&claim.programs) {
        goes_on(composition, claim, best, text, cx)?;
    }
    let first = parse(&claim.programs[0]).map_err(|fault| CheckError::wrong(format!("the program at {fault}")))?;
    ensure(first.cost() == claim.tokens, "'tokens' are not those of the first program")?;
    let led = "each best move leads to a program of that many tokens that completes the board";
    let mut checked = Checked::of(led, &["verdict", "answer.programs", "answer.tokens"]);
    if claim.at_least.is_some() {
        checked.compare(&["answer.best", "answer.left"]);
    }
    if let Some(anew) = claim.anew {
        let is_too_few = shorter::is_excluded(composition.board(), anew, cx)?;
        ensure(!is_too_few, "more tokens are needed from the beginning")?;
        let fewer = format!("that {} suffice from the beginning and no fewer", plural(anew, "token", "tokens"));
        checked.left_out(fewer, &["answer.anew"]);
    }
    let least = claim.at_least.unwrap_or(claim.left.unwrap_or(claim.tokens));
    let field = if claim.at_least.is_some() { "answer.at_least" } else { "answer.left" };
    // No program of fewer tokens completes the board: then none that begins so does with fewer still to come. Less than
    // nothing is never left.
    let begun = cost(composition.tokens().iter().copied()) as u64;
    let whole = if claim.left.is_some() && least > 0 { begun + least } else { least };
    bound(composition.board(), whole, &[field], cx, &mut checked)?;
    if claim.at_least.is_none() {
        checked.left_out("that these are all best moves", &["answer.best", "answer.programs"]);
    }
    Ok(checked)
}

/// One best move and its program: from the beginning it has the tokens that are left, else those in all.
fn goes_on(
    composition: &Composition,
    claim: &Hint,
    best: &str,
    text: &str,
    cx: &Context<'_>,
) -> Result<(), CheckError> {
    let begun = cost(composition.tokens().iter().copied()) as u64;
    let tokens = match (best, claim.left) {
        (_, None) => claim.tokens,
        (RESET, Some(left)) => left,
        // A loop that is open and empty is dropped by `run`.
        (RUN, Some(_)) => composition.program().cost(),
        (_, Some(left)) => begun + left,
    };
    let program = completes(composition.board(), text, tokens, cx)?;
    let mut after = composition.clone();
    after.play(best).map_err(|illegal| CheckError::wrong(illegal.to_string()))?;
    let begins = match best {
        RESET => true,
        RUN => program == composition.program() && claim.left.is_none_or(|left| left == 0),
        _ => {
            let one_more = after.tokens().len() == composition.tokens().len() + 1;
            one_more && program.tokens().starts_with(after.tokens())
        }
    };
    ensure(begins, format!("'{text}' does not go on with '{best}'"))
}

/// The squares to be marked, in reading order, that a flood over hops in all four directions does not reach.
fn unreached(board: &Board) -> Vec<usize> {
    let mut reached = BTreeSet::from([board.start]);
    let mut waiting = vec![board.start];
    while let Some(square) = waiting.pop() {
        for facing in 0..4 {
            let next = board.act(Bunny { square, facing }, Action::Hop).square;
            if reached.insert(next) {
                waiting.push(next);
            }
        }
    }
    board.unmarked().filter(|square| !reached.contains(square)).collect()
}

fn squares(board: &Board, proof: &Squares) -> Result<Checked, CheckError> {
    let place = |square: usize| {
        let (row, column) = board.squares[square].place;
        [row as u64 + 1, column as u64 + 1]
    };
    let right: Vec<[u64; 2]> = unreached(board).into_iter().map(place).collect();
    let claimed: Vec<[u64; 2]> = proof.cells.iter().map(|cell| cell.map(u64::from)).collect();
    if right.is_empty() || right != claimed {
        return Err(CheckError::wrong(format!(
            "{} cannot be reached, not these",
            plural(right.len(), "square to be marked", "squares to be marked")
        )));
    }
    Ok(Checked::of("these squares are to be marked and cannot be reached", &["verdict", "proof"]))
}

/// How a program under composition stands: whether the board can be completed, since every program can be thrown away,
/// and that nothing is left where it is. What is left else is not searched for again.
pub(super) fn standing(composition: &Composition) -> Evaluation {
    let (board, begun) = (composition.board(), composition.tokens());
    let paid = Some(cost(begun.iter().copied()) as u64);
    let is_complete = composition.is_solved() || tally(board, &composition.program()).complete;
    let standing = match (is_complete, unreached(board).is_empty()) {
        (true, _) => Evaluation::won_in(0, ""),
        (false, true) => Evaluation { can_win: Some(true), ..Evaluation::default() },
        (false, false) => Evaluation::lost("", None),
    };
    Evaluation { paid, ..standing.in_costs(TOKENS) }
}
