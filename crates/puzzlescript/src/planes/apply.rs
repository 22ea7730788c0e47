//! What a rule does to the cells that it matches, and whether they match still.

use smallvec::SmallVec;

use crate::engine::{TurnContext, TurnRecord};
use crate::game::{ObjectId, Replacement, movement};

use super::bits::bits;
use super::program::{Effect, Program};
use super::rigid::Rigid;
use super::rows::Run;
use super::size::movement_place;
use super::state::State;

/// What a rule is applied with besides the board: its rigid group, and what the turn leaves.
pub(super) struct Application<'a, 'g> {
    pub(super) rigid: Option<(&'a mut Rigid, u8)>,
    pub(super) context: &'a mut TurnContext<'g>,
}

/// Whether a run of cells that begins at `start` matches still.
#[inline]
pub(super) fn run_matches<const W: usize, const O: usize, const M: usize>(
    program: &Program<'_>,
    state: &State<W, O, M>,
    run: &Run,
    step: isize,
    start: usize,
) -> bool {
    let mut cell = start;
    run.cells.iter().all(|&pattern| {
        let here = cell;
        cell = cell.wrapping_add_signed(step);
        cell_matches(program, state, here, pattern as usize)
    })
}

fn cell_matches<const W: usize, const O: usize, const M: usize>(
    program: &Program<'_>,
    state: &State<W, O, M>,
    cell: usize,
    pattern: usize,
) -> bool {
    let size = state.size;
    let (objects, movements) = (state.cell_objects(cell), state.cell_movements(cell));
    let words = &program.cells.patterns[pattern * size.cell()..][..size.cell()];
    let (all, rest) = words.split_at(size.objects());
    let (none, rest) = rest.split_at(size.objects());
    let (moving, still) = rest.split_at(size.movements());
    let lacks = |wanted: &[u64], has: &[u64]| wanted.iter().zip(has).any(|(wanted, has)| wanted & !has != 0);
    let meets = |one: &[u64], two: &[u64]| one.iter().zip(two).any(|(one, two)| one & two != 0);
    if lacks(all, objects) || meets(none, objects) || lacks(moving, movements) || meets(still, movements) {
        return false;
    }
    let (start, end) = program.cells.any_ranges[pattern];
    let sets = &program.cells.any[start as usize * size.objects()..end as usize * size.objects()];
    start == end || sets.chunks_exact(size.objects()).all(|set| meets(set, objects))
}

/// Replaces the cells of a run that begins at `start`. Returns whether anything changed.
#[inline]
pub(super) fn apply_run<'g, const W: usize, const O: usize, const M: usize>(
    program: &Program<'g>,
    state: &mut State<W, O, M>,
    run: &Run,
    (step, start): (isize, usize),
    application: &mut Application<'_, 'g>,
) -> bool {
    let (mut cell, mut changed) = (start, false);
    for pattern in run.cells.iter().map(|&pattern| pattern as usize) {
        changed |= match program.cells.kinds[pattern] {
            Effect::Keep => false,
            Effect::Replace => replace(program, state, cell, pattern, &mut application.context.record),
            Effect::ReplaceRandomly => replace_randomly(program, state, cell, pattern, application.context),
        };
        if let Some((rigid, group)) = &mut application.rigid {
            let words = state.size.movements();
            changed |= rigid.mark(cell, &program.cells.replaced[pattern * words..][..words], *group);
        }
        cell = cell.wrapping_add_signed(step);
    }
    changed
}

/// Replaces one cell. Returns whether its objects or movements changed.
#[inline]
fn replace<const W: usize, const O: usize, const M: usize>(
    program: &Program<'_>,
    state: &mut State<W, O, M>,
    cell: usize,
    pattern: usize,
    record: &mut TurnRecord<'_>,
) -> bool {
    let size = state.size;
    let (objects, movements) = (size.objects(), size.movements());
    let words = &program.cells.replacements[pattern * size.cell()..][..size.cell()];
    let mut changed = false;
    for word in 0..objects {
        let old = state.objects[cell * objects + word];
        let new = old & !words[word] | words[objects + word];
        if new != old {
            changed = true;
            write_objects(program, state, (cell, word), new, record);
        }
    }
    for word in 0..movements {
        let old = state.movements[cell * movements + word];
        let new = old & !words[2 * objects + word] | words[2 * objects + movements + word];
        if new != old {
            changed = true;
            state.write_movements(cell, word, new, &program.watch);
        }
    }
    changed
}

#[inline]
fn write_objects<const W: usize, const O: usize, const M: usize>(
    program: &Program<'_>,
    state: &mut State<W, O, M>,
    (cell, word): (usize, usize),
    new: u64,
    record: &mut TurnRecord<'_>,
) {
    if program.has_change_sounds {
        let old = state.cell_objects(cell)[word];
        let id = |bit: usize| ObjectId((word * 64 + bit) as u16);
        bits(new & !old).for_each(|bit| record.sounds.created.insert(id(bit)));
        bits(old & !new).for_each(|bit| record.sounds.destroyed.insert(id(bit)));
    }
    state.write_objects(cell, word, new, &program.watch);
}

/// Replaces one cell by a replacement that is drawn in part: the object first, then movements by layer. Returns whether
/// its objects or movements changed.
#[cold]
fn replace_randomly<'g, const W: usize, const O: usize, const M: usize>(
    program: &Program<'g>,
    state: &mut State<W, O, M>,
    cell: usize,
    pattern: usize,
    context: &mut TurnContext<'g>,
) -> bool {
    let size = state.size;
    let words = &program.cells.replacements[pattern * size.cell()..][..size.cell()];
    let (clear, rest) = words.split_at(size.objects());
    let (set, rest) = rest.split_at(size.objects());
    let (cleared, made) = rest.split_at(size.movements());
    let replaced = |old: &[u64], clear: &[u64], set: &[u64]| -> SmallVec<[u64; 8]> {
        old.iter().zip(clear).zip(set).map(|((old, clear), set)| old & !clear | set).collect()
    };
    let Some(replacement) = &program.game.cells[pattern].then else { return false };
    let (mut clear, mut set) = (SmallVec::<[u64; 8]>::from_slice(clear), SmallVec::<[u64; 8]>::from_slice(set));
    let mut cleared = SmallVec::<[u64; 8]>::from_slice(cleared);
    draw_object(program, replacement, (&mut clear, &mut set, &mut cleared), context);
    let objects = replaced(state.cell_objects(cell), &clear, &set);
    let mut movements = replaced(state.cell_movements(cell), &cleared, made);
    for layer in &replacement.random_dir {
        let (word, shift) = movement_place(usize::from(layer.0));
        movements[word] |= 1 << (shift + context.random.below(4));
    }
    let mut changed = false;
    for (word, &new) in objects.iter().enumerate() {
        if new != state.cell_objects(cell)[word] {
            changed = true;
            write_objects(program, state, (cell, word), new, &mut context.record);
        }
    }
    for (word, &new) in movements.iter().enumerate() {
        if new != state.cell_movements(cell)[word] {
            changed = true;
            state.write_movements(cell, word, new, &program.watch);
        }
    }
    changed
}

/// Draws the object that a replacement leaves to chance: it joins what is set, and its layer what is cleared. An object
/// of that layer which the replacement sets stays beside it.
fn draw_object(
    program: &Program<'_>,
    replacement: &Replacement,
    (clear, set, cleared): (&mut [u64], &mut [u64], &mut [u64]),
    context: &mut TurnContext<'_>,
) {
    if replacement.random.is_empty() {
        return;
    }
    let chosen = context.random.below(replacement.random.len());
    let Some(id) = replacement.random.iter().nth(chosen).map(|id| usize::from(id.0)) else { return };
    let layer = usize::from(program.layer_of[id]);
    let held = &program.layers[layer * clear.len()..][..clear.len()];
    clear.iter_mut().zip(held).for_each(|(word, held)| *word |= held);
    set[id / 64] |= 1 << (id % 64);
    let (word, shift) = movement_place(layer);
    cleared[word] |= u64::from(movement::ALL) << shift;
}
