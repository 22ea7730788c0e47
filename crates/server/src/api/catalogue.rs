//! What there is: families and the levels that come with them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use puzzles::options::declared;
use puzzles::{Family, QuestionKind};
use serde_json::{Value, json};

use super::App;
use super::accept::TakesJson;
use super::shapes;

/// The object of `list --json`.
#[must_use]
pub fn families(families: &[&dyn Family]) -> Value {
    let options = declared(families);
    let families: Vec<Value> = families.iter().map(|family| info(*family)).collect();
    json!({"schema": 1, "question": "list", "verdict": null, "families": families, "options": options})
}

fn info(family: &dyn Family) -> Value {
    let info = family.info();
    let levels: Vec<Value> =
        info.levels.iter().map(|level| json!({"name": level.name, "about": level.about})).collect();
    let answers: Vec<QuestionKind> = info.questions.iter().map(|question| question.kind).collect();
    let options: Value = info
        .questions
        .iter()
        .map(|question| {
            let names: Vec<&str> = question.options.iter().map(|option| option.name).collect();
            (question.kind.name().to_owned(), json!(names))
        })
        .collect();
    json!({"family": info.name, "extension": info.extension, "about": info.about, "rules": info.rules,
        "source": info.source, "answers": answers, "options": options, "roles": info.roles, "levels": levels})
}

/// The families, their questions and options, and the names of their levels.
#[utoipa::path(get, path = "/api/v1/families", tag = "what there is",
    responses((status = 200, description = "the object of `list --json`", body = shapes::Families)))]
pub(super) async fn get_families(_: TakesJson, State(app): State<Arc<App>>) -> Json<Value> {
    Json(families(app.families))
}

/// The levels that come with it, with their texts.
#[utoipa::path(get, path = "/api/v1/levels", tag = "what there is",
    responses((status = 200, description = "every level", body = shapes::Levels)))]
pub(super) async fn get_levels(_: TakesJson, State(app): State<Arc<App>>) -> Json<Value> {
    let of = |family: &'static dyn Family| {
        let info = family.info();
        info.levels
            .iter()
            .map(|level| json!({"name": level.name, "family": info.name, "about": level.about, "text": level.text}))
    };
    let levels: Vec<Value> = app.families.iter().flat_map(|family| of(*family)).collect();
    Json(json!({"levels": levels}))
}
