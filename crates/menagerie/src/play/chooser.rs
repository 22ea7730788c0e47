//! Choosing a level: the shipped ones of every family, narrowed by typing. Pure.

use std::sync::Arc;

use engines::Context;
use puzzles::{Family, Shipped};

use super::event::{Arrow, Event, Key};

/// One line to choose.
#[derive(Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) family: &'static dyn Family,
    pub(crate) level: &'static Shipped,
    pub(crate) role: &'static str,
    /// Whether others could play instead.
    alone: bool,
}

impl Choice {
    /// The line as text.
    pub(crate) fn words(&self) -> String {
        let info = self.family.info();
        let role = if !self.alone { format!(" (as {})", self.role) } else { String::new() };
        format!("{} · {}{role}: {}", info.name, self.level.name, self.level.about)
    }
}

/// Who can play a shipped level, and whether that is one alone.
fn roles(family: &'static dyn Family, level: &Shipped) -> (&'static [&'static str], bool) {
    let roles = match family.load(Arc::new(level.text.as_bytes()), &Context::default()) {
        Ok(level) => level.roles(),
        Err(_) => family.info().roles,
    };
    (if roles.is_empty() { &["player"] } else { roles }, roles.len() < 2)
}

/// What choosing came to.
pub(crate) enum Chosen {
    /// Nothing yet.
    Not,
    /// This one.
    Level(Choice),
    /// Nothing: leave.
    Leave,
}

/// The list of levels.
pub(crate) struct Chooser {
    choices: Vec<Choice>,
    pub(crate) filter: String,
    /// Of those that fit the filter, the one aimed at.
    pub(crate) aim: usize,
    height: u16,
    /// What went wrong with the last choice.
    pub(crate) notice: String,
}

/// The first line of the list on the screen, and lines that are not part of it.
pub(crate) const ABOVE: u16 = 3;
const AROUND: u16 = 5;

impl Chooser {
    /// All levels of these families, once for each role.
    pub(crate) fn new(families: &'static [&'static dyn Family], height: u16) -> Chooser {
        let levels = |&family: &&'static dyn Family| {
            family.info().levels.iter().flat_map(move |level| {
                let (roles, alone) = roles(family, level);
                roles.iter().map(move |&role| Choice { family, level, role, alone })
            })
        };
        let choices = families.iter().flat_map(levels).collect();
        Chooser { choices, filter: String::new(), aim: 0, height, notice: String::new() }
    }

    /// The levels that fit what was typed.
    pub(crate) fn fitting(&self) -> Vec<Choice> {
        let wanted = self.filter.to_lowercase();
        self.choices.iter().filter(|choice| choice.words().to_lowercase().contains(&wanted)).copied().collect()
    }

    /// The part of them that is on the screen.
    pub(crate) fn visible(&self) -> std::ops::Range<usize> {
        let (count, room) = (self.fitting().len(), usize::from(self.height.saturating_sub(AROUND)).max(1));
        let first = (self.aim + 1).saturating_sub(room);
        first..count.min(first + room)
    }

    /// The screen has so many lines now.
    pub(crate) fn resize(&mut self, height: u16) {
        self.height = height;
    }

    /// Takes one event.
    pub(crate) fn handle(&mut self, event: &Event) -> Chosen {
        match event {
            Event::Key(key) => return self.key(*key),
            Event::Wheel(by) => self.go(isize::from(*by)),
            Event::Click { row, .. } => {
                let line = row.checked_sub(ABOVE).map(|line| self.visible().start + usize::from(line));
                if let Some(index) = line.filter(|index| self.visible().contains(index)) {
                    self.aim = index;
                    return self.take();
                }
            }
            _ => {}
        }
        Chosen::Not
    }

    fn key(&mut self, key: Key) -> Chosen {
        match key {
            Key::Arrow(Arrow::Up) | Key::BackTab => self.go(-1),
            Key::Arrow(Arrow::Down) | Key::Tab => self.go(1),
            Key::PageUp => self.go(-10),
            Key::PageDown => self.go(10),
            Key::Home => self.aim = 0,
            Key::End => self.go(isize::MAX),
            Key::Enter => return self.take(),
            Key::Escape => return Chosen::Leave,
            Key::Backspace => {
                self.filter.pop();
                self.aim = 0;
            }
            Key::Char(character) => {
                self.filter.push(character);
                self.aim = 0;
            }
            Key::Arrow(_) => {}
        }
        Chosen::Not
    }

    fn go(&mut self, by: isize) {
        self.notice.clear();
        let last = self.fitting().len().saturating_sub(1);
        self.aim = self.aim.saturating_add_signed(by).min(last);
    }

    fn take(&mut self) -> Chosen {
        self.fitting().get(self.aim).map_or(Chosen::Not, |choice| Chosen::Level(*choice))
    }
}
