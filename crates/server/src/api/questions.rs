//! The operations on a level: check, draw, play, ask.
//!
//! The description's examples are made for the server's families (`super::openapi`).

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tasks::{Outcome, RawJson, Task};

use super::App;
use super::body::{CheckBody, IntoTask, PictureBody, PlayBody, Sent};
use super::jobs::JobJson;
use super::prefer::Preference;
use super::problem::{Problem, UNAVAILABLE};
use super::question_body::{AskBody, HintBody};
use super::rate::block;
use super::shapes;
use crate::scheduler::Reply;

/// Says whether a level is valid, and where not.
#[utoipa::path(post, path = "/api/v1/check", tag = "levels",
    request_body = CheckBody,
    responses((status = 200, description = "for a level that is not valid too", body = shapes::CheckObject)))]
pub(super) async fn check(State(app): State<Arc<App>>, sent: Sent<CheckBody>) -> Result<Json<RawJson>, Problem> {
    perform(&app, sent.body).await
}

/// Draws a level, the position after some moves, or an answer over the board.
#[utoipa::path(post, path = "/api/v1/picture", tag = "levels",
    request_body = PictureBody,
    responses((status = 200, description = "the picture, as SVG and as what is to be drawn", body = shapes::Drawn)))]
pub(super) async fn picture(State(app): State<Arc<App>>, sent: Sent<PictureBody>) -> Result<Json<RawJson>, Problem> {
    perform(&app, sent.body).await
}

/// The position after the moves sent: picture, legal moves, status. No session is kept.
#[utoipa::path(post, path = "/api/v1/play", tag = "levels",
    request_body = PlayBody,
    responses((status = 200, description = "the position", body = shapes::Position)))]
pub(super) async fn play(State(app): State<Arc<App>>, sent: Sent<PlayBody>) -> Result<Json<RawJson>, Problem> {
    perform(&app, sent.body).await
}

async fn perform(app: &App, body: impl IntoTask) -> Result<Json<RawJson>, Problem> {
    match app.scheduler.perform(body.task(app.families, app.policy.limits)).await {
        Outcome::Done { result, .. } => Ok(Json(result)),
        Outcome::Failed(failure) => Err(failure.into()),
    }
}

/// Says what is best now.
#[utoipa::path(post, path = "/api/v1/hint", tag = "questions", params(
        ("Prefer" = Option<String>, Header, description = "`wait=5`: seconds to wait, at most 30; `respond-async`")),
    request_body = HintBody,
    responses((status = 200, description = "the answer", body = shapes::AnswerObject),
        (status = 202, description = "a job, at `Location`", body = shapes::JobObject)))]
pub(super) async fn hint(State(app): State<Arc<App>>, sent: Sent<HintBody>) -> Result<Response, Problem> {
    let task = sent.body.task(app.families, app.policy.limits);
    answer_or_job(&app, sent.client, task, Preference::of(&sent.headers)).await
}

/// Asks a question.
#[utoipa::path(post, path = "/api/v1/ask", tag = "questions", params(
        ("Prefer" = Option<String>, Header, description = "`wait=5`: seconds to wait, at most 30; `respond-async`")),
    request_body = AskBody,
    responses((status = 200, description = "the answer", body = shapes::AnswerObject),
        (status = 202, description = "a job, at `Location`", body = shapes::JobObject)))]
pub(super) async fn ask(State(app): State<Arc<App>>, sent: Sent<AskBody>) -> Result<Response, Problem> {
    let task = sent.body.task(app.families, app.policy.limits);
    answer_or_job(&app, sent.client, task, Preference::of(&sent.headers)).await
}

async fn answer_or_job(app: &App, client: IpAddr, task: Task, preference: Preference) -> Result<Response, Problem> {
    if app.closing.is_closing() && preference.wait > Duration::ZERO {
        return Err(Problem::new(UNAVAILABLE, "the server ends").retry_after(5));
    }
    let mut response = match app.scheduler.ask(&block(client).to_string(), task, preference.wait).await? {
        Reply::Done(Outcome::Done { result, .. }) => Json(result).into_response(),
        Reply::Done(Outcome::Failed(failure)) => Problem::from(failure).into_response(),
        Reply::Job(job) => {
            let location = format!("/api/v1/jobs/{}", job.id);
            (StatusCode::ACCEPTED, [(header::LOCATION, location)], Json(JobJson::from(job))).into_response()
        }
    };
    let headers = response.headers_mut();
    headers.append(header::VARY, HeaderValue::from_static("Prefer"));
    if let Some(applied) = preference.applied.and_then(|text| HeaderValue::try_from(text).ok()) {
        headers.insert("preference-applied", applied);
    }
    Ok(response)
}
