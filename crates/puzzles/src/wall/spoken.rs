//! The board in words: costs, walls, and where Rabbit stands.

use ::picture::Spoken;
use ::picture::spoken::{Line, Square};

use super::board::Board;
use super::picture::{cropped, window};
use super::rules::{Place, Rule};
use crate::guide::Guide;
use crate::info::FamilyInfo;

/// The position: the token, if it is on the board, and below which cells there is a wall.
pub(super) fn spoken(board: &Board, token: Option<Place>, walled: impl Fn(Place) -> bool) -> Spoken {
    let window = window(board, token.unwrap_or((0, 0)));
    let square = |place: Place| {
        let cost = board.cost(place.0, place.1).map_or("blocked".to_owned(), |cost| cost.to_string());
        let rabbit = if token == Some(place) { "Rabbit on " } else { "" };
        let wall = if walled(place) { " with a wall below" } else { "" };
        let words = format!("{rabbit}{cost}{wall}");
        Some(Square { row: place.0 + 1, column: place.1 + 1, at: window.point(place)?, words })
    };
    let mut spoken = Spoken::grid(window.cells().filter_map(square).collect());
    let cropped = cropped(window);
    if !cropped.is_empty() {
        spoken.lines.insert(0, Line::sentence(cropped.trim_start_matches("; ").to_owned()));
    }
    spoken
}

/// Goal and rules of a level.
pub(super) fn guide(rule: Rule, info: &FamilyInfo) -> Guide {
    let goal = "Rabbit wants to reach the last row for as little as possible, Eel wants it to pay as much as possible. \
                A number is the cost of entering that cell.";
    let mut guide = Guide::new(info, goal);
    if rule == Rule::Live {
        guide.details.push("This level is played under the live rule.".into());
    }
    guide
}
