//! The board as planes and as cells, changed together, with what changed in this turn.
//!
//! A plane has a bit for each cell: for each object the cells that hold it, for each bit of movement the cells where a
//! layer has it. The same is kept by cells, for replacements and for checks of single cells.

use super::bits::bits;
use super::program::Watch;
use super::size::Size;
use super::starved::Starved;

/// The board of the plane engine.
#[derive(Clone, Debug)]
pub(super) struct State<const W: usize, const O: usize, const M: usize> {
    pub(super) size: Size<W, O, M>,
    /// The planes of objects, movements and unions.
    pub(super) planes: Vec<u64>,
    /// A bit for each union of which a member has changed since it was put together.
    stale: Vec<u64>,
    /// How many bits each plane has.
    counts: Vec<u32>,
    /// The objects of all cells.
    pub(super) objects: Vec<u64>,
    /// The movements of all cells.
    pub(super) movements: Vec<u64>,
    /// A bit for each plane that is not empty; planes of objects first.
    pub(super) present: Vec<u64>,
    /// A plane of the cells with movement.
    pub(super) moving: Vec<u64>,
    /// A bit for each rule that may match: all but those that failed since a plane last changed in their favour.
    pub(super) pending: Vec<u64>,
    /// The rules that lack a plane.
    pub(super) starved: Starved,
    pub(super) journal: Journal,
}

/// The objects that cells had at the start of the turn, for the cells that were written since.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    pub(super) cells: Vec<u32>,
    pub(super) saved: Vec<u64>,
    /// The turn in which each cell was last saved.
    stamps: Vec<u32>,
    turn: u32,
    /// The cells that were written since [`Journal::forget_touched`], and the turn in which that was called.
    touched: Vec<u32>,
    since: u32,
}

impl Journal {
    fn new(cells: usize, words: usize) -> Self {
        let saved = Vec::with_capacity(cells * words);
        let touched = Vec::new();
        Self { cells: Vec::with_capacity(cells), saved, stamps: vec![0; cells], turn: 1, touched, since: 1 }
    }

    /// Begins a turn.
    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.saved.clear();
        self.turn = self.turn.wrapping_add(1);
        if self.turn == 0 {
            self.stamps.fill(0);
            (self.turn, self.since) = (1, 1);
        }
    }

    /// The cells that were written since this was last forgotten, some of them twice.
    pub(super) fn touched(&self) -> &[u32] {
        &self.touched
    }

    /// Forgets which cells were written, and begins a turn.
    pub(super) fn forget_touched(&mut self) {
        self.clear();
        self.touched.clear();
        self.since = self.turn;
    }

    #[inline]
    fn save(&mut self, cell: usize, objects: &[u64]) {
        if self.stamps[cell] != self.turn {
            if self.stamps[cell] < self.since {
                self.touched.push(cell as u32);
            }
            self.stamps[cell] = self.turn;
            self.cells.push(cell as u32);
            self.saved.extend_from_slice(objects);
        }
    }
}

impl<const W: usize, const O: usize, const M: usize> State<W, O, M> {
    /// An empty board of so many cells.
    pub(super) fn new(size: Size<W, O, M>, cells: usize, rules: usize, unions: usize) -> Self {
        Self {
            size,
            // A shifted plane is read whole, also what lies behind the last one.
            planes: vec![0; (size.planes() + unions + 1) * size.stride()],
            stale: vec![0; unions.div_ceil(64)],
            counts: vec![0; size.planes()],
            objects: vec![0; cells * size.objects()],
            movements: vec![0; cells * size.movements()],
            present: vec![0; size.objects() + size.movements()],
            moving: vec![0; size.plane()],
            pending: vec![u64::MAX; rules.div_ceil(64)],
            starved: Starved::new(size.planes(), rules),
            journal: Journal::new(cells, size.objects()),
        }
    }

    /// The objects of a cell.
    #[inline(always)]
    pub(super) fn cell_objects(&self, cell: usize) -> &[u64] {
        &self.objects[cell * self.size.objects()..][..self.size.objects()]
    }

    /// The movements of a cell.
    #[inline(always)]
    pub(super) fn cell_movements(&self, cell: usize) -> &[u64] {
        &self.movements[cell * self.size.movements()..][..self.size.movements()]
    }

    /// The movements that are somewhere on the board.
    pub(super) fn present_movements(&self) -> &[u64] {
        &self.present[self.size.objects()..]
    }

    /// Whether there is movement on the board.
    #[inline]
    pub(super) fn has_movement(&self) -> bool {
        self.present_movements().iter().any(|&word| word != 0)
    }

    /// The word of a plane that holds a cell.
    #[inline(always)]
    fn plane_word(&mut self, plane: usize, cell: usize) -> &mut u64 {
        &mut self.planes[plane * self.size.stride() + cell / 64]
    }

    #[inline(always)]
    fn set(&mut self, plane: usize, cell: usize, watch: &Watch) {
        *self.plane_word(plane, cell) |= 1 << (cell % 64);
        if self.counts[plane] == 0 {
            self.present[plane / 64] |= 1 << (plane % 64);
            self.starved.feed(plane);
        }
        self.counts[plane] += 1;
        watch.wake_set(plane, &mut self.pending);
    }

    #[inline]
    fn clear(&mut self, plane: usize, cell: usize, watch: &Watch) {
        *self.plane_word(plane, cell) &= !(1 << (cell % 64));
        self.counts[plane] -= 1;
        if self.counts[plane] == 0 {
            self.present[plane / 64] &= !(1 << (plane % 64));
        }
        watch.wake_cleared(plane, &mut self.pending);
    }

    /// Writes a word of the objects of a cell.
    #[inline]
    pub(super) fn write_objects(&mut self, cell: usize, word: usize, new: u64, watch: &Watch) {
        let words = self.size.objects();
        let old = self.objects[cell * words + word];
        if old == new {
            return;
        }
        self.journal.save(cell, &self.objects[cell * words..][..words]);
        self.objects[cell * words + word] = new;
        for bit in bits(old & !new) {
            self.clear(word * 64 + bit, cell, watch);
        }
        for bit in bits(new & !old) {
            self.set(word * 64 + bit, cell, watch);
        }
        for bit in bits(old ^ new) {
            watch.unions.spoil(word * 64 + bit, &mut self.stale);
        }
    }

    /// Brings unions up to date.
    pub(super) fn refresh(&mut self, unions: &[u32], watch: &Watch) {
        for union in unions.iter().map(|&union| union as usize) {
            if self.stale[union / 64] >> (union % 64) & 1 == 1 {
                self.stale[union / 64] &= !(1 << (union % 64));
                let start = (self.size.planes() + union) * self.size.stride();
                watch.unions.compute(union, start, self.size.plane(), &mut self.planes);
            }
        }
    }

    /// Adds a bit to a word of the movements of a cell. It is a call of its own: nearly always there is one such bit.
    #[inline(never)]
    pub(super) fn add_movement(&mut self, cell: usize, word: usize, bit: usize, watch: &Watch) {
        let movements = &mut self.movements[cell * self.size.movements() + word];
        if *movements >> bit & 1 == 0 {
            *movements |= 1 << bit;
            self.moving[cell / 64] |= 1 << (cell % 64);
            self.set(self.size.movement_plane(word, bit), cell, watch);
        }
    }

    /// Writes a word of the movements of a cell.
    #[inline]
    pub(super) fn write_movements(&mut self, cell: usize, word: usize, new: u64, watch: &Watch) {
        let words = self.size.movements();
        let old = std::mem::replace(&mut self.movements[cell * words + word], new);
        for bit in bits(old & !new) {
            self.clear(self.size.movement_plane(word, bit), cell, watch);
        }
        for bit in bits(new & !old) {
            self.set(self.size.movement_plane(word, bit), cell, watch);
        }
        let is_moving = self.cell_movements(cell).iter().any(|&word| word != 0);
        let bit = 1 << (cell % 64);
        if is_moving {
            self.moving[cell / 64] |= bit;
        } else {
            self.moving[cell / 64] &= !bit;
        }
    }

    /// Moves objects of one word to another cell, which has none of them.
    #[inline]
    pub(super) fn move_objects(&mut self, from: usize, to: usize, (word, objects): (usize, u64), watch: &Watch) {
        let words = self.size.objects();
        self.journal.save(from, &self.objects[from * words..][..words]);
        self.journal.save(to, &self.objects[to * words..][..words]);
        self.objects[from * words + word] ^= objects;
        self.objects[to * words + word] |= objects;
        for plane in bits(objects).map(|bit| word * 64 + bit) {
            *self.plane_word(plane, from) &= !(1 << (from % 64));
            *self.plane_word(plane, to) |= 1 << (to % 64);
            watch.wake_cleared(plane, &mut self.pending);
            watch.wake_set(plane, &mut self.pending);
            watch.unions.spoil(plane, &mut self.stale);
        }
    }

    /// Leaves a cell these movements while movements are resolved. Their planes stay as they are: no rule looks at them
    /// before [`State::clear_movement`] empties them.
    #[inline]
    pub(super) fn finish_movement(&mut self, cell: usize, word: usize, rest: u64) {
        self.movements[cell * self.size.movements() + word] = rest;
        if self.cell_movements(cell).iter().all(|&word| word == 0) {
            self.moving[cell / 64] &= !(1 << (cell % 64));
        }
    }

    /// Removes all movement.
    #[inline]
    pub(super) fn clear_movement(&mut self, watch: &Watch) {
        for word in 0..self.size.movements() {
            for bit in bits(std::mem::take(&mut self.present[self.size.objects() + word])) {
                self.clear_movement_plane(self.size.movement_plane(word, bit), watch);
            }
        }
        for word in 0..self.size.plane() {
            if self.moving[word] != 0 {
                self.clear_movements_of(word);
            }
        }
    }

    #[inline(never)]
    fn clear_movement_plane(&mut self, plane: usize, watch: &Watch) {
        let start = plane * self.size.stride();
        self.planes[start..start + self.size.plane()].fill(0);
        self.counts[plane] = 0;
        watch.wake_cleared(plane, &mut self.pending);
    }

    /// Removes the movements of the cells in a word.
    #[inline(never)]
    fn clear_movements_of(&mut self, word: usize) {
        let words = self.size.movements();
        for bit in bits(std::mem::take(&mut self.moving[word])) {
            let start = (word * 64 + bit) * words;
            self.movements[start..start + words].fill(0);
        }
    }

    /// Exchanges the objects of the cells that were written in this turn with those they had at its start.
    pub(super) fn exchange(&mut self, watch: &Watch) {
        let words = self.size.objects();
        for at in 0..self.journal.cells.len() {
            let cell = self.journal.cells[at] as usize;
            for word in 0..words {
                let saved = self.journal.saved[at * words + word];
                self.journal.saved[at * words + word] = self.objects[cell * words + word];
                self.write_objects(cell, word, saved, watch);
            }
        }
    }

    /// Gives all cells the objects that they had at the start of the turn.
    pub(super) fn rewind(&mut self, watch: &Watch) {
        self.exchange(watch);
        self.journal.clear();
    }

    /// Whether the objects differ from those at the start of the turn.
    pub(super) fn is_changed(&self) -> bool {
        let saved = self.journal.saved.chunks_exact(self.size.objects());
        self.journal.cells.iter().zip(saved).any(|(&cell, saved)| self.cell_objects(cell as usize) != saved)
    }
}
