//! The row sweeps with AVX2 and AVX-512 registers; called only where the processor has them (see [`super::scan`]).
//! AVX-512 serves both widths of numbers, AVX2 the narrow one.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::board::{BLOCKED, LANES, Step};
use super::lanes::{self, Carry, Lanes, Row, Sixteen, Summary};

/// Sixteen 32-bit numbers in two AVX2 registers.
#[derive(Clone, Copy)]
struct Avx2([__m256i; 2]);

/// Sixteen 32-bit numbers in one AVX-512 register.
#[derive(Clone, Copy)]
struct Avx512(__m512i);

/// Sixteen 64-bit numbers in two AVX-512 registers.
#[derive(Clone, Copy)]
struct Avx512Wide([__m512i; 2]);

/// Makes the pair of sweeps for one kind of register.
macro_rules! sweeps {
    ($forward:ident, $backward:ident, $lanes:ty, $of:ty, $features:literal) => {
        /// The forward sweep.
        ///
        /// # Safety
        /// The processor must have the features named below.
        #[target_feature(enable = $features)]
        pub(super) unsafe fn $forward(row: &mut Row<'_, $of>, carry: &Carry<$of>) -> u16 {
            lanes::forward::<$lanes>(row, carry)
        }

        /// The backward sweep.
        ///
        /// # Safety
        /// The processor must have the features named below.
        #[target_feature(enable = $features)]
        pub(super) unsafe fn $backward(row: &mut Row<'_, $of>, carry: &Carry<$of>) -> (u16, Summary<$of>) {
            lanes::backward::<$lanes>(row, carry)
        }
    };
}

sweeps!(forward_avx2, backward_avx2, Avx2, i32, "avx2");
sweeps!(forward_avx512, backward_avx512, Avx512, i32, "avx512f,avx512bw,avx512vl");
sweeps!(forward_avx512_wide, backward_avx512_wide, Avx512Wide, i64, "avx512f,avx512bw,avx512vl");

/// The 16 half bytes of a step as bytes.
#[inline(always)]
fn half_bytes(step: &Step, half: usize) -> __m128i {
    // SAFETY: SSE2 is part of every x86-64, and the load reads the 16 bytes of `step`.
    unsafe {
        let bytes = _mm_loadu_si128(step.as_ptr().cast());
        let shifted = if half == 0 { bytes } else { _mm_srli_epi16::<4>(bytes) };
        _mm_and_si128(shifted, _mm_set1_epi8(BLOCKED as i8))
    }
}

// The types above are private to this file and made only inside the sweeps above, whose callers answer for the
// processor; loads and stores go through references to arrays of exactly their size.

impl Lanes for Avx2 {
    type Of = i32;
    type Mask = [__m256i; 2];

    #[inline(always)]
    fn splat(number: i32) -> Self {
        // SAFETY: the processor has AVX2 (see above).
        unsafe { Avx2([_mm256_set1_epi32(number); 2]) }
    }

    #[inline(always)]
    fn load(from: &Sixteen<i32>) -> Self {
        let (low, high) = from.0.split_at(LANES / 2);
        // SAFETY: the processor has AVX2 (see above); each half is 32 bytes.
        unsafe { Avx2([_mm256_loadu_si256(low.as_ptr().cast()), _mm256_loadu_si256(high.as_ptr().cast())]) }
    }

    #[inline(always)]
    fn store(self, to: &mut Sixteen<i32>) {
        let (low, high) = to.0.split_at_mut(LANES / 2);
        // SAFETY: the processor has AVX2 (see above); each half is 32 bytes.
        unsafe {
            _mm256_storeu_si256(low.as_mut_ptr().cast(), self.0[0]);
            _mm256_storeu_si256(high.as_mut_ptr().cast(), self.0[1]);
        }
    }

    #[inline(always)]
    fn cells(step: &Step, half: usize) -> (Self, [__m256i; 2]) {
        let bytes = half_bytes(step, half);
        // SAFETY: the processor has AVX2 (see above).
        unsafe {
            let costs = [_mm256_cvtepu8_epi32(bytes), _mm256_cvtepu8_epi32(_mm_srli_si128::<8>(bytes))];
            let blocked = _mm256_set1_epi32(i32::from(BLOCKED));
            (Avx2(costs), costs.map(|costs| _mm256_cmpgt_epi32(blocked, costs)))
        }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: the processor has AVX2 (see above).
        unsafe { Avx2([_mm256_max_epi32(self.0[0], other.0[0]), _mm256_max_epi32(self.0[1], other.0[1])]) }
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: the processor has AVX2 (see above).
        unsafe { Avx2([_mm256_add_epi32(self.0[0], other.0[0]), _mm256_add_epi32(self.0[1], other.0[1])]) }
    }

    #[inline(always)]
    fn or(self, mask: [__m256i; 2], other: Self) -> Self {
        // SAFETY: the processor has AVX2 (see above).
        unsafe {
            let either = |half: usize| _mm256_blendv_epi8(other.0[half], self.0[half], mask[half]);
            Avx2([either(0), either(1)])
        }
    }

    #[inline(always)]
    fn above(self, other: Self) -> [__m256i; 2] {
        // SAFETY: the processor has AVX2 (see above).
        unsafe { [_mm256_cmpgt_epi32(self.0[0], other.0[0]), _mm256_cmpgt_epi32(self.0[1], other.0[1])] }
    }

    #[inline(always)]
    fn bits(mask: [__m256i; 2]) -> u16 {
        // SAFETY: the processor has AVX2 (see above).
        let bits = |half| unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(half)) as u16 };
        bits(mask[0]) | bits(mask[1]) << (LANES / 2)
    }
}

impl Lanes for Avx512 {
    type Of = i32;
    type Mask = __mmask16;

    #[inline(always)]
    fn splat(number: i32) -> Self {
        // SAFETY: the processor has AVX-512 F (see above).
        unsafe { Avx512(_mm512_set1_epi32(number)) }
    }

    #[inline(always)]
    fn load(from: &Sixteen<i32>) -> Self {
        // SAFETY: the processor has AVX-512 F (see above); `from` is 64 bytes.
        unsafe { Avx512(_mm512_loadu_si512(from.0.as_ptr().cast())) }
    }

    #[inline(always)]
    fn store(self, to: &mut Sixteen<i32>) {
        // SAFETY: the processor has AVX-512 F (see above); `to` is 64 bytes.
        unsafe { _mm512_storeu_si512(to.0.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn cells(step: &Step, half: usize) -> (Self, __mmask16) {
        let bytes = half_bytes(step, half);
        // SAFETY: the processor has AVX-512 F, BW and VL (see above).
        unsafe {
            let open = _mm_cmplt_epu8_mask(bytes, _mm_set1_epi8(BLOCKED as i8));
            (Avx512(_mm512_cvtepu8_epi32(bytes)), open)
        }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: the processor has AVX-512 F (see above).
        unsafe { Avx512(_mm512_max_epi32(self.0, other.0)) }
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: the processor has AVX-512 F (see above).
        unsafe { Avx512(_mm512_add_epi32(self.0, other.0)) }
    }

    #[inline(always)]
    fn or(self, mask: __mmask16, other: Self) -> Self {
        // SAFETY: the processor has AVX-512 F (see above).
        unsafe { Avx512(_mm512_mask_mov_epi32(other.0, mask, self.0)) }
    }

    #[inline(always)]
    fn above(self, other: Self) -> __mmask16 {
        // SAFETY: the processor has AVX-512 F (see above).
        unsafe { _mm512_cmpgt_epi32_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn bits(mask: __mmask16) -> u16 {
        mask
    }
}

impl Lanes for Avx512Wide {
    type Of = i64;
    type Mask = [__mmask8; 2];

    #[inline(always)]
    fn splat(number: i64) -> Self {
        // SAFETY: the processor has AVX-512 F (see above).
        unsafe { Avx512Wide([_mm512_set1_epi64(number); 2]) }
    }

    #[inline(always)]
    fn load(from: &Sixteen<i64>) -> Self {
        let (low, high) = from.0.split_at(LANES / 2);
        // SAFETY: the processor has AVX-512 F (see above); each half is 64 bytes.
        unsafe { Avx512Wide([_mm512_loadu_si512(low.as_ptr().cast()), _mm512_loadu_si512(high.as_ptr().cast())]) }
    }

    #[inline(always)]
    fn store(self, to: &mut Sixteen<i64>) {
        let (low, high) = to.0.split_at_mut(LANES / 2);
        // SAFETY: the processor has AVX-512 F (see above); each half is 64 bytes.
        unsafe {
            _mm512_storeu_si512(low.as_mut_ptr().cast(), self.0[0]);
            _mm512_storeu_si512(high.as_mut_ptr().cast(), self.0[1]);
        }
    }

    #[inline(always)]
    fn cells(step: &Step, half: usize) -> (Self, [__mmask8; 2]) {
        let bytes = half_bytes(step, half);
        // SAFETY: the processor has AVX-512 F (see above).
        unsafe {
            let costs = [_mm512_cvtepu8_epi64(bytes), _mm512_cvtepu8_epi64(_mm_srli_si128::<8>(bytes))];
            let blocked = _mm512_set1_epi64(i64::from(BLOCKED));
            (Avx512Wide(costs), costs.map(|costs| _mm512_cmplt_epi64_mask(costs, blocked)))
        }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: the processor has AVX-512 F (see above).
        unsafe { Avx512Wide([_mm512_max_epi64(self.0[0], other.0[0]), _mm512_max_epi64(self.0[1], other.0[1])]) }
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: the processor has AVX-512 F (see above).
        unsafe { Avx512Wide([_mm512_add_epi64(self.0[0], other.0[0]), _mm512_add_epi64(self.0[1], other.0[1])]) }
    }

    #[inline(always)]
    fn or(self, mask: [__mmask8; 2], other: Self) -> Self {
        // SAFETY: the processor has AVX-512 F (see above).
        unsafe {
            let either = |half: usize| _mm512_mask_mov_epi64(other.0[half], mask[half], self.0[half]);
            Avx512Wide([either(0), either(1)])
        }
    }

    #[inline(always)]
    fn above(self, other: Self) -> [__mmask8; 2] {
        // SAFETY: the processor has AVX-512 F (see above).
        unsafe { [_mm512_cmpgt_epi64_mask(self.0[0], other.0[0]), _mm512_cmpgt_epi64_mask(self.0[1], other.0[1])] }
    }

    #[inline(always)]
    fn bits(mask: [__mmask8; 2]) -> u16 {
        u16::from_le_bytes(mask)
    }
}
