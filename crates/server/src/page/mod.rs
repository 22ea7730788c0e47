//! The web page: its files for this server and for a plain host, embedded in the binary (in debug builds read from
//! disk).
//!
//! [`assets`] gives the content of a file by its name, [`bundle`] joins modules into one script, [`site`] puts the
//! files together under their addresses and writes the document that names them.

mod assets;
mod bundle;
mod policy;
mod site;

pub(crate) use policy::POLICY;

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::http::problem::{NOT_ALLOWED, NOT_FOUND, Problem};

pub use assets::has_page_engines;
pub(crate) use site::{Beside, Site};
pub use site::{joined_files, static_files};

/// The `Cache-Control` of files whose addresses carry the hash of their content.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// Serves a file of the page by its path; the path of a folder gives its `index.html`, whose addresses are relative, so
/// that a path without the `/` at its end is led there.
pub(crate) async fn file(site: Arc<Site>, request: Request) -> Response {
    let path = request.uri().path();
    let Some((name, file, is_fixed)) = site.find(path) else {
        let shown: String = path.chars().take(200).collect();
        return Problem::new(NOT_FOUND, format!("there is nothing at '{shown}'")).into_response();
    };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let problem = Problem::new(NOT_ALLOWED, "this is a file");
        return ([(header::ALLOW, "GET,HEAD")], problem).into_response();
    }
    if name.ends_with("/index.html") && !path.ends_with('/') && !path.ends_with("/index.html") {
        let last = path.rsplit('/').next().unwrap_or(path);
        let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
        return (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, format!("{last}/{query}"))]).into_response();
    }
    if is_fixed {
        let kept = [(header::CACHE_CONTROL, FOR_EVER), (header::CONTENT_TYPE, media_type(&name))];
        return (kept, file).into_response();
    }
    answer(&name, file, request.headers())
}

fn answer(name: &str, file: Bytes, asked: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", assets::hash(&file));
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
        "bin" => "application/octet-stream",
        "webmanifest" => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

/// Serves the style sheet with the colours of the roles: `--ground` and so on, and `--ground-ink` for text on it. They
/// are light, or dark if the system prefers that, and follow the attribute `data-theme` if it is set.
pub(crate) async fn roles() -> Response {
    let fixed = [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (fixed, assets::role_colours()).into_response()
}
