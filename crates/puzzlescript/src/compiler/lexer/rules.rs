//! The section RULES: each line is kept whole, and its words are looked at only for names that do not exist.

use super::{Cursor, Lexer};
use crate::compiler::characters::{is_space, trim, units};
use crate::compiler::parsed::RuleSource;
use crate::compiler::problem::{Code, Problem};
use crate::compiler::vocabulary::{RULE_PREFIXES, is_command, is_movement};

/// What the line holds so far.
#[derive(Clone, Copy, Default)]
pub(super) struct LineState {
    /// Whether a bracket was read.
    in_rows: bool,
}

impl Lexer<'_, '_> {
    pub(super) fn rule(&mut self, line: &mut Cursor<'_>, is_start: bool) {
        if is_start {
            self.keep_rule(line);
        }
        if self.line.in_message {
            line.skip_all();
        } else if line.take("->") {
            line.skip_space();
        } else if let Some(bracket) = line.peek().filter(|bracket| "[|]+".contains(*bracket)) {
            self.line.rules.in_rows |= bracket != '+';
            line.bump();
            line.skip_space();
        } else {
            self.rule_word(line, is_start);
        }
    }

    /// Keeps the line: its first part without a `(`.
    fn keep_rule(&mut self, line: &Cursor<'_>) {
        let whole = line.line();
        let begin = whole.find(|character| character != '(').unwrap_or(whole.len());
        let part = whole[begin..].split('(').next().unwrap_or_default();
        let text = trim(part);
        let blanks = part.len() - part.trim_start_matches(is_space).len();
        self.parsed.rules.push(RuleSource {
            line: line.number,
            text: text.to_owned(),
            start: units(&whole[..begin + blanks]),
            original: line.original().to_owned(),
        });
    }

    fn rule_word(&mut self, line: &mut Cursor<'_>, is_start: bool) {
        let column = line.column();
        let word = line.take_while(|character| !is_space(character) && !"[|]".contains(character));
        line.skip_space();
        let has_place = if self.line.rules.in_rows { is_movement(word) } else { RULE_PREFIXES.contains(&word) };
        if has_place {
            return;
        }
        if self.parsed.known(word).is_some() {
            if is_start {
                self.report.add(Problem::at(Code::RuleBeginsWithObject, line.number).column(column));
            }
        } else if is_command(word) {
            self.line.in_message = word == "message";
        } else if !matches!(word, "..." | "rigid" | "random") {
            self.report.add(Problem::at(Code::UndeclaredRuleWord, line.number).column(column).value("word", word));
        }
    }
}
