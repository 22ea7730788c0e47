//! A server without a socket: a router over a scheduler and a queue in a folder of its own.
#![allow(dead_code)] // each test file uses its part

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use engines::NoStore;
use puzzles::Family;
use serde_json::Value;
use server::live::Worlds;
use server::queue::sqlite::SqliteQueue;
use server::queue::{Bounds, JobQueue};
use server::scheduler::{Scheduler, SchedulerConfig};
use server::worker_pool::{Settings, WorkerPool};
use server::{App, Policy, ShutdownSignal, app};
use tower::ServiceExt;

/// The level of the API's own examples.
pub(crate) const ONE_LIGHT: &str = "board = \"3x3\"\nmoves = \"plus\"\nstart = \"100000000\"\n";

/// A server under test.
pub(crate) struct TestServer {
    pub(crate) router: Router,
    pub(crate) state: Arc<App>,
    pub(crate) scheduler: Arc<Scheduler>,
    pub(crate) closing: ShutdownSignal,
    folder: Option<PathBuf>,
    pool: Option<WorkerPool>,
}

/// An answer, read.
#[derive(Debug)]
pub(crate) struct HttpResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl HttpResponse {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {:?}", self.text()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    /// Asserts that it is an error in the one form, and returns it.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16, name: &str) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        assert_eq!(self.header("content-type"), "application/problem+json");
        let body = self.json();
        assert_eq!(body["type"], format!("/api#{name}"), "{body}");
        assert_eq!(body["status"], status);
        assert!(!body["title"].as_str().unwrap().is_empty() && !body["detail"].as_str().unwrap().is_empty(), "{body}");
        body
    }
}

impl TestServer {
    /// A server with this policy over an embedded queue without workers.
    pub(crate) fn new(policy: Policy) -> TestServer {
        TestServer::with(script::families(), policy, Bounds::default())
    }

    pub(crate) fn with(families: &'static [&'static dyn Family], policy: Policy, bounds: Bounds) -> TestServer {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("menagerie-server-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        let queue: Arc<dyn JobQueue> = Arc::new(SqliteQueue::open(&folder, bounds).unwrap());
        let mut server = TestServer::over(families, policy, Arc::clone(&queue));
        let settings =
            Settings { name: "pool".into(), slots: 1, urgent_slots: 0, perform: server.scheduler.performer() };
        server.pool = Some(WorkerPool::start(&queue, &settings));
        server.folder = Some(folder);
        server
    }

    /// A server over any queue.
    pub(crate) fn over(
        families: &'static [&'static dyn Family],
        policy: Policy,
        queue: Arc<dyn JobQueue>,
    ) -> TestServer {
        let scheduler = Scheduler::new(SchedulerConfig {
            families,
            store: Arc::new(NoStore),
            queue,
            slots: 1,
            most: policy.limits,
            child: None,
            name: "scheduler".into(),
        });
        let closing = ShutdownSignal::default();
        let state = App::new(families, Arc::clone(&scheduler), Worlds::new(None), policy, closing.clone());
        TestServer { router: app(Arc::clone(&state)), state, scheduler, closing, folder: None, pool: None }
    }

    /// Sends a request as it is.
    pub(crate) async fn send(&self, request: Request<Body>) -> HttpResponse {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        HttpResponse { status: parts.status, headers: parts.headers, body }
    }

    /// Sends a request with these headers beside Host.
    pub(crate) async fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> HttpResponse {
        self.send(request(method, path, headers, body)).await
    }

    pub(crate) async fn get(&self, path: &str) -> HttpResponse {
        self.ask("GET", path, &[], Body::empty()).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> HttpResponse {
        self.post_with(path, &[], body).await
    }

    pub(crate) async fn post_with(&self, path: &str, headers: &[(&str, &str)], body: &Value) -> HttpResponse {
        let headers: Vec<(&str, &str)> =
            [("content-type", "application/json")].iter().chain(headers).copied().collect();
        self.ask("POST", path, &headers, body.to_string()).await
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.closing.say();
        drop(self.pool.take());
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

pub(crate) fn request(method: &str, path: &str, headers: &[(&str, &str)], body: impl Into<Body>) -> Request<Body> {
    let mut request = Request::builder().method(Method::try_from(method).unwrap()).uri(path);
    if !headers.iter().any(|(name, _)| *name == "host") {
        request = request.header("host", "127.0.0.1:4663");
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(body.into()).unwrap()
}

/// The same from this address.
pub(crate) fn from(address: [u8; 4], mut request: Request<Body>) -> Request<Body> {
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from((address, 1000))));
    request
}
