//! The update of an elimination by products of 8 × 8 bits (GFNI with AVX-512).
//!
//! Eight rows of a word of 64 columns fill a register. Its bytes transposed, each 64-bit lane is an 8 × 8 block,
//! and one `vgf2p8affineqb` multiplies eight such blocks at once: the multipliers of eight rows by eight pivots
//! (one 64-bit number for all lanes) times eight pivot rows of 64 columns. Sixteen registers (32 rows × 256
//! columns) take the products of a whole panel before they are stored; a ternary logic instruction adds two
//! products at once. Multipliers and pivot rows are first packed into the order in which they are read.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m512i, _mm512_gf2p8affine_epi64_epi8, _mm512_load_si512, _mm512_loadu_si512, _mm512_permutexvar_epi8,
    _mm512_set1_epi64, _mm512_setzero_si512, _mm512_storeu_si512, _mm512_ternarylogic_epi64,
};
use std::ops::Range;

use super::panel::{self, Block, Update};

/// Whether the machine has what [`apply`] needs.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("gfni")
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
}

/// Applies the update; where the machine lacks the instructions, by tables.
pub(super) fn apply(update: Update<'_>) {
    if is_available() {
        // SAFETY: the machine has the instructions, as was just asked.
        unsafe { apply_tiles(update) }
    } else {
        super::tables::apply(update);
    }
}

/// [`panel::eliminate`] in wide registers.
pub(super) fn eliminate(word: &mut [u64], first: usize, swaps: &mut Vec<(usize, usize)>) -> Block {
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn wide(word: &mut [u64], first: usize, swaps: &mut Vec<(usize, usize)>) -> Block {
        panel::eliminate(word, first, swaps)
    }
    if is_available() {
        // SAFETY: the machine has the instructions, as was just asked.
        unsafe { wide(word, first, swaps) }
    } else {
        panel::eliminate(word, first, swaps)
    }
}

/// Eight rows of one word, or eight 8 × 8 blocks.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Register([u64; 8]);

const ZERO: Register = Register([0; 8]);

/// Multipliers of blocks of eight rows from `first_block` on: `depth` registers a block, one for each word of
/// pivots; the 64-bit lane `i` of a register multiplies pivots `8 i..`.
struct Packed {
    registers: Vec<Register>,
    first_block: usize,
    depth: usize,
}

/// Words to change, `stride` rows each.
struct Target<'a> {
    words: &'a mut [u64],
    stride: usize,
}

#[target_feature(enable = "gfni,avx512f,avx512bw,avx512vbmi")]
fn apply_tiles(mut update: Update<'_>) {
    let left = pack_multipliers(&update);
    let inverses: Vec<Packed> = update.inverses.iter().map(|inverse| pack_inverse(inverse)).collect();
    let targets = std::mem::take(&mut update.targets);
    for words in targets.chunks_mut(4 * update.stride) {
        let width = words.len() / update.stride;
        let target = Target { words, stride: update.stride };
        match width {
            1 => apply_tile::<1>(&update, &left, &inverses, target),
            2 => apply_tile::<2>(&update, &left, &inverses, target),
            3 => apply_tile::<3>(&update, &left, &inverses, target),
            _ => apply_tile::<4>(&update, &left, &inverses, target),
        }
    }
}

/// The multipliers from the first pivot row on. A row takes nothing from the pivots of its own word or later
/// ones: those entries are left out.
#[target_feature(enable = "gfni,avx512f,avx512bw,avx512vbmi")]
fn pack_multipliers(update: &Update<'_>) -> Packed {
    let depth = update.blocks.len();
    let first_block = update.blocks.first().map_or(0, |block| block.first / 8);
    let blocks = update.stride / 8;
    let mut registers = vec![ZERO; (blocks - first_block) * depth];
    for (k, (block, word)) in update.blocks.iter().zip(&update.multipliers).enumerate() {
        for eight in block.end() / 8..blocks {
            let mut rows = Register(std::array::from_fn(|i| word[8 * eight + i]));
            let own = block.end().saturating_sub(8 * eight).min(8);
            rows.0[..own].fill(0);
            registers[(eight - first_block) * depth + k] = store(transpose_bytes(load(&rows)));
        }
    }
    Packed { registers, first_block, depth }
}

#[target_feature(enable = "gfni,avx512f,avx512bw,avx512vbmi")]
fn pack_inverse(inverse: &[u64; 64]) -> Packed {
    let pack = |eight: &[u64; 8]| store(transpose_bytes(load(&Register(*eight))));
    Packed { registers: inverse.as_chunks().0.iter().map(pack).collect(), first_block: 0, depth: 1 }
}

/// Updates `W` words: first the pivot rows, word of pivots by word of pivots, then all rows below at once.
#[target_feature(enable = "gfni,avx512f,avx512bw,avx512vbmi")]
fn apply_tile<const W: usize>(update: &Update<'_>, left: &Packed, inverses: &[Packed], mut target: Target<'_>) {
    let depth = update.blocks.len();
    let below = update.blocks.last().map_or(0, |block| block.end().div_ceil(8));
    let mut right = vec![[ZERO; W]; 8 * depth];
    for (k, (block, inverse)) in update.blocks.iter().zip(inverses).enumerate() {
        let pivots = finish_pivots::<W>(&mut target, block, inverse);
        right[8 * k..8 * k + 8].copy_from_slice(&pivots);
        multiply(left, k..k + 1, &right, &mut target, block.end() / 8..below);
    }
    multiply(left, 0..depth, &right, &mut target, below..update.stride / 8);
}

/// Brings the pivot rows into their final form; returns them packed, zero where a column has no pivot.
#[target_feature(enable = "gfni,avx512f,avx512bw,avx512vbmi")]
fn finish_pivots<const W: usize>(target: &mut Target<'_>, block: &Block, inverse: &Packed) -> [[Register; W]; 8] {
    let mut old = [[0; 64]; W];
    let mut new = [[0; 64]; W];
    for (word, old) in target.words.chunks_exact(target.stride).zip(&mut old) {
        block.pivots().for_each(|(row, column)| old[column] = word[row]);
    }
    let mut slots = Target { words: new.as_flattened_mut(), stride: 64 };
    multiply(inverse, 0..1, &pack_pivots(&old), &mut slots, 0..8);
    for (word, new) in target.words.chunks_exact_mut(target.stride).zip(&new) {
        block.pivots().for_each(|(row, column)| word[row] = new[column]);
    }
    pack_pivots(&new)
}

/// Pivot rows in the form that the product takes: lane `b` of register `i` is the block of pivots `8 i..` and
/// columns `8 b..`, its bits transposed, its bytes in reverse.
#[target_feature(enable = "gfni,avx512f,avx512bw,avx512vbmi")]
fn pack_pivots<const W: usize>(pivots: &[[u64; 64]; W]) -> [[Register; W]; 8] {
    let order = load(const { &byte_order(true) });
    let unit = _mm512_set1_epi64(0x0102_0408_1020_4080);
    std::array::from_fn(|i| {
        std::array::from_fn(|w| {
            let rows = Register(std::array::from_fn(|row| pivots[w][8 * i + row]));
            let blocks = _mm512_permutexvar_epi8(order, load(&rows));
            store(_mm512_gf2p8affine_epi64_epi8::<0>(unit, blocks))
        })
    })
}

/// Adds to blocks of eight rows the products of words `depth` of their multipliers with the pivot rows.
#[target_feature(enable = "gfni,avx512f,avx512bw,avx512vbmi")]
fn multiply<const W: usize>(
    left: &Packed,
    depth: Range<usize>,
    right: &[[Register; W]],
    target: &mut Target<'_>,
    blocks: Range<usize>,
) {
    let mut block = blocks.start;
    while block + 4 <= blocks.end {
        multiply_rows::<4, W>(left, depth.clone(), right, target, block);
        block += 4;
    }
    for block in block..blocks.end {
        multiply_rows::<1, W>(left, depth.clone(), right, target, block);
    }
}

/// [`multiply`] for `R` blocks of eight rows and `W` words, all sums in registers.
#[target_feature(enable = "gfni,avx512f,avx512bw,avx512vbmi")]
#[inline]
fn multiply_rows<const R: usize, const W: usize>(
    left: &Packed,
    depth: Range<usize>,
    right: &[[Register; W]],
    target: &mut Target<'_>,
    block: usize,
) {
    let mut sums = [[_mm512_setzero_si512(); W]; R];
    for k in depth {
        let multipliers: [&[u64; 8]; R] =
            std::array::from_fn(|r| &left.registers[(block + r - left.first_block) * left.depth + k].0);
        let pivots: &[[Register; W]] = &right[8 * k..8 * k + 8];
        for pair in 0..4 {
            let (even, odd) = (&pivots[2 * pair], &pivots[2 * pair + 1]);
            for r in 0..R {
                let a = _mm512_set1_epi64(multipliers[r][2 * pair].cast_signed());
                let b = _mm512_set1_epi64(multipliers[r][2 * pair + 1].cast_signed());
                for w in 0..W {
                    let first = _mm512_gf2p8affine_epi64_epi8::<0>(a, load(&even[w]));
                    let second = _mm512_gf2p8affine_epi64_epi8::<0>(b, load(&odd[w]));
                    sums[r][w] = _mm512_ternarylogic_epi64::<0x96>(sums[r][w], first, second);
                }
            }
        }
    }
    for (r, sums) in sums.into_iter().enumerate() {
        for (w, sum) in sums.into_iter().enumerate() {
            let start = w * target.stride + 8 * (block + r);
            add(&mut target.words[start..start + 8], transpose_bytes(sum));
        }
    }
}

#[target_feature(enable = "avx512f")]
#[inline]
fn add(rows: &mut [u64], sum: __m512i) {
    assert_eq!(rows.len(), 8);
    // SAFETY: the slice has eight words, 64 bytes; unaligned access is allowed.
    unsafe {
        let old = _mm512_loadu_si512(rows.as_ptr().cast());
        let new = _mm512_ternarylogic_epi64::<0x3c>(old, sum, sum);
        _mm512_storeu_si512(rows.as_mut_ptr().cast(), new);
    }
}

/// Exchanges byte `j` of lane `i` with byte `i` of lane `j`.
#[target_feature(enable = "avx512f,avx512vbmi")]
#[inline]
fn transpose_bytes(register: __m512i) -> __m512i {
    _mm512_permutexvar_epi8(load(const { &byte_order(false) }), register)
}

/// The permutation that takes byte `lane` of lane `byte` to byte `byte` of lane `lane`; with `reverse`, from lane
/// `7 - byte`.
const fn byte_order(reverse: bool) -> Register {
    let mut order = ZERO;
    let mut i = 0;
    while i < 64 {
        let (lane, byte) = (i / 8, (i % 8) as u64);
        let from = if reverse { 7 - byte } else { byte };
        order.0[lane] |= (8 * from + lane as u64) << (8 * byte);
        i += 1;
    }
    order
}

#[target_feature(enable = "avx512f")]
#[inline]
fn load(register: &Register) -> __m512i {
    // SAFETY: a register is 64 bytes, aligned to 64.
    unsafe { _mm512_load_si512(std::ptr::from_ref(register).cast()) }
}

#[target_feature(enable = "avx512f")]
#[inline]
fn store(value: __m512i) -> Register {
    let mut register = ZERO;
    // SAFETY: a register is 64 bytes; unaligned access is allowed.
    unsafe { _mm512_storeu_si512(register.0.as_mut_ptr().cast(), value) };
    register
}
