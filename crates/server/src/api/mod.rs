//! The HTTP API; `docs/http.md` specifies it.
//!
//! A request passes these layers, outermost first: compression, [`problem`] (one format for all errors), [`watch`]
//! (request id, log, metrics, headers), a handler of panics, [`guard`] (host, origin, token, rate), and its handler.
//! Handlers read a [`body`], convert it to a [`tasks::Task`] and pass it to the [`crate::scheduler`].

mod answer_schemas;
mod batch;
mod body;
mod catalogue;
pub(crate) mod guard;
mod jobs;
mod new_shapes;
mod openapi;
mod options;
mod prefer;
mod question_body;
mod questions;
pub mod rights;
mod shapes;
pub(crate) mod watch;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use axum::{Json, Router};
use puzzles::Family;
use serde_json::{Value, json};
use tasks::Limits;
use tokio::sync::{Semaphore, watch as channel};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use guard::Origin;

use crate::http::client::Proxies;
use crate::http::problem;
use crate::http::rate::Rate;
use crate::live::{self, Worlds};
use crate::named::NamedLevels;
use crate::page::{self, Beside, Site};
use crate::scheduler::Scheduler;
use options::KnownOptions;
use rights::Access;
use watch::Meters;

/// The most memory of all request bodies together, in KiB.
const BODIES: usize = 512 << 10;
/// The requests of one client that may come at once, in seconds of its rate.
const BURST: f64 = 4.0;
/// The least rate, in requests a second.
const MIN_RATE: f64 = 0.01;

/// The rules on which requests a server accepts, and the limits of requests and tasks.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Whether the server listens only on the loopback address.
    pub local: bool,
    /// The tokens of the server, and their rights.
    pub access: Access,
    /// The proxies that name the clients for whom they ask.
    pub proxies: Proxies,
    /// The origins, besides the server's own, whose pages may send requests.
    pub origins: Vec<Origin>,
    /// The most bytes of a request body.
    pub body_bytes: usize,
    /// The most bytes of a level's text.
    pub level_bytes: usize,
    /// The longest time that a request body may take to arrive.
    pub body_time: Duration,
    /// The most requests a second of one client, on average; four seconds' worth may come at once.
    pub rate: f64,
    /// The most seconds of computing of one client in a minute; `None` for no bound.
    pub cpu: Option<f64>,
    /// Whether logs have whole addresses of clients; else they are shortened.
    pub logs_addresses: bool,
    /// The limits of one task.
    pub limits: Limits,
    /// Whether the page gets engines of its own, if they were built with this program.
    pub page_engines: bool,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            local: true,
            access: Access::default(),
            proxies: Proxies::default(),
            origins: Vec::new(),
            body_bytes: 4 << 20,
            level_bytes: 2 << 20,
            body_time: Duration::from_secs(15),
            rate: 50.0,
            cpu: None,
            logs_addresses: false,
            limits: Limits { nodes: None, bytes: 1 << 30, millis: 60_000 },
            page_engines: true,
        }
    }
}

/// A signal that the server shuts down. Clones share the signal.
#[derive(Clone, Debug)]
pub struct ShutdownSignal(Arc<channel::Sender<bool>>);

impl Default for ShutdownSignal {
    fn default() -> ShutdownSignal {
        ShutdownSignal(Arc::new(channel::Sender::new(false)))
    }
}

impl ShutdownSignal {
    /// Signals that the server shuts down.
    pub fn signal(&self) {
        self.0.send_replace(true);
    }

    /// Whether the server shuts down.
    #[must_use]
    pub fn is_signalled(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until the server shuts down.
    pub async fn wait(&self) {
        let _ = self.0.subscribe().wait_for(|is_signalled| *is_signalled).await;
    }
}

/// The state that all request handlers share.
pub struct App {
    families: &'static [&'static dyn Family],
    named: Arc<NamedLevels>,
    options: KnownOptions,
    site: Arc<Site>,
    /// What `GET /api/v1/levels` answers, where the operator has levels here.
    levels: Option<Bytes>,
    scheduler: Arc<Scheduler>,
    worlds: Arc<Worlds>,
    policy: Policy,
    shutdown: ShutdownSignal,
    meters: Meters,
    rate: Rate<IpAddr>,
    bodies: Arc<Semaphore>,
}

impl App {
    /// Creates the shared state of an API that passes tasks to `scheduler`.
    #[must_use]
    pub fn new(
        families: &'static [&'static dyn Family],
        scheduler: Arc<Scheduler>,
        worlds: Arc<Worlds>,
        policy: Policy,
        shutdown: ShutdownSignal,
    ) -> Arc<App> {
        // Less than one at once would admit nothing.
        let rate = Rate::new(policy.rate.max(MIN_RATE), (policy.rate * BURST).max(1.0));
        let (meters, bodies) = (Meters::new(), Arc::new(Semaphore::new(BODIES)));
        let options = KnownOptions::of(families);
        let beside = Beside::Server {
            token: policy.access.needs_token() && policy.proxies.networks.is_empty(),
            engines: policy.page_engines,
        };
        let site = Arc::new(Site::new(families, beside));
        let named = Arc::clone(scheduler.named());
        let levels = named.has_own().then(|| {
            let mut all = crate::catalogue::shipped(families);
            all["own"] = named.listed();
            Bytes::from(all.to_string())
        });
        Arc::new(App {
            families,
            named,
            options,
            site,
            levels,
            scheduler,
            worlds,
            policy,
            shutdown,
            meters,
            rate,
            bodies,
        })
    }

    /// Whether no request is being answered.
    pub(crate) fn is_idle(&self) -> bool {
        self.meters.is_idle()
    }

    /// The number of open connections.
    #[must_use]
    pub fn connections(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.meters.connections)
    }
}

fn described(state: &Arc<App>) -> (Router, utoipa::openapi::OpenApi) {
    let slow = TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, state.policy.body_time);
    let (router, description) = OpenApiRouter::with_openapi(openapi::head())
        .routes(routes!(catalogue::get_families))
        .routes(routes!(catalogue::get_levels, questions::list))
        .routes(routes!(questions::recognise))
        .routes(routes!(questions::state))
        .routes(routes!(questions::arrange))
        .routes(routes!(questions::new))
        .routes(routes!(questions::check))
        .routes(routes!(questions::picture))
        .routes(routes!(questions::play))
        .routes(routes!(questions::hint))
        .routes(routes!(questions::ask))
        .routes(routes!(batch::batch))
        .routes(routes!(jobs::job, jobs::cancel))
        .routes(routes!(jobs::events))
        .routes(routes!(health))
        .routes(routes!(watch::ready))
        .routes(routes!(watch::metrics))
        .with_state(Arc::clone(state))
        .merge(live::router(Arc::clone(&state.worlds)).layer(slow))
        .split_for_parts();
    (router, openapi::complete(description, &state.options))
}

/// Returns the router of a server: API, web page and metrics.
pub fn app(state: Arc<App>) -> Router {
    let (router, description) = described(&state);
    let description: Arc<Value> = Arc::new(openapi::json(&description, state.families));
    let site = Arc::clone(&state.site);
    let routed = router
        .route("/api/v1/openapi.json", get(async move || Json((*description).clone())))
        .route("/roles.css", get(page::roles))
        .fallback(async move |request: Request| page::file(site, request).await)
        .layer(from_fn_with_state(Arc::clone(&state), guard::guard))
        .layer(CatchPanicLayer::custom(problem::panicked))
        .layer(from_fn_with_state(state, watch::watch));
    // The header Allow of a 405 is there only outside the router that routes.
    // What is compressed is in its one form already.
    Router::new().fallback_service(routed).layer(from_fn(problem::in_one_form)).layer(CompressionLayer::new())
}

/// Reports that the server runs.
#[utoipa::path(get, path = "/health", tag = "the server",
    responses((status = 200, description = "it is", body = shapes::Health)))]
async fn health() -> Json<Value> {
    Json(json!({"status": "ok"}))
}
