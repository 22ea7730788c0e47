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

use super::body::PushSolution;
use super::pushes::Push;
use super::rules::{Board, Direction, Square, State};
use super::solver::plain::{Plain, Step};
use super::solver::{Line, Prunings, Solver};
use crate::answer::Reply;
use crate::body::BodyType;
use crate::judge::WITHOUT_WON;
use crate::problem::AskError;
use crate::solution::{Exhausted, Hint, HintUnproven, Reached, Solution};
use crate::space::Distances;

/// States that are expanded to confirm an optimum, and as many to break ties, at most.
const EFFORT: u64 = 2_000_000;
/// These states, times the square of the boxes: a state takes the longer the more boxes there are.
const EFFORT_OF_BOXES: u64 = 400_000_000;

/// What a solution minimises.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fewest {
    Pushes,
    Moves,
}

impl Fewest {
    fn step(self) -> Step {
        match self {
            Fewest::Pushes => Step::Push,
            Fewest::Moves => Step::Move,
        }
    }

    /// The method of the plain search.
    fn plain(self) -> &'static str {
        match self {
            Fewest::Pushes => "breadth-first search over pushes",
            Fewest::Moves => "breadth-first search",
        }
    }
}

/// A question about a state that is not solved.
struct Search<'a> {
    board: &'a Board,
    start: &'a State,
    fewest: Fewest,
    cx: &'a Context<'a>,
}

/// A solution with the fewest pushes, and with the fewest moves among those.
pub(super) fn fewest_pushes(board: &Board, start: &State, cx: &Context<'_>) -> Result<Reply, AskError> {
    if board.is_solved(start) {
        let body = PushSolution { optimal: true, fewest_moves: true, ..PushSolution::default() };
        return Ok(Reply::found("no push is needed", body));
    }
    Search { board, start, fewest: Fewest::Pushes, cx }.pushes()
}

/// A solution with the fewest moves.
pub(super) fn fewest_moves(board: &Board, start: &State, cx: &Context<'_>) -> Result<Reply, AskError> {
    if board.is_solved(start) {
        return Ok(Reply::found("no move is needed", Solution { optimal: true, ..Solution::default() }));
    }
    Search { board, start, fewest: Fewest::Moves, cx }.moves()
}

/// Every best move, by the fewest moves after each; `None` where the kit must answer.
pub(super) fn hint(board: &Board, start: &State, cx: &Context<'_>) -> Option<Result<Reply, AskError>> {
    if board.is_solved(start) {
        return None;
    }
    Search { board, start, fewest: Fewest::Moves, cx }.hint().transpose()
}

/// Whether a solution is left; `None` where the kit must answer.
pub(super) fn reach(board: &Board, start: &State, cx: &Context<'_>) -> Option<Reply> {
    if board.is_solved(start) {
        return None;
    }
    match (Search { board, start, fewest: Fewest::Pushes, cx }).guided() {
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
}

const METHOD: &str = "A* over pushes with matching and deadlock tables";

impl<'a> Search<'a> {
    fn guided(&self) -> Guided<'a> {
        let solver = match Solver::new(self.board, Prunings::ALL, self.cx) {
            Ok(Some(solver)) => solver,
            Ok(None) | Err(Halt::Bytes) => return Guided::Plain(false),
            Err(halt) => return Guided::Unproven(Unproven::new(halt, 1, None)),
        };
        let outcome = match self.fewest {
            Fewest::Pushes => solver.fewest_pushes(self.start, self.cx),
            Fewest::Moves => solver.fewest_moves(self.start, self.cx),
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
                return self.unproven(unproven, |line, solution, at_least| {
                    let body = push_solution(line, solution, false);
                    PushSolution { optimal: false, at_least: Some(at_least), ..body }
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
        let least =
            ties.map_or_else(String::new, |halt| format!("; that no other has fewer moves is not proven: {halt}"));
        let method = format!("{METHOD}{}{least}", self.confirmed(line.len())?);
        let solution = self.single_moves(&line)?;
        Ok(Reply::found(method, push_solution(&line, solution, ties.is_none())))
    }

    fn moves(&self) -> Result<Reply, AskError> {
        let found = match self.guided() {
            Guided::Found(found, _) => found,
            Guided::Plain(is_dead) => return self.plain(is_dead),
            Guided::Unproven(unproven) => {
                return self.unproven(unproven, |_, solution, at_least| Solution::of(solution, Some(at_least)));
            }
        };
        let solution = self.single_moves(&found)?;
        let method = format!("{METHOD}{}", self.confirmed(solution.len())?);
        Ok(Reply::found(method, Solution::of(solution, None)))
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
        let method = format!("{METHOD}{}", self.confirmed(solution.len())?);
        Ok(Some(match best {
            Ok(best) => Reply::found(method, Hint { best, moves_left: left }),
            Err(halt) => {
                let method = format!("{method}; not every best move was searched for: {halt}");
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

    /// Whether the plain search confirms that no solution has fewer steps, in words that follow the method.
    fn confirmed(&self, steps: usize) -> Result<String, AskError> {
        let plain = Plain::new(self.board, self.start, self.fewest.step());
        let part = self.cx.at_most(self.effort());
        let outcome = plain.search(Some(steps as u32 - 1), &part);
        self.cx.absorb(&part);
        let by = self.fewest.plain();
        match outcome {
            Outcome::Found(None) => Ok(format!("; confirmed by {by}")),
            Outcome::Found(Some(_)) | Outcome::Impossible(_) => {
                Err(AskError::Rules(format!("{METHOD} and {by} disagree")))
            }
            Outcome::Unfinished { at_least, .. } => Ok(format!("; {by} confirms that {at_least} is a bound")),
        }
    }

    /// The plain search alone, where A* sees no solution or was not tried.
    fn plain(&self, is_dead: bool) -> Result<Reply, AskError> {
        let method = self.fewest.plain();
        let plain = Plain::new(self.board, self.start, self.fewest.step());
        match plain.search(None, self.cx) {
            Outcome::Found(Some(Layers { found, .. })) => self.found_plainly(&found.labels),
            Outcome::Impossible(Evidence { states, .. }) => Ok(Reply::impossible(method, Exhausted::over(states))),
            Outcome::Found(None) => Err(AskError::Rules("a search without a bound ended at one".into())),
            Outcome::Unfinished { halt, at_least, .. } => {
                let seen = format!("{METHOD} finds no solution, and {method} does not confirm it");
                let method = if is_dead { &*seen } else { method };
                Ok(Reply::unfinished(format!("{method}; {halt}"), at_least))
            }
        }
    }

    fn found_plainly(&self, labels: &[u32]) -> Result<Reply, AskError> {
        let method = self.fewest.plain();
        if self.fewest == Fewest::Moves {
            let names = labels.iter().map(|&label| Plain::direction(label).name().to_owned());
            return Ok(Reply::found(method, Solution::of(names.collect(), None)));
        }
        let line: Vec<Push> = labels.iter().map(|&label| Plain::push(label)).collect();
        Ok(Reply::found(method, push_solution(&line, self.single_moves(&line)?, false)))
    }

    /// The pushes with the walks between them.
    fn single_moves(&self, pushes: &[Push]) -> Result<Vec<String>, AskError> {
        let (mut state, mut solution) = (self.start.clone(), Vec::new());
        for push in pushes {
            let (walk, next) = self
                .board
                .walk_and_push(&state, *push)
                .ok_or_else(|| AskError::Rules("a push that was found cannot be walked to".into()))?;
            solution.extend(walk.iter().map(|direction: &Direction| direction.name().to_owned()));
            state = next;
        }
        Ok(solution)
    }
}

fn push_solution(line: &[Push], solution: Vec<String>, fewest_moves: bool) -> PushSolution {
    let (moves, pushes) = (solution.len() as u64, line.len() as u64);
    PushSolution { moves, pushes, solution, optimal: true, at_least: None, fewest_moves }
}
