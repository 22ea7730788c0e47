//! How a program ends, exactly, whatever its loop counts.
//!
//! A loop that was run from a position before makes no new marks when it is run from there again: it takes the same
//! way. So each loop is walked once from each position, and later only its effect is added: where it ends, its hops
//! and its tries. A loop that comes back to a position in which a pass began repeats itself from then on.

use std::collections::HashMap;

use num_bigint::BigUint;

use super::program::{Action, Matched, Token, parse, print};
use super::rules::{Board, Bunny, FACINGS, Marks};

/// How a program ends.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    /// Whether every square is marked at some moment.
    pub(super) complete: bool,
    /// Moves onto a square, until complete.
    pub(super) hops: BigUint,
    /// Every `F` executed, until complete.
    pub(super) tries: BigUint,
    /// Where the bunny is when the program has ended or the board is complete; `None` where neither ever happens.
    pub(super) end: Option<Bunny>,
    /// Where the bunny is at last: when the board is complete, when the program has ended, or where a program that
    /// never ends begins to repeat itself.
    pub(super) last: Bunny,
    pub(super) marks: Marks,
}

/// Runs a program from the start.
pub(super) fn tally(board: &Board, program: &Matched) -> Tally {
    let last = board.bunny();
    let mut run =
        Run { board, program, marks: Marks::new(board), known: HashMap::new(), done: Effort::default(), last };
    let ended = run.part(0, program.tokens().len(), board.bunny());
    let complete = run.marks.left == 0;
    let end = if complete { Some(run.last) } else { ended };
    let Effort { hops, tries } = run.done;
    Tally { complete, hops, tries, end, last: end.unwrap_or(run.last), marks: run.marks }
}

/// The text of a program that completes the board by a loop for ever at its end, with the least count for that loop
/// instead; `None` for any other program.
///
/// The loop makes all marks that it ever makes before it is entered in a position for the second time, so that as many
/// rounds as there are positions suffice; of more rounds none makes fewer marks, so the least is found by halving.
pub(super) fn counted(board: &Board, program: &Matched) -> Option<String> {
    let mut tokens = program.tokens().to_vec();
    let open = last_loop(&tokens).filter(|&open| tokens[open] == Token::Open(None))?;
    let mut completes = |count: u64| {
        tokens[open] = Token::Open(Some(count));
        parse(&print(&tokens)).is_ok_and(|program| tally(board, &program).complete)
    };
    let (mut too_few, mut enough) = (0, (board.squares.len() * FACINGS.len()) as u64);
    if completes(0) || !completes(enough) {
        return None;
    }
    while enough - too_few > 1 {
        let middle = too_few.midpoint(enough);
        *if completes(middle) { &mut enough } else { &mut too_few } = middle;
    }
    tokens[open] = Token::Open(Some(enough));
    Some(print(&tokens))
}

/// Where the loop begins that is the last part of a program; `None` where the last part is an action.
fn last_loop(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0_usize;
    (0..tokens.len())
        .rev()
        .find(|&at| {
            match tokens[at] {
                Token::Close => depth += 1,
                Token::Open(_) => depth -= 1,
                Token::Act(_) => {}
            }
            depth == 0
        })
        .filter(|&at| matches!(tokens[at], Token::Open(_)))
}

#[derive(Clone, Debug, Default)]
struct Effort {
    hops: BigUint,
    tries: BigUint,
}

impl Effort {
    fn since(&self, before: &Effort) -> Effort {
        Effort { hops: &self.hops - &before.hops, tries: &self.tries - &before.tries }
    }

    fn add(&mut self, more: &Effort, times: u64) {
        self.hops += &more.hops * times;
        self.tries += &more.tries * times;
    }
}

struct Run<'r> {
    board: &'r Board,
    program: &'r Matched,
    marks: Marks,
    /// By loop and position before it: the position after it, and what it takes.
    known: HashMap<(usize, Bunny), (Bunny, Effort)>,
    done: Effort,
    /// Where the bunny was after the last action made here, or where a loop for ever came back to.
    last: Bunny,
}

impl Run<'_> {
    /// Runs the tokens of a range; `None` where it never gets to the end, or the board is complete.
    fn part(&mut self, from: usize, to: usize, mut bunny: Bunny) -> Option<Bunny> {
        let mut at = from;
        while at < to && self.marks.left > 0 {
            match self.program.tokens()[at] {
                Token::Act(action) => bunny = self.act(action, bunny),
                Token::Open(count) => {
                    let close = self.program.close(at);
                    bunny = self.known_loop(at, close, count, bunny)?;
                    at = close;
                }
                Token::Close => {}
            }
            at += 1;
        }
        (self.marks.left > 0).then_some(bunny)
    }

    fn act(&mut self, action: Action, before: Bunny) -> Bunny {
        let after = self.board.act(before, action);
        self.marks.put(after.square);
        self.done.tries += u32::from(action == Action::Hop);
        self.done.hops += u32::from(after.square != before.square);
        self.last = after;
        after
    }

    fn known_loop(&mut self, open: usize, close: usize, count: Option<u64>, bunny: Bunny) -> Option<Bunny> {
        if let Some((after, effort)) = self.known.get(&(open, bunny)).cloned() {
            self.done.add(&effort, 1);
            return Some(after);
        }
        let before = self.done.clone();
        let after = self.passes(open + 1, close, count, bunny)?;
        self.known.insert((open, bunny), (after, self.done.since(&before)));
        Some(after)
    }

    fn passes(&mut self, from: usize, to: usize, count: Option<u64>, mut bunny: Bunny) -> Option<Bunny> {
        let mut seen: HashMap<Bunny, (u64, Effort)> = HashMap::new();
        let mut pass = 0;
        while count != Some(pass) {
            if let Some((first, before)) = seen.insert(bunny, (pass, self.done.clone())) {
                self.last = bunny;
                let left = count? - pass;
                let cycle = pass - first;
                let effort = self.done.since(&before);
                self.done.add(&effort, left / cycle);
                for _ in 0..left % cycle {
                    bunny = self.part(from, to, bunny)?;
                }
                return Some(bunny);
            }
            bunny = self.part(from, to, bunny)?;
            pass += 1;
        }
        Some(bunny)
    }
}
