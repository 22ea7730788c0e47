//! The board in words: costs, walls, and where Rabbit stands.

use ::picture::Spoken;
use ::picture::spoken::{Line, SpokenSquare};

use super::board::Board;
use super::picture::{cropped, window};
use super::rules::{Place, Rule};
use frame::guide::Guide;
use frame::info::FamilyInfo;

/// The position: the token, if it is on the board, and below which cells there is a wall.
pub(super) fn spoken(board: &Board, token: Option<Place>, walled: impl Fn(Place) -> bool) -> Spoken {
    let window = window(board, token.unwrap_or((0, 0)));
    let square = |place: Place| {
        let cost = board.cost(place.0, place.1).map_or("blocked".to_owned(), |cost| cost.to_string());
        let rabbit = if token == Some(place) { "Rabbit on " } else { "" };
        let wall = if walled(place) { " with a wall below" } else { "" };
        let words = format!("{rabbit}{cost}{wall}");
        Some(SpokenSquare { row: place.0 + 1, column: place.1 + 1, at: window.point(place)?, words })
    };
    let mut spoken = Spoken::grid(window.cells().filter_map(square).collect());
    let cropped = cropped(window);
    if !cropped.is_empty() {
        spoken.lines.insert(0, Line::sentence(cropped.trim_start_matches("; ").to_owned()));
    }
    spoken
}

/// What Rabbit pays, on every board.
const COSTS: &str = "Rabbit pays for every cell of its way, the first and the last included.";

/// How the two sides play by a rule.
fn how(rule: Rule) -> &'static str {
    match rule {
        Rule::Walls => {
            "Eel builds walls below cells and leaves exactly one gap between two rows, never so that the last row \
             cannot be reached. Then Rabbit goes from the top-left cell left, right or down to the last row."
        }
        Rule::Free => {
            "Eel builds any walls below cells, or none, but never so that the last row cannot be reached. Then Rabbit \
             goes from the top-left cell left, right or down to the last row. This is the free rule."
        }
        Rule::Live => {
            "Rabbit starts anywhere in the top row and goes left, right or down to the last row. Eel decides about the \
             edge below a cell when Rabbit first reaches it: wall or open, but the last open edge of a row stays open. \
             This is the live rule."
        }
    }
}

/// Goal and rules of a level, which may have blocked cells or not.
pub(super) fn guide(rule: Rule, has_blocked: bool, info: &FamilyInfo) -> Guide {
    let goal = "Rabbit wants to reach the last row for as little as possible, Eel wants it to pay as much as possible. \
                A number is the cost of entering that cell.";
    let mut guide = Guide::new(info, goal);
    let blocked = if has_blocked { ", x is blocked" } else { "" };
    guide.rules = format!("A digit is the cost of entering a cell{blocked}. {COSTS} {}", how(rule));
    guide
}
