//! Errors as `application/problem+json` (RFC 9457): one small type, and a table of the problem types.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tasks::{Failure, Reason};
use utoipa::ToSchema;

use crate::queue::QueueError;

/// The media type of errors.
pub(crate) const MEDIA_TYPE: &str = "application/problem+json";
/// The most bytes of a plain-text error that is used as the detail.
const MAX_DETAIL_LENGTH: usize = 4096;

/// A type of problem: its name in the `type` URI, its HTTP status, and its title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProblemType(pub &'static str, pub StatusCode, pub &'static str);

pub(crate) const BAD_REQUEST: ProblemType =
    ProblemType("bad-request", StatusCode::BAD_REQUEST, "The request cannot be understood");
pub(crate) const UNAUTHORIZED: ProblemType =
    ProblemType("unauthorized", StatusCode::UNAUTHORIZED, "This server wants a token");
pub(crate) const FORBIDDEN: ProblemType = ProblemType("forbidden", StatusCode::FORBIDDEN, "This may not be asked here");
pub(crate) const NOT_FOUND: ProblemType = ProblemType("not-found", StatusCode::NOT_FOUND, "There is no such thing");
pub(crate) const NOT_ALLOWED: ProblemType =
    ProblemType("method-not-allowed", StatusCode::METHOD_NOT_ALLOWED, "Not with this method");
pub(crate) const NOT_ACCEPTABLE: ProblemType =
    ProblemType("not-acceptable", StatusCode::NOT_ACCEPTABLE, "Not in a form that was asked for");
pub(crate) const TOO_SLOW: ProblemType =
    ProblemType("too-slow", StatusCode::REQUEST_TIMEOUT, "The body came too slowly");
pub(crate) const TOO_LARGE: ProblemType =
    ProblemType("too-large", StatusCode::PAYLOAD_TOO_LARGE, "The body or level is too large");
pub(crate) const MEDIA: ProblemType =
    ProblemType("media-type", StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body is not JSON");
pub(crate) const TOO_MANY: ProblemType = ProblemType("too-many", StatusCode::TOO_MANY_REQUESTS, "Too much at once");
pub(crate) const UNAVAILABLE: ProblemType = ProblemType("unavailable", StatusCode::SERVICE_UNAVAILABLE, "Not just now");
pub(crate) const INTERNAL: ProblemType =
    ProblemType("internal", StatusCode::INTERNAL_SERVER_ERROR, "A bug in menagerie");
pub(crate) const INVALID_SCRIPT: ProblemType =
    ProblemType("invalid-script", StatusCode::UNPROCESSABLE_ENTITY, "The script does not load");
pub(crate) const INVALID_WORLD: ProblemType =
    ProblemType("invalid-world", StatusCode::UNPROCESSABLE_ENTITY, "The world's files are not valid");
const UNKNOWN_FAMILY: ProblemType = ProblemType("unknown-family", StatusCode::NOT_FOUND, "No family has this name");
const UNKNOWN_FORMAT: ProblemType =
    ProblemType("unknown-format", StatusCode::UNPROCESSABLE_ENTITY, "The text is of no format that is known");
const AMBIGUOUS_FORMAT: ProblemType =
    ProblemType("ambiguous-format", StatusCode::UNPROCESSABLE_ENTITY, "The text fits several formats");
const INVALID_LEVEL: ProblemType =
    ProblemType("invalid-level", StatusCode::UNPROCESSABLE_ENTITY, "The level is not valid");
const NO_SUCH_LEVEL: ProblemType =
    ProblemType("no-such-level", StatusCode::UNPROCESSABLE_ENTITY, "The text holds several levels, or not this one");
const NOT_OFFERED: ProblemType =
    ProblemType("not-offered", StatusCode::UNPROCESSABLE_ENTITY, "The level does not answer this");
const ILLEGAL_MOVE: ProblemType =
    ProblemType("illegal-move", StatusCode::UNPROCESSABLE_ENTITY, "A move cannot be played");
const INVALID_ANSWER: ProblemType =
    ProblemType("invalid-answer", StatusCode::UNPROCESSABLE_ENTITY, "The answer does not belong to the level");
const SCRIPT_FAILED: ProblemType =
    ProblemType("script-failed", StatusCode::UNPROCESSABLE_ENTITY, "The level's script failed");
const EXCEEDED: ProblemType =
    ProblemType("exceeded", StatusCode::UNPROCESSABLE_ENTITY, "A limit struck before anything was known");
const KILLED: ProblemType =
    ProblemType("killed-its-workers", StatusCode::INTERNAL_SERVER_ERROR, "The work killed its worker");

/// All problem types, for the documentation of the API.
pub(crate) const PROBLEM_TYPES: &[ProblemType] = &[
    BAD_REQUEST,
    UNAUTHORIZED,
    FORBIDDEN,
    NOT_FOUND,
    UNKNOWN_FAMILY,
    NOT_ALLOWED,
    NOT_ACCEPTABLE,
    TOO_SLOW,
    TOO_LARGE,
    MEDIA,
    UNKNOWN_FORMAT,
    AMBIGUOUS_FORMAT,
    INVALID_LEVEL,
    NO_SUCH_LEVEL,
    NOT_OFFERED,
    ILLEGAL_MOVE,
    INVALID_ANSWER,
    SCRIPT_FAILED,
    INVALID_SCRIPT,
    INVALID_WORLD,
    EXCEEDED,
    TOO_MANY,
    INTERNAL,
    KILLED,
    UNAVAILABLE,
];

/// Whether a problem is a mistake or may be meant.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[allow(dead_code)]
enum SeverityName {
    Error,
    Warning,
}

/// A problem at a place of a level's text.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LevelProblem)]
pub(crate) struct Location {
    /// The line, counted from 1.
    line: u64,
    /// The column in characters, counted from 1.
    column: u64,
    /// `error` or `warning`.
    #[schema(value_type = SeverityName)]
    severity: puzzles::Severity,
    /// What is wrong.
    message: String,
    /// What was expected.
    expected: String,
}

/// An error response of the API. It is boxed, because every handler can return one.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Problem(Box<ProblemDetails>);

/// An error response (RFC 9457).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Problem)]
pub(crate) struct ProblemDetails {
    /// `/api#` and the name of the problem type.
    #[serde(rename = "type")]
    kind: String,
    /// The problem type in words.
    title: &'static str,
    /// The HTTP status of the response.
    status: u16,
    /// What is wrong with this request.
    detail: String,
    /// The problems of the level's text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    problems: Vec<Location>,
    /// The line of the request body at which parsing failed, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The column of the request body at which parsing failed, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip)]
    retry_after: Option<u64>,
}

impl Problem {
    /// Creates an error of a problem type; `detail` says what is wrong with this request.
    pub(crate) fn new(sort: ProblemType, detail: impl Into<String>) -> Problem {
        let ProblemType(name, status, title) = sort;
        let (problems, line, column, retry_after) = (Vec::new(), None, None, None);
        let (kind, status, detail) = (format!("/api#{name}"), status.as_u16(), detail.into());
        Problem(Box::new(ProblemDetails { kind, title, status, detail, problems, line, column, retry_after }))
    }

    /// Sets the line and column of the request body at which parsing failed, counted from 1.
    #[must_use]
    pub(crate) fn at(mut self, line: usize, column: usize) -> Problem {
        (self.0.line, self.0.column) = (Some(line), Some(column));
        self
    }

    /// Adds a problem at a place of a text.
    #[must_use]
    pub(crate) fn in_text(mut self, line: usize, column: usize, message: String, expected: &str) -> Problem {
        let (line, column) = (line as u64, column as u64);
        let severity = puzzles::Severity::Error;
        self.0.problems.push(Location { line, column, severity, message, expected: expected.to_owned() });
        self
    }

    /// Sets the header `Retry-After`: the seconds after which the client may try again, at least 1.
    #[must_use]
    pub(crate) fn retry_after(mut self, seconds: u64) -> Problem {
        self.0.retry_after = Some(seconds.max(1));
        self
    }

    fn for_status(status: StatusCode, detail: String) -> Problem {
        let sort = PROBLEM_TYPES.iter().copied().find(|sort| sort.1 == status);
        let other = ProblemType("other", status, status.canonical_reason().unwrap_or("An error"));
        Problem::new(sort.unwrap_or(other), detail)
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        let sort = match failure.reason {
            Reason::UnknownFormat => UNKNOWN_FORMAT,
            Reason::AmbiguousFormat => AMBIGUOUS_FORMAT,
            Reason::UnknownFamily => UNKNOWN_FAMILY,
            Reason::InvalidLevel => INVALID_LEVEL,
            Reason::NoSuchLevel => NO_SUCH_LEVEL,
            Reason::NotOffered => NOT_OFFERED,
            Reason::IllegalMove => ILLEGAL_MOVE,
            Reason::InvalidAnswer => INVALID_ANSWER,
            Reason::ScriptFailed => SCRIPT_FAILED,
            Reason::Exceeded => EXCEEDED,
            Reason::KilledItsWorkers => KILLED,
            Reason::Internal => INTERNAL,
        };
        let place = |problem: puzzles::Problem| {
            let puzzles::Problem { line, column, severity, message, expected } = problem;
            Location { line, column, severity, message, expected }
        };
        let mut problem = Problem::new(sort, failure.message);
        problem.0.problems = failure.problems.into_iter().map(place).collect();
        problem
    }
}

impl From<QueueError> for Problem {
    fn from(error: QueueError) -> Problem {
        let detail = error.to_string();
        match error {
            QueueError::Full { retry_after, .. } => Problem::new(TOO_MANY, detail).retry_after(retry_after.as_secs()),
            _ => Problem::new(UNAVAILABLE, detail).retry_after(5),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let text = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (status, [(header::CONTENT_TYPE, MEDIA_TYPE)], text).into_response();
        if let Some(seconds) = self.0.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// The middleware that converts every error to a problem document, and answers OPTIONS with the methods of the path.
pub(crate) async fn in_one_form(request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let response = next.run(request).await;
    let status = response.status();
    let is_one = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == MEDIA_TYPE);
    if method == Method::OPTIONS && status == StatusCode::METHOD_NOT_ALLOWED {
        return options(response);
    }
    if is_one || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let text = to_bytes(body, MAX_DETAIL_LENGTH).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&text).trim().to_owned();
    let detail = if text.is_empty() { default_detail(status, &method) } else { text };
    let problem = Problem::for_status(status, detail).into_response();
    let (own, body) = problem.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    for (name, value) in &own.headers {
        parts.headers.insert(name, value.clone());
    }
    Response::from_parts(parts, body)
}

fn default_detail(status: StatusCode, method: &Method) -> String {
    match status {
        StatusCode::METHOD_NOT_ALLOWED => format!("{method} is not for this path; the header Allow says what is"),
        _ => status.canonical_reason().unwrap_or("an error").to_lowercase(),
    }
}

fn options(refused: Response) -> Response {
    let (mut parts, _) = refused.into_parts();
    let allowed = parts.headers.get(header::ALLOW).and_then(|value| value.to_str().ok()).unwrap_or("");
    let allowed = if allowed.is_empty() { "OPTIONS".to_owned() } else { format!("{allowed},OPTIONS") };
    parts.headers.remove(header::CONTENT_TYPE);
    parts.headers.remove(header::CONTENT_LENGTH);
    if let Ok(allowed) = HeaderValue::try_from(allowed) {
        parts.headers.insert(header::ALLOW, allowed);
    }
    parts.status = StatusCode::NO_CONTENT;
    Response::from_parts(parts, Body::empty())
}

/// Returns the response for a request that panicked; the panic itself is logged.
pub(crate) fn panicked(cause: Box<dyn std::any::Any + Send>) -> Response {
    let text = cause.downcast_ref::<&str>().copied().or_else(|| cause.downcast_ref::<String>().map(String::as_str));
    tracing::error!(cause = text.unwrap_or("no text"), "a request panicked");
    Problem::new(INTERNAL, "the request could not be answered; the server's log says more").into_response()
}
