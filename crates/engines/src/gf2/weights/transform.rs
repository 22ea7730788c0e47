//! The Walsh–Hadamard transform of a sparse table of 2^L values, L ≤ 14, and its largest value.
//!
//! The lowest five bits are transformed while the table is filled: a group adds f times a row of 32 signs.
//! The other stages then work on whole rows, two at a time, so that plain code fills the vector registers.
//! It is compiled for 256-bit and 512-bit registers too and chosen at run time; 16-bit sums where they suffice.
#![allow(unsafe_code)]

/// How many coefficients a leaf of the search leaves open: 2¹⁴ sums of 16 bits stay in the first-level cache.
pub(super) const LEAF: usize = 14;

/// How many values make up a row.
const ROW: usize = 32;

/// A sum of signs: 16 bits where they hold all, 32 else.
pub(super) trait Sum: Copy + Ord + Default + From<i8> + Into<i32> {
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn of(value: i32) -> Self;
}

macro_rules! sum {
    ($type:ty) => {
        impl Sum for $type {
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            #[inline(always)]
            fn of(value: i32) -> Self {
                value as $type
            }
        }
    };
}
sum!(i16);
sum!(i32);

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row<T>([T; ROW]);

/// A table of 2^L sums.
pub(super) struct Table<T> {
    bits: usize,
    rows: Vec<Row<T>>,
    signs: Vec<Row<T>>,
}

impl<T: Sum> Table<T> {
    /// A table over `bits` coefficients, at most [`LEAF`].
    pub(super) fn new(bits: usize) -> Self {
        let sign = |i: usize, j: usize| T::from(if (i & j).count_ones() % 2 == 1 { -1_i8 } else { 1 });
        Table {
            bits,
            rows: vec![Row([T::default(); ROW]); (1_usize << bits).div_ceil(ROW)],
            signs: (0..ROW).map(|i| Row(std::array::from_fn(|j| sign(i, j)))).collect(),
        }
    }

    /// Transforms f, given as columns and values; returns the largest sum.
    pub(super) fn transform(&mut self, columns: &[u16], values: &[i32]) -> T {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512f") {
                // SAFETY: the machine has the instructions, as was just asked.
                return unsafe { wide::avx512(self, columns, values) };
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the machine has the instructions, as was just asked.
                return unsafe { wide::avx2(self, columns, values) };
            }
        }
        self.transform_plainly(columns, values)
    }

    /// The combinations with the given sum, ascending.
    pub(super) fn equal_to(&self, sum: T) -> impl Iterator<Item = usize> + '_ {
        let values = self.rows.iter().flat_map(|row| &row.0).take(1 << self.bits);
        values.enumerate().filter(move |&(_, &value)| value == sum).map(|(combination, _)| combination)
    }

    #[inline(always)]
    pub(super) fn transform_plainly(&mut self, columns: &[u16], values: &[i32]) -> T {
        self.rows.fill(Row([T::default(); ROW]));
        for (&column, &value) in columns.iter().zip(values) {
            let (column, value) = (usize::from(column), T::of(value));
            add_multiple(&mut self.rows[column / ROW], &self.signs[column % ROW], value);
        }
        let mut width = 1;
        while 4 * width <= self.rows.len() {
            two_stages(&mut self.rows, width);
            width *= 4;
        }
        if width < self.rows.len() {
            let (low, high) = self.rows.split_at_mut(width);
            low.iter_mut().zip(high).for_each(|(a, b)| butterfly(a, b));
        }
        let mut most = self.rows[0];
        for row in &self.rows[1..] {
            keep_larger(&mut most, row);
        }
        most.0[..(1 << self.bits).min(ROW)].iter().copied().max().unwrap_or_default()
    }
}

#[inline(always)]
fn add_multiple<T: Sum>(row: &mut Row<T>, signs: &Row<T>, value: T) {
    for i in 0..ROW {
        row.0[i] = row.0[i].plus(value.times(signs.0[i]));
    }
}

#[inline(always)]
fn keep_larger<T: Sum>(most: &mut Row<T>, row: &Row<T>) {
    for i in 0..ROW {
        most.0[i] = most.0[i].max(row.0[i]);
    }
}

/// The stages over rows at distance `width` and `2 width`.
#[inline(always)]
fn two_stages<T: Sum>(rows: &mut [Row<T>], width: usize) {
    for block in rows.chunks_exact_mut(4 * width) {
        let (low, high) = block.split_at_mut(2 * width);
        let ((a, b), (c, d)) = (low.split_at_mut(width), high.split_at_mut(width));
        for (((a, b), c), d) in a.iter_mut().zip(b).zip(c).zip(d) {
            two_butterflies(a, b, c, d);
        }
    }
}

#[inline(always)]
fn two_butterflies<T: Sum>(a: &mut Row<T>, b: &mut Row<T>, c: &mut Row<T>, d: &mut Row<T>) {
    for i in 0..ROW {
        let (ab, cd) = (a.0[i].plus(b.0[i]), c.0[i].plus(d.0[i]));
        let (a_b, c_d) = (a.0[i].minus(b.0[i]), c.0[i].minus(d.0[i]));
        (a.0[i], b.0[i]) = (ab.plus(cd), a_b.plus(c_d));
        (c.0[i], d.0[i]) = (ab.minus(cd), a_b.minus(c_d));
    }
}

#[inline(always)]
fn butterfly<T: Sum>(a: &mut Row<T>, b: &mut Row<T>) {
    for i in 0..ROW {
        (a.0[i], b.0[i]) = (a.0[i].plus(b.0[i]), a.0[i].minus(b.0[i]));
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{Sum, Table};

    #[target_feature(enable = "avx2")]
    pub(super) fn avx2<T: Sum>(table: &mut Table<T>, columns: &[u16], values: &[i32]) -> T {
        table.transform_plainly(columns, values)
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn avx512<T: Sum>(table: &mut Table<T>, columns: &[u16], values: &[i32]) -> T {
        table.transform_plainly(columns, values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agree<T: Sum + std::fmt::Debug>(bits: usize, groups: usize) {
        let columns: Vec<u16> = (0..groups).map(|g| ((g * g * 37 + g * 11) % (1 << bits)) as u16).collect();
        let values: Vec<i32> = (0..groups).map(|g| (g % 7) as i32 - 3).collect();
        let plain = |c: usize| -> i32 {
            let signed = |(&h, &f): (&u16, &i32)| if (usize::from(h) & c).count_ones() % 2 == 1 { -f } else { f };
            columns.iter().zip(&values).map(signed).sum()
        };
        let most = (0..1 << bits).map(plain).max().unwrap();
        let equal: Vec<usize> = (0..1 << bits).filter(|&c| plain(c) == most).collect();
        let mut table = Table::<T>::new(bits);
        for found in [table.transform_plainly(&columns, &values), table.transform(&columns, &values)] {
            assert_eq!(found.into(), most);
            assert_eq!(table.equal_to(found).collect::<Vec<_>>(), equal);
        }
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has the instructions, as was just asked.
            assert_eq!(unsafe { wide::avx2(&mut table, &columns, &values) }.into(), most);
            assert_eq!(table.equal_to(T::of(most)).collect::<Vec<_>>(), equal);
        }
    }

    #[test]
    fn sums_agree_with_their_definition() {
        for bits in 0..=10 {
            agree::<i16>(bits, 50);
            agree::<i32>(bits, 3);
        }
        agree::<i16>(LEAF, 9);
    }
}
