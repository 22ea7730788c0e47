//! What lives in the world: animals, the player, items, crates.

use serde::{Deserialize, Serialize};

use crate::physics::Body;
use crate::point::Point;

/// Steps for which a saying is shown.
pub(crate) const SAID_FOR: u64 = 150;
/// What falls this far below the map is gone, in metres.
pub(crate) const ABYSS: f32 = 20.0;

/// One element. Its id is its place in the world's list, counted from 1, and stays its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Element {
    /// Which kind, by its place in the list of kinds.
    pub kind: usize,
    /// Its name in the map; may be empty.
    pub name: String,
    /// Its body; items that hang have none, and what was eaten has none any more.
    pub body: Option<Body>,
    /// Whether it is there: not eaten, not fallen out of the world.
    pub alive: bool,
    /// Its centre.
    pub at: Point,
    /// How it moves.
    pub velocity: Point,
    /// What holds it.
    pub touch: Touch,
    /// Where it wants to be.
    pub target: Option<Point>,
    /// Whether it looks to the left.
    pub left: bool,
    /// How many it has eaten.
    pub eaten: u32,
    /// The plain value that its script keeps, as canonical bytes; empty where there is none.
    pub memory: Vec<u8>,
    /// What it said last, and the step until which that is shown.
    pub said: Option<(String, u64)>,
    /// Why its script no longer runs for it.
    pub stopped: Option<Failure>,
    /// Width and height, for crates.
    pub size: Point,
}

/// What holds an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Touch {
    /// Something carries it from below.
    pub ground: bool,
    /// It is on a ladder.
    pub ladder: bool,
    /// How that what carries it moves.
    pub velocity: Point,
    /// Which solid carries it, by its place in the map's list.
    pub solid: Option<u32>,
}

impl Touch {
    /// Whether an impulse may act: it stands, or is on a ladder.
    #[must_use]
    pub fn holds(self) -> bool {
        self.ground || self.ladder
    }
}

/// Why a script stopped for an element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The element's id, from 1.
    pub element: u32,
    /// Its kind.
    pub kind: String,
    /// The step in which it failed.
    pub step: u64,
    /// The script's file.
    pub script: String,
    /// The line, from 1, where it is known.
    pub line: Option<u64>,
    /// What happened.
    pub message: String,
    /// The calls that led there, innermost first.
    pub trace: Vec<String>,
}

impl Element {
    /// Whether it is gone because it fell out of the world.
    #[must_use]
    pub fn fell(&self) -> bool {
        !self.alive && self.at.y < -ABYSS
    }
}

impl Failure {
    /// The place and the message: `monkey.luau:3: no`.
    #[must_use]
    pub fn words(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}: {}", self.script, self.message),
            None => format!("{}: {}", self.script, self.message),
        }
    }
}
