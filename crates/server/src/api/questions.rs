//! The endpoints of operations on a level: list, check, draw, play, ask.
//!
//! The examples in the OpenAPI description are generated for the server's families by `super::openapi`.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tasks::{Listed, Operation, Outcome, RawJson, Recognition, Task, Wanted, family_named};

use super::body::{
    ArrangeBody, CheckBody, IntoTask, LevelsBody, NewBody, PictureBody, PlayBody, RecogniseBody, Sent, StateBody,
};
use super::jobs::JobJson;
use super::prefer::Preference;
use super::question_body::{AskBody, HintBody, arranged};
use super::rights::{Right, Rights};
use super::{App, guard, new_shapes, shapes};
use crate::http::problem::{INTERNAL, Problem, UNAVAILABLE};
use crate::scheduler::Reply;

/// Says what a text is: the families whose format it has.
#[utoipa::path(post, path = "/api/v1/recognise", tag = "levels",
    request_body = RecogniseBody,
    responses((status = 200, description = "for a text that is not recognised too", body = shapes::Recognised)))]
pub(super) async fn recognise(
    State(app): State<Arc<App>>,
    sent: Sent<RecogniseBody>,
) -> Result<Json<RawJson>, Problem> {
    let asker = sent.asker();
    may_send_text(&asker)?;
    perform(&app, &asker, sent.body.task(app.families, app.policy.limits)).await.map(Json)
}

/// Lists the levels of a text, or returns one of them with its text.
#[utoipa::path(post, path = "/api/v1/levels", tag = "levels",
    request_body = LevelsBody,
    responses((status = 200, description = "the levels in order, or the one of this number", body = shapes::LevelList)))]
pub(super) async fn list(State(app): State<Arc<App>>, sent: Sent<LevelsBody>) -> Result<Json<RawJson>, Problem> {
    let asker = sent.asker();
    perform_on_text(&app, &asker, sent.body).await
}

/// Writes moves that win a level into its text, as the solution that the text states, with a par where one is given; all else in it stays.
#[utoipa::path(post, path = "/api/v1/state", tag = "levels",
    request_body = StateBody,
    responses((status = 200, description = "the whole text", body = shapes::ChangedText)))]
pub(super) async fn state(State(app): State<Arc<App>>, sent: Sent<StateBody>) -> Result<Json<RawJson>, Problem> {
    let asker = sent.asker();
    perform_on_text(&app, &asker, sent.body).await
}

/// Writes the levels of a text in another order, some of them more than once or not at all; all else in it stays.
#[utoipa::path(post, path = "/api/v1/arrange", tag = "levels",
    request_body = ArrangeBody,
    responses((status = 200, description = "the whole text", body = shapes::ChangedText)))]
pub(super) async fn arrange(State(app): State<Arc<App>>, sent: Sent<ArrangeBody>) -> Result<Json<RawJson>, Problem> {
    let asker = sent.asker();
    perform_on_text(&app, &asker, sent.body).await
}

/// Makes a new level of a family: equal seeds make equal levels.
#[utoipa::path(post, path = "/api/v1/new", tag = "levels",
    request_body = NewBody,
    responses((status = 200, description = "the text of the level", body = new_shapes::NewObject)))]
pub(super) async fn new(State(app): State<Arc<App>>, sent: Sent<NewBody>) -> Result<Json<RawJson>, Problem> {
    let asker = sent.asker();
    perform(&app, &asker, sent.body.task(app.families, app.policy.limits)).await.map(Json)
}

/// Checks whether a level is valid, and lists its problems.
#[utoipa::path(post, path = "/api/v1/check", tag = "levels",
    request_body = CheckBody,
    responses((status = 200, description = "for a level that is not valid too", body = shapes::CheckObject)))]
pub(super) async fn check(State(app): State<Arc<App>>, sent: Sent<CheckBody>) -> Result<Json<RawJson>, Problem> {
    let asker = sent.asker();
    perform_on_level(&app, &asker, sent.body).await
}

/// Draws a level, the position after some moves, or an answer over the board.
#[utoipa::path(post, path = "/api/v1/picture", tag = "levels",
    request_body = PictureBody,
    responses((status = 200, description = "the picture, as SVG and as what is to be drawn", body = shapes::Drawn)))]
pub(super) async fn picture(State(app): State<Arc<App>>, sent: Sent<PictureBody>) -> Result<Json<RawJson>, Problem> {
    let asker = sent.asker();
    perform_on_level(&app, &asker, sent.body).await
}

/// Returns the position after the moves of the request: picture, legal moves, status. The server keeps no session.
#[utoipa::path(post, path = "/api/v1/play", tag = "levels",
    request_body = PlayBody,
    responses((status = 200, description = "the position", body = shapes::Position)))]
pub(super) async fn play(State(app): State<Arc<App>>, sent: Sent<PlayBody>) -> Result<Json<RawJson>, Problem> {
    let asker = sent.asker();
    perform_on_level(&app, &asker, sent.body).await
}

/// Who asks, and what it may.
struct Asker {
    client: String,
    rights: Rights,
    /// Whether it asks about one of the operator's levels, by its name.
    is_own: bool,
    /// Whether it carries a token.
    has_token: bool,
}

impl<T> Sent<T> {
    fn asker(&self) -> Asker {
        let (client, has_token) = (self.client.to_string(), guard::has_token(&self.headers));
        Asker { client, rights: self.rights, is_own: self.is_own, has_token }
    }
}

async fn perform_on_text(app: &App, asker: &Asker, body: impl IntoTask) -> Result<Json<RawJson>, Problem> {
    let task = of_family(app, asker, body.task(app.families, app.policy.limits)).await?;
    perform(app, asker, task).await.map(Json)
}

async fn perform_on_level(app: &App, asker: &Asker, body: impl IntoTask) -> Result<Json<RawJson>, Problem> {
    perform(app, asker, task_of(app, asker, body).await?).await.map(Json)
}

async fn perform(app: &App, asker: &Asker, task: Task) -> Result<RawJson, Problem> {
    match app.scheduler.perform(&asker.client, task).await? {
        Outcome::Done { result, .. } => Ok(result),
        Outcome::Failed(failure) => Err(failure.into()),
    }
}

/// Converts a body to a task. Its level is the one that the body's number selects from a text of several, because
/// queues, caches and answers know only texts of one level.
async fn task_of(app: &App, asker: &Asker, body: impl IntoTask) -> Result<Task, Problem> {
    let number = body.number();
    let mut task = of_family(app, asker, body.task(app.families, app.policy.limits)).await?;
    if let Some(number) = number {
        let (family, level) = (task.family.clone(), std::mem::take(&mut task.level));
        let whole = Task { family, level, operation: Operation::Levels(Wanted::number(number)), limits: task.limits };
        let listed: Listed = serde_json::from_str(perform(app, asker, whole).await?.as_str())
            .map_err(|error| Problem::new(INTERNAL, error.to_string()))?;
        task.level = listed.levels.into_iter().find_map(|level| level.text).unwrap_or_default();
    }
    Ok(task)
}

/// Completes a task whose body named no family: by the format of its text, and with what a save or a gist holds. A level that
/// is a program is refused to whoever may not send programs.
async fn of_family(app: &App, asker: &Asker, mut task: Task) -> Result<Task, Problem> {
    may_send_text(asker)?;
    if !task.family.is_empty() {
        return may_send(app, asker, task);
    }
    let (family, level) = (String::new(), std::mem::take(&mut task.level));
    let whole = Task { family, level, operation: Operation::Recognise, limits: task.limits };
    let found = perform(app, asker, whole.clone()).await?;
    let found: Recognition =
        serde_json::from_str(found.as_str()).map_err(|error| Problem::new(INTERNAL, error.to_string()))?;
    let (family, taken_out) = found.only()?;
    if let Operation::Ask { question, asked, .. } = &mut task.operation {
        *asked = arranged(std::mem::take(asked), app.families, &family, *question);
    }
    may_send(app, asker, Task { family, level: taken_out.unwrap_or(whole.level), ..task })
}

/// Checks that a level of one's own may be sent, if it is one.
fn may_send_text(asker: &Asker) -> Result<(), Problem> {
    if asker.is_own || asker.rights.has(Right::Texts) {
        return Ok(());
    }
    let detail = "this request may ask about the server's own levels, by their names, as in \"level\": \"@NAME\" (GET \
        /api/v1/levels lists them); a level of another text needs the right 'texts'";
    Err(guard::denied(asker.has_token, detail))
}

fn may_send(app: &App, asker: &Asker, task: Task) -> Result<Task, Problem> {
    let is_program = family_named(app.families, &task.family).is_ok_and(|family| family.confined().is_some());
    if is_program && !asker.is_own && !asker.rights.has(Right::Programs) {
        let detail =
            format!("levels of the family {} are programs; sending them needs the right 'programs'", task.family);
        return Err(guard::denied(asker.has_token, detail));
    }
    Ok(task)
}

/// Asks for the best moves at a position.
#[utoipa::path(post, path = "/api/v1/hint", tag = "questions", params(
        ("Prefer" = Option<String>, Header, description = "`wait=5`: seconds to wait, at most 30; `respond-async`")),
    request_body = HintBody,
    responses((status = 200, description = "the answer", body = shapes::AnswerObject),
        (status = 202, description = "a job, at `Location`", body = shapes::JobObject)))]
pub(super) async fn hint(State(app): State<Arc<App>>, sent: Sent<HintBody>) -> Result<Response, Problem> {
    let (asker, preference) = (sent.asker(), Preference::of(&sent.headers));
    let task = task_of(&app, &asker, sent.body).await?;
    answer_or_job(&app, &asker, task, preference).await
}

/// Asks a question about a level.
#[utoipa::path(post, path = "/api/v1/ask", tag = "questions", params(
        ("Prefer" = Option<String>, Header, description = "`wait=5`: seconds to wait, at most 30; `respond-async`")),
    request_body = AskBody,
    responses((status = 200, description = "the answer", body = shapes::AnswerObject),
        (status = 202, description = "a job, at `Location`", body = shapes::JobObject)))]
pub(super) async fn ask(State(app): State<Arc<App>>, sent: Sent<AskBody>) -> Result<Response, Problem> {
    let (asker, preference) = (sent.asker(), Preference::of(&sent.headers));
    let task = task_of(&app, &asker, sent.body).await?;
    answer_or_job(&app, &asker, task, preference).await
}

async fn answer_or_job(app: &App, asker: &Asker, task: Task, preference: Preference) -> Result<Response, Problem> {
    if app.shutdown.is_signalled() && preference.wait > Duration::ZERO {
        return Err(Problem::new(UNAVAILABLE, "the server ends").retry_after(5));
    }
    let mut response = match app.scheduler.submit(&asker.client, task, preference.wait).await? {
        Reply::Done(Outcome::Done { result, .. }) => Json(result).into_response(),
        Reply::Done(Outcome::Failed(failure)) => Problem::from(failure).into_response(),
        Reply::Job(job) => {
            // From the address of the question, so that it holds under a path behind a proxy too.
            let location = format!("jobs/{}", job.id);
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
