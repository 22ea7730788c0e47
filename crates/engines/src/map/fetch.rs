//! Loading ahead of use.
#![allow(unsafe_code)]

use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};

use super::job::Ahead;

/// Starts a share of the loads of the next batch, while answer word `word` of this one is made.
#[inline(always)]
pub(super) fn fetch(ahead: &Ahead<'_>, word: usize) {
    let share = |length: usize| word * length / ahead.width..(word + 1) * length / ahead.width;
    for &block in &ahead.blocks[share(ahead.blocks.len())] {
        for line in (block..block + ahead.width).step_by(8) {
            start(ahead.source, line);
        }
    }
    for line in share(ahead.next.len() / 8) {
        start(ahead.old, 8 * line);
        start(ahead.next, 8 * line);
    }
}

/// Starts the load of a word.
#[inline(always)]
fn start(plane: &[u64], word: usize) {
    // SAFETY: a prefetch has no effect on memory, whatever the address.
    unsafe { _mm_prefetch::<_MM_HINT_T1>(plane.as_ptr().wrapping_add(word).cast()) }
}
