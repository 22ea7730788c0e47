//! The rooms of the live world: embedded worlds and those of a folder, which several viewers watch and steer through
//! WebSockets.
//!
//! [`Worlds`] opens a [`room`] for a world at the first request for it: a thread that advances the world 60 times a
//! second while it has viewers, and else waits. [`message`] holds the messages, [`socket`] serves one viewer,
//! [`routes`] are the HTTP endpoints. The inputs of users are in the world's log, so that
//! `menagerie world run --replay` gives the same hash.
//!
//! Rooms, their memory, the viewers of a room, the time of a step, and the bytes of a message, a script and the log are
//! limited. A viewer that does not read misses moments, and is then disconnected; the world never waits for it.

mod folder;
mod message;
mod room;
mod routes;
mod socket;
mod source;
mod ticker;

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use world::{LoadError, StopFlag};

pub use folder::WorldFolder;
pub use routes::router;

use message::{Pace, moment, setting};
use room::{Room, ViewerPermit};
use source::{Source, Stamp, Stamps, sources};

/// The most worlds whose beginnings are kept for their pictures, and the most bytes of each.
const MAX_BEGINNINGS: usize = 64;
const MAX_OF_BEGINNING: usize = 256 << 10;

/// The limits of the rooms of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomLimits {
    /// The most open rooms.
    pub rooms: usize,
    /// The most viewers of one room.
    pub viewers: usize,
    /// The most bytes of memory of one room.
    pub room_bytes: u64,
    /// The most bytes of memory of all rooms together.
    pub bytes: u64,
    /// The most private rooms of one address other than this machine's.
    pub private: usize,
}

impl Default for RoomLimits {
    fn default() -> RoomLimits {
        RoomLimits { rooms: 32, viewers: 64, room_bytes: 256 << 20, bytes: 1 << 30, private: 4 }
    }
}

/// The error of a room that cannot be opened or entered.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum OpenError {
    #[error("there is no world '{0}'")]
    Unknown(String),
    #[error("{0}")]
    Broken(LoadError),
    #[error("the world '{0}' takes too long to load; expected at most {limit} s", limit = room::LOADING.as_secs())]
    Slow(String),
    #[error("all {0} rooms of worlds are in use; try again later")]
    Full(usize),
    #[error("there are {0} private rooms of your address already, which is the most; leave one")]
    Own(usize),
    #[error("the worlds in use take all of the {} MiB of memory for them; try again later", .0 >> 20)]
    Memory(u64),
    #[error("{0} viewers look at this world already, which is the most; try again later")]
    Crowded(usize),
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
    limits: RoomLimits,
    rooms: Mutex<BTreeMap<String, Arc<Place>>>,
    /// The title and the sentence of each listed world, with the stamp of the definition that they are from.
    titles: Mutex<HashMap<String, (Stamp, [String; 2])>>,
    /// The beginnings of worlds that have no room, with the stamps of their files. One is built at a time.
    beginnings: Mutex<HashMap<String, (Stamps, String)>>,
    closing: StopFlag,
}

/// Which room of a world is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RoomName {
    /// The name of the world.
    pub(crate) world: String,
    /// A private room; `None` for that of all.
    pub(crate) private: Option<PrivateRoom>,
}

/// A private room: who knows its key is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PrivateRoom {
    pub(crate) key: String,
    /// The address of the visitor that it counts against, if it does.
    pub(crate) visitor: Option<IpAddr>,
}

impl RoomName {
    /// What the room is called among all; no name of a world has a line break and a private room's key.
    fn text(&self) -> String {
        match &self.private {
            None => self.world.clone(),
            Some(private) => format!("{}\n{}", self.world, private.key),
        }
    }

    /// The address of the visitor that it counts against.
    fn visitor(&self) -> Option<IpAddr> {
        self.private.as_ref().and_then(|private| private.visitor)
    }
}

/// The place of a room, which one request opens while others wait for it.
#[derive(Default)]
struct Place {
    /// The address that the room counts against, if it is a private one.
    visitor: Option<IpAddr>,
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

    /// Whether another world may take this place, because nobody opens it and nobody looks at it: then whether work of
    /// viewers is lost with it.
    fn idle(&self) -> Option<bool> {
        let room = self.room.try_lock().ok()?;
        let Some(Ok(room)) = room.as_ref() else { return Some(false) };
        (room.state().0 == 0).then(|| room.holds_work())
    }
}

impl Worlds {
    /// Creates the list of the embedded worlds and those of a folder; no room is open.
    #[must_use]
    pub fn new(folder: Option<PathBuf>, limits: RoomLimits) -> Arc<Worlds> {
        let (rooms, titles, beginnings) = (Mutex::default(), Mutex::default(), Mutex::default());
        Arc::new(Worlds { folder, limits, rooms, titles, beginnings, closing: StopFlag::default() })
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
        let known =
            self.titles().get(&source.name).filter(|(known, _)| *known == stamp).map(|(_, title)| title.clone());
        if let Some(title) = known {
            return title;
        }
        let title = titled(source);
        self.titles().insert(source.name.clone(), (stamp, title.clone()));
        title
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
    /// closed for it. Requests that wait for the same attempt to open it share its outcome; the attempt goes on when
    /// its request ends, so that no more are under way than there are rooms.
    pub(crate) async fn room(self: &Arc<Worlds>, name: &RoomName) -> Result<Arc<Room>, OpenError> {
        let (worlds, name) = (Arc::clone(self), name.clone());
        let opened = tokio::spawn(async move { worlds.opened(&name).await }).await;
        opened.unwrap_or_else(|error| Err(OpenError::System(error.to_string())))
    }

    async fn opened(self: &Arc<Worlds>, name: &RoomName) -> Result<Arc<Room>, OpenError> {
        let (source, place) = self.place(name).await?;
        let name = &*name.text();
        let seen = place.attempts.load(Ordering::Relaxed);
        let mut room = place.room.lock().await;
        match &*room {
            Some(Ok(open)) if open.alive() => return Ok(Arc::clone(open)),
            Some(Err(error)) if place.attempts.load(Ordering::Relaxed) != seen => return Err(error.clone()),
            _ => {}
        }
        place.attempts.fetch_add(1, Ordering::Relaxed);
        let opened = Room::open(source, self.limits, self.closing.clone()).await.map(Arc::new);
        *room = Some(opened.clone());
        drop(room);
        let opened = opened.inspect_err(|_| self.give_up(name, &place))?;
        self.make_room(name)?;
        Ok(opened)
    }

    /// The source of a world, and the place of its room.
    async fn place(self: &Arc<Worlds>, room: &RoomName) -> Result<(Source, Arc<Place>), OpenError> {
        let (worlds, wanted) = (Arc::clone(self), room.world.clone());
        let found = tokio::task::spawn_blocking(move || Source::find(worlds.folder.as_deref(), &wanted)).await;
        let source = found.ok().flatten().ok_or_else(|| OpenError::Unknown(room.world.clone()))?;
        let (name, visitor) = (&*room.text(), room.visitor());
        let mut rooms = self.rooms();
        if let Some(place) = rooms.get(name) {
            return Ok((source, Arc::clone(place)));
        }
        let own = |place: &Place| visitor.is_some() && place.visitor == visitor;
        if rooms.values().filter(|place| own(place)).count() >= self.limits.private && visitor.is_some() {
            let idle = idle(&rooms, name, own);
            rooms.remove(&idle.ok_or(OpenError::Own(self.limits.private))?);
        }
        if rooms.len() >= self.limits.rooms {
            let idle = idle(&rooms, name, |_| true);
            rooms.remove(&idle.ok_or(OpenError::Full(self.limits.rooms))?);
        }
        let place = Arc::new(Place { visitor, ..Place::default() });
        rooms.insert(name.to_owned(), Arc::clone(&place));
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
    /// the memory of the limits; if that does not suffice, closes that of `name`.
    fn make_room(&self, name: &str) -> Result<(), OpenError> {
        let mut rooms = self.rooms();
        let bytes = |rooms: &BTreeMap<String, Arc<Place>>| -> u64 {
            rooms.values().filter_map(|place| place.open()).map(|room| room.bytes()).sum()
        };
        while bytes(&rooms) > self.limits.bytes {
            let Some(idle) = idle(&rooms, name, |_| true) else {
                rooms.remove(name);
                return Err(OpenError::Memory(self.limits.bytes));
            };
            rooms.remove(&idle);
        }
        Ok(())
    }

    /// A world as it stands, without a room being opened for it: its setting and a moment, as JSON. Where it has a room
    /// these are the newest ones, else those of its beginning, which are kept while its files do not change.
    pub(crate) fn picture(&self, name: &str) -> Result<String, OpenError> {
        let room = self.rooms().get(name).and_then(|place| place.open());
        if let Some(room) = room {
            return Ok(both(&room.settings.borrow(), &room.moments.borrow()));
        }
        let source = Source::find(self.folder.as_deref(), name).ok_or_else(|| OpenError::Unknown(name.to_owned()))?;
        // Worlds are built one after the other here, so that beside the rooms no more than one takes memory.
        let mut beginnings = self.beginnings.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((stamps, text)) = beginnings.get_mut(name)
            && source.changed(stamps).is_empty()
        {
            return Ok(text.clone());
        }
        let (world, stamps) = room::opened(&source, self.limits, &self.closing)?;
        let pace = Pace { paused: false, speed: 1.0, viewers: 0 };
        let text = both(&setting(&source, &world, &BTreeMap::new()), &moment(&world, &pace, None));
        if beginnings.len() >= MAX_BEGINNINGS {
            beginnings.clear();
        }
        if text.len() <= MAX_OF_BEGINNING {
            beginnings.insert(name.to_owned(), (stamps, text.clone()));
        }
        Ok(text)
    }

    /// Enters the room of a world as a viewer.
    pub(crate) async fn enter(self: &Arc<Worlds>, name: &RoomName) -> Result<(Arc<Room>, ViewerPermit), OpenError> {
        let room = self.room(name).await?;
        let permit = room.try_acquire_permit().ok_or(OpenError::Crowded(self.limits.viewers))?;
        Ok((room, permit))
    }
}

/// A setting and a moment as one object.
fn both(setting: &str, moment: &str) -> String {
    format!("{{\"setting\":{setting},\"moment\":{moment}}}")
}

/// The room other than `name` that ends for another one: of the `eligible` ones without viewers one whose end loses
/// nothing, else one with changed scripts or a log.
fn idle(rooms: &BTreeMap<String, Arc<Place>>, name: &str, eligible: impl Fn(&Place) -> bool) -> Option<String> {
    let others = rooms.iter().filter(|(other, place)| *other != name && eligible(place));
    let idle = others.filter_map(|(other, place)| Some((place.idle()?, other)));
    idle.min().map(|(_, other)| other.clone())
}

/// The title of a world and the sentence about it, as its definition says, or what is wrong with that.
fn titled(source: &Source) -> [String; 2] {
    let (title, about) = match source.definition() {
        Ok(definition) => (definition.title, definition.about),
        Err(problem) => (String::new(), problem.to_string()),
    };
    let or = |title: String, other: &str| if title.is_empty() { other.to_owned() } else { title };
    [or(title, &source.name), or(about, &source.about)]
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn private_rooms_count_against_their_visitor() {
        let worlds = Worlds::new(None, RoomLimits { private: 2, ..RoomLimits::default() });
        let enter = async |key: &str, visitor: Option<[u8; 4]>| {
            let private = PrivateRoom { key: key.repeat(22), visitor: visitor.map(IpAddr::from) };
            let entered = worlds.enter(&RoomName { world: "tower".into(), private: Some(private) }).await;
            entered.map(|(_, permit)| permit)
        };
        let (one, other) = (Some([192, 0, 2, 1]), Some([192, 0, 2, 2]));
        let first = enter("a", one).await.unwrap();
        let second = enter("b", one).await.unwrap();
        assert!(matches!(enter("c", one).await, Err(OpenError::Own(2))));
        // In one of them there is room for more; others have rooms of their own, and this machine any number.
        let again = enter("a", one).await.unwrap();
        let others = [enter("d", other).await.unwrap(), enter("e", None).await.unwrap()];
        assert!(enter("f", None).await.is_ok() && enter("g", None).await.is_ok());
        // One that is left ends for the next.
        drop(second);
        assert!(enter("c", one).await.is_ok());
        drop((first, again, others));
    }
}
