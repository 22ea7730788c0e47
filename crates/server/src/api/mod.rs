//! The API: HTTP to types and back. `docs/http.md` is its contract.
//!
//! A request passes, from outside in: [`problem`] (errors in one form), [`watch`] (name, log, figures, headers), what
//! catches panics, [`guard`] (host, origin, token, rate), compression, its handler. Handlers read a [`body`], make a
//! [`tasks::Task`] of it and hand it to the [`crate::scheduler`].

pub(crate) mod accept;
mod body;
pub mod catalogue;
mod guard;
mod jobs;
mod openapi;
mod options;
mod prefer;
pub mod problem;
mod question_body;
mod questions;
mod rate;
mod shapes;
mod watch;

use std::sync::Arc;
use std::time::Duration;

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

use crate::live::{self, Worlds};
use crate::page;
use crate::scheduler::Scheduler;
use options::KnownOptions;
use rate::Rate;
use watch::Meters;

/// What all bodies together may hold, in KiB.
const BODIES: usize = 512 << 10;

/// Whom the server answers, and within which bounds.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Whether it listens on the loopback address alone.
    pub local: bool,
    /// What requests must bear.
    pub token: Option<String>,
    /// Pages that may ask beside the server's own.
    pub origins: Vec<Origin>,
    /// The largest body.
    pub body_bytes: usize,
    /// The largest level.
    pub level_bytes: usize,
    /// The longest time that a body may take to arrive.
    pub body_time: Duration,
    /// Requests a second from one address; the loopback address has no limit.
    pub rate: f64,
    /// What one task may spend.
    pub limits: Limits,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            local: true,
            token: None,
            origins: Vec::new(),
            body_bytes: 4 << 20,
            level_bytes: 2 << 20,
            body_time: Duration::from_secs(15),
            rate: 50.0,
            limits: Limits { nodes: None, bytes: 1 << 30, millis: 60_000 },
        }
    }
}

/// Says when the server ends. Clones hear the same.
#[derive(Clone, Debug)]
pub struct ShutdownSignal(Arc<channel::Sender<bool>>);

impl Default for ShutdownSignal {
    fn default() -> ShutdownSignal {
        ShutdownSignal(Arc::new(channel::Sender::new(false)))
    }
}

impl ShutdownSignal {
    /// Says that the server ends.
    pub fn say(&self) {
        self.0.send_replace(true);
    }

    /// Whether the server ends.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        *self.0.borrow()
    }

    /// Comes back when the server ends.
    pub async fn wait(&self) {
        let _ = self.0.subscribe().wait_for(|closing| *closing).await;
    }
}

/// What handlers share.
pub struct App {
    families: &'static [&'static dyn Family],
    options: KnownOptions,
    scheduler: Arc<Scheduler>,
    worlds: Arc<Worlds>,
    policy: Policy,
    closing: ShutdownSignal,
    meters: Meters,
    rate: Rate,
    bodies: Arc<Semaphore>,
}

impl App {
    /// The state of an API over a scheduler.
    #[must_use]
    pub fn new(
        families: &'static [&'static dyn Family],
        scheduler: Arc<Scheduler>,
        worlds: Arc<Worlds>,
        policy: Policy,
        closing: ShutdownSignal,
    ) -> Arc<App> {
        let (meters, rate, bodies) = (Meters::default(), Rate::new(policy.rate), Arc::new(Semaphore::new(BODIES)));
        let options = KnownOptions::of(families);
        Arc::new(App { families, options, scheduler, worlds, policy, closing, meters, rate, bodies })
    }

    /// Whether no request is being answered.
    pub(crate) fn is_idle(&self) -> bool {
        self.meters.is_idle()
    }

    /// The count of open connections.
    pub(crate) fn connections(&self) -> &std::sync::atomic::AtomicU64 {
        &self.meters.connections
    }
}

fn described(state: &Arc<App>) -> (Router, utoipa::openapi::OpenApi) {
    let slow = TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, state.policy.body_time);
    let (router, description) = OpenApiRouter::with_openapi(openapi::head())
        .routes(routes!(catalogue::get_families))
        .routes(routes!(catalogue::get_levels))
        .routes(routes!(questions::check))
        .routes(routes!(questions::picture))
        .routes(routes!(questions::play))
        .routes(routes!(questions::hint))
        .routes(routes!(questions::ask))
        .routes(routes!(jobs::job, jobs::cancel))
        .routes(routes!(jobs::events))
        .routes(routes!(health))
        .routes(routes!(watch::metrics))
        .with_state(Arc::clone(state))
        .merge(live::router(Arc::clone(&state.worlds)).layer(slow))
        .split_for_parts();
    (router, openapi::complete(description, state.options.schema()))
}

/// The whole server as a router: API, page, figures.
pub fn app(state: Arc<App>) -> Router {
    let (router, description) = described(&state);
    let description: Arc<Value> = Arc::new(openapi::json(&description, state.families));
    let routed = router
        .route("/api/v1/openapi.json", get(async move || Json((*description).clone())))
        .route("/roles.css", get(page::roles))
        .fallback(page::file)
        .layer(from_fn_with_state(Arc::clone(&state), guard::guard))
        .layer(CatchPanicLayer::custom(problem::panicked))
        .layer(from_fn_with_state(state, watch::watch));
    // The header Allow of a 405 is there only outside the router that routes.
    // What is compressed is in its one form already.
    Router::new().fallback_service(routed).layer(from_fn(problem::in_one_form)).layer(CompressionLayer::new())
}

/// Says that the server is up.
#[utoipa::path(get, path = "/health", tag = "the server",
    responses((status = 200, description = "it is", body = shapes::Health)))]
async fn health() -> Json<Value> {
    Json(json!({"status": "ok"}))
}
