//! The key `coordinates`: where the positions of a board of lines, edges or allowed moves are drawn, `[[x, y], ...]` in
//! cell widths from the left and from the top.

use ::picture::Point;
use toml::Spanned;
use toml::de::DeValue;

use super::super::shape::BoardShape;
use frame::document::Document;
use frame::phrases::plural;

/// The largest coordinate: 255 positions in a row have room.
const MAX: f32 = 1000.0;
/// Positions that are closer overlap.
const MIN_DISTANCE: f32 = 1.0;
/// What one entry looks like.
const PAIR: &str = "a pair of numbers from 0 to 1000, such as [1.5, 2]";

/// The line of the canonical text.
pub(super) fn print(points: &[Point]) -> String {
    let pairs: Vec<String> = points.iter().map(|point| format!("[{}, {}]", point.x, point.y)).collect();
    format!("coordinates = [{}]\n", pairs.join(", "))
}

/// Reads the key; `Some(None)` where it is missing, `None` where a problem was noted.
pub(super) fn read(
    document: &mut Document<'_>,
    shape: Option<&BoardShape>,
    places: Option<usize>,
) -> Option<Option<Vec<Point>>> {
    let Some(value) = document.key("coordinates") else { return Some(None) };
    let at = value.span().start;
    if let Some(BoardShape::Panguru | BoardShape::Grid { .. }) = shape {
        return document.note(
            at,
            "'coordinates' beside 'board', which is drawn as it is",
            "lines, edges or allowed_moves",
        );
    }
    let DeValue::Array(pairs) = value.get_ref() else {
        return document.note(at, "'coordinates' is not a list", "pairs, such as [[0, 0], [1.5, 2]]");
    };
    let points: Vec<Option<Point>> = pairs.iter().map(|pair| point(document, pair)).collect();
    let points: Vec<Point> = points.into_iter().collect::<Option<_>>()?;
    if let Some(places) = places.filter(|&places| places != points.len()) {
        let found = plural(points.len(), "pair of coordinates", "pairs of coordinates");
        return document.note(at, found, format!("{places}, one pair for each position"));
    }
    for (second, point) in points.iter().enumerate() {
        let near = |other: &Point| (other.x - point.x).hypot(other.y - point.y) < MIN_DISTANCE;
        if let Some(first) = points[..second].iter().position(near) {
            let found = format!("positions {first} and {second} are drawn over each other");
            return document.note(pairs[second].span().start, found, "positions at least 1 apart");
        }
    }
    Some(Some(points))
}

fn point(document: &mut Document<'_>, pair: &Spanned<DeValue<'_>>) -> Option<Point> {
    let read = match pair.get_ref() {
        DeValue::Array(numbers) => {
            match numbers.iter().map(|number| coordinate(number.get_ref())).collect::<Vec<_>>()[..] {
                [Some(x), Some(y)] => Some(Point { x, y }),
                _ => None,
            }
        }
        _ => None,
    };
    read.or_else(|| document.note(pair.span().start, "not the coordinates of a position", PAIR))
}

/// A number of either kind; `-0.0` is 0.
fn coordinate(value: &DeValue<'_>) -> Option<f32> {
    let number: f32 = match value {
        DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str().parse().ok()?,
        DeValue::Float(float) => float.as_str().parse().ok()?,
        _ => return None,
    };
    (0.0..=MAX).contains(&number).then_some(number + 0.0)
}
