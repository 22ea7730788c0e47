//! The porter; boxes are the crates of the stock.

use ::picture::Sprite;

/// The porter, who pushes crates.
pub(super) static PORTER: Sprite = Sprite::new(
    "porter",
    concat!(
        r##"<circle cx="15" cy="72" r="9" fill="#f6d7b0"/><circle cx="85" cy="72" r="9" fill="#f6d7b0"/>"##,
        r#"<path d="M20 95C16 68 30 56 50 56C70 56 84 68 80 95Z"/>"#,
        r##"<circle cx="50" cy="36" r="22" fill="#f6d7b0"/>"##,
        r#"<path d="M24 30C22 10 34 4 50 4C66 4 78 10 76 30C60 24 40 24 24 30Z"/>"#,
    ),
    concat!(
        r##"<path d="M30 29C40 34 60 34 70 29" fill="none" stroke="#26231f" stroke-width="5" stroke-linecap="round"/>"##,
        r##"<circle cx="42" cy="41" r="3.5" fill="#26231f"/><circle cx="58" cy="41" r="3.5" fill="#26231f"/>"##,
        r##"<path d="M43 49Q50 54 57 49" fill="none" stroke="#26231f" stroke-width="3" stroke-linecap="round"/>"##,
        r##"<path d="M38 60V94M62 60V94M38 76H62" fill="none" stroke="#ffffff" stroke-width="4"/>"##,
    ),
);
