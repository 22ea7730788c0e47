//! The section LEVELS: rows of levels, and messages between them.

use super::{Cursor, Lexer};
use crate::compiler::characters::{is_ascii_word, is_space, trim, units};
use crate::compiler::parsed::StageSource;
use crate::compiler::problem::{Code, Problem};

/// What the section holds so far.
#[derive(Default)]
pub(super) struct State {
    /// Whether the last entry is a level that further rows belong to.
    is_open: bool,
}

impl State {
    pub(super) fn end_level(&mut self) {
        self.is_open = false;
    }
}

impl Lexer<'_, '_> {
    pub(super) fn level(&mut self, line: &mut Cursor<'_>, is_start: bool) {
        if self.line.in_message {
            line.skip_all();
        } else if is_start && line.rest().starts_with("message") {
            self.message(line);
        } else {
            if is_start {
                self.row(line);
            }
            if self.line.in_row {
                self.key(line);
            } else {
                line.bump();
            }
        }
    }

    fn message(&mut self, line: &mut Cursor<'_>) {
        let column = line.column();
        line.take("message");
        if line.peek().is_some_and(is_ascii_word) {
            self.report.add(Problem::at(Code::MessageWithoutBlank, line.number).column(column));
        }
        line.skip_space();
        let text = trim(line.original_rest()).to_owned();
        self.parsed.levels.push(StageSource::Message { line: line.number, text });
        self.levels.end_level();
        self.line.in_message = true;
    }

    /// Adds the row that begins here.
    fn row(&mut self, line: &Cursor<'_>) {
        let text = trim(line.rest().split('(').next().unwrap_or_default()).to_owned();
        self.line.in_row = true;
        let open = self.parsed.levels.last_mut().filter(|_| self.levels.is_open);
        if let Some(StageSource::Level { rows, .. }) = open {
            if units(&rows[0]) != units(&text) {
                self.report.add(Problem::at(Code::UnequalLevelRows, line.number).column(line.column()));
            }
            rows.push(text);
        } else {
            self.parsed.levels.push(StageSource::Level { line: line.number, rows: vec![text] });
            self.levels.is_open = true;
        }
    }

    /// Reads one character of a row.
    fn key(&mut self, line: &mut Cursor<'_>) {
        let column = line.column();
        let Some(key) = line.bump() else { return };
        if is_space(key) || self.glyphs.contains(&key) {
            return;
        }
        // A character of two units is reported as two.
        let mut units = [0; 2];
        for unit in key.encode_utf16(&mut units) {
            let shown = char::from_u32(u32::from(*unit)).map_or_else(|| format!("\\u{unit:X}"), String::from);
            self.report.add(Problem::at(Code::UndeclaredLevelKey, line.number).column(column).upper("CHAR", &shown));
        }
    }
}
