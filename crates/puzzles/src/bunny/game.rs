//! Composing a program token by token, running it, stepping through it.

use std::sync::Arc;

use ::picture::Picture;

use super::picture::{self, Steps};
use super::program::{Matched, Token, cost, is_whole, may_follow, parse, pieces, print};
use super::rules::{Board, Bunny, FACINGS, Walk};
use super::tally::tally;
use super::text;
use crate::answer::{BigCount, Body, BunnyRun};
use crate::play::{Position, Status};
use crate::problem::IllegalMove;
use crate::result::{GameResult, ResultKind, Unit};
use crate::run_end::{RunEnd, Standing, from_one};
use crate::words::plural;

/// Runs the program to its end.
pub(super) const RUN: &str = "run";
/// Makes the program's next action.
const STEP: &str = "step";
/// Throws the program away.
pub(super) const RESET: &str = "reset";

/// Counts of loops that are listed as moves; any other may be played too.
const LISTED_COUNTS: std::ops::RangeInclusive<u64> = 2..=9;

/// How far the program was run.
#[derive(Clone, Debug)]
enum Stage {
    /// It is being composed.
    Composed,
    /// So many single steps.
    Stepped(Box<Walk>, u64),
    /// To its end.
    Run,
}

/// A game: the program so far and how far it was run.
#[derive(Clone, Debug)]
pub(super) struct Game {
    board: Arc<Board>,
    tokens: Vec<Token>,
    stage: Stage,
}

impl Game {
    pub(super) fn new(board: Arc<Board>) -> Game {
        Game { board, tokens: Vec::new(), stage: Stage::Composed }
    }

    /// The program so far.
    pub(super) fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The program so far, with its loops closed.
    pub(super) fn program(&self) -> Matched {
        Matched::closing(&self.tokens)
    }

    /// Whether the board was completed.
    pub(super) fn solved(&self) -> bool {
        match &self.stage {
            Stage::Composed => self.board.unmarked().next().is_none(),
            Stage::Stepped(walk, _) => walk.marks.left == 0,
            Stage::Run => tally(&self.board, &self.program()).complete,
        }
    }

    fn walk(&self) -> (Walk, u64) {
        match &self.stage {
            Stage::Stepped(walk, steps) => (Walk::clone(walk), *steps),
            _ => (Walk::new(&self.board), 0),
        }
    }

    fn step(&self) -> Option<(Walk, u64)> {
        let (mut walk, steps) = self.walk();
        walk.step(&self.board, &self.program()).map(|_| (walk, steps + 1))
    }

    /// The run of the program so far.
    fn film(&self, steps: Steps) -> Picture {
        picture::trace(&self.board, &self.program(), &self.named(), steps)
    }

    /// A token put behind the others, or a whole program in their place.
    fn compose(&mut self, text: &str) -> Result<(), IllegalMove> {
        let refused = |fault: super::program::Fault| IllegalMove::new(text, fault.to_string());
        match *pieces(text).map_err(refused)?.as_slice() {
            [] => return Err(IllegalMove::new(text, "expected a token, a program, run, step or reset")),
            [token] if !is_whole(text) => {
                may_follow(&self.tokens, token).map_err(|why| IllegalMove::new(text, why))?;
                self.tokens.push(token);
            }
            _ => self.tokens = parse(text).map_err(refused)?.tokens().to_vec(),
        }
        self.stage = Stage::Composed;
        Ok(())
    }

    fn run(&mut self) -> Result<(), &'static str> {
        if self.program().tokens().is_empty() {
            return Err("there is no program yet; expected F, L, R or a loop");
        }
        self.stage = Stage::Run;
        Ok(())
    }

    /// The program and its length.
    fn named(&self) -> String {
        let program = if self.tokens.is_empty() { "no program yet".into() } else { print(&self.tokens) };
        format!("{program} ({})", plural(cost(self.tokens.iter().copied()), "token", "tokens"))
    }

    fn words(&self) -> String {
        let said = match &self.stage {
            Stage::Run => {
                let end = tally(&self.board, &self.program());
                let left = plural(end.marks.left, "square is left", "squares are left");
                match (end.complete, end.end) {
                    (true, _) => "complete".into(),
                    (_, None) => format!("it runs for ever and {left}"),
                    _ => format!("it has ended and {left}"),
                }
            }
            _ => {
                let (walk, steps) = self.walk();
                let (at, facing) = (self.board.words(walk.bunny.square), FACINGS[walk.bunny.facing].0);
                let steps = plural(steps, "step", "steps");
                let left = plural(walk.marks.left, "square left", "squares left");
                format!("after {steps} the bunny is at {at}, facing {facing}; {left}")
            }
        };
        format!("{}: {said}", self.named())
    }
}

impl Position for Game {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        if self.solved() {
            return Box::new(std::iter::empty());
        }
        let tokens = ["F", "L", "R", "LOOP{"].map(str::to_owned).into_iter();
        let counted = LISTED_COUNTS.map(|count| Token::Open(Some(count)).text());
        let composed = tokens.chain(counted).chain(["}".to_owned()]);
        let legal = |text: &String| Game::compose(&mut self.clone(), text).is_ok();
        let run = (!self.program().tokens().is_empty()).then_some(RUN);
        let step = self.step().map(|_| STEP);
        let reset = (!self.tokens.is_empty()).then_some(RESET);
        let acts = [run, step, reset].into_iter().flatten().map(str::to_owned);
        Box::new(composed.filter(legal).collect::<Vec<_>>().into_iter().chain(acts))
    }

    fn make(&mut self, text: &str) -> Result<(), IllegalMove> {
        if self.solved() {
            return Err(IllegalMove::new(text, "the board is complete; expected no move, or undo"));
        }
        match text {
            RUN => self.run().map_err(|why| IllegalMove::new(text, why)),
            STEP => {
                let (walk, steps) =
                    self.step().ok_or_else(|| IllegalMove::new(text, "the program has no next step"))?;
                self.stage = Stage::Stepped(Box::new(walk), steps);
                Ok(())
            }
            RESET if self.tokens.is_empty() => Err(IllegalMove::new(text, "there is no program to throw away")),
            RESET => {
                (self.tokens, self.stage) = (Vec::new(), Stage::Composed);
                Ok(())
            }
            _ => self.compose(text),
        }
    }

    fn status(&self) -> Status {
        let solved = self.solved();
        Status { over: solved, solved, cost: Some(self.program().cost()), words: self.words() }
    }

    fn picture(&self) -> Picture {
        match &self.stage {
            Stage::Run => self.film(Steps::Some),
            _ => picture::position(&self.board, &self.walk().0, &self.words()),
        }
    }

    fn spoken(&self) -> ::picture::Spoken {
        match &self.stage {
            Stage::Run => {
                let end = tally(&self.board, &self.program());
                super::spoken::spoken(&self.board, &end.marks, end.end)
            }
            _ => {
                let walk = self.walk().0;
                super::spoken::spoken(&self.board, &walk.marks, Some(walk.bunny))
            }
        }
    }

    fn every_hop(&self) -> Picture {
        match &self.stage {
            Stage::Run => self.film(Steps::Hops),
            _ => self.picture(),
        }
    }

    fn level(&self) -> String {
        text::print(&self.board)
    }

    fn result(&self, _: u64) -> Option<GameResult> {
        self.solved().then(|| completed(&self.program()))
    }

    /// The run of the program so far, its open loops closed, whether it was run or not.
    fn run_picture(&self) -> Picture {
        if self.program().tokens().is_empty() {
            return self.picture();
        }
        let run = Game { stage: Stage::Run, ..self.clone() };
        run.picture()
    }

    /// How the program so far ends, its open loops closed, whether it was run or not.
    fn outcome(&self) -> Option<Body> {
        let program = self.program();
        let end = tally(&self.board, &program);
        let standing = |bunny: Bunny| {
            let (row, column) = self.board.squares[bunny.square].place;
            let facing = FACINGS[bunny.facing].0.to_owned();
            RunEnd::Standing(Standing { row: from_one(row), column: from_one(column), facing })
        };
        Some(Body::BunnyRun(BunnyRun {
            complete: end.complete,
            result: Some(end.complete.then(|| completed(&program))),
            end: end.end.map(standing),
            tokens: program.cost(),
            hops: BigCount(end.hops),
            tries: BigCount(end.tries),
            left: end.marks.left as u64,
        }))
    }
}

/// The result of a program that completes the board.
fn completed(program: &Matched) -> GameResult {
    GameResult::counted(ResultKind::Won, program.cost(), Unit::Tokens)
}
