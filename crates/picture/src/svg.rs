//! The painter for SVG: the frames are a film strip in rows on a page, each board with its table below it.
//!
//! The embedded style sheet holds the colours of the roles for light and dark pages; tiles have their own in either.
//! The document has the title and the description of the picture, so that assistive technology can read it.

mod legend;
mod sheet;
mod table;
mod things;
mod tiles;

use std::fmt::Write;
use std::slice::from_ref;

use crate::role::{Rgb, hex, takes_black_text};
use crate::sprite::{INK, OUTLINE, SEAM, Sprite};
use crate::text::{self, most};
use crate::{ColourRole, Frame, Picture};
use sheet::{Bounds, Sheet, Slot};

/// Pixels of one cell width.
pub(crate) const UNIT: f32 = 40.0;
/// Height of an entry of the legend, in pixels.
const ENTRY: f32 = 28.0;
/// Height of a line of a caption, in pixels.
const LINE: f32 = 20.0;
/// Approximate width of a letter of a caption, in pixels.
const LETTER: f32 = 7.6;
/// Least width of a frame in pixels, so that its caption has room.
const NARROWEST: f32 = 280.0;
/// Least width of the page of a film strip, in pixels: a short strip starts a new row before it exceeds this.
const STRIP: f32 = 1280.0;
/// Margin around each frame, in pixels.
const MARGIN: f32 = UNIT / 2.0;

/// The colour theme of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light or dark, by the viewer's `prefers-color-scheme`.
    #[default]
    Either,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

/// How a picture is drawn as a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Appearance {
    /// The colours.
    pub theme: Theme,
    /// Whether boards are drawn alone: without captions, legend and margins, and without tables below them.
    pub bare: bool,
}

/// Draws a picture as a complete SVG document that is light or dark by the viewer's preference.
#[must_use]
pub fn picture(picture: &Picture) -> String {
    themed(picture, Theme::Either)
}

/// Draws a picture as a complete SVG document in a theme.
#[must_use]
pub fn themed(picture: &Picture, theme: Theme) -> String {
    drawn(picture, Appearance { theme, bare: false })
}

/// Draws a picture as a complete SVG document: the frames are a film strip. A single board that is bare fills its
/// document.
#[must_use]
pub fn drawn(picture: &Picture, appearance: Appearance) -> String {
    let slot = |frame: &Frame| Slot::new(frame, frame.bounds(), appearance.bare);
    let slots: Vec<Slot> = picture.frames.iter().map(slot).collect();
    let sizes: Vec<(f32, f32)> = slots.iter().map(Slot::size).collect();
    Sheet::new(picture, appearance, &sizes).document(&picture.frames, &slots)
}

/// Draws each frame of a picture as a complete SVG document, for films: all have the same size, their boards at the
/// same place, and the same legend, which is that of the whole picture.
pub fn images(picture: &Picture, appearance: Appearance) -> impl Iterator<Item = String> {
    let bounds = common_bounds(&picture.frames);
    let slots: Vec<Slot> = picture.frames.iter().map(|frame| Slot::new(frame, bounds, appearance.bare)).collect();
    let largest = |(wide, high): (f32, f32), slot: &Slot| (slot.size().0.max(wide), slot.size().1.max(high));
    let sheet = Sheet::new(picture, appearance, &[slots.iter().fold((0.0, 0.0), largest)]);
    picture.frames.iter().zip(slots).map(move |(frame, slot)| sheet.document(from_ref(frame), from_ref(&slot)))
}

/// The smallest box that holds the boards of all frames.
fn common_bounds(frames: &[Frame]) -> Bounds {
    let boards = frames.iter().filter(|frame| frame.has_board()).map(Frame::bounds);
    let both = |all: Bounds, one: Bounds| (all.0.min(one.0), all.1.min(one.1), all.2.max(one.2), all.3.max(one.3));
    boards.reduce(both).unwrap_or_default()
}

fn hottest(picture: &Picture) -> u64 {
    picture.frames.iter().map(most).max().unwrap_or(0)
}

/// The beginning of a document up to its definitions.
fn head(picture: &Picture, theme: Theme, (width, height): (f32, f32)) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-labelledby=\"title description\" font-family=\"system-ui, sans-serif\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"description\">{}</desc>\n{}",
        escape(&picture.title),
        escape(&picture.description),
        style(picture, theme)
    )
}

/// The sprites of a picture, in the order of their first use.
fn sprites(picture: &Picture) -> Vec<&'static Sprite> {
    let mut sprites: Vec<&Sprite> = Vec::new();
    let pieces = picture.frames.iter().flat_map(|frame| &frame.pieces);
    for sprite in pieces.filter_map(|piece| piece.sprite).map(|figure| figure.sprite) {
        if sprites.iter().all(|known| known.id != sprite.id) {
            sprites.push(sprite);
        }
    }
    sprites
}

/// The rules for outlines and seams of sprites.
fn sprite_style(page: &str) -> String {
    format!(
        ".sprite{{stroke:{INK};stroke-width:{OUTLINE};stroke-linejoin:round}}\
         .sprite-seam{{stroke:{page};stroke-width:{SEAM}}}"
    )
}

/// The style sheet for the roles that occur. Lines have classes of their own, since they are stroked, not filled.
fn style(picture: &Picture, theme: Theme) -> String {
    let mut roles: Vec<ColourRole> = picture.frames.iter().flat_map(Frame::roles).collect();
    roles.extend([ColourRole::Block, ColourRole::Actor, ColourRole::Path, ColourRole::Highlight]);
    roles.sort_unstable();
    roles.dedup();
    let drawn = !sprites(picture).is_empty();
    let rules = |page: &str, ink: &str, colour: fn(ColourRole) -> Rgb| -> String {
        let role = |&role: &ColourRole| {
            let (name, colour) = (role.name(), hex(colour(role)));
            format!(".{name}{{fill:{colour}}}.line-{name}{{stroke:{colour}}}")
        };
        let roles: String = roles.iter().map(role).collect();
        let sprites = if drawn { sprite_style(page) } else { String::new() };
        let on_block = if takes_black_text(colour(ColourRole::Block)) { "#000000" } else { "#ffffff" };
        format!(
            ".page{{fill:{page}}}.line-page{{stroke:{page}}}.ink{{fill:{ink}}}.ink-block{{fill:{on_block}}}{roles}{sprites}"
        )
    };
    let (light, dark) = (rules("#ffffff", "#222222", ColourRole::light), rules("#17181b", "#eeeeee", ColourRole::dark));
    let chosen = match theme {
        Theme::Either => format!("{light}@media(prefers-color-scheme:dark){{{dark}}}"),
        Theme::Light => light,
        Theme::Dark => dark,
    };
    format!("<style>.cell{{stroke:#888888;stroke-opacity:0.4;stroke-width:1}}{chosen}</style>\n")
}

/// Breaks a caption into lines that fit a width in pixels.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn wrapped(caption: &str, width: f32) -> Vec<String> {
    text::wrapped(caption, (width / LETTER) as usize)
}

fn label(out: &mut String, x: f32, y: f32, text: &str) {
    let _ = writeln!(out, "<text class=\"ink\" x=\"{x}\" y=\"{y}\" font-size=\"14\">{}</text>", escape(text));
}

/// Escapes text for XML; characters that XML does not allow become the replacement character.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(sign),
            control if control.is_control() || control == '\u{fffe}' || control == '\u{ffff}' => out.push('\u{fffd}'),
            plain => out.push(plain),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Edge, Figure, Orientation, Overlay, Piece, Placed, Point, Shape, Tile};

    #[test]
    fn titles_are_escaped_and_present() {
        let frame = Frame::default();
        let drawn = picture(&Picture::still("a < b", "both & \u{1}", frame));
        assert!(drawn.contains("<title id=\"title\">a &lt; b</title>"));
        assert!(drawn.contains("both &amp; \u{fffd}</desc>"));
    }

    #[test]
    fn every_role_drawn_has_a_rule() {
        let at = Point::grid(0, 0);
        let piece = Piece { at, role: ColourRole::Piece(3), letter: "A".into(), act: None, sprite: None };
        let drawn = picture(&Picture::still("", "", Frame { pieces: vec![piece], ..Frame::default() }));
        assert!(drawn.contains(".piece3{fill:#f0e442}"));
    }

    /// A letter is about 0.6 of its size wide: a gain of two characters must be narrower than its square of 29 pixels.
    #[test]
    fn a_gain_is_narrower_than_its_square() {
        let overlays = vec![crate::Overlay::Heat { at: Point::grid(0, 0), value: 4 }];
        let drawn = picture(&Picture::still("", "", Frame { overlays, ..Frame::default() }));
        assert!(drawn.contains("font-size=\"15.0\" text-anchor=\"middle\">\u{2009}+4\u{2009}<"), "{drawn}");
    }

    #[test]
    fn a_sprite_is_defined_once_turned_and_bears_its_letter_only_where_it_says_so() {
        static ARROW: Sprite = Sprite::new("arrow", "<path d=\"M0 0L100 50L0 100Z\"/>", "");
        static STONE: Sprite = Sprite::lettered("stone", "<circle cx=\"50\" cy=\"50\" r=\"40\"/>", "");
        let figures = [ARROW.facing(Orientation::Left), ARROW.facing(Orientation::Down), STONE.figure()];
        let piece = |(column, figure): (usize, Figure)| Piece {
            at: Point::grid(0, column),
            role: ColourRole::Actor,
            letter: format!("L{column}"),
            act: None,
            sprite: Some(figure),
        };
        let pieces: Vec<Piece> = (0..).zip(figures).map(piece).collect();
        let drawn = picture(&Picture::still("", "", Frame { pieces, ..Frame::default() }));
        assert_eq!((drawn.matches("<symbol ").count(), drawn.matches("<use ").count()), (2, 3), "{drawn}");
        assert!(drawn.contains("translate(0 0) scale(-1 1)") && drawn.contains("translate(40 0) rotate(90)"));
        assert!(
            drawn.contains(">L2</text>") && !drawn.contains(">L0</text>") && !drawn.contains("<circle class=\"cell")
        );
        assert!(!picture(&Picture::still("", "", Frame::default())).contains("sprite"), "no rules without sprites");
    }

    /// A picture of three cells with a number in each, of which tiles cover the first two.
    fn tiled() -> Picture {
        let cell = |column: usize| Cell {
            at: Point::grid(0, column),
            shape: Shape::Square,
            role: ColourRole::Piece(if column < 2 { 3 } else { 4 }),
            label: column.to_string(),
            act: None,
        };
        let pixels = [Some(0), Some(0), None, None, Some(1), Some(0)];
        let tile = Tile::new("a < b", "P", (3, 2), &[(1, 2, 3), (255, 0, 16)], &pixels).unwrap();
        let tiles = (0..2).map(|column| Placed { at: Point::grid(0, column), tile: 1 }).collect();
        let frame = Frame { cells: (0..3).map(cell).collect(), tiles, ..Frame::default() };
        let legend = vec![(ColourRole::Piece(3), "covered".into()), (ColourRole::Piece(4), "bare".into())];
        Picture { tiles: vec![tile.filled((9, 9, 9)), tile], legend, ..Picture::still("", "", frame) }
    }

    #[test]
    fn a_tile_is_defined_once_and_drawn_in_place_of_its_cells() {
        let drawn = picture(&tiled());
        let symbol = "<symbol id=\"tile-1\" viewBox=\"0 0 3 2\" preserveAspectRatio=\"none\" overflow=\"visible\" \
                      shape-rendering=\"crispEdges\"><path fill=\"#010203\" d=\"M0 0h2v1h-2zM2 1h1v1h-1z\"/>\
                      <path fill=\"#ff0010\" d=\"M1 1h1v1h-1z\"/></symbol>";
        assert!(drawn.contains(symbol), "{drawn}");
        assert_eq!((drawn.matches("<symbol").count(), drawn.matches("<use ").count()), (1, 3), "two cells, one sample");
        assert!(drawn.contains("<use href=\"#tile-1\" x=\"20\" y=\"-20\" width=\"40\" height=\"40\"/>"), "{drawn}");
        assert!(drawn.contains(">a &lt; b</text>") && drawn.contains(">bare</text>") && !drawn.contains("covered"));
        assert!(drawn.contains(">2</text>") && !drawn.contains(">1</text>") && !drawn.contains("piece3"), "{drawn}");
    }

    #[test]
    fn a_bare_board_fills_its_document() {
        let mut board = tiled();
        board.frames[0].caption = "a caption".into();
        let bare = |board: &Picture| drawn(board, Appearance { bare: true, ..Appearance::default() });
        let one = bare(&board);
        assert!(one.contains("width=\"120\" height=\"40\"") && one.contains("translate(20 20)"), "{one}");
        assert!(one.contains("<symbol") && !one.contains("a caption") && !one.contains(">bare<"), "{one}");
        board.frames.push(board.frames[0].clone());
        let both = bare(&board);
        assert!(both.contains("width=\"300\" height=\"80\""), "a margin parts several: {both}");
    }

    #[test]
    fn the_images_of_a_film_have_one_size_and_one_legend() {
        let mut film = tiled();
        let mut small = film.frames[0].clone();
        (small.cells, small.tiles) = (vec![small.cells[2].clone()], Vec::new());
        small.caption = "a caption that is so long that it takes more than a single line".into();
        film.frames.push(small);
        let images: Vec<String> = images(&film, Appearance::default()).collect();
        let size = |image: &str| image.split(" role=").next().map(str::to_owned);
        let legend =
            |image: &str| image.split("</g>\n").last().map(|rest| rest.split("<use ").skip(1).collect::<String>());
        assert_eq!((images.len(), size(&images[0])), (2, size(&images[1])));
        assert_eq!(legend(&images[0]), legend(&images[1]));
        for image in &images {
            assert!(image.contains(">a &lt; b</text>") && image.contains("<symbol id=\"tile-1\""), "{image}");
            assert!(image.contains("<g transform=\"translate(40 40)\">"), "the boards stand at one place: {image}");
        }
    }

    #[test]
    fn marks_on_tiles_have_an_outline_in_the_colour_of_the_page() {
        let mut board = tiled();
        let marks = |column| {
            let at = Point::grid(0, column);
            vec![Overlay::Square { at, label: "5".into() }, Overlay::Heat { at, value: 3 }]
        };
        let seams = |board: &Picture| picture(board).matches("class=\"line-page\"").count();
        board.frames[0].overlays = marks(2);
        assert_eq!(seams(&board), 0);
        board.frames[0].overlays = marks(1);
        assert_eq!(seams(&board), 2);
        board.frames[0].cells.clear();
        assert!(picture(&board).contains("height=\"12\" rx=\"3\""), "the label of a mark is on a badge");
    }

    #[test]
    fn a_number_below_an_actor_is_written_beside_it() {
        let mut board = tiled();
        let at = Point::grid(1, 0);
        let cell =
            |label: &str| Cell { at, shape: Shape::Square, role: ColourRole::Space, label: label.into(), act: None };
        let piece = |role| Piece { at, role, letter: "R".into(), act: None, sprite: None };
        let size = |board: &Picture, label: &str| {
            let drawn = picture(board);
            let line = drawn.lines().find(|line| line.ends_with(&format!(">{label}</text>"))).expect("it is written");
            line.split("font-size=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned()
        };
        let small = |label: &str, role: ColourRole, board: &mut Picture| {
            (board.frames[0].cells, board.frames[0].pieces) = (vec![cell(label)], vec![piece(role)]);
            size(board, label) == "11"
        };
        assert!(small("74", ColourRole::Actor, &mut board));
        assert!(!small("74", ColourRole::Goal, &mut board));
        assert!(!small("o", ColourRole::Actor, &mut board));
    }

    #[test]
    fn a_way_back_is_drawn_beside_the_way_there() {
        let mut board = tiled();
        board.frames[0].cells.clear();
        let points = [0, 1, 2, 1].map(|column| Point::grid(3, column)).to_vec();
        board.frames[0].overlays = vec![Overlay::Path { points }];
        let drawn = picture(&board);
        let ways: Vec<&str> = drawn.split("points=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let list: Vec<&str> = ways[0].split(' ').collect();
        assert_eq!(list, ["0,120", "40,120", "80,120", "74.8,114.8", "34.8,114.8"]);
    }

    #[test]
    fn the_label_of_a_mark_stands_clear_of_a_wall_above_its_cell() {
        let mut board = tiled();
        let at = Point::grid(0, 2);
        board.frames[0].overlays = vec![Overlay::Square { at, label: "dead".into() }];
        let badge = |board: &Picture| {
            let drawn = picture(board);
            let line = drawn.lines().find(|line| line.contains("height=\"12\" rx=\"3\"")).unwrap();
            let y = line.split("y=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
            y.parse::<f32>().unwrap()
        };
        assert_eq!(badge(&board), -22.0, "the upper edge of the cell, whose middle is at 0");
        let wall = |y: f32| Edge {
            from: Point { x: at.x - 0.5, y },
            to: Point { x: at.x + 0.5, y },
            stroke: crate::Stroke::Wall,
            role: ColourRole::Block,
        };
        board.frames[0].edges = vec![wall(at.y + 0.5)];
        assert_eq!(badge(&board), -22.0, "a wall below is in nobody's way");
        board.frames[0].edges = vec![wall(at.y - 0.5)];
        assert_eq!(badge(&board), 10.0, "the lower edge, since the wall is drawn over the upper one");
    }

    #[test]
    fn a_long_strip_goes_on_below() {
        let cell = |column| Cell {
            at: Point::grid(0, column),
            shape: Shape::Square,
            role: ColourRole::Ground,
            label: String::new(),
            act: None,
        };
        let frame = Frame { cells: (0..10).map(cell).collect(), ..Frame::default() };
        let drawn = picture(&Picture { frames: vec![frame; 5], ..Picture::default() });
        let corners: Vec<&str> = drawn.lines().filter(|line| line.starts_with("<g transform")).collect();
        assert!(
            corners[2].contains(" 40)") && corners[3].contains(" 120)"),
            "three frames of 400 pixels a line: {corners:?}"
        );
    }
}
