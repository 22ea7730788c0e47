//! The family: reading texts of games, and their levels.

use std::sync::Arc;

use ::puzzlescript::game::Stage;
use ::puzzlescript::games::GAMES;
use engines::Context;

use super::level::{Level, Variant};
use super::text::{File, MOST_BYTES};
use crate::collection::{Collection, Entry};
use crate::family::{Family, FamilyInfo, Shipped};
use crate::options::{ALL, COUNT, MOVES, OptionSpec, ROLE, RULE, ValueKind};
use crate::problem::LoadError;
use crate::question::{QuestionKind, QuestionSpec, Shape};
use crate::run::Run;
use crate::solution::{Map, Reached};
use crate::source::{self, Source};
use crate::space;

/// The option that chooses the random numbers.
pub(super) const SEED: OptionSpec = OptionSpec::new("seed", ValueKind::Text, "SEED", "The seed of the random numbers");

const RUN: QuestionSpec = QuestionSpec::new(QuestionKind::Run, &[&MOVES, &ROLE, &RULE, &SEED], &[Shape::of::<Run>()]);

const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new(QuestionKind::Solve, &[&MOVES, &COUNT, &ALL, &RULE], space::SOLUTIONS).proven_by(space::PROOFS),
    QuestionSpec::new(QuestionKind::Count, &[&MOVES, &RULE], space::SOLUTIONS).proven_by(space::PROOFS),
    QuestionSpec::new(QuestionKind::Reach, &[&MOVES, &RULE], &[Shape::of::<Reached>()]).proven_by(space::PROOFS),
    QuestionSpec::new(QuestionKind::Map, &[&RULE], &[Shape::of::<Map>()]).proven_by(space::PROOFS),
    QuestionSpec::new(QuestionKind::Hint, &[&MOVES, &RULE], space::HINTS).proven_by(space::PROOFS),
];

static LEVELS: [Shipped; GAMES.len()] = {
    let mut levels = [Shipped { name: "", about: "", text: "" }; GAMES.len()];
    let mut at = 0;
    while at < GAMES.len() {
        levels[at] = Shipped { name: GAMES[at].name, about: GAMES[at].about, text: GAMES[at].text };
        at += 1;
    }
    levels
};

static INFO: FamilyInfo = FamilyInfo {
    name: "puzzlescript",
    extension: "puzzlescript",
    more_extensions: &["ps"],
    about: "games written in PuzzleScript: grids of objects that rules rewrite",
    rules: "Move with up, down, left and right; some games have an action. Everything else is in the rules of the game: \
            find out what they do.",
    source: "Stephen Lavelle (PuzzleScript, 2013)",
    questions: QUESTIONS,
    run: &RUN,
    levels: &LEVELS,
    ..FamilyInfo::BLANK
};

/// The description of the family.
pub(super) fn info() -> &'static FamilyInfo {
    &INFO
}

/// The family of PuzzleScript games.
#[derive(Debug)]
pub struct PuzzleScript;

impl Family for PuzzleScript {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, source: Arc<dyn Source>, cx: &Context<'_>) -> Result<Arc<dyn crate::family::Level>, LoadError> {
        let levels = Levels::read(&*source)?;
        match &levels.entries[..] {
            [_] => levels.level(0, cx),
            [_, second, ..] => Err(LoadError::one(second.line, 1, "a second level", "one level")),
            [] => Err(LoadError::one(1, 1, "no level", "rows of characters below LEVELS")),
        }
    }

    fn open(&self, source: Arc<dyn Source>, _: &Context<'_>) -> Result<Box<dyn Collection>, LoadError> {
        Ok(Box::new(Levels::read(&*source)?))
    }

    fn title(&self, text: &str) -> Option<String> {
        let line = text.lines().map(str::trim).find(|line| line.to_lowercase().starts_with("title "))?;
        Some(line[6..].trim().to_owned()).filter(|title| !title.is_empty())
    }
}

/// The levels of a file.
struct Levels {
    file: Arc<File>,
    /// The stage of each level.
    stages: Vec<usize>,
    entries: Vec<Entry>,
}

impl Levels {
    fn read(source: &dyn Source) -> Result<Levels, LoadError> {
        let file = Arc::new(File::read(source::text(source, MOST_BYTES)?)?);
        let stages: Vec<usize> = file.levels().collect();
        let entry = |&stage: &usize| match &file.game.stages[stage] {
            Stage::Level(level) => Entry { title: None, line: u64::from(level.line) },
            Stage::Message { line, .. } => Entry { title: None, line: u64::from(*line) },
        };
        Ok(Levels { entries: stages.iter().map(entry).collect(), stages, file })
    }
}

impl Collection for Levels {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn level(&self, index: usize, _: &Context<'_>) -> Result<Arc<dyn crate::family::Level>, LoadError> {
        Ok(Arc::new(Variant::of(Level::new(Arc::clone(&self.file), self.stages[index]))))
    }
}
