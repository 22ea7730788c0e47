//! The keys and times of a game, as its prelude states them.

use std::time::Duration;

use ::puzzlescript::game::Game;

use super::chance::Chance;
use super::rules::{Move, RESTART};
use frame::controls::{Controls, Tick, UNDO};

/// The keys that mean a move in every game; arrow keys do so in every family.
const KEYS: [(&str, &str); 8] = [
    ("w", "up"),
    ("a", "left"),
    ("s", "down"),
    ("d", "right"),
    ("x", "action"),
    ("c", "action"),
    (" ", "action"),
    ("Enter", "action"),
];
/// The time between two turns of a chain, unless the game says otherwise.
const AGAIN: Duration = Duration::from_millis(150);
/// No interval of a game is shorter or longer than these.
const SHORTEST: Duration = Duration::from_millis(20);
const MAX_LENGTH: Duration = Duration::from_secs(60);

/// The keys and times of a game.
pub(super) fn of(game: &Game, chance: &Chance) -> Controls {
    let prelude = &game.prelude;
    let mut keys: Vec<_> = KEYS.into_iter().filter(|(_, text)| !prelude.noaction || *text != "action").collect();
    if !prelude.noundo {
        keys.extend([("z", UNDO), ("u", UNDO)]);
    }
    if !prelude.norestart {
        keys.push(("r", RESTART));
    }
    let tick = |seconds: f64| Tick { text: Move::TICK.name(), every: interval(seconds) };
    Controls {
        keys,
        once: if prelude.norepeat_action { vec!["action"] } else { Vec::new() },
        frame: Some(prelude.again_interval.map_or(AGAIN, interval)),
        tick: prelude.realtime_interval.map(tick),
        is_seeded: *chance != Chance::None,
    }
}

fn interval(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(MAX_LENGTH).clamp(SHORTEST, MAX_LENGTH)
}
