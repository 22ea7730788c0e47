//! Fewest ones in `offset + kernel`.

use super::Bits;
use crate::{Context, Halt};

/// The fewest ones of a vector in `offset + kernel`, as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lightest {
    /// The ones of `example`.
    pub weight: u64,
    /// The lightest vector found.
    pub example: Bits,
    /// Whether no vector is lighter.
    pub optimal: bool,
    /// No vector has fewer ones than this; equal to `weight` where that is optimal.
    pub at_least: u64,
    /// How many vectors have this weight; only where it is optimal.
    pub count: Option<u128>,
    /// The entries that are one in some lightest vector; only where the weight is optimal.
    pub union: Option<Bits>,
    /// Why the search ended early, where it did.
    pub halt: Option<Halt>,
}

/// Lightest vectors, listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The vectors, in ascending order of their lists of ones.
    pub vectors: Vec<Bits>,
    /// Whether these are all.
    pub complete: bool,
}

/// The fewest ones in `offset + kernel`; where a limit is reached, the best found with a proven lower bound.
///
/// `kernel` holds independent vectors as long as `offset`.
#[must_use]
pub fn lightest(offset: &Bits, kernel: &[Bits], cx: &Context<'_>) -> Lightest {
    let mut best = Lightest {
        weight: offset.weight(),
        example: offset.clone(),
        optimal: true,
        at_least: offset.weight(),
        count: Some(0),
        union: None,
        halt: None,
    };
    let mut union = Bits::zero(offset.len());
    let walked = enumerate(offset, kernel, cx, |x| {
        if x.weight() < best.weight {
            (best.weight, best.example, best.count) = (x.weight(), x.clone(), Some(0));
            union = Bits::zero(offset.len());
        }
        if x.weight() == best.weight {
            best.count = best.count.map(|count| count + 1);
            x.ones().for_each(|i| union.set(i, true));
        }
    });
    match walked {
        Ok(()) => Lightest { at_least: best.weight, union: Some(union), ..best },
        Err(halt) => Lightest { optimal: false, at_least: 0, count: None, halt: Some(halt), ..best },
    }
}

/// Up to `cap` vectors of `offset + kernel` with the fewest ones.
///
/// # Errors
/// The limit that was reached before the fewest ones were known or all of that weight were seen.
pub fn minimisers(offset: &Bits, kernel: &[Bits], cap: usize, cx: &Context<'_>) -> Result<Listing, Halt> {
    let best = lightest(offset, kernel, cx);
    if let Some(halt) = best.halt {
        return Err(halt);
    }
    let mut vectors = Vec::new();
    enumerate(offset, kernel, cx, |x| {
        if x.weight() == best.weight && vectors.len() < cap {
            vectors.push(x.clone());
        }
    })?;
    vectors.sort_by(|a, b| a.ones().cmp(b.ones()));
    Ok(Listing { complete: best.count == Some(vectors.len() as u128), vectors })
}

/// Every vector of `offset + kernel`, each one basis vector from the one before (Gray code).
fn enumerate(offset: &Bits, kernel: &[Bits], cx: &Context<'_>, mut visit: impl FnMut(&Bits)) -> Result<(), Halt> {
    let mut x = offset.clone();
    visit(&x);
    for step in 1_u64..1 << kernel.len() {
        cx.spend(1)?;
        x.add(&kernel[step.trailing_zeros() as usize]);
        visit(&x);
    }
    Ok(())
}
