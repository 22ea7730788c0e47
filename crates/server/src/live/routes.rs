//! The HTTP endpoints of the live world.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::rejection::StringRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use world::ceilings::MAX_SCRIPT;
use world::{LoadError, ScriptError};

use super::message::ElementMemory;
use super::room::{Command, FULL, NotPut, Room};
use super::socket::serve;
use super::{Listed, OpenError, PrivateRoom, RoomName, Worlds};
use crate::http::accept::TakesJson;
use crate::http::client::{block, client};
use crate::http::problem::{
    BAD_REQUEST, INTERNAL, INVALID_SCRIPT, INVALID_WORLD, NOT_FOUND, Problem, ProblemDetails, TOO_LARGE, UNAVAILABLE,
};

/// The most bytes of a message of a viewer that are read; a longer one than allowed is answered with the reason.
const MAX_HEARD: usize = 64 << 10;
/// The most bytes that are buffered for one viewer.
const MAX_WAITING: usize = 8 << 20;

/// Returns the routes under `/api/v1/worlds` with their OpenAPI description.
pub fn router(worlds: Arc<Worlds>) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(live))
        .routes(routes!(picture))
        .routes(routes!(script, put_script))
        .routes(routes!(log))
        .routes(routes!(events))
        .routes(routes!(memory))
        .layer(DefaultBodyLimit::max(MAX_SCRIPT))
        .with_state(worlds)
}

impl From<OpenError> for Problem {
    fn from(shut: OpenError) -> Problem {
        let detail = shut.to_string();
        match shut {
            OpenError::Unknown(_) => Problem::new(NOT_FOUND, detail),
            OpenError::Full(_)
            | OpenError::Memory(_)
            | OpenError::Crowded(_)
            | OpenError::Own(_)
            | OpenError::System(_) => Problem::new(UNAVAILABLE, detail).retry_after(5),
            OpenError::Broken(LoadError::Invalid(world::Problem { line, column, message, .. })) => {
                Problem::new(INVALID_WORLD, detail).in_text(line, column, message, "files that make a world")
            }
            OpenError::Broken(_) | OpenError::Slow(_) => {
                Problem::new(INVALID_WORLD, detail.clone()).in_text(1, 1, detail, "a world within the limits of rooms")
            }
        }
    }
}

/// When a new script text takes effect.
#[derive(Serialize, utoipa::ToSchema)]
struct Put {
    /// The number of steps done before the first step with the new text.
    #[schema(example = 120)]
    step: u64,
}

/// The list of worlds.
#[derive(Serialize, utoipa::ToSchema)]
struct List {
    worlds: Vec<Listed>,
}

/// Lists the worlds that can be watched.
#[utoipa::path(get, path = "/api/v1/worlds", tag = "worlds", responses((status = 200, description = "by name", body = List)))]
async fn list(_: TakesJson, State(worlds): State<Arc<Worlds>>) -> Result<Json<List>, Problem> {
    Ok(Json(List { worlds: blocking(move || worlds.list()).await? }))
}

/// Opens a WebSocket to a live world.
///
/// The first text is the setting; further texts are moments, or the setting again when it changes; see docs/world.md.
/// A request without a WebSocket is answered with the reason for which one would be refused, else with 400.
#[utoipa::path(get, path = "/api/v1/worlds/{name}/live", tag = "worlds",
    params(("name" = String, Path, example = "savanna"), RoomQuery),
    responses((status = 101, description = "a WebSocket"),
        (status = 422, description = "its files are not valid", content_type = "application/problem+json", body = ProblemDetails)))]
async fn live(
    State(worlds): State<Arc<Worlds>>,
    Path(name): Path<String>,
    asked: AskedRoom,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    // A browser does not let a page read the answer to a socket that is refused: it asks again without one, so the
    // reasons of a room come first.
    let (room, permit) = worlds.enter(&asked.of(name)?).await?;
    let upgrade = upgrade.map_err(|rejection| Problem::new(BAD_REQUEST, rejection.body_text()))?;
    let upgrade = upgrade.max_message_size(MAX_HEARD).max_frame_size(MAX_HEARD).max_write_buffer_size(MAX_WAITING);
    Ok(upgrade.on_upgrade(move |socket| serve(socket, room, permit)))
}

/// Returns a world as it stands, for a picture of it; no room is opened for that.
///
/// An object with `setting` and `moment`, as the WebSocket sends them; see docs/world.md. A world without a room is at
/// its beginning.
#[utoipa::path(get, path = "/api/v1/worlds/{name}/picture", tag = "worlds",
    params(("name" = String, Path, example = "savanna")),
    responses((status = 200, description = "the setting and a moment", content_type = "application/json", body = serde_json::Value),
        (status = 422, description = "its files are not valid", content_type = "application/problem+json", body = ProblemDetails)))]
async fn picture(State(worlds): State<Arc<Worlds>>, Path(name): Path<String>) -> Result<Response, Problem> {
    let text = blocking(move || worlds.picture(&name)).await??;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// Returns the present text of a script of a world.
#[utoipa::path(get, path = "/api/v1/worlds/{name}/scripts/{file}", tag = "worlds",
    params(("name" = String, Path, example = "savanna"), ("file" = String, Path, example = "monkey.luau"), RoomQuery),
    responses((status = 200, description = "its text", content_type = "text/plain", body = String),
        (status = 422, description = "the world's files are not valid", content_type = "application/problem+json", body = ProblemDetails)))]
async fn script(
    State(worlds): State<Arc<Worlds>>,
    Path((name, file)): Path<(String, String)>,
    asked: AskedRoom,
) -> Result<Response, Problem> {
    let room = open(worlds, asked.of(name)?).await?;
    let text = send_command(&room, |reply| Command::Text(file.clone(), reply)).await?;
    let text = text.ok_or_else(|| no_script(&file))?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// Replaces the text of a script, in memory only.
///
/// The new text takes effect with the next step; if it does not load, the old one stays.
#[utoipa::path(put, path = "/api/v1/worlds/{name}/scripts/{file}", tag = "worlds",
    params(("name" = String, Path, example = "savanna"), ("file" = String, Path, example = "monkey.luau"), RoomQuery),
    request_body(content = String, content_type = "text/plain",
        example = "function process(element)\n    game.setTarget(element, 3, 1)\nend\n"),
    responses((status = 200, description = "the step from which it acts", body = Put)))]
async fn put_script(
    State(worlds): State<Arc<Worlds>>,
    Path((name, file)): Path<(String, String)>,
    asked: AskedRoom,
    text: Result<String, StringRejection>,
) -> Result<Json<Put>, Problem> {
    let text = text.map_err(unreadable)?;
    let room = open(worlds, asked.of(name)?).await?;
    let known = send_command(&room, |reply| Command::Text(file.clone(), reply)).await?;
    if known.is_none() {
        return Err(no_script(&file));
    }
    let put = send_command(&room, |reply| Command::Script(file, text.clone(), reply)).await?;
    let step = put.map_err(|not_put| match not_put {
        NotPut::Broken(error) => does_not_load(&text, &error),
        NotPut::Full => Problem::new(UNAVAILABLE, FULL),
    })?;
    Ok(Json(Put { step }))
}

/// Returns the inputs of a world since its start: the log that `menagerie world run --replay` reads.
#[utoipa::path(get, path = "/api/v1/worlds/{name}/log", tag = "worlds",
    params(("name" = String, Path, example = "savanna"), RoomQuery),
    responses((status = 200, description = "its lines", content_type = "application/x-ndjson", body = String),
        (status = 422, description = "its files are not valid", content_type = "application/problem+json", body = ProblemDetails)))]
async fn log(
    State(worlds): State<Arc<Worlds>>,
    Path(name): Path<String>,
    asked: AskedRoom,
) -> Result<Response, Problem> {
    let room = open(worlds, asked.of(name)?).await?;
    let text = send_command(&room, Command::Log).await?;
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from(text)).into_response())
}

/// Returns the newest events of a world: what scripts printed, what was said, what was eaten.
///
/// Each event is one line; see docs/world.md.
#[utoipa::path(get, path = "/api/v1/worlds/{name}/events", tag = "worlds",
    params(("name" = String, Path, example = "savanna"), RoomQuery),
    responses((status = 200, description = "its lines", content_type = "application/x-ndjson", body = String),
        (status = 422, description = "its files are not valid", content_type = "application/problem+json", body = ProblemDetails)))]
async fn events(
    State(worlds): State<Arc<Worlds>>,
    Path(name): Path<String>,
    asked: AskedRoom,
) -> Result<Response, Problem> {
    let room = open(worlds, asked.of(name)?).await?;
    let events = send_command(&room, Command::Events).await?;
    let line = |event: &world::Event| serde_json::to_string(event).unwrap_or_default() + "\n";
    let text: String = events.iter().map(line).collect();
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from(text)).into_response())
}

/// Returns what the script of an element keeps from step to step: its `memory` as a Luau expression.
#[utoipa::path(get, path = "/api/v1/worlds/{name}/elements/{id}/memory", tag = "worlds",
    params(("name" = String, Path, example = "savanna"), ("id" = String, Path, example = "3"), RoomQuery),
    responses((status = 200, description = "what it keeps", body = ElementMemory),
        (status = 422, description = "the world's files are not valid", content_type = "application/problem+json", body = ProblemDetails)))]
async fn memory(
    _: TakesJson,
    State(worlds): State<Arc<Worlds>>,
    Path((name, id)): Path<(String, String)>,
    asked: AskedRoom,
) -> Result<Json<ElementMemory>, Problem> {
    let room = open(worlds, asked.of(name)?).await?;
    let none = || Problem::new(NOT_FOUND, format!("this world has no element '{id}'; expected an id, counted from 1"));
    let number = id.parse().map_err(|_| none())?;
    send_command(&room, |reply| Command::Memory(number, reply)).await?.map(Json).ok_or_else(none)
}

/// The least and the most characters of the key of a private room; the least hold 128 random bits.
const KEY: std::ops::RangeInclusive<usize> = 22..=64;

/// The room that a request asks for, and who asks.
struct AskedRoom {
    key: Option<String>,
    visitor: IpAddr,
}

/// The query of every address of a room.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RoomQuery {
    /// The key of a private room: 22 to 64 letters, digits, - or _. Who knows it is in it.
    room: Option<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for AskedRoom {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<AskedRoom, Problem> {
        let query = Query::<RoomQuery>::try_from_uri(&parts.uri);
        let Query(RoomQuery { room }) = query.map_err(|error| Problem::new(BAD_REQUEST, error.body_text()))?;
        Ok(AskedRoom { key: room, visitor: block(client(&parts.extensions).address) })
    }
}

impl AskedRoom {
    /// The name of the room of this world. A key that could be guessed is refused.
    fn of(self, world: String) -> Result<RoomName, Problem> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        let is_key = |key: &String| KEY.contains(&key.len()) && key.bytes().all(plain);
        if self.key.as_ref().is_some_and(|key| !is_key(key)) {
            let message = format!(
                "room: expected the key of a private room, {} to {} letters, digits, - or _ that nobody can guess",
                KEY.start(),
                KEY.end()
            );
            return Err(Problem::new(BAD_REQUEST, message));
        }
        let visitor = Some(self.visitor).filter(|visitor| !visitor.is_loopback());
        Ok(RoomName { world, private: self.key.map(|key| PrivateRoom { key, visitor }) })
    }
}

/// Runs blocking work, such as building a world, on a thread where blocking is allowed.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Problem::new(INTERNAL, error.to_string()))
}

async fn open(worlds: Arc<Worlds>, name: RoomName) -> Result<Arc<Room>, Problem> {
    Ok(worlds.room(&name).await?)
}

/// Sends a command to a room and waits for its reply.
async fn send_command<T>(room: &Room, command: impl FnOnce(oneshot::Sender<T>) -> Command) -> Result<T, Problem> {
    let (reply, answer) = oneshot::channel();
    let gone = || Problem::new(UNAVAILABLE, "the world has ended; try again").retry_after(1);
    room.commands.send(command(reply)).await.map_err(|_| gone())?;
    answer.await.map_err(|_| gone())
}

fn no_script(file: &str) -> Problem {
    Problem::new(NOT_FOUND, format!("this world has no script '{file}'"))
}

/// The problem of a script that does not load. The column is that of the line's first character, because the compiler
/// reports only the line.
fn does_not_load(text: &str, error: &ScriptError) -> Problem {
    let line = error.line.and_then(|line| usize::try_from(line).ok()).unwrap_or(1).max(1);
    let shown = text.lines().nth(line - 1).unwrap_or_default();
    let column = shown.chars().take_while(|sign| sign.is_whitespace()).count() + 1;
    Problem::new(INVALID_SCRIPT, error.to_string()).in_text(line, column, error.message.clone(), "a script that loads")
}

/// The problem of a body that is too large or not UTF-8.
fn unreadable(rejection: StringRejection) -> Problem {
    let sort = if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE { TOO_LARGE } else { BAD_REQUEST };
    Problem::new(sort, rejection.body_text())
}
