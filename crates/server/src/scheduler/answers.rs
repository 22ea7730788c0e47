//! Answers that this process found, kept for equal questions.

use std::sync::Arc;

use tasks::{Limits, Outcome};

use crate::cache::Cache;

/// Bytes of answers held.
const MOST_BYTES: usize = 32 << 20;
/// Answers held.
const MOST: usize = 8192;

/// Answers by question, each with the limits under which it was found.
pub(super) struct Answers(Cache<Arc<(Limits, Outcome)>>);

impl Default for Answers {
    fn default() -> Answers {
        Answers(Cache::new(MOST_BYTES, MOST))
    }
}

impl Answers {
    /// An answer for a task with these limits: a conclusive one, or one that was found under limits that cover them.
    pub(super) fn get(&self, question: &str, limits: &Limits) -> Option<Outcome> {
        let found = self.0.get(question)?;
        let (found_under, outcome) = &*found;
        outcome.answers(found_under, limits).then(|| outcome.clone())
    }

    /// Keeps an answer; a failure is not kept, nor does a lesser answer take the place of a better one.
    pub(super) fn put(&self, question: String, limits: Limits, outcome: &Outcome) {
        let lesser = !outcome.is_conclusive() && self.get(&question, &limits).is_some();
        if let (Outcome::Done { result, .. }, false) = (outcome, lesser) {
            let bytes = question.len() + result.as_str().len();
            self.0.put(question, Arc::new((limits, outcome.clone())), bytes);
        }
    }
}
