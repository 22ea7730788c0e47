//! The level with pushes as its moves: a state is the boxes and the player's region, so that every distance counts
//! pushes.
//!
//! The kit for state spaces answers over it what it answers over single moves: counts, maps, judged lines, hints. What
//! it says of pushes is told in single moves here, each push after a shortest walk to it. Shortest solutions are better
//! asked of [`answers`].

use std::convert::Infallible;
use std::sync::Arc;

use engines::Context;
use picture::Picture;

use super::answers;
use super::body::{PUSHES, PushHint, PushSolution};
use super::lurd::lurd;
use super::pushes::Push;
use super::rules::{Board, Direction, State};
use super::text;
use frame::analysis::Analysis;
use frame::answer::Reply;
use frame::body::AnyBody;
use frame::evaluator::Evaluator;
use frame::info::FamilyInfo;
use frame::options::{ALL, COUNT};
use frame::problem::{AskError, CheckError, Checked, ensure};
use frame::query::{Query, QuestionKind};
use frame::solution::{Hint, HintUnproven, Solution};
use frame::space::{CountedSpace, SpacePosition, StateSpace};
use frame::unit::Unit;

/// The rules by which a move is a push.
struct ByPushes(text::Level);

impl StateSpace for ByPushes {
    /// The player stands on the first square of the region.
    type State = State;
    type Move = Push;
    type Error = Infallible;

    fn info(&self) -> &'static FamilyInfo {
        StateSpace::info(&self.0)
    }

    fn start(&self) -> State {
        self.0.board.normalised(self.0.board.start())
    }

    fn moves(&self, state: &State, out: &mut Vec<(Push, State)>) -> Result<(), Infallible> {
        let board = &self.0.board;
        let after = |push: Push| Some((push, board.normalised(&board.push(state, push)?)));
        out.extend(board.pushes(state).into_iter().filter_map(after));
        Ok(())
    }

    fn is_goal(&self, state: &State) -> Result<bool, Infallible> {
        Ok(self.0.board.is_solved(state))
    }

    fn name(&self, push: &Push) -> String {
        named(&self.0.board, *push)
    }

    fn text(&self, state: &State) -> String {
        self.0.text(state)
    }

    fn picture(&self, state: &State) -> Picture {
        StateSpace::picture(&self.0, state)
    }

    fn words(&self, state: &State) -> String {
        StateSpace::words(&self.0, state)
    }

    fn unit(&self) -> Unit {
        PUSHES
    }

    fn remarks(&self) -> Vec<String> {
        vec!["positions are boxes and the player's region".to_owned()]
    }

    fn level_key(&self) -> Vec<u8> {
        [&*StateSpace::level_key(&self.0), b"\0by pushes"].concat()
    }

    fn heap_bytes(&self, state: &State) -> usize {
        StateSpace::heap_bytes(&self.0, state)
    }

    /// The fewest pushes by A*, and whether a solution is left.
    fn ask(&self, state: &State, query: &Query, cx: &Context<'_>) -> Option<Result<Reply, AskError>> {
        let every = query.options.is_on(&COUNT) || query.options.is_on(&ALL);
        match query.kind {
            QuestionKind::SOLVE if !every => Some(self.solve(state, cx)),
            QuestionKind::REACH => answers::reach(&self.0.board, state, cx).map(Ok),
            _ => None,
        }
    }
}

/// The row and column of the box, counted from 1, and the direction.
fn named(board: &Board, push: Push) -> String {
    let (square, width) = (usize::from(push.square), board.width());
    format!("{},{} {}", square / width + 1, square % width + 1, push.direction.name())
}

impl ByPushes {
    fn solve(&self, state: &State, cx: &Context<'_>) -> Result<Reply, AskError> {
        let names = |line: &[Push]| line.iter().map(|push| self.name(push)).collect();
        let told = answers::fewest_pushes(&self.0.board, state, cx)?;
        Ok(told.map_or_else(
            |reply| reply,
            |found| Reply::found(found.method, Solution::of(names(&found.line), found.at_least)),
        ))
    }
}

/// A state whose questions count pushes.
pub(super) struct PushPosition {
    rules: Arc<ByPushes>,
    /// Where the player stands.
    here: State,
    /// The state up to the player's walks.
    inner: SpacePosition<ByPushes>,
}

impl PushPosition {
    pub(super) fn new(level: &text::Level, here: &State, cx: &Context<'_>) -> PushPosition {
        let (normalised, rules) = (level.board.normalised(here), Arc::new(ByPushes(level.clone())));
        let inner = SpacePosition::at(Arc::clone(&rules), normalised, Arc::default(), cx);
        PushPosition { rules, here: here.clone(), inner }
    }

    fn board(&self) -> &Board {
        &self.rules.0.board
    }

    /// Every best push, by A*; where that does not apply, by all states.
    fn hint(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        let found = match answers::best_pushes(self.board(), &self.here, cx)? {
            None => return self.hint_by_states(query, cx),
            Some(Err(reply)) => return Ok(reply),
            Some(Ok(found)) => found,
        };
        let left = found.line.len() as u64;
        let hint = match &found.best {
            Some(best) => self.hinted(best, left, None)?,
            None => self.hinted(&found.line[..1], left, Some(found.at_least.unwrap_or(left)))?,
        };
        Ok(Reply::found(found.method, hint))
    }

    fn hint_by_states(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        let reply = self.inner.ask(query, cx)?;
        let Some(hint) = reply.body_as::<Hint>() else { return Ok(reply) };
        let best = self.pushes_named(&hint.best);
        let body = self.hinted(&best, hint.moves_left, None)?;
        Ok(Reply { body: Some(AnyBody::new(body)), ..reply })
    }

    /// The hint of these pushes.
    fn hinted(&self, best: &[Push], pushes_left: u64, at_least: Option<u64>) -> Result<PushHint, AskError> {
        let mut hint = PushHint { pushes_left, optimal: at_least.is_none(), at_least, ..PushHint::default() };
        for push in best {
            let (walk, _) = answers::walk(self.board(), &self.here, *push)?;
            let letters =
                lurd(self.board(), &self.here, &walk).map_err(|illegal| AskError::Rules(illegal.to_string()))?;
            hint.pushes.push(letters);
            let first = walk[0].name().to_owned();
            if !hint.best.contains(&first) {
                hint.best.push(first);
            }
        }
        Ok(hint)
    }

    /// The push of this name.
    fn push(&self, name: &str) -> Option<Push> {
        let (cell, direction) = name.split_once(' ')?;
        let (row, column) = frame::space::cell(cell)?;
        let square = u16::try_from(row * self.board().width() + column).ok()?;
        Some(Push { square, direction: Direction::parse(direction)? })
    }

    /// The pushes of these names.
    fn pushes_named(&self, names: &[String]) -> Vec<Push> {
        names.iter().filter_map(|name| self.push(name)).collect()
    }

    /// How many lines of pushes are shortest, with one of them.
    fn count(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        let reply = self.inner.ask(query, cx)?;
        let Some(found) = reply.body_as::<Solution>() else { return Ok(reply) };
        let solution = answers::single_moves(self.board(), &self.here, &self.pushes_named(&found.solution))?;
        let body = PushSolution {
            moves: solution.len() as u64,
            pushes: found.moves,
            solution,
            optimal: found.optimal,
            at_least: found.at_least,
            solutions: found.solutions.clone(),
            fewest_moves: false,
        };
        Ok(Reply { body: Some(AnyBody::new(body)), ..reply })
    }

    /// The names of the pushes of a line of single moves, and how many moves it has behind the last of them.
    fn pushes_of(&self, moves: impl IntoIterator<Item = Direction>) -> Result<(Vec<String>, usize), CheckError> {
        let (mut state, mut pushes, mut walked) = (self.here.clone(), Vec::new(), 0);
        for direction in moves {
            let stepped = self.board().step(&state, direction);
            let (next, pushed) = stepped.map_err(|blocked| CheckError::wrong(blocked.reason()))?;
            walked += 1;
            if pushed {
                let push = Push { square: next.player() as u16, direction };
                pushes.push(named(self.board(), push));
                walked = 0;
            }
            state = next;
        }
        Ok((pushes, walked))
    }

    /// Checks a hint as one about pushes, by all states.
    fn check_hint(
        &self,
        query: &Query,
        reply: &Reply,
        hint: &PushHint,
        cx: &Context<'_>,
    ) -> Result<Checked, CheckError> {
        let (mut best, mut firsts) = (Vec::new(), Vec::new());
        for letters in &hint.pushes {
            let moves: Option<Vec<Direction>> = letters.chars().map(Direction::from_letter).collect();
            let moves = moves.filter(|moves| !moves.is_empty());
            let moves = moves.ok_or_else(|| CheckError::wrong(format!("'{letters}' is no line of letters")))?;
            let (mut pushes, rest) = self.pushes_of(moves.iter().copied())?;
            let push = pushes.pop().filter(|_| pushes.is_empty() && rest == 0);
            let push = push.ok_or_else(|| CheckError::wrong(format!("'{letters}' is no walk with one push")))?;
            let shortest = self.push(&push).and_then(|push| self.board().walk_and_push(&self.here, push));
            ensure(shortest.is_some_and(|(walk, _)| walk.len() == moves.len()), "a shorter walk leads to a push")?;
            let own =
                lurd(self.board(), &self.here, &moves).map_err(|illegal| CheckError::wrong(illegal.to_string()))?;
            ensure(own == *letters, format!("the letters are {own}"))?;
            if !firsts.contains(&moves[0].name()) {
                firsts.push(moves[0].name());
            }
            best.push(push);
        }
        ensure(hint.best == firsts, "the best moves are not those with which the pushes begin")?;
        let body = match hint.at_least {
            None => AnyBody::new(Hint { best, moves_left: hint.pushes_left }),
            Some(at_least) => {
                AnyBody::new(HintUnproven { at_most: hint.pushes_left, at_least, best, ..HintUnproven::default() })
            }
        };
        let fields =
            ["verdict", "answer.best", "answer.pushes", "answer.pushes_left", "answer.optimal", "answer.at_least"];
        self.check_as(query, reply, body, &fields, cx)
    }

    /// Checks a count as one of lines of pushes, by all states.
    fn check_count(
        &self,
        query: &Query,
        reply: &Reply,
        found: &PushSolution,
        cx: &Context<'_>,
    ) -> Result<Checked, CheckError> {
        let moves: Option<Vec<Direction>> = found.solution.iter().map(|text| Direction::parse(text)).collect();
        let moves = moves.ok_or_else(|| CheckError::wrong("the solution has a text that is no move"))?;
        let (pushes, _) = self.pushes_of(moves)?;
        ensure(found.pushes == pushes.len() as u64, "pushes is not the number of moves that push a box")?;
        ensure(!found.fewest_moves, "a count says nothing of moves")?;
        let body = Solution { solutions: found.solutions.clone(), ..Solution::of(pushes, found.at_least) };
        let fields = [
            "verdict",
            "answer.moves",
            "answer.pushes",
            "answer.solution",
            "answer.optimal",
            "answer.at_least",
            "answer.solutions",
            "answer.fewest_moves",
        ];
        self.check_as(query, reply, AnyBody::new(body), &fields, cx)
    }

    /// Checks a reply by the one in pushes that says the same with this body; `fields` are those of the reply.
    fn check_as(
        &self,
        query: &Query,
        reply: &Reply,
        body: AnyBody,
        fields: &[&str],
        cx: &Context<'_>,
    ) -> Result<Checked, CheckError> {
        let in_pushes = Reply { body: Some(body), ..reply.clone() };
        Ok(self.inner.check(query, &in_pushes, cx)?.about(fields))
    }
}

impl CountedSpace for PushPosition {
    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        match query.kind {
            QuestionKind::HINT if cx.map_file().is_none() => self.hint(query, cx),
            QuestionKind::HINT => self.hint_by_states(query, cx),
            QuestionKind::COUNT => self.count(query, cx),
            _ => self.inner.ask(query, cx),
        }
    }

    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        match (reply.body_as::<PushHint>(), reply.body_as::<PushSolution>()) {
            (Some(hint), _) => self.check_hint(query, reply, hint, cx),
            (_, Some(found)) => self.check_count(query, reply, found, cx),
            _ => self.inner.check(query, reply, cx),
        }
    }

    fn evaluator(&self) -> &dyn Evaluator {
        &self.inner
    }
}
