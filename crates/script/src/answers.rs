//! Which question by which engine.
//!
//! A script without a lower bound is searched breadth-first; every shortest solution serves counts and hints; the map
//! goes by distance to the goals; retrograde analysis values games for two.
//!
//! A script's `lower_bound` is advice that nobody vouches for: one state that is valued too high can hide every shorter
//! line, and no line that is found shows it. So it only leads A* to a solution, on half of what may be spent;
//! *proven best* is what breadth-first search without it says, which looks at every state nearer than that solution. Where
//! a limit ends the proof, the solution is given as not proven, with the bound proven until then. Counts and lists of
//! shortest solutions, *impossible* and bounds never rest on it.

use std::sync::Arc;

use engines::Context;
use engines::search::{
    Evidence, Fault, OptimalIn, Outcome, PathIn, Solved, Value, a_star_untrusted, breadth_first, breadth_first_within,
    census_to_goals, optimal, retrograde,
};
use num_bigint::BigUint;
use puzzles::answer::{BigCount, GameSolution, GameValue, Hint, HintUnproven, Map, Reached, Solution};
use puzzles::words::plural;
use puzzles::{Answer, AskError, Body, Options, Position, Proof, Question, QuestionKind};
use sandbox::ScriptError;

use crate::family::{NAME, role};
use crate::game::Game;
use crate::machine::State;
use crate::rules::{Puzzle, refusal, unsteady};
use crate::space::Rules;

/// Solutions listed at most.
pub(crate) const MOST_LISTED: usize = 10_000;
/// States at the largest distance that a map names, at most.
pub(crate) const MOST_HARDEST: usize = 100;

/// The position after the moves asked for.
pub(crate) fn position(puzzle: &Arc<Puzzle>, asked: &Options) -> Result<State, AskError> {
    let mut game = Game::new(Arc::clone(puzzle), role(asked.role.as_deref())?);
    for (index, text) in asked.moves.iter().enumerate() {
        let illegal = |illegal| AskError::Illegal { index, illegal };
        game.make(text.trim()).map_err(|wrong| game.failure().unwrap_or(illegal(wrong)))?;
    }
    Ok(game.state().clone())
}

/// Answers a question.
pub(crate) fn ask(puzzle: &Arc<Puzzle>, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
    let start = position(puzzle, &question.asked)?;
    let errand = Errand { puzzle, question, start, cx };
    match question.kind {
        QuestionKind::Solve | QuestionKind::Hint if puzzle.definition.two_players => errand.value(),
        QuestionKind::Solve if question.asked.count || question.asked.all => errand.every(),
        QuestionKind::Solve => errand.shortest(),
        QuestionKind::Count | QuestionKind::Hint => errand.every(),
        QuestionKind::Reach => errand.reach(),
        QuestionKind::Map => errand.map(),
        other => Err(AskError::NotOffered(format!("a script does not answer '{other}'"))),
    }
}

type Failed = Fault<State, ScriptError>;
type Path<'a> = PathIn<Rules<'a>>;

/// The method where the script's lower bound is wrong on the way to a goal.
const OVERESTIMATED: &str = "breadth-first search, since the script's lower bound overestimates";

/// The method of a search without a lower bound.
const PLAIN: &str = "breadth-first search";
/// The method of a search led by the script's lower bound.
const GUIDED: &str = "A* with the script's lower bound";
/// The method where such a search is confirmed.
const PROVEN: &str = "A* with the script's lower bound, proven by breadth-first search without it";

/// A line and what is known of its length.
struct Known<T> {
    line: T,
    /// Where no proof says that nothing is shorter: the bound proven.
    at_least: Option<u64>,
    method: String,
}

impl<T> Known<T> {
    fn best(line: T, method: &str) -> Known<T> {
        Known { line, at_least: None, method: method.to_owned() }
    }

    fn unproven(line: T, at_least: u32, why: &str) -> Known<T> {
        let method = format!("{GUIDED}; the proof without it was not finished: {why}");
        Known { line, at_least: Some(u64::from(at_least)), method }
    }
}

/// One question at one position.
struct Errand<'a> {
    puzzle: &'a Puzzle,
    question: &'a Question,
    start: State,
    cx: &'a Context<'a>,
}

impl<'a> Errand<'a> {
    fn found(&self, method: impl Into<String>, body: Body) -> Answer {
        Answer::found(NAME, self.question, method, body)
    }

    /// A solution by the script's lower bound, on half of what may be spent. `None` where that finds none and proves
    /// nothing: a limit struck, or the bound called states dead ends.
    fn guided(&self) -> Result<Option<Result<Path<'a>, Box<Answer>>>, AskError> {
        let rules = Rules::bounded(self.puzzle);
        let half = self.cx.part(2);
        let outcome = a_star_untrusted(&rules, &self.start, &half);
        self.cx.absorb(&half);
        Ok(match outcome.map_err(failure)? {
            Outcome::Found(path) => Some(Ok(path)),
            exhausted @ Outcome::Exhausted(Evidence::FromStart { dead_ends: 0, .. }) => {
                Some(self.settle(exhausted, None, GUIDED))
            }
            Outcome::Exhausted(_) | Outcome::Halted { .. } => None,
        })
    }

    /// Every state nearer than the end of a line, without the lower bound: whether the line is a shortest one.
    fn proven(&self, line: Path<'a>) -> Result<Known<Path<'a>>, AskError> {
        let Some(most) = line.length().checked_sub(1) else { return Ok(Known::best(line, PROVEN)) };
        let rules = Rules::new(self.puzzle);
        let outcome = breadth_first_within(&rules, &self.start, most, self.cx).map_err(failure)?;
        Ok(match outcome {
            Outcome::Found(None) => Known::best(line, PROVEN),
            Outcome::Found(Some(shorter)) => Known::best(shorter, OVERESTIMATED),
            Outcome::Exhausted(_) => return Err(refusal(&unsteady("moves", &self.start))),
            Outcome::Halted { halt, at_least } => {
                Known::unproven(line, at_least, &rules.struck().map_or(halt.to_string(), |error| error.to_string()))
            }
        })
    }

    /// What was found, or the answer that says why nothing was.
    fn settle<T>(&self, outcome: Outcome<T>, struck: Option<ScriptError>, method: &str) -> Result<T, Box<Answer>> {
        match outcome {
            Outcome::Found(found) => Ok(found),
            Outcome::Exhausted(evidence) => {
                let (Evidence::FromStart { states, .. } | Evidence::FromGoals { states }) = evidence else {
                    return Err(Box::new(Answer::unfinished(NAME, self.question, method, 0)));
                };
                Err(Box::new(Answer::impossible(NAME, self.question, method, Proof::Exhausted { states })))
            }
            Outcome::Halted { halt, at_least } => {
                let why = struck.map_or(halt.to_string(), |error| error.to_string());
                Err(Box::new(Answer::unfinished(NAME, self.question, why, u64::from(at_least))))
            }
        }
    }

    /// Breadth-first search without the lower bound.
    fn plain(&self) -> Result<Result<Path<'a>, Box<Answer>>, AskError> {
        let rules = Rules::new(self.puzzle);
        let outcome = breadth_first(&rules, &self.start, self.cx).map_err(failure)?;
        Ok(self.settle(outcome, rules.struck(), PLAIN))
    }

    /// One shortest solution.
    fn shortest(&self) -> Result<Answer, AskError> {
        let guided = if self.puzzle.has_bound() { self.guided()? } else { None };
        let known = match guided {
            Some(Ok(line)) => Ok(self.proven(line)?),
            Some(Err(answer)) => Err(answer),
            None => self.plain()?.map(|path| Known::best(path, PLAIN)),
        };
        match known {
            Ok(known) => self.solution(&known),
            Err(answer) => Ok(*answer),
        }
    }

    fn solution(&self, known: &Known<Path<'a>>) -> Result<Answer, AskError> {
        self.puzzle.confirm(&known.line.states).map_err(|error| refusal(&error))?;
        let solution = self.puzzle.texts(&known.line.moves);
        let (moves, optimal) = (solution.len() as u64, known.at_least.is_none());
        let body = Solution { moves, solution, optimal, at_least: known.at_least, ..Solution::default() };
        Ok(self.found(&*known.method, Body::Solution(body)))
    }

    /// Whether a goal can be reached: any solution says so, however it was found.
    fn reach(&self) -> Result<Answer, AskError> {
        let guided = if self.puzzle.has_bound() { self.guided()? } else { None };
        let (found, method) = match guided {
            Some(found) => (found, GUIDED),
            None => (self.plain()?, PLAIN),
        };
        let path = match found {
            Ok(path) => path,
            Err(answer) => return Ok(*answer),
        };
        self.puzzle.confirm(&path.states).map_err(|error| refusal(&error))?;
        Ok(self.found(method, Body::Reached(Reached { reachable: true })))
    }

    /// Every shortest solution: their number, the moves that they begin with, the solutions themselves. Where a limit
    /// ends that, a solution by the script's lower bound, as far as one was asked for.
    fn every(&self) -> Result<Answer, AskError> {
        let one_will_do = self.puzzle.has_bound() && self.question.kind != QuestionKind::Count;
        let part = self.cx.part(if one_will_do { 2 } else { 1 });
        let rules = Rules::new(self.puzzle);
        let outcome = optimal(&rules, &self.start, &part);
        self.cx.absorb(&part);
        let outcome = outcome.map_err(failure)?;
        if let (true, Outcome::Halted { halt, at_least }) = (one_will_do, &outcome) {
            let why = rules.struck().map_or(halt.to_string(), |error| error.to_string());
            if let Some(Ok(line)) = self.guided()? {
                return self.unproven(Known::unproven(line, *at_least, &why));
            }
        }
        let every = match self.settle(outcome, rules.struck(), PLAIN) {
            Ok(every) => every,
            Err(answer) => return Ok(*answer),
        };
        self.puzzle.confirm(every.states().iter().take(MOST_LISTED)).map_err(|error| refusal(&error))?;
        let length = u64::from(every.length());
        let body = if self.question.kind == QuestionKind::Hint {
            let best = self.puzzle.texts(&every.first_moves());
            Body::Hint(Hint { best, moves_left: Some(length), ..Hint::default() })
        } else {
            Body::Solution(self.listed(&every))
        };
        Ok(self.found(format!("every shortest solution by {PLAIN}"), body))
    }

    /// What a line that is not proven shortest says: it is a solution, and where it begins.
    fn unproven(&self, known: Known<Path<'a>>) -> Result<Answer, AskError> {
        if self.question.kind != QuestionKind::Hint {
            return self.solution(&known);
        }
        self.puzzle.confirm(&known.line.states).map_err(|error| refusal(&error))?;
        let at_most = u64::from(known.line.length());
        let best = self.puzzle.texts(&known.line.moves[..known.line.moves.len().min(1)]);
        let hint = HintUnproven { best, at_most, optimal: false, at_least: known.at_least.unwrap_or(at_most) };
        Ok(self.found(known.method, Body::HintUnproven(hint)))
    }

    fn listed(&self, every: &OptimalIn<Rules<'a>>) -> Solution {
        let asked = &self.question.asked;
        let listed = every.solutions(if asked.all { MOST_LISTED } else { 1 });
        let all: Vec<Vec<String>> = listed.solutions.iter().map(|moves| self.puzzle.texts(moves)).collect();
        let counted = asked.count || self.question.kind == QuestionKind::Count;
        Solution {
            moves: u64::from(every.length()),
            solution: all.first().cloned().unwrap_or_default(),
            optimal: true,
            solutions: counted.then(|| BigCount(every.count().clone())),
            all_complete: asked.all.then_some(listed.complete),
            all: asked.all.then_some(all),
            ..Solution::default()
        }
    }

    /// Every state by its distance to the nearest goal.
    fn map(&self) -> Result<Answer, AskError> {
        let rules = Rules::new(self.puzzle);
        let outcome = census_to_goals(&rules, &self.start, MOST_HARDEST, self.cx).map_err(failure)?;
        let census = match self.settle(outcome, rules.struck(), "breadth-first search") {
            Ok(census) => census,
            Err(answer) => return Ok(*answer),
        };
        let whole = |count: u64| BigCount(BigUint::from(count));
        let map = Map {
            states: whole(census.states()),
            largest: u64::from(census.largest()),
            mean: eight_places(census.mean()),
            distances: census.distances.iter().map(|&count| whole(count)).collect(),
            hardest: census.farthest.iter().map(State::text).collect(),
        };
        let dead = if census.dead_ends > 0 {
            format!("; {} besides", plural(census.dead_ends, "dead end", "dead ends"))
        } else {
            String::new()
        };
        Ok(self.found(format!("breadth-first search from all goals backwards{dead}"), Body::Map(map)))
    }

    /// The value of a game for two.
    fn value(&self) -> Result<Answer, AskError> {
        let rules = Rules::new(self.puzzle);
        let outcome = retrograde(&rules, &self.start, self.cx).map_err(failure)?;
        let solved = match self.settle(outcome, rules.struck(), "retrograde analysis") {
            Ok(solved) => solved,
            Err(answer) => return Ok(*answer),
        };
        let next = solved.moves(&self.start).unwrap_or_default();
        let after = next.iter().filter_map(|(name, _)| self.after(&solved, *name));
        self.puzzle.confirm(after.collect::<Vec<_>>().iter().chain([&self.start])).map_err(|error| refusal(&error))?;
        let best = self.puzzle.texts(&solved.best_moves(&self.start).unwrap_or_default());
        let game = value(solved.start(), best);
        let body = match self.question.kind {
            QuestionKind::Hint => {
                let GameSolution { value, distance, best } = game;
                Body::Hint(Hint { best, value: Some(value), distance, ..Hint::default() })
            }
            _ => Body::Value(game),
        };
        let tally = solved.tally();
        let counts = format!("of the positions {} are won, {} lost, {} drawn", tally.wins, tally.losses, tally.draws);
        Ok(self.found(format!("retrograde analysis; {counts}"), body))
    }

    /// The position after a move, if the analysis knows it.
    fn after(&self, solved: &Solved<'_, Rules<'a>>, name: crate::machine::Name) -> Option<State> {
        let mut moves = Vec::new();
        self.puzzle.moves(&self.start, &mut moves).ok()?;
        moves.into_iter().find(|step| step.0 == name && solved.value(&step.1).is_some()).map(|step| step.1)
    }
}

fn failure(fault: Failed) -> AskError {
    match fault {
        Fault::Rules(error) => refusal(&error),
        overestimate @ Fault::Overestimate { .. } => AskError::Rules(format!("script: {overestimate}")),
    }
}

fn value(value: Value, best: Vec<String>) -> GameSolution {
    let (value, distance) = match value {
        Value::Win(moves) => (GameValue::Win, Some(moves)),
        Value::Loss(moves) => (GameValue::Loss, Some(moves)),
        Value::Draw => (GameValue::Draw, None),
    };
    GameSolution { value, distance: distance.map(u64::from), best }
}

/// Rounded as a map states it.
pub(crate) fn eight_places(mean: f64) -> f64 {
    (mean * 1e8).round() / 1e8
}
