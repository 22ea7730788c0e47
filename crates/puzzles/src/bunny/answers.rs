//! Which question by which method: program synthesis over the bunny's positions, from the start or from where the
//! program composed so far ends.

use std::sync::{Arc, OnceLock};

use engines::Context;
use engines::synth::{self, Item, Machine, Outcome, Wanted};

use super::game::{Game, RESET, RUN};
use super::lengths;
use super::near;
use super::program::{Matched, Token, cost, may_follow, print};
use super::rules::{Action, Board, Bunny, FACINGS, Marks};
use super::tally::tally;
use crate::answer::{Answer, Body, BunnySolve, Excluded, Hint, Proof};
use crate::play::Position;
use crate::problem::AskError;
use crate::question::{Question, QuestionKind};

const NAME: &str = "bunny";
const METHOD: &str = "program synthesis: effects by size, loop counts by tail and cycle";
const METHOD_ALL: &str = "program synthesis: effects by size, loop counts by tail and cycle; of parts that lead each \
    position to the same place only one that marks most is listed, every count the smallest that completes the board";
/// What a hint says of its way.
const COMPLETE: &str = "replay: this program completes the board";
const NEAR: &str = "every way to go on by one token or two";
const NONE: &str = "no shortest program begins like this, up to domination";
const NONE_IN_TIME: &str = "no shortest program found so far begins like this";
const SOONEST: &str = "so it is completed from where it ends";
/// The most programs listed.
const MOST: usize = 10_000;
/// Shortest programs of so many tokens are listed for a hint at once; to list longer ones takes ten times as long as
/// to find one, so this is done only for tokens with which the one found does not begin.
const LISTED: usize = 6;

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
pub(super) fn ask(level: &Ready, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
    match question.kind {
        QuestionKind::Solve => solve(&level.board, question, cx),
        _ => hint(level, question, cx),
    }
}

/// A board, with its shortest programs once they are known: hints on the way ask for them again and again.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) board: Arc<Board>,
    one: OnceLock<Vec<Token>>,
    all: OnceLock<Vec<Vec<Token>>>,
}

impl Ready {
    pub(super) fn new(board: Board) -> Ready {
        Ready { board: Arc::new(board), one: OnceLock::new(), all: OnceLock::new() }
    }

    /// A shortest program, or the answer that there is none or none known.
    fn shortest(&self, question: &Question, cx: &Context<'_>) -> Result<Result<Vec<Token>, Answer>, AskError> {
        if let Some(known) = self.one.get() {
            return Ok(Ok(known.clone()));
        }
        Ok(match search(&self.board, 1, cx)? {
            Outcome::Shortest { programs, .. } => {
                let first = || programs.first().map_or_else(Vec::new, |program| tokens(program));
                Ok(self.one.get_or_init(first).clone())
            }
            Outcome::Unreachable(marks) => Err(unreachable(&self.board, question, &marks)),
            Outcome::Unfinished { at_least, why, .. } => {
                Err(Answer::unfinished(NAME, question, why.to_string(), at_least as u64))
            }
        })
    }

    /// All shortest programs, up to domination and [`MOST`]; `None` where they were not found in time.
    fn all(&self, cx: &Context<'_>) -> Result<Option<Vec<Vec<Token>>>, AskError> {
        if self.all.get().is_none()
            && let Outcome::Shortest { programs, .. } = search(&self.board, MOST, cx)?
        {
            self.all.get_or_init(|| programs.iter().map(|program| tokens(program)).collect());
        }
        Ok(self.all.get().cloned())
    }
}

/// Solves from the start.
fn search(board: &Board, most: usize, cx: &Context<'_>) -> Result<Outcome, AskError> {
    from(board, board.bunny(), &Marks::new(board), most, cx)
}

fn from(board: &Board, bunny: Bunny, made: &Marks, most: usize, cx: &Context<'_>) -> Result<Outcome, AskError> {
    let positions = Positions::new(board, bunny, made);
    synth::shortest(&positions, Wanted { most }, cx).map_err(|error| AskError::NotOffered(error.to_string()))
}

/// The tokens of a shortest program, `None` where there is none.
pub(super) fn least(board: &Board, cx: &Context<'_>) -> Result<Option<u64>, AskError> {
    match search(board, 1, cx)? {
        Outcome::Shortest { programs, .. } => Ok(programs.first().map(|program| synth::size(program) as u64)),
        Outcome::Unreachable(_) => Ok(None),
        Outcome::Unfinished { why: synth::Why::Halted(halt), .. } => Err(AskError::Halted(halt)),
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

/// What is excluded where no program has fewer than so many tokens; `tried` counts compositions by length.
fn excluded(at_least: u64, tried: &[u64]) -> Option<Excluded> {
    let lengths = Some(lengths::table(tried));
    Some(Excluded { tokens: at_least.checked_sub(1)?, loop_counts: "all".into(), lengths })
}

fn solve(board: &Board, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
    let all = question.asked.all;
    let method = if all { METHOD_ALL } else { METHOD };
    Ok(match search(board, if all { MOST } else { 1 }, cx)? {
        Outcome::Shortest { programs, complete, tried } => {
            let tokens = programs.first().map_or(0, |program| synth::size(program) as u64);
            let texts: Vec<String> = programs.iter().map(|program| text(program)).collect();
            let solved = BunnySolve {
                tokens,
                program: texts.first().cloned().unwrap_or_default(),
                optimal: true,
                at_least: None,
                excluded: excluded(tokens, &tried),
                walk: None,
                all: all.then_some(texts),
                all_complete: all.then_some(complete),
            };
            Answer::found(NAME, question, method, Body::BunnySolve(solved))
        }
        Outcome::Unreachable(marks) => unreachable(board, question, &marks),
        Outcome::Unfinished { best: Some(best), at_least, tried, walk, why } => {
            let solved = BunnySolve {
                tokens: synth::size(&best) as u64,
                program: text(&best),
                optimal: false,
                at_least: Some(at_least as u64),
                excluded: excluded(at_least as u64, &tried),
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
pub(super) fn replay(board: &Arc<Board>, moves: &[String]) -> Result<Game, AskError> {
    let mut game = Game::new(Arc::clone(board));
    for (index, text) in moves.iter().enumerate() {
        game.make(text).map_err(|illegal| AskError::Illegal { index, illegal })?;
    }
    Ok(game)
}

/// What completes the tokens composed so far soonest: `run` where they do already
/// (or first the brace of a loop still open), one token or two more where that
/// is enough, else what follows in the shortest programs that begin with them. Where none does, what completes them
/// soonest from where they end; where a loop is open then, or never ends, the advice is to begin anew.
fn hint(level: &Ready, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
    let game = replay(&level.board, &question.asked.moves)?;
    if game.solved() {
        return Ok(advice(question, METHOD.into(), game.program().cost(), Vec::new()));
    }
    let closed = game.program();
    if tally(&level.board, &closed).complete {
        let closes = may_follow(game.tokens(), Token::Close).is_ok().then(|| Token::Close.text());
        let next = closes.into_iter().chain([RUN.to_owned()]).map(|best| (best, closed.tokens().to_vec())).collect();
        return Ok(advice(question, COMPLETE.into(), closed.cost(), next));
    }
    let close = near::completions(&level.board, game.tokens(), cx).map_err(AskError::Halted)?;
    if !close.is_empty() {
        return Ok(proposed(question, NEAR.into(), following(&close, game.tokens())));
    }
    searched(level, question, &game, cx)
}

/// The same where more than two tokens are missing.
fn searched(level: &Ready, question: &Question, game: &Game, cx: &Context<'_>) -> Result<Answer, AskError> {
    let shortest = match level.shortest(question, cx)? {
        Ok(program) => program,
        Err(answer) => return Ok(answer),
    };
    let short = cost(shortest.iter().copied()) <= LISTED;
    if !short && shortest.starts_with(game.tokens()) {
        return Ok(proposed(question, METHOD.into(), following(&[shortest], game.tokens())));
    }
    let all = level.all(cx)?;
    // Where the limits ended the search for all of them, the one that is known still leads on.
    let (known, method) = match &all {
        Some(all) => (all.as_slice(), METHOD_ALL),
        None => (std::slice::from_ref(&shortest), METHOD),
    };
    let next = following(known, game.tokens());
    if !next.is_empty() {
        return Ok(proposed(question, method.into(), next));
    }
    let none = if all.is_some() { NONE } else { NONE_IN_TIME };
    let mut next = after_detour(&level.board, game, cx)?;
    let method = if next.is_empty() { format!("{METHOD}; {none}") } else { format!("{METHOD}; {none}; {SOONEST}") };
    if next.is_empty() {
        next.push((RESET.to_owned(), shortest));
    }
    Ok(proposed(question, method, next))
}

fn proposed(question: &Question, method: String, next: Vec<(String, Vec<Token>)>) -> Answer {
    let tokens = next.first().map_or(0, |(_, program)| cost(program.iter().copied()) as u64);
    advice(question, method, tokens, next)
}

fn advice(question: &Question, method: String, tokens: u64, next: Vec<(String, Vec<Token>)>) -> Answer {
    let (best, programs): (Vec<String>, Vec<String>) =
        next.into_iter().map(|(best, program)| (best, print(&program))).unzip();
    let hint = Hint { best, programs, tokens: Some(tokens), ..Hint::default() };
    Answer::found(NAME, question, method, Body::Hint(hint))
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
fn after_detour(board: &Board, game: &Game, cx: &Context<'_>) -> Result<Vec<(String, Vec<Token>)>, AskError> {
    let program: Matched = game.program();
    let end = tally(board, &program);
    let Some(bunny) = end.end.filter(|_| program.tokens() == game.tokens()) else { return Ok(Vec::new()) };
    let Outcome::Shortest { mut programs, .. } = from(board, bunny, &end.marks, 1, cx)? else {
        return Ok(Vec::new());
    };
    if programs.first().is_some_and(|rest| synth::size(rest) <= LISTED)
        && let Outcome::Shortest { programs: all, .. } = from(board, bunny, &end.marks, MOST, cx)?
    {
        programs = all;
    }
    let whole = |rest: &synth::Program| [game.tokens().to_vec(), tokens(rest)].concat();
    Ok(following(&programs.iter().map(whole).collect::<Vec<_>>(), game.tokens()))
}
