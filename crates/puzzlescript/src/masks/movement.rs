//! Movement: what has room moves, pass by pass; what is left is heard, bans rigid groups, and is forgotten.

use smallvec::SmallVec;

use crate::engine::{Stop, TurnContext};
use crate::game::{Direction, movement};

use super::{MaskEngine, RigidMark};

impl<'g> MaskEngine<'g> {
    /// Makes all movements that can be made. Returns whether a rigid group was banned that was not banned before.
    ///
    /// # Errors
    /// The context's interrupt came.
    pub(super) fn resolve_movement(
        &mut self,
        banned: &mut [bool],
        context: &mut TurnContext<'g>,
    ) -> Result<bool, Stop> {
        loop {
            let mut moved = false;
            for cell in 0..self.objects.len() {
                context.work(self.layers.len() as u64)?;
                moved |= self.move_cell(cell, context);
            }
            if !moved {
                break;
            }
        }
        let mut newly_banned = false;
        for cell in 0..self.objects.len() {
            if self.cell_movements(cell).iter().any(|&bits| bits != 0) {
                newly_banned |= self.ban(cell, banned);
                self.hear_blocked(cell, context);
            }
        }
        self.clear_movement();
        Ok(newly_banned)
    }

    /// Moves the layers of a cell that have room. Returns whether one did.
    ///
    /// The reference keeps the remaining movements of the cell in one of three buffers used in turn, and every sound
    /// declaration that it looks at takes the next buffer: the third brings back the movements from before the visit.
    fn move_cell(&mut self, cell: usize, context: &mut TurnContext<'g>) -> bool {
        let before: SmallVec<[u8; 16]> = SmallVec::from_slice(self.cell_movements(cell));
        let (mut moved, mut declarations) = (false, 0);
        for layer in 0..self.layers.len() {
            let place = self.place(cell, layer);
            let bits = self.movements[place];
            let Some(target) = self.target(cell, layer, bits) else { continue };
            moved = true;
            for _ in 0..self.hear_moved(cell, layer, bits, context) {
                declarations += 1;
                if declarations % 3 == 0 {
                    let start = self.place(cell, 0);
                    self.movements[start..][..before.len()].copy_from_slice(&before);
                }
            }
            self.move_layer(cell, target, layer);
            self.movements[place] &= !bits;
        }
        moved
    }

    /// Where a layer with this movement goes; `None`: it does not move. An action goes nowhere and always succeeds.
    fn target(&self, cell: usize, layer: usize, bits: u8) -> Option<usize> {
        let direction = match bits {
            movement::UP => Direction::Up,
            movement::DOWN => Direction::Down,
            movement::LEFT => Direction::Left,
            movement::RIGHT => Direction::Right,
            movement::ACTION => return Some(cell),
            _ => return None,
        };
        let target = self.neighbour(cell, direction)?;
        (!self.objects[target].intersects(&self.layers[layer])).then_some(target)
    }

    fn move_layer(&mut self, from: usize, to: usize, layer: usize) {
        let mut content = self.objects[from].clone();
        let mut rest = content.clone();
        rest.subtract(&self.layers[layer]);
        content.subtract(&rest);
        self.objects[from] = rest;
        self.objects[to].union_with(&content);
    }

    /// Notes the sounds of a layer that moves. Returns how many declarations speak of an object of the layer here.
    fn hear_moved(&self, cell: usize, layer: usize, bits: u8, context: &mut TurnContext<'g>) -> usize {
        let sounds = &self.game.sounds;
        let mut declarations = 0;
        for (number, sound) in sounds.moved.iter().enumerate() {
            if self.layer_of(sound.object) == layer && self.objects[cell].contains(sound.object) {
                declarations += 1;
                if sound.directions & bits != 0 {
                    context.record.sounds.add_moved(sounds, number);
                }
            }
        }
        declarations
    }

    /// Bans the rigid group whose movement is left in a cell, by the lowest such layer. Returns whether it is new.
    ///
    /// If a rigid movement is left, the movements of all other layers are forgotten, and with them their sounds.
    fn ban(&mut self, cell: usize, banned: &mut [bool]) -> bool {
        let places = self.place(cell, 0)..self.place(cell + 1, 0);
        if self.rigid.is_empty() || !self.rigid[places.clone()].iter().any(|mark| mark.applied) {
            return false;
        }
        let mut lowest = None;
        for place in places {
            if !self.rigid[place].applied {
                self.movements[place] = 0;
            } else if self.movements[place] != 0 && lowest.is_none() {
                lowest = Some(self.rigid[place]);
            }
        }
        let Some(RigidMark { group, .. }) = lowest else { return false };
        // United marks can name a group that does not exist; all of these count as one.
        let number = usize::from(group - 1).min(banned.len() - 1);
        !std::mem::replace(&mut banned[number], true)
    }

    fn hear_blocked(&self, cell: usize, context: &mut TurnContext<'g>) {
        let sounds = &self.game.sounds;
        for (number, sound) in sounds.blocked.iter().enumerate() {
            let bits = self.movements[self.place(cell, self.layer_of(sound.object))];
            if self.objects[cell].contains(sound.object) && bits & sound.directions != 0 {
                context.record.sounds.add_blocked(sounds, number);
            }
        }
    }
}
