//! Rules that wait for an empty plane to be filled.

/// A rule that needs an object or a movement which is nowhere on the board cannot match. It waits in the list of one
/// such plane, and is not looked at, whatever else changes, until that plane has a bit. Rules thus come to wait for
/// what appears least often.
#[derive(Clone, Debug)]
pub(super) struct Starved {
    /// A bit for each rule that waits.
    rules: Vec<u64>,
    /// For each plane the first rule that waits for it.
    first: Vec<u32>,
    /// For each rule that waits the next one in its list.
    next: Vec<u32>,
}

/// The end of a list.
const NONE: u32 = u32::MAX;

impl Starved {
    pub(super) fn new(planes: usize, rules: usize) -> Self {
        Self { rules: vec![0; rules.div_ceil(64)], first: vec![NONE; planes], next: vec![NONE; rules] }
    }

    /// A word of the set of rules that wait.
    #[inline(always)]
    pub(super) fn word(&self, word: usize) -> u64 {
        self.rules[word]
    }

    /// Lets a rule wait for a plane. It must not wait already.
    #[inline]
    pub(super) fn add(&mut self, rule: usize, plane: usize) {
        self.rules[rule / 64] |= 1 << (rule % 64);
        self.next[rule] = std::mem::replace(&mut self.first[plane], rule as u32);
    }

    /// Ends the wait of all rules that wait for a plane.
    #[inline]
    pub(super) fn feed(&mut self, plane: usize) {
        if self.first[plane] != NONE {
            self.feed_all(plane);
        }
    }

    #[inline(never)]
    fn feed_all(&mut self, plane: usize) {
        let mut rule = std::mem::replace(&mut self.first[plane], NONE);
        while rule != NONE {
            self.rules[rule as usize / 64] &= !(1 << (rule % 64));
            rule = self.next[rule as usize];
        }
    }
}
