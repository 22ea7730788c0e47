//! Pulling one distance into a chunk, batch by batch: what all paths share. The blocks of a batch are merged from whole
//! source blocks, the path adds what comes through permutations, and what none of the three planes holds yet is new.

use std::ops::Range;

/// Bytes of the blocks that a batch pulls into: with their sources they stay in the second cache, and the controls of
/// the shuffles are loaded seldom.
const BATCH_BYTES: usize = 16_384;

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
