//! The choice of the row sweeps by the instruction sets of the processor. The portable sweeps always work, and all
//! sweeps give identical results.

#![allow(unsafe_code)]

use super::board::LANES;
use super::lanes::{self, Carry, Number, Row, Summary};
#[cfg(target_arch = "x86_64")]
use super::x86;

/// An instruction set for which the row sweeps are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// The instructions of the build target, without run-time detection.
    Portable,
    /// AVX2, with 256-bit registers.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512, with 512-bit registers.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// The 128-bit registers of WebAssembly.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl Instructions {
    /// Returns the instruction sets that this processor supports, the fastest last.
    #[must_use]
    pub fn available() -> Vec<Instructions> {
        #[allow(unused_mut, reason = "other processors have nothing to add")]
        let mut found = vec![Instructions::Portable];
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        found.push(Instructions::Simd128);
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                found.push(Instructions::Avx2);
            }
            if avx512() {
                found.push(Instructions::Avx512);
            }
        }
        found
    }
}

/// Whether the processor has what the AVX-512 sweeps need.
#[cfg(target_arch = "x86_64")]
fn avx512() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl")
}

type Forward<T> = unsafe fn(&mut Row<'_, T>, &Carry<T>) -> u16;
type Backward<T> = unsafe fn(&mut Row<'_, T>, &Carry<T>) -> (u16, Summary<T>);

/// A pair of sweeps that this processor can run.
#[derive(Clone, Copy)]
pub(super) struct Sweeps<T> {
    forward: Forward<T>,
    backward: Backward<T>,
}

impl<T: Number> Sweeps<T> {
    /// The sweeps that work everywhere.
    fn portable() -> Self {
        Sweeps { forward: lanes::forward::<[T; LANES]>, backward: lanes::backward::<[T; LANES]> }
    }

    /// See [`lanes::forward`].
    pub(super) fn forward(&self, row: &mut Row<'_, T>, carry: &Carry<T>) -> u16 {
        // SAFETY: the constructors choose functions whose features this processor has.
        unsafe { (self.forward)(row, carry) }
    }

    /// See [`lanes::backward`].
    pub(super) fn backward(&self, row: &mut Row<'_, T>, carry: &Carry<T>) -> (u16, Summary<T>) {
        // SAFETY: as above.
        unsafe { (self.backward)(row, carry) }
    }
}

/// Asks for bytes that will be needed soon, where the processor has a way to.
pub(super) fn fetch(bytes: &[u8]) {
    #[cfg(target_arch = "x86_64")]
    for line in bytes.chunks(64) {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // SAFETY: asking for memory never faults, and SSE is part of every x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(line.as_ptr().cast()) };
    }
    let _ = bytes;
}

/// A number that there are sweeps for.
pub(super) trait Swept: Number {
    /// The sweeps in these instructions, or the portable ones where the processor lacks them or none are made.
    fn sweeps(instructions: Instructions) -> Sweeps<Self>;
}

impl Swept for i32 {
    fn sweeps(instructions: Instructions) -> Sweeps<i32> {
        #[cfg(target_arch = "x86_64")]
        match instructions {
            Instructions::Avx2 if is_x86_feature_detected!("avx2") => {
                return Sweeps { forward: x86::forward_avx2, backward: x86::backward_avx2 };
            }
            Instructions::Avx512 if avx512() => {
                return Sweeps { forward: x86::forward_avx512, backward: x86::backward_avx512 };
            }
            _ => {}
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        if instructions == Instructions::Simd128 {
            use super::simd128::Simd128;
            return Sweeps { forward: lanes::forward::<Simd128>, backward: lanes::backward::<Simd128> };
        }
        let _ = instructions;
        Sweeps::portable()
    }
}

impl Swept for i64 {
    fn sweeps(instructions: Instructions) -> Sweeps<i64> {
        #[cfg(target_arch = "x86_64")]
        if instructions == Instructions::Avx512 && avx512() {
            return Sweeps { forward: x86::forward_avx512_wide, backward: x86::backward_avx512_wide };
        }
        let _ = instructions;
        Sweeps::portable()
    }
}
