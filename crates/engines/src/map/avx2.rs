//! Permuting the bits of blocks by shuffles of 16 bytes (AVX2).
//!
//! For 32 bits of the answer a window of 16 source bytes is loaded into both halves of a register; `vpshufb` fetches
//! for each bit the byte that holds it, a mask keeps the bit, and one comparison at the end turns 32 bytes into
//! 32 bits. See [`super::vbmi`] for twice the bits with four times the reach.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256,
    _mm256_movemask_epi8, _mm256_or_si256, _mm256_setzero_si256, _mm256_shuffle_epi8,
};
use std::ops::Range;

use super::fetch::fetch;
use super::job::{Job, Program, Target, pull_batches};
use super::shuffle::{self, Listed, Shuffle};

/// The shuffles of a permutation.
pub(super) type Shuffles = Program<Shuffle<32>>;

/// Moves added up in registers at once: two of the sixteen registers hold the controls of each.
const AT_ONCE: usize = 6;

/// Whether the machine has what [`pull`] needs.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt")
}

/// The shuffles of a permutation of a block of `width` words; `sources[b]` is where bit `b` comes from.
pub(super) fn compile(sources: &[u32], width: usize) -> Shuffles {
    shuffle::compile(sources, width, 16)
}

/// Pulls a chunk.
pub(super) fn pull(
    programs: &[Shuffles],
    job: &Job<'_>,
    target: Target<'_>,
    found: &mut dyn FnMut(usize, &[u64]),
) -> u64 {
    assert!(is_available());
    // SAFETY: the machine has the instructions, as was just asked.
    unsafe { pull_wide(programs, job, target, found) }
}

#[target_feature(enable = "avx2,popcnt")]
fn pull_wide(programs: &[Shuffles], job: &Job<'_>, target: Target<'_>, found: &mut dyn FnMut(usize, &[u64])) -> u64 {
    let listed = Listed::of(programs, job);
    pull_batches(job, target, found, |orders, fresh, ahead| {
        for half in 0..2 * job.width {
            if half % 2 == 0 {
                fetch(ahead, half / 2);
            }
            for few in listed.unit(half).chunks(AT_ONCE) {
                add(few, job, orders.clone(), (&mut fresh[half / 2..], half % 2 * 32));
            }
        }
    })
}

/// Adds half an answer word of each block, whose first is at the front, shifted up.
#[target_feature(enable = "avx2")]
fn add(ops: &[(&Shuffle<32>, usize)], job: &Job<'_>, orders: Range<usize>, answer: (&mut [u64], usize)) {
    match ops.len() {
        1 => add_all::<1>(ops, job, orders, answer),
        2 => add_all::<2>(ops, job, orders, answer),
        3 => add_all::<3>(ops, job, orders, answer),
        4 => add_all::<4>(ops, job, orders, answer),
        5 => add_all::<5>(ops, job, orders, answer),
        _ => add_all::<AT_ONCE>(ops, job, orders, answer),
    }
}

#[target_feature(enable = "avx2")]
fn add_all<const N: usize>(
    ops: &[(&Shuffle<32>, usize)],
    job: &Job<'_>,
    orders: Range<usize>,
    (answer, shift): (&mut [u64], usize),
) {
    let stride = 8 * job.width;
    let furthest = (orders.len() - 1) * stride + 16;
    assert!(ops.len() == N && answer.len() <= orders.len() * job.width);
    let zero = _mm256_setzero_si256();
    let (mut control, mut select) = ([zero; N], [zero; N]);
    let mut begin = [job.source.as_ptr().cast::<u8>(); N];
    for (i, &(op, byte)) in ops.iter().enumerate() {
        let byte = byte + orders.start * stride;
        assert!(byte + furthest <= 8 * job.source.len());
        // SAFETY: both arrays are 32 bytes long.
        (control[i], select[i]) = unsafe { (load(op.control.as_ptr()), load(op.select.as_ptr())) };
        begin[i] = begin[i].wrapping_add(byte);
    }
    for (block, word) in answer.iter_mut().step_by(job.width).enumerate() {
        let mut sum = zero;
        for i in 0..N {
            // SAFETY: there are at most as many blocks as orders, and 16 bytes of the last lie in the plane, as
            // asserted.
            let bytes = unsafe { _mm_loadu_si128(begin[i].wrapping_add(block * stride).cast()) };
            let bytes = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(bytes), control[i]);
            sum = _mm256_or_si256(sum, _mm256_and_si256(bytes, select[i]));
        }
        let clear = _mm256_movemask_epi8(_mm256_cmpeq_epi8(sum, zero)) as u32;
        *word |= u64::from(!clear) << shift;
    }
}

/// # Safety
/// 32 bytes can be read from there.
#[target_feature(enable = "avx2")]
unsafe fn load(from: *const u8) -> __m256i {
    // SAFETY: the caller's promise; no alignment is needed.
    unsafe { _mm256_loadu_si256(from.cast()) }
}
