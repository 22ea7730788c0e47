//! (to come)
use crate::engine::Engine;
use crate::game::{Game, Level};

/// Loads.
#[must_use]
pub fn load<'g>(game: &'g Game, level: &'g Level) -> Box<dyn Engine<'g> + 'g> {
    Box::new(crate::masks::MaskEngine::new(game, level))
}
