//! The rooms of the live world: embedded worlds and those of a folder, which several viewers watch and steer through
//! WebSockets.
//!
//! [`Worlds`] opens a [`room`] for a world at the first request for it: a thread that advances the world 60 times a
//! second while it has viewers. [`message`] holds the messages, [`socket`] serves one viewer, [`routes`] are the HTTP
//! endpoints. The inputs of users are in the world's log, so that `menagerie world run --replay` gives the same hash.
//!
//! Rooms, viewers of a room, and the bytes of a message, a script and the log are limited. A viewer that does not read
//! misses moments, and is then disconnected; the world never waits for it.

mod message;
mod pulse;
mod room;
mod routes;
mod socket;
mod source;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use world::Problem;

pub use routes::router;
pub use source::beside;

use room::{Room, ViewerPermit};
use source::{Source, sources};

/// The most open rooms.
const MOST_ROOMS: usize = 32;

/// The error of a room that cannot be opened or entered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenError {
    #[error("there is no world '{0}'")]
    Unknown(String),
    #[error("{0}")]
    Broken(Problem),
    #[error("all rooms are taken; try again later")]
    Full,
}

/// An entry of the list of worlds.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Listed {
    /// The name of the world.
    #[schema(example = "savanna")]
    pub name: String,
    /// The title of the world.
    #[schema(example = "The savanna")]
    pub title: String,
    /// A sentence about the world.
    pub about: String,
    /// The number of viewers.
    pub viewers: usize,
    /// The number of steps done so far.
    pub step: u64,
}

/// All worlds that can be watched, with their open rooms.
pub struct Worlds {
    folder: Option<PathBuf>,
    rooms: Mutex<Vec<(String, Arc<Room>)>>,
}

impl Worlds {
    /// Creates the list of the embedded worlds and those of a folder; no room is open.
    #[must_use]
    pub fn new(folder: Option<PathBuf>) -> Arc<Worlds> {
        Arc::new(Worlds { folder, rooms: Mutex::new(Vec::new()) })
    }

    /// Lists every world with its state, by name.
    #[must_use]
    pub fn list(&self) -> Vec<Listed> {
        let sources = sources(self.folder.as_deref());
        let rooms = self.rooms();
        let state = |name: &str| rooms.iter().find(|room| room.0 == name).map_or((0, 0), |room| room.1.state());
        sources.iter().map(|source| listed(source, state(&source.name))).collect()
    }

    /// Closes every room and the connections of its viewers.
    pub fn close(&self) {
        self.rooms().clear();
    }

    fn rooms(&self) -> MutexGuard<'_, Vec<(String, Arc<Room>)>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the room of a world, which is opened if necessary. If there are too many rooms, one without viewers is
    /// closed for it.
    pub(crate) fn room(&self, name: &str) -> Result<Arc<Room>, OpenError> {
        let mut rooms = self.rooms();
        rooms.retain(|room| room.1.alive());
        if let Some(found) = rooms.iter().find(|room| room.0 == name) {
            return Ok(Arc::clone(&found.1));
        }
        let found = sources(self.folder.as_deref()).into_iter().find(|source| source.name == name);
        let source = found.ok_or_else(|| OpenError::Unknown(name.to_owned()))?;
        if rooms.len() >= MOST_ROOMS {
            let idle = rooms.iter().position(|room| room.1.state().0 == 0).ok_or(OpenError::Full)?;
            rooms.remove(idle);
        }
        let room = Arc::new(Room::open(source).map_err(OpenError::Broken)?);
        rooms.push((name.to_owned(), Arc::clone(&room)));
        Ok(room)
    }

    /// Enters the room of a world as a viewer.
    pub(crate) fn enter(&self, name: &str) -> Result<(Arc<Room>, ViewerPermit), OpenError> {
        let room = self.room(name)?;
        let seat = room.sit().ok_or(OpenError::Full)?;
        Ok((room, seat))
    }
}

fn listed(source: &Source, (viewers, step): (usize, u64)) -> Listed {
    let (title, about) = match source.definition() {
        Ok(definition) => (definition.title, definition.about),
        Err(problem) => (String::new(), problem.to_string()),
    };
    Listed {
        name: source.name.clone(),
        title: if title.is_empty() { source.name.clone() } else { title },
        about: if about.is_empty() { source.about.clone() } else { about },
        viewers,
        step,
    }
}
