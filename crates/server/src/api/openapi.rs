//! The description of the API (OpenAPI 3.1), from the handlers' own attributes.

use std::sync::Arc;

use engines::Context;
use puzzles::{Family, Question, QuestionKind, role};
use serde_json::{Value, json};
use utoipa::OpenApi;
use utoipa::openapi::path::{HttpMethod, Operation};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{Content, Ref, RefOr, ResponseBuilder};

use super::answer_schemas;
use super::options::KnownOptions;
use crate::http::problem::{MEDIA_TYPE, PROBLEM_TYPES, ProblemDetails};

/// The part of the description that does not depend on routes.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Menagerie",
        description = "Puzzle games with exact answers: found, impossible with a certificate, or unfinished with the bound \
            proven so far. Objects are those of `docs/json.md`; `docs/http.md` says the rest.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(ProblemDetails)),
    tags(
        (name = "what there is", description = "Families and levels"),
        (name = "levels", description = "Check, draw and play a level"),
        (name = "questions", description = "Ask a level"),
        (name = "worlds", description = "The live world's rooms"),
        (name = "jobs", description = "Answers that take longer"),
        (name = "the server", description = "How it is")
    )
)]
struct Head;

/// Returns the description without routes.
pub(super) fn head() -> utoipa::openapi::OpenApi {
    Head::openapi()
}

/// Adds the error responses of every operation, the token, and the questions and options that the families declare.
pub(super) fn complete(mut description: utoipa::openapi::OpenApi, known: &KnownOptions) -> utoipa::openapi::OpenApi {
    for (path, item) in &mut description.paths.paths {
        let operations = [
            (HttpMethod::Get, &mut item.get),
            (HttpMethod::Post, &mut item.post),
            (HttpMethod::Put, &mut item.put),
            (HttpMethod::Delete, &mut item.delete),
        ];
        for (method, operation) in operations {
            if let Some(operation) = operation {
                add_errors(path, &method, operation);
            }
        }
    }
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    let components = description.components.get_or_insert_default();
    components.add_security_scheme("token", bearer);
    components.schemas.insert("RequestOptions".into(), RefOr::T(known.schema()));
    components.schemas.insert("QuestionName".into(), RefOr::T(known.question_schema()));
    // A server on the loopback address requires no token.
    description.security =
        Some(vec![SecurityRequirement::default(), SecurityRequirement::new::<_, _, String>("token", [])]);
    description
}

/// Returns the description as JSON, with the answers that these families declare, examples for one of them, and every
/// problem type under `x-problems`.
pub(super) fn json(description: &utoipa::openapi::OpenApi, families: &[&dyn Family]) -> Value {
    let mut whole = serde_json::to_value(description).unwrap_or_default();
    for (path, example) in examples(families).unwrap_or_default() {
        whole["paths"][path]["post"]["requestBody"]["content"]["application/json"]["example"] = example;
    }
    answer_schemas::add(&mut whole, families);
    let problems = PROBLEM_TYPES.iter().map(|sort| json!({"name": sort.0, "status": sort.1.as_u16(), "title": sort.2}));
    whole["x-problems"] = problems.collect();
    whole
}

/// Returns an example body for each operation on a level: the first shipped level of a family whose levels are data,
/// and the first move there. `None` if no family has such a level.
fn examples(families: &[&dyn Family]) -> Option<[(&'static str, Value); 11]> {
    let family = families.iter().find(|family| family.confined().is_none() && !family.info().levels.is_empty())?;
    let (name, text, cx) = (family.info().name, family.info().levels[0].text, Context::default());
    let level = family.load(Arc::new(text.as_bytes().to_vec()), &cx).ok()?;
    let question = level.questions().first()?.kind;
    let role = role(&*level, None).ok()?;
    let moves: Vec<String> = Arc::clone(&level).start(role, &cx).moves().take(1).collect();
    let after = json!({"family": name, "level": text, "moves": moves});
    let solved = puzzles::ask(&level, &Question::plain(QuestionKind::SOLVE), &cx).ok()?;
    let solution = solved.body.as_ref()?.line()?;
    let maker = families.iter().map(|family| family.info()).find(|info| info.new_levels.is_some());
    Some([
        ("/api/v1/recognise", json!({"level": text})),
        ("/api/v1/levels", json!({"family": name, "level": text, "number": 1})),
        ("/api/v1/state", json!({"family": name, "level": text, "moves": solution})),
        ("/api/v1/arrange", json!({"family": name, "level": text, "order": [1, 1]})),
        ("/api/v1/new", json!({"family": maker.map_or(name, |info| info.name), "seed": 7})),
        ("/api/v1/check", json!({"family": name, "level": text})),
        ("/api/v1/picture", after.clone()),
        ("/api/v1/play", after.clone()),
        ("/api/v1/hint", after.clone()),
        ("/api/v1/batch", json!({"requests": [{"to": "hint", "body": after}]})),
        ("/api/v1/ask", json!({"family": name, "level": text, "question": question, "options": {"time": "5s"}})),
    ])
}

/// The error statuses of an operation.
fn errors(path: &str, method: &HttpMethod) -> Vec<u16> {
    let mut all = vec![400, 401, 403, 406, 429, 500, 503];
    if matches!(method, HttpMethod::Post | HttpMethod::Put) {
        all.extend([404, 408, 413, 415, 422]);
    } else if path.contains('{') {
        all.push(404);
    }
    all
}

fn add_errors(path: &str, method: &HttpMethod, operation: &mut Operation) {
    for status in errors(path, method) {
        let names: Vec<&str> =
            PROBLEM_TYPES.iter().filter(|sort| sort.1.as_u16() == status).map(|sort| sort.0).collect();
        let content = Content::new(Some(Ref::from_schema_name("Problem")));
        let response = ResponseBuilder::new().description(names.join(", ")).content(MEDIA_TYPE, content).build();
        operation.responses.responses.entry(status.to_string()).or_insert(response.into());
    }
}
