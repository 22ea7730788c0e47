//! Rabbit and Eel, the wall game.
//!
//! Rules: a grid of digits, the cost of moving the token into a cell, and `x`, blocked. Eel builds walls between
//! vertically adjacent cells, never so that the last row becomes unreachable; then Rabbit moves the token from the
//! top-left cell left, right or down until it is in the last row. Rabbit minimises the cost, Eel maximises it. The
//! value is the most expensive path that never enters a cell twice: Eel leaves one gap a row along it, and whatever
//! Eel builds, Rabbit's cheapest way is such a path. Under `; rule: live` (digits only) Rabbit starts anywhere in the
//! top row, and Eel decides about the edge below a cell when Rabbit first reaches it, never closing a row's last one.
//! Under `; rule: free` Eel builds any walls, as the statement says before that argument: the value is the same, and
//! the answer is proven over all sets of walls (see `check::argument`).
//!
//! Source: TopCoder, WallGameDiv2 and WallGameDiv1 (SRM 580). Known values: `042/391` 13, `090/064/232` 22,
//! `0477/3617/9494/8690` 66; live `12/34` 6.

mod answers;
mod argument;
pub mod board;
pub mod body;
mod canvas;
mod check;
mod choices;
mod free_state;
mod game;
mod generate;
mod grid;
mod lanes;
pub mod live;
mod live_state;
mod match_free;
mod match_live;
mod pages;
mod picture;
mod quoted;
mod rules;
pub mod scan;
mod sides;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
mod spoken;
mod sprites;
mod sweeps;
mod text;
mod values;
mod ways;
#[cfg(target_arch = "x86_64")]
mod x86;

use frame::questions;
use std::sync::Arc;

use ::picture::Picture;
use engines::Context;

use body::{EXPLAIN, Hint, Live, PATH, Proof, RULE, Solve, WALLS};
use frame::canvas::Canvas;
use frame::claims::Claims;
use frame::collection;
use frame::family::{Collection, Family, Generator};
use frame::guide::Guide;
use frame::info::{FamilyInfo, NewLevels, NewSize, Shipped};
use frame::judge;
use frame::judge::reveal::PartialHint;
use frame::linkage::{HAS_ENGINES, of_file};
use frame::options::{MOVES, Options, REVEAL, ROLE};
use frame::position::Position;
use frame::problem::{AskError, LoadError};
use frame::question::{QuestionSpec, Shape};
use frame::run::Run;
use frame::source::Source;
use frame::status::{self, Role};
use free_state::Free;
use grid::Grid;
use live_state::Side;
use match_live::Match;
use rules::{RULES, Rule};
use ways::Walls;

/// The family of wall-game levels, files with the extension `.wall`.
#[derive(Debug)]
pub struct Wall;

/// The role of the builder of walls.
const EEL: &str = "eel";
/// The role of Eel where one gap is left in each row, who builds wall by wall all the same: it comes to the same best
/// walls.
const BUILDER: &str = "builder";

const SOLVED: &[Shape] = &[Shape::when::<Live>(Live::fits), Shape::of::<Solve>()];

const PROOFS: &[Shape] = &[Shape::of::<Proof>()];

const HINTS: &[Shape] = &[Shape::when::<PartialHint>(PartialHint::fits), Shape::of::<Hint>()];

const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new(questions::SOLVE, &[&RULE, &PATH, &EXPLAIN], SOLVED).proven_by(PROOFS),
    QuestionSpec::new(questions::HINT, &[&MOVES, &RULE, &WALLS, &ROLE, &REVEAL], HINTS).proven_by(PROOFS),
    judge::question(&[&MOVES, &RULE, &WALLS, &ROLE]),
];

const RUN: QuestionSpec = QuestionSpec::new(questions::RUN, &[&MOVES, &RULE, &WALLS, &ROLE], &[Shape::of::<Run>()]);

/// Under the live rule no path is fixed beforehand.
const LIVE_QUESTIONS: &[QuestionSpec] =
    &[QuestionSpec::new(questions::SOLVE, &[&RULE], SOLVED).proven_by(PROOFS), QUESTIONS[1], QUESTIONS[2]];

const INFO: FamilyInfo = FamilyInfo {
    name: "wall",
    own_title: "Rabbit and Eel",
    extension: "wall",
    likeness: text::likeness,
    write_back: frame::rows::write_back,
    about: "Rabbit looks for the cheapest way down, Eel builds walls to make it dear",
    rules: "A digit is the cost of entering a cell, x is blocked. Eel builds walls below cells and leaves exactly one \
            gap between two rows, but never so that the last row cannot be reached. Then Rabbit goes from the \
            top-left cell left, right or down to the last row as cheaply as possible. With '; rule: live' Rabbit starts anywhere in the top row, and Eel decides about \
            the edge below a cell when Rabbit first reaches it, never closing the last one of a row. With '; rule: \
            free' Eel may leave several edges open between two rows, or build no walls at all.",
    source: "TopCoder, WallGameDiv2 and WallGameDiv1 (SRM 580)",
    questions: QUESTIONS,
    run: &RUN,
    roles: &["rabbit", BUILDER, EEL],
    sprites: &[&sprites::RABBIT, &sprites::EEL],
    tokens: frame::syntax::ROWS,
    own_starter: "; title: My wall\n0123\n4567\n8901\n",
    doubtful: &["cul-de-sac", "detour"],
    new_levels: Some(NewLevels {
        measure: "cost",
        sizes: &[
            NewSize { words: "4 × 4", board: "4x4", difficulties: &[] },
            NewSize { words: "5 × 6", board: "5x6", difficulties: &[] },
            NewSize { words: "8 × 8", board: "8x8", difficulties: &[] },
            NewSize { words: "5 × 5, Eel builds while Rabbit walks", board: "5x5 live", difficulties: &[] },
        ],
    }),
    levels: Shipped::linked(&[
        Shipped {
            name: "two-rows",
            about: "one wall to place: the dearer way round costs 13",
            text: include_str!("levels/two-rows.wall"),
        },
        Shipped {
            name: "detour",
            about: "blocked cells leave Eel little to choose",
            text: include_str!("levels/detour.wall"),
        },
        Shipped {
            name: "serpent",
            about: "the dearest way runs to and fro through every row",
            text: include_str!("levels/serpent.wall"),
        },
        Shipped { name: "five", about: "five rows with blocked cells", text: include_str!("levels/five.wall") },
        Shipped {
            name: "cul-de-sac",
            about: "is there a way down at all?",
            text: include_str!("levels/cul-de-sac.wall"),
        },
        Shipped {
            name: "live",
            about: "Eel decides while Rabbit walks; one start is best",
            text: include_str!("levels/live.wall"),
        },
    ]),
    refusals: &[("shortcut", "Rabbit's way is an answer to Eel's walls, and no line of moves is a solution by itself")],
    ..FamilyInfo::BLANK
};

impl Family for Wall {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>, _: &Context<'_>) -> Result<Arc<dyn frame::Level>, LoadError> {
        let grid = Arc::new(text::parse(&*text)?);
        let (rule, walls) = (grid.rule, grid.built.clone());
        Ok(Arc::new(Level { grid, rule, walls }))
    }

    fn open(&self, source: Arc<dyn Source>, cx: &Context<'_>) -> Result<Box<dyn Collection>, LoadError> {
        collection::separated(&Wall, source, cx)
    }

    fn generator(&self) -> Option<Generator> {
        HAS_ENGINES.then_some(generate::generate)
    }
}

/// A level: positions share its board.
struct Level {
    grid: Arc<Grid>,
    /// The rule to play by: the level's own, or one that a question names.
    rule: Rule,
    /// The walls that stand at the start: the level's own, or those that a question names.
    walls: Option<Walls>,
}

impl frame::Level for Level {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn text(&self) -> String {
        match self.rule == self.grid.rule && self.walls == self.grid.built {
            true => text::print(&self.grid),
            false => text::print_as(&self.grid, self.rule, self.walls.as_ref()),
        }
    }

    fn picture(&self) -> Picture {
        picture::level(&self.grid, self.walls.as_ref())
    }

    fn guide(&self) -> Guide {
        spoken::guide(self.rule, self.grid.board.first_blocked().is_some(), &INFO)
    }

    fn roles(&self) -> &'static [&'static str] {
        let builds = free_state::too_large(&self.grid.board).is_none();
        match self.rule {
            Rule::Walls if builds => INFO.roles,
            Rule::Free if !builds => &INFO.roles[..1],
            Rule::Walls | Rule::Free | Rule::Live => &["rabbit", EEL],
        }
    }

    /// Where one gap is left in each row, or Rabbit walks among the best walls, Rabbit has nothing to decide.
    fn sides(&self) -> Vec<status::Side> {
        let side = |role, words| status::Side { role, words };
        let (eel, rabbit) = (side(EEL, "Eel"), side(INFO.roles[0], "Rabbit"));
        match self.rule {
            _ if self.roles().len() == 1 => vec![rabbit],
            Rule::Free if self.walls.is_some() => vec![eel, rabbit],
            Rule::Walls if self.roles().contains(&BUILDER) => {
                vec![side(BUILDER, "Eel, wall by wall"), side(EEL, "Eel, gap by gap")]
            }
            Rule::Walls | Rule::Free => vec![eel],
            Rule::Live => vec![eel, rabbit],
        }
    }

    fn questions(&self) -> &'static [QuestionSpec] {
        match self.rule {
            Rule::Walls | Rule::Free => QUESTIONS,
            Rule::Live => LIVE_QUESTIONS,
        }
    }

    fn start(self: Arc<Self>, Role(role): Role, _: &Context<'_>) -> Box<dyn Position> {
        let grid = Arc::clone(&self.grid);
        match (self.rule, role) {
            (Rule::Walls, BUILDER) => Box::new(Free::new(grid, Side::Eel, Walls::default())),
            (Rule::Free, EEL | BUILDER) => Box::new(Free::new(grid, Side::Eel, self.walls.clone().unwrap_or_default())),
            (Rule::Free, _) if self.walls.is_some() => {
                Box::new(Free::new(grid, Side::Rabbit, self.walls.clone().unwrap_or_default()))
            }
            (Rule::Walls, EEL) => Box::new(sides::Eel::new(grid)),
            (Rule::Walls | Rule::Free, _) => Box::new(sides::Rabbit::new(grid, self.rule)),
            (Rule::Live, EEL | BUILDER) => Box::new(Match::new(grid, Side::Eel)),
            (Rule::Live, _) => Box::new(Match::new(grid, Side::Rabbit)),
        }
    }

    fn variant(&self, options: &Options) -> Result<Option<Arc<dyn frame::Level>>, AskError> {
        let named = options.text(&RULE).map(|name| rule(&self.grid, name)).transpose()?;
        let builds = options.text(&WALLS).is_some() || named == Some(Rule::Free) && options.role() == Some(EEL);
        if let Some((message, expected)) = free_state::too_large(&self.grid.board).filter(|_| builds) {
            return Err(AskError::NotOffered(format!("{message}; expected {expected}")));
        }
        let is_live = named.unwrap_or(self.rule) == Rule::Live;
        if is_live && (options.text(&WALLS).is_some() || self.walls.is_some()) {
            let where_from =
                if options.text(&WALLS).is_some() { "no option 'walls'" } else { "no line 'walls' in the level" };
            return Err(AskError::NotOffered(format!(
                "under the live rule walls are built while Rabbit walks; expected {where_from}, or the rule free"
            )));
        }
        let Some(walls) = options.text(&WALLS) else {
            let walls = |rule| self.walls.clone().filter(|_| rule == Rule::Free);
            let variant = |rule| Level { grid: Arc::clone(&self.grid), rule, walls: walls(rule) };
            return Ok(named.map(|rule| Arc::new(variant(rule)) as Arc<dyn frame::Level>));
        };
        let walls = Some(free_state::walls(&self.grid.board, walls, &Context::default())?);
        Ok(Some(Arc::new(Level { grid: Arc::clone(&self.grid), rule: Rule::Free, walls })))
    }

    fn canvas(&self, text: &str) -> Result<Canvas, String> {
        of_file(|| canvas::of(text, self.rule))
    }

    fn claims(&self) -> Claims {
        self.grid.header.claims()
    }
}

/// The rule of this name, if the board can be played by it.
fn rule(grid: &Grid, name: &str) -> Result<Rule, AskError> {
    let unknown = || AskError::NotOffered(format!("the rule '{name}' is not known; expected {RULES}"));
    let rule = Rule::named(name).ok_or_else(unknown)?;
    let blocked = if rule == Rule::Live { grid.board.first_blocked() } else { None };
    match blocked {
        None => Ok(rule),
        Some((row, column)) => Err(AskError::NotOffered(format!(
            "the live rule is for digits only, and row {}, column {} is 'x'",
            row + 1,
            column + 1
        ))),
    }
}

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
