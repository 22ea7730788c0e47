//! The section SOUNDS: an event and a seed, or an object, a verb, directions and a seed.

use super::{Cursor, Lexer};
use crate::compiler::characters::{is_ascii_word, is_in_name, is_space};
use crate::compiler::parsed::WordLine;
use crate::compiler::problem::{Code, Problem};
use crate::compiler::vocabulary::{SOUND_DIRECTIONS, SOUND_VERBS, is_event};

/// What the line holds so far.
#[derive(Clone, Copy, Default)]
pub(super) struct LineState {
    expects: Expects,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Expects {
    #[default]
    Subject,
    /// A seed behind an event.
    EventSeed,
    Verb,
    /// Behind `move` and `cantmove`.
    DirectionOrSeed,
    /// Behind the other verbs.
    VerbSeed,
    End,
    /// The line is wrong; the rest does not matter.
    Nothing,
}

impl Lexer<'_, '_> {
    pub(super) fn sound(&mut self, line: &mut Cursor<'_>) {
        let column = line.column();
        let problem = match self.line.sounds.expects {
            Expects::Subject => self.sound_subject(line),
            Expects::Verb => self.sound_verb(line),
            Expects::EventSeed => self.sound_seed(line).then_some(()).ok_or(Code::SoundEventWithoutSeed),
            Expects::VerbSeed => self.sound_seed(line).then_some(()).ok_or(Code::MissingSoundSeed),
            Expects::DirectionOrSeed => {
                let is_known = self.sound_direction(line) || self.sound_seed(line);
                is_known.then_some(()).ok_or(Code::MissingSoundDirectionOrSeed)
            }
            Expects::End => Err(Code::TextAfterSoundSeed),
            Expects::Nothing => {
                line.bump();
                Self::skip_word(line);
                Ok(())
            }
        };
        line.skip_space();
        if let Err(code) = problem {
            self.void_sound(code, line, column);
        }
    }

    /// Reports a wrong word and drops the line.
    fn void_sound(&mut self, code: Code, line: &mut Cursor<'_>, column: u32) {
        let last = self.words.last().map(|&word| self.parsed.name(word).to_owned()).unwrap_or_default();
        let name = line.rest().find(|character| !is_in_name(character)).unwrap_or(line.rest().len());
        let word = &line.rest()[..name];
        let word = if word.is_empty() { Self::skip_word(line) } else { word.to_owned() };
        let problem = Problem::at(code, line.number).column(column).value("word", word.clone());
        self.report.add(problem.upper("LAST", &last).upper("WORD", &word));
        line.take_while(|character| !is_space(character) && character != '(');
        self.words.clear();
        self.line.sounds.expects = Expects::Nothing;
    }

    /// Reads an event or an object.
    fn sound_subject(&mut self, line: &mut Cursor<'_>) -> Result<(), Code> {
        let rest = line.rest();
        let word = &rest[..rest.find(|character| !is_ascii_word(character)).unwrap_or(rest.len())];
        if is_event(word) {
            line.take(word);
            self.words.push(self.parsed.names.intern(word));
            self.line.sounds.expects = Expects::EventSeed;
            return Ok(());
        }
        let name = &rest[..rest.find(|character| !is_in_name(character)).unwrap_or(rest.len())];
        if name.is_empty() {
            return Err(Code::InvalidSoundSubject);
        }
        let symbol = self
            .parsed
            .names
            .get(name)
            .filter(|&symbol| self.parsed.is_declared(symbol))
            .ok_or(Code::UndeclaredSoundSubject)?;
        line.take(name);
        self.words.push(symbol);
        self.line.sounds.expects = Expects::Verb;
        Ok(())
    }

    fn sound_verb(&mut self, line: &mut Cursor<'_>) -> Result<(), Code> {
        let verb = line.take_word(&SOUND_VERBS, |next| !is_ascii_word(next)).ok_or(Code::MissingSoundVerb)?;
        self.words.push(self.parsed.names.intern(verb));
        let has_directions = matches!(verb, "move" | "cantmove");
        self.line.sounds.expects = if has_directions { Expects::DirectionOrSeed } else { Expects::VerbSeed };
        Ok(())
    }

    /// Reads a direction if one comes next.
    fn sound_direction(&mut self, line: &mut Cursor<'_>) -> bool {
        let direction = line.take_word(&SOUND_DIRECTIONS, |next| !is_in_name(next));
        self.words.extend(direction.map(|direction| self.parsed.names.intern(direction)));
        direction.is_some()
    }

    /// Reads a seed if one comes next.
    fn sound_seed(&mut self, line: &mut Cursor<'_>) -> bool {
        let rest = line.rest();
        let seed = &rest[..rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len())];
        if seed.is_empty() || rest[seed.len()..].starts_with(is_ascii_word) {
            return false;
        }
        line.take(seed);
        self.words.push(self.parsed.names.intern(seed));
        self.line.sounds.expects = Expects::End;
        true
    }

    pub(super) fn end_sound_line(&mut self, line: u32) {
        let words = std::mem::take(&mut self.words);
        if !words.is_empty() {
            self.parsed.sounds.push(WordLine { line, words });
        }
    }
}
