//! The painter for terminals.
//!
//! Hidden characters of the texts on the board are escaped: see [`crate::printable`].
//!
//! Every cell is three characters wide and one line high: the distinct `y` values of the frame are the rows, and the
//! distance from the left edge gives the column. Cells half a width apart in `x` (triangles) are staggered. Horizontal
//! walls between rows have lines of their own, and so have the names of cells, below them. Colour is optional and
//! never carries meaning alone.

use anstyle::{Color, RgbColor, Style};

use crate::printable::{in_one_place, printable};
use crate::role::{Rgb, heat, takes_black_text};
use crate::{Cell, Edge, Frame, Overlay, Picture, Point, Role, Stroke};

/// The width of a line of a caption, in characters.
const CAPTION: usize = 100;
/// Columns of text for one cell width.
const CELL: f32 = 3.0;

/// One character of the canvas with its background colour.
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

/// Draws the board and the table of one frame, without its caption. Lines end with `\n` and have no trailing blanks;
/// `colour` adds ANSI escape sequences.
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
    canvas.names(frame);
    let mut drawn = canvas.print(colour);
    if let Some(table) = &frame.table {
        if !drawn.is_empty() {
            drawn.push('\n');
        }
        drawn.push_str(&printable(&table.text()));
    }
    drawn
}

/// Draws a picture: its frames with their captions, then its legend. `colour` adds ANSI escape sequences.
#[must_use]
pub fn picture(picture: &Picture, colour: bool) -> String {
    let mut out = String::new();
    for (index, one) in picture.frames.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        out.push_str(&frame(one, colour));
        for line in wrapped(&one.caption, CAPTION) {
            out.push_str(&line);
            out.push('\n');
        }
    }
    for (role, meaning) in picture.drawn_legend() {
        out.push_str(&format!("{}  {}\n", sign_of(picture, role), printable(meaning)));
    }
    out
}

/// Breaks a caption into lines of at most `most` characters, with hidden characters escaped. A longer word has a line
/// of its own.
#[must_use]
pub fn wrapped(caption: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in printable(caption).split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Draws the [`Overlay::Heat`] values of a frame with one character for each cell, and a line that explains them: a
/// digit is a gain in ninths of the greatest. Returns an empty string for a frame without such values.
#[must_use]
pub fn heat_map(frame: &Frame) -> String {
    let gains: Vec<(Point, i64)> = frame
        .overlays
        .iter()
        .filter_map(|overlay| if let Overlay::Heat { at, value } = overlay { Some((*at, *value)) } else { None })
        .collect();
    let most = gains.iter().map(|gain| gain.1).max().unwrap_or(0).max(0).unsigned_abs();
    let mut places: Vec<(Point, char)> = gains.into_iter().map(|(at, gain)| (at, ninths(gain, most))).collect();
    if places.is_empty() {
        return String::new();
    }
    places.sort_by(|one, other| one.0.y.total_cmp(&other.0.y).then(one.0.x.total_cmp(&other.0.x)));
    let left = places.iter().map(|place| place.0.x).fold(f32::INFINITY, f32::min);
    let mut out = String::new();
    for row in places.chunk_by(|one, other| one.0.y.total_cmp(&other.0.y).is_eq()) {
        let mut line = Vec::new();
        for &(at, sign) in row {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // places right of the leftmost one
            let column = (at.x - left).round() as usize;
            line.resize(column, ' ');
            line.push(sign);
        }
        out.extend(line);
        out.push('\n');
    }
    out + &format!("1 to 9: a gain in ninths of the greatest, {most}; - a loss; · neither; blank: not allowed\n")
}

/// The character for a gain: a digit in ninths of `most`, `-` for a loss, `·` for 0.
fn ninths(value: i64, most: u64) -> char {
    match value {
        0 => '·',
        ..0 => '-',
        _ => {
            let ninth = (u128::from(value.unsigned_abs()) * 9).div_ceil(u128::from(most.max(1)));
            u32::try_from(ninth).ok().and_then(|ninth| char::from_digit(ninth.min(9), 10)).unwrap_or('9')
        }
    }
}

/// Returns the sample of a role for a legend, three characters wide: the label or letter that all cells and pieces of
/// this role share, else [`Role::sign`].
#[must_use]
pub fn sign_of(picture: &Picture, role: Role) -> String {
    let cells = picture.frames.iter().flat_map(|frame| &frame.cells).filter(|cell| cell.role == role);
    let pieces = picture.frames.iter().flat_map(|frame| &frame.pieces).filter(|piece| piece.role == role);
    let mut written = cells.map(|cell| &cell.label).chain(pieces.map(|piece| &piece.letter));
    let first = written.next().map_or("", String::as_str);
    // A token may show where it faces: any of its letters stands for it.
    let shared = !first.is_empty() && (role == Role::Actor || written.all(|one| one == first));
    if shared { format!(" {:<2}", label(first).collect::<String>()) } else { format!(" {} ", role.sign()) }
}

/// The first three characters of a text, with hidden characters replaced.
fn label(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().take(3).map(in_one_place)
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
        let height = (2 * levels.len()).saturating_sub(usize::from(frame.names.is_empty()));
        Canvas { rows: vec![vec![EMPTY; width]; height], levels, left }
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn column(&self, x: f32) -> usize {
        (((x - 0.5 - self.left) * CELL).round() as usize).min(self.rows.first().map_or(0, |row| row.len() - 1))
    }

    fn line(&self, y: f32) -> usize {
        2 * self.levels.partition_point(|&level| level < y).min(self.levels.len().saturating_sub(1))
    }

    /// Writes up to three characters, centred on a point.
    fn write(&mut self, at: Point, text: &str, back: Option<Rgb>, bold: bool) {
        self.write_on(self.line(at.y), at.x, text, back, bold);
    }

    fn write_on(&mut self, line: usize, x: f32, text: &str, back: Option<Rgb>, bold: bool) {
        let signs: Vec<char> = label(text).collect();
        let padded: Vec<char> = match signs.len() {
            0 => vec![' '; 3],
            1 => vec![' ', signs[0], ' '],
            2 => vec![' ', signs[0], signs[1]],
            _ => signs,
        };
        let column = self.column(x);
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
            if let Some(sign) = goal_below(frame, piece.at) {
                self.beside(piece.at, &letter, (sign, sign));
            }
            if ringed {
                self.beside(piece.at, &letter, ('[', ']'));
            }
        }
    }

    /// Writes the names of cells on the lines below them.
    fn names(&mut self, frame: &Frame) {
        for name in &frame.names {
            self.write_on(self.line(name.at.y) + 1, name.at.x, &name.text, None, false);
        }
    }

    fn is_ringed(&self, at: Point) -> bool {
        let (line, column) = (self.line(at.y), self.column(at.x));
        self.rows.get(line).and_then(|row| row.get(column)).is_some_and(|spot| spot.sign == '[')
    }

    /// Puts characters on both sides of a piece, as far as its letters leave room.
    fn beside(&mut self, at: Point, letter: &str, (left, right): (char, char)) {
        let (line, column) = (self.line(at.y), self.column(at.x));
        let Some(row) = self.rows.get_mut(line) else { return };
        let room = 3_usize.saturating_sub(letter.chars().count());
        for (spot, sign) in [(column, left), (column + 2, right)].into_iter().take(room) {
            row.get_mut(spot).into_iter().for_each(|spot| spot.sign = sign);
        }
    }

    /// Draws a horizontal wall on the line between two rows. Other edges are not drawn on terminals.
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

    /// The character drawn at a cell; `offset` 0 is its left one, 1 the middle, 2 the right.
    fn sign(&self, at: Point, offset: usize) -> char {
        let (line, column) = (self.line(at.y), self.column(at.x));
        self.rows.get(line).and_then(|row| row.get(column + offset)).map_or(' ', |spot| spot.sign)
    }

    /// Writes brackets around a label, or around the character at the cell if the label is empty; of a signed number
    /// the digit stays.
    fn mark(&mut self, at: Point, label: &str, (left, right): (char, char)) {
        let inner = match (self.sign(at, 1), self.sign(at, 2)) {
            ('█', _) => ' ',
            ('+' | '-', digit) if digit.is_ascii_digit() => digit,
            (inner, _) => inner,
        };
        let inner = label.chars().next().unwrap_or(inner);
        self.write(at, &format!("{left}{inner}{right}"), None, true);
    }

    /// Marks a labelled cell as part of a path: asterisks beside its label.
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

/// The character of an unlabelled goal under a piece, which distinguishes a piece on a goal from one beside it.
fn goal_below(frame: &Frame, at: Point) -> Option<char> {
    let goal = |cell: &&Cell| cell.at == at && cell.role == Role::Goal && cell.label.is_empty();
    frame.cells.iter().find(goal).map(|cell| cell.role.sign())
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

/// The largest absolute heat value in the frame.
pub(crate) fn most(frame: &Frame) -> u64 {
    let sizes = frame.overlays.iter().map(|overlay| match overlay {
        Overlay::Heat { value, .. } => value.unsigned_abs(),
        _ => 0,
    });
    sizes.max().unwrap_or(0)
}

/// A gain in at most three characters; large ones are shown as powers of ten.
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
    use crate::{Piece, Shape};

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
        let piece = |x: f32, letter: &str| Piece {
            at: at(x),
            role: Role::Piece(0),
            letter: letter.into(),
            act: None,
            sprite: None,
        };
        let overlays = vec![
            Overlay::Ring { at: at(0.0), label: String::new() },
            Overlay::Ring { at: at(1.0), label: String::new() },
        ];
        let pieces = vec![piece(0.0, "A"), piece(1.0, "12"), piece(2.0, "B")];
        let drawn = frame(&Frame { pieces, overlays, ..Frame::default() }, false);
        assert_eq!(drawn, "[A][12 B\n");
    }

    #[test]
    fn a_goal_a_box_and_a_box_on_a_goal_differ_without_colour() {
        let goal = |x: f32| Cell { role: Role::Goal, ..cell(x, 0.0, "") };
        let crate_at = |x: f32| Piece {
            at: Point { x, y: 0.0 },
            role: Role::Piece(0),
            letter: "$".into(),
            act: None,
            sprite: None,
        };
        let cells = vec![goal(0.0), cell(1.0, 0.0, ""), goal(2.0)];
        let drawn = frame(&Frame { cells, pieces: vec![crate_at(1.0), crate_at(2.0)], ..Frame::default() }, false);
        assert_eq!(drawn, " ◇  $ ◇$◇\n");
    }

    #[test]
    fn the_legend_lists_what_is_drawn_and_nothing_else() {
        let mut one = Picture::still("", "", Frame { cells: vec![cell(0.0, 0.0, "")], ..Frame::default() });
        one.legend = vec![(Role::Goal, "treasure".into()), (Role::Ground, "floor: to walk on".into())];
        assert_eq!(picture(&one, false), " ·\n ·   floor: to walk on\n");
        one.frames[0].cells.push(Cell { role: Role::Danger, ..cell(1.0, 0.0, "") });
        assert_eq!(one.drawn_legend(), [(Role::Ground, "floor: to walk on"), (Role::Danger, "danger")]);
    }

    #[test]
    fn a_heat_map_has_a_character_a_place() {
        let heat = |column: usize, row: usize, value| Overlay::Heat { at: Point::grid(row, column), value };
        let overlays = vec![heat(0, 0, 0), heat(1, 0, 18), heat(2, 0, 1), heat(0, 1, -3), heat(2, 1, 9)];
        let drawn = heat_map(&Frame { overlays, ..Frame::default() });
        assert!(drawn.starts_with("·91\n- 5\n1 to 9: a gain in ninths of the greatest, 18"), "{drawn}");
        assert_eq!(heat_map(&Frame::default()), "");
    }

    #[test]
    fn names_are_written_below_where_they_are_asked_for() {
        let cells = vec![cell(0.5, 0.0, "A"), cell(0.0, 1.0, "B"), cell(1.0, 1.0, "C")];
        let names: Vec<crate::Name> = (7..)
            .zip(&cells)
            .map(|(number, cell): (u32, _)| crate::Name { at: cell.at, text: number.to_string() })
            .chain([crate::Name { at: Point { x: 5.0, y: 0.0 }, text: "not on this frame".into() }])
            .collect();
        let plain = Picture { names, ..Picture::still("", "", Frame { cells, ..Frame::default() }) };
        assert_eq!(picture(&plain, false), "   A\n B  C\n");
        assert_eq!(picture(&plain.clone().with_names(), false), "   A\n   7\n B  C\n 8  9\n");
        let drawn = [crate::svg::picture(&plain), crate::svg::picture(&plain.with_names())];
        assert_eq!(drawn.map(|svg| svg.matches(">9</text>").count()), [0, 1]);
    }

    #[test]
    fn an_empty_frame_draws_nothing() {
        assert_eq!(frame(&Frame::default(), true), "");
    }
}
