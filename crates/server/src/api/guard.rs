//! Access control: the host names of the server, the origins of pages, tokens and their rights, the rate.
//!
//! - *Host*: a server on the loopback address accepts only loopback names (and those of allowed origins), so that a
//!   foreign name that resolves to 127.0.0.1 does not reach it (DNS rebinding).
//! - *Origin*: browsers add it to requests from pages. A request without it or with the server's own origin passes, any
//!   other origin must be allowed; only allowed origins receive CORS headers.
//! - *Token*: what a request may do follows from the token that it carries, as `Authorization: Bearer` or as the cookie that
//!   `/?token=T` sets ([`super::rights`]). The files of the page and `/health` need none. Tokens are compared in constant
//!   time.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;
use super::rights::{Need, Rights};
use crate::http::client::{block, client};
use crate::http::problem::{BAD_REQUEST, FORBIDDEN, Problem, TOO_LARGE, TOO_MANY, UNAUTHORIZED};

/// The name of the cookie that carries the token in a browser.
pub(crate) const COOKIE: &str = "menagerie-token";
/// The response headers that pages of allowed origins may read.
const EXPOSED: &str = "Location, Preference-Applied, Retry-After, X-Request-Id";
/// The request headers that pages of allowed origins may send.
const SENT: &str = "Authorization, Content-Type, Prefer";

/// The origin of a page: `scheme://host` or `scheme://host:port`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

impl Origin {
    /// Parses an origin such as `https://example.org` or `http://localhost:8000`.
    ///
    /// # Errors
    /// Returns a message for the user if the text is not an origin.
    pub fn parse(text: &str) -> Result<Origin, String> {
        let wrong =
            || format!("'{text}' is not an origin; expected such as https://example.org or http://localhost:8000");
        let plain = text.trim_end_matches('/').to_ascii_lowercase();
        let (scheme, host) = plain.split_once("://").ok_or_else(wrong)?;
        let sound = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
        let known = matches!(scheme, "http" | "https") && !host.is_empty() && host.bytes().all(sound);
        let default = if scheme == "http" { ":80" } else { ":443" };
        let host = host.strip_suffix(default).unwrap_or(host);
        if known { Ok(Origin(format!("{scheme}://{host}"))) } else { Err(wrong()) }
    }

    fn authority(&self) -> &str {
        self.0.split_once("://").map_or("", |(_, host)| host)
    }
}

/// The middleware that checks host, origin, rate and token of a request.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let rights = rights(&app, &request);
    // The rate comes first, so that attempts to guess the token are limited too.
    let turn = take_turn(&app, &request, rights);
    let origin = match admit(&app, &request) {
        Ok(origin) => origin,
        Err(problem) => return turn.err().unwrap_or(problem).into_response(),
    };
    let mut response = match turn {
        Ok(()) => let_in(&app, request, rights, next).await,
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    headers.append(header::VARY, HeaderValue::from_static("Origin"));
    match origin {
        Some(origin) => cross_origin(headers, origin),
        None => {
            let own = HeaderValue::from_static("same-origin");
            headers.insert(HeaderName::from_static("cross-origin-resource-policy"), own);
        }
    }
    response
}

/// Answers a request whose host and origin are allowed.
async fn let_in(app: &App, mut request: Request, rights: Option<Rights>, next: Next) -> Response {
    if let Some(response) = sign_in(app, &request) {
        return response;
    }
    if is_preflight(&request) {
        let private = request.headers().contains_key("access-control-request-private-network");
        return (StatusCode::NO_CONTENT, preflight(private)).into_response();
    }
    match sufficient(rights, &request) {
        Ok(rights) => {
            request.extensions_mut().insert(rights);
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    }
}

fn cross_origin(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
    let cross = HeaderValue::from_static("cross-origin");
    headers.insert(HeaderName::from_static("cross-origin-resource-policy"), cross);
}

fn is_preflight(request: &Request) -> bool {
    let headers = request.headers();
    request.method() == Method::OPTIONS
        && headers.contains_key(header::ORIGIN)
        && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

fn preflight(private: bool) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let methods = HeaderValue::from_static("GET, HEAD, POST, PUT, DELETE, OPTIONS");
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, methods);
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(SENT));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    if private {
        let name = HeaderName::from_static("access-control-allow-private-network");
        headers.insert(name, HeaderValue::from_static("true"));
    }
    headers
}

/// Checks host and origin. Returns the foreign origin if it is allowed, and `None` for no origin or the server's own.
fn admit(app: &App, request: &Request) -> Result<Option<HeaderValue>, Problem> {
    let host = host(request)?;
    let allowed = &app.policy.origins;
    if app.policy.local && !host.is_none_or(|host| is_local(host) || allowed.iter().any(|one| one.authority() == host))
    {
        let host = host.unwrap_or_default();
        let allow = Origin::parse(&format!("https://{host}"))
            .map(|origin| format!(": start it with --allow-origin {0}, or with --listen for other machines", origin.0));
        let detail = format!("this server does not answer to the name '{host}'{}", allow.unwrap_or_default());
        return Err(Problem::new(FORBIDDEN, detail));
    }
    only(request.headers(), &header::AUTHORIZATION)?;
    let Some(origin) = only(request.headers(), &header::ORIGIN)? else { return Ok(None) };
    let parsed = origin.to_str().ok().and_then(|text| Origin::parse(text).ok());
    if let Some(parsed) = parsed {
        if host.is_some_and(|host| host.eq_ignore_ascii_case(parsed.authority())) {
            return Ok(None);
        }
        if allowed.contains(&parsed) {
            return Ok(Some(origin.clone()));
        }
    }
    Err(Problem::new(FORBIDDEN, foreign(&String::from_utf8_lossy(origin.as_bytes()))))
}

/// What to do about a page of this origin, which is not allowed.
fn foreign(origin: &str) -> String {
    match Origin::parse(origin) {
        Ok(Origin(origin)) => format!(
            "pages of '{origin}' may ask where the server is started with --allow-origin {origin}, or where a proxy in front \
            of it passes on their host in the header Host"
        ),
        Err(_) if origin == "null" => "a page that was opened from a file or in a sandboxed frame has the origin 'null', \
            which cannot be allowed; serve the page over HTTP, for example by python3 -m http.server, and start the server \
            with --allow-origin and the address of the page"
            .to_owned(),
        Err(_) => format!("'{origin}' is no origin of a page; expected such as https://example.org"),
    }
}

/// Returns a header of the access control; a repeated one is an error, because it is ambiguous.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h HeaderValue>, Problem> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (first, None) => Ok(first),
        _ => Err(Problem::new(BAD_REQUEST, format!("there are several headers '{name}'; expected one at most"))),
    }
}

/// Returns the host name that the client uses for the server.
fn host(request: &Request) -> Result<Option<&str>, Problem> {
    let named = only(request.headers(), &header::HOST)?;
    if let Some(authority) = request.uri().authority() {
        return Ok(Some(authority.as_str()));
    }
    match named {
        Some(host) => host.to_str().map(Some).map_err(|_| Problem::new(BAD_REQUEST, "the header Host is not a name")),
        None if request.version() < Version::HTTP_11 => Ok(None),
        None => Err(Problem::new(BAD_REQUEST, "expected a header Host")),
    }
}

fn is_local(host: &str) -> bool {
    let digits = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    let name = match host.rsplit_once(':') {
        Some((name, port)) if digits(port) => name,
        _ => host,
    };
    name.eq_ignore_ascii_case("localhost") || name == "[::1]" || name.parse().is_ok_and(|ip: Ipv4Addr| ip.is_loopback())
}

/// Checks the rate of the client; requests with all rights have no limit.
fn take_turn(app: &App, request: &Request, rights: Option<Rights>) -> Result<(), Problem> {
    if rights == Some(Rights::ALL) {
        return Ok(());
    }
    take(app, client(request.extensions()).address, 1.0)
}

/// Takes so many requests from what the rate leaves a client.
fn take(app: &App, client: IpAddr, requests: f64) -> Result<(), Problem> {
    app.rate
        .take(block(client), requests)
        .map_err(|seconds| Problem::new(TOO_MANY, format!("too many requests from {client}")).retry_after(seconds))
}

/// Counts the questions of a batch, whose request was counted already, as requests of their own.
pub(super) fn take_turns(app: &App, client: IpAddr, rights: Rights, questions: usize) -> Result<(), Problem> {
    if rights == Rights::ALL {
        return Ok(());
    }
    #[allow(clippy::cast_precision_loss)] // a batch is small
    let further = questions.saturating_sub(1) as f64;
    if further >= app.rate.capacity() {
        let detail = format!("a batch of {questions} is more than the rate allows at once: {}", app.rate.capacity());
        return Err(Problem::new(TOO_LARGE, detail));
    }
    take(app, client, further)
}

/// Returns the rights of a request; `None` where the server has tokens and the request carries none of them, but another.
fn rights(app: &App, request: &Request) -> Option<Rights> {
    let access = &app.policy.access;
    let known = tokens(request.headers()).find_map(|token| access.rights_of_token(token));
    let is_anonymous = !access.has_tokens() || !has_token(request.headers());
    known.or_else(|| is_anonymous.then(|| access.rights_without_token(client(request.extensions()))))
}

/// Returns the rights of a request if they suffice for its route.
fn sufficient(rights: Option<Rights>, request: &Request) -> Result<Rights, Problem> {
    let need = Need::of(request.method(), request.uri().path());
    let Some(rights) = rights else {
        let detail = "the token is not one of this server; expected the header Authorization: Bearer TOKEN";
        return if need == Need::Nothing { Ok(Rights::PUBLIC) } else { Err(Problem::new(UNAUTHORIZED, detail)) };
    };
    meets(need, rights, has_token(request.headers())).map(|()| rights)
}

/// Checks that the rights of a request, with or without a token, suffice for a route.
pub(super) fn meets(need: Need, rights: Rights, has_token: bool) -> Result<(), Problem> {
    need.met(rights).map_err(|missing| {
        let holder = match has_token {
            true => "the token",
            false => {
                "requests without a token; expected the header Authorization: Bearer TOKEN, with a token of this server"
            }
        };
        denied(has_token, format!("{missing} of {holder}"))
    })
}

/// The answer to a request, with or without a token, that lacks a right.
pub(super) fn denied(has_token: bool, detail: impl Into<String>) -> Problem {
    Problem::new(if has_token { FORBIDDEN } else { UNAUTHORIZED }, detail)
}

/// Whether a request with these headers carries a token in `Authorization`.
pub(super) fn has_token(headers: &HeaderMap) -> bool {
    headers.contains_key(header::AUTHORIZATION)
}

/// Handles `/?token=T`: stores a correct token in a cookie and redirects to the address without it.
fn sign_in(app: &App, request: &Request) -> Option<Response> {
    let uri = request.uri();
    let given = uri.query()?.split('&').find_map(|part| part.strip_prefix("token="))?;
    if uri.path() != "/" || app.policy.access.rights_of_token(given).is_none() {
        return None;
    }
    let cookie = format!("{COOKIE}={given}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000");
    Some((StatusCode::SEE_OTHER, [(header::LOCATION, "./".to_owned()), (header::SET_COOKIE, cookie)]).into_response())
}

fn tokens(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(|value| {
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
    });
    let cookies =
        headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok()).flat_map(|line| line.split(';'));
    let own = cookies.filter_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='));
    bearer.into_iter().chain(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_read() {
        assert_eq!(Origin::parse("HTTPS://Example.org:443/"), Ok(Origin("https://example.org".into())));
        assert_eq!(
            Origin::parse("http://[::1]:8000").map(|origin| origin.authority().to_owned()),
            Ok("[::1]:8000".into())
        );
        for wrong in ["", "*", "null", "example.org", "ftp://a", "http://", "http://a/b", "http://a b"] {
            assert!(Origin::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn local_names_are_told_from_others() {
        for local in ["localhost", "LOCALHOST:4663", "127.0.0.1", "127.1.2.3:80", "[::1]", "[::1]:4663"] {
            assert!(is_local(local), "{local}");
        }
        for other in ["", "example.org", "127.0.0.1.example.org", "localhost.example.org:80", "10.0.0.1", "127.0.0.1:x"]
        {
            assert!(!is_local(other), "{other}");
        }
    }
}
