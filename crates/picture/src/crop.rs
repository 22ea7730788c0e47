//! Smaller pictures of the same board: fewer frames, or its upper left part.

use crate::{Frame, Overlay, Picture, Point};

/// The part of the wanted size at which a cut is aimed, so that one mostly suffices.
const AIM: f64 = 0.9;
/// The most cuts that are tried.
const MAX_CUTS: usize = 8;

impl Picture {
    /// Returns the picture cut until `size` measures at most `most`: of a film fewer frames ([`Picture::with_frames`]),
    /// and where one frame is still too large its upper left part ([`Picture::upper_left`]). What cannot be cut stays
    /// larger.
    #[must_use]
    pub fn within(self, most: usize, size: impl Fn(&Picture) -> usize) -> Picture {
        if self.frames.len() > 1 {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
            let fewer = |film: Picture, share: f64| {
                let frames = film.frames.len() as f64 * share;
                film.with_frames(frames as usize)
            };
            let film = self.cut(most, &size, fewer);
            return if film.frames.len() > 1 { film } else { film.within(most, size) };
        }
        #[allow(clippy::cast_possible_truncation)] // a share between 0 and 1
        self.cut(most, &size, |board, share| board.upper_left(share.sqrt() as f32))
    }

    /// Cuts the picture to a smaller and smaller share of it until it is small enough.
    fn cut(self, most: usize, size: impl Fn(&Picture) -> usize, part: impl Fn(Picture, f64) -> Picture) -> Picture {
        let (mut share, mut cut) = (1.0, self.clone());
        for _ in 0..MAX_CUTS {
            let taken = size(&cut);
            if taken <= most {
                break;
            }
            #[allow(clippy::cast_precision_loss)] // sizes far below 2^52
            let wanted = AIM * most as f64 / taken as f64;
            share *= wanted;
            cut = part(self.clone(), share);
        }
        cut
    }

    /// Returns the picture with at most `most` frames, at least the first: the last and those at equal distances between
    /// are kept, and it is marked as abridged where frames are left out.
    #[must_use]
    pub fn with_frames(mut self, most: usize) -> Picture {
        let (count, most) = (self.frames.len(), most.max(1));
        if count <= most {
            return self;
        }
        let (steps, last) = (most.saturating_sub(1).max(1), count - 1);
        let kept: Vec<usize> = (0..most).map(|number| number * last / steps).collect();
        let mut at = 0..;
        self.frames.retain(|_| at.next().is_some_and(|at| kept.contains(&at)));
        self.abridged = true;
        self
    }

    /// Returns the upper left part of the picture, about this share of its width and of its height, and says in the
    /// description how much of the board that is.
    #[must_use]
    pub fn upper_left(mut self, share: f32) -> Picture {
        let bounds = self
            .frames
            .iter()
            .map(Frame::bounds)
            .reduce(|one, other| (one.0.min(other.0), one.1.min(other.1), one.2.max(other.2), one.3.max(other.3)));
        let Some((left, top, right, bottom)) = bounds else { return self };
        let length = |whole: f32| (whole * share).floor().max(1.0);
        let (columns, rows) = (length(right - left), length(bottom - top));
        let corner = Point { x: left + columns, y: top + rows };
        self.frames.iter_mut().for_each(|frame| frame.keep_before(corner));
        self.names.retain(|name| name.at.is_before(corner));
        let note =
            format!("Only the upper left part is drawn: {columns} by {rows} of {} by {}.", right - left, bottom - top);
        self.description = [self.description.as_str(), &note].join(if self.description.is_empty() { "" } else { " " });
        self
    }
}

impl Point {
    /// Whether it is left of and above a point.
    fn is_before(self, corner: Point) -> bool {
        self.x < corner.x && self.y < corner.y
    }
}

impl Frame {
    /// Drops everything that is not left of and above a point.
    fn keep_before(&mut self, corner: Point) {
        self.cells.retain(|cell| cell.at.is_before(corner));
        self.edges.retain(|edge| edge.from.is_before(corner) && edge.to.is_before(corner));
        self.pieces.retain(|piece| piece.at.is_before(corner));
        self.tiles.retain(|placed| placed.at.is_before(corner));
        self.names.retain(|name| name.at.is_before(corner));
        self.overlays.retain_mut(|overlay| match overlay {
            Overlay::Ring { at, .. }
            | Overlay::Square { at, .. }
            | Overlay::Heat { at, .. }
            | Overlay::Count { at, .. } => at.is_before(corner),
            Overlay::Path { points } => {
                points.retain(|point| point.is_before(corner));
                points.len() > 1
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, ColourRole, Shape};

    fn board(columns: usize, rows: usize) -> Frame {
        let cell = |at| Cell { at, shape: Shape::Square, role: ColourRole::Ground, label: String::new(), act: None };
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| cell(Point::grid(row, column)))).collect();
        Frame { cells, ..Frame::default() }
    }

    #[test]
    fn frames_are_left_out_between_the_first_and_the_last() {
        let frames: Vec<Frame> = (0..10).map(|at: u32| Frame { caption: at.to_string(), ..board(1, 1) }).collect();
        let film = Picture { frames, ..Picture::default() };
        let captions = |most| {
            let cut = film.clone().with_frames(most);
            (cut.frames.iter().map(|frame| frame.caption.clone()).collect::<Vec<_>>().join(" "), cut.abridged)
        };
        assert_eq!(captions(10), ("0 1 2 3 4 5 6 7 8 9".to_owned(), false));
        assert_eq!(captions(4), ("0 3 6 9".to_owned(), true));
        assert_eq!(captions(2), ("0 9".to_owned(), true));
        assert_eq!(captions(0), ("0".to_owned(), true));
    }

    /// The cells of all frames.
    fn cells(picture: &Picture) -> usize {
        picture.frames.iter().map(|frame| frame.cells.len()).sum()
    }

    #[test]
    fn a_picture_is_cut_to_a_size() {
        let large = Picture::still("", "A board.", board(300, 200));
        assert_eq!(large.clone().within(60_000, cells), large);
        let cut = large.within(2_000, cells);
        assert!(cells(&cut) <= 2_000 && cells(&cut) > 1_000, "{}", cells(&cut));
        assert!(cut.description.ends_with("of 300 by 200."), "{}", cut.description);
        assert_eq!(cut.description.matches("Only the upper left part").count(), 1);
        let film = Picture { frames: vec![board(20, 20); 100], ..Picture::default() };
        let cut = film.clone().within(20_000, cells);
        assert!(cells(&cut) <= 20_000 && cut.abridged && cut.frames.len() > 2, "{}", cut.frames.len());
        let one = film.within(100, cells);
        assert!(cells(&one) <= 100 && one.frames.len() == 1 && one.description.contains("of 20 by 20"));
    }

    #[test]
    fn the_upper_left_part_says_how_much_it_is() {
        let cut = Picture::still("board", "A board.", board(10, 6)).upper_left(0.5);
        assert_eq!(cut.frames[0].cells.len(), 15);
        assert_eq!(cut.description, "A board. Only the upper left part is drawn: 5 by 3 of 10 by 6.");
    }
}
