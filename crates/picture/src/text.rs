//! The painter for terminals.
//!
//! Every place becomes three characters wide and one line high: its rows are the distinct `y` values of the
//! frame, its columns the distance from the left edge. Places half a cell apart in `x` (triangles) come out
//! staggered. Horizontal walls between rows get lines of their own. Colour is optional and never carries
//! meaning alone.

use anstyle::{Color, RgbColor, Style};

use crate::role::{Rgb, heat, takes_black_text};
use crate::{Edge, Frame, Overlay, Picture, Point, Role, Stroke};

/// Columns of text for one cell width.
const CELL: f32 = 3.0;

/// One character place on the canvas.
#[derive(Clone, Copy)]
struct Spot {
    sign: char,
    back: Option<Rgb>,
    bold: bool,
}

const EMPTY: Spot = Spot { sign: ' ', back: None, bold: false };

/// A grid of characters with the mapping from positions to it.
struct Canvas {
    rows: Vec<Vec<Spot>>,
    /// The `y` of each even line; odd lines lie between.
    levels: Vec<f32>,
    left: f32,
}

/// Draws one frame; lines end with `\n`, without trailing blanks. `colour` adds ANSI escapes.
#[must_use]
pub fn frame(frame: &Frame, colour: bool) -> String {
    let mut canvas = Canvas::new(frame);
    canvas.cells(frame);
    for edge in &frame.edges {
        canvas.edge(edge);
    }
    for overlay in &frame.overlays {
        canvas.overlay(overlay, frame);
    }
    canvas.pieces(frame);
    canvas.print(colour)
}

/// Draws a picture: its title, its frames with captions, its legend.
#[must_use]
pub fn picture(picture: &Picture, colour: bool) -> String {
    let mut out = String::new();
    for (index, one) in picture.frames.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        out.push_str(&frame(one, colour));
        if !one.caption.is_empty() {
            out.push_str(&one.caption);
            out.push('\n');
        }
    }
    for (role, meaning) in &picture.legend {
        out.push_str(&format!("{}  {meaning}\n", sign_of(picture, *role)));
    }
    out
}

/// How a role looks on this board, three characters wide: as the cells that have it are labelled, where all are
/// labelled alike.
#[must_use]
pub fn sign_of(picture: &Picture, role: Role) -> String {
    let cells = picture.frames.iter().flat_map(|frame| &frame.cells).filter(|cell| cell.role == role);
    let mut labels = cells.map(|cell| cell.label.as_str());
    let first = labels.next().unwrap_or_default();
    let shared = !first.is_empty() && labels.all(|label| label == first);
    if shared { format!(" {first:<2}") } else { format!(" {} ", role.sign()) }
}

impl Canvas {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn new(frame: &Frame) -> Canvas {
        let (left, _, right, _) = frame.bounds();
        let mut levels: Vec<f32> =
            frame.cells.iter().map(|cell| cell.at.y).chain(frame.pieces.iter().map(|piece| piece.at.y)).collect();
        levels.sort_by(f32::total_cmp);
        levels.dedup();
        let width = ((right - left) * CELL).ceil() as usize + 1;
        let height = (2 * levels.len()).saturating_sub(1);
        Canvas { rows: vec![vec![EMPTY; width]; height], levels, left }
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn column(&self, x: f32) -> usize {
        (((x - 0.5 - self.left) * CELL).round() as usize).min(self.rows.first().map_or(0, |row| row.len() - 1))
    }

    fn line(&self, y: f32) -> usize {
        2 * self.levels.partition_point(|&level| level < y).min(self.levels.len().saturating_sub(1))
    }

    /// Writes up to three characters, centred on a place.
    fn write(&mut self, at: Point, text: &str, back: Option<Rgb>, bold: bool) {
        let signs: Vec<char> = text.chars().take(3).collect();
        let padded: Vec<char> = match signs.len() {
            0 => vec![' '; 3],
            1 => vec![' ', signs[0], ' '],
            2 => vec![' ', signs[0], signs[1]],
            _ => signs,
        };
        let (line, column) = (self.line(at.y), self.column(at.x));
        let Some(row) = self.rows.get_mut(line) else { return };
        for (spot, sign) in row.iter_mut().skip(column).zip(padded) {
            *spot = Spot { sign, back: back.or(spot.back), bold };
        }
    }

    fn cells(&mut self, frame: &Frame) {
        for cell in &frame.cells {
            let sign = cell.role.sign();
            let label = match (cell.label.is_empty(), sign) {
                (false, _) => cell.label.clone(),
                (true, '█') => "███".into(),
                (true, _) => sign.to_string(),
            };
            self.write(cell.at, &label, Some(cell.role.light()), false);
        }
    }

    fn pieces(&mut self, frame: &Frame) {
        for piece in &frame.pieces {
            let letter = if piece.letter.is_empty() { piece.role.sign().to_string() } else { piece.letter.clone() };
            let ringed = self.is_ringed(piece.at);
            self.write(piece.at, &letter, Some(piece.role.light()), true);
            if ringed {
                self.ring(piece.at, &letter);
            }
        }
    }

    fn is_ringed(&self, at: Point) -> bool {
        let (line, column) = (self.line(at.y), self.column(at.x));
        self.rows.get(line).and_then(|row| row.get(column)).is_some_and(|spot| spot.sign == '[')
    }

    /// Puts brackets around a piece, as far as its letters leave room.
    fn ring(&mut self, at: Point, letter: &str) {
        let (line, column) = (self.line(at.y), self.column(at.x));
        let Some(row) = self.rows.get_mut(line) else { return };
        let room = 3_usize.saturating_sub(letter.chars().count());
        for (spot, sign) in [(column, '['), (column + 2, ']')].into_iter().take(room) {
            row.get_mut(spot).into_iter().for_each(|spot| spot.sign = sign);
        }
    }

    /// Walls lie on the line between two rows; links and arrows are left to the captions.
    #[allow(clippy::float_cmp)]
    fn edge(&mut self, edge: &Edge) {
        if edge.stroke != Stroke::Wall || edge.from.y != edge.to.y {
            return;
        }
        let above = self.levels.partition_point(|&level| level < edge.from.y);
        let (first, last) = (edge.from.x.min(edge.to.x), edge.from.x.max(edge.to.x));
        let (from, to) = (self.column(first + 0.5), self.column(last + 0.5));
        let Some(row) = above.checked_sub(1).and_then(|above| self.rows.get_mut(2 * above + 1)) else { return };
        for spot in &mut row[from..to] {
            spot.sign = '━';
        }
    }

    fn overlay(&mut self, overlay: &Overlay, frame: &Frame) {
        match overlay {
            Overlay::Ring { at, label } => self.mark(*at, label, ('[', ']')),
            Overlay::Square { at, label } => self.mark(*at, label, ('{', '}')),
            Overlay::Path { points } => {
                for &at in points {
                    let labelled = frame.cells.iter().any(|cell| cell.at == at && !cell.label.is_empty());
                    if labelled { self.underline(at) } else { self.write(at, "*", None, true) }
                }
            }
            Overlay::Heat { at, value } => {
                // A block keeps its sign at the left, so that blocks and spaces are told apart under their numbers.
                let block = self.sign(*at, 0) == '█';
                let text = short(*value);
                let text = if block && text.chars().count() < 3 { format!("█{text:>2}") } else { text };
                self.write(*at, &text, Some(heat(*value, most(frame))), false);
            }
        }
    }

    /// The sign at a place, its middle one at 1.
    fn sign(&self, at: Point, offset: usize) -> char {
        let (line, column) = (self.line(at.y), self.column(at.x));
        self.rows.get(line).and_then(|row| row.get(column + offset)).map_or(' ', |spot| spot.sign)
    }

    /// Brackets around a label, else around what is there; of a number with its sign the digit stays.
    fn mark(&mut self, at: Point, label: &str, (left, right): (char, char)) {
        let inner = match (self.sign(at, 1), self.sign(at, 2)) {
            ('█', _) => ' ',
            ('+' | '-', digit) if digit.is_ascii_digit() => digit,
            (inner, _) => inner,
        };
        let inner = label.chars().next().unwrap_or(inner);
        self.write(at, &format!("{left}{inner}{right}"), None, true);
    }

    /// Marks a labelled place as part of a path: dots beside its label.
    fn underline(&mut self, at: Point) {
        let (line, column) = (self.line(at.y), self.column(at.x));
        if let Some(row) = self.rows.get_mut(line) {
            for spot in row.iter_mut().skip(column).take(3) {
                spot.bold = true;
                spot.sign = if spot.sign == ' ' { '*' } else { spot.sign };
            }
        }
    }

    fn print(&self, colour: bool) -> String {
        let mut out = String::new();
        for (index, row) in self.rows.iter().enumerate() {
            let blank = row.iter().all(|spot| spot.sign == ' ');
            if index % 2 == 1 && blank {
                continue;
            }
            let mut line = String::new();
            for spot in row {
                push(&mut line, *spot, colour);
            }
            out.push_str(line.trim_end_matches(' '));
            out.push('\n');
        }
        out
    }
}

fn push(line: &mut String, spot: Spot, colour: bool) {
    let Some((red, green, blue)) = spot.back.filter(|_| colour) else {
        line.push(spot.sign);
        return;
    };
    let text = if takes_black_text((red, green, blue)) { (0, 0, 0) } else { (255, 255, 255) };
    let mut style = Style::new()
        .bg_color(Some(Color::Rgb(RgbColor(red, green, blue))))
        .fg_color(Some(Color::Rgb(RgbColor(text.0, text.1, text.2))));
    if spot.bold {
        style = style.bold();
    }
    let sign = if spot.sign == '█' { ' ' } else { spot.sign };
    line.push_str(&format!("{style}{sign}{style:#}"));
}

/// The largest size of a heat value in the frame.
pub(crate) fn most(frame: &Frame) -> u64 {
    let sizes = frame.overlays.iter().map(|overlay| match overlay {
        Overlay::Heat { value, .. } => value.unsigned_abs(),
        _ => 0,
    });
    sizes.max().unwrap_or(0)
}

/// A gain in at most three characters: large ones as powers of ten.
fn short(value: i64) -> String {
    match value {
        0 => "0".into(),
        -99..=99 => format!("{value:+}"),
        100..=999 => value.to_string(),
        _ => format!("{}e{}", if value < 0 { "-" } else { "+" }, value.unsigned_abs().ilog10()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Piece, Shape};

    fn cell(x: f32, y: f32, label: &str) -> Cell {
        Cell { at: Point { x, y }, shape: Shape::Square, role: Role::Ground, label: label.into(), act: None }
    }

    #[test]
    fn a_triangle_is_staggered() {
        let cells = vec![cell(0.5, 0.0, "A"), cell(0.0, 1.0, "B"), cell(1.0, 1.0, "C")];
        let drawn = frame(&Frame { cells, ..Frame::default() }, false);
        assert_eq!(drawn, "   A\n B  C\n");
    }

    #[test]
    fn walls_get_a_line_of_their_own() {
        let cells = vec![cell(0.0, 0.0, "1"), cell(1.0, 0.0, "2"), cell(0.0, 1.0, "3"), cell(1.0, 1.0, "4")];
        let wall = Edge {
            from: Point { x: -0.5, y: 0.5 },
            to: Point { x: 0.5, y: 0.5 },
            stroke: Stroke::Wall,
            role: Role::Block,
        };
        let drawn = frame(&Frame { cells, edges: vec![wall], ..Frame::default() }, false);
        assert_eq!(drawn, " 1  2\n━━━\n 3  4\n");
    }

    #[test]
    fn a_ring_shows_around_a_piece() {
        let at = |x: f32| Point { x, y: 0.0 };
        let piece = |x: f32, letter: &str| Piece { at: at(x), role: Role::Piece(0), letter: letter.into(), act: None };
        let overlays = vec![
            Overlay::Ring { at: at(0.0), label: String::new() },
            Overlay::Ring { at: at(1.0), label: String::new() },
        ];
        let pieces = vec![piece(0.0, "A"), piece(1.0, "12"), piece(2.0, "B")];
        let drawn = frame(&Frame { pieces, overlays, ..Frame::default() }, false);
        assert_eq!(drawn, "[A][12 B\n");
    }

    #[test]
    fn an_empty_frame_draws_nothing() {
        assert_eq!(frame(&Frame::default(), true), "");
    }
}
