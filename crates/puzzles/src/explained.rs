//! What the picture of every answer has.

use picture::Picture;

use crate::answer::{Answer, Body};
use crate::{table, words};

/// Completes the picture of an answer: where its family writes no caption it gets the answer's words, and the map of a
/// state space gets its histogram.
pub(crate) fn complete(picture: &mut Picture, answer: &Answer) {
    let Some(first) = picture.frames.first_mut() else { return };
    if let (Some(Body::Map(map)), None) = (&answer.body, &first.table) {
        first.table = Some(table::histogram("distance", "states", &map.distances));
    }
    if first.caption.is_empty() {
        first.caption = caption(answer);
    }
}

/// What is said below a picture without a caption: the moves of a solution follow frame by frame.
fn caption(answer: &Answer) -> String {
    let verdict = words::verdict(answer);
    match &answer.body {
        Some(Body::Solution(solution)) => format!("{}: {verdict}", words::plural(solution.moves, "move", "moves")),
        _ => words::lines(answer).into_iter().next().unwrap_or_else(|| verdict.into()),
    }
}
