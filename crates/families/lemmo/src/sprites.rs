//! Lemmo from the side.

use ::picture::Sprite;

/// Lemmo, who walks.
pub(super) static LEMMO: Sprite = Sprite::new(
    "lemmo",
    concat!(
        r##"<path d="M44 68L28 84L20 80L14 90L30 97L54 80Z" fill="#f6d7b0"/>"##,
        r##"<path d="M48 72L64 84V96H86V88L76 86L66 66Z" fill="#f6d7b0"/>"##,
        r#"<path d="M30 78C28 54 36 44 52 44C68 44 74 56 72 74C62 84 42 86 30 78Z"/>"#,
        r##"<path d="M46 56C50 52 56 54 58 58L74 66C80 69 76 78 70 76L52 70C44 66 42 60 46 56Z" fill="#f6d7b0"/>"##,
        r##"<ellipse cx="80" cy="34" rx="10" ry="7.5" fill="#f6d7b0"/>"##,
        r##"<circle cx="56" cy="30" r="20" fill="#f6d7b0"/>"##,
        r##"<path d="M34 42C24 40 18 30 24 20C26 8 44 0 58 4C70 4 80 10 78 18C70 14 62 18 56 24C50 30 50 40 44 44C41 46 37 45 34 42Z" fill="#8ecb5c"/>"##,
    ),
    r##"<circle cx="66" cy="28" r="4.5" fill="#26231f"/><path d="M62 43Q68 46 73 43" fill="none" stroke="#26231f" stroke-width="3" stroke-linecap="round"/>"##,
);
