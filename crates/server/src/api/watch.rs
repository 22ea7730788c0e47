//! Observability: a line in the log for each request, and metrics for Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{App, shapes};
use crate::http::client::shortened;
use crate::http::problem::{Problem, UNAVAILABLE};
use crate::page::POLICY;
use crate::queue::Depth;

/// The upper bounds of the latency buckets, in milliseconds.
const CLASSES: [u64; 12] = [1, 2, 5, 10, 20, 50, 100, 250, 500, 1000, 5000, 30_000];
/// The time within which a queue tells its depth; one that hangs is as good as one that is away.
const QUEUE_ANSWERS: Duration = Duration::from_millis(500);
/// The header by which a request is found in the log.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The metrics of requests.
#[derive(Debug, Default)]
pub(crate) struct Meters {
    routes: Mutex<BTreeMap<(String, Method), Route>>,
    running: AtomicU64,
    /// The number of open connections.
    pub(crate) connections: AtomicU64,
}

#[derive(Debug, Default)]
struct Route {
    statuses: BTreeMap<u16, u64>,
    classes: [u64; CLASSES.len() + 1],
    total: Duration,
}

/// Counts one running request until it is dropped.
struct Running<'a>(&'a AtomicU64);

impl<'a> Running<'a> {
    fn new(count: &'a AtomicU64) -> Running<'a> {
        count.fetch_add(1, Ordering::Relaxed);
        Running(count)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Meters {
    /// Whether no request is being answered.
    pub(crate) fn is_idle(&self) -> bool {
        self.running.load(Ordering::Relaxed) == 0
    }

    fn note(&self, route: &str, method: &Method, status: u16, took: Duration) {
        let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let class = CLASSES.iter().position(|&end| millis < end).unwrap_or(CLASSES.len());
        let mut routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        let route = routes.entry((route.to_owned(), method.clone())).or_default();
        *route.statuses.entry(status).or_default() += 1;
        route.classes[class] += 1;
        route.total += took;
    }

    fn text(&self) -> String {
        let mut out = String::new();
        let routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        head(&mut out, "menagerie_requests_total", "counter", "Requests answered.");
        for ((route, method), counts) in &*routes {
            for (status, count) in &counts.statuses {
                let labels = format!("route=\"{route}\",method=\"{method}\",status=\"{status}\"");
                let _ = writeln!(out, "menagerie_requests_total{{{labels}}} {count}");
            }
        }
        head(&mut out, "menagerie_request_seconds", "histogram", "Time until the answer began.");
        for ((route, method), counts) in &*routes {
            histogram(&mut out, &format!("route=\"{route}\",method=\"{method}\""), counts);
        }
        drop(routes);
        gauge(&mut out, "menagerie_requests_running", "Requests being answered.", self.running.load(Ordering::Relaxed));
        gauge(&mut out, "menagerie_connections", "Open connections.", self.connections.load(Ordering::Relaxed));
        out
    }
}

fn head(out: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn gauge(out: &mut String, name: &str, help: &str, value: u64) {
    head(out, name, "gauge", help);
    let _ = writeln!(out, "{name} {value}");
}

#[allow(clippy::cast_precision_loss)] // ends of classes are small
fn histogram(out: &mut String, labels: &str, counts: &Route) {
    let mut sum = 0;
    for (end, count) in CLASSES.iter().zip(counts.classes) {
        sum += count;
        let end = *end as f64 / 1000.0;
        let _ = writeln!(out, "menagerie_request_seconds_bucket{{{labels},le=\"{end}\"}} {sum}");
    }
    sum += counts.classes[CLASSES.len()];
    let _ = writeln!(out, "menagerie_request_seconds_bucket{{{labels},le=\"+Inf\"}} {sum}");
    let _ = writeln!(out, "menagerie_request_seconds_sum{{{labels}}} {}", counts.total.as_secs_f64());
    let _ = writeln!(out, "menagerie_request_seconds_count{{{labels}}} {sum}");
}

/// Returns the metrics in the text format of Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "the server",
    responses((status = 200, description = "Prometheus text", content_type = "text/plain", body = String)))]
pub(super) async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    let mut out = app.meters.text();
    let running = app.scheduler.running() as u64;
    gauge(&mut out, "menagerie_desk_runs", "Runs that requests began and that go on in this process.", running);
    let depth = depth(&app).await;
    head(&mut out, "menagerie_queue_up", "gauge", "Whether the queue can be reached.");
    let _ = writeln!(out, "menagerie_queue_up {}", u8::from(depth.is_some()));
    if let Some(depth) = depth {
        head(&mut out, "menagerie_runs", "gauge", "Runs in the queue, by state.");
        let _ = writeln!(out, "menagerie_runs{{state=\"queued\"}} {}", depth.queued);
        let _ = writeln!(out, "menagerie_runs{{state=\"running\"}} {}", depth.running);
    }
    if let Some(bytes) = resident_bytes() {
        gauge(&mut out, "menagerie_resident_bytes", "Memory of this process.", bytes);
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], out)
}

/// The runs in the queue; `None` where it cannot be reached, or does not answer in time.
async fn depth(app: &App) -> Option<Depth> {
    timeout(QUEUE_ANSWERS, app.scheduler.depth()).await.ok().and_then(Result::ok)
}

/// Reports whether the server can take questions: it does not end, and its queue answers.
#[utoipa::path(get, path = "/ready", tag = "the server",
    responses((status = 200, description = "it can", body = shapes::Health)))]
pub(super) async fn ready(State(app): State<Arc<App>>) -> Result<Json<Value>, Problem> {
    let later = |why| Err(Problem::new(UNAVAILABLE, why).retry_after(1));
    if app.shutdown.is_signalled() {
        return later("the server ends");
    }
    match depth(&app).await {
        Some(_) => Ok(Json(json!({"status": "ready"}))),
        None => later("the queue cannot be reached"),
    }
}

/// The resident memory of this process, if the system reports it.
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib << 10)
}

/// The middleware that notes the client of a request, gives it its id, counts and logs it, and adds the headers of every response.
pub(crate) async fn watch(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let _running = Running::new(&app.meters.running);
    let id = request_id(request.headers());
    let method = known(request.method());
    let path = request.uri().path().to_owned();
    let found = app.policy.proxies.client(request.extensions(), request.headers());
    request.extensions_mut().insert(found);
    let client = if app.policy.logs_addresses { found.address } else { shortened(found.address) };
    let matched = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let mut response = next.run(request).await;
    let (status, took) = (response.status().as_u16(), begun.elapsed());
    let route = matched.unwrap_or_else(|| "other".to_owned());
    app.meters.note(&route, &method, status, took);
    let millis = took.as_secs_f64() * 1000.0;
    if status >= 500 {
        tracing::error!(id, %client, %method, path, status, millis, "answered");
    } else {
        tracing::info!(id, %client, %method, path, status, millis, "answered");
    }
    protect(response.headers_mut());
    if let Ok(id) = HeaderValue::try_from(id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// Maps unknown methods to one, so that clients cannot create many metrics.
fn known(method: &Method) -> Method {
    let usual = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS, Method::PATCH];
    usual.into_iter().find(|one| one == method).unwrap_or(Method::TRACE)
}

/// Returns the id that the client gave the request if it is plain, else a new one.
fn request_id(headers: &HeaderMap) -> String {
    let plain = |text: &&str| {
        !text.is_empty() && text.len() <= 64 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    if let Some(given) = headers.get(REQUEST_ID).and_then(|value| value.to_str().ok()).filter(plain) {
        return given.to_owned();
    }
    format!("{:016x}", getrandom::u64().unwrap_or_default())
}

fn protect(headers: &mut HeaderMap) {
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latencies_add_up_class_by_class() {
        let meters = Meters::default();
        for millis in [0, 1, 3, 40_000] {
            meters.note("/x", &Method::GET, 200, Duration::from_millis(millis));
        }
        let text = meters.text();
        for line in [
            "menagerie_requests_total{route=\"/x\",method=\"GET\",status=\"200\"} 4",
            "menagerie_request_seconds_bucket{route=\"/x\",method=\"GET\",le=\"0.001\"} 1",
            "menagerie_request_seconds_bucket{route=\"/x\",method=\"GET\",le=\"0.005\"} 3",
            "menagerie_request_seconds_bucket{route=\"/x\",method=\"GET\",le=\"30\"} 3",
            "menagerie_request_seconds_bucket{route=\"/x\",method=\"GET\",le=\"+Inf\"} 4",
            "menagerie_request_seconds_sum{route=\"/x\",method=\"GET\"} 40.004",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
    }
}
