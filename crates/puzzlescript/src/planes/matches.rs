//! The matches of a rule's rows, in the order in which the reference finds them.

use crate::engine::{Stop, TurnContext};
use crate::game::Direction;

use super::PlaneEngine;
use super::lines;
use super::program::Rule;
use super::rows::Row;
use super::state::bits;

/// The matches of the rows of one rule, kept between rules to be reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Matches {
    /// For each match of each row the first cell of each of its runs.
    pub(super) starts: Vec<u32>,
    /// The rows whose matches these are.
    pub(super) rows: Vec<RowMatches>,
    /// The plane of matches of the row that is being looked at.
    found: Vec<u64>,
    /// For each run of a row with `...` the plane of its first cells, where the runs behind it match too.
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
        let mut any = 0;
        for (word, found) in self.matches.found[..self.state.size.plane()].iter_mut().enumerate() {
            *found = self.program.rows.run_word::<W>(run, word, &self.state.planes);
            any |= *found;
        }
        if any == 0 {
            return Ok(false);
        }
        let (lead, before) = (run.lead, self.matches.starts.len());
        if W == 1 && any.is_power_of_two() {
            self.matches.starts.push(any.trailing_zeros() + lead as u32);
        } else {
            self.list_anchors(row.direction, lead);
            self.matches.starts.extend_from_slice(&self.matches.anchors);
        }
        context.spend((self.matches.starts.len() - before) as u64)?;
        Ok(true)
    }

    /// Lists the cells of the found plane in scan order, each moved by the lead of the row's first cell.
    #[inline(never)]
    fn list_anchors(&mut self, direction: Direction, lead: usize) {
        let Matches { found, anchors, .. } = &mut self.matches;
        let rows = &self.program.rows;
        anchors.clear();
        let is_vertical = matches!(direction, Direction::Up | Direction::Down);
        let count: u32 = found.iter().map(|word| word.count_ones()).sum();
        if is_vertical || (count as usize) * 16 < rows.rank.len() || count == 1 {
            for (at, &word) in found.iter().enumerate() {
                anchors.extend(bits(word).map(|bit| (at * 64 + bit + lead) as u32));
            }
            if !is_vertical && count > 1 {
                anchors.sort_unstable_by_key(|&cell| rows.rank[cell as usize]);
            }
        } else {
            let is_found = |cell: u32| found[cell as usize / 64] >> (cell % 64) & 1 == 1;
            anchors.extend(rows.by_rank.iter().filter(|&&cell| is_found(cell)).map(|cell| cell + lead as u32));
        }
    }

    /// Adds the matches of a row with `...`. Returns whether there is one.
    ///
    /// From the last run to the first it computes the plane of first cells behind which the rest of the row matches:
    /// where the next run begins, smeared against the direction of the row and moved by this run's length. Only where
    /// the first run's plane has a bit are the distances enumerated.
    #[inline(never)]
    fn find_runs(&mut self, row: &Row, context: &mut TurnContext<'g>) -> Result<bool, Stop> {
        for at in (0..row.runs).rev() {
            if !self.find_tail(row, at) {
                return Ok(false);
            }
        }
        self.matches.found.copy_from_slice(&self.matches.tails[0]);
        self.list_anchors(row.direction, 0);
        for at in 0..self.matches.anchors.len() {
            let before = self.matches.starts.len();
            let anchor = self.matches.anchors[at];
            let mut chosen = smallvec::SmallVec::<[u32; 4]>::new();
            chosen.push(anchor);
            self.extend(row, &mut chosen);
            context.spend((self.matches.starts.len() - before) as u64)?;
        }
        Ok(true)
    }

    /// Computes the plane of first cells of a run where it and the runs behind it match. Returns whether it has a bit.
    fn find_tail(&mut self, row: &Row, at: usize) -> bool {
        let words = self.state.size.plane();
        let rows = &self.program.rows;
        let run = &rows.runs[row.first_run + at];
        self.state.refresh(&run.unions, &self.program.watch);
        let Matches { tails, spare, .. } = &mut self.matches;
        if tails.len() < row.runs {
            tails.resize(row.runs, Vec::new());
        }
        let (these, behind) = tails.split_at_mut(at + 1);
        let plane = &mut these[at];
        plane.clear();
        plane.extend((0..words).map(|word| rows.run_word::<W>(run, word, &self.state.planes)));
        if plane.iter().all(|&word| word == 0) {
            return false;
        }
        if run.lead > 0 {
            lines::shift_up(plane, run.lead);
        }
        if let Some(next) = behind.first().filter(|_| at + 1 < row.runs) {
            let mut reach = std::mem::take(&mut self.reach);
            reach.clone_from(next);
            self.lines.smear_against(row.direction, &mut reach, spare);
            let distance = run.cells.len() * row.step.unsigned_abs();
            if row.step > 0 {
                lines::shift_down(&mut reach, distance);
            } else {
                lines::shift_up(&mut reach, distance);
            }
            let region = &rows.regions[run.region_behind..][..words];
            for ((word, reach), region) in plane.iter_mut().zip(&reach).zip(region) {
                *word &= reach & region;
            }
            self.reach = reach;
        }
        plane.iter().any(|&word| word != 0)
    }

    /// Adds the matches whose first runs begin at the chosen cells, the distances growing from 0, the last one fastest.
    fn extend(&mut self, row: &Row, chosen: &mut smallvec::SmallVec<[u32; 4]>) {
        let at = chosen.len();
        if at == row.runs {
            self.matches.starts.extend_from_slice(chosen);
            return;
        }
        let start = chosen[at - 1] as usize;
        let length = self.program.rows.runs[row.first_run + at - 1].cells.len();
        let room = self.program.rows.room(start, row.direction);
        for distance in length..room {
            let cell = start.wrapping_add_signed(row.step * distance as isize);
            if self.matches.tails[at][cell / 64] >> (cell % 64) & 1 == 1 {
                chosen.push(cell as u32);
                self.extend(row, chosen);
                chosen.pop();
            }
        }
    }
}
