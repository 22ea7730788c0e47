//! The addresses by which a worker is watched: `/health`, `/ready` and `/metrics`. They tell counts alone, and need no
//! token.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;

use crate::api::ShutdownSignal;
use crate::http::problem::{Problem, UNAVAILABLE};
use crate::metrics;
use crate::scheduler::Scheduler;

/// What is watched.
pub(crate) struct Watched {
    pub(crate) scheduler: Arc<Scheduler>,
    pub(crate) slots: usize,
    /// Signalled when the worker ends.
    pub(crate) leaving: ShutdownSignal,
}

/// The router of a worker's addresses.
pub(crate) fn router(watched: Arc<Watched>) -> Router {
    Router::new()
        .route("/health", get(async || Json(json!({"status": "ok"}))))
        .route("/ready", get(ready))
        .route("/metrics", get(worker_metrics))
        .with_state(watched)
}

/// Reports whether the worker takes jobs.
async fn ready(State(watched): State<Arc<Watched>>) -> Response {
    let obstacle = match watched.leaving.is_signalled() {
        true => Some("the worker ends".to_owned()),
        false => metrics::obstacle(watched.scheduler.queue()).await,
    };
    match obstacle {
        Some(why) => Problem::new(UNAVAILABLE, why).retry_after(1).into_response(),
        None => Json(json!({"status": "ready"})).into_response(),
    }
}

async fn worker_metrics(State(watched): State<Arc<Watched>>) -> Response {
    let mut out = String::new();
    metrics::gauge(&mut out, "menagerie_worker_slots", "Jobs that this worker can work on.", watched.slots as u64);
    watched.scheduler.job_meters().write(&mut out);
    metrics::write_queue(&mut out, watched.scheduler.queue()).await;
    metrics::write_memory(&mut out);
    metrics::response(out)
}
