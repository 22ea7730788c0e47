//! A room: one world on a thread of its own, which steps while it has viewers.
//!
//! Commands come through a bounded channel and are handled between steps. The newest moment goes into a `watch`
//! channel, which holds one value: a slow viewer receives the newest one when it next reads, and the world never waits.
//! All viewers of a room see one world, and all of them steer it.
//!
//! A panic is contained: if it happens while a world is being built, the old one continues; if it happens in a step,
//! that world stops, reports the problem and waits for a restart. Viewers and other rooms are not affected.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot, watch};
use world::{Event, Input, Problem, ScriptError, World};

use super::message::{Pace, ViewerMessage, moment, setting};
use super::pulse::Pulse;
use super::source::{Source, Stamps};

/// The most commands that wait for the next step; further senders wait.
const WAITING: usize = 64;
/// The most viewers of one room.
pub(crate) const MOST_VIEWERS: usize = 64;
/// The most bytes of the log of inputs.
const MOST_LOGGED: usize = 32 << 20;
/// The bytes that one input counts in the log, besides its text.
const LOGGED: usize = 64;
/// The number of beats between two checks for changed files.
const LOOKED: u32 = 30;

/// A command to a room.
pub(crate) enum Command {
    /// Wakes the room, because a viewer has entered.
    Look,
    /// A message of a viewer.
    Viewer(ViewerMessage),
    /// Replaces the text of a script; the reply is the step before which the new text takes effect, or an error.
    Script(String, String, oneshot::Sender<Result<u64, NotPut>>),
    /// Asks for the present text of a script.
    Text(String, oneshot::Sender<Option<String>>),
    /// Asks for the log of inputs.
    Log(oneshot::Sender<String>),
    /// Asks for the events that are kept.
    Events(oneshot::Sender<Vec<Event>>),
    /// Panics, as a defect would.
    #[cfg(test)]
    Break,
}

/// The error of a script that was not replaced.
pub(crate) enum NotPut {
    /// The new text does not load.
    Broken(ScriptError),
    /// The log of inputs has no room for it.
    Full,
}

/// The message for a log of inputs that is full.
pub(crate) const FULL: &str = "the log of what was done is full; restart the world to go on";

/// A handle to a room. The room ends when the last handle is dropped.
pub(crate) struct Room {
    pub(crate) commands: mpsc::Sender<Command>,
    pub(crate) settings: watch::Receiver<Utf8Bytes>,
    pub(crate) moments: watch::Receiver<Utf8Bytes>,
    seats: Arc<Semaphore>,
    steps: watch::Receiver<u64>,
}

/// The permit of one viewer; the room steps as long as a permit exists.
pub(crate) struct ViewerPermit(#[allow(dead_code)] OwnedSemaphorePermit); // held for its end

impl Room {
    /// Builds the world and starts its thread.
    ///
    /// # Errors
    /// Returns the first problem of its files.
    pub(crate) fn open(source: Source) -> Result<Room, Problem> {
        let (world, stamps) = load(&source)?;
        let pace = Pace { paused: false, speed: 1.0, viewers: 0 };
        let seats = Arc::new(Semaphore::new(MOST_VIEWERS));
        let (commands, heard) = mpsc::channel(WAITING);
        let (setting_out, settings) =
            watch::channel(setting(&source.name, &source.about, &world, &BTreeMap::new()).into());
        let (moment_out, moments) = watch::channel(moment(&world, &pace, None).into());
        let (step_out, steps) = watch::channel(0);
        let keeper = RoomTask {
            source,
            world,
            stamps,
            edits: BTreeMap::new(),
            heard,
            setting_out,
            moment_out,
            step_out,
            seats: Arc::clone(&seats),
            pace,
            owed: 0.0,
            extra: 0,
            wanted: None,
            logged: 0,
            problem: None,
            broken: false,
        };
        let started = thread::Builder::new().name("world".into()).spawn(move || keeper.live());
        started.map_err(|error| Problem::of("the room", error.to_string()))?;
        Ok(Room { commands, settings, moments, seats, steps })
    }

    /// The number of viewers, and the number of steps done.
    pub(crate) fn state(&self) -> (usize, u64) {
        (viewers(&self.seats), *self.steps.borrow())
    }

    /// Whether its thread still runs.
    pub(crate) fn alive(&self) -> bool {
        !self.commands.is_closed()
    }

    /// Takes the permit of a viewer, if one is free.
    pub(crate) fn sit(&self) -> Option<ViewerPermit> {
        Arc::clone(&self.seats).try_acquire_owned().ok().map(ViewerPermit)
    }
}

fn viewers(seats: &Semaphore) -> usize {
    MOST_VIEWERS - seats.available_permits()
}

/// The state of a room on its thread.
struct RoomTask {
    source: Source,
    world: World,
    stamps: Stamps,
    /// The scripts that viewers or an editor have changed; a restart uses them.
    edits: BTreeMap<String, String>,
    heard: mpsc::Receiver<Command>,
    setting_out: watch::Sender<Utf8Bytes>,
    moment_out: watch::Sender<Utf8Bytes>,
    step_out: watch::Sender<u64>,
    seats: Arc<Semaphore>,
    pace: Pace,
    /// The number of steps that are due, in fractions.
    owed: f32,
    /// The number of steps to do while the world is paused.
    extra: u32,
    /// The input before the next step; of several touches only the last counts.
    wanted: Option<Input>,
    logged: usize,
    problem: Option<Problem>,
    /// Whether a panic has left the world in an unknown state.
    broken: bool,
}

/// Builds a world. A panic is reported as a problem of its files.
fn load(source: &Source) -> Result<(World, Stamps), Problem> {
    let built = catch_unwind(AssertUnwindSafe(|| source.load()));
    built.unwrap_or_else(|_| Err(Problem::of(&source.file(), "an internal error: the world could not be built")))
}

impl RoomTask {
    /// Does work on the world; a panic stops the world.
    fn guarded(&mut self, work: impl FnOnce(&mut RoomTask)) {
        if catch_unwind(AssertUnwindSafe(|| work(self))).is_err() {
            self.broken = true;
            let message = "an internal error: this world stands still; restart it to go on";
            self.problem = Some(Problem::of(&self.source.file(), message));
        }
    }

    /// Runs the room until all handles are dropped.
    fn live(mut self) {
        while let Some(command) = self.heard.blocking_recv() {
            self.guarded(|keeper| keeper.obey(command));
            self.publish();
            if viewers(&self.seats) > 0 {
                self.watched();
            }
        }
    }

    /// Runs the world as long as the room has viewers.
    fn watched(&mut self) {
        let mut pulse = Pulse::new(Instant::now());
        let mut beats = 0;
        while viewers(&self.seats) > 0 {
            loop {
                match self.heard.try_recv() {
                    Ok(command) => self.guarded(|keeper| keeper.obey(command)),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return,
                }
            }
            for _ in 0..pulse.due(Instant::now()) {
                if beats % LOOKED == 0 {
                    self.guarded(RoomTask::look_at_files);
                }
                beats += 1;
                self.guarded(RoomTask::beat);
            }
            self.publish();
            thread::sleep(pulse.rest(Instant::now()));
        }
        (self.pace.paused, self.pace.speed) = (false, 1.0);
    }

    /// Does the steps of a sixtieth of a second.
    fn beat(&mut self) {
        if self.broken {
            return;
        }
        if self.pace.paused {
            let extra = self.extra.min(self.pace.speed.ceil() as u32);
            self.extra -= extra;
            (0..extra).for_each(|_| self.step());
            return;
        }
        self.owed += self.pace.speed;
        while self.owed >= 1.0 {
            self.owed -= 1.0;
            self.step();
        }
    }

    fn step(&mut self) {
        if let Some(input) = self.wanted.take() {
            let _ = self.input(input);
        }
        self.world.step();
    }

    /// Applies an input to the world, as long as the log has room for it.
    fn input(&mut self, input: Input) -> Result<(), NotPut> {
        let size = LOGGED + if let Input::Reload { text, .. } = &input { text.len() } else { 0 };
        if self.logged + size > MOST_LOGGED {
            self.problem = Some(Problem::of(&self.source.file(), FULL));
            return Err(NotPut::Full);
        }
        self.world.input(input).map_err(NotPut::Broken)?;
        self.logged += size;
        Ok(())
    }

    fn publish(&mut self) {
        self.pace.viewers = viewers(&self.seats);
        let told = || (moment(&self.world, &self.pace, self.problem.as_ref()), self.world.steps());
        let Ok((text, steps)) = catch_unwind(AssertUnwindSafe(told)) else {
            self.broken = true;
            return;
        };
        let text: Utf8Bytes = text.into();
        self.step_out.send_replace(steps);
        self.moment_out.send_if_modified(|old| {
            let other = *old != text;
            *old = text;
            other
        });
    }

    fn publish_setting(&self) {
        let originals = self.originals();
        self.setting_out.send_replace(setting(&self.source.name, &self.source.about, &self.world, &originals).into());
    }

    /// The texts in the files of those scripts that were changed, so that viewers can revert them.
    fn originals(&self) -> BTreeMap<String, String> {
        let original = |(file, text): (&String, &String)| {
            let own = String::from_utf8(self.source.read(file).ok()?).ok()?;
            (own != *text).then(|| (file.clone(), own))
        };
        self.edits.iter().filter_map(original).collect()
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Look => {}
            Command::Viewer(message) => self.grant(&message),
            Command::Script(file, text, reply) => {
                let _ = reply.send(self.put(file, text));
            }
            Command::Text(file, reply) => {
                let found = self.world.scripts().find(|script| script.0 == file);
                let _ = reply.send(found.map(|script| script.1.to_owned()));
            }
            Command::Log(reply) => {
                let _ = reply.send(self.world.log_text());
            }
            Command::Events(reply) => {
                let _ = reply.send(self.world.events(0));
            }
            #[cfg(test)]
            Command::Break => panic!("broken for a test"),
        }
    }

    fn grant(&mut self, message: &ViewerMessage) {
        match *message {
            ViewerMessage::Pause(paused) => (self.pace.paused, self.extra) = (paused, 0),
            ViewerMessage::Step(steps) => (self.pace.paused, self.extra) = (true, steps),
            ViewerMessage::Speed(speed) => self.pace.speed = speed,
            ViewerMessage::Restart(true) => self.restart(),
            _ => self.wanted = message.input().or(self.wanted.take()),
        }
    }

    /// Replaces the text of a script; if it does not load, the old one stays.
    fn put(&mut self, file: String, text: String) -> Result<u64, NotPut> {
        self.input(Input::Reload { script: file.clone(), text: text.clone() })?;
        self.problem = self.problem.take().filter(|problem| problem.file != file);
        self.edits.insert(file, text);
        self.publish_setting();
        Ok(self.world.steps())
    }

    /// Restarts the world. Changed scripts are replaced again, so that the log contains them.
    fn restart(&mut self) {
        match load(&self.source) {
            Ok((world, stamps)) => {
                (self.world, self.stamps, self.problem, self.broken) = (world, stamps, None, false);
            }
            Err(problem) => return self.problem = Some(problem),
        }
        (self.wanted, self.owed, self.extra, self.logged) = (None, 0.0, 0, 0);
        for (script, text) in self.edits.clone() {
            let same = self.world.scripts().any(|own| own == (script.as_str(), text.as_str()));
            if !same && self.input(Input::Reload { script: script.clone(), text }).is_err() {
                self.edits.remove(&script);
            }
        }
        self.publish_setting();
    }

    /// Loads files that an editor has changed: scripts are replaced at once, any other file restarts the world.
    fn look_at_files(&mut self) {
        let changed = self.source.changed(&mut self.stamps);
        let scripts: Vec<String> = self.world.scripts().map(|script| script.0.to_owned()).collect();
        let mut anew = false;
        for file in changed {
            if !scripts.contains(&file) {
                anew = true;
            } else if let Err(problem) = self.reread(&file) {
                self.problem = Some(problem);
            }
        }
        if anew {
            self.restart();
        }
    }

    fn reread(&mut self, file: &str) -> Result<(), Problem> {
        let bytes = self.source.read(file).map_err(|error| Problem::of(file, error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| Problem::of(file, "the file is not UTF-8"))?;
        let put = self.put(file.to_owned(), text);
        put.map(|_| ()).map_err(|not_put| match not_put {
            NotPut::Full => Problem::of(file, FULL),
            NotPut::Broken(error) => {
                let line = error.line.and_then(|line| usize::try_from(line).ok()).unwrap_or(1);
                Problem { file: file.to_owned(), line, column: 1, message: error.message }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::source::sources;
    use super::*;

    /// Waits for a moment in which something holds; a moment comes at least with each of sixty beats a second.
    async fn until(room: &Room, wanted: impl Fn(&serde_json::Value) -> bool) {
        let look = async {
            loop {
                let moment = room.moments.borrow().as_str().to_owned();
                if serde_json::from_str(&moment).is_ok_and(|moment| wanted(&moment)) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), look).await.expect("the moment did not come");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_panic_stays_in_its_room_which_goes_on_after_a_restart() {
        let find = |name: &str| sources(None).into_iter().find(|source| source.name == name).unwrap();
        let (room, other) = (Room::open(find("savanna")).unwrap(), Room::open(find("tower")).unwrap());
        let seats = (room.sit().unwrap(), other.sit().unwrap());
        for room in [&room, &other] {
            assert!(room.commands.send(Command::Look).await.is_ok());
            until(room, |moment| moment["step"].as_u64() > Some(3)).await;
        }
        assert!(room.commands.send(Command::Break).await.is_ok());
        until(&room, |moment| moment["problem"]["message"].as_str().is_some_and(|text| text.contains("stands still")))
            .await;
        let before = other.state().1;
        until(&other, |moment| moment["step"].as_u64() > Some(before + 10)).await;
        assert!(room.commands.send(Command::Viewer(ViewerMessage::Restart(true))).await.is_ok());
        until(&room, |moment| moment["problem"].is_null() && moment["step"].as_u64() > Some(0)).await;
        assert!(room.alive());
        drop(seats);
    }
}
