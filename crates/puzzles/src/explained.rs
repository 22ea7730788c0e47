//! What the pictures of answers have in common: the frames of a line of moves, a caption and a histogram.

use picture::Picture;

use crate::answer::Answer;
use crate::words;

/// The maximum number of moves of a line that a picture shows.
pub(crate) const MOST_FRAMES: usize = 200;

/// Adds the moves of a line to a picture of the game before them, a frame each with its number and text. `play` plays a move
/// and returns the picture of the game after it; where it returns `None`, the line ends.
pub(crate) fn add_moves(picture: &mut Picture, line: &[String], mut play: impl FnMut(&str) -> Option<Picture>) {
    for (number, text) in (1..).zip(line.iter().take(MOST_FRAMES)) {
        let Some(mut drawn) = play(text) else { break };
        let Some(mut frame) = drawn.frames.pop() else { break };
        frame.caption = format!("{number}: {text} {}", frame.caption).trim_end().to_owned();
        picture.push_frame(frame, &drawn.tiles);
    }
}

/// Completes the first frame of an answer's picture: adds the answer's histogram where the frame has no table, and a
/// caption from the answer's words where the family wrote none.
pub(crate) fn complete(picture: &mut Picture, answer: &Answer) {
    let Some(first) = picture.frames.first_mut() else { return };
    if first.table.is_none() {
        first.table = answer.body.as_ref().and_then(|body| body.histogram());
    }
    if first.caption.is_empty() {
        first.caption = caption(answer);
    }
}

/// The caption of a picture whose family wrote none.
fn caption(answer: &Answer) -> String {
    let verdict = words::verdict(answer);
    match &answer.body {
        Some(body) if answer.longer_than_asked().is_none() => body.caption(verdict),
        _ => words::lines(answer).into_iter().next().unwrap_or_else(|| verdict.into()),
    }
}
