//! The bunny from above.

use ::picture::Sprite;

/// The bunny, seen from above: its ears lie back, so that it points where it looks.
pub(super) static BUNNY: Sprite = Sprite::new(
    "bunny",
    concat!(
        r##"<circle cx="12" cy="50" r="10" fill="#ffffff"/>"##,
        r##"<ellipse cx="36" cy="50" rx="26" ry="24" fill="#f4e3cb"/>"##,
        r##"<ellipse cx="49" cy="25" rx="27" ry="9.5" transform="rotate(40 49 25)" fill="#f4e3cb"/>"##,
        r##"<ellipse cx="49" cy="75" rx="27" ry="9.5" transform="rotate(-40 49 75)" fill="#f4e3cb"/>"##,
        r#"<ellipse cx="56" cy="50" rx="7" ry="18"/>"#,
        r##"<path d="M60 50C60 36 68 31 77 33C88 36 97 44 97 50C97 56 88 64 77 67C68 69 60 64 60 50Z" fill="#f4e3cb"/>"##,
    ),
    concat!(
        r##"<ellipse cx="47" cy="23" rx="19" ry="4.5" transform="rotate(40 47 23)" fill="#f09aa6"/>"##,
        r##"<ellipse cx="47" cy="77" rx="19" ry="4.5" transform="rotate(-40 47 77)" fill="#f09aa6"/>"##,
        r##"<circle cx="79" cy="41" r="4" fill="#26231f"/><circle cx="79" cy="59" r="4" fill="#26231f"/>"##,
        r##"<circle cx="94" cy="50" r="4.5" fill="#e0566c"/>"##,
    ),
);
