//! What Rabbit pays among Eel's walls, by the text of a level: walls that leave one gap below each row.

use puzzles::Level;
use serde_json::Value;

/// What each cell costs; none where it is blocked.
fn costs(level: &dyn Level) -> Vec<Vec<Option<u64>>> {
    let text = level.text();
    let rows = text.lines().filter(|line| !line.starts_with(';') && !line.is_empty());
    rows.map(|row| row.chars().map(|cost| cost.to_digit(10).map(u64::from)).collect()).collect()
}

/// What Rabbit pays from the first cell to the last row, through these gaps, counted from 1: the way along a row to its
/// gap is the cheapest, since costs are not negative.
pub(crate) fn paid(level: &dyn Level, gaps: &Value) -> Option<u64> {
    let costs = costs(level);
    let mut at = 0;
    let mut paid = costs.first()?.first().copied().flatten()?;
    let gaps = gaps.as_array()?;
    if gaps.len() + 1 != costs.len() {
        return None;
    }
    for (row, gap) in gaps.iter().enumerate() {
        let gap = usize::try_from(gap.as_u64()?).ok()?.checked_sub(1)?;
        let way: Vec<usize> = if gap < at { (gap..at).collect() } else { (at + 1..=gap).collect() };
        for column in way {
            paid += costs[row].get(column).copied().flatten()?;
        }
        paid += costs[row + 1].get(gap).copied().flatten()?;
        at = gap;
    }
    Some(paid)
}

/// What the cells of a path cost, counted from 1, where it is a walk from the first cell to the last row through the
/// gaps.
pub(crate) fn walked(level: &dyn Level, gaps: &Value, path: &Value) -> Option<u64> {
    let costs = costs(level);
    let cell = |cell: &Value| {
        Some((
            usize::try_from(cell[0].as_u64()?).ok()?.checked_sub(1)?,
            usize::try_from(cell[1].as_u64()?).ok()?.checked_sub(1)?,
        ))
    };
    let cells: Vec<(usize, usize)> = path.as_array()?.iter().map(cell).collect::<Option<_>>()?;
    let linked = |pair: &[(usize, usize)]| {
        let ((row, column), (to_row, to_column)) = (pair[0], pair[1]);
        let along = row == to_row && column.abs_diff(to_column) == 1;
        along || (row + 1 == to_row && column == to_column && gaps[row] == column + 1)
    };
    let right = cells.first() == Some(&(0, 0)) && cells.last()?.0 + 1 == costs.len() && cells.windows(2).all(linked);
    if right { cells.iter().map(|&(row, column)| *costs.get(row)?.get(column)?).sum() } else { None }
}
