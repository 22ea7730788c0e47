//! The rooms of the live world: embedded worlds and those of a folder, which several viewers watch and steer through
//! WebSockets.
//!
//! [`Worlds`] opens a [`room`] for a world at the first request for it: a thread that advances the world 60 times a
//! second while it has viewers, and else waits. [`message`] holds the messages, [`socket`] serves one viewer, [`routes`]
//! are the HTTP endpoints. The inputs of users are in the world's log, so that `menagerie world run --replay` gives the
//! same hash.
//!
//! Rooms, their memory, the viewers of a room, the time of a step, and the bytes of a message, a script and the log are
//! limited. A viewer that does not read misses moments, and is then disconnected; the world never waits for it.

mod folder;
mod message;
mod pulse;
mod room;
mod routes;
mod socket;
mod source;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use world::{LoadError, StopFlag};

pub use folder::WorldFolder;
pub use routes::router;

use room::{Room, ViewerPermit};
use source::{Source, Stamp, sources};

/// The most open rooms.
const MOST_ROOMS: usize = 32;
/// The most bytes of memory of all rooms together; that of one room is bounded by [`room::MOST_BYTES`].
const MOST_BYTES: u64 = 1 << 30;

/// The error of a room that cannot be opened or entered.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum OpenError {
    #[error("there is no world '{0}'")]
    Unknown(String),
    #[error("{0}")]
    Broken(LoadError),
    #[error("the world '{0}' takes too long to load; expected at most {limit} s", limit = room::LOADING.as_secs())]
    Slow(String),
    #[error("all {MOST_ROOMS} rooms of worlds are in use, or all of their memory; try again later")]
    Full,
    #[error("{limit} viewers look at this world already, which is the most; try again later", limit = room::MOST_VIEWERS)]
    Crowded,
    #[error("the room cannot be opened: {0}")]
    System(String),
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
    rooms: Mutex<BTreeMap<String, Arc<Place>>>,
    /// The title and the sentence of each listed world, with the stamp of the definition that they are from.
    titles: Mutex<HashMap<String, (Stamp, [String; 2])>>,
    closing: StopFlag,
}

/// The place of a room, which one request opens while others wait for it.
#[derive(Default)]
struct Place {
    /// The room once it is open, or why the last attempt to open it failed.
    room: tokio::sync::Mutex<Option<Result<Arc<Room>, OpenError>>>,
    /// The number of attempts to open it.
    attempts: AtomicU64,
}

impl Place {
    /// The open room; `None` also while it is being opened.
    fn open(&self) -> Option<Arc<Room>> {
        let room = self.room.try_lock().ok()?;
        room.as_ref()?.as_ref().ok().filter(|room| room.alive()).cloned()
    }

    /// Whether another world may take this place: nobody opens it and nobody looks at it.
    fn is_idle(&self) -> bool {
        let Ok(room) = self.room.try_lock() else { return false };
        room.as_ref().is_none_or(|room| room.as_ref().map_or(true, |room| room.state().0 == 0))
    }
}

impl Worlds {
    /// Creates the list of the embedded worlds and those of a folder; no room is open.
    #[must_use]
    pub fn new(folder: Option<PathBuf>) -> Arc<Worlds> {
        Arc::new(Worlds { folder, rooms: Mutex::default(), titles: Mutex::default(), closing: StopFlag::default() })
    }

    /// Lists every world with its state, by name; of a folder with very many worlds the first thousand.
    #[must_use]
    pub fn list(&self) -> Vec<Listed> {
        let listed = |source: &Source| {
            let [title, about] = self.title(source);
            let room = self.rooms().get(&source.name).and_then(|place| place.open());
            let (viewers, step) = room.map_or((0, 0), |room| room.state());
            Listed { name: source.name.clone(), title, about, viewers, step }
        };
        let sources = sources(self.folder.as_deref());
        let all = sources.iter().map(listed).collect();
        let known = |name: &String| sources.binary_search_by(|source| source.name.cmp(name)).is_ok();
        self.titles().retain(|name, _| known(name));
        all
    }

    /// The title of a world and the sentence about it; its definition is read again when it has changed.
    fn title(&self, source: &Source) -> [String; 2] {
        let stamp = source.stamp();
        let known = self.titles().get(&source.name).filter(|(known, _)| *known == stamp).map(|(_, said)| said.clone());
        if let Some(said) = known {
            return said;
        }
        let said = titled(source);
        self.titles().insert(source.name.clone(), (stamp, said.clone()));
        said
    }

    /// Closes every room and the connections of its viewers, and ends the loading of others.
    pub fn close(&self) {
        self.closing.cancel();
        self.rooms().clear();
    }

    fn titles(&self) -> MutexGuard<'_, HashMap<String, (Stamp, [String; 2])>> {
        self.titles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rooms(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Place>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the room of a world, which is opened if necessary. If there are too many rooms, one without viewers is
    /// closed for it. Requests that wait for the same attempt to open it share its outcome; the attempt goes on when its
    /// request ends, so that no more are under way than there are rooms.
    pub(crate) async fn room(self: &Arc<Worlds>, name: &str) -> Result<Arc<Room>, OpenError> {
        let (worlds, name) = (Arc::clone(self), name.to_owned());
        let opened = tokio::spawn(async move { worlds.opened(&name).await }).await;
        opened.unwrap_or_else(|error| Err(OpenError::System(error.to_string())))
    }

    async fn opened(self: &Arc<Worlds>, name: &str) -> Result<Arc<Room>, OpenError> {
        let (source, place) = self.place(name).await?;
        let seen = place.attempts.load(Ordering::Relaxed);
        let mut room = place.room.lock().await;
        match &*room {
            Some(Ok(open)) if open.alive() => return Ok(Arc::clone(open)),
            Some(Err(error)) if place.attempts.load(Ordering::Relaxed) != seen => return Err(error.clone()),
            _ => {}
        }
        place.attempts.fetch_add(1, Ordering::Relaxed);
        let opened = Room::open(source, self.closing.clone()).await.map(Arc::new);
        *room = Some(opened.clone());
        drop(room);
        let opened = opened.inspect_err(|_| self.give_up(name, &place))?;
        self.make_room(name)?;
        Ok(opened)
    }

    /// The source of a world, and the place of its room.
    async fn place(self: &Arc<Worlds>, name: &str) -> Result<(Source, Arc<Place>), OpenError> {
        let (worlds, wanted) = (Arc::clone(self), name.to_owned());
        let found = tokio::task::spawn_blocking(move || Source::find(worlds.folder.as_deref(), &wanted)).await;
        let source = found.ok().flatten().ok_or_else(|| OpenError::Unknown(name.to_owned()))?;
        let mut rooms = self.rooms();
        if let Some(place) = rooms.get(name) {
            return Ok((source, Arc::clone(place)));
        }
        if rooms.len() >= MOST_ROOMS {
            let idle = rooms.iter().find(|(_, place)| place.is_idle()).map(|(name, _)| name.clone());
            rooms.remove(&idle.ok_or(OpenError::Full)?);
        }
        let place = Arc::clone(rooms.entry(name.to_owned()).or_default());
        Ok((source, place))
    }

    /// Removes the place of a room that could not be opened.
    fn give_up(&self, name: &str, place: &Arc<Place>) {
        let mut rooms = self.rooms();
        if rooms.get(name).is_some_and(|held| Arc::ptr_eq(held, place)) {
            rooms.remove(name);
        }
    }

    /// Closes rooms without viewers, other than that of the world `name`, until all take no more than
    /// [`MOST_BYTES`]; if that does not suffice, closes that of `name`.
    fn make_room(&self, name: &str) -> Result<(), OpenError> {
        let mut rooms = self.rooms();
        let bytes = |rooms: &BTreeMap<String, Arc<Place>>| -> u64 {
            rooms.values().filter_map(|place| place.open()).map(|room| room.bytes()).sum()
        };
        while bytes(&rooms) > MOST_BYTES {
            let idle = rooms.iter().find(|(other, place)| *other != name && place.is_idle());
            let Some(idle) = idle.map(|(other, _)| other.clone()) else {
                rooms.remove(name);
                return Err(OpenError::Full);
            };
            rooms.remove(&idle);
        }
        Ok(())
    }

    /// Enters the room of a world as a viewer.
    pub(crate) async fn enter(self: &Arc<Worlds>, name: &str) -> Result<(Arc<Room>, ViewerPermit), OpenError> {
        let room = self.room(name).await?;
        let seat = room.sit().ok_or(OpenError::Crowded)?;
        Ok((room, seat))
    }
}

/// The title of a world and the sentence about it, as its definition says, or what is wrong with that.
fn titled(source: &Source) -> [String; 2] {
    let (title, about) = match source.definition() {
        Ok(definition) => (definition.title, definition.about),
        Err(problem) => (String::new(), problem.to_string()),
    };
    let or = |said: String, other: &str| if said.is_empty() { other.to_owned() } else { said };
    [or(title, &source.name), or(about, &source.about)]
}
