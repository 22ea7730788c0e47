//! How large a picture may be that an operation returns.

use std::io;

use picture::{Frame, Picture, svg};
use serde::Serialize;

/// The bytes of a shape in JSON or SVG, at most where it has no texts of its own.
const SHAPE_BYTES: usize = 256;
/// How many times the bytes of a picture a film may have.
const FILM: usize = 8;
/// How large a picture may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureSize {
    /// As large as it is.
    #[default]
    Whole,
    /// At most so many bytes, as shapes in JSON and as SVG each, of a film eight times as many: frames between the first
    /// and the last are left out, or a part of the board is drawn, whose size the description states.
    AtMost(usize),
}

impl PictureSize {
    /// Cuts a picture to this size.
    pub(crate) fn fitted(self, picture: Picture) -> Picture {
        let PictureSize::AtMost(most) = self else { return picture };
        let most = if picture.frames.len() > 1 { FILM * most } else { most };
        // Measuring takes as long as writing, and most pictures are far smaller.
        if picture.frames.iter().map(might_take).sum::<usize>() <= most {
            return picture;
        }
        picture.within(most, bytes)
    }
}

/// The most bytes that a frame takes.
fn might_take(frame: &Frame) -> usize {
    frame.shapes() * SHAPE_BYTES + 2 * frame.text_bytes()
}

/// The bytes of a picture as shapes in JSON or as SVG, whichever are more.
fn bytes(picture: &Picture) -> usize {
    let mut counted = Counted(0);
    let _ = picture.serialize(&mut serde_json::Serializer::new(&mut counted));
    counted.0.max(svg::picture(picture).len())
}

/// Counts what is written.
struct Counted(usize);

impl io::Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_that_is_too_large_is_cut() {
        let frame = Frame { caption: "what this frame shows".repeat(1000), ..Frame::default() };
        let film = Picture { frames: vec![frame; 100], ..Picture::default() };
        let most = bytes(&film) / FILM;
        assert_eq!(PictureSize::AtMost(most + 1).fitted(film.clone()), film);
        assert_eq!(PictureSize::Whole.fitted(film.clone()), film);
        let cut = PictureSize::AtMost(most / 10).fitted(film);
        assert!(bytes(&cut) <= FILM * (most / 10) && cut.abridged && cut.frames.len() > 2, "{}", cut.frames.len());
    }
}
