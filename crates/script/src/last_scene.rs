//! What is shown of a state, and the one that was shown last.

use std::sync::{Arc, Mutex, PoisonError};

use ::picture::{Frame, Spoken};

use crate::machine::State;

/// What is shown of one state.
#[derive(Debug)]
pub(crate) struct Scene {
    /// What `draw` draws, without the moves of places; the sentence as a caption where there is no `draw`.
    pub(crate) frame: Frame,
    /// The state line by line: the lines of `say`, else the rows of the drawn board. The places are always those of the
    /// board.
    pub(crate) spoken: Spoken,
    /// The state in one sentence: what `say` says, else what stands where on the drawn board, else the plain value.
    pub(crate) sentence: String,
}

/// The scene of the state that was shown last.
#[derive(Debug, Default)]
pub(crate) struct LastScene(Mutex<Option<(State, Arc<Scene>)>>);

impl LastScene {
    pub(crate) fn get(&self, state: &State) -> Option<Arc<Scene>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().filter(|(known, _)| known == state).map(|(_, scene)| Arc::clone(scene))
    }

    pub(crate) fn set(&self, state: &State, scene: &Arc<Scene>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((state.clone(), Arc::clone(scene)));
    }
}
