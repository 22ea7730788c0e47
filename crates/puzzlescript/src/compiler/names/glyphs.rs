//! Glyphs: the names that put definite objects into a cell, at most one a layer.
//!
//! Objects are glyphs; so are synonyms of glyphs and aggregates of glyphs, found round by round until nothing is new.

use smallvec::SmallVec;

use super::Names;
use crate::compiler::interner::Symbol;
use crate::compiler::limits::Budget;
use crate::compiler::parsed::{CollectionSource, Parsed};
use crate::compiler::problem::{Code, Problem, Report};
use crate::game::{LayerId, ObjectSet};

impl Names {
    pub(super) fn read_glyphs(&mut self, parsed: &Parsed, report: &mut Report, budget: &mut Budget<'_>) {
        for object in &parsed.objects {
            let place = self.object(object.name).filter(|place| place.is_listed);
            self.glyphs.insert(object.name, place.map(|place| place.id).into_iter().collect());
        }
        while !report.is_full() && budget.spend(parsed.synonyms.len() + parsed.aggregates.len()) {
            let before = self.glyphs.len();
            for synonym in &parsed.synonyms {
                if let Some(glyph) = self.glyphs.get(&synonym.target).cloned() {
                    self.glyphs.entry(synonym.name).or_insert(glyph);
                }
            }
            for aggregate in &parsed.aggregates {
                let is_new = !self.glyphs.contains_key(&aggregate.name);
                if is_new && aggregate.members.iter().all(|member| self.glyphs.contains_key(member)) {
                    let glyph = self.aggregate_glyph(aggregate, parsed, report);
                    self.glyphs.insert(aggregate.name, glyph);
                }
            }
            if self.glyphs.len() == before {
                break;
            }
        }
    }

    /// Joins the members of an aggregate, the first one of each layer.
    fn aggregate_glyph(&self, aggregate: &CollectionSource, parsed: &Parsed, report: &mut Report) -> ObjectSet {
        let mut layers: SmallVec<[(LayerId, Symbol); 8]> = SmallVec::new();
        let mut glyph = ObjectSet::new();
        for &member in &aggregate.members {
            let at = |code| Problem::at(code, aggregate.line);
            let Some(place) = self.object(member) else {
                report.add(at(Code::UndeclaredObject).value("name", parsed.name(member)));
                continue;
            };
            if !place.is_listed {
                report.add(at(Code::NameWithoutLayer).upper("NAME", parsed.name(member)));
            } else if let Some((_, other)) = layers.iter().find(|(layer, _)| *layer == place.layer) {
                let problem = at(Code::AggregateSharesLayer).upper("NAME", parsed.name(member));
                report.add(problem.upper("OTHER", parsed.name(*other)));
            } else {
                layers.push((place.layer, member));
                glyph.insert(place.id);
            }
        }
        glyph
    }
}
