//! How a level is controlled where clicks and the names of moves are not all: keys, time, chance; and what a move
//! leaves besides a new position.

use std::time::Duration;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The word that a key of [`Controls::keys`] means if it takes the last move back.
pub const UNDO: &str = "undo";

/// Returns the text of the move that chooses the random numbers of a game: `seed 7`. It is legal before any other move
/// in levels whose [`Controls::is_seeded`] is set.
#[must_use]
pub fn seed_move(seed: u64) -> String {
    format!("{SEED} {seed}")
}

/// Returns the seed that a text chooses, if it is such a move.
#[must_use]
pub fn seed_of(text: &str) -> Option<u64> {
    let (word, number) = text.trim().split_once(' ')?;
    if word.eq_ignore_ascii_case(SEED) { number.trim().parse().ok() } else { None }
}

const SEED: &str = "seed";

/// Keys, times and chance of a level, beyond its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Controls {
    /// Keys that belong to the game while its board has the focus, by their names in browsers (`KeyboardEvent.key`,
    /// letters small), and the move that each means; [`UNDO`] takes the last move back.
    #[serde(serialize_with = "as_object")]
    pub keys: Vec<(&'static str, &'static str)>,
    /// Moves that a key held down makes once only.
    pub once: Vec<&'static str>,
    /// The time between two frames of a move, if the level says how long that is.
    #[serde(rename = "frame_ms", serialize_with = "milliseconds")]
    pub frame: Option<Duration>,
    /// A move that plays itself again and again.
    pub tick: Option<Tick>,
    /// Whether the random numbers of a game can be chosen by its first move, [`seed_move`].
    #[serde(rename = "seeded")]
    pub is_seeded: bool,
}

/// A move that plays itself at an interval.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tick {
    /// The text of the move.
    #[serde(rename = "move")]
    pub text: &'static str,
    /// The time between two such moves.
    #[serde(rename = "every_ms", serialize_with = "as_milliseconds")]
    pub every: Duration,
}

/// What a move left besides a new position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Events {
    /// Texts to be read, in order. Before the first move they introduce the level.
    pub messages: Vec<String>,
    /// What was heard, in order: any two sounds of the same text are the same.
    pub sounds: Vec<String>,
    /// The lines of the level's text, from 1, whose rules changed something, in order.
    pub fired: Vec<u32>,
}

impl Controls {
    /// Returns the move that a key means; letters in either case.
    #[must_use]
    pub fn meaning(&self, key: &str) -> Option<&'static str> {
        self.keys.iter().find(|(name, _)| name.eq_ignore_ascii_case(key)).map(|(_, meaning)| *meaning)
    }
}

impl Events {
    /// Whether nothing was left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty() && self.sounds.is_empty() && self.fired.is_empty()
    }
}

fn as_object<S: Serializer>(keys: &[(&str, &str)], to: S) -> Result<S::Ok, S::Error> {
    let mut object = to.serialize_map(Some(keys.len()))?;
    keys.iter().try_for_each(|(key, meaning)| object.serialize_entry(key, meaning))?;
    object.end()
}

fn milliseconds<S: Serializer>(time: &Option<Duration>, to: S) -> Result<S::Ok, S::Error> {
    time.map(|time| time.as_millis() as u64).serialize(to)
}

fn as_milliseconds<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
    (time.as_millis() as u64).serialize(to)
}
