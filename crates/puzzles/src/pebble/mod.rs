//! Pebbles on plates: Panguru, sliding tiles, and any graph with one hole.
//!
//! Rules: positions joined by moves, a pebble on every position but one, the hole. A move takes one pebble from a
//! position linked to the hole straight into the hole. Plates and pebbles have colours; solved when every pebble sits
//! on a plate of its colour. Positions count from 0; a move is named by the position of the pebble that moves, or, where
//! each pebble has a name of its own, as `slide 5`.
//!
//! Source: Panguru; the 15-puzzle (Chapman, 1880); Wilson's graph puzzles (1974). Known values: the published board
//! needs 16 moves, has 12 shortest lines and best first moves 3, 4, 10; its map has 10,216,206,000 states, the largest
//! distance is 25 (9 boards), the mean 15.516510. The 8-puzzle with the hole in a corner: 181,440 states, largest 31,
//! mean 21.97. The Petersen graph with nine different pebbles: largest 27.

mod answers;
mod check;
mod explain;
mod generate;
mod graph;
mod picture;
mod rules;
mod series;
mod shape;
mod solvable;
mod solvers;
mod spoken;
mod text;

use std::sync::Arc;

use ::picture::Picture;
use engines::Context;

use crate::answer::{Answer, BigCount};
use crate::family::{Family, FamilyInfo, GenerateOptions, Level, Shipped};
use crate::guide::Guide;
use crate::play::{Position, Role};
use crate::problem::{AskError, CheckError, Checked, LoadError};
use crate::question::{Detail, Question, QuestionKind, QuestionSpec};
use crate::source::Source;
use rules::{Game, Puzzle};

/// The family.
#[derive(Debug)]
pub struct Pebble;

const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new(QuestionKind::Solve, &[Detail::Moves, Detail::Count, Detail::All, Detail::Within]),
    QuestionSpec::new(QuestionKind::Count, &[Detail::Moves, Detail::Exactly, Detail::Matching, Detail::All]),
    QuestionSpec::new(QuestionKind::Reach, &[]),
    QuestionSpec::new(QuestionKind::Map, &[]),
    QuestionSpec::new(QuestionKind::Hint, &[Detail::Moves]),
];

const INFO: FamilyInfo = FamilyInfo {
    name: "pebble",
    extension: "pebble",
    about: "pebbles that move into a hole until each is on a plate of its colour: Panguru, sliding tiles, any graph",
    rules: "Every position but one, the hole, holds a pebble. A move takes one pebble from a position linked to the \
            hole straight into the hole; along the lines of Panguru it leaps over others. Bring every pebble onto a \
            plate of its colour, and the hole home, in as few moves as possible. Positions count from 0, and a move is \
            the position of the pebble that moves; where each pebble has a name of its own, also 'slide' and the name.",
    source: "Panguru; the 15-puzzle (1880) and its kin; graph puzzles of R. M. Wilson (1974)",
    answers: QUESTIONS,
    roles: &["player"],
    levels: &[
        Shipped { name: "easy", about: "Panguru in five moves", text: include_str!("levels/easy.pebble") },
        Shipped {
            name: "seed",
            about: "Panguru, the published board; sixteen moves",
            text: include_str!("levels/seed.pebble"),
        },
        Shipped { name: "hard", about: "Panguru in 21 moves", text: include_str!("levels/hard.pebble") },
        Shipped {
            name: "hardest",
            about: "Panguru in 25 moves: one of the nine hardest boards",
            text: include_str!("levels/hardest.pebble"),
        },
        Shipped {
            name: "eight",
            about: "the 8-puzzle at its hardest: 31 moves",
            text: include_str!("levels/eight.pebble"),
        },
        Shipped { name: "fifteen", about: "a 15-puzzle of 41 moves", text: include_str!("levels/fifteen.pebble") },
        Shipped {
            name: "fourteen-fifteen",
            about: "the 15-puzzle with 14 and 15 exchanged: impossible",
            text: include_str!("levels/fourteen-fifteen.pebble"),
        },
        Shipped {
            name: "hexagram",
            about: "six places around a seventh, on lines that pebbles leap along",
            text: include_str!("levels/hexagram.pebble"),
        },
        Shipped {
            name: "petersen",
            about: "nine different pebbles on the Petersen graph",
            text: include_str!("levels/petersen.pebble"),
        },
    ],
};

impl Family for Pebble {
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
        picture::draw(&self.0, &self.0.start)
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

    fn par(&self) -> Option<String> {
        self.0.head.par.map(|par| par.to_string())
    }
}

/// The mean distance to six decimal places, of as many states at each distance.
fn mean(distances: &[BigCount]) -> f64 {
    let states: num_bigint::BigUint = distances.iter().map(|count| &count.0).sum();
    let moves: num_bigint::BigUint = (0_u32..).zip(distances).map(|(distance, count)| &count.0 * distance).sum();
    let millionths = (moves * 2_000_000_u32 + &states) / (states * 2_u32);
    u64::try_from(millionths).unwrap_or(u64::MAX) as f64 / 1e6
}
