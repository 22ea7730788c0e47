//! Carries the outcome of each opening through the blocks behind it: one addition a word, or eight words at once.
//!
//! With a one for each winning opening in both summands, and a one for each block in the first, a carry is born
//! at a winning opening, runs through blocks and dies at a losing one: the carry into a block is its outcome, and
//! its sum bit the inverse. Eight words are added side by side first; a word that overflowed sends a carry on, a word
//! of ones passes one on, so that the carries between the words are an addition again, of eight bits. The wide
//! instructions (AVX-512) are chosen at run time; the plain path works everywhere.
#![allow(unsafe_code)]

/// The lane facing left: words and bits in the map's order. `edge` is the carry into the first column.
pub(super) fn left(openings: &[u64], below: &[u64], own: &mut [u64], edge: bool) {
    #[cfg(target_arch = "x86_64")]
    if wide::available() {
        // SAFETY: the machine has what the function needs.
        return unsafe { wide::left(openings, below, own, edge) };
    }
    plain_left(openings, below, own, edge);
}

/// The lane facing right: `below` and `own` are mirrored, `openings` are not. `edge` is the carry into the last
/// column, or into the unused bits beside it, which pass it on.
pub(super) fn right(openings: &[u64], below: &[u64], own: &mut [u64], edge: bool) {
    #[cfg(target_arch = "x86_64")]
    if wide::available() {
        // SAFETY: the machine has what the function needs.
        return unsafe { wide::right(openings, below, own, edge) };
    }
    plain_right(openings, below, own, edge);
}

fn plain_left(openings: &[u64], below: &[u64], own: &mut [u64], edge: bool) {
    plain(openings.iter().copied(), below, own, edge);
}

fn plain_right(openings: &[u64], below: &[u64], own: &mut [u64], edge: bool) {
    plain(openings.iter().rev().map(|word| word.reverse_bits()), below, own, edge);
}

fn plain(openings: impl Iterator<Item = u64>, below: &[u64], own: &mut [u64], edge: bool) {
    let mut carry = edge;
    for ((open, below), own) in openings.zip(below).zip(own) {
        let winning = open & below;
        let (sum, out) = (!open | winning).carrying_add(winning, carry);
        *own = !(open | sum) | winning;
        carry = out;
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m512i, _mm_loadu_si128, _mm512_add_epi64, _mm512_and_si512, _mm512_andnot_si512, _mm512_broadcast_i32x4,
        _mm512_cmpeq_epi64_mask, _mm512_cmplt_epu64_mask, _mm512_loadu_si512, _mm512_mask_sub_epi64, _mm512_or_si512,
        _mm512_set1_epi8, _mm512_set1_epi64, _mm512_shuffle_epi8, _mm512_shuffle_i64x2, _mm512_srli_epi16,
        _mm512_storeu_si512,
    };

    /// Words of a register.
    const WIDE: usize = 8;

    pub(super) fn available() -> bool {
        is_x86_feature_detected!("avx512bw")
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn left(openings: &[u64], below: &[u64], own: &mut [u64], edge: bool) {
        let (open_words, open_rest) = openings.as_chunks::<WIDE>();
        let (below_words, below_rest) = below.as_chunks::<WIDE>();
        let (own_words, own_rest) = own.as_chunks_mut::<WIDE>();
        let mut carry = u16::from(edge);
        for ((open, below), own) in open_words.iter().zip(below_words).zip(own_words) {
            carry = add(load(open), load(below), own, carry);
        }
        super::plain(open_rest.iter().copied(), below_rest, own_rest, carry == 1);
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn right(openings: &[u64], below: &[u64], own: &mut [u64], edge: bool) {
        let (open_rest, open_words) = openings.as_rchunks::<WIDE>();
        let (below_words, below_rest) = below.as_chunks::<WIDE>();
        let (own_words, own_rest) = own.as_chunks_mut::<WIDE>();
        let mut carry = u16::from(edge);
        for ((open, below), own) in open_words.iter().rev().zip(below_words).zip(own_words) {
            carry = add(mirrored(load(open)), load(below), own, carry);
        }
        super::plain(open_rest.iter().rev().map(|word| word.reverse_bits()), below_rest, own_rest, carry == 1);
    }

    #[target_feature(enable = "avx512f")]
    fn load(words: &[u64; WIDE]) -> __m512i {
        // SAFETY: the load needs no alignment, and `words` is as long as the register.
        unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
    }

    /// Eight words of a lane with the carry into the first; gives the carry out of the last.
    #[target_feature(enable = "avx512f")]
    fn add(open: __m512i, below: __m512i, own: &mut [u64; WIDE], carry: u16) -> u16 {
        let ones = _mm512_set1_epi64(-1);
        let winning = _mm512_and_si512(open, below);
        let first = _mm512_or_si512(_mm512_andnot_si512(open, ones), winning);
        let sum = _mm512_add_epi64(first, winning);
        let born = u16::from(_mm512_cmplt_epu64_mask(sum, first)) << 1 | carry;
        let passing = u16::from(_mm512_cmpeq_epi64_mask(sum, ones));
        let carries = (passing + born) ^ passing;
        let sum = _mm512_mask_sub_epi64(sum, carries as u8, sum, ones);
        let outcome = _mm512_or_si512(_mm512_andnot_si512(_mm512_or_si512(open, sum), ones), winning);
        // SAFETY: the store needs no alignment, and `own` is as long as the register.
        unsafe { _mm512_storeu_si512(own.as_mut_ptr().cast(), outcome) };
        carries >> WIDE
    }

    /// All 512 bits in reverse order: the bits of each half byte by a table, then bytes, then quarters.
    #[target_feature(enable = "avx512f,avx512bw")]
    fn mirrored(words: __m512i) -> __m512i {
        let low = _mm512_set1_epi8(0x0f);
        let upper =
            table([0x00, 0x80, 0x40, 0xc0, 0x20, 0xa0, 0x60, 0xe0, 0x10, 0x90, 0x50, 0xd0, 0x30, 0xb0, 0x70, 0xf0]);
        let lower =
            table([0x00, 0x08, 0x04, 0x0c, 0x02, 0x0a, 0x06, 0x0e, 0x01, 0x09, 0x05, 0x0d, 0x03, 0x0b, 0x07, 0x0f]);
        let backwards = table([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
        let from_low = _mm512_shuffle_epi8(upper, _mm512_and_si512(words, low));
        let from_high = _mm512_shuffle_epi8(lower, _mm512_and_si512(_mm512_srli_epi16::<4>(words), low));
        let quarters = _mm512_shuffle_epi8(_mm512_or_si512(from_low, from_high), backwards);
        _mm512_shuffle_i64x2::<0b00_01_10_11>(quarters, quarters)
    }

    /// Returns a register with these sixteen bytes in each quarter.
    #[target_feature(enable = "avx512f")]
    fn table(bytes: [u8; 16]) -> __m512i {
        // SAFETY: the load needs no alignment, and `bytes` is as long as the register.
        _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use frame::random::Random;

    /// Few ones, half, or few zeros, so that carries run far.
    fn row(words: usize, random: &mut Random) -> Vec<u64> {
        let kind = random.below(4);
        let mut word = |_| match kind {
            0 => random.draw(),
            1 => random.draw() & random.draw() & random.draw() & random.draw(),
            2 => {
                if random.below(3) == 0 {
                    1 << random.below(64)
                } else {
                    0
                }
            }
            _ => random.draw() | random.draw() | random.draw(),
        };
        (0..words).map(&mut word).collect()
    }

    #[test]
    fn wide_and_plain_agree() {
        let mut random = Random(3);
        for words in (0..=34).flat_map(|words| [words; 60]) {
            let (openings, below) = (row(words, &mut random), row(words, &mut random));
            for edge in [false, true] {
                let (mut expected, mut found) = (vec![0; words], vec![0; words]);
                plain_left(&openings, &below, &mut expected, edge);
                left(&openings, &below, &mut found, edge);
                assert_eq!(found, expected, "left {openings:x?} {below:x?} {edge}");
                plain_right(&openings, &below, &mut expected, edge);
                right(&openings, &below, &mut found, edge);
                assert_eq!(found, expected, "right {openings:x?} {below:x?} {edge}");
            }
        }
    }

    #[test]
    fn a_carry_comes_from_the_nearest_opening() {
        let mut random = Random(4);
        for words in [1, 2, 8, 9, 17, 25] {
            let (openings, below) = (row(words, &mut random), row(words, &mut random));
            let mut own = vec![0; words];
            left(&openings, &below, &mut own, true);
            let mut expected = true;
            for column in 0..64 * words {
                let bit = |words: &[u64]| super::super::rules::bit(words, column);
                expected = if bit(&openings) { bit(&below) } else { expected };
                assert_eq!(bit(&own), expected, "{openings:x?} {column}");
            }
        }
    }
}
