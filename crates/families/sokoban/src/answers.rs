//! Fewest pushes and fewest moves, by A* and confirmed by a second engine, with what follows from them: hints, and
//! whether a solution is left. All other questions are the kit's.
//!
//! A* runs over pushes with a lower bound and without deadlocks ([`solver`](super::solver)). What it finds is a
//! solution in any case; that nothing is shorter is searched for again by breadth-first search over the plain rules, as
//! far as the limits and [`EFFORT`] allow, and the method says which engines agree. That there is no solution is told
//! only by the plain search, whose states the certificate counts: where A* alone sees that, the answer is *unfinished*.
//! Where a limit ends A*, a solution that it met beside its proof is given, with the bound proven.

use engines::packed::{Evidence, Layers, Outcome, complete_graph};
use engines::{Context, Halt};

use super::body::{Fewest, MoveSolution, PushSolution};
use super::notation::written;
use super::pushes::Push;
use super::rules::{Board, Direction, Square, State};
use super::solver::plain::{Plain, Step};
use super::solver::{Line, Prunings, Solver};
use frame::answer::Reply;
use frame::body::{AnyBody, BodyType};
use frame::judge::WITHOUT_WON;
use frame::method::Method;
use frame::problem::AskError;
use frame::solution::{Exhausted, Hint, HintUnproven, Reached, Solution};
use frame::space::Distances;

/// States that are expanded to confirm an optimum, and as many to break ties, at most.
const EFFORT: u64 = 2_000_000;
/// These states, times the square of the boxes: a state takes the longer the more boxes there are.
const EFFORT_OF_BOXES: u64 = 400_000_000;

/// The step of the plain search for what is minimised first.
fn step(fewest: Fewest) -> Step {
    if fewest.is_by_pushes() { Step::Push } else { Step::Move }
}

/// The method of that search.
fn plain_words(fewest: Fewest) -> &'static str {
    if fewest.is_by_pushes() { "breadth-first search over pushes" } else { "breadth-first search" }
}

/// A question about a state that is not solved.
struct Search<'a> {
    board: &'a Board,
    start: &'a State,
    fewest: Fewest,
    /// Whether what is found is confirmed by a second search.
    confirms: bool,
    cx: &'a Context<'a>,
}

/// A shortest solution in what is minimised, confirmed by a second search where that is wanted.
pub(super) fn shortest(
    board: &Board,
    start: &State,
    (fewest, confirms): (Fewest, bool),
    cx: &Context<'_>,
) -> Result<Reply, AskError> {
    let search = Search { board, start, fewest, confirms, cx };
    let is_solved = board.is_solved(start);
    match fewest {
        Fewest::Moves if is_solved => {
            Ok(Reply::found("no move is needed", Solution { optimal: true, ..Solution::default() }))
        }
        Fewest::MovesThenPushes if is_solved => {
            let body = MoveSolution { optimal: true, fewest_pushes: true, ..MoveSolution::default() };
            Ok(Reply::found("no move is needed", body))
        }
        _ if is_solved => {
            let body = PushSolution { optimal: true, fewest_moves: true, ..PushSolution::default() };
            Ok(Reply::found("no push is needed", body))
        }
        Fewest::Moves | Fewest::MovesThenPushes => search.moves(),
        Fewest::Pushes | Fewest::PushesThenMoves => search.pushes(),
    }
}

/// What an answer says of a line that is given: with no fewer of the first number where no bound is given, and with
/// nothing proven of the second.
pub(super) fn stated(board: &Board, start: &State, fewest: Fewest, line: &[String], at_least: Option<u64>) -> AnyBody {
    if fewest == Fewest::Moves {
        return AnyBody::new(Solution::of(line.to_vec(), at_least));
    }
    let (solution, moves) = (line.to_vec(), line.len() as u64);
    let directions: Vec<Direction> = line.iter().filter_map(|text| Direction::parse(text)).collect();
    let pushes = written(board, start, &directions).map_or(0, |line| line.counts["pushes"]);
    let least = if fewest.is_by_pushes() { pushes } else { moves };
    let at_least = at_least.or(fewest.has_second().then_some(least));
    let optimal = at_least.is_none();
    if fewest.is_by_pushes() {
        return AnyBody::new(PushSolution { moves, pushes, solution, optimal, at_least, ..PushSolution::default() });
    }
    AnyBody::new(MoveSolution { moves, pushes, solution, optimal, at_least, fewest_pushes: false })
}

/// A line with as few pushes as are known to suffice.
pub(super) struct FewestPushes {
    pub(super) line: Vec<Push>,
    /// Where fewer may suffice: the bound proven.
    pub(super) at_least: Option<u64>,
    pub(super) method: Method,
    /// Every push with which a line as short begins, where they were asked for and are known.
    pub(super) best: Option<Vec<Push>>,
}

/// The fewest pushes from a state, without best pushes; inner `Err`: what is said where no line is known.
pub(super) fn fewest_pushes(
    board: &Board,
    start: &State,
    cx: &Context<'_>,
) -> Result<Result<FewestPushes, Reply>, AskError> {
    let known = |line, method: Method| Ok(Ok(FewestPushes { line, at_least: None, method, best: None }));
    if board.is_solved(start) {
        return known(Vec::new(), "no push is needed".into());
    }
    let search = Search { board, start, fewest: Fewest::Pushes, confirms: true, cx };
    match search.guided() {
        Guided::Found(line, _) => {
            let method = search.confirmed(line.len())?;
            known(line, method)
        }
        Guided::Plain(is_dead) => match search.plain_labels(is_dead)? {
            Ok(labels) => {
                known(labels.iter().map(|&label| Plain::push(label)).collect(), plain_words(Fewest::Pushes).into())
            }
            Err(reply) => Ok(Err(reply)),
        },
        Guided::Unproven(unproven) => Ok(unproven.pushes()),
    }
}

/// The fewest pushes from a state with every best push; `None` where the kit must answer, inner `Err`: what is said
/// where no line is known.
pub(super) fn best_pushes(
    board: &Board,
    start: &State,
    cx: &Context<'_>,
) -> Result<Option<Result<FewestPushes, Reply>>, AskError> {
    if board.is_solved(start) {
        return Ok(None);
    }
    let search = Search { board, start, fewest: Fewest::Pushes, confirms: true, cx };
    Ok(match search.guided() {
        Guided::Found(line, solver) => {
            let best = search.best_pushes(&solver, line.len());
            drop(solver);
            let method = search.confirmed(line.len())?;
            let (best, method) = match best {
                Ok(best) => (Some(best), method),
                Err(halt) => (None, method.and(format!("not every best push was searched for: {halt}"))),
            };
            Some(Ok(FewestPushes { line, at_least: None, method, best }))
        }
        Guided::Plain(_) => None,
        Guided::Unproven(unproven) => Some(unproven.pushes()),
    })
}

/// Every best move, by the fewest moves after each; `None` where the kit must answer.
pub(super) fn hint(board: &Board, start: &State, cx: &Context<'_>) -> Option<Result<Reply, AskError>> {
    if board.is_solved(start) {
        return None;
    }
    Search { board, start, fewest: Fewest::Moves, confirms: true, cx }.hint().transpose()
}

/// Whether a solution is left; `None` where the kit must answer.
pub(super) fn reach(board: &Board, start: &State, cx: &Context<'_>) -> Option<Reply> {
    if board.is_solved(start) {
        return None;
    }
    match (Search { board, start, fewest: Fewest::Pushes, confirms: true, cx }).guided() {
        Guided::Found(..) => Some(Reply::found(METHOD, Reached { reachable: true })),
        Guided::Plain(_) => None,
        Guided::Unproven(Unproven { line: Some(_), method, .. }) => {
            Some(Reply::found(method, Reached { reachable: true }))
        }
        Guided::Unproven(unproven) => Some(unproven.reply()),
    }
}

/// The distances of all states in single moves; `None` leaves it to the kit.
pub(super) fn distances(board: &Board, cx: &Context<'_>) -> Option<Result<Distances<State>, Halt>> {
    if board.is_solved(board.start()) {
        return None;
    }
    let plain = Plain::new(board, board.start(), Step::Move);
    let Ok(outcome) = complete_graph(&plain, plain.start(), cx);
    Some(match outcome {
        Outcome::Found(graph) => {
            let keys = graph.release();
            let counts = (keys.states(), keys.dead_ends(), keys.bytes());
            let goals = (0..board.squares().len()).map(|square| board.square(square) == Square::Goal).collect();
            let goals: Vec<bool> = goals;
            let reduced = Some(WITHOUT_WON.to_owned());
            Ok(Distances::new(counts, reduced, move |state: &State| {
                let is_solved = state.boxes().iter().all(|&square| goals[usize::from(square)]);
                if is_solved { Some(Some(0)) } else { keys.of(&Plain::key(state)) }
            }))
        }
        Outcome::Unfinished { halt, .. } => Err(halt),
        Outcome::Impossible(_) => Err(Halt::Nodes),
    })
}

/// How A* ended.
enum Guided<'a> {
    Found(Vec<Push>, Box<Solver<'a>>),
    /// The plain search must tell: the level is too large, or, if true, no solution was seen.
    Plain(bool),
    Unproven(Unproven),
}

/// What is known where a limit ended A*.
struct Unproven {
    method: String,
    at_least: u64,
    /// A solution that need not be best.
    line: Option<Vec<Push>>,
}

impl Unproven {
    fn new(halt: Halt, at_least: u64, line: Option<Vec<Push>>) -> Unproven {
        Unproven { method: format!("{METHOD}; {halt}"), at_least, line }
    }

    /// What is said where there is no solution.
    fn reply(self) -> Reply {
        Reply::unfinished(self.method, self.at_least)
    }

    /// The line as one of pushes; `Err`: what is said where there is none.
    fn pushes(mut self) -> Result<FewestPushes, Reply> {
        match self.line.take() {
            Some(line) => {
                Ok(FewestPushes { line, at_least: Some(self.at_least), method: self.method.into(), best: None })
            }
            None => Err(self.reply()),
        }
    }
}

const METHOD: &str = "A* over pushes with matching and deadlock tables";

impl<'a> Search<'a> {
    fn guided(&self) -> Guided<'a> {
        let solver = match Solver::new(self.board, Prunings::ALL, self.cx) {
            Ok(Some(solver)) => solver,
            Ok(None) | Err(Halt::Bytes) => return Guided::Plain(false),
            Err(halt) => return Guided::Unproven(Unproven::new(halt, 1, None)),
        };
        let outcome = match step(self.fewest) {
            Step::Push => solver.fewest_pushes(self.start, self.cx),
            Step::Move => solver.fewest_moves(self.start, self.cx),
        };
        match outcome {
            Line::Found(found) => Guided::Found(found, Box::new(solver)),
            Line::Impossible(_) => Guided::Plain(true),
            Line::Unfinished { halt, at_least, partial } => Guided::Unproven(Unproven::new(halt, at_least, partial)),
        }
    }

    fn pushes(&self) -> Result<Reply, AskError> {
        let (found, solver) = match self.guided() {
            Guided::Found(found, solver) => (found, solver),
            Guided::Plain(is_dead) => return self.plain(is_dead),
            Guided::Unproven(unproven) => {
                return self.unproven(unproven, |line, solution, at_least| PushSolution {
                    optimal: false,
                    at_least: Some(at_least),
                    ..self.by_pushes(line, solution, false)
                });
            }
        };
        let part = self.cx.at_most(self.effort());
        let ties = solver.fewest_moves_of_pushes(self.start, found.len() as u32, &part);
        self.cx.absorb(&part);
        drop(solver);
        let (line, ties) = match ties {
            Outcome::Found(Some(line)) => (line, None),
            Outcome::Found(None) | Outcome::Impossible(_) => {
                return Err(AskError::Rules("two searches over pushes disagree".into()));
            }
            Outcome::Unfinished { halt, .. } => (found, Some(halt)),
        };
        let confirmed = self.confirmed(line.len())?;
        let method = match &ties {
            Some(halt) => confirmed.and(format!("that no other has fewer moves is not proven: {halt}")),
            None => confirmed,
        };
        let solution = self.single_moves(&line)?;
        Ok(Reply::found(method, self.by_pushes(&line, solution, ties.is_none())))
    }

    fn moves(&self) -> Result<Reply, AskError> {
        let (found, solver) = match self.guided() {
            Guided::Found(found, solver) => (found, solver),
            Guided::Plain(is_dead) => return self.plain(is_dead),
            Guided::Unproven(unproven) if self.fewest.has_second() => {
                return self.unproven(unproven, |line, solution, at_least| MoveSolution {
                    at_least: Some(at_least),
                    ..by_moves(line, solution, false)
                });
            }
            Guided::Unproven(unproven) => {
                return self.unproven(unproven, |_, solution, at_least| Solution::of(solution, Some(at_least)));
            }
        };
        let solution = self.single_moves(&found)?;
        let confirmed = self.confirmed(solution.len())?;
        if self.fewest.has_second() {
            return self.moves_then_pushes(&solver, found, solution.len(), confirmed);
        }
        Ok(Reply::found(confirmed, Solution::of(solution, None)))
    }

    /// Of the lines with so many moves, which are fewest, one with the fewest pushes.
    fn moves_then_pushes(
        &self,
        solver: &Solver<'_>,
        found: Vec<Push>,
        moves: usize,
        confirmed: Method,
    ) -> Result<Reply, AskError> {
        let part = self.cx.at_most(self.effort());
        let ties = solver.fewest_pushes_of_moves(self.start, &found, moves, &part);
        self.cx.absorb(&part);
        let (line, open) = match ties {
            Some(Outcome::Found(line)) => (line, None),
            Some(Outcome::Impossible(_)) => return Err(AskError::Rules("two searches over moves disagree".into())),
            Some(Outcome::Unfinished { halt, .. }) => (found, Some(halt.to_string())),
            None => (found, Some("the numbers are too large".to_owned())),
        };
        let solution = self.single_moves(&line)?;
        if solution.len() != moves {
            return Err(AskError::Rules("two searches over moves disagree".into()));
        }
        let method = match &open {
            Some(why) => confirmed.and(format!("that no other has fewer pushes is not proven: {why}")),
            None => confirmed,
        };
        Ok(Reply::found(method, by_moves(&line, solution, open.is_none())))
    }

    fn hint(&self) -> Result<Option<Reply>, AskError> {
        let (found, solver) = match self.guided() {
            Guided::Found(found, solver) => (found, solver),
            Guided::Plain(_) => return Ok(None),
            Guided::Unproven(unproven) => {
                let hint = |_: &[Push], solution: Vec<String>, at_least| HintUnproven::of(&solution, at_least);
                return self.unproven(unproven, hint).map(Some);
            }
        };
        let solution = self.single_moves(&found)?;
        let left = solution.len() as u64;
        let best = self.best(&solver, &solution);
        drop(solver);
        let method = self.confirmed(solution.len())?;
        Ok(Some(match best {
            Ok(best) => Reply::found(method, Hint { best, moves_left: left }),
            Err(halt) => {
                let method = method.and(format!("not every best move was searched for: {halt}"));
                Reply::found(method, HintUnproven::of(&solution, left))
            }
        }))
    }

    /// What is said where a limit ended A*: of a solution that need not be best, the body made of its pushes, its moves
    /// and the bound; else the bound alone.
    fn unproven<B: BodyType>(
        &self,
        mut unproven: Unproven,
        body: impl FnOnce(&[Push], Vec<String>, u64) -> B,
    ) -> Result<Reply, AskError> {
        let Some(line) = unproven.line.take() else { return Ok(unproven.reply()) };
        let body = body(&line, self.single_moves(&line)?, unproven.at_least);
        Ok(Reply::found(unproven.method, body))
    }

    /// The moves that begin a shortest solution, of which one is known.
    fn best(&self, solver: &Solver<'_>, solution: &[String]) -> Result<Vec<String>, Halt> {
        let mut best = Vec::new();
        for (direction, next, _) in self.board.successors(self.start) {
            let is_known = solution[0] == direction.name();
            if is_known || self.is_left(solver, &next, solution.len() - 1)? {
                best.push(direction.name().to_owned());
            }
        }
        Ok(best)
    }

    /// Whether so many moves are left of a shortest solution from a state, which are never fewer.
    fn is_left(&self, solver: &Solver<'_>, state: &State, moves: usize) -> Result<bool, Halt> {
        if self.board.is_solved(state) {
            return Ok(moves == 0);
        }
        match solver.fewest_moves(state, self.cx) {
            Line::Found(found) => Ok(self.board.walked(state, &found) == Some(moves)),
            Line::Impossible(_) => Ok(false),
            Line::Unfinished { halt, .. } => Err(halt),
        }
    }

    fn effort(&self) -> u64 {
        let boxes = self.start.boxes().len() as u64;
        EFFORT.min(EFFORT_OF_BOXES / (boxes * boxes))
    }

    /// The method, with what the plain search says of it that no solution has fewer steps.
    fn confirmed(&self, steps: usize) -> Result<Method, AskError> {
        if !self.confirms {
            return Ok(METHOD.into());
        }
        let plain = Plain::new(self.board, self.start, step(self.fewest));
        let part = self.cx.at_most(self.effort());
        let outcome = plain.search(Some(steps as u32 - 1), &part);
        self.cx.absorb(&part);
        let by = plain_words(self.fewest);
        let method = Method::from(METHOD);
        match outcome {
            Outcome::Found(None) => Ok(method.confirmed(by, steps as u64, steps as u64)),
            Outcome::Found(Some(_)) | Outcome::Impossible(_) => {
                Err(AskError::Rules(format!("{METHOD} and {by} disagree")))
            }
            Outcome::Unfinished { at_least, .. } => Ok(method.confirmed(by, at_least, steps as u64)),
        }
    }

    /// The plain search alone, where A* sees no solution or was not tried.
    fn plain(&self, is_dead: bool) -> Result<Reply, AskError> {
        match self.plain_labels(is_dead)? {
            Ok(labels) => self.found_plainly(&labels),
            Err(reply) => Ok(reply),
        }
    }

    /// The labels of a line by the plain search; inner `Err`: what is said where there is none.
    fn plain_labels(&self, is_dead: bool) -> Result<Result<Vec<u32>, Reply>, AskError> {
        let method = plain_words(self.fewest);
        let plain = Plain::new(self.board, self.start, step(self.fewest));
        match plain.search(None, self.cx) {
            Outcome::Found(Some(Layers { found, .. })) => Ok(Ok(found.labels.clone())),
            Outcome::Impossible(Evidence { states, .. }) => Ok(Err(Reply::impossible(method, Exhausted::over(states)))),
            Outcome::Found(None) => Err(AskError::Rules("a search without a bound ended at one".into())),
            Outcome::Unfinished { halt, at_least, .. } => {
                let seen = format!("{METHOD} finds no solution, and {method} does not confirm it");
                let method = if is_dead { &*seen } else { method };
                Ok(Err(Reply::unfinished(format!("{method}; {halt}"), at_least)))
            }
        }
    }

    fn found_plainly(&self, labels: &[u32]) -> Result<Reply, AskError> {
        let method = plain_words(self.fewest);
        if step(self.fewest) == Step::Push {
            let line: Vec<Push> = labels.iter().map(|&label| Plain::push(label)).collect();
            return Ok(Reply::found(method, self.by_pushes(&line, self.single_moves(&line)?, false)));
        }
        let solution: Vec<String> = labels.iter().map(|&label| Plain::direction(label).name().to_owned()).collect();
        if !self.fewest.has_second() {
            return Ok(Reply::found(method, Solution::of(solution, None)));
        }
        let pushes = labels.iter().filter(|&&label| Plain::is_push(label)).count() as u64;
        let moves = solution.len() as u64;
        let (optimal, at_least) = (false, Some(moves));
        Ok(Reply::found(method, MoveSolution { moves, pushes, solution, optimal, at_least, fewest_pushes: false }))
    }

    /// A line with fewest pushes; `is_fewest` says whether none of them is proven to have fewer moves.
    fn by_pushes(&self, line: &[Push], solution: Vec<String>, is_fewest: bool) -> PushSolution {
        let (moves, pushes) = (solution.len() as u64, line.len() as u64);
        let optimal = is_fewest || !self.fewest.has_second();
        let at_least = (!optimal).then_some(pushes);
        PushSolution { moves, pushes, solution, optimal, at_least, fewest_moves: is_fewest, solutions: None }
    }

    /// The pushes after which one push fewer is left than the fewest.
    fn best_pushes(&self, solver: &Solver<'_>, fewest: usize) -> Result<Vec<Push>, Halt> {
        let mut best = Vec::new();
        for push in self.board.pushes(self.start) {
            let Some(next) = self.board.push(self.start, push) else { continue };
            let left = if self.board.is_solved(&next) { Some(0) } else { fewest_left(solver, &next, self.cx)? };
            if left.is_some_and(|left| left + 1 == fewest) {
                best.push(push);
            }
        }
        Ok(best)
    }

    fn single_moves(&self, pushes: &[Push]) -> Result<Vec<String>, AskError> {
        single_moves(self.board, self.start, pushes)
    }
}

/// The fewest pushes from a state that is not solved; `None` where A* sees no solution.
fn fewest_left(solver: &Solver<'_>, state: &State, cx: &Context<'_>) -> Result<Option<usize>, Halt> {
    match solver.fewest_pushes(state, cx) {
        Line::Found(line) => Ok(Some(line.len())),
        Line::Impossible(_) => Ok(None),
        Line::Unfinished { halt, .. } => Err(halt),
    }
}

/// The pushes with shortest walks between them.
///
/// # Errors
/// A push cannot be walked to.
pub(super) fn single_moves(board: &Board, start: &State, pushes: &[Push]) -> Result<Vec<String>, AskError> {
    let (mut state, mut solution) = (start.clone(), Vec::new());
    for push in pushes {
        let (walk, next) = walk(board, &state, *push)?;
        solution.extend(walk.into_iter().map(|direction| direction.name().to_owned()));
        state = next;
    }
    Ok(solution)
}

/// The single moves of a push, a shortest walk first, and the state after them.
///
/// # Errors
/// The push cannot be walked to.
pub(super) fn walk(board: &Board, state: &State, push: Push) -> Result<(Vec<Direction>, State), AskError> {
    let walked = board.walk_and_push(state, push);
    walked.ok_or_else(|| AskError::Rules("a push that was found cannot be walked to".into()))
}

/// A line with fewest moves; `is_fewest` says whether none of them is proven to have fewer pushes.
fn by_moves(line: &[Push], solution: Vec<String>, is_fewest: bool) -> MoveSolution {
    let (moves, pushes) = (solution.len() as u64, line.len() as u64);
    let at_least = (!is_fewest).then_some(moves);
    MoveSolution { moves, pushes, solution, optimal: is_fewest, at_least, fewest_pushes: is_fewest }
}
