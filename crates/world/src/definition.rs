//! The `.world.toml` file: which map, which kinds of elements, which scripts, which controller, which seed.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::ceilings::{
    MAX_ABOUT, MAX_ELEMENT_MEMORY, MAX_FUEL, MAX_GOALS, MAX_KINDS, MAX_MACHINE, MAX_NAME, MAX_SCRIPTS, name_flaw,
};
use crate::ending::{self, Ending};
use crate::problem::{Problem, in_plain_words};

/// The content of a `.world.toml` file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// A short title.
    #[serde(default)]
    pub title: String,
    /// A sentence about the world.
    #[serde(default)]
    pub about: String,
    /// The file name of the Tiled map (`.tmx` or `.tmj`), relative to this file.
    pub map: String,
    /// The seed of all random numbers.
    #[serde(default)]
    pub seed: u64,
    /// The controller that moves characters to their targets.
    #[serde(default)]
    pub controller: Controller,
    /// The downward acceleration in metres a second squared, 0 to 100.
    #[serde(default = "earth")]
    pub gravity: f32,
    /// The number of pixels of the map in a metre, 1 to 4096; by default the width of a tile.
    pub pixels_per_metre: Option<f32>,
    /// The limits of each script.
    #[serde(default)]
    pub limits: ScriptLimits,
    /// The kinds of elements by name; an object of the map has the kind that its class names.
    #[serde(default)]
    pub kinds: BTreeMap<String, Kind>,
    /// The goals that end the world; of several that are reached in one step the first counts.
    #[serde(default)]
    pub ends: Vec<Ending>,
}

fn earth() -> f32 {
    9.81
}

/// The way in which characters move to their targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Controller {
    /// The character is driven only while something carries it, so that it cannot fly.
    #[default]
    Grounded,
    /// The character is also driven horizontally in the air, while it falls.
    Always,
    /// An undamped spring pulls the character to the target, so that it orbits it.
    Spring,
    /// The character is driven horizontally and downwards in the air, so that it sinks slowly.
    Drift,
    /// The character flies to the target and circles around it, as if on a rope.
    Rope,
}

/// The limits of each script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ScriptLimits {
    /// Units of fuel for one element in one step, at most [`MAX_FUEL`].
    pub fuel: u64,
    /// Bytes of memory that a script's machine may hold, at most [`MAX_MACHINE`].
    pub memory: usize,
    /// Bytes of the encoded memory of one element, at most [`MAX_ELEMENT_MEMORY`].
    pub element: usize,
}

impl Default for ScriptLimits {
    fn default() -> ScriptLimits {
        ScriptLimits { fuel: 100_000, memory: 4 << 20, element: 4 << 10 }
    }
}

/// The behaviour of the elements of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BodyKind {
    /// A round character that a script may steer.
    #[default]
    Animal,
    /// A round character that the user steers.
    Player,
    /// An item without a body, which hangs in its place until it is eaten.
    Item,
    /// A box that moves freely by physics alone.
    Crate,
}

impl BodyKind {
    /// Whether it is an animal or the player.
    #[must_use]
    pub fn is_animal(self) -> bool {
        matches!(self, BodyKind::Animal | BodyKind::Player)
    }
}

/// A kind of elements, as the definition of the world states it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// The behaviour of its elements.
    #[serde(default)]
    pub nature: BodyKind,
    /// The radius in metres, 0.05 to 10; of a crate without a size in the map, half its width.
    #[serde(default = "radius")]
    pub radius: f32,
    /// The speed of walking and climbing in metres a second, 0 to 50.
    #[serde(default = "speed")]
    pub speed: f32,
    /// The names of the kinds that it eats when it touches them.
    #[serde(default)]
    pub eats: Vec<String>,
    /// The names of the kinds whose elements it passes through, and they through it.
    #[serde(default)]
    pub passes: Vec<String>,
    /// The file name of the script that steers it, relative to the definition; only for [`BodyKind::Animal`].
    pub script: Option<String>,
    /// The index of its colour, taken modulo 8.
    #[serde(default)]
    pub colour: u8,
    /// The file name of its picture (`.svg` or `.png`, looking to the right), relative to the definition.
    pub appearance: Option<String>,
    /// The torso that stands on its legs, for a character with legs; the radius is then that of the legs.
    pub torso: Option<Torso>,
}

/// The upright box that is the torso of a character with legs.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Torso {
    /// The width in metres, 0.05 to 10.
    pub width: f32,
    /// The height in metres, 0.05 to 10.
    pub height: f32,
}

fn radius() -> f32 {
    0.4
}

fn speed() -> f32 {
    3.0
}

impl Definition {
    /// Parses the text of a `.world.toml` file and checks its values; `name` is the file name for error messages.
    ///
    /// # Errors
    /// Returns the first problem of the text, with its place.
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

    /// Returns the file names of the scripts, sorted, each once.
    pub(crate) fn scripts(&self) -> BTreeSet<&str> {
        self.kinds.values().filter_map(|kind| kind.script.as_deref()).collect()
    }

    /// Returns the first value that is out of range or inconsistent.
    fn flaw(&self) -> Option<String> {
        self.too_many()
            .or_else(|| self.limits.flaw())
            .or_else(|| self.inconsistent())
            .or_else(|| ending::flaw(&self.ends, |kind| self.kinds.contains_key(kind)))
    }

    /// Returns the first count or length above its ceiling.
    fn too_many(&self) -> Option<String> {
        let counts = [
            (self.kinds.len(), MAX_KINDS, "kinds"),
            (self.scripts().len(), MAX_SCRIPTS, "scripts"),
            (self.ends.len(), MAX_GOALS, "goals under [[ends]]"),
            (self.title.chars().count(), MAX_NAME, "characters in the title"),
            (self.about.chars().count(), MAX_ABOUT, "characters in about"),
        ];
        let over = counts.into_iter().find(|(count, most, _)| count > most);
        let names = self.kinds.iter().flat_map(|(name, kind)| {
            [("a kind", Some(name)), ("a script", kind.script.as_ref()), ("a picture", kind.appearance.as_ref())]
        });
        let named =
            names.chain([("the map", Some(&self.map))]).filter_map(|(what, name)| name_flaw(what, name?)).next();
        over.map(|(count, most, what)| format!("there are {count} {what}; expected at most {most}")).or(named)
    }

    /// Returns the first value that is out of range, or does not fit another one.
    fn inconsistent(&self) -> Option<String> {
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
            if let Some(flaw) = self.passes_flaw(name, kind) {
                return Some(flaw);
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
        None
    }
}

impl Definition {
    /// Returns what is wrong with the kinds that the elements of a kind pass through.
    fn passes_flaw(&self, name: &str, kind: &Kind) -> Option<String> {
        let is_item = |kind: &Kind| kind.nature == BodyKind::Item;
        let flaw = |passed: &String| {
            let why = match self.kinds.get(passed) {
                None => "which is no kind of this world",
                Some(other) if is_item(other) => "which is an item: items have no bodies",
                Some(_) => return None,
            };
            Some(format!("kind '{name}' passes '{passed}', {why}"))
        };
        let is_without_body = is_item(kind) && !kind.passes.is_empty();
        let own =
            || is_without_body.then(|| format!("kind '{name}' passes others, but is an item: items have no bodies"));
        kind.passes.iter().find_map(flaw).or_else(own)
    }
}

impl ScriptLimits {
    /// Returns the first limit above its ceiling.
    fn flaw(self) -> Option<String> {
        let limits = [
            (self.fuel, MAX_FUEL, "fuel"),
            (self.memory as u64, MAX_MACHINE as u64, "memory"),
            (self.element as u64, MAX_ELEMENT_MEMORY as u64, "element"),
        ];
        let over = limits.into_iter().find(|(value, most, _)| value > most);
        over.map(|(value, most, name)| format!("limits: {name} is {value}; expected at most {most}"))
    }
}
