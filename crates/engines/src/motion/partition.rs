//! Which colours share a pattern database, and how many sums of databases to use.
//!
//! Databases of pairs of colours, and of triples where the tokens are few, are small. What they bring beyond their
//! parts, the *gain*, is taken from them on random arrangements. Partitions of the colours into patterns are
//! climbed by moves and exchanges of colours from random beginnings; whatever was met on the way is a candidate. A
//! candidate's bound on a sample is about the sum of its single colours and gains, the largest over the symmetries
//! (measured: triples put candidates into nearly the order that their true tables give, pairs do not); the effort
//! of a search with bound h is about b^(−h/2) of one without, b being the growth of walks that never turn back
//! (after Korf, Reid and Edelkamp, Time complexity of IDA*, 2001). The best partition is taken, then whichever
//! lowers the mean effort most, as long as it is worth its cost.

use std::collections::{BTreeMap, BTreeSet};

use super::bitboard::{Bitboard, places};
use super::pattern::{self, Blocks};
use super::symmetry::Symmetry;
use crate::{Context, Halt};

/// Arrangements that candidates are tried on.
const SAMPLES: usize = 256;
/// Random beginnings.
const STARTS: usize = 64;
/// Pairs with more nodes than this are not tried, and not joined.
const MAX_PAIR_NODES: u64 = 1 << 19;
/// The mean gain of pairs that must not share a pattern.
const NEVER: f64 = -1e9;
/// One part in so many of the effort must be saved for each MiB of further tables: they take time to build, and
/// room in the caches.
const WORTH_A_MEGABYTE: f64 = 400.0;

/// Disjoint patterns (sets of colours) of all colours, ascending.
pub(super) type Partition = Vec<u16>;

/// How large tables may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// Bits of the largest index of one table.
    pub(super) bits: u32,
    /// Nodes of one pattern while it is built.
    pub(super) nodes: u64,
    /// Triples of colours are studied where they have at most this many nodes in all.
    pub(super) study: u64,
    /// Bytes of all tables.
    pub(super) bytes: u64,
    /// Sums of tables, counting each symmetry.
    pub(super) views: usize,
}

/// The partitions to build and the views of them: pairs of a partition and a symmetry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) partitions: Vec<Partition>,
    pub(super) views: Vec<(usize, usize)>,
}

/// Chooses partitions within the limits; none where a single colour exceeds them.
pub(super) fn choose(
    small: &Bitboard,
    symmetries: &[Symmetry],
    limits: Limits,
    cx: &Context<'_>,
) -> Result<Choice, Halt> {
    let study = Study::new(small, symmetries, limits, cx)?;
    let candidates: Vec<Candidate> = study.candidates().into_iter().map(|partition| study.judge(partition)).collect();
    let mut choice = Choice::default();
    let mut best = vec![0i16; SAMPLES];
    let mut effort = f64::INFINITY;
    while let Some((next, bounds)) = study.most_useful(&candidates, &choice, &best, effort) {
        let number = choice.partitions.len();
        choice.views.extend(next.symmetries.iter().map(|&symmetry| (number, symmetry)));
        effort = study.effort(&bounds);
        best = bounds;
        choice.partitions.push(next.partition.clone());
    }
    Ok(choice)
}

/// A partition, its symmetries with different images, and its bounds on the samples.
struct Candidate {
    partition: Partition,
    symmetries: Vec<usize>,
    bounds: Vec<i16>,
}

/// Bounds of single colours and gains of pairs and triples on random arrangements.
struct Study<'s> {
    small: &'s Bitboard,
    symmetries: &'s [Symmetry],
    limits: Limits,
    growth: f64,
    samples: Vec<Vec<u16>>,
    /// For each number of tokens its blocks, where some database needed them.
    blocks: Vec<Option<Blocks<'s>>>,
    /// Sets of up to three colours, each with what it brings beyond its parts on each sample.
    gains: BTreeMap<u16, Vec<i16>>,
    /// The mean gain of each set of colours; [`NEVER`] for pairs that were not tried.
    mean: Vec<f64>,
}

impl<'s> Study<'s> {
    fn new(
        small: &'s Bitboard,
        symmetries: &'s [Symmetry],
        limits: Limits,
        cx: &Context<'_>,
    ) -> Result<Study<'s>, Halt> {
        let mut study = Study {
            small,
            symmetries,
            limits,
            growth: growth(small),
            samples: samples(small),
            blocks: (0..=small.places).map(|_| None).collect(),
            gains: BTreeMap::new(),
            mean: vec![0.0; 1 << small.colours()],
        };
        let all = ((1u32 << small.colours()) - 1) as u16;
        let of_size = |size| (1..=all).filter(move |pattern| pattern.count_ones() == size);
        for pattern in of_size(1).filter(|&pattern| study.fits(pattern)).collect::<Vec<_>>() {
            study.measure(pattern, cx)?;
        }
        for pattern in of_size(2) {
            if study.fits(pattern) && pattern::nodes(small, pattern) <= MAX_PAIR_NODES {
                study.measure(pattern, cx)?;
            } else {
                study.mean[usize::from(pattern)] = NEVER;
            }
        }
        let triples: Vec<u16> = of_size(3).filter(|&pattern| study.fits(pattern)).collect();
        if triples.iter().map(|&pattern| pattern::nodes(small, pattern)).sum::<u64>() <= limits.study {
            triples.iter().try_for_each(|&pattern| study.measure(pattern, cx))?;
        }
        Ok(study)
    }

    /// Builds the database of a few colours and keeps what it brings beyond its parts.
    fn measure(&mut self, pattern: u16, cx: &Context<'_>) -> Result<(), Halt> {
        let tokens = pattern::tokens(self.small, pattern);
        let blocks = self.blocks[tokens as usize].get_or_insert_with(|| Blocks::new(self.small, tokens));
        let mut table = vec![0; pattern::entries(self.small, pattern) as usize];
        pattern::build(self.small, blocks, pattern, &mut table, cx)?;
        let bound = |sample: &Vec<u16>| i16::from(table[index(self.small, pattern, sample)]);
        let mut gains: Vec<i16> = self.samples.iter().map(bound).collect();
        for part in parts(pattern).filter(|&part| part != pattern) {
            let known = self.gains.get(&part).into_iter().flatten();
            gains.iter_mut().zip(known).for_each(|(gain, known)| *gain -= known);
        }
        self.mean[usize::from(pattern)] = gains.iter().map(|&gain| f64::from(gain)).sum::<f64>() / SAMPLES as f64;
        self.gains.insert(pattern, gains);
        Ok(())
    }

    fn fits(&self, pattern: u16) -> bool {
        pattern::entries(self.small, pattern) <= 1 << self.limits.bits
            && pattern::nodes(self.small, pattern) <= self.limits.nodes
    }

    /// Every partition met while climbing.
    fn candidates(&self) -> BTreeSet<Partition> {
        let mut met = BTreeSet::new();
        let mut seed = 0x5eed;
        for _ in 0..STARTS {
            if let Some(start) = self.start(&mut seed) {
                self.climb(start, &mut met);
            }
        }
        met
    }

    /// Colours in random order, each into the first pattern with room.
    fn start(&self, seed: &mut u64) -> Option<Partition> {
        let mut colours: Vec<u8> = (0..self.small.colours()).collect();
        shuffle(&mut colours, seed);
        let mut partition = Partition::new();
        for colour in colours {
            let own = 1u16 << colour;
            match partition
                .iter_mut()
                .find(|pattern| self.fits(**pattern | own) && self.inner(**pattern | own) > NEVER / 2.0)
            {
                Some(pattern) => *pattern |= own,
                None if self.fits(own) => partition.push(own),
                None => return None,
            }
        }
        Some(partition)
    }

    /// Takes the best change as long as one helps.
    fn climb(&self, mut partition: Partition, met: &mut BTreeSet<Partition>) {
        loop {
            let mut sorted = partition.clone();
            sorted.sort_unstable();
            if !met.insert(sorted) {
                return;
            }
            let mut best = (1e-9, partition.clone());
            for (source, target) in pairs(partition.len()) {
                for colour in places(partition[source]) {
                    let others = places(partition[target]).map(|other| 1u16 << other).chain([0]);
                    for other in others {
                        self.try_change(&partition, (source, target), (1 << colour, other), &mut best);
                    }
                }
            }
            if best.1 == partition {
                return;
            }
            partition = best.1;
        }
    }

    /// Moves one colour over and another (or none) back; keeps the result where it is the best.
    fn try_change(
        &self,
        partition: &Partition,
        (source, target): (usize, usize),
        (over, back): (u16, u16),
        best: &mut (f64, Partition),
    ) {
        let (before, after) = (partition[source], partition[target]);
        let (left, joined) = (before & !over | back, after & !back | over);
        if !self.fits(left) || !self.fits(joined) {
            return;
        }
        let gain = self.inner(left) + self.inner(joined) - self.inner(before) - self.inner(after);
        if gain > best.0 {
            let mut changed = partition.clone();
            (changed[source], changed[target]) = (left, joined);
            changed.retain(|&pattern| pattern != 0);
            *best = (gain, changed);
        }
    }

    /// All mean gains inside a pattern.
    fn inner(&self, pattern: u16) -> f64 {
        parts(pattern).filter(|part| part.count_ones() > 1).map(|part| self.mean[usize::from(part)]).sum()
    }

    fn judge(&self, partition: Partition) -> Candidate {
        let mut images: Vec<Partition> = Vec::new();
        let mut symmetries = Vec::new();
        let mut bounds = vec![0; SAMPLES];
        for (number, symmetry) in self.symmetries.iter().enumerate() {
            // What the partition says of an image, its own preimage says of the arrangement.
            let before = |pattern: u16| preimage(self.small, symmetry, pattern);
            let mut image: Partition = partition.iter().map(|&pattern| before(pattern)).collect();
            image.sort_unstable();
            if !images.contains(&image) {
                let seen = self.bounds(&image);
                bounds.iter_mut().zip(seen).for_each(|(bound, seen)| *bound = seen.max(*bound));
                symmetries.push(number);
                images.push(image);
            }
        }
        Candidate { partition, symmetries, bounds }
    }

    /// About the bounds of a partition on the samples.
    fn bounds(&self, partition: &Partition) -> Vec<i16> {
        let mut bounds = vec![0i16; SAMPLES];
        for part in partition.iter().flat_map(|&pattern| parts(pattern)) {
            let gains = self.gains.get(&part).into_iter().flatten();
            bounds.iter_mut().zip(gains).for_each(|(bound, gain)| *bound += gain);
        }
        bounds
    }

    fn effort(&self, bounds: &[i16]) -> f64 {
        bounds.iter().map(|&bound| self.growth.powf(-0.5 * f64::from(bound))).sum()
    }

    /// The candidate that lowers the effort most, if it is worth its cost, and the bounds with it.
    fn most_useful<'c>(
        &self,
        candidates: &'c [Candidate],
        choice: &Choice,
        best: &[i16],
        effort: f64,
    ) -> Option<(&'c Candidate, Vec<i16>)> {
        let mut useful: Option<(f64, &Candidate, Vec<i16>)> = None;
        let before = self.bytes(&choice.partitions, None);
        for candidate in candidates {
            let bytes = self.bytes(&choice.partitions, Some(&candidate.partition));
            if choice.views.len() + candidate.symmetries.len() > self.limits.views || bytes > self.limits.bytes {
                continue;
            }
            let bounds: Vec<i16> = best.iter().zip(&candidate.bounds).map(|(a, b)| *a.max(b)).collect();
            let with = self.effort(&bounds);
            let saved = (bytes - before) as f64 / f64::from(1 << 20) / WORTH_A_MEGABYTE;
            let worth = effort.is_infinite() || with < effort * (1.0 - saved);
            if worth && useful.as_ref().is_none_or(|(least, ..)| with < *least) {
                useful = Some((with, candidate, bounds));
            }
        }
        useful.map(|(_, candidate, bounds)| (candidate, bounds))
    }

    /// The bytes of all tables of these partitions.
    fn bytes(&self, partitions: &[Partition], further: Option<&Partition>) -> u64 {
        let patterns: BTreeSet<u16> = partitions.iter().chain(further).flatten().copied().collect();
        patterns.into_iter().map(|pattern| pattern::entries(self.small, pattern)).sum()
    }
}

/// The sets of one to three of a pattern's colours.
fn parts(pattern: u16) -> impl Iterator<Item = u16> {
    let mut part = pattern;
    std::iter::from_fn(move || {
        let next = (part != 0).then_some(part);
        part = part.wrapping_sub(1) & pattern;
        next
    })
    .filter(|part| part.count_ones() <= 3)
}

/// The colours whose images make up a pattern.
pub(super) fn preimage(small: &Bitboard, symmetry: &Symmetry, pattern: u16) -> u16 {
    let into = |&colour: &u8| pattern >> symmetry.colour[usize::from(colour)] & 1 == 1;
    (0..small.colours()).filter(into).map(|colour| 1u16 << colour).sum()
}

/// All ordered pairs of different numbers below `count`.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |a| (0..count).map(move |b| (a, b))).filter(|(a, b)| a != b)
}

/// Random arrangements: for each colour its places.
fn samples(small: &Bitboard) -> Vec<Vec<u16>> {
    let mut seed = 0xa11;
    let mut order: Vec<u8> = (0..small.places as u8).collect();
    let mut sample = || {
        shuffle(&mut order, &mut seed);
        let mut rest = order.iter();
        let homes = small.homes.iter();
        homes.map(|homes| rest.by_ref().take(homes.count_ones() as usize).map(|&place| 1u16 << place).sum()).collect()
    };
    (0..SAMPLES).map(|_| sample()).collect()
}

/// The index of an arrangement in the table of a pattern.
fn index(small: &Bitboard, pattern: u16, sample: &[u16]) -> usize {
    let mut weight = 1;
    places(pattern).fold(0, |index, colour| {
        let rank = small.rank(sample[usize::from(colour)]) as usize * weight;
        weight *= small.ranks_of(colour) as usize;
        index + rank
    })
}

/// By what factor walks of the blank that never turn back multiply a step, in the long run.
fn growth(small: &Bitboard) -> f64 {
    let mut walks = [[1.0f64; 16]; 16];
    let mut factor = 1.0;
    for _ in 0..64 {
        let mut next = [[0.0; 16]; 16];
        let mut total = 0.0;
        for (from, row) in next.iter_mut().enumerate().take(small.places) {
            for to in places(small.links[from]).map(usize::from) {
                let onward = places(small.links[to]).map(usize::from).filter(|&after| after != from);
                row[to] = onward.map(|after| walks[to][after]).sum::<f64>();
                total += row[to];
            }
        }
        let before: f64 = walks.iter().flatten().sum();
        if total == 0.0 {
            return 1.0;
        }
        factor = total / before;
        next.iter_mut().flatten().for_each(|walks| *walks /= total);
        walks = next;
    }
    factor.max(1.0)
}

/// Splitmix (Steele, Lea and Flood 2014) and the shuffle of Fisher and Yates.
fn shuffle(list: &mut [u8], seed: &mut u64) {
    for end in (1..list.len()).rev() {
        *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (*seed ^ *seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        list.swap(end, ((mixed ^ mixed >> 31) % (end as u64 + 1)) as usize);
    }
}
