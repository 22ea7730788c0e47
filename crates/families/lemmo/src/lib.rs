//! Lemmo, the walker.
//!
//! A map of R floors (rows) and C columns. Row 1 is the highest floor, the last row the *first floor*. `#` is a
//! block, `.` a space, `$` a treasure box, `@` a bottomless sewer drain. Lemmo falls through a space, keeping its
//! direction; on a block it takes one step in its direction, and where that step would leave the map it turns
//! around instead. On `$` it wins, on `@` it is lost. It may start at any column of the highest floor, either
//! way: 2·C starts. Every floor but the first has a space; the first has none, and at least one `$` or `@`.
//!
//! The questions are how many starts win, where each of them ends, and which single edit lets most of them win. The
//! rows are scanned as bits: `outcomes` scans from the first floor up, `walkers` from the top down, `ladder` combines
//! both, `gains` and `edits` derive the answers; `check` repeats all of it independently, tile by tile.
//!
//! Known values: in `seed` 20 of 24 starts win, and removing the block at row 3, column 4 alone lets all of
//! them win; in `arrivals` 17 starts stand at row 2, column 5 looking left.

mod answers;
mod argument;
mod arrivals;
pub mod body;
mod canvas;
mod check;
mod digger;
mod edits;
mod gains;
mod game;
mod generate;
mod ladder;
mod lanes;
mod listing;
mod moves;
#[cfg(test)]
mod oracle;
mod outcomes;
mod pack;
mod picture;
mod reach;
mod rules;
mod spoken;
mod spread;
mod sprites;
mod sweep;
mod text;
mod walkers;

use frame::questions;
use std::sync::Arc;

use ::picture::Picture;
use engines::Context;

use body::{ARRIVALS, AT, Count, Hint, Improve, OutcomeTable, Reach, Solve};
use frame::canvas::Canvas;
use frame::claims::Claims;
use frame::collection;
use frame::family::{Collection, Family, Generator};
use frame::guide::Guide;
use frame::info::{FamilyInfo, NewLevels, NewSize, Shipped};
use frame::judge::JUDGE_FOR_ROLE;
use frame::judge::reveal::PartialHint;
use frame::linkage::{HAS_ENGINES, of_file};
use frame::options::{ALL, EXPLAIN, MOVES, REVEAL, ROLE};
use frame::position::Position;
use frame::problem::LoadError;
use frame::question::{QuestionSpec, Shape};
use frame::rows::Header;
use frame::run::Run;
use frame::solution::Exhausted;
use frame::source::Source;
use frame::status::{Role, Side};

use digger::{DIGGER, Digger};
use game::Game;

/// The family of Lemmo levels, files with the extension `.lemmo`.
#[derive(Debug)]
pub struct Lemmo;

macro_rules! shipped {
    ($name:literal, $about:literal) => {
        Shipped { name: $name, about: $about, text: include_str!(concat!("levels/", $name, ".lemmo")) }
    };
}

const INFO: FamilyInfo = FamilyInfo {
    name: "lemmo",
    extension: "lemmo",
    likeness: text::likeness,
    write_back: frame::rows::write_back,
    about: "a walker falls from floor to floor: where must it start to reach a treasure?",
    rules: "Lemmo starts at any column of the highest floor, looking left or right. On a space (.) it falls to the \
            floor below, looking the same way. On a block (#) it takes a step the way it looks; at the edge of the \
            map it turns around instead. On a treasure box ($) it wins, on a sewer drain (@) it is lost. One chooses \
            the start, or takes a block above the first floor away, so that most of the starts win. Questions: how \
            many of the starts win, and which block, taken away, lets most of them win?",
    source: "a programming contest problem about a walker called Lemmo; here with every gain, and additions too",
    questions: QUESTIONS,
    run: &RUN,
    roles: &["lemmo", DIGGER],
    sprites: &[&sprites::LEMMO],
    tokens: frame::syntax::ROWS,
    own_starter: "; title: My floors\n##.###\n##.###\n@##$#@\n",
    new_levels: Some(NewLevels {
        measure: "starts more",
        sizes: &[
            NewSize { words: "4 × 8", board: "4x8", difficulties: &[2, 4, 6] },
            NewSize { words: "6 × 12", board: "6x12", difficulties: &[4, 8, 12] },
            NewSize { words: "8 × 16", board: "8x16", difficulties: &[6, 10, 14] },
        ],
    }),
    levels: Shipped::linked(&[
        shipped!("seed", "four floors; one block taken away lets every start win"),
        shipped!("seed-worst-case", "where following each start by itself takes longest"),
        shipped!("arrivals", "how many starts ever stand at row 2, column 5, looking left?"),
        shipped!("one-floor", "the highest floor is the first floor: nothing may be changed"),
        shipped!("narrow", "two columns: Lemmo turns at both edges"),
        shipped!("turnstile", "blocks and spaces in turn: few starts ever meet"),
        shipped!("bridge", "adding a block helps more than taking one away"),
    ]),
    refusals: &[("shortcut", "a solution is one start, and Lemmo walks from there by himself")],
    ..FamilyInfo::BLANK
};

const PROOFS: &[Shape] = &[Shape::when::<OutcomeTable>(OutcomeTable::fits)];

/// That no start wins, or that the one start has not.
const LOST: &[Shape] = &[Shape::when::<Exhausted>(Exhausted::fits)];

const HINTS: &[Shape] = &[Shape::when::<PartialHint>(PartialHint::fits), Shape::of::<Hint>()];

const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new(questions::SOLVE, &[&ALL, &EXPLAIN], &[Shape::of::<Solve>()]).proven_by(PROOFS),
    QuestionSpec::new(questions::COUNT, &[&AT, &ARRIVALS], &[Shape::of::<Count>()]).proven_by(PROOFS),
    QuestionSpec::new(questions::IMPROVE, &[&ALL], &[Shape::of::<Improve>()]).proven_by(PROOFS),
    QuestionSpec::new(questions::REACH, &[], &[Shape::of::<Reach>()]).proven_by(PROOFS),
    QuestionSpec::new(questions::HINT, &[&MOVES, &ROLE, &REVEAL], HINTS).proven_by(LOST),
    JUDGE_FOR_ROLE,
];

const RUN: QuestionSpec = QuestionSpec::new(questions::RUN, &[&MOVES, &ROLE], &[Shape::of::<Run>()]);

impl Family for Lemmo {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>, _: &Context<'_>) -> Result<Arc<dyn frame::Level>, LoadError> {
        Ok(Arc::new(text::parse(&*text)?))
    }

    fn open(&self, source: Arc<dyn Source>, cx: &Context<'_>) -> Result<Box<dyn Collection>, LoadError> {
        collection::separated(&Lemmo, source, cx)
    }

    fn generator(&self) -> Option<Generator> {
        HAS_ENGINES.then_some(generate::generate)
    }
}

/// A level: the map under its comment lines.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Level {
    header: Header,
    map: rules::Map,
}

impl frame::Level for Level {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn text(&self) -> String {
        text::print(self)
    }

    fn picture(&self) -> Picture {
        picture::draw(self)
    }

    fn guide(&self) -> Guide {
        let start = "choose a start, a column and a direction, from which Lemmo comes to a treasure.";
        let goal = match self.roles().len() {
            1 => start.to_owned(),
            _ => format!("take one block away, so that Lemmo comes to a treasure from most of the starts; or {start}"),
        };
        let rules = spoken::rules(&self.map, INFO.rules);
        Guide { rules, ..Guide::new(&INFO, goal) }
    }

    /// A start may be written with a comma too, as tiles are in options: `6,left`.
    fn expand(&self, text: &str) -> Result<Option<Vec<String>>, String> {
        let start = text.split_once(',').filter(|(column, _)| !column.starts_with("remove"));
        Ok(start.map(|(column, facing)| vec![format!("{} {}", column.trim(), facing.trim())]))
    }

    /// Where a block can be taken away, and the map is small enough for every choice to be tried.
    fn roles(&self) -> &'static [&'static str] {
        if digger::digs_in(&self.map) { INFO.roles } else { &INFO.roles[..1] }
    }

    /// The digger's is the puzzle, where there is one: most starts win.
    fn sides(&self) -> Vec<Side> {
        let sides = [(DIGGER, "Take a block away"), (INFO.roles[0], "Choose a start")];
        let first = sides.len() - self.roles().len();
        sides[first..].iter().map(|&(role, words)| Side { role, words }).collect()
    }

    fn start(self: Arc<Self>, Role(role): Role, _: &Context<'_>) -> Box<dyn Position> {
        if role == DIGGER { Box::new(Digger::new(self)) } else { Box::new(Game::new(self)) }
    }

    fn canvas(&self, text: &str) -> Result<Canvas, String> {
        of_file(|| canvas::of(text))
    }

    fn claims(&self) -> Claims {
        self.header.claims()
    }
}

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
