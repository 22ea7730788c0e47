//! How a character of a grid looks, as a script names it: a role, a piece on it, a sprite.

use std::sync::LazyLock;

use ::picture::{ColourRole, Figure, Sprite};

/// The roles that a script may name, for error messages.
pub(crate) const ROLES: &str = "ground, block, space, goal, danger, actor, piece0 to piece7, path or highlight";

/// What follows the roles among the values of `roles`, for error messages.
const LOOKS: &str = "or one of these 'on' another, with 'as' and a sprite where wanted: 'piece0 as crate on ground'";

/// How a character of a grid looks: a cell, and the piece that stands on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    pub(crate) cell: ColourRole,
    pub(crate) piece: Option<(ColourRole, Option<Figure>)>,
}

impl Look {
    /// The role that the character stands for: that of the piece, else that of the cell.
    pub(crate) fn role(&self) -> ColourRole {
        self.piece.map_or(self.cell, |(role, _)| role)
    }
}

/// Parses a look such as `"block"`, `"actor on goal"` or `"piece0 as crate on ground"`.
pub(crate) fn looks(text: &str) -> Result<Look, String> {
    let known = |name: &str| role(name).ok_or_else(|| format!("'{text}' is no role; expected {ROLES}, {LOOKS}"));
    let Some((piece, cell)) = text.split_once(" on ") else { return Ok(Look { cell: known(text)?, piece: None }) };
    let piece = match piece.split_once(" as ") {
        Some((role, id)) => (known(role)?, Some(sprite(id)?.figure())),
        None => (known(piece)?, None),
    };
    Ok(Look { cell: known(cell)?, piece: Some(piece) })
}

/// Returns the sprite of this id: one of the stock, or of a family.
pub(crate) fn sprite(id: &str) -> Result<&'static Sprite, String> {
    static ALL: LazyLock<Vec<&'static Sprite>> = LazyLock::new(|| puzzles::sprites(puzzles::FAMILIES));
    ALL.iter().find(|sprite| sprite.id == id.trim()).copied().ok_or_else(|| {
        let ids: Vec<&str> = ALL.iter().map(|sprite| sprite.id).collect();
        format!("'{}' is no sprite; expected {}", id.trim(), ids.join(", "))
    })
}

/// Parses the name of a role.
pub(crate) fn role(text: &str) -> Option<ColourRole> {
    Some(match text.trim() {
        "ground" => ColourRole::Ground,
        "block" => ColourRole::Block,
        "space" => ColourRole::Space,
        "goal" => ColourRole::Goal,
        "danger" => ColourRole::Danger,
        "actor" => ColourRole::Actor,
        "path" => ColourRole::Path,
        "highlight" => ColourRole::Highlight,
        other => ColourRole::Piece(other.strip_prefix("piece")?.parse().ok().filter(|&index| index < 8)?),
    })
}
