//! What is known of a level before it is searched: how its boards are packed, and which lower bounds hold.

use ::puzzlescript::changes::Changes;
use ::puzzlescript::game::{ObjectSet, Stage};
use ::puzzlescript::packing::Packing;

use super::bounds::Bounds;
use super::chance::Chance;
use super::level::Level;

/// What is known of a level before it is searched.
pub(super) struct Analysis {
    pub(super) packing: Packing,
    pub(super) bounds: Bounds,
}

impl Analysis {
    pub(super) fn of(level: &Level) -> Analysis {
        let ignored = match &level.chance {
            Chance::Decorates(objects) => objects.clone(),
            Chance::None | Chance::Matters(_) => ObjectSet::new(),
        };
        let Stage::Level(board) = &level.game.stages[0] else {
            return Analysis { packing: Packing::default(), bounds: Bounds::default() };
        };
        let changes = Changes::of(&level.game, board);
        let packing = Packing::new(&level.game, &changes, &ignored);
        Analysis { bounds: Bounds::of(&level.game, board, &changes, &packing), packing }
    }
}
