//! The elements of a world: animals, the player, items, crates.

use serde::{Deserialize, Serialize};

use crate::physics::Body;
use crate::point::Point;

/// The number of steps for which a spoken text is shown.
pub(crate) const SAID_FOR: u64 = 150;
/// An element that falls this far below the map, in metres, is removed.
pub(crate) const ABYSS: f32 = 20.0;

/// An animal, player, item or crate of a world. Its id is its index in [`World::elements`](crate::World::elements) plus
/// 1 and never changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Element {
    /// The index of its kind in [`World::kinds`](crate::World::kinds).
    pub kind: usize,
    /// Its name in the map; may be empty.
    pub name: String,
    /// Its body; `None` for an item, and for an element that was eaten or fell out of the world.
    pub body: Option<Body>,
    /// Whether it is still in the world: neither eaten nor fallen out of it.
    pub alive: bool,
    /// Its centre, in metres.
    pub at: Point,
    /// Its velocity, in metres a second.
    pub velocity: Point,
    /// What supports it.
    pub touch: Touch,
    /// The point to which it wants to go, in metres.
    pub target: Option<Point>,
    /// Whether it looks to the left.
    pub left: bool,
    /// The number of elements that it has eaten.
    pub eaten: u32,
    /// The value of `element.memory` that its script keeps, encoded as in [`sandbox::plain`]; empty if there is none.
    pub memory: Vec<u8>,
    /// The text that it said last, and the step until which it is shown.
    pub said: Option<(String, u64)>,
    /// Why its script no longer runs for it, if it stopped.
    pub stopped: Option<Failure>,
    /// Its width and height, in metres.
    pub size: Point,
    /// The indices of the elements whose bodies it touches, in order; empty unless its script is told of contacts.
    #[serde(skip)]
    pub touching: Vec<u32>,
    /// The contacts that began (true) and ended (false) in the last step, of which its script is told in the next one.
    #[serde(skip)]
    pub contact_changes: Vec<(u32, bool)>,
}

/// What supports an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Touch {
    /// Whether something carries it from below.
    pub ground: bool,
    /// Whether it is on a ladder.
    pub ladder: bool,
    /// The height of the upper end of that ladder, in metres; 0 if there is none.
    pub ladder_top: f32,
    /// Whether it stood or walked on the ground in the last step, by the controller: it keeps to the ground then, where
    /// one that has just landed bounces.
    pub held: bool,
    /// Whether a crate or another character carries it, at least in part.
    pub loose: bool,
    /// The greatest speed at which it has fallen since something held it last, in metres a second.
    pub fall: f32,
    /// The velocity of what carries it, in metres a second.
    pub velocity: Point,
    /// The index in [`Map::solids`](crate::map::Map::solids) of the solid that carries it.
    pub solid: Option<u32>,
}

impl Touch {
    /// Whether the element stands on something or is on a ladder, so that a controller may apply an impulse.
    #[must_use]
    pub fn holds(self) -> bool {
        self.ground || self.ladder
    }
}

/// The error that stopped the script of an element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The id of the element, counted from 1.
    pub element: u32,
    /// The name of the element's kind.
    pub kind: String,
    /// The number of steps done before the one in which the script failed.
    pub step: u64,
    /// The file name of the script.
    pub script: String,
    /// The line of the error, counted from 1, if it is known.
    pub line: Option<u64>,
    /// The message of the error.
    pub message: String,
    /// The calls that led to the error, innermost first.
    pub trace: Vec<String>,
}

impl Element {
    /// Takes the elements that it touches now, in the order of their indices, and derives what has changed: first the
    /// contacts that ended, then those that began.
    pub(crate) fn take_contacts(&mut self, now: Vec<u32>) {
        let ended = self.touching.iter().filter(|id| now.binary_search(id).is_err()).map(|&id| (id, false));
        let began = now.iter().filter(|id| self.touching.binary_search(id).is_err()).map(|&id| (id, true));
        self.contact_changes = ended.chain(began).collect();
        self.touching = now;
    }

    /// Whether the element was removed because it fell out of the world.
    #[must_use]
    pub fn fell(&self) -> bool {
        !self.alive && self.at.y < -ABYSS
    }
}

impl Failure {
    /// Returns the script, the line and the message, such as `monkey.luau:3: no`.
    #[must_use]
    pub fn words(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}: {}", self.script, self.message),
            None => format!("{}: {}", self.script, self.message),
        }
    }
}
