//! Composing a program token by token, running it, stepping through it: a state and its moves.

use std::sync::Arc;

use super::program::{Action, Fault, Matched, Token, is_whole, may_follow, parse, pieces};
use super::rules::{Board, Walk};
use super::tally::{Tally, tally};
use frame::problem::IllegalMove;

/// Runs the program to its end.
pub(super) const RUN: &str = "run";
/// Makes the program's next action.
const STEP: &str = "step";
/// Throws the program away.
pub(super) const RESET: &str = "reset";

/// What stands before a whole program, which takes the place of the tokens so far.
pub(super) const WHOLE: &str = "=";

/// Counts of loops that are listed as moves; any other may be played too.
const LISTED_COUNTS: std::ops::RangeInclusive<u64> = 2..=9;

/// How far a program was run.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    /// Not at all: it is being composed.
    Composed,
    /// By this number of single steps.
    Stepped(Box<Walk>, u64),
    /// To its end.
    Run(Box<Tally>),
}

/// A program under composition, and how far it was run on its board.
#[derive(Clone, Debug)]
pub(super) struct Composition {
    board: Arc<Board>,
    tokens: Vec<Token>,
    stage: Stage,
}

impl Composition {
    /// No token yet.
    pub(super) fn new(board: Arc<Board>) -> Composition {
        Composition { board, tokens: Vec::new(), stage: Stage::Composed }
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// The tokens so far; loops may be open.
    pub(super) fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    pub(super) fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The program so far, with its loops closed.
    pub(super) fn program(&self) -> Matched {
        Matched::closing(&self.tokens)
    }

    /// Whether the board was completed.
    pub(super) fn is_solved(&self) -> bool {
        match &self.stage {
            Stage::Composed => self.board.unmarked().next().is_none(),
            Stage::Stepped(walk, _) => walk.marks.left == 0,
            Stage::Run(end) => end.complete,
        }
    }

    /// Where the bunny is after the single steps made, and their number.
    pub(super) fn walk(&self) -> (Walk, u64) {
        match &self.stage {
            Stage::Stepped(walk, steps) => (Walk::clone(walk), *steps),
            _ => (Walk::new(&self.board), 0),
        }
    }

    /// The tokens to choose from.
    pub(super) fn palette() -> impl Iterator<Item = Token> {
        let actions = Action::ALL.map(Token::Act).into_iter();
        let loops = std::iter::once(None).chain(LISTED_COUNTS.map(Some)).map(Token::Open);
        actions.chain(loops).chain([Token::Close])
    }

    /// The legal moves as text.
    pub(super) fn moves(&self) -> Vec<String> {
        if self.is_solved() {
            return Vec::new();
        }
        let appended = Composition::palette().filter(|&token| may_follow(&self.tokens, token).is_ok()).map(Token::text);
        let run = (!self.program().tokens().is_empty()).then_some(RUN);
        let step = self.stepped().map(|_| STEP);
        let reset = (!self.tokens.is_empty()).then_some(RESET);
        appended.chain([run, step, reset].into_iter().flatten().map(str::to_owned)).collect()
    }

    /// Plays a move: a token, a whole program, or one of [`RUN`], `step` and [`RESET`].
    ///
    /// # Errors
    /// A text that is no legal move here; nothing changes then.
    pub(super) fn play(&mut self, text: &str) -> Result<(), IllegalMove> {
        let refused = |why: &str| IllegalMove::new(text, why);
        if self.is_solved() {
            return Err(refused("the board is complete; expected no move, or undo"));
        }
        match text {
            RUN if self.program().tokens().is_empty() => {
                Err(refused("there is no program yet; expected F, L, R or a loop"))
            }
            RUN => {
                self.run();
                Ok(())
            }
            STEP => {
                self.stage = self.stepped().ok_or_else(|| refused("the program has no next step"))?;
                Ok(())
            }
            RESET if self.tokens.is_empty() => Err(refused("there is no program to throw away")),
            RESET => self.compose(WHOLE),
            _ => self.compose(text),
        }
    }

    /// Runs the program so far to its end, its open loops closed.
    pub(super) fn run(&mut self) {
        self.stage = Stage::Run(Box::new(tally(&self.board, &self.program())));
    }

    /// One more single step; `None` where there is none.
    fn stepped(&self) -> Option<Stage> {
        let (mut walk, steps) = self.walk();
        walk.step(&self.board, &self.program()).map(|_| Stage::Stepped(Box::new(walk), steps + 1))
    }

    /// Appends a token, or puts a whole program in the place of the tokens so far: behind [`WHOLE`] one of a single token
    /// or of none, too.
    fn compose(&mut self, text: &str) -> Result<(), IllegalMove> {
        let refused = |fault: Fault| IllegalMove::new(text, fault.to_string());
        if let Some(whole) = text.strip_prefix(WHOLE) {
            self.tokens = if whole.is_empty() { Vec::new() } else { parse(whole).map_err(refused)?.tokens().to_vec() };
            self.stage = Stage::Composed;
            return Ok(());
        }
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
}
