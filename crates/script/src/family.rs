//! The family: its card, its shipped scripts, its templates.

use std::sync::Arc;

use ::picture::Picture;
use engines::Context;
use puzzles::{
    Answer, AskError, CheckError, Checked, Detail, Family, FamilyInfo, Guide, Level, LoadError, Position, Question,
    QuestionKind, QuestionSpec, Role,
};
use puzzles::{GenerateOptions, Shipped, Source};

use crate::game::{Game, ROLES};
use crate::rules::{Definition, Puzzle, until};
use crate::{answers, check, picture, text};

/// The family.
#[derive(Debug)]
pub struct Script;

/// The family's name.
pub(crate) const NAME: &str = "script";

/// Bytes that each machine of a script may hold: one's own, and a stranger's.
const MEMORY: usize = 16 << 20;
const CONFINED_MEMORY: usize = 8 << 20;

/// What a puzzle for one answers; on the card for games for two as well, so it knows their roles.
const ONE: &[QuestionSpec] = &[
    QuestionSpec::new(QuestionKind::Solve, &[Detail::Moves, Detail::Role, Detail::Count, Detail::All]),
    QuestionSpec::new(QuestionKind::Count, &[Detail::Moves]),
    QuestionSpec::new(QuestionKind::Reach, &[Detail::Moves]),
    QuestionSpec::new(QuestionKind::Map, &[]),
    QuestionSpec::new(QuestionKind::Hint, &[Detail::Moves, Detail::Role]),
];
/// What a game for two answers.
const TWO: &[QuestionSpec] = &[
    QuestionSpec::new(QuestionKind::Solve, &[Detail::Moves, Detail::Role]),
    QuestionSpec::new(QuestionKind::Hint, &[Detail::Moves, Detail::Role]),
];

/// The role of this name.
pub(crate) fn role(name: Option<&str>) -> Result<Role, AskError> {
    INFO.role(name)
}

/// The script that a new puzzle starts from where no template is named.
const BLANK: &str = include_str!("levels/blank.luau");

const INFO: FamilyInfo = FamilyInfo {
    name: NAME,
    extension: "luau",
    about: "your own puzzle: twenty lines of Luau give the rules, everything else is there",
    rules: "The script says. It returns a table: name, start (a state), moves(state) with a name and a new state each, \
            solved(state); for two players, outcome(state) where the last to move does not simply win.",
    source: "yours",
    answers: ONE,
    roles: ROLES,
    levels: &[
        Shipped {
            name: "wolf-goat-cabbage",
            about: "a man, a boat and three that eat each other; seven crossings",
            text: include_str!("levels/wolf-goat-cabbage.luau"),
        },
        Shipped {
            name: "jugs",
            about: "four litres with jugs of three and five; six moves",
            text: include_str!("levels/jugs.luau"),
        },
        Shipped {
            name: "sokoban",
            about: "the first of Microban; 33 steps",
            text: include_str!("levels/sokoban.luau"),
        },
        Shipped {
            name: "peg-solitaire",
            about: "the Latin cross on the English board; five jumps",
            text: include_str!("levels/peg-solitaire.luau"),
        },
        Shipped { name: "hanoi", about: "five disks; 31 moves", text: include_str!("levels/hanoi.luau") },
        Shipped { name: "nim", about: "a game for two: heaps of 3, 4 and 5", text: include_str!("levels/nim.luau") },
    ],
};

impl Family for Script {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>) -> Result<Arc<dyn Level>, LoadError> {
        self.load_within(text, &Context::default())
    }

    fn load_within(&self, text: Arc<dyn Source>, cx: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        Ok(Arc::new(Loaded(text::parse(&*text, MEMORY, until(cx))?)))
    }

    fn confined(&self) -> Option<&'static dyn Family> {
        Some(&Confined)
    }

    /// The text of a template: a shipped script, or `blank`.
    fn generate(&self, wish: &GenerateOptions, _: &Context<'_>) -> Result<String, AskError> {
        if wish.board.is_some() || wish.difficulty.is_some() {
            return Err(AskError::NotOffered("a script has no board and no difficulty; expected a template".into()));
        }
        let name = wish.template.as_deref().unwrap_or("blank");
        let shipped = INFO.levels.iter().map(|level| (level.name, level.text)).chain([("blank", BLANK)]);
        shipped.clone().find(|(known, _)| *known == name).map(|(_, text)| text.to_owned()).ok_or_else(|| {
            let names: Vec<&str> = shipped.map(|(known, _)| known).collect();
            AskError::NotOffered(format!("there is no template '{name}'; expected {}", names.join(", ")))
        })
    }
}

/// The same family for scripts of strangers.
#[derive(Debug)]
struct Confined;

impl Family for Confined {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>) -> Result<Arc<dyn Level>, LoadError> {
        self.load_within(text, &Context::default())
    }

    fn load_within(&self, text: Arc<dyn Source>, cx: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        Ok(Arc::new(Loaded(text::parse(&*text, CONFINED_MEMORY, until(cx))?)))
    }

    fn confined(&self) -> Option<&'static dyn Family> {
        Some(&Confined)
    }
}

/// A script ready to be asked.
struct Loaded(Puzzle);

impl Level for Loaded {
    fn text(&self) -> String {
        self.0.source.clone()
    }

    fn picture(&self) -> Picture {
        picture::draw(&self.0, &self.0.definition.start)
    }

    fn guide(&self, _: &FamilyInfo) -> Guide {
        let Definition { goal, rules, .. } = &self.0.definition;
        let rules = rules.clone().unwrap_or_else(|| "This script does not say its rules in words.".into());
        Guide { goal: goal.clone(), rules, details: Vec::new() }
    }

    fn roles(&self, _: &FamilyInfo) -> &'static [&'static str] {
        if self.0.definition.two_players { ROLES } else { &ROLES[..1] }
    }

    fn play(self: Arc<Self>, role: Role) -> Box<dyn Position> {
        Box::new(Game::new(self.0.unhurried(), role))
    }

    fn play_within(self: Arc<Self>, role: Role, cx: &Context<'_>) -> Box<dyn Position> {
        Box::new(Game::new(self.0.within(cx), role))
    }

    fn questions(&self) -> &[QuestionSpec] {
        if self.0.definition.two_players { TWO } else { ONE }
    }

    fn ask(&self, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
        answers::ask(&self.0.within(cx), question, cx)
    }

    fn explain(&self, question: &Question, answer: &Answer) -> Picture {
        picture::explain(&Arc::new(self.0.clone()), question, answer)
    }

    fn check(&self, question: &Question, answer: &Answer, cx: &Context<'_>) -> Result<Checked, CheckError> {
        check::check(&self.0.within(cx), question, answer, cx)
    }

    fn par(&self) -> Option<String> {
        self.0.definition.par.map(|par| par.to_string())
    }
}
