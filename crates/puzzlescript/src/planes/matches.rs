//! The matches of a rule's rows, in the order in which the reference finds them.

use crate::engine::{Stop, TurnContext};
use crate::game::Direction;

use super::PlaneEngine;
use super::bits::bits;
use super::lines;
use super::program::Rule;
use super::rows::Row;

/// Where the first run of a row with `...` matches in more places, those are looked through before distances are tried.
const FEW: u32 = 4;

/// The most first cells of runs that are kept of one rule: 32 MiB.
const MAX_STARTS: usize = 8 << 20;

/// The matches of the rows of one rule, kept between rules to be reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Matches {
    /// For each match of each row the first cell of each of its runs.
    pub(super) starts: Vec<u32>,
    /// The rows whose matches these are.
    pub(super) rows: Vec<RowMatches>,
    /// Whether the matches of a row have to come in the order in which the reference finds them.
    pub(super) is_ordered: bool,
    /// The plane of matches of the row that is being looked at.
    found: Vec<u64>,
    /// For each run of a row with `...` the plane of its first cells.
    pub(super) tails: Vec<Vec<u64>>,
    pub(super) spare: Vec<u64>,
    /// First cells of a row in scan order.
    anchors: Vec<u32>,
}

/// The matches of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowMatches {
    /// Where they begin.
    start: usize,
    /// How many cells each match has there: one for each run.
    runs: usize,
    /// How many there are.
    pub(super) count: usize,
}

impl Matches {
    /// Nothing, on planes of so many words.
    pub(super) fn new(words: usize) -> Self {
        Self { found: vec![0; words], ..Self::default() }
    }

    /// Forgets all matches.
    pub(super) fn clear(&mut self) {
        self.starts.clear();
        self.rows.clear();
    }

    /// The first cells of the runs of a row's match in a tuple, of which the remaining rows' part is left.
    #[inline]
    pub(super) fn take(&self, row: usize, tuple: &mut usize) -> &[u32] {
        let RowMatches { start, runs, count } = self.rows[row];
        let chosen;
        (chosen, *tuple) = if *tuple < count { (*tuple, 0) } else { (*tuple % count, *tuple / count) };
        &self.starts[start + chosen * runs..][..runs]
    }
}

impl<'g, const W: usize, const O: usize, const M: usize> PlaneEngine<'g, W, O, M> {
    /// An empty plane that a rule needs, of an object rather than of a movement: objects appear less often.
    #[inline]
    pub(super) fn missing_plane(&self, rule: usize) -> Option<usize> {
        let words = self.state.size.objects() + self.state.size.movements();
        let needs = &self.program.needs[rule * words..][..words];
        let mut missing = needs.iter().zip(&self.state.present).map(|(need, present)| need & !present);
        let word = missing.position(|missing| missing != 0)?;
        Some(word * 64 + (needs[word] & !self.state.present[word]).trailing_zeros() as usize)
    }

    /// Adds the matches of all rows of a rule. If a row has none, it returns false and leaves those of the others.
    #[inline]
    pub(super) fn find_matches(&mut self, rule: usize, context: &mut TurnContext<'g>) -> Result<bool, Stop> {
        let Rule { first_row, end_row, .. } = self.program.rules[rule];
        for number in first_row..end_row {
            let row = self.program.rows.rows[number];
            let start = self.matches.starts.len();
            let found = if row.runs == 1 { self.find_run(&row, context)? } else { self.find_runs(&row, context)? };
            if !found {
                return Ok(false);
            }
            let count = (self.matches.starts.len() - start) / row.runs;
            self.matches.rows.push(RowMatches { start, runs: row.runs, count });
        }
        Ok(first_row < end_row)
    }

    /// Adds the matches of a row without `...`. Returns whether there is one.
    #[inline]
    fn find_run(&mut self, row: &Row, context: &mut TurnContext<'g>) -> Result<bool, Stop> {
        let run = &self.program.rows.runs[row.first_run];
        if !run.unions.is_empty() {
            self.state.refresh(&run.unions, &self.program.watch);
        }
        let found = &mut self.matches.found[..self.state.size.plane()];
        if !self.program.rows.run_plane::<W>(run, &self.state.planes, found) {
            return Ok(false);
        }
        let (lead, before) = (run.lead, self.matches.starts.len());
        if let Some(cell) = single(found) {
            self.matches.starts.push(cell + lead as u32);
        } else {
            self.list_anchors(row.direction, lead);
            self.matches.starts.extend_from_slice(&self.matches.anchors);
        }
        context.spend((self.matches.starts.len() - before) as u64)?;
        Ok(true)
    }

    /// Lists the cells of the found plane, in scan order if need be, each moved by the lead of the row's first cell.
    #[inline(never)]
    fn list_anchors(&mut self, direction: Direction, lead: usize) {
        let Matches { found, anchors, is_ordered, .. } = &mut self.matches;
        let rows = &self.program.rows;
        anchors.clear();
        let by_index = !*is_ordered || matches!(direction, Direction::Up | Direction::Down);
        let count: u32 = found.iter().map(|word| word.count_ones()).sum();
        if by_index || (count as usize) * 16 < rows.rank.len() {
            for (at, &word) in found.iter().enumerate() {
                anchors.extend(bits(word).map(|bit| (at * 64 + bit + lead) as u32));
            }
            if !by_index {
                anchors.sort_unstable_by_key(|&cell| rows.rank[cell as usize]);
            }
        } else {
            let is_found = |cell: u32| found[cell as usize / 64] >> (cell % 64) & 1 == 1;
            anchors.extend(rows.by_rank.iter().filter(|&&cell| is_found(cell)).map(|cell| cell + lead as u32));
        }
    }

    /// Adds the matches of a row with `...`. Returns whether there is one.
    ///
    /// Where the first run matches the distances to the others are tried. If that is in many places, those from which
    /// the others cannot be reached are left out before.
    #[inline(never)]
    fn find_runs(&mut self, row: &Row, context: &mut TurnContext<'g>) -> Result<bool, Stop> {
        for at in (0..row.runs).rev() {
            if !self.find_firsts(row, at) {
                return Ok(false);
            }
        }
        let places: u32 = self.matches.tails[0].iter().map(|word| word.count_ones()).sum();
        if places > FEW {
            (0..row.runs - 1).rev().for_each(|at| self.keep_reaching(row, at));
        }
        if let Some(cell) = single(&self.matches.tails[0]) {
            self.matches.anchors.clear();
            self.matches.anchors.push(cell);
        } else {
            self.matches.found.copy_from_slice(&self.matches.tails[0]);
            self.list_anchors(row.direction, 0);
        }
        let start = self.matches.starts.len();
        for at in 0..self.matches.anchors.len() {
            let before = self.matches.starts.len();
            let anchor = self.matches.anchors[at];
            let mut chosen = smallvec::SmallVec::<[u32; 4]>::new();
            chosen.push(anchor);
            self.extend(row, &mut chosen, context)?;
            context.spend((self.matches.starts.len() - before) as u64)?;
        }
        Ok(self.matches.starts.len() > start)
    }

    /// Computes the plane of first cells of a run. Returns whether it has a bit.
    fn find_firsts(&mut self, row: &Row, at: usize) -> bool {
        let rows = &self.program.rows;
        let run = &rows.runs[row.first_run + at];
        self.state.refresh(&run.unions, &self.program.watch);
        let tails = &mut self.matches.tails;
        if tails.len() < row.runs {
            tails.resize(row.runs, vec![0; self.state.size.plane()]);
        }
        let found = rows.run_plane::<W>(run, &self.state.planes, &mut tails[at]);
        if found && run.lead > 0 {
            lines::shift_up(&mut tails[at], run.lead);
        }
        found
    }

    /// Keeps of the first cells of a run those behind which the next run begins: where that begins, smeared against the
    /// direction of the row and moved by this run's length.
    fn keep_reaching(&mut self, row: &Row, at: usize) {
        let rows = &self.program.rows;
        let run = &rows.runs[row.first_run + at];
        let Matches { tails, spare, .. } = &mut self.matches;
        let reach = &mut self.reach;
        reach.clone_from(&tails[at + 1]);
        self.lines.smear_against(row.direction, reach, spare);
        let distance = run.cells.len() * row.step.unsigned_abs();
        if row.step > 0 {
            lines::shift_down(reach, distance);
        } else {
            lines::shift_up(reach, distance);
        }
        let region = &rows.regions[run.region_behind..][..reach.len()];
        for ((word, reach), region) in tails[at].iter_mut().zip(reach).zip(region) {
            *word &= *reach & region;
        }
    }

    /// Adds the matches whose first runs begin at the chosen cells, which are not all, the distances growing from 0,
    /// the last one fastest.
    fn extend(
        &mut self,
        row: &Row,
        chosen: &mut smallvec::SmallVec<[u32; 4]>,
        context: &mut TurnContext<'g>,
    ) -> Result<(), Stop> {
        let at = chosen.len();
        let start = chosen[at - 1] as usize;
        let length = self.program.rows.runs[row.first_run + at - 1].cells.len();
        let room = self.program.rows.room(start, row.direction);
        context.work(room as u64)?;
        for distance in length..room {
            let cell = start.wrapping_add_signed(row.step * distance as isize);
            if self.matches.tails[at][cell / 64] >> (cell % 64) & 1 == 0 {
                continue;
            }
            chosen.push(cell as u32);
            if at + 1 == row.runs {
                self.matches.starts.extend_from_slice(chosen);
            } else {
                self.extend(row, chosen, context)?;
            }
            chosen.pop();
        }
        if self.matches.starts.len() > MAX_STARTS { Err(Stop::MemoryLimit) } else { Ok(()) }
    }
}

/// The only cell of a plane, if it has one.
#[inline(always)]
fn single(plane: &[u64]) -> Option<u32> {
    let at = plane.iter().position(|&word| word != 0)?;
    let is_single = plane[at].is_power_of_two() && plane[at + 1..].iter().all(|&word| word == 0);
    is_single.then(|| at as u32 * 64 + plane[at].trailing_zeros())
}
