//! A level as it is played: by the rule of play, or by that of the reference's tests.

use std::sync::{Arc, OnceLock};

use ::puzzlescript::engine::Stop;
use ::puzzlescript::session::{EngineKind, Ruleset};

use super::effort::Limits;
use super::failure::Failure;
use super::level::Level;
use super::playing::Settings;
use super::rules::{BoardRules, State};
use frame::problem::AskError;
use frame::space::MoveCache;

/// The seed of a game for which none is chosen.
const USUAL_SEED: &str = "menagerie";

/// A level as it is played: by these rules, with this seed.
pub(super) struct Variant {
    pub(super) level: Arc<Level>,
    pub(super) settings: Settings,
    /// The rules for questions, once one was asked.
    rules: OnceLock<Result<BoardRules, Failure>>,
    /// The level by the other rule, once a question asked for it.
    other: OnceLock<Arc<Variant>>,
    /// What the checker found out before about the level.
    pub(super) checked: Arc<MoveCache<State>>,
}

impl Variant {
    pub(super) fn of(level: Level) -> Variant {
        let (engine, ruleset) = (EngineKind::Planes, Ruleset::Play);
        Variant::with(Arc::new(level), Settings { engine, ruleset, seed: USUAL_SEED.to_owned() })
    }

    fn with(level: Arc<Level>, settings: Settings) -> Variant {
        Variant { level, settings, rules: OnceLock::new(), other: OnceLock::new(), checked: Arc::default() }
    }

    /// The boards of the level as a state space, for questions within these limits.
    pub(super) fn rules(&self, limits: &Limits) -> Result<Arc<BoardRules>, Failure> {
        let known = match self.rules.get() {
            Some(known) => known,
            None => {
                let made = BoardRules::new(Arc::clone(&self.level), self.settings.clone(), limits.clone());
                // What only these limits forbid is tried again.
                if let Err(failure @ Failure::Turn(Stop::Interrupted | Stop::MemoryLimit)) = made {
                    return Err(failure);
                }
                self.rules.get_or_init(|| made)
            }
        };
        known.as_ref().map(|known| Arc::new(known.anew(limits.clone()))).map_err(|failure| *failure)
    }

    /// The bytes of what is kept for further questions.
    pub(super) fn bytes(&self) -> usize {
        let rules = self.rules.get().and_then(|rules| rules.as_ref().ok()).map_or(0, BoardRules::bytes);
        let other = self.other.get().map_or(0, |other| other.bytes());
        rules + other + self.checked.bytes()
    }

    /// The level by another rule; `None` where it is played by this one.
    ///
    /// # Errors
    /// There is no such rule.
    pub(super) fn by_rule(&self, rule: &str) -> Result<Option<Arc<Variant>>, AskError> {
        let ruleset = match rule {
            "play" => Ruleset::Play,
            "tests" => Ruleset::Tests,
            other => return Err(unknown_rule(other)),
        };
        if ruleset == self.settings.ruleset {
            return Ok(None);
        }
        let settings = || Settings { ruleset, ..self.settings.clone() };
        let make = || Arc::new(Variant::with(Arc::clone(&self.level), settings()));
        Ok(Some(Arc::clone(self.other.get_or_init(make))))
    }
}

fn unknown_rule(name: &str) -> AskError {
    let tests = "tests (a message does nothing, as in the tests of PuzzleScript)";
    AskError::NotOffered(format!("the rule '{name}' is not known; expected play or {tests}"))
}
