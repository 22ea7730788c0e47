//! Permuting the bits of blocks by the 16-byte shuffles of WebAssembly, in modules that are built for them.
//!
//! As with AVX2 ([`super::avx2`] on x86-64), a window of 16 source bytes is shuffled twice for 32 bits of the answer:
//! a swizzle fetches for each bit the byte that holds it, a mask keeps the bit, and one comparison at the end turns the
//! bytes into bits.
#![allow(unsafe_code)]

use std::arch::wasm32::{i8x16_bitmask, i8x16_eq, i8x16_splat, i8x16_swizzle, v128, v128_and, v128_load};

use super::job::{Job, Program, Target, pull_batches};
use super::shuffle::{self, Listed, Shuffle};

/// The shuffles of a permutation.
pub(super) type Shuffles = Program<Shuffle<32>>;

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
    let listed = Listed::of(programs, job);
    pull_batches(job, target, found, |orders, fresh, _| {
        for half in 0..2 * job.width {
            for &(op, byte) in listed.unit(half) {
                let first = byte + orders.start * 8 * job.width;
                add(op, job, first, orders.len(), (&mut fresh[half / 2..], half % 2 * 32));
            }
        }
    })
}

/// Adds half an answer word of each of `blocks` blocks, whose first is at the front, shifted up; the window of the
/// first block begins at the byte `first` of the plane.
fn add(op: &Shuffle<32>, job: &Job<'_>, first: usize, blocks: usize, (answer, shift): (&mut [u64], usize)) {
    let stride = 8 * job.width;
    assert!(answer.len() <= blocks * job.width && first + (blocks - 1) * stride + 16 <= 8 * job.source.len());
    let halves = |bytes: &[u8; 32]| -> [v128; 2] {
        // SAFETY: the array is 32 bytes long.
        unsafe { [v128_load(bytes.as_ptr().cast()), v128_load(bytes.as_ptr().add(16).cast())] }
    };
    let (control, select) = (halves(&op.control), halves(&op.select));
    let begin = job.source.as_ptr().cast::<u8>();
    for (block, word) in answer.iter_mut().step_by(job.width).enumerate() {
        // SAFETY: there are at most `blocks` words, and 16 bytes of the last window lie in the plane, as asserted.
        let bytes = unsafe { v128_load(begin.add(first + block * stride).cast()) };
        let clear = |half: usize| {
            let kept = v128_and(i8x16_swizzle(bytes, control[half]), select[half]);
            i8x16_bitmask(i8x16_eq(kept, i8x16_splat(0)))
        };
        let clear = u32::from(clear(0)) | u32::from(clear(1)) << 16;
        *word |= u64::from(!clear) << shift;
    }
}
