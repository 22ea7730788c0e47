//! The row sweeps with the 16-byte registers of WebAssembly, in modules that are built for them.

#![allow(unsafe_code)]

use std::arch::wasm32::*;

use super::board::{BLOCKED, Step};
use super::lanes::{Lanes, Sixteen};

/// Sixteen 32-bit numbers in four registers.
#[derive(Clone, Copy)]
pub(super) struct Simd128([v128; 4]);

/// Applies a function of two registers to each of the four pairs.
#[inline(always)]
fn pairwise(one: [v128; 4], other: [v128; 4], each: impl Fn(v128, v128) -> v128) -> [v128; 4] {
    [each(one[0], other[0]), each(one[1], other[1]), each(one[2], other[2]), each(one[3], other[3])]
}

impl Lanes for Simd128 {
    type Of = i32;
    type Mask = [v128; 4];

    #[inline(always)]
    fn splat(number: i32) -> Self {
        Simd128([i32x4_splat(number); 4])
    }

    #[inline(always)]
    fn load(from: &Sixteen<i32>) -> Self {
        let from = from.0.as_ptr().cast::<v128>();
        // SAFETY: the array is 64 bytes long.
        unsafe { Simd128([v128_load(from), v128_load(from.add(1)), v128_load(from.add(2)), v128_load(from.add(3))]) }
    }

    #[inline(always)]
    fn store(self, to: &mut Sixteen<i32>) {
        let to = to.0.as_mut_ptr().cast::<v128>();
        // SAFETY: the array is 64 bytes long.
        unsafe {
            v128_store(to, self.0[0]);
            v128_store(to.add(1), self.0[1]);
            v128_store(to.add(2), self.0[2]);
            v128_store(to.add(3), self.0[3]);
        }
    }

    #[inline(always)]
    fn cells(step: &Step, half: usize) -> (Self, [v128; 4]) {
        // SAFETY: a step is 16 bytes long.
        let bytes = unsafe { v128_load(step.as_ptr().cast()) };
        let bytes = if half == 0 { bytes } else { u8x16_shr(bytes, 4) };
        let bytes = v128_and(bytes, u8x16_splat(BLOCKED));
        let (low, high) = (u16x8_extend_low_u8x16(bytes), u16x8_extend_high_u8x16(bytes));
        let costs = [
            u32x4_extend_low_u16x8(low),
            u32x4_extend_high_u16x8(low),
            u32x4_extend_low_u16x8(high),
            u32x4_extend_high_u16x8(high),
        ];
        (Simd128(costs), pairwise(costs, [i32x4_splat(BLOCKED.into()); 4], |one, other| i32x4_lt(one, other)))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Simd128(pairwise(self.0, other.0, |one, other| i32x4_max(one, other)))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Simd128(pairwise(self.0, other.0, |one, other| i32x4_add(one, other)))
    }

    #[inline(always)]
    fn or(self, mask: [v128; 4], other: Self) -> Self {
        let either = |part: usize| v128_bitselect(self.0[part], other.0[part], mask[part]);
        Simd128([either(0), either(1), either(2), either(3)])
    }

    #[inline(always)]
    fn above(self, other: Self) -> [v128; 4] {
        pairwise(self.0, other.0, |one, other| i32x4_gt(one, other))
    }

    #[inline(always)]
    fn bits(mask: [v128; 4]) -> u16 {
        let bits = |part: usize| u16::from(i32x4_bitmask(mask[part])) << (4 * part);
        bits(0) | bits(1) | bits(2) | bits(3)
    }
}
