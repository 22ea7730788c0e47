//! Rows crowded with walkers, tile by tile: who ever stands where, and which blocks gain enough.
//!
//! Along a row the number under way grows by those who arrive at each tile and starts anew behind each opening:
//! a sum in segments. The plain path adds tile by tile without a branch, since maps have no pattern that could be
//! foreseen. The wide one (AVX-512) sums sixteen tiles in four steps, over distances 1, 2, 4 and 8, each masked
//! by what lies in one segment (Hillis and Steele 1986), and takes along who came before. It is chosen at run
//! time.
#![allow(unsafe_code)]

/// Whether a row with this number of groups on blocks is swept faster than its groups are moved one by one (measured: a
/// group costs as much as 8 tiles, or as 32 where sixteen are taken at once).
pub(super) fn pays(movers: usize, columns: usize) -> bool {
    #[cfg(target_arch = "x86_64")]
    if wide::available() {
        return movers * 32 > columns;
    }
    movers * 8 > columns
}

/// Moves the walkers that face right from left to right: `visits` gets how many stand at each tile, `count` how many
/// stop there, `held` a one where that is not zero. Returns how many reach the right edge.
pub(super) fn forward(openings: &[u64], count: &mut [u32], visits: &mut [u32], held: &mut [u64]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if wide::available() {
        // SAFETY: the machine has what the function needs.
        return unsafe { wide::forward(openings, count, visits, held) };
    }
    plain_forward(openings, count, visits, held)
}

/// Moves the walkers that face left from right to left: `visits` gets how many stand at each tile, `count` how many
/// stop there, `held` a one where that is not zero. Returns how many reach the left edge.
pub(super) fn backward(openings: &[u64], count: &mut [u32], visits: &mut [u32], held: &mut [u64]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if wide::available() {
        // SAFETY: the machine has what the function needs.
        return unsafe { wide::backward(openings, count, visits, held) };
    }
    plain_backward(openings, count, visits, held)
}

/// For up to 64 tiles, how many walkers facing one way stand there first, and where an edit changes their outcome.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stake<'a> {
    pub(super) visits: &'a [u32],
    /// Where a fall turns a loss into a win.
    pub(super) better: u64,
    /// Where a fall turns a win into a loss.
    pub(super) worse: u64,
}

/// The tiles at which the stakes of both ways together gain at least `least`.
pub(super) fn gaining(left: Stake<'_>, right: Stake<'_>, least: i32) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if wide::available() {
        // SAFETY: the machine has what the function needs.
        return unsafe { wide::gaining(left, right, least) };
    }
    plain_gaining(left, right, least)
}

fn plain_forward(openings: &[u64], count: &mut [u32], visits: &mut [u32], held: &mut [u64]) -> u32 {
    let mut going = 0;
    for (((open, count), visits), held) in
        openings.iter().zip(count.chunks_mut(64)).zip(visits.chunks_mut(64)).zip(held)
    {
        *held = 0;
        for (bit, (count, visits)) in count.iter_mut().zip(visits).enumerate() {
            *held |= tile(open >> bit & 1, count, visits, &mut going) << bit;
        }
    }
    going
}

fn plain_backward(openings: &[u64], count: &mut [u32], visits: &mut [u32], held: &mut [u64]) -> u32 {
    let mut going = 0;
    let words = openings.iter().zip(count.chunks_mut(64)).zip(visits.chunks_mut(64)).zip(held);
    for (((open, count), visits), held) in words.rev() {
        *held = 0;
        for (bit, (count, visits)) in count.iter_mut().zip(visits).enumerate().rev() {
            *held |= tile(open >> bit & 1, count, visits, &mut going) << bit;
        }
    }
    going
}

fn tile(open: u64, count: &mut u32, visits: &mut u32, going: &mut u32) -> u64 {
    let stop = (open as u32).wrapping_neg();
    *going += *count;
    *visits = *going;
    *count = *going & stop;
    *going &= !stop;
    u64::from(*count != 0)
}

fn plain_gaining(left: Stake<'_>, right: Stake<'_>, least: i32) -> u64 {
    let one = |stake: Stake<'_>, bit: usize| {
        let change = (stake.better >> bit & 1) as i32 - (stake.worse >> bit & 1) as i32;
        change * stake.visits[bit].cast_signed()
    };
    let gains = (0..left.visits.len()).map(|bit| u64::from(one(left, bit) + one(right, bit) >= least) << bit);
    gains.fold(0, |tiles, tile| tiles | tile)
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m512i, _mm512_alignr_epi32, _mm512_cmpge_epi32_mask, _mm512_mask_add_epi32, _mm512_mask_storeu_epi32,
        _mm512_mask_sub_epi32, _mm512_maskz_loadu_epi32, _mm512_maskz_mov_epi32, _mm512_maskz_permutexvar_epi32,
        _mm512_permutexvar_epi32, _mm512_set1_epi32, _mm512_setr_epi32, _mm512_setzero_si512, _mm512_test_epi32_mask,
    };

    use super::Stake;

    /// Tiles of a register.
    const WIDE: usize = 16;

    pub(super) fn available() -> bool {
        is_x86_feature_detected!("avx512f")
    }

    #[target_feature(enable = "avx512f")]
    pub(super) fn forward(openings: &[u64], count: &mut [u32], visits: &mut [u32], held: &mut [u64]) -> u32 {
        let mut going = _mm512_setzero_si512();
        held.fill(0);
        for (index, (count, visits)) in count.chunks_mut(WIDE).zip(visits.chunks_mut(WIDE)).enumerate() {
            let open = (openings[index / 4] >> (index % 4 * WIDE)) as u16;
            let stand = stand(load(count), open, going);
            store(visits, stand);
            store(count, _mm512_maskz_mov_epi32(open, stand));
            held[index / 4] |= u64::from(_mm512_test_epi32_mask(stand, stand) & open) << (index % 4 * WIDE);
            going = rest(stand, open);
        }
        first(going)
    }

    #[target_feature(enable = "avx512f")]
    pub(super) fn backward(openings: &[u64], count: &mut [u32], visits: &mut [u32], held: &mut [u64]) -> u32 {
        let mut going = _mm512_setzero_si512();
        held.fill(0);
        for (index, (count, visits)) in count.chunks_mut(WIDE).zip(visits.chunks_mut(WIDE)).enumerate().rev() {
            let open = (openings[index / 4] >> (index % 4 * WIDE)) as u16;
            let mirrored = stand(reversed(load(count)), open.reverse_bits(), going);
            let stand = reversed(mirrored);
            store(visits, stand);
            store(count, _mm512_maskz_mov_epi32(open, stand));
            held[index / 4] |= u64::from(_mm512_test_epi32_mask(stand, stand) & open) << (index % 4 * WIDE);
            going = rest(mirrored, open.reverse_bits());
        }
        first(going)
    }

    /// Sums in segments, each up to an opening; the first takes `going` along.
    #[target_feature(enable = "avx512f")]
    fn stand(count: __m512i, open: u16, going: __m512i) -> __m512i {
        let zero = _mm512_setzero_si512();
        // A tile goes on with its neighbour's sum unless the neighbour is an opening, or in another register.
        let one = !(open << 1 | 1);
        let two = one & one << 1;
        let four = two & two << 2;
        let eight = four & four << 4;
        let sum = _mm512_mask_add_epi32(count, one, count, _mm512_alignr_epi32::<15>(count, zero));
        let sum = _mm512_mask_add_epi32(sum, two, sum, _mm512_alignr_epi32::<14>(sum, zero));
        let sum = _mm512_mask_add_epi32(sum, four, sum, _mm512_alignr_epi32::<12>(sum, zero));
        let sum = _mm512_mask_add_epi32(sum, eight, sum, _mm512_alignr_epi32::<8>(sum, zero));
        _mm512_mask_add_epi32(sum, open ^ open.wrapping_sub(1), sum, going)
    }

    /// Who goes on behind the last tile, in every place.
    #[target_feature(enable = "avx512f")]
    fn rest(stand: __m512i, open: u16) -> __m512i {
        let everywhere = if open >> (WIDE - 1) == 0 { u16::MAX } else { 0 };
        _mm512_maskz_permutexvar_epi32(everywhere, _mm512_set1_epi32(15), stand)
    }

    #[target_feature(enable = "avx512f")]
    fn reversed(tiles: __m512i) -> __m512i {
        let order = _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
        _mm512_permutexvar_epi32(order, tiles)
    }

    #[target_feature(enable = "avx512f")]
    fn first(tiles: __m512i) -> u32 {
        let mut one = [0];
        store(&mut one, tiles);
        one[0]
    }

    /// Ones for as many places as the slice has, at most all.
    fn places(length: usize) -> u16 {
        if length >= WIDE { u16::MAX } else { (1 << length) - 1 }
    }

    /// The tiles, and zeros beyond the slice.
    #[target_feature(enable = "avx512f")]
    fn load(tiles: &[u32]) -> __m512i {
        // SAFETY: the mask keeps the load inside the slice.
        unsafe { _mm512_maskz_loadu_epi32(places(tiles.len()), tiles.as_ptr().cast()) }
    }

    #[target_feature(enable = "avx512f")]
    fn store(tiles: &mut [u32], values: __m512i) {
        // SAFETY: the mask keeps the store inside the slice.
        unsafe { _mm512_mask_storeu_epi32(tiles.as_mut_ptr().cast(), places(tiles.len()), values) };
    }

    #[target_feature(enable = "avx512f")]
    pub(super) fn gaining(left: Stake<'_>, right: Stake<'_>, least: i32) -> u64 {
        let mut tiles = 0;
        let chunks = left.visits.chunks(WIDE).zip(right.visits.chunks(WIDE)).enumerate();
        for (index, (left_visits, right_visits)) in chunks {
            let part = |word: u64| (word >> (index * WIDE)) as u16;
            let gain = _mm512_setzero_si512();
            let gain = _mm512_mask_add_epi32(gain, part(left.better), gain, load(left_visits));
            let gain = _mm512_mask_sub_epi32(gain, part(left.worse), gain, load(left_visits));
            let gain = _mm512_mask_add_epi32(gain, part(right.better), gain, load(right_visits));
            let gain = _mm512_mask_sub_epi32(gain, part(right.worse), gain, load(right_visits));
            let enough = _mm512_cmpge_epi32_mask(gain, _mm512_set1_epi32(least)) & places(left_visits.len());
            tiles |= u64::from(enough) << (index * WIDE);
        }
        tiles
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle::random_map;
    use super::*;
    use frame::random::Random;

    /// What a sweep leaves: counts, visits, held, and who comes to the edge.
    type Left = (Vec<u32>, Vec<u32>, Vec<u64>, u32);
    type Sweep = fn(&[u64], &mut [u32], &mut [u32], &mut [u64]) -> u32;

    fn run(sweep: Sweep, openings: &[u64], count: &[u32]) -> Left {
        let (mut count, mut visits, mut held) = (count.to_vec(), vec![9; count.len()], vec![9; openings.len()]);
        let edge = sweep(openings, &mut count, &mut visits, &mut held);
        (count, visits, held, edge)
    }

    #[test]
    fn wide_and_plain_agree() {
        let mut random = Random(5);
        for columns in (1..=200).chain(500..=530) {
            let share = [1, 4, 8, 15][random.below(4)];
            let map = random_map(1, columns, share, &mut random);
            let most = [1, 2, 70_000][random.below(3)];
            let count: Vec<u32> = (0..columns).map(|_| random.below(most) as u32).collect();
            let openings = map.openings(0);
            assert_eq!(run(forward, openings, &count), run(plain_forward, openings, &count), "{columns}");
            assert_eq!(run(backward, openings, &count), run(plain_backward, openings, &count), "{columns}");
        }
    }

    #[test]
    fn gains_are_compared_alike() {
        let mut random = Random(6);
        for tiles in 1..=64 {
            let mut visits = || (0..tiles).map(|_| random.below(5) as u32).collect::<Vec<u32>>();
            let (one, other) = (visits(), visits());
            let mut stake = |visits| {
                let better = random.draw();
                Stake { visits, better, worse: random.draw() & !better }
            };
            let (left, right) = (stake(&one), stake(&other));
            for least in 1..8 {
                let expected = plain_gaining(left, right, least);
                assert_eq!(gaining(left, right, least), expected, "{left:?} {right:?} {least}");
            }
        }
    }
}
