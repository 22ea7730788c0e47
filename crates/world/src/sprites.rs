//! The sprites of kinds that have no picture of their own, by the names of the kinds.

use picture::Sprite;
use picture::sprite::STOCK;

/// The name of a kind, and the id of the sprite that shows its elements.
const KINDS: &[(&str, &str)] = &[
    ("bale", "bale"),
    ("banana", "banana"),
    ("chicken", "chicken"),
    ("crate", "crate"),
    ("farmer", "farmer"),
    ("fox", "fox"),
    ("meerkat", "meerkat"),
    ("monkey", "monkey"),
    ("ranger", "farmer"),
    ("squirrel", "squirrel"),
];

/// Returns the sprite of a kind, if its name has one.
pub(crate) fn of(kind: &str) -> Option<&'static Sprite> {
    let (_, id) = KINDS.iter().find(|(name, _)| *name == kind)?;
    with_id(id)
}

/// Returns the sprite of this id.
pub(crate) fn with_id(id: &str) -> Option<&'static Sprite> {
    STOCK.iter().find(|sprite| sprite.id == id).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_that_is_named_has_its_sprite() {
        for (kind, id) in KINDS {
            assert_eq!(of(kind).map(|sprite| sprite.id), Some(*id), "{kind}");
        }
        assert_eq!(of("climber"), None);
    }
}
