//! How large a picture may be that an operation returns.

use std::io;

use picture::{Frame, Picture, svg};
use serde::Serialize;

/// The bytes of a shape in JSON or SVG, at most where it has no texts of its own.
const SHAPE_BYTES: usize = 256;
/// How many times the bytes of a picture a film may have.
const FILM: usize = 8;
/// The part of the allowed size at which a picture that is too large is aimed, so that one cut mostly suffices.
const AIM: f64 = 0.9;

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
    pub(crate) fn fitted(self, mut picture: Picture) -> Picture {
        let PictureSize::AtMost(most) = self else { return picture };
        let most = if picture.frames.len() > 1 { FILM * most } else { most };
        let might = |picture: &Picture| picture.frames.iter().map(might_take).sum::<usize>();
        while might(&picture) > most {
            let taken = bytes(&picture);
            if taken <= most {
                break;
            }
            #[allow(clippy::cast_precision_loss)] // sizes far below 2^52
            let share = AIM * most as f64 / taken as f64;
            let frames = picture.frames.len();
            if frames > 1 {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
                let fewer = (frames as f64 * share) as usize;
                picture = picture.with_frames(fewer.clamp(1, frames - 1));
                continue;
            }
            let shapes = picture.frames.iter().map(Frame::shapes).sum::<usize>();
            #[allow(clippy::cast_possible_truncation)] // a share between 0 and 1
            let cut = picture.clone().upper_left(share.sqrt() as f32);
            if cut.frames.iter().map(Frame::shapes).sum::<usize>() == shapes {
                break;
            }
            picture = Picture { description: cut.description, ..cut };
        }
        picture
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
#[allow(clippy::unwrap_used)]
mod tests {
    use picture::{Cell, ColourRole, Point, Shape};

    use super::*;

    fn board(columns: usize, rows: usize) -> Frame {
        let cell = |at| Cell { at, shape: Shape::Square, role: ColourRole::Ground, label: String::new(), act: None };
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| cell(Point::grid(row, column)))).collect();
        Frame { cells, ..Frame::default() }
    }

    #[test]
    fn a_picture_that_is_too_large_is_cut() {
        let most = 200_000;
        let small = Picture::still("", "", board(10, 10));
        assert_eq!(PictureSize::AtMost(most).fitted(small.clone()), small);
        let large = Picture::still("", "A board.", board(300, 200));
        let cut = PictureSize::AtMost(most).fitted(large.clone());
        assert!(bytes(&cut) <= most && bytes(&cut) > most / 2, "{}", bytes(&cut));
        assert!(cut.description.contains("of 300 by 200"), "{}", cut.description);
        assert_eq!(PictureSize::Whole.fitted(large.clone()), large);
        let film = Picture { frames: vec![board(20, 20); 100], ..Picture::default() };
        let cut = PictureSize::AtMost(most / FILM).fitted(film.clone());
        assert!(bytes(&cut) <= most && cut.abridged && cut.frames.len() > 2, "{}", cut.frames.len());
        assert_eq!(PictureSize::AtMost(bytes(&film) / FILM + 1).fitted(film.clone()), film);
    }
}
