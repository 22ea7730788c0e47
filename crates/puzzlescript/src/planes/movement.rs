//! Movement: the cells with movement are visited by index, pass by pass, until none can move; what is left is heard,
//! bans rigid groups, and is forgotten.

use smallvec::SmallVec;

use crate::engine::{Stop, TurnContext};
use crate::game::movement;

use super::PlaneEngine;
use super::bits::bits;
use super::size::{LAYERS_PER_WORD, movement_place};

/// The work of moving a cell, in words that are read.
const WORK_OF_CELL: u64 = 32;

impl<'g, const W: usize, const O: usize, const M: usize> PlaneEngine<'g, W, O, M> {
    /// Makes all movements that can be made. Returns whether a rigid group was banned that was not banned before.
    pub(super) fn resolve_movement(&mut self, context: &mut TurnContext<'g>) -> Result<bool, Stop> {
        if !self.state.has_movement() {
            self.rigid.clear_marks();
            return Ok(false);
        }
        while self.move_pass(context)? {}
        let newly_banned = self.program.judges_blocked && self.judge_all_blocked(context);
        self.state.clear_movement(&self.program.watch);
        self.rigid.clear_marks();
        Ok(newly_banned)
    }

    /// Visits every cell with movement. Returns whether anything moved and movement is left.
    fn move_pass(&mut self, context: &mut TurnContext<'g>) -> Result<bool, Stop> {
        let (mut moved, mut left) = (false, 0);
        for word in 0..self.state.size.plane() {
            context.work(u64::from(self.state.moving[word].count_ones()) * WORK_OF_CELL + 1)?;
            for bit in bits(self.state.moving[word]) {
                let cell = word * 64 + bit;
                moved |=
                    if self.can_sound(cell) { self.move_cell_audibly(cell, context) } else { self.move_cell(cell) };
            }
            left |= self.state.moving[word];
        }
        Ok(moved && left != 0)
    }

    /// Whether a cell holds an object whose movement can be heard.
    #[inline]
    fn can_sound(&self, cell: usize) -> bool {
        let objects = self.state.cell_objects(cell).iter();
        objects.zip(&self.program.sounding).any(|(objects, sounding)| objects & sounding != 0)
    }

    /// Moves the layers of a cell that have room. Returns whether one did.
    #[inline(never)]
    fn move_cell(&mut self, cell: usize) -> bool {
        let mut moved = false;
        for word in 0..self.state.size.movements() {
            let before = self.state.cell_movements(cell)[word];
            let mut rest = before;
            for (place, layer) in layers(before, word) {
                moved |= self.move_layer(cell, layer, (before >> place & 31) as u8).is_some_and(|()| {
                    rest &= !(31 << place);
                    true
                });
            }
            if rest != before {
                self.state.finish_movement(cell, word, rest);
            }
        }
        moved
    }

    /// Moves the layers of a cell with an object whose movement can be heard. Returns whether one moved.
    ///
    /// The reference keeps the remaining movements of the cell in one of three buffers used in turn, and every sound
    /// declaration that it looks at takes the next buffer: the third brings back the movements from before the visit.
    #[inline(never)]
    fn move_cell_audibly(&mut self, cell: usize, context: &mut TurnContext<'g>) -> bool {
        let before: SmallVec<[u64; 4]> = SmallVec::from_slice(self.state.cell_movements(cell));
        let mut rest = before.clone();
        let (mut moved, mut declarations) = (false, 0);
        for word in 0..before.len() {
            for (place, layer) in layers(before[word], word) {
                let objects: SmallVec<[u64; 4]> = SmallVec::from_slice(self.state.cell_objects(cell));
                let direction = (before[word] >> place & 31) as u8;
                if self.move_layer(cell, layer, direction).is_none() {
                    continue;
                }
                moved = true;
                for _ in 0..self.hear_moved(&objects, layer, direction, context) {
                    declarations += 1;
                    if declarations % 3 == 0 {
                        rest.copy_from_slice(&before);
                    }
                }
                rest[word] &= !(31 << place);
            }
        }
        for (word, &rest) in rest.iter().enumerate().filter(|_| moved) {
            self.state.finish_movement(cell, word, rest);
        }
        moved
    }

    /// Moves a layer if its neighbour in the direction has room; an action succeeds and moves nothing.
    #[inline(always)]
    fn move_layer(&mut self, cell: usize, layer: usize, direction: u8) -> Option<()> {
        let Self { state, program, .. } = self;
        if direction == movement::ACTION {
            return Some(());
        }
        let target = program.rows.neighbour(cell, direction)?;
        let words = state.size.objects();
        let mask = &program.layers[layer * words..][..words];
        if state.cell_objects(target).iter().zip(mask).any(|(objects, mask)| objects & mask != 0) {
            return None;
        }
        for (word, mask) in mask.iter().enumerate() {
            let content = state.cell_objects(cell)[word] & mask;
            if content != 0 {
                state.move_objects(cell, target, (word, content), &program.watch);
            }
        }
        Some(())
    }

    /// Notes the sounds of a layer that moves. Returns how many declarations speak of one of the cell's objects.
    fn hear_moved(&self, objects: &[u64], layer: usize, direction: u8, context: &mut TurnContext<'g>) -> usize {
        let sounds = &self.program.game.sounds;
        let mut declarations = 0;
        for &number in &self.program.move_sounds[layer] {
            let sound = &sounds.moved[usize::from(number)];
            let id = usize::from(sound.object.0);
            if objects[id / 64] >> (id % 64) & 1 == 1 {
                declarations += 1;
                if sound.directions & direction != 0 {
                    context.record.sounds.add_moved(sounds, usize::from(number));
                }
            }
        }
        declarations
    }

    /// Looks at all cells with movement left. Returns whether a rigid group was banned that was not banned before.
    #[inline(never)]
    fn judge_all_blocked(&mut self, context: &mut TurnContext<'g>) -> bool {
        let mut newly_banned = false;
        for word in 0..self.state.size.plane() {
            for bit in bits(self.state.moving[word]) {
                newly_banned |= self.judge_blocked(word * 64 + bit, context);
            }
        }
        newly_banned
    }

    /// Bans the rigid group whose movement is left in a cell, and notes the sounds of what could not move. Returns
    /// whether a ban is new.
    fn judge_blocked(&mut self, cell: usize, context: &mut TurnContext<'g>) -> bool {
        let sounds = &self.program.game.sounds;
        let mut movements: SmallVec<[u64; 4]> = SmallVec::from_slice(self.state.cell_movements(cell));
        let newly_banned = self.rigid.ban(cell, &mut movements);
        for (number, sound) in sounds.blocked.iter().enumerate() {
            let id = usize::from(sound.object.0);
            let (word, shift) = movement_place(usize::from(self.program.layer_of[id]));
            let is_here = self.state.cell_objects(cell)[id / 64] >> (id % 64) & 1 == 1;
            if is_here && (movements[word] >> shift) as u8 & sound.directions != 0 {
                context.record.sounds.add_blocked(sounds, number);
            }
        }
        newly_banned
    }

    /// Gives movement to the player's objects in the player's cells, and lists the cells if the player must move.
    #[inline]
    pub(super) fn push_player(&mut self, direction: u8) {
        for word in 0..self.state.size.plane() {
            for bit in bits(self.player.word(&self.state.planes, word, self.board[word])) {
                let cell = word * 64 + bit;
                self.push_cell(cell, direction);
                if self.program.game.prelude.require_player_movement {
                    self.players.push(cell as u32);
                }
            }
        }
    }

    #[inline]
    fn push_cell(&mut self, cell: usize, direction: u8) {
        let Self { state, program, .. } = self;
        for at in 0..state.size.objects() {
            for bit in bits(program.player[at] & state.cell_objects(cell)[at]) {
                let (word, shift) = movement_place(usize::from(program.layer_of[at * 64 + bit]));
                state.add_movement(cell, word, shift + direction.trailing_zeros() as usize, &program.watch);
            }
        }
    }

    /// Restores the board and the movements from the start of the turn.
    #[cold]
    pub(super) fn start_over(&mut self) {
        self.state.rewind(&self.program.watch);
        self.state.clear_movement(&self.program.watch);
        let words = self.state.size.movements();
        for at in 0..self.rigid.start.len() {
            let old = self.rigid.start[at];
            if old != 0 {
                self.state.write_movements(at / words, at % words, old, &self.program.watch);
            }
        }
    }
}

/// The layers with movement in a word, ascending, with the places of their lowest bits.
#[inline(always)]
fn layers(mut movements: u64, word: usize) -> impl Iterator<Item = (usize, usize)> {
    std::iter::from_fn(move || {
        if movements == 0 {
            return None;
        }
        let layer = movements.trailing_zeros() as usize / 5;
        movements &= !(31 << (layer * 5));
        Some((layer * 5, word * LAYERS_PER_WORD + layer))
    })
}
