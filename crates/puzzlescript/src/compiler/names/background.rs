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
        let object = match name.map(|name| (self.object(name), self.synonym(name), self.property(name), name)) {
            Some((Some(place), ..)) => Some(place),
            Some((_, Some(target), ..)) => self.object(target),
            Some((_, _, Some(members), _)) => self.shared_background(members, line, report),
            Some((.., name)) if self.aggregate(name).is_some() => {
                report.add(Problem::at(Code::G12, line));
                None
            }
            _ => {
                report.add(Problem::new(Code::G13));
                None
            }
        };
        let place = object.unwrap_or_else(|| self.first_object());
        self.background = place.id;
        self.background_layer = place.is_listed.then_some(place.layer);
    }

    /// The first of several backgrounds, which should share its layer.
    fn shared_background(&self, members: &[Symbol], line: u32, report: &mut Report) -> Option<Place> {
        let mut places = members.iter().filter_map(|&member| self.object(member));
        let first = places.next()?;
        if places.any(|place| (place.layer, place.is_listed) != (first.layer, first.is_listed)) {
            report.add(Problem::at(Code::G11, line));
        }
        Some(first)
    }

    /// Object 0, which stands in for a background that is missing.
    fn first_object(&self) -> Place {
        self.ids
            .first()
            .and_then(|&name| self.object(name))
            .map(|place| Place { id: Default::default(), ..place })
            .unwrap_or_default()
    }

    pub(super) fn find_player(&mut self, parsed: &Parsed, report: &mut Report) {
        match parsed.names.get("player").and_then(|name| self.aggregate_player(name).unwrap_or_else(|| self.term(name)))
        {
            Some(term) => self.player = term,
            None => report.add(Problem::new(Code::G14).value("name", "player")),
        }
    }

    /// What an aggregate as player means: nothing, if a member is not declared. `None` for other names.
    fn aggregate_player(&self, name: Symbol) -> Option<Option<Term>> {
        let members = self.aggregate(name)?;
        let are_objects = members.iter().all(|&member| self.object(member).is_some());
        let objects = self.aggregate_mask(name).filter(|_| are_objects);
        Some(objects.map(|objects| Term { objects: objects.clone(), all: true }))
    }
}
