//! The inner loops over GF(2): a step of the chase, shifted addition, carry-less multiplication.
//!
//! Each is plain code, compiled once more for AVX2 (or for PCLMULQDQ) and chosen at run time; the plain
//! version is the only one on other machines and the oracle of the tests.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64 as arch;

/// Whether the wide versions may be called.
#[cfg(target_arch = "x86_64")]
fn wide() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
}

/// `last ^= goal ^ now ^ now << 1 ^ now >> 1`, the row taken as one long number; all of one length.
#[inline]
pub(super) fn plus(last: &mut [u64], now: &[u64], goal: &[u64]) {
    #[cfg(target_arch = "x86_64")]
    if wide() {
        // SAFETY: the processor has AVX2.
        return unsafe { plus_avx2(last, now, goal) };
    }
    plus_plain(last, now, goal);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn plus_avx2(last: &mut [u64], now: &[u64], goal: &[u64]) {
    plus_plain(last, now, goal);
}

#[inline(always)]
fn plus_plain(last: &mut [u64], now: &[u64], goal: &[u64]) {
    let n = now.len();
    if n < 2 {
        if let (Some(last), Some(&x), Some(&goal)) = (last.first_mut(), now.first(), goal.first()) {
            *last ^= goal ^ x ^ x << 1 ^ x >> 1;
        }
        return;
    }
    let inner = now[..n - 2].iter().zip(&now[1..n - 1]).zip(&now[2..n]);
    for (((&left, &x), &right), (last, &goal)) in inner.zip(last[1..n - 1].iter_mut().zip(&goal[1..n - 1])) {
        *last ^= goal ^ x ^ (x << 1 | left >> 63) ^ (x >> 1 | right << 63);
    }
    last[0] ^= goal[0] ^ now[0] ^ now[0] << 1 ^ (now[0] >> 1 | now[1] << 63);
    let (left, x) = (now[n - 2], now[n - 1]);
    last[n - 1] ^= goal[n - 1] ^ x ^ (x << 1 | left >> 63) ^ x >> 1;
}

/// [`plus`], then `goal = now`, in one pass.
#[inline]
pub(super) fn plus_through(last: &mut [u64], now: &[u64], goal: &mut [u64]) {
    #[cfg(target_arch = "x86_64")]
    if wide() {
        // SAFETY: the processor has AVX2.
        return unsafe { plus_through_avx2(last, now, goal) };
    }
    plus_through_plain(last, now, goal);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn plus_through_avx2(last: &mut [u64], now: &[u64], goal: &mut [u64]) {
    plus_through_plain(last, now, goal);
}

#[inline(always)]
fn plus_through_plain(last: &mut [u64], now: &[u64], goal: &mut [u64]) {
    let n = now.len();
    if n < 2 {
        plus_plain(last, now, goal);
        goal.copy_from_slice(now);
        return;
    }
    let inner = now[..n - 2].iter().zip(&now[1..n - 1]).zip(&now[2..n]);
    for (((&left, &x), &right), (last, goal)) in inner.zip(last[1..n - 1].iter_mut().zip(&mut goal[1..n - 1])) {
        *last ^= *goal ^ x ^ (x << 1 | left >> 63) ^ (x >> 1 | right << 63);
        *goal = x;
    }
    last[0] ^= goal[0] ^ now[0] ^ now[0] << 1 ^ (now[0] >> 1 | now[1] << 63);
    let (left, x) = (now[n - 2], now[n - 1]);
    last[n - 1] ^= goal[n - 1] ^ x ^ (x << 1 | left >> 63) ^ x >> 1;
    (goal[0], goal[n - 1]) = (now[0], x);
}

/// `to ^= from << by`; what goes beyond the end of `to` is lost.
#[inline]
pub(super) fn add_shifted(to: &mut [u64], from: &[u64], by: usize) {
    #[cfg(target_arch = "x86_64")]
    if wide() {
        // SAFETY: the processor has AVX2.
        return unsafe { add_shifted_avx2(to, from, by) };
    }
    add_shifted_plain(to, from, by);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_shifted_avx2(to: &mut [u64], from: &[u64], by: usize) {
    add_shifted_plain(to, from, by);
}

#[inline(always)]
fn add_shifted_plain(to: &mut [u64], from: &[u64], by: usize) {
    let (skip, bits) = (by / 64, (by % 64) as u32);
    let Some(to) = to.get_mut(skip..).filter(|to| !to.is_empty()) else { return };
    let from = &from[..from.len().min(to.len())];
    let Some(&top) = from.last() else { return };
    if bits == 0 {
        to.iter_mut().zip(from).for_each(|(to, &from)| *to ^= from);
        return;
    }
    to[0] ^= from[0] << bits;
    for (to, (&x, &below)) in to[1..].iter_mut().zip(from[1..].iter().zip(from)) {
        *to ^= x << bits | below >> (64 - bits);
    }
    if let Some(end) = to.get_mut(from.len()) {
        *end ^= top >> (64 - bits);
    }
}

/// `out ^= a * b` without carries; `out` is at least as long as both together.
pub(super) fn add_product(out: &mut [u64], a: &[u64], b: &[u64]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("pclmulqdq") {
        // SAFETY: the processor has PCLMULQDQ, and SSE2 as every x86-64.
        return unsafe { add_product_clmul(out, a, b) };
    }
    add_product_plain(out, a, b);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "pclmulqdq,sse2")]
fn add_product_clmul(out: &mut [u64], a: &[u64], b: &[u64]) {
    for (i, &a) in a.iter().enumerate() {
        let a = arch::_mm_cvtsi64_si128(a as i64);
        let mut carry = 0;
        for (out, &b) in out[i..].iter_mut().zip(b) {
            let both = arch::_mm_clmulepi64_si128::<0>(a, arch::_mm_cvtsi64_si128(b as i64));
            *out ^= arch::_mm_cvtsi128_si64(both) as u64 ^ carry;
            carry = arch::_mm_cvtsi128_si64(arch::_mm_unpackhi_epi64(both, both)) as u64;
        }
        out[i + b.len()] ^= carry;
    }
}

fn add_product_plain(out: &mut [u64], a: &[u64], b: &[u64]) {
    for (i, &word) in a.iter().enumerate() {
        (0..64).filter(|bit| word >> bit & 1 == 1).for_each(|bit| add_shifted(out, b, 64 * i + bit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(len: usize, seed: &mut u64) -> Vec<u64> {
        let mut next = || {
            *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            *seed ^ *seed >> 29
        };
        (0..len).map(|_| next()).collect()
    }

    #[test]
    fn the_wide_versions_agree_with_the_plain_ones() {
        let mut seed = 1;
        for len in (0..12).chain([63, 64, 65, 157]) {
            let (now, goal, last) = (random(len, &mut seed), random(len, &mut seed), random(len, &mut seed));
            let (mut wide, mut plain) = (last.clone(), last);
            plus(&mut wide, &now, &goal);
            plus_plain(&mut plain, &now, &goal);
            assert_eq!(wide, plain);
            let mut board = goal.clone();
            plus_through(&mut wide, &now, &mut board);
            plus_plain(&mut plain, &now, &goal);
            assert_eq!((wide, board), (plain, now));
        }
    }

    #[test]
    fn shifts_and_products_agree_with_the_plain_ones() {
        let mut seed = 2;
        for (m, n) in [(1, 1), (1, 5), (4, 3), (9, 8), (17, 2)] {
            let (a, b) = (random(m, &mut seed), random(n, &mut seed));
            let (mut wide, mut plain) = (vec![0; m + n], vec![0; m + n]);
            add_product(&mut wide, &a, &b);
            add_product_plain(&mut plain, &a, &b);
            assert_eq!(wide, plain);
            for by in [0, 1, 63, 64, 65, 130, 64 * m, 9999] {
                add_shifted(&mut wide, &a, by);
                add_shifted_plain(&mut plain, &a, by);
                assert_eq!(wide, plain);
            }
        }
    }
}
