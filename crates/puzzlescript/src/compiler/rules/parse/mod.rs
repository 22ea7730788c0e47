//! From the text of a rule to a [`RuleLine`].
//!
//! Up to the first `[` stand directions and flags; from there on a word is judged by what is open: a row, a cell, a
//! movement word without its name. A mistake is reported and reading goes on as the reference does, since later
//! problems and even games that run depend on what becomes of the rest.

mod rows;
mod tokens;

use hashbrown::HashSet;

use super::item::Movement;
use super::line::{CellItems, LoopMark, RowCells, RuleLine};
use crate::compiler::interner::Symbol;
use crate::compiler::limits::Budget;
use crate::compiler::parsed::{Parsed, RuleSource};
use crate::compiler::problem::{Code, Problem, Report};
use crate::game::Direction;
use rows::Next;
use tokens::{Token, tokens};

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
    let sounds = parsed.sounds.iter().filter_map(|sound| sound.words.first().copied()).collect();
    for source in &parsed.rules {
        let most = budget.limits().rules;
        let has_room = budget.allow(rules.lines.len() + 1, most, Problem::at(Code::TooManyRules, source.line));
        if report.is_full() || !has_room {
            break;
        }
        read_line(source, parsed, &sounds, &mut rules, report, budget);
    }
    rules
}

/// Reads a line: a loop mark or a rule.
fn read_line(
    source: &RuleSource,
    parsed: &Parsed,
    sounds: &HashSet<Symbol>,
    rules: &mut RuleLines,
    report: &mut Report,
    budget: &mut Budget<'_>,
) {
    let tokens = tokens(&source.text);
    budget.spend(tokens.len());
    let has_arrow = tokens.iter().any(|token| token.text == "->");
    match tokens[..] {
        _ if source.original.contains('(') && !has_arrow => {
            report.add(Problem::at(Code::CommentHidesRule, source.line));
            return;
        }
        [Token { text: mark @ ("startloop" | "endloop"), .. }] => {
            rules.loops.push(LoopMark { line: source.line, is_start: mark == "startloop" });
            return;
        }
        _ if !has_arrow => report.add(Problem::at(Code::MissingArrow, source.line)),
        _ => {}
    }
    let mut parser = Parser::new(source, &tokens, parsed, sounds, rules.lines.last(), report, budget);
    let is_kept = parser.read();
    let (rule, is_invalid) = (parser.rule, parser.is_invalid);
    rules.is_invalid |= is_invalid;
    rules.lines.extend(is_kept.then_some(rule));
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
    /// A byte of the text up to which characters are counted, and their number.
    counted: (usize, usize),
    /// How many brackets are open; below 0, too many were closed.
    open_brackets: i32,
    is_in_row: bool,
    is_right: bool,
    row: RowCells,
    cell: CellItems,
    /// Whether `...` came first in the cell.
    begins_with_ellipsis: bool,
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
            begins_with_ellipsis: false,
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
        self.counted = (token.at, before + self.source.text[at..token.at].chars().count());
        // What stands before the text is blanks and brackets: as many characters as UTF-16 units.
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
                    self.say(Code::RandomInJoinedRule, token);
                }
            }
            word if Movement::read(word).is_some_and(Movement::is_relative) => {
                self.say(Code::RelativeRuleDirection, token)
            }
            _ => self.say(Code::UnknownRulePrefix, token),
        }
    }

    fn plus(&mut self, at: usize, token: Token<'_>) {
        if self.rule.group != self.rule.line {
            return self.say(Code::SecondPlus, token);
        }
        match self.previous {
            Some(previous) => self.rule.group = previous.group,
            None => self.say(Code::NoGroupToJoin, token),
        }
        if at > 0 {
            self.say(Code::MisplacedPlus, token);
        }
        self.has_plus = true;
    }

    /// Judges the rule as a whole; false if it is dropped.
    fn finish(&mut self) -> bool {
        if self.rule.late && self.rule.rigid {
            self.say_of_rule(Code::LateRigidRule);
        }
        let (left, right) = (self.rule.left.len(), self.rule.right.len());
        if left != right && (self.rule.commands.is_empty() || right > 0) {
            self.say_of_rule(Code::UnequalRowCount);
            return false;
        }
        if left == right {
            self.compare_rows();
        }
        if self.rule.left.is_empty() {
            self.say_of_rule(Code::EmptyLeftSide);
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
                self.counted = (0, 0);
                match self.tokens.iter().filter(|token| token.text == "[").nth(at).copied() {
                    Some(bracket) => self.say(Code::UnequalCellCount, bracket),
                    None => self.say_of_rule(Code::UnequalCellCount),
                }
                self.is_invalid = true;
            }
            if left == 0 {
                self.report.add(Problem::new(Code::RowWithoutCell));
            }
        }
    }
}

/// The directions of a rule that names none.
const FOUR: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
