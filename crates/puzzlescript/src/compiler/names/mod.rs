//! What names mean: ids and layers of objects, members of legend entries, and the sets of objects that stand for them.
//!
//! The passes run in this order, which is the order of their problems: presence of the essential names, ids, looks,
//! glyphs, dictionaries, background, player, masks.

mod background;
mod dictionaries;
mod glyphs;
mod looks;
mod masks;

pub(crate) use looks::palette;

use std::rc::Rc;

use hashbrown::HashMap;

use super::interner::Symbol;
use super::limits::Budget;
use super::parsed::Parsed;
use super::problem::{Code, Problem, Report};
use crate::game::{LayerId, ObjectId, ObjectSet, Term};

/// What all names of a text mean.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The name of each id.
    pub ids: Vec<Symbol>,
    /// The objects of each layer.
    pub layers: Vec<ObjectSet>,
    /// The look of each object.
    pub looks: HashMap<Symbol, Look>,
    /// The names of levels' characters, and of all objects, with what they put into a cell.
    pub glyphs: HashMap<Symbol, ObjectSet>,
    /// The object that fills cells.
    pub background: ObjectId,
    /// The layer of the background; `None` if the background has none.
    pub background_layer: Option<LayerId>,
    /// What an input moves.
    pub player: Term,
    /// What each symbol means.
    meanings: Vec<Meaning>,
}

/// What a name means. A text with errors can give one name several meanings.
#[derive(Clone, Debug, Default)]
struct Meaning {
    object: Option<Place>,
    synonym: Option<Symbol>,
    aggregate: Option<Rc<[Symbol]>>,
    property: Option<Rc<[Symbol]>>,
    single_layer: Option<LayerId>,
    mask: Option<ObjectSet>,
    aggregate_mask: Option<ObjectSet>,
}

/// The place of an object in the layers. An object in no layer behaves like object 0 of layer 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The id, which is 0 without a layer.
    pub id: ObjectId,
    /// The layer, which is 0 if there is none.
    pub layer: LayerId,
    /// Whether some layer lists the object.
    pub is_listed: bool,
}

/// How an object is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Colours as `#rrggbb`, `#rgb` or `transparent`.
    pub colors: Vec<String>,
    /// Five rows of five indices into the colours; −1 is transparent, and so is what the text leaves out.
    pub sprite: Vec<Vec<i8>>,
}

impl Names {
    /// Resolves the names of a text. `None`: there is no layer, and hence no game.
    pub(crate) fn resolve(parsed: &Parsed, report: &mut Report, budget: &mut Budget<'_>) -> Option<Self> {
        for (name, code) in [("player", Code::MissingPlayer), ("background", Code::MissingBackground)] {
            if !parsed.names.get(name).is_some_and(|symbol| parsed.is_declared(symbol)) {
                report.add(Problem::new(code));
            }
        }
        if parsed.layers.is_empty() {
            report.add(Problem::new(Code::MissingLayers));
            return None;
        }
        let mut names = Names { meanings: vec![Meaning::default(); parsed.names.len()], ..Names::default() };
        if !names.fits(parsed, budget) {
            return None;
        }
        names.number(parsed);
        names.looks = looks::looks(parsed, report);
        names.read_glyphs(parsed, report, budget);
        names.read_dictionaries(parsed, report, budget);
        if names.ids.is_empty() {
            report.add(Problem::new(Code::NoObjects));
        }
        names.find_background(parsed, report);
        names.make_masks(parsed, budget);
        names.find_player(parsed, report);
        (!budget.is_spent()).then_some(names)
    }

    /// Checks the numbers of objects, legend entries and layers.
    fn fits(&self, parsed: &Parsed, budget: &mut Budget<'_>) -> bool {
        let limits = budget.limits();
        let legend = parsed.synonyms.len() + parsed.aggregates.len() + parsed.properties.len();
        let listed: usize = parsed.layers.iter().map(Vec::len).sum();
        let names = (parsed.objects.len() + legend).max(listed);
        let most_names = limits.names.min(usize::from(u16::MAX));
        let most_layers = limits.layers.min(usize::from(u16::MAX));
        budget.allow(names, most_names, Problem::new(Code::TooManyObjects))
            && budget.allow(parsed.layers.len(), most_layers, Problem::new(Code::TooManyLayers))
    }

    /// Gives ids layer by layer. An object that is listed twice is numbered anew.
    fn number(&mut self, parsed: &Parsed) {
        for object in &parsed.objects {
            self.meanings[object.name.index()].object = Some(Place::default());
        }
        for (layer, members) in parsed.layers.iter().enumerate() {
            for &name in members {
                if let Some(place) = &mut self.meanings[name.index()].object {
                    let id = ObjectId(self.ids.len() as u16);
                    *place = Place { id, layer: LayerId(layer as u16), is_listed: true };
                    self.ids.push(name);
                }
            }
        }
    }

    /// The place of an object.
    #[must_use]
    pub fn object(&self, name: Symbol) -> Option<Place> {
        self.meanings[name.index()].object
    }

    /// The name that a synonym stands for.
    #[must_use]
    pub fn synonym(&self, name: Symbol) -> Option<Symbol> {
        self.meanings[name.index()].synonym
    }

    /// The members of an aggregate.
    #[must_use]
    pub fn aggregate(&self, name: Symbol) -> Option<&[Symbol]> {
        self.meanings[name.index()].aggregate.as_deref()
    }

    /// The members of a property.
    #[must_use]
    pub fn property(&self, name: Symbol) -> Option<&[Symbol]> {
        self.meanings[name.index()].property.as_deref()
    }

    /// The layer that all members of a property share, if they do.
    #[must_use]
    pub fn single_layer(&self, name: Symbol) -> Option<LayerId> {
        self.meanings[name.index()].single_layer
    }

    /// The layer of an object or of a property whose members share one.
    #[must_use]
    pub fn layer(&self, name: Symbol) -> Option<LayerId> {
        self.object(name).map(|place| place.layer).or_else(|| self.single_layer(name))
    }

    /// The objects of which a name means any.
    #[must_use]
    pub fn mask(&self, name: Symbol) -> Option<&ObjectSet> {
        self.meanings[name.index()].mask.as_ref()
    }

    /// The objects of which a name means all.
    #[must_use]
    pub fn aggregate_mask(&self, name: Symbol) -> Option<&ObjectSet> {
        self.meanings[name.index()].aggregate_mask.as_ref()
    }

    /// The objects that a name means, any or all of them.
    #[must_use]
    pub fn term(&self, name: Symbol) -> Option<Term> {
        let any = self.mask(name).map(|mask| Term { objects: mask.clone(), all: false });
        any.or_else(|| self.aggregate_mask(name).map(|mask| Term { objects: mask.clone(), all: true }))
    }

    /// Every name that means something.
    pub fn symbols(&self, parsed: &Parsed) -> Vec<Symbol> {
        let objects = parsed.objects.iter().map(|object| object.name);
        let synonyms = parsed.synonyms.iter().map(|synonym| synonym.name);
        let collections = parsed.aggregates.iter().chain(&parsed.properties).map(|entry| entry.name);
        let mut seen = hashbrown::HashSet::new();
        objects.chain(synonyms).chain(collections).filter(|&name| seen.insert(name)).collect()
    }

    fn meaning(&mut self, name: Symbol) -> &mut Meaning {
        &mut self.meanings[name.index()]
    }
}
