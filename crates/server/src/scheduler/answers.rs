//! A cache of answers that this process found, for equal questions.

use std::sync::Arc;

use engines::LruCache;
use tasks::{Limits, Outcome};

/// Bytes of an answer in the cache besides its text: its key, twice, and its place in the order of use.
const ENTRY: usize = 512;
/// The most cached answers.
const MAX: usize = 8192;

/// Answers by question, each with the limits under which it was found.
pub(super) struct Answers(LruCache<Arc<(Limits, Outcome)>>);

impl Answers {
    /// Creates a cache of answers of at most `most_bytes` bytes together.
    pub(super) fn new(most_bytes: u64) -> Answers {
        Answers(LruCache::new(most_bytes, MAX))
    }

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
            let bytes = (ENTRY + question.len() + result.as_str().len()) as u64;
            self.0.put(question.as_bytes(), Arc::new((limits, outcome.clone())), bytes);
        }
    }
}
