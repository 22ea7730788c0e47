//! The interface between the searches of this folder and their admissible heuristics: a state with its blank, the moves
//! from it, and a lower bound on the moves left. Two kinds of state exist: bytes without any table
//! ([`super::tableless`]) and packed words with pattern databases ([`super::packed`]); both update the bound
//! incrementally with each move.

use std::hash::{BuildHasherDefault, Hash, Hasher};

use super::Layout;

/// A bound of this or more means that no sequence of moves leads to the goal.
pub(super) const FAR: u32 = 10_000;

/// Arrangements of one board with a lower bound on the moves left.
pub(super) trait Heuristic: Sync {
    /// An arrangement with all that makes the next bound cheap.
    type State: Clone + Send + Sync;
    /// The arrangement alone.
    type Key: Clone + Eq + Hash + Send + Sync;

    /// The state of a layout of the board.
    fn open(&self, layout: &Layout) -> Self::State;

    /// The state of a key.
    fn reopen(&self, key: &Self::Key) -> Self::State;

    /// The arrangement of a state.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// The arrangement alone in one word, where it fits.
    fn code(&self, state: &Self::State) -> Option<u64>;

    /// The empty place.
    fn blank(&self, state: &Self::State) -> u8;

    /// The places linked to this one, ascending.
    fn links(&self, place: u8) -> impl Iterator<Item = u8>;

    /// Moves the token on `from` into the empty place, where the bound stays within `room`.
    ///
    /// # Errors
    /// By how much, at least, the bound exceeds `room`.
    fn step(&self, state: &Self::State, from: u8, room: u32) -> Result<Self::State, u32>;

    /// The lower bound on the moves left.
    fn estimate(&self, state: &Self::State) -> u32;

    /// Whether every token is where it belongs.
    fn solved(&self, state: &Self::State) -> bool;

    /// How many places the board has.
    fn places(&self) -> usize;

    /// About how many bytes a key takes in a set.
    fn key_bytes(&self) -> u64;
}

/// Hashes by multiplication; for keys that nobody chooses to collide.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Multiplying(u64);

/// Makes [`Multiplying`] hashers.
pub(super) type BuildMultiplying = BuildHasherDefault<Multiplying>;

impl Hasher for Multiplying {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    }
}
