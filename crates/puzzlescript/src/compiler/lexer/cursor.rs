//! A place in a line, and the reading of what stands there.

use std::cell::Cell;

use crate::compiler::characters::{byte_of_unit, is_in_name, is_space, trim, units};

/// A line of the text with the place up to which it is read.
pub(super) struct Cursor<'t> {
    /// The number of the line, from 1.
    pub(super) number: u32,
    /// The line in lower case.
    text: &'t str,
    /// The line as the author spells it.
    original: &'t str,
    /// The byte of `text` that is read next.
    at: usize,
    /// A byte up to which characters are counted, and their number.
    counted: Cell<(usize, usize)>,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(number: u32, text: &'t str, original: &'t str) -> Self {
        Self { number, text, original, at: 0, counted: Cell::new((0, 0)) }
    }

    /// What is not read yet.
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The whole line in lower case.
    pub(super) fn line(&self) -> &'t str {
        self.text
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The column of the next character, from 1.
    pub(super) fn column(&self) -> u32 {
        let (at, characters) = self.counted.get();
        let characters = characters + self.text[at..self.at].chars().count();
        self.counted.set((self.at, characters));
        characters as u32 + 1
    }

    /// From here on the author's spelling is lost: a comment was met.
    pub(super) fn forget_spelling(&mut self) {
        self.original = self.text;
    }

    /// The whole line as the author spells it.
    pub(super) fn original(&self) -> &'t str {
        self.original
    }

    /// What is not read yet, as the author spells it.
    pub(super) fn original_rest(&self) -> &'t str {
        &self.original[byte_of_unit(self.original, units(&self.text[..self.at]))..]
    }

    /// Reads the next character.
    pub(super) fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Reads the longest run of such characters, which may be empty.
    pub(super) fn take_while(&mut self, is_wanted: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|character| !is_wanted(character)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Reads `expected` if it comes next.
    pub(super) fn take(&mut self, expected: &str) -> bool {
        let comes = self.rest().starts_with(expected);
        self.at += if comes { expected.len() } else { 0 };
        comes
    }

    /// Reads one of these words if it comes next and a character that `ends` a word, or nothing, follows it.
    pub(super) fn take_word(&mut self, words: &[&'static str], ends: impl Fn(char) -> bool) -> Option<&'static str> {
        let is_next =
            |word: &str| self.rest().strip_prefix(word).is_some_and(|behind| behind.chars().next().is_none_or(&ends));
        let word = *words.iter().find(|word| is_next(word))?;
        self.at += word.len();
        Some(word)
    }

    pub(super) fn skip_space(&mut self) {
        self.take_while(is_space);
    }

    /// Reads a name and the whitespace behind it.
    pub(super) fn take_name(&mut self) -> Option<&'t str> {
        let name = self.take_while(is_in_name);
        self.skip_space();
        (!name.is_empty()).then_some(name)
    }

    /// Reads what stands before the next comment, without whitespace at its ends.
    pub(super) fn take_to_comment(&mut self) -> &'t str {
        trim(self.take_while(|character| character != '('))
    }

    /// Reads all the rest.
    pub(super) fn skip_all(&mut self) {
        self.at = self.text.len();
    }
}
