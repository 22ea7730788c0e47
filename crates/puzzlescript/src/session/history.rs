//! Boards to go back to: undo states and the target of a restart.

use std::collections::VecDeque;

use crate::board::Board;
use crate::engine::Engine;

/// The undo states of a level, and its restart target.
#[derive(Debug, Default)]
pub(super) struct History {
    states: VecDeque<Board>,
    most: usize,
    /// What a restart leads to.
    pub(super) restart: Board,
    /// A board to be reused, so that a turn allocates nothing once the history is full.
    spare: Board,
}

impl History {
    /// Begins a level: no undo states and at most so many, and the board is the restart target.
    pub(super) fn begin(&mut self, engine: &dyn Engine<'_>, most: usize) {
        self.states.clear();
        self.most = most;
        engine.save(&mut self.restart);
    }

    /// Forgets the undo states, and makes this board the restart target.
    pub(super) fn resume(&mut self, restart: &Board) {
        self.states.clear();
        self.restart.clone_from(restart);
    }

    /// Whether undo states are kept at all.
    #[inline]
    pub(super) fn keeps_states(&self) -> bool {
        self.most > 0
    }

    /// Keeps the board as an undo state.
    pub(super) fn push_board(&mut self, engine: &dyn Engine<'_>) {
        self.push(|board| engine.save(board));
    }

    /// Keeps the board from before the last turn as an undo state.
    #[inline]
    pub(super) fn push_backup(&mut self, engine: &dyn Engine<'_>) {
        self.push(|board| engine.save_backup(board));
    }

    /// Keeps a board as an undo state, if it is not the engine's.
    pub(super) fn push_if_other(&mut self, engine: &dyn Engine<'_>, board: &Board) {
        engine.save(&mut self.spare);
        if self.spare != *board {
            self.push(|state| state.clone_from(board));
        }
    }

    /// The last undo state, if there is one.
    pub(super) fn last(&self) -> Option<&Board> {
        self.states.back()
    }

    #[inline]
    fn push(&mut self, save: impl FnOnce(&mut Board)) {
        if !self.keeps_states() {
            return;
        }
        let mut board = if self.states.len() < self.most {
            std::mem::take(&mut self.spare)
        } else {
            self.states.pop_front().unwrap_or_default()
        };
        save(&mut board);
        self.states.push_back(board);
    }

    /// Takes the last undo state that differs from the board, and makes it the board.
    pub(super) fn undo(&mut self, engine: &mut dyn Engine<'_>) {
        engine.save(&mut self.spare);
        while let Some(state) = self.states.pop_back() {
            if state != self.spare {
                engine.restore(&state);
                return;
            }
        }
    }
}
