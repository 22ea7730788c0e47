//! The notation in which the published search of the contest prints its programs: Python lists of `'F'`, `'L'`, `'R'`
//! and `loop(count, [...])`, such as `[loop(17, ['F', loop(7, ['F', 'L'])])]`, or a single `loop(...)`. It has no loop
//! for ever: the search writes 17 in its place. `Loop` is read as `loop`.

use super::Action;
use super::{Fault, MAX_DEPTH, Reader, Token};

/// What may stand in a list.
const ITEM: &str = "'F', 'L', 'R' or loop(n, [...])";

/// Whether a text is in this notation.
pub(super) fn begins(text: &str) -> bool {
    let text = text.trim_start();
    ["[", "loop", "Loop"].iter().any(|begin| text.starts_with(begin))
}

impl Reader {
    /// Reads a whole text: a list, or a single loop.
    pub(super) fn python(&mut self) -> Result<(), Fault> {
        if self.blanks() == Some('[') {
            self.list(0)?;
            self.pass(1);
        } else {
            self.repetition(0)?;
        }
        match self.blanks() {
            None => Ok(()),
            Some(_) => Err(self.unexpected("the end of the program")),
        }
    }

    /// A fault that names what comes next.
    fn unexpected(&mut self, expected: &str) -> Fault {
        let found = self.found();
        self.fault(&found, expected)
    }

    /// Passes over a character, with blanks before it.
    fn punctuation(&mut self, character: char) -> Result<(), Fault> {
        self.blanks();
        self.expect(character, &format!("'{character}'"))
    }

    /// The items of a list, up to its closing bracket.
    fn list(&mut self, depth: usize) -> Result<(), Fault> {
        self.punctuation('[')?;
        while self.blanks() != Some(']') {
            match self.blanks() {
                Some('\'' | '"') => self.action()?,
                Some('l' | 'L') => self.repetition(depth)?,
                _ => return Err(self.unexpected(ITEM)),
            }
            match self.blanks() {
                Some(',') => self.pass(1),
                Some(']') => {}
                _ => return Err(self.unexpected("',' or ']'")),
            }
        }
        Ok(())
    }

    /// An action in quotes.
    fn action(&mut self) -> Result<(), Fault> {
        let place = self.place()?;
        let quote = self.characters[self.at];
        self.pass(1);
        let letter = self.characters.get(self.at).copied();
        let action = Action::ALL.into_iter().find(|action| Some(action.letter()) == letter);
        let Some(action) = action else { return Err(self.unexpected("F, L or R")) };
        self.pass(1);
        self.expect(quote, &format!("{quote} behind one letter"))?;
        self.put(Token::Act(action), place);
        Ok(())
    }

    /// `loop(count, [...])`.
    fn repetition(&mut self, depth: usize) -> Result<(), Fault> {
        if depth == MAX_DEPTH {
            return Err(self.fault("too many loops in each other", &format!("at most {MAX_DEPTH}")));
        }
        let place = self.place()?;
        let word = if self.characters.get(self.at) == Some(&'L') { "Loop" } else { "loop" };
        for character in word.chars() {
            self.expect(character, ITEM)?;
        }
        self.punctuation('(')?;
        let count = self.count()?;
        self.punctuation(',')?;
        self.put(Token::Open(Some(count)), place);
        self.list(depth + 1)?;
        let place = self.place()?;
        self.pass(1);
        self.punctuation(')')?;
        self.put(Token::Close, place);
        Ok(())
    }
}
