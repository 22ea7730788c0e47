//! Permuting the bits of blocks by shuffles of 64 bytes (AVX-512 VBMI).
//!
//! For 64 bits of the answer `vpermb` fetches from a window of 64 source bytes, for each bit, the byte that holds it;
//! one `vpternlogd` keeps the bit and adds it to what the other moves brought; one `vptestmb` at the end turns 64
//! bytes into 64 bits. The controls stay in registers while the blocks of the batch go through. Meanwhile the
//! sources of the next batch are fetched from memory.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m512i, _mm512_loadu_si512, _mm512_permutexvar_epi8, _mm512_setzero_si512, _mm512_ternarylogic_epi64,
    _mm512_test_epi8_mask,
};
use std::ops::Range;

use super::fetch::fetch;
use super::job::{Job, Program, Target, pull_batches};
use super::shuffle::{self, Listed, Shuffle};

/// The shuffles of a permutation.
pub(super) type Shuffles = Program<Shuffle<64>>;

/// Moves added up in registers at once: two registers hold the controls of each.
const AT_ONCE: usize = 12;

/// Whether the machine has what [`pull`] needs.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vpopcntdq")
}

/// The shuffles of a permutation of a block of `width` words; `sources[b]` is where bit `b` comes from.
pub(super) fn compile(sources: &[u32], width: usize) -> Shuffles {
    shuffle::compile(sources, width, 64)
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

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq")]
fn pull_wide(programs: &[Shuffles], job: &Job<'_>, target: Target<'_>, found: &mut dyn FnMut(usize, &[u64])) -> u64 {
    let listed = Listed::of(programs, job);
    pull_batches(job, target, found, |orders, fresh, ahead| {
        for word in 0..job.width {
            fetch(ahead, word);
            for few in listed.unit(word).chunks(AT_ONCE) {
                add(few, job, orders.clone(), &mut fresh[word..]);
            }
        }
    })
}

/// Adds the bits of one answer word of each block, whose first is `answer[0]`.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn add(ops: &[(&Shuffle<64>, usize)], job: &Job<'_>, orders: Range<usize>, answer: &mut [u64]) {
    match ops.len() {
        1 => add_all::<1>(ops, job, orders, answer),
        2 => add_all::<2>(ops, job, orders, answer),
        3 => add_all::<3>(ops, job, orders, answer),
        4 => add_all::<4>(ops, job, orders, answer),
        5 => add_all::<5>(ops, job, orders, answer),
        6 => add_all::<6>(ops, job, orders, answer),
        7 => add_all::<7>(ops, job, orders, answer),
        8 => add_all::<8>(ops, job, orders, answer),
        9 => add_all::<9>(ops, job, orders, answer),
        10 => add_all::<10>(ops, job, orders, answer),
        11 => add_all::<11>(ops, job, orders, answer),
        _ => add_all::<AT_ONCE>(ops, job, orders, answer),
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn add_all<const N: usize>(ops: &[(&Shuffle<64>, usize)], job: &Job<'_>, orders: Range<usize>, answer: &mut [u64]) {
    let stride = 8 * job.width;
    let furthest = (orders.len() - 1) * stride + 64;
    assert!(ops.len() == N && answer.len() <= orders.len() * job.width);
    let mut control = [_mm512_setzero_si512(); N];
    let mut select = [_mm512_setzero_si512(); N];
    let mut begin = [job.source.as_ptr().cast::<u8>(); N];
    for (i, &(op, byte)) in ops.iter().enumerate() {
        let byte = byte + orders.start * stride;
        assert!(byte + furthest <= 8 * job.source.len());
        // SAFETY: both arrays are 64 bytes long.
        (control[i], select[i]) = unsafe { (load(op.control.as_ptr()), load(op.select.as_ptr())) };
        begin[i] = begin[i].wrapping_add(byte);
    }
    for (block, word) in answer.iter_mut().step_by(job.width).enumerate() {
        let mut sum = _mm512_setzero_si512();
        for i in 0..N {
            // SAFETY: there are at most as many blocks as orders, and 64 bytes of the last lie in the plane, as
            // asserted.
            let bytes = unsafe { load(begin[i].wrapping_add(block * stride)) };
            let bytes = _mm512_permutexvar_epi8(control[i], bytes);
            // sum | bytes & select
            sum = _mm512_ternarylogic_epi64::<0b1111_1000>(sum, bytes, select[i]);
        }
        *word |= _mm512_test_epi8_mask(sum, sum);
    }
}

/// # Safety
/// 64 bytes can be read from there.
#[target_feature(enable = "avx512f")]
unsafe fn load(from: *const u8) -> __m512i {
    // SAFETY: the caller's promise; no alignment is needed.
    unsafe { _mm512_loadu_si512(from.cast()) }
}
