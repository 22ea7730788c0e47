//! The levels of the operator, prepared at the start of a server: the first hint of each is computed before anybody asks
//! for it, so that its tables are there, and is kept as long as the server runs.
//!
//! All are tried within [`TRY`] each, with as many threads as long questions have, at the lowest priority. The server then
//! counts as ready, and those that need longer are computed within the limits of a task.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use engines::{CancellationToken, NoProgress};
use futures_util::{StreamExt, stream};
use puzzles::{Options, QuestionKind};
use tasks::{Limits, Operation, Outcome, Task};

use super::Scheduler;
use super::lanes::is_settled;
use super::run::at_low_priority;
use crate::work::Attempt;

/// The time for the first hint of a level before the server is ready, in milliseconds.
const TRY: u64 = 10_000;

/// The hints that were computed at the start.
#[derive(Default)]
pub(super) struct Prepared {
    outcomes: Mutex<HashMap<String, (Limits, Outcome)>>,
    tried: AtomicUsize,
}

/// How far the levels of the operator are prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preparation {
    /// The number of levels.
    pub levels: usize,
    /// The levels that were tried.
    pub tried: usize,
    /// The levels whose first hint is known.
    pub known: usize,
}

impl Prepared {
    /// The outcome of an equal task that was prepared, if it may be reused.
    pub(super) fn get(&self, task: &Task) -> Option<Outcome> {
        if self.tried.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let question = task.question_key();
        let outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        let (found_under, outcome) = outcomes.get(&question)?;
        outcome.answers(found_under, &task.limits).then(|| outcome.clone())
    }

    fn put(&self, task: &Task, outcome: Outcome) {
        let mut outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        outcomes.insert(task.question_key(), (task.limits, outcome));
    }
}

/// A level that is being prepared.
struct Level {
    name: String,
    task: Task,
}

impl Scheduler {
    /// How far the levels of the operator are prepared.
    #[must_use]
    pub fn preparation(&self) -> Preparation {
        let outcomes = self.prepared.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        let known = outcomes.values().filter(|(_, outcome)| is_settled(outcome)).count();
        Preparation { levels: self.named.own().count(), tried: self.prepared.tried.load(Ordering::Relaxed), known }
    }

    /// Prepares the levels of the operator.
    pub async fn prepare(self: &Arc<Scheduler>) {
        let begun = Instant::now();
        let levels: Vec<Level> = self.named.own().map(|own| self.first_hint(own)).collect();
        if levels.is_empty() {
            return;
        }
        let tried = Limits { millis: self.most.millis.min(TRY), ..self.most };
        let slow = self.try_all(levels, tried).await;
        tracing::info!(slow = slow.len(), seconds = begun.elapsed().as_secs_f64(), "the levels are prepared");
        if tried.millis < self.most.millis {
            let unknown = self.try_all(slow, self.most).await;
            for Level { name, .. } in unknown {
                tracing::warn!(level = name, "the first hint of a level is not known within the limits of a task");
            }
        }
    }

    fn first_hint(&self, (name, number, family, text): (&str, usize, &str, &str)) -> Level {
        let operation = Operation::Ask { question: QuestionKind::HINT, asked: Options::default(), picture: false };
        let task = Task { family: family.to_owned(), level: text.to_owned(), operation, limits: self.most };
        Level { name: format!("{name}#{number}"), task }
    }

    /// Computes the first hints of these levels; returns those that need more than these limits.
    async fn try_all(self: &Arc<Scheduler>, levels: Vec<Level>, limits: Limits) -> Vec<Level> {
        let tried = levels.into_iter().map(|Level { name, mut task }| {
            task.limits = limits;
            let scheduler = Arc::clone(self);
            let work = move || {
                let perform = || {
                    let stop = CancellationToken::default();
                    scheduler.executor.perform(&task, Attempt::First, stop, &NoProgress)
                };
                let outcome = at_low_priority(perform);
                scheduler.prepared.tried.fetch_add(1, Ordering::Relaxed);
                let is_known = is_settled(&outcome);
                scheduler.prepared.put(&task, outcome);
                (!is_known).then_some(Level { name, task })
            };
            async { tokio::task::spawn_blocking(work).await.ok().flatten() }
        });
        stream::iter(tried).buffer_unordered(self.slots.max(1)).filter_map(async |slow| slow).collect().await
    }
}
