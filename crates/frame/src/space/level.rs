//! A state space as a level of a family.

use std::sync::Arc;

use engines::Context;
use picture::Picture;

use super::graph::MoveCache;
use super::position::SpacePosition;
use super::rules::StateSpace;
use crate::claims::Claims;
use crate::family::Level;
use crate::guide::Guide;
use crate::identity::bare;
use crate::info::FamilyInfo;
use crate::line::Notation;
use crate::position::Position;
use crate::problem::Diagnosis;
use crate::status::Role;

/// A level whose rules are a [`StateSpace`].
pub struct SpaceLevel<S: StateSpace> {
    space: Arc<S>,
    checked: Arc<MoveCache<S::State>>,
}

impl<S: StateSpace> SpaceLevel<S> {
    /// Creates a level from its rules, in the form in which [`crate::Family::load`] returns it.
    #[must_use]
    #[allow(clippy::new_ret_no_self)] // a level is used as a trait object
    pub fn new(space: S) -> Arc<dyn Level> {
        Arc::new(SpaceLevel { space: Arc::new(space), checked: Arc::default() })
    }
}

impl<S: StateSpace> Level for SpaceLevel<S> {
    fn info(&self) -> &'static FamilyInfo {
        self.space.info()
    }

    fn text(&self) -> String {
        self.space.text(&self.space.start())
    }

    fn identity(&self) -> String {
        self.space.identity().unwrap_or_else(|| bare(&self.text()))
    }

    fn bytes(&self) -> u64 {
        StateSpace::bytes(&*self.space) + self.checked.bytes() as u64
    }

    fn picture(&self) -> Picture {
        self.space.picture(&self.space.start())
    }

    fn guide(&self) -> Guide {
        StateSpace::guide(&*self.space)
    }

    fn start(self: Arc<Self>, _: Role, cx: &Context<'_>) -> Box<dyn Position> {
        let (space, checked) = (Arc::clone(&self.space), Arc::clone(&self.checked));
        let start = space.start();
        Box::new(SpacePosition::at(space, start, checked, cx))
    }

    fn expand(&self, text: &str) -> Result<Option<Vec<String>>, String> {
        StateSpace::expand(&*self.space, text)
    }

    fn diagnosis(&self) -> Diagnosis {
        Diagnosis::of(self.space.problems())
    }

    fn notation(&self) -> Option<&dyn Notation> {
        StateSpace::notation(&*self.space)
    }

    fn claims(&self) -> Claims {
        StateSpace::claims(&*self.space)
    }
}
