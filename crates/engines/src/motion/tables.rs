//! The pattern databases of one board: built in parallel, kept in the store under a key made of the board, the
//! limits and the version of the format, and sealed with the same ([`crate::sealed`]). What does not match in every
//! respect is built anew. The tables of all patterns lie one behind the other, so that a mapped file serves as it is.
//!
//! Format (little endian): `motion 2`; the number of partitions, for each the number of its patterns and these as
//! 16-bit sets of colours; the number of views, for each its partition and its symmetry; zeros up to a multiple of
//! 64 bytes; the tables of the different patterns in ascending order; the trailer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use super::bitboard::{Bitboard, MAX_PLACES, places};
use super::board::Board;
use super::packed::{Core, Field, View};
use super::partition::{Choice, Limits, choose};
use super::pattern::{self, Blocks};
use super::symmetry::Symmetry;
use crate::sealed::{self, Identity, TRAILER};
use crate::{Context, Halt, Stored};

const MAGIC: &[u8; 8] = b"motion 2";
/// At most this many sums of tables. Where colours have several tokens each, patterns are small and no sum is good
/// for all boards; where all differ, few large tables are better.
const MAX_VIEWS: usize = 6;
const MAX_DISTINCT_VIEWS: usize = 4;
const ALIGN: usize = 64;

/// Databases ready for searching.
pub(super) struct Tables {
    pub(super) limits: Limits,
    /// The bound in words.
    pub(super) method: String,
    pub(super) cores: Cores,
    /// The whole file; the cores know where each table begins.
    pub(super) bytes: Stored,
}

/// The search's constants, for as many views as there are.
pub(super) enum Cores {
    One(Core<1, false>),
    Two(Core<2, false>),
    Four(Core<4, false>),
    Five(Box<Core<5, false>>),
    Six(Box<Core<6, false>>),
    OneDistinct(Core<1, true>),
    TwoDistinct(Core<2, true>),
    FourDistinct(Core<4, true>),
}

/// The most sums of tables that a search of this board can use.
pub(super) fn most_views(small: &Bitboard) -> usize {
    if small.distinct() { MAX_DISTINCT_VIEWS } else { MAX_VIEWS }
}

impl Cores {
    fn new(small: &Bitboard, views: &[View]) -> Option<Cores> {
        Some(match (views.len(), small.distinct()) {
            (0, _) => return None,
            (1, false) => Cores::One(Core::new(small, views)),
            (2..4, false) => Cores::Two(Core::new(small, views)),
            (4, false) => Cores::Four(Core::new(small, views)),
            (5, false) => Cores::Five(Box::new(Core::new(small, views))),
            (_, false) => Cores::Six(Box::new(Core::new(small, views))),
            (1, true) => Cores::OneDistinct(Core::new(small, views)),
            (2..4, true) => Cores::TwoDistinct(Core::new(small, views)),
            (_, true) => Cores::FourDistinct(Core::new(small, views)),
        })
    }
}

impl Tables {
    /// Takes the tables from the store, where they are there and sound.
    pub(super) fn stored(
        board: &Board,
        small: &Bitboard,
        symmetries: &[Symmetry],
        limits: Limits,
        cx: &Context<'_>,
    ) -> Option<Tables> {
        let identity = identity(board, limits);
        let bytes = cx.tables().get(&key(identity))?;
        let choice = decode(small, symmetries, sealed::content(&bytes, identity)?)?;
        Tables::assemble(small, symmetries, limits, choice, bytes)
    }

    /// Chooses patterns, builds their tables and keeps them; none where no tables fit the limits.
    pub(super) fn build(
        board: &Board,
        small: &Bitboard,
        symmetries: &[Symmetry],
        limits: Limits,
        cx: &Context<'_>,
    ) -> Result<Option<Tables>, Halt> {
        let choice = choose(small, symmetries, limits, cx)?;
        if choice.views.is_empty() {
            return Ok(None);
        }
        let header = encode(&choice);
        let patterns = patterns(&choice);
        let lengths: Vec<usize> = patterns.iter().map(|&pattern| pattern::entries(small, pattern) as usize).collect();
        let total = header.len() + lengths.iter().sum::<usize>() + TRAILER;
        let _claim = cx.reserve(total as u64)?;
        let mut bytes = vec![0; total];
        bytes[..header.len()].copy_from_slice(&header);
        fill(small, &patterns, &lengths, &mut bytes[header.len()..], cx)?;
        let identity = identity(board, limits);
        sealed::seal(&mut bytes, identity);
        keep(&key(identity), &bytes, cx);
        Ok(Tables::assemble(small, symmetries, limits, choice, Box::new(bytes)))
    }

    pub(super) fn assemble(
        small: &Bitboard,
        symmetries: &[Symmetry],
        limits: Limits,
        choice: Choice,
        bytes: Stored,
    ) -> Option<Tables> {
        let mut bases = BTreeMap::new();
        let mut base = encode(&choice).len();
        for pattern in patterns(&choice) {
            bases.insert(pattern, base as u32);
            base += pattern::entries(small, pattern) as usize;
        }
        let view = |&(partition, symmetry): &(usize, usize)| {
            let fields = fields(small, &choice.partitions[partition], &bases);
            let symmetry = symmetries[symmetry];
            let seen = |colour: usize| fields[usize::from(symmetry.colour[colour])];
            View { symmetry, fields: std::array::from_fn(seen) }
        };
        let views: Vec<View> = choice.views.iter().map(view).collect();
        let cores = Cores::new(small, &views)?;
        Some(Tables { limits, method: method(small, &choice), cores, bytes })
    }
}

/// The bound in words; the numbers are the tokens of each pattern.
fn method(small: &Bitboard, choice: &Choice) -> String {
    let sizes = |partition: &Vec<u16>| {
        let mut sizes: Vec<u32> = partition.iter().map(|&pattern| pattern::tokens(small, pattern)).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes.iter().map(u32::to_string).collect::<Vec<_>>().join("-")
    };
    let mut sums: Vec<String> = choice.partitions.iter().map(sizes).collect();
    let partitions = sums.len();
    sums.dedup();
    let times = if partitions > sums.len() { format!(" ({partitions} partitions)") } else { String::new() };
    let mirrored = if choice.views.iter().any(|&(_, symmetry)| symmetry > 0) { ", reflected" } else { "" };
    format!("additive pattern databases {}{times}{mirrored}", sums.join(" and "))
}

/// Builds every table in its place, the largest first, each by one thread.
fn fill(
    small: &Bitboard,
    patterns: &[u16],
    lengths: &[usize],
    mut rest: &mut [u8],
    cx: &Context<'_>,
) -> Result<(), Halt> {
    let mut jobs = Vec::new();
    for (&pattern, &length) in patterns.iter().zip(lengths) {
        let (table, behind) = rest.split_at_mut(length);
        jobs.push((pattern, table));
        rest = behind;
    }
    jobs.sort_by_key(|(pattern, _)| pattern::nodes(small, *pattern));
    let threads = cx.thread_count().min(jobs.len());
    let jobs = Mutex::new(jobs);
    let next = || jobs.lock().ok().and_then(|mut jobs| jobs.pop());
    let work = || {
        std::iter::from_fn(next).try_for_each(|(pattern, table)| {
            let blocks = Blocks::new(small, pattern::tokens(small, pattern));
            pattern::build(small, &blocks, pattern, table, cx)
        })
    };
    if threads <= 1 {
        return work();
    }
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// The different patterns, ascending.
fn patterns(choice: &Choice) -> Vec<u16> {
    choice.partitions.iter().flatten().copied().collect::<BTreeSet<u16>>().into_iter().collect()
}

/// Where each colour's rank is in the word of a view of the partition.
fn fields(small: &Bitboard, partition: &[u16], bases: &BTreeMap<u16, u32>) -> [Field; MAX_PLACES] {
    let mut fields = [Field::default(); MAX_PLACES];
    let mut offset = 0;
    for pattern in partition {
        let bits = u64::BITS - (pattern::entries(small, *pattern) - 1).leading_zeros();
        let mask = (1u32 << bits) - 1;
        let base = bases.get(pattern).copied().unwrap_or_default();
        let mut weight = 1 << offset;
        for colour in places(*pattern) {
            fields[usize::from(colour)] = Field { weight, offset, mask, base };
            weight *= small.ranks_of(colour);
        }
        offset += bits;
    }
    fields
}

/// What the tables depend on.
fn identity(board: &Board, limits: Limits) -> Identity {
    let numbers = [u64::from(limits.bits), limits.nodes, limits.bytes, limits.views as u64];
    let numbers: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    Identity::new("motion 2", &[&board.content(), &numbers])
}

/// The key of the tables in the store.
fn key(identity: Identity) -> String {
    format!("motion-{}", identity.hex())
}

fn encode(choice: &Choice) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    let mut put = |number: usize| header.extend((number as u16).to_le_bytes());
    put(choice.partitions.len());
    for partition in &choice.partitions {
        put(partition.len());
        partition.iter().for_each(|&pattern| put(pattern.into()));
    }
    put(choice.views.len());
    for &(partition, symmetry) in &choice.views {
        put(partition);
        put(symmetry);
    }
    header.resize(header.len().next_multiple_of(ALIGN), 0);
    header
}

/// Puts tables into the store; one that fails costs the next question a build, nothing else.
pub(super) fn keep(key: &str, bytes: &[u8], cx: &Context<'_>) {
    let _ = cx.tables().put(key, &mut |writer| writer.write_all(bytes));
}

/// The choice that tables were made for, if they have the form for it.
pub(super) fn decode(small: &Bitboard, symmetries: &[Symmetry], body: &[u8]) -> Option<Choice> {
    let mut numbers =
        body.strip_prefix(MAGIC)?.chunks_exact(2).map(|pair| usize::from(pair[0]) | usize::from(pair[1]) << 8);
    let mut choice = Choice::default();
    for _ in 0..numbers.next()? {
        let patterns = numbers.next()?;
        choice.partitions.push(numbers.by_ref().take(patterns).map(|pattern| pattern as u16).collect());
    }
    for _ in 0..numbers.next()? {
        choice.views.push((numbers.next()?, numbers.next()?));
    }
    let all = ((1u32 << small.colours()) - 1) as u16;
    let whole = |partition: &Vec<u16>| {
        let joined = partition.iter().try_fold(0u16, |all, &pattern| (all & pattern == 0).then_some(all | pattern));
        joined == Some(all)
    };
    let known =
        |&(partition, symmetry): &(usize, usize)| partition < choice.partitions.len() && symmetry < symmetries.len();
    if !choice.partitions.iter().all(whole) || !choice.views.iter().all(known) {
        return None;
    }
    let header = encode(&choice);
    let sizes = patterns(&choice).into_iter().map(|pattern| pattern::entries(small, pattern).min(1 << 40));
    let total = header.len() as u64 + sizes.sum::<u64>();
    (body.starts_with(&header) && body.len() as u64 == total).then_some(choice)
}
