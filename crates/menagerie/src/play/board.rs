//! A frame on the screen: large cells in the colours of their roles, letters that say the same without colour.

use picture::printable::in_one_place;
use picture::role::{Rgb, takes_black_text};
use picture::{Cell, ColourRole, Edge, Frame, Name, Overlay, Piece, Point, Stroke, Tile};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

use super::geometry::Layout;

/// Which colours the terminal understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colours {
    /// None are wanted.
    None,
    /// The 256 of xterm.
    Few,
    /// All.
    All,
}

impl Colours {
    /// As the environment asks: `NO_COLOR`, then `COLORTERM`.
    pub(crate) fn of_environment() -> Colours {
        let set = |name: &str| std::env::var(name).unwrap_or_default();
        match (set("NO_COLOR").is_empty(), set("COLORTERM").as_str()) {
            (false, _) => Colours::None,
            (true, "truecolor" | "24bit") => Colours::All,
            _ => Colours::Few,
        }
    }

    /// A colour as the terminal gets it.
    fn of(self, (red, green, blue): Rgb) -> Color {
        // The cube of 256 colours has six levels a part: 0, 95, 135, 175, 215, 255.
        let level = |part: u8| if part < 48 { 0 } else { (part.max(75) - 35) / 40 };
        match self {
            Colours::None => Color::Reset,
            Colours::Few => Color::Indexed(16 + 36 * level(red) + 6 * level(green) + level(blue)),
            Colours::All => Color::Rgb(red, green, blue),
        }
    }

    /// Text on a surface of this role.
    pub(crate) fn surface(self, role: ColourRole) -> Style {
        self.on(role.light())
    }

    /// Text on a tile; one without a visible pixel leaves the terminal's own colours.
    pub(crate) fn tile(self, tile: &Tile) -> Style {
        tile.average().map_or_else(Style::new, |colour| self.on(colour))
    }

    /// Text on a colour, in black or white.
    fn on(self, colour: Rgb) -> Style {
        let ink = if takes_black_text(colour) { (0, 0, 0) } else { (255, 255, 255) };
        match self {
            Colours::None => Style::new(),
            some => Style::new().bg(some.of(colour)).fg(some.of(ink)),
        }
    }

    /// Lines in the colour of this role on the terminal's own ground.
    pub(crate) fn ink(self, role: ColourRole) -> Style {
        match self {
            Colours::None => Style::new(),
            some => Style::new().fg(some.of(role.light())),
        }
    }
}

/// Draws a frame with the tiles of its picture.
pub(crate) fn draw(buffer: &mut Buffer, frame: &Frame, tiles: &[Tile], layout: &Layout, colours: Colours) {
    let mut brush = Brush { buffer, layout, colours, is_named: !frame.names.is_empty() };
    for edge in frame.edges.iter().filter(|edge| edge.stroke == Stroke::Link) {
        brush.link(edge);
    }
    for cell in frame.drawn_cells() {
        let covered = frame.pieces.iter().any(|piece| piece.at == cell.at);
        brush.cell(cell, covered);
    }
    for placed in &frame.tiles {
        tiles.get(placed.tile as usize).into_iter().for_each(|tile| brush.tile(placed.at, tile));
    }
    for overlay in &frame.overlays {
        brush.overlay(overlay);
    }
    for piece in &frame.pieces {
        brush.piece(piece);
    }
    for edge in frame.edges.iter().filter(|edge| edge.stroke == Stroke::Wall) {
        brush.wall(edge);
    }
    for name in &frame.names {
        brush.name(name);
    }
}

/// Marks the place that is aimed at.
pub(crate) fn mark_aim(buffer: &mut Buffer, at: Point, layout: &Layout, colours: Colours) {
    Brush { buffer, layout, colours, is_named: false }.beside(at, ("▐", "▌"), ColourRole::Actor);
}

struct Brush<'b> {
    buffer: &'b mut Buffer,
    layout: &'b Layout,
    colours: Colours,
    /// Whether the names of places are written beside their letters.
    is_named: bool,
}

/// The letters of a place that has its name on the same line.
const LETTERS: u16 = 2;

impl Brush<'_> {
    fn put(&mut self, x: u16, y: u16, sign: &str, style: Style) {
        if self.layout.area.contains(Position::new(x, y)) {
            self.buffer[(x, y)].set_symbol(sign).set_style(style);
        }
    }

    fn fill(&mut self, rect: Rect, sign: &str, style: Style) {
        for position in rect.positions() {
            self.put(position.x, position.y, sign, style);
        }
    }

    /// Text centred in a line of a place, cut to its width.
    fn write(&mut self, rect: Rect, line: u16, text: &str, style: Style) {
        let text: Vec<char> = text.chars().take(usize::from(rect.width)).map(in_one_place).collect();
        let left = rect.x + (rect.width - u16::try_from(text.len()).unwrap_or(rect.width)) / 2;
        for (x, sign) in (left..).zip(text) {
            self.put(x, rect.y + line, &sign.to_string(), style);
        }
    }

    fn cell(&mut self, cell: &Cell, covered: bool) {
        let Some(rect) = self.layout.rect(cell.at) else { return };
        let style = self.colours.surface(cell.role);
        let solid = cell.role == ColourRole::Block;
        self.fill(rect, if solid { "█" } else { " " }, if solid { self.colours.ink(cell.role) } else { style });
        let bare = self.colours == Colours::None && cell.label.is_empty() && !solid;
        let label = if bare { cell.role.character().to_string() } else { cell.label.clone() };
        if covered && bare && cell.role == ColourRole::Goal {
            // A piece on a goal is told from one beside it.
            for x in [rect.left(), rect.right() - 1] {
                self.put(x, rect.y + rect.height / 2, &label, style);
            }
            return;
        }
        match (covered, rect.height) {
            (false, _) => self.write(self.room(rect), rect.height / 2, &label, style),
            (true, 1) => {}
            // Under a piece the label moves to the upper left corner.
            (true, _) => self.write(Rect { width: 3, ..rect }, 0, &cell.label, style),
        }
    }

    /// The letter of a tile on its average colour.
    fn tile(&mut self, at: Point, tile: &Tile) {
        let Some(rect) = self.layout.rect(at) else { return };
        let style = self.colours.tile(tile);
        self.fill(rect, " ", style);
        self.write(self.room(rect), rect.height / 2, &tile.letter, style);
    }

    fn piece(&mut self, piece: &Piece) {
        let Some(rect) = self.layout.rect(piece.at) else { return };
        let style = self.colours.surface(piece.role).add_modifier(Modifier::BOLD);
        let letter = if piece.letter.is_empty() { piece.role.character().to_string() } else { piece.letter.clone() };
        let (inset, above) = (if rect.width > 3 { 2 } else { 1 }, u16::from(rect.height > 1));
        let inner = Rect::new(rect.x + inset, rect.y + above, rect.width - 2 * inset, rect.height - 2 * above);
        if rect.height > 1 {
            self.fill(inner, " ", style);
            self.write(inner, inner.height / 2, &letter, style);
            return;
        }
        // One line: the letter with the piece's colour, what the place is on both sides of it.
        let is_wide = self.is_named || letter.chars().count() > 1;
        self.write(if is_wide { self.room(rect) } else { inner }, 0, &letter, style);
    }

    /// Marks in the columns left and right of a place.
    fn beside(&mut self, at: Point, (left, right): (&str, &str), role: ColourRole) {
        let Some(rect) = self.layout.rect(at) else { return };
        let style = self.colours.ink(role).add_modifier(Modifier::BOLD);
        for y in rect.top()..rect.bottom() {
            if let Some(x) = rect.x.checked_sub(1) {
                self.put(x, y, left, style);
            }
            self.put(rect.right(), y, right, style);
        }
    }

    /// The name of a place in its lower left corner.
    fn name(&mut self, name: &Name) {
        let Some(rect) = self.layout.rect(name.at) else { return };
        for (x, sign) in (rect.x..rect.right()).zip(name.text.chars().map(in_one_place)) {
            self.put(x, rect.bottom() - 1, &sign.to_string(), Style::new());
        }
    }

    /// Where the letter of a place stands: in the middle, but at the right end of a line that its name begins.
    fn room(&self, rect: Rect) -> Rect {
        let width = rect.width.min(LETTERS);
        let is_shared = self.is_named && rect.height == 1;
        if is_shared { Rect { x: rect.right() - width, width, ..rect } } else { rect }
    }

    fn overlay(&mut self, overlay: &Overlay) {
        match overlay {
            Overlay::Ring { at, label } => {
                self.beside(*at, ("(", ")"), ColourRole::Highlight);
                self.underline(*at);
                self.draw_label(*at, label);
            }
            Overlay::Square { at, label } => {
                self.beside(*at, ("[", "]"), ColourRole::Highlight);
                self.draw_label(*at, label);
            }
            Overlay::Path { points } => {
                for &at in points {
                    let Some(rect) = self.layout.rect(at) else { continue };
                    let style = self.colours.ink(ColourRole::Path).add_modifier(Modifier::BOLD);
                    self.put(rect.right() - 1, rect.y, &ColourRole::Path.character().to_string(), style);
                }
            }
            Overlay::Heat { at, value } => self.draw_label(*at, &format!("{value:+}")),
            Overlay::Count { at, value } => self.draw_label(*at, &value.to_string()),
        }
    }

    /// Makes the middle line of a place bold and underlined.
    fn underline(&mut self, at: Point) {
        let Some(rect) = self.layout.rect(at) else { return };
        let style = Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        self.buffer.set_style(Rect { y: rect.y + rect.height / 2, height: 1, ..rect }, style);
    }

    fn draw_label(&mut self, at: Point, label: &str) {
        let Some(rect) = self.layout.rect(at).filter(|_| !label.is_empty()) else { return };
        self.write(rect, rect.height / 2, label, Style::new().add_modifier(Modifier::BOLD));
    }

    /// Walls lie on the line between two rows; others stand in the column between two places.
    fn wall(&mut self, edge: &Edge) {
        let style = self.colours.ink(ColourRole::Block).add_modifier(Modifier::BOLD);
        let middle = Point { x: f32::midpoint(edge.from.x, edge.to.x), y: f32::midpoint(edge.from.y, edge.to.y) };
        if (edge.from.y - edge.to.y).abs() < 0.01 {
            let Some(rect) = self.layout.rect(Point { x: middle.x, y: middle.y - 0.5 }) else { return };
            let y = self.layout.line_below(rect);
            for x in rect.x.saturating_sub(1)..=rect.right() {
                self.put(x, y, "━", style);
            }
            return;
        }
        let Some(rect) = self.layout.rect(Point { x: middle.x - 0.5, y: middle.y }) else { return };
        for y in rect.top()..rect.bottom() {
            self.put(rect.right(), y, "┃", style);
        }
    }

    /// A thin line from centre to centre, under the places.
    fn link(&mut self, edge: &Edge) {
        let ((x0, y0), (x1, y1)) = (self.layout.centre(edge.from), self.layout.centre(edge.to));
        let (dx, dy) = (x1 - x0, y1 - y0);
        let steps = dx.abs().max(dy.abs()).max(1);
        let sign = match (dx.abs() > 3 * dy.abs(), 3 * dx.abs() < dy.abs(), (dx > 0) == (dy > 0)) {
            (true, ..) => "─",
            (_, true, _) => "│",
            (.., true) => "╲",
            _ => "╱",
        };
        let style = self.colours.ink(ColourRole::Piece(7));
        for step in 0..=steps {
            let (x, y) = (x0 + dx * step / steps, y0 + dy * step / steps);
            if let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) {
                self.put(x, y, sign, style);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use picture::{Placed, Shape};

    #[test]
    fn a_tile_is_its_letter_on_its_average_colour_in_place_of_the_cell() {
        let at = Point::grid(0, 0);
        let cell = Cell { at, shape: Shape::Square, role: ColourRole::Block, label: "B".into(), act: None };
        let frame = Frame { cells: vec![cell], tiles: vec![Placed { at, tile: 0 }], ..Frame::default() };
        let tile = Tile::new("player", "P", (2, 1), &[(0, 0, 0), (250, 10, 90)], &[Some(0), Some(1)]).unwrap();
        let area = Rect::new(0, 0, 20, 9);
        let (mut buffer, layout) = (Buffer::empty(area), Layout::new(&frame, area, None));
        draw(&mut buffer, &frame, &[tile], &layout, Colours::All);
        let (x, y) = layout.centre(at);
        let centre = &buffer[(u16::try_from(x).unwrap(), u16::try_from(y).unwrap())];
        assert_eq!((centre.symbol(), centre.bg, centre.fg), ("P", Color::Rgb(125, 5, 45), Color::Rgb(255, 255, 255)));
        assert!(buffer.content.iter().all(|spot| spot.symbol() == "P" || spot.symbol() == " "), "no block, no label");
    }
}
