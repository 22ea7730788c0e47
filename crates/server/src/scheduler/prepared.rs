//! The levels of the operator, prepared at the start of a server: the first hint of each is computed before anybody asks
//! for it, then those along its line of best moves. They are kept as long as the server runs, and in the store for the
//! next start of the same version.
//!
//! All levels are tried within [`TRY`] each, with as many threads as long questions have. The server then counts as ready;
//! levels that need longer are computed after that within the limits of a task, at the lowest priority, and then the lines.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use engines::{CancellationToken, NoProgress};
use futures_util::{StreamExt, stream};
use puzzles::{Options, QuestionKind};
use serde::{Deserialize, Serialize};
use tasks::{Limits, Operation, Outcome, Task};

use super::Scheduler;
use super::lanes::is_settled;
use super::run::at_low_priority;
use crate::queue::VERSION;
use crate::work::Attempt;

/// The time for the first hint of a level before the server is ready, in milliseconds.
const TRY: u64 = 10_000;
/// The most moves of a line along which hints are prepared.
const MAX_LINE: usize = 500;

/// A hint that was computed.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Hint {
    /// The key of its question.
    question: String,
    /// The limits under which it was found.
    limits: Limits,
    outcome: Outcome,
}

/// The hints that were computed at the start.
#[derive(Default)]
pub(super) struct Prepared {
    hints: Mutex<HashMap<String, (Limits, Outcome)>>,
    tried: AtomicUsize,
    known: AtomicUsize,
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
        let hints = self.hints();
        let (found_under, outcome) = hints.get(&question)?;
        outcome.answers(found_under, &task.limits).then(|| outcome.clone())
    }

    fn put(&self, Hint { question, limits, outcome }: Hint) {
        self.hints().insert(question, (limits, outcome));
    }

    fn hints(&self) -> MutexGuard<'_, HashMap<String, (Limits, Outcome)>> {
        self.hints.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How much of the processor work gets beside other work.
#[derive(Clone, Copy)]
enum Priority {
    /// As much as requests: nobody sends any before the server is ready.
    Usual,
    /// What is left.
    Least,
}

/// A level that is being prepared.
struct Level {
    name: String,
    family: &'static str,
    text: String,
}

impl Level {
    /// The question for the hint after these moves.
    fn hint(&self, moves: &[String], limits: Limits) -> Task {
        let asked = if moves.is_empty() { Options::default() } else { Options::after(moves) };
        let operation = Operation::Ask { question: QuestionKind::HINT, asked, picture: false };
        Task { family: self.family.to_owned(), level: self.text.clone(), operation, limits }
    }

    /// The name under which its hints are stored for this version of the program.
    fn stored_name(&self, limits: Limits) -> String {
        format!("hints-{}-{}", self.hint(&[], limits).question_key(), VERSION.replace('.', "-"))
    }
}

impl Scheduler {
    /// How far the levels of the operator are prepared.
    #[must_use]
    pub fn preparation(&self) -> Preparation {
        let count = |of: &AtomicUsize| of.load(Ordering::Relaxed);
        Preparation {
            levels: self.named.own().count(),
            tried: count(&self.prepared.tried),
            known: count(&self.prepared.known),
        }
    }

    /// Prepares the levels of the operator.
    pub async fn prepare(self: &Arc<Scheduler>) {
        let begun = Instant::now();
        let level = |(name, number, family, text): (&str, usize, &'static str, &str)| Level {
            name: format!("{name}#{number}"),
            family,
            text: text.to_owned(),
        };
        let levels: Vec<Level> = self.named.own().map(level).collect();
        if levels.is_empty() {
            return;
        }
        let (stored, levels): (Vec<Level>, Vec<Level>) = levels.into_iter().partition(|level| self.restore(level));
        let within = Limits { millis: self.most.millis.min(TRY), ..self.most };
        let (mut known, slow) = self.try_all(levels, within, Priority::Usual).await;
        let (stored, seconds) = (stored.len(), begun.elapsed().as_secs_f64());
        tracing::info!(stored, computed = known.len(), slow = slow.len(), seconds, "the levels are prepared");
        if within.millis < self.most.millis {
            let (later, unknown) = self.try_all(slow, self.most, Priority::Least).await;
            known.extend(later);
            for Level { name, .. } in unknown {
                tracing::warn!(level = name, "the first hint of a level is not known within the limits of a task");
            }
        }
        let walks = known
            .into_iter()
            .map(|level| self.blocking(Priority::Least, move |scheduler| scheduler.walk(&level, within)));
        stream::iter(walks).buffer_unordered(self.slots.max(1)).collect::<Vec<_>>().await;
        tracing::info!(seconds = begun.elapsed().as_secs_f64(), "the lines of the levels are prepared");
    }

    /// Computes the first hints of these levels within limits; returns those whose hint is known, and the others.
    async fn try_all(
        self: &Arc<Scheduler>,
        levels: Vec<Level>,
        limits: Limits,
        priority: Priority,
    ) -> (Vec<Level>, Vec<Level>) {
        let tried = levels.into_iter().map(|level| {
            self.blocking(priority, move |scheduler| {
                let hint = scheduler.computed(&level.hint(&[], limits));
                let is_known = is_settled(&hint.outcome);
                scheduler.prepared.put(hint);
                scheduler.prepared.tried.fetch_add(1, Ordering::Relaxed);
                scheduler.prepared.known.fetch_add(usize::from(is_known), Ordering::Relaxed);
                (level, is_known)
            })
        });
        let tried: Vec<Option<(Level, bool)>> = stream::iter(tried).buffer_unordered(self.slots.max(1)).collect().await;
        let (known, slow): (Vec<_>, Vec<_>) = tried.into_iter().flatten().partition(|(_, is_known)| *is_known);
        let levels = |tried: Vec<(Level, bool)>| tried.into_iter().map(|(level, _)| level).collect();
        (levels(known), levels(slow))
    }

    /// Does work on a thread that may block.
    async fn blocking<T: Send + 'static>(
        self: &Arc<Scheduler>,
        priority: Priority,
        work: impl FnOnce(&Scheduler) -> T + Send + 'static,
    ) -> Option<T> {
        let scheduler = Arc::clone(self);
        let work = move || match priority {
            Priority::Usual => work(&scheduler),
            Priority::Least => at_low_priority(|| work(&scheduler)),
        };
        tokio::task::spawn_blocking(work).await.ok()
    }

    fn computed(&self, task: &Task) -> Hint {
        let outcome = self.executor.perform(task, Attempt::First, CancellationToken::default(), &NoProgress);
        Hint { question: task.question_key(), limits: task.limits, outcome }
    }

    /// Computes the hints along the best moves of a level, and stores all of its hints.
    fn walk(&self, level: &Level, limits: Limits) {
        let mut moves: Vec<String> = Vec::new();
        let mut hints: Vec<Hint> = Vec::new();
        while moves.len() <= MAX_LINE {
            let hint = self.computed(&level.hint(&moves, limits));
            if !is_settled(&hint.outcome) {
                break;
            }
            let best = best_move(&hint.outcome);
            self.prepared.put(hint.clone());
            hints.push(hint);
            match best {
                Some(best) => moves.push(best),
                None => break,
            }
        }
        self.store(level, &hints);
    }

    /// Stores the hints of a level behind their checksum. A store that fails is no reason not to go on.
    fn store(&self, level: &Level, hints: &[Hint]) {
        let Ok(text) = serde_json::to_string(hints) else { return };
        let write = &mut |out: &mut dyn std::io::Write| write!(out, "{}\n{text}", blake3::hash(text.as_bytes()));
        if let Err(error) = self.executor.store().put(&level.stored_name(self.most), write) {
            tracing::warn!(level = level.name, %error, "the hints of a level cannot be stored");
        }
    }

    /// Takes the hints of a level from the store; whether they were there.
    fn restore(&self, level: &Level) -> bool {
        let stored = self.executor.store().get(&level.stored_name(self.most));
        let Some(hints) = stored.and_then(|bytes| read(&bytes)) else { return false };
        hints.into_iter().for_each(|hint| self.prepared.put(hint));
        self.prepared.tried.fetch_add(1, Ordering::Relaxed);
        self.prepared.known.fetch_add(1, Ordering::Relaxed);
        true
    }
}

/// Reads stored hints; `None` where they are damaged.
fn read(bytes: &[u8]) -> Option<Vec<Hint>> {
    let (sum, text) = std::str::from_utf8(bytes).ok()?.split_once('\n')?;
    (sum == blake3::hash(text.as_bytes()).to_string()).then(|| serde_json::from_str(text).ok()).flatten()
}

/// The first of the best moves that a hint names.
fn best_move(outcome: &Outcome) -> Option<String> {
    let Outcome::Done { result, .. } = outcome else { return None };
    result.value().pointer("/answer/best/0")?.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use tasks::RawJson;

    use super::*;

    #[test]
    fn damaged_hints_are_not_read() {
        let outcome = Outcome::Done { result: RawJson::of(&[1]).unwrap(), is_conclusive: true };
        let limits = Limits { nodes: None, bytes: 1, millis: 1 };
        let text = serde_json::to_string(&[Hint { question: "question".into(), limits, outcome }]).unwrap();
        let stored = format!("{}\n{text}", blake3::hash(text.as_bytes()));
        assert_eq!(read(stored.as_bytes()).unwrap().len(), 1);
        for at in [0, 30, 70, stored.len() - 1] {
            let mut damaged = stored.clone().into_bytes();
            damaged[at] ^= 1;
            assert!(read(&damaged).is_none(), "{at}");
        }
    }
}
