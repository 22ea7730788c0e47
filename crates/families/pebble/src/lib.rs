//! Pebbles on plates: Panguru, sliding tiles, and any graph with one hole.
//!
//! Rules: positions joined by moves, a pebble on every position but one, the hole. A move takes one pebble from a
//! position linked to the hole straight into the hole. Plates and pebbles have colours; solved when every pebble sits
//! on a plate of its colour. Where a colour has a plate more than pebbles, the hole ends on any plate of that colour.
//! Positions count from 0; a move is named by the position of the pebble that moves, or by
//! the pebble: `slide 5`, or `slide 5 left` on a grid. A line of moves may be the path of the hole, `0-3-4`.
//!
//! Source: Panguru; the 15-puzzle (Chapman, 1880); Wilson's graph puzzles (1974). Known values: the published board
//! needs 16 moves, has 12 shortest lines and best first moves 3, 4, 10; its map has 10,216,206,000 states, the largest
//! distance is 25 (9 boards), the mean 15.516510. The 8-puzzle with the hole in a corner: 181,440 states, largest 31,
//! mean 21.97. The Petersen graph with nine different pebbles: largest 27.

mod answers;
pub mod body;
mod canvas;
mod check;
mod detour;
mod explain;
mod game;
mod generate;
mod graph;
mod notation;
mod picture;
mod rules;
mod series;
mod shape;
mod solvable;
mod solvers;
mod spoken;
mod sprites;
mod text;

use frame::questions;
use std::sync::Arc;

use ::picture::Picture;
use engines::Context;

use body::{Count, EXACTLY, EveryHome, Exchange, Hint, MATCHING, Needed, Solution, WITHOUT};
use frame::canvas::Canvas;
use frame::claims::Claims;
use frame::collection;
use frame::family::{Collection, Family, Generator};
use frame::guide::Guide;
use frame::info::{FamilyInfo, NewLevels, NewSize, Shipped};
use frame::judge::JUDGE;
use frame::judge::reveal::PartialHint;
use frame::linkage::{HAS_ENGINES, of_file};
use frame::options::{ALL, COUNT, INTENDED, MOVES, REVEAL, WITHIN};
use frame::position::Position;
use frame::problem::LoadError;
use frame::question::{QuestionSpec, Shape};
use frame::shortcut::Intended;
use frame::solution::{Exhausted, HintUnproven, Map, Reached};
use frame::source::Source;
use frame::status::Role;
use game::Game;
use rules::Puzzle;

/// The family of pebble levels, files with the extension `.pebble`.
#[derive(Debug)]
pub struct Pebble;

const PROOFS: &[Shape] = &[Shape::when::<EveryHome>(EveryHome::fits), Shape::of::<Exchange>()];

const HINTS: &[Shape] = &[
    Shape::when::<PartialHint>(PartialHint::fits),
    Shape::when::<HintUnproven>(HintUnproven::fits),
    Shape::of::<Hint>(),
];

const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new(questions::SOLVE, &[&MOVES, &COUNT, &ALL, &WITHIN], &[Shape::of::<Solution>()]).proven_by(PROOFS),
    QuestionSpec::new(questions::COUNT, &[&MOVES, &ALL, &EXACTLY, &MATCHING], &[Shape::of::<Count>()])
        .proven_by(PROOFS),
    QuestionSpec::new(questions::REACH, &[], &[Shape::of::<Reached>()]).proven_by(PROOFS),
    QuestionSpec::new(questions::MAP, &[], &[Shape::of::<Map>()]),
    QuestionSpec::new(questions::HINT, &[&MOVES, &REVEAL], HINTS).proven_by(PROOFS),
    JUDGE,
    QuestionSpec::new(
        questions::SHORTCUT,
        &[&MOVES, &INTENDED, &WITHOUT],
        &[Shape::when::<Intended>(Intended::fits), Shape::of::<frame::solution::Solution>()],
    )
    .proven_by(&[
        Shape::when::<Needed>(Needed::fits),
        Shape::when::<Exhausted>(Exhausted::fits),
        Shape::when::<EveryHome>(EveryHome::fits),
        Shape::of::<Exchange>(),
    ]),
];

const INFO: FamilyInfo = FamilyInfo {
    name: "pebble",
    own_title: "Panguru and sliding tiles",
    extension: "pebble",
    likeness: text::likeness,
    write_back: frame::document::write_back,
    about: "pebbles that move into a hole until each is on a plate of its colour: Panguru, sliding tiles, any graph",
    rules: "Every position but one, the hole, holds a pebble. A move takes one pebble from a position linked to the \
            hole straight into the hole; along the lines of Panguru it leaps over others. Bring every pebble onto a \
            plate of its colour, and the hole home, in as few moves as possible. A move is the position of the pebble \
            that moves, counted from 0, or 'slide' and its name, such as 'slide 5'; where several pebbles beside the \
            hole have that name, on a grid also the way that it goes: 'slide 5 left'. A line of moves can be written \
            as the path of the hole: '0-3-4' moves the pebble at 3 to 0, where the hole is, and then the one at 4 to 3.",
    source: "Panguru; the 15-puzzle (1880) and its kin; graph puzzles of R. M. Wilson (1974)",
    questions: QUESTIONS,
    sprites: &[&sprites::PEBBLE, &sprites::TILE, &sprites::HOLE, &sprites::GAP_OF_TILES],
    tokens: frame::syntax::TOML,
    own_starter: "title = \"My board\"\nboard = \"grid 3x3\"\nplates = \"12345678-\"\npebbles = \"1234567-8\"\n",
    doubtful: &["fourteen-fifteen", "petersen"],
    new_levels: Some(NewLevels {
        measure: "moves",
        sizes: &[
            NewSize { words: "3 × 3", board: "grid 3x3", difficulties: &[6, 10, 14, 18, 22] },
            NewSize { words: "Panguru", board: "panguru", difficulties: &[4, 8, 12, 16] },
        ],
    }),
    levels: Shipped::linked(&[
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
            about: "the 15-puzzle with 14 and 15 exchanged: can it be put right?",
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
    ]),
    refusals: &[],
    ..FamilyInfo::BLANK
};

impl Family for Pebble {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>, cx: &Context<'_>) -> Result<Arc<dyn frame::Level>, LoadError> {
        Ok(Arc::new(Level(Arc::new(text::parse(&*text, cx)?))))
    }

    fn open(&self, source: Arc<dyn Source>, cx: &Context<'_>) -> Result<Box<dyn Collection>, LoadError> {
        collection::separated(&Pebble, source, cx)
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
        picture::draw(&self.0, &self.0.start)
    }

    fn guide(&self) -> Guide {
        spoken::guide(&self.0, &INFO)
    }

    fn start(self: Arc<Self>, _: Role, _: &Context<'_>) -> Box<dyn Position> {
        Box::new(Game::new(Arc::clone(&self.0)))
    }

    /// A path of the hole, as `0-3-4`.
    fn expand(&self, text: &str) -> Result<Option<Vec<String>>, String> {
        notation::expand(&self.0, text)
    }

    fn canvas(&self, text: &str) -> Result<Canvas, String> {
        of_file(|| canvas::of(text, &self.0))
    }

    fn claims(&self) -> Claims {
        self.0.head.claims()
    }
}

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
