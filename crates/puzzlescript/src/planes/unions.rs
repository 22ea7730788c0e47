//! Planes of sets of objects.
//!
//! Where a rule wants one of several objects, or none of several, it looks at one plane: the cells that hold any of
//! them. Properties with many members are common, and so are long lists of `no`, each in several rules. Such a plane is
//! put together when it is looked at and one of its members has changed since.

use std::collections::HashMap;

use crate::game::ObjectSet;

use super::sets::PlaneSets;

/// The sets of objects that have planes.
#[derive(Clone, Debug, Default)]
pub(super) struct Unions {
    /// For each union where the planes of its members begin.
    members: Vec<Vec<u32>>,
    numbers: HashMap<ObjectSet, usize>,
    /// For each object the unions that it is a member of.
    of: PlaneSets,
}

impl Unions {
    /// The number of the union of a set.
    pub(super) fn add(&mut self, set: &ObjectSet, stride: usize) -> usize {
        let next = self.members.len();
        let number = *self.numbers.entry(set.clone()).or_insert(next);
        if number == next {
            self.members.push(set.iter().map(|id| (usize::from(id.0) * stride) as u32).collect());
        }
        number
    }

    /// Notes which unions each object belongs to, once all are there.
    pub(super) fn finish(&mut self, planes: usize) {
        let sets = self.numbers.iter();
        let pairs = sets.flat_map(|(set, &number)| set.iter().map(move |id| (usize::from(id.0), number)));
        self.of = PlaneSets::new(planes, pairs.collect());
    }

    /// The number of unions.
    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// Notes that the plane of an object has changed.
    #[inline(always)]
    pub(super) fn spoil(&self, object: usize, stale: &mut [u64]) {
        self.of.add_to(object, stale);
    }

    /// Puts a union together at `start`.
    pub(super) fn compute(&self, number: usize, start: usize, words: usize, planes: &mut [u64]) {
        for word in 0..words {
            let any = self.members[number].iter().fold(0, |any, &member| any | planes[member as usize + word]);
            planes[start + word] = any;
        }
    }
}
