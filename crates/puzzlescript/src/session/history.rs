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

    /// Keeps the board as an undo state.
    pub(super) fn push_board(&mut self, engine: &dyn Engine<'_>) {
        self.push(|board| engine.save(board));
    }

    /// Keeps the board from before the last turn as an undo state.
    #[inline]
    pub(super) fn push_backup(&mut self, engine: &dyn Engine<'_>) {
        self.push(|board| engine.save_backup(board));
    }

    #[inline]
    fn push(&mut self, save: impl FnOnce(&mut Board)) {
        if self.most == 0 {
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
