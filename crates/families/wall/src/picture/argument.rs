//! The argument for Eel's gaps as a film: a frame for each pair of rows.

use std::collections::HashMap;

use ::picture::{ColourRole, Frame, Overlay, Picture};

use super::{board_cells, cell_mut, finish, gap_walls, token, window};
use crate::body::{Pair, Solve};
use crate::grid::Grid;
use crate::rules::path;

/// The most frames drawn.
const MAX_FRAMES: usize = 40;

/// The frames, if the answer has an argument that fits the board.
pub(super) fn frames(grid: &Grid, solved: &Solve, gaps: &[u32]) -> Option<Picture> {
    let pairs = solved.explanation.as_ref()?.pairs.as_deref().filter(|pairs| !pairs.is_empty())?;
    let fits = |(row, pair): (usize, &Pair)| pair.row as usize == row + 1 && pair.gap == gaps[row] + 1;
    if pairs.len() != gaps.len() || !pairs.iter().enumerate().all(fits) {
        return None;
    }
    let frames: Vec<Frame> = pairs.iter().take(MAX_FRAMES).map(|pair| frame(grid, pair, gaps)).collect();
    let left_out = pairs.len() - frames.len();
    let more = if left_out > 0 { format!("; {left_out} more pairs of rows are not drawn") } else { String::new() };
    let words = format!("with these walls Rabbit pays {}, and no walls make it pay more{more}", solved.cost);
    let mut picture = finish(grid, (0, 0), &words, Frame::default());
    picture.frames = frames;
    picture.legend.retain(|(role, _)| *role != ColourRole::Highlight);
    picture.legend.extend([
        (ColourRole::Highlight, "Rabbit can walk there".to_owned()),
        (ColourRole::Danger, "from there no way leads to the last row".to_owned()),
    ]);
    Some(picture)
}

/// One pair of rows: the walls so far, where Rabbit can walk, what is dead below, and the gap.
fn frame(grid: &Grid, pair: &Pair, gaps: &[u32]) -> Frame {
    let row = pair.row.saturating_sub(1) as usize;
    let column = |column: u32| column.saturating_sub(1) as usize;
    let window = window(&grid.board, (row, column(pair.gap)));
    let mut frame = board_cells(grid, window, &HashMap::new());
    let reached = pair.reached.iter().map(|&at| ((row, column(at)), ColourRole::Highlight));
    let dead = pair.dead.iter().map(|&at| ((row + 1, column(at)), ColourRole::Danger));
    for (place, role) in reached.chain(dead) {
        let Some(cell) = cell_mut(&mut frame, window, place) else { continue };
        cell.role = role;
        if role == ColourRole::Danger {
            let at = cell.at;
            frame.overlays.push(Overlay::Square { at, label: "dead".into() });
        }
    }
    frame.edges = gap_walls(window, &gaps[..=row]);
    token(&mut frame, window, &path(&grid.board, &gaps[..row]));
    let gap = window.point((row + 1, column(pair.gap)));
    frame.overlays.extend(gap.map(|at| Overlay::Ring { at, label: "gap".into() }));
    frame.caption = pair.words();
    frame
}
