//! The plain engine: cells as sets of objects, rules tried cell by cell.
//!
//! It follows the turn of the language's reference implementation (`increpare/PuzzleScript`) step by step: every rule
//! looks at every cell where its first row could begin, every replacement writes one cell. Nothing is derived or kept
//! between rules but one filter, the set of what was seen on the board in this turn. So the code reads like the
//! language's definition; it judges the [plane engine](crate::planes), which is ten to a hundred times faster and
//! better wherever many turns are played, and it replays what that engine found.

mod apply;
mod groups;
mod movement;
mod rows;

use crate::board::Board;
use crate::engine::{Engine, Input, Played, Stop, TurnContext};
use crate::game::{Game, LayerId, Level, ObjectId, ObjectSet, Quantifier, Term, movement as bits};

/// A level being played.
#[derive(Clone, Debug)]
pub struct MaskEngine<'g> {
    game: &'g Game,
    width: usize,
    height: usize,
    /// The objects of each layer.
    layers: Vec<ObjectSet>,
    /// The objects of each cell.
    objects: Vec<ObjectSet>,
    /// The movement of each layer in each cell: cell by cell, layer by layer.
    movements: Vec<u8>,
    /// The marks of rigid rules, parallel to the movements. Empty if the game has no rigid groups.
    rigid: Vec<RigidMark>,
    /// The objects at the start of the turn.
    backup: Vec<ObjectSet>,
    /// All objects and movements that were on the board at some time of this turn.
    seen: Seen,
}

/// What rigid rules did to a layer in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct RigidMark {
    /// The number of a rigid group plus one, in five bits. Several groups that mark one layer unite their bits.
    group: u8,
    /// Whether a rigid rule set the layer's movement.
    applied: bool,
}

/// Objects, and movements by layer.
#[derive(Clone, Debug, Default)]
struct Seen {
    objects: ObjectSet,
    movements: Vec<u8>,
}

impl<'g> MaskEngine<'g> {
    /// The start of a level.
    #[must_use]
    pub fn new(game: &'g Game, level: &Level) -> Self {
        let objects: Vec<ObjectSet> = level.cells.iter().map(|&at| level.contents[at as usize].clone()).collect();
        let places = objects.len() * game.layers.len();
        let rigid = if game.rigid_groups > 0 { places } else { 0 };
        Self {
            game,
            width: level.width,
            height: level.height,
            layers: game.layers.iter().map(|ids| ids.iter().copied().collect()).collect(),
            backup: objects.clone(),
            objects,
            movements: vec![0; places],
            rigid: vec![RigidMark::default(); rigid],
            seen: Seen::default(),
        }
    }

    /// An estimate of the bytes that the engine takes for a level: each cell as two sets, and three bytes a layer for
    /// movements and rigid marks.
    #[must_use]
    pub fn bytes(game: &Game, level: &Level) -> usize {
        let set = size_of::<ObjectSet>() + game.objects.len() / 8;
        level.cells.len().saturating_mul(3 * game.layers.len() + 2 * set)
    }

    fn layer_of(&self, id: ObjectId) -> usize {
        self.game.objects[usize::from(id.0)].as_ref().map_or(0, |object| usize::from(object.layer.0))
    }

    /// Where the movement of a layer in a cell is kept.
    fn place(&self, cell: usize, layer: usize) -> usize {
        cell * self.layers.len() + layer
    }

    fn cell_movements(&self, cell: usize) -> &[u8] {
        &self.movements[self.place(cell, 0)..][..self.layers.len()]
    }

    /// The cells that hold the player.
    fn players(&self) -> Vec<usize> {
        (0..self.objects.len()).filter(|&cell| holds(&self.objects[cell], &self.game.player)).collect()
    }

    /// Gives movement to the player's objects in these cells.
    fn push(&mut self, players: &[usize], movement: u8) {
        for &cell in players {
            let here: Vec<ObjectId> =
                self.objects[cell].iter().filter(|&id| self.game.player.objects.contains(id)).collect();
            for id in here {
                let place = self.place(cell, self.layer_of(id));
                self.movements[place] |= movement;
            }
        }
    }

    /// Collects everything that is on the board.
    fn look(&mut self) {
        let layers = self.layers.len();
        self.seen.objects = ObjectSet::new();
        self.seen.movements.clear();
        self.seen.movements.resize(layers, 0);
        for objects in &self.objects {
            self.seen.objects.union_with(objects);
        }
        for cell in self.movements.chunks_exact(layers.max(1)) {
            cell.iter().zip(&mut self.seen.movements).for_each(|(more, seen)| *seen |= more);
        }
    }

    /// Whether one of the cells that held the player holds none of its objects any more.
    fn has_player_moved(&self, before: &[usize]) -> bool {
        before.iter().any(|&cell| !self.objects[cell].intersects(&self.game.player.objects))
    }

    fn clear_movement(&mut self) {
        self.movements.fill(0);
        self.rigid.fill(RigidMark::default());
    }
}

/// Whether a cell with these objects is one that the term speaks of.
fn holds(objects: &ObjectSet, term: &Term) -> bool {
    if term.all { term.objects.is_subset(objects) } else { term.objects.intersects(objects) }
}

impl<'g> Engine<'g> for MaskEngine<'g> {
    fn turn(&mut self, input: Option<Input>, context: &mut TurnContext<'g>) -> Result<Played, Stop> {
        self.backup.clone_from(&self.objects);
        let players = if input.is_some() { self.players() } else { Vec::new() };
        self.push(&players, input.map_or(0, Input::movement));
        self.look();
        self.play_rounds(context)?;
        let must_move = self.game.prelude.require_player_movement && !players.is_empty();
        Ok(if must_move && !self.has_player_moved(&players) { Played::Refused } else { Played::Done })
    }

    fn is_changed(&self) -> bool {
        self.objects != self.backup
    }

    fn has_movement(&self) -> bool {
        self.movements.iter().any(|&movement| movement != 0)
    }

    fn exchange(&mut self) {
        std::mem::swap(&mut self.objects, &mut self.backup);
        self.clear_movement();
    }

    fn is_won(&self) -> bool {
        let holds_here = |term: &Option<Term>, cell: &ObjectSet| term.as_ref().is_none_or(|term| holds(cell, term));
        let is_met = |condition: &crate::game::WinCondition| {
            let mut what = self.objects.iter().filter(|cell| holds(cell, &condition.what));
            match condition.quantifier {
                Quantifier::All => what.all(|cell| holds_here(&condition.on, cell)),
                Quantifier::Some => what.any(|cell| holds_here(&condition.on, cell)),
                Quantifier::No => !what.any(|cell| holds_here(&condition.on, cell)),
            }
        };
        !self.game.win.is_empty() && self.game.win.iter().all(is_met)
    }

    fn save(&self, into: &mut Board) {
        save(self, &self.objects, into);
    }

    fn save_backup(&self, into: &mut Board) {
        save(self, &self.backup, into);
    }

    fn restore(&mut self, from: &Board) {
        for (cell, objects) in self.objects.iter_mut().enumerate() {
            *objects = from.objects(cell);
        }
        self.clear_movement();
    }

    fn objects(&self, cell: usize) -> ObjectSet {
        self.objects[cell].clone()
    }

    fn movement(&self, cell: usize, layer: LayerId) -> u8 {
        self.movements[self.place(cell, usize::from(layer.0))] & bits::ALL
    }
}

fn save(engine: &MaskEngine, objects: &[ObjectSet], into: &mut Board) {
    let stride = Board::stride_of(engine.game);
    (into.width, into.height, into.stride) = (engine.width, engine.height, stride);
    into.words.clear();
    for set in objects {
        into.words.extend((0..stride).map(|at| set.words().get(at).copied().unwrap_or(0)));
    }
}
