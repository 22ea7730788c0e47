//! Programs that begin with given tokens and have the form of known ones, with other counts for their loops.
//!
//! The search for shortest programs keeps one of the parts that lead each position to the same place, and with it one
//! of the counts that serve. Whoever composes a program may write another; what follows is then what follows in the
//! known one, tried with the exact tally. A count that is not found here may serve all the same.

use engines::Context;

use super::program::{Matched, Token};
use super::rules::Board;
use super::tally::tally;

/// The most programs that are run.
const MAX_RUN: usize = 4_000;
/// The largest count that is tried for a loop that is still to come.
const MAX_COUNT: u64 = 24;

/// The programs that begin with these tokens, complete the board, and have the form of known ones: first as the known
/// ones go on, and where none of those completes it, with another count for one of the loops to come. None where a
/// limit struck.
pub(super) fn beginning(board: &Board, programs: &[Vec<Token>], begun: &[Token], cx: &Context<'_>) -> Vec<Vec<Token>> {
    let same =
        |program: &&Vec<Token>| program.len() > begun.len() && begun.iter().zip(*program).all(|(a, b)| is_like(*a, *b));
    let wholes = programs.iter().filter(same).map(|program| [begun, &program[begun.len()..]].concat());
    let wholes: Vec<Vec<Token>> = wholes.collect();
    let mut runs = 0;
    let mut completes = |tokens: &[Token]| {
        runs += 1;
        let may_run = runs <= MAX_RUN && cx.spend(1).is_ok();
        may_run && tally(board, &Matched::closing(tokens)).complete
    };
    let found: Vec<Vec<Token>> = wholes.iter().filter(|tokens| completes(tokens)).cloned().collect();
    if !found.is_empty() {
        return found;
    }
    let others = wholes.iter().flat_map(|tokens| with_other_counts(tokens, begun.len()));
    others.filter(|tokens| completes(tokens)).collect()
}

/// Returns the programs that differ from this one in the count of one of the loops that open from a place on.
fn with_other_counts(tokens: &[Token], from: usize) -> impl Iterator<Item = Vec<Token>> + '_ {
    let opens = (from..tokens.len()).filter(|&at| matches!(tokens[at], Token::Open(_)));
    let counts = || std::iter::once(None).chain((2..=MAX_COUNT).map(Some));
    opens.flat_map(move |at| {
        counts().map(move |count| {
            let mut other = tokens.to_vec();
            other[at] = Token::Open(count);
            other
        })
    })
}

/// Whether two tokens differ in nothing but the count of a loop.
fn is_like(one: Token, other: Token) -> bool {
    one == other || matches!((one, other), (Token::Open(_), Token::Open(_)))
}
