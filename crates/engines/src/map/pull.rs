//! Pulling one distance into a chunk: which instructions do it, and the parts they share.
//!
//! Batch by batch, the blocks of a chunk take the states of the distance before from whole source blocks (moves of
//! named tokens, and loose moves that leave the row as it is) and from source blocks whose bits go through a fixed
//! permutation. What none of the three planes holds yet is new, and goes into the next plane.
//!
//! [`super::vbmi`] makes 64 bits of a block at once: a byte shuffle fetches for each the byte that holds it, one
//! ternary logic instruction keeps its bit and adds the moves up, one test turns bytes into bits. [`super::avx2`] does
//! the same for 32 bits. [`super::portable`] rotates and masks words, and runs everywhere. All three are tested equal.

use std::ops::Range;

use super::portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::simd128;
#[cfg(target_arch = "x86_64")]
use super::{avx2, vbmi};

/// Bytes of the blocks that a batch pulls into: with their sources they stay in the second cache, and the controls of
/// the shuffles are loaded seldom.
const BATCH_BYTES: usize = 16_384;

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

/// A permutation in a path's form: for each unit of the answer (64 or 32 bits) the operations that fill it.
pub(super) struct Program<Op> {
    starts: Vec<u32>,
    ops: Vec<Op>,
}

impl<Op> Program<Op> {
    /// Compiles unit by unit; `fill` sees the sources of a unit's bits.
    pub(super) fn compile(sources: &[u32], unit: usize, mut fill: impl FnMut(&[u32], &mut Vec<Op>)) -> Program<Op> {
        let mut program = Program { starts: vec![0], ops: Vec::new() };
        for bits in sources.chunks(unit) {
            fill(bits, &mut program.ops);
            program.starts.push(program.ops.len() as u32);
        }
        program
    }

    /// The operations of a unit; none beyond the last bit.
    pub(super) fn unit(&self, unit: usize) -> &[Op] {
        match self.starts.get(unit..unit + 2) {
            Some(ends) => &self.ops[ends[0] as usize..ends[1] as usize],
            None => &[],
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

/// Where the states of a chunk come from. Places are words of the source plane.
pub(super) struct Job<'a> {
    /// The plane of the distance before, at least 64 bytes longer than its blocks.
    pub(super) source: &'a [u64],
    /// Blocks to take unchanged.
    pub(super) whole: &'a [Whole<'a>],
    /// Permutation, and the source chunk, whose blocks stay in order.
    pub(super) permuted: &'a [(usize, usize)],
    /// What the next chunk will take unchanged.
    pub(super) ahead: &'a [Whole<'a>],
    /// Blocks of the chunk.
    pub(super) orders: usize,
    /// Words of a block.
    pub(super) width: usize,
}

/// Blocks that are taken unchanged, in another order.
#[derive(Clone, Copy)]
pub(super) struct Whole<'a> {
    /// The source chunk.
    pub(super) chunk: usize,
    /// For each order of the target that of the source.
    pub(super) orders: &'a [u32],
}

/// A chunk in the three planes.
pub(super) struct Target<'a> {
    /// The plane of the distance before.
    pub(super) now: &'a [u64],
    /// The plane that is neither.
    pub(super) old: &'a [u64],
    /// The plane that takes the new states.
    pub(super) next: &'a mut [u64],
}

/// What the next batch will read: blocks of the source, and places in the other planes.
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "the portable path does not load ahead"))]
pub(super) struct Ahead<'a> {
    pub(super) source: &'a [u64],
    pub(super) blocks: &'a [usize],
    pub(super) width: usize,
    pub(super) old: &'a [u64],
    pub(super) next: &'a [u64],
}

/// Pulls a chunk batch by batch; `permute` adds what comes through permutations to the blocks of some orders, and
/// may load ahead.
#[inline(always)]
pub(super) fn pull_batches(
    job: &Job<'_>,
    target: Target<'_>,
    found: &mut dyn FnMut(usize, &[u64]),
    mut permute: impl FnMut(Range<usize>, &mut [u64], &Ahead<'_>),
) -> u64 {
    let most = (BATCH_BYTES / (8 * job.width)).max(1);
    let size = job.orders.div_ceil(job.orders.div_ceil(most));
    let mut buffer = vec![0; size * job.width];
    let (mut blocks, mut following) = (Vec::new(), Vec::new());
    list(job.whole, 0..size, job.width, &mut blocks);
    let mut total = 0;
    for begin in (0..job.orders).step_by(size) {
        let orders = begin..(begin + size).min(job.orders);
        let words = orders.start * job.width..orders.end * job.width;
        let after = words.end..(words.end + words.len()).min(target.next.len());
        match orders.end < job.orders {
            true => list(job.whole, orders.end..(orders.end + size).min(job.orders), job.width, &mut following),
            false => list(job.ahead, 0..size, job.width, &mut following),
        }
        let fresh = &mut buffer[..words.len()];
        merge(job, &blocks, fresh);
        let (old, next) = (&target.old[after.clone()], &target.next[after]);
        permute(orders, fresh, &Ahead { source: job.source, blocks: &following, width: job.width, old, next });
        let (now, old) = (&target.now[words.clone()], &target.old[words.clone()]);
        let count = settle(now, old, &mut target.next[words.clone()], fresh);
        if count > 0 {
            found(words.start, fresh);
        }
        total += count;
        std::mem::swap(&mut blocks, &mut following);
    }
    total
}

/// The sources of the blocks of some orders, one after the other.
#[inline(always)]
fn list(whole: &[Whole<'_>], orders: Range<usize>, width: usize, blocks: &mut Vec<usize>) {
    blocks.clear();
    for order in orders {
        for from in whole {
            blocks.push(from.chunk + from.orders[order] as usize * width);
        }
    }
}

/// Adds up the blocks that are taken unchanged.
#[inline(always)]
fn merge(job: &Job<'_>, blocks: &[usize], fresh: &mut [u64]) {
    let each = job.whole.len();
    for (i, block) in fresh.chunks_exact_mut(job.width).enumerate() {
        let blocks = &blocks[i * each..(i + 1) * each];
        let (lines, rest) = block.as_chunks_mut::<8>();
        let begin = 8 * lines.len();
        for (i, line) in lines.iter_mut().enumerate() {
            *line = blocks.iter().fold([0; 8], |sum, block| union(sum, &job.source[block + 8 * i..block + 8 * i + 8]));
        }
        for (i, word) in rest.iter_mut().enumerate() {
            *word = blocks.iter().fold(0, |sum, block| sum | job.source[block + begin + i]);
        }
    }
}

#[inline(always)]
fn union(mut sum: [u64; 8], bits: &[u64]) -> [u64; 8] {
    sum.iter_mut().zip(bits).for_each(|(word, &bits)| *word |= bits);
    sum
}

/// Keeps what is new, marks it and counts it.
#[inline(always)]
fn settle(now: &[u64], old: &[u64], next: &mut [u64], fresh: &mut [u64]) -> u64 {
    let mut count = 0;
    for (((fresh, &now), &old), next) in fresh.iter_mut().zip(now).zip(old).zip(next) {
        *fresh &= !(now | old | *next);
        *next |= *fresh;
        count += u64::from(fresh.count_ones());
    }
    count
}

#[cfg(test)]
mod tests {
    use testkit::random::Random;

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
