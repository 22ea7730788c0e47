//! How fast a game plays by itself.

use std::time::Duration;

/// Time between two steps that play by themselves, from slow to fast.
pub(super) const PACES: [Duration; 6] = [
    Duration::from_millis(2000),
    Duration::from_millis(1000),
    Duration::from_millis(500),
    Duration::from_millis(250),
    Duration::from_millis(100),
    Duration::from_millis(30),
];
/// The pace at the start.
pub(super) const USUAL_PACE: usize = 2;
