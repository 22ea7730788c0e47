//! Every row with the outcomes of its own states and of those below, from the top down.
//!
//! Outcomes grow from the first floor up, walkers come from the top down, and a gain needs both. Keeping all
//! outcomes would take twice the map's own bits. So one pass up keeps a rung every √R rows, and the way down
//! climbs again from rung to rung: two passes over the map's bits, and memory for 4·√R rows of outcomes.

use engines::context::{Context, Halt};

use super::outcomes::Outcomes;
use super::rules::{Map, words_for};

/// The rungs of one map.
pub(super) struct Ladder<'m> {
    map: &'m Map,
    /// Rows from rung to rung.
    every: usize,
    /// The outcomes of rows 0, `every`, 2·`every`, … above the first floor, and of the first floor last.
    rungs: Vec<Outcomes>,
}

impl<'m> Ladder<'m> {
    /// Climbs the map once.
    ///
    /// # Errors
    /// A limit of the context.
    pub(super) fn climb(map: &'m Map, cx: &Context<'_>) -> Result<Ladder<'m>, Halt> {
        let every = map.rows().isqrt().max(1);
        let mut rungs = Vec::with_capacity(map.rows() / every + 2);
        let (mut outcomes, mut below) = (Outcomes::under_ground(map), Outcomes::default());
        for row in (0..map.rows()).rev() {
            std::mem::swap(&mut outcomes, &mut below);
            outcomes.climb(&below, map.openings(row));
            if row % every == 0 || row == map.ground() {
                rungs.push(outcomes.clone());
                cx.spend((every * map.columns()) as u64)?;
            }
        }
        rungs.reverse();
        Ok(Ladder { map, every, rungs })
    }

    /// Bytes that the ladder of a map of this size and one way down hold at most.
    pub(super) fn bytes_of(rows: usize, columns: usize) -> u64 {
        let both_lanes = 2 * 8 * words_for(columns) as u64;
        both_lanes * 2 * (rows.isqrt() as u64 + 3)
    }

    /// The outcomes of the starts.
    pub(super) fn top(&self) -> &Outcomes {
        &self.rungs[0]
    }

    /// Shows each row above the first floor, from the top: its index, its outcomes and those of the row below.
    ///
    /// # Errors
    /// A limit of the context, or what `look` returns.
    pub(super) fn descend<E: From<Halt>>(
        &self,
        cx: &Context<'_>,
        mut look: impl FnMut(usize, &Outcomes, &Outcomes) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut steps: Vec<Outcomes> = vec![Outcomes::default(); self.every + 1];
        for (rung, below) in self.rungs.iter().skip(1).enumerate() {
            let first = rung * self.every;
            let end = self.map.ground().min(first + self.every);
            steps[end - first].clone_from(below);
            for row in (first..end).rev() {
                let (above, below) = steps.split_at_mut(row - first + 1);
                above[row - first].climb(&below[0], self.map.openings(row));
            }
            for row in first..end {
                look(row, &steps[row - first], &steps[row - first + 1])?;
            }
            cx.spend(((end - first) * self.map.columns()) as u64)?;
            cx.report("rows", end as u64, Some(self.map.rows() as u64), None);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle::{Draw, maps};
    use super::*;

    fn agree(map: &Map) {
        let mut all = vec![Outcomes::under_ground(map)];
        for row in (0..map.rows()).rev() {
            let mut next = Outcomes::default();
            next.climb(&all[all.len() - 1], map.openings(row));
            all.push(next);
        }
        all.reverse();
        let cx = Context::default();
        let ladder = Ladder::climb(map, &cx).unwrap();
        let mut seen = 0;
        ladder
            .descend(&cx, |row, own, below| {
                assert_eq!((row, own, below), (seen, &all[row], &all[row + 1]));
                seen += 1;
                Ok::<(), Halt>(())
            })
            .unwrap();
        assert_eq!(seen, map.ground());
        assert_eq!(ladder.top(), &all[0]);
    }

    #[test]
    fn the_way_down_shows_what_the_way_up_found() {
        maps(300, &Draw::small(), agree);
        maps(20, &Draw::odd_widths(), agree);
    }

    #[test]
    fn rungs_join_for_every_number_of_rows() {
        for rows in 1..=60 {
            let words = words_for(3);
            agree(&Map::from_bits(
                3,
                (0..rows * words).map(|row| 1 << (row % 3)).collect(),
                vec![1 << ((rows - 1) % 3)],
            ));
        }
    }
}
