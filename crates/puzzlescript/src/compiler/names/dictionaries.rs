//! The dictionaries of rules: synonyms point at objects, aggregates and properties hold objects.
//!
//! A synonym of an aggregate or of a property becomes one itself. The lexer has replaced what was declared earlier;
//! what is left to resolve comes from texts with errors.

use std::rc::Rc;

use super::{Meaning, Names};
use crate::compiler::characters::dictionary_order;
use crate::compiler::interner::Symbol;
use crate::compiler::limits::Budget;
use crate::compiler::parsed::{CollectionSource, Parsed};
use crate::compiler::problem::{Code, Problem, Report};

/// More rounds of replacement than any sensible text needs; circles never end.
const MAX_ROUNDS: usize = 100;

/// Which of the two kinds of collection is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joined {
    And,
    Or,
}

impl Joined {
    fn word(self) -> &'static str {
        match self {
            Joined::And => "aggregate",
            Joined::Or => "property",
        }
    }

    fn other(self) -> Self {
        match self {
            Joined::And => Joined::Or,
            Joined::Or => Joined::And,
        }
    }

    fn members(self, meaning: &Meaning) -> Option<&Rc<[Symbol]>> {
        match self {
            Joined::And => meaning.aggregate.as_ref(),
            Joined::Or => meaning.property.as_ref(),
        }
    }

    fn set(self, meaning: &mut Meaning, members: Rc<[Symbol]>) {
        match self {
            Joined::And => meaning.aggregate = Some(members),
            Joined::Or => meaning.property = Some(members),
        }
    }
}

impl Names {
    pub(super) fn read_dictionaries(&mut self, parsed: &Parsed, report: &mut Report, budget: &mut Budget<'_>) {
        let aggregates = self.enter(Joined::And, &parsed.aggregates);
        let properties = self.enter(Joined::Or, &parsed.properties);
        let mut keys = [aggregates, properties];
        let mut synonyms = Vec::new();
        for synonym in &parsed.synonyms {
            if !self.adopt(synonym.name, synonym.target, &mut keys) && synonym.name != synonym.target {
                self.meaning(synonym.name).synonym = Some(synonym.target);
                synonyms.push(synonym.name);
            }
        }
        for _ in 0..MAX_ROUNDS {
            let mut is_changed = self.follow(&mut synonyms, &mut keys);
            keys.iter_mut().for_each(|names| names.sort_by_key(|&name| dictionary_order(parsed.name(name))));
            for joined in [Joined::Or, Joined::And] {
                for &name in &keys[joined as usize] {
                    is_changed |= self.replace_members(name, joined, parsed, report, budget);
                }
            }
            if !is_changed || budget.is_spent() || report.is_full() {
                break;
            }
        }
        for &name in &keys[Joined::Or as usize] {
            self.find_single_layer(name);
        }
    }

    /// Enters the collections of the legend; the last one of a name counts. Returns their names.
    fn enter(&mut self, joined: Joined, entries: &[CollectionSource]) -> Vec<Symbol> {
        let mut names = Vec::with_capacity(entries.len());
        for entry in entries {
            let meaning = self.meaning(entry.name);
            if joined.members(meaning).is_none() {
                names.push(entry.name);
            }
            joined.set(meaning, entry.members.as_slice().into());
        }
        names
    }

    /// Makes `name` a collection if its target is one.
    fn adopt(&mut self, name: Symbol, target: Symbol, keys: &mut [Vec<Symbol>; 2]) -> bool {
        for joined in [Joined::And, Joined::Or] {
            if let Some(members) = joined.members(&self.meanings[target.index()]).cloned() {
                joined.set(self.meaning(name), members);
                keys[joined as usize].push(name);
                return true;
            }
        }
        false
    }

    /// Lets each synonym point one step further.
    fn follow(&mut self, synonyms: &mut Vec<Symbol>, keys: &mut [Vec<Symbol>; 2]) -> bool {
        let before = synonyms.len();
        synonyms.retain(|&name| {
            let Some(target) = self.synonym(name) else { return false };
            if self.adopt(name, target, keys) {
                self.meaning(name).synonym = None;
                return false;
            }
            if let Some(further) = self.synonym(target) {
                self.meaning(name).synonym = Some(further);
            }
            true
        });
        synonyms.len() < before
    }

    /// Replaces members that are synonyms or collections of the same kind; true if there was one.
    fn replace_members(
        &mut self,
        name: Symbol,
        joined: Joined,
        parsed: &Parsed,
        report: &mut Report,
        budget: &mut Budget<'_>,
    ) -> bool {
        let Some(members) = joined.members(&self.meanings[name.index()]).cloned() else { return false };
        if !budget.spend(members.len()) {
            return false;
        }
        let (mut replaced, mut is_changed) = (Vec::with_capacity(members.len()), false);
        for &member in members.iter() {
            let meaning = &self.meanings[member.index()];
            if joined.other().members(meaning).is_some() {
                let problem =
                    Problem::new(Code::MixedLegendKinds).value("kind", joined.word()).upper("NAME", parsed.name(name));
                let problem = problem.value("kind2", joined.other().word());
                report.add(problem.upper("OTHER", parsed.name(member)));
            }
            if let Some(target) = meaning.synonym {
                replaced.push(target);
                is_changed = true;
            } else if let Some(others) = joined.members(meaning).filter(|_| member != name) {
                if !budget.spend(others.len() * members.len()) {
                    return false;
                }
                replaced.extend(others.iter().filter(|other| !members.contains(other)));
                is_changed = true;
            } else {
                replaced.push(member);
            }
        }
        if is_changed {
            joined.set(self.meaning(name), replaced.into());
        }
        is_changed
    }

    /// Notes the layer of a property whose members are all objects of one layer.
    fn find_single_layer(&mut self, name: Symbol) {
        let Some(members) = self.property(name) else { return };
        let mut places = members.iter().map(|&member| self.object(member));
        let Some(Some(first)) = places.next() else { return };
        let is_there = |place: super::Place| (place.layer, place.is_listed) == (first.layer, first.is_listed);
        if places.all(|place| place.is_some_and(is_there)) {
            self.meaning(name).single_layer = Some(first.layer);
        }
    }
}
