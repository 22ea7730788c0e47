//! The content of each file of the page by its name: what is stored, and what is made of it.
//!
//! Scripts and style sheets are joined here, which needs no tool. `cargo xtask web` has esbuild make a smaller form of each
//! joined file, whose name has the hash of the joined one: it is taken where it is there, and never where it was made of
//! other sources.

use std::fmt::Write;
use std::sync::LazyLock;

use axum::body::Bytes;
use include_dir::{Dir, include_dir};
use picture::ColourRole;
use picture::role::takes_black_text;

use super::bundle;

/// The style sheets of every view but the worlds, which need a server, in the order in which they are joined.
const SHEETS: [&str; 13] = [
    "style.css",
    "board.css",
    "views.css",
    "front.css",
    "program.css",
    "class.css",
    "answers.css",
    "editor.css",
    "documents.css",
    "draw.css",
    "frame.css",
    "take.css",
    "print.css",
];

static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page");

/// Declares the modules of the page by their names, and embeds them where they were built.
macro_rules! modules {
    ($($name:literal),* $(,)?) => {
        /// The WebAssembly modules of the page, compressed by gzip: the rules by which texts are recognised and levels
        /// played, and the engines of each group of families, in a second form for browsers with simd128 where that is
        /// quicker. Their extension is none by which a host would unpack them on the way.
        pub(super) const MODULES: &[&str] = &[$(concat!($name, ".bin")),*];
        #[cfg(engines_built)]
        static EMBEDDED: &[&[u8]] = &[$(include_bytes!(concat!("../../module/", $name, ".bin"))),*];
        #[cfg(not(engines_built))]
        static EMBEDDED: &[&[u8]] = &[];
    };
}

modules!("rules", "grids-rules", "games-rules", "boards", "walks", "walks-simd", "games");

/// The smaller forms of joined files, with their source maps, as they were built.
static SMALLER: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/smaller.rs"));

/// The files that are joined from several.
pub(super) const JOINED: [&str; 3] = ["page.js", "worker.js", "page.css"];

/// Returns the content of a file of the page, whose path has no `..`, or of one that is joined from several.
pub(super) fn read(name: &str) -> Option<Bytes> {
    static SMALL: LazyLock<[Bytes; 3]> = LazyLock::new(|| JOINED.map(small));
    if let Some(place) = JOINED.iter().position(|joined| *joined == name) {
        return Some(if cfg!(debug_assertions) { small(name) } else { SMALL[place].clone() });
    }
    match MODULES.iter().position(|module| *module == name) {
        Some(place) => module(place),
        None if name.ends_with(".map") => smaller(name),
        None => stored(name),
    }
}

/// A joined file in its smaller form, if that was made of it.
fn small(name: &str) -> Bytes {
    let joined = joined(name);
    smaller(&addressed(name, &joined)).unwrap_or(joined)
}

/// A joined file as it is without any tool.
pub(super) fn joined(name: &str) -> Bytes {
    match name {
        "page.js" => script("main.js"),
        "worker.js" => script("worker.js"),
        _ => style(),
    }
}

/// The name of the source map of a joined file, if there is one.
pub(super) fn map_of(name: &str) -> Option<String> {
    let map = format!("{}.map", addressed(name, &joined(name)));
    smaller(&map).map(|_| map)
}

/// What was made of joined files, by its name.
fn smaller(name: &str) -> Option<Bytes> {
    if cfg!(debug_assertions) {
        return from_disk("module/smaller", name);
    }
    SMALLER.iter().find(|(known, _)| *known == name).map(|(_, content)| Bytes::from_static(content))
}

/// Whether the modules of the page were built (`cargo xtask web`): without them the page asks its server everything.
#[must_use]
pub fn has_page_engines() -> bool {
    (0..MODULES.len()).all(|place| module(place).is_some())
}

/// A module of the page, if it was built.
fn module(place: usize) -> Option<Bytes> {
    if cfg!(debug_assertions) {
        return from_disk("module", MODULES[place]);
    }
    EMBEDDED.get(place).copied().map(Bytes::from_static)
}

/// The modules that one module leads to as one script. Where they cannot be joined it throws what is wrong.
fn script(main: &str) -> Bytes {
    let read = |name: &str| stored(name).and_then(|file| String::from_utf8(file.to_vec()).ok());
    let joined = bundle::script(main, &read);
    joined.unwrap_or_else(|error| format!("throw new Error({});\n", serde_json::Value::from(error))).into()
}

/// The style sheets as one, behind the colours of the roles.
fn style() -> Bytes {
    let texts = SHEETS.iter().filter_map(|name| stored(name));
    texts
        .fold(role_colours().into_bytes(), |mut all, text| {
            all.extend_from_slice(&text);
            all
        })
        .into()
}

/// The content of a file in the folder of the page.
pub(super) fn stored(name: &str) -> Option<Bytes> {
    if cfg!(debug_assertions) {
        // Whoever works on the page sees a change without a build.
        return from_disk("page", name);
    }
    PAGE.get_file(name).map(|file| Bytes::from_static(file.contents()))
}

fn from_disk(folder: &str, name: &str) -> Option<Bytes> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(name);
    std::fs::read(path).ok().map(Bytes::from)
}

/// The hash of a file, as it stands in its address and its ETag: 16 hexadecimal digits.
pub(super) fn hash(content: &[u8]) -> String {
    blake3::hash(content).to_hex()[..16].to_owned()
}

/// The address of a file with this content: the hash stands before the first dot of its name.
pub(super) fn addressed(name: &str, content: &[u8]) -> String {
    let (stem, extension) = name.split_once('.').unwrap_or((name, ""));
    format!("{stem}-{}.{extension}", hash(content))
}

/// The roles, in the order of the style sheet.
fn all_roles() -> impl Iterator<Item = ColourRole> {
    let named = [
        ColourRole::Ground,
        ColourRole::Block,
        ColourRole::Space,
        ColourRole::Goal,
        ColourRole::Danger,
        ColourRole::Actor,
    ];
    named.into_iter().chain((0..8).map(ColourRole::Piece)).chain([ColourRole::Path, ColourRole::Highlight])
}

fn variables(colour: impl Fn(ColourRole) -> (u8, u8, u8)) -> String {
    all_roles().fold(String::new(), |mut out, role| {
        let (red, green, blue) = colour(role);
        let ink = if takes_black_text((red, green, blue)) { "#000" } else { "#fff" };
        let name = role.name();
        let _ = write!(out, "--{name}:#{red:02x}{green:02x}{blue:02x};--{name}-ink:{ink};");
        out
    })
}

/// The style sheet with the colours of the roles, and the variables by which `var(--when-light, A) var(--when-dark, B)`
/// is one of two values: `light-dark()` for browsers that do not know it.
pub(super) fn role_colours() -> String {
    let light = format!("color-scheme:light;--when-light:initial;--when-dark: ;{}", variables(ColourRole::light));
    let dark = format!("color-scheme:dark;--when-light: ;--when-dark:initial;{}", variables(ColourRole::dark));
    format!(
        ":root,[data-theme=light]{{{light}}}\n\
        @media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n\
        [data-theme=dark]{{{dark}}}\n"
    )
}
