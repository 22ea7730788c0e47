//! Sets of rules, or of other numbers, for each plane.

/// A set of numbers, of rules or of others, for each plane.
#[derive(Clone, Debug, Default)]
pub(super) struct PlaneSets {
    sets: Vec<PlaneSet>,
    /// Further words of sets that are not empty, with their places.
    more: Vec<(u32, u64)>,
}

/// A set of numbers, of which most have one word that is not empty.
#[derive(Clone, Copy, Debug, Default)]
struct PlaneSet {
    /// The first word that is not empty.
    numbers: u64,
    /// The place of that word.
    word: u32,
    /// The range of further words.
    more: (u32, u32),
}

impl PlaneSets {
    /// Adds the set of a plane to another set.
    #[inline(always)]
    pub(super) fn add_to(&self, plane: usize, to: &mut [u64]) {
        let set = &self.sets[plane];
        if set.numbers != 0 {
            to[set.word as usize] |= set.numbers;
            if set.more.0 != set.more.1 {
                self.add_more(set.more, to);
            }
        }
    }

    #[inline(never)]
    fn add_more(&self, (start, end): (u32, u32), to: &mut [u64]) {
        for &(word, more) in &self.more[start as usize..end as usize] {
            to[word as usize] |= more;
        }
    }

    /// The sets of pairs of a plane and a number.
    pub(super) fn new(planes: usize, mut pairs: Vec<(usize, usize)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let mut sets = Self { sets: Vec::with_capacity(planes), more: Vec::new() };
        let mut pairs = pairs.into_iter().peekable();
        for plane in 0..planes {
            let mut words: Vec<(u32, u64)> = Vec::new();
            while let Some((_, number)) = pairs.next_if(|(other, _)| *other == plane) {
                let (word, bit) = ((number / 64) as u32, 1 << (number % 64));
                match words.last_mut() {
                    Some((last, numbers)) if *last == word => *numbers |= bit,
                    _ => words.push((word, bit)),
                }
            }
            let start = sets.more.len() as u32;
            sets.more.extend(words.iter().skip(1));
            let (word, numbers) = words.first().copied().unwrap_or_default();
            sets.sets.push(PlaneSet { numbers, word, more: (start, sets.more.len() as u32) });
        }
        sets
    }
}
