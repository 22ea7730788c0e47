//! A state space as a level of a family.

use std::sync::Arc;

use engines::Context;
use picture::Picture;

use super::position::SpacePosition;
use super::rules::StateSpace;
use crate::family::{FamilyInfo, Level};
use crate::guide::Guide;
use crate::position::{Position, Role};

/// A level whose rules are a [`StateSpace`].
#[derive(Debug)]
pub struct SpaceLevel<S>(Arc<S>);

impl<S: StateSpace> SpaceLevel<S> {
    /// Creates a level from its rules, in the form in which [`crate::Family::load`] returns it.
    #[must_use]
    #[allow(clippy::new_ret_no_self)] // a level is used as a trait object
    pub fn new(space: S) -> Arc<dyn Level> {
        Arc::new(SpaceLevel(Arc::new(space)))
    }
}

impl<S: StateSpace> Level for SpaceLevel<S> {
    fn info(&self) -> &'static FamilyInfo {
        self.0.info()
    }

    fn text(&self) -> String {
        self.0.text(&self.0.start())
    }

    fn picture(&self) -> Picture {
        self.0.picture(&self.0.start())
    }

    fn guide(&self) -> Guide {
        StateSpace::guide(&*self.0)
    }

    fn start(self: Arc<Self>, _: Role, cx: &Context<'_>) -> Box<dyn Position> {
        Box::new(SpacePosition::start(Arc::clone(&self.0), cx))
    }

    fn expand(&self, text: &str) -> Result<Option<Vec<String>>, String> {
        StateSpace::expand(&*self.0, text)
    }

    fn par(&self) -> Option<String> {
        StateSpace::par(&*self.0)
    }
}
