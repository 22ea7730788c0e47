//! Vectors over GF(2), 64 entries in a word.

/// A vector over GF(2) of fixed length.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bits {
    len: usize,
    words: Vec<u64>,
}

impl Bits {
    /// Creates the zero vector of `len` entries.
    #[must_use]
    pub fn zero(len: usize) -> Self {
        Bits { len, words: vec![0; len.div_ceil(64)] }
    }

    /// Creates the vector of `len` entries with ones at `positions`. A position that is listed twice cancels out.
    ///
    /// # Panics
    /// If a position is not below `len`.
    #[must_use]
    pub fn from_ones(len: usize, positions: impl IntoIterator<Item = usize>) -> Self {
        let mut bits = Bits::zero(len);
        for position in positions {
            bits.flip(position);
        }
        bits
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the vector has no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the entry at `i`.
    ///
    /// # Panics
    /// If `i` is not below the length.
    #[must_use]
    pub fn get(&self, i: usize) -> bool {
        assert!(i < self.len, "entry {i} of {}", self.len);
        self.words[i / 64] >> (i % 64) & 1 != 0
    }

    /// Sets the entry at `i`.
    ///
    /// # Panics
    /// If `i` is not below the length.
    pub fn set(&mut self, i: usize, value: bool) {
        if self.get(i) != value {
            self.flip(i);
        }
    }

    /// Adds one to the entry at `i`.
    ///
    /// # Panics
    /// If `i` is not below the length.
    pub fn flip(&mut self, i: usize) {
        assert!(i < self.len, "entry {i} of {}", self.len);
        self.words[i / 64] ^= 1 << (i % 64);
    }

    /// Adds `other` to this vector.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn add(&mut self, other: &Bits) {
        assert_eq!(self.len, other.len);
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            *word ^= more;
        }
    }

    /// Returns the positions of the ones in ascending order.
    pub fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(w, &word)| set_bits(word).map(move |bit| 64 * w + bit))
    }

    /// Returns the number of ones.
    #[must_use]
    pub fn weight(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Returns the scalar product with `other`.
    ///
    /// # Panics
    /// If the lengths differ.
    #[must_use]
    pub fn dot(&self, other: &Bits) -> bool {
        assert_eq!(self.len, other.len);
        self.words.iter().zip(&other.words).fold(0, |sum, (a, b)| sum ^ (a & b)).count_ones() % 2 == 1
    }

    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }
}

/// The positions of the ones of a word, ascending.
pub(super) fn set_bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ones_are_what_was_set() {
        for len in [1, 63, 64, 65, 130] {
            let bits = Bits::from_ones(len, [0, 0, len - 1, len / 2, len / 2]);
            let expected = vec![len - 1];
            assert_eq!(bits.ones().collect::<Vec<_>>(), expected, "{len}");
            assert_eq!(bits.weight(), 1);
        }
    }
}
