//! The `.world.toml` file: which map, which kinds of elements, which scripts, which controller, which seed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ending::{self, Ending};
use crate::problem::{Problem, in_plain_words};

/// A world as its file states it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// A short name.
    #[serde(default)]
    pub title: String,
    /// A sentence about it.
    #[serde(default)]
    pub about: String,
    /// The Tiled map, beside this file: `.tmx` or `.tmj`.
    pub map: String,
    /// What random numbers follow from.
    #[serde(default)]
    pub seed: u64,
    /// How targets turn into motion.
    #[serde(default)]
    pub controller: Controller,
    /// Downward acceleration, in metres a second squared.
    #[serde(default = "earth")]
    pub gravity: f32,
    /// Pixels of the map in a metre; by default the width of a tile.
    pub pixels_per_metre: Option<f32>,
    /// What a script may use.
    #[serde(default)]
    pub limits: ScriptLimits,
    /// The kinds of elements, by the class that the map's objects bear.
    #[serde(default)]
    pub kinds: BTreeMap<String, Kind>,
    /// How it may end; the first goal that is reached counts.
    #[serde(default)]
    pub ends: Vec<Ending>,
}

fn earth() -> f32 {
    9.81
}

/// How targets turn into motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Controller {
    /// Impulses only while something carries: no flying.
    #[default]
    Grounded,
    /// Sideways impulses in the air too: it drifts down to where it wants.
    Always,
    /// A spring to the target: it circles.
    Spring,
    /// Impulses both ways in the air: gravity has little effect, it sinks slowly.
    Drift,
    /// It flies to the target and turns around it at a small radius, as if on a rope.
    Rope,
}

/// What each script may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ScriptLimits {
    /// Units of work for one element in one step.
    pub fuel: u64,
    /// Bytes that a script's machine may hold.
    pub memory: usize,
    /// Bytes of one element's memory, written out.
    pub element: usize,
}

impl Default for ScriptLimits {
    fn default() -> ScriptLimits {
        ScriptLimits { fuel: 100_000, memory: 4 << 20, element: 4 << 10 }
    }
}

/// What an element of a kind is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BodyKind {
    /// A round body that can want to be somewhere.
    #[default]
    Animal,
    /// An animal that the user steers.
    Player,
    /// It hangs where it is until it is eaten.
    Item,
    /// A free body.
    Crate,
}

impl BodyKind {
    /// Whether it has a will, and eyes.
    #[must_use]
    pub fn is_animal(self) -> bool {
        matches!(self, BodyKind::Animal | BodyKind::Player)
    }
}

/// A kind of elements.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// What it is.
    #[serde(default)]
    pub nature: BodyKind,
    /// Its radius, in metres; of a crate without a size in the map, half its width.
    #[serde(default = "radius")]
    pub radius: f32,
    /// The speed at which it walks and climbs, in metres a second.
    #[serde(default = "speed")]
    pub speed: f32,
    /// The kinds that it eats when it touches them.
    #[serde(default)]
    pub eats: Vec<String>,
    /// The script that steers it, beside this file.
    pub script: Option<String>,
    /// One of eight colours, from 0.
    #[serde(default)]
    pub colour: u8,
    /// A picture of it, beside this file: `.svg` or `.png`, looking to the right.
    pub appearance: Option<String>,
    /// The box that stands on its legs; the radius is then that of the legs.
    pub torso: Option<Torso>,
}

/// The box of a character with legs.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Torso {
    /// Its width, in metres.
    pub width: f32,
    /// Its height, in metres.
    pub height: f32,
}

fn radius() -> f32 {
    0.4
}

fn speed() -> f32 {
    3.0
}

impl Definition {
    /// Reads the file `name` with this text.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn parse(name: &str, text: &str) -> Result<Definition, Problem> {
        let read: Definition = toml::from_str(text).map_err(|error| {
            let byte = error.span().map_or(0, |span| span.start);
            Problem::at(name, text, byte, in_plain_words(error.message()))
        })?;
        match read.flaw() {
            Some(message) => Err(Problem::of(name, message)),
            None => Ok(read),
        }
    }

    /// A value that makes no sense.
    fn flaw(&self) -> Option<String> {
        let bad = |value: f32, least: f32, most: f32| !(least..=most).contains(&value);
        if bad(self.gravity, 0.0, 100.0) {
            return Some("gravity is out of range; expected 0 to 100".into());
        }
        if self.pixels_per_metre.is_some_and(|pixels| bad(pixels, 1.0, 4096.0)) {
            return Some("pixels_per_metre is out of range; expected 1 to 4096".into());
        }
        for (name, kind) in &self.kinds {
            if bad(kind.radius, 0.05, 10.0) || bad(kind.speed, 0.0, 50.0) {
                return Some(format!("kind '{name}': expected a radius of 0.05 to 10 and a speed of 0 to 50"));
            }
            if let Some(eaten) = kind.eats.iter().find(|eaten| !self.kinds.contains_key(*eaten)) {
                return Some(format!("kind '{name}' eats '{eaten}', which is no kind of this world"));
            }
            let sized = |torso: &Torso| [torso.width, torso.height].iter().any(|&side| bad(side, 0.05, 10.0));
            if kind.torso.as_ref().is_some_and(sized) {
                return Some(format!("kind '{name}': expected a torso with a width and height of 0.05 to 10"));
            }
            if kind.torso.is_some() && !kind.nature.is_animal() {
                return Some(format!("kind '{name}' has a torso; expected nature = \"animal\" or \"player\" with it"));
            }
            if kind.script.is_some() && kind.nature != BodyKind::Animal {
                return Some(format!("kind '{name}' has a script; expected nature = \"animal\" with it"));
            }
        }
        ending::flaw(self)
    }
}
