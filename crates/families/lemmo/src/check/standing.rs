//! How many starts ever stand at each tile of a row, counted from the highest floor down.

use engines::Context;

use super::is_opening;
use crate::rules::Map;
use frame::problem::CheckError;

/// How many starts ever stand at each column of a row, looking left and right.
#[derive(Clone)]
pub(super) struct Standing {
    stand: Vec<[u32; 2]>,
}

impl Standing {
    pub(super) fn at_top(map: &Map) -> Standing {
        let mut standing = Standing { stand: vec![[1, 1]; map.columns()] };
        standing.spread(map, 0);
        standing
    }

    /// Continues with the row below, where the walkers that fall arrive.
    pub(super) fn fall(&mut self, map: &Map, row: usize) {
        for (column, stand) in self.stand.iter_mut().enumerate() {
            if !is_opening(map, row, column) {
                *stand = [0, 0];
            }
        }
        self.spread(map, row + 1);
    }

    /// Converts the walkers that arrive at each tile to those that ever stand there: each block passes its walkers
    /// on. Walkers
    /// that turn at the right edge are passed on last, as far as the last opening.
    fn spread(&mut self, map: &Map, row: usize) {
        let (columns, stand) = (self.stand.len(), &mut self.stand);
        let block = |column: usize| !is_opening(map, row, column);
        for column in (1..columns).rev().filter(|&column| block(column)) {
            stand[column - 1][0] += stand[column][0];
        }
        stand[0][1] += if block(0) { stand[0][0] } else { 0 };
        for column in (1..columns).filter(|&column| block(column - 1)) {
            stand[column][1] += stand[column - 1][1];
        }
        let turned = if block(columns - 1) { stand[columns - 1][1] } else { 0 };
        let last = (0..columns).rfind(|&column| !block(column)).unwrap_or(0);
        (last..columns).filter(|_| turned > 0).for_each(|column| stand[column][0] += turned);
    }

    /// How many ever stand there, looking left and right.
    pub(super) fn ever(&self, column: usize) -> [u32; 2] {
        self.stand[column]
    }

    /// How many stand there first looking left, and first looking right.
    pub(super) fn first(&self, column: usize, edges: (usize, usize)) -> [i64; 2] {
        let [left, right] = self.stand[column].map(i64::from);
        match column {
            _ if column < edges.0 => [left, right - left],
            _ if column > edges.1 => [left - right, right],
            _ => [left, right],
        }
    }
}

/// For each row from the top how many starts ever stand at each tile, as far as `look` has seen enough: it returns
/// false.
///
/// # Errors
/// A limit of the context.
pub(super) fn each_row(
    map: &Map,
    cx: &Context<'_>,
    mut look: impl FnMut(usize, &Standing) -> bool,
) -> Result<(), CheckError> {
    let mut standing = Standing::at_top(map);
    for row in 0..map.rows() {
        if row > 0 {
            standing.fall(map, row - 1);
        }
        if !look(row, &standing) {
            break;
        }
        cx.spend(map.columns() as u64)?;
    }
    Ok(())
}
