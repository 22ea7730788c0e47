//! Pebbles, which lie on graphs, and tiles, which lie in grids, with their names on them; and the empty places among
//! them.

use ::picture::Sprite;

/// A pebble.
pub(super) static PEBBLE: Sprite = Sprite::lettered(
    "pebble",
    r#"<path d="M46 10C68 8 88 24 90 46C92 70 76 88 54 90C30 92 10 78 10 54C9 30 24 12 46 10Z"/>"#,
    concat!(
        r##"<path d="M15 60C24 82 66 90 85 58C82 76 70 86 53 88C32 89 18 78 15 60Z" fill="#000000" fill-opacity=".14"/>"##,
        r##"<path d="M21 36C25 27 33 20 43 18" fill="none" stroke="#ffffff" stroke-opacity=".7" stroke-width="6" stroke-linecap="round"/>"##,
    ),
);

/// A tile.
pub(super) static TILE: Sprite = Sprite::lettered(
    "tile",
    r#"<rect x="9" y="9" width="82" height="82" rx="12"/>"#,
    concat!(
        r##"<path d="M11 78H89V81Q89 89 80 89H20Q11 89 11 81Z" fill="#000000" fill-opacity=".2"/>"##,
        r##"<path d="M20 17H80" stroke="#ffffff" stroke-opacity=".7" stroke-width="5" stroke-linecap="round"/>"##,
    ),
);

/// The hole among pebbles: a broken line around nothing.
pub(super) static HOLE: Sprite = Sprite::new("hole", r#"<circle cx="50" cy="50" r="33" stroke-dasharray="9 10"/>"#, "");

/// The hole among tiles.
pub(super) static GAP_OF_TILES: Sprite =
    Sprite::new("gap", r#"<rect x="14" y="14" width="72" height="72" rx="10" stroke-dasharray="9 10"/>"#, "");
