//! A game on the table: keys, clicks and typed text become commands. Pure, like the game itself.

use std::path::PathBuf;

use picture::Frame;
use puzzles::controls;
use ratatui::layout::{Position, Rect};

use super::commands::{self, Command};
use super::event::{Event, Key, Order};
use super::game::{Auto, Game};
use super::geometry::{Layout, Parts, parts};
use super::places::latin;
use super::targets::{Turn, turn};

/// The purpose of a typed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Move,
    Save,
    /// The number of moves at the position to go to.
    Back,
}

/// A line being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) purpose: Purpose,
    pub(crate) text: String,
}

/// A game with what belongs to playing it by keys and mouse.
pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) entry: Option<Entry>,
    /// Whether the rules and keys are shown.
    pub(crate) help: bool,
    /// The digit or capital that the last key played at once. Who expects to end it with Enter plays no second move.
    played: Option<char>,
    size: (u16, u16),
}

impl Table {
    /// Lays a game on a screen of this size.
    pub(crate) fn new(game: Game, size: (u16, u16)) -> Table {
        Table { game, entry: None, help: false, played: None, size }
    }

    /// The parts of the screen.
    pub(crate) fn parts(&self) -> Parts {
        parts(self.size.0, self.size.1)
    }

    /// Where the board's places are drawn.
    pub(crate) fn layout(&self, frame: &Frame) -> Layout {
        let aim = self.game.aim.and_then(|aim| self.game.targets().get(aim)).and_then(|target| target.at);
        let idle = !frame.pieces.iter().any(|piece| piece.role == picture::ColourRole::Actor);
        Layout::new(frame, self.parts().board, aim.filter(|_| idle))
    }

    /// The positions of the line that was judged, those around the present one: the lines of the panel, and how many
    /// moves are made at each.
    pub(crate) fn judged_positions(&self) -> Vec<(Rect, usize)> {
        let judged = self.game.judged().filter(|_| !self.game.walks());
        let (panel, Some(judged)) = (self.parts().panel, judged) else { return Vec::new() };
        let (count, room) = (judged.rows().len(), usize::from(panel.height / 3));
        let lines = count.min(room);
        let now = usize::try_from(self.game.made()).unwrap_or(usize::MAX);
        let first = (now + 1).saturating_sub(lines.div_ceil(2)).min(count - lines);
        lines_below(panel, lines).zip(first..).collect()
    }

    /// The moves without a place that are listed: the lines of the panel, and which target each one is.
    pub(crate) fn choices(&self) -> Vec<(Rect, usize)> {
        let mut panel = self.parts().panel;
        panel.height -= u16::try_from(self.judged_positions().len()).unwrap_or(panel.height);
        let targets = self.game.targets();
        let free = targets.iter().position(|target| target.at.is_none()).unwrap_or(targets.len());
        let (count, room) = (targets.len() - free, usize::from(panel.height / 2));
        let lines = count.min(room);
        let aim = self.game.aim.and_then(|aim| aim.checked_sub(free)).unwrap_or(0);
        let first = (aim + 1).saturating_sub(lines).min(count - lines);
        lines_below(panel, lines).zip(free + first..).collect()
    }

    /// The commands of the bar, line by line as they fit.
    pub(crate) fn buttons(&self) -> Vec<(Rect, char, &'static str)> {
        let bar = self.parts().bar;
        let (mut x, mut y, mut out) = (bar.x, bar.y, Vec::new());
        for (key, name) in commands::buttons() {
            let width = u16::try_from(name.len()).unwrap_or(0) + 4;
            // The last one needs no blank after it.
            if x + width > bar.right() + 1 {
                (x, y) = (bar.x, y + 1);
            }
            if y < bar.bottom() {
                let key = if self.game.meaning(Key::Char(key)).is_some() { key.to_ascii_uppercase() } else { key };
                out.push((Rect::new(x, y, width.min(bar.right() - x), 1), key, name));
            }
            x += width;
        }
        out
    }

    /// Takes one event.
    pub(crate) fn handle(&mut self, event: Event) -> Vec<Order> {
        match event {
            Event::Key(key) if self.entry.is_some() => self.type_key(key),
            Event::Key(key) => {
                let played = self.played.take();
                self.key_after(played, key)
            }
            Event::Paste(text) => self.paste(&text),
            Event::Click { column, row } => self.click(column, row),
            Event::Wheel(by) => self.next(by),
            // Who reads the rules or types is given time.
            Event::Tick(_) if self.help || self.entry.is_some() => Vec::new(),
            Event::Resize { width, height } => {
                self.size = (width, height);
                Vec::new()
            }
            other => self.game.handle(other),
        }
    }

    fn command(&mut self, command: Command) -> Vec<Order> {
        self.game.handle(Event::Command(command))
    }

    /// A key after a digit or capital that was played at once, or after anything else.
    fn key_after(&mut self, played: Option<char>, key: Key) -> Vec<Order> {
        match (played, key) {
            (Some(sign), Key::Enter) => {
                self.game.skip();
                self.game.notice = format!("{sign} was played at once; Enter again plays what is aimed at.");
                Vec::new()
            }
            _ => self.key(key),
        }
    }

    fn key(&mut self, key: Key) -> Vec<Order> {
        let key = if let Key::Char(sign) = key { Key::Char(latin(sign)) } else { key };
        if let Some(meaning) = self.game.meaning(key).filter(|_| !self.game.status().over) {
            let is_undo = meaning == controls::UNDO;
            return self.command(if is_undo { Command::Undo } else { Command::Move(meaning.to_owned()) });
        }
        match key {
            Key::Arrow(arrow) => match turn(self.game.targets(), self.game.aim, arrow) {
                Turn::Play(text) => self.command(Command::Move(text)),
                Turn::Aim(index) => self.aim(index),
                Turn::Stay => Vec::new(),
            },
            Key::Tab => self.next(1),
            Key::BackTab => self.next(-1),
            Key::PageUp => self.next(-10),
            Key::PageDown => self.next(10),
            Key::Home => self.command(Command::Restart),
            Key::End => {
                self.game.skip();
                Vec::new()
            }
            Key::Enter => self.enter(),
            Key::Backspace => self.command(Command::Undo),
            Key::Escape if self.help => self.switch_help(),
            Key::Escape => self.command(Command::Leave),
            Key::Char(sign) => self.typed(sign),
        }
    }

    fn typed(&mut self, sign: char) -> Vec<Order> {
        match self.command_of(sign) {
            'b' => self.open(Purpose::Back, self.game.back_to().map_or(String::new(), |count| count.to_string())),
            's' => self.open(Purpose::Save, self.game.usual_save().display().to_string()),
            ':' | 'm' => self.open(Purpose::Move, String::new()),
            '?' => self.switch_help(),
            'v' => self.watch(),
            'n' => self.switch_names(),
            '+' | '=' => self.hurry(true),
            '-' => self.hurry(false),
            ' ' => self.space(),
            other => match commands::by_key(other) {
                Some(command) => self.command(command),
                None if other.is_ascii_digit() || other.is_uppercase() => self.first_sign(other),
                None => Vec::new(),
            },
        }
    }

    /// A command whose letter belongs to the game is given by its capital.
    fn command_of(&self, sign: char) -> char {
        let small = sign.to_ascii_lowercase();
        let is_moved = sign != small && self.game.meaning(Key::Char(small)).is_some();
        if is_moved && commands::buttons().any(|(key, _)| key == small) { small } else { sign }
    }

    fn switch_help(&mut self) -> Vec<Order> {
        self.help = !self.help;
        Vec::new()
    }

    fn watch(&mut self) -> Vec<Order> {
        self.game.watch();
        Vec::new()
    }

    fn switch_names(&mut self) -> Vec<Order> {
        self.game.switch_names();
        Vec::new()
    }

    fn hurry(&mut self, faster: bool) -> Vec<Order> {
        self.game.hurry(faster);
        Vec::new()
    }

    /// Stops automatic play, or else does what Enter does.
    fn space(&mut self) -> Vec<Order> {
        match self.game.auto() {
            Some(Auto::Solution) => self.command(Command::Solution),
            Some(Auto::Replay) => self.command(Command::Replay),
            None => self.enter(),
        }
    }

    /// Ends an animation, goes on from a solved level, else plays the target aimed at.
    fn enter(&mut self) -> Vec<Order> {
        if self.game.moving() && self.game.auto().is_none() {
            self.game.skip();
            return Vec::new();
        }
        if self.game.status().solved {
            return vec![Order::Next];
        }
        let text = self.game.aim.and_then(|aim| self.game.targets().get(aim)).map(|target| target.text.clone());
        text.map_or_else(Vec::new, |text| self.command(Command::Move(text)))
    }

    fn aim(&mut self, index: usize) -> Vec<Order> {
        self.game.aim = Some(index);
        Vec::new()
    }

    /// Moves the aim by `by` targets.
    fn next(&mut self, by: i8) -> Vec<Order> {
        let count = self.game.targets().len();
        let aim = self.game.aim.unwrap_or(0);
        let step = usize::from(by.unsigned_abs());
        match (count, by < 0) {
            (0, _) => Vec::new(),
            (_, true) => self.aim((aim + count - step % count) % count),
            (_, false) => self.aim((aim + step) % count),
        }
    }

    /// A digit or capital begins a move; where it is one and no longer move begins so, it is played at once.
    fn first_sign(&mut self, sign: char) -> Vec<Order> {
        let text = sign.to_string();
        let begins = self.game.targets().iter().filter(|target| target.text.starts_with(sign));
        let texts: Vec<&str> = begins.map(|target| target.text.as_str()).collect();
        match texts.as_slice() {
            [only] if *only == text && !self.game.more_moves() => {
                self.played = Some(sign);
                self.command(Command::Move(text))
            }
            _ => self.open(Purpose::Move, text),
        }
    }

    fn open(&mut self, purpose: Purpose, text: String) -> Vec<Order> {
        self.entry = Some(Entry { purpose, text });
        Vec::new()
    }

    fn type_key(&mut self, key: Key) -> Vec<Order> {
        let Some(entry) = &mut self.entry else { return Vec::new() };
        match key {
            Key::Char(sign) => entry.text.push(sign),
            Key::Backspace if !entry.text.is_empty() => {
                entry.text.pop();
            }
            Key::Backspace | Key::Escape => self.entry = None,
            Key::Tab => self.complete(),
            Key::Enter => return self.submit(),
            _ => {}
        }
        Vec::new()
    }

    /// Fills in what all moves that begin as typed have in common.
    fn complete(&mut self) {
        let Some(entry) = self.entry.as_mut().filter(|entry| entry.purpose == Purpose::Move) else { return };
        let mut fitting =
            self.game.targets().iter().map(|target| &target.text).filter(|text| text.starts_with(&entry.text));
        let Some(first) = fitting.next() else { return };
        let common = fitting.fold(first.clone(), |common, text| {
            common.chars().zip(text.chars()).take_while(|(one, other)| one == other).map(|(sign, _)| sign).collect()
        });
        entry.text = common;
    }

    fn submit(&mut self) -> Vec<Order> {
        let Some(Entry { purpose, text }) = self.entry.take() else { return Vec::new() };
        match (purpose, text.trim()) {
            (_, "") => Vec::new(),
            (Purpose::Move, text) => self.command(Command::Move(text.to_owned())),
            (Purpose::Save, path) => self.command(Command::Save(PathBuf::from(path))),
            (Purpose::Back, count) => match count.parse() {
                Ok(count) => self.command(Command::Back(Some(count))),
                Err(_) => {
                    self.game.notice = format!("Expected a number of moves, not '{count}'.");
                    Vec::new()
                }
            },
        }
    }

    /// Pasted text is typed: a line end in it submits.
    fn paste(&mut self, text: &str) -> Vec<Order> {
        if self.entry.is_none() {
            self.open(Purpose::Move, String::new());
        }
        let flat: String = text.trim().chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
        if let Some(entry) = &mut self.entry {
            entry.text.push_str(&flat);
        }
        Vec::new()
    }

    fn click(&mut self, column: u16, row: u16) -> Vec<Order> {
        let there = Position::new(column, row);
        if let Some((_, key, _)) = self.buttons().into_iter().find(|(rect, ..)| rect.contains(there)) {
            self.entry = None;
            return self.typed(key);
        }
        if let Some((_, target)) = self.choices().into_iter().find(|(rect, _)| rect.contains(there)) {
            let text = self.game.targets()[target].text.clone();
            self.game.aim = Some(target);
            return self.command(Command::Move(text));
        }
        if let Some((_, made)) = self.judged_positions().into_iter().find(|(rect, _)| rect.contains(there)) {
            return self.command(Command::Back(Some(made as u64)));
        }
        let frame = self.game.shown();
        let act = self.layout(&frame).act(&frame, column, row).map(str::to_owned);
        let Some(text) = act else { return Vec::new() };
        let texts = || self.game.targets().iter().map(|target| &target.text);
        let beginning = format!("{text} ");
        let begun: Vec<&String> = texts().filter(|known| known.starts_with(&beginning)).collect();
        match begun.as_slice() {
            _ if texts().any(|known| *known == text) => self.command(Command::Move(text)),
            [only] => self.command(Command::Move((*only).clone())),
            [] => self.command(Command::Move(text)),
            // Of several moves the one that is meant is typed to its end.
            _ => self.open(Purpose::Move, beginning),
        }
    }
}

/// The last lines of a panel.
fn lines_below(panel: Rect, lines: usize) -> impl Iterator<Item = Rect> {
    let height = u16::try_from(lines).unwrap_or(panel.height);
    (panel.bottom() - height..panel.bottom()).map(move |y| Rect::new(panel.x, y, panel.width, 1))
}
