//! Completes the pictures of answers with a caption and a histogram.

use picture::Picture;

use crate::answer::Answer;
use crate::words;

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
