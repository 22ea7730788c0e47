//! Rabbit and Eel.

use ::picture::Sprite;

/// Rabbit, who looks at you.
pub(super) static RABBIT: Sprite = Sprite::new(
    "rabbit",
    concat!(
        r##"<ellipse cx="34" cy="26" rx="11" ry="25" transform="rotate(-10 34 26)" fill="#e6c9a4"/>"##,
        r##"<ellipse cx="66" cy="26" rx="11" ry="25" transform="rotate(10 66 26)" fill="#e6c9a4"/>"##,
        r##"<path d="M50 34C74 34 86 48 86 64C86 82 70 91 50 91C30 91 14 82 14 64C14 48 26 34 50 34Z" fill="#e6c9a4"/>"##,
        r#"<path d="M50 86L28 78V98L50 90L72 98V78Z"/>"#,
    ),
    concat!(
        r##"<ellipse cx="34" cy="25" rx="5" ry="17" transform="rotate(-10 34 25)" fill="#f09aa6"/>"##,
        r##"<ellipse cx="66" cy="25" rx="5" ry="17" transform="rotate(10 66 25)" fill="#f09aa6"/>"##,
        r##"<circle cx="35" cy="56" r="5" fill="#26231f"/><circle cx="65" cy="56" r="5" fill="#26231f"/>"##,
        r##"<path d="M43 63H57L50 70Z" fill="#e0566c"/>"##,
        r##"<path d="M50 70V75M42 76Q50 80 58 76M30 66L18 63M30 71L19 74M70 66L82 63M70 71L81 74" fill="none" stroke="#26231f" stroke-width="2.5" stroke-linecap="round"/>"##,
    ),
);

/// Eel, who swims.
pub(super) static EEL: Sprite = Sprite::new(
    "eel",
    r##"<path d="M96 30C94 8 74 3 62 17C52 30 54 54 44 56C36 58 36 40 24 37C14 34 6 44 4 63C12 52 17 55 21 63C27 79 33 93 48 91C69 88 66 58 77 55C89 54 98 48 96 30Z" fill="#57b8a8"/>"##,
    concat!(
        r##"<path d="M21 47C32 50 33 73 46 73C57 72 58 47 68 41" fill="none" stroke="#d8f3ec" stroke-width="5" stroke-linecap="round"/>"##,
        r##"<circle cx="80" cy="25" r="5.5" fill="#26231f"/>"##,
        r##"<path d="M82 41Q89 43 93 37" fill="none" stroke="#26231f" stroke-width="3" stroke-linecap="round"/>"##,
    ),
);
