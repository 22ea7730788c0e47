//! One level of a game.

use std::sync::{Arc, OnceLock};

use ::picture::Picture;
use ::puzzlescript::board::Board;
use ::puzzlescript::game::{Game, Stage};
use ::puzzlescript::session::{EngineKind, Ruleset};
use engines::Context;

use super::chance::Chance;
use super::family::{self, SEED};
use super::game::Started;
use super::playing::Settings;
use super::rules::{BoardRules, Failure, Move, State};
use super::text::File;
use super::{answers, picture};
use crate::family::FamilyInfo;
use crate::guide::Guide;
use crate::options::{Options, RULE};
use crate::position::{Position, Role};
use crate::problem::AskError;
use crate::question::QuestionSpec;
use crate::space::MoveCache;

/// The seed of a game for which none is chosen.
const USUAL_SEED: &str = "menagerie";

/// A level of a game.
pub(super) struct Level {
    pub(super) file: Arc<File>,
    /// The game with this level as its only stage.
    pub(super) game: Arc<Game>,
    /// The index of the level, messages counted.
    pub(super) stage: usize,
    pub(super) chance: Chance,
}

impl Level {
    pub(super) fn new(file: Arc<File>, stage: usize) -> Level {
        let mut game = file.game.clone();
        game.stages = vec![file.game.stages[stage].clone()];
        Level { chance: Chance::of(&game), game: Arc::new(game), file, stage }
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> (usize, usize) {
        match &self.game.stages[0] {
            Stage::Level(level) => (level.width, level.height),
            Stage::Message { .. } => (0, 0),
        }
    }

    pub(super) fn title(&self) -> &str {
        self.game.prelude.title.as_deref().unwrap_or("PuzzleScript")
    }

    /// The text of the game with this board as its only level, or the text of the level if the board cannot be written.
    pub(super) fn text_of(&self, board: &Board) -> String {
        match self.file.rows_of(board) {
            Some(rows) => self.file.with_rows(self.stage, &rows),
            None => self.file.alone(self.stage),
        }
    }

    fn start_board(&self) -> Board {
        match &self.game.stages[0] {
            Stage::Level(level) => Board::new(&self.game, level),
            Stage::Message { .. } => Board::default(),
        }
    }
}

/// A level as it is played: by these rules, with this seed.
pub(super) struct Variant {
    pub(super) level: Arc<Level>,
    pub(super) settings: Settings,
    /// The rules for questions, once one was asked.
    rules: OnceLock<Result<Arc<BoardRules>, Failure>>,
    /// The level by the rule of the tests, once a question asked for it.
    tests: OnceLock<Arc<Variant>>,
    /// What the checker found out before about the level.
    pub(super) checked: Arc<MoveCache<State>>,
}

impl Variant {
    pub(super) fn of(level: Level) -> Variant {
        let (engine, ruleset) = (EngineKind::Planes, Ruleset::Play);
        Variant::with(Arc::new(level), Settings { engine, ruleset, seed: USUAL_SEED.to_owned() })
    }

    fn with(level: Arc<Level>, settings: Settings) -> Variant {
        Variant { level, settings, rules: OnceLock::new(), tests: OnceLock::new(), checked: Arc::default() }
    }

    /// The boards of the level as a state space.
    pub(super) fn rules(&self) -> Result<&Arc<BoardRules>, Failure> {
        let make = || BoardRules::new(Arc::clone(&self.level), self.settings.clone()).map(Arc::new);
        self.rules.get_or_init(make).as_ref().map_err(|failure| *failure)
    }
}

impl crate::family::Level for Variant {
    fn info(&self) -> &'static FamilyInfo {
        family::info()
    }

    fn text(&self) -> String {
        self.level.file.alone(self.level.stage)
    }

    fn picture(&self) -> Picture {
        picture::draw(&self.level, &[self.level.start_board()], &[])
    }

    fn guide(&self) -> Guide {
        let prelude = &self.level.game.prelude;
        let mut guide = Guide { goal: picture::goal(&self.level.game), ..Guide::of(family::info()) };
        let (before, behind) = self.level.file.messages(self.level.stage);
        guide.details.extend(prelude.author.iter().map(|author| format!("By {author}.")));
        guide.details.extend(prelude.homepage.iter().map(|page| format!("Homepage: {page}")));
        guide.details.extend(before.into_iter().chain(behind).map(|text| format!("Message: {text}")));
        guide
    }

    fn questions(&self) -> &'static [QuestionSpec] {
        if self.silence().is_none() { self.info().questions } else { &[] }
    }

    fn silence(&self) -> Option<String> {
        answers::silence(&self.level.game, &self.level.chance)
    }

    fn start(self: Arc<Self>, _: Role, _: &Context<'_>) -> Box<dyn Position> {
        Box::new(Started::new(self))
    }

    /// Inputs in letters, as `LLDURRRR`; `X` is the action, `T` a tick.
    fn expand(&self, text: &str) -> Result<Option<Vec<String>>, String> {
        if text.len() < 2 || Move::parse(text).is_some() {
            return Ok(None);
        }
        let letter = |letter: char| Move::parse(letter.encode_utf8(&mut [0; 4])).map(|step| step.name().to_owned());
        Ok(text.chars().map(letter).collect())
    }

    fn variant(&self, options: &Options) -> Result<Option<Arc<dyn crate::family::Level>>, AskError> {
        let (rule, seed) = (options.text(&RULE), options.text(&SEED));
        let ruleset = match rule {
            None | Some("play") => Ruleset::Play,
            Some("tests") => Ruleset::Tests,
            Some(other) => return Err(unknown_rule(other)),
        };
        let seed = seed.unwrap_or(&self.settings.seed);
        if (ruleset, seed) == (self.settings.ruleset, &self.settings.seed) {
            return Ok(None);
        }
        let settings = Settings { ruleset, seed: seed.to_owned(), ..self.settings.clone() };
        let is_usual = seed == self.settings.seed;
        let make = || Arc::new(Variant::with(Arc::clone(&self.level), settings));
        let variant = if is_usual { Arc::clone(self.tests.get_or_init(make)) } else { make() };
        Ok(Some(variant))
    }
}

fn unknown_rule(name: &str) -> AskError {
    let tests = "tests (a message does nothing, as in the tests of PuzzleScript)";
    AskError::NotOffered(format!("the rule '{name}' is not known; expected play or {tests}"))
}
