//! Fewest presses modulo p: the least sum of entries in `offset + kernel`.
//!
//! Depth-first over the coefficients of a reduced basis. The entries are put in the order in which they are
//! decided: after the last basis vector that is not zero there. The sum of the decided entries bounds the weight
//! from below. Entries whose kernel columns are multiples of each other take p values together; the sum of the least
//! values of all classes is the lower bound where a limit is reached. At most p^k steps of one vector each; sums
//! of entries have no transform as short as the one over GF(2).

use std::collections::HashMap;

use super::{add_multiple, inverse, times};
use crate::{Context, Halt};

/// The least sum of entries of the vectors in `offset + kernel`, or bounds on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lightest {
    /// The sum of the entries of `example`.
    pub weight: u64,
    /// The vector with the least sum of entries that was found.
    pub example: Vec<u8>,
    /// Whether it is proven that no vector has a smaller sum.
    pub optimal: bool,
    /// A lower bound on the sum of entries of every vector; equal to `weight` where that is optimal.
    pub at_least: u64,
    /// The number of vectors of this weight; only where it is optimal.
    pub count: Option<u128>,
    /// For each place the largest entry that a vector of least sum has there; only where the weight is optimal.
    pub union: Option<Vec<u8>>,
    /// The limit that ended the search, if one did.
    pub halt: Option<Halt>,
}

/// A list of vectors with the least sum of entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The vectors, in ascending order.
    pub vectors: Vec<Vec<u8>>,
    /// Whether the list has all vectors with the least sum.
    pub complete: bool,
}

/// Finds the least sum of entries of the vectors in `offset + kernel` modulo `p`. Where a limit is reached, the result
/// is the best vector found with a proven lower bound.
///
/// The vectors of `kernel` must be linearly independent and have the length of `offset`. A unit of work is one vector
/// considered.
///
/// # Panics
/// If a vector of the kernel has another length than `offset`, or [`is_modulus`](super::is_modulus) does not hold for
/// `p`.
#[must_use]
pub fn lightest(p: u8, offset: &[u8], kernel: &[Vec<u8>], cx: &Context<'_>) -> Lightest {
    Search::new(p, offset, kernel, 0, cx).run().0
}

/// Lists up to `cap` vectors of `offset + kernel` with the least sum of entries modulo `p`.
///
/// # Errors
/// The limit that was reached before the search was complete.
///
/// # Panics
/// If a vector of the kernel has another length than `offset`, or [`is_modulus`](super::is_modulus) does not hold for
/// `p`.
pub fn minimisers(p: u8, offset: &[u8], kernel: &[Vec<u8>], cap: usize, cx: &Context<'_>) -> Result<Listing, Halt> {
    let (best, mut vectors) = Search::new(p, offset, kernel, cap, cx).run();
    if let Some(halt) = best.halt {
        return Err(halt);
    }
    vectors.sort();
    Ok(Listing { complete: best.count == Some(vectors.len() as u128), vectors })
}

struct Search<'a> {
    p: u8,
    cx: &'a Context<'a>,
    cap: usize,
    /// The entry of the original vectors that each place holds.
    order: Vec<usize>,
    /// How many places are decided at each depth.
    decided: Vec<usize>,
    basis: Vec<Vec<u8>>,
    /// The vector at each depth.
    x: Vec<Vec<u8>>,
    at_least: u64,
    weight: u64,
    count: u128,
    example: Vec<u8>,
    union: Vec<u8>,
    listed: Vec<Vec<u8>>,
}

impl<'a> Search<'a> {
    fn new(p: u8, offset: &[u8], kernel: &[Vec<u8>], cap: usize, cx: &'a Context<'a>) -> Self {
        assert!(super::is_modulus(p.into()) && kernel.iter().all(|vector| vector.len() == offset.len()));
        let basis = reduce(kernel, p);
        let last = |i: usize| basis.iter().rposition(|vector| vector[i] != 0).map_or(0, |j| j + 1);
        let mut order: Vec<usize> = (0..offset.len()).collect();
        order.sort_by_key(|&i| last(i));
        let decided = (0..=basis.len()).map(|depth| order.partition_point(|&i| last(i) <= depth)).collect();
        let arrange = |vector: &Vec<u8>| order.iter().map(|&i| vector[i] % p).collect::<Vec<u8>>();
        let start = arrange(&offset.to_vec());
        let basis: Vec<Vec<u8>> = basis.iter().map(arrange).collect();
        let mut x = vec![start.clone(); basis.len() + 1];
        let example = descend_greedily(&start, &basis, p);
        x[0] = start;
        Search {
            at_least: class_bound(&x[0], &basis, p),
            weight: weight(&example),
            union: vec![0; example.len()],
            count: 0,
            listed: Vec::new(),
            p,
            cx,
            cap,
            order,
            decided,
            basis,
            x,
            example,
        }
    }

    fn run(mut self) -> (Lightest, Vec<Vec<u8>>) {
        let decided = weight(&self.x[0][..self.decided[0]]);
        let halt = self.descend(0, decided).err();
        let at_least = if halt.is_none() { self.weight } else { self.at_least.max(decided).min(self.weight) };
        let listed = self.listed.iter().map(|x| self.original(x)).collect();
        let found = Lightest {
            weight: self.weight,
            example: self.original(&self.example),
            optimal: at_least == self.weight,
            at_least,
            count: halt.is_none().then_some(self.count),
            union: halt.is_none().then(|| self.original(&self.union)),
            halt,
        };
        (found, listed)
    }

    /// A vector in its original order.
    fn original(&self, x: &[u8]) -> Vec<u8> {
        let mut original = vec![0; x.len()];
        self.order.iter().zip(x).for_each(|(&i, &entry)| original[i] = entry);
        original
    }

    /// Searches all coefficients from `depth` on; `decided` is the sum of the decided entries.
    fn descend(&mut self, depth: usize, decided: u64) -> Result<(), Halt> {
        self.cx.spend(1)?;
        if decided > self.weight {
            return Ok(());
        }
        if depth == self.basis.len() {
            self.note(decided);
            return Ok(());
        }
        let (open, next) = (self.decided[depth], self.decided[depth + 1]);
        let (above, below) = self.x.split_at_mut(depth + 1);
        below[0].copy_from_slice(&above[depth]);
        for _ in 0..self.p {
            add_multiple(&mut self.x[depth + 1][open..], &self.basis[depth][open..], 1, self.p);
            let more = weight(&self.x[depth + 1][open..next]);
            self.descend(depth + 1, decided + more)?;
        }
        Ok(())
    }

    /// Takes note of the last vector, which is as light as any so far.
    fn note(&mut self, found: u64) {
        let Some(x) = self.x.last() else { return };
        if found < self.weight || self.count == 0 {
            (self.weight, self.count) = (found, 0);
            self.example.clone_from(x);
            self.union.fill(0);
            self.listed.clear();
        }
        self.count += 1;
        self.union.iter_mut().zip(x).for_each(|(most, &entry)| *most = entry.max(*most));
        if self.listed.len() < self.cap {
            self.listed.push(x.clone());
        }
    }
}

fn weight(x: &[u8]) -> u64 {
    x.iter().map(|&entry| u64::from(entry)).sum()
}

/// Reduced echelon form: each vector has an entry where all others are zero.
fn reduce(kernel: &[Vec<u8>], p: u8) -> Vec<Vec<u8>> {
    let mut basis: Vec<Vec<u8>> = kernel.iter().map(|x| x.iter().map(|entry| entry % p).collect()).collect();
    let mut rank = 0;
    for i in 0..kernel.first().map_or(0, Vec::len) {
        let Some(found) = (rank..basis.len()).find(|&j| basis[j][i] != 0) else { continue };
        basis.swap(rank, found);
        let scale = inverse(basis[rank][i], p);
        basis[rank].iter_mut().for_each(|entry| *entry = times(*entry, scale, p));
        let pivot = basis[rank].clone();
        for other in basis.iter_mut().enumerate().filter(|(j, other)| *j != rank && other[i] != 0).map(|(_, o)| o) {
            let factor = p - other[i];
            add_multiple(other, &pivot, factor, p);
        }
        rank += 1;
    }
    basis.truncate(rank);
    basis
}

/// A light vector: multiples of single basis vectors are added while that gains.
fn descend_greedily(offset: &[u8], basis: &[Vec<u8>], p: u8) -> Vec<u8> {
    let mut best = offset.to_vec();
    let mut gained = true;
    while gained {
        gained = false;
        for vector in basis {
            let mut x = best.clone();
            for _ in 1..p {
                add_multiple(&mut x, vector, 1, p);
                if weight(&x) < weight(&best) {
                    best.clone_from(&x);
                    gained = true;
                }
            }
        }
    }
    best
}

/// The least sums of the classes of entries with proportional kernel columns, added up.
fn class_bound(offset: &[u8], basis: &[Vec<u8>], p: u8) -> u64 {
    let mut classes: HashMap<Vec<u8>, Vec<u64>> = HashMap::new();
    for (i, &start) in offset.iter().enumerate() {
        let mut column: Vec<u8> = basis.iter().map(|vector| vector[i]).collect();
        let scale = column.iter().copied().find(|&entry| entry != 0).unwrap_or(0);
        if scale != 0 {
            let unit = inverse(scale, p);
            column.iter_mut().for_each(|entry| *entry = times(*entry, unit, p));
        }
        let sums = classes.entry(column).or_insert_with(|| vec![0; p.into()]);
        for (t, sum) in (0..p).zip(sums) {
            *sum += (u64::from(start) + u64::from(times(t, scale, p))) % u64::from(p);
        }
    }
    classes.values().filter_map(|sums| sums.iter().min()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weight and lightest vectors in order, by every combination.
    fn oracle(p: u8, offset: &[u8], kernel: &[Vec<u8>]) -> (u64, Vec<Vec<u8>>) {
        let mut all = vec![offset.to_vec()];
        for vector in kernel {
            let multiples = |x: &Vec<u8>| {
                let mut x = x.clone();
                (0..p)
                    .map(|_| {
                        add_multiple(&mut x, vector, 1, p);
                        x.clone()
                    })
                    .collect::<Vec<_>>()
            };
            all = all.iter().flat_map(multiples).collect();
        }
        let least = all.iter().map(|x| weight(x)).min().unwrap();
        all.retain(|x| weight(x) == least);
        all.sort();
        (least, all)
    }

    fn random(p: u8, n: usize, k: usize) -> (Vec<u8>, Vec<Vec<u8>>) {
        let mut numbers = testkit::random::Random::new((usize::from(p) * 1000 + n * 10 + k) as u64);
        let mut next = || numbers.below(p);
        let offset = (0..n).map(|_| next()).collect();
        let kernel = (0..k).map(|j| (0..n).map(|i| if i < k { u8::from(i == j) } else { next() }).collect());
        (offset, kernel.collect())
    }

    #[test]
    fn agrees_with_every_combination() {
        let cx = Context::default();
        for (p, n, k) in [(3, 5, 0), (3, 9, 7), (3, 30, 8), (5, 6, 5), (5, 40, 4), (7, 3, 3), (31, 20, 2), (251, 4, 1)]
        {
            let (offset, kernel) = random(p, n, k);
            let (least, all) = oracle(p, &offset, &kernel);
            let found = lightest(p, &offset, &kernel, &cx);
            assert_eq!((found.weight, found.at_least, found.optimal), (least, least, true));
            assert_eq!(found.count, Some(all.len() as u128));
            assert!(all.contains(&found.example));
            let most = |i: usize| all.iter().map(|x| x[i]).max().unwrap();
            assert_eq!(found.union, Some((0..n).map(most).collect()));
            assert_eq!(
                minimisers(p, &offset, &kernel, 1 << 20, &cx).unwrap(),
                Listing { vectors: all, complete: true }
            );
        }
    }

    #[test]
    fn a_limit_leaves_true_bounds() {
        let (offset, kernel) = random(3, 40, 8);
        let (least, _) = oracle(3, &offset, &kernel);
        let found = lightest(3, &offset, &kernel, &Context::with_nodes(50));
        assert_eq!(found.halt, Some(Halt::Nodes));
        assert!(found.at_least <= least && least <= found.weight);
        assert_eq!(weight(&found.example), found.weight);
    }
}
