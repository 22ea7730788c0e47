//! The rows and commands of a rule, word by word.

use smallvec::SmallVec;

use super::Parser;
use super::tokens::Token;
use crate::compiler::characters::{byte_of_unit, trim, units};
use crate::compiler::interner::Symbol;
use crate::compiler::problem::{Code, Problem};
use crate::compiler::rules::item::{Item, Movement};
use crate::compiler::vocabulary::{SOUND_EFFECTS, is_command};
use crate::game::Command;

/// What follows a word.
pub(super) enum Next {
    Word,
    /// The rule ends here.
    End,
    /// The rule is dropped.
    Drop,
}

impl Parser<'_, '_> {
    /// Reads a word from the first bracket on.
    pub(super) fn word(&mut self, at: usize) -> Next {
        let token = self.tokens[at];
        match token.text {
            "[" => self.open_row(token),
            "]" => return self.close_row(token),
            "|" => self.end_cell(token),
            "->" => return self.arrow(token),
            word => {
                if let Some(movement) = Movement::read(word) {
                    self.movement(movement, token);
                } else if let Some(name) = self.parsed.known(word) {
                    self.name(name, token);
                } else if word == "..." {
                    self.ellipsis(token);
                } else if is_command(word) {
                    return self.command(at);
                } else {
                    self.say(Code::UnexpectedRuleWord, token);
                }
            }
        }
        Next::Word
    }

    fn open_row(&mut self, token: Token<'_>) {
        self.open_brackets += 1;
        if self.open_brackets > 1 {
            self.say(Code::NestedBracket, token);
        }
        if !self.cell.is_empty() || self.pending.is_some() {
            self.say(Code::BracketInUnfinishedCell, token);
        }
        self.is_in_row = true;
        self.cell.clear();
        self.begins_with_ellipsis = false;
        self.pending = None;
    }

    fn close_row(&mut self, token: Token<'_>) -> Next {
        self.open_brackets -= 1;
        if self.open_brackets < 0 {
            self.say(Code::UnopenedBracket, token);
            return Next::Drop;
        }
        if self.pending.is_some() && self.begins_with_ellipsis {
            self.say(Code::TrailingEllipsis, token);
        } else {
            self.add_cell(token);
        }
        let row = std::mem::take(&mut self.row);
        let side = if self.is_right { &mut self.rule.right } else { &mut self.rule.left };
        side.push(row);
        self.is_in_row = false;
        Next::Word
    }

    fn end_cell(&mut self, token: Token<'_>) {
        if self.is_in_row {
            self.add_cell(token);
        } else {
            self.say(Code::BarOutsideBrackets, token);
        }
    }

    /// Adds the current cell to the row, unless a movement word waits for its name.
    fn add_cell(&mut self, token: Token<'_>) {
        if self.pending.is_some() {
            self.say(Code::MovementWithoutObject, token);
        } else {
            self.row.push(std::mem::take(&mut self.cell));
            self.begins_with_ellipsis = false;
        }
    }

    fn movement(&mut self, movement: Movement, token: Token<'_>) {
        if self.pending.is_some() {
            self.say(Code::SecondMovement, token);
        } else if !self.is_in_row {
            self.say(Code::MovementOutsideBrackets, token);
        } else if self.rule.late && !movement.is_for_late() {
            self.say(Code::MovementInLateRule, token);
        } else {
            self.pending = Some(movement);
        }
    }

    fn arrow(&mut self, token: Token<'_>) -> Next {
        let joined = self.previous.filter(|_| self.rule.group != self.rule.line);
        if joined.is_some_and(|previous| previous.late != self.rule.late) {
            self.say(Code::MixedLateGroup, token);
        }
        if self.is_in_row {
            self.say(Code::ArrowInBrackets, token);
        } else if self.is_right {
            self.say(Code::SecondArrow, token);
            return Next::Drop;
        } else {
            self.is_right = true;
        }
        Next::Word
    }

    fn name(&mut self, name: Symbol, token: Token<'_>) {
        if !self.is_in_row {
            return self.say(Code::NameOutsideBrackets, token);
        }
        let movement = self.pending.take().unwrap_or(Movement::Any);
        self.budget.spend(self.cell.len());
        self.report_repetition(name, movement, token);
        self.cell.push(Item { movement, name });
    }

    /// Reports a name that the cell has already: once for items that both say `no`, once for others.
    fn report_repetition(&mut self, name: Symbol, movement: Movement, token: Token<'_>) {
        let mut codes: SmallVec<[Code; 2]> = SmallVec::new();
        for earlier in self.cell.iter().filter(|item| item.name == name && !item.is_ellipsis()) {
            let are_both_no = earlier.movement == Movement::No && movement == Movement::No;
            let code = if are_both_no { Code::DuplicateNoInCell } else { Code::DuplicateInCell };
            if !codes.contains(&code) {
                codes.push(code);
            }
        }
        for code in codes {
            self.say(code, token);
            if code == Code::DuplicateInCell && self.parsed.is_property(name) {
                self.report.add(Problem::new(Code::DuplicatePropertyInCell));
            }
        }
    }

    fn ellipsis(&mut self, token: Token<'_>) {
        if self.is_in_row {
            if self.cell.is_empty() {
                self.begins_with_ellipsis = self.pending.is_none();
            }
            self.cell.push(Item::ELLIPSIS);
        } else {
            self.say(Code::EllipsisOutsideBrackets, token);
        }
    }

    fn command(&mut self, at: usize) -> Next {
        let token = self.tokens[at];
        if !self.is_right {
            self.say(Code::CommandBeforeArrow, token);
        } else if self.is_in_row || self.last_bracket.is_some_and(|last| last > at) {
            self.say(Code::CommandBeforeBracket, token);
        }
        let command = match token.text {
            "message" => {
                self.rule.commands.push(Command::Message(self.message_behind(token)));
                return Next::End;
            }
            "cancel" => Command::Cancel,
            "checkpoint" => Command::Checkpoint,
            "restart" => Command::Restart,
            "win" => Command::Win,
            "again" => Command::Again,
            effect => {
                if !self.parsed.names.get(effect).is_some_and(|effect| self.sounds.contains(&effect)) {
                    self.say(Code::UndeclaredSoundEffect, token);
                }
                Command::Sfx(SOUND_EFFECTS.iter().position(|known| *known == effect).unwrap_or_default() as u8)
            }
        };
        self.rule.commands.push(command);
        Next::Word
    }

    /// The text behind `message`, as the author spells it.
    fn message_behind(&self, token: Token<'_>) -> String {
        let source = self.source;
        let end = source.start + units(&source.text[..token.at + token.text.len()]);
        let text = trim(&source.original[byte_of_unit(&source.original, end)..]);
        if text.is_empty() { " ".to_owned() } else { text.to_owned() }
    }
}
