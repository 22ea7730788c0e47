//! The set of objects behind each name.

use super::Names;
use crate::compiler::interner::Symbol;
use crate::compiler::limits::Budget;
use crate::compiler::parsed::Parsed;
use crate::game::ObjectSet;

/// A legend entry whose mask is made from other masks.
enum Entry<'p> {
    Synonym(Symbol),
    Property(&'p [Symbol]),
}

impl Names {
    pub(super) fn make_masks(&mut self, parsed: &Parsed, budget: &mut Budget<'_>) {
        self.layers = vec![ObjectSet::new(); parsed.layers.len()];
        for object in &parsed.objects {
            let Some(place) = self.object(object.name) else { continue };
            if place.is_listed {
                self.layers[usize::from(place.layer.0)].insert(place.id);
            }
            self.meaning(object.name).mask = Some([place.id].into_iter().collect());
        }
        for (name, entry) in entries(parsed) {
            if budget.is_spent() {
                return;
            }
            let mask = match entry {
                Entry::Synonym(target) | Entry::Property(&[target]) => self.mask(target).cloned(),
                Entry::Property(members) => Some(self.union(members, budget)),
            };
            if mask.is_some() {
                self.meaning(name).mask = mask;
            }
        }
        for name in self.symbols(parsed) {
            // A property in an aggregate, which is an error, stands for all of its members.
            if let Some(objects) = self.aggregate(name).map(|members| self.union(members, budget)) {
                self.meaning(name).aggregate_mask = Some(objects);
            }
        }
    }

    fn union(&self, members: &[Symbol], budget: &mut Budget<'_>) -> ObjectSet {
        let mut union = ObjectSet::new();
        budget.spend(members.len() * (self.ids.len() / 64 + 1));
        for mask in members.iter().filter_map(|&member| self.mask(member)) {
            union.union_with(mask);
        }
        union
    }
}

/// Synonyms and properties in the order of their lines.
fn entries(parsed: &Parsed) -> Vec<(Symbol, Entry<'_>)> {
    let synonyms = parsed.synonyms.iter().map(|entry| (entry.line, entry.name, Entry::Synonym(entry.target)));
    let properties = parsed.properties.iter().map(|entry| (entry.line, entry.name, Entry::Property(&entry.members)));
    let mut entries: Vec<_> = synonyms.chain(properties).collect();
    entries.sort_by_key(|(line, ..)| *line);
    entries.into_iter().map(|(_, name, entry)| (name, entry)).collect()
}
