//! Sprites: small pictures of pieces, made of SVG shapes.
//!
//! A [`Sprite`] is declared once, where its thing is declared, and has an id. A piece refers to it by a [`Figure`],
//! which also says where the thing looks. Terminals write the letter of the piece instead, and so does every painter
//! for a piece without a sprite.
//!
//! The shapes lie in a box of 100 by 100 units, y downwards, and look to the right. A shape without `fill` has the
//! colour of the piece's [`ColourRole`](crate::ColourRole). The closed shapes of [`Sprite::form`] get an outline of
//! dark ink, and around it a seam in the colour of the page; together with light fills they stand out from light and
//! from dark surfaces.
//!
//! [`STOCK`] are the sprites of things that belong to no puzzle.

mod stock;

use std::fmt::Write;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

pub use stock::{CRATE, STOCK};

/// The side of a sprite's box on a board, in cell widths.
pub const SIDE: f32 = 0.92;
/// The units of a sprite's box on a side.
pub const UNITS: f32 = 100.0;
/// The colour of outlines.
pub const INK: &str = "#26231f";
/// The width of an outline, in units.
pub const OUTLINE: f32 = 4.0;
/// The width of the line below an outline, in units: the seam is what the outline leaves of it.
pub const SEAM: f32 = 11.0;

/// A small picture of a thing, made of SVG shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sprite {
    /// The name, unique among all sprites: lower-case letters, digits and hyphens.
    pub id: &'static str,
    /// The closed shapes that make the silhouette, from the back to the front.
    pub form: &'static str,
    /// The shapes inside of the silhouette, which get no outline.
    pub detail: &'static str,
    /// Whether the letter of the piece is written on the sprite, because the sprite does not say what it says.
    pub lettered: bool,
}

/// The direction in which a thing looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Orientation {
    /// To the right, as sprites are drawn.
    Right,
    /// Downwards: the sprite is turned by a quarter.
    Down,
    /// To the left: the sprite is mirrored.
    Left,
    /// Upwards: the sprite is turned back by a quarter.
    Up,
}

/// A sprite as a piece shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The sprite.
    pub sprite: &'static Sprite,
    /// Where the thing looks; `None` for a thing that looks the same from everywhere.
    pub facing: Option<Orientation>,
}

impl Sprite {
    /// Creates a sprite on which no letter is written.
    #[must_use]
    pub const fn new(id: &'static str, form: &'static str, detail: &'static str) -> Sprite {
        Sprite { id, form, detail, lettered: false }
    }

    /// Creates a sprite on which the letter of the piece is written.
    #[must_use]
    pub const fn lettered(id: &'static str, form: &'static str, detail: &'static str) -> Sprite {
        Sprite { id, form, detail, lettered: true }
    }

    /// Returns the figure of a thing that does not look anywhere.
    #[must_use]
    pub const fn figure(&'static self) -> Figure {
        Figure { sprite: self, facing: None }
    }

    /// Returns the figure of a thing that looks into a direction.
    #[must_use]
    pub const fn facing(&'static self, facing: Orientation) -> Figure {
        Figure { sprite: self, facing: Some(facing) }
    }

    /// Returns the name under which a document holds the sprite, such as `sprite-crate`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("sprite-{}", self.id)
    }

    /// Returns the shapes: the seam, the form, the details. Fill, stroke and width of the stroke are those of the
    /// element around them; the seam has the class `sprite-seam`, and looks like the outline where no style sheet knows
    /// it.
    #[must_use]
    pub fn shapes(&self) -> String {
        let Sprite { form, detail, .. } = self;
        format!("<g class=\"sprite-seam\">{form}</g><g>{form}</g><g stroke=\"none\">{detail}</g>")
    }

    /// Returns the sprite as a `symbol`, to be drawn by `use`.
    #[must_use]
    pub fn symbol(&self) -> String {
        let (name, shapes) = (self.name(), self.shapes());
        format!("<symbol id=\"{name}\" viewBox=\"0 0 {UNITS} {UNITS}\" overflow=\"visible\">{shapes}</symbol>")
    }
}

impl Orientation {
    /// Returns the transformation of a sprite that is centred at the origin, as SVG writes it; empty for
    /// [`Orientation::Right`].
    #[must_use]
    pub fn transform(self) -> &'static str {
        match self {
            Orientation::Right => "",
            Orientation::Down => "rotate(90)",
            Orientation::Left => "scale(-1 1)",
            Orientation::Up => "rotate(-90)",
        }
    }

    /// Returns the direction of this name: `right`, `down`, `left` or `up`.
    #[must_use]
    pub fn named(name: &str) -> Option<Orientation> {
        Some(match name {
            "right" => Orientation::Right,
            "down" => Orientation::Down,
            "left" => Orientation::Left,
            "up" => Orientation::Up,
            _ => return None,
        })
    }
}

/// In JSON a figure is the id of the sprite as `sprite`, `facing` where the thing looks somewhere, and `lettered` where
/// the letter is written on the sprite.
impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let more = usize::from(self.facing.is_some()) + usize::from(self.sprite.lettered);
        let mut figure = serializer.serialize_struct("Figure", 1 + more)?;
        figure.serialize_field("sprite", self.sprite.id)?;
        if let Some(facing) = self.facing {
            figure.serialize_field("facing", &facing)?;
        }
        if self.sprite.lettered {
            figure.serialize_field("lettered", &true)?;
        }
        figure.end()
    }
}

/// Returns an SVG document that shows nothing and holds each sprite as a `symbol`.
#[must_use]
pub fn sheet(sprites: impl IntoIterator<Item = &'static Sprite>) -> String {
    let mut out = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\">\n");
    for sprite in sprites {
        let _ = writeln!(out, "{}", sprite.symbol());
    }
    out + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_holds_each_sprite_by_its_name() {
        let sheet = sheet(STOCK.iter().copied());
        for sprite in STOCK {
            assert_eq!(sheet.matches(&format!("<symbol id=\"sprite-{}\"", sprite.id)).count(), 1, "{}", sprite.id);
        }
        assert!(sheet.starts_with("<svg") && sheet.ends_with("</svg>\n"));
    }

    #[test]
    fn directions_have_the_names_that_json_gives_them() {
        for name in ["right", "down", "left", "up"] {
            let facing = Orientation::named(name).unwrap();
            assert_eq!(format!("{facing:?}").to_lowercase(), name);
        }
        assert_eq!(Orientation::named("north"), None);
    }
}
