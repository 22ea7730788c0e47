//! The argument as a film: a frame for each floor, from the first floor up.

use std::collections::HashMap;

use ::picture::{Frame, Point};

use super::{board, window, wins_of};
use crate::Level;
use crate::body::{Explanation, Facing, Floor, Solve};

/// The most frames drawn.
const MAX_FRAMES: usize = 40;

/// What the legend says of a block, which the film marks.
pub(super) const MARKED: &str = "block: Lemmo walks on it; < and > where it wins from here, looking that way";

/// The frames, if the answer has an argument that fits the map; the last one is `best`, the picture of the answer.
pub(super) fn frames(level: &Level, solved: &Solve, best: Frame) -> Option<Vec<Frame>> {
    let floors = solved.explanation.as_ref().and_then(|argument: &Explanation| argument.floors.as_ref())?;
    let rows = (1..=level.map.rows() as u32).rev();
    if !floors.iter().map(|floor| floor.row).eq(rows) {
        return None;
    }
    let mut frames: Vec<Frame> = (0..floors.len().min(MAX_FRAMES)).map(|last| frame(level, &floors[..=last])).collect();
    if let Some(frame) = frames.last_mut().filter(|_| floors.len() > MAX_FRAMES) {
        frame.caption += &format!("; {} more floors are not drawn", floors.len() - MAX_FRAMES);
    } else if let Some(frame) = frames.last_mut() {
        frame.caption += &format!(". In all {}", wins_of(solved.wins, solved.starts));
    }
    frames.push(best);
    Some(frames)
}

/// The floors so far, each tile marked with the ways to face on it that win.
fn frame(level: &Level, floors: &[Floor]) -> Frame {
    let row = floors[floors.len() - 1].row as usize - 1;
    let window = window(&level.map, (row, 0));
    let words = floors[floors.len() - 1].words(floors.len() == 1);
    let mut frame = board(level, window, words.join(". "), false);
    let mut marks: HashMap<(i64, i64), String> = HashMap::new();
    for floor in floors {
        for step in floor.steps.iter().filter(|step| step.wins) {
            let sign = if step.facing == Facing::Left { "<" } else { ">" };
            let columns = step.first.max(1) as usize - 1..level.map.columns().min(step.last as usize);
            let points = columns.filter_map(|column| window.point((floor.row as usize - 1, column)));
            points.for_each(|point| marks.entry(cell(point)).or_default().push_str(sign));
        }
    }
    for shown in frame.cells.iter_mut().filter(|shown| shown.label.is_empty()) {
        shown.label = marks.remove(&cell(shown.at)).unwrap_or_default();
    }
    frame
}

/// A place on the grid as whole numbers.
fn cell(point: Point) -> (i64, i64) {
    (point.y.round() as i64, point.x.round() as i64)
}
