//! Snapshots: everything that the next steps depend on, so that a resumed run continues identically.
//!
//! ```text
//! menagerie-world 3\n   checksum, 8 bytes   state (postcard)   contacts (postcard), where a script is told of any
//! ```
//! A snapshot belongs to one world's files and to one version of the rules ([`RULES`]); both are checked.

use serde::{Deserialize, Serialize};

use crate::element::Element;
use crate::fingerprint::Fingerprint;
use crate::physics::Physics;
use crate::script_runner::ScriptRunner;
use crate::world::{World, area};

/// The version of the rules by which a world goes on: how bodies, characters and platforms move, and what is stored of
/// them. It grows when the same files, seed and inputs lead to another hash than before; what an older version recorded
/// or saved is then refused, because it would go on differently. Version 2: characters follow the ground, and platforms
/// start and stop evenly. Version 3: one that others slow down gets past them.
pub const RULES: u32 = 3;

/// How every snapshot begins: then comes the version of its rules in decimal digits, and a line end.
const MAGIC: &[u8] = b"menagerie-world ";

/// The version of the rules of a snapshot, and what stands behind its first line; `None` where that is not of a
/// snapshot.
fn versioned(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let rest = bytes.strip_prefix(MAGIC)?;
    let end = rest.iter().position(|&byte| byte == b'\n')?;
    let version = std::str::from_utf8(&rest[..end]).ok()?.parse().ok()?;
    Some((version, &rest[end + 1..]))
}

/// The content of a snapshot.
#[derive(Serialize, Deserialize)]
struct State {
    identity: u64,
    step: u64,
    elements: Vec<Element>,
    scripts: Vec<(String, String)>,
    physics: Vec<u8>,
}

/// For each element the elements that it touches, and the contacts that began and ended, of which its script is told.
type Contacts = Vec<(Vec<u32>, Vec<(u32, bool)>)>;

/// The most steps that a world can have done: numbers of steps are exact as floating-point numbers.
const MAX_STEPS: u64 = 1 << 52;

impl State {
    /// Whether all indices and numbers are within their bounds, of a world with this number of kinds.
    fn is_sound(&self, kinds: usize) -> bool {
        let count = self.elements.len();
        let sound = |element: &Element| {
            let stopped = element.stopped.as_ref().map_or(0, |failure| failure.step);
            let said = element.said.as_ref().map_or(0, |said| said.1);
            let points = [element.at, element.velocity, element.size, element.target.unwrap_or_default()];
            let told = element.touching.iter().chain(element.contact_changes.iter().map(|(id, _)| id));
            element.kind < kinds
                && told.max().is_none_or(|&id| (id as usize) < count)
                && element.eaten as usize <= count
                && stopped.max(said) <= MAX_STEPS
                && points.iter().all(|point| point.is_finite())
                && [element.touch.fall, element.touch.ladder_top].iter().all(|number| number.is_finite())
        };
        self.step <= MAX_STEPS && self.elements.iter().all(sound)
    }
}

/// The error of a snapshot that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSnapshot {
    /// The bytes are not a snapshot, or are damaged; the field says what is wrong.
    #[error("this is no snapshot of a world, or it is damaged: {0}")]
    Damaged(String),
    /// The snapshot was saved by the rules of another version of the program.
    #[error("the snapshot is of version {found}, from which worlds go on differently; expected version {RULES}")]
    Version {
        /// The version of the snapshot.
        found: u32,
    },
    /// The snapshot is of another world, or the files of the world have changed since.
    #[error("the snapshot is of another world, or its files have changed")]
    Other,
}

impl World {
    /// Returns the state of the world as bytes, which [`World::resume`] reads.
    ///
    /// # Errors
    /// Returns an error if serialisation fails.
    pub fn save(&self) -> Result<Vec<u8>, BadSnapshot> {
        let damaged = |error: &dyn std::fmt::Display| BadSnapshot::Damaged(error.to_string());
        let scene = self.shared.lock();
        let state = State {
            identity: self.identity,
            step: scene.step,
            elements: scene.elements.clone(),
            scripts: self.runners.iter().map(|runner| (runner.name.clone(), runner.text.clone())).collect(),
            physics: self.physics.save().map_err(|error| damaged(&error))?,
        };
        let mut body = postcard::to_stdvec(&state).map_err(|error| damaged(&error))?;
        let of = |element: &Element| (element.touching.clone(), element.contact_changes.clone());
        let contacts: Contacts = scene.elements.iter().map(of).collect();
        if contacts.iter().any(|(touching, changes)| !touching.is_empty() || !changes.is_empty()) {
            body = postcard::to_extend(&contacts, body).map_err(|error| damaged(&error))?;
        }
        Ok([MAGIC, format!("{RULES}\n").as_bytes(), &Fingerprint::of(&body).to_le_bytes(), &body].concat())
    }

    /// Replaces the state by that of a snapshot of this world, and clears the log.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a snapshot, or one of another world; the world is then unchanged.
    pub fn resume(&mut self, bytes: &[u8]) -> Result<(), BadSnapshot> {
        let damaged = |error: &dyn std::fmt::Display| BadSnapshot::Damaged(error.to_string());
        let (found, rest) = versioned(bytes).ok_or_else(|| damaged(&"it does not begin like one"))?;
        if found != RULES {
            return Err(BadSnapshot::Version { found });
        }
        let (sum, body) = rest.split_first_chunk::<8>().ok_or_else(|| damaged(&"it ends too early"))?;
        if Fingerprint::of(body).to_le_bytes() != *sum {
            return Err(damaged(&"the checksum differs"));
        }
        let (mut state, rest): (State, _) = postcard::take_from_bytes(body).map_err(|error| damaged(&error))?;
        if !rest.is_empty() {
            let contacts: Contacts = postcard::from_bytes(rest).map_err(|error| damaged(&error))?;
            for (element, (touching, changes)) in state.elements.iter_mut().zip(contacts) {
                (element.touching, element.contact_changes) = (touching, changes);
            }
        }
        let kinds = self.steered.len();
        if state.identity != self.identity || state.elements.len() != self.map.objects.len() {
            return Err(BadSnapshot::Other);
        }
        if !state.is_sound(kinds) {
            return Err(damaged(&"a number in it is out of range"));
        }
        let mut physics = Physics::load(&state.physics).map_err(|error| damaged(&error))?;
        let mut runners = Vec::new();
        for (name, text) in &state.scripts {
            runners.push(
                ScriptRunner::load(name, text, self.definition.limits, &self.until, &self.shared)
                    .map_err(|error| damaged(&error))?,
            );
        }
        if runners.len() != self.runners.len() {
            return Err(BadSnapshot::Other);
        }
        physics.pass_as(&mut self.physics);
        (self.runners, self.physics) = (runners, physics);
        self.log.clear();
        let mut scene = self.shared.lock();
        (scene.step, scene.elements) = (state.step, state.elements);
        scene.solids = self.map.solids.iter().map(|solid| area(solid, state.step)).collect();
        let ranks = crate::build::ranks(&scene.elements, kinds);
        scene.ranks = ranks;
        self.outcome = crate::goals::reached(&self.definition, &scene).filter(|_| scene.step > 0);
        drop(scene);
        self.begin();
        Ok(())
    }
}
