//! Which question by which engine.
//!
//! A* where the script gives a lower bound, else breadth-first search; every shortest solution for counts and hints;
//! the map by distance to the goals; retrograde analysis for two players. Where the bound proves to be none, or calls
//! states dead ends in a proof of *impossible*, the search runs again without it.

use std::sync::Arc;

use engines::Context;
use engines::search::{
    Evidence, Fault, OptimalIn, Outcome, PathIn, Solved, Value, a_star, breadth_first, census_to_goals, optimal,
    retrograde,
};
use num_bigint::BigUint;
use puzzles::answer::{GameValue, Hint, Map, Reached, Solution, Whole, Worth};
use puzzles::{Answer, Asked, Body, Kind, Play, Proof, Question, Refusal};
use sandbox::ScriptError;

use crate::family::{NAME, role};
use crate::game::Game;
use crate::machine::State;
use crate::rules::{Puzzle, refusal};
use crate::space::Rules;

/// Solutions listed at most.
pub(crate) const MOST_LISTED: usize = 10_000;
/// States at the largest distance that a map names, at most.
pub(crate) const MOST_HARDEST: usize = 100;

/// The position after the moves asked for.
pub(crate) fn position(puzzle: &Arc<Puzzle>, asked: &Asked) -> Result<State, Refusal> {
    let mut game = Game::new(Arc::clone(puzzle), role(asked.role.as_deref())?);
    for (index, text) in asked.moves.iter().enumerate() {
        let illegal = |illegal| Refusal::Illegal { index, illegal };
        game.make(text.trim()).map_err(|wrong| game.failure().unwrap_or(illegal(wrong)))?;
    }
    Ok(game.state().clone())
}

/// Answers a question.
pub(crate) fn ask(puzzle: &Arc<Puzzle>, question: &Question, cx: &Context<'_>) -> Result<Answer, Refusal> {
    let start = position(puzzle, &question.asked)?;
    let errand = Errand { puzzle, question, start, cx };
    match question.kind {
        Kind::Solve | Kind::Hint if puzzle.definition.two_players => errand.value(),
        Kind::Solve if question.asked.count || question.asked.all => errand.every(),
        Kind::Solve => errand.path(),
        Kind::Count => errand.every(),
        Kind::Hint => errand.every(),
        Kind::Reach => errand.path(),
        Kind::Map => errand.map(),
        other => Err(Refusal::NotOffered(format!("a script does not answer '{other}'"))),
    }
}

type Failed = Fault<State, ScriptError>;
type Search<'a, T> = fn(&Rules<'a>, &State, &Context<'_>) -> Result<Outcome<T>, Failed>;

/// What a search found, or the answer that it is, and the method.
type Found<T> = (Result<T, Box<Answer>>, &'static str);

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

    /// Runs a search, again without the lower bound where it proves to be none or a proof would rest on it.
    fn search<T>(&self, bounded: Search<'a, T>, plain: Search<'a, T>) -> Result<Found<T>, Refusal> {
        let rules = Rules::bounded(self.puzzle);
        let (search, mut method) = if rules.has_bound() {
            (bounded, "A* with the script's lower bound")
        } else {
            (plain, "breadth-first search")
        };
        let mut outcome = search(&rules, &self.start, self.cx);
        let again = match &outcome {
            Err(Fault::Overestimate { .. }) => {
                Some("breadth-first search, since the script's lower bound overestimates")
            }
            Ok(Outcome::Exhausted(Evidence::FromStart { dead_ends: 1.., .. })) => Some("breadth-first search"),
            _ => None,
        };
        let plain_rules = Rules::new(self.puzzle);
        let mut struck = rules.struck();
        if let Some(again) = again {
            (outcome, method) = (plain(&plain_rules, &self.start, self.cx), again);
            struck = plain_rules.struck();
        }
        Ok((self.settle(outcome.map_err(failure)?, struck, method), method))
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

    /// One shortest solution, or that there is one.
    fn path(&self) -> Result<Answer, Refusal> {
        let (found, method) = self.search::<PathIn<Rules<'a>>>(a_star, breadth_first)?;
        let path = match found {
            Ok(path) => path,
            Err(answer) => return Ok(*answer),
        };
        self.puzzle.confirm(&path.states).map_err(|error| refusal(&error))?;
        let body = if self.question.kind == Kind::Reach {
            Body::Reached(Reached { reachable: true })
        } else {
            let solution = self.puzzle.texts(&path.moves);
            Body::Solution(Solution { moves: solution.len() as u64, solution, optimal: true, ..Solution::default() })
        };
        Ok(self.found(method, body))
    }

    /// Every shortest solution: their number, the moves that they begin with, the solutions themselves.
    fn every(&self) -> Result<Answer, Refusal> {
        let (found, method) = self.search::<OptimalIn<Rules<'a>>>(optimal, optimal)?;
        let every = match found {
            Ok(every) => every,
            Err(answer) => return Ok(*answer),
        };
        self.puzzle.confirm(every.states().iter().take(MOST_LISTED)).map_err(|error| refusal(&error))?;
        let length = u64::from(every.length());
        let body = if self.question.kind == Kind::Hint {
            let best = self.puzzle.texts(&every.first_moves());
            Body::Hint(Hint { best, moves_left: Some(length), ..Hint::default() })
        } else {
            Body::Solution(self.listed(&every))
        };
        Ok(self.found(format!("every shortest solution by {method}"), body))
    }

    fn listed(&self, every: &OptimalIn<Rules<'a>>) -> Solution {
        let asked = &self.question.asked;
        let listed = every.solutions(if asked.all { MOST_LISTED } else { 1 });
        let all: Vec<Vec<String>> = listed.solutions.iter().map(|moves| self.puzzle.texts(moves)).collect();
        let counted = asked.count || self.question.kind == Kind::Count;
        Solution {
            moves: u64::from(every.length()),
            solution: all.first().cloned().unwrap_or_default(),
            optimal: true,
            solutions: counted.then(|| Whole(every.count().clone())),
            all_complete: asked.all.then_some(listed.complete),
            all: asked.all.then_some(all),
            ..Solution::default()
        }
    }

    /// Every state by its distance to the nearest goal.
    fn map(&self) -> Result<Answer, Refusal> {
        let rules = Rules::new(self.puzzle);
        let outcome = census_to_goals(&rules, &self.start, MOST_HARDEST, self.cx).map_err(failure)?;
        let census = match self.settle(outcome, rules.struck(), "breadth-first search") {
            Ok(census) => census,
            Err(answer) => return Ok(*answer),
        };
        let whole = |count: u64| Whole(BigUint::from(count));
        let map = Map {
            states: whole(census.states()),
            largest: u64::from(census.largest()),
            mean: eight_places(census.mean()),
            distances: census.distances.iter().map(|&count| whole(count)).collect(),
            hardest: census.farthest.iter().map(State::text).collect(),
        };
        let dead =
            if census.dead_ends > 0 { format!("; {} dead ends besides", census.dead_ends) } else { String::new() };
        Ok(self.found(format!("breadth-first search from all goals backwards{dead}"), Body::Map(map)))
    }

    /// The value of a game for two.
    fn value(&self) -> Result<Answer, Refusal> {
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
            Kind::Hint => {
                let GameValue { value, distance, best } = game;
                Body::Hint(Hint { best, value: Some(value), distance, ..Hint::default() })
            }
            _ => Body::Value(game),
        };
        let tally = solved.tally();
        let counts = format!("{} won, {} lost, {} drawn positions", tally.wins, tally.losses, tally.draws);
        Ok(self.found(format!("retrograde analysis; {counts}"), body))
    }

    /// The position after a move, if the analysis knows it.
    fn after(&self, solved: &Solved<'_, Rules<'a>>, name: crate::machine::Name) -> Option<State> {
        let mut moves = Vec::new();
        self.puzzle.moves(&self.start, &mut moves).ok()?;
        moves.into_iter().find(|step| step.0 == name && solved.value(&step.1).is_some()).map(|step| step.1)
    }
}

fn failure(fault: Failed) -> Refusal {
    match fault {
        Fault::Rules(error) => refusal(&error),
        overestimate @ Fault::Overestimate { .. } => Refusal::Rules(format!("script: {overestimate}")),
    }
}

fn value(value: Value, best: Vec<String>) -> GameValue {
    let (value, distance) = match value {
        Value::Win(moves) => (Worth::Win, Some(moves)),
        Value::Loss(moves) => (Worth::Loss, Some(moves)),
        Value::Draw => (Worth::Draw, None),
    };
    GameValue { value, distance: distance.map(u64::from), best }
}

/// Rounded as a map states it.
pub(crate) fn eight_places(mean: f64) -> f64 {
    (mean * 1e8).round() / 1e8
}
