//! Which question by which method: program synthesis over the bunny's positions, from the start or from where the
//! program composed so far ends.

use std::sync::Arc;

use engines::Context;
use engines::synth::{self, Item, Machine, Outcome, Wanted};

use super::game::{Game, RESET, RUN};
use super::program::{Matched, Token, cost, print};
use super::rules::{Action, Board, Bunny, FACINGS, Marks};
use super::tally::tally;
use crate::answer::{Answer, Body, BunnySolve, Excluded, Hint, Proof};
use crate::play::Play;
use crate::problem::Refusal;
use crate::question::{Kind, Question};

const NAME: &str = "bunny";
const METHOD: &str = "program synthesis: effects by size, loop counts by tail and cycle";
const METHOD_ALL: &str = "program synthesis: effects by size, loop counts by tail and cycle; of parts that lead each \
    position to the same place only one that marks most is listed, every count the smallest that completes the board";
/// The most programs listed.
const MOST: usize = 10_000;

/// The bunny's positions from one on.
struct Positions<'b> {
    board: &'b Board,
    from: Bunny,
    /// For each square its number among those still to be marked.
    marks: Vec<Option<usize>>,
    count: usize,
}

impl<'b> Positions<'b> {
    fn new(board: &'b Board, from: Bunny, made: &Marks) -> Positions<'b> {
        let mut count = 0;
        let mut number = |square| {
            let wanted = !made.has(square);
            count += usize::from(wanted);
            wanted.then_some(count - usize::from(wanted))
        };
        let marks = (0..board.squares.len()).map(&mut number).collect();
        Positions { board, from, marks, count }
    }
}

impl Machine for Positions<'_> {
    fn states(&self) -> usize {
        self.board.squares.len() * FACINGS.len()
    }

    fn start(&self) -> usize {
        self.from.square * FACINGS.len() + self.from.facing
    }

    fn actions(&self) -> usize {
        Action::ALL.len()
    }

    fn step(&self, state: usize, action: usize) -> usize {
        let before = Bunny { square: state / FACINGS.len(), facing: state % FACINGS.len() };
        let after = self.board.act(before, Action::ALL[action]);
        after.square * FACINGS.len() + after.facing
    }

    fn marks(&self) -> usize {
        self.count
    }

    fn mark(&self, state: usize) -> Option<usize> {
        self.marks[state / FACINGS.len()]
    }
}

/// Answers a question about a level.
pub(super) fn ask(board: &Arc<Board>, question: &Question, cx: &Context<'_>) -> Result<Answer, Refusal> {
    match question.kind {
        Kind::Solve => solve(board, question, cx),
        _ => hint(board, question, cx),
    }
}

/// Solves from the start.
fn search(board: &Board, most: usize, cx: &Context<'_>) -> Result<Outcome, Refusal> {
    from(board, board.bunny(), &Marks::new(board), most, cx)
}

fn from(board: &Board, bunny: Bunny, made: &Marks, most: usize, cx: &Context<'_>) -> Result<Outcome, Refusal> {
    let positions = Positions::new(board, bunny, made);
    synth::shortest(&positions, Wanted { most }, cx).map_err(|error| Refusal::NotOffered(error.to_string()))
}

/// The tokens of a shortest program, `None` where there is none.
pub(super) fn least(board: &Board, cx: &Context<'_>) -> Result<Option<u64>, Refusal> {
    match search(board, 1, cx)? {
        Outcome::Shortest { programs, .. } => Ok(programs.first().map(|program| synth::size(program) as u64)),
        Outcome::Unreachable(_) => Ok(None),
        Outcome::Unfinished { why: synth::Why::Halted(halt), .. } => Err(Refusal::Halted(halt)),
        Outcome::Unfinished { .. } => Ok(None),
    }
}

/// An engine's program as tokens.
fn tokens(program: &[Item]) -> Vec<Token> {
    let one = |item: &Item| match item {
        Item::Do(action) => {
            Action::ALL.get(usize::from(*action)).map(|&action| Token::Act(action)).into_iter().collect()
        }
        Item::Loop(count, body) => [vec![Token::Open(*count)], tokens(body), vec![Token::Close]].concat(),
    };
    program.iter().flat_map(one).collect()
}

fn text(program: &[Item]) -> String {
    print(&tokens(program))
}

fn excluded(tokens: u64) -> Option<Excluded> {
    Some(Excluded { tokens: tokens.checked_sub(1)?, loop_counts: "all".into() })
}

fn solve(board: &Board, question: &Question, cx: &Context<'_>) -> Result<Answer, Refusal> {
    let all = question.asked.all;
    let method = if all { METHOD_ALL } else { METHOD };
    Ok(match search(board, if all { MOST } else { 1 }, cx)? {
        Outcome::Shortest { programs, complete } => {
            let tokens = programs.first().map_or(0, |program| synth::size(program) as u64);
            let texts: Vec<String> = programs.iter().map(|program| text(program)).collect();
            let solved = BunnySolve {
                tokens,
                program: texts.first().cloned().unwrap_or_default(),
                optimal: true,
                at_least: None,
                excluded: excluded(tokens),
                walk: None,
                all: all.then_some(texts),
                all_complete: all.then_some(complete),
            };
            Answer::found(NAME, question, method, Body::BunnySolve(solved))
        }
        Outcome::Unreachable(marks) => unreachable(board, question, &marks),
        Outcome::Unfinished { best: Some(best), at_least, walk, why } => {
            let solved = BunnySolve {
                tokens: synth::size(&best) as u64,
                program: text(&best),
                optimal: false,
                at_least: Some(at_least as u64),
                excluded: excluded(at_least as u64),
                walk: walk.map(|actions| actions as u64),
                all: None,
                all_complete: None,
            };
            Answer::found(NAME, question, format!("{method}; {why}"), Body::BunnySolve(solved))
        }
        Outcome::Unfinished { best: None, at_least, why, .. } => {
            Answer::unfinished(NAME, question, why.to_string(), at_least as u64)
        }
    })
}

/// The squares that no way leads to; marks are numbered as the squares to be marked.
fn unreachable(board: &Board, question: &Question, marks: &[usize]) -> Answer {
    let squares: Vec<usize> = board.unmarked().collect();
    let narrow = |number: usize| u32::try_from(number + 1).unwrap_or(u32::MAX);
    let cell = |mark: &usize| {
        let (row, column) = board.squares[squares[*mark]].place;
        [narrow(row), narrow(column)]
    };
    let cells = marks.iter().map(cell).collect();
    Answer::impossible(NAME, question, "every position that can be reached", Proof::Squares { cells })
}

/// The game after the moves asked for.
pub(super) fn replay(board: &Arc<Board>, moves: &[String]) -> Result<Game, Refusal> {
    let mut game = Game::new(Arc::clone(board));
    for (index, text) in moves.iter().enumerate() {
        game.make(text).map_err(|illegal| Refusal::Illegal { index, illegal })?;
    }
    Ok(game)
}

/// What follows in the shortest programs that begin with the tokens composed so far. Where none of all shortest
/// programs does, what completes these tokens soonest; where a loop is open then, the advice is to begin anew.
fn hint(board: &Arc<Board>, question: &Question, cx: &Context<'_>) -> Result<Answer, Refusal> {
    let game = replay(board, &question.asked.moves)?;
    if game.solved() {
        return Ok(advice(question, game.program().cost(), Vec::new()));
    }
    let outcome = search(board, MOST, cx)?;
    let programs = match &outcome {
        Outcome::Shortest { programs, .. } => programs,
        Outcome::Unreachable(marks) => return Ok(unreachable(board, question, marks)),
        Outcome::Unfinished { at_least, why, .. } => {
            return Ok(Answer::unfinished(NAME, question, why.to_string(), *at_least as u64));
        }
    };
    let shortest: Vec<Vec<Token>> = programs.iter().map(|program| tokens(program)).collect();
    let mut next = following(&shortest, game.tokens());
    if next.is_empty() {
        next = after_detour(board, &game, cx)?;
    }
    if next.is_empty() {
        next.extend(shortest.first().map(|program| (RESET.to_owned(), program.clone())));
    }
    let tokens = next.first().map_or(0, |(_, program)| cost(program.iter().copied()) as u64);
    Ok(advice(question, tokens, next))
}

fn advice(question: &Question, tokens: u64, next: Vec<(String, Vec<Token>)>) -> Answer {
    let (best, programs): (Vec<String>, Vec<String>) =
        next.into_iter().map(|(best, program)| (best, print(&program))).unzip();
    let hint = Hint { best, programs, tokens: Some(tokens), ..Hint::default() };
    Answer::found(NAME, question, METHOD, Body::Hint(hint))
}

/// Each token that follows `begun` in a program, with the first program in which it does.
fn following(programs: &[Vec<Token>], begun: &[Token]) -> Vec<(String, Vec<Token>)> {
    let mut next: Vec<(String, Vec<Token>)> = Vec::new();
    for program in programs.iter().filter(|program| program.starts_with(begun)) {
        let text = program.get(begun.len()).map_or(RUN.to_owned(), |token| token.text());
        if next.iter().all(|(known, _)| *known != text) {
            next.push((text, program.clone()));
        }
    }
    next
}

/// The same after tokens with which no shortest program begins: empty where a loop is open or never ends.
fn after_detour(board: &Board, game: &Game, cx: &Context<'_>) -> Result<Vec<(String, Vec<Token>)>, Refusal> {
    let program: Matched = game.program();
    let end = tally(board, &program);
    if program.tokens() != game.tokens() {
        return Ok(Vec::new());
    }
    if end.complete {
        return Ok(vec![(RUN.to_owned(), program.tokens().to_vec())]);
    }
    let Some(bunny) = end.end else { return Ok(Vec::new()) };
    let Outcome::Shortest { programs, .. } = from(board, bunny, &end.marks, MOST, cx)? else {
        return Ok(Vec::new());
    };
    let whole = |rest: &synth::Program| [game.tokens().to_vec(), tokens(rest)].concat();
    Ok(following(&programs.iter().map(whole).collect::<Vec<_>>(), game.tokens()))
}
