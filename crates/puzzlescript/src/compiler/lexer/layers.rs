//! The section COLLISIONLAYERS: a layer a line.

use hashbrown::{HashMap, HashSet};

use super::{Cursor, Lexer};
use crate::compiler::characters::is_space;
use crate::compiler::interner::Symbol;
use crate::compiler::problem::{Code, Problem};

/// What the layers hold so far.
#[derive(Default)]
pub(super) struct State {
    /// The layers that hold each object, ascending.
    holders: HashMap<Symbol, Vec<usize>>,
    /// The words of this line.
    words: HashSet<Symbol>,
    /// Whether `background` stands on this line.
    has_background: bool,
}

/// Properties inside of properties that are followed. More than one level is left only in texts with errors.
const MAX_DEPTH: usize = 10;

/// A name as it stands in a layer.
#[derive(Clone, Copy)]
struct Word {
    symbol: Symbol,
    number: u32,
    column: u32,
}

impl Lexer<'_, '_> {
    pub(super) fn layer(&mut self, line: &mut Cursor<'_>, is_start: bool) {
        if is_start {
            self.parsed.layers.push(Vec::new());
            self.layers.words.clear();
            self.layers.has_background = false;
        }
        let column = line.column();
        if let Some(name) = line.take_name() {
            return self.layer_name(name, line.number, column);
        }
        if line.take_while(|character| character == ',' || is_space(character)).is_empty() {
            let character = line.bump().map(String::from).unwrap_or_default();
            self.report
                .add(Problem::at(Code::InvalidLayerCharacter, line.number).column(column).value("char", character));
        }
    }

    fn layer_name(&mut self, name: &str, number: u32, column: u32) {
        let at = |code| Problem::at(code, number).column(column);
        let is_background = name == "background";
        let is_empty = self.parsed.layers.last().is_none_or(Vec::is_empty);
        if is_background && !is_empty || !is_background && self.layers.has_background {
            self.report.add(at(Code::SharedBackgroundLayer));
        }
        self.layers.has_background |= is_background;
        let symbol = self.parsed.names.intern(name);
        let word = Word { symbol, number, column };
        let mut members = Vec::new();
        self.layer_members(word, symbol, 0, &mut members);
        if self.parsed.layers.is_empty() {
            self.report.add(at(Code::NoOpenLayer));
            return;
        }
        if let Some(layers) = self.other_layers(&members) {
            self.report.add(at(Code::ObjectInSeveralLayers).upper("NAME", name).value("layers", layers));
        }
        if !self.layers.words.insert(symbol) {
            self.report.add(at(Code::DuplicateInLayer).upper("NAME", name));
        }
        let layer = self.parsed.layers.len() - 1;
        self.budget.spend(members.len());
        for &member in &members {
            let holders = self.layers.holders.entry(member).or_default();
            if holders.last() != Some(&layer) {
                holders.push(layer);
            }
        }
        self.parsed.layers[layer].extend(members);
    }

    /// Adds the objects that a name stands for. Members of a property are names of their own only where they were used
    /// before they were declared.
    fn layer_members(&mut self, word: Word, name: Symbol, depth: usize, members: &mut Vec<Symbol>) {
        let name = self.parsed.without_synonyms(name);
        if self.parsed.declared.objects.contains_key(&name) {
            members.push(name);
            return;
        }
        let at = |code| Problem::at(code, word.number).column(word.column);
        if self.parsed.aggregate(name).is_some() {
            self.report.add(at(Code::AggregateInLayer).value("name", self.parsed.name(name)));
            return;
        }
        let Some(property) = self.parsed.property(name) else {
            self.report.add(at(Code::UndeclaredLayerName).upper("NAME", self.parsed.name(word.symbol)));
            return;
        };
        let names = property.members.clone();
        if depth < MAX_DEPTH && self.budget.spend(names.len()) {
            for member in names.into_iter().filter(|member| *member != name) {
                self.layer_members(word, member, depth + 1, members);
            }
        }
    }

    /// The earlier layers that hold these objects, then this one; `None` if there is no earlier one.
    fn other_layers(&mut self, members: &[Symbol]) -> Option<String> {
        let this = self.parsed.layers.len() - 1;
        let mut earlier = Vec::new();
        for member in members {
            let holders = self.layers.holders.get(member).map_or(&[][..], Vec::as_slice);
            self.budget.spend(holders.len());
            earlier.extend(holders.iter().filter(|layer| **layer != this).map(|layer| format!("#{}", layer + 1)));
        }
        (!earlier.is_empty()).then(|| format!("{}, #{}", earlier.join(", "), this + 1))
    }
}
