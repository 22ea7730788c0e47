//! Whether a cell may come to hold two objects of one layer.
//!
//! A replacement takes what its layer holds away before it puts an object there, and objects move to where their layer
//! holds none. So a cell holds one object a layer, unless a rule puts several (a mistake, with which a game still runs), or
//! a level begins so.

use super::{Cell, Game, ObjectId, ObjectSet, Stage};

/// Whether a cell may come to hold two objects of one layer.
pub(crate) fn is_crowded(game: &Game) -> bool {
    let layers: Vec<ObjectSet> = game.layers.iter().map(|ids| ids.iter().copied().collect()).collect();
    let begins = |stage: &Stage| match stage {
        Stage::Level(level) => level.contents.iter().any(|content| holds_two(&layers, content)),
        Stage::Message { .. } => false,
    };
    game.cells.iter().any(|cell| puts_two(&layers, cell)) || game.stages.iter().any(begins)
}

fn holds_two(layers: &[ObjectSet], objects: &ObjectSet) -> bool {
    layers.iter().any(|layer| objects.iter().filter(|id| layer.contains(*id)).count() > 1)
}

/// Whether a replacement puts two objects of a layer, or one beside another.
fn puts_two(layers: &[ObjectSet], cell: &Cell) -> bool {
    let Some(then) = &cell.then else { return false };
    let leaves_another = |id: ObjectId| {
        let mut others = layers.iter().filter(|layer| layer.contains(id)).flat_map(ObjectSet::iter);
        others.any(|other| other != id && !then.clear.contains(other))
    };
    let is_drawn_beside = |id: ObjectId| {
        let mut drawn = layers.iter().filter(|layer| layer.contains(id)).flat_map(ObjectSet::iter);
        drawn.any(|other| other != id && then.random.contains(other))
    };
    holds_two(layers, &then.set) || then.set.iter().any(|id| leaves_another(id) || is_drawn_beside(id))
}
