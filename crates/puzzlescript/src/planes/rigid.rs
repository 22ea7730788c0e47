//! The marks of rigid rules: which layers of which cells a rigid group set moving.

/// The marks and bans of a turn. Everything is empty if the game has no rigid groups.
#[derive(Clone, Debug, Default)]
pub(super) struct Rigid {
    /// For each cell and layer the number of a group plus one, in the layout of movements. Groups that mark one layer
    /// unite their bits.
    groups: Vec<u64>,
    /// All five bits for each layer that any group marked.
    applied: Vec<u64>,
    /// The movements at the start of the turn.
    pub(super) start: Vec<u64>,
    /// Words of the movements of a cell.
    words: usize,
    /// The groups that are left out; the last place stands for marks that name no group.
    banned: Vec<bool>,
    /// Whether there is a mark.
    is_marked: bool,
}

/// The lowest bit of each of the layers that share a word.
const LOWEST_BITS: u64 = 0x0084_2108_4210_8421;

impl Rigid {
    pub(super) fn new(groups: usize, cells: usize, words: usize) -> Self {
        if groups == 0 {
            return Self::default();
        }
        let marks = vec![0; cells * words];
        let banned = vec![false; groups + 1];
        Self { groups: marks.clone(), applied: marks.clone(), start: marks, words, banned, is_marked: false }
    }

    /// Lifts all bans, and remembers the movements.
    #[inline]
    pub(super) fn begin_turn(&mut self, movements: &[u64]) {
        if !self.banned.is_empty() {
            self.banned.fill(false);
            self.start.copy_from_slice(movements);
        }
    }

    pub(super) fn is_banned(&self, group: u8) -> bool {
        self.banned.get(usize::from(group)) == Some(&true)
    }

    /// Marks the layers whose movement a rigid rule replaces in a cell, if neither all marks of the group nor all marks
    /// of any group are there yet. Returns whether it did.
    pub(super) fn mark(&mut self, cell: usize, replaced: &[u64], group: u8) -> bool {
        let start = cell * self.words;
        let number = u64::from(group + 1) * LOWEST_BITS;
        let has = |marks: &[u64], wanted: &dyn Fn(u64) -> u64| {
            replaced.iter().zip(&marks[start..]).all(|(&replaced, marks)| wanted(replaced) & !marks == 0)
        };
        if has(&self.groups, &|replaced| replaced & number) || has(&self.applied, &|replaced| replaced) {
            return false;
        }
        for (word, replaced) in replaced.iter().enumerate() {
            self.groups[start + word] |= replaced & number;
            self.applied[start + word] |= replaced;
        }
        self.is_marked = true;
        true
    }

    /// Looks at a cell with movement left. If it is marked, forgets the movement of its other layers, and bans the
    /// group of its lowest layer with movement. Returns whether that group was not banned before.
    pub(super) fn ban(&mut self, cell: usize, movements: &mut [u64]) -> bool {
        let start = cell * self.words;
        let applied = self.applied.get(start..start + self.words).unwrap_or(&[]);
        if !self.is_marked || applied.iter().all(|&word| word == 0) {
            return false;
        }
        movements.iter_mut().zip(applied).for_each(|(word, applied)| *word &= applied);
        let Some(word) = movements.iter().position(|&word| word != 0) else { return false };
        let shift = movements[word].trailing_zeros() / 5 * 5;
        let group = (self.groups[start + word] >> shift & 31) as usize - 1;
        let number = group.min(self.banned.len() - 1);
        !std::mem::replace(&mut self.banned[number], true)
    }

    /// Removes all marks.
    #[inline]
    pub(super) fn clear_marks(&mut self) {
        if std::mem::take(&mut self.is_marked) {
            self.groups.fill(0);
            self.applied.fill(0);
        }
    }
}
