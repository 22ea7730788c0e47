//! A game as level, role and moves: undo, redo, save and replay for every family.
//!
//! A save is text: a head, the moves, and the level below, so that a person can read and mend it. Undo replays
//! from the start: families keep no history.

use std::sync::Arc;

use engines::{CancellationToken, Context};

use crate::answer::Reply;
use crate::body::AnyBody;
use crate::family::{Family, Level};
use crate::position::{Position, Role};
use crate::problem::{AskError, CheckError, Checked, IllegalMove, LoadError};
use crate::result::GameResult;
use crate::run::Run;

/// What the first line of a save begins with; its version follows.
const HEAD: &str = "menagerie save";
/// The version that is written, and the only one so far.
const VERSION: &str = "1";

/// A game with its history.
pub struct Record {
    level: Arc<dyn Level>,
    role: Role,
    position: Box<dyn Position>,
    /// Ends the rules of a level that is a program, whatever is played.
    stop: CancellationToken,
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
        Record::stoppable(level, role, CancellationToken::default())
    }

    /// A new game that is played until `stop` is cancelled: the rules of a level that is a program end then.
    #[must_use]
    pub fn stoppable(level: Arc<dyn Level>, role: Role, stop: CancellationToken) -> Record {
        let position = Arc::clone(&level).start(role, &Context::default().stop(stop.clone()));
        Record { level, role, position, stop, made: Vec::new(), undone: Vec::new() }
    }

    /// The limits under which moves are played and undone: only the game's own cancellation ends them.
    fn context(&self) -> Context<'static> {
        Context::default().stop(self.stop.clone())
    }

    /// A game after these moves; a unit of work each.
    ///
    /// # Errors
    /// The first move that cannot be played, by its place; the limit that was reached.
    pub fn replay(level: Arc<dyn Level>, role: Role, moves: &[String], cx: &Context<'_>) -> Result<Record, AskError> {
        let position = Arc::clone(&level).start(role, cx);
        let stop = CancellationToken::default();
        let mut record = Record { level, role, position, stop, made: Vec::new(), undone: Vec::new() };
        for (index, text) in moves.iter().enumerate() {
            let illegal = |illegal| AskError::Illegal { index, illegal };
            for step in record.single_moves(text).map_err(illegal)? {
                cx.spend(1).map_err(AskError::Halted)?;
                let played = record.step(&step, cx).map_err(illegal);
                played.map_err(|illegal| record.position.failure().unwrap_or(illegal))?;
            }
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
    pub fn position(&self) -> &dyn Position {
        &*self.position
    }

    /// The moves made, in order.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.made
    }

    /// How the game ended for the role that is played; `None` while it goes on.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.position.result(self.made.len() as u64)
    }

    /// Makes a move, or each of the moves that one text stands for; what was undone is forgotten.
    ///
    /// # Errors
    /// A text that is no legal move here; nothing changes then.
    pub fn play(&mut self, text: &str) -> Result<(), IllegalMove> {
        let (cx, before, undone) = (self.context(), self.made.len(), self.undone.clone());
        let played = self.single_moves(text)?.iter().try_for_each(|step| self.step(step, &cx));
        if played.is_err() && self.made.len() > before {
            self.made.truncate(before);
            self.undone = undone;
            self.replay_made();
        }
        played
    }

    /// The moves that a text stands for: itself, or the moves that the level's family reads in it.
    fn single_moves(&self, text: &str) -> Result<Vec<String>, IllegalMove> {
        let text = text.trim();
        let expanded = self.level.expand(text).map_err(|reason| IllegalMove::new(text, reason))?;
        Ok(expanded.unwrap_or_else(|| vec![text.to_owned()]))
    }

    /// Plays one single move.
    fn step(&mut self, text: &str, cx: &Context<'_>) -> Result<(), IllegalMove> {
        self.position.play(text, cx)?;
        self.made.push(text.to_owned());
        self.undone.clear();
        Ok(())
    }

    /// Plays the moves made from the start again.
    fn replay_made(&mut self) {
        let cx = self.context();
        self.position = Arc::clone(&self.level).start(self.role, &cx);
        for text in &self.made {
            // These moves were legal when they were made, and play is deterministic.
            let replayed = self.position.play(text, &cx);
            debug_assert!(replayed.is_ok(), "{replayed:?}");
        }
    }

    /// Takes the last move back; says whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.made.pop() else { return false };
        self.undone.push(last);
        self.replay_made();
        true
    }

    /// Takes every move back; all of them can be made again.
    pub fn restart(&mut self) {
        self.undone.extend(self.made.drain(..).rev());
        self.position = Arc::clone(&self.level).start(self.role, &self.context());
    }

    /// Makes the move again that was taken back last; says whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(text) = self.undone.pop() else { return false };
        let rest = std::mem::take(&mut self.undone);
        let made = self.play(&text).is_ok();
        self.undone = rest;
        made
    }

    /// The game as text.
    #[must_use]
    pub fn save(&self) -> String {
        let undone: Vec<&str> = self.undone.iter().rev().map(String::as_str).collect();
        format!(
            "{HEAD} {VERSION}\nfamily: {}\nrole: {}\nmoves: {}\nundone: {}\nlevel:\n{}",
            self.level.info().name,
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
        let level = family.load(Arc::new(rest.as_bytes().to_vec()), cx)?;
        let role = crate::family::role(&*level, Some(&role))?;
        let mut record = Record::replay(level, role, &split_moves(&made), cx)?;
        record.undone = split_moves(&undone).into_iter().rev().collect();
        Ok((family, record))
    }

    /// Says how the game stands: the answer to a run.
    ///
    /// # Errors
    /// The rules cannot say what is legal here.
    pub(crate) fn run(&self) -> Result<Reply, AskError> {
        if let Some(failure) = self.position.failure() {
            return Err(failure);
        }
        let status = self.position.status();
        let plain = || {
            AnyBody::new(Run {
                over: status.over,
                solved: status.solved,
                moves: self.made.len() as u64,
                cost: status.cost,
                winner: self.position.winner().map(str::to_owned),
                result: Some(self.result()),
                words: Some(status.words),
                end: self.position.end(),
                level: self.position.level_text(),
            })
        };
        Ok(Reply::ran(self.position.outcome().unwrap_or_else(plain)))
    }

    /// Checks the answer to a run, whose moves this game has made again. What an answer of an older version leaves out
    /// is not compared.
    ///
    /// # Errors
    /// What is wrong with the answer, or why it could not be checked.
    pub(crate) fn check(&self, reply: &Reply) -> Result<Checked, CheckError> {
        let again = self.run()?.body;
        let same = match (&again, &reply.body) {
            (Some(again), Some(said)) => again.reduced_to(said) == *said,
            _ => false,
        };
        if !same {
            return Err(CheckError::wrong("the moves end otherwise"));
        }
        Ok(Checked { rechecked: vec!["the moves replay to the same end".into()], not_rechecked: Vec::new() })
    }
}
