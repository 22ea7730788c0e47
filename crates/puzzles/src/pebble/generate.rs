//! New boards of an exact distance.

use engines::Context;

use crate::family::Wish;
use crate::problem::Refusal;

pub(super) fn generate(_: &Wish, _: &Context<'_>) -> Result<String, Refusal> {
    Err(Refusal::NotOffered("not yet".into()))
}
