//! The endpoints of the catalogue: puzzle families and their shipped levels.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::http::header::HeaderName;
use axum::response::IntoResponse;

use super::{App, shapes};
use crate::http::accept::TakesJson;

const JSON: [(HeaderName, &str); 1] = [(header::CONTENT_TYPE, "application/json")];

/// Lists the families, their questions and options, and the names of their levels.
#[utoipa::path(get, path = "/api/v1/families", tag = "what there is",
    responses((status = 200, description = "the object of `list --json`", body = shapes::Families)))]
pub(super) async fn get_families(_: TakesJson, State(app): State<Arc<App>>) -> impl IntoResponse {
    (JSON, app.site.families())
}

/// Lists the shipped levels with their texts, those of a collection separately, and the names of the operator's levels.
#[utoipa::path(get, path = "/api/v1/levels", tag = "what there is",
    responses((status = 200, description = "every level", body = shapes::Levels)))]
pub(super) async fn get_levels(_: TakesJson, State(app): State<Arc<App>>) -> impl IntoResponse {
    (JSON, app.levels.clone().unwrap_or_else(|| app.site.levels()))
}
