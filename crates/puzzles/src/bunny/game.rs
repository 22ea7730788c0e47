//! Composing a program token by token, running it, stepping through it.

use std::sync::Arc;

use ::picture::Picture;

use super::picture;
use super::program::{Matched, Token, cost, may_follow, parse, pieces, print};
use super::rules::{Board, FACINGS, Walk};
use super::tally::tally;
use super::text;
use crate::answer::{Body, BunnyRun, Whole};
use crate::play::{Play, Status};
use crate::problem::Illegal;

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

    /// A token put behind the others, or a whole program in their place.
    fn compose(&mut self, text: &str) -> Result<(), Illegal> {
        let refused = |fault: super::program::Fault| Illegal::new(text, fault.to_string());
        match *pieces(text).map_err(refused)?.as_slice() {
            [] => return Err(Illegal::new(text, "expected a token, a program, run, step or reset")),
            [token] => {
                may_follow(&self.tokens, token).map_err(|why| Illegal::new(text, why))?;
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

    fn words(&self) -> String {
        let program = if self.tokens.is_empty() { "no program yet".into() } else { print(&self.tokens) };
        let tokens = cost(self.tokens.iter().copied());
        let said = match &self.stage {
            Stage::Run => {
                let end = tally(&self.board, &self.program());
                let left = end.marks.left;
                match (end.complete, end.end) {
                    (true, _) => "complete".into(),
                    (_, None) => format!("it runs for ever and {left} squares are left"),
                    _ => format!("it has ended and {left} squares are left"),
                }
            }
            _ => {
                let (walk, steps) = self.walk();
                let (at, facing) = (self.board.words(walk.bunny.square), FACINGS[walk.bunny.facing].0);
                format!("after {steps} steps the bunny is at {at}, facing {facing}; {} squares left", walk.marks.left)
            }
        };
        format!("{program} ({tokens} tokens): {said}")
    }
}

impl Play for Game {
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

    fn make(&mut self, text: &str) -> Result<(), Illegal> {
        if self.solved() {
            return Err(Illegal::new(text, "the board is complete; expected no move, or undo"));
        }
        match text {
            RUN => self.run().map_err(|why| Illegal::new(text, why)),
            STEP => {
                let (walk, steps) = self.step().ok_or_else(|| Illegal::new(text, "the program has no next step"))?;
                self.stage = Stage::Stepped(Box::new(walk), steps);
                Ok(())
            }
            RESET if self.tokens.is_empty() => Err(Illegal::new(text, "there is no program to throw away")),
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
            Stage::Run => picture::trace(&self.board, &self.program(), &self.words()),
            _ => picture::position(&self.board, &self.walk().0, &self.words()),
        }
    }

    fn level(&self) -> String {
        text::print(&self.board)
    }

    /// How the program so far ends, its open loops closed, whether it was run or not.
    fn outcome(&self) -> Option<Body> {
        let program = self.program();
        let end = tally(&self.board, &program);
        Some(Body::BunnyRun(BunnyRun {
            complete: end.complete,
            tokens: program.cost(),
            hops: Whole(end.hops),
            tries: Whole(end.tries),
            left: end.marks.left as u64,
        }))
    }
}
