//! Several small requests in one: each is answered as it is at its own address, and counts as one.

use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Json;
use axum::body::to_bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use serde::{Deserialize, Deserializer, Serialize};
use tasks::RawJson;
use utoipa::ToSchema;

use super::body::{Place, RequestBody, Sent, understood};
use super::guard::{self, take_turns};
use super::options::KnownOptions;
use super::rights::{Need, Rights};
use super::{App, questions, shapes};
use crate::http::problem::{BAD_REQUEST, INTERNAL, Problem, ProblemType, TOO_LARGE};

/// The most requests of a batch.
const MAX_REQUESTS: usize = 100;
/// The requests of a batch that are answered at once.
const AT_ONCE: usize = 4;
/// The most bytes of all answers together.
const MAX_ANSWERS: usize = 8 << 20;

/// Several requests.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BatchBody {
    /// The requests, at most 100.
    requests: Vec<Part>,
}

/// A request of a batch.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    /// The last part of the address of the request.
    to: Endpoint,
    /// The body, as it is sent there.
    #[schema(value_type = Object)]
    body: RawJson,
}

/// The endpoints whose requests can be parts of a batch.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Endpoint {
    Recognise,
    Levels,
    State,
    Arrange,
    New,
    Check,
    Picture,
    Play,
    Hint,
    Ask,
}

impl Endpoint {
    /// The last part of its address, as in JSON.
    fn name(self) -> &'static str {
        match self {
            Endpoint::Recognise => "recognise",
            Endpoint::Levels => "levels",
            Endpoint::State => "state",
            Endpoint::Arrange => "arrange",
            Endpoint::New => "new",
            Endpoint::Check => "check",
            Endpoint::Picture => "picture",
            Endpoint::Play => "play",
            Endpoint::Hint => "hint",
            Endpoint::Ask => "ask",
        }
    }
}

/// The answer to a request of a batch.
#[derive(Serialize)]
pub(super) struct PartAnswer {
    status: u16,
    body: Option<RawJson>,
}

/// The answers to the requests of a batch, in their order.
#[derive(Serialize)]
pub(super) struct BatchAnswers {
    answers: Vec<PartAnswer>,
}

impl RequestBody for BatchBody {
    fn read<'de, D: Deserializer<'de>>(from: D, _: &KnownOptions) -> Result<BatchBody, D::Error> {
        BatchBody::deserialize(from)
    }

    fn level(&self) -> &'static str {
        ""
    }

    fn number(&self) -> Option<usize> {
        None
    }

    fn moves(&self) -> usize {
        0
    }

    fn place(&mut self) -> Option<Place<'_>> {
        None
    }
}

/// Answers several requests; each counts as one, and has the status and the body that it has at its own address.
#[utoipa::path(post, path = "/api/v1/batch", tag = "questions", params(
        ("Prefer" = Option<String>, Header, description = "as for each question: `wait=5`, `respond-async`")),
    request_body = BatchBody,
    responses((status = 200, description = "the answers in the order of the requests", body = shapes::BatchAnswers)))]
pub(super) async fn batch(State(app): State<Arc<App>>, sent: Sent<BatchBody>) -> Result<Json<BatchAnswers>, Problem> {
    let Sent { body: BatchBody { requests }, client, rights, headers, _held, .. } = sent;
    if requests.is_empty() {
        return Err(Problem::new(BAD_REQUEST, "the batch is empty; expected requests"));
    }
    if requests.len() > MAX_REQUESTS {
        let detail = format!("the batch has {} requests; expected at most {MAX_REQUESTS}", requests.len());
        return Err(Problem::new(TOO_LARGE, detail));
    }
    take_turns(&app, client, rights, requests.len())?;
    let batch = Batch { app, rights, client, headers, taken: AtomicUsize::new(0) };
    let answered = requests.into_iter().map(|part| batch.answer(part));
    let answers = stream::iter(answered).buffered(AT_ONCE).collect().await;
    Ok(Json(BatchAnswers { answers }))
}

/// What the requests of a batch have in common.
struct Batch {
    app: Arc<App>,
    rights: Rights,
    client: IpAddr,
    headers: HeaderMap,
    /// The bytes of the answers so far.
    taken: AtomicUsize,
}

impl Batch {
    async fn answer(&self, Part { to, body }: Part) -> PartAnswer {
        let response = match self.may(to) {
            Err(problem) => problem.into_response(),
            Ok(()) => match to {
                Endpoint::Recognise => self.ask(&body, questions::recognise).await,
                Endpoint::Levels => self.ask(&body, questions::list).await,
                Endpoint::State => self.ask(&body, questions::state).await,
                Endpoint::Arrange => self.ask(&body, questions::arrange).await,
                Endpoint::New => self.ask(&body, questions::new).await,
                Endpoint::Check => self.ask(&body, questions::check).await,
                Endpoint::Picture => self.ask(&body, questions::picture).await,
                Endpoint::Play => self.ask(&body, questions::play).await,
                Endpoint::Hint => self.ask(&body, questions::hint).await,
                Endpoint::Ask => self.ask(&body, questions::ask).await,
            },
        };
        self.counted(response).await
    }

    /// Checks the rights for an endpoint.
    fn may(&self, to: Endpoint) -> Result<(), Problem> {
        let need = Need::of(&Method::POST, &format!("/api/v1/{}", to.name()));
        guard::meets(need, self.rights, guard::has_token(&self.headers))
    }

    async fn ask<B, F, R>(&self, body: &RawJson, handle: impl FnOnce(State<Arc<App>>, Sent<B>) -> F) -> Response
    where
        B: RequestBody,
        F: Future<Output = Result<R, Problem>>,
        R: IntoResponse,
    {
        match understood::<B>(body.as_str().as_bytes(), &self.app) {
            Err(problem) => problem.into_response(),
            Ok((body, is_own)) => {
                let (client, rights, headers) = (self.client, self.rights, self.headers.clone());
                let sent = Sent { body, client, rights, is_own, headers, _held: None };
                handle(State(Arc::clone(&self.app)), sent).await.into_response()
            }
        }
    }

    /// The answer of a response, within the bytes of all answers.
    async fn counted(&self, response: Response) -> PartAnswer {
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
        if self.taken.fetch_add(bytes.len(), Ordering::Relaxed) + bytes.len() > MAX_ANSWERS {
            let detail = format!("the answers of the batch have more than {MAX_ANSWERS} bytes; ask for fewer at once");
            return failed(TOO_LARGE, detail);
        }
        match serde_json::from_slice(&bytes) {
            Ok(body) => PartAnswer { status: parts.status.as_u16(), body: Some(body) },
            Err(error) => failed(INTERNAL, error.to_string()),
        }
    }
}

fn failed(sort: ProblemType, detail: String) -> PartAnswer {
    PartAnswer { status: sort.1.as_u16(), body: RawJson::of(&Problem::new(sort, detail)).ok() }
}
