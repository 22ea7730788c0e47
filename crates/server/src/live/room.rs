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
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot, watch};
use world::ceilings::MAX_LOG;
use world::{
    Allowance, Cause, Entry, Event, Input, LoadError, Problem, ScriptError, StateHash, StopFlag, Until, World,
};

use super::message::{ElementMemory, Pace, ViewerMessage, moment, setting};
use super::source::{Source, Stamps};
use super::ticker::Ticker;
use super::{OpenError, RoomLimits};

/// The most commands that wait for the next step; further senders wait.
const WAITING: usize = 64;
/// The longest time for loading a world.
pub(crate) const LOADING: Duration = Duration::from_secs(10);
/// The longest time for the scripts of one step, or for loading one script.
const STEPPING: Duration = Duration::from_secs(2);
/// The priority of the threads of rooms, from 0 to 99: below that of requests, so that a world with much work does not
/// delay them, and above that of long questions.
const PRIORITY: u8 = 24;
/// The number of ticks between two checks for changed files.
const TICKS_PER_FILE_CHECK: u32 = 30;

/// A command to a room.
pub(crate) enum Command {
    /// Wakes the room, because a viewer has entered.
    Wake,
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
    /// Asks for what the script of the element with this id keeps; `None` if there is no such element.
    Memory(u32, oneshot::Sender<Option<ElementMemory>>),
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
    permits: Arc<Semaphore>,
    /// The most viewers.
    most: usize,
    steps: watch::Receiver<u64>,
    bytes: watch::Receiver<u64>,
    /// Whether scripts were changed or inputs were made, which are lost when the room ends.
    work: watch::Receiver<bool>,
    /// Ends what the scripts of the world do at present.
    stop: StopFlag,
}

impl Drop for Room {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// The permit of one viewer; the room steps as long as a permit exists.
pub(crate) struct ViewerPermit {
    permit: Option<OwnedSemaphorePermit>,
    permits: Arc<Semaphore>,
    most: usize,
    stop: StopFlag,
}

impl Drop for ViewerPermit {
    fn drop(&mut self) {
        drop(self.permit.take());
        // Nobody waits for the step that the world may be in.
        if viewers(&self.permits, self.most) == 0 {
            self.stop.cancel();
        }
    }
}

impl Room {
    /// Starts a thread that builds the world and then runs the room. `closing` ends the loading.
    ///
    /// # Errors
    /// Returns the first problem of its files, or which limit was reached.
    pub(crate) async fn open(source: Source, limits: RoomLimits, closing: StopFlag) -> Result<Room, OpenError> {
        let (opened, room) = oneshot::channel();
        let begin = move || begin(source, limits, &closing, opened);
        let started = thread::Builder::new().name("world".into()).spawn(begin);
        started.map_err(|error| OpenError::System(error.to_string()))?;
        room.await.unwrap_or_else(|_| Err(OpenError::System("its thread has ended".into())))
    }

    /// Builds the world and everything around it.
    fn build(source: Source, limits: RoomLimits, closing: &StopFlag) -> Result<(Room, RoomTask), OpenError> {
        let (world, stamps) = opened(&source, limits, closing)?;
        let pace = Pace { paused: false, speed: 1.0, viewers: 0 };
        let permits = Arc::new(Semaphore::new(limits.viewers));
        let (commands, received) = mpsc::channel(WAITING);
        let (setting_out, settings) = watch::channel(setting(&source, &world, &BTreeMap::new()).into());
        let (moment_out, moments) = watch::channel(moment(&world, &pace, None).into());
        let (step_out, steps) = watch::channel(0);
        let (bytes_out, bytes) = watch::channel(world.bytes());
        let (work_out, work) = watch::channel(false);
        let stop = StopFlag::default();
        let logged = world.log_text().len();
        let task = RoomTask {
            source,
            limits,
            world,
            stamps,
            edits: BTreeMap::new(),
            received,
            setting_out,
            moment_out,
            step_out,
            bytes_out,
            work_out,
            stop: stop.clone(),
            permits: Arc::clone(&permits),
            pace,
            due_steps: 0.0,
            extra: 0,
            pending_input: None,
            logged,
            problem: None,
            broken: false,
            exceeded: false,
            changed: true,
        };
        let most = limits.viewers;
        Ok((Room { commands, settings, moments, permits, most, steps, bytes, work, stop }, task))
    }

    /// The number of viewers, and the number of steps done.
    pub(crate) fn state(&self) -> (usize, u64) {
        (viewers(&self.permits, self.most), *self.steps.borrow())
    }

    /// The bytes of memory that its world may hold.
    pub(crate) fn bytes(&self) -> u64 {
        *self.bytes.borrow()
    }

    /// Whether work of its viewers is lost when it ends: changed scripts, or a log.
    pub(crate) fn holds_work(&self) -> bool {
        *self.work.borrow()
    }

    /// Whether its thread still runs.
    pub(crate) fn alive(&self) -> bool {
        !self.commands.is_closed()
    }

    /// Takes the permit of a viewer, if one is free.
    pub(crate) fn try_acquire_permit(&self) -> Option<ViewerPermit> {
        let permit = Arc::clone(&self.permits).try_acquire_owned().ok()?;
        Some(ViewerPermit {
            permit: Some(permit),
            permits: Arc::clone(&self.permits),
            most: self.most,
            stop: self.stop.clone(),
        })
    }
}

/// Builds a room on its own thread, hands it over, and runs it.
fn begin(source: Source, limits: RoomLimits, closing: &StopFlag, opened: oneshot::Sender<Result<Room, OpenError>>) {
    // If the system refuses the priority, the thread runs with the normal one.
    let _ = PRIORITY.try_into().map(|priority| set_current_thread_priority(ThreadPriority::Crossplatform(priority)));
    match Room::build(source, limits, closing) {
        Ok((room, task)) => {
            // If nobody waits for it, it is dropped, which ends the room.
            drop(opened.send(Ok(room)));
            task.live();
        }
        Err(error) => drop(opened.send(Err(error))),
    }
}

/// The number of viewers, of which there are at most `most`.
fn viewers(permits: &Semaphore, most: usize) -> usize {
    most - permits.available_permits()
}

/// The state of a room on its thread.
struct RoomTask {
    source: Source,
    limits: RoomLimits,
    world: World,
    stamps: Stamps,
    /// The scripts that viewers or an editor have changed; a restart uses them.
    edits: BTreeMap<String, String>,
    received: mpsc::Receiver<Command>,
    setting_out: watch::Sender<Utf8Bytes>,
    moment_out: watch::Sender<Utf8Bytes>,
    step_out: watch::Sender<u64>,
    bytes_out: watch::Sender<u64>,
    work_out: watch::Sender<bool>,
    /// Ends what the scripts of the world do, because nobody waits for it any more.
    stop: StopFlag,
    permits: Arc<Semaphore>,
    pace: Pace,
    /// The number of steps that are due, in fractions.
    due_steps: f32,
    /// The number of steps to do while the world is paused.
    extra: u32,
    /// The input before the next step; of several touches only the last counts.
    pending_input: Option<Input>,
    logged: usize,
    problem: Option<Problem>,
    /// Whether a panic has left the world in an unknown state, so that it stands still until it is restarted.
    broken: bool,
    /// Whether a step takes too long or too much memory, so that the world stands still until it is restarted or a
    /// script is replaced.
    exceeded: bool,
    /// Whether something may have changed since the last moment was published.
    changed: bool,
}

/// Builds a world for a room, until `closing` is set.
pub(super) fn opened(source: &Source, limits: RoomLimits, closing: &StopFlag) -> Result<(World, Stamps), OpenError> {
    load(source, limits.room_bytes, closing).map_err(|error| match error {
        LoadError::Ended if closing.is_cancelled() => OpenError::System("the server ends".into()),
        LoadError::Ended => OpenError::Slow(source.name.clone()),
        error => OpenError::Broken(error),
    })
}

/// Builds a world within this many bytes, until `stop` is set. A panic is reported as a problem of its files.
fn load(source: &Source, bytes: u64, stop: &StopFlag) -> Result<(World, Stamps), LoadError> {
    let deadline = Instant::now() + LOADING;
    let until = Until { stop: stop.clone(), deadline: Some(deadline) };
    let allowance = Allowance { until, bytes };
    let built = catch_unwind(AssertUnwindSafe(|| source.load(&allowance)));
    let broken = || Problem::of(&source.file(), "an internal error: the world could not be built");
    built.unwrap_or_else(|_| Err(broken().into()))
}

impl RoomTask {
    /// Does work on the world; a panic stops the world.
    fn guarded(&mut self, work: impl FnOnce(&mut RoomTask)) {
        if catch_unwind(AssertUnwindSafe(|| work(self))).is_err() {
            (self.broken, self.changed) = (true, true);
            let message = "an internal error: this world stands still; restart it to go on";
            self.problem = Some(Problem::of(&self.source.file(), message));
        }
    }

    /// Stops the world because a step exceeds a limit of rooms; `file` and `line` are the cause where it is known.
    fn exceed(&mut self, file: &str, line: Option<u64>, why: &str) {
        (self.exceeded, self.changed) = (true, true);
        let message = format!("{why}: this world stands still; change a script or restart the world to go on");
        let line = line.and_then(|line| usize::try_from(line).ok()).unwrap_or(1);
        self.problem = Some(Problem { line, ..Problem::of(file, message) });
    }

    /// Runs the room until all handles are dropped.
    fn live(mut self) {
        while let Some(command) = self.received.blocking_recv() {
            self.stop.clear();
            self.guarded(|task| task.execute(command));
            self.publish();
            if viewers(&self.permits, self.limits.viewers) > 0 {
                self.watched();
            }
        }
    }

    /// Runs the world as long as the room has viewers.
    fn watched(&mut self) {
        let mut ticker = Ticker::new(Instant::now());
        let mut ticks = 0;
        while viewers(&self.permits, self.limits.viewers) > 0 {
            self.stop.clear();
            loop {
                match self.received.try_recv() {
                    Ok(command) => self.guarded(|task| task.execute(command)),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return,
                }
            }
            for _ in 0..ticker.due(Instant::now()) {
                if ticks % TICKS_PER_FILE_CHECK == 0 {
                    self.guarded(RoomTask::reload_changed_files);
                }
                ticks += 1;
                self.guarded(RoomTask::tick);
            }
            self.publish();
            thread::sleep(ticker.rest(Instant::now()));
        }
        (self.pace.paused, self.pace.speed) = (false, 1.0);
    }

    /// Does the steps of a sixtieth of a second.
    fn tick(&mut self) {
        if self.broken {
            return;
        }
        if self.pace.paused {
            let extra = self.extra.min(self.pace.speed.ceil() as u32);
            self.extra -= extra;
            (0..extra).for_each(|_| self.step());
            return;
        }
        self.due_steps += self.pace.speed;
        while self.due_steps >= 1.0 {
            self.due_steps -= 1.0;
            self.step();
        }
    }

    fn step(&mut self) {
        if let Some(input) = self.pending_input.take() {
            let _ = self.input(input);
        }
        if self.broken || self.exceeded || self.world.outcome().is_some() {
            return;
        }
        self.changed = true;
        self.grant_time(self.stop.clone());
        match self.world.try_step() {
            Err(error) if error.cause == Cause::Time => {
                let why = format!("the scripts of one step take longer than {} s", STEPPING.as_secs());
                self.exceed(&error.script, error.line, &why);
            }
            // Nobody looks any more.
            Err(_) => {}
            Ok(()) if self.world.bytes() > self.limits.room_bytes => {
                let why = format!("it takes more than {} MiB of memory", self.limits.room_bytes >> 20);
                self.exceed(&self.source.file(), None, &why);
            }
            Ok(()) => {}
        }
    }

    /// Gives the scripts of the world their time for a step or for being loaded.
    fn grant_time(&mut self, stop: StopFlag) {
        self.world.watch(&Until { stop, deadline: Some(Instant::now() + STEPPING) });
    }

    /// Applies an input to the world, as long as the log has room for it.
    fn input(&mut self, input: Input) -> Result<(), NotPut> {
        let size = Entry { step: self.world.steps(), input: input.clone(), hash: Some(StateHash(0)) }.bytes();
        self.changed = true;
        if self.logged + size > MAX_LOG {
            self.problem = Some(Problem::of(&self.source.file(), FULL));
            return Err(NotPut::Full);
        }
        self.grant_time(StopFlag::default());
        self.world.input(input).map_err(NotPut::Broken)?;
        self.logged += size;
        Ok(())
    }

    /// Publishes the present moment, unless nothing has changed since the last one.
    fn publish(&mut self) {
        let viewers = viewers(&self.permits, self.limits.viewers);
        if !self.changed && self.pace.viewers == viewers {
            return;
        }
        (self.changed, self.pace.viewers) = (false, viewers);
        self.bytes_out.send_replace(self.world.bytes());
        self.work_out.send_replace(!self.edits.is_empty() || !self.world.log().is_empty());
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
        self.setting_out.send_replace(setting(&self.source, &self.world, &originals).into());
    }

    /// The texts in the files of those scripts that were changed, so that viewers can revert them.
    fn originals(&self) -> BTreeMap<String, String> {
        let original = |(file, text): (&String, &String)| {
            let own = self.source.script(file).ok()?;
            (own != *text).then(|| (file.clone(), own))
        };
        self.edits.iter().filter_map(original).collect()
    }

    fn execute(&mut self, command: Command) {
        self.changed |= matches!(command, Command::Viewer(_) | Command::Script(..));
        match command {
            Command::Wake => {}
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
            Command::Memory(id, reply) => {
                let _ = reply.send(ElementMemory::of(&self.world, id));
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
            _ => self.pending_input = message.input().or(self.pending_input.take()),
        }
    }

    /// Replaces the text of a script; if it does not load, the old one stays.
    fn put(&mut self, file: String, text: String) -> Result<u64, NotPut> {
        self.input(Input::Reload { script: file.clone(), text: text.clone() })?;
        let solved = std::mem::take(&mut self.exceeded);
        self.problem = self.problem.take().filter(|problem| !solved && problem.file != file);
        self.edits.insert(file, text);
        self.publish_setting();
        Ok(self.world.steps())
    }

    /// Restarts the world. Changed scripts are replaced again before its first step, so that the log begins with them.
    fn restart(&mut self) {
        self.changed = true;
        match load(&self.source, self.limits.room_bytes, &StopFlag::default()) {
            Ok((world, stamps)) => {
                (self.world, self.stamps, self.problem) = (world, stamps, None);
                (self.broken, self.exceeded) = (false, false);
            }
            Err(error) => return self.problem = Some(self.unloaded(error)),
        }
        (self.pending_input, self.due_steps, self.extra, self.logged) = (None, 0.0, 0, self.world.log_text().len());
        for (script, text) in self.edits.clone() {
            let same = self.world.scripts().any(|own| own == (script.as_str(), text.as_str()));
            if !same && self.input(Input::Reload { script: script.clone(), text }).is_err() {
                self.edits.remove(&script);
            }
        }
        self.publish_setting();
    }

    /// The problem of a world that could not be loaded again.
    fn unloaded(&self, error: LoadError) -> Problem {
        match error {
            LoadError::Invalid(problem) => problem,
            LoadError::Ended => Problem::of(&self.source.file(), OpenError::Slow(self.source.name.clone()).to_string()),
            error @ LoadError::Memory { .. } => Problem::of(&self.source.file(), error.to_string()),
        }
    }

    /// Loads files that an editor has changed: scripts are replaced at once, any other file restarts the world.
    fn reload_changed_files(&mut self) {
        let changed = self.source.changed(&mut self.stamps);
        let scripts: Vec<String> = self.world.scripts().map(|script| script.0.to_owned()).collect();
        let mut anew = false;
        for file in changed {
            self.changed = true;
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
        let text = self.source.script(file)?;
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

    use super::*;

    /// Waits for a moment in which something holds; a moment comes at least with each of sixty ticks a second.
    async fn until(room: &Room, pending_input: impl Fn(&serde_json::Value) -> bool) {
        let look = async {
            loop {
                let moment = room.moments.borrow().as_str().to_owned();
                if serde_json::from_str(&moment).is_ok_and(|moment| pending_input(&moment)) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), look).await.expect("the moment did not come");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_panic_stays_in_its_room_which_goes_on_after_a_restart() {
        let open = async |name: &str| {
            Room::open(Source::find(None, name).unwrap(), RoomLimits::default(), StopFlag::default()).await.unwrap()
        };
        let (room, other) = (open("savanna").await, open("tower").await);
        let permits = (room.try_acquire_permit().unwrap(), other.try_acquire_permit().unwrap());
        for room in [&room, &other] {
            assert!(room.commands.send(Command::Wake).await.is_ok());
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
        drop(permits);
    }
}
