//! A game as level, role and moves: undo, redo, save and replay for every family.
//!
//! A save is text: a head, the moves, and the level below, so that a person can read and mend it. Undo replays
//! from the start: families keep no history.

use std::sync::Arc;

use engines::Context;

use picture::Picture;

use crate::answer::{Answer, Body, Run};
use crate::family::{Family, FamilyInfo, Level};
use crate::play::{Position, Role};
use crate::problem::{AskError, CheckError, Checked, IllegalMove, LoadError};
use crate::question::Question;
use crate::result::GameResult;

/// What the first line of a save begins with; its version follows.
const HEAD: &str = "menagerie save";
/// The version that is written, and the only one so far.
const VERSION: &str = "1";

/// A game with its history.
pub struct Record {
    level: Arc<dyn Level>,
    role: Role,
    play: Box<dyn Position>,
    made: Vec<String>,
    undone: Vec<String>,
}

/// Why a save cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The text is not a save, or one of another version.
    #[error("line {line}: {message}")]
    Format {
        /// From 1.
        line: usize,
        /// What is wrong, and what was expected.
        message: String,
    },
    /// The level inside is not valid; places count from its first line.
    #[error("the level inside: {0}")]
    Level(#[from] LoadError),
    /// A move inside cannot be played.
    #[error("{0}")]
    Replay(#[from] AskError),
}

/// Splits moves written in one string: by `;`, blanks around them ignored, empty ones left out.
#[must_use]
pub fn split_moves(text: &str) -> Vec<String> {
    text.split(';').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

impl Record {
    /// A new game.
    #[must_use]
    pub fn new(level: Arc<dyn Level>, role: Role) -> Record {
        let play = Arc::clone(&level).play(role);
        Record { level, role, play, made: Vec::new(), undone: Vec::new() }
    }

    /// A game after these moves; a unit of work each.
    ///
    /// # Errors
    /// The first move that cannot be played, by its place; the limit that was reached.
    pub fn replay(level: Arc<dyn Level>, role: Role, moves: &[String], cx: &Context<'_>) -> Result<Record, AskError> {
        let play = Arc::clone(&level).play_within(role, cx);
        let mut record = Record { level, role, play, made: Vec::new(), undone: Vec::new() };
        for (index, text) in moves.iter().enumerate() {
            cx.spend(1).map_err(AskError::Halted)?;
            let made = record.make(text).map_err(|illegal| AskError::Illegal { index, illegal });
            made.map_err(|illegal| record.play.failure().unwrap_or(illegal))?;
        }
        Ok(record)
    }

    /// The level from which the game began.
    #[must_use]
    pub fn level(&self) -> &Arc<dyn Level> {
        &self.level
    }

    /// Who plays.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// The position.
    #[must_use]
    pub fn play(&self) -> &dyn Position {
        &*self.play
    }

    /// The moves made, in order.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.made
    }

    /// How the game ended for the role that is played; `None` while it goes on.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.play.result(self.made.len() as u64)
    }

    /// Makes a move; what was undone is forgotten.
    ///
    /// # Errors
    /// A text that is no legal move here; nothing changes then.
    pub fn make(&mut self, text: &str) -> Result<(), IllegalMove> {
        self.play.make(text.trim())?;
        self.made.push(text.trim().to_owned());
        self.undone.clear();
        Ok(())
    }

    /// Takes the last move back; says whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.made.pop() else { return false };
        self.undone.push(last);
        self.play = Arc::clone(&self.level).play(self.role);
        for text in &self.made {
            // These moves were legal when they were made, and play is deterministic.
            let replayed = self.play.make(text);
            debug_assert!(replayed.is_ok(), "{replayed:?}");
        }
        true
    }

    /// Takes every move back; all of them can be made again.
    pub fn restart(&mut self) {
        self.undone.extend(self.made.drain(..).rev());
        self.play = Arc::clone(&self.level).play(self.role);
    }

    /// Makes the move again that was taken back last; says whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(text) = self.undone.pop() else { return false };
        let rest = std::mem::take(&mut self.undone);
        let made = self.make(&text).is_ok();
        self.undone = rest;
        made
    }

    /// The game as text.
    #[must_use]
    pub fn save(&self, info: &FamilyInfo) -> String {
        let undone: Vec<&str> = self.undone.iter().rev().map(String::as_str).collect();
        format!(
            "{HEAD} {VERSION}\nfamily: {}\nrole: {}\nmoves: {}\nundone: {}\nlevel:\n{}",
            info.name,
            self.role.0,
            self.made.join("; "),
            undone.join("; "),
            self.level.text()
        )
    }

    /// Opens a save, and says of which family.
    ///
    /// # Errors
    /// A text that is not a save of a known version and family, a level or move inside that is not valid.
    pub fn open<'f>(families: &[&'f dyn Family], text: &str) -> Result<(&'f dyn Family, Record), SaveError> {
        Record::open_within(families, text, &Context::default())
    }

    /// Opens a save under the deadline and the stop flag of `cx`: its level may be a program.
    ///
    /// # Errors
    /// As [`Record::open`], and the limit that was reached.
    pub fn open_within<'f>(
        families: &[&'f dyn Family],
        text: &str,
        cx: &Context<'_>,
    ) -> Result<(&'f dyn Family, Record), SaveError> {
        let wrong = |line, message: String| SaveError::Format { line, message };
        let mut rest = text;
        let mut next = |line: usize, key: &str| -> Result<String, SaveError> {
            let (first, after) = rest.split_once('\n').unwrap_or((rest, ""));
            rest = after;
            let first = first.trim_end();
            let value = first.strip_prefix(key).ok_or_else(|| wrong(line, format!("expected '{key}'")))?;
            Ok(value.trim().to_owned())
        };
        let version = next(1, HEAD)?;
        if version != VERSION {
            let message = format!("this is a save of version '{version}'; expected version {VERSION}");
            return Err(wrong(1, message));
        }
        let (name, role) = (next(2, "family:")?, next(3, "role:")?);
        let (made, undone) = (next(4, "moves:")?, next(5, "undone:")?);
        next(6, "level:")?;
        let family = families.iter().find(|family| family.info().name == name);
        let family = *family.ok_or_else(|| wrong(2, format!("the family '{name}' is not known here")))?;
        let level = family.load_within(Arc::new(rest.as_bytes().to_vec()), cx)?;
        let role = crate::family::role(family.info(), &*level, Some(&role))?;
        let mut record = Record::replay(level, role, &split_moves(&made), cx)?;
        record.undone = split_moves(&undone).into_iter().rev().collect();
        Ok((family, record))
    }
}

/// Plays the moves asked for and says how the game stands.
///
/// # Errors
/// A role that nobody plays, a move that cannot be played, a limit that was reached.
pub fn run(
    info: &FamilyInfo,
    level: &Arc<dyn Level>,
    question: &Question,
    cx: &Context<'_>,
) -> Result<Answer, AskError> {
    let record = replayed(info, level, question, cx)?;
    if let Some(failure) = record.play().failure() {
        return Err(failure);
    }
    let status = record.play().status();
    let plain = || {
        Body::Run(Run {
            over: status.over,
            solved: status.solved,
            moves: record.moves().len() as u64,
            cost: status.cost,
            winner: record.play().winner().map(str::to_owned),
            result: Some(record.result()),
            words: Some(status.words),
            end: record.play().end(),
            level: record.play().level(),
        })
    };
    Ok(Answer::ran(info.name, question, record.play().outcome().unwrap_or_else(plain)))
}

fn replayed(
    info: &FamilyInfo,
    level: &Arc<dyn Level>,
    question: &Question,
    cx: &Context<'_>,
) -> Result<Record, AskError> {
    let role = crate::family::role(info, &**level, question.asked.role.as_deref())?;
    Record::replay(Arc::clone(level), role, &question.asked.moves, cx)
}

/// Draws where the moves asked for lead; `None` where they cannot be played.
#[must_use]
pub fn picture(info: &FamilyInfo, level: &Arc<dyn Level>, question: &Question) -> Option<Picture> {
    let record = replayed(info, level, question, &Context::default()).ok()?;
    Some(record.play().run_picture())
}

/// Checks the answer to a run by making the moves again. What an answer of an older version leaves out is not
/// compared.
///
/// # Errors
/// What is wrong with the answer, or why it could not be checked.
pub fn check(
    info: &FamilyInfo,
    level: &Arc<dyn Level>,
    answer: &Answer,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    let mut again = run(info, level, &answer.asked_question(), cx)?.body;
    match (&mut again, &answer.body) {
        (Some(Body::Run(again)), Some(Body::Run(said))) => {
            again.result = again.result.filter(|_| said.result.is_some());
            again.words = again.words.take().filter(|_| said.words.is_some());
            again.end = again.end.take().filter(|_| said.end.is_some());
        }
        (Some(Body::BunnyRun(again)), Some(Body::BunnyRun(said))) => {
            again.result = again.result.filter(|_| said.result.is_some());
            again.end = again.end.take().filter(|_| said.end.is_some());
        }
        _ => {}
    }
    if again != answer.body {
        return Err(CheckError::wrong("the moves end otherwise"));
    }
    Ok(Checked { rechecked: vec!["the moves replay to the same end".into()], not_rechecked: Vec::new() })
}
