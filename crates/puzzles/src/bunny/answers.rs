//! Answers questions: program synthesis over the bunny's positions, from the start or from where the
//! program composed so far ends.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use engines::Context;
use engines::synth::{self, Item, Machine, Outcome, Partial, Shortest, Wanted};

use super::body::{Excluded, Hint, Solve, Squares, TOKENS};
use super::composition::{Composition, RESET, RUN};
use super::program::{Action, Matched, Token, cost, may_follow, parse, print};
use super::rules::{Board, Bunny, FACINGS, Marks};
use super::tally::{self, tally};
use super::{lengths, near, recounted};
use crate::answer::Reply;
use crate::evaluation::Evaluation;
use crate::options::ALL;
use crate::problem::AskError;
use crate::query::{Query, QuestionKind};
use crate::run::from_one;
use crate::solution::MOST_LISTED;

const METHOD: &str = "program synthesis: effects by size, loop counts by tail and cycle";
const METHOD_ALL: &str = "program synthesis: effects by size, loop counts by tail and cycle; of parts that lead each \
    position to the same place only one that marks most is listed, and of programs that make the same actions only one; \
    every count is the smallest that completes the board";
/// How a hint was found.
const COMPLETE: &str = "replay: this program completes the board";
const NEAR: &str = "every way to go on by one token or two";
const NONE: &str = "no shortest program begins like this";
/// The search keeps one of the parts that lead to the same places, so that it may miss a beginning with other counts.
const UNDECIDED: &str = "it is not known whether a shortest program begins like this";
/// How the end of a beginning was found whose counts are none of the listed programs'.
const RECOUNTED: &str = "counts of loops tried one by one";
/// How a program was found that may not be shortest.
const UNPROVEN: &str = "the shortest program found within the limits, which did not suffice to prove one shortest";
const SOONEST: &str = "so it is completed from where it ends";
/// Shortest programs of at most this number of tokens are listed for every hint. To list longer ones takes ten times as
/// long as to find one, so they are listed only for tokens with which the one found does not begin.
const LISTED: usize = 6;
/// The shortest programs for a list.
const LIST: Wanted = Wanted { most: MOST_LISTED, by_actions: true };
/// The shortest programs for a hint: whoever composes one may use other words than the list does.
const EACH: Wanted = Wanted { most: MOST_LISTED, by_actions: false };

/// The bunny's positions from one on.
pub(super) struct Positions<'b> {
    board: &'b Board,
    from: Bunny,
    /// For each square its number among those still to be marked.
    marks: Vec<Option<usize>>,
    count: usize,
}

impl<'b> Positions<'b> {
    /// The positions of a board from its start on.
    pub(super) fn of(board: &'b Board) -> Positions<'b> {
        Positions::new(board, board.bunny(), &Marks::new(board))
    }

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

/// Answers a question about a program under composition.
pub(super) fn ask(
    composition: &Composition,
    known: &KnownPrograms,
    query: &Query,
    cx: &Context<'_>,
) -> Result<Reply, AskError> {
    match query.kind {
        QuestionKind::SOLVE => solve(composition.board(), query.options.is_on(&ALL), cx),
        _ => hint(composition, known, cx),
    }
}

/// The shortest programs of a board, once they are known: every hint on the way through one asks for them.
#[derive(Debug, Default)]
pub(super) struct KnownPrograms {
    one: OnceLock<Vec<Token>>,
    all: OnceLock<Vec<Vec<Token>>>,
    /// The shortest program found so far, where none is proven shortest, and the tokens that are proven to be needed.
    found: Mutex<Option<(Vec<Token>, u64)>>,
}

/// What is known of the shortest programs of a board.
enum Known {
    Shortest(Vec<Token>),
    /// A program that may not be shortest, and the tokens that are proven to be needed.
    Found(Vec<Token>, u64),
    /// The reply that there is none, or none known.
    None(Reply),
}

impl KnownPrograms {
    /// A shortest program, or else the shortest that could be found: without a search the one that was found before, if it
    /// begins with these tokens, so that hints go on with what they began.
    fn shortest(&self, board: &Board, begun: &[Token], cx: &Context<'_>) -> Result<Known, AskError> {
        if let Some(known) = self.one.get() {
            return Ok(Known::Shortest(known.clone()));
        }
        if let Some((program, at_least)) = self.found().clone()
            && !begun.is_empty()
            && program.starts_with(begun)
        {
            return Ok(Known::Found(program, at_least));
        }
        Ok(match search(board, Wanted::ONE, cx)? {
            Outcome::Found(Shortest { programs, .. }) => {
                let first = || programs.first().map_or_else(Vec::new, |program| tokens(program));
                Known::Shortest(self.one.get_or_init(first).clone())
            }
            Outcome::Impossible(marks) => Known::None(unreachable(board, &marks)),
            Outcome::Unfinished { at_least, partial: Partial { best: Some(best), .. }, .. } => {
                let (program, at_least) = self.keep(tokens(&best), at_least);
                Known::Found(program, at_least)
            }
            Outcome::Unfinished { halt, at_least, .. } => Known::None(Reply::unfinished(halt.to_string(), at_least)),
        })
    }

    fn found(&self) -> MutexGuard<'_, Option<(Vec<Token>, u64)>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a program that was found, unless the one before is as short; gives the better of what is known.
    fn keep(&self, program: Vec<Token>, at_least: u64) -> (Vec<Token>, u64) {
        let mut found = self.found();
        let better = match found.take() {
            Some((before, bound)) => {
                let is_shorter = cost(program.iter().copied()) < cost(before.iter().copied());
                (if is_shorter { program } else { before }, bound.max(at_least))
            }
            None => (program, at_least),
        };
        found.insert(better).clone()
    }

    /// All shortest programs, up to domination and [`MOST_LISTED`]; `None` where they were not found in time.
    fn all(&self, board: &Board, cx: &Context<'_>) -> Result<Option<Vec<Vec<Token>>>, AskError> {
        if self.all.get().is_none()
            && let Outcome::Found(Shortest { programs, .. }) = search(board, EACH, cx)?
        {
            self.all.get_or_init(|| programs.iter().map(|program| tokens(program)).collect());
        }
        Ok(self.all.get().cloned())
    }
}

/// Solves from the start.
fn search(board: &Board, wanted: Wanted, cx: &Context<'_>) -> Result<Outcome, AskError> {
    from(board, board.bunny(), &Marks::new(board), wanted, cx)
}

fn from(board: &Board, bunny: Bunny, made: &Marks, wanted: Wanted, cx: &Context<'_>) -> Result<Outcome, AskError> {
    let positions = Positions::new(board, bunny, made);
    synth::shortest(&positions, wanted, cx).map_err(|error| AskError::NotOffered(error.to_string()))
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

/// What is excluded where no program has fewer tokens than `at_least`; `tried` counts compositions by length.
fn excluded(at_least: u64, tried: &[u64]) -> Option<Excluded> {
    let lengths = Some(lengths::table(tried));
    Some(Excluded { tokens: at_least.checked_sub(1)?, loop_counts: "all".into(), lengths })
}

fn solve(board: &Board, all: bool, cx: &Context<'_>) -> Result<Reply, AskError> {
    let method = if all { METHOD_ALL } else { METHOD };
    // Of a list of programs each would have a count of its own.
    let counted = |text: &String| parse(text).ok().filter(|_| !all).and_then(|program| tally::counted(board, &program));
    Ok(match search(board, if all { LIST } else { Wanted::ONE }, cx)? {
        Outcome::Found(Shortest { programs, complete, tried }) => {
            let tokens = programs.first().map_or(0, |program| synth::size(program) as u64);
            let texts: Vec<String> = programs.iter().map(|program| text(program)).collect();
            let body = Solve {
                tokens,
                program: texts.first().cloned().unwrap_or_default(),
                counted: texts.first().and_then(counted),
                optimal: true,
                at_least: None,
                excluded: excluded(tokens, &tried),
                walk: None,
                all: all.then_some(texts),
                all_complete: all.then_some(complete),
            };
            Reply::found(method, body)
        }
        Outcome::Impossible(marks) => unreachable(board, &marks),
        Outcome::Unfinished { halt, at_least, partial: Partial { best: Some(best), tried, walk } } => {
            let body = Solve {
                tokens: synth::size(&best) as u64,
                program: text(&best),
                counted: counted(&text(&best)),
                optimal: false,
                at_least: Some(at_least),
                excluded: excluded(at_least, &tried),
                walk: walk.map(|actions| actions as u64),
                all: None,
                all_complete: None,
            };
            Reply::found(format!("{method}; {halt}"), body)
        }
        Outcome::Unfinished { halt, at_least, .. } => Reply::unfinished(halt.to_string(), at_least),
    })
}

/// The squares that no way leads to; marks are numbered as the squares to be marked.
fn unreachable(board: &Board, marks: &[usize]) -> Reply {
    let squares: Vec<usize> = board.unmarked().collect();
    let cell = |mark: &usize| {
        let (row, column) = board.squares[squares[*mark]].place;
        [from_one(row), from_one(column)]
    };
    Reply::impossible("every position that can be reached", Squares::over(marks.iter().map(cell).collect()))
}

/// What completes the tokens composed so far soonest: `run` where they do already (or first the brace of a loop still
/// open), one token or two more where that is enough, else what follows in the shortest programs that begin with them.
/// Where none does, what follows in those with other counts for their loops, as long as they complete the board; else what
/// completes the tokens soonest from where they end. Where a loop never ends the advice is to begin anew, and where one is
/// open too, but that is proven best only for tokens that are too many.
fn hint(composition: &Composition, known: &KnownPrograms, cx: &Context<'_>) -> Result<Reply, AskError> {
    let (board, begun) = (composition.board(), composition.tokens());
    let closed = composition.program();
    if composition.is_solved() {
        return Ok(Reply::found(METHOD, Hint { tokens: closed.cost(), ..Hint::default() }));
    }
    if tally(board, &closed).complete {
        let closes = may_follow(begun, Token::Close).is_ok().then(|| Token::Close.text());
        let next = closes.into_iter().chain([RUN.to_owned()]).map(|best| (best, closed.tokens().to_vec())).collect();
        return Ok(Reply::found(COMPLETE, hinted(next)));
    }
    let close = near::completions(board, begun, cx).map_err(AskError::Halted)?;
    if !close.is_empty() {
        return Ok(Reply::found(NEAR, hinted(following(&close, begun))));
    }
    searched(composition, known, cx)
}

/// How a program under composition stands: the fewest tokens that still complete the board, added to it or to an empty
/// one, since every program can be thrown away.
///
/// That number is exact where the program completes the board or lacks at most two tokens, begins a shortest one that is
/// known, with these or other counts of its loops, or has no open loop: then what follows begins where it ends. Else it is
/// known from below.
pub(super) fn evaluation(
    composition: &Composition,
    known: &KnownPrograms,
    cx: &Context<'_>,
) -> Result<Evaluation, AskError> {
    let (board, begun) = (composition.board(), composition.tokens());
    let closed = composition.program();
    // A loop that is open counts, though it is dropped where nothing is in it.
    let paid = cost(begun.iter().copied()) as u64;
    let counted = |evaluation: Evaluation| Evaluation { paid: Some(paid), ..evaluation.in_costs(TOKENS) };
    let left = |tokens: u64, method: &str| counted(Evaluation::won_in(tokens, method));
    if composition.is_solved() || tally(board, &closed).complete {
        return Ok(left(0, COMPLETE));
    }
    let shortest = match known.shortest(board, &[], cx)? {
        Known::Shortest(program) => program,
        Known::Found(_, at_least) => {
            let standing = Evaluation::unknown(at_least.saturating_sub(paid).max(1), UNPROVEN);
            return Ok(counted(Evaluation { can_win: Some(true), ..standing }));
        }
        Known::None(reply) => return Ok(counted(Evaluation::of_hint(&reply))),
    };
    let anew = cost(shortest.iter().copied()) as u64;
    if shortest.starts_with(begun) {
        return Ok(left(anew.saturating_sub(paid), METHOD));
    }
    let close = near::completions(board, begun, cx).map_err(AskError::Halted)?;
    let added = |program: &Vec<Token>| (cost(program.iter().copied()) as u64).saturating_sub(paid);
    if let Some(few) = close.iter().map(added).min() {
        return Ok(left(few.min(anew), NEAR));
    }
    let listed = listed(&shortest, known, board, cx)?.unwrap_or_default();
    let begins = |programs: &[Vec<Token>]| programs.iter().any(|program| program.starts_with(begun));
    if begins(&listed) || !recounted::beginning(board, &known_of(shortest, listed), begun, cx).is_empty() {
        return Ok(left(anew.saturating_sub(paid), METHOD));
    }
    let (end, is_closed) = (tally(board, &closed), closed.tokens() == begun);
    let rest = match end.end.filter(|_| is_closed) {
        Some(bunny) => from(board, bunny, &end.marks, Wanted::ONE, cx)?,
        // A program that never ends marks nothing more, whatever follows.
        None if is_closed => return Ok(left(anew, METHOD)),
        None => {
            // Every program has at least `anew` tokens, and two more do not complete this one.
            let least = 3.min(anew).max(anew.saturating_sub(paid));
            let standing = Evaluation::unknown(least, format!("a loop is open, and {UNDECIDED}"));
            return Ok(counted(Evaluation { can_win: Some(true), ..standing }));
        }
    };
    Ok(match rest {
        Outcome::Found(Shortest { programs, .. }) => {
            let rest = programs.first().map_or(0, |rest| synth::size(rest) as u64);
            left(rest.min(anew), METHOD)
        }
        Outcome::Impossible(_) => left(anew, METHOD),
        Outcome::Unfinished { halt, at_least, .. } => {
            let evaluation = Evaluation::unknown(at_least.min(anew), halt.to_string());
            counted(Evaluation { can_win: Some(true), ..evaluation })
        }
    })
}

/// All shortest programs, where one has few tokens and the limits suffice to list them.
fn listed(
    shortest: &[Token],
    known: &KnownPrograms,
    board: &Board,
    cx: &Context<'_>,
) -> Result<Option<Vec<Vec<Token>>>, AskError> {
    if cost(shortest.iter().copied()) > LISTED { Ok(None) } else { known.all(board, cx) }
}

/// The shortest program that was found first, before those of a list.
fn known_of(shortest: Vec<Token>, listed: Vec<Vec<Token>>) -> Vec<Vec<Token>> {
    std::iter::once(shortest).chain(listed).collect()
}

/// The hint for a program that lacks more than two tokens.
fn searched(composition: &Composition, known: &KnownPrograms, cx: &Context<'_>) -> Result<Reply, AskError> {
    let (board, begun) = (composition.board(), composition.tokens());
    let shortest = match known.shortest(board, begun, cx)? {
        Known::Shortest(program) => program,
        Known::Found(program, at_least) => {
            let mut next = following(std::slice::from_ref(&program), begun);
            if next.is_empty() {
                next = following(&recounted::beginning(board, std::slice::from_ref(&program), begun, cx), begun);
            }
            if next.is_empty() {
                next.push((RESET.to_owned(), program));
            }
            return Ok(Reply::found(UNPROVEN, Hint { at_least: Some(at_least), ..hinted(next) }));
        }
        Known::None(reply) => return Ok(reply),
    };
    if cost(shortest.iter().copied()) > LISTED {
        let like = recounted::beginning(board, std::slice::from_ref(&shortest), begun, cx);
        if !like.is_empty() {
            let is_known = shortest.starts_with(begun);
            let method = if is_known { METHOD.to_owned() } else { format!("{METHOD}; {RECOUNTED}") };
            return Ok(Reply::found(method, hinted(following(&like, begun))));
        }
    }
    let all = known.all(board, cx)?;
    // Where the limits ended the search for all of them, the one that is known still leads on.
    let method = if all.is_some() { METHOD_ALL } else { METHOD };
    let programs = all.unwrap_or_else(|| vec![shortest.clone()]);
    let next = following(&programs, begun);
    if !next.is_empty() {
        return Ok(Reply::found(method, hinted(next)));
    }
    let next = following(&recounted::beginning(board, &known_of(shortest.clone(), programs), begun, cx), begun);
    if !next.is_empty() {
        return Ok(Reply::found(format!("{METHOD}; {RECOUNTED}"), hinted(next)));
    }
    off_the_way(composition, shortest, cx)
}

/// The hint for tokens with which no shortest program begins, as far as is known.
fn off_the_way(composition: &Composition, shortest: Vec<Token>, cx: &Context<'_>) -> Result<Reply, AskError> {
    let count = |tokens: &[Token]| cost(tokens.iter().copied()) as u64;
    let (begun, anew) = (count(composition.tokens()), count(&shortest));
    let reset = || hinted(vec![(RESET.to_owned(), shortest.clone())]);
    Ok(match after_detour(composition, cx)? {
        Detour::Completed(next) => {
            let hint = hinted(next);
            let is_longer = hint.tokens > anew;
            let method = if is_longer { format!("{METHOD}; {NONE}; {SOONEST}") } else { METHOD.to_owned() };
            Reply::found(method, Hint { anew: is_longer.then_some(anew), ..hint })
        }
        Detour::Never => Reply::found(format!("{METHOD}; {NONE}"), reset()),
        // Two more tokens do not complete it.
        Detour::Unknown if begun + 3 > anew => Reply::found(format!("{METHOD}; {NONE}"), reset()),
        Detour::Unknown => Reply::found(format!("{METHOD}; {UNDECIDED}"), Hint { at_least: Some(anew), ..reset() }),
    })
}

/// Advice to make these moves, each with the program that it leads to; all have as many tokens.
fn hinted(next: Vec<(String, Vec<Token>)>) -> Hint {
    let tokens = next.first().map_or(0, |(_, program)| cost(program.iter().copied()) as u64);
    let (best, programs): (Vec<String>, Vec<String>) =
        next.into_iter().map(|(best, program)| (best, print(&program))).unzip();
    Hint { best, tokens, programs, ..Hint::default() }
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

/// How tokens go on with which no shortest program is known to begin.
enum Detour {
    /// By what completes them soonest from where they end.
    Completed(Vec<(String, Vec<Token>)>),
    /// Not at all: nothing that follows them completes the board.
    Never,
    /// A loop is open, so that what follows is repeated with it, or the limits did not suffice.
    Unknown,
}

/// What completes soonest tokens with which no shortest program is known to begin.
fn after_detour(composition: &Composition, cx: &Context<'_>) -> Result<Detour, AskError> {
    let (board, begun) = (composition.board(), composition.tokens());
    let program: Matched = composition.program();
    if program.tokens() != begun {
        return Ok(Detour::Unknown);
    }
    let end = tally(board, &program);
    // A program that never ends marks nothing more, whatever follows.
    let Some(bunny) = end.end else { return Ok(Detour::Never) };
    let mut programs = match from(board, bunny, &end.marks, Wanted::ONE, cx)? {
        Outcome::Found(Shortest { programs, .. }) => programs,
        Outcome::Impossible(_) => return Ok(Detour::Never),
        Outcome::Unfinished { .. } => return Ok(Detour::Unknown),
    };
    if programs.first().is_some_and(|rest| synth::size(rest) <= LISTED)
        && let Outcome::Found(Shortest { programs: all, .. }) = from(board, bunny, &end.marks, EACH, cx)?
    {
        programs = all;
    }
    let whole = |rest: &synth::Program| [begun.to_vec(), tokens(rest)].concat();
    Ok(Detour::Completed(following(&programs.iter().map(whole).collect::<Vec<_>>(), begun)))
}
