//! Depth-first search for the largest sum of signs of one part: first coefficients fixed one by one, the rest
//! by transforms. All nodes of a depth share one grouping, worked out beforehand, so a step is one pass.

use super::parts::{Group, Part, WIDEST, low_bits, odd};
use super::transform::{LEAF, Sum, Table};
use crate::{Context, Halt};

/// What is known of the largest sum F of one part.
#[derive(Debug)]
pub(super) struct Found {
    /// A combination with the largest sum found.
    pub best: u128,
    /// That sum.
    pub sum: i32,
    /// No sum is larger.
    pub at_most: i32,
    /// How many combinations with that sum were seen: all of them where nothing halted.
    pub count: u128,
    /// A basis of the differences between them.
    pub hull: Vec<u128>,
    /// The first of them.
    pub listed: Vec<u128>,
    /// Why the search ended early.
    pub halt: Option<Halt>,
}

impl Found {
    fn new(best: u128, sum: i32, at_most: i32) -> Self {
        Found { best, sum, at_most, count: 0, hull: Vec::new(), listed: Vec::new(), halt: None }
    }

    /// Takes note of a combination whose sum is no smaller than the largest so far.
    fn note(&mut self, combination: u128, sum: i32, cap: usize) {
        if sum > self.sum || self.count == 0 {
            let (at_most, listed) = (self.at_most, std::mem::take(&mut self.listed));
            *self = Found { listed, ..Found::new(combination, sum, at_most) };
            self.listed.clear();
        }
        self.count += 1;
        if self.listed.len() < cap {
            self.listed.push(combination);
        }
        let rest = self.hull.iter().fold(combination ^ self.best, |rest, &known| rest.min(rest ^ known));
        if rest != 0 {
            self.hull.push(rest);
        }
    }
}

/// One depth: how the groups of the depth above merge when the highest coefficient left is fixed.
struct Merge {
    /// For each group above, its group here.
    into: Vec<u32>,
    /// Whether its sign turns where the coefficient is one.
    turns: Vec<bool>,
}

/// The search of one part.
struct Search<'a, T> {
    merges: Vec<Merge>,
    /// The groups' values at each depth; group 0 is the one of column 0.
    values: Vec<Vec<i32>>,
    columns: Vec<u16>,
    table: Table<T>,
    leaf: usize,
    cap: usize,
    found: Found,
    cx: &'a Context<'a>,
}

/// Finds the largest sum, lists up to `cap` combinations that have it.
pub(super) fn search(part: &Part, cap: usize, cx: &Context<'_>) -> Found {
    let (best, sum) = climb(part);
    let bound = part.wide_bound.unwrap_or_else(|| region_bound(part));
    let depths = part.basis.len().saturating_sub(LEAF) + 1;
    let claim = match part.wide_bound {
        None => cx.reserve(depths as u64 * part.groups.len() as u64 * size_of::<(i32, u32, bool)>() as u64),
        // The table of 2^k sums fits no memory, nor do its parts.
        Some(_) => Err(Halt::Bytes),
    };
    let Ok(_claim) = claim else {
        return Found { halt: claim.err(), ..Found::new(best, sum, bound) };
    };
    let total: i64 = part.groups.iter().map(|group| i64::from(group.1.abs())).sum();
    if total <= i64::from(i16::MAX) {
        Search::<i16>::new(part, Found::new(best, sum, bound), cap, cx).run()
    } else {
        Search::<i32>::new(part, Found::new(best, sum, bound), cap, cx).run()
    }
}

impl<'a, T: Sum> Search<'a, T> {
    fn new(part: &Part, found: Found, cap: usize, cx: &'a Context<'a>) -> Self {
        let width = part.basis.len();
        let leaf = width.min(LEAF);
        let mut columns: Vec<u128> = std::iter::once(0).chain(part.groups.iter().map(|group| group.0)).collect();
        let first = std::iter::once(0).chain(part.groups.iter().map(|group| group.1)).collect();
        let mut values: Vec<Vec<i32>> = vec![first];
        let mut merges = Vec::new();
        for bit in (leaf..width).rev() {
            let turns = columns.iter().map(|column| column >> bit & 1 != 0).collect();
            let mut next: Vec<u128> = columns.iter().map(|column| column & low_bits(bit)).collect();
            next.sort_unstable();
            next.dedup();
            let place = |column: &u128| next.partition_point(|other| *other < column & low_bits(bit)) as u32;
            merges.push(Merge { into: columns.iter().map(place).collect(), turns });
            values.push(vec![0; next.len()]);
            columns = next;
        }
        let columns = columns.iter().map(|&column| column as u16).collect();
        Search { merges, values, columns, table: Table::new(leaf), leaf, cap, found, cx }
    }

    fn run(mut self) -> Found {
        match self.descend(0, 0) {
            Ok(()) => self.found.at_most = self.found.sum,
            Err((halt, open)) => {
                self.found.halt = Some(halt);
                self.found.at_most = self.found.at_most.min(open).max(self.found.sum);
            }
        }
        self.found
    }

    /// Searches below a node whose values stand at `depth`; on a halt tells the largest sum still possible.
    fn descend(&mut self, depth: usize, combination: u128) -> Result<(), (Halt, i32)> {
        let bound = self.bound(depth);
        if bound < self.found.sum {
            return Ok(());
        }
        if depth == self.merges.len() {
            return self.leaf(combination).map_err(|halt| (halt, bound));
        }
        self.cx.spend(1).map_err(|halt| (halt, bound))?;
        let bit = self.leaf + self.merges.len() - 1 - depth;
        for one in [false, true] {
            self.fix(depth, one);
            let next = combination | u128::from(one) << bit;
            // After a halt the sibling may still be open: the bound of this node covers both.
            self.descend(depth + 1, next).map_err(|(halt, _)| (halt, bound))?;
        }
        Ok(())
    }

    /// Fixes one more coefficient.
    fn fix(&mut self, depth: usize, one: bool) {
        let (above, below) = self.values.split_at_mut(depth + 1);
        let (above, below, merge) = (&above[depth], &mut below[0], &self.merges[depth]);
        below.fill(0);
        for ((&value, &into), &turns) in above.iter().zip(&merge.into).zip(&merge.turns) {
            let turned = -i32::from(turns && one);
            below[into as usize] += (value ^ turned) - turned;
        }
    }

    /// No sum below the node is larger.
    fn bound(&self, depth: usize) -> i32 {
        let values = &self.values[depth];
        values[0] + values[1..].iter().map(|value| value.abs()).sum::<i32>()
    }

    fn leaf(&mut self, combination: u128) -> Result<(), Halt> {
        self.cx.spend(1 << self.leaf)?;
        let most = self.table.transform(&self.columns, &self.values[self.merges.len()]);
        if most.into() >= self.found.sum {
            for low in self.table.equal_to(most) {
                self.found.note(combination | low as u128, most.into(), self.cap);
            }
        }
        Ok(())
    }
}

/// A good combination: from a few starts, single and double changes of coefficients while they gain.
fn climb(part: &Part) -> (u128, i32) {
    let width = part.basis.len().min(WIDEST);
    let sum = |c: u128| -> i32 { part.groups.iter().map(|&(h, f)| if odd(h & c) { -f } else { f }).sum() };
    let mut best = (0, sum(0));
    for start in 0..8_u128 {
        let start = start.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) & low_bits(width);
        let mut here = (start, sum(start));
        loop {
            let steps = (0..width).map(|j| here.0 ^ 1 << j).map(|c| (c, sum(c)));
            match steps.max_by_key(|step| step.1).filter(|step| step.1 > here.1) {
                Some(better) => here = better,
                None => break,
            }
        }
        if here.1 > best.1 {
            best = here;
        }
    }
    best
}

/// A bound on every sum: columns are shared out into regions of rank at most [`LEAF`], in order, each with all
/// columns that its span holds; the largest sums of the regions, taken alone, add up.
fn region_bound(part: &Part) -> i32 {
    let mut left = part.groups.clone();
    let mut bound = 0;
    while !left.is_empty() {
        let mut span: Vec<u128> = Vec::new();
        for &(column, _) in &left {
            let rest = reduce(&span, column).0;
            if rest != 0 && span.len() < LEAF {
                span.push(rest);
            }
        }
        let (inside, outside): (Vec<Group>, Vec<Group>) = left.iter().partition(|group| reduce(&span, group.0).0 == 0);
        let columns: Vec<u16> = inside.iter().map(|group| reduce(&span, group.0).1).collect();
        let values: Vec<i32> = inside.iter().map(|group| group.1).collect();
        bound += Table::<i32>::new(span.len()).transform(&columns, &values);
        left = outside;
    }
    bound
}

/// What is left of a column, and the members of the span that were taken from it.
fn reduce(span: &[u128], column: u128) -> (u128, u16) {
    let mut taken = 0;
    let rest = span.iter().enumerate().fold(column, |rest, (j, &known)| {
        let less = rest ^ known;
        taken |= u16::from(less < rest) << j;
        less.min(rest)
    });
    (rest, taken)
}
