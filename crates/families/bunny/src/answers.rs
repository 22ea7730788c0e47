//! Answers questions: program synthesis over the bunny's positions, from the start or from where the
//! program composed so far ends.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use engines::synth::{self, Item, Machine, Outcome, Partial, Shortest, Wanted};
use engines::{Context, Halt};

use super::body::{Excluded, Hint, Solve, Squares, TOKENS};
use super::composition::{Composition, RESET, RUN};
use super::program::{Action, Matched, Token, cost, may_follow, parse, pieces, print};
use super::rules::{Board, Bunny, FACINGS, Marks};
use super::tally::{self, tally};
use super::{lengths, near, recounted};
use frame::answer::Reply;
use frame::evaluation::Evaluation;
use frame::options::ALL;
use frame::problem::AskError;
use frame::query::{Query, QuestionKind};
use frame::run::from_one;
use frame::solution::MAX_LISTED;

const METHOD: &str = "program synthesis: effects by size, loop counts by tail and cycle";
const METHOD_ALL: &str = "program synthesis: effects by size, loop counts by tail and cycle; of parts that lead each \
    position to the same place only one that marks most is listed, and of programs that make the same actions only one; \
    every count is the smallest that completes the board";
/// How a hint was found.
const COMPLETE: &str = "replay: this program completes the board";
const NEAR: &str = "every way to go on by one token or two";
const NONE: &str = "no shortest program begins like this";
/// A loop is open, so that what follows is repeated with it, or the limits did not suffice.
const UNDECIDED: &str = "how few tokens complete what is begun is not known";
/// How the end of a beginning was found whose counts are none of the listed programs'.
const RECOUNTED: &str = "counts of loops tried one by one";
/// How a program was found that may not be shortest.
const UNPROVEN: &str = "the shortest program found within the limits, which did not suffice to prove one shortest";
const SOONEST: &str = "so it is completed from where it ends";
/// Shortest programs of at most this number of tokens are listed for every hint. To list longer ones takes ten times as
/// long as to find one, so they are listed only for tokens with which the one found does not begin.
const LISTED: usize = 6;
/// The shortest programs for a list.
const LIST: Wanted = Wanted { most: MAX_LISTED, by_actions: true };
/// The shortest programs for a hint: whoever composes one may use other words than the list does.
const EACH: Wanted = Wanted { most: MAX_LISTED, by_actions: false };

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
pub(super) fn answer(
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
    /// A shortest program, or else the shortest that could be found: without a search the one that was found before, if
    /// it begins with these tokens, so that hints go on with what they began.
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
            Outcome::Unfinished { halt, at_least, .. } => Known::None(unfinished(halt, at_least)),
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

    /// All shortest programs, up to domination and [`MAX_LISTED`]; `None` where they were not found in time.
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
        Outcome::Unfinished { halt, at_least, .. } => unfinished(halt, at_least),
    })
}

/// The reply of a search that a limit ended before it found a program.
fn unfinished(halt: Halt, at_least: u64) -> Reply {
    Reply::unfinished(format!("{METHOD}; {halt}"), at_least)
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

/// How the program under composition is completed with the fewest tokens still to come, added to it or to an empty one:
/// every program can be thrown away.
struct Way {
    /// The next moves, each with the whole program that it leads to.
    next: Vec<(String, Vec<Token>)>,
    /// The tokens still to come.
    left: u64,
    /// A proven lower bound of `left`; `None` where `left` is proven best.
    at_least: Option<u64>,
    method: String,
}

impl Way {
    fn exact(next: Vec<(String, Vec<Token>)>, left: u64, method: impl Into<String>) -> Way {
        Way { next, left, at_least: None, method: method.into() }
    }

    /// The way that throws away what is begun and composes this program.
    fn anew(program: &[Token], method: impl Into<String>) -> Way {
        Way::exact(vec![(RESET.to_owned(), program.to_vec())], count(program), method)
    }

    /// Returns the way with a bound of what is left; where the bound is what is left, that is proven best.
    fn bounded(self, at_least: u64) -> Way {
        Way { at_least: Some(at_least).filter(|&least| least < self.left), ..self }
    }

    /// Returns the better of this way and that of a program from the beginning, or both; without tokens they are the
    /// same.
    fn beside(mut self, program: &[Token], begun: &[Token]) -> Way {
        let anew = count(program);
        if begun.is_empty() || anew > self.left {
            return self;
        }
        if anew < self.left {
            return Way::anew(program, self.method);
        }
        self.next.push((RESET.to_owned(), program.to_vec()));
        self
    }

    /// Returns the hint to go this way; `shortest` is the number of tokens that suffice from the beginning, if it is
    /// known.
    fn hint(self, shortest: Option<u64>) -> Reply {
        let tokens = self.next.first().map_or(0, |(_, program)| count(program));
        let (best, programs) = self.next.into_iter().map(|(best, program)| (best, print(&program))).unzip();
        let anew = shortest.filter(|&shortest| shortest < tokens);
        Reply::found(self.method, Hint { best, tokens, left: Some(self.left), anew, at_least: self.at_least, programs })
    }
}

/// Further tokens of which every choice is tried before a search begins.
const TRIED: u64 = 2;
/// The most programs that are run for that.
const MAX_NEAR: u64 = 20_000;

fn count(tokens: &[Token]) -> u64 {
    cost(tokens.iter().copied()) as u64
}

/// The next moves with which the program composed so far is completed soonest; see [`way`].
fn hint(composition: &Composition, known: &KnownPrograms, cx: &Context<'_>) -> Result<Reply, AskError> {
    if composition.is_solved() {
        let tokens = composition.program().cost();
        return Ok(Reply::found(METHOD, Hint { tokens, left: Some(0), ..Hint::default() }));
    }
    Ok(match way(composition, known, cx)? {
        Ok(way) => way.hint(known.one.get().map(|shortest| count(shortest))),
        Err(none) => none,
    })
}

/// How a program under composition stands: the tokens still to come; see [`way`].
pub(super) fn evaluation(
    composition: &Composition,
    known: &KnownPrograms,
    cx: &Context<'_>,
) -> Result<Evaluation, AskError> {
    let standing = if composition.is_solved() {
        Evaluation::won_in(0, COMPLETE)
    } else {
        match way(composition, known, cx)? {
            Err(none) => Evaluation::of_hint(&none),
            Ok(Way { next, left, at_least, method }) => {
                let standing = match at_least {
                    None => Evaluation::won_in(left, method),
                    Some(least) => Evaluation { can_win: Some(true), ..Evaluation::unknown(least, unproven(left)) },
                };
                Evaluation { ways: next.into_iter().map(|(best, _)| vec![best]).collect(), ..standing }
            }
        }
    };
    // A loop that is open counts, though it is dropped where nothing is in it.
    Ok(Evaluation { paid: Some(count(composition.tokens())), ..standing.in_costs(TOKENS) })
}

/// Why no more is known of a program that is completed by so many tokens, of which no proof says that fewer do not
/// suffice.
fn unproven(left: u64) -> String {
    format!("it can be completed with {} more, and whether fewer suffice is not known", TOKENS.count(left))
}

/// What completes the board with the fewest tokens still to come, or the reply that nothing does or that it is not
/// known.
///
/// That is `run` where the tokens complete the board already (or first the brace of a loop still open), one token or
/// two more where that is enough, else what follows in the shortest programs that begin with them, also with other
/// counts for their loops; else what completes them soonest from where they end, if no loop is open. A program that is
/// thrown away costs nothing: where one from the beginning needs as few tokens, that is a way too. Where a loop is open
/// the program from the beginning is the best that is known, with a bound, unless a shortest program from before that
/// loop begins with it.
fn way(composition: &Composition, known: &KnownPrograms, cx: &Context<'_>) -> Result<Result<Way, Reply>, AskError> {
    let (board, begun) = (composition.board(), composition.tokens());
    let closed = composition.program();
    if tally(board, &closed).complete {
        let closes = may_follow(begun, Token::Close).is_ok().then(|| Token::Close.text());
        let next = closes.into_iter().chain([RUN.to_owned()]).map(|best| (best, closed.tokens().to_vec())).collect();
        return Ok(Ok(Way::exact(next, 0, COMPLETE)));
    }
    let close = match begun {
        [] => None,
        _ => near(board, begun, cx)?,
    };
    let Some(first) = close.as_deref().and_then(<[_]>::first) else {
        let excluded = if close.is_some() { TRIED } else { 0 };
        return searched(composition, known, excluded, cx);
    };
    let left = count(first) - count(begun);
    let next = with_others(following(close.as_deref().unwrap_or_default(), begun), &[], left, composition, cx);
    let way = Way::exact(next, left, NEAR);
    Ok(Ok(match near(board, &[], cx)?.as_deref().and_then(<[_]>::first) {
        Some(anew) => way.beside(anew, begun),
        None => way,
    }))
}

/// The completions by at most [`TRIED`] tokens; `None` where they are too many to try.
///
/// Like the replay of the moves they do not count against the limit on nodes: a hint searches as far as `solve` does
/// within the same limit, and so finds the same program.
fn near(board: &Board, begun: &[Token], cx: &Context<'_>) -> Result<Option<Vec<Vec<Token>>>, AskError> {
    match near::completions(board, begun, &cx.without_count().at_most(MAX_NEAR)) {
        Ok(found) => Ok(Some(found)),
        Err(Halt::Nodes) => Ok(None),
        Err(halt) => Err(AskError::Halted(halt)),
    }
}

/// The way for a program that no `excluded` tokens or fewer complete.
fn searched(
    composition: &Composition,
    known: &KnownPrograms,
    excluded: u64,
    cx: &Context<'_>,
) -> Result<Result<Way, Reply>, AskError> {
    let (board, begun) = (composition.board(), composition.tokens());
    let paid = count(begun);
    let recounted = |programs: &[Vec<Token>]| recounted::beginning(board, programs, begun, cx);
    let shortest = match known.shortest(board, begun, cx)? {
        Known::Shortest(program) => program,
        Known::Found(program, at_least) => {
            let programs = [program];
            let mut next = following(&programs, begun);
            if next.is_empty() {
                next = following(&recounted(&programs), begun);
            }
            let [program] = programs;
            let least = at_least.saturating_sub(paid).max(at_least.min(excluded + 1));
            let way = match next.is_empty() {
                true => Way::anew(&program, UNPROVEN),
                false => Way::exact(next, count(&program) - paid, UNPROVEN),
            };
            return Ok(Ok(way.bounded(least)));
        }
        Known::None(reply) => return Ok(Err(reply)),
    };
    let anew = count(&shortest);
    let (programs, method) = match listed(&shortest, known, board, cx)? {
        Some(all) => (known_of(&shortest, all), METHOD_ALL),
        None => (vec![shortest.clone()], METHOD),
    };
    let next = following(&programs, begun);
    if !next.is_empty() {
        let next = with_others(next, &programs, anew - paid, composition, cx);
        return Ok(Ok(Way::exact(next, anew - paid, method)));
    }
    let like = recounted(&programs);
    if !like.is_empty() {
        let next = with_others(following(&like, begun), &programs, anew - paid, composition, cx);
        return Ok(Ok(Way::exact(next, anew - paid, format!("{METHOD}; {RECOUNTED}"))));
    }
    off_the_way(composition, &shortest, excluded, cx).map(Ok)
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

/// The programs of a list, and behind them the one that was found first unless it is listed.
fn known_of(shortest: &[Token], listed: Vec<Vec<Token>>) -> Vec<Vec<Token>> {
    let is_listed = listed.iter().any(|program| program == shortest);
    listed.into_iter().chain((!is_listed).then(|| shortest.to_vec())).collect()
}

/// The way for tokens with which no shortest program begins, as far as is known.
fn off_the_way(
    composition: &Composition,
    shortest: &[Token],
    excluded: u64,
    cx: &Context<'_>,
) -> Result<Way, AskError> {
    let (begun, anew) = (composition.tokens(), count(shortest));
    let of_none = format!("{METHOD}; {NONE}");
    Ok(match after_detour(composition, excluded, cx)? {
        Detour::Completed(_, left) if left > anew => Way::anew(shortest, of_none),
        Detour::Completed(next, left) => {
            let method = if count(begun) + left > anew { format!("{of_none}; {SOONEST}") } else { METHOD.to_owned() };
            Way::exact(next, left, method).beside(shortest, begun)
        }
        Detour::Never => Way::anew(shortest, of_none),
        Detour::Unknown(least) => {
            let least = least.max(excluded + 1).max(anew.saturating_sub(count(begun)));
            let way = Way::anew(shortest, of_none).bounded(least);
            match way.at_least {
                Some(_) => Way { method: format!("{METHOD}; {UNDECIDED}"), ..way },
                None => way,
            }
        }
    })
}

/// The next moves, and the other tokens that play lists and that are as good: all of them where few tokens are `left`,
/// else the loops with which a program of the form of one of these completes the board.
fn with_others(
    mut next: Vec<(String, Vec<Token>)>,
    programs: &[Vec<Token>],
    left: u64,
    composition: &Composition,
    cx: &Context<'_>,
) -> Vec<(String, Vec<Token>)> {
    let (board, whole) = (composition.board(), count(composition.tokens()) + left);
    // Where a limit strikes, those that are known stand.
    let part = cx.part(2);
    let tried = |begun: &[Token]| near(board, begun, cx).ok().flatten();
    let listed = composition.moves().into_iter().filter_map(|text| match *pieces(&text).ok()?.as_slice() {
        [token] => Some((text, token)),
        _ => None,
    });
    for (text, token) in listed {
        if next.iter().any(|(best, _)| *best == text) {
            continue;
        }
        let begun = [composition.tokens(), &[token]].concat();
        let found = match token {
            _ if left <= TRIED + 1 => {
                let Some(close) = tried(&begun) else { break };
                let is_complete = tally(board, &Matched::closing(&begun)).complete.then(|| begun.clone());
                is_complete.into_iter().chain(close).find(|program| count(program) == whole)
            }
            Token::Open(_) => recounted::beginning(board, programs, &begun, &part).into_iter().next(),
            _ => None,
        };
        next.extend(found.map(|program| (text, Matched::closing(&program).tokens().to_vec())));
    }
    cx.absorb(&part);
    next
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
    /// By what completes them soonest from where they end, with so many tokens.
    Completed(Vec<(String, Vec<Token>)>, u64),
    /// Not at all: nothing that follows them completes the board.
    Never,
    /// By tokens that are not known, since a loop is open with which no listed program goes on or the limits did not
    /// suffice; a lower bound of their number.
    Unknown(u64),
}

/// What completes soonest tokens with which no shortest program is known to begin; no `excluded` tokens or fewer do.
///
/// The outermost loop that is open is a part of its own: the tokens before it end where a search begins, and what is
/// open is gone on with where a shortest program from there begins like it.
fn after_detour(composition: &Composition, excluded: u64, cx: &Context<'_>) -> Result<Detour, AskError> {
    let (board, begun) = (composition.board(), composition.tokens());
    let (before, open) = begun.split_at(outermost_open(begun));
    let mut least = 0;
    if open.is_empty() || !before.is_empty() {
        let end = tally(board, &Matched::closing(before));
        // A program that never ends marks nothing more, whatever follows.
        let Some(bunny) = end.end else { return Ok(Detour::Never) };
        let mut programs = match from(board, bunny, &end.marks, Wanted::ONE, cx)? {
            Outcome::Found(Shortest { programs, .. }) => programs,
            Outcome::Impossible(_) => return Ok(Detour::Never),
            Outcome::Unfinished { at_least, .. } => {
                return Ok(Detour::Unknown(at_least.saturating_sub(count(open))));
            }
        };
        let rest = programs.first().map_or(0, |rest| synth::size(rest));
        if rest <= LISTED
            && let Outcome::Found(Shortest { programs: all, .. }) = from(board, bunny, &end.marks, EACH, cx)?
        {
            programs = all;
        }
        let whole = |rest: &synth::Program| [before.to_vec(), tokens(rest)].concat();
        let programs: Vec<Vec<Token>> = programs.iter().map(whole).collect();
        let left = (rest as u64).saturating_sub(count(open));
        let mut next = following(&programs, begun);
        if next.is_empty() {
            next = following(&recounted::beginning(board, &programs, begun, cx), begun);
        }
        if !next.is_empty() {
            return Ok(Detour::Completed(with_others(next, &programs, left, composition, cx), left));
        }
        least = left;
    }
    let soonest = excluded + 1;
    let next = match excluded {
        TRIED => with_others(Vec::new(), &[], soonest, composition, cx),
        _ => Vec::new(),
    };
    Ok(if next.is_empty() { Detour::Unknown(least) } else { Detour::Completed(next, soonest) })
}

/// Where the outermost loop opens that is still open; the number of the tokens where none is.
fn outermost_open(tokens: &[Token]) -> usize {
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Open(_) => open.push(at),
            Token::Close => drop(open.pop()),
            Token::Act(_) => {}
        }
    }
    open.first().copied().unwrap_or(tokens.len())
}
