//! The outcome of every state, a byte a tile, filled by the rules' own step and checked against it.

use engines::Context;

use super::{is_opening, place, side, states};
use crate::body::Facing;
use crate::rules::{Lemmo, Map, Next};
use frame::problem::CheckError;

/// The outcome of every state: bit 0 looking left, bit 1 looking right, a byte a tile.
pub(super) struct Table {
    columns: usize,
    bytes: Vec<u8>,
}

impl Table {
    pub(super) fn build(map: &Map, cx: &Context<'_>) -> Result<Table, CheckError> {
        let columns = map.columns();
        let mut table = Table { columns, bytes: vec![0; map.rows() * columns] };
        for row in (0..map.rows()).rev() {
            table.fill(map, row);
            cx.spend(columns as u64)?;
        }
        Ok(table)
    }

    pub(super) fn wins_at(&self, lemmo: Lemmo) -> bool {
        self.bytes[lemmo.row * self.columns + lemmo.column] >> side(lemmo.facing) & 1 == 1
    }

    fn set(&mut self, lemmo: Lemmo, wins: bool) {
        self.bytes[lemmo.row * self.columns + lemmo.column] |= u8::from(wins) << side(lemmo.facing);
    }

    /// What one step from a state leads to, by the entries that are there.
    fn after_step(&self, lemmo: Lemmo, map: &Map) -> bool {
        match lemmo.step(map) {
            Next::On(next) => self.wins_at(next),
            Next::Won => true,
            Next::Lost => false,
        }
    }

    /// Fills a row: where Lemmo would turn, the walk back to the row's outermost opening goes first.
    fn fill(&mut self, map: &Map, row: usize) {
        let columns = self.columns;
        let mut fill = |column, facing| {
            let lemmo = Lemmo { row, column, facing };
            let wins = self.after_step(lemmo, map);
            self.set(lemmo, wins);
        };
        let opening = |column: &usize| is_opening(map, row, *column);
        let first = (0..columns).find(opening).unwrap_or(0);
        let last = (0..columns).rfind(opening).unwrap_or(0);
        (0..=first).rev().for_each(|column| fill(column, Facing::Right));
        (last..columns).for_each(|column| fill(column, Facing::Left));
        (0..last).for_each(|column| fill(column, Facing::Left));
        (first + 1..columns).rev().for_each(|column| fill(column, Facing::Right));
    }

    /// The certificate: each entry equals that of the state after one step.
    pub(super) fn agrees_with_every_step(&self, map: &Map, cx: &Context<'_>) -> Result<(), CheckError> {
        for row in 0..map.rows() {
            for lemmo in states(row, self.columns) {
                if self.wins_at(lemmo) != self.after_step(lemmo, map) {
                    return Err(CheckError::wrong(format!("the table disagrees with a step at {}", place(lemmo))));
                }
            }
            cx.spend(self.columns as u64)?;
        }
        Ok(())
    }

    pub(super) fn wins(&self, map: &Map) -> u64 {
        states(0, map.columns()).filter(|&start| self.wins_at(start)).count() as u64
    }

    pub(super) fn winning_starts(&self, map: &Map) -> Vec<String> {
        let text = |start: Lemmo| format!("{} {}", start.column + 1, start.facing.name());
        states(0, map.columns()).filter(|&start| self.wins_at(start)).map(text).collect()
    }

    pub(super) fn difference(&self, after: Lemmo, before: Lemmo) -> i64 {
        i64::from(self.wins_at(after)) - i64::from(self.wins_at(before))
    }
}
