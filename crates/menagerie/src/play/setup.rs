//! How games are begun: the role that is played, options that choose what is played, such as another rule, and the
//! seed of a game of chance.

use std::sync::Arc;

use puzzles::options::ROLE;
use puzzles::{AskError, Level, MoveLimits, OptionValue, Options, Question, QuestionKind, Record, controls, offered};

/// What a player chose before the first move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    /// The role, the level's first where none is named.
    pub(crate) role: Option<String>,
    /// Options of the question `run`, which choose the level that is played.
    pub(crate) options: Options,
    /// The seed, the level's own where none is chosen.
    pub(crate) seed: Option<u64>,
    /// What each move may take.
    pub(crate) limits: MoveLimits,
}

impl Setup {
    /// Begins a game.
    ///
    /// # Errors
    /// The level has no such role, does not take an option, or leaves nothing to chance.
    pub(crate) fn begin(&self, level: Arc<dyn Level>) -> Result<Record, AskError> {
        let level = self.chosen(level)?;
        let role = puzzles::role(&*level, self.role.as_deref())?;
        let mut record = Record::limited(level, role, self.limits.clone());
        if let Some(seed) = self.seed {
            let chosen = record.play(&controls::seed_move(seed));
            chosen.map_err(|illegal| AskError::NotOffered(format!("--seed {seed}: {}", illegal.reason)))?;
        }
        Ok(record)
    }

    /// Whether nothing was chosen.
    pub(crate) fn is_plain(&self) -> bool {
        self.role.is_none() && self.seed.is_none() && self.options.given().next().is_none()
    }

    /// The level that the options choose, whose own text says what they say: a save of the game goes on with it.
    fn chosen(&self, level: Arc<dyn Level>) -> Result<Arc<dyn Level>, AskError> {
        if self.options.given().next().is_none() {
            return Ok(level);
        }
        let asked = match &self.role {
            Some(role) => self.options.clone().with(&ROLE, OptionValue::Text(role.clone())),
            None => self.options.clone(),
        };
        let question = offered(&*level, &Question { kind: QuestionKind::RUN, asked })?;
        Ok(level.variant(&question.asked)?.unwrap_or(level))
    }
}
