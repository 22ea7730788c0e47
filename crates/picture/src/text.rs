//! The painter for terminals.
//!
//! Hidden characters of the texts on the board are escaped: see [`crate::printable`].
//!
//! Every cell is three characters wide, or more where a marked label needs it, and one line high: the distinct `y`
//! values of the frame are the rows, and the distance from the left edge gives the column. Cells half a width apart in
//! `x` (triangles) are staggered. Horizontal walls between rows have lines of their own, and so have the names of
//! cells, below them. Colour is optional and never carries meaning alone. A tile is its letter on its average colour.

use std::collections::BTreeSet;

use anstyle::{Color, RgbColor, Style};

use crate::printable::{in_one_place, printable};
use crate::role::{Rgb, heat, heat_of_count, takes_black_text};
use crate::tile::shortened;
use crate::{Cell, ColourRole, Edge, Frame, Overlay, Picture, Piece, PlaceIndex, Point, Sample, Stroke, Tile};

/// The width of a line of a caption, in characters.
const CAPTION: usize = 100;
/// Columns of text for one cell width, and the most characters of a label.
const CELL: usize = 3;
/// The most characters of a board.
const MAX_SPOTS: usize = 1 << 20;
/// The most characters of a mark's own label that are written behind its brackets.
const MARK: usize = 2;

/// What a character of the canvas belongs to: something with a role, or a tile by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    ColourRole(ColourRole),
    Tile(u32),
}

/// One character of the canvas with its background colour, and what is drawn there.
#[derive(Clone, Copy)]
struct Spot {
    sign: char,
    back: Option<Rgb>,
    bold: bool,
    shown: Option<Shown>,
}

const EMPTY: Spot = Spot { sign: ' ', back: None, bold: false, shown: None };

/// A frame with the tiles of its picture.
struct Board<'p> {
    frame: &'p Frame,
    tiles: &'p [Tile],
    places: PlaceIndex<'p>,
    /// The greatest gain or loss of the frame.
    hottest: u64,
}

impl<'p> Board<'p> {
    fn new(frame: &'p Frame, tiles: &'p [Tile]) -> Board<'p> {
        Board { frame, tiles, places: PlaceIndex::of(frame), hottest: most(frame) }
    }

    /// The first cell that is drawn at a place.
    fn cell(&self, at: Point) -> Option<&Cell> {
        let here = self.places.at(at);
        here.cells().next().filter(|_| here.tile().is_none())
    }

    /// The letter of the uppermost tile at a place, or the label of the cell; may be empty.
    fn label(&self, at: Point) -> &str {
        let tile = self.places.at(at).tile().and_then(|tile| self.tiles.get(tile as usize));
        tile.map(|tile| &tile.letter).or_else(|| self.cell(at).map(|cell| &cell.label)).map_or("", String::as_str)
    }

    /// Whether an unlabelled goal is under a piece, which distinguishes a piece on a goal from one beside it.
    fn has_goal(&self, at: Point) -> bool {
        let here = self.places.at(at);
        here.tile().is_none() && here.cells().any(|cell| cell.role == ColourRole::Goal && cell.label.is_empty())
    }

    /// What is written at a place: its gain, the letter of the piece or tile there, or the label of the cell.
    fn written(&self, at: Point) -> String {
        let here = self.places.at(at);
        let text = here.number().and_then(number).or_else(|| here.pieces().next_back().map(letter));
        label(&text.unwrap_or_else(|| self.label(at).to_owned())).collect()
    }
}

/// A grid of characters with the mapping from positions to it.
struct Canvas {
    /// Empty where there would be more than [`MAX_SPOTS`] characters.
    rows: Vec<Vec<Spot>>,
    /// The characters in a line, and the lines.
    size: (usize, usize),
    /// The `y` of each even line; odd lines lie between.
    levels: Vec<f32>,
    left: f32,
    /// Columns of text for one cell width: more than [`CELL`] where a marked label needs them.
    cell: usize,
}

/// Draws the board and the table of one frame, without its caption; `tiles` are those of its picture. Lines end with
/// `\n` and have no trailing blanks; `colour` adds ANSI escape sequences.
#[must_use]
pub fn frame(frame: &Frame, tiles: &[Tile], colour: bool) -> String {
    printed(frame, &Canvas::of(&Board::new(frame, tiles)), colour)
}

/// The canvas of a frame as text, with the frame's table below it.
fn printed(frame: &Frame, canvas: &Canvas, colour: bool) -> String {
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
    let (mut out, mut seen) = (String::new(), BTreeSet::new());
    for (index, one) in picture.frames.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        let canvas = Canvas::of(&Board::new(one, &picture.tiles));
        seen.extend(canvas.shown());
        out.push_str(&printed(one, &canvas, colour));
        for line in wrapped(&one.caption, CAPTION) {
            out.push_str(&line);
            out.push('\n');
        }
    }
    for (_, sign, meaning) in entries(picture, &seen) {
        out.push_str(&format!("{sign}  {}\n", printable(meaning)));
    }
    let (tiles, more) = shortened(tile_entries(picture, &seen));
    for (sign, tile) in tiles {
        out.push_str(&format!("{sign}  {}\n", printable(&tile.words)));
    }
    if more > 0 {
        out.push_str(&format!("     … and {more} more\n"));
    }
    out.push_str(&marks(picture));
    out
}

/// What the brackets stand for: captions speak of the circles and dashed squares that other painters draw.
fn marks(picture: &Picture) -> String {
    let overlays = || picture.frames.iter().flat_map(|frame| &frame.overlays);
    let rings = overlays().any(|mark| matches!(mark, Overlay::Ring { .. })).then_some("[ ]  in a circle\n");
    let squares = overlays().any(|mark| matches!(mark, Overlay::Square { .. })).then_some("{ }  in a dashed square\n");
    rings.into_iter().chain(squares).collect()
}

/// The entries of the legend for the roles that were seen.
fn entries<'p>(picture: &'p Picture, seen: &BTreeSet<Shown>) -> Vec<(ColourRole, String, &'p str)> {
    let entries = picture.drawn_legend().into_iter().filter(|(role, _)| seen.contains(&Shown::ColourRole(*role)));
    entries.map(|(role, meaning)| (role, sign_of(picture, role), meaning)).collect()
}

/// The entries of the legend for the tiles that were seen, each with its letter. Of tiles that have the same letter and
/// the same words, which a terminal cannot tell apart, the first stands for all.
fn tile_entries<'p>(picture: &'p Picture, seen: &BTreeSet<Shown>) -> Vec<(String, &'p Tile)> {
    let (mut entries, mut known) = (Vec::new(), BTreeSet::new());
    for (index, tile) in picture.drawn_tiles() {
        let sign = sample(&tile.letter);
        let explained = seen.contains(&Shown::Tile(index)) && !tile.words.is_empty();
        if explained && known.insert((sign.clone(), &tile.words)) {
            entries.push((sign, tile));
        }
    }
    entries
}

/// Everything that [`picture`] draws.
fn seen(picture: &Picture) -> BTreeSet<Shown> {
    picture.frames.iter().flat_map(|frame| Canvas::of(&Board::new(frame, &picture.tiles)).shown()).collect()
}

/// Returns the legend of exactly the roles that [`picture`] draws, each entry with the role's sample from [`sign_of`]:
/// links and arrows are not drawn on terminals, nor is what lies under a piece or a tile.
#[must_use]
pub fn legend(picture: &Picture) -> Vec<(ColourRole, String, &str)> {
    entries(picture, &seen(picture))
}

/// Returns the legend of the tiles that [`picture`] draws, each with its sample, three characters wide, and how many
/// more there are. A tile without words has no entry, and tiles that look the same on a terminal have one.
#[must_use]
pub fn tile_legend(picture: &Picture) -> (Vec<(String, &Tile)>, usize) {
    shortened(tile_entries(picture, &seen(picture)))
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

/// Returns the sample of a role for a legend, three characters wide: what is written where the role is drawn first.
#[must_use]
pub fn sign_of(picture: &Picture, role: ColourRole) -> String {
    let sign = role.character().to_string();
    let written = match picture.sample(role) {
        Some(Sample::Piece(text, _) | Sample::Cell(_, text)) if !text.is_empty() => text,
        Some(Sample::Line(Stroke::Wall)) => "━",
        _ => sign.as_str(),
    };
    sample(written)
}

/// A text as the sample of a legend, three characters wide.
fn sample(written: &str) -> String {
    format!(" {:<2}", label(written).collect::<String>())
}

/// The first three characters of a text, with hidden characters replaced.
fn label(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().take(CELL).map(in_one_place)
}

/// A ring or a square around a place, as brackets.
struct Mark<'f> {
    at: Point,
    label: &'f str,
    brackets: (char, char),
}

impl<'f> Mark<'f> {
    fn of(overlay: &'f Overlay) -> Option<Mark<'f>> {
        match overlay {
            Overlay::Ring { at, label } => Some(Mark { at: *at, label, brackets: ('[', ']') }),
            Overlay::Square { at, label } => Some(Mark { at: *at, label, brackets: ('{', '}') }),
            Overlay::Path { .. } | Overlay::Heat { .. } | Overlay::Count { .. } => None,
        }
    }

    /// Brackets around what is written at the place, with a short label of the mark behind them, or around the mark's
    /// label where nothing is written there.
    fn text(&self, board: &Board<'_>) -> String {
        let own = board.written(self.at);
        let (left, right) = self.brackets;
        if own.is_empty() {
            let sign = board.cell(self.at).map_or(' ', |cell| cell.role.character());
            let inner = self.label.chars().next().unwrap_or(if sign == '█' { ' ' } else { sign });
            return format!("{left}{inner}{right}");
        }
        let more = if self.label == own || self.label.chars().count() > MARK { "" } else { self.label };
        format!("{left}{own}{right}{more}")
    }
}

/// The letter of a piece, or the character of its role where it has none.
fn letter(piece: &Piece) -> String {
    if piece.letter.is_empty() { piece.role.character().to_string() } else { piece.letter.clone() }
}

/// Columns of text for one cell width of a frame: enough for its marks, and odd, so that a single character has a
/// middle.
fn cell_width(board: &Board<'_>) -> usize {
    let marks = board.frame.overlays.iter().filter_map(Mark::of).map(|mark| mark.text(board).chars().count());
    let most = marks.max().unwrap_or(0).max(CELL);
    most + 1 - most % 2
}

impl Canvas {
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]
    fn new(board: &Board<'_>) -> Canvas {
        let frame = board.frame;
        let (left, _, right, _) = frame.bounds();
        let mut levels: Vec<f32> = frame.places().map(|at| at.y).collect();
        levels.sort_by(f32::total_cmp);
        levels.dedup();
        let cell = cell_width(board);
        let width = ((right - left) * cell as f32).ceil() as usize + 1;
        let height = (2 * levels.len()).saturating_sub(usize::from(frame.names.is_empty()));
        let fits = width.saturating_mul(height) <= MAX_SPOTS;
        let rows = if fits { vec![vec![EMPTY; width]; height] } else { Vec::new() };
        Canvas { rows, size: (width, height), levels, left, cell }
    }

    /// Draws a frame, the lowest layer first.
    fn of(board: &Board<'_>) -> Canvas {
        let frame = board.frame;
        let mut canvas = Canvas::new(board);
        canvas.cells(frame);
        canvas.tiles(board);
        for edge in &frame.edges {
            canvas.edge(edge);
        }
        for overlay in &frame.overlays {
            canvas.overlay(overlay, board);
        }
        canvas.pieces(board);
        for mark in frame.overlays.iter().filter_map(Mark::of) {
            canvas.write(mark.at, &mark.text(board), None, None, true);
        }
        canvas.names(frame);
        canvas
    }

    /// What can be seen.
    fn shown(&self) -> BTreeSet<Shown> {
        self.rows.iter().flatten().filter_map(|spot| spot.shown).collect()
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]
    fn column(&self, x: f32) -> usize {
        let most = self.rows.first().map_or(0, |row| row.len() - 1);
        (((x - 0.5 - self.left) * self.cell as f32).round() as usize).min(most)
    }

    fn line(&self, y: f32) -> usize {
        2 * self.levels.partition_point(|&level| level < y).min(self.levels.len().saturating_sub(1))
    }

    /// Blanks before a text of this length that is centred in a cell.
    fn blanks(&self, length: usize) -> usize {
        (self.cell + 1).saturating_sub(length) / 2
    }

    /// Writes a text as wide as a cell, centred on a point. Without `shown` the text belongs to what is there.
    fn write(&mut self, at: Point, text: &str, back: Option<Rgb>, shown: Option<Shown>, bold: bool) {
        self.write_on(self.line(at.y), at.x, text, back, shown, bold);
    }

    fn write_on(&mut self, line: usize, x: f32, text: &str, back: Option<Rgb>, shown: Option<Shown>, bold: bool) {
        let signs = text.chars().map(in_one_place);
        let blanks = std::iter::repeat_n(' ', self.blanks(text.chars().count()));
        let padded = blanks.chain(signs).chain(std::iter::repeat(' ')).take(self.cell);
        let column = self.column(x);
        let Some(row) = self.rows.get_mut(line) else { return };
        for (spot, sign) in row.iter_mut().skip(column).zip(padded) {
            *spot = Spot { sign, back: back.or(spot.back), bold, shown: shown.or(spot.shown) };
        }
    }

    fn cells(&mut self, frame: &Frame) {
        for cell in frame.drawn_cells() {
            let sign = cell.role.character();
            let text = match (cell.label.is_empty(), sign) {
                (false, _) => label(&cell.label).collect(),
                (true, '█') => "█".repeat(self.cell),
                (true, _) => sign.to_string(),
            };
            self.write(cell.at, &text, Some(cell.role.light()), Some(Shown::ColourRole(cell.role)), false);
        }
    }

    fn tiles(&mut self, board: &Board<'_>) {
        for placed in &board.frame.tiles {
            let Some(tile) = board.tiles.get(placed.tile as usize) else { continue };
            let letter: String = label(&tile.letter).collect();
            self.write(placed.at, &letter, tile.average(), Some(Shown::Tile(placed.tile)), false);
        }
    }

    fn pieces(&mut self, board: &Board<'_>) {
        for piece in &board.frame.pieces {
            let letter: String = label(&letter(piece)).collect();
            self.write(piece.at, &letter, Some(piece.role.light()), Some(Shown::ColourRole(piece.role)), true);
            if board.has_goal(piece.at) {
                self.beside(piece.at, &letter, ColourRole::Goal);
            }
        }
    }

    /// Writes the names of cells on the lines below them.
    fn names(&mut self, frame: &Frame) {
        for name in &frame.names {
            let text: String = label(&name.text).collect();
            self.write_on(self.line(name.at.y) + 1, name.at.x, &text, None, None, false);
        }
    }

    /// Puts the character of a role on both sides of a text, as far as there is room in its cell.
    fn beside(&mut self, at: Point, text: &str, role: ColourRole) {
        let (length, cell) = (text.chars().count(), self.cell);
        let (before, line, column) = (self.blanks(length), self.line(at.y), self.column(at.x));
        let Some(row) = self.rows.get_mut(line) else { return };
        let sides = [before.checked_sub(1), Some(before + length).filter(|&after| after < cell)];
        for side in sides.into_iter().flatten() {
            row.get_mut(column + side).into_iter().for_each(|spot| {
                *spot = Spot { sign: role.character(), bold: true, shown: Some(Shown::ColourRole(role)), ..*spot }
            });
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
            (spot.sign, spot.shown) = ('━', Some(Shown::ColourRole(edge.role)));
        }
    }

    /// Draws a path or a gain; rings and squares are drawn above the pieces.
    fn overlay(&mut self, overlay: &Overlay, board: &Board<'_>) {
        match overlay {
            Overlay::Ring { .. } | Overlay::Square { .. } => {}
            Overlay::Path { points } => {
                for &at in points {
                    let written: String = label(board.label(at)).collect();
                    if written.is_empty() {
                        let path = Some(Shown::ColourRole(ColourRole::Path));
                        self.write(at, &ColourRole::Path.character().to_string(), None, path, true);
                    } else {
                        self.beside(at, &written, ColourRole::Path);
                    }
                }
            }
            Overlay::Heat { at, value } => self.heated(*at, &short(*value), heat(*value, board.hottest), board),
            Overlay::Count { at, value } => {
                self.heated(*at, &short_count(*value), heat_of_count(*value, board.hottest), board);
            }
        }
    }

    /// Writes a number. A block keeps its sign at the left, so that blocks and spaces are told apart under them.
    fn heated(&mut self, at: Point, number: &str, back: Rgb, board: &Board<'_>) {
        let block = board.cell(at).is_some_and(|cell| cell.role.character() == '█');
        let is_short = number.chars().count() < self.cell;
        let text = if block && is_short { format!("█{number:>2}") } else { number.to_owned() };
        self.write(at, &text, Some(back), None, false);
    }

    fn print(&self, colour: bool) -> String {
        let mut out = String::new();
        if self.rows.is_empty() && self.size.1 > 0 {
            let (width, height) = self.size;
            return format!("The board takes {height} lines of {width} characters, too many to be written here.\n");
        }
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

/// The largest count or absolute gain in the frame.
pub(crate) fn most(frame: &Frame) -> u64 {
    let sizes = frame.overlays.iter().map(|overlay| match overlay {
        Overlay::Heat { value, .. } => value.unsigned_abs(),
        Overlay::Count { value, .. } => *value,
        _ => 0,
    });
    sizes.max().unwrap_or(0)
}

/// The number of a mark, in at most three characters; `None` for a mark that has none.
fn number(mark: &Overlay) -> Option<String> {
    match mark {
        Overlay::Heat { value, .. } => Some(short(*value)),
        Overlay::Count { value, .. } => Some(short_count(*value)),
        Overlay::Ring { .. } | Overlay::Square { .. } | Overlay::Path { .. } => None,
    }
}

/// A count in at most three characters; large ones are shown as powers of ten.
fn short_count(value: u64) -> String {
    if value < 1000 { value.to_string() } else { format!("e{}", value.ilog10()) }
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
    use crate::{Placed, Shape};

    /// Draws a frame without tiles.
    fn frame(one: &Frame, colour: bool) -> String {
        super::frame(one, &[], colour)
    }

    fn cell(x: f32, y: f32, label: &str) -> Cell {
        Cell { at: Point { x, y }, shape: Shape::Square, role: ColourRole::Ground, label: label.into(), act: None }
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
            role: ColourRole::Block,
        };
        let drawn = frame(&Frame { cells, edges: vec![wall], ..Frame::default() }, false);
        assert_eq!(drawn, " 1  2\n━━━\n 3  4\n");
    }

    #[test]
    fn a_ring_shows_around_a_piece() {
        let at = |x: f32| Point { x, y: 0.0 };
        let piece = |x: f32, letter: &str| Piece {
            at: at(x),
            role: ColourRole::Piece(0),
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
        assert_eq!(drawn, " [A]  [12]  B\n", "a marked label is whole");
    }

    #[test]
    fn a_marked_cell_keeps_its_value() {
        let ring = |x: f32, label: &str| Overlay::Ring { at: Point { x, y: 0.0 }, label: label.into() };
        let cells = || vec![cell(0.0, 0.0, "5₁"), cell(1.0, 0.0, "13₀"), cell(2.0, 0.0, "7"), cell(3.0, 0.0, "")];
        let drawn = |overlays| frame(&Frame { cells: cells(), overlays, ..Frame::default() }, false);
        assert_eq!(drawn(vec![ring(2.0, "start")]), " 5₁13₀[7] ·\n", "the value and not the beginning of the label");
        assert_eq!(drawn(vec![ring(3.0, "×")]), " 5₁13₀ 7 [×]\n");
        let twice = drawn(vec![ring(0.0, "2"), ring(1.0, "")]);
        assert_eq!(twice, "[5₁]2[13₀]  7    ·\n", "a press and how often it is made");
    }

    #[test]
    fn the_legend_leaves_out_what_a_terminal_does_not_draw() {
        let at = |x: f32| Point { x, y: 0.0 };
        let link = Edge { from: at(0.0), to: at(1.0), stroke: Stroke::Link, role: ColourRole::Block };
        let piece = Piece { at: at(1.0), role: ColourRole::Actor, letter: "R".into(), act: None, sprite: None };
        let cells = vec![cell(0.0, 0.0, "4"), Cell { role: ColourRole::Goal, ..cell(1.0, 0.0, "7") }];
        let mut one =
            Picture::still("", "", Frame { cells, edges: vec![link], pieces: vec![piece], ..Frame::default() });
        let words = [
            (ColourRole::Actor, "Rabbit"),
            (ColourRole::Ground, "cost"),
            (ColourRole::Goal, "last row"),
            (ColourRole::Block, "link"),
        ];
        one.legend = words.map(|(role, words)| (role, words.to_owned())).to_vec();
        assert_eq!(picture(&one, false), " 4  R\n R   Rabbit\n 4   cost\n");
        assert_eq!(one.drawn_legend().len(), 4, "the other painters draw all of them");
    }

    #[test]
    fn a_goal_a_box_and_a_box_on_a_goal_differ_without_colour() {
        let goal = |x: f32| Cell { role: ColourRole::Goal, ..cell(x, 0.0, "") };
        let crate_at = |x: f32| Piece {
            at: Point { x, y: 0.0 },
            role: ColourRole::Piece(0),
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
        one.legend = vec![(ColourRole::Goal, "treasure".into()), (ColourRole::Ground, "floor: to walk on".into())];
        assert_eq!(picture(&one, false), " ·\n ·   floor: to walk on\n");
        one.frames[0].cells.push(Cell { role: ColourRole::Danger, ..cell(1.0, 0.0, "") });
        assert_eq!(one.drawn_legend(), [(ColourRole::Ground, "floor: to walk on"), (ColourRole::Danger, "danger")]);
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
    fn counts_have_no_sign_and_a_scale_from_nothing() {
        let count = |column: usize, value| Overlay::Count { at: Point::grid(0, column), value };
        let cells = (0..3u8).map(|x| cell(f32::from(x), 0.0, "")).collect();
        let overlays = vec![count(0, 0), count(1, 17), count(2, 5000)];
        let one = Picture::still("", "", Frame { cells, overlays, ..Frame::default() });
        assert_eq!(picture(&one, false), " 0  17 e3\n");
        let drawn = crate::svg::picture(&one);
        assert!(drawn.contains(">2500<") && drawn.contains(">5000<") && !drawn.contains("-5000"), "{drawn}");
        assert!(!drawn.contains("+17") && !drawn.contains("+5000"), "{drawn}");
    }

    #[test]
    fn brackets_are_explained() {
        let cells: Vec<Cell> = (0..2u8).map(|x| cell(f32::from(x), 0.0, "")).collect();
        let ring = Overlay::Ring { at: cells[0].at, label: String::new() };
        let square = Overlay::Square { at: cells[1].at, label: String::new() };
        let drawn = |overlays: Vec<Overlay>| {
            picture(&Picture::still("", "", Frame { cells: cells.clone(), overlays, ..Frame::default() }), false)
        };
        assert!(drawn(vec![ring.clone()]).ends_with("\n[ ]  in a circle\n"));
        assert!(drawn(vec![square.clone()]).ends_with("\n{ }  in a dashed square\n"));
        assert_eq!(drawn(Vec::new()).lines().count(), 1);
        let both = drawn(vec![ring, square]);
        assert!(both.ends_with("\n[ ]  in a circle\n{ }  in a dashed square\n"), "{both}");
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
    fn a_board_that_no_terminal_holds_is_not_drawn() {
        let cells = vec![cell(-9e5, 0.0, "a"), cell(9e5, 1.0, "b")];
        let drawn = frame(&Frame { cells, ..Frame::default() }, false);
        assert_eq!(drawn, "The board takes 3 lines of 5400004 characters, too many to be written here.\n");
    }

    #[test]
    fn an_empty_frame_draws_nothing() {
        assert_eq!(frame(&Frame::default(), true), "");
    }

    /// A board of three tiles over goals: a wall without a letter, a player, and a crate.
    fn tiled() -> Picture {
        let tile = |words: &str, letter: &str, colour| Tile::new(words, letter, (1, 1), &[colour], &[Some(0)]).unwrap();
        let tiles =
            vec![tile("wall", "", (0, 0, 0)), tile("player", "P", (255, 255, 255)), tile("crate", "*1", (0, 0, 9))];
        let cells = (0..3u8).map(|x| Cell { role: ColourRole::Goal, ..cell(f32::from(x), 0.0, "goal") }).collect();
        let placed = (0..3u8).map(|x| Placed { at: Point { x: f32::from(x), y: 0.0 }, tile: u32::from(x) }).collect();
        let frame = Frame { cells, tiles: placed, ..Frame::default() };
        Picture { tiles, legend: vec![(ColourRole::Goal, "target".into())], ..Picture::still("", "", frame) }
    }

    #[test]
    fn tiles_are_letters_in_place_of_their_cells() {
        let mut board = tiled();
        assert_eq!(picture(&board, false), "    P  *1\n     wall\n P   player\n *1  crate\n");
        let coloured = picture(&board, true);
        assert!(coloured.contains("\u{1b}[38;2;0;0;0m\u{1b}[48;2;255;255;255mP"), "{coloured:?}");
        assert!(coloured.contains("\u{1b}[38;2;255;255;255m\u{1b}[48;2;0;0;9m*"), "{coloured:?}");
        board.frames[0].cells.push(Cell { role: ColourRole::Goal, ..cell(3.0, 0.0, "") });
        assert!(picture(&board, false).starts_with("    P  *1 ◇\n ◇   target\n     wall\n"), "a cell without a tile");
    }

    #[test]
    fn marks_stand_around_the_letters_of_tiles() {
        let mut board = tiled();
        let ring = |x: f32, label: &str| Overlay::Ring { at: Point { x, y: 0.0 }, label: label.into() };
        board.frames[0].overlays = vec![ring(0.0, ""), ring(1.0, "2")];
        assert_eq!(super::frame(&board.frames[0], &board.tiles, false), " [ ]  [P]2  *1\n");
        board.frames[0].overlays =
            vec![Overlay::Path { points: vec![Point { x: 0.0, y: 0.0 }, Point { x: 1.0, y: 0.0 }] }];
        assert_eq!(super::frame(&board.frames[0], &board.tiles, false), " * *P* *1\n");
    }

    #[test]
    fn tiles_that_a_terminal_cannot_tell_apart_have_one_entry_and_covered_ones_none() {
        let mut board = tiled();
        (board.tiles[0].letter, board.tiles[0].words) = ("P".into(), "player".into());
        let at = Point { x: 2.0, y: 0.0 };
        board.frames[0].pieces =
            vec![Piece { at, role: ColourRole::Actor, letter: "R".into(), act: None, sprite: None }];
        let (entries, more) = tile_legend(&board);
        let said: Vec<_> = entries.iter().map(|(sign, tile)| (sign.as_str(), tile.words.as_str())).collect();
        assert_eq!((said, more), (vec![(" P ", "player")], 0));
    }
}
