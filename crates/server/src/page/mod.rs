//! The files of the web page, embedded in the binary (in debug builds read from disk), its modules as one script and its
//! style sheets as one, and the style sheet with the colours of the roles.

mod bundle;

use std::fmt::Write;
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};
use picture::Role;
use picture::role::takes_black_text;
use puzzles::Family;

use crate::api::problem::{NOT_ALLOWED, NOT_FOUND, Problem};

static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page");

/// Serves a file of the page by its path; the path of a folder gives its `index.html`.
pub(crate) async fn file(request: Request) -> Response {
    let path = request.uri().path();
    let Some((name, file)) = find(path) else {
        let shown: String = path.chars().take(200).collect();
        return Problem::new(NOT_FOUND, format!("there is nothing at '{shown}'")).into_response();
    };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let problem = Problem::new(NOT_ALLOWED, "this is a file");
        return ([(header::ALLOW, "GET,HEAD")], problem).into_response();
    }
    answer(&name, file, request.headers())
}

fn find(path: &str) -> Option<(String, Bytes)> {
    let path = path.trim_matches('/');
    if path.split('/').any(|part| part == "..") {
        return None;
    }
    let index = if path.is_empty() { "index.html".to_owned() } else { format!("{path}/index.html") };
    [path.to_owned(), index].into_iter().find_map(|name| Some((name.clone(), read(&name)?)))
}

/// The content of a file of the page, whose path has no `..`, or of one that is joined from several.
fn read(name: &str) -> Option<Bytes> {
    static SCRIPT: LazyLock<Bytes> = LazyLock::new(script);
    static STYLE: LazyLock<Bytes> = LazyLock::new(style);
    match name {
        "page.js" if cfg!(debug_assertions) => Some(script()),
        "page.css" if cfg!(debug_assertions) => Some(style()),
        "page.js" => Some(SCRIPT.clone()),
        "page.css" => Some(STYLE.clone()),
        _ => stored(name),
    }
}

/// The modules of the page as one script. Where they cannot be joined it throws what is wrong.
fn script() -> Bytes {
    let read = |name: &str| stored(name).and_then(|file| String::from_utf8(file.to_vec()).ok());
    let joined = bundle::script("main.js", &read);
    joined.unwrap_or_else(|error| format!("throw new Error({});\n", serde_json::Value::from(error))).into()
}

/// The style sheets of every view, in this order.
fn style() -> Bytes {
    let sheets =
        ["style.css", "board.css", "views.css", "answers.css", "editor.css", "draw.css", "frame.css", "take.css"];
    let texts = sheets.iter().filter_map(|name| stored(name));
    texts
        .fold(role_colours().into_bytes(), |mut all, text| {
            all.extend_from_slice(&text);
            all
        })
        .into()
}

/// The content of a file in the folder of the page.
fn stored(name: &str) -> Option<Bytes> {
    if cfg!(debug_assertions) {
        // Whoever works on the page sees a change without a build.
        let path = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/page")).join(name);
        return std::fs::read(path).ok().map(Bytes::from);
    }
    PAGE.get_file(name).map(|file| Bytes::from_static(file.contents()))
}

fn answer(name: &str, file: Bytes, asked: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", &blake3::hash(&file).to_hex()[..16]);
    let fixed = [(header::CACHE_CONTROL, "no-cache".to_owned()), (header::ETAG, tag.clone())];
    let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)) {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    (fixed, [(header::CONTENT_TYPE, media_type(name))], file).into_response()
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

/// Returns the SVG document that holds the sprites of these families, each as a `symbol`.
pub(crate) fn sheet(families: &[&'static dyn Family]) -> Bytes {
    picture::sprite::sheet(puzzles::sprites(families)).into()
}

/// Serves the sprites.
pub(crate) fn sprites(sheet: Bytes, asked: &HeaderMap) -> Response {
    answer("sprites.svg", sheet, asked)
}

/// The roles, in the order of the style sheet.
fn all_roles() -> impl Iterator<Item = Role> {
    let named = [Role::Ground, Role::Block, Role::Space, Role::Goal, Role::Danger, Role::Actor];
    named.into_iter().chain((0..8).map(Role::Piece)).chain([Role::Path, Role::Highlight])
}

fn variables(colour: impl Fn(Role) -> (u8, u8, u8)) -> String {
    all_roles().fold(String::new(), |mut out, role| {
        let (red, green, blue) = colour(role);
        let ink = if takes_black_text((red, green, blue)) { "#000" } else { "#fff" };
        let name = role.name();
        let _ = write!(out, "--{name}:#{red:02x}{green:02x}{blue:02x};--{name}-ink:{ink};");
        out
    })
}

/// Serves the style sheet with the colours of the roles: `--ground` and so on, and `--ground-ink` for text on it. They
/// are light, or dark if the system prefers that, and follow the attribute `data-theme` if it is set.
pub(crate) async fn roles() -> Response {
    let fixed = [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (fixed, role_colours()).into_response()
}

fn role_colours() -> String {
    let (light, dark) = (variables(Role::light), variables(Role::dark));
    format!(
        ":root,[data-theme=light]{{color-scheme:light;{light}}}\n\
        @media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}\n\
        [data-theme=dark]{{color-scheme:dark;{dark}}}\n"
    )
}
