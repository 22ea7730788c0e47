//! The sections of a text as the lexer leaves them: words and rows with their lines, nothing resolved but the members
//! of legend entries and layers.

use hashbrown::{HashMap, HashSet};

use super::characters::dictionary_order;
use super::interner::{Interner, Symbol};

/// The links of a chain of synonyms that are followed. More than one is left only where a synonym was used before it
/// was declared, which is an error.
const MAX_LINKS: usize = 10;

/// The sections of a text.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// All names.
    pub names: Interner,
    /// The settings of the prelude in the order of the text; a flag has the value `true`.
    pub metadata: Vec<(&'static str, String)>,
    /// The last line of each setting that takes a value.
    pub metadata_lines: HashMap<&'static str, u32>,
    /// The objects in the order of the text.
    pub objects: Vec<ObjectSource>,
    /// Legend entries that give another name.
    pub synonyms: Vec<SynonymSource>,
    /// Legend entries with `and`.
    pub aggregates: Vec<CollectionSource>,
    /// Legend entries with `or`.
    pub properties: Vec<CollectionSource>,
    /// Sound declarations.
    pub sounds: Vec<WordLine>,
    /// Collision layers.
    pub layers: Vec<Vec<Symbol>>,
    /// Rule lines and loop marks.
    pub rules: Vec<RuleSource>,
    /// Win conditions.
    pub win: Vec<WordLine>,
    /// Levels and messages.
    pub levels: Vec<StageSource>,
    /// The line and the column, from 1, of the heading of the section LEVELS.
    pub levels_heading: Option<(u32, u32)>,
    /// The names that rules and win conditions may use: what is declared when the section SOUNDS opens.
    pub(crate) known: HashSet<Symbol>,
    /// The places of the first declaration of every name.
    pub(crate) declared: Declarations,
}

/// For each kind of declaration, the index of the first one of a name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declarations {
    pub(crate) objects: HashMap<Symbol, usize>,
    pub(crate) synonyms: HashMap<Symbol, usize>,
    /// The name at the end of a chain of synonyms, as far as it was declared with the synonym.
    ends: HashMap<Symbol, Symbol>,
    pub(crate) aggregates: HashMap<Symbol, usize>,
    pub(crate) properties: HashMap<Symbol, usize>,
}

/// An object: its name and the two blocks below it.
#[derive(Clone, Debug)]
pub struct ObjectSource {
    /// The line of the name.
    pub line: u32,
    /// The name.
    pub name: Symbol,
    /// Colour words.
    pub colors: Vec<String>,
    /// Rows of `.` and digits.
    pub sprite: Vec<String>,
}

/// A legend entry that gives another name.
#[derive(Clone, Copy, Debug)]
pub struct SynonymSource {
    /// The line.
    pub line: u32,
    /// The new name.
    pub name: Symbol,
    /// The name that it stands for.
    pub target: Symbol,
}

/// A legend entry that joins names.
#[derive(Clone, Debug)]
pub struct CollectionSource {
    /// The line.
    pub line: u32,
    /// The new name.
    pub name: Symbol,
    /// The members, replaced by objects where that is possible.
    pub members: Vec<Symbol>,
}

/// The words of a line.
#[derive(Clone, Debug)]
pub struct WordLine {
    /// The line.
    pub line: u32,
    /// The words.
    pub words: Vec<Symbol>,
}

/// A line of the section RULES.
#[derive(Clone, Debug)]
pub struct RuleSource {
    /// The line.
    pub line: u32,
    /// The text in lower case, up to a comment.
    pub text: String,
    /// Where `text` begins in the line, in UTF-16 units.
    pub start: usize,
    /// The whole line as spelt by the author.
    pub original: String,
}

/// A level or a message.
#[derive(Clone, Debug)]
pub enum StageSource {
    /// A message.
    Message {
        /// The line.
        line: u32,
        /// The text as spelt by the author.
        text: String,
    },
    /// The rows of a level.
    Level {
        /// The line of the first row.
        line: u32,
        /// The rows.
        rows: Vec<String>,
    },
}

impl Parsed {
    /// The objects in the order in which JavaScript visits the keys of a dictionary: whole numbers ascending, then the
    /// others as they were inserted.
    pub fn objects_in_order(&self) -> Vec<&ObjectSource> {
        let mut objects: Vec<&ObjectSource> = self.objects.iter().collect();
        objects.sort_by_key(|object| dictionary_order(self.names.name(object.name)));
        objects
    }

    /// The name of a symbol.
    #[must_use]
    pub fn name(&self, symbol: Symbol) -> &str {
        self.names.name(symbol)
    }

    /// The last value of a setting.
    #[must_use]
    pub fn setting(&self, key: &str) -> Option<&str> {
        self.metadata.iter().rev().find(|(known, _)| *known == key).map(|(_, value)| value.as_str())
    }

    /// The line on which a name is declared first, objects before synonyms, aggregates and properties.
    pub(crate) fn declared_on(&self, name: Symbol) -> Option<u32> {
        let declared = &self.declared;
        let object = || declared.objects.get(&name).map(|&at| self.objects[at].line);
        let synonym = || declared.synonyms.get(&name).map(|&at| self.synonyms[at].line);
        let aggregate = || declared.aggregates.get(&name).map(|&at| self.aggregates[at].line);
        let property = || declared.properties.get(&name).map(|&at| self.properties[at].line);
        object().or_else(synonym).or_else(aggregate).or_else(property)
    }

    /// Whether a name is declared.
    pub(crate) fn is_declared(&self, name: Symbol) -> bool {
        self.declared_on(name).is_some()
    }

    /// The symbol of a word that rules and win conditions may use.
    pub(crate) fn known(&self, word: &str) -> Option<Symbol> {
        self.names.get(word).filter(|symbol| self.known.contains(symbol))
    }

    pub(crate) fn add_object(&mut self, object: ObjectSource) {
        self.declared.objects.entry(object.name).or_insert(self.objects.len());
        self.objects.push(object);
    }

    pub(crate) fn add_synonym(&mut self, synonym: SynonymSource) {
        let end = self.without_synonyms(synonym.target);
        self.declared.ends.entry(synonym.name).or_insert(end);
        self.declared.synonyms.entry(synonym.name).or_insert(self.synonyms.len());
        self.synonyms.push(synonym);
    }

    pub(crate) fn add_aggregate(&mut self, aggregate: CollectionSource) {
        self.declared.aggregates.entry(aggregate.name).or_insert(self.aggregates.len());
        self.aggregates.push(aggregate);
    }

    pub(crate) fn add_property(&mut self, property: CollectionSource) {
        self.declared.properties.entry(property.name).or_insert(self.properties.len());
        self.properties.push(property);
    }

    /// The members of an aggregate by its name.
    pub(crate) fn aggregate(&self, name: Symbol) -> Option<&CollectionSource> {
        self.declared.aggregates.get(&name).map(|&at| &self.aggregates[at])
    }

    /// The members of a property by its name.
    pub(crate) fn property(&self, name: Symbol) -> Option<&CollectionSource> {
        self.declared.properties.get(&name).map(|&at| &self.properties[at])
    }

    /// Whether a name is a property, or a synonym of one.
    pub(crate) fn is_property(&self, name: Symbol) -> bool {
        self.property(self.without_synonyms(name)).is_some()
    }

    /// Follows synonyms to the name at their end. An object ends the chain; so does a circle of synonyms, which a text
    /// with errors can contain.
    pub(crate) fn without_synonyms(&self, mut name: Symbol) -> Symbol {
        for _ in 0..MAX_LINKS {
            let end = self.declared.ends.get(&name).filter(|_| !self.declared.objects.contains_key(&name));
            let Some(&end) = end else { break };
            name = end;
        }
        name
    }
}
