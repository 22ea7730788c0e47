//! A game for two as states and moves: its value by retrograde analysis, the best moves, and an opponent who plays
//! them.
//!
//! [`RulesForTwo`] adds to the rules of a state space how a game ends. A position is valued for the side to move: the
//! winner plays for the fewest moves, the loser for the most. The checker computes all values again by repeated passes
//! over all positions.
//!
//! Source: retrograde analysis as in [`engines::search::retrograde`]. Cost: time and memory proportional to the
//! positions and moves that can be reached.

use crate::questions;
use std::sync::Arc;

use engines::search::{self, Counts, Ending, Fault, Solved, Value, retrograde};
use engines::{Context, Outcome};
use picture::spoken::Place;
use picture::{Picture, Spoken};

use super::answers::settle;
use super::graph::{Beyond, Graph, MoveCache};
use super::moves::{Moves, chosen, named};
use super::rules::{RulesForTwo, StateSpace};
use super::searched::Searched;
use super::{explain, held};
use crate::analysis::{Analysis, linked};
use crate::answer::{Reply, Verdict};
use crate::end::End;
use crate::evaluation::Evaluation;
use crate::evaluator::Evaluator;
use crate::judge::JUDGE_FOR_ROLE;
use crate::judge::reveal::PartialHint;
use crate::options::{MOVES, Options, REVEAL, ROLE};
use crate::position::Position;
use crate::problem::{AskError, CheckError, Checked, IllegalMove, ensure};
use crate::query::{Query, QuestionKind};
use crate::question::{QuestionSpec, Shape};
use crate::result::GameResult;
use crate::solution::{GameHint, GameSolution};
use crate::status::{NOBODY, PLAYER, Role, Side, Status};
use crate::value::GameValue;

const METHOD: &str = "retrograde analysis";

/// The maximum number of positions searched for the program's reply; beyond that it plays the first legal move.
const MAX_POSITIONS: u64 = 100_000;

/// The roles of a game for two: `player` makes the moves of both sides, `first` and `second` play against the program.
pub const ROLES: &[&str] = &[PLAYER, "first", "second"];

/// The sides that a person is offered: against the program, or two people at one board.
#[must_use]
pub fn sides() -> Vec<Side> {
    let words = ["You begin", "The program begins", "Two people"];
    [ROLES[1], ROLES[2], ROLES[0]].into_iter().zip(words).map(|(role, words)| Side { role, words }).collect()
}

/// The questions that a game for two answers.
pub const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new(questions::SOLVE, &[&MOVES, &ROLE], &[Shape::of::<GameSolution>()]),
    QuestionSpec::new(
        questions::HINT,
        &[&MOVES, &ROLE, &REVEAL],
        &[Shape::when::<PartialHint>(PartialHint::fits), Shape::of::<GameHint>()],
    ),
    JUDGE_FOR_ROLE,
];

/// The position of a game for two.
pub struct GamePosition<R: StateSpace> {
    rules: Arc<R>,
    state: R::State,
    /// The number of moves of both sides so far.
    made: u32,
    /// The legal moves, or the error of the rules that keeps them unknown.
    moves: Result<Moves<R>, R::Error>,
    /// The side that the program plays, if it plays one: 0 moves first.
    program: Option<u32>,
    /// The program's answer to the last move, or its first move.
    replied: Option<String>,
}

/// The moves of a state with their texts; none where the game has ended.
fn listed<R: RulesForTwo>(rules: &R, state: &R::State) -> Result<Moves<R>, R::Error> {
    if rules.outcome(state)?.is_some() { Ok(Vec::new()) } else { named(rules, state) }
}

impl<R: RulesForTwo> GamePosition<R> {
    /// Creates the position at the start, after the program's move where the program moves first. `role` is one of
    /// [`ROLES`].
    #[must_use]
    pub fn start(rules: Arc<R>, role: Role, cx: &Context<'_>) -> GamePosition<R> {
        let program = match role.0 {
            "first" => Some(1),
            "second" => Some(0),
            _ => None,
        };
        let state = rules.start();
        let within = rules.within(cx);
        let moves = listed(&*within, &state);
        let mut game = GamePosition { rules, state, made: 0, moves, program, replied: None };
        game.reply(&within);
        game
    }

    fn step(&mut self, within: &R, to: R::State) {
        self.moves = listed(within, &to);
        self.state = to;
        self.made += 1;
    }

    /// The program's move, where it is its turn.
    fn reply(&mut self, within: &Arc<R>) {
        self.replied = None;
        if self.program != Some(self.made % 2) {
            return;
        }
        let Ok(moves) = &self.moves else { return };
        let best = self.best(within).and_then(|best| moves.iter().find(|step| step.0 == best));
        if let Some((name, to)) = best.or(moves.first()).cloned() {
            self.step(within, to);
            self.replied = Some(name);
        }
    }

    fn best(&self, within: &R) -> Option<String> {
        let (searched, cx) = (Searched::plain(within), Context::with_nodes(MAX_POSITIONS));
        let Ok(Outcome::Found(solved)) = retrograde(&searched, &self.state, &cx) else { return None };
        Some(self.rules.name(solved.best_moves(&self.state)?.first()?))
    }

    /// How the position stands by the values of all positions.
    fn valued(&self, rules: &R, values: &search::Values<R::State>) -> Result<Evaluation, AskError> {
        let Some(value) = values.of(&self.state) else {
            return Ok(Evaluation::unknown(0, "the position is not among those analysed").for_two());
        };
        rules.confirm(&mut std::iter::once(&self.state)).map_err(|error| rules.failure(&error))?;
        let is_best = |to: &R::State| values.of(to).map(Value::before_move) == Some(value);
        let best = self.moves.iter().flatten().filter(|(_, to)| is_best(to));
        let ways = best.map(|(text, _)| vec![text.clone()]).collect();
        let (value, distance) = worth(value);
        Ok(Evaluation { ways, ..Evaluation::valued(value, distance, "retrograde analysis of all positions") })
    }

    /// Who has won a game that is over: 0 moves first; `None` for a draw.
    fn winning_side(&self) -> Option<u32> {
        match self.rules.outcome(&self.state) {
            Ok(Some(Ending::Win)) => Some(self.made % 2),
            Ok(Some(Ending::Draw)) | Err(_) => None,
            Ok(Some(Ending::Loss) | None) => Some(1 - self.made % 2),
        }
    }

    /// The side that is played, the first where both are.
    fn side(&self) -> &'static str {
        if self.program == Some(0) { ROLES[2] } else { ROLES[1] }
    }

    /// Whose turn it is, said where both sides are people.
    fn turn(&self) -> &'static str {
        match (self.program, self.made % 2) {
            (Some(_), _) => "",
            (None, 0) => "the first player moves; ",
            (None, _) => "the second player moves; ",
        }
    }

    fn ending(&self) -> (bool, &'static str) {
        let winner = self.winning_side();
        let words = ["the first player has won", "the second player has won"];
        let solved = winner.is_some_and(|winner| self.program != Some(winner));
        (solved, winner.map_or("a draw", |winner| words[winner as usize]))
    }
}

impl<R: RulesForTwo> Position for GamePosition<R> {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.moves.iter().flatten().map(|step| step.0.clone()))
    }

    fn play(&mut self, text: &str, cx: &Context<'_>) -> Result<(), IllegalMove> {
        let moves = self.moves.as_ref().map_err(|error| IllegalMove::new(text, error.to_string()))?;
        let to = chosen(&*self.rules, moves, text)?;
        let within = self.rules.within(cx);
        self.step(&within, to);
        self.reply(&within);
        Ok(())
    }

    fn status(&self) -> Status {
        let over = self.moves.as_ref().map_or(true, Vec::is_empty);
        let (solved, ending) = if over { self.ending() } else { (false, "") };
        let replied = self.replied.as_ref().map(|name| format!("the engine plays {name}; ")).unwrap_or_default();
        let words = match &self.moves {
            Err(error) => self.rules.failure(error).to_string(),
            Ok(_) if over => format!("{replied}{}; {ending}", self.rules.words(&self.state)),
            Ok(_) => replied + self.turn() + &self.rules.words(&self.state),
        };
        Status { over, solved, cost: None, words }
    }

    fn winner(&self) -> Option<&'static str> {
        let over = self.moves.as_ref().is_ok_and(Vec::is_empty);
        let names = [ROLES[1], ROLES[2]];
        over.then(|| self.winning_side().map_or(NOBODY, |winner| names[winner as usize]))
    }

    fn result(&self, _: u64) -> Option<GameResult> {
        self.winner().map(|winner| GameResult::of_game(winner, self.side()))
    }

    fn end(&self) -> Option<End> {
        self.rules.end(&self.state)
    }

    fn picture(&self) -> Picture {
        self.rules.picture(&self.state)
    }

    fn spoken(&self) -> Spoken {
        self.rules.spoken(&self.state)
    }

    fn changes(&self, text: &str) -> Option<Vec<Place>> {
        self.rules.changes(text)
    }

    fn level_text(&self) -> String {
        self.rules.text(&self.state)
    }

    fn failure(&self) -> Option<AskError> {
        self.moves.as_ref().err().map(|error| self.rules.failure(error))
    }

    fn analysis(&self) -> Option<&dyn Analysis> {
        linked(self)
    }
}

impl<R: RulesForTwo> Analysis for GamePosition<R> {
    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        answer(&*self.rules.within(cx), &self.state, query, cx)
    }

    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        check(&self.rules.within(cx), &self.state, query, reply, cx)
    }

    fn evaluator(&self) -> Option<&dyn Evaluator> {
        Some(self)
    }

    fn explain(&self, _: &Query, reply: &Reply, _: &Context<'_>) -> Picture {
        let mut picture = self.rules.picture(&self.state);
        explain::tell(&mut picture, reply);
        picture
    }
}

impl<R: RulesForTwo> Evaluator for GamePosition<R> {
    fn evaluate(&self, _: &Options, cx: &Context<'_>) -> Result<Evaluation, AskError> {
        let query = Query { kind: QuestionKind::HINT, options: Options::default() };
        self.ask(&query, cx).map(|reply| Evaluation::of_hint(&reply).for_two())
    }

    /// At the start of the level a hint costs as much as the values of all positions, which are kept.
    fn known_standing(&self, _: &Options, cx: &Context<'_>) -> Option<Result<Evaluation, AskError>> {
        if let Some(failure) = self.failure() {
            return Some(Err(failure));
        }
        let rules = self.rules.within(cx);
        let values = match self.state == rules.start() {
            true => held::values(&*rules, cx),
            false => Ok(held::known_values(&*rules, cx)),
        };
        match values {
            Ok(values) => values.map(|values| self.valued(&*rules, &values)),
            Err(error) => Some(Err(error)),
        }
    }

    fn side_to_move(&self) -> Option<&'static str> {
        Some(ROLES[1 + (self.made % 2) as usize])
    }

    fn rechecked(&self, _: &Options, cx: &Context<'_>) -> Option<Result<Option<Evaluation>, CheckError>> {
        Some(again(&self.rules.within(cx), &self.state, cx))
    }
}

/// The value of a position, by retrograde analysis.
fn answer<R: RulesForTwo>(rules: &R, start: &R::State, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
    let searched = Searched::plain(rules);
    let outcome = retrograde(&searched, start, cx).map_err(|fault| match fault {
        Fault::Rules(error) => rules.failure(&error),
        overestimate @ Fault::Overestimate { .. } => AskError::Rules(overestimate.to_string()),
    })?;
    let solved = match settle(outcome, &searched, METHOD) {
        Ok(solved) => solved,
        Err(reply) => return Ok(reply),
    };
    let after = positions_after(rules, start, &solved);
    rules.confirm(&mut after.iter().chain([start])).map_err(|error| rules.failure(&error))?;
    let best = solved.best_moves(start).unwrap_or_default();
    let best = best.iter().map(|step| rules.name(step)).collect();
    let (value, distance) = worth(solved.start());
    Ok(match query.kind {
        QuestionKind::HINT => Reply::found(METHOD, GameHint { best, value, distance }),
        _ => {
            let Counts { wins, losses, draws } = solved.tally();
            let (positions_won, positions_lost, positions_drawn) = (Some(wins), Some(losses), Some(draws));
            let counted = GameSolution { value, distance, best, positions_won, positions_lost, positions_drawn };
            Reply::found(METHOD, counted)
        }
    })
}

/// A value with the number of moves until the game is decided.
fn worth(value: Value) -> (GameValue, Option<u64>) {
    match value {
        Value::Win(moves) => (GameValue::Win, Some(u64::from(moves))),
        Value::Loss(moves) => (GameValue::Loss, Some(u64::from(moves))),
        Value::Draw => (GameValue::Draw, None),
    }
}

/// How a position stands by the checker's code; `None` where there are too many positions.
fn again<R: RulesForTwo>(rules: &Arc<R>, start: &R::State, cx: &Context<'_>) -> Result<Option<Evaluation>, CheckError> {
    let failed = |error: R::Error| CheckError::Unchecked(rules.failure(&error));
    let own = rules.independent().map_err(failed)?;
    let ended = |state: &R::State| own.outcome(state).map(|ending| ending.is_some());
    let graph = Graph::walk(&*own, &MoveCache::default(), start.clone(), ended, |_, _| true, Beyond::Nothing, cx)?;
    let Some(graph) = graph else { return Ok(None) };
    let (value, distance) = values(&graph, &*own).map_err(failed)?[0];
    Ok(Some(Evaluation::valued(value, distance, "")))
}

/// The positions after the moves that the analysis knows.
fn positions_after<R: RulesForTwo>(rules: &R, start: &R::State, solved: &Solved<'_, Searched<'_, R>>) -> Vec<R::State> {
    let known = solved.moves(start).unwrap_or_default();
    let mut moves = Vec::new();
    if rules.moves(start, &mut moves).is_err() {
        return Vec::new();
    }
    let is_known = |step: &(R::Move, R::State)| known.iter().any(|(name, _)| *name == step.0);
    moves.into_iter().filter(is_known).map(|step| step.1).collect()
}

/// Checks the value of a position: repeated passes over all positions that can be reached.
fn check<R: RulesForTwo>(
    rules: &Arc<R>,
    start: &R::State,
    query: &Query,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    let failed = |error: R::Error| CheckError::Unchecked(rules.failure(&error));
    let own = rules.independent().map_err(failed)?;
    let ended = |state: &R::State| own.outcome(state).map(|ending| ending.is_some());
    let graph = Graph::walk(&*own, &MoveCache::default(), start.clone(), ended, |_, _| true, Beyond::Nothing, cx)?;
    let (value, distance, best, counted) = match (reply.verdict, query.kind) {
        (Some(Verdict::Found), QuestionKind::HINT) => {
            let GameHint { best, value, distance } = reply.body_of()?;
            (*value, *distance, best, None)
        }
        (Some(Verdict::Found), _) => {
            let solution: &GameSolution = reply.body_of()?;
            (solution.value, solution.distance, &solution.best, Some(solution))
        }
        (Some(Verdict::Unfinished), _) => {
            let values = graph.map(|graph| values(&graph, &*own).map_err(failed)).transpose()?;
            return bounded(reply.bound()?, values.map(|values| values[0]));
        }
        _ => return Err(CheckError::no_answer()),
    };
    ensure(reply.proof.is_none(), "the value of a game needs no proof")?;
    let mut checked = Checked::default();
    let Some(graph) = graph else {
        checked.left_out("the value: there are too many positions", &["verdict", "answer"]);
        return Ok(checked);
    };
    let values = values(&graph, &*own).map_err(failed)?;
    ensure((value, distance) == values[0], format!("it is {}", values[0].0.words(values[0].1)))?;
    let own_best = best_moves(&graph, &values);
    ensure(*best == own_best, format!("the best moves are {}", own_best.join(", ")))?;
    let compared = ["verdict", "answer.value", "answer.distance", "answer.best"];
    checked.done("the value and every best move, over all positions", &compared);
    if let Some(solution) = counted {
        check_counts(solution, &values)?;
        checked.compare(&["answer.positions_won", "answer.positions_lost", "answer.positions_drawn"]);
    }
    Ok(checked)
}

/// Checks the numbers of positions of each value, where an answer has them: all three or none.
fn check_counts(solution: &GameSolution, values: &Values) -> Result<(), CheckError> {
    let count = |of: GameValue| values.iter().filter(|(value, _)| *value == of).count() as u64;
    let own = [GameValue::Win, GameValue::Loss, GameValue::Draw].map(|value| Some(count(value)));
    let stated = [solution.positions_won, solution.positions_lost, solution.positions_drawn];
    let [won, lost, drawn] = own.map(Option::unwrap_or_default);
    let right = stated == own || stated == [None; 3];
    ensure(right, format!("{won} positions are won, {lost} lost, {drawn} drawn"))
}

/// Checks that a game is not decided within fewer moves, where its value is known: a drawn one never is.
fn bounded(at_least: u64, known: Option<(GameValue, Option<u64>)>) -> Result<Checked, CheckError> {
    const BOUND: &[&str] = &["answer.at_least"];
    let mut checked = Checked::default();
    match known {
        Some((value, distance)) => {
            let right = distance.is_none_or(|distance| at_least <= distance);
            ensure(right, format!("it is {}", value.words(distance)))?;
            checked.done("the bound, over all positions", BOUND);
        }
        None if at_least == 0 => checked.compare(BOUND),
        None => checked.left_out(format!("that {at_least} is least"), BOUND),
    }
    Ok(checked)
}

/// The value of each position with the moves until the game is decided.
type Values = Vec<(GameValue, Option<u64>)>;

/// Values by repeated passes: the value of a position from the other side's after each move.
fn values<R: RulesForTwo>(graph: &Graph<R::State>, rules: &R) -> Result<Values, R::Error> {
    let mut values: Vec<Option<(GameValue, u64)>> = vec![None; graph.states.len()];
    let mut draws = vec![false; graph.states.len()];
    for (state, at) in graph.states.iter().zip(0..) {
        match rules.outcome(state)? {
            Some(Ending::Win) => values[at] = Some((GameValue::Win, 0)),
            Some(Ending::Loss) => values[at] = Some((GameValue::Loss, 0)),
            Some(Ending::Draw) => draws[at] = true,
            None if graph.moves[at].is_empty() => values[at] = Some((GameValue::Loss, 0)),
            None => {}
        }
    }
    // In pass n exactly the values of distance n appear.
    for distance in 1..=graph.states.len() as u64 {
        let old = values.clone();
        let open = |state: &usize| old[*state].is_none() && !draws[*state];
        let mut changed = false;
        for state in (0..old.len()).filter(open) {
            values[state] = settled(graph.moves[state].iter().map(|step| old[step.1]), distance);
            changed |= values[state].is_some();
        }
        if !changed {
            break;
        }
    }
    let known =
        |value: Option<(GameValue, u64)>| value.map_or((GameValue::Draw, None), |(value, moves)| (value, Some(moves)));
    Ok(values.into_iter().map(known).collect())
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

/// The moves from the start that keep its value and its distance.
fn best_moves<T>(graph: &Graph<T>, values: &Values) -> Vec<String> {
    let after = |value: GameValue| match value {
        GameValue::Win => GameValue::Loss,
        GameValue::Loss => GameValue::Win,
        GameValue::Draw => GameValue::Draw,
    };
    let keeps = |step: &&(String, usize)| {
        let (value, distance) = values[step.1];
        (after(value), distance.map(|moves| moves + 1)) == values[0]
    };
    graph.moves[0].iter().filter(keeps).map(|step| step.0.clone()).collect()
}
