//! Reproducible random numbers for tests: SplitMix64 (Steele, Lea and Flood, 2014). It is not linear over GF(2), so
//! that random matrices made of its output have full rank. Generated levels use a separate generator in `puzzles`.

/// A random number generator; equal seeds give equal sequences.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator with a seed, which may be any number.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a number in `0..end`; `end` must be positive.
    pub fn below<N: Number>(&mut self, end: N) -> N {
        N::from_u64(self.next_u64() % end.to_u64())
    }

    /// Returns `true` with the probability 1/`n`.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// Returns a random item of a slice that is not empty.
    pub fn pick<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }

    /// Shuffles the items (Fisher and Yates); every order is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// An integer type that [`Random::below`] can return.
pub trait Number: Copy {
    /// Converts a number to this type; panics if it does not fit.
    fn from_u64(number: u64) -> Self;
    /// Converts to `u64`; panics if the number is negative.
    fn to_u64(self) -> u64;
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Number for $number {
            fn from_u64(number: u64) -> $number {
                number.try_into().unwrap()
            }

            fn to_u64(self) -> u64 {
                self.try_into().unwrap()
            }
        })*
    };
}
numbers!(u8 u16 u32 u64 usize i32 i64);

#[cfg(test)]
mod tests {
    use super::Random;

    /// The first numbers from the seed 1234567, as Vigna's reference code prints them.
    #[test]
    fn numbers_are_those_of_the_reference() {
        let mut random = Random::new(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423_u64];
        assert_eq!([(); 3].map(|()| random.next_u64()), expected);
    }

    #[test]
    fn a_shuffled_list_holds_the_same() {
        let mut random = Random::new(1);
        let mut list: Vec<u32> = (0..100).collect();
        random.shuffle(&mut list);
        assert!(!list.is_sorted());
        list.sort_unstable();
        assert_eq!(list, (0..100).collect::<Vec<_>>());
        assert!((0..1000).all(|_| random.below(7_u8) < 7));
        assert!((0..1000).any(|_| random.one_in(5)) && [1, 2].contains(random.pick(&[1, 2])));
    }
}
