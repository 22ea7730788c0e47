//! The independent checker: plain breadth-first search over a machine of its own, dictionaries and lists.
//!
//! It shares the script's functions with the engines, nothing else. Up to a hundred thousand states it walks the whole
//! graph and finds every distance and every value again; beyond that it replays, and says what it left out.

use std::collections::HashMap;
use std::sync::Arc;

use engines::Context;
use engines::search::Ending;
use num_bigint::BigUint;
use puzzles::answer::{GameSolution, GameValue, Hint, HintUnproven, Map, Solution};
use puzzles::parts;
use puzzles::problem::ensure;
use puzzles::words::{self, plural};
use puzzles::{Answer, Body, CheckError, Checked, Proof, Question, QuestionKind, Verdict};
use sandbox::ScriptError;

use crate::answers::{MOST_HARDEST, eight_places, position};
use crate::machine::{Machine, State};
use crate::rules::{Puzzle, refusal};

/// States that the checker walks through, at most.
const MOST_STATES: usize = 100_000;

/// Checks an answer.
pub(crate) fn check(
    puzzle: &Arc<Puzzle>,
    question: &Question,
    answer: &Answer,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    parts::check(question, answer)?;
    let start = position(puzzle, &question.asked)?;
    let mut machine = puzzle.fresh().map_err(broken)?;
    let graph = Graph::walk(&mut machine, start.clone(), puzzle.definition.two_players, cx)?;
    let mut case = Case { machine, start, graph, question, checked: Checked::default() };
    let two = puzzle.definition.two_players;
    match (answer.verdict, &answer.body, &answer.proof) {
        (Some(Verdict::Found), Some(Body::Solution(body)), None) if !two => case.solution(body)?,
        (Some(Verdict::Found), Some(Body::Hint(body)), None) if question.kind == QuestionKind::Hint => {
            case.hint(body, two)?
        }
        (Some(Verdict::Found), Some(Body::HintUnproven(body)), None) if question.kind == QuestionKind::Hint && !two => {
            case.hint_unproven(body)?
        }
        (Some(Verdict::Found), Some(Body::Reached(body)), None) if question.kind == QuestionKind::Reach => {
            ensure(body.reachable, "an unreachable goal is impossible")?;
            case.reached()?;
        }
        (Some(Verdict::Found), Some(Body::Map(body)), None) if question.kind == QuestionKind::Map => case.map(body)?,
        (Some(Verdict::Found), Some(Body::Value(body)), None) if two && question.kind == QuestionKind::Solve => {
            case.value(body)?
        }
        (Some(Verdict::Impossible), None, Some(Proof::Exhausted { states })) if !two => case.exhausted(*states)?,
        (Some(Verdict::Unfinished), Some(Body::AtLeast(bound)), None) => case.bound(bound.at_least)?,
        _ => return Err(CheckError::wrong("this is no answer to this question about this level")),
    }
    Ok(case.checked)
}

fn broken(error: ScriptError) -> CheckError {
    CheckError::Unchecked(refusal(&error))
}

/// All states that can be reached, numbered as they were met.
struct Graph {
    states: Vec<State>,
    /// Of each state its moves: text and target.
    moves: Vec<Vec<(String, usize)>>,
    /// Goals, or for two players ended positions.
    goals: Vec<bool>,
    endings: Vec<Option<Ending>>,
    /// Moves to the nearest goal.
    left: Vec<Option<u64>>,
}

impl Graph {
    /// `None` where there are too many states.
    fn walk(machine: &mut Machine, start: State, two: bool, cx: &Context<'_>) -> Result<Option<Graph>, CheckError> {
        let mut number = HashMap::from([(start.clone(), 0)]);
        let mut graph =
            Graph { states: vec![start], moves: Vec::new(), goals: Vec::new(), endings: Vec::new(), left: Vec::new() };
        let mut list = Vec::new();
        while graph.moves.len() < graph.states.len() {
            cx.spend(1)?;
            let state = graph.states[graph.moves.len()].clone();
            let ending = if two { machine.outcome(&state).map_err(broken)? } else { None };
            graph.goals.push(!two && machine.solved(&state).map_err(broken)?);
            graph.endings.push(ending);
            if ending.is_none() {
                machine.moves(&state, &mut list).map_err(broken)?;
            }
            let mut moves = Vec::new();
            for (name, to) in list.drain(..) {
                let next = graph.states.len();
                let to = *number.entry(to).or_insert_with_key(|to| {
                    graph.states.push(to.clone());
                    next
                });
                moves.push((machine.names.text(name).to_owned(), to));
            }
            graph.moves.push(moves);
            if graph.states.len() > MOST_STATES {
                return Ok(None);
            }
        }
        graph.left = graph.distances();
        Ok(Some(graph))
    }

    fn distances(&self) -> Vec<Option<u64>> {
        let mut before = vec![Vec::new(); self.states.len()];
        for (from, moves) in self.moves.iter().enumerate() {
            moves.iter().for_each(|step| before[step.1].push(from));
        }
        let mut left: Vec<Option<u64>> = self.goals.iter().map(|&goal| goal.then_some(0)).collect();
        let mut front: Vec<usize> = (0..left.len()).filter(|&state| self.goals[state]).collect();
        for distance in 1.. {
            let mut next = Vec::new();
            for state in front.iter().flat_map(|&state| before[state].iter().copied()) {
                if left[state].is_none() {
                    left[state] = Some(distance);
                    next.push(state);
                }
            }
            if next.is_empty() {
                break;
            }
            front = next;
        }
        left
    }

    /// The moves of a state that bring the goal nearer.
    fn nearer(&self, state: usize) -> impl Iterator<Item = &(String, usize)> {
        let left = self.left[state];
        self.moves[state].iter().filter(move |step| left.is_some() && self.left[step.1].map(|left| left + 1) == left)
    }

    /// How many shortest solutions begin at the start.
    fn solutions(&self) -> BigUint {
        let mut order: Vec<usize> = (0..self.states.len()).filter(|&state| self.left[state].is_some()).collect();
        order.sort_by_key(|&state| self.left[state]);
        let mut ways = vec![BigUint::ZERO; self.states.len()];
        for state in order {
            let sum = self.nearer(state).map(|step| &ways[step.1]).sum();
            ways[state] = if self.goals[state] { BigUint::from(1_u8) } else { sum };
        }
        ways.swap_remove(0)
    }

    /// Values by repeated passes: the value of a position from the other side's after each move.
    fn values(&self) -> Vec<(GameValue, Option<u64>)> {
        let mut values: Vec<Option<(GameValue, u64)>> = vec![None; self.states.len()];
        let mut draws = vec![false; self.states.len()];
        for (state, ending) in self.endings.iter().enumerate() {
            match ending {
                Some(Ending::Win) => values[state] = Some((GameValue::Win, 0)),
                Some(Ending::Loss) => values[state] = Some((GameValue::Loss, 0)),
                Some(Ending::Draw) => draws[state] = true,
                None if self.moves[state].is_empty() => values[state] = Some((GameValue::Loss, 0)),
                None => {}
            }
        }
        // In pass n exactly the values of distance n appear.
        for distance in 1..=self.states.len() as u64 {
            let old = values.clone();
            let open = |state: &usize| old[*state].is_none() && !draws[*state];
            let mut changed = false;
            for state in (0..old.len()).filter(open) {
                values[state] = settled(self.moves[state].iter().map(|step| old[step.1]), distance);
                changed |= values[state].is_some();
            }
            if !changed {
                break;
            }
        }
        values
            .into_iter()
            .map(|value| value.map_or((GameValue::Draw, None), |(worth, moves)| (worth, Some(moves))))
            .collect()
    }
}

/// A position's value from those after its moves, once they decide it.
fn settled(
    mut after: impl Iterator<Item = Option<(GameValue, u64)>> + Clone,
    distance: u64,
) -> Option<(GameValue, u64)> {
    if after.clone().any(|value| matches!(value, Some((GameValue::Loss, _)))) {
        return Some((GameValue::Win, distance));
    }
    after.all(|value| matches!(value, Some((GameValue::Win, _)))).then_some((GameValue::Loss, distance))
}

/// One answer being checked.
struct Case<'a> {
    machine: Machine,
    start: State,
    graph: Option<Graph>,
    question: &'a Question,
    checked: Checked,
}

impl Case<'_> {
    /// Plays the moves in a machine that the engines never used.
    fn replay(&mut self, solution: &[String]) -> Result<(), CheckError> {
        let (mut state, mut list) = (self.start.clone(), Vec::new());
        for text in solution {
            self.machine.moves(&state, &mut list).map_err(broken)?;
            let step = list.drain(..).find(|(name, _)| self.machine.names.text(*name) == text);
            state = step.ok_or_else(|| CheckError::wrong(format!("'{text}' is no move of {}", state.inline())))?.1;
        }
        let solved = self.machine.solved(&state).map_err(broken)?;
        ensure(solved, format!("the solution ends at {}, which is not solved", state.inline()))
    }

    fn solution(&mut self, body: &Solution) -> Result<(), CheckError> {
        let asked = &self.question.asked;
        ensure(
            matches!(self.question.kind, QuestionKind::Solve | QuestionKind::Count),
            "a solution answers another question",
        )?;
        ensure(body.moves == body.solution.len() as u64, "moves is not the length of the solution")?;
        ensure(body.optimal == body.at_least.is_none(), "at_least is given where the solution is not proven best")?;
        if let Some(at_least) = body.at_least {
            return self.solution_unproven(body, at_least);
        }
        let counted = asked.count || self.question.kind == QuestionKind::Count;
        ensure(!counted || body.solutions.is_some(), "'solutions' is missing, and was asked for")?;
        ensure(!asked.all || body.all.is_some(), "'all' is missing, and was asked for")?;
        listed(body)?;
        self.replay(&body.solution)?;
        self.checked.done("the solution replays");
        for solution in body.all.iter().flatten() {
            ensure(solution.len() as u64 == body.moves, "a listed solution has another length")?;
            self.replay(solution)?;
        }
        let Some(graph) = &self.graph else {
            self.checked.left_out(format!("that {} is least", body.moves));
            if body.solutions.is_some() {
                self.checked.left_out("the number of solutions");
            }
            if body.all.is_some() {
                self.checked.left_out("that no solution is missing from the list");
            }
            return Ok(());
        };
        ensure(
            graph.left[0] == Some(body.moves),
            plural(graph.left[0].unwrap_or(0), "move suffices", "moves suffice"),
        )?;
        let own = graph.solutions();
        ensure(
            body.solutions.as_ref().is_none_or(|claimed| claimed.0 == own),
            format!("the number of shortest solutions is {own}"),
        )?;
        if let Some(all) = &body.all {
            let complete = BigUint::from(all.len()) == own;
            ensure(body.all_complete == Some(complete), "whether all are listed is wrong")?;
        }
        self.checked.done(format!("that {} is least, over all states", body.moves));
        Ok(())
    }

    /// A solution that is not said to be best: it replays, and the bound is one.
    fn solution_unproven(&mut self, body: &Solution, at_least: u64) -> Result<(), CheckError> {
        let best_only = body.solutions.is_some() || body.all.is_some() || body.all_complete.is_some();
        ensure(!best_only, "best solutions are counted and listed where the best is proven")?;
        ensure(self.question.kind == QuestionKind::Solve, "a count is of best solutions")?;
        ensure(at_least <= body.moves, "at_least is above the moves of the solution")?;
        self.replay(&body.solution)?;
        self.checked.done("the solution replays");
        self.bound(at_least)
    }

    /// A move that leads to a goal in so many moves, and a bound.
    fn hint_unproven(&mut self, body: &HintUnproven) -> Result<(), CheckError> {
        ensure(!body.optimal, "a hint that is proven best says the moves left")?;
        ensure(body.at_least <= body.at_most, "at_least is above at_most")?;
        ensure(body.best.len() as u64 == body.at_most.min(1), "one move leads to the goal, or nothing is left to do")?;
        let Some(graph) = &self.graph else {
            self.checked.left_out("that the move leads to the goal");
            return Ok(());
        };
        let after = match body.best.first() {
            None => graph.left[0],
            Some(best) => {
                let step = graph.moves[0].iter().find(|step| step.0 == *best);
                let step = step.ok_or_else(|| CheckError::wrong(format!("'{best}' is no move here")))?;
                graph.left[step.1].map(|left| left + 1)
            }
        };
        ensure(after.is_some_and(|after| after <= body.at_most), "the move does not lead to a goal in so many moves")?;
        self.checked.done("that the move leads to the goal in so many moves, over all states");
        self.bound(body.at_least)
    }

    fn hint(&mut self, body: &Hint, two: bool) -> Result<(), CheckError> {
        ensure(body.cost_left.is_none() && body.tokens.is_none(), "a hint counts the moves left")?;
        let Some(graph) = &self.graph else {
            self.checked.left_out("the best moves");
            return Ok(());
        };
        if two {
            ensure(body.moves_left.is_none(), "a game for two has no count of moves left")?;
            let (worth, distance) = graph.values()[0];
            ensure(
                (body.value, body.distance) == (Some(worth), distance),
                format!("it is {}", words::worth(worth, distance)),
            )?;
            let best = best(graph);
            ensure(body.best == best, format!("the best moves are {}", best.join(", ")))?;
        } else {
            ensure(body.value.is_none() && body.distance.is_none(), "a puzzle for one has no value")?;
            ensure(body.moves_left == graph.left[0], moves_left(graph.left[0]))?;
            let mut best: Vec<&String> = graph.nearer(0).map(|step| &step.0).collect();
            if graph.goals[0] {
                best.clear();
            }
            ensure(body.best.iter().collect::<Vec<_>>() == best, "these are not the best moves")?;
        }
        self.checked.done("every best move, over all states");
        Ok(())
    }

    fn reached(&mut self) -> Result<(), CheckError> {
        match &self.graph {
            Some(graph) => {
                ensure(graph.left[0].is_some(), "no goal can be reached")?;
                self.checked.done("that a goal can be reached");
            }
            None => self.checked.left_out("that a goal can be reached"),
        }
        Ok(())
    }

    fn exhausted(&mut self, states: u64) -> Result<(), CheckError> {
        let Some(graph) = &self.graph else {
            self.checked.left_out("that no goal can be reached: there are too many states");
            return Ok(());
        };
        let own = graph.states.len();
        ensure(graph.left[0].is_none(), "a goal can be reached")?;
        ensure(states == own as u64, plural(own, "state can be reached", "states can be reached"))?;
        self.checked.done(format!("that none of the {own} states is a goal, by walking through them again"));
        Ok(())
    }

    fn map(&mut self, body: &Map) -> Result<(), CheckError> {
        let Some(graph) = &self.graph else {
            self.checked.left_out("the map: there are too many states");
            return Ok(());
        };
        let left: Vec<u64> = graph.left.iter().copied().flatten().collect();
        let largest = left.iter().copied().max().ok_or_else(|| CheckError::wrong("no goal can be reached"))?;
        let count = |distance: u64| BigUint::from(left.iter().filter(|&&left| left == distance).count());
        ensure(
            body.states.0 == BigUint::from(left.len()),
            plural(left.len(), "state reaches a goal", "states reach a goal"),
        )?;
        ensure(body.largest == largest, format!("the largest distance is {largest}"))?;
        ensure(body.distances.len() as u64 == largest + 1, "the distances go from 0 to the largest")?;
        ensure((0..).zip(&body.distances).all(|(at, claimed)| claimed.0 == count(at)), "a count of states is wrong")?;
        #[allow(clippy::cast_precision_loss)]
        let mean = left.iter().sum::<u64>() as f64 / left.len() as f64;
        ensure((body.mean - eight_places(mean)).abs() < 2e-8, format!("the mean is {mean}"))?;
        let far = |state: &usize| graph.left[*state] == Some(largest);
        let hardest = (0..left.len().max(graph.states.len())).filter(far).take(MOST_HARDEST);
        let hardest: Vec<String> = hardest.map(|state| graph.states[state].text()).collect();
        ensure(body.hardest == hardest, "these are not the farthest states")?;
        self.checked.done("every count, over all states");
        Ok(())
    }

    fn value(&mut self, body: &GameSolution) -> Result<(), CheckError> {
        let Some(graph) = &self.graph else {
            self.checked.left_out("the value: there are too many positions");
            return Ok(());
        };
        let (worth, distance) = graph.values()[0];
        ensure((body.value, body.distance) == (worth, distance), format!("it is {}", words::worth(worth, distance)))?;
        let best = best(graph);
        ensure(body.best == best, format!("the best moves are {}", best.join(", ")))?;
        self.checked.done("the value and every best move, over all positions");
        Ok(())
    }

    fn bound(&mut self, at_least: u64) -> Result<(), CheckError> {
        match self.graph.as_ref().and_then(|graph| graph.left[0]) {
            Some(left) => ensure(at_least <= left, plural(left, "move suffices", "moves suffice"))?,
            None => self.checked.left_out(format!("that {at_least} is least")),
        }
        Ok(())
    }
}

/// The list agrees with the number of solutions, where both were asked for.
fn listed(body: &Solution) -> Result<(), CheckError> {
    let Some(all) = &body.all else { return Ok(()) };
    let complete = body.all_complete == Some(true);
    let counted = body.solutions.as_ref().is_none_or(|claimed| complete == (claimed.0 == BigUint::from(all.len())));
    ensure(counted, "the list and the number of solutions do not fit together")
}

/// The moves from the start that keep its value and its distance.
fn best(graph: &Graph) -> Vec<String> {
    let values = graph.values();
    let after = |worth: GameValue| match worth {
        GameValue::Win => GameValue::Loss,
        GameValue::Loss => GameValue::Win,
        GameValue::Draw => GameValue::Draw,
    };
    let keeps = |step: &&(String, usize)| {
        let (worth, distance) = values[step.1];
        (after(worth), distance.map(|moves| moves + 1)) == values[0]
    };
    graph.moves[0].iter().filter(keeps).map(|step| step.0.clone()).collect()
}

/// How many moves are left, in words.
fn moves_left(left: Option<u64>) -> String {
    left.map_or("no solution is left".into(), |left| plural(left, "move is left", "moves are left"))
}
