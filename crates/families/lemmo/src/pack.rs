//! From characters to bits: 64 tiles become one word, and are checked in the same pass.
//!
//! A floor above the first holds `#` and `.` alone, so a row is read with two comparisons for each register of
//! bytes: what equals a dot gives the word, and what equals neither refuses the row. The wide instructions are
//! chosen at run time: AVX-512 takes 64 tiles at once, AVX2 32, any other machine eight in a plain 64-bit word.
//! The first floor, a single row, has its own plain pass in `text`.
#![allow(unsafe_code)]

/// How rows are packed on this machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packer {
    kernel: Kernel,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kernel {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl Packer {
    /// The fastest that the machine offers.
    pub(super) fn best() -> Packer {
        Packer { kernel: kernels().pop().unwrap_or(Kernel::Plain) }
    }

    /// Appends the packed row: a one for each `.`. Returns false, and appends the same number of words, where
    /// the row holds anything but `#` and `.`.
    pub(super) fn pack(self, row: &[u8], words: &mut Vec<u64>) -> bool {
        let whole = row.len() / 64 * 64;
        let (body, tail) = row.split_at(whole);
        let fine = match self.kernel {
            Kernel::Plain => plain(body, words),
            // SAFETY: `kernels` lists this kernel only where the machine has AVX2.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { wide::avx2(body, words) },
            // SAFETY: `kernels` lists this kernel only where the machine has AVX-512BW.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => unsafe { wide::avx512(body, words) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => simd128(body, words),
        };
        if tail.is_empty() {
            return fine;
        }
        let mut padded = [b'#'; 64];
        padded[..tail.len()].copy_from_slice(tail);
        plain(&padded, words) && fine
    }
}

/// The kernels of this machine, the fastest last.
fn kernels() -> Vec<Kernel> {
    #[allow(unused_mut)]
    let mut kernels = vec![Kernel::Plain];
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    kernels.push(Kernel::Simd128);
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx2") {
            kernels.push(Kernel::Avx2);
        }
        if is_x86_feature_detected!("avx512bw") {
            kernels.push(Kernel::Avx512);
        }
    }
    kernels
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// Eight bytes at a time.
fn plain(body: &[u8], words: &mut Vec<u64>) -> bool {
    let mut fine = true;
    for chunk in body.chunks_exact(64) {
        let mut word = 0;
        for (index, bytes) in chunk.as_chunks::<8>().0.iter().enumerate() {
            let eight = u64::from_le_bytes(*bytes);
            let dots = zero_bytes(eight ^ (ONES * u64::from(b'.')));
            let blocks = zero_bytes(eight ^ (ONES * u64::from(b'#')));
            fine &= dots | blocks == ONES << 7;
            // The product brings the eight flags together in its top byte.
            word |= ((dots >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * index);
        }
        words.push(word);
    }
    fine
}

/// The top bit of each byte that is zero.
fn zero_bytes(eight: u64) -> u64 {
    let low = !(ONES << 7);
    !(((eight & low) + low) | eight | low)
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
fn simd128(body: &[u8], words: &mut Vec<u64>) -> bool {
    use std::arch::wasm32::{u8x16_bitmask, u8x16_eq, u8x16_splat, v128_load};

    let (dot, block) = (u8x16_splat(b'.'), u8x16_splat(b'#'));
    let mut fine = u16::MAX;
    words.extend(body.as_chunks::<64>().0.iter().map(|bytes| {
        let sixteen = bytes.as_chunks::<16>().0.iter().enumerate().map(|(part, bytes)| {
            // SAFETY: the array is 16 bytes long.
            let tiles = unsafe { v128_load(bytes.as_ptr().cast()) };
            let dots = u8x16_bitmask(u8x16_eq(tiles, dot));
            fine &= dots | u8x16_bitmask(u8x16_eq(tiles, block));
            u64::from(dots) << (16 * part)
        });
        sixteen.fold(0, |word, part| word | part)
    }));
    fine == u16::MAX
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m256i, __m512i, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_set1_epi8,
        _mm512_cmpeq_epi8_mask, _mm512_loadu_si512, _mm512_set1_epi8,
    };

    #[target_feature(enable = "avx2")]
    pub(super) fn avx2(body: &[u8], words: &mut Vec<u64>) -> bool {
        let (dot, block) = (_mm256_set1_epi8(b'.' as i8), _mm256_set1_epi8(b'#' as i8));
        let mut fine = u32::MAX;
        let mut half = |bytes: &[u8; 32]| {
            // SAFETY: the load needs no alignment, and `bytes` is as long as the register.
            let tiles = unsafe { _mm256_loadu_si256(bytes.as_ptr().cast::<__m256i>()) };
            let dots = _mm256_movemask_epi8(_mm256_cmpeq_epi8(tiles, dot)).cast_unsigned();
            fine &= dots | _mm256_movemask_epi8(_mm256_cmpeq_epi8(tiles, block)).cast_unsigned();
            u64::from(dots)
        };
        words
            .extend(body.as_chunks::<32>().0.as_chunks::<2>().0.iter().map(|[low, high]| half(low) | half(high) << 32));
        fine == u32::MAX
    }

    #[target_feature(enable = "avx512bw")]
    pub(super) fn avx512(body: &[u8], words: &mut Vec<u64>) -> bool {
        let (dot, block) = (_mm512_set1_epi8(b'.' as i8), _mm512_set1_epi8(b'#' as i8));
        let mut fine = u64::MAX;
        words.extend(body.as_chunks::<64>().0.iter().map(|bytes| {
            // SAFETY: the load needs no alignment, and `bytes` is as long as the register.
            let tiles = unsafe { _mm512_loadu_si512(bytes.as_ptr().cast::<__m512i>()) };
            let dots = _mm512_cmpeq_epi8_mask(tiles, dot);
            fine &= dots | _mm512_cmpeq_epi8_mask(tiles, block);
            dots
        }));
        fine == u64::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use frame::random::Random;

    fn check(row: &[u8]) {
        let expected: Vec<u64> = row
            .chunks(64)
            .map(|tiles| tiles.iter().enumerate().map(|(i, &tile)| u64::from(tile == b'.') << i).sum())
            .collect();
        let fine = row.iter().all(|tile| b"#.".contains(tile));
        for kernel in kernels() {
            let mut words = Vec::new();
            assert_eq!(Packer { kernel }.pack(row, &mut words), fine, "{kernel:?} {}", row.len());
            assert_eq!(words, expected, "{kernel:?} {}", row.len());
        }
    }

    #[test]
    fn every_kernel_packs_every_width_alike() {
        let mut random = Random(1);
        for width in (1..=260).chain(510..=514) {
            let mut row: Vec<u8> = (0..width).map(|_| b"#."[random.below(2)]).collect();
            check(&row);
            row[random.below(width)] = random.draw() as u8;
            check(&row);
        }
    }

    #[test]
    fn every_wrong_byte_is_seen_everywhere() {
        for byte in 0..=255 {
            for place in [0, 7, 8, 31, 32, 63, 64, 127, 129] {
                let mut row = [b'#'; 130];
                row[place] = byte;
                check(&row);
            }
        }
    }
}
