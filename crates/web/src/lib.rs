//! Rules and engines as WebAssembly modules, which perform tasks where there is no server.
//!
//! A [`Session`] performs tasks one after the other on the families of a list, and keeps parsed levels and solvers for
//! later tasks, as the server does. On `wasm32-unknown-unknown` the macro [`exports!`] exports one session to the
//! embedder, which is `crates/server/page/engines/module.js`. Each module is an example of this crate that names its
//! families; `cargo xtask web` builds them (`docs/decisions/010-the-module.md`).

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub mod abi;
mod exports;
mod progress;

use engines::{Context, Progress, ValueCache};
use tasks::{Failure, Families, LevelCache, Outcome, PictureSize, Reason, Task, perform_cached};

pub use progress::Throttled;

/// The most bytes of solvers and their tables that are cached between tasks.
const MAX_KEPT: u64 = 256 << 20;
/// The most solvers that are cached between tasks, however small they are.
const MAX_VALUES: usize = 256;

/// Performs tasks, and caches parsed levels and solvers for later ones.
pub struct Session {
    families: Families,
    levels: LevelCache,
    kept: ValueCache,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("levels", &self.levels).field("kept", &self.kept).finish_non_exhaustive()
    }
}

impl Session {
    /// Begins a session of these families, in which nothing is cached.
    #[must_use]
    pub fn new(families: Families) -> Session {
        Session { families, levels: LevelCache::default(), kept: ValueCache::new(MAX_KEPT, MAX_VALUES) }
    }

    /// Performs a task, given as JSON text, within its own limits, and returns the JSON text of its [`Outcome`]. A text
    /// that is no task gives a failure.
    #[must_use]
    pub fn perform(&self, task: &[u8], progress: &dyn Progress) -> Vec<u8> {
        let outcome = match serde_json::from_slice(task) {
            Ok(task) => self.outcome(&task, progress),
            Err(error) => Outcome::Failed(Failure::new(Reason::Internal, format!("not a task: {error}"))),
        };
        serde_json::to_vec(&outcome).unwrap_or_default()
    }

    fn outcome(&self, task: &Task, progress: &dyn Progress) -> Outcome {
        let cx = Context::new(task.limits.budget()).progress(progress).keeping(&self.kept);
        perform_cached(self.families, &self.levels, task, PictureSize::Whole, &cx)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use engines::NoProgress;
    use puzzles::FAMILIES;
    use serde_json::{Value, json};

    use super::*;

    fn performed(session: &Session, task: &Value) -> Value {
        serde_json::from_slice(&session.perform(task.to_string().as_bytes(), &NoProgress)).unwrap()
    }

    #[test]
    fn a_task_is_performed_and_its_solver_kept() {
        let session = Session::new(FAMILIES);
        let pebble = FAMILIES.iter().find(|family| family.info().name == "pebble").unwrap();
        let task = json!({
            "family": "pebble",
            "level": pebble.info().levels[0].text,
            "operation": { "kind": "ask", "question": "hint", "asked": {} },
            "limits": { "nodes": 200_000, "bytes": 1 << 30, "millis": 600_000 },
        });
        let (first, second) = (performed(&session, &task), performed(&session, &task));
        let nodes = |outcome: &Value| outcome["done"]["result"]["spent"]["nodes"].as_u64().unwrap();
        assert_eq!(first["done"]["result"]["answer"], second["done"]["result"]["answer"]);
        assert!(nodes(&second) <= nodes(&first), "{first} {second}");
    }

    #[test]
    fn what_is_no_task_is_a_failure() {
        let outcome = performed(&Session::new(FAMILIES), &json!({ "family": "pebble" }));
        assert_eq!(outcome["failed"]["reason"], "internal");
        assert!(outcome["failed"]["message"].as_str().unwrap().starts_with("not a task: missing field"));
    }
}
