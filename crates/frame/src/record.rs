//! A game as level, role and moves, with undo, redo, save and replay for every family.
//!
//! A save is text: header lines, the moves, and the level at the end, so that a person can read and edit it. Undo
//! replays the game from the start, so families keep no history.

use std::sync::Arc;

use engines::clock::{self, Duration};
use engines::{Budget, CancellationToken, Context};
use serde::{Deserialize, Serialize};

use crate::answer::Reply;
use crate::body::AnyBody;
use crate::controls::Events;
use crate::family::{Family, Level, role};
use crate::phrases;
use crate::position::Position;
use crate::problem::{AskError, CheckError, Checked, IllegalMove, LoadError, ensure};
use crate::question::Question;
use crate::result::GameResult;
use crate::run::Run;
use crate::status::Role;

/// The beginning of the first line of a save; the version follows.
pub const HEAD: &str = "menagerie save";
/// The version of saves.
const VERSION: &str = "1";

/// A save that was opened.
pub struct Saved<'f> {
    /// The family of the level.
    pub family: &'f dyn Family,
    /// The name of the level, as it was given when the game was saved.
    pub name: Option<String>,
    /// The game.
    pub record: Record,
}

/// A game with its history: the level, the role that is played, the moves made, the moves taken back, and the games
/// that restarts and changes of the side have left.
pub struct Record {
    level: Arc<dyn Level>,
    role: Role,
    position: Box<dyn Position>,
    limits: MoveLimits,
    made: Vec<String>,
    undone: Vec<String>,
    /// The games that restarts and changes of the side have left, which can be taken back; the last one last.
    left: Vec<LeftGame>,
}

/// A game that a restart or a change of the side has left.
struct LeftGame {
    role: Role,
    moves: Vec<String>,
}

/// What each single move of a game may take; without limits by default.
#[derive(Clone, Debug, Default)]
pub struct MoveLimits {
    /// Ends a move, whatever it does.
    pub stop: CancellationToken,
    /// The longest time of a move.
    pub time: Option<Duration>,
    /// The most bytes that the game may hold.
    pub bytes: Option<u64>,
}

/// How many legal moves are compared to know whether moves can be listed with commas or blanks.
const MAX_COMPARED: usize = 1_000;

impl MoveLimits {
    /// A context for one move, from now.
    fn context(&self) -> Context<'static> {
        let deadline = self.time.and_then(|time| clock::now().checked_add(time));
        Context::new(Budget { bytes: self.bytes, deadline, ..Budget::default() }).stop(self.stop.clone())
    }

    /// A context for moves that were played before, each within its time.
    fn context_of_replay(&self) -> Context<'static> {
        MoveLimits { time: None, ..self.clone() }.context()
    }
}

/// Why a save cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The text is not a save, or is a save of another version.
    #[error("line {line}: {message}")]
    Format {
        /// The line of the save, from 1.
        line: usize,
        /// What is wrong, and what was expected.
        message: String,
    },
    /// The level in the save is not valid; line numbers count from the level's first line.
    #[error("the level inside: {0}")]
    Level(#[from] LoadError),
    /// The role is unknown or a move in the save cannot be played, or a limit was reached.
    #[error("{0}")]
    Replay(#[from] AskError),
}

/// Splits a string of moves at each `;`; blanks around moves are removed and empty moves are left out.
#[must_use]
pub fn split_moves(text: &str) -> Vec<String> {
    text.split(';').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// What the text of a save says, without its level being loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveText<'t> {
    /// The name of the family.
    pub family: &'t str,
    /// The text of the level.
    pub level: &'t str,
    /// How far the game is.
    pub game: SavedGame,
}

/// How far a saved game is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedGame {
    /// The side that is played.
    pub role: String,
    /// The moves made.
    pub moves: Vec<String>,
}

/// Reads the text of a save, whatever else is in it; `None` for any other text.
#[must_use]
pub fn save_text(text: &str) -> Option<SaveText<'_>> {
    let (head, level) = text.strip_prefix(HEAD)?.split_once("\nlevel:")?;
    let (_, level) = level.split_once('\n')?;
    let value = |key: &str| head.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
    let role = value("role:").unwrap_or_default().to_owned();
    let moves = split_moves(value("moves:").unwrap_or_default());
    Some(SaveText { family: value("family:")?, level, game: SavedGame { role, moves } })
}

impl Record {
    /// Starts a new game.
    #[must_use]
    pub fn new(level: Arc<dyn Level>, role: Role) -> Record {
        Record::limited(level, role, MoveLimits::default())
    }

    /// Starts a new game each of whose moves has these limits, which matters where a turn may take long.
    #[must_use]
    pub fn limited(level: Arc<dyn Level>, role: Role, limits: MoveLimits) -> Record {
        let position = Arc::clone(&level).start(role, &limits.context());
        Record::at_start(level, role, position, limits)
    }

    fn at_start(level: Arc<dyn Level>, role: Role, position: Box<dyn Position>, limits: MoveLimits) -> Record {
        Record { level, role, position, limits, made: Vec::new(), undone: Vec::new(), left: Vec::new() }
    }

    /// Starts a new game of the same level with the same limits, played by this role.
    #[must_use]
    pub fn anew(&self, role: Role) -> Record {
        Record::limited(Arc::clone(&self.level), role, self.limits.clone())
    }

    /// Gives the moves played from now on these limits.
    #[must_use]
    pub fn within(mut self, limits: MoveLimits) -> Record {
        self.limits = limits;
        self
    }

    /// Starts a game and plays these moves within the limits of `cx`; each single move counts as one unit of work.
    ///
    /// # Errors
    /// Returns the first move that cannot be played with its index, or the limit that was reached.
    pub fn replay(level: Arc<dyn Level>, role: Role, moves: &[String], cx: &Context<'_>) -> Result<Record, AskError> {
        Record::replay_watched(level, role, moves, cx, |_| Ok(()))
    }

    /// Starts a game and plays these moves as [`Record::replay`] does. `visit` sees the game at the start and after
    /// each single move.
    ///
    /// # Errors
    /// The errors of [`Record::replay`] and those of `visit`.
    pub(crate) fn replay_watched(
        level: Arc<dyn Level>,
        role: Role,
        moves: &[String],
        cx: &Context<'_>,
        mut visit: impl FnMut(&Record) -> Result<(), AskError>,
    ) -> Result<Record, AskError> {
        let position = Arc::clone(&level).start(role, cx);
        let mut record = Record::at_start(level, role, position, MoveLimits::default());
        visit(&record)?;
        record.go_on_watched(moves, cx, visit)?;
        Ok(record)
    }

    /// Plays these moves within the limits of `cx`; each single move counts as one unit of work.
    ///
    /// # Errors
    /// Returns the first move that cannot be played with its index among the single moves of these, or the limit that
    /// was reached. The moves before it are made then, and the position may have failed: the record is of no further
    /// use.
    pub fn go_on(&mut self, moves: &[String], cx: &Context<'_>) -> Result<(), AskError> {
        self.go_on_watched(moves, cx, |_| Ok(()))
    }

    fn go_on_watched(
        &mut self,
        moves: &[String],
        cx: &Context<'_>,
        mut visit: impl FnMut(&Record) -> Result<(), AskError>,
    ) -> Result<(), AskError> {
        let before = self.made.len();
        for text in moves {
            let index = self.made.len() - before;
            let steps = self.single_moves(text).map_err(|illegal| AskError::Illegal { index, illegal })?;
            self.steps(steps, |record, step| {
                cx.spend(1).map_err(AskError::Halted)?;
                let index = record.made.len() - before;
                let played = record.step(step, cx).map_err(|illegal| AskError::Illegal { index, illegal });
                played.map_err(|illegal| record.position.failure().unwrap_or(illegal))?;
                visit(record)
            })?;
        }
        Ok(())
    }

    /// Plays single moves. One that is refused is played as the moves that it lists, if it lists several; where the
    /// first of these is refused, too, the error is that of the whole, unless commas make it a list.
    fn steps<E>(
        &mut self,
        steps: Vec<String>,
        mut play: impl FnMut(&mut Record, &str) -> Result<(), E>,
    ) -> Result<(), E> {
        for step in steps {
            let made = self.made.len();
            let Err(refused) = play(self, &step) else { continue };
            let listed = if self.made.len() == made { self.listed_in(&step) } else { Vec::new() };
            let Some((first, others)) = listed.split_first() else { return Err(refused) };
            match play(self, first) {
                // With commas it is a list for certain; with blanks it may be one move of several words.
                Err(part) if step.contains(',') => return Err(part),
                Err(_) => return Err(refused),
                Ok(()) => others.iter().try_for_each(|part| play(self, part))?,
            }
        }
        Ok(())
    }

    /// The single moves that a text lists with commas or blanks between them, in parentheses or not, where the names of
    /// the moves that can be played here have no such character; none where moves compose a program.
    fn listed_in(&self, text: &str) -> Vec<String> {
        if self.position.failure().is_some() || self.position.program().is_some() {
            return Vec::new();
        }
        let is_in_names =
            |sign: fn(char) -> bool| self.position.moves().take(MAX_COMPARED).any(|text| text.contains(sign));
        if is_in_names(|sign| sign == ',') {
            return Vec::new();
        }
        let between: fn(char) -> bool = match is_in_names(char::is_whitespace) {
            true => |sign| sign == ',',
            false => |sign| sign == ',' || sign.is_whitespace(),
        };
        let inner = phrases::without_parentheses(text);
        let parts: Vec<&str> = inner.split(between).map(str::trim).filter(|part| !part.is_empty()).collect();
        if parts.len() < 2 && inner == text.trim() {
            return Vec::new();
        }
        let single: Result<Vec<Vec<String>>, _> = parts.into_iter().map(|part| self.single_moves(part)).collect();
        single.unwrap_or_default().concat()
    }

    /// Returns the level from which the game began.
    #[must_use]
    pub fn level(&self) -> &Arc<dyn Level> {
        &self.level
    }

    /// Returns the role that is played.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &dyn Position {
        &*self.position
    }

    /// Returns the moves made, in order.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.made
    }

    /// Returns the moves made and after them those that were taken back, in the order in which they were made.
    pub fn line(&self) -> impl Iterator<Item = &String> {
        self.made.iter().chain(self.undone.iter().rev())
    }

    /// Returns how the game ended for the role that is played; `None` while it goes on.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.position.result(self.made.len() as u64)
    }

    /// Plays a move, or all the moves that one text stands for, and clears the moves that could be redone.
    ///
    /// # Errors
    /// The text is not a legal move here, or a limit ended it; the game is unchanged then.
    pub fn play(&mut self, text: &str) -> Result<(), IllegalMove> {
        self.play_all(&[text])
    }

    /// Plays a move as [`Record::play`] does, unless the text is not among the legal moves, does not win and leaves the
    /// position as it was: such an input is no move, and the game is unchanged. Returns the texts and sounds of such an
    /// input, and `None` where the move was made. Where there are more than a thousand legal moves, each text is made
    /// as a move.
    ///
    /// # Errors
    /// The text cannot be played here, or a limit ended it; the game is unchanged then.
    pub fn attempt(&mut self, text: &str) -> Result<Option<Events>, IllegalMove> {
        if self.may_be_legal(text.trim()) {
            return self.play(text).map(|()| None);
        }
        let look = |position: &dyn Position| (position.level_text(), position.spoken(), position.status().words);
        let (before, made, undone) = (look(&*self.position), self.made.len(), self.undone.clone());
        self.play(text)?;
        if self.made.len() != made + 1 || self.position.status().solved || look(&*self.position) != before {
            return Ok(None);
        }
        let events = self.position.events();
        self.made.truncate(made);
        self.undone = undone;
        self.replay_made();
        Ok(Some(events))
    }

    /// Whether a text is among the legal moves, or these are too many to be compared.
    fn may_be_legal(&self, text: &str) -> bool {
        let mut legal = self.position.moves().take(MAX_COMPARED + 1).enumerate();
        legal.any(|(number, legal)| number == MAX_COMPARED || legal == text)
    }

    /// Plays moves one after the other as [`Record::play`] does, all of them or none.
    ///
    /// # Errors
    /// The first text that is not a legal move, or a limit ended a move; the game is unchanged then.
    pub fn play_all<T: AsRef<str>>(&mut self, texts: &[T]) -> Result<(), IllegalMove> {
        let (before, undone) = (self.made.len(), self.undone.clone());
        // What a text stands for may depend on where the ones before it have led.
        let played = texts.iter().try_for_each(|text| {
            let steps = self.single_moves(text.as_ref())?;
            self.steps(steps, |record, step| record.step(step, &record.limits.context()))
        });
        if played.is_err() && (self.made.len() > before || self.position.failure().is_some()) {
            self.made.truncate(before);
            self.undone = undone;
            self.replay_made();
        }
        played
    }

    /// Returns the single moves that a text stands for: the text itself, or the moves that the position or the level reads in it.
    fn single_moves(&self, text: &str) -> Result<Vec<String>, IllegalMove> {
        let text = text.trim();
        let refused = |reason| IllegalMove::new(text, reason);
        if let Some(way) = self.position.way(text).map_err(refused)? {
            return Ok(way);
        }
        let expanded = self.level.expand(text).map_err(refused)?;
        Ok(expanded.unwrap_or_else(|| vec![text.to_owned()]))
    }

    /// Plays a single move.
    fn step(&mut self, text: &str, cx: &Context<'_>) -> Result<(), IllegalMove> {
        self.position.play(text, cx)?;
        self.made.push(text.to_owned());
        self.undone.clear();
        Ok(())
    }

    /// Replays the moves made from the start.
    fn replay_made(&mut self) {
        let cx = self.limits.context_of_replay();
        self.position = Arc::clone(&self.level).start(self.role, &cx);
        for text in &self.made {
            // These moves were legal when they were made, and play is deterministic.
            let replayed = self.position.play(text, &cx);
            debug_assert!(replayed.is_ok(), "{replayed:?}");
        }
    }

    /// Takes the last move back, or where no move was made since the last restart or change of the side, that one;
    /// returns whether there was anything to take back.
    pub fn undo(&mut self) -> bool {
        match (self.made.pop(), self.left.pop()) {
            (None, None) => return false,
            (Some(last), left) => {
                self.undone.push(last);
                self.left.extend(left);
            }
            (None, Some(LeftGame { role, moves })) if role != self.role => {
                (self.role, self.made) = (role, moves);
                self.undone.clear();
            }
            (None, Some(LeftGame { moves: before, .. })) => {
                // The moves may still be there to be made again; what was taken back before them is then, too.
                let are_next = self.undone.iter().rev().take(before.len()).eq(&before);
                let kept = if are_next { self.undone.len() - before.len() } else { 0 };
                self.undone.truncate(kept);
                self.made = before;
            }
        }
        self.replay_made();
        true
    }

    /// Takes every move back; [`Record::redo`] can make them again one by one, [`Record::undo`] all at once.
    pub fn restart(&mut self) {
        if !self.made.is_empty() {
            self.left.push(LeftGame { role: self.role, moves: self.made.clone() });
        }
        self.undone.extend(self.made.drain(..).rev());
        self.position = Arc::clone(&self.level).start(self.role, &self.limits.context());
    }

    /// Begins the game anew for another side; [`Record::undo`] goes back to the game that is left, where moves were
    /// made in it.
    pub fn switch(&mut self, role: Role) {
        let moves = std::mem::take(&mut self.made);
        if !moves.is_empty() {
            self.left.push(LeftGame { role: self.role, moves });
        }
        self.undone.clear();
        self.role = role;
        self.position = Arc::clone(&self.level).start(role, &self.limits.context());
    }

    /// Goes to the position after `count` moves of [`Record::line`], or after all of them where there are fewer; the
    /// moves after it can be redone.
    pub fn go_to(&mut self, count: usize) {
        let mut line: Vec<String> = self.made.drain(..).chain(self.undone.drain(..).rev()).collect();
        self.undone = line.split_off(count.min(line.len()));
        self.undone.reverse();
        self.made = line;
        self.replay_made();
    }

    /// Plays the move that was taken back last; returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(text) = self.undone.pop() else { return false };
        let rest = std::mem::take(&mut self.undone);
        let made = self.play(&text).is_ok();
        self.undone = rest;
        made
    }

    /// Returns the game as the text of a save. `name` is that of the level, such as `warehouse.xsb#3`; it may be empty.
    #[must_use]
    pub fn save(&self, name: &str) -> String {
        let undone: Vec<&str> = self.undone.iter().rev().map(String::as_str).collect();
        format!(
            "{HEAD} {VERSION}\nfamily: {}\nname: {}\nrole: {}\nmoves: {}\nundone: {}\nlevel:\n{}",
            self.level.info().name,
            name.replace(char::is_control, " ").trim(),
            self.role.0,
            self.made.join("; "),
            undone.join("; "),
            self.level.text()
        )
    }

    /// Opens a save.
    ///
    /// # Errors
    /// The text is not a save of a known version and family, or its level, role or a move is not valid.
    pub fn open<'f>(families: &[&'f dyn Family], text: &str) -> Result<Saved<'f>, SaveError> {
        Record::open_within(families, text, &Context::default())
    }

    /// Opens a save within the limits of `cx`, which matters where the level is a program.
    ///
    /// # Errors
    /// The errors of [`Record::open`], and the limit that was reached.
    pub fn open_within<'f>(families: &[&'f dyn Family], text: &str, cx: &Context<'_>) -> Result<Saved<'f>, SaveError> {
        let wrong = |line, message: String| SaveError::Format { line, message };
        let (mut rest, mut line) = (text, 0);
        let mut next = |key: &str| -> Result<String, SaveError> {
            let (first, after) = rest.split_once('\n').unwrap_or((rest, ""));
            (rest, line) = (after, line + 1);
            let first = first.trim_end();
            let value = first.strip_prefix(key).ok_or_else(|| wrong(line, format!("expected '{key}'")))?;
            Ok(value.trim().to_owned())
        };
        let version = next(HEAD)?;
        if version != VERSION {
            return Err(wrong(1, format!("this is a save of version '{version}'; expected version {VERSION}")));
        }
        let family = next("family:")?;
        let (name, role, made, undone) = (next("name:")?, next("role:")?, next("moves:")?, next("undone:")?);
        next("level:")?;
        let known = families.iter().find(|known| known.info().name == family);
        let family = *known.ok_or_else(|| wrong(2, format!("the family '{family}' is not known here")))?;
        let level = family.load(Arc::new(rest.as_bytes().to_vec()), cx)?;
        let role = crate::family::role(&*level, Some(&role))?;
        let mut record = Record::replay(level, role, &split_moves(&made), cx)?;
        record.undone = split_moves(&undone).into_iter().rev().collect();
        Ok(Saved { family, name: Some(name).filter(|name| !name.is_empty()), record })
    }

    /// Returns the reply to [`crate::QuestionKind::RUN`] for the current position.
    ///
    /// # Errors
    /// The rules of the level failed, or a limit ended the last move.
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
                cost: status.cost.map(|cost| cost.value),
                winner: self.position.winner().map(str::to_owned),
                result: Some(self.result()),
                words: Some(status.words),
                end: self.position.end(),
                level: self.position.level_text(),
            })
        };
        Ok(Reply::ran(self.position.program().map_or_else(plain, |program| program.outcome())))
    }

    /// Checks the reply to a run whose moves this game has replayed. The words of another version are not compared.
    ///
    /// # Errors
    /// What is wrong with the answer, or why it could not be checked.
    pub(crate) fn check(&self, reply: &Reply) -> Result<Checked, CheckError> {
        let Some(again) = self.run()?.body else { return Err(CheckError::wrong("the moves end otherwise")) };
        // Another version may word the same position otherwise.
        let said = reply.body_as::<Run>();
        let reworded = match (again.downcast_ref::<Run>(), said) {
            (Some(run), Some(said)) => AnyBody::new(Run { words: said.words.clone(), ..run.clone() }),
            _ => again.clone(),
        };
        ensure(reply.body.as_ref() == Some(&reworded), "the moves end otherwise")?;
        let mut checked = Checked::of("the moves replay to the same end", &["answer"]);
        if reworded != again && said.is_some_and(|said| said.words.is_some()) {
            checked.left_out("the words for the position: this version has others", &["answer.words"]);
        }
        Ok(checked)
    }
}

/// Plays the moves of a question within the limits and returns the game, whose position the question is about.
///
/// # Errors
/// An unknown role, an option whose value means nothing for this level, a move that cannot be played, or a limit that
/// was reached.
pub fn position(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Record, AskError> {
    position_watched(level, question, cx, |_| Ok(()))
}

/// Plays the moves of a question as [`position`] does. `visit` sees the game at the start and after each single move.
///
/// # Errors
/// The errors of [`position`] and those of `visit`.
pub(crate) fn position_watched(
    level: &Arc<dyn Level>,
    question: &Question,
    cx: &Context<'_>,
    visit: impl FnMut(&Record) -> Result<(), AskError>,
) -> Result<Record, AskError> {
    let role = role(&**level, question.asked.role())?;
    let level = level.variant(&question.asked)?.unwrap_or_else(|| Arc::clone(level));
    Record::replay_watched(level, role, question.asked.moves(), cx, visit)
}
