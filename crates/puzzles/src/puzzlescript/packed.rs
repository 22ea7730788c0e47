//! The boards of a level as packed keys, for searches of millions of boards.

#[cfg(test)]
mod tests;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use ::puzzlescript::packing::Packing;
use engines::packed::{PackedSpace, Steps};
use engines::{EngineLimit, Halt};

use super::analysis::Analysis;
use super::bounds::Buffers;
use super::playing::{Ending, Playing};
use super::rules::{BoardRules, Failure, Move, State};
use crate::space::Named;

/// A session, and buffers for bounds.
pub(super) struct Worker {
    playing: Playing,
    buffers: Buffers,
}

/// The boards of a level as keys.
pub(super) struct PackedBoards<'r> {
    rules: &'r BoardRules,
    moves: Vec<Move>,
    /// The last limit that was reached in a turn.
    struck: Mutex<Option<Failure>>,
}

impl<'r> PackedBoards<'r> {
    /// The boards of these rules; `None` where a state is more than its board.
    pub(super) fn new(rules: &'r BoardRules) -> Option<PackedBoards<'r>> {
        if rules.has_targets {
            return None;
        }
        Some(PackedBoards { rules, moves: Move::of(&rules.level.game).collect(), struck: Mutex::new(None) })
    }

    fn packing(&self) -> &Packing {
        &self.rules.analysis().packing
    }

    /// The key of a state.
    pub(super) fn key(&self, state: &State) -> Vec<u32> {
        let mut key = vec![0; self.packing().words()];
        self.packing().pack(&self.rules.board(state), &mut key);
        key
    }
}

impl PackedSpace for PackedBoards<'_> {
    type Worker = Worker;
    type Error = Failure;

    fn words(&self) -> usize {
        self.packing().words()
    }

    fn worker(&self) -> Result<Worker, Failure> {
        let mut playing = self.rules.session()?;
        let start = self.rules.board(&self.rules.start);
        playing.resume(&start, &start);
        Ok(Worker { playing, buffers: Buffers::default() })
    }

    /// An input that leaves the board as it is is no move, unless it wins.
    fn expand(&self, worker: &mut Worker, state: &[u32], steps: &mut Steps) -> Result<(), Failure> {
        let playing = &mut worker.playing;
        for (label, step) in (0..).zip(&self.moves) {
            playing.unpack(self.packing(), state);
            let ending = self.rules.pressed(playing, *step)?;
            if ending == Ending::Endless {
                continue;
            }
            let is_won = ending == Ending::Won;
            let key = steps.push(label, is_won);
            playing.pack(self.packing(), key);
            if !is_won && key == state {
                steps.pop();
            }
        }
        Ok(())
    }

    fn has_lower_bound(&self) -> bool {
        self.rules.analysis().bounds.is_some()
    }

    fn lower_bound(&self, worker: &mut Worker, state: &[u32]) -> u32 {
        let Analysis { packing, bounds } = self.rules.analysis();
        bounds.at(packing, state, &mut worker.buffers)
    }

    fn halt(&self, error: &Failure) -> Option<Halt> {
        *self.struck.lock().unwrap_or_else(PoisonError::into_inner) = Some(*error);
        Some(Halt::Engine(EngineLimit::Effort))
    }
}

impl Named for PackedBoards<'_> {
    fn name(&self, label: u32) -> String {
        self.moves[label as usize].name().to_owned()
    }

    fn bound_words(&self) -> &'static str {
        self.rules.analysis().bounds.words()
    }

    /// Two hashes of the level, the rule and the version of the program, and of the state.
    fn file_name(&self, start: &[u32]) -> String {
        let level = &self.rules.level;
        let text = level.text_of(&level.start_board());
        let hash = |salt: u64| {
            let mut hasher = DefaultHasher::new();
            (salt, env!("CARGO_PKG_VERSION"), &text, format!("{:?}", self.rules.settings.ruleset)).hash(&mut hasher);
            (start, self.words()).hash(&mut hasher);
            hasher.finish()
        };
        format!("{:016x}{:016x}", hash(1), hash(2))
    }

    fn why(&self, halt: Halt) -> String {
        let struck = self.struck.lock().unwrap_or_else(PoisonError::into_inner);
        struck.as_ref().map_or_else(|| halt.to_string(), ToString::to_string)
    }
}
