//! The background and the player, which every game must have.

use super::{Names, Place};
use crate::compiler::interner::Symbol;
use crate::compiler::parsed::Parsed;
use crate::compiler::problem::{Code, Problem, Report};
use crate::game::Term;

impl Names {
    pub(super) fn find_background(&mut self, parsed: &Parsed, report: &mut Report) {
        let name = parsed.names.get("background");
        let line = name.and_then(|name| parsed.declared_on(name)).unwrap_or_default();
        let place = match name.map(|name| (self.object(name), self.synonym(name), self.property(name), name)) {
            Some((Some(place), ..)) => place,
            // What is not declared has no place, so that cells have no background.
            Some((_, Some(target), ..)) => self.object(target).unwrap_or_default(),
            Some((_, _, Some(members), _)) => self.shared_background(members, line, report),
            Some((.., name)) if self.aggregate(name).is_some() => {
                report.add(Problem::at(Code::BackgroundIsAggregate, line));
                self.first_object()
            }
            _ => {
                report.add(Problem::new(Code::UndeclaredBackground));
                self.first_object()
            }
        };
        self.background = place.id;
        self.background_layer = place.is_listed.then_some(place.layer);
    }

    /// The first of several backgrounds, whose layer the others should share.
    fn shared_background(&self, members: &[Symbol], line: u32, report: &mut Report) -> Place {
        let first = members.first().and_then(|&member| self.object(member)).unwrap_or_default();
        let mut others = members.iter().skip(1).filter_map(|&member| self.object(member));
        if others.any(|place| (place.layer, place.is_listed) != (first.layer, first.is_listed)) {
            report.add(Problem::at(Code::BackgroundInSeveralLayers, line));
        }
        first
    }

    /// Object 0, which stands in for a background that is missing.
    fn first_object(&self) -> Place {
        self.ids
            .first()
            .and_then(|&name| self.object(name))
            .map(|place| Place { id: Default::default(), ..place })
            .unwrap_or_default()
    }

    /// Finds what an input moves: at least one object that is declared.
    pub(super) fn find_player(&mut self, parsed: &Parsed, report: &mut Report) {
        let term = parsed.names.get("player").and_then(|name| self.player_term(name));
        match term.filter(|term| !term.objects.is_empty()) {
            Some(term) => self.player = term,
            None => report.add(Problem::new(Code::UndeclaredName).value("name", "player")),
        }
    }

    /// The objects that the player means. A property in an aggregate, which is an error, stands for none here.
    fn player_term(&self, name: Symbol) -> Option<Term> {
        let Some(members) = self.aggregate(name) else { return self.term(name) };
        let places = members.iter().filter_map(|&member| self.object(member));
        Some(Term { objects: places.map(|place| place.id).collect(), all: true })
    }
}
