//! What the pictures of answers have in common: the frames of a line of moves, a caption and a histogram.

use engines::context::Reservation;
use engines::{Context, Halt};
use picture::{Frame, Picture, Tile};

use crate::answer::Answer;
use crate::words;

/// The maximum number of moves of a line that a picture shows.
pub(crate) const MAX_FRAMES: usize = 200;
/// The bytes that a shape of a frame takes, drawn and written.
const SHAPE: u64 = 512;
/// How many times the texts of a frame are held: once in the frame, twice where it is written.
const COPIES: u64 = 3;

/// Adds the moves of a line to a picture of the game before them, a frame each with its number and text. `play` plays a
/// move and returns the picture of the game after it; where it returns `None`, the line ends. Where a limit ends the
/// drawing, the last frame says so.
pub(crate) fn add_moves(
    picture: &mut Picture,
    line: &[String],
    cx: &Context<'_>,
    mut play: impl FnMut(&str) -> Option<Picture>,
) {
    let mut film = Film::new(cx);
    for (number, text) in (1..).zip(line.iter().take(MAX_FRAMES)) {
        let drawn = play(text).and_then(|mut drawn| Some((drawn.frames.pop()?, drawn.tiles)));
        let Some((mut frame, tiles)) = drawn else {
            // The rules of the level may have met a limit.
            film.goes_on(picture);
            return;
        };
        frame.caption = format!("{number}: {text} {}", frame.caption).trim_end().to_owned();
        if !film.add(picture, frame, &tiles) {
            return;
        }
    }
}

/// The frames that are added to a picture, as far as the limits of its drawing allow.
pub(crate) struct Film<'c> {
    cx: &'c Context<'c>,
    held: Vec<Reservation<'c>>,
    has_ended: bool,
}

impl<'c> Film<'c> {
    pub(crate) fn new(cx: &'c Context<'c>) -> Film<'c> {
        Film { cx, held: Vec::new(), has_ended: false }
    }

    /// Adds a frame. False once a limit is reached: the last frame before it then says so.
    pub(crate) fn add(&mut self, picture: &mut Picture, frame: Frame, tiles: &[Tile]) -> bool {
        if !self.goes_on(picture) {
            return false;
        }
        match self.cx.reserve(frame.shapes() as u64 * SHAPE + frame.text_bytes() as u64 * COPIES) {
            Ok(held) => {
                self.held.push(held);
                picture.push_frame(frame, tiles);
            }
            Err(halt) => self.end(picture, halt),
        }
        !self.has_ended
    }

    /// Whether a further frame may be drawn. Once a limit is reached, the last frame says so.
    fn goes_on(&mut self, picture: &mut Picture) -> bool {
        if let Err(halt) = self.cx.spend(0) {
            self.end(picture, halt);
        }
        !self.has_ended
    }

    fn end(&mut self, picture: &mut Picture, halt: Halt) {
        if let Some(last) = picture.frames.last_mut().filter(|_| !self.has_ended) {
            last.caption = format!("{} (What follows is not drawn: {halt}.)", last.caption).trim_start().to_owned();
        }
        self.has_ended = true;
    }
}

/// Completes the first frame of an answer's picture: adds the answer's histogram where the frame has no table, and a
/// caption from the answer's words where the family wrote none.
pub(crate) fn complete(picture: &mut Picture, answer: &Answer) {
    let Some(first) = picture.frames.first_mut() else { return };
    if first.table.is_none() {
        first.table = answer.body.as_ref().and_then(|body| body.histogram()).map(|(table, _)| table);
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

#[cfg(test)]
mod tests {
    use engines::Budget;
    use picture::{Cell, ColourRole, Point, Shape};

    use super::*;

    fn board(cells: usize) -> Picture {
        let cell = |row| Cell {
            at: Point::grid(row, 0),
            shape: Shape::Square,
            role: ColourRole::Ground,
            label: String::new(),
            act: None,
        };
        Picture::still("", "", Frame { cells: (0..cells).map(cell).collect(), ..Frame::default() })
    }

    #[test]
    fn a_film_ends_in_words_where_the_memory_or_the_time_does() {
        let line: Vec<String> = ["up"; 9].map(str::to_owned).to_vec();
        let drawn = |cx: &Context<'_>| {
            let mut picture = board(10);
            add_moves(&mut picture, &line, cx, |_| Some(board(10)));
            (picture.frames.len(), picture.frames.pop().map(|frame| frame.caption).unwrap_or_default())
        };
        assert_eq!(drawn(&Context::default()), (10, "9: up".into()));
        let small = Context::new(Budget { bytes: Some(35 * SHAPE), ..Budget::default() });
        let ending = "3: up (What follows is not drawn: the memory allowed does not suffice.)";
        assert_eq!(drawn(&small), (4, ending.into()));
        let long: Vec<String> = vec!["up".repeat(1000); 9];
        let mut picture = board(1);
        add_moves(&mut picture, &long, &small, |_| Some(board(1)));
        assert_eq!(picture.frames.len(), 3, "texts count as shapes do");
        let stopped = Context::default();
        stopped.stop_flag().cancel();
        assert_eq!(drawn(&stopped), (1, "(What follows is not drawn: ended from outside.)".into()));
    }
}
