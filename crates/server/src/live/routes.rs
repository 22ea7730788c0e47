//! The HTTP side of the live world; relative to `/api/v1`.

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
use serde_json::{Value, json};
use tokio::sync::oneshot;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use world::ScriptError;

use super::room::{Command, Room};
use super::socket::serve;
use super::{Listed, Shut, Worlds};

/// Bytes of one message of a viewer.
const MOST_SAID: usize = 4 << 10;
/// Bytes of a script.
const MOST_SCRIPT: usize = 256 << 10;
/// Bytes that wait to go out to one viewer.
const MOST_WAITING: usize = 8 << 20;

/// The routes under `/api/v1`, with their description.
pub fn router(worlds: Arc<Worlds>) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(live))
        .routes(routes!(script, put_script))
        .routes(routes!(log))
        .layer(DefaultBodyLimit::max(MOST_SCRIPT))
        .with_state(worlds)
}

/// A refusal as `application/problem+json`.
struct Refusal {
    status: StatusCode,
    kind: &'static str,
    detail: String,
    problems: Vec<Value>,
}

impl Refusal {
    fn new(status: StatusCode, kind: &'static str, detail: impl Into<String>) -> Refusal {
        Refusal { status, kind, detail: detail.into(), problems: Vec::new() }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let title = self.status.canonical_reason().unwrap_or_default();
        let mut body =
            json!({"type": self.kind, "title": title, "status": self.status.as_u16(), "detail": self.detail});
        if !self.problems.is_empty() {
            body["problems"] = self.problems.into();
        }
        let content = (header::CONTENT_TYPE, "application/problem+json");
        let mut response = (self.status, [content], body.to_string()).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("5"));
        }
        response
    }
}

impl From<Shut> for Refusal {
    fn from(shut: Shut) -> Refusal {
        let detail = shut.to_string();
        match shut {
            Shut::Unknown(_) => Refusal::new(StatusCode::NOT_FOUND, "unknown-world", detail),
            Shut::Full => Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "full", detail),
            Shut::Broken(problem) => Refusal {
                problems: vec![json!({"file": problem.file, "line": problem.line, "column": problem.column,
                    "message": problem.message, "expected": null})],
                ..Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid-world", detail)
            },
        }
    }
}

/// The worlds.
#[derive(Serialize, utoipa::ToSchema)]
struct List {
    worlds: Vec<Listed>,
}

/// The worlds that can be looked at.
#[utoipa::path(get, path = "/worlds", tag = "worlds", responses((status = 200, body = List)))]
async fn list(State(worlds): State<Arc<Worlds>>) -> Result<Json<List>, Refusal> {
    Ok(Json(List { worlds: blocking(move || worlds.list()).await? }))
}

/// A world, live: a WebSocket.
///
/// The first text is the setting, each other one a moment; see docs/world.md.
#[utoipa::path(get, path = "/worlds/{name}/live", tag = "worlds",
    params(("name" = String, Path, example = "savanna")),
    responses((status = 101, description = "a WebSocket"), (status = 400, description = "this is no WebSocket"),
        (status = 404, description = "no such world"), (status = 422, description = "its files are not valid"),
        (status = 426, description = "this is no WebSocket"), (status = 503, description = "all places are taken")))]
async fn live(
    State(worlds): State<Arc<Worlds>>,
    Path(name): Path<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade =
        upgrade.map_err(|rejection| Refusal::new(rejection.status(), "no-websocket", rejection.body_text()))?;
    let (room, seat) = blocking(move || worlds.enter(&name)).await??;
    let upgrade = upgrade.max_message_size(MOST_SAID).max_frame_size(MOST_SAID).max_write_buffer_size(MOST_WAITING);
    Ok(upgrade.on_upgrade(move |socket| serve(socket, room, seat)))
}

/// A script of a world, as it is now.
#[utoipa::path(get, path = "/worlds/{name}/scripts/{file}", tag = "worlds",
    params(("name" = String, Path, example = "savanna"), ("file" = String, Path, example = "monkey.luau")),
    responses((status = 200, content_type = "text/plain", body = String),
        (status = 404, description = "no such world, or script"),
        (status = 422, description = "the world's files are not valid"),
        (status = 503, description = "all rooms are taken")))]
async fn script(
    State(worlds): State<Arc<Worlds>>,
    Path((name, file)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let room = open(worlds, name).await?;
    let text = ask(&room, |reply| Command::Text(file.clone(), reply)).await?;
    let text = text.ok_or_else(|| no_script(&file))?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// A new text for a script, in memory.
///
/// It acts from the next step on; where it does not load, the old one stays.
#[utoipa::path(put, path = "/worlds/{name}/scripts/{file}", tag = "worlds",
    params(("name" = String, Path, example = "savanna"), ("file" = String, Path, example = "monkey.luau")),
    request_body(content = String, content_type = "text/plain",
        example = "function process(element)\n    game.setTarget(element, 3, 1)\nend\n"),
    responses((status = 200, description = "the step from which it acts", content_type = "application/json",
            example = json!({"step": 120})),
        (status = 400, description = "the text is not UTF-8"),
        (status = 404, description = "no such world, or script"), (status = 413, description = "the text is too large"),
        (status = 422, description = "the text does not load: line and column in `problems`"),
        (status = 503, description = "all rooms are taken")))]
async fn put_script(
    State(worlds): State<Arc<Worlds>>,
    Path((name, file)): Path<(String, String)>,
    text: Result<String, StringRejection>,
) -> Result<Json<Value>, Refusal> {
    let text = text.map_err(|rejection| Refusal::new(rejection.status(), "invalid-text", rejection.body_text()))?;
    let room = open(worlds, name).await?;
    let known = ask(&room, |reply| Command::Text(file.clone(), reply)).await?;
    if known.is_none() {
        return Err(no_script(&file));
    }
    let put = ask(&room, |reply| Command::Script(file, text.clone(), reply)).await?;
    let step = put.map_err(|error| does_not_load(&text, &error))?;
    Ok(Json(json!({ "step": step })))
}

/// What was done in a world since its beginning: the log that `menagerie world run --replay` takes.
#[utoipa::path(get, path = "/worlds/{name}/log", tag = "worlds",
    params(("name" = String, Path, example = "savanna")),
    responses((status = 200, content_type = "application/x-ndjson", body = String),
        (status = 404, description = "no such world"), (status = 422, description = "its files are not valid"),
        (status = 503, description = "all rooms are taken")))]
async fn log(State(worlds): State<Arc<Worlds>>, Path(name): Path<String>) -> Result<Response, Refusal> {
    let room = open(worlds, name).await?;
    let text = ask(&room, Command::Log).await?;
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from(text)).into_response())
}

/// Building a world reads files and compiles scripts: not on a thread that serves others.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", error.to_string()))
}

async fn open(worlds: Arc<Worlds>, name: String) -> Result<Arc<Room>, Refusal> {
    Ok(blocking(move || worlds.room(&name)).await??)
}

/// Tells a room and waits for what it says.
async fn ask<T>(room: &Room, command: impl FnOnce(oneshot::Sender<T>) -> Command) -> Result<T, Refusal> {
    let (reply, said) = oneshot::channel();
    let gone = || Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "closed", "the world has ended; try again");
    room.commands.send(command(reply)).await.map_err(|_| gone())?;
    said.await.map_err(|_| gone())
}

fn no_script(file: &str) -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "unknown-script", format!("this world has no script '{file}'"))
}

/// The column is that of the line's first sign: the compiler tells no more than the line.
fn does_not_load(text: &str, error: &ScriptError) -> Refusal {
    let line = error.line.and_then(|line| usize::try_from(line).ok()).unwrap_or(1).max(1);
    let shown = text.lines().nth(line - 1).unwrap_or_default();
    let column = shown.chars().take_while(|sign| sign.is_whitespace()).count() + 1;
    Refusal {
        problems: vec![json!({"line": line, "column": column, "message": error.message, "expected": null})],
        ..Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid-script", error.to_string())
    }
}
