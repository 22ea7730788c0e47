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
pub mod body;
mod canvas;
mod cells;
mod check;
mod coset;
mod depths;
mod elimination;
mod explain;
mod game;
mod generate;
mod picture;
mod rules;
mod spoken;
pub mod structured;
mod system;
mod text;

use frame::questions;
use std::sync::Arc;

use ::picture::Picture;
use engines::Context;

use body::{EXPLAIN, GOAL, Hint, Parity, Reach, START, Solve};
use frame::canvas::Canvas;
use frame::claims::Claims;
use frame::collection;
use frame::family::{Collection, Family, Generator};
use frame::guide::Guide;
use frame::info::{FamilyInfo, NewLevels, NewSize, Shipped};
use frame::judge;
use frame::judge::reveal::PartialHint;
use frame::linkage::{HAS_ENGINES, of_file};
use frame::options::{ALL, COUNT, INTENDED, MOVES, REVEAL};
use frame::position::Position;
use frame::problem::LoadError;
use frame::question::{QuestionSpec, Shape};
use frame::shortcut::Intended;
use frame::solution::Map;
use frame::source::Source;
use frame::status::Role;
use frame::typed_boards::{TypedBoards, Vectors};
use game::Game;
use rules::Puzzle;

/// The family of toggle levels, files with the extension `.toggle`.
#[derive(Debug)]
pub struct Toggle;

const PROOFS: &[Shape] = &[Shape::when::<Parity>(Parity::fits)];

const HINTS: &[Shape] = &[Shape::when::<PartialHint>(PartialHint::fits), Shape::of::<Hint>()];

const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new(questions::SOLVE, &[&MOVES, &START, &GOAL, &COUNT, &ALL], &[Shape::of::<Solve>()])
        .proven_by(PROOFS),
    QuestionSpec::new(questions::REACH, &[&EXPLAIN], &[Shape::of::<Reach>()]),
    QuestionSpec::new(questions::MAP, &[], &[Shape::of::<Map>()]),
    QuestionSpec::new(questions::HINT, &[&MOVES, &START, &GOAL, &REVEAL], HINTS).proven_by(PROOFS),
    judge::question(&[&MOVES, &START, &GOAL]),
    QuestionSpec::new(questions::SHORTCUT, &[&MOVES, &INTENDED], &[Shape::of::<Intended>()]),
];

const INFO: FamilyInfo = FamilyInfo {
    name: "toggle",
    own_title: "Lights and other toggles",
    extension: "toggle",
    likeness: text::likeness,
    write_back: frame::document::write_back,
    about: "boards of cells that moves flip: Flipper, Lights Out and their kin",
    rules: "Every cell shows 0 or 1, or a digit below the modulus. A press adds its pattern to the board: it flips \
            each cell of the pattern, or raises it, from the highest value back to 0. Bring the board from the \
            start to the goal with as few presses as possible; their order does not matter.",
    source: "Flipper; Lights Out (Tiger Electronics, 1995) and its variants",
    questions: QUESTIONS,
    tokens: frame::syntax::TOML,
    own_starter: "title = \"My board\"\nboard = \"3x3\"\nmoves = \"plus\"\nstart = \"010111010\"\n",
    doubtful: &["one-light", "king", "three-colours"],
    new_levels: Some(NewLevels {
        measure: "presses",
        sizes: &[
            NewSize { words: "3 × 3", board: "3x3", difficulties: &[2, 3, 4, 5] },
            NewSize { words: "4 × 4", board: "4x4", difficulties: &[3, 4, 5, 6] },
            NewSize { words: "5 × 5", board: "5x5", difficulties: &[4, 6, 8, 10] },
            NewSize {
                words: "3 × 3, every press of a pattern of its own",
                board: "3x3 9 patterns",
                difficulties: &[2, 3, 4],
            },
            NewSize { words: "5 × 5, a press flips all around it", board: "5x5 king", difficulties: &[3, 5, 7] },
            NewSize { words: "4 × 4, three colours", board: "4x4 modulo 3", difficulties: &[4, 6, 8] },
        ],
    }),
    levels: Shipped::linked(&[
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
            about: "5 x 5 with a single light: can it be put out?",
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
            about: "4 x 4 plus shapes modulo 3",
            text: include_str!("levels/three-colours.toggle"),
        },
        Shipped {
            name: "crosses",
            about: "a press flips its whole row and column",
            text: include_str!("levels/crosses.toggle"),
        },
    ]),
    refusals: &[("without", "a press changes cells, and no piece enters any")],
    ..FamilyInfo::BLANK
};

impl Family for Toggle {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>, cx: &Context<'_>) -> Result<Arc<dyn frame::Level>, LoadError> {
        Ok(Arc::new(Level(Arc::new(text::parse(&*text, cx)?))))
    }

    fn open(&self, source: Arc<dyn Source>, cx: &Context<'_>) -> Result<Box<dyn Collection>, LoadError> {
        collection::separated(&Toggle, source, cx)
    }

    fn generator(&self) -> Option<Generator> {
        HAS_ENGINES.then_some(generate::generate)
    }
}

/// A level: positions share its puzzle.
struct Level(Arc<Puzzle>);

impl frame::Level for Level {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn text(&self) -> String {
        text::print(&self.0, &self.0.start)
    }

    fn picture(&self) -> Picture {
        picture::draw(&self.0, &self.0.start, &self.0.goal)
    }

    fn guide(&self) -> Guide {
        spoken::guide(&self.0, &INFO)
    }

    fn start(self: Arc<Self>, _: Role, _: &Context<'_>) -> Box<dyn Position> {
        Box::new(Game::new(Arc::clone(&self.0)))
    }

    fn typed_boards(&self) -> Option<&dyn TypedBoards> {
        Some(self)
    }

    fn canvas(&self, text: &str) -> Result<Canvas, String> {
        of_file(|| canvas::of(text, &self.0))
    }

    fn claims(&self) -> Claims {
        self.0.head.claims()
    }
}

impl TypedBoards for Level {
    fn text_at(&self, board: &str) -> Result<String, String> {
        Ok(text::print_bare(&self.0, &text::board(&self.0, "start", board)?))
    }

    fn vectors(&self) -> Option<Vectors> {
        self.0.vectors()
    }
}

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
