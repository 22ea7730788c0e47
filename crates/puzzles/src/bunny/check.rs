//! The independent checker: the plain rules and the exact tally of a run, nothing of the synthesis.
//!
//! *Found*: the program is read from its text, counted, and run. *Impossible*: the squares named are exactly those
//! to be marked that a flood from the start does not reach.

use std::collections::BTreeSet;

use engines::Context;
use num_bigint::BigUint;

use super::body::{Excluded, Hint, Solve, Squares};
use super::composition::{Composition, RESET, RUN};
use super::program::{Action, Matched, parse, print};
use super::rules::{Board, Bunny};
use super::tally::tally;
use crate::answer::{Reply, Verdict};
use crate::problem::{CheckError, Checked, ensure};
use crate::question::{Query, QuestionKind};
use crate::words::plural;

/// Checks a reply about a program under composition.
pub(super) fn check(
    composition: &Composition,
    query: &Query,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    let board = composition.board();
    match (reply.verdict, query.kind) {
        (Some(Verdict::Impossible), QuestionKind::Solve | QuestionKind::Hint) => squares(board, reply.proof_of()?),
        _ if reply.proof.is_some() => Err(CheckError::no_answer()),
        (Some(Verdict::Unfinished), _) => {
            let tokens = plural(reply.bound()?, "token", "tokens");
            Ok(said(&[], &[format!("that no program of fewer than {tokens} completes the board")]))
        }
        (Some(Verdict::Found), QuestionKind::Solve) => solved(board, reply.body_of()?, cx),
        (Some(Verdict::Found), QuestionKind::Hint) => hint(composition, reply.body_of()?, cx),
        _ => Err(CheckError::no_answer()),
    }
}

fn said(rechecked: &[&str], not_rechecked: &[String]) -> Checked {
    let rechecked = rechecked.iter().map(|&words| words.to_owned()).collect();
    Checked { rechecked, not_rechecked: not_rechecked.to_vec() }
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
    completes(board, &claim.program, claim.tokens, cx)?;
    let bound = if claim.optimal { claim.tokens } else { claim.at_least.unwrap_or(0) };
    let consistent = claim.at_least.is_none() == claim.optimal && (claim.optimal || bound <= claim.tokens);
    let excluded = claim.excluded.as_ref().map(|excluded| excluded.tokens);
    if !consistent || excluded != bound.checked_sub(1) {
        return Err(CheckError::wrong("tokens, bound and what is excluded do not fit together"));
    }
    if claim.excluded.as_ref().is_some_and(|excluded| excluded.loop_counts != "all") {
        return Err(CheckError::wrong("the loop counts excluded are all"));
    }
    let (mut rechecked, mut not) = (vec!["the program completes the board with that many tokens"], Vec::new());
    if claim.excluded.as_ref().is_some_and(|excluded| excluded.lengths.is_some()) {
        claim.excluded.as_ref().map_or(Ok(()), lengths)?;
        rechecked.push("how many programs have each length");
        not.push("how many compositions the search ran for each length".into());
    }
    if let Some(excluded) = excluded {
        not.push(format!("that no program of {} or fewer completes the board", plural(excluded, "token", "tokens")));
    }
    if let Some(walk) = claim.walk {
        if claim.optimal || walk < claim.tokens {
            return Err(CheckError::wrong("a walk is named where a shorter program is not proven best"));
        }
        not.push(format!("that a walk without loops has {}", plural(walk, "token", "tokens")));
    }
    if let Some(all) = &claim.all {
        listed(board, claim, all, cx)?;
        rechecked.push("each program listed does, and none is listed twice");
        let more = if claim.all_complete == Some(true) { "that the list is complete" } else { "that there are more" };
        not.push(more.into());
    }
    Ok(said(&rechecked, &not))
}

/// The table of lengths has one row for each length excluded, with as many programs as there are: counted by the last
/// part of a program, an action or a loop.
fn lengths(excluded: &Excluded) -> Result<(), CheckError> {
    let rows = excluded.lengths.as_deref().unwrap_or_default();
    if rows.len() as u64 != excluded.tokens {
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

/// Each best move can be played, and its program begins with the tokens so far and that move.
fn hint(composition: &Composition, claim: &Hint, cx: &Context<'_>) -> Result<Checked, CheckError> {
    if claim.best.is_empty() {
        let right = composition.is_solved() && claim.tokens == composition.program().cost();
        ensure(right, "something is left")?;
        return Ok(said(&["the board is complete"], &[]));
    }
    ensure(claim.best.len() == claim.programs.len(), "a hint has one program for each best move")?;
    for (best, text) in claim.best.iter().zip(&claim.programs) {
        let program = completes(composition.board(), text, claim.tokens, cx)?;
        let mut after = composition.clone();
        after.play(best).map_err(|illegal| CheckError::wrong(illegal.to_string()))?;
        let begins = match best.as_str() {
            RESET => true,
            RUN => program == composition.program(),
            _ => {
                let one_more = after.tokens().len() == composition.tokens().len() + 1;
                one_more && program.tokens().starts_with(after.tokens())
            }
        };
        ensure(begins, format!("'{text}' does not go on with '{best}'"))?;
    }
    let not = ["that fewer tokens do not suffice".to_owned(), "that these are all best moves".to_owned()];
    Ok(said(&["each best move leads to a program of that many tokens that completes the board"], &not))
}

/// The squares that a flood over hops in all four directions does not reach.
fn squares(board: &Board, proof: &Squares) -> Result<Checked, CheckError> {
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
    let place = |square: usize| {
        let (row, column) = board.squares[square].place;
        [row as u64 + 1, column as u64 + 1]
    };
    let right: Vec<[u64; 2]> = board.unmarked().filter(|square| !reached.contains(square)).map(place).collect();
    let claimed: Vec<[u64; 2]> = proof.cells.iter().map(|cell| cell.map(u64::from)).collect();
    if right.is_empty() || right != claimed {
        return Err(CheckError::wrong(format!(
            "{} cannot be reached, not these",
            plural(right.len(), "square to be marked", "squares to be marked")
        )));
    }
    Ok(said(&["these squares are to be marked and cannot be reached"], &[]))
}
