//! Toggles: boards of cells that moves change; Flipper and its kin (Lights Out).
//!
//! Rules: every cell holds a value modulo a prime, mostly 2; a move adds a fixed pattern to the board. Order and
//! repetition do not matter, so that a solution is how often each move is pressed. The moves are patterns, or
//! a neighbourhood with one move a cell: `plus`, `torus`, `king`, `row+column`.
//!
//! Source: Flipper is a 3 × 3 board with nine moves; plus-shaped boards are Lights Out (Tiger Electronics,
//! 1995). Known values: Flipper's 512 positions are each reached by one set of presses; plus-shaped n × n
//! boards have nullity 0 0 0 4 2 0 0 0 8 0 6 0 0 4 0 8 2 0 16 for n = 1 … 19; on 5 × 5, 2^23 positions can be
//! solved, none needs more than 15 presses, and 7,350 need 15.

mod answers;
mod cells;
mod check;
mod coset;
mod explain;
mod generate;
mod picture;
mod rules;
mod spoken;
pub mod structured;
mod system;
mod text;

use std::sync::Arc;

use ::picture::Picture;
use engines::Context;

use crate::answer::Answer;
use crate::family::{Family, FamilyInfo, GenerateOptions, Level, Shipped};
use crate::guide::Guide;
use crate::play::{Position, Role};
use crate::problem::{AskError, CheckError, Checked, LoadError};
use crate::question::{Detail, Question, QuestionKind, QuestionSpec};
use crate::source::Source;
use rules::{Game, Puzzle};

/// The family.
#[derive(Debug)]
pub struct Toggle;

const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new(QuestionKind::Solve, &[Detail::Moves, Detail::Goal, Detail::Count, Detail::All]),
    QuestionSpec::new(QuestionKind::Reach, &[]),
    QuestionSpec::new(QuestionKind::Hint, &[Detail::Moves, Detail::Goal]),
];

const INFO: FamilyInfo = FamilyInfo {
    name: "toggle",
    extension: "toggle",
    about: "boards of cells that moves flip: Flipper, Lights Out and their kin",
    rules: "Every cell shows 0 or 1, or a digit below the modulus. A press adds its pattern to the board: it flips \
            each cell of the pattern, or raises it, from the highest value back to 0. Bring the board from the \
            start to the goal with as few presses as possible; their order does not matter.",
    source: "Flipper; Lights Out (Tiger Electronics, 1995) and its variants",
    answers: QUESTIONS,
    roles: &["player"],
    levels: &[
        Shipped {
            name: "flipper",
            about: "3 x 3, nine moves of different shapes; three presses",
            text: include_str!("levels/flipper.toggle"),
        },
        Shipped {
            name: "lights-out-5x5",
            about: "the classic board of plus shapes; eleven presses",
            text: include_str!("levels/lights-out-5x5.toggle"),
        },
        Shipped {
            name: "one-light",
            about: "5 x 5 with a single light, which cannot be put out",
            text: include_str!("levels/one-light.toggle"),
        },
        Shipped {
            name: "torus",
            about: "plus shapes on 6 x 4 that wrap around the edges",
            text: include_str!("levels/torus.toggle"),
        },
        Shipped {
            name: "king",
            about: "a press flips the cell and all eight around it",
            text: include_str!("levels/king.toggle"),
        },
        Shipped {
            name: "three-colours",
            about: "4 x 4 plus shapes modulo 3: a press may be needed twice",
            text: include_str!("levels/three-colours.toggle"),
        },
        Shipped {
            name: "crosses",
            about: "a press flips its whole row and column",
            text: include_str!("levels/crosses.toggle"),
        },
    ],
};

impl Family for Toggle {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>) -> Result<Arc<dyn Level>, LoadError> {
        Ok(Arc::new(Board(Arc::new(text::parse(&*text)?))))
    }

    fn generate(&self, wish: &GenerateOptions, cx: &Context<'_>) -> Result<String, AskError> {
        generate::generate(wish, cx)
    }
}

/// A level: games share its puzzle.
struct Board(Arc<Puzzle>);

impl Level for Board {
    fn text(&self) -> String {
        text::print(&self.0, &self.0.start)
    }

    fn picture(&self) -> Picture {
        picture::draw(&self.0, &self.0.start, &self.0.goal)
    }

    fn guide(&self, info: &FamilyInfo) -> Guide {
        spoken::guide(&self.0, info)
    }

    fn play(self: Arc<Self>, _: Role) -> Box<dyn Position> {
        Box::new(Game::new(Arc::clone(&self.0)))
    }

    fn questions(&self) -> &[QuestionSpec] {
        QUESTIONS
    }

    fn ask(&self, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
        answers::ask(&self.0, question, cx)
    }

    fn explain(&self, question: &Question, answer: &Answer) -> Picture {
        explain::explain(&self.0, question, answer)
    }

    fn check(&self, question: &Question, answer: &Answer, cx: &Context<'_>) -> Result<Checked, CheckError> {
        check::check(&self.0, question, answer, cx)
    }

    fn vectors(&self) -> Option<Vec<String>> {
        self.0.vectors()
    }

    fn par(&self) -> Option<String> {
        self.0.head.par.map(|par| par.to_string())
    }
}
