//! The text of a game: its levels and messages, and the text that holds one of the levels alone.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use ::puzzlescript::board::Board;
use ::puzzlescript::compiler::{
    self, CompileLimits, DialectNote, ObjectSource, Parsed, Remark, Severity, StageSource, Stopped,
    compile_without_presentation,
};
use ::puzzlescript::game::{Game, ObjectSet, Stage};
use engines::{Context, Halt};

use super::chance::Chance;
use super::claims;
use super::effort::{Effort, Limits};
use frame::claims::Claims;
use frame::edit::{Edit, Statement};
use frame::problem::{self, LoadError, MAX_PROBLEMS, Problem, ProblemCounts};

/// The maximum number of bytes of a text.
pub(super) const MAX_BYTES: u64 = 4 << 20;

/// A compiled text.
#[derive(Debug)]
pub(super) struct File {
    text: String,
    /// The text before the heading LEVELS.
    head: usize,
    stages: Vec<StageSource>,
    /// What the author claims of each stage, in comments above it.
    claims: Vec<Claims>,
    /// The objects as the text declares them, with their names.
    pub(super) objects: Vec<(String, ObjectSource)>,
    /// The value of `youtube` as the author wrote it.
    pub(super) youtube: Option<String>,
    pub(super) game: Game,
    pub(super) chance: Chance,
    /// What the compiler says about a text that gives a game all the same.
    pub(super) problems: Vec<Problem>,
    /// The first feature of another dialect that changes play.
    pub(super) dialect: Option<DialectNote>,
}

impl File {
    /// Compiles a text.
    ///
    /// # Errors
    /// Every problem of a text that gives no game, a game that the reference does not start, or one without levels; the
    /// limit that was reached.
    pub(super) fn read(text: String, cx: &Context<'_>) -> Result<File, LoadError> {
        cx.spend(0)?;
        let (own, limits) = (CompileLimits::default(), Limits::of(cx));
        let allowed = cx.budget().bytes.map_or(own.clone(), |bytes| own.clone().within(bytes));
        let compiled = compile_without_presentation(&text, &allowed, &limits.interrupt());
        match compiled.stopped {
            Some(Stopped::Interrupted) => return Err(cx.spend(0).err().unwrap_or(Halt::Stopped).into()),
            Some(Stopped::Limit) if allowed != own => return Err(too_large(&compiled)),
            _ => {}
        }
        let mut problems: Vec<Problem> = compiled.remarks(&text).into_iter().map(told).collect();
        problems.truncate(MAX_PROBLEMS);
        let (starts, dialect) = (compiled.starts(), compiled.other_play().cloned());
        let Some(game) = compiled.game.filter(|_| starts) else { return Err(refused(problems)) };
        if let Some(problem) = messages_alone(&game) {
            problems.push(problem);
        }
        if !game.stages.iter().any(|stage| matches!(stage, Stage::Level(_))) {
            return Err(refused(problems));
        }
        let effort = Effort::new(&limits);
        let chance = Chance::of(&game, &effort);
        effort.end()?;
        let head = compiled.parsed.levels_heading.map_or(text.len(), |at| offset(&text, at));
        let youtube = compiled.parsed.metadata_lines.get("youtube").and_then(|line| setting(&text, *line));
        let Parsed { names, objects, levels: stages, .. } = compiled.parsed;
        let objects = objects.into_iter().map(|object| (names.name(object.name).to_owned(), object)).collect();
        let claims = claims::claims(&text, &stages);
        let mut file = File { claims, objects, youtube, head, stages, game, chance, problems, dialect, text };
        let room = MAX_PROBLEMS.saturating_sub(file.problems.len());
        file.problems.extend(file.won_at_start().into_iter().take(room));
        file.problems.sort_by_key(|problem| (problem.line, problem.column));
        Ok(file)
    }

    /// Warnings about levels that meet the win conditions at their start. Where rules run before the first input, their
    /// board is another one; a level with an error in its rows has none that is whole.
    fn won_at_start(&self) -> Vec<Problem> {
        if self.game.prelude.run_rules_on_level_start {
            return Vec::new();
        }
        let errors = self.problems.iter().filter(|problem| problem.severity == problem::Severity::Error);
        let broken: HashSet<usize> = errors.filter_map(|problem| self.level_at(problem.line)).collect();
        let warning = |(number, stage): (u64, usize)| {
            let Stage::Level(level) = &self.game.stages[stage] else { return None };
            let is_told = level.meets(&self.game.win) && !broken.contains(&stage);
            let message = format!("level {number} meets the win conditions at its start");
            let problem = Problem::error(u64::from(level.line), 1, message, "something to do before it is won");
            is_told.then_some(Problem { severity: problem::Severity::Warning, ..problem })
        };
        (1..).zip(self.levels()).filter_map(warning).collect()
    }

    /// The numbers of the stages that are levels.
    pub(super) fn levels(&self) -> impl Iterator<Item = usize> + '_ {
        let stages = self.game.stages.iter().enumerate();
        stages.filter(|(_, stage)| matches!(stage, Stage::Level(_))).map(|(at, _)| at)
    }

    /// The text with one level alone, and the messages before it; those behind the last level stay with that.
    pub(super) fn alone(&self, stage: usize) -> String {
        if self.levels().count() == 1 {
            return self.text.clone();
        }
        let Claims { par, solution, .. } = self.claims(stage);
        let par = par.map(|par| format!("(par: {par})"));
        let claims = par.into_iter().chain(solution.map(|moves| format!("(intended: {moves})")));
        self.with_rows(stage, &claims.chain(self.rows(stage)).collect::<Vec<_>>())
    }

    /// What the author claims of a level.
    pub(super) fn claims(&self, stage: usize) -> Claims {
        let author = self.game.prelude.author.clone();
        Claims { author, ..self.claims.get(stage).cloned().unwrap_or_default() }
    }

    /// The errors and warnings about a level: all but those in the rows of other levels.
    pub(super) fn counts(&self, stage: usize) -> ProblemCounts {
        ProblemCounts::of(
            self.problems.iter().filter(|problem| self.level_at(problem.line).is_none_or(|at| at == stage)),
        )
    }

    /// The stage of the level that has this line as a row, by bisection: a text may have many levels.
    fn level_at(&self, line: u64) -> Option<usize> {
        let begins = |stage: &StageSource| match stage {
            StageSource::Level { line, .. } | StageSource::Message { line, .. } => u64::from(*line),
        };
        let at = self.stages.partition_point(|stage| begins(stage) <= line).checked_sub(1)?;
        match &self.stages[at] {
            StageSource::Level { rows, .. } if line - begins(&self.stages[at]) < rows.len() as u64 => Some(at),
            _ => None,
        }
    }

    /// The change by which the text states something of a level.
    ///
    /// # Errors
    /// What a comment cannot state.
    pub(super) fn write_back(&self, bytes: &[u8], stage: usize, statement: &Statement) -> Result<Edit, String> {
        claims::write_back(bytes, claims::above(&self.stages, stage), statement)
    }

    /// The rows of a level as the text has them.
    pub(super) fn rows(&self, stage: usize) -> Vec<String> {
        match self.stages.get(stage) {
            Some(StageSource::Level { rows, .. }) => rows.clone(),
            _ => Vec::new(),
        }
    }

    /// The lines that belong to each level, from 1: those behind the rows of the level before, messages and comments
    /// among them, and its rows. Messages behind the last level belong to none.
    pub(super) fn lines_of_levels(&self) -> Vec<Range<usize>> {
        // Below the heading a line of signs may stand.
        let heading = self.text[..self.head].split('\n').count();
        let is_rule = |line: &str| !line.is_empty() && line.chars().all(|sign| sign == '=');
        let ruled = self.text.split('\n').nth(heading).is_some_and(|line| is_rule(line.trim()));
        let mut begin = heading + 1 + usize::from(ruled);
        let mut lines = Vec::new();
        for stage in &self.stages {
            if let StageSource::Level { line, rows } = stage {
                let end = *line as usize + rows.len();
                lines.push(begin..end);
                begin = end;
            }
        }
        lines
    }

    /// The lines of the text from this one on, counted from 1, as many as there are before the next blank one.
    pub(super) fn lines_from(&self, line: u64) -> Option<Vec<&str>> {
        let before = usize::try_from(line).ok()?.checked_sub(1)?;
        Some(self.text.split('\n').skip(before).take_while(|line| !line.trim().is_empty()).collect())
    }

    /// The messages before a level and, if it is the last one, behind it.
    pub(super) fn messages(&self, stage: usize) -> (Vec<&str>, Vec<&str>) {
        let mut before: Vec<&str> = self.stages[..stage].iter().rev().map_while(message).collect();
        before.reverse();
        let behind = self.stages[stage + 1..].iter();
        let is_last = behind.clone().all(|stage| matches!(stage, StageSource::Message { .. }));
        (before, if is_last { behind.filter_map(message).collect() } else { Vec::new() })
    }

    /// The text with one level alone and no messages.
    pub(super) fn without_messages(&self, stage: usize) -> String {
        format!("{}LEVELS\n\n{}\n", &self.text[..self.head], self.rows(stage).join("\n"))
    }

    /// The text with these rows as its only level.
    pub(super) fn with_rows(&self, stage: usize, rows: &[String]) -> String {
        let (before, behind) = self.messages(stage);
        let mut text = format!("{}LEVELS\n", &self.text[..self.head]);
        for message in before {
            text += &format!("\nmessage {message}\n");
        }
        text += &format!("\n{}\n", rows.join("\n"));
        for message in behind {
            text += &format!("\nmessage {message}\n");
        }
        text
    }

    /// The rows that make a board, if each of its cells can be written as one character.
    pub(super) fn rows_of(&self, board: &Board) -> Option<Vec<String>> {
        let rows = self.signs_of(board).into_iter().map(|row| row.into_iter().collect::<Option<String>>());
        // Blanks at the ends of a row would be lost.
        rows.map(|row| row.filter(|row| row.trim() == row)).collect()
    }

    /// The character of each cell of a board, row by row; `None` for a cell that no character means. A level of these
    /// characters is read as this board, where none is `None`.
    pub(super) fn signs_of(&self, board: &Board) -> Vec<Vec<Option<&str>>> {
        let (layer, cells) = (self.background_layer(), board.width * board.height);
        let first = (0..cells).map(|cell| part(&board.objects(cell), &layer)).find(|found| !found.is_empty());
        let usual: ObjectSet = [self.game.background].into_iter().collect();
        // Whoever reads the characters fills in what they say of the background: that must be what they are chosen by.
        let chosen = first.into_iter().chain([usual]).find_map(|filling| {
            let (signs, read) = self.signs_with(board, Some(&filling), &layer);
            (read == filling).then_some(signs)
        });
        let signs = chosen.unwrap_or_else(|| self.signs_with(board, None, &layer).0);
        let row = |y: usize| (0..board.width).map(|x| signs[x * board.height + y]).collect();
        (0..board.height).map(row).collect()
    }

    /// The character of each cell, column by column, where characters that say nothing of the background stand for this
    /// one, or are not taken; and the background that is filled in where the characters are read.
    fn signs_with(
        &self,
        board: &Board,
        filling: Option<&ObjectSet>,
        layer: &ObjectSet,
    ) -> (Vec<Option<&str>>, ObjectSet) {
        // Of several characters with one meaning the first is written.
        let mut glyphs: HashMap<ObjectSet, (&str, bool)> = HashMap::new();
        for (name, set) in self.game.glyphs.iter() {
            let (mut set, says) = (set.clone(), set.intersects(layer));
            match filling {
                _ if says => {}
                Some(filling) => set.union_with(filling),
                None => continue,
            }
            glyphs.entry(set).or_insert((name, says));
        }
        let mut read = None;
        let sign = |cell: usize| {
            let content = board.objects(cell);
            let &(name, says) = glyphs.get(&content)?;
            if says {
                read.get_or_insert_with(|| part(&content, layer));
            }
            Some(name)
        };
        let signs = (0..board.width * board.height).map(sign).collect();
        (signs, read.unwrap_or_else(|| [self.game.background].into_iter().collect()))
    }

    /// The objects of the background's layer.
    pub(super) fn background_layer(&self) -> ObjectSet {
        let background = self.game.background;
        let layer = self.game.layers.iter().find(|layer| layer.contains(&background));
        layer.into_iter().flatten().copied().collect()
    }
}

/// The objects of a set that are in a layer.
fn part(objects: &ObjectSet, layer: &ObjectSet) -> ObjectSet {
    objects.iter().filter(|id| layer.contains(*id)).collect()
}

/// The value of a setting in a line of the prelude, in the author's spelling, up to a comment.
fn setting(text: &str, line: u32) -> Option<String> {
    let (_, value) = text.lines().nth(line.checked_sub(1)? as usize)?.trim().split_once(char::is_whitespace)?;
    let value = value.split('(').next().unwrap_or_default().trim();
    (!value.is_empty()).then(|| value.to_owned())
}

fn message(stage: &StageSource) -> Option<&str> {
    match stage {
        StageSource::Message { text, .. } => Some(text),
        StageSource::Level { .. } => None,
    }
}

/// The offset of a line and column, both from 1.
fn offset(text: &str, (line, column): (u32, u32)) -> usize {
    let start: usize = text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
    let rest = text[start..].char_indices().nth(column as usize - 1);
    start + rest.map_or(0, |(at, _)| at)
}

/// The error of a game that shows messages and has no board.
fn messages_alone(game: &Game) -> Option<Problem> {
    let Some(Stage::Message { line, .. }) = game.stages.first() else { return None };
    let is_alone = game.stages.iter().all(|stage| matches!(stage, Stage::Message { .. }));
    let message = "the game has messages alone and no level, so there is nothing to play or to solve";
    let problem = Problem::error(u64::from(*line), 1, message, "a level: rows of characters below LEVELS");
    is_alone.then_some(problem)
}

/// The error of a text that takes more memory than is allowed, with the place of what asks for it.
fn too_large(compiled: &compiler::Compiled) -> LoadError {
    let mut errors = compiled.problems.iter().filter(|problem| problem.severity() == Severity::Error);
    match errors.next_back() {
        Some(problem) => LoadError::Exceeded(format!("{}: line {problem}", Halt::Bytes)),
        None => Halt::Bytes.into(),
    }
}

fn refused(mut problems: Vec<Problem>) -> LoadError {
    if problems.is_empty() {
        problems.push(Problem::error(1, 1, "this is no PuzzleScript game", "the sections from OBJECTS to LEVELS"));
    }
    LoadError::Invalid(problems)
}

/// A remark of the compiler in the form of the frame.
fn told(remark: Remark) -> Problem {
    let at = |place: Option<u32>| u64::from(place.unwrap_or(1).max(1));
    let Remark { severity, line, column, message, expected } = remark;
    let problem = Problem::error(at(line), at(column), message, expected);
    match severity {
        Severity::Error => problem,
        Severity::Warning => Problem { severity: problem::Severity::Warning, ..problem },
    }
}
