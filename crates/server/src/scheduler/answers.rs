//! A cache of answers that this process found, for equal questions.

use std::sync::Arc;

use engines::LruCache;
use tasks::{Limits, Outcome};

/// The most bytes of cached answers.
const MOST_BYTES: u64 = 32 << 20;
/// The most cached answers.
const MOST: usize = 8192;

/// Answers by question, each with the limits under which it was found.
pub(super) struct Answers(LruCache<Arc<(Limits, Outcome)>>);

impl Default for Answers {
    fn default() -> Answers {
        Answers(LruCache::new(MOST_BYTES, MOST))
    }
}

impl Answers {
    /// Returns an answer for a task with these limits: a conclusive one, or one found under limits that cover them.
    pub(super) fn get(&self, question: &str, limits: &Limits) -> Option<Outcome> {
        let found = self.0.get(question.as_bytes())?;
        let (found_under, outcome) = &*found;
        outcome.answers(found_under, limits).then(|| outcome.clone())
    }

    /// Stores an answer. A failure is not stored, and a worse answer does not replace a better one.
    pub(super) fn put(&self, question: &str, limits: Limits, outcome: &Outcome) {
        let lesser = !outcome.is_conclusive() && self.get(question, &limits).is_some();
        if let (Outcome::Done { result, .. }, false) = (outcome, lesser) {
            let bytes = (question.len() + result.as_str().len()) as u64;
            self.0.put(question.as_bytes(), Arc::new((limits, outcome.clone())), bytes);
        }
    }
}
