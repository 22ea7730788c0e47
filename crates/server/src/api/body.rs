//! Bodies of requests: JSON within bounds of size and time, and what it may say.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::{HeaderMap, header};
use futures_util::StreamExt;
use puzzles::objects::ObjectsOnly;
use serde::{Deserialize, Deserializer};
use tasks::{Families, Limits, Operation, RawJson, Style, Task};
use tokio::sync::OwnedSemaphorePermit;
use utoipa::ToSchema;

use super::App;
use super::accept::TakesJson;
use super::guard::address;
use super::options::KnownOptions;
use super::problem::{BAD_REQUEST, MEDIA, Problem, TOO_LARGE, TOO_SLOW, UNAVAILABLE};

/// So much of a body that is too large is read and thrown away, so that its sender hears the answer.
const MOST_DRAINED: usize = 64 << 20;

/// Moves made before, at most.
const MOST_MOVES: usize = 100_000;

/// A JSON body, and who sent it; the answer is JSON, too.
pub(crate) struct Sent<T> {
    pub(crate) body: T,
    pub(crate) client: IpAddr,
    pub(crate) headers: HeaderMap,
    /// A share of what all bodies may hold, until the answer is made.
    _held: OwnedSemaphorePermit,
}

impl<T: RequestBody> FromRequest<Arc<App>> for Sent<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Sent<T>, Problem> {
        let (mut parts, body) = request.into_parts();
        TakesJson::from_request_parts(&mut parts, app).await?;
        json_is_said(&parts.headers)?;
        let (client, headers) = (address(&parts.extensions), parts.headers);
        let policy = &app.policy;
        let announced = announced_length(&headers).unwrap_or(policy.body_bytes);
        let held = u32::try_from(announced.min(policy.body_bytes).div_ceil(1024)).unwrap_or(u32::MAX);
        let held = Arc::clone(&app.bodies)
            .try_acquire_many_owned(held)
            .map_err(|_| Problem::new(UNAVAILABLE, "too many large bodies at once").retry_after(1))?;
        let read = read(body, announced, policy.body_bytes);
        let bytes = tokio::time::timeout(policy.body_time, read).await.map_err(|_| too_slow(policy.body_time))??;
        let body: T = parse(&bytes, &app.options).map_err(|error| not_as_expected(&error))?;
        if body.level().len() > policy.level_bytes {
            let detail = format!("the level has {} bytes; expected at most {}", body.level().len(), policy.level_bytes);
            return Err(Problem::new(TOO_LARGE, detail));
        }
        if body.moves() > MOST_MOVES {
            let detail = format!("there are {} moves; expected at most {MOST_MOVES}", body.moves());
            return Err(Problem::new(TOO_LARGE, detail));
        }
        Ok(Sent { body, client, headers, _held: held })
    }
}

/// The body, whose structs are objects, and nothing after it.
fn parse<T: RequestBody>(bytes: &[u8], known: &KnownOptions) -> serde_json::Result<T> {
    let mut text = serde_json::Deserializer::from_slice(bytes);
    let body = T::read(ObjectsOnly(&mut text), known)?;
    text.end().map(|()| body)
}

fn json_is_said(headers: &HeaderMap) -> Result<(), Problem> {
    let said = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let (kind, _) = said.split_once(';').unwrap_or((said, ""));
    let kind = kind.trim().to_ascii_lowercase();
    if kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json")) {
        return Ok(());
    }
    Err(Problem::new(MEDIA, format!("the body is '{said}'; expected application/json")))
}

fn announced_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn too_slow(allowed: Duration) -> Problem {
    Problem::new(TOO_SLOW, format!("the body did not arrive within {} s", allowed.as_secs_f64()))
}

/// Reads a body up to `most` bytes.
async fn read(body: Body, announced: usize, most: usize) -> Result<Bytes, Problem> {
    let mut stream = body.into_data_stream();
    let mut bytes = Vec::with_capacity(announced.min(most));
    let mut over = announced.saturating_sub(most);
    let mut drained = 0;
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|error| Problem::new(BAD_REQUEST, format!("the body breaks off: {error}")))?;
        if over == 0 && bytes.len() + chunk.len() <= most {
            bytes.extend_from_slice(&chunk);
            continue;
        }
        (over, drained) = (over.max(1), drained + chunk.len());
        if drained > MOST_DRAINED {
            break;
        }
    }
    if over == 0 { Ok(bytes.into()) } else { Err(too_large(most)) }
}

fn too_large(most: usize) -> Problem {
    Problem::new(TOO_LARGE, format!("the body is too large; expected at most {most} bytes"))
}

fn not_as_expected(error: &serde_json::Error) -> Problem {
    Problem::new(BAD_REQUEST, format!("the body: {error}")).at(error.line(), error.column().max(1))
}

/// A body with a level in it.
pub(crate) trait RequestBody: Sized {
    /// Reads it; `known` are the options that its `options` can have.
    fn read<'de, D: Deserializer<'de>>(from: D, known: &KnownOptions) -> Result<Self, D::Error>;
    /// The level's text.
    fn level(&self) -> &str;
    /// How many moves it has.
    fn moves(&self) -> usize {
        0
    }
}

impl RequestBody for CheckBody {
    fn read<'de, D: Deserializer<'de>>(from: D, _: &KnownOptions) -> Result<CheckBody, D::Error> {
        CheckBody::deserialize(from)
    }

    fn level(&self) -> &str {
        &self.level
    }
}

macro_rules! levelled {
    ($($body:ty),*) => {$(
        impl RequestBody for $body {
            fn read<'de, D: Deserializer<'de>>(from: D, _: &KnownOptions) -> Result<$body, D::Error> {
                <$body>::deserialize(from)
            }

            fn level(&self) -> &str {
                &self.level
            }

            fn moves(&self) -> usize {
                self.moves.len()
            }
        }
    )*};
}

levelled!(PictureBody, PlayBody);

/// A level to be checked.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckBody {
    /// The family's name.
    family: String,
    /// The level's text.
    level: String,
}

/// A level to be drawn.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PictureBody {
    /// The family's name.
    family: String,
    /// The level's text.
    level: String,
    /// Moves made before.
    #[serde(default)]
    moves: Vec<String>,
    /// Who plays, where several can.
    role: Option<String>,
    /// An answer object, to be drawn over the board.
    #[schema(value_type = Option<Object>)]
    answer: Option<RawJson>,
    /// Write the numbers of positions beside them, where a level has such numbers.
    #[serde(default)]
    positions: bool,
    /// A film with a frame for every hop, where a level has such films.
    #[serde(default)]
    every_hop: bool,
}

/// A position to be played from.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayBody {
    /// The family's name.
    family: String,
    /// The level's text.
    level: String,
    /// Moves made so far.
    #[serde(default)]
    moves: Vec<String>,
    /// Who plays, where several can.
    role: Option<String>,
}

/// A body that says what to do.
pub(crate) trait IntoTask {
    /// The task, for one of these families and within these limits.
    fn task(self, families: Families, most: Limits) -> Task;
}

impl IntoTask for CheckBody {
    fn task(self, _: Families, limits: Limits) -> Task {
        Task { family: self.family, level: self.level, operation: Operation::Check, limits }
    }
}

impl IntoTask for PictureBody {
    fn task(self, _: Families, limits: Limits) -> Task {
        let PictureBody { family, level, moves, role, answer, positions, every_hop } = self;
        let answer = answer.map(|answer| answer.as_str().to_owned());
        let style = Style { positions, every_hop };
        Task { family, level, operation: Operation::Picture { moves, role, answer, style }, limits }
    }
}

impl IntoTask for PlayBody {
    fn task(self, _: Families, limits: Limits) -> Task {
        let PlayBody { family, level, moves, role } = self;
        Task { family, level, operation: Operation::Play { moves, role }, limits }
    }
}
