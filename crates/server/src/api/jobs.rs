//! The endpoints of jobs: their state, their events, and cancellation.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderName, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use serde::Serialize;
use tasks::{Outcome, ProgressUpdate, RawJson};

use super::App;
use super::shapes;
use crate::http::accept::{TakesEvents, TakesJson};
use crate::http::problem::{NOT_FOUND, Problem};
use crate::queue::{self, Job};

/// The longest wait for a change of a job before it is read again.
const MAX_WAIT: Duration = Duration::from_secs(10);
/// The interval at which comments are sent if there are no events, because proxies close silent connections.
const KEEP_ALIVE: Duration = Duration::from_secs(10);
/// The least time between two events of a job.
const PACE: Duration = Duration::from_millis(100);
/// The pause before an unreachable queue is tried again.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// The most bytes of a job's id.
const MAX_NAME_LENGTH: usize = 100;

/// A job as JSON.
#[derive(Serialize)]
pub(super) struct JobJson {
    id: String,
    state: queue::State,
    progress: Option<ProgressUpdate>,
    result: Option<RawJson>,
    error: Option<Problem>,
}

impl From<Job> for JobJson {
    fn from(job: Job) -> JobJson {
        let Job { id, state, progress, outcome } = job;
        let (result, error) = match outcome {
            Some(Outcome::Done { result, .. }) => (Some(result), None),
            Some(Outcome::Failed(failure)) => (None, Some(Problem::from(failure))),
            None => (None, None),
        };
        JobJson { id, state, progress, result, error }
    }
}

fn found(id: &str, job: Option<Job>) -> Result<Job, Problem> {
    job.ok_or_else(|| Problem::new(NOT_FOUND, format!("there is no job '{}'", id.chars().take(80).collect::<String>())))
}

fn sound(id: &str) -> Result<(), Problem> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if id.len() <= MAX_NAME_LENGTH && id.bytes().all(plain) { Ok(()) } else { found(id, None).map(drop) }
}

/// Returns the state of a job.
#[utoipa::path(get, path = "/api/v1/jobs/{id}", tag = "jobs", params(("id" = String, Path, description = "its name")),
    responses((status = 200, description = "the job", body = shapes::JobObject)))]
pub(super) async fn job(
    _: TakesJson,
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<JobJson>, Problem> {
    sound(&id)?;
    let job = found(&id, app.scheduler.job(&id).await?)?;
    Ok(Json(job.into()))
}

/// Cancels a job; its work stops if no other job waits for it. A job that has ended does not change.
#[utoipa::path(delete, path = "/api/v1/jobs/{id}", tag = "jobs", params(("id" = String, Path, description = "its name")),
    responses((status = 200, description = "the job", body = shapes::JobObject)))]
pub(super) async fn cancel(
    _: TakesJson,
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<JobJson>, Problem> {
    sound(&id)?;
    let job = found(&id, app.scheduler.cancel(&id).await?)?;
    Ok(Json(job.into()))
}

/// Streams the events of a job: `event: job` with the job as data whenever it changes, and `event: end` at the end.
/// While the queue cannot be reached, `event: problem` reports it, and the events continue afterwards.
#[utoipa::path(get, path = "/api/v1/jobs/{id}/events", tag = "jobs", params(("id" = String, Path, description = "its name")),
    responses((status = 200, description = "server-sent events", content_type = "text/event-stream", body = String)))]
pub(super) async fn events(
    _: TakesEvents,
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    sound(&id)?;
    let job = found(&id, app.scheduler.job(&id).await?)?;
    let sse = Sse::new(job_events(app, job)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    let plain = [(header::CACHE_CONTROL, "no-cache, no-transform")];
    let unbuffered = [(HeaderName::from_static("x-accel-buffering"), "no")];
    Ok((plain, unbuffered, sse).into_response())
}

/// The state of a stream of events.
enum Next {
    Say(Job),
    Await(Job),
    End,
    Over,
}

fn job_events(app: Arc<App>, job: Job) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold((app, Next::Say(job)), |(app, next)| async move {
        let (event, next) = match next {
            Next::Over => return None,
            Next::End => (Event::default().event("end").data("{}"), Next::Over),
            Next::Say(job) => event_of(job),
            Next::Await(seen) => tokio::select! {
                change = changed(&app, seen) => change,
                () = app.shutdown.wait() => return None,
            },
        };
        Some((Ok(event), (app, next)))
    })
}

/// Returns the event of a job, and the next state of the stream.
fn event_of(job: Job) -> (Event, Next) {
    let next = if job.state.is_over() { Next::End } else { Next::Await(job.clone()) };
    let text = serde_json::to_string(&JobJson::from(job)).unwrap_or_default();
    (Event::default().event("job").data(text), next)
}

/// Waits for the next event of a job that has not ended.
async fn changed(app: &App, seen: Job) -> (Event, Next) {
    tokio::time::sleep(PACE).await;
    loop {
        match app.scheduler.watch(&seen, MAX_WAIT).await {
            Ok(Some(job)) if job == seen => {}
            Ok(Some(job)) => return event_of(job),
            Ok(None) => return (Event::default().event("end").data("{}"), Next::Over),
            Err(error) => {
                tokio::time::sleep(RETRY_DELAY).await;
                let problem = serde_json::to_string(&Problem::from(error)).unwrap_or_default();
                return (Event::default().event("problem").data(problem), Next::Await(seen));
            }
        }
    }
}
