//! The list from which a level is chosen, narrowed by typing: the shipped levels of every family, or the levels of one
//! file. Pure.

use std::rc::Rc;

use engines::Context;
use puzzles::{Family, collection};

use super::event::{Arrow, Event, Key};
use super::opened::Opened;
use super::setup::Setup;
use super::stated::Document;
use crate::input::Input;

/// One line of the list.
#[derive(Clone)]
pub(crate) struct Choice {
    level: Rc<Input>,
    setup: Setup,
    words: String,
}

impl Choice {
    /// The line as text.
    pub(crate) fn words(&self) -> &str {
        &self.words
    }

    /// A new game on the level.
    ///
    /// # Errors
    /// In words, why the level cannot be played.
    pub(crate) fn begin(&self) -> Result<Opened, String> {
        let level = self.level.load(&Context::default()).map_err(|error| error.to_string())?;
        let record = self.setup.begin(level).map_err(|refusal| refusal.to_string())?;
        Ok(Opened { name: self.level.name.clone(), record, document: Document::of(&self.level) })
    }

    /// The lines of a shipped level, one for each role.
    fn shipped(family: &'static dyn Family, shipped: &collection::ShippedLevel) -> Vec<Choice> {
        let collection::ShippedLevel { name, title, about, text } = shipped;
        let level = Rc::new(Input::of_text(format!("@{name}"), family, text));
        let roles = level.load(&Context::default()).map_or(family.info().roles, |level| level.roles());
        let title = title.iter().filter(|title| *title != about).map(|title| format!(", {title}")).collect::<String>();
        let head = format!("{} · {name}{title}", family.info().name);
        match roles {
            [] | [_] => vec![Choice { level, setup: Setup::default(), words: format!("{head}: {about}") }],
            several => {
                let line = |role: &&str| {
                    let words = format!("{head} (as {role}): {about}");
                    let setup = Setup { role: Some((*role).to_owned()), ..Setup::default() };
                    Choice { level: Rc::clone(&level), setup, words }
                };
                several.iter().map(line).collect()
            }
        }
    }

    /// The line of one level of a file.
    fn of_file(level: Input, setup: &Setup) -> Choice {
        let words = level.title().map_or_else(|| level.name.clone(), |title| format!("{}: {title}", level.name));
        Choice { level: Rc::new(level), setup: setup.clone(), words }
    }
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
    /// The shipped levels of these families, once for each role.
    pub(crate) fn shipped(families: &[&'static dyn Family], height: u16) -> Chooser {
        let of = |family: &&'static dyn Family| {
            let levels = collection::shipped(*family);
            levels.iter().flat_map(|level| Choice::shipped(*family, level)).collect::<Vec<_>>()
        };
        Chooser::new(families.iter().flat_map(of).collect(), height)
    }

    /// The levels of a file, to be begun in this way.
    pub(crate) fn of_file(levels: Vec<Input>, setup: &Setup, height: u16) -> Chooser {
        Chooser::new(levels.into_iter().map(|level| Choice::of_file(level, setup)).collect(), height)
    }

    fn new(choices: Vec<Choice>, height: u16) -> Chooser {
        Chooser { choices, filter: String::new(), aim: 0, height, notice: String::new() }
    }

    /// The levels that match the typed filter.
    pub(crate) fn fitting(&self) -> Vec<&Choice> {
        let wanted = self.filter.to_lowercase();
        self.choices.iter().filter(|choice| choice.words.to_lowercase().contains(&wanted)).collect()
    }

    /// The range of the matching levels that is on the screen.
    pub(crate) fn visible(&self) -> std::ops::Range<usize> {
        let (count, room) = (self.fitting().len(), usize::from(self.height.saturating_sub(AROUND)).max(1));
        let first = (self.aim + 1).saturating_sub(room);
        first..count.min(first + room)
    }

    /// Sets the height of the screen in lines.
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

    /// Goes to the level after the one that was chosen.
    pub(crate) fn next(&mut self) -> Option<Choice> {
        let after = self.fitting().get(self.aim + 1).map(|&choice| choice.clone())?;
        self.aim += 1;
        Some(after)
    }

    fn take(&mut self) -> Chosen {
        self.fitting().get(self.aim).map_or(Chosen::Not, |&choice| Chosen::Level(choice.clone()))
    }
}
