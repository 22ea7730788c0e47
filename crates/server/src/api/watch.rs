//! Observability: a line in the log for each request, and metrics of requests.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use serde_json::{Value, json};

use super::{App, shapes};
use crate::http::client::shortened;
use crate::http::problem::{Problem, UNAVAILABLE};
use crate::metrics::{self, Running, gauge, head};
use crate::page::POLICY;
use crate::scheduler::Preparation;

/// The upper bounds of the latency buckets, in milliseconds.
const CLASSES: [u64; 12] = [1, 2, 5, 10, 20, 50, 100, 250, 500, 1000, 5000, 30_000];
/// The distance between two ids of requests: odd, so that all numbers come before one comes again.
const STRIDE: u64 = 0x9E37_79B9_7F4A_7C15;
/// The header by which a request is found in the log.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The metrics of requests.
#[derive(Debug, Default)]
pub(crate) struct Meters {
    routes: Mutex<BTreeMap<(String, Method), Route>>,
    running: AtomicU64,
    /// The next id of a request.
    ids: AtomicU64,
    /// The number of open connections.
    pub(crate) connections: Arc<AtomicU64>,
}

#[derive(Debug, Default)]
struct Route {
    statuses: BTreeMap<u16, u64>,
    classes: [u64; CLASSES.len() + 1],
    total: Duration,
}

impl Meters {
    /// Metrics of no request yet.
    pub(crate) fn new() -> Meters {
        Meters { ids: AtomicU64::new(getrandom::u64().unwrap_or_default()), ..Meters::default() }
    }

    /// Whether no request is being answered.
    pub(crate) fn is_idle(&self) -> bool {
        self.running.load(Ordering::Relaxed) == 0
    }

    /// A new id for a request: the ids of a process begin at random and do not come again.
    fn next_id(&self) -> String {
        format!("{:016x}", self.ids.fetch_add(STRIDE, Ordering::Relaxed))
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
pub(super) async fn metrics(State(app): State<Arc<App>>) -> Response {
    let mut out = app.meters.text();
    let running = app.scheduler.running() as u64;
    gauge(&mut out, "menagerie_desk_runs", "Runs that requests began and that go on in this process.", running);
    let Preparation { levels, known, .. } = app.scheduler.preparation();
    gauge(&mut out, "menagerie_levels", "Levels of the operator.", levels as u64);
    gauge(&mut out, "menagerie_levels_prepared", "Levels of the operator whose first hint is known.", known as u64);
    app.scheduler.job_meters().write(&mut out);
    metrics::write_queue(&mut out, app.scheduler.queue()).await;
    metrics::write_memory(&mut out);
    metrics::response(out)
}

/// Reports whether the server can take questions: its levels are prepared, it does not end, and its queue answers.
#[utoipa::path(get, path = "/ready", tag = "the server",
    responses((status = 200, description = "it can", body = shapes::Health)))]
pub(super) async fn ready(State(app): State<Arc<App>>) -> Result<Json<Value>, Problem> {
    let later = |why: String| Err(Problem::new(UNAVAILABLE, why).retry_after(1));
    if app.shutdown.is_signalled() {
        return later("the server ends".into());
    }
    let Preparation { levels, tried, .. } = app.scheduler.preparation();
    if tried < levels {
        return later(format!("the server prepares its levels: {tried} of {levels} are done"));
    }
    match metrics::obstacle(app.scheduler.queue()).await {
        Some(why) => later(why),
        None => Ok(Json(json!({"status": "ready"}))),
    }
}

/// The middleware that notes the client of a request, gives it its id, counts and logs it, and adds the headers of every response.
pub(crate) async fn watch(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let _running = Running::new(&app.meters.running);
    let id = request_id(request.headers()).unwrap_or_else(|| app.meters.next_id());
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

/// Returns the id that the client gave the request, if it is plain.
fn request_id(headers: &HeaderMap) -> Option<String> {
    let plain = |text: &&str| {
        !text.is_empty() && text.len() <= 64 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    headers.get(REQUEST_ID).and_then(|value| value.to_str().ok()).filter(plain).map(str::to_owned)
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
