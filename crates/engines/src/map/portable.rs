//! Permuting the bits of blocks by rotations and masks of words.
//!
//! Moves of single tokens send runs of neighbouring bits to runs (see [`super::arrangements`]): the bits of an answer
//! word that lie in one source word at one distance come together by one rotation and one mask.

use super::job::{Job, Program, Target, pull_batches};

/// Bits of one source word that keep their distances.
pub(super) struct Rotation {
    word: u32,
    left: u32,
    mask: u64,
}

pub(super) type Rotations = Program<Rotation>;

/// The rotations of a permutation; `sources[b]` is where bit `b` comes from.
pub(super) fn compile(sources: &[u32]) -> Rotations {
    Program::compile(sources, 64, |bits, ops| {
        let begin = ops.len();
        for (bit, &source) in (0u32..).zip(bits) {
            let (word, left) = (source / 64, (bit + 64 - source % 64) % 64);
            match ops[begin..].iter_mut().find(|op: &&mut Rotation| (op.word, op.left) == (word, left)) {
                Some(op) => op.mask |= 1 << bit,
                None => ops.push(Rotation { word, left, mask: 1 << bit }),
            }
        }
    })
}

/// Pulls a chunk.
pub(super) fn pull(
    programs: &[Rotations],
    job: &Job<'_>,
    target: Target<'_>,
    found: &mut dyn FnMut(usize, &[u64]),
) -> u64 {
    pull_batches(job, target, found, |orders, fresh, _| {
        for &(permutation, chunk) in job.permuted {
            for (order, block) in orders.clone().zip(fresh.chunks_exact_mut(job.width)) {
                let begin = chunk + order * job.width;
                permute(&programs[permutation], &job.source[begin..begin + job.width], block);
            }
        }
    })
}

fn permute(program: &Rotations, source: &[u64], block: &mut [u64]) {
    for (unit, word) in block.iter_mut().enumerate() {
        let bits = |op: &Rotation| source[op.word as usize].rotate_left(op.left) & op.mask;
        *word |= program.unit(unit).iter().map(bits).fold(0, |a, b| a | b);
    }
}
