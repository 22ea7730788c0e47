//! The prelude: settings, one a line.

use super::{Cursor, Lexer};
use crate::compiler::characters::trim;
use crate::compiler::problem::{Code, Problem};
use crate::compiler::vocabulary::{FLAGS, SETTINGS};

/// What the line holds so far.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum LineState {
    #[default]
    Unknown,
    /// A setting and its value.
    Setting,
    /// A setting whose value is missing, or a flag with nothing behind it.
    Unfinished(After),
    /// A word that is no setting.
    Junk,
    /// Junk that was reported with the whole line.
    Reported,
}

/// What the next text on the line, behind a comment, makes of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    /// It is taken for the value that a setting lacks, without a use.
    Value,
    /// It is dropped; the rest is read word by word.
    Flag,
}

impl Lexer<'_, '_> {
    pub(super) fn prelude(&mut self, line: &mut Cursor<'_>, is_start: bool) {
        if !is_start {
            self.rest_of_setting(line);
            return;
        }
        let column = line.column();
        let Some(word) = line.take_name() else { return self.prelude_junk(line) };
        if let Some(key) = SETTINGS.iter().find(|key| **key == word) {
            self.setting(key, line, column);
        } else if let Some(flag) = FLAGS.iter().find(|flag| **flag == word) {
            self.flag(flag, line);
        } else {
            self.report.add(Problem::at(Code::UnknownSetting, line.number).column(column));
            self.line.prelude = LineState::Junk;
        }
    }

    /// Reads the value of a setting.
    fn setting(&mut self, key: &'static str, line: &mut Cursor<'_>, column: u32) {
        let keeps_spelling = matches!(key, "title" | "author" | "homepage");
        let original = trim(line.original_rest().split('(').next().unwrap_or_default());
        let lower = line.take_to_comment();
        let value = if keeps_spelling { original } else { lower };
        if key == "youtube" {
            self.report.add(Problem::at(Code::ObsoleteYoutube, line.number).column(column));
        }
        if let Some(earlier) = self.parsed.metadata_lines.insert(key, line.number) {
            let problem = Problem::at(Code::DuplicateSetting, line.number).column(column).upper("WORD", key);
            self.report.add(problem.value("line2", earlier.to_string()));
        }
        if lower.is_empty() {
            self.report.add(Problem::at(Code::MissingSettingValue, line.number).column(column).value("key", key));
            self.line.prelude = LineState::Unfinished(After::Value);
        } else {
            self.parsed.metadata.push((key, value.to_owned()));
            self.line.prelude = LineState::Setting;
        }
    }

    /// Reads a setting without a value.
    fn flag(&mut self, flag: &'static str, line: &mut Cursor<'_>) {
        let column = line.column();
        let rest = line.take_to_comment();
        self.line.prelude = LineState::Unfinished(After::Flag);
        if !rest.is_empty() {
            self.line.prelude = LineState::Junk;
            let problem = Problem::at(Code::FlagWithValue, line.number).column(column).upper("WORD", flag);
            self.report.add(problem.value("rest", rest));
        }
        self.parsed.metadata.push((flag, "true".to_owned()));
    }

    /// Reads what stands behind the first token of a line.
    fn rest_of_setting(&mut self, line: &mut Cursor<'_>) {
        match self.line.prelude {
            LineState::Setting => {
                self.report.add(Problem::at(Code::TextAfterPreludeComment, line.number).column(line.column()));
                line.take_to_comment();
            }
            LineState::Unfinished(after) => {
                line.take_to_comment();
                self.line.prelude = if after == After::Value { LineState::Setting } else { LineState::Junk };
            }
            _ if line.take_name().is_none() => self.prelude_junk(line),
            _ => {}
        }
    }

    fn prelude_junk(&mut self, line: &mut Cursor<'_>) {
        if self.line.prelude != LineState::Reported {
            let problem = Problem::at(Code::UnreadablePreludeLine, line.number).column(line.column());
            self.report.add(problem.value("line", line.line()));
            self.line.prelude = LineState::Reported;
        }
        line.take_to_comment();
    }
}
