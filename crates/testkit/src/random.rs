//! Random numbers that are the same everywhere: SplitMix64 (Steele, Lea and Flood, 2014). It is not linear over GF(2), so
//! that its words make matrices of full rank. Generated levels have a generator of their own in `puzzles`.

/// A generator; equal seeds give equal numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator that starts at this seed; any number will do, 0 too.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number of 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number from 0 to below `end`, which is not 0.
    pub fn below<N: Number>(&mut self, end: N) -> N {
        N::from_u64(self.next_u64() % end.to_u64())
    }

    /// Whether something happens that happens once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of these.
    pub fn pick<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }

    /// Puts these into a random order (Fisher and Yates): every order is as likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// A type of whole numbers that are not negative here.
pub trait Number: Copy {
    /// The number as this type, in which it fits.
    fn from_u64(number: u64) -> Self;
    /// The number.
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
