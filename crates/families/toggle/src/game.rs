//! Playing a board: one position. Presses are accepted at the goal and beyond it, so that a game is never over.

use std::sync::Arc;

use ::picture::spoken::Place;
use ::picture::{Picture, Spoken};
use engines::{Context, Halt};

use super::body::{GOAL, PRESSES, START, Solve};
use super::cells::Cells;
use super::rules::{MAX_WRITTEN, Puzzle};
use super::{answers, check, explain, picture, spoken, text};
use frame::analysis::{Analysis, linked};
use frame::answer::{Reply, Verdict};
use frame::evaluation::Evaluation;
use frame::evaluator::Evaluator;
use frame::options::Options;
use frame::position::Position;
use frame::problem::{AskError, CheckError, Checked, IllegalMove};
use frame::query::{Query, QuestionKind};
use frame::result::{GameResult, ResultKind};
use frame::status::Status;

/// A game under way.
pub(super) struct Game {
    puzzle: Arc<Puzzle>,
    here: Cells,
    solved: bool,
    /// The limit that ended the last move.
    halted: Option<Halt>,
}

impl Game {
    pub(super) fn new(puzzle: Arc<Puzzle>) -> Game {
        let here = puzzle.start.clone();
        let solved = here.equals(&puzzle.goal);
        Game { puzzle, here, solved, halted: None }
    }

    /// What presses must add to the board: the goal asked for less the board that is asked about.
    fn change(&self, options: &Options) -> Result<Cells, AskError> {
        Ok(self.goal(options)?.minus(&self.board(options)?))
    }

    /// The board that is asked about: what the moves made of the start asked for, or of the level's own.
    fn board(&self, options: &Options) -> Result<Cells, AskError> {
        let Some(start) = options.text(&START) else { return Ok(self.here.clone()) };
        let start = text::board(&self.puzzle, "start", start).map_err(AskError::NotOffered)?;
        // Presses add the same to any board.
        Ok(start.minus(&self.puzzle.start.minus(&self.here)))
    }

    /// The goal asked for, or the level's own.
    fn goal(&self, options: &Options) -> Result<Cells, AskError> {
        match options.text(&GOAL) {
            Some(goal) => text::board(&self.puzzle, "goal", goal).map_err(AskError::NotOffered),
            None => Ok(self.puzzle.goal.clone()),
        }
    }

    fn read(&self, text: &str) -> Result<usize, IllegalMove> {
        let last = self.puzzle.move_count();
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse::<usize>().ok().filter(|number| plain && (1..=last).contains(number));
        number.ok_or_else(|| IllegalMove::new(text, format!("expected a number from 1 to {last}")))
    }
}

impl Position for Game {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new((1..=self.puzzle.move_count()).map(|number| number.to_string()))
    }

    fn play(&mut self, text: &str, cx: &Context<'_>) -> Result<(), IllegalMove> {
        let number = self.read(text)?;
        self.halted = cx.reserve(self.here.bytes()).err();
        if let Some(halt) = self.halted {
            return Err(IllegalMove::new(text, halt.to_string()));
        }
        self.puzzle.press(&mut self.here, number - 1);
        self.solved = self.here.equals(&self.puzzle.goal);
        Ok(())
    }

    fn failure(&self) -> Option<AskError> {
        self.halted.map(AskError::Halted)
    }

    fn status(&self) -> Status {
        let words = picture::state(&self.puzzle, &self.here, &self.puzzle.goal);
        Status { over: false, solved: self.solved, cost: None, words }
    }

    fn result(&self, moves: u64) -> Option<GameResult> {
        self.solved.then(|| GameResult::counted(ResultKind::Won, moves, PRESSES))
    }

    fn picture(&self) -> Picture {
        picture::draw(&self.puzzle, &self.here, &self.puzzle.goal)
    }

    fn spoken(&self) -> Spoken {
        spoken::spoken(&self.puzzle, &self.here)
    }

    fn changes(&self, text: &str) -> Option<Vec<Place>> {
        Some(spoken::changes(&self.puzzle, self.read(text).ok()? - 1))
    }

    fn level_text(&self) -> String {
        // A short text can say a board of a billion cells; its positions have no such text.
        let written = if self.puzzle.cells() > MAX_WRITTEN { &self.puzzle.start } else { &self.here };
        text::print(&self.puzzle, written)
    }

    fn analysis(&self) -> Option<&dyn Analysis> {
        linked(self)
    }
}

impl Analysis for Game {
    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        answers::answer(&self.puzzle, &self.change(&query.options)?, query, cx)
    }

    fn evaluator(&self) -> Option<&dyn Evaluator> {
        Some(self)
    }

    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        check::check(&self.puzzle, self.change(&query.options)?, query, reply, cx)
    }

    fn explain(&self, query: &Query, reply: &Reply, _: &Context<'_>) -> Picture {
        let goal = self.goal(&query.options).unwrap_or_else(|_| self.puzzle.goal.clone());
        let board = self.board(&query.options).unwrap_or_else(|_| self.here.clone());
        explain::explain(&self.puzzle, board, &goal, reply)
    }
}

impl Evaluator for Game {
    /// Where the fewest presses are not proven, it is known nevertheless whether any presses reach the goal.
    fn evaluate(&self, options: &Options, cx: &Context<'_>) -> Result<Evaluation, AskError> {
        let asked = |kind| self.ask(&Query { kind, options: options.clone() }, cx);
        let solved = match asked(QuestionKind::HINT) {
            Ok(reply) if reply.verdict == Some(Verdict::Unfinished) => asked(QuestionKind::SOLVE),
            Err(AskError::NotOffered(_)) if self.change(options).is_ok() => asked(QuestionKind::SOLVE),
            other => return other.map(|reply| Evaluation::of_hint(&reply)),
        };
        solved.map(|reply| match reply.body_as::<Solve>() {
            Some(body) if body.optimal => Evaluation::won_in(body.moves, reply.method),
            Some(body) => {
                let at_least = body.at_least.unwrap_or(0);
                Evaluation { can_win: Some(true), ..Evaluation::unknown(at_least, "the fewest presses are not proven") }
            }
            None => Evaluation::of_hint(&reply),
        })
    }
}
