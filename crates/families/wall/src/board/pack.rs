//! From a row of text to scan steps (see [`super`]): each character becomes four bits, then the chunks are
//! transposed, 16 × 16 bytes at a time. The transposition is four rounds of interleaving halves, which on x86-64 is
//! the baseline's unpack instruction; elsewhere the bytes go one by one.

#![allow(unsafe_code)]

use super::{BLOCKED, LANES, Step};

/// The characters of a row, by chunks; all are as long as there are steps.
pub(super) type Chunks<'r> = [&'r [u8]; 2 * LANES];

/// Cuts a row into chunks. Those that reach past its end are copied to `tail`, which holds as many `x` as they have
/// characters, so that only these need to be moved.
pub(super) fn cut<'r>(row: &'r [u8], steps: usize, tail: &'r mut [u8]) -> Chunks<'r> {
    let whole = row.len() / steps;
    let (inside, rest) = row.split_at(whole * steps);
    tail[..rest.len()].copy_from_slice(rest);
    let mut chunks = inside.chunks_exact(steps).chain(tail.chunks_exact(steps));
    std::array::from_fn(|_| chunks.next().unwrap_or(&[]))
}

/// Writes chunks of digits and `x` into steps. False where another character occurs; the steps are then without
/// meaning. Linear in the row's length.
pub(super) fn pack(chunks: &Chunks<'_>, steps: &mut [Step]) -> bool {
    #[cfg(target_arch = "x86_64")]
    if steps.len() >= 32 && is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::pack(chunks, steps) };
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    if steps.len() >= LANES {
        return simd128::pack(chunks, steps);
    }
    pack_portable(chunks, steps)
}

/// The portable variant, compiled for the build target's instructions.
fn pack_portable(chunks: &Chunks<'_>, steps: &mut [Step]) -> bool {
    let mut halves = vec![0; LANES * steps.len()];
    let (low, high) = chunks.split_at(LANES);
    let pairs = low.iter().zip(high).zip(halves.chunks_exact_mut(steps.len()));
    let bad = pairs.fold(0, |bad, ((low, high), to)| bad | join(low, high, to));
    transpose(&halves, steps);
    bad == 0
}

/// Four bits from each of `low` and `high`; not zero where a character is neither digit nor `x`.
fn join(low: &[u8], high: &[u8], to: &mut [u8]) -> u8 {
    let mut bad = 0;
    for ((&a, &b), to) in low.iter().zip(high).zip(to) {
        bad |= foreign(a) | foreign(b);
        *to = a.wrapping_sub(b'0').min(BLOCKED) | (b.wrapping_sub(b'0').min(BLOCKED) << 4);
    }
    bad
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
    while done < length && length >= LANES {
        // The last block overlaps the one before.
        done = done.min(length - LANES);
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

/// Both stages at once for 16 steps in the registers of WebAssembly.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128 {
    use std::arch::wasm32::*;

    use super::{BLOCKED, Chunks, LANES, Step};

    /// Packs a row as [`super::pack`] does, for at least [`LANES`] steps. The last block overlaps the one before.
    pub(super) fn pack(chunks: &Chunks<'_>, steps: &mut [Step]) -> bool {
        let length = steps.len();
        assert!(length >= LANES && chunks.iter().all(|chunk| chunk.len() == length), "chunks are as long as the steps");
        let mut bad = u8x16_splat(0);
        for at in (0..length).step_by(LANES).map(|at| at.min(length - LANES)) {
            let mut lines = [u8x16_splat(0); LANES];
            for (j, line) in lines.iter_mut().enumerate() {
                let (low, high) = (load(chunks[j], at), load(chunks[j + LANES], at));
                bad = v128_or(bad, v128_or(foreign(low), foreign(high)));
                *line = v128_or(cell(low), u8x16_shl(cell(high), 4));
            }
            for (step, line) in steps[at..at + LANES].iter_mut().zip(transposed(lines)) {
                // SAFETY: a step is 16 bytes long.
                unsafe { v128_store(step.as_mut_ptr().cast(), line) };
            }
        }
        !v128_any_true(bad)
    }

    #[inline(always)]
    fn load(chunk: &[u8], at: usize) -> v128 {
        let bytes = &chunk[at..at + LANES];
        // SAFETY: the slice is 16 bytes long.
        unsafe { v128_load(bytes.as_ptr().cast()) }
    }

    /// The digit of each character, and [`BLOCKED`] for others.
    #[inline(always)]
    fn cell(characters: v128) -> v128 {
        u8x16_min(u8x16_sub(characters, u8x16_splat(b'0')), u8x16_splat(BLOCKED))
    }

    /// Ones for what is neither digit nor `x`.
    #[inline(always)]
    fn foreign(characters: v128) -> v128 {
        let digit = u8x16_le(u8x16_sub(characters, u8x16_splat(b'0')), u8x16_splat(9));
        v128_not(v128_or(digit, u8x16_eq(characters, u8x16_splat(b'x'))))
    }

    /// Transposes 16 × 16 bytes as [`super::transpose_block`] does on x86-64.
    #[inline(always)]
    fn transposed(mut lines: [v128; LANES]) -> [v128; LANES] {
        for _ in 0..4 {
            let mut next = lines;
            for j in 0..LANES / 2 {
                let (one, other) = (lines[j], lines[j + LANES / 2]);
                next[2 * j] = i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(one, other);
                next[2 * j + 1] =
                    i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(one, other);
            }
            lines = next;
        }
        lines
    }
}

/// Both stages at once for 32 steps, which are two 16 × 16 blocks side by side in registers of 32 bytes.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{BLOCKED, Chunks, LANES, Step};

    /// Characters in a register.
    const WIDTH: usize = 32;

    /// Packs a row as [`super::pack`] does, for at least [`WIDTH`] steps. The last block overlaps the one before.
    #[target_feature(enable = "avx2")]
    pub(super) fn pack(chunks: &Chunks<'_>, steps: &mut [Step]) -> bool {
        let length = steps.len();
        assert!(length >= WIDTH && chunks.iter().all(|chunk| chunk.len() == length), "chunks are as long as the steps");
        let mut bad = _mm256_setzero_si256();
        for at in (0..length).step_by(WIDTH).map(|at| at.min(length - WIDTH)) {
            let Some(block) = steps[at..].first_chunk_mut() else { continue };
            let mut lines = [_mm256_setzero_si256(); LANES];
            for j in 0..LANES {
                // SAFETY: `at + WIDTH` is at most the length of every chunk, see above.
                let (low, high) = unsafe { (load(chunks[j], at), load(chunks[j + LANES], at)) };
                let (low_cells, high_cells) = (cells(low), cells(high));
                bad = _mm256_or_si256(bad, _mm256_or_si256(foreign(low, low_cells), foreign(high, high_cells)));
                lines[j] = _mm256_or_si256(low_cells, _mm256_slli_epi16::<4>(high_cells));
            }
            store(&transpose(lines), block);
        }
        _mm256_testz_si256(bad, bad) == 1
    }

    /// What the characters of a valid row become four bits of; 0, which is none of them, for 10 to 14.
    const CHARACTERS: [u8; 16] = *b"0123456789\0\0\0\0\0x";

    /// Four bits for each character.
    #[target_feature(enable = "avx2")]
    fn cells(characters: __m256i) -> __m256i {
        let digits = _mm256_sub_epi8(characters, _mm256_set1_epi8(b'0' as i8));
        _mm256_min_epu8(digits, _mm256_set1_epi8(BLOCKED as i8))
    }

    /// Not zero where these four bits stand for another character.
    #[target_feature(enable = "avx2")]
    fn foreign(characters: __m256i, cells: __m256i) -> __m256i {
        // SAFETY: the table is 16 bytes long.
        let table = unsafe { _mm_loadu_si128(CHARACTERS.as_ptr().cast()) };
        _mm256_xor_si256(_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), cells), characters)
    }

    #[target_feature(enable = "avx2")]
    fn transpose(mut lines: [__m256i; LANES]) -> [__m256i; LANES] {
        for _ in 0..4 {
            let mut next = [_mm256_setzero_si256(); LANES];
            for j in 0..LANES / 2 {
                next[2 * j] = _mm256_unpacklo_epi8(lines[j], lines[j + LANES / 2]);
                next[2 * j + 1] = _mm256_unpackhi_epi8(lines[j], lines[j + LANES / 2]);
            }
            lines = next;
        }
        lines
    }

    /// The characters from `at` on.
    ///
    /// # Safety
    /// There must be [`WIDTH`] of them.
    #[target_feature(enable = "avx2")]
    unsafe fn load(characters: &[u8], at: usize) -> __m256i {
        // SAFETY: the caller answers for the length.
        unsafe { _mm256_loadu_si256(characters.as_ptr().add(at).cast()) }
    }

    /// The low halves are the first 16 steps, the high ones the others.
    #[target_feature(enable = "avx2")]
    fn store(lines: &[__m256i; LANES], steps: &mut [Step; WIDTH]) {
        for j in 0..LANES {
            // SAFETY: each step is 16 bytes long.
            unsafe {
                _mm_storeu_si128(steps[j].as_mut_ptr().cast(), _mm256_castsi256_si128(lines[j]));
                _mm_storeu_si128(steps[j + LANES].as_mut_ptr().cast(), _mm256_extracti128_si256::<1>(lines[j]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_paths_agree() {
        for length in [1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100] {
            let row: Vec<u8> = (0..32 * length).map(|at| b"0123456789x"[(at * at + at / 7) % 11]).collect();
            let (mut one, mut other) = (vec![[0; LANES]; length], vec![[0; LANES]; length]);
            let (mut none, mut nothing) = ([], []);
            assert!(pack(&cut(&row, length, &mut none), &mut one));
            assert!(pack_portable(&cut(&row, length, &mut nothing), &mut other));
            assert_eq!(one, other, "{length}");
            for at in [0, 13, 32 * length / 2, 32 * length - 1] {
                let mut wrong = row.clone();
                wrong[at] = b':';
                assert!(!pack(&cut(&wrong, length, &mut none), &mut one));
                assert!(!pack_portable(&cut(&wrong, length, &mut nothing), &mut other));
            }
        }
    }
}
