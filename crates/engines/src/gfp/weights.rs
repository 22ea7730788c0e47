//! Fewest presses modulo p: the least sum of entries in `offset + kernel`.

use crate::{Context, Halt};

/// The least sum of entries of a vector in `offset + kernel`, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lightest {
    /// The sum of the entries of `example`.
    pub weight: u64,
    /// The lightest vector found.
    pub example: Vec<u8>,
    /// Whether no vector is lighter.
    pub optimal: bool,
    /// No vector is lighter than this; equal to `weight` where that is optimal.
    pub at_least: u64,
    /// How many vectors have this weight; only where it is optimal.
    pub count: Option<u128>,
    /// The largest entry at each place of any lightest vector; only where the weight is optimal.
    pub union: Option<Vec<u8>>,
    /// Why the search ended early, where it did.
    pub halt: Option<Halt>,
}

/// Lightest vectors, listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The vectors, in ascending order.
    pub vectors: Vec<Vec<u8>>,
    /// Whether these are all.
    pub complete: bool,
}

/// The least sum of entries in `offset + kernel`; where a limit is reached, the best found with a proven lower
/// bound. `kernel` holds independent vectors as long as `offset`.
#[must_use]
pub fn lightest(p: u8, offset: &[u8], kernel: &[Vec<u8>], cx: &Context<'_>) -> Lightest {
    let mut best = Lightest {
        weight: weight(offset),
        example: offset.to_vec(),
        optimal: true,
        at_least: 0,
        count: Some(0),
        union: None,
        halt: None,
    };
    let mut union = vec![0; offset.len()];
    let walked = enumerate(p, offset, kernel, cx, |x| {
        let found = weight(x);
        if found < best.weight {
            (best.weight, best.example, best.count) = (found, x.to_vec(), Some(0));
            union.fill(0);
        }
        if found == best.weight {
            best.count = best.count.map(|count| count + 1);
            union.iter_mut().zip(x).for_each(|(most, &entry)| *most = entry.max(*most));
        }
    });
    match walked {
        Ok(()) => Lightest { at_least: best.weight, union: Some(union), ..best },
        Err(halt) => Lightest { optimal: false, count: None, halt: Some(halt), ..best },
    }
}

/// Up to `cap` vectors of `offset + kernel` with the least sum of entries.
///
/// # Errors
/// The limit that was reached before the least sum was known or all of that weight were seen.
pub fn minimisers(p: u8, offset: &[u8], kernel: &[Vec<u8>], cap: usize, cx: &Context<'_>) -> Result<Listing, Halt> {
    let best = lightest(p, offset, kernel, cx);
    if let Some(halt) = best.halt {
        return Err(halt);
    }
    let mut vectors = Vec::new();
    enumerate(p, offset, kernel, cx, |x| {
        if vectors.len() < cap && weight(x) == best.weight {
            vectors.push(x.to_vec());
        }
    })?;
    vectors.sort();
    Ok(Listing { complete: best.count == Some(vectors.len() as u128), vectors })
}

fn weight(x: &[u8]) -> u64 {
    x.iter().map(|&entry| u64::from(entry)).sum()
}

/// Every vector of `offset + kernel`: an odometer whose turn adds one basis vector per digit moved.
fn enumerate(
    p: u8,
    offset: &[u8],
    kernel: &[Vec<u8>],
    cx: &Context<'_>,
    mut visit: impl FnMut(&[u8]),
) -> Result<(), Halt> {
    let mut x = offset.to_vec();
    let mut digits = vec![0; kernel.len()];
    loop {
        cx.spend(1)?;
        visit(&x);
        let mut turned = false;
        for (digit, vector) in digits.iter_mut().zip(kernel) {
            *digit = (*digit + 1) % p;
            super::add_multiple(&mut x, vector, 1, p);
            if *digit != 0 {
                turned = true;
                break;
            }
        }
        if !turned {
            return Ok(());
        }
    }
}
