//! The header `Accept`: a request that accepts no JSON, or no events, is rejected before any work.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

use super::problem::{NOT_ACCEPTABLE, Problem};

/// An extractor that rejects requests of clients that do not accept JSON.
pub(crate) struct TakesJson;

/// An extractor that rejects requests of clients that do not accept server-sent events.
pub(crate) struct TakesEvents;

impl<S: Sync> FromRequestParts<S> for TakesJson {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<TakesJson, Problem> {
        require(&parts.headers, "application/json").map(|()| TakesJson)
    }
}

impl<S: Sync> FromRequestParts<S> for TakesEvents {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<TakesEvents, Problem> {
        require(&parts.headers, "text/event-stream").map(|()| TakesEvents)
    }
}

fn require(headers: &HeaderMap, kind: &str) -> Result<(), Problem> {
    if !headers.contains_key(header::ACCEPT) || takes(headers, kind) {
        return Ok(());
    }
    Err(Problem::new(NOT_ACCEPTABLE, format!("the answer is {kind}")))
}

/// Whether the client accepts a media type (RFC 9110, 12.5.1): of the ranges that match, the most specific decides.
fn takes(headers: &HeaderMap, kind: &str) -> bool {
    let lines = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let ranges: Vec<(String, bool)> = lines.flat_map(|line| line.split(',')).filter_map(range).collect();
    let family = kind.split_once('/').map_or("", |(family, _)| family);
    let fitting = [kind.to_owned(), format!("{family}/*"), "*/*".to_owned()];
    let decides = |name: &String| ranges.iter().find(|(range, _)| range == name);
    ranges.is_empty() || fitting.iter().find_map(decides).is_some_and(|(_, wanted)| *wanted)
}

/// Parses a media range, and whether its weight is not zero.
fn range(text: &str) -> Option<(String, bool)> {
    let mut parts = text.split(';').map(str::trim);
    let name = parts.next().filter(|name| !name.is_empty())?.to_ascii_lowercase();
    let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(Ok(1.0), str::parse::<f64>);
    Some((name, weight.is_ok_and(|weight| weight > 0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_exact_range_decides() {
        let takes_json = |accept: &str| {
            let headers = HeaderMap::from_iter([(header::ACCEPT, accept.parse().unwrap())]);
            takes(&headers, "application/json")
        };
        assert!(takes(&HeaderMap::new(), "application/json"));
        for yes in [
            "*/*",
            "application/*",
            "text/html, application/json;q=0.1",
            "Application/JSON",
            "*/*;q=0, application/json",
        ] {
            assert!(takes_json(yes), "{yes}");
        }
        for no in ["text/html", "application/json;q=0, */*", "image/*", "application/xml"] {
            assert!(!takes_json(no), "{no}");
        }
    }
}
