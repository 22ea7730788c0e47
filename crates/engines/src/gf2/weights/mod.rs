//! Fewest ones in `offset + kernel`: exact weight, one lightest vector, how many there are, and their union.
//!
//! The kernel splits into parts that share no entry (`parts`), each solved by itself. In a part with k basis
//! vectors, entries with equal kernel columns count together: with f(h) the signed number of entries of column
//! h, the entries of combination c sum to F(c) = Σ f(h)·(−1)^⟨h,c⟩, and its weight is (n − F(c)) / 2. A
//! depth-first search (`search`) fixes the first k − 14 coefficients; fixing one merges groups, and Σ |f| of
//! what is left bounds F. Each leaf is one Walsh–Hadamard transform of 2¹⁴ values (`transform`).
//!
//! Cost: at most 2^k · 14 additions, 32 at once, and a pass over the groups for each leaf: below a second for k = 30
//! and 1,000 groups where nothing is pruned, four times that for k = 32. Source: the fast Hadamard transform as decoder
//! of first-order Reed–Muller codes. At most k + 1 vectors span the affine hull of the lightest ones and determine
//! their union.

mod parts;
mod search;
mod transform;

use self::parts::{Part, split};
use self::search::{Found, search};
use super::Bits;
use crate::{Context, Halt};

/// The minimum weight of the vectors in `offset + kernel`, or bounds on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lightest {
    /// The number of ones of `example`.
    pub weight: u64,
    /// The vector with the fewest ones that was found.
    pub example: Bits,
    /// Whether it is proven that no vector has fewer ones.
    pub optimal: bool,
    /// A lower bound on the number of ones of every vector; equal to `weight` where that is optimal.
    pub at_least: u64,
    /// The number of vectors of this weight; only where it is optimal and the number is below 2^128.
    pub count: Option<u128>,
    /// The entries that are one in some lightest vector; only where the weight is optimal.
    pub union: Option<Bits>,
    /// The limit that ended the search, if one did.
    pub halt: Option<Halt>,
}

/// A list of vectors of minimum weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The vectors, in ascending order of their lists of ones.
    pub vectors: Vec<Bits>,
    /// Whether the list has all vectors of minimum weight.
    pub complete: bool,
}

/// Finds the minimum weight of the vectors in `offset + kernel`. Where a limit is reached, the result is the best
/// vector found with a proven lower bound.
///
/// The vectors of `kernel` must be linearly independent and have the length of `offset`. A unit of work is one vector
/// considered.
///
/// # Panics
/// If a vector of the kernel has another length than `offset`.
#[must_use]
pub fn lightest(offset: &Bits, kernel: &[Bits], cx: &Context<'_>) -> Lightest {
    let parts = split(offset, kernel);
    let found: Vec<Found> = parts.iter().map(|part| search(part, 0, cx)).collect();
    let mut example = offset.clone();
    let mut spread = Bits::zero(offset.len());
    for (part, found) in parts.iter().zip(&found) {
        example.add(&part.combination(found.best));
        for &difference in &found.hull {
            part.combination(difference).ones().for_each(|i| spread.set(i, true));
        }
    }
    let still: u64 = offset.weight() - parts.iter().map(|part| part.offset_weight).sum::<u64>();
    let at_least = still + parts.iter().zip(&found).map(|(part, found)| part.weight(found.at_most)).sum::<u64>();
    let halt = found.iter().find_map(|found| found.halt);
    let weight = example.weight();
    let optimal = at_least == weight;
    let counted = halt.is_none() && optimal;
    let count = found.iter().try_fold(1_u128, |product, found| product.checked_mul(found.count));
    example.ones().for_each(|i| spread.set(i, true));
    Lightest {
        weight,
        example,
        optimal,
        at_least,
        count: count.filter(|_| counted),
        union: counted.then_some(spread),
        halt,
    }
}

/// Lists up to `cap` vectors of `offset + kernel` with the fewest ones.
///
/// # Errors
/// The limit that was reached before the search was complete.
///
/// # Panics
/// If a vector of the kernel has another length than `offset`.
pub fn minimisers(offset: &Bits, kernel: &[Bits], cap: usize, cx: &Context<'_>) -> Result<Listing, Halt> {
    let mut vectors = vec![offset.clone()];
    let mut complete = true;
    for part in split(offset, kernel) {
        let found = search(&part, cap, cx);
        if let Some(halt) = found.halt {
            return Err(halt);
        }
        complete &= found.count == found.listed.len() as u128;
        vectors = combine(&vectors, &part, &found.listed, cap, &mut complete);
        let _claim = cx.reserve(vectors.len() as u64 * offset.len().div_ceil(8) as u64)?;
    }
    complete &= vectors.len() <= cap;
    vectors.truncate(cap);
    vectors.sort_by(|a, b| a.ones().cmp(b.ones()));
    Ok(Listing { vectors, complete })
}

/// Every vector plus every listed combination of a part, up to `cap`.
fn combine(vectors: &[Bits], part: &Part, listed: &[u128], cap: usize, complete: &mut bool) -> Vec<Bits> {
    *complete &= vectors.len().saturating_mul(listed.len()) <= cap;
    let patterns: Vec<Bits> = listed.iter().map(|&combination| part.combination(combination)).collect();
    let sum = |vector: &Bits, pattern: &Bits| {
        let mut sum = vector.clone();
        sum.add(pattern);
        sum
    };
    vectors.iter().flat_map(|vector| patterns.iter().map(move |pattern| sum(vector, pattern))).take(cap).collect()
}

#[cfg(test)]
mod tests;
