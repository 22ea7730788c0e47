//! Pulling one distance into a chunk: which instructions do it, and the parts they share.
//!
//! Batch by batch, the blocks of a chunk take the states of the distance before from whole source blocks (moves of
//! named tokens, and loose moves that leave the row as it is) and from source blocks whose bits go through a fixed
//! permutation. What none of the three planes holds yet is new, and goes into the next plane.
//!
//! [`super::vbmi`] makes 64 bits of a block at once: a byte shuffle fetches for each the byte that holds it, one
//! ternary logic instruction keeps its bit and adds the moves up, one test turns bytes into bits. [`super::avx2`] does
//! the same for 32 bits. [`super::portable`] rotates and masks words, and runs everywhere. All three are tested equal.

use super::job::{Job, Target};
use super::portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::simd128;
#[cfg(target_arch = "x86_64")]
use super::{avx2, vbmi};

/// Which processor instructions permute the bits of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// Rotations and masks of 64-bit words, on every machine.
    Portable,
    /// Byte shuffles within 16 bytes (AVX2).
    Avx2,
    /// Byte shuffles across 64 bytes (AVX-512 VBMI).
    Vbmi,
    /// Byte shuffles within 16 bytes (WebAssembly with `simd128`).
    Simd128,
}

impl Path {
    /// Returns the paths that this machine supports, the fastest last.
    #[must_use]
    pub fn available() -> Vec<Path> {
        #[allow(unused_mut, reason = "other machines have nothing to add")]
        let mut paths = vec![Path::Portable];
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        paths.push(Path::Simd128);
        #[cfg(target_arch = "x86_64")]
        {
            paths.extend(avx2::is_available().then_some(Path::Avx2));
            paths.extend(vbmi::is_available().then_some(Path::Vbmi));
        }
        paths
    }

    /// Returns the fastest path that this machine supports.
    #[must_use]
    pub fn fastest() -> Path {
        Path::available().pop().unwrap_or(Path::Portable)
    }

    /// Returns the name of the path in lower case, such as `avx2`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Path::Portable => "portable",
            Path::Avx2 => "avx2",
            Path::Vbmi => "avx512vbmi",
            Path::Simd128 => "simd128",
        }
    }
}

/// The permutations of a frame in the form of one path.
pub(super) enum Programs {
    Portable(Vec<portable::Rotations>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Vec<avx2::Shuffles>),
    #[cfg(target_arch = "x86_64")]
    Vbmi(Vec<vbmi::Shuffles>),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Vec<simd128::Shuffles>),
}

impl Programs {
    /// Compiles; a path that the machine lacks is replaced by the portable one.
    pub(super) fn compile(permutations: &[Vec<u32>], width: usize, path: Path) -> Programs {
        let _ = width;
        match path {
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Path::Simd128 => Programs::Simd128(permutations.iter().map(|p| simd128::compile(p, width)).collect()),
            #[cfg(target_arch = "x86_64")]
            Path::Vbmi if vbmi::is_available() => {
                Programs::Vbmi(permutations.iter().map(|p| vbmi::compile(p, width)).collect())
            }
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 if avx2::is_available() => {
                Programs::Avx2(permutations.iter().map(|p| avx2::compile(p, width)).collect())
            }
            _ => Programs::Portable(permutations.iter().map(|p| portable::compile(p)).collect()),
        }
    }

    /// Pulls a chunk; `found` hears of the new states of each batch of blocks, with its first word in the chunk.
    /// Returns their number.
    pub(super) fn pull(&self, job: &Job<'_>, target: Target<'_>, found: &mut dyn FnMut(usize, &[u64])) -> u64 {
        match self {
            Programs::Portable(programs) => portable::pull(programs, job, target, found),
            #[cfg(target_arch = "x86_64")]
            Programs::Avx2(programs) => avx2::pull(programs, job, target, found),
            #[cfg(target_arch = "x86_64")]
            Programs::Vbmi(programs) => vbmi::pull(programs, job, target, found),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Programs::Simd128(programs) => simd128::pull(programs, job, target, found),
        }
    }
}

#[cfg(test)]
mod tests {
    use testkit::random::Random;

    use super::super::job::Whole;
    use super::*;

    fn shuffled(bits: usize, random: &mut Random) -> Vec<u32> {
        let mut sources: Vec<u32> = (0..bits as u32).collect();
        random.shuffle(&mut sources);
        sources
    }

    /// One chunk by the definition, bit by bit.
    fn plain(sources: &[Vec<u32>], job: &Job<'_>, target: &Target<'_>) -> Vec<u64> {
        let mut fresh = vec![0u64; job.width * job.orders];
        let all = (0..job.orders).flat_map(|order| (0..sources[0].len()).map(move |bit| (order, bit)));
        for (order, bit) in all {
            let at = |from: usize, bit: usize| job.source[from + bit / 64] >> (bit % 64) & 1;
            let whole = job.whole.iter().map(|whole| at(whole.chunk + whole.orders[order] as usize * job.width, bit));
            let moved = |&(permutation, from): &(usize, usize)| {
                at(from + order * job.width, sources[permutation][bit] as usize)
            };
            let word = order * job.width + bit / 64;
            let taken = (target.now[word] | target.old[word] | target.next[word]) >> (bit % 64) & 1;
            let reached = whole.chain(job.permuted.iter().map(moved)).fold(0, |a, b| a | b);
            fresh[word] |= (reached & !taken) << (bit % 64);
        }
        fresh
    }

    fn agree(bits: usize, count: usize, moves: usize, random: &mut Random) {
        let width = bits.div_ceil(64);
        let mask = |i: usize| {
            if i % width == width - 1 && !bits.is_multiple_of(64) { (1u64 << (bits % 64)) - 1 } else { u64::MAX }
        };
        let blocks = 3 * count;
        let mut sparse: Vec<u64> =
            (0..blocks * width).map(|i| random.next_u64() & random.next_u64() & random.next_u64() & mask(i)).collect();
        sparse.extend([u64::MAX; 8]);
        let sources: Vec<Vec<u32>> = (0..moves + 1).map(|_| shuffled(bits, random)).collect();
        let orders = [shuffled(count, random), shuffled(count, random)];
        let mut chunk = || random.below(blocks - count + 1) * width;
        let whole: Vec<Whole<'_>> = orders.iter().map(|orders| Whole { chunk: chunk(), orders }).collect();
        let permuted: Vec<(usize, usize)> = (0..moves).map(|m| (m, chunk())).collect();
        let job = Job { source: &sparse, whole: &whole, permuted: &permuted, ahead: &whole, orders: count, width };
        let planes: Vec<Vec<u64>> =
            (0..3).map(|_| (0..count * width).map(|_| random.next_u64() & random.next_u64()).collect()).collect();
        let mut next = planes[2].clone();
        let expected = plain(&sources, &job, &Target { now: &planes[0], old: &planes[1], next: &mut next });
        for path in Path::available() {
            let mut next = planes[2].clone();
            let mut fresh = vec![0; count * width];
            let mut found = |begin: usize, words: &[u64]| fresh[begin..begin + words.len()].copy_from_slice(words);
            let target = Target { now: &planes[0], old: &planes[1], next: &mut next };
            let total = Programs::compile(&sources, width, path).pull(&job, target, &mut found);
            assert_eq!(fresh, expected, "{path:?}, {bits} bits, {count} blocks, {moves} moves");
            assert_eq!(total, expected.iter().map(|word| u64::from(word.count_ones())).sum::<u64>());
            assert!(next.iter().zip(&planes[2]).zip(&fresh).all(|((&after, &before), &new)| after == before | new));
        }
    }

    #[test]
    fn every_path_does_as_the_definition_says() {
        let mut random = Random::new(3);
        for bits in [1, 2, 31, 63, 64, 65, 127, 128, 129, 511, 512, 513, 700] {
            for (count, moves) in [(1, 0), (1, 1), (2, 3), (5, 9), (70, 20)] {
                agree(bits, count, moves, &mut random);
            }
        }
    }
}
