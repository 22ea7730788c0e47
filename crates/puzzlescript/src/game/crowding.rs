//! Whether a cell may come to hold two objects of one layer.
//!
//! A replacement takes what its layer holds away before it puts an object there, and objects move to where their layer
//! holds none. So a cell holds one object a layer, unless a rule puts several (a mistake, with which a game still
//! runs), or a level begins so.

use super::{Cell, Game, ObjectId, ObjectSet, Stage};

/// The layers of a game, and the layer of each object.
pub(super) struct Layers {
    sets: Vec<ObjectSet>,
    of: Vec<Option<usize>>,
}

/// Whether a cell may come to hold two objects of one layer.
pub(crate) fn is_crowded(game: &Game) -> bool {
    let layers = Layers::of(game);
    let begins = |stage: &Stage| match stage {
        Stage::Level(level) => level.contents.iter().any(|content| layers.hold_two(content)),
        Stage::Message { .. } => false,
    };
    game.cells.iter().any(|cell| layers.take_two(cell)) || game.stages.iter().any(begins)
}

impl Layers {
    pub(super) fn of(game: &Game) -> Layers {
        let mut of = Vec::new();
        for (layer, ids) in game.layers.iter().enumerate() {
            for id in ids {
                let at = usize::from(id.0);
                of.resize(of.len().max(at + 1), None);
                of[at] = Some(layer);
            }
        }
        Layers { sets: game.layers.iter().map(|ids| ids.iter().copied().collect()).collect(), of }
    }

    fn layer_of(&self, id: ObjectId) -> Option<usize> {
        self.of.get(usize::from(id.0)).copied().flatten()
    }

    /// Whether two of these objects have one layer.
    pub(super) fn hold_two(&self, objects: &ObjectSet) -> bool {
        let mut layers: Vec<usize> = objects.iter().filter_map(|id| self.layer_of(id)).collect();
        layers.sort_unstable();
        layers.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Whether a replacement puts two objects of a layer, or one beside another.
    fn take_two(&self, cell: &Cell) -> bool {
        let Some(then) = &cell.then else { return false };
        let is_beside_another = |id: ObjectId| {
            let Some(layer) = self.layer_of(id) else { return false };
            let mut left = self.sets[layer].clone();
            left.subtract(&then.clear);
            let drawn = then.random.iter().filter(|drawn| self.layer_of(*drawn) == Some(layer));
            left.iter().chain(drawn).any(|other| other != id)
        };
        self.hold_two(&then.set) || then.set.iter().any(is_beside_another)
    }
}
