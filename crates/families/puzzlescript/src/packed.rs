//! The boards of a level as packed keys, for searches of millions of boards.

#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, PoisonError};

use ::puzzlescript::board::Board;
use ::puzzlescript::game::{ObjectSet, WinCondition};
use ::puzzlescript::packing::Packing;
use engines::Halt;
use engines::packed::{PackedSpace, Steps};
use engines::search::DEAD_END;

use super::bounds::Buffers;
use super::failure::Failure;
use super::layout::Layout;
use super::playing::{Ending, Playing};
use super::rules::{BoardRules, Move, State};
use frame::judge::WITHOUT_WON;
use frame::space::{Distances, Named};

/// A session, and buffers for bounds.
pub(super) struct Worker {
    playing: Playing,
    buffers: Buffers,
    /// A board of the level.
    board: Board,
    /// The key of the board that a restart leads to in the session; empty where it is not known.
    target: Vec<u32>,
}

/// Why boards could not be searched.
#[derive(Clone, Debug)]
pub(super) enum Failed {
    /// A limit was reached in a turn.
    Rules(Failure),
    /// A board holds objects that keys take to be absent.
    Met(ObjectSet),
}

/// The boards of a level as keys; where a restart leads to a board that rules have set, with that.
pub(super) struct PackedBoards<'r> {
    rules: &'r BoardRules,
    layout: Arc<Layout>,
    moves: Vec<Move>,
    /// The last limit that was reached in a turn.
    struck: Mutex<Option<Failure>>,
}

impl<'r> PackedBoards<'r> {
    /// The boards of these rules.
    ///
    /// # Errors
    /// The time was over while they were prepared.
    pub(super) fn new(rules: &'r BoardRules) -> Result<PackedBoards<'r>, Failure> {
        let (layout, moves) = (rules.analysis()?.layout(), Move::of(&rules.level.game).collect());
        Ok(PackedBoards { rules, layout, moves, struck: Mutex::new(None) })
    }

    fn packing(&self) -> &Packing {
        &self.layout.packing
    }

    /// The words of a board in a key.
    fn board_words(&self) -> usize {
        self.packing().words()
    }

    /// The key of a state.
    pub(super) fn key(&self, state: &State) -> Result<Vec<u32>, Failed> {
        let mut key = vec![0; self.words()];
        let (board, target) = key.split_at_mut(self.board_words());
        self.pack(&self.rules.board(state), board)?;
        if let Some(words) = &state.restart {
            self.pack(&self.rules.with_words(words), target)?;
        }
        Ok(key)
    }

    fn pack(&self, board: &Board, key: &mut [u32]) -> Result<(), Failed> {
        if self.packing().pack(board, key) { Ok(()) } else { Err(self.met(board)) }
    }

    /// The distances of boards by those of their keys.
    pub(super) fn distances(&self, keys: engines::packed::Distances) -> Distances<State> {
        let counts = (keys.states(), keys.dead_ends(), keys.bytes());
        let reduced = self.merged().map_or_else(|| WITHOUT_WON.to_owned(), |merged| format!("{WITHOUT_WON}; {merged}"));
        let (layout, has_targets) = (Arc::clone(&self.layout), self.rules.has_targets);
        let blank = Board { words: Vec::new(), ..self.rules.board(&self.rules.start) };
        Distances::new(counts, Some(reduced), move |state: &State| {
            if state.won {
                return Some(Some(0));
            }
            let packing = &layout.packing;
            let pack = |words: &[u64], key: &mut [u32]| packing.pack(&Board { words: words.to_vec(), ..blank }, key);
            let mut key = vec![0; packing.words() * if has_targets { 2 } else { 1 }];
            let (board, target) = key.split_at_mut(packing.words());
            let fits = pack(&state.words, board) && state.restart.as_ref().is_none_or(|words| pack(words, target));
            if fits { keys.of(&key) } else { None }
        })
    }

    /// The objects of a board that keys take to be absent.
    fn met(&self, board: &Board) -> Failed {
        let mut met = ObjectSet::new();
        (0..board.width * board.height).for_each(|cell| met.union_with(&board.objects(cell)));
        let absent = &self.layout.omitted.absent;
        let met: ObjectSet = met.iter().filter(|id| absent.contains(*id)).collect();
        if met.is_empty() { Failed::Rules(self.crowded(board)) } else { Failed::Met(met) }
    }

    /// The failure of a search that meets a cell with several objects of a layer.
    fn crowded(&self, board: &Board) -> Failure {
        let contents = (0..board.width * board.height).map(|cell| board.objects(cell));
        let cell = self.rules.level.game.first_crowded(contents).unwrap_or(0);
        Failure::Crowded(1 + cell % board.height, 1 + cell / board.height)
    }

    /// Makes the board of a key the one that a restart leads to.
    fn aim(&self, worker: &mut Worker, target: &[u32]) {
        if worker.target != target {
            self.packing().unpack(target, &mut worker.board);
            worker.playing.set_restart_target(&worker.board);
            worker.target.clear();
            worker.target.extend_from_slice(target);
        }
    }

    /// Packs the board that a restart leads to now.
    fn pack_target(&self, worker: &mut Worker, key: &mut [u32]) -> Result<(), Failed> {
        self.pack(&worker.playing.restart_target(), key)?;
        if worker.target != key {
            worker.target.clear();
        }
        Ok(())
    }
}

impl PackedSpace for PackedBoards<'_> {
    type Worker = Worker;
    type Error = Failed;

    fn words(&self) -> usize {
        self.board_words() * if self.rules.has_targets { 2 } else { 1 }
    }

    fn worker(&self) -> Result<Worker, Failed> {
        let mut playing = self.rules.simplified_session().map_err(Failed::Rules)?;
        let start = self.rules.board(&self.rules.start);
        playing.resume(&start, &self.rules.restart_of(&self.rules.start));
        Ok(Worker { playing, buffers: Buffers::default(), board: start, target: Vec::new() })
    }

    /// An input that leaves the board as it is is no move, unless it wins.
    fn expand(&self, worker: &mut Worker, state: &[u32], steps: &mut Steps) -> Result<(), Failed> {
        let (board, target) = state.split_at(self.board_words());
        for (label, step) in (0..).zip(&self.moves) {
            worker.playing.unpack(self.packing(), board);
            if self.rules.has_targets {
                self.aim(worker, target);
            }
            let ending = self.rules.pressed(&mut worker.playing, *step).map_err(Failed::Rules)?;
            if ending == Ending::Endless {
                worker.target.clear();
                continue;
            }
            let is_won = ending == Ending::Won;
            let key = steps.push(label, is_won);
            let (after, after_target) = key.split_at_mut(self.board_words());
            // The board of a goal is not needed.
            if !worker.playing.pack(self.packing(), after) && !is_won {
                return Err(self.met(&worker.playing.board()));
            }
            if self.rules.has_targets {
                // A turn that wins may have set another target before: that of the session is not known then.
                if is_won { worker.target.clear() } else { self.pack_target(worker, after_target)? }
            }
            if !is_won && key == state {
                steps.pop();
            }
        }
        Ok(())
    }

    fn has_lower_bound(&self) -> bool {
        self.layout.bounds.is_some()
    }

    fn lower_bound(&self, worker: &mut Worker, state: &[u32]) -> u32 {
        self.layout.bounds.at(self.packing(), &state[..self.board_words()], &mut worker.buffers)
    }

    fn estimates(&self) -> usize {
        2
    }

    /// The lower bound, or without one the cells that keep the win conditions from holding; in the second way those
    /// cells and how far each is from what it lacks.
    fn estimate(&self, worker: &mut Worker, state: &[u32], way: usize) -> u32 {
        let bound = self.lower_bound(worker, state);
        if bound == DEAD_END || way == 0 && self.has_lower_bound() {
            return bound;
        }
        self.packing().unpack(&state[..self.board_words()], &mut worker.board);
        let (board, conditions) = (&worker.board, &self.rules.level.game.win);
        let left = |condition: &WinCondition| {
            let unmet = condition.unmet(board.cells());
            if way == 0 || unmet == 0 { unmet } else { unmet + board.steps_to(condition) }
        };
        u32::try_from(conditions.iter().map(left).sum::<usize>()).unwrap_or(u32::MAX / 2)
    }

    fn halt(&self, error: &Failed) -> Option<Halt> {
        let Failed::Rules(failure) = error else { return None };
        let halt = failure.halt(&self.rules.limits);
        if matches!(halt, Halt::Engine(_)) {
            *self.struck.lock().unwrap_or_else(PoisonError::into_inner) = Some(*failure);
        }
        Some(halt)
    }
}

impl Named for PackedBoards<'_> {
    fn name(&self, label: u32) -> String {
        self.moves[label as usize].name().to_owned()
    }

    fn bound_words(&self) -> &'static str {
        self.layout.bounds.words()
    }

    fn merged(&self) -> Option<&'static str> {
        let merged = "boards that differ only in objects which the rules do not tell apart count once";
        self.layout.merges.then_some(merged)
    }

    /// The game with its one level, the rules of turns, how boards are packed, and the version of the program.
    fn identity(&self) -> Vec<u8> {
        let (level, ruleset) = (&self.rules.level, &self.rules.settings.ruleset);
        let text = level.text_of(&level.start_board());
        let Layout { packing, omitted, .. } = &*self.layout;
        let packed = (packing, omitted, self.rules.has_targets);
        format!("{:?}", (env!("CARGO_PKG_VERSION"), text, ruleset, packed)).into_bytes()
    }

    fn why(&self, halt: Halt) -> String {
        let struck = self.struck.lock().unwrap_or_else(PoisonError::into_inner);
        struck.as_ref().map_or_else(|| halt.to_string(), ToString::to_string)
    }
}
