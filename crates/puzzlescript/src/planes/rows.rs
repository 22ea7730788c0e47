//! Rows of rules as programs on planes.
//!
//! A run of cells without `...` is an AND of planes: those of every object, set of objects and movement that a cell
//! wants, without those that it does not want, each shifted by the cell's distance from the one with the lowest index.
//! It begins with the region where the run lies on the board, and it is computed word by word, so that a word that is
//! empty early costs nothing more.

use std::collections::HashMap;

use crate::changes::{CellSet, Shape};
use crate::game::{self, Cell, Direction, Game, Level, movement};

use super::size::{Size, movement_place};
use super::unions::Unions;

/// The rows of all rules.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    pub(super) runs: Vec<Run>,
    pub(super) terms: Vec<Term>,
    /// The sets of objects that terms ask for. Their planes follow all others.
    pub(super) unions: Unions,
    /// Planes of cells from which so many cells follow in a direction.
    pub(super) regions: Vec<u64>,
    region_of: HashMap<(Direction, usize), usize>,
    /// The place of each cell when cells are counted row by row.
    pub(super) rank: Vec<u32>,
    /// The cells row by row.
    pub(super) by_rank: Vec<u32>,
    /// For each cell the bits of the directions in which it has a neighbour.
    ways: Vec<u8>,
    pub(super) width: usize,
    pub(super) height: usize,
    /// How many cells hold each object at the start of the level.
    counts: Vec<usize>,
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
    /// The unions that it asks for.
    pub(super) unions: Vec<u32>,
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

/// A condition on one cell of a run: a plane whose bit is wanted or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    /// All bits if the plane's bit is not wanted, else none.
    inverted: u64,
    /// Where the plane begins.
    start: u32,
    /// How far the cell lies behind the one with the lowest index: whole words, and bits.
    words: u16,
    bits: u8,
}

impl Rows {
    pub(super) fn new(game: &Game, level: &Level) -> Self {
        let (width, height) = (level.width, level.height);
        let mut counts = vec![0; game.objects.len()];
        for &content in &level.cells {
            level.contents[content as usize].iter().for_each(|id| counts[usize::from(id.0)] += 1);
        }
        let by_rank: Vec<u32> = (0..width * height).map(|rank| (rank % width * height + rank / width) as u32).collect();
        let mut rank = vec![0; width * height];
        by_rank.iter().enumerate().for_each(|(at, &cell)| rank[cell as usize] = at as u32);
        let ways = (0..width * height).map(|cell| ways(cell / height, cell % height, width, height)).collect();
        Self { rank, by_rank, ways, width, height, counts, ..Self::default() }
    }

    /// The neighbour of a cell in a direction, of which there must be one.
    #[inline(always)]
    pub(super) fn neighbour(&self, cell: usize, direction: u8) -> Option<usize> {
        if self.ways[cell] & direction == 0 {
            return None;
        }
        match direction {
            movement::UP => Some(cell - 1),
            movement::DOWN => Some(cell + 1),
            movement::LEFT => Some(cell - self.height),
            movement::RIGHT => Some(cell + self.height),
            _ => None,
        }
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
        let (mut terms, mut unions) = (Vec::new(), Vec::new());
        for (at, &number) in run.iter().enumerate() {
            let place = if is_reversed { run.len() - 1 - at } else { at };
            self.add_terms(&game.cells[number as usize], place * distance, size, &mut terms, &mut unions);
        }
        unions.sort_unstable();
        unions.dedup();
        // What leaves the fewest cells comes first, so that a word is empty early.
        terms.sort_by_key(|&(_, cells_left)| cells_left);
        let first_term = self.terms.len();
        self.terms.extend(terms.into_iter().map(|(term, _)| term));
        Run {
            cells: run.to_vec(),
            unions,
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
        terms: &mut Vec<(Term, usize)>,
        unions: &mut Vec<u32>,
    ) {
        let (words, bits) = ((shift / 64) as u16, (shift % 64) as u8);
        let term = |plane: usize, is_wanted: bool| {
            let inverted = if is_wanted { 0 } else { u64::MAX };
            Term { inverted, start: (plane * size.stride()) as u32, words, bits }
        };
        let cells = self.rank.len();
        for (movements, is_wanted) in [(&cell.moving, true), (&cell.still, false)] {
            for &(layer, set) in movements {
                let (word, place) = movement_place(usize::from(layer.0));
                for bit in (0..5).filter(|bit| set >> bit & 1 == 1) {
                    // Movement is rare.
                    let cells_left = if is_wanted { 0 } else { cells };
                    terms.push((term(size.movement_plane(word, place + bit), is_wanted), cells_left));
                }
            }
        }
        for id in cell.all.iter().map(|id| usize::from(id.0)) {
            terms.push((term(id, true), self.counts[id]));
        }
        let nothing = (!cell.none.is_empty()).then_some(&cell.none);
        for (set, is_wanted) in cell.any.iter().map(|set| (set, true)).chain(nothing.map(|set| (set, false))) {
            let count: usize = set.iter().map(|id| self.counts[usize::from(id.0)]).sum();
            let cells_left = if is_wanted { count } else { cells.saturating_sub(count) };
            let plane = match set.iter().next().filter(|_| set.len() == 1) {
                Some(id) => usize::from(id.0),
                None => {
                    let union = self.unions.add(set, size.stride());
                    unions.push(union as u32);
                    size.planes() + union
                }
            };
            terms.push((term(plane, is_wanted), cells_left));
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
        let shape = Shape { width: self.width, height: self.height };
        let CellSet(words) = shape.with_room(direction, length.saturating_sub(1));
        self.regions[start..][..words.len()].copy_from_slice(&words);
        self.region_of.insert((direction, length), start);
        start
    }

    /// The runs of a row.
    #[inline]
    pub(super) fn runs_of(&self, row: &Row) -> &[Run] {
        &self.runs[row.first_run..row.first_run + row.runs]
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

    /// The plane of a run's matches, at the cell with the lowest index. Returns whether it has a bit.
    #[inline(always)]
    pub(super) fn run_plane<const W: usize>(&self, run: &Run, planes: &[u64], found: &mut [u64]) -> bool {
        if W < 2 {
            let words = found.iter_mut().enumerate();
            return words.fold(0, |any, (word, found)| {
                *found = self.run_word::<W>(run, word, planes);
                any | *found
            }) != 0;
        }
        // All words at a time: the loops over them have no branches.
        let mut here: [u64; W] = std::array::from_fn(|word| self.regions[run.region + word]);
        // What is read lies in the planes only where the run fits on the board.
        if here == [0; W] {
            return false;
        }
        for term in &self.terms[run.first_term..run.end_term] {
            let plane = &planes[term.start as usize + usize::from(term.words)..][..=W];
            let mut any = 0;
            for (word, here) in here.iter_mut().enumerate() {
                *here &= (plane[word] >> term.bits | plane[word + 1] << 1 << (63 - term.bits)) ^ term.inverted;
                any |= *here;
            }
            if any == 0 {
                return false;
            }
        }
        found.copy_from_slice(&here);
        true
    }

    /// A word of the plane of a run's matches, at the cell with the lowest index.
    #[inline(always)]
    pub(super) fn run_word<const W: usize>(&self, run: &Run, word: usize, planes: &[u64]) -> u64 {
        let mut found = self.regions[run.region + word];
        for term in &self.terms[run.first_term..run.end_term] {
            if found == 0 {
                return 0;
            }
            found &= term.word::<W>(planes, word) ^ term.inverted;
        }
        found
    }
}

/// The directions in which the cell of a column and row has a neighbour.
fn ways(x: usize, y: usize, width: usize, height: usize) -> u8 {
    let way = |is_there: bool, direction: u8| if is_there { direction } else { 0 };
    way(y > 0, movement::UP)
        | way(y + 1 < height, movement::DOWN)
        | way(x > 0, movement::LEFT)
        | way(x + 1 < width, movement::RIGHT)
}

impl Term {
    /// A word of a shifted plane. The caller has found a cell in the word whose shifted place is on the board, so what
    /// is read belongs to the plane or is the empty word at its end.
    #[inline(always)]
    fn word<const W: usize>(&self, planes: &[u64], word: usize) -> u64 {
        if W == 1 {
            return planes[self.start as usize] >> self.bits;
        }
        let at = self.start as usize + word + usize::from(self.words);
        planes[at] >> self.bits | planes[at + 1] << 1 << (63 - self.bits)
    }
}
