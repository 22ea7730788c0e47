//! The ceilings of a world: how large its files may be, how much they may ask for, and what it takes in memory.
//!
//! Everything here is checked while a world is loaded, so that a world which loads can be run: the work of a step and
//! the memory of a world are bounded, whatever its files say. The numbers are stated in `docs/world.md`.

use sandbox::Until;

use crate::problem::Problem;

/// The most bytes of a definition.
pub const MAX_DEFINITION: usize = 256 << 10;
/// The most bytes of a map.
pub const MAX_MAP: usize = 16 << 20;
/// The most bytes of a template.
pub const MAX_TEMPLATE: usize = 64 << 10;
/// The most templates of a map.
pub const MAX_TEMPLATES: usize = 256;
/// The most bytes of a tileset in a file of its own.
pub const MAX_TILESET: usize = 256 << 10;
/// The most tilesets of a map, or of a template, in files of their own that are read.
pub const MAX_TILESETS: usize = 64;
/// The most bytes of a script.
pub const MAX_SCRIPT: usize = 256 << 10;
/// The most scripts.
pub const MAX_SCRIPTS: usize = 64;
/// The most kinds.
pub const MAX_KINDS: usize = 256;
/// The most goals.
pub const MAX_GOALS: usize = 100;
/// The most characters of a name: of a kind, an object, a layer, a property, a file.
pub const MAX_NAME: usize = 200;
/// The most characters of the sentence about a world.
pub const MAX_ABOUT: usize = 2000;
/// The most elements.
pub const MAX_ELEMENTS: usize = 10_000;
/// The most pieces of ground and platforms.
pub const MAX_SOLIDS: usize = 50_000;
/// The most ladders.
pub const MAX_LADDERS: usize = 10_000;
/// The most layers of a map.
pub const MAX_LAYERS: usize = 256;
/// The most corners of a convex polygon.
pub const MAX_CORNERS: usize = 64;
/// The most corners of a polygon that is not convex, or of a line; it becomes several pieces of ground.
pub const MAX_BENDS: usize = 256;
/// The most pairs of bodies that may be close to each other, at the start and in any later step.
pub const MAX_CONTACTS: u64 = 100_000;
/// The most pairs of pieces of ground that overlap or nearly do, platforms with all of their ways.
pub const MAX_OVERLAPS: u64 = 1_000_000;
/// The most units of fuel for one element in one step.
pub const MAX_FUEL: u64 = 10_000_000;
/// The most bytes of the machine of a script.
pub const MAX_MACHINE: usize = 64 << 20;
/// The most bytes of the memory of one element.
pub const MAX_ELEMENT_MEMORY: usize = 64 << 10;
/// The highest speed of a platform, in metres a second.
pub const MAX_SPEED: f32 = 1000.0;
/// The most bytes of a log of inputs, as text.
pub const MAX_LOG: usize = 32 << 20;

/// Bytes of an element with its body, and of a piece of ground with its body.
const BODY: u64 = 2 << 10;
/// Bytes of a pair of bodies that are close to each other.
const CONTACT: u64 = 2600;

/// What a world may use while it is loaded and while it runs.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// The flag and the deadline that end its scripts.
    pub until: Until,
    /// The most bytes of memory.
    pub bytes: u64,
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance { until: Until::default(), bytes: u64::MAX }
    }
}

impl Allowance {
    /// Returns an error if `what`, which takes about `bytes` bytes, is more than is allowed.
    pub(crate) fn admit(&self, what: &str, bytes: u64) -> Result<(), LoadError> {
        if bytes <= self.bytes {
            return Ok(());
        }
        Err(LoadError::Memory { what: what.to_owned(), needed: bytes, allowed: self.bytes })
    }

    /// Returns an error if the flag or the deadline asks to end.
    pub(crate) fn go_on(&self) -> Result<(), LoadError> {
        if self.until.is_over() { Err(LoadError::Ended) } else { Ok(()) }
    }
}

/// The error of a world that cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// A file of the world cannot be read or is not valid.
    #[error(transparent)]
    Invalid(#[from] Problem),
    /// The world would take more memory than is allowed.
    #[error("{what} takes up to {} of memory; {} are allowed", size(*.needed), size(*.allowed))]
    Memory {
        /// The part of the world that takes the memory.
        what: String,
        /// The bytes that it takes at most.
        needed: u64,
        /// The bytes that are allowed.
        allowed: u64,
    },
    /// The flag or the deadline of [`Allowance::until`] ended the loading.
    #[error("the loading of the world was ended")]
    Ended,
}

/// A number of bytes in words, rounded up to MiB.
fn size(bytes: u64) -> String {
    format!("{} MiB", bytes.div_ceil(1 << 20))
}

/// The parts of a world that take memory while it runs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extent {
    pub(crate) elements: u64,
    pub(crate) solids: u64,
    /// The bytes of the memory of one element.
    pub(crate) memory: u64,
    /// The bytes of the machines of all scripts together.
    pub(crate) machines: u64,
}

impl Extent {
    /// The bytes that these parts hold at most, besides contacts. A step keeps the former memory of each element.
    pub(crate) fn bytes(&self) -> u64 {
        self.machines + self.elements * (BODY + 2 * self.memory) + self.solids * BODY
    }
}

/// The bytes of this many contacts.
pub(crate) fn contact_bytes(contacts: u64) -> u64 {
    contacts * CONTACT
}

/// Returns the problem of a name that is too long, where it is.
pub(crate) fn name_flaw(what: &str, name: &str) -> Option<String> {
    // Bytes first: most names are short.
    let long = name.len() > MAX_NAME && name.chars().nth(MAX_NAME).is_some();
    long.then(|| format!("{what} has a name that is too long; expected at most {MAX_NAME} characters"))
}
