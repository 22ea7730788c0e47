//! Sound declarations.

use super::interner::Symbol;
use super::limits::Budget;
use super::names::Names;
use super::parsed::{Parsed, WordLine};
use super::problem::{Code, Problem, Report};
use super::vocabulary::is_event;
use crate::game::{ChangeSound, MoveSound, Sounds, movement};

/// The sounds of a game.
pub(crate) fn sounds(parsed: &Parsed, names: &Names, report: &mut Report, budget: &mut Budget<'_>) -> Sounds {
    let mut reader = Reader { parsed, names, report, sounds: Sounds::default() };
    for line in &parsed.sounds {
        if !budget.spend(cost(line, names)) {
            break;
        }
        reader.line(line);
    }
    reader.sounds
}

/// The steps of a declaration: its words, and the objects that its name stands for.
fn cost(line: &WordLine, names: &Names) -> usize {
    let members = line.words.first().and_then(|&name| names.property(name)).map_or(0, <[Symbol]>::len);
    line.words.len() + members + names.ids.len() / 64
}

struct Reader<'r> {
    parsed: &'r Parsed,
    names: &'r Names,
    report: &'r mut Report,
    sounds: Sounds,
}

impl Reader<'_> {
    fn line(&mut self, source: &WordLine) {
        let &[subject, ref between @ .., last] = source.words.as_slice() else {
            self.report.add(Problem::at(Code::IncompleteSound, source.line));
            return;
        };
        let seed = self.parsed.name(last);
        if !seed.bytes().all(|byte| byte.is_ascii_digit()) {
            self.report.add(Problem::at(Code::SoundEndsWithoutSeed, source.line).value("word", seed));
        }
        if is_event(self.parsed.name(subject)) {
            self.event(source.line, self.parsed.name(subject), seed);
        } else {
            self.object(source.line, subject, between, seed);
        }
    }

    /// The sound of an event. The last declaration counts.
    fn event(&mut self, line: u32, event: &str, seed: &str) {
        let events = &mut self.sounds.events;
        match events.iter_mut().find(|(known, _)| known == event) {
            Some((_, earlier)) => {
                self.report.add(Problem::at(Code::DuplicateSoundEvent, line).upper("EVENT", event));
                seed.clone_into(earlier);
            }
            None => events.push((event.to_owned(), seed.to_owned())),
        }
    }

    /// The sound of what an object does.
    fn object(&mut self, line: u32, name: Symbol, words: &[Symbol], seed: &str) {
        let is_aggregate = self.names.aggregate(name).is_some();
        let Some(mask) = self.names.mask(name).filter(|_| !is_aggregate) else {
            let code = if is_aggregate { Code::SoundOfAggregate } else { Code::UndeclaredSoundObject };
            self.report.add(Problem::at(code, line).value("name", self.parsed.name(name)));
            return;
        };
        // Where the line breaks off behind its verb, the verb serves as the seed too.
        let (verb, directions) = match words.split_first() {
            Some((&verb, directions)) => (self.parsed.name(verb), directions),
            None => (seed, words),
        };
        let change = || ChangeSound { objects: mask.clone(), seed: seed.to_owned() };
        match verb {
            "create" => self.sounds.created.push(change()),
            "destroy" => self.sounds.destroyed.push(change()),
            _ => {
                let bits = if verb == "action" { movement::ACTION } else { self.directions(directions) };
                let list = if verb == "cantmove" { &mut self.sounds.blocked } else { &mut self.sounds.moved };
                let members = members(name, self.names);
                let objects = members.iter().filter_map(|&member| self.names.object(member));
                list.extend(objects.map(|place| MoveSound {
                    object: place.id,
                    directions: bits,
                    seed: seed.to_owned(),
                }));
            }
        }
    }

    /// The bits of directions; all four if there is none.
    fn directions(&self, words: &[Symbol]) -> u8 {
        let (horizontal, vertical) = (movement::LEFT | movement::RIGHT, movement::UP | movement::DOWN);
        let bits = |word: &Symbol| match self.parsed.name(*word) {
            "up" => movement::UP,
            "down" => movement::DOWN,
            "left" => movement::LEFT,
            "right" => movement::RIGHT,
            "horizontal" => horizontal,
            "vertical" => vertical,
            _ => horizontal | vertical,
        };
        let all = words.iter().map(bits).fold(0, |all, bits| all | bits);
        if all == 0 { horizontal | vertical } else { all }
    }
}

/// The objects that a name stands for, in the order of the legend.
fn members(name: Symbol, names: &Names) -> Vec<Symbol> {
    let name = names.synonym(name).unwrap_or(name);
    names.property(name).map_or_else(|| vec![name], <[Symbol]>::to_vec)
}
