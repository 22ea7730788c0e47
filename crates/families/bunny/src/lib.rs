//! Bunny: the shortest program with loops that marks every square.
//!
//! Rules: a board of squares; `S` is the start, already marked, `#` unmarked, `O` marked, a blank is void. The bunny
//! faces east at the start. `F` hops forward (into the void: nothing happens), `L` and `R` turn, `LOOP(n){…}` repeats
//! n times (0 times too), `LOOP{…}` forever. Each `F`, `L`, `R` and each loop costs one token. A square is marked
//! once the bunny is on it; the board is complete at the moment all squares are marked, even in the middle of the
//! program.
//!
//! Source: a programming contest over twelve boards with a minute for each; the best total published was 67 tokens.
//! Known values: the shortest programs of the twelve boards have 2, 4, 4, 5, 5, 4, 7, 7, 6, 6, 6 and 8 tokens, 64 in
//! all, each proven for all loop counts.

mod answers;
pub mod body;
mod canvas;
mod check;
mod composition;
mod game;
mod generate;
mod lengths;
mod near;
mod picture;
mod program;
mod recounted;
mod rules;
mod spoken;
mod sprites;
mod tally;
mod text;

use frame::questions;
use std::sync::Arc;

use ::picture::Picture;
use engines::Context;

use answers::KnownPrograms;
use body::{Hint, Run, Solve, Squares};
use frame::canvas::Canvas;
use frame::claims::Claims;
use frame::collection;
use frame::family::{Collection, Family, Generator};
use frame::guide::Guide;
use frame::info::{Contest, FamilyInfo, NewLevels, NewSize, Shipped, ShippedSet};
use frame::judge::JUDGE;
use frame::judge::reveal::PartialHint;
use frame::linkage::{HAS_ENGINES, of_file};
use frame::options::{ALL, MOVES, REVEAL, ROLE};
use frame::position::Position;
use frame::problem::LoadError;
use frame::question::{QuestionSpec, Shape};
use frame::source::Source;
use frame::status::Role;
use game::Game;
use rules::Board;

/// The family of Bunny levels, files with the extension `.bunny`.
#[derive(Debug)]
pub struct Bunny;

const PROOFS: &[Shape] = &[Shape::when::<Squares>(Squares::fits)];

const HINTS: &[Shape] = &[Shape::when::<PartialHint>(PartialHint::fits), Shape::of::<Hint>()];

const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new(questions::SOLVE, &[&ALL], &[Shape::of::<Solve>()]).proven_by(PROOFS),
    QuestionSpec::new(questions::HINT, &[&MOVES, &REVEAL], HINTS).proven_by(PROOFS),
    JUDGE,
];

/// The form of a run: a level text cannot say where a program has led.
const RUN: QuestionSpec = QuestionSpec::new(questions::RUN, &[&MOVES, &ROLE], &[Shape::of::<Run>()]);

const INFO: FamilyInfo = FamilyInfo {
    name: "bunny",
    own_title: "The bunny",
    extension: "bunny",
    likeness: text::likeness,
    write_back: frame::rows::write_back,
    about: "write the shortest program with loops that takes a bunny over every square",
    rules: "The bunny begins on its square (S) and faces east. F hops forward (into the void: nothing happens), L and R turn, \
            LOOP(n){...} repeats n times, LOOP{...} for ever. Each F, L, R and each loop costs one token. A square \
            is marked once the bunny is on it; some squares (O) are marked already. Mark every square with as few tokens \
            as possible. Moves compose a program token by token, or give one whole; then run, step or reset.",
    source: "a programming contest over twelve boards, scored by tokens with a minute a board",
    questions: QUESTIONS,
    run: &RUN,
    roles: &["bunny"],
    sprites: &[&sprites::BUNNY],
    tokens: frame::syntax::ROWS,
    own_starter: "; title: My board\nS###\n#  #\n####\n",
    new_levels: Some(NewLevels {
        measure: "tokens",
        sizes: &[
            NewSize { words: "a maze", board: "12x12 maze", difficulties: &[3, 4, 5, 6] },
            NewSize { words: "a lattice", board: "12x12 lattice", difficulties: &[4, 5, 6] },
            NewSize { words: "a trail", board: "12x12 trail", difficulties: &[4, 5, 6] },
        ],
    }),
    levels: Shipped::linked(&[
        Shipped { name: "bunny-01", about: "a straight run: 2 tokens", text: include_str!("levels/bunny-01.bunny") },
        Shipped { name: "bunny-02", about: "a corner: 4 tokens", text: include_str!("levels/bunny-02.bunny") },
        Shipped { name: "bunny-03", about: "a ring: 4 tokens", text: include_str!("levels/bunny-03.bunny") },
        Shipped {
            name: "bunny-04",
            about: "two rings that touch in the middle: 5 tokens",
            text: include_str!("levels/bunny-04.bunny"),
        },
        Shipped {
            name: "bunny-05",
            about: "four rings around the start: 5 tokens",
            text: include_str!("levels/bunny-05.bunny"),
        },
        Shipped {
            name: "bunny-06",
            about: "eight squares of the middle are marked already: 4 tokens",
            text: include_str!("levels/bunny-06.bunny"),
        },
        Shipped {
            name: "bunny-07",
            about: "a field of twelve by twelve: 7 tokens",
            text: include_str!("levels/bunny-07.bunny"),
        },
        Shipped {
            name: "bunny-08",
            about: "a lattice of corridors: 7 tokens",
            text: include_str!("levels/bunny-08.bunny"),
        },
        Shipped {
            name: "bunny-09",
            about: "a field with holes: 6 tokens",
            text: include_str!("levels/bunny-09.bunny"),
        },
        Shipped {
            name: "bunny-10",
            about: "a field with larger holes: 6 tokens",
            text: include_str!("levels/bunny-10.bunny"),
        },
        Shipped { name: "bunny-11", about: "crooked corridors: 6 tokens", text: include_str!("levels/bunny-11.bunny") },
        Shipped {
            name: "bunny-12",
            about: "the hardest of the twelve: 8 tokens",
            text: include_str!("levels/bunny-12.bunny"),
        },
        Shipped { name: "burrow", about: "a first corner: 3 tokens", text: include_str!("levels/burrow.bunny") },
        Shipped { name: "hook", about: "a short crooked way: 5 tokens", text: include_str!("levels/hook.bunny") },
        Shipped { name: "meadow", about: "a small field: 6 tokens", text: include_str!("levels/meadow.bunny") },
        Shipped { name: "gate", about: "a ring with a nook: 7 tokens", text: include_str!("levels/gate.bunny") },
        Shipped {
            name: "windows",
            about: "rooms around windows: 8 tokens",
            text: include_str!("levels/windows.bunny"),
        },
        Shipped { name: "warren", about: "crooked tunnels: 9 tokens", text: include_str!("levels/warren.bunny") },
    ]),
    refusals: &[(
        "shortcut",
        "a solution is one program: 'run' counts the tokens of yours, and 'solve' proves how many suffice",
    )],
    ..FamilyInfo::BLANK
};

/// The boards of the contest.
const CONTEST: ShippedSet = ShippedSet {
    name: "contest",
    about: "the twelve boards of the contest, bunny-01 to bunny-12, as one file",
    levels: &[
        "bunny-01", "bunny-02", "bunny-03", "bunny-04", "bunny-05", "bunny-06", "bunny-07", "bunny-08", "bunny-09",
        "bunny-10", "bunny-11", "bunny-12",
    ],
};

impl Family for Bunny {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>, _: &Context<'_>) -> Result<Arc<dyn frame::Level>, LoadError> {
        let board = Arc::new(text::parse(&*text)?);
        Ok(Arc::new(Level { board, known: Arc::default() }))
    }

    fn open(&self, source: Arc<dyn Source>, cx: &Context<'_>) -> Result<Box<dyn Collection>, LoadError> {
        collection::separated(&Bunny, source, cx)
    }

    fn sets(&self) -> &'static [ShippedSet] {
        &[CONTEST]
    }

    fn generator(&self) -> Option<Generator> {
        HAS_ENGINES.then_some(generate::generate)
    }
}

/// A level: positions share its board, and its shortest programs once they are known.
struct Level {
    board: Arc<Board>,
    known: Arc<KnownPrograms>,
}

impl frame::Level for Level {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn text(&self) -> String {
        text::print(&self.board)
    }

    fn picture(&self) -> Picture {
        picture::level(&self.board)
    }

    fn guide(&self) -> Guide {
        spoken::guide(&self.board, &INFO)
    }

    fn start(self: Arc<Self>, _: Role, _: &Context<'_>) -> Box<dyn Position> {
        Box::new(Game::new(Arc::clone(&self.board), Arc::clone(&self.known)))
    }

    fn contest(&self) -> Option<Contest> {
        let size = self.board.squares.len() as u64;
        Some(Contest { unit: "tokens", seconds: 60, size, measure: "squares", forfeit: 5 * size })
    }

    fn canvas(&self, text: &str) -> Result<Canvas, String> {
        of_file(|| canvas::of(text))
    }

    fn claims(&self) -> Claims {
        self.board.header.claims()
    }
}

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
