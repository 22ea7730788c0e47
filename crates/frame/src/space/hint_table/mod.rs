//! A hint table: the distance and the best moves of every state of a level, in a file that other programs read.
//!
//! A record belongs to a state by the first bytes of the SHA-256 of its text, as `map --states` writes it. The records
//! are sorted by these bytes, so that binary search finds a state in a file that is not loaded whole. No two records
//! have the same: eight bytes are taken where that holds, else sixteen. States at which the game is over have no record
//! where the game ends at its goals.
//!
//! ```text
//!  0   8  "hinttabl"
//!  8   4  version, 1
//! 12   1  bytes of a key: 8 or 16
//! 13   1  bytes of a distance: 1, 2 or 4; all bits are set where no goal can be reached
//! 14   1  what best moves are: 0 one bit for each move of the list, 1 the number of one move in the list
//! 15   1  bytes of the best moves: as bits from the lowest on; all bits of a number are set where there is no best move
//! 16   8  number of records
//! 24   8  offset of the first record
//! 32  32  SHA-256 of the key of the level
//! 64   4  number of moves in the list
//! 68      the list: the name of the family, then each move; each a length of 4 bytes and a text in UTF-8
//!         records: key, distance, best moves
//!     32  SHA-256 of everything before
//! ```
//! All numbers are little-endian. `docs/hint-tables.md` has readers in two languages.

mod read;
mod write;

pub(super) use read::{HintTable, Unusable};
pub(super) use write::{NotWritten, Of};

use sha2::{Digest, Sha256};

use crate::problem::AskError;

/// The first bytes of a hint table.
const MAGIC: &[u8; 8] = b"hinttabl";
/// Raised with every change of the format.
const VERSION: u32 = 1;
/// The bytes before the list.
const HEAD: usize = 68;
/// The bytes of a checksum.
const SUM: usize = 32;
/// The bytes of a key, where the first eight bytes of two keys are equal.
const LONG_KEY: usize = 16;
/// The bytes of a key.
const SHORT_KEY: usize = 8;
/// The most moves that have a bit each.
const MAX_BITS: usize = 64;

/// What the best moves of a record are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Advice {
    /// A bit for each move of the list.
    Bits,
    /// The number of one move of the list.
    One,
}

/// The widths of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Widths {
    key: usize,
    distance: usize,
    advice: Advice,
    best: usize,
}

impl Widths {
    /// The bytes of a record.
    fn record(self) -> usize {
        self.key + self.distance + self.best
    }
}

/// The SHA-256 of the key by which a level is told from others.
fn level_sum(level_key: &[u8]) -> [u8; SUM] {
    Sha256::digest(level_key).into()
}

/// The key of a state, of which a record has the first bytes.
fn key_of(text: &str) -> u128 {
    let sum: [u8; SUM] = Sha256::digest(text).into();
    let (key, _) = sum.split_at(LONG_KEY);
    key.iter().fold(0, |key, &byte| key << 8 | u128::from(byte))
}

/// The error of a table that cannot be used.
pub(super) fn not_used(why: impl std::fmt::Display) -> AskError {
    AskError::Broken(std::io::Error::new(std::io::ErrorKind::InvalidData, format!("the hint table is not used: {why}")))
}
