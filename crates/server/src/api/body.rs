//! Request bodies: JSON within limits of size and time, and the fields that it may have.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::{HeaderMap, header};
use futures_util::StreamExt;
use puzzles::OptionValue;
use puzzles::objects::ObjectsOnly;
use puzzles::options::MOVES;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use tasks::{Families, Limits, Operation, RawJson, Style, Task, Wanted};
use tokio::sync::OwnedSemaphorePermit;
use utoipa::ToSchema;

use super::App;
use super::options::KnownOptions;
use super::rights::Rights;
use crate::http::accept::TakesJson;
use crate::http::client::{block, client};
use crate::http::problem::{BAD_REQUEST, MEDIA, NOT_FOUND, Problem, TOO_LARGE, TOO_SLOW, UNAVAILABLE};

/// The most bytes of a body that is too large that are read and dropped, so that its sender receives the response.
const MAX_DRAINED: usize = 64 << 20;

/// The most moves of a request.
const MAX_MOVES: usize = 100_000;

/// An extractor of a JSON body with the client, its rights, and the headers. It rejects clients that do not accept JSON.
pub(crate) struct Sent<T> {
    pub(crate) body: T,
    /// The client, as it is counted.
    pub(crate) client: IpAddr,
    pub(crate) rights: Rights,
    /// Whether the level is one of the operator's, by its name.
    pub(crate) is_own: bool,
    pub(crate) headers: HeaderMap,
    /// The share of the memory for all bodies, held until the response is ready; `None` for a part of a batch, which has
    /// a share of its own.
    pub(super) _held: Option<OwnedSemaphorePermit>,
}

impl<T: RequestBody> FromRequest<Arc<App>> for Sent<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Sent<T>, Problem> {
        let (mut parts, body) = request.into_parts();
        TakesJson::from_request_parts(&mut parts, app).await?;
        json_is_said(&parts.headers)?;
        let client = block(client(&parts.extensions).address);
        // Where no guard stands before, as in tests, everything is allowed.
        let rights = parts.extensions.get::<Rights>().copied().unwrap_or(Rights::ALL);
        let headers = parts.headers;
        let policy = &app.policy;
        let announced = announced_length(&headers).unwrap_or(policy.body_bytes);
        let held = u32::try_from(announced.min(policy.body_bytes).div_ceil(1024)).unwrap_or(u32::MAX);
        let held = Arc::clone(&app.bodies)
            .try_acquire_many_owned(held)
            .map_err(|_| Problem::new(UNAVAILABLE, "too many large bodies at once").retry_after(1))?;
        let read = read(body, announced, policy.body_bytes);
        let bytes = tokio::time::timeout(policy.body_time, read).await.map_err(|_| too_slow(policy.body_time))??;
        let (body, is_own) = understood(&bytes, app)?;
        Ok(Sent { body, client, rights, is_own, headers, _held: Some(held) })
    }
}

/// Parses a body within the limits of the server, and puts the text of the level that it names in place of the name.
/// Also returns whether that is one of the operator's.
pub(super) fn understood<T: RequestBody>(bytes: &[u8], app: &App) -> Result<(T, bool), Problem> {
    let mut body: T = parse(bytes, &app.options).map_err(|error| not_as_expected(&error))?;
    let policy = &app.policy;
    if body.level().len() > policy.level_bytes {
        let detail = format!("the level has {} bytes; expected at most {}", body.level().len(), policy.level_bytes);
        return Err(Problem::new(TOO_LARGE, detail));
    }
    if body.moves() > MAX_MOVES {
        let detail = format!("there are {} moves; expected at most {MAX_MOVES}", body.moves());
        return Err(Problem::new(TOO_LARGE, detail));
    }
    let is_own = body.place().map_or(Ok(false), |mut place| named(&mut place, app))?;
    Ok((body, is_own))
}

/// Where a body says which level it is about.
pub(crate) struct Place<'b> {
    /// The name of the family; `None` for a body that asks for it.
    pub(crate) family: Option<&'b mut String>,
    pub(crate) level: &'b mut String,
    /// The number of the one level of a text that matters; `None` for a body that is about the whole text.
    pub(crate) number: Option<&'b mut Option<usize>>,
}

/// Puts the text of a level in place of its name. Returns whether it is one of the operator's.
fn named(place: &mut Place<'_>, app: &App) -> Result<bool, Problem> {
    let Some(found) = app.named.find(place.level) else { return Ok(false) };
    let file = found.map_err(|name| {
        Problem::new(NOT_FOUND, format!("there is no level '@{name}'; GET /api/v1/levels lists those that there are"))
    })?;
    if let Some(family) = &mut place.family {
        if !family.is_empty() && **family != file.family {
            let detail = format!("the level '{}' is of the family {}, not '{family}'", place.level, file.family);
            return Err(Problem::new(BAD_REQUEST, detail));
        }
        file.family.clone_into(family);
    }
    let chosen = place.number.as_deref().copied().flatten();
    let one = chosen.and_then(|number| file.levels.get(number.checked_sub(1)?));
    if let (Some(number), Some(_)) = (&mut place.number, one) {
        **number = None;
    }
    *place.level = one.unwrap_or(&file.text).clone();
    Ok(file.is_own)
}

/// Parses a body; structs must be written as objects, and nothing may follow.
fn parse<T: RequestBody>(bytes: &[u8], known: &KnownOptions) -> serde_json::Result<T> {
    let mut text = serde_json::Deserializer::from_slice(bytes);
    let body = T::read(ObjectsOnly(&mut text), known)?;
    text.end().map(|()| body)
}

fn json_is_said(headers: &HeaderMap) -> Result<(), Problem> {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let (kind, _) = content_type.split_once(';').unwrap_or((content_type, ""));
    let kind = kind.trim().to_ascii_lowercase();
    if kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json")) {
        return Ok(());
    }
    Err(Problem::new(MEDIA, format!("the body is '{content_type}'; expected application/json")))
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
        if drained > MAX_DRAINED {
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

/// A request body with a level.
pub(crate) trait RequestBody: Sized {
    /// Deserialises the body; `known` are the options that its `options` can have.
    fn read<'de, D: Deserializer<'de>>(from: D, known: &KnownOptions) -> Result<Self, D::Error>;
    /// The text of the level.
    fn level(&self) -> &str;
    /// The number of the level, for a text that holds several; none in a body about a whole text.
    fn number(&self) -> Option<usize> {
        None
    }
    /// The number of moves; none in a body without any.
    fn moves(&self) -> usize {
        0
    }
    /// Where the body says which level it is about; `None` for a body of several.
    fn place(&mut self) -> Option<Place<'_>>;
}

macro_rules! levelled {
    ($($body:ty: $moves:expr, $is_whole:expr;)*) => {$(
        impl RequestBody for $body {
            fn read<'de, D: Deserializer<'de>>(from: D, _: &KnownOptions) -> Result<$body, D::Error> {
                <$body>::deserialize(from)
            }

            fn level(&self) -> &str {
                &self.level
            }

            fn number(&self) -> Option<usize> {
                self.number
            }

            fn moves(&self) -> usize {
                let moves: fn(&$body) -> usize = $moves;
                moves(self)
            }

            fn place(&mut self) -> Option<Place<'_>> {
                let is_whole: bool = $is_whole;
                let number = (!is_whole).then_some(&mut self.number);
                Some(Place { family: Some(&mut self.family), level: &mut self.level, number })
            }
        }
    )*};
}

// The moves of a body, and whether it is about the whole text.
levelled! {
    LevelsBody: |_| 0, true;
    StateBody: |body| body.moves.len(), true;
    CheckBody: |_| 0, false;
    PictureBody: |body| body.moves.len(), false;
    PlayBody: |body| body.moves.len(), false;
}

/// A text of any kind.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecogniseBody {
    /// The text: a level or several, a save, or the JSON of a gist.
    level: String,
}

impl RequestBody for RecogniseBody {
    fn read<'de, D: Deserializer<'de>>(from: D, _: &KnownOptions) -> Result<RecogniseBody, D::Error> {
        RecogniseBody::deserialize(from)
    }

    fn level(&self) -> &str {
        &self.level
    }

    fn place(&mut self) -> Option<Place<'_>> {
        Some(Place { family: None, level: &mut self.level, number: None })
    }
}

/// A text of one or more levels.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LevelsBody {
    /// The family's name; without it the format of the text is recognised.
    #[serde(default)]
    #[schema(required = false)]
    family: String,
    /// The text of the levels, or `@` and the name of one of the server's levels.
    level: String,
    /// The number of the one level that is wanted with its text, counted from 1; without it all are listed.
    #[schema(minimum = 1)]
    number: Option<usize>,
    /// Whether all levels are listed with their texts.
    #[serde(default)]
    #[schema(required = false)]
    texts: bool,
    /// Whether the pictures that the text draws beside its levels are listed, too.
    #[serde(default)]
    #[schema(required = false)]
    pictures: bool,
}

/// A list of moves, in which whole numbers are taken for texts as in options.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Texts(#[serde(deserialize_with = "texts")] pub(super) Vec<String>);

/// Reads a list of moves as the option of this name does.
fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    match OptionValue::deserialize(deserializer)? {
        OptionValue::List(moves) => Ok(moves),
        other => Err(D::Error::custom(MOVES.check(&other).err().unwrap_or_default())),
    }
}

/// A level whose file is to state moves as its solution.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StateBody {
    /// The family's name; without it the format of the text is recognised.
    #[serde(default)]
    #[schema(required = false)]
    family: String,
    /// The text of the level, or of several, or `@` and the name of one of the server's levels.
    level: String,
    /// The number of the level in a text that holds several, from 1.
    #[schema(minimum = 1)]
    number: Option<usize>,
    /// The moves from the start of the level, which win it.
    #[serde(deserialize_with = "texts")]
    moves: Vec<String>,
    /// The par that the file is to state with them.
    par: Option<String>,
}

/// A file whose levels are to stand in another order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArrangeBody {
    /// The family's name; without it the format of the text is recognised.
    #[serde(default)]
    #[schema(required = false)]
    family: String,
    /// The text of the levels, or `@` and the name of one of the server's files.
    level: String,
    /// The numbers of the levels in the order that is wanted, from 1: a number that stands twice repeats its level, and a
    /// level without its number is left out.
    order: Vec<usize>,
}

impl RequestBody for ArrangeBody {
    fn read<'de, D: Deserializer<'de>>(from: D, _: &KnownOptions) -> Result<ArrangeBody, D::Error> {
        ArrangeBody::deserialize(from)
    }

    fn level(&self) -> &str {
        &self.level
    }

    fn place(&mut self) -> Option<Place<'_>> {
        Some(Place { family: Some(&mut self.family), level: &mut self.level, number: None })
    }
}

/// A new level that is wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewBody {
    /// The family's name.
    family: String,
    /// The board, as `menagerie new --board` takes it, or the text of a level whose board is taken.
    board: Option<String>,
    /// The value that the best answer has, such as a number of moves; by default any.
    difficulty: Option<u64>,
    /// The seed of the random numbers: equal seeds make equal levels.
    seed: u64,
    /// The name of a template to copy, in families that have templates.
    template: Option<String>,
}

impl RequestBody for NewBody {
    fn read<'de, D: Deserializer<'de>>(from: D, _: &KnownOptions) -> Result<NewBody, D::Error> {
        NewBody::deserialize(from)
    }

    fn level(&self) -> &'static str {
        ""
    }

    fn place(&mut self) -> Option<Place<'_>> {
        None
    }
}

/// A level to check.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckBody {
    /// The family's name; without it the format of the text is recognised.
    #[serde(default)]
    #[schema(required = false)]
    family: String,
    /// The level's text, or `@` and the name of one of the server's levels.
    level: String,
    /// The number of the level in a text that holds several, from 1.
    #[schema(minimum = 1)]
    number: Option<usize>,
}

/// A level to draw.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PictureBody {
    /// The family's name; without it the format of the text is recognised.
    #[serde(default)]
    #[schema(required = false)]
    family: String,
    /// The level's text, or `@` and the name of one of the server's levels.
    level: String,
    /// The number of the level in a text that holds several, from 1.
    #[schema(minimum = 1)]
    number: Option<usize>,
    /// The moves that lead to the position.
    #[serde(default, deserialize_with = "texts")]
    moves: Vec<String>,
    /// The role that is played, in levels with several roles.
    role: Option<String>,
    /// An answer object to draw over the board.
    #[schema(value_type = Option<Object>)]
    answer: Option<RawJson>,
    /// Whether to write the numbers of positions beside them, in levels with such numbers.
    #[serde(default)]
    positions: bool,
    /// Whether a film has a frame for every hop, in levels with such films.
    #[serde(default)]
    every_hop: bool,
}

/// A position of a game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayBody {
    /// The family's name; without it the format of the text is recognised.
    #[serde(default)]
    #[schema(required = false)]
    family: String,
    /// The level's text, or `@` and the name of one of the server's levels.
    level: String,
    /// The number of the level in a text that holds several, from 1.
    #[schema(minimum = 1)]
    number: Option<usize>,
    /// The moves that lead to the position.
    #[serde(default, deserialize_with = "texts")]
    moves: Vec<String>,
    /// The role that is played, in levels with several roles.
    role: Option<String>,
    /// Whether the position comes with its picture; by default it does.
    picture: Option<bool>,
}

/// A request body that converts to a task.
pub(crate) trait IntoTask: RequestBody {
    /// Converts the body to a task within the limits `most`. The task is on the whole text; `number` is not applied.
    fn task(self, families: Families, most: Limits) -> Task;
}

impl IntoTask for RecogniseBody {
    fn task(self, _: Families, limits: Limits) -> Task {
        Task { family: String::new(), level: self.level, operation: Operation::Recognise, limits }
    }
}

impl IntoTask for LevelsBody {
    fn task(self, _: Families, limits: Limits) -> Task {
        let LevelsBody { family, level, number, texts, pictures } = self;
        Task { family, level, operation: Operation::Levels(Wanted { number, texts, pictures }), limits }
    }
}

impl IntoTask for StateBody {
    fn task(self, _: Families, limits: Limits) -> Task {
        let StateBody { family, level, number, moves, par } = self;
        Task { family, level, operation: Operation::State { number, moves, par }, limits }
    }
}

impl IntoTask for ArrangeBody {
    fn task(self, _: Families, limits: Limits) -> Task {
        Task { family: self.family, level: self.level, operation: Operation::Arrange { order: self.order }, limits }
    }
}

impl IntoTask for NewBody {
    fn task(self, _: Families, limits: Limits) -> Task {
        let NewBody { family, board, difficulty, seed, template } = self;
        Task { family, level: String::new(), operation: Operation::New { board, difficulty, seed, template }, limits }
    }
}

impl IntoTask for CheckBody {
    fn task(self, _: Families, limits: Limits) -> Task {
        Task { family: self.family, level: self.level, operation: Operation::Check, limits }
    }
}

impl IntoTask for PictureBody {
    fn task(self, _: Families, limits: Limits) -> Task {
        let PictureBody { family, level, moves, role, answer, positions, every_hop, .. } = self;
        let answer = answer.map(|answer| answer.as_str().to_owned());
        let style = Style { positions, every_hop };
        Task { family, level, operation: Operation::Picture { moves, role, answer, style }, limits }
    }
}

impl IntoTask for PlayBody {
    fn task(self, _: Families, limits: Limits) -> Task {
        let PlayBody { family, level, moves, role, picture, .. } = self;
        let picture = picture.unwrap_or(true);
        Task { family, level, operation: Operation::Play { moves, role, picture }, limits }
    }
}
