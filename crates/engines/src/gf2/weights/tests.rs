use super::{Lightest, lightest, minimisers};
use crate::gf2::Bits;
use crate::{Context, Halt};
use testkit::random::Random;

/// Every vector of `offset + kernel`, each one basis vector from the one before (Gray code).
fn enumerate(offset: &Bits, kernel: &[Bits], mut visit: impl FnMut(&Bits)) {
    let mut x = offset.clone();
    visit(&x);
    for step in 1_u64..1 << kernel.len() {
        x.add(&kernel[step.trailing_zeros() as usize]);
        visit(&x);
    }
}

/// Weight, lightest vectors in order, union.
fn oracle(offset: &Bits, kernel: &[Bits]) -> (u64, Vec<Bits>, Bits) {
    let (mut weight, mut vectors) = (u64::MAX, Vec::new());
    enumerate(offset, kernel, |x| {
        if x.weight() < weight {
            weight = x.weight();
            vectors.clear();
        }
        if x.weight() == weight {
            vectors.push(x.clone());
        }
    });
    vectors.sort_by(|a, b| a.ones().cmp(b.ones()));
    let union = vectors.iter().flat_map(Bits::ones).collect::<std::collections::BTreeSet<_>>();
    (weight, vectors, Bits::from_ones(offset.len(), union))
}

/// A random offset and `k` independent vectors with about one in `sparse` entries.
fn random(n: usize, k: usize, sparse: u64, seed: u64) -> (Bits, Vec<Bits>) {
    let mut random = Random::new(seed);
    let mut vector = |sparse: u64| {
        let entries: Vec<usize> = (0..n).filter(|_| random.one_in(sparse)).collect();
        Bits::from_ones(n, entries)
    };
    let offset = vector(2);
    // A one of its own, where no other vector has any, keeps each vector independent.
    let kernel = (0..k).map(|j| {
        let mut vector = vector(sparse);
        (0..k).for_each(|other| vector.set(other, other == j));
        vector
    });
    (offset, kernel.collect())
}

fn check(offset: &Bits, kernel: &[Bits]) {
    let cx = Context::default();
    let (weight, vectors, union) = oracle(offset, kernel);
    let found = lightest(offset, kernel, &cx);
    assert_eq!((found.weight, found.at_least, found.optimal, found.halt), (weight, weight, true, None));
    assert_eq!((found.count, found.union), (Some(vectors.len() as u128), Some(union)));
    assert!(vectors.contains(&found.example));
    let listing = minimisers(offset, kernel, 1 << 20, &cx).unwrap();
    assert!(listing.complete);
    assert_eq!(listing.vectors, vectors);
    let first = minimisers(offset, kernel, 2, &cx).unwrap();
    assert_eq!((first.vectors.len(), first.complete), (vectors.len().min(2), vectors.len() <= 2));
    assert!(first.vectors.iter().all(|x| vectors.contains(x)));
}

#[test]
fn agrees_with_every_combination() {
    for k in [0, 1, 2, 5, 9, 13] {
        for n in [k.max(1), 40, 63, 64, 65, 129] {
            for sparse in [2, 10, 60] {
                let (offset, kernel) = random(n.max(k), k, sparse, (n * 100 + k) as u64 + sparse);
                check(&offset, &kernel);
            }
        }
    }
}

#[test]
fn agrees_beyond_one_leaf() {
    for (n, k, sparse) in [(25, 17, 3), (60, 16, 4), (200, 17, 2), (90, 18, 30)] {
        let (offset, kernel) = random(n, k, sparse, n as u64);
        check(&offset, &kernel);
    }
}

#[test]
fn sums_beyond_sixteen_bits_agree() {
    let (offset, kernel) = random(70_000, 4, 2, 3);
    check(&offset, &kernel);
    // All entries in one group: the sum is their number.
    let kernel = [Bits::from_ones(70_000, 0..70_000)];
    let found = lightest(&Bits::from_ones(70_000, 5..70_000), &kernel, &Context::default());
    assert_eq!((found.weight, found.count), (5, Some(1)));
}

#[test]
fn separate_parts_multiply() {
    // 40 pairs of entries, each free to hold its single one in either place.
    let kernel: Vec<Bits> = (0..40).map(|j| Bits::from_ones(100, [2 * j, 2 * j + 1])).collect();
    let offset = Bits::from_ones(100, (0..40).map(|j| 2 * j).chain([99]));
    let found = lightest(&offset, &kernel, &Context::default());
    assert_eq!((found.weight, found.optimal, found.count), (41, true, Some(1 << 40)));
    assert_eq!(found.union.map(|union| union.weight()), Some(81));
    let listing = minimisers(&offset, &kernel, 10, &Context::default()).unwrap();
    assert_eq!((listing.vectors.len(), listing.complete), (10, false));
}

#[test]
fn a_limit_leaves_true_bounds() {
    let (offset, kernel) = random(120, 17, 2, 7);
    let (weight, ..) = oracle(&offset, &kernel);
    for nodes in [0, 100, 40_000, 100_000] {
        let found = lightest(&offset, &kernel, &Context::with_nodes(nodes));
        assert_eq!(found.halt, Some(Halt::Nodes));
        assert!(found.at_least <= weight && weight <= found.weight);
        assert_eq!(found.example.weight(), found.weight);
        assert_eq!((found.count, found.union), (None, None));
    }
    let (offset, kernel) = random(400, 200, 2, 8);
    let Lightest { weight, at_least, example, .. } = lightest(&offset, &kernel, &Context::with_nodes(1000));
    assert!(at_least <= weight && example.weight() == weight);
}
