//! Rabbit and Eel, the wall game.
//!
//! Rules: a grid of digits, the cost of moving the token into a cell, and `x`, blocked. Eel builds walls between
//! vertically adjacent cells, never so that the last row becomes unreachable; then Rabbit moves the token from the
//! top-left cell left, right or down until it is in the last row. Rabbit minimises the cost, Eel maximises it. The
//! value is the most expensive path that never enters a cell twice: Eel leaves one gap a row along it, and whatever
//! Eel builds, Rabbit's cheapest way is such a path. Under `; rule: live` (digits only) Rabbit starts anywhere in the
//! top row, and Eel decides about the edge below a cell when Rabbit first reaches it, never closing a row's last one.
//! Under `; rule: free` Eel builds any walls, as the statement says before that argument: the value is the same, and
//! the answer is proven over all sets of walls (see [`check_argument`]).
//!
//! Source: TopCoder, WallGameDiv2 and WallGameDiv1 (SRM 580). Known values: `042/391` 13, `090/064/232` 22, `0477/3617/9494/8690` 66; live `12/34` 6.

mod answers;
mod argument;
mod argument_picture;
pub mod board;
mod check;
mod check_argument;
mod check_live;
mod choices;
mod game;
mod generate;
mod lanes;
pub mod live;
mod match_live;
mod pack;
mod pages;
mod picture;
mod quoted;
mod rules;
pub mod scan;
mod spoken;
mod sweeps;
mod text;
mod values;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::sync::Arc;

use ::picture::Picture;
use engines::Context;

use crate::answer::{Answer, Body};
use crate::family::{Family, FamilyInfo, GenerateOptions, Level, Shipped};
use crate::guide::Guide;
use crate::play::{Position, Role};
use crate::problem::{AskError, CheckError, Checked, LoadError};
use crate::question::{Detail, Question, QuestionKind, QuestionSpec};
use crate::source::Source;
use match_live::{Match, Side};
use rules::{Grid, Rule};

/// The family.
#[derive(Debug)]
pub struct Wall;

/// The role of the builder of walls.
const EEL: &str = "eel";

const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new(QuestionKind::Solve, &[Detail::Rule, Detail::Path, Detail::Explain]),
    QuestionSpec::new(QuestionKind::Hint, &[Detail::Moves, Detail::Rule, Detail::Role]),
];

/// Under the live rule no path is fixed beforehand.
const LIVE_QUESTIONS: &[QuestionSpec] = &[QuestionSpec::new(QuestionKind::Solve, &[Detail::Rule]), QUESTIONS[1]];

const INFO: FamilyInfo = FamilyInfo {
    name: "wall",
    extension: "wall",
    about: "Rabbit looks for the cheapest way down, Eel builds walls to make it dear",
    rules: "A digit is the cost of entering a cell, x is blocked. Eel builds walls below cells, but never so that the \
            last row cannot be reached. Then Rabbit goes from the top-left cell left, right or down to the last row \
            as cheaply as possible. With '; rule: live' Rabbit starts anywhere in the top row, and Eel decides about \
            the edge below a cell when Rabbit first reaches it, never closing the last one of a row. With '; rule: \
            free' Eel may leave several edges open between two rows, or build no walls at all.",
    source: "TopCoder, WallGameDiv2 and WallGameDiv1 (SRM 580)",
    answers: QUESTIONS,
    roles: &["rabbit", EEL],
    levels: &[
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
            about: "no way down: impossible, with the reached cells as the reason",
            text: include_str!("levels/cul-de-sac.wall"),
        },
        Shipped {
            name: "live",
            about: "Eel decides while Rabbit walks; one start is best",
            text: include_str!("levels/live.wall"),
        },
    ],
};

impl Family for Wall {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>) -> Result<Arc<dyn Level>, LoadError> {
        Ok(Arc::new(Ready(Arc::new(text::parse(&*text)?))))
    }

    fn generate(&self, wish: &GenerateOptions, cx: &Context<'_>) -> Result<String, AskError> {
        generate::generate(wish, cx)
    }
}

/// A level whose games share it.
struct Ready(Arc<Grid>);

impl Ready {
    /// The position that a hint is about, drawn.
    fn position(&self, question: &Question, answer: &Answer) -> Option<Picture> {
        let Some(Body::Hint(_)) = answer.body else { return None };
        let role = INFO.role(question.asked.role.as_deref()).ok()?;
        let mut play = begin(&self.0, answers::rule(&self.0, &question.asked).ok()?, role);
        answers::replay(&mut *play, &question.asked.moves).ok()?;
        Some(play.picture())
    }
}

/// A game from the start.
fn begin(grid: &Arc<Grid>, rule: Rule, role: Role) -> Box<dyn Position> {
    let grid = Arc::clone(grid);
    match (rule, role) {
        (Rule::Walls, Role(EEL)) => Box::new(game::Eel::new(grid)),
        (Rule::Walls | Rule::Free, _) => Box::new(game::Rabbit::new(grid)),
        (Rule::Live, Role(EEL)) => Box::new(Match::new(grid, Side::Eel)),
        (Rule::Live, _) => Box::new(Match::new(grid, Side::Rabbit)),
    }
}

impl Level for Ready {
    fn text(&self) -> String {
        text::print(&self.0)
    }

    fn picture(&self) -> Picture {
        picture::level(&self.0)
    }

    fn guide(&self, info: &FamilyInfo) -> Guide {
        spoken::guide(self.0.rule, info)
    }

    fn roles(&self, info: &FamilyInfo) -> &'static [&'static str] {
        if self.0.rule == Rule::Free { &info.roles[..1] } else { info.roles }
    }

    fn play(self: Arc<Self>, role: Role) -> Box<dyn Position> {
        begin(&self.0, self.0.rule, role)
    }

    fn questions(&self) -> &[QuestionSpec] {
        match self.0.rule {
            Rule::Walls | Rule::Free => QUESTIONS,
            Rule::Live => LIVE_QUESTIONS,
        }
    }

    fn ask(&self, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
        answers::ask(&self.0, question, cx)
    }

    fn explain(&self, question: &Question, answer: &Answer) -> Picture {
        self.position(question, answer).unwrap_or_else(|| picture::answer(&self.0, answer))
    }

    fn check(&self, question: &Question, answer: &Answer, cx: &Context<'_>) -> Result<Checked, CheckError> {
        check::check(&self.0, question, answer, cx)
    }

    fn par(&self) -> Option<String> {
        self.0.header.get("par").map(str::to_owned)
    }
}
