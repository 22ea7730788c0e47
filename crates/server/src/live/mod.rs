//! The live world's rooms: shipped worlds and those of a folder, looked at and steered by many through WebSockets.
//!
//! [`Worlds`] opens a [`room`] for a world when somebody first asks for it: a thread that steps it sixty times a
//! second while anybody looks. [`message`] is what is said, [`socket`] one viewer, [`routes`] the HTTP side. What
//! users do is in the world's log, so that `menagerie world run --replay` gives the same hash.
//!
//! Bounds: rooms, viewers of a room, bytes of a message, of a script and of the log. A viewer that does not read
//! loses moments, then its place; the world never waits for it.

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

/// Rooms that are open at once.
const MOST_ROOMS: usize = 32;

/// Why there is no room.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenError {
    #[error("there is no world '{0}'")]
    Unknown(String),
    #[error("{0}")]
    Broken(Problem),
    #[error("all rooms are taken; try again later")]
    Full,
}

/// One line of the list of worlds.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Listed {
    /// Its name.
    #[schema(example = "savanna")]
    pub name: String,
    /// Its title.
    #[schema(example = "The savanna")]
    pub title: String,
    /// One sentence about it.
    pub about: String,
    /// How many look at it.
    pub viewers: usize,
    /// The step that it has reached.
    pub step: u64,
}

/// All worlds that can be looked at, and the rooms of those that were.
pub struct Worlds {
    folder: Option<PathBuf>,
    rooms: Mutex<Vec<(String, Arc<Room>)>>,
}

impl Worlds {
    /// The shipped worlds, and those of a folder.
    #[must_use]
    pub fn new(folder: Option<PathBuf>) -> Arc<Worlds> {
        Arc::new(Worlds { folder, rooms: Mutex::new(Vec::new()) })
    }

    /// Every world with its state.
    #[must_use]
    pub fn list(&self) -> Vec<Listed> {
        let sources = sources(self.folder.as_deref());
        let rooms = self.rooms();
        let state = |name: &str| rooms.iter().find(|room| room.0 == name).map_or((0, 0), |room| room.1.state());
        sources.iter().map(|source| listed(source, state(&source.name))).collect()
    }

    /// Ends every room; who looks is told that the server goes.
    pub fn close(&self) {
        self.rooms().clear();
    }

    fn rooms(&self) -> MutexGuard<'_, Vec<(String, Arc<Room>)>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room of a world, opened where it is not; an unwatched one ends for it where there are too many.
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

    /// A place to look from.
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
