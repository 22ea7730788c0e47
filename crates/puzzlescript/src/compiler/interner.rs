//! Names as numbers. Every name of a text is stored once; tokens hold its number, so that they are small, cheap to copy
//! and quick to compare.

use std::rc::Rc;

use hashbrown::HashMap;

/// The number of a name in an [`Interner`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

impl Symbol {
    /// The symbol of the first name, for places where the name does not matter.
    pub(crate) const FIRST: Symbol = Symbol(0);

    /// The number, from 0 in the order of first appearance.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The names of a text.
#[derive(Clone, Debug, Default)]
pub struct Interner {
    names: Vec<Rc<str>>,
    symbols: HashMap<Rc<str>, Symbol>,
}

impl Interner {
    /// The symbol of a name, new if need be.
    pub(crate) fn intern(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.symbols.get(name) {
            return symbol;
        }
        let symbol = Symbol(u32::try_from(self.names.len()).expect("fewer names than bytes in a text"));
        let name: Rc<str> = name.into();
        self.names.push(Rc::clone(&name));
        self.symbols.insert(name, symbol);
        symbol
    }

    /// The symbol of a name that is known.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.symbols.get(name).copied()
    }

    /// The name of a symbol.
    #[must_use]
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.index()]
    }

    /// How many names there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}
