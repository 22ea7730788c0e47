//! What an engine is: the rules of one turn on one board.
//!
//! An engine plays a turn: input, rule groups, movement, late groups. What follows a turn (commands, winning, undo,
//! levels) is the business of a [`Session`](crate::session::Session), which is the same for every engine. What a turn
//! leaves besides the board is in its [`TurnContext`].

mod commands;
mod context;
mod sounds;

use crate::board::Board;
use crate::game::{LayerId, ObjectSet, movement};
use crate::packing::Packing;

pub use commands::CommandQueue;
pub use context::{RuntimeMessage, Stop, TurnContext, TurnRecord};
pub use sounds::TurnSounds;

/// What a player presses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// Towards row 0.
    Up,
    /// Towards column 0.
    Left,
    /// Away from row 0.
    Down,
    /// Away from column 0.
    Right,
    /// The action key.
    Action,
}

impl Input {
    /// All inputs, by the numbers that the reference's recordings use.
    pub const ALL: [Self; 5] = [Self::Up, Self::Left, Self::Down, Self::Right, Self::Action];

    /// The bit of [`movement`] that the player receives.
    #[must_use]
    pub fn movement(self) -> u8 {
        match self {
            Self::Up => movement::UP,
            Self::Left => movement::LEFT,
            Self::Down => movement::DOWN,
            Self::Right => movement::RIGHT,
            Self::Action => movement::ACTION,
        }
    }
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// All its rules ran.
    Done,
    /// The game requires that the player moves, and no player did. The caller takes the turn back.
    Refused,
}

/// The rules of one game on the board of one level.
///
/// The engine remembers the board at the start of its last turn, the *backup*.
pub trait Engine<'g>: Send {
    /// Plays a turn up to its commands, which are left in the context's queue. Without an input it is a tick.
    ///
    /// # Errors
    ///
    /// When a limit ends the turn early. The board is then unspecified until [`Engine::take_back`].
    fn turn(&mut self, input: Option<Input>, context: &mut TurnContext<'g>) -> Result<Played, Stop>;

    /// Whether the board differs from the backup.
    fn is_changed(&self) -> bool;

    /// Whether there is movement on the board.
    fn has_movement(&self) -> bool;

    /// Exchanges the board and the backup. All movement is lost.
    fn exchange(&mut self);

    /// Makes the backup the board. All movement is lost.
    fn take_back(&mut self) {
        self.exchange();
    }

    /// Whether all win conditions hold, and there is one.
    fn is_won(&self) -> bool;

    /// Copies the board.
    fn save(&self, into: &mut Board);

    /// Copies the backup.
    fn save_backup(&self, into: &mut Board);

    /// Replaces the board by one of the same size. All movement is lost; the backup is unspecified.
    fn restore(&mut self, from: &Board);

    /// Packs the board into a key, always with the same packing. Movement is no part of it. Returns whether the board
    /// has a key; see [`Packing::pack`].
    fn pack(&self, packing: &Packing, key: &mut [u32]) -> bool {
        let mut board = Board::default();
        self.save(&mut board);
        packing.pack(&board, key)
    }

    /// Replaces the board by that of a key, always with the same packing. All movement is lost; the backup is
    /// unspecified.
    fn unpack(&mut self, packing: &Packing, key: &[u32]) {
        let mut board = Board::default();
        self.save(&mut board);
        packing.unpack(key, &mut board);
        self.restore(&board);
    }

    /// The objects of a cell.
    fn objects(&self, cell: usize) -> ObjectSet;

    /// The movement of a layer in a cell, as bits of [`movement`].
    fn movement(&self, cell: usize, layer: LayerId) -> u8;
}
