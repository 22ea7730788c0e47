//! Permutations of a block's bits as byte shuffles, for registers of any size.
//!
//! For `N` bits of the answer a shuffle names, for each bit, the byte of a window of the source block that holds it
//! and the bit's place in that byte. The bits may need several windows.

use super::job::{Job, Program};

/// Which bytes of a window hold `N` bits, and at what place.
#[repr(align(64))]
pub(super) struct Shuffle<const N: usize> {
    /// Bytes of the window; 128 where the bit is in none of them.
    pub(super) control: [u8; N],
    /// The bit's place in its byte, as a mask; 0 where it is in none of them.
    pub(super) select: [u8; N],
    /// The window's first byte in the block.
    offset: u32,
}

/// The shuffles of a permutation of a block of `width` words, with windows of `size` bytes; `sources[b]` is where bit
/// `b` comes from.
pub(super) fn compile<const N: usize>(sources: &[u32], width: usize, size: u32) -> Program<Shuffle<N>> {
    Program::compile(sources, N, |bits, ops| {
        let mut done = [false; N];
        for offset in windows(bits, size, 8 * width as u32) {
            let mut op = Shuffle { control: [0x80; N], select: [0; N], offset };
            for (bit, &source) in bits.iter().enumerate() {
                let byte = (source / 8).wrapping_sub(offset);
                if byte < size && !done[bit] {
                    done[bit] = true;
                    op.control[bit] = byte as u8;
                    op.select[bit] = 1 << (source % 8);
                }
            }
            ops.push(op);
        }
    })
}

/// The bytes of a block in which the bits `sources` lie, covered greedily by windows of `size` bytes; where one
/// aligned window covers as many of them it is taken. A window reaches beyond a block only where the block is
/// smaller.
fn windows(sources: &[u32], size: u32, block: u32) -> Vec<u32> {
    let mut bytes: Vec<u32> = sources.iter().map(|bit| bit / 8).collect();
    bytes.sort_unstable();
    let mut found = Vec::new();
    let mut rest = bytes.as_slice();
    while let [first, ..] = rest {
        let reach = rest.partition_point(|&byte| byte < first + size);
        let aligned = first / size * size;
        let start = if rest[reach - 1] < aligned + size { aligned } else { *first };
        found.push(start.min(block.saturating_sub(size)));
        rest = &rest[reach..];
    }
    found
}

/// The shuffles of all moves of a job, by the unit of `N` bits that they add to.
pub(super) struct Listed<'p, const N: usize> {
    starts: Vec<usize>,
    ops: Vec<(&'p Shuffle<N>, usize)>,
}

impl<'p, const N: usize> Listed<'p, N> {
    /// Those of a job.
    pub(super) fn of(programs: &'p [Program<Shuffle<N>>], job: &Job<'_>) -> Listed<'p, N> {
        let mut listed = Listed { starts: vec![0], ops: Vec::new() };
        for unit in 0..job.width * 64 / N {
            for &(permutation, chunk) in job.permuted {
                let ops = programs[permutation].unit(unit).iter();
                listed.ops.extend(ops.map(|op| (op, 8 * chunk + op.offset as usize)));
            }
            listed.starts.push(listed.ops.len());
        }
        listed
    }

    /// The shuffles of a unit, each with the first byte of its window in the plane for order 0.
    pub(super) fn unit(&self, unit: usize) -> &[(&'p Shuffle<N>, usize)] {
        &self.ops[self.starts[unit]..self.starts[unit + 1]]
    }
}

#[cfg(test)]
mod tests {
    use testkit::random::Random;

    use super::*;

    #[test]
    fn windows_cover_and_stay_inside() {
        let mut random = Random::new(5);
        for block in [8u32, 64, 72, 320] {
            let sources: Vec<u32> = (0..64).map(|_| random.below(8 * block)).collect();
            for size in [16, 64] {
                let found = windows(&sources, size, block);
                assert!(found.iter().all(|&start| start == 0 || start + size <= block));
                assert!(
                    sources.iter().all(|bit| found.iter().any(|&start| (start..start + size).contains(&(bit / 8))))
                );
            }
        }
    }
}
