//! The section LEGEND: names for objects (synonyms), for any of several (properties, `or`), and for all of several
//! (aggregates, `and`).
//!
//! The words of a line are collected first and judged at its end. Members are replaced by objects at once, which is why
//! an entry can only use names that are declared before it.

use super::{Cursor, Lexer};
use crate::compiler::characters::is_space;
use crate::compiler::interner::Symbol;
use crate::compiler::parsed::{CollectionSource, SynonymSource};
use crate::compiler::problem::{Code, Problem};
use crate::compiler::vocabulary::is_keyword;

/// The steps that a member of an entry counts for: it is kept, and copied by every pass over names.
const STEPS_OF_MEMBER: usize = 8;

/// Entries inside of entries that are followed. Members are objects, so that more than one level is left only in texts
/// with errors, where entries can contain each other.
const MAX_DEPTH: usize = 10;

impl Lexer<'_, '_> {
    pub(super) fn legend(&mut self, line: &mut Cursor<'_>) {
        match self.words.len() {
            0 => {
                let name = line.take_while(|character| !is_space(character) && !matches!(character, '=' | '('));
                line.skip_space();
                self.words.push(self.parsed.names.intern(name));
            }
            1 => self.legend_equals(line),
            place => self.legend_word(line, place % 2 == 1),
        }
    }

    fn legend_equals(&mut self, line: &mut Cursor<'_>) {
        let column = line.column();
        let word = if line.take("=") {
            line.skip_space();
            "="
        } else {
            self.report.add(Problem::at(Code::MissingLegendEquals, line.number).column(column));
            line.take_to_comment();
            "error"
        };
        self.words.push(self.parsed.names.intern(word));
    }

    /// Reads a name or a connective.
    fn legend_word(&mut self, line: &mut Cursor<'_>, is_connective: bool) {
        let column = line.column();
        let number = line.number;
        let at = |code| Problem::at(code, number).column(column);
        let Some(word) = line.take_name() else {
            self.report.add(at(Code::InvalidLegendName));
            line.take_to_comment();
            return;
        };
        let symbol = self.parsed.names.intern(word);
        if is_connective {
            if !matches!(word, "and" | "or") {
                self.report.add(at(Code::UnknownLegendOperator).upper("NAME", word));
            } else if self.words.get(3).is_some_and(|first| *first != symbol) {
                self.report.add(at(Code::MixedLegendOperators));
            }
        }
        self.words.push(symbol);
    }

    /// Judges the words of a line.
    pub(super) fn end_legend_line(&mut self, line: u32) {
        let words = std::mem::take(&mut self.words);
        let problem = match words[..] {
            [] => return,
            [_] => Problem::at(Code::LegendNameAlone, line),
            [.., last] if words.len().is_multiple_of(2) => {
                Problem::at(Code::UnfinishedLegendEntry, line).upper("LAST", self.parsed.name(last))
            }
            _ => return self.legend_entry(line, words),
        };
        self.report.add(problem);
    }

    /// Declares the entry of a line with an odd number of words.
    fn legend_entry(&mut self, line: u32, mut words: Vec<Symbol>) {
        let name = words[0];
        let mut is_valid = self.judge_new_name(name, line);
        is_valid &= self.judge_members(name, &mut words, line);
        if let [_, _, target] = words[..] {
            self.parsed.add_synonym(SynonymSource { line, name, target });
            return;
        }
        let is_connective = |word: Option<&Symbol>, text| word.is_some_and(|word| self.parsed.name(*word) == text);
        let members: Vec<Symbol> = words.iter().skip(2).step_by(2).copied().collect();
        if is_connective(words.get(3), "and") {
            self.aggregate(line, name, &members);
        } else if is_connective(words.get(3), "or") {
            if words.iter().skip(3).step_by(2).all(|word| is_connective(Some(word), "or")) {
                self.property(line, name, &members);
            }
        } else if is_valid {
            self.report.add(Problem::at(Code::MissingLegendOperator, line));
        }
    }

    /// Reports a new name that is declared already or is a keyword.
    fn judge_new_name(&mut self, name: Symbol, line: u32) -> bool {
        let text = self.parsed.name(name);
        let earlier = self.parsed.declared_on(name);
        if let Some(earlier) = earlier {
            let problem = Problem::at(Code::DuplicateLegendName, line).upper("NAME", text);
            self.report.add(problem.value("line2", earlier.to_string()));
        }
        if is_keyword(text) {
            self.report.add(Problem::at(Code::LegendNameIsKeyword, line).upper("NAME", text));
        }
        earlier.is_none()
    }

    /// Reports members that cannot be meant, and takes out the name itself with its connective.
    fn judge_members(&mut self, name: Symbol, words: &mut Vec<Symbol>, line: u32) -> bool {
        let mut is_valid = true;
        let mut members = hashbrown::HashSet::new();
        let mut kept = words[..2].to_vec();
        for (at, &member) in words.iter().enumerate().skip(2).step_by(2) {
            if member == name {
                self.report.add(Problem::at(Code::RecursiveLegendEntry, line).upper("NAME", self.parsed.name(member)));
                is_valid = false;
                continue;
            }
            if !members.insert(member) {
                self.report.add(Problem::at(Code::DuplicateLegendMember, line).upper("NAME", self.parsed.name(member)));
            }
            if kept.len() > 2 {
                kept.push(words[at - 1]);
            }
            kept.push(member);
        }
        *words = kept;
        for &member in words.iter().skip(2).step_by(2) {
            if !self.parsed.is_declared(member) {
                self.report.add(Problem::at(Code::UndeclaredLegendName, line).upper("NAME", self.parsed.name(member)));
                is_valid = false;
            }
        }
        is_valid
    }

    /// Declares an aggregate: its members are replaced by objects through synonyms and aggregates.
    fn aggregate(&mut self, line: u32, name: Symbol, words: &[Symbol]) {
        let mut members = Vec::new();
        for &word in words {
            self.add_to_aggregate(line, word, 0, &mut members);
        }
        self.parsed.add_aggregate(CollectionSource { line, name, members });
    }

    /// Adds the objects that a member of an aggregate stands for, and reports properties, also those that an aggregate
    /// of an earlier line contains.
    fn add_to_aggregate(&mut self, line: u32, word: Symbol, depth: usize, members: &mut Vec<Symbol>) {
        let name = self.parsed.without_synonyms(word);
        if !self.budget.spend(STEPS_OF_MEMBER) {
            return;
        }
        let is_object = self.parsed.declared.objects.contains_key(&name);
        if let Some(inner) = self.parsed.aggregate(name).filter(|_| !is_object && depth < MAX_DEPTH) {
            for member in inner.members.clone() {
                self.add_to_aggregate(line, member, depth + 1, members);
            }
            return;
        }
        if !is_object && self.parsed.property(name).is_some() {
            self.report.add(Problem::at(Code::PropertyInAggregate, line));
        }
        members.push(name);
    }

    /// Declares a property: its members are replaced by objects through synonyms and properties.
    fn property(&mut self, line: u32, name: Symbol, words: &[Symbol]) {
        let mut members = Vec::new();
        for &word in words {
            self.add_to_property((line, name), word, 0, &mut members);
        }
        if !members.is_empty() {
            self.parsed.add_property(CollectionSource { line, name, members });
        }
    }

    /// Adds the objects that a member of a property stands for, and reports aggregates, which are left out.
    fn add_to_property(&mut self, entry: (u32, Symbol), word: Symbol, depth: usize, members: &mut Vec<Symbol>) {
        let name = self.parsed.without_synonyms(word);
        if !self.budget.spend(STEPS_OF_MEMBER) {
            return;
        }
        let is_object = self.parsed.declared.objects.contains_key(&name);
        if !is_object && self.parsed.aggregate(name).is_some() {
            let problem = Problem::at(Code::AggregateInProperty, entry.0).upper("NAME", self.parsed.name(entry.1));
            self.report.add(problem.upper("OTHER", self.parsed.name(name)));
            return;
        }
        match self.parsed.property(name).filter(|_| !is_object && depth < MAX_DEPTH) {
            Some(inner) => {
                for member in inner.members.clone().into_iter().filter(|member| *member != name) {
                    self.add_to_property(entry, member, depth + 1, members);
                }
            }
            None => members.push(name),
        }
    }
}
