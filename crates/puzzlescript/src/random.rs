//! The random numbers of a session: the stream cipher RC4, keyed with a text.
//!
//! The reference implementation (`increpare/PuzzleScript`) seeds this generator when a level is loaded; its recorded
//! sessions repeat only with the same stream, so the choice of RC4 and of 56 bits for a number is part of the language.

/// A generator of random numbers. Two generators are equal when they will yield the same numbers.
#[derive(Clone, Debug)]
pub struct Generator {
    permutation: [u8; 256],
    first: u8,
    second: u8,
    drawn: u64,
}

impl Generator {
    /// The generator of a seed: each UTF-16 unit of the text is one byte of the key, or two with the high byte first.
    #[must_use]
    pub fn new(seed: &str) -> Self {
        let key = key(seed);
        let mut permutation: [u8; 256] = std::array::from_fn(|at| at as u8);
        let mut second = 0_u8;
        for at in 0..256 {
            let byte = if key.is_empty() { 0 } else { key[at % key.len()] };
            second = second.wrapping_add(permutation[at]).wrapping_add(byte);
            permutation.swap(at, usize::from(second));
        }
        Self { permutation, first: 0, second: 0, drawn: 0 }
    }

    /// How many numbers were drawn.
    #[must_use]
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// A whole number below `count`, which must not be 0.
    pub fn below(&mut self, count: usize) -> usize {
        ((count as f64 * self.uniform()) as usize).min(count - 1)
    }

    /// A number from 0 to 1, of 56 bits.
    fn uniform(&mut self) -> f64 {
        self.drawn += 1;
        // The last additions round: a session repeats only if they round as the reference's do.
        let sum = (0..7).fold(0.0, |sum, _| sum * 256.0 + f64::from(self.byte()));
        sum / ((1_u64 << 56) - 1) as f64
    }

    fn byte(&mut self) -> u8 {
        self.first = self.first.wrapping_add(1);
        self.second = self.second.wrapping_add(self.permutation[usize::from(self.first)]);
        self.permutation.swap(usize::from(self.first), usize::from(self.second));
        let one = self.permutation[usize::from(self.first)];
        let two = self.permutation[usize::from(self.second)];
        self.permutation[usize::from(one.wrapping_add(two))]
    }
}

impl PartialEq for Generator {
    fn eq(&self, other: &Self) -> bool {
        (self.first, self.second, &self.permutation) == (other.first, other.second, &other.permutation)
    }
}

fn key(seed: &str) -> Vec<u8> {
    let mut key = Vec::new();
    for unit in seed.encode_utf16() {
        let [high, low] = unit.to_be_bytes();
        if high != 0 {
            key.push(high);
        }
        key.push(low);
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published test vectors of RC4.
    #[test]
    fn the_stream_is_rc4() {
        for (seed, expected) in [("Key", [0xEB, 0x9F, 0x77, 0x81]), ("Wiki", [0x60, 0x44, 0xDB, 0x6D])] {
            let mut generator = Generator::new(seed);
            assert_eq!([(); 4].map(|()| generator.byte()), expected);
        }
    }

    #[test]
    fn numbers_stay_below_the_count_and_are_counted() {
        let mut generator = Generator::new("λ");
        assert!((0..1000).all(|_| generator.below(3) < 3));
        assert_eq!(generator.drawn(), 1000);
    }

    #[test]
    fn an_empty_seed_is_a_seed() {
        assert!(Generator::new("").below(7) < 7);
    }
}
