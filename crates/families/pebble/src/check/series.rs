//! Series of moves counted again: by recursion from the first move on, each arrangement with the moves left looked at
//! once. It gives up after a fixed number of them.

use std::collections::{HashMap, HashSet};

use engines::motion::{BLANK, Layout};
use num_bigint::BigUint;

use super::super::body::{Count, EXACTLY, MATCHING};
use super::super::notation::place_of;
use super::Case;
use frame::options::{ALL, Options};
use frame::problem::{CheckError, ensure};

/// Series listed at most.
const MAX_LISTED: usize = 10_000;
/// Arrangements, each with the moves left, that are looked at before it gives up.
const MAX_LOOKED_AT: usize = 50_000;
/// Series of more moves are not tried by recursion.
const DEEPEST: u64 = 500;

/// For an arrangement and the moves left how many series there are.
type Known = HashMap<(Layout, u64), BigUint>;

impl Case<'_> {
    /// That the count is right, and what is listed.
    pub(super) fn series(&mut self, options: &Options, body: &Count) -> Result<(), CheckError> {
        let pebbles = self.puzzle.board.places() as u64 - 1;
        let length = options.number(&EXACTLY).unwrap_or(body.exactly);
        ensure(body.exactly == length, "the series are of another length than was asked for")?;
        if !options.has(&EXACTLY) {
            ensure(body.series.0 > BigUint::from(0_u8), "no series is of the fewest moves")?;
            self.bound(body.exactly, &["answer.exactly"])?;
        }
        ensure(
            body.matching == options.number(&MATCHING).unwrap_or(pebbles),
            "other pebbles match than was asked for",
        )?;
        ensure(
            options.is_on(&ALL) == body.all.is_some(),
            "series are listed where that was asked for, and only there",
        )?;
        ensure(body.all.is_some() == body.all_complete.is_some(), "a list says whether it is complete")?;
        if let Some(all) = &body.all {
            self.listed(body, all)?;
        }
        self.checked.compare(&["verdict", "answer.exactly", "answer.matching", "answer.all", "answer.all_complete"]);
        const SERIES: &[&str] = &["answer.series"];
        let mut known = Known::new();
        match self.series_from(self.here, body.exactly, body.matching, &mut known)? {
            Some(own) => {
                ensure(own == body.series.0, format!("there are {own} such series"))?;
                self.checked.done("the number of series, by a recursion of its own", SERIES);
            }
            None => {
                self.checked.left_out("the number of series", SERIES);
                self.checked.leave_open(&["answer.all", "answer.all_complete"]);
            }
        }
        Ok(())
    }

    fn listed(&mut self, body: &Count, all: &[Vec<String>]) -> Result<(), CheckError> {
        let listed = BigUint::from(all.len());
        ensure(all.len() <= MAX_LISTED && listed <= body.series.0, "more series are listed than there are")?;
        ensure(body.all_complete == Some(listed == body.series.0), "the list is complete where it holds every one")?;
        for series in all {
            ensure(series.len() as u64 == body.exactly, "a series has another number of moves")?;
            let mut here = self.here.clone();
            for text in series {
                let linked = |place: &u8| self.puzzle.board.links(here.blank()).contains(place);
                let place = place_of(text).filter(linked);
                here.slide(
                    place.ok_or_else(|| CheckError::wrong(format!("'{text}' cannot be played where it stands")))?,
                );
            }
            ensure(self.matching(&here) == body.matching, "a series leaves another number of matching pebbles")?;
        }
        let distinct: HashSet<&Vec<String>> = all.iter().collect();
        ensure(distinct.len() == all.len(), "a series is listed twice")?;
        self.checked.done("every series listed, by replaying it", &["answer.all"]);
        Ok(())
    }

    fn matching(&self, here: &Layout) -> u64 {
        let wanted = &self.puzzle.plates;
        here.colours().iter().zip(wanted).filter(|&(colour, want)| *colour != BLANK && colour == want).count() as u64
    }

    /// The series of `left` moves from `here`; `None` where that takes too long.
    fn series_from(
        &self,
        here: &Layout,
        left: u64,
        matching: u64,
        known: &mut Known,
    ) -> Result<Option<BigUint>, CheckError> {
        let apart = self.matching(here).abs_diff(matching);
        if left == 0 || apart > left {
            return Ok(Some(BigUint::from(u8::from(apart == 0))));
        }
        if let Some(count) = known.get(&(here.clone(), left)) {
            return Ok(Some(count.clone()));
        }
        if known.len() >= MAX_LOOKED_AT || left > DEEPEST {
            return Ok(None);
        }
        self.cx.spend(1)?;
        let mut total = BigUint::from(0_u8);
        for &from in self.puzzle.board.links(here.blank()) {
            let mut there = here.clone();
            there.slide(from);
            let Some(count) = self.series_from(&there, left - 1, matching, known)? else { return Ok(None) };
            total += count;
        }
        known.insert((here.clone(), left), total.clone());
        Ok(Some(total))
    }
}
