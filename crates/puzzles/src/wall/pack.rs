//! From a row of text to scan steps (see [`super::board`]): each character becomes four bits, then the chunks are
//! transposed, 16 × 16 bytes at a time. The transposition is four rounds of interleaving halves, which on x86-64 is
//! the baseline's unpack instruction; elsewhere the bytes go one by one.

#![allow(unsafe_code)]

use super::board::{BLOCKED, LANES, Step};

/// Writes `row` (digits and `x`) into as many steps as it needs. False where another character occurs; the steps are
/// then without meaning. Linear in the row's length.
pub(super) fn pack(row: &[u8], steps: &mut [Step]) -> bool {
    let length = steps.len();
    let mut padded = Vec::new();
    let row = if row.len() == 2 * LANES * length {
        row
    } else {
        padded.reserve_exact(2 * LANES * length);
        padded.extend_from_slice(row);
        padded.resize(2 * LANES * length, b'x');
        &padded
    };
    let mut halves = vec![0; LANES * length];
    let (low, high) = row.split_at(LANES * length);
    let good = join(low, high, &mut halves);
    transpose(&halves, steps);
    good
}

/// Four bits from each of `low` and `high`; false where a character is neither digit nor `x`.
fn join(low: &[u8], high: &[u8], to: &mut [u8]) -> bool {
    let mut bad = 0;
    for ((&a, &b), to) in low.iter().zip(high).zip(to) {
        bad |= foreign(a) | foreign(b);
        *to = a.wrapping_sub(b'0').min(BLOCKED) | (b.wrapping_sub(b'0').min(BLOCKED) << 4);
    }
    bad == 0
}

/// Not zero for what is neither digit nor `x`.
fn foreign(character: u8) -> u8 {
    u8::from(character.wrapping_sub(b'0') > 9) & u8::from(character != b'x')
}

/// `steps[i][j] = chunks[j · K + i]`, where `K` is the number of steps.
fn transpose(chunks: &[u8], steps: &mut [Step]) {
    let length = steps.len();
    #[allow(unused_mut, reason = "the baseline without unpacking starts at once")]
    let mut done = 0;
    #[cfg(target_arch = "x86_64")]
    while done + LANES <= length {
        let mut block = [[0; LANES]; LANES];
        for (j, line) in block.iter_mut().enumerate() {
            line.copy_from_slice(&chunks[j * length + done..][..LANES]);
        }
        steps[done..done + LANES].copy_from_slice(&transpose_block(block));
        done += LANES;
    }
    for (i, step) in steps.iter_mut().enumerate().skip(done) {
        for (j, cell) in step.iter_mut().enumerate() {
            *cell = chunks[j * length + i];
        }
    }
}

/// Transposes 16 × 16 bytes: interleaving line `j` with line `j + 8` four times brings each byte to its place.
#[cfg(target_arch = "x86_64")]
fn transpose_block(block: [Step; LANES]) -> [Step; LANES] {
    use std::arch::x86_64::{__m128i, _mm_setzero_si128, _mm_unpackhi_epi8, _mm_unpacklo_epi8};
    // SAFETY: both types are 256 bytes in which every pattern of bits is valid.
    let mut lines: [__m128i; LANES] = unsafe { std::mem::transmute(block) };
    for _ in 0..4 {
        // SAFETY: SSE2 is part of every x86-64.
        lines = unsafe {
            let mut next = [_mm_setzero_si128(); LANES];
            for j in 0..LANES / 2 {
                next[2 * j] = _mm_unpacklo_epi8(lines[j], lines[j + LANES / 2]);
                next[2 * j + 1] = _mm_unpackhi_epi8(lines[j], lines[j + LANES / 2]);
            }
            next
        };
    }
    // SAFETY: as above.
    unsafe { std::mem::transmute(lines) }
}
