//! A vector over GF(2), 64 entries a word.

/// A vector over GF(2) of fixed length.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bits {
    len: usize,
    words: Vec<u64>,
}

impl Bits {
    /// The zero vector of `len` entries.
    #[must_use]
    pub fn zero(len: usize) -> Self {
        Bits { len, words: vec![0; len.div_ceil(64)] }
    }

    /// The vector with ones at `positions`; a position named twice cancels.
    ///
    /// # Panics
    /// Where a position is not below `len`.
    #[must_use]
    pub fn from_ones(len: usize, positions: impl IntoIterator<Item = usize>) -> Self {
        let mut bits = Bits::zero(len);
        for position in positions {
            bits.flip(position);
        }
        bits
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no entries at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The entry at `i`.
    ///
    /// # Panics
    /// Where `i` is not below the length; so do [`Bits::set`] and [`Bits::flip`].
    #[must_use]
    pub fn get(&self, i: usize) -> bool {
        assert!(i < self.len, "entry {i} of {}", self.len);
        self.words[i / 64] >> (i % 64) & 1 != 0
    }

    /// Sets the entry at `i`.
    pub fn set(&mut self, i: usize, value: bool) {
        if self.get(i) != value {
            self.flip(i);
        }
    }

    /// Adds one to the entry at `i`.
    pub fn flip(&mut self, i: usize) {
        assert!(i < self.len, "entry {i} of {}", self.len);
        self.words[i / 64] ^= 1 << (i % 64);
    }

    /// Adds `other` to this vector.
    ///
    /// # Panics
    /// Where the lengths differ.
    pub fn add(&mut self, other: &Bits) {
        assert_eq!(self.len, other.len);
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            *word ^= more;
        }
    }

    /// The positions of the ones, ascending.
    pub fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(w, &word)| set_bits(word).map(move |bit| 64 * w + bit))
    }

    /// How many entries are one.
    #[must_use]
    pub fn weight(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The scalar product with `other`.
    ///
    /// # Panics
    /// Where the lengths differ.
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
