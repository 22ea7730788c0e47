//! Colour roles: they name what a thing is, and painters choose the colour.
//!
//! Piece colours come from the palette of Okabe and Ito (2008), which can be told apart without full colour vision;
//! every piece is drawn with a letter too.

use serde::Serialize;

/// What a cell, piece or edge is, from which painters derive its colour. In JSON it is its [`ColourRole::name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "String")]
pub enum ColourRole {
    /// The plain surface of a board.
    Ground,
    /// A block, wall or other obstacle.
    Block,
    /// An empty cell.
    Space,
    /// A cell or thing to reach.
    Goal,
    /// A cell or thing to avoid.
    Danger,
    /// The figure that the player moves.
    Actor,
    /// A piece in one of eight colours, counted from 0 and taken modulo 8.
    Piece(u8),
    /// The path that something took or will take.
    Path,
    /// A mark that an answer points out.
    Highlight,
}

impl From<ColourRole> for String {
    fn from(role: ColourRole) -> String {
        role.name()
    }
}

/// A colour as red, green and blue, 0 to 255 each.
pub type Rgb = (u8, u8, u8);

/// A colour in the form `#rrggbb`.
pub(crate) fn hex((red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The palette of Okabe and Ito with grey in place of black, which is reserved for text.
const PIECES: [Rgb; 8] = [
    (230, 159, 0),
    (86, 180, 233),
    (0, 158, 115),
    (240, 228, 66),
    (0, 114, 178),
    (213, 94, 0),
    (204, 121, 167),
    (153, 153, 153),
];

impl ColourRole {
    /// The fill colour on a light page.
    #[must_use]
    pub fn light(self) -> Rgb {
        match self {
            ColourRole::Ground => (244, 241, 234),
            ColourRole::Block => (92, 84, 76),
            ColourRole::Space => (255, 255, 255),
            ColourRole::Goal => (240, 190, 40),
            ColourRole::Danger => (190, 60, 60),
            ColourRole::Actor => (0, 114, 178),
            ColourRole::Piece(index) => PIECES[usize::from(index % 8)],
            ColourRole::Path => (0, 114, 178),
            ColourRole::Highlight => (213, 94, 0),
        }
    }

    /// The fill colour on a dark page: surfaces and paths differ from [`ColourRole::light`], all other roles do not.
    #[must_use]
    pub fn dark(self) -> Rgb {
        match self {
            ColourRole::Ground => (44, 46, 52),
            ColourRole::Block => (150, 142, 132),
            ColourRole::Space => (28, 29, 33),
            ColourRole::Path => (86, 180, 233),
            other => other.light(),
        }
    }

    /// The name of the role in style sheets and JSON, such as `ground` or `piece3`.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            ColourRole::Ground => "ground".into(),
            ColourRole::Block => "block".into(),
            ColourRole::Space => "space".into(),
            ColourRole::Goal => "goal".into(),
            ColourRole::Danger => "danger".into(),
            ColourRole::Actor => "actor".into(),
            ColourRole::Piece(index) => format!("piece{}", index % 8),
            ColourRole::Path => "path".into(),
            ColourRole::Highlight => "highlight".into(),
        }
    }

    /// The English word for the role, for pictures whose legend does not explain it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            ColourRole::Ground => "ground",
            ColourRole::Block => "block",
            ColourRole::Space => "empty",
            ColourRole::Goal => "goal",
            ColourRole::Danger => "danger",
            ColourRole::Actor => "player",
            ColourRole::Piece(_) => "piece",
            ColourRole::Path => "path",
            ColourRole::Highlight => "mark",
        }
    }

    /// The character that terminals show for a cell without a label.
    #[must_use]
    pub fn character(self) -> char {
        match self {
            ColourRole::Ground => '·',
            ColourRole::Block => '█',
            ColourRole::Space => ' ',
            ColourRole::Goal => '◇',
            ColourRole::Danger => '!',
            ColourRole::Actor => '@',
            ColourRole::Piece(_) => 'o',
            ColourRole::Path => '*',
            ColourRole::Highlight => '+',
        }
    }
}

/// Returns the colour of an [`Overlay::Heat`](crate::Overlay::Heat) value: blue for a loss, orange for a gain, grey for
/// 0. `most` is the largest absolute value in the picture; 0 counts as 1.
#[must_use]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
pub fn heat(value: i64, most: u64) -> Rgb {
    let end: Rgb = if value < 0 { (0, 114, 178) } else { (230, 120, 0) };
    let neutral: Rgb = (232, 230, 225);
    let share = (value.unsigned_abs() as f32 / most.max(1) as f32).min(1.0).sqrt();
    let mix = |from: u8, to: u8| (f32::from(from) + (f32::from(to) - f32::from(from)) * share).round() as u8;
    (mix(neutral.0, end.0), mix(neutral.1, end.1), mix(neutral.2, end.2))
}

/// Returns the colour of an [`Overlay::Count`](crate::Overlay::Count): that of a gain of so much.
#[must_use]
pub fn heat_of_count(value: u64, most: u64) -> Rgb {
    heat(i64::try_from(value).unwrap_or(i64::MAX), most)
}

/// Whether black text contrasts more with a colour than white text, by the contrast ratio of WCAG 2.
#[must_use]
pub fn takes_black_text(colour: Rgb) -> bool {
    contrast(colour, (0, 0, 0)) > contrast(colour, (255, 255, 255))
}

/// The contrast ratio of two colours by WCAG 2: from 1 for equal ones to 21 for black and white.
#[must_use]
pub fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The relative luminance of a colour in sRGB, from 0 to 1.
fn luminance((red, green, blue): Rgb) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_can_be_read_on_every_role_and_heat() {
        let named = [
            ColourRole::Ground,
            ColourRole::Block,
            ColourRole::Space,
            ColourRole::Goal,
            ColourRole::Danger,
            ColourRole::Actor,
            ColourRole::Path,
        ];
        let roles = named.into_iter().chain([ColourRole::Highlight]).chain((0..8).map(ColourRole::Piece));
        let fills = roles.flat_map(|role| [role.light(), role.dark()]);
        for fill in fills.chain((-50..=50).map(|value| heat(value, 50))) {
            let ink = if takes_black_text(fill) { (0, 0, 0) } else { (255, 255, 255) };
            assert!(contrast(fill, ink) >= 4.5, "{fill:?}: {}", contrast(fill, ink));
        }
        assert!((contrast((0, 0, 0), (255, 255, 255)) - 21.0).abs() < 1e-9);
    }
}
