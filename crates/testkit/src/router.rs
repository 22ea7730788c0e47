//! Requests to an axum router without a socket.

use std::net::SocketAddr;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use serde_json::Value;
use tower::ServiceExt;

/// An HTTP response with its complete body.
#[derive(Debug)]
pub struct HttpResponse {
    /// The status code.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The bytes of the body.
    pub body: Bytes,
}

impl HttpResponse {
    /// Parses the body as JSON; panics if it is not.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {:?}", self.text()))
    }

    /// Returns the body as text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the value of a header, or an empty string if it is missing.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    /// Returns the path of the job that an answer to a question names.
    #[must_use]
    pub fn location(&self) -> String {
        format!("/api/v1/{}", self.header("location"))
    }

    /// Asserts that the response is a problem document (RFC 9457) with this status and this type, and returns its body.
    #[track_caller]
    pub fn problem(&self, status: u16, name: &str) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        assert_eq!(self.header("content-type"), "application/problem+json");
        let body = self.json();
        assert_eq!(body["type"], format!("/api#{name}"), "{body}");
        assert_eq!(body["status"], status);
        assert!(!body["title"].as_str().unwrap().is_empty() && !body["detail"].as_str().unwrap().is_empty(), "{body}");
        body
    }
}

/// A client that sends requests to a router.
#[derive(Clone, Debug)]
pub struct Client(pub Router);

impl Client {
    /// Sends a request unchanged.
    pub async fn send(&self, request: Request<Body>) -> HttpResponse {
        let response = self.0.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        HttpResponse { status: parts.status, headers: parts.headers, body }
    }

    /// Sends a request with these headers and `Host`.
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> HttpResponse {
        self.send(request(method, path, headers, body)).await
    }

    /// Sends a `GET` request.
    pub async fn get(&self, path: &str) -> HttpResponse {
        self.request("GET", path, &[], Body::empty()).await
    }

    /// Sends a `POST` request with a JSON body.
    pub async fn post(&self, path: &str, body: &Value) -> HttpResponse {
        self.post_with(path, &[], body).await
    }

    /// Sends a `POST` request with a JSON body and these headers.
    pub async fn post_with(&self, path: &str, headers: &[(&str, &str)], body: &Value) -> HttpResponse {
        let headers: Vec<(&str, &str)> =
            [("content-type", "application/json")].iter().chain(headers).copied().collect();
        self.request("POST", path, &headers, body.to_string()).await
    }
}

/// Builds a request with these headers; `Host` is `127.0.0.1:4663` unless they contain it.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: impl Into<Body>) -> Request<Body> {
    let mut request = Request::builder().method(Method::try_from(method).unwrap()).uri(path);
    if !headers.iter().any(|(name, _)| *name == "host") {
        request = request.header("host", "127.0.0.1:4663");
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(body.into()).unwrap()
}

/// Sets the IPv4 address of the client from which a request seems to come.
#[must_use]
pub fn from(address: [u8; 4], mut request: Request<Body>) -> Request<Body> {
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from((address, 1000))));
    request
}
