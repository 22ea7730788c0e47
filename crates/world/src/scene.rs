//! The state that scripts read and change during a step: the elements, and the index that finds near ones.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::definition::Kind;
use crate::element::{Element, SAID_FOR};
use crate::event::{Journal, Verb, Who};
use crate::map::Area;
use crate::point::Point;
use crate::spatial_index::SpatialIndex;

/// The most characters of a spoken text.
const MAX_SAID: usize = 80;

/// All elements, and what is computed from them for this step.
#[derive(Debug, Default)]
pub(crate) struct Scene {
    /// The number of steps done so far.
    pub(crate) step: u64,
    pub(crate) elements: Vec<Element>,
    /// The kinds, in the order of their names.
    pub(crate) kinds: Vec<(String, Kind)>,
    /// The spatial index of each kind.
    pub(crate) ranks: Vec<SpatialIndex>,
    /// The present rectangle of each solid.
    pub(crate) solids: Vec<Area>,
    /// The index of the element whose script runs.
    pub(crate) current: usize,
    /// Whether the script has accessed the memory of its element in this call.
    pub(crate) opened: bool,
    /// The events of the world.
    pub(crate) journal: Journal,
}

/// The scene, shared with the scripts' machines; the lock is never contended.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared(Arc<Mutex<Scene>>);

impl Shared {
    pub(crate) fn new(scene: Scene) -> Shared {
        Shared(Arc::new(Mutex::new(scene)))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Scene> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Scene {
    /// The index of the kind with this name.
    pub(crate) fn kind(&self, name: &[u8]) -> Option<usize> {
        self.kinds.binary_search_by(|kind| kind.0.as_bytes().cmp(name)).ok()
    }

    /// Marks all spatial indices as stale, because everything may have moved.
    pub(crate) fn moved(&mut self) {
        self.ranks.iter_mut().for_each(SpatialIndex::stale);
    }

    fn rank(&mut self, kind: usize) -> &SpatialIndex {
        let elements = &self.elements;
        self.ranks[kind].refresh(|id| {
            let element = &elements[id as usize];
            element.alive.then_some(element.at)
        });
        &self.ranks[kind]
    }

    /// The index of the living element of a kind that is nearest to the one at index `own`, other than itself.
    pub(crate) fn nearest(&mut self, own: usize, kind: usize) -> Option<u32> {
        let from = self.elements[own].at;
        self.rank(kind).nearest(from, u32::try_from(own).unwrap_or(u32::MAX))
    }

    /// The indices of the living elements of a kind within `reach` of a point.
    pub(crate) fn within(&mut self, kind: usize, from: Point, reach: f32) -> Vec<u32> {
        self.rank(kind).within(from, reach)
    }

    /// The rectangle of the solid that carries the element at index `own`.
    pub(crate) fn platform(&self, own: usize) -> Option<Area> {
        self.solids.get(self.elements[own].touch.solid? as usize).copied()
    }

    /// Lets the element at index `own` say a text, which is shown for [`SAID_FOR`] steps.
    pub(crate) fn say(&mut self, own: usize, text: &str) {
        let text: String = text.chars().filter(|sign| !sign.is_control()).take(MAX_SAID).collect();
        let until = self.step + SAID_FOR;
        let same = self.elements[own].said.as_ref().is_some_and(|said| said.0 == text);
        if !same && !text.is_empty() {
            self.note(own, Verb::Says, &text);
        }
        self.elements[own].said = (!text.is_empty()).then_some((text, until));
    }

    /// The id and the kind of the element at index `place`, as events name it.
    pub(crate) fn who(&self, place: usize) -> Who {
        let kind = self.kinds[self.elements[place].kind].0.clone();
        Who { element: u32::try_from(place + 1).ok(), kind }
    }

    /// Records an event of the element at index `place` in this step.
    pub(crate) fn note(&mut self, place: usize, verb: Verb, text: &str) {
        let (who, step) = (self.who(place), self.step);
        self.journal.push(step, who, verb, text);
    }
}
