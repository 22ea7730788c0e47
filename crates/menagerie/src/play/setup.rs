//! How games are begun: the role that is played, and the seed of a game of chance.

use std::sync::Arc;

use puzzles::{AskError, Level, MoveLimits, Record, controls};

/// What a player chose before the first move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    /// The role, the level's first where none is named.
    pub(crate) role: Option<String>,
    /// The seed, the level's own where none is chosen.
    pub(crate) seed: Option<u64>,
    /// What each move may take.
    pub(crate) limits: MoveLimits,
}

impl Setup {
    /// Begins a game.
    ///
    /// # Errors
    /// The level has no such role, or leaves nothing to chance.
    pub(crate) fn begin(&self, level: Arc<dyn Level>) -> Result<Record, AskError> {
        let role = puzzles::role(&*level, self.role.as_deref())?;
        let mut record = Record::limited(level, role, self.limits.clone());
        if let Some(seed) = self.seed {
            let chosen = record.play(&controls::seed_move(seed));
            chosen.map_err(|illegal| AskError::NotOffered(format!("--seed {seed}: {}", illegal.reason)))?;
        }
        Ok(record)
    }
}
