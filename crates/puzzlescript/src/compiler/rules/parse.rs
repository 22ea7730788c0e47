//! From the text of a rule to a [`RuleLine`].
//!
//! Up to the first `[` stand directions and flags; from there on a word is judged by what is open: a row, a cell, a
//! movement word without its name. A mistake is reported and reading goes on as the reference does, since later
//! problems and even games that run depend on what becomes of the rest.

use hashbrown::HashSet;
use smallvec::SmallVec;

use super::super::characters::{byte_of_unit, is_space, trim, units};
use super::super::interner::Symbol;
use super::super::limits::Budget;
use super::super::parsed::{Parsed, RuleSource};
use super::super::problem::{Code, Problem, Report};
use super::super::vocabulary::{SOUND_EFFECTS, is_command};
use super::item::{Item, Movement};
use super::line::{CellItems, LoopMark, RowCells, RuleLine};
use crate::game::{Command, Direction};

/// What the section RULES holds.
#[derive(Default)]
pub(crate) struct RuleLines {
    pub(crate) lines: Vec<RuleLine>,
    pub(crate) loops: Vec<LoopMark>,
    /// Whether a rule is so wrong that there can be no game.
    pub(crate) is_invalid: bool,
}

/// Reads the section RULES.
pub(crate) fn parse(parsed: &Parsed, report: &mut Report, budget: &mut Budget<'_>) -> RuleLines {
    let mut rules = RuleLines::default();
    let sounds: HashSet<Symbol> = parsed.sounds.iter().filter_map(|sound| sound.words.first().copied()).collect();
    for source in &parsed.rules {
        if report.is_full() || budget.is_spent() {
            break;
        }
        let tokens = tokens(&source.text);
        let limit = budget.limits().rules;
        budget.spend(tokens.len());
        budget.allow(rules.lines.len() + 1, limit, Problem::at(Code::TooManyRules, source.line));
        let at = |code| Problem::at(code, source.line);
        if source.original.contains('(') && !tokens.iter().any(|token| token.text == "->") {
            report.add(at(Code::T01));
            continue;
        }
        if let [mark] = tokens[..] {
            if matches!(mark.text, "startloop" | "endloop") {
                rules.loops.push(LoopMark { line: source.line, is_start: mark.text == "startloop" });
                continue;
            }
        }
        if !tokens.iter().any(|token| token.text == "->") {
            report.add(at(Code::T03));
        }
        let mut parser = Parser::new(source, &tokens, parsed, &sounds, rules.lines.last(), report, budget);
        let is_kept = parser.read();
        rules.is_invalid |= parser.is_invalid;
        if is_kept {
            let line = parser.rule;
            rules.lines.push(line);
        }
    }
    rules
}

/// A word of a rule and where it stands in the stored text.
#[derive(Clone, Copy)]
struct Token<'t> {
    text: &'t str,
    at: usize,
}

/// Splits the text of a rule at whitespace and around brackets and arrows.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = if rest.starts_with("->") {
            2
        } else if rest.starts_with(['[', ']', '|']) || at == 0 && rest.starts_with('+') {
            1
        } else {
            let ends = |(at, character): (usize, char)| {
                is_space(character) || "[]|".contains(character) || rest[at..].starts_with("->")
            };
            rest.char_indices().find(|&place| ends(place)).map_or(rest.len(), |(at, _)| at)
        };
        if length > 0 {
            tokens.push(Token { text: &rest[..length], at });
        }
        at += length.max(rest.chars().next().filter(|_| length == 0).map_or(0, char::len_utf8));
    }
    tokens
}

/// The reading of one rule.
struct Parser<'p, 'b> {
    source: &'p RuleSource,
    tokens: &'p [Token<'p>],
    parsed: &'p Parsed,
    sounds: &'p HashSet<Symbol>,
    previous: Option<&'p RuleLine>,
    report: &'p mut Report,
    budget: &'p mut Budget<'b>,
    rule: RuleLine,
    is_invalid: bool,
    has_plus: bool,
    /// The place of the last `]`.
    last_bracket: Option<usize>,
    /// A byte of the text up to which UTF-16 units are counted, and their number.
    counted: (usize, usize),
    /// How many brackets are open; below 0, too many were closed.
    open_brackets: i32,
    is_in_row: bool,
    is_right: bool,
    row: RowCells,
    cell: CellItems,
    /// A movement word that waits for its name.
    pending: Option<Movement>,
}

impl<'p, 'b> Parser<'p, 'b> {
    fn new(
        source: &'p RuleSource,
        tokens: &'p [Token<'p>],
        parsed: &'p Parsed,
        sounds: &'p HashSet<Symbol>,
        previous: Option<&'p RuleLine>,
        report: &'p mut Report,
        budget: &'p mut Budget<'b>,
    ) -> Self {
        let rule = RuleLine { line: source.line, group: source.line, ..RuleLine::default() };
        let (row, cell) = (RowCells::new(), CellItems::new());
        Self {
            source,
            tokens,
            parsed,
            sounds,
            previous,
            report,
            budget,
            rule,
            is_invalid: false,
            has_plus: false,
            last_bracket: tokens.iter().rposition(|token| token.text == "]"),
            counted: (0, 0),
            open_brackets: 0,
            is_in_row: false,
            is_right: false,
            row,
            cell,
            pending: None,
        }
    }

    /// Reads the rule; false if it is dropped.
    fn read(&mut self) -> bool {
        let tokens = self.tokens;
        let prefix = tokens.iter().position(|token| token.text == "[").unwrap_or(tokens.len());
        for (at, token) in tokens[..prefix].iter().enumerate() {
            self.prefix_word(at, *token);
        }
        if prefix < tokens.len() && self.rule.directions.is_empty() {
            self.rule.directions = FOUR.to_vec();
        }
        for at in prefix..tokens.len() {
            if self.budget.is_spent() {
                return false;
            }
            match self.word(at) {
                Next::Word => {}
                Next::End => break,
                Next::Drop => return false,
            }
        }
        self.finish()
    }

    /// Reports a problem at a word.
    fn say(&mut self, code: Code, token: Token<'_>) {
        let (at, before) = self.counted;
        self.counted = (token.at, before + units(&self.source.text[at..token.at]));
        let column = self.source.start + self.counted.1 + 1;
        let problem = Problem::at(code, self.source.line).column(column as u32);
        self.report.add(problem.value("word", token.text).upper("WORD", token.text));
    }

    /// Reports a problem of the rule as a whole.
    fn say_of_rule(&mut self, code: Code) {
        self.report.add(Problem::at(code, self.source.line));
    }

    /// Reads a word before the first bracket.
    fn prefix_word(&mut self, at: usize, token: Token<'_>) {
        use Direction::{Down, Left, Right, Up};
        match token.text {
            "+" => self.plus(at, token),
            "up" => self.rule.directions.push(Up),
            "down" => self.rule.directions.push(Down),
            "left" => self.rule.directions.push(Left),
            "right" => self.rule.directions.push(Right),
            "horizontal" => self.rule.directions.extend([Left, Right]),
            "vertical" => self.rule.directions.extend([Up, Down]),
            "orthogonal" | "moving" => self.rule.directions.extend(FOUR),
            "late" => self.rule.late = true,
            "rigid" => self.rule.rigid = true,
            "random" => {
                self.rule.random = true;
                if self.has_plus {
                    self.say(Code::T08, token);
                }
            }
            word if Movement::read(word).is_some_and(Movement::is_relative) => self.say(Code::T07, token),
            _ => self.say(Code::T09, token),
        }
    }

    fn plus(&mut self, at: usize, token: Token<'_>) {
        if self.rule.group != self.rule.line {
            return self.say(Code::T06, token);
        }
        if at > 0 {
            self.say(Code::T05, token);
        }
        match self.previous {
            Some(previous) => self.rule.group = previous.group,
            None => self.say(Code::T04, token),
        }
        self.has_plus = true;
    }

    /// Reads a word from the first bracket on.
    fn word(&mut self, at: usize) -> Next {
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
                    self.say(Code::T30, token);
                }
            }
        }
        Next::Word
    }

    fn open_row(&mut self, token: Token<'_>) {
        self.open_brackets += 1;
        if self.open_brackets > 1 {
            self.say(Code::T10, token);
        }
        if !self.cell.is_empty() || self.pending.is_some() {
            self.say(Code::T11, token);
        }
        self.is_in_row = true;
        self.cell.clear();
        self.pending = None;
    }

    fn close_row(&mut self, token: Token<'_>) -> Next {
        self.open_brackets -= 1;
        if self.open_brackets < 0 {
            self.say(Code::T17, token);
            return Next::Drop;
        }
        self.add_cell(token);
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
            self.say(Code::T15, token);
        }
    }

    /// Adds the current cell to the row, unless a movement word waits for its name.
    fn add_cell(&mut self, token: Token<'_>) {
        if self.pending.is_some() {
            self.say(Code::T16, token);
        } else {
            self.row.push(std::mem::take(&mut self.cell));
        }
    }

    fn movement(&mut self, movement: Movement, token: Token<'_>) {
        if self.pending.is_some() {
            self.say(Code::T12, token);
        } else if !self.is_in_row {
            self.say(Code::T13, token);
        } else if self.rule.late && !movement.is_for_late() {
            self.say(Code::T14, token);
        } else {
            self.pending = Some(movement);
        }
    }

    fn arrow(&mut self, token: Token<'_>) -> Next {
        let joined = self.previous.filter(|_| self.rule.group != self.rule.line);
        if joined.is_some_and(|previous| previous.late != self.rule.late) {
            self.say(Code::T19, token);
        }
        if self.is_in_row {
            self.say(Code::T20, token);
        } else if self.is_right {
            self.say(Code::T21, token);
            return Next::Drop;
        } else {
            self.is_right = true;
        }
        Next::Word
    }

    fn name(&mut self, name: Symbol, token: Token<'_>) {
        if !self.is_in_row {
            return self.say(Code::T22, token);
        }
        let movement = self.pending.take().unwrap_or(Movement::Any);
        self.budget.spend(self.cell.len());
        let is_repeated = |item: &&Item| item.name == name && !item.is_ellipsis();
        let earlier: SmallVec<[Movement; 2]> = self.cell.iter().filter(is_repeated).map(|item| item.movement).collect();
        for other in earlier {
            if other == Movement::No && movement == Movement::No {
                self.say(Code::T23, token);
            } else {
                self.say(Code::T24, token);
                if self.parsed.is_property(name) {
                    self.report.add(Problem::new(Code::T25));
                }
            }
        }
        self.cell.push(Item { movement, name });
    }

    fn ellipsis(&mut self, token: Token<'_>) {
        if self.is_in_row {
            self.cell.push(Item::ELLIPSIS);
        } else {
            self.say(Code::T26, token);
        }
    }

    fn command(&mut self, at: usize) -> Next {
        let token = self.tokens[at];
        if !self.is_right {
            self.say(Code::T27, token);
        } else if self.is_in_row || self.last_bracket.is_some_and(|last| last > at) {
            self.say(Code::T28, token);
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
                    self.say(Code::T29, token);
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

    /// Judges the rule as a whole; false if it is dropped.
    fn finish(&mut self) -> bool {
        if self.rule.late && self.rule.rigid {
            self.say_of_rule(Code::T31);
        }
        let (left, right) = (self.rule.left.len(), self.rule.right.len());
        if left != right && (self.rule.commands.is_empty() || right > 0) {
            self.say_of_rule(Code::T32);
            return false;
        }
        if left == right {
            self.compare_rows();
        }
        if self.rule.left.is_empty() {
            self.say_of_rule(Code::T35);
        }
        if !self.rule.is_directed() && !self.rule.items().any(|item| item.movement.is_relative()) {
            self.rule.directions.truncate(1);
        }
        true
    }

    /// Reports rows that differ in length from their partners.
    fn compare_rows(&mut self) {
        for at in 0..self.rule.left.len() {
            let (left, right) = (self.rule.left[at].len(), self.rule.right[at].len());
            if left != right {
                self.say_of_rule(Code::T33);
                self.is_invalid = true;
            }
            if left == 0 {
                self.report.add(Problem::new(Code::T34));
            }
        }
    }
}

/// What follows a word.
enum Next {
    Word,
    /// The rule ends here.
    End,
    /// The rule is dropped.
    Drop,
}

/// The directions of a rule that names none.
const FOUR: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
