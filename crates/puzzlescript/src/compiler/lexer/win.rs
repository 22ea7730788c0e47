//! The section WINCONDITIONS: each line is kept whole, then its words are looked at.

use super::{Cursor, Lexer};
use crate::compiler::characters::words;
use crate::compiler::parsed::WordLine;
use crate::compiler::problem::{Code, Problem};

impl Lexer<'_, '_> {
    pub(super) fn win(&mut self, line: &mut Cursor<'_>, is_start: bool) {
        if is_start {
            let text = line.line().split('(').find(|part| !part.is_empty()).unwrap_or_default();
            let words = words(text).map(|word| self.parsed.names.intern(word)).collect();
            self.parsed.win.push(WordLine { line: line.number, words });
            self.line.win = 0;
        }
        let column = line.column();
        let number = line.number;
        let at = |code| Problem::at(code, number).column(column);
        let Some(word) = line.take_name() else {
            self.report.add(at(Code::InvalidWinConditionWord));
            line.take_to_comment();
            return;
        };
        let is_known = || self.parsed.known(word).is_some();
        let code = match self.line.win {
            0 => (!matches!(word, "all" | "any" | "no" | "some")).then_some(Code::UnknownWinQuantifier),
            2 => (word != "on").then_some(Code::MissingOn),
            1 | 3 => (!is_known()).then_some(Code::UndeclaredWinWord),
            _ => Some(Code::TextAfterWinCondition),
        };
        if let Some(code) = code {
            self.report.add(at(code).upper("WORD", word));
        }
        self.line.win += 1;
    }
}
