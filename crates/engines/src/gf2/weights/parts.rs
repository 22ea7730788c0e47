//! The parts of a kernel that share no entry, each in reduced form and grouped by kernel column.

use std::collections::{HashMap, HashSet};

use crate::gf2::Bits;

/// The widest part that is searched; a wider one gets bounds only for its first vectors' span.
pub(super) const WIDEST: usize = 128;

/// A kernel column, with the entries of offset 0 that have it less those of offset 1.
pub(super) type Group = (u128, i32);

/// A part: combinations of `basis` are numbers, bit `j` for vector `j`.
#[derive(Debug)]
pub(super) struct Part {
    /// Independent vectors; no entry of theirs is one in a vector of another part.
    pub basis: Vec<Bits>,
    /// The kernel columns that occur.
    pub groups: Vec<Group>,
    /// How many entries the part has.
    pub entries: u64,
    /// The ones of the offset among them.
    pub offset_weight: u64,
    /// Σ |f| over the exact columns where the part is wider than what is searched.
    pub wide_bound: Option<i32>,
}

impl Part {
    /// The sum of the basis vectors named.
    pub(super) fn combination(&self, combination: u128) -> Bits {
        let mut sum = Bits::zero(self.basis.first().map_or(0, Bits::len));
        let named = self.basis.iter().take(WIDEST).enumerate().filter(|(j, _)| combination >> j & 1 != 0);
        named.for_each(|(_, vector)| sum.add(vector));
        sum
    }

    /// The weight within the part that belongs to a sum of signs.
    pub(super) fn weight(&self, sum: i32) -> u64 {
        self.entries.saturating_add_signed(-i64::from(sum)) / 2
    }
}

/// Splits `offset + kernel` into parts; entries that no vector changes belong to none.
pub(super) fn split(offset: &Bits, kernel: &[Bits]) -> Vec<Part> {
    let basis = reduce(kernel);
    let mut part_of: Vec<usize> = (0..basis.len()).collect();
    let mut owner = vec![usize::MAX; offset.len()];
    for (j, vector) in basis.iter().enumerate() {
        for i in vector.ones() {
            match owner[i] {
                usize::MAX => owner[i] = j,
                other => {
                    let (a, b) = (root(&mut part_of, other), root(&mut part_of, j));
                    part_of[a.max(b)] = a.min(b);
                }
            }
        }
    }
    let mut members: Vec<Vec<Bits>> = vec![Vec::new(); basis.len()];
    for (j, vector) in basis.into_iter().enumerate() {
        members[root(&mut part_of, j)].push(vector);
    }
    members.into_iter().filter(|basis| !basis.is_empty()).map(|basis| group(offset, basis)).collect()
}

fn root(part_of: &mut [usize], mut j: usize) -> usize {
    while part_of[j] != j {
        part_of[j] = part_of[part_of[j]];
        j = part_of[j];
    }
    j
}

/// Reduced echelon form: each vector has an entry where all others are zero.
fn reduce(kernel: &[Bits]) -> Vec<Bits> {
    let mut basis: Vec<(usize, Bits)> = Vec::with_capacity(kernel.len());
    for vector in kernel {
        let mut vector = vector.clone();
        for (pivot, other) in &basis {
            if vector.get(*pivot) {
                vector.add(other);
            }
        }
        let Some(pivot) = vector.ones().next() else { continue };
        basis.iter_mut().filter(|(_, other)| other.get(pivot)).for_each(|(_, other)| other.add(&vector));
        basis.push((pivot, vector));
    }
    basis.into_iter().map(|(_, vector)| vector).collect()
}

fn group(offset: &Bits, basis: Vec<Bits>) -> Part {
    let mut columns: HashMap<usize, Vec<u64>> = HashMap::new();
    let words = basis.len().div_ceil(64).max(2);
    for (j, vector) in basis.iter().enumerate() {
        for i in vector.ones() {
            columns.entry(i).or_insert_with(|| vec![0; words])[j / 64] |= 1 << (j % 64);
        }
    }
    let mut classes: HashMap<&[u64], i32> = HashMap::new();
    for (&i, column) in &columns {
        *classes.entry(column).or_default() += if offset.get(i) { -1 } else { 1 };
    }
    let wide_bound = (basis.len() > WIDEST).then(|| classes.values().map(|f| f.abs()).sum());
    let mut merged: HashMap<u128, i32> = HashMap::new();
    for (column, f) in &classes {
        *merged.entry(u128::from(column[0]) | u128::from(column[1]) << 64).or_default() += f;
    }
    let mut groups: Vec<Group> = merged.into_iter().collect();
    groups.sort_unstable();
    let entries = columns.len() as u64;
    let offset_weight = columns.keys().filter(|&&i| offset.get(i)).count() as u64;
    let mut part = Part { basis, groups, entries, offset_weight, wide_bound };
    part.order();
    part
}

impl Part {
    /// Puts last the vectors whose coefficients, once fixed, merge most groups: they are fixed first.
    fn order(&mut self) {
        let width = self.basis.len().min(WIDEST);
        for place in (super::transform::LEAF.min(width)..width).rev() {
            let columns: HashSet<u128> = self.groups.iter().map(|group| group.0 & low_bits(place + 1)).collect();
            if columns.len() * width > 1 << 16 {
                return;
            }
            let merges = |j: usize| columns.iter().filter(|&&column| columns.contains(&(column ^ 1 << j))).count();
            let best = (0..=place).rev().max_by_key(|&j| merges(j)).unwrap_or(place);
            self.exchange(best, place);
        }
    }

    fn exchange(&mut self, a: usize, b: usize) {
        self.basis.swap(a, b);
        for (column, _) in &mut self.groups {
            if (*column >> a ^ *column >> b) & 1 != 0 {
                *column ^= 1 << a | 1 << b;
            }
        }
    }
}

/// A word whose lowest `count` bits are one.
pub(super) fn low_bits(count: usize) -> u128 {
    if count >= 128 { u128::MAX } else { (1 << count) - 1 }
}

/// The parity of the scalar product of two numbers' bits.
pub(super) fn odd(a: u128) -> bool {
    a.count_ones() % 2 == 1
}
