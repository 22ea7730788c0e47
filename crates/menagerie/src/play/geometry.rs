//! Where everything stands on the screen: a pure function of its size and of what is shown, so that a click is
//! read by the same numbers that the view draws by.

use picture::{ColourRole, Frame, Point, Stroke};
use ratatui::layout::{Position, Rect};

/// Narrower or lower screens show only that they are too small.
pub(crate) const SMALLEST: (u16, u16) = (30, 10);
/// Screens of this width have the panel beside the board.
const WIDE: u16 = 72;
/// The width of a panel beside the board.
const PANEL: u16 = 36;
/// Narrower screens have the commands on two lines.
const ONE_LINE: u16 = 97;
/// Narrower screens have the commands on three lines.
const TWO_LINES: u16 = 56;

/// The parts of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) title: Rect,
    pub(crate) board: Rect,
    pub(crate) panel: Rect,
    pub(crate) bar: Rect,
}

/// Divides a screen.
pub(crate) fn parts(width: u16, height: u16) -> Parts {
    let bar = match width {
        ..TWO_LINES => 3,
        TWO_LINES..ONE_LINE => 2,
        ONE_LINE.. => 1,
    };
    let inner = height.saturating_sub(1 + bar);
    let (title, bar) = (Rect::new(0, 0, width, 1), Rect::new(0, height.saturating_sub(bar), width, bar));
    if width >= WIDE {
        let board = Rect::new(0, 1, width - PANEL, inner);
        return Parts { title, board, panel: Rect::new(width - PANEL, 1, PANEL, inner), bar };
    }
    let below = (inner / 2).min(10);
    let board = Rect::new(0, 1, width, inner - below);
    Parts { title, board, panel: Rect::new(0, 1 + inner - below, width, below), bar }
}

/// How large a cell is drawn: from one to the next, and the part that is filled, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    pub(crate) pitch: (u16, u16),
    pub(crate) fill: (u16, u16),
}

/// From large to small. Walls need a line between two rows.
const SCALES: [Scale; 5] = [
    Scale { pitch: (12, 6), fill: (11, 5) },
    Scale { pitch: (8, 4), fill: (7, 3) },
    Scale { pitch: (4, 2), fill: (3, 1) },
    Scale { pitch: (4, 1), fill: (3, 1) },
    Scale { pitch: (3, 1), fill: (3, 1) },
];
/// Those that have room for the name of a place beside its letters.
const NAMED: [Scale; 4] =
    [SCALES[0], SCALES[1], Scale { pitch: (6, 2), fill: (5, 1) }, Scale { pitch: (6, 1), fill: (5, 1) }];
/// The smallest of either that has room for walls.
const WITH_WALLS: usize = 3;

/// Where the places of a frame are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Layout {
    pub(crate) area: Rect,
    pub(crate) scale: Scale,
    /// The character of the area, may be negative, where the frame's top left corner lies.
    origin: (i32, i32),
    corner: (f32, f32),
}

impl Layout {
    /// The largest scale at which the frame fits, centred; else the smallest, around `focus`.
    pub(crate) fn new(frame: &Frame, area: Rect, focus: Option<Point>) -> Layout {
        let (left, top, right, bottom) = frame.bounds();
        let walls = frame.edges.iter().any(|edge| edge.stroke == Stroke::Wall);
        let scales = if frame.names.is_empty() { &SCALES[..] } else { &NAMED[..] };
        let scales = if walls { &scales[..WITH_WALLS] } else { scales };
        let whole = |scale: &Scale| (span(right - left, scale.pitch.0), span(bottom - top, scale.pitch.1));
        // A character on each side is kept for marks.
        let fits = |scale: &&Scale| {
            let (width, height) = whole(scale);
            width + 2 <= i32::from(area.width) && height <= i32::from(area.height)
        };
        let scale = scales.iter().find(fits).unwrap_or(&scales[scales.len() - 1]);
        let (width, height) = whole(scale);
        let at = focus.or_else(|| actor(frame)).unwrap_or(Point { x: (left + right) / 2.0, y: (top + bottom) / 2.0 });
        let shift = |size: i32, room: u16, at: i32| {
            let room = i32::from(room);
            if size <= room { (room - size) / 2 } else { (room / 2 - at).clamp(room - size, 0) }
        };
        let origin = (
            shift(width + 2, area.width, span(at.x - left, scale.pitch.0)) + 1,
            shift(height, area.height, span(at.y - top, scale.pitch.1)),
        );
        Layout { area, scale: *scale, origin, corner: (left, top) }
    }

    /// The upper left character of the unit square around a place, relative to the screen.
    fn start(&self, at: Point) -> (i32, i32) {
        let x = self.origin.0 + span(at.x - 0.5 - self.corner.0, self.scale.pitch.0) + i32::from(self.area.x);
        let y = self.origin.1 + span(at.y - 0.5 - self.corner.1, self.scale.pitch.1) + i32::from(self.area.y);
        (x, y)
    }

    /// The characters that a place fills, if all of them are on the screen.
    pub(crate) fn rect(&self, at: Point) -> Option<Rect> {
        let (x, y) = self.start(at);
        let (width, height) = self.scale.fill;
        let (x, y) = (u16::try_from(x).ok()?, u16::try_from(y).ok()?);
        let rect = Rect::new(x, y, width, height);
        (rect.intersection(self.area) == rect).then_some(rect)
    }

    /// The line of characters below a row of places.
    pub(crate) fn line_below(&self, rect: Rect) -> u16 {
        rect.y + self.scale.fill.1
    }

    /// The centre of a place, on the screen or not.
    pub(crate) fn centre(&self, at: Point) -> (i32, i32) {
        let (x, y) = self.start(at);
        (x + i32::from(self.scale.fill.0 / 2), y + i32::from(self.scale.fill.1 / 2))
    }

    /// The move that a click on a character means: of what is drawn last.
    pub(crate) fn act<'f>(&self, frame: &'f Frame, column: u16, row: u16) -> Option<&'f str> {
        let there = Position::new(column, row);
        let hit = |at: Point| self.rect(at).is_some_and(|rect| rect.contains(there));
        let piece = frame.pieces.iter().rev().filter(|piece| hit(piece.at)).find_map(|piece| piece.act.as_deref());
        piece.or_else(|| frame.cells.iter().rev().filter(|cell| hit(cell.at)).find_map(|cell| cell.act.as_deref()))
    }
}

/// Cell widths as characters.
#[allow(clippy::cast_possible_truncation)] // pictures are cropped long before
fn span(cells: f32, pitch: u16) -> i32 {
    (cells * f32::from(pitch)).round() as i32
}

/// The actor of a frame, around which a large board is shown.
fn actor(frame: &Frame) -> Option<Point> {
    frame.pieces.iter().find(|piece| piece.role == ColourRole::Actor).map(|piece| piece.at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use picture::{Cell, Shape};

    fn board(rows: usize, columns: usize) -> Frame {
        let cell = |index: usize| Cell {
            at: Point::grid(index / columns, index % columns),
            shape: Shape::Square,
            role: ColourRole::Ground,
            label: String::new(),
            act: Some(format!("{}", index + 1)),
        };
        Frame { cells: (0..rows * columns).map(cell).collect(), ..Frame::default() }
    }

    #[test]
    fn every_cell_of_a_board_that_fits_is_clicked_at_its_centre() {
        for (rows, columns, width, height) in [(3, 3, 80, 24), (5, 5, 40, 12), (20, 20, 90, 24), (1, 1, 30, 10)] {
            let frame = board(rows, columns);
            let layout = Layout::new(&frame, Rect::new(3, 2, width, height), None);
            for cell in &frame.cells {
                let (x, y) = layout.centre(cell.at);
                let act = layout.act(&frame, u16::try_from(x).unwrap(), u16::try_from(y).unwrap());
                assert_eq!(act, cell.act.as_deref(), "{rows} x {columns} in {width} x {height}");
            }
        }
    }

    #[test]
    fn of_a_board_too_large_the_part_around_the_focus_is_shown() {
        let frame = board(100, 100);
        for cell in [0, 99, 5_050, 9_900, 9_999] {
            let at = frame.cells[cell].at;
            let layout = Layout::new(&frame, Rect::new(0, 0, 40, 20), Some(at));
            assert!(layout.rect(at).is_some(), "{cell}");
        }
    }

    #[test]
    fn the_parts_fill_the_screen() {
        for (width, height) in [(30, 10), (80, 24), (89, 40), (90, 24), (200, 60)] {
            let Parts { title, board, panel, bar } = parts(width, height);
            let areas: u32 = [title, board, panel, bar].map(|part| part.area()).iter().sum();
            assert_eq!(areas, u32::from(width) * u32::from(height), "{width} x {height}");
        }
    }
}
