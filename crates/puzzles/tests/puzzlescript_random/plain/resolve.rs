//! Movements are made, pass by pass, until none can be made any more.

use puzzlescript::game::movement::{ACTION, DOWN, LEFT, RIGHT, UP};

use super::pattern::failed;
use super::turn::{Rules, Stop, World};

/// Makes all movements that can be made, and forgets the rest. Returns the rigid groups whose movement is left.
pub(crate) fn movement(rules: &Rules<'_>, world: &mut World) -> Result<Vec<u8>, Stop> {
    loop {
        let mut has_moved = false;
        for cell in 0..world.board.cells.len() {
            has_moved |= visit(rules, world, cell)?;
        }
        if !has_moved {
            break;
        }
    }
    let cells = 0..world.board.cells.len();
    let left = cells.filter_map(|cell| failed(world.marks(cell), world.movement(cell)));
    // United marks can name a group that does not exist; all of these count as one.
    let groups = left.map(|group| if usize::from(group) < rules.game.rigid_groups { group } else { u8::MAX }).collect();
    world.settle();
    Ok(groups)
}

/// Moves the layers of a cell that have room, the lowest first. Returns whether one moved.
///
/// The language's implementation works on a copy of the cell's movement in one of three buffers used in turn. Each
/// declaration of a sound of movement whose object is in a layer that moves takes the next buffer, so that the third
/// one puts the movement from before the visit into the copy: layers that have moved are moving again.
fn visit(rules: &Rules<'_>, world: &mut World, cell: usize) -> Result<bool, Stop> {
    if world.movement(cell).iter().all(|&bits| bits == 0) {
        return Ok(false);
    }
    let before = world.movement(cell).to_vec();
    let (mut copy, mut has_moved, mut taken) = (before.clone(), false, 0);
    for layer in 0..rules.layers.len() {
        let Some(target) = target(world, cell, copy[layer])? else { continue };
        let is_of_layer = |id: &u16| rules.layers[layer].contains(id);
        if copy[layer] != ACTION && world.board.cells[target].iter().any(is_of_layer) {
            continue;
        }
        has_moved = true;
        let bits = copy[layer];
        let here = |id: u16| is_of_layer(&id) && world.board.cells[cell].contains(&id);
        for _ in rules.game.sounds.moved.iter().filter(|sound| here(sound.object.0)) {
            taken += 1;
            if taken % 3 == 0 {
                copy.clone_from(&before);
            }
        }
        let (content, rest) = world.board.cells[cell].iter().partition(|id| is_of_layer(id));
        world.board.cells[cell] = rest;
        let there = &mut world.board.cells[target];
        there.extend::<Vec<u16>>(content);
        there.sort_unstable();
        copy[layer] &= !bits;
    }
    world.movement_mut(cell).copy_from_slice(&copy);
    Ok(has_moved)
}

/// Where a movement leads; `None` where it leads off the board, or there is none.
fn target(world: &World, cell: usize, bits: u8) -> Result<Option<usize>, Stop> {
    let (height, y) = (world.board.height, cell % world.board.height);
    Ok(match bits {
        ACTION => Some(cell),
        UP => (y > 0).then(|| cell - 1),
        DOWN => (y + 1 < height).then_some(cell + 1),
        LEFT => cell.checked_sub(height),
        RIGHT => Some(cell + height).filter(|&cell| cell < world.board.cells.len()),
        // Up and down together, or all four, never move.
        0 | 3 | 15 => None,
        _ => return Err(Stop::Thrown),
    })
}
