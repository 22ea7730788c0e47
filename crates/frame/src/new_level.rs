//! The object of a new level, which every face gives: `menagerie new --json`, `POST /new` and the engines of the page.

use engines::Context;
use serde::{Deserialize, Serialize};

use crate::family::{Family, GenerateOptions, generate};
use crate::problem::AskError;

/// A new level in the form of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewLevel {
    /// The version of the form, 1.
    pub schema: u32,
    /// The name of the family.
    pub family: String,
    /// The name of the question, `new`.
    pub question: String,
    /// Null: a level is no answer that could be wrong.
    pub verdict: (),
    /// The level.
    pub answer: NewText,
}

/// The text of a new level with its seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewText {
    /// The text.
    pub level: String,
    /// The seed that makes it again.
    pub seed: u64,
}

impl NewLevel {
    /// Generates a level.
    ///
    /// # Errors
    /// The errors of [`generate`].
    pub fn generate(family: &dyn Family, options: &GenerateOptions, cx: &Context<'_>) -> Result<NewLevel, AskError> {
        let level = generate(family, options, cx)?;
        let (family, question) = (family.info().name.to_owned(), "new".to_owned());
        Ok(NewLevel { schema: 1, family, question, verdict: (), answer: NewText { level, seed: options.seed } })
    }
}
