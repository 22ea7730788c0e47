//! The family: reading texts of games, and their levels.

use std::sync::Arc;

use ::picture::Picture;
use ::puzzlescript::game::Stage;
use engines::Context;

use super::claims::without_claims;
use super::game::Started;
use super::info::info;
use super::rules::Move;
use super::text::{File, MAX_BYTES};
use super::variant::Variant;
use super::{answers, canvas, controls, level, picture};
use frame::canvas::{Canvas, NamedCanvas};
use frame::claims::Claims;
use frame::controls::Controls;
use frame::edit::{Edit, LevelLines, Lines, Statement};
use frame::family::{Collection, Entry, Family, Heading, Level};
use frame::guide::Guide;
use frame::identity::bare;
use frame::info::FamilyInfo;
use frame::linkage::of_file;
use frame::options::{Options, RULE};
use frame::position::Position;
use frame::problem::{AskError, Diagnosis, LoadError};
use frame::question::QuestionSpec;
use frame::source::{self, Source};
use frame::status::Role;

/// The family of PuzzleScript games.
#[derive(Debug)]
pub struct PuzzleScript;

impl Family for PuzzleScript {
    fn info(&self) -> &'static FamilyInfo {
        info()
    }

    fn load(&self, source: Arc<dyn Source>, cx: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        let levels = Levels::read(&*source, cx)?;
        match &levels.entries[..] {
            [_] => levels.level(0, cx),
            [_, second, ..] => Err(LoadError::one(second.line, 1, "a second level", "one level")),
            [] => Err(LoadError::one(1, 1, "no level", "rows of characters below LEVELS")),
        }
    }

    fn open(&self, source: Arc<dyn Source>, cx: &Context<'_>) -> Result<Box<dyn Collection>, LoadError> {
        Ok(Box::new(Levels::read(&*source, cx)?))
    }

    fn title(&self, text: &str) -> Option<String> {
        let text = source::with_line_feeds(text);
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
    fn read(source: &dyn Source, cx: &Context<'_>) -> Result<Levels, LoadError> {
        let file = Arc::new(File::read(source::text_with_feeds(source, MAX_BYTES)?, cx)?);
        let stages: Vec<usize> = file.levels().collect();
        let entry = |&stage: &usize| {
            let (Stage::Level(::puzzlescript::game::Level { line, .. }) | Stage::Message { line, .. }) =
                &file.game.stages[stage];
            Entry { title: None, line: u64::from(*line), index: Some(stage as u64) }
        };
        Ok(Levels { entries: stages.iter().map(entry).collect(), stages, file })
    }
}

impl Collection for Levels {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn heading(&self) -> Heading {
        let prelude = &self.file.game.prelude;
        Heading { title: prelude.title.clone(), author: prelude.author.clone() }
    }

    fn level(&self, index: usize, _: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        Ok(Arc::new(Variant::of(level::Level::new(Arc::clone(&self.file), self.stages[index]))))
    }

    fn canvas(&self, index: usize) -> Result<Canvas, String> {
        of_file(|| canvas::of(&self.file, self.stages[index], self.entries[index].line))
    }

    fn pictures(&self) -> Vec<NamedCanvas> {
        of_file(|| Ok(canvas::of_objects(&self.file))).unwrap_or_default()
    }

    fn write_back(&self, bytes: &[u8], index: usize, statement: &Statement) -> Result<Edit, String> {
        Ok(of_file(|| self.file.write_back(bytes, self.stages[index], statement))?.of_level(index, 0))
    }

    fn level_lines(&self, _: &Lines<'_>) -> Result<LevelLines, String> {
        Ok(LevelLines { lines: self.file.lines_of_levels(), separator: "\n" })
    }
}

impl Level for Variant {
    fn info(&self) -> &'static FamilyInfo {
        info()
    }

    fn text(&self) -> String {
        self.level.file.alone(self.level.stage)
    }

    fn bytes(&self) -> u64 {
        (self.level.file.game.bytes() + Variant::bytes(self)) as u64
    }

    fn picture(&self) -> Picture {
        picture::draw(&self.level, &[self.level.start_board()], None, &[])
    }

    fn guide(&self) -> Guide {
        let prelude = &self.level.game.prelude;
        let mut guide = Guide { goal: picture::goal(&self.level.game), ..Guide::of(info()) };
        guide.details.extend(prelude.author.iter().map(|author| format!("By {author}.")));
        guide.details.extend(prelude.homepage.iter().map(|page| format!("Homepage: {page}")));
        guide.details.extend(self.level.file.youtube.iter().map(|video| format!("YouTube: {video}")));
        guide
    }

    fn controls(&self) -> Controls {
        controls::of(&self.level.game, &self.level.chance)
    }

    fn diagnosis(&self) -> Diagnosis {
        let (file, silence) = (&self.level.file, answers::silence(&self.level));
        Diagnosis { problems: file.problems.clone(), counts: file.counts(self.level.stage), silence }
    }

    fn questions(&self) -> &'static [QuestionSpec] {
        if answers::silence(&self.level).is_none() { self.info().questions } else { &[] }
    }

    fn claims(&self) -> Claims {
        self.level.file.claims(self.level.stage)
    }

    /// Messages between levels belong to no board.
    fn identity(&self) -> String {
        bare(&self.level.file.without_messages(self.level.stage))
    }

    fn text_of_rules(&self) -> String {
        without_claims(&self.text())
    }

    fn start(self: Arc<Self>, _: Role, cx: &Context<'_>) -> Box<dyn Position> {
        Box::new(Started::new(self, cx))
    }

    /// Inputs in letters, as `LLDURRRR`; `X` is the action, `T` a tick.
    fn expand(&self, text: &str) -> Result<Option<Vec<String>>, String> {
        if text.len() < 2 || Move::parse(text).is_some() {
            return Ok(None);
        }
        let letter = |letter: char| Move::parse(letter.encode_utf8(&mut [0; 4])).map(|step| step.name().to_owned());
        Ok(text.chars().map(letter).collect())
    }

    fn variant(&self, options: &Options) -> Result<Option<Arc<dyn Level>>, AskError> {
        let variant = options.text(&RULE).map(|rule| self.by_rule(rule)).transpose()?;
        Ok(variant.flatten().map(|variant| variant as Arc<dyn Level>))
    }
}
