//! Sets of objects.

use smallvec::SmallVec;

use super::ObjectId;

/// A set of objects, as bits by id. Two sets are equal whenever they have the same members: there is no trailing zero
/// word.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ObjectSet {
    words: SmallVec<[u64; 2]>,
}

impl ObjectSet {
    /// A set without members.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The set of these bits, 64 ids a word.
    #[must_use]
    pub fn of_words(words: &[u64]) -> Self {
        let end = words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        Self { words: SmallVec::from_slice(&words[..end]) }
    }

    /// Adds `id`.
    pub fn insert(&mut self, id: ObjectId) {
        let (word, bit) = (usize::from(id.0) / 64, id.0 % 64);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << bit;
    }

    /// Whether `id` is a member.
    #[must_use]
    pub fn contains(&self, id: ObjectId) -> bool {
        self.words.get(usize::from(id.0) / 64).is_some_and(|word| word >> (id.0 % 64) & 1 == 1)
    }

    /// Adds every member of `other`.
    pub fn union_with(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Removes every member of `other`.
    pub fn subtract(&mut self, other: &Self) {
        for (word, less) in self.words.iter_mut().zip(&other.words) {
            *word &= !less;
        }
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }

    /// Whether the two sets have a member in common.
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(one, two)| one & two != 0)
    }

    /// Whether every member is a member of `other`.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.iter().enumerate().all(|(at, word)| word & !other.words.get(at).copied().unwrap_or(0) == 0)
    }

    /// Whether there is no member.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| ObjectId((at * 64 + bit) as u16))
        })
    }

    /// The bits, 64 ids a word, without trailing zero words.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

impl FromIterator<ObjectId> for ObjectSet {
    fn from_iter<I: IntoIterator<Item = ObjectId>>(ids: I) -> Self {
        let mut set = Self::new();
        for id in ids {
            set.insert(id);
        }
        set
    }
}
