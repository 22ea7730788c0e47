//! The line-based player, for screen readers and pipes: state and moves in words, a line of input is a move or a
//! command. It drives the state machine of the screen player; questions are answered at once, between two lines.
//!
//! If the input is not a terminal, its lines are printed too, so that the output is a complete transcript.

use std::collections::HashMap;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use engines::CancellationToken;
use picture::{Spoken, spoken};
use puzzles::phrases::plural;

use super::commands::{self, Command, Offers};
use super::event::{Event, Order};
use super::game::Game;
use super::judged::Judged;
use super::save::save;
use super::targets::Target;
use super::worker::Limits;
use crate::progress::Line;

/// The longest time for which the best possible is searched before play begins, unless the command line says another.
const BEFORE_PLAY: Duration = Duration::from_secs(2);
/// Moves that are written out.
const MAX_LISTED: usize = 60;
/// Steps of a walk that are written out, and the last one.
const MAX_STEPS: usize = 40;

/// The line that is named where `look` is explained, if the board has so many.
const EXAMPLE: usize = 2;
/// Names of lines that are listed.
const MAX_NAMES: usize = 8;

/// One game by lines.
pub(crate) struct Plain<'a, W: Write> {
    pub(crate) game: Game,
    pub(crate) limits: Limits,
    pub(crate) stop: CancellationToken,
    /// The name of the level after this one, if there is any.
    pub(crate) next: Option<String>,
    pub(crate) line: &'a Line,
    pub(crate) out: W,
}

/// How a game by lines was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// The input ended, or the player quit.
    Ended,
    /// The player wants the next level.
    Next,
}

impl<W: Write> Plain<'_, W> {
    /// Plays until the input ends, the player quits or wants the next level.
    pub(crate) fn run(&mut self, first: Vec<Order>, input: &mut dyn BufRead, echo: bool) -> io::Result<Left> {
        let role =
            if self.game.roles().len() > 1 { format!(", as {}", self.game.record().role().0) } else { String::new() };
        writeln!(self.out, "{}, {}{role}", self.game.picture().title, self.game.name())?;
        let limits = self.limits.clone();
        self.limits = limits.or_within(BEFORE_PLAY);
        self.carry_out(first)?;
        self.limits = limits;
        writeln!(self.out, "Best possible: {}.", self.game.optimum().words())?;
        if let Some(goal) = self.game.guide().goal {
            writeln!(self.out, "Goal: {goal}")?;
        }
        writeln!(self.out, "{}", command_words(&self.game, self.next.is_some()))?;
        self.messages()?;
        self.look()?;
        let mut text = String::new();
        while !self.stop.is_cancelled() {
            write!(self.out, "> ")?;
            self.out.flush()?;
            text.clear();
            if input.read_line(&mut text)? == 0 {
                writeln!(self.out)?;
                return Ok(Left::Ended);
            }
            if echo {
                writeln!(self.out, "{}", text.trim_end())?;
            }
            match text.trim() {
                "next" | "n" if self.next.is_some() => return Ok(Left::Next),
                text if !self.execute(text)? => return Ok(Left::Ended),
                _ => {}
            }
        }
        Ok(Left::Ended)
    }

    /// Texts to be read at this position.
    fn messages(&mut self) -> io::Result<()> {
        self.game.messages().iter().try_for_each(|text| writeln!(self.out, "Message: {text}"))
    }

    /// Does what a line says; says whether to go on. A legal move comes before a command of the same name.
    fn execute(&mut self, text: &str) -> io::Result<bool> {
        let legal = self.game.targets().iter().any(|target| target.text == text);
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match (word, rest.trim()) {
            ("", _) => {}
            ("quit", "") => return Ok(false),
            _ if legal => self.command(Command::Move(text.to_owned()))?,
            ("q", "") => return Ok(false),
            // A level may have a restart of its own, which goes back to a checkpoint and can be undone.
            ("restart", "") if self.game.restarts() => self.command(Command::Move("restart".to_owned()))?,
            ("hint" | "h", "") => self.hint()?,
            ("judge" | "j", "") => self.judge()?,
            ("back" | "b", count) if !count.is_empty() => match count.parse() {
                Ok(count) => self.command(Command::Back(Some(count)))?,
                Err(_) => writeln!(self.out, "Expected a number of moves, not '{count}'.")?,
            },
            ("solution" | "o", "") => self.solution()?,
            ("look" | "l", "") => self.look()?,
            ("look" | "l", what) => self.look_at(what)?,
            ("moves" | "m", "") => self.moves()?,
            ("replay" | "p", "") => self.made()?,
            ("next" | "n", "") => writeln!(self.out, "There is no next level here.")?,
            ("rules" | "help" | "?", "") => self.rules()?,
            ("save" | "s", "") => writeln!(self.out, "Not saved: expected save FILE.")?,
            ("save" | "s", path) => self.command(Command::Save(PathBuf::from(path)))?,
            _ => self.command(commands::by_word(text).unwrap_or_else(|| Command::Move(text.to_owned())))?,
        }
        Ok(true)
    }

    /// Makes a command and tells what changed.
    fn command(&mut self, command: Command) -> io::Result<()> {
        let (before, board) = (self.game.record().moves().to_vec(), self.game.spoken());
        let role = self.game.record().role();
        let orders = self.game.handle(Event::Command(command));
        self.carry_out(orders)?;
        if self.game.record().role() != role {
            return self.switched();
        }
        let has_moved = self.game.record().moves() != before.as_slice();
        // At the end of a game the notice is why its moves were not judged.
        if has_moved && (self.game.notice.is_empty() || self.game.end().is_some()) {
            self.changed(&board)?;
        }
        if self.game.notice.is_empty() { Ok(()) } else { writeln!(self.out, "{}", self.game.notice) }
    }

    /// Tells that another side is played now, and how its game stands.
    fn switched(&mut self) -> io::Result<()> {
        writeln!(self.out, "You play {}.", self.game.record().role().0)?;
        self.look()
    }

    /// Goal, rules and commands.
    fn rules(&mut self) -> io::Result<()> {
        for line in self.game.guide().lines() {
            writeln!(self.out, "{line}")?;
        }
        writeln!(self.out, "{}", command_words(&self.game, self.next.is_some()))
    }

    /// The moves made so far.
    fn made(&mut self) -> io::Result<()> {
        match self.game.record().moves() {
            [] => writeln!(self.out, "No move was made yet."),
            moves => writeln!(self.out, "Moves made: {}.", moves.join("; ")),
        }
    }

    /// The walk that a move began, texts, then what is new in the position.
    fn changed(&mut self, before: &Spoken) -> io::Result<()> {
        self.messages()?;
        let said = self.game.messages().join(" ");
        let frames = &self.game.picture().frames;
        let last = frames.len().saturating_sub(1);
        for (index, frame) in frames.iter().enumerate().filter(|_| last > 0) {
            match index {
                MAX_STEPS if index < last => writeln!(self.out, "  …")?,
                // A frame without words, or with those of a message, says nothing new.
                _ if frame.caption.is_empty() || said == frame.caption => {}
                _ if index < MAX_STEPS || index == last => writeln!(self.out, "  {}", frame.caption)?,
                _ => {}
            }
        }
        let board = self.game.spoken();
        self.position(&board.changed_since(before))
    }

    /// The whole board.
    fn look(&mut self) -> io::Result<()> {
        let board = self.game.spoken();
        self.position(&board.lines.iter().collect::<Vec<_>>())
    }

    /// How it stands, these lines of the board unless that says them already, and what can be done.
    fn position(&mut self, lines: &[&spoken::Line]) -> io::Result<()> {
        let (words, made) = (self.game.status().words.clone(), self.game.made());
        writeln!(self.out, "{}: {words}.", plural(made, "move", "moves"))?;
        if lines.iter().any(|line| !words.contains(&line.text())) {
            for line in lines {
                writeln!(self.out, "  {}", line.text())?;
            }
        }
        let Some(end) = self.game.end() else { return self.moves() };
        match &self.next {
            Some(next) => writeln!(self.out, "{end}. Next level: next ({next})."),
            None => writeln!(self.out, "{end}."),
        }?;
        if self.game.states() {
            writeln!(self.out, "To put your moves into the file, as its solution: write.")?;
        }
        let judged = self.game.judged().map(Judged::summary).unwrap_or_default();
        judged.iter().try_for_each(|line| writeln!(self.out, "{line}"))
    }

    /// One line or place of the board, or what a move changes.
    fn look_at(&mut self, what: &str) -> io::Result<()> {
        let board = self.game.spoken();
        if let Some(line) = board.in_full(what) {
            return writeln!(self.out, "{}.", line.text());
        }
        if let Some(place) = board.place(what) {
            return writeln!(self.out, "{}: {}.", place.name, place.words);
        }
        if let Some(text) = what.strip_prefix("move ") {
            return writeln!(self.out, "{}", self.game.effect(text.trim()));
        }
        writeln!(self.out, "There is no '{what}' here; {}.", names(&board))
    }

    fn moves(&mut self) -> io::Result<()> {
        let targets = self.game.targets();
        let listed: Vec<String> =
            targets.iter().take(MAX_LISTED).map(|target| self.game.display_name(&target.text)).collect();
        let more = if targets.len() > MAX_LISTED || self.game.more_moves() { ", …" } else { "" };
        let listed = if listed.is_empty() { "none".to_owned() } else { listed.join(", ") };
        writeln!(self.out, "Moves: {listed}{more}")
    }

    fn hint(&mut self) -> io::Result<()> {
        let before = self.game.advice().to_vec();
        let orders = self.game.handle(Event::Command(Command::Hint));
        self.carry_out(orders)?;
        if !self.game.notice.is_empty() {
            return writeln!(self.out, "{}", self.game.notice);
        }
        let advice = self.game.advice();
        let all_told = advice == before;
        let mut told = advice.iter().filter(|line| all_told || !before.contains(line));
        told.try_for_each(|line| writeln!(self.out, "{line}"))
    }

    /// What the moves made cost, position by position.
    fn judge(&mut self) -> io::Result<()> {
        if self.game.judged().is_none() {
            let orders = self.game.handle(Event::Command(Command::Judge));
            self.carry_out(orders)?;
        }
        let Some(judged) = self.game.judged() else { return writeln!(self.out, "{}", self.game.notice) };
        for line in judged.summary() {
            writeln!(self.out, "{line}")?;
        }
        judged.positions().iter().try_for_each(|line| writeln!(self.out, "  {line}"))
    }

    /// Plays one best move.
    fn solution(&mut self) -> io::Result<()> {
        let (made, board) = (self.game.made(), self.game.spoken());
        let said = |target: &Target| (target.text.clone(), self.game.display_name(&target.text));
        let moves: HashMap<String, String> = self.game.targets().iter().map(said).collect();
        self.game.skip();
        let orders = self.game.handle(Event::Command(Command::Solution));
        self.carry_out(orders)?;
        if self.game.made() == made {
            let orders = self.game.handle(Event::Tick(std::time::Duration::ZERO));
            self.carry_out(orders)?;
        }
        if self.game.made() == made {
            let said = if self.game.notice.is_empty() { "Nothing is left to do." } else { &self.game.notice };
            return writeln!(self.out, "{said}");
        }
        if self.game.auto().is_some() {
            self.game.handle(Event::Command(Command::Solution));
        }
        let played = self.game.record().moves().last().cloned().unwrap_or_default();
        writeln!(self.out, "Played {}.", moves.get(&played).unwrap_or(&played))?;
        self.changed(&board)
    }

    fn carry_out(&mut self, orders: Vec<Order>) -> io::Result<()> {
        for order in orders {
            let event = match order {
                Order::Ask(ticket, question) => {
                    let level = self.game.record().level();
                    let answer = self.limits.answer(level, &question, self.stop.clone(), self.line);
                    self.line.clear();
                    Event::Answered(ticket, answer)
                }
                Order::Save(path, text) => Event::Saved(save(&path, &text)),
                Order::State(document, moves) => Event::Stated(document.state(moves)),
                Order::Cancel(_) | Order::Leave | Order::Next => continue,
            };
            let more = self.game.handle(event);
            self.carry_out(more)?;
        }
        Ok(())
    }
}

/// What can be looked at.
fn names(board: &Spoken) -> String {
    let names: Vec<&str> = board.lines.iter().map(|line| line.name.as_str()).filter(|name| !name.is_empty()).collect();
    match names.as_slice() {
        [] => "look alone says the board".into(),
        [first, .., last] if names.len() > MAX_NAMES => format!("there are {first} to {last}"),
        _ => format!("there are {}", names.join(", ")),
    }
}

/// The commands in words, with a line or place of this board.
fn command_words(game: &Game, has_next: bool) -> String {
    let board = game.spoken();
    let lines: Vec<&str> = board.lines.iter().map(|line| line.name.as_str()).filter(|name| !name.is_empty()).collect();
    let place = || board.places.first().map(|place| place.name.as_str());
    let example = lines.get(EXAMPLE).or(lines.first()).copied().or_else(place).unwrap_or("row 1");
    commands::lines(Offers { has_next, ..game.offers() }, example)
}

/// Whether lines of input have to be written out.
pub(crate) fn echoes() -> bool {
    !io::stdin().is_terminal()
}
