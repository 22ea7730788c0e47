//! Moves that can be chosen without typing, and how arrow keys go from one to the next.
//!
//! A target is a move with its place on the board, where the picture gives it one. Arrow keys follow the words of
//! the moves first: a move that *is* `left` is played by that key; among moves that *end* in `left` or `right`
//! (a column and a facing), the key first turns, then goes that way. Else they go to the nearest place in their
//! direction. Moves without a place form a list.

use std::collections::HashSet;

use picture::{Frame, Point};

use super::event::Arrow;

/// A move to choose.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Target {
    /// The move's text.
    pub(crate) text: String,
    /// Where a click means it.
    pub(crate) at: Option<Point>,
}

/// What an arrow key does.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Plays this move.
    Play(String),
    /// Aims at the target of this index.
    Aim(usize),
    /// Nothing lies that way.
    Stay,
}

/// The places of the frame that mean one of the moves, in reading order, then the moves without a place.
pub(crate) fn targets(frame: &Frame, moves: &[String]) -> Vec<Target> {
    let cells = frame.cells.iter().filter_map(|cell| Some((cell.act.as_ref()?, cell.at)));
    let pieces = frame.pieces.iter().filter_map(|piece| Some((piece.act.as_ref()?, piece.at)));
    let moves_known: HashSet<&String> = moves.iter().collect();
    let legal =
        |(act, at): (&String, Point)| moves_known.contains(act).then(|| Target { text: act.clone(), at: Some(at) });
    let mut placed: Vec<Target> = cells.chain(pieces).filter_map(legal).collect();
    placed.sort_by(|one, other| reading(one).partial_cmp(&reading(other)).unwrap_or(std::cmp::Ordering::Equal));
    placed.dedup();
    let shown: HashSet<&String> = placed.iter().map(|target| &target.text).collect();
    let free = moves.iter().filter(|text| !shown.contains(text));
    let free: Vec<Target> = free.map(|text| Target { text: text.clone(), at: None }).collect();
    placed.into_iter().chain(free).collect()
}

fn reading(target: &Target) -> (f32, f32) {
    target.at.map_or((f32::MAX, f32::MAX), |at| (at.y, at.x))
}

/// What an arrow key does from the target aimed at.
pub(crate) fn turn(targets: &[Target], aim: Option<usize>, arrow: Arrow) -> Turn {
    if targets.iter().any(|target| target.text == arrow.name()) {
        return Turn::Play(arrow.name().to_owned());
    }
    let Some(from) = aim.filter(|&aim| aim < targets.len()) else {
        return if targets.is_empty() { Turn::Stay } else { Turn::Aim(0) };
    };
    let Some(at) = targets[from].at else { return along(targets, from, arrow) };
    let ending = format!(" {}", arrow.name());
    let (faces, faced) =
        (targets.iter().any(|target| target.text.ends_with(&ending)), targets[from].text.ends_with(&ending));
    let same_way = |target: &Target| !faces || target.text.ends_with(&ending);
    let candidates = targets.iter().enumerate().filter(|(index, target)| *index != from && same_way(target));
    let far = |(index, target): (usize, &Target)| {
        let to = target.at?;
        let distance = if faces && !faced { turned(at, to) } else { ahead(at, to, arrow)? };
        Some((distance, index))
    };
    let found = candidates.filter_map(far).min_by(|one, other| one.0.total_cmp(&other.0));
    match found {
        Some((_, index)) => Turn::Aim(index),
        None => along_from_board(targets, arrow),
    }
}

/// How far a turn on the spot is: the same column first.
fn turned(from: Point, to: Point) -> f32 {
    (from.x - to.x).abs() * 100.0 + (from.y - to.y).abs()
}

/// How far a place ahead is; to the side counts four times. `None` for what is not ahead.
fn ahead(from: Point, to: Point, arrow: Arrow) -> Option<f32> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (sx, sy) = arrow.step();
    let forward = dx * sx + dy * sy;
    let aside = (dx * sy).abs() + (dy * sx).abs();
    (forward > 0.01 && aside <= forward * 2.0).then_some(forward + 4.0 * aside)
}

/// Up and down in the list of moves without a place, and up out of it onto the board.
fn along(targets: &[Target], from: usize, arrow: Arrow) -> Turn {
    match arrow {
        Arrow::Up | Arrow::Left if from > 0 => Turn::Aim(from - 1),
        Arrow::Down | Arrow::Right if from + 1 < targets.len() => Turn::Aim(from + 1),
        _ => Turn::Stay,
    }
}

/// Below the board the list begins.
fn along_from_board(targets: &[Target], arrow: Arrow) -> Turn {
    let first = targets.iter().position(|target| target.at.is_none()).filter(|_| arrow == Arrow::Down);
    first.map_or(Turn::Stay, Turn::Aim)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(text: &str, x: f32, y: f32) -> Target {
        Target { text: text.into(), at: Some(Point { x, y }) }
    }

    #[test]
    fn a_key_turns_first_and_goes_then() {
        let starts: Vec<Target> = (1..=3)
            .flat_map(|column| {
                let x = column as f32;
                [target(&format!("{column} left"), x, -2.0), target(&format!("{column} right"), x, -1.0)]
            })
            .collect();
        let walk = |from: &str, arrow| {
            let from = starts.iter().position(|target| target.text == from);
            match turn(&starts, from, arrow) {
                Turn::Aim(index) => starts[index].text.clone(),
                other => format!("{other:?}"),
            }
        };
        assert_eq!(walk("2 right", Arrow::Left), "2 left");
        assert_eq!(walk("2 left", Arrow::Left), "1 left");
        assert_eq!(walk("1 left", Arrow::Left), "Stay");
        assert_eq!(walk("1 left", Arrow::Right), "1 right");
        assert_eq!(walk("1 right", Arrow::Up), "1 left");
    }

    #[test]
    fn a_move_named_after_a_key_is_that_key() {
        let steps = [target("left", 0.0, 0.0), target("down", 1.0, 1.0)];
        assert_eq!(turn(&steps, None, Arrow::Down), Turn::Play("down".into()));
        assert_eq!(turn(&steps, None, Arrow::Right), Turn::Aim(0));
    }

    #[test]
    fn a_grid_is_crossed_in_straight_lines() {
        let grid: Vec<Target> =
            (0..9).map(|cell| target(&(cell + 1).to_string(), (cell % 3) as f32, (cell / 3) as f32)).collect();
        assert_eq!(turn(&grid, Some(4), Arrow::Up), Turn::Aim(1));
        assert_eq!(turn(&grid, Some(4), Arrow::Right), Turn::Aim(5));
        assert_eq!(turn(&grid, Some(8), Arrow::Right), Turn::Stay);
    }
}
