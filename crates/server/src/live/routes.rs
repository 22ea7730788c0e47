//! The HTTP side of the live world.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::rejection::StringRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::oneshot;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use world::ScriptError;

use super::room::{Command, FULL, NotPut, Room};
use super::socket::serve;
use super::{Listed, OpenError, Worlds};
use crate::api::accept::TakesJson;
use crate::api::problem::{
    BAD_REQUEST, INTERNAL, INVALID_SCRIPT, INVALID_WORLD, NOT_FOUND, Problem, ProblemDetails, TOO_LARGE, UNAVAILABLE,
};

/// Bytes of one message of a viewer.
const MOST_SAID: usize = 4 << 10;
/// Bytes of a script.
const MOST_SCRIPT: usize = 256 << 10;
/// Bytes that wait to go out to one viewer.
const MOST_WAITING: usize = 8 << 20;

/// The routes, with their description.
pub fn router(worlds: Arc<Worlds>) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(live))
        .routes(routes!(script, put_script))
        .routes(routes!(log))
        .routes(routes!(events))
        .layer(DefaultBodyLimit::max(MOST_SCRIPT))
        .with_state(worlds)
}

impl From<OpenError> for Problem {
    fn from(shut: OpenError) -> Problem {
        let detail = shut.to_string();
        match shut {
            OpenError::Unknown(_) => Problem::new(NOT_FOUND, detail),
            OpenError::Full => Problem::new(UNAVAILABLE, detail).retry_after(5),
            OpenError::Broken(world::Problem { line, column, message, .. }) => {
                Problem::new(INVALID_WORLD, detail).in_text(line, column, message, "files that make a world")
            }
        }
    }
}

/// When a new text acts.
#[derive(Serialize, utoipa::ToSchema)]
struct Put {
    /// The step before which it acts first.
    #[schema(example = 120)]
    step: u64,
}

/// The worlds.
#[derive(Serialize, utoipa::ToSchema)]
struct List {
    worlds: Vec<Listed>,
}

/// The worlds that can be looked at.
#[utoipa::path(get, path = "/api/v1/worlds", tag = "worlds", responses((status = 200, description = "by name", body = List)))]
async fn list(_: TakesJson, State(worlds): State<Arc<Worlds>>) -> Result<Json<List>, Problem> {
    Ok(Json(List { worlds: blocking(move || worlds.list()).await? }))
}

/// A world, live: a WebSocket.
///
/// The first text is the setting, each other one a moment; see docs/world.md.
#[utoipa::path(get, path = "/api/v1/worlds/{name}/live", tag = "worlds",
    params(("name" = String, Path, example = "savanna")),
    responses((status = 101, description = "a WebSocket"),
        (status = 422, description = "its files are not valid", content_type = "application/problem+json", body = ProblemDetails)))]
async fn live(
    State(worlds): State<Arc<Worlds>>,
    Path(name): Path<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|rejection| Problem::new(BAD_REQUEST, rejection.body_text()))?;
    let (room, seat) = blocking(move || worlds.enter(&name)).await??;
    let upgrade = upgrade.max_message_size(MOST_SAID).max_frame_size(MOST_SAID).max_write_buffer_size(MOST_WAITING);
    Ok(upgrade.on_upgrade(move |socket| serve(socket, room, seat)))
}

/// A script of a world, as it is now.
#[utoipa::path(get, path = "/api/v1/worlds/{name}/scripts/{file}", tag = "worlds",
    params(("name" = String, Path, example = "savanna"), ("file" = String, Path, example = "monkey.luau")),
    responses((status = 200, description = "its text", content_type = "text/plain", body = String),
        (status = 422, description = "the world's files are not valid", content_type = "application/problem+json", body = ProblemDetails)))]
async fn script(
    State(worlds): State<Arc<Worlds>>,
    Path((name, file)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let room = open(worlds, name).await?;
    let text = ask(&room, |reply| Command::Text(file.clone(), reply)).await?;
    let text = text.ok_or_else(|| no_script(&file))?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// A new text for a script, in memory.
///
/// It acts from the next step on; where it does not load, the old one stays.
#[utoipa::path(put, path = "/api/v1/worlds/{name}/scripts/{file}", tag = "worlds",
    params(("name" = String, Path, example = "savanna"), ("file" = String, Path, example = "monkey.luau")),
    request_body(content = String, content_type = "text/plain",
        example = "function process(element)\n    game.setTarget(element, 3, 1)\nend\n"),
    responses((status = 200, description = "the step from which it acts", body = Put)))]
async fn put_script(
    State(worlds): State<Arc<Worlds>>,
    Path((name, file)): Path<(String, String)>,
    text: Result<String, StringRejection>,
) -> Result<Json<Put>, Problem> {
    let text = text.map_err(unreadable)?;
    let room = open(worlds, name).await?;
    let known = ask(&room, |reply| Command::Text(file.clone(), reply)).await?;
    if known.is_none() {
        return Err(no_script(&file));
    }
    let put = ask(&room, |reply| Command::Script(file, text.clone(), reply)).await?;
    let step = put.map_err(|not_put| match not_put {
        NotPut::Broken(error) => does_not_load(&text, &error),
        NotPut::Full => Problem::new(UNAVAILABLE, FULL),
    })?;
    Ok(Json(Put { step }))
}

/// What was done in a world since its beginning: the log that `menagerie world run --replay` takes.
#[utoipa::path(get, path = "/api/v1/worlds/{name}/log", tag = "worlds",
    params(("name" = String, Path, example = "savanna")),
    responses((status = 200, description = "its lines", content_type = "application/x-ndjson", body = String),
        (status = 422, description = "its files are not valid", content_type = "application/problem+json", body = ProblemDetails)))]
async fn log(State(worlds): State<Arc<Worlds>>, Path(name): Path<String>) -> Result<Response, Problem> {
    let room = open(worlds, name).await?;
    let text = ask(&room, Command::Log).await?;
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from(text)).into_response())
}

/// What happened in a world since its beginning: what scripts printed, what was said, who ate whom.
///
/// The newest of them, a line each; see docs/world.md.
#[utoipa::path(get, path = "/api/v1/worlds/{name}/events", tag = "worlds",
    params(("name" = String, Path, example = "savanna")),
    responses((status = 200, description = "its lines", content_type = "application/x-ndjson", body = String),
        (status = 422, description = "its files are not valid", content_type = "application/problem+json", body = ProblemDetails)))]
async fn events(State(worlds): State<Arc<Worlds>>, Path(name): Path<String>) -> Result<Response, Problem> {
    let room = open(worlds, name).await?;
    let events = ask(&room, Command::Events).await?;
    let line = |event: &world::Event| serde_json::to_string(event).unwrap_or_default() + "\n";
    let text: String = events.iter().map(line).collect();
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from(text)).into_response())
}

/// Building a world reads files and compiles scripts: not on a thread that serves others.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Problem::new(INTERNAL, error.to_string()))
}

async fn open(worlds: Arc<Worlds>, name: String) -> Result<Arc<Room>, Problem> {
    Ok(blocking(move || worlds.room(&name)).await??)
}

/// Tells a room and waits for what it says.
async fn ask<T>(room: &Room, command: impl FnOnce(oneshot::Sender<T>) -> Command) -> Result<T, Problem> {
    let (reply, said) = oneshot::channel();
    let gone = || Problem::new(UNAVAILABLE, "the world has ended; try again").retry_after(1);
    room.commands.send(command(reply)).await.map_err(|_| gone())?;
    said.await.map_err(|_| gone())
}

fn no_script(file: &str) -> Problem {
    Problem::new(NOT_FOUND, format!("this world has no script '{file}'"))
}

/// The column is that of the line's first sign: the compiler tells no more than the line.
fn does_not_load(text: &str, error: &ScriptError) -> Problem {
    let line = error.line.and_then(|line| usize::try_from(line).ok()).unwrap_or(1).max(1);
    let shown = text.lines().nth(line - 1).unwrap_or_default();
    let column = shown.chars().take_while(|sign| sign.is_whitespace()).count() + 1;
    Problem::new(INVALID_SCRIPT, error.to_string()).in_text(line, column, error.message.clone(), "a script that loads")
}

/// Too large, or not UTF-8.
fn unreadable(rejection: StringRejection) -> Problem {
    let sort = if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE { TOO_LARGE } else { BAD_REQUEST };
    Problem::new(sort, rejection.body_text())
}
