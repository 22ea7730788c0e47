//! What the picture of every answer has.

use picture::Picture;

use crate::answer::Answer;
use crate::words;

/// Completes the picture of an answer: where its family writes no caption it gets the answer's words, and an answer with
/// a histogram gets that.
pub(crate) fn complete(picture: &mut Picture, answer: &Answer) {
    let Some(first) = picture.frames.first_mut() else { return };
    if first.table.is_none() {
        first.table = answer.body.as_ref().and_then(|body| body.histogram());
    }
    if first.caption.is_empty() {
        first.caption = caption(answer);
    }
}

/// What is said below a picture without a caption.
fn caption(answer: &Answer) -> String {
    let verdict = words::verdict(answer);
    match &answer.body {
        Some(body) if answer.longer_than_asked().is_none() => body.caption(verdict),
        _ => words::lines(answer).into_iter().next().unwrap_or_else(|| verdict.into()),
    }
}
