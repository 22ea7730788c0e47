//! The line-based player, for screen readers and pipes: state and moves in words, a line of input is a move or a
//! command. The same state machine as on the screen; questions are answered at once, between two lines.
//!
//! Where the input is no terminal its lines are written out too, so that what is printed reads as a whole.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use engines::Stop;
use puzzles::words::plural;

use super::event::{Command, Event, Order};
use super::game::Game;
use super::shell::save;
use super::worker::Limits;
use crate::progress::Line;

/// Moves that are written out.
const MOST_LISTED: usize = 60;
/// Steps of a walk that are written out, and the last one.
const MOST_STEPS: usize = 40;

/// The commands in words.
const COMMANDS: &str = "A line is a move, or one of: undo, redo, hint (again for more), restart, solution (one best move), \
    look, moves, rules, save FILE, quit.";

/// One game by lines.
pub(crate) struct Plain<'a, W: Write> {
    pub(crate) game: Game,
    pub(crate) limits: Limits,
    pub(crate) stop: Stop,
    pub(crate) line: &'a Line,
    pub(crate) out: W,
}

impl<W: Write> Plain<'_, W> {
    /// Plays until the input ends or the player quits.
    pub(crate) fn run(&mut self, first: Vec<Order>, input: &mut dyn BufRead, echo: bool) -> io::Result<()> {
        let role =
            if self.game.roles().len() > 1 { format!(", as {}", self.game.record().role().0) } else { String::new() };
        writeln!(self.out, "{}, {}{role}", self.game.picture().title, self.game.name())?;
        self.carry_out(first)?;
        writeln!(self.out, "Best possible: {}.", self.game.optimum().words())?;
        writeln!(self.out, "{COMMANDS}")?;
        self.look()?;
        let mut text = String::new();
        while !self.stop.asked() {
            write!(self.out, "> ")?;
            self.out.flush()?;
            text.clear();
            if input.read_line(&mut text)? == 0 {
                return writeln!(self.out);
            }
            if echo {
                writeln!(self.out, "{}", text.trim_end())?;
            }
            if !self.obey(text.trim())? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Does what a line says; says whether to go on. A legal move comes before a command of the same name.
    fn obey(&mut self, text: &str) -> io::Result<bool> {
        let legal = self.game.targets().iter().any(|target| target.text == text);
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match (word, rest.trim()) {
            ("", _) => {}
            ("quit", "") => return Ok(false),
            _ if legal => self.command(Command::Move(text.to_owned()))?,
            ("undo", "") => self.command(Command::Undo)?,
            ("redo", "") => self.command(Command::Redo)?,
            ("restart", "") => self.command(Command::Restart)?,
            ("hint", "") => self.hint()?,
            ("solution", "") => self.solution()?,
            ("look", "") => self.look()?,
            ("moves", "") => self.moves()?,
            ("rules" | "help", "") => writeln!(self.out, "{}\n{COMMANDS}", self.game.card().rules)?,
            ("save", "") => writeln!(self.out, "Not saved: expected save FILE.")?,
            ("save", path) => self.command(Command::Save(PathBuf::from(path)))?,
            _ => self.command(Command::Move(text.to_owned()))?,
        }
        Ok(true)
    }

    /// Makes a command and tells what changed.
    fn command(&mut self, command: Command) -> io::Result<()> {
        let before = self.game.record().moves().to_vec();
        let orders = self.game.handle(Event::Command(command));
        self.carry_out(orders)?;
        if !self.game.notice.is_empty() {
            return writeln!(self.out, "{}", self.game.notice);
        }
        if self.game.record().moves() == before.as_slice() { Ok(()) } else { self.changed() }
    }

    /// The walk that a move began, then the new position.
    fn changed(&mut self) -> io::Result<()> {
        let frames = &self.game.picture().frames;
        let last = frames.len().saturating_sub(1);
        for (index, frame) in frames.iter().enumerate().filter(|_| last > 0) {
            match index {
                MOST_STEPS if index < last => writeln!(self.out, "  …")?,
                _ if index < MOST_STEPS || index == last => writeln!(self.out, "  {}", frame.caption)?,
                _ => {}
            }
        }
        self.look()
    }

    fn look(&mut self) -> io::Result<()> {
        let (status, made) = (self.game.status().clone(), self.game.made());
        writeln!(self.out, "{}: {}.", plural(made, "move", "moves"), status.words)?;
        match self.game.end() {
            Some(end) => writeln!(self.out, "{end}."),
            None => self.moves(),
        }
    }

    fn moves(&mut self) -> io::Result<()> {
        let targets = self.game.targets();
        let listed: Vec<&str> = targets.iter().take(MOST_LISTED).map(|target| target.text.as_str()).collect();
        let more = if targets.len() > MOST_LISTED || self.game.more_moves() { ", …" } else { "" };
        let listed = if listed.is_empty() { "none".to_owned() } else { listed.join(", ") };
        writeln!(self.out, "Moves: {listed}{more}")
    }

    fn hint(&mut self) -> io::Result<()> {
        let orders = self.game.handle(Event::Command(Command::Hint));
        self.carry_out(orders)?;
        if !self.game.notice.is_empty() {
            return writeln!(self.out, "{}", self.game.notice);
        }
        let advice = self.game.advice();
        advice.last().map_or(Ok(()), |line| writeln!(self.out, "{line}"))
    }

    /// Plays one best move.
    fn solution(&mut self) -> io::Result<()> {
        let made = self.game.made();
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
        writeln!(self.out, "Played {played}.")?;
        self.changed()
    }

    fn carry_out(&mut self, orders: Vec<Order>) -> io::Result<()> {
        for order in orders {
            let event = match order {
                Order::Ask(ticket, question) => {
                    let (card, level) = (self.game.card(), self.game.record().level());
                    let answer = self.limits.answer(card, level, &question, self.stop.clone(), self.line);
                    self.line.clear();
                    Event::Answered(ticket, answer)
                }
                Order::Save(path, text) => Event::Saved(save(&path, &text)),
                Order::Cancel(_) | Order::Leave => continue,
            };
            let more = self.game.handle(event);
            self.carry_out(more)?;
        }
        Ok(())
    }
}

/// Whether lines of input have to be written out.
pub(crate) fn echoes() -> bool {
    !io::stdin().is_terminal()
}
