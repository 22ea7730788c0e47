//! Rows of rules as programs on planes.
//!
//! A run of cells without `...` is an AND of planes: the plane of every object and movement that a cell wants, without
//! the planes of those that it does not want, each shifted by the cell's distance from the one with the lowest index.
//! It begins with the region where the run lies on the board, and it is computed word by word, so that a word that is
//! empty early costs nothing more.

use std::collections::HashMap;

use crate::game::{self, Cell, Direction, Game, Level};

use super::size::{Size, movement_place};

/// The rows of all rules.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    pub(super) runs: Vec<Run>,
    pub(super) terms: Vec<Term>,
    /// The planes of terms that want one of several.
    pub(super) choices: Vec<u32>,
    /// Planes of cells from which so many cells follow in a direction.
    pub(super) regions: Vec<u64>,
    region_of: HashMap<(Direction, usize), usize>,
    /// The place of each cell when cells are counted row by row.
    pub(super) rank: Vec<u32>,
    /// The cells row by row.
    pub(super) by_rank: Vec<u32>,
    pub(super) width: usize,
    pub(super) height: usize,
}

/// A row of a rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The number of its first run.
    pub(super) first_run: usize,
    /// The number of runs, which `...` separates.
    pub(super) runs: usize,
    pub(super) direction: Direction,
    /// The index of the next cell less that of this one.
    pub(super) step: isize,
}

/// A run of adjacent cells.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// The cell patterns in the order of the rule.
    pub(super) cells: Vec<u32>,
    /// The range of its terms.
    first_term: usize,
    end_term: usize,
    /// Where the region of its cell with the lowest index begins.
    region: usize,
    /// How far the first cell of the rule lies behind the one with the lowest index.
    pub(super) lead: usize,
    /// In a row with `...`: where the region of first cells behind which another cell follows begins.
    pub(super) region_behind: usize,
}

/// A condition on one cell of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    kind: TermKind,
    /// How far the cell lies behind the one with the lowest index: whole words, and bits.
    words: u16,
    bits: u8,
    /// Where the plane begins, or the range of choices.
    start: u32,
    end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TermKind {
    /// The plane's bit is wanted.
    With,
    /// The plane's bit is not wanted.
    Without,
    /// The bit of one of several planes is wanted.
    WithAny,
}

impl Rows {
    pub(super) fn new(width: usize, height: usize) -> Self {
        let by_rank: Vec<u32> = (0..width * height).map(|rank| (rank % width * height + rank / width) as u32).collect();
        let mut rank = vec![0; width * height];
        by_rank.iter().enumerate().for_each(|(at, &cell)| rank[cell as usize] = at as u32);
        Self { rank, by_rank, width, height, ..Self::default() }
    }

    /// Packs a row and its runs.
    pub(super) fn add<const W: usize, const O: usize, const M: usize>(
        &mut self,
        row: &game::Row,
        direction: Direction,
        game: &Game,
        level: &Level,
        size: Size<W, O, M>,
    ) -> Row {
        let first_run = self.runs.len();
        for run in &row.runs {
            let packed = self.pack_run(run, direction, game, level, size);
            self.runs.push(packed);
        }
        let step = match direction {
            Direction::Up => -1,
            Direction::Down => 1,
            Direction::Left => -(level.height as isize),
            Direction::Right => level.height as isize,
        };
        Row { first_run, runs: row.runs.len(), direction, step }
    }

    fn pack_run<const W: usize, const O: usize, const M: usize>(
        &mut self,
        run: &[u32],
        direction: Direction,
        game: &Game,
        level: &Level,
        size: Size<W, O, M>,
    ) -> Run {
        let (is_reversed, along) = match direction {
            Direction::Up => (true, Direction::Down),
            Direction::Left => (true, Direction::Right),
            other => (false, other),
        };
        let distance = if along == Direction::Down { 1 } else { level.height };
        let first_term = self.terms.len();
        for (at, &number) in run.iter().enumerate() {
            let place = if is_reversed { run.len() - 1 - at } else { at };
            self.add_terms(&game.cells[number as usize], place * distance, size);
        }
        // Wanted movements are rarest, then wanted objects; what is not wanted rarely leaves nothing.
        self.terms[first_term..].sort_by_key(|term| (term.kind != TermKind::With, term.kind == TermKind::Without));
        Run {
            cells: run.to_vec(),
            first_term,
            end_term: self.terms.len(),
            region: self.region(along, run.len(), size),
            lead: if is_reversed { run.len().saturating_sub(1) * distance } else { 0 },
            region_behind: self.region(direction, run.len() + 1, size),
        }
    }

    fn add_terms<const W: usize, const O: usize, const M: usize>(
        &mut self,
        cell: &Cell,
        shift: usize,
        size: Size<W, O, M>,
    ) {
        let stride = size.stride();
        let plane = |number: usize| (number * stride) as u32;
        let term = |kind, start, end| Term { kind, words: (shift / 64) as u16, bits: (shift % 64) as u8, start, end };
        for (movements, kind) in [(&cell.moving, TermKind::With), (&cell.still, TermKind::Without)] {
            for &(layer, set) in movements {
                let (word, place) = movement_place(usize::from(layer.0));
                let bits = (0..5).filter(|bit| set >> bit & 1 == 1);
                self.terms.extend(bits.map(|bit| term(kind, plane(size.movement_plane(word, place + bit)), 0)));
            }
        }
        let objects = |set: &game::ObjectSet, kind| -> Vec<Term> {
            set.iter().map(|id| term(kind, plane(usize::from(id.0)), 0)).collect()
        };
        self.terms.extend(objects(&cell.all, TermKind::With));
        self.terms.extend(objects(&cell.none, TermKind::Without));
        for set in &cell.any {
            let start = self.choices.len() as u32;
            self.choices.extend(set.iter().map(|id| plane(usize::from(id.0))));
            self.terms.push(term(TermKind::WithAny, start, self.choices.len() as u32));
        }
    }

    /// Where the region of cells begins from which so many cells, with this one, follow in a direction.
    fn region<const W: usize, const O: usize, const M: usize>(
        &mut self,
        direction: Direction,
        length: usize,
        size: Size<W, O, M>,
    ) -> usize {
        if let Some(&known) = self.region_of.get(&(direction, length)) {
            return known;
        }
        let start = self.regions.len();
        self.regions.resize(start + size.plane(), 0);
        for cell in 0..self.width * self.height {
            if self.room(cell, direction) >= length {
                self.regions[start + cell / 64] |= 1 << (cell % 64);
            }
        }
        self.region_of.insert((direction, length), start);
        start
    }

    /// How many cells lie in a direction, with this one.
    pub(super) fn room(&self, cell: usize, direction: Direction) -> usize {
        let (x, y) = (cell / self.height, cell % self.height);
        match direction {
            Direction::Up => y + 1,
            Direction::Down => self.height - y,
            Direction::Left => x + 1,
            Direction::Right => self.width - x,
        }
    }

    /// A word of the plane of a run's matches, at the cell with the lowest index.
    #[inline(always)]
    pub(super) fn run_word<const W: usize>(&self, run: &Run, word: usize, planes: &[u64]) -> u64 {
        let mut found = self.regions[run.region + word];
        for term in &self.terms[run.first_term..run.end_term] {
            if found == 0 {
                return 0;
            }
            match term.kind {
                TermKind::With => found &= term.word::<W>(planes, term.start, word),
                TermKind::Without => found &= !term.word::<W>(planes, term.start, word),
                TermKind::WithAny => {
                    let planes_of = &self.choices[term.start as usize..term.end as usize];
                    found &= planes_of.iter().fold(0, |any, &start| any | term.word::<W>(planes, start, word));
                }
            }
        }
        found
    }
}

impl Term {
    /// A word of a shifted plane. The caller has found a cell in the word whose shifted place is on the board, so what
    /// is read belongs to the plane or is the empty word at its end.
    #[inline(always)]
    fn word<const W: usize>(&self, planes: &[u64], start: u32, word: usize) -> u64 {
        if W == 1 {
            return planes[start as usize] >> self.bits;
        }
        let at = start as usize + word + usize::from(self.words);
        planes[at] >> self.bits | planes[at + 1] << 1 << (63 - self.bits)
    }
}
