//! The world: its state, its inputs, and the steps that advance it.
//!
//! A step has a fixed order: elements eat what they touch and eat; scripts run, in the order of the elements' ids;
//! targets become impulses; platforms move; physics advances by 1/60 s; contacts are read. Everything follows from the
//! files, the seed and the inputs between steps.

use std::collections::BTreeMap;

use sandbox::{ScriptError, Until};

use crate::ceilings::{Extent, MAX_CONTACTS, contact_bytes};
use crate::controller::{ControllerInput, Drive, drive};
use crate::definition::{BodyKind, Definition, Kind, Torso};
use crate::element::{ABYSS, Element, Failure, Touch};
use crate::ending::{Ending, Outcome};
use crate::event::{Event, Verb, Who};
use crate::fingerprint::Fingerprint;
use crate::goals;
use crate::input::{Entry, Input, StateHash};
use crate::map::{Area, Map, Solid};
use crate::physics::{Manner, Outline, Physics, STEPS_A_SECOND, Surface};
use crate::point::Point;
use crate::problem::Problem;
use crate::scene::{Scene, Shared};
use crate::script_runner::{Before, ScriptRunner, StepSeed, before, failure, interrupted, restore};
use crate::terrain::{CARRIES, NEAR, Terrain};

/// A character with less than this fraction of the speed that it wants does not get on.
const MIN_PROGRESS: f32 = 0.1;
/// A character with less than this fraction of the speed that it wants is slowed. One that pushes another of its own
/// size along the ground has a half.
const SLOWED: f32 = 0.6;
/// How far elements reach beyond their own edge when they eat, in metres.
const REACH: f32 = 0.05;

/// A live world.
pub struct World {
    pub(crate) definition: Definition,
    pub(crate) map: Map,
    /// A fingerprint of the files that must be the same for a snapshot or log to fit.
    pub(crate) identity: u64,
    /// The fingerprints of its files, for the log to say which one differs.
    pub(crate) prints: Prints,
    /// With what texts the run began.
    pub(crate) begun: Begun,
    /// The pictures of the kinds that have one, as data URLs.
    pub(crate) appearances: BTreeMap<String, String>,
    pub(crate) physics: Physics,
    pub(crate) shared: Shared,
    pub(crate) runners: Vec<ScriptRunner>,
    /// The flag and the deadline that end its scripts.
    pub(crate) until: Until,
    /// What it takes besides contacts.
    pub(crate) extent: Extent,
    /// For each kind, the index of the script runner that steers it.
    pub(crate) steered: Vec<Option<usize>>,
    /// For each kind, the kinds that it eats.
    pub(crate) eats: Vec<Vec<usize>>,
    /// The moving solids, by their index in the map's list, with their bodies.
    pub(crate) carried: Vec<(usize, crate::physics::Body)>,
    pub(crate) log: Vec<Entry>,
    pub(crate) unread: Vec<Problem>,
    pub(crate) outcome: Option<Outcome>,
}

/// The name of the definition's file, and the fingerprints of the definition and the map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prints {
    pub(crate) file: String,
    pub(crate) definition: u64,
    pub(crate) map: u64,
}

/// The beginning of a run: its number of steps, which is that of the snapshot if there is one, and the scripts with
/// their texts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Begun {
    pub(crate) step: u64,
    pub(crate) texts: Vec<(String, String)>,
}

impl World {
    /// Returns about how many bytes of memory the world may hold at present; that which its scripts may fill counts as
    /// filled.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.extent.bytes() + contact_bytes(self.physics.pairs())
    }

    /// Sets the flag and the deadline that end the scripts, in place of those set before.
    pub fn watch(&mut self, until: &Until) {
        self.until = until.clone();
        self.runners.iter_mut().for_each(|runner| runner.watch(until));
    }

    /// Returns the number of steps done so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.shared.lock().step
    }

    /// Returns the title of the world.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.definition.title
    }

    /// Returns a sentence about the world from its definition; may be empty.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.definition.about
    }

    /// Whether the user steers elements of the kind with this index in [`World::kinds`].
    #[must_use]
    pub fn is_player(&self, kind: usize) -> bool {
        self.shared.lock().kinds.get(kind).is_some_and(|kind| kind.1.nature == BodyKind::Player)
    }

    /// Returns the map of the world.
    #[must_use]
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Returns notes about parts of the map that are ignored, with their places, for the author of the world.
    #[must_use]
    pub fn unread(&self) -> &[Problem] {
        &self.unread
    }

    /// Iterates over the file names of the scripts with their present texts.
    pub fn scripts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.runners.iter().map(|runner| (runner.name.as_str(), runner.text.as_str()))
    }

    /// Returns the inputs since the beginning, or since the snapshot from which the world was resumed.
    #[must_use]
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// Returns the failures of all elements whose script stopped.
    #[must_use]
    pub fn failures(&self) -> Vec<Failure> {
        self.shared.lock().elements.iter().filter_map(|element| element.stopped.clone()).collect()
    }

    /// Returns the events with numbers above `after`; only the newest 4096 are kept.
    #[must_use]
    pub fn events(&self, after: u64) -> Vec<Event> {
        self.shared.lock().journal.after(after).cloned().collect()
    }

    /// Returns the number of the newest event, or 0 if there is none.
    #[must_use]
    pub fn last_event(&self) -> u64 {
        self.shared.lock().journal.next() - 1
    }

    /// Returns the number of events that were dropped because their step had too many.
    #[must_use]
    pub fn events_left_out(&self) -> u64 {
        self.shared.lock().journal.left_out()
    }

    /// Returns the goals of the world in words, such as `won when no banana is left`.
    #[must_use]
    pub fn goals(&self) -> Vec<String> {
        self.definition.ends.iter().map(Ending::words).collect()
    }

    /// Returns how the world ended, or `None` while it runs. A world that has ended takes no more steps.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Returns a copy of every element, in the order of the ids.
    #[must_use]
    pub fn elements(&self) -> Vec<Element> {
        self.shared.lock().elements.clone()
    }

    /// Returns a copy of the element with this id, or `None` if there is none.
    #[must_use]
    pub fn element(&self, id: u32) -> Option<Element> {
        self.shared.lock().elements.get((id as usize).checked_sub(1)?).cloned()
    }

    /// Returns the kinds of elements with their names, sorted by name.
    #[must_use]
    pub fn kinds(&self) -> Vec<(String, Kind)> {
        self.shared.lock().kinds.clone()
    }

    /// Applies an input between two steps and logs it. A world that has ended ignores all inputs except
    /// [`Input::Reload`]. A script that is replaced before the first step is the one with which the run begins.
    ///
    /// # Errors
    /// Returns an error if a new script does not load; the old one stays.
    pub fn input(&mut self, input: Input) -> Result<(), ScriptError> {
        if self.outcome.is_some() && !matches!(input, Input::Reload { .. }) {
            return Ok(());
        }
        let hash = Some(StateHash(self.hash()));
        match &input {
            Input::Touch(target) => self.touch(*target),
            Input::Release => self.aim(None),
            Input::Reload { script, text } => self.replace(script, text)?,
        }
        let step = self.steps();
        match input {
            Input::Reload { .. } if step == 0 => self.begin(),
            input => self.log.push(Entry { step, input, hash }),
        }
        Ok(())
    }

    /// Notes the present step and texts as those with which the run begins.
    pub(crate) fn begin(&mut self) {
        let texts = self.runners.iter().map(|runner| (runner.name.clone(), runner.text.clone())).collect();
        self.begun = Begun { step: self.steps(), texts };
    }

    /// Replaces the text of the script with the file name `script`. Elements whose script had stopped continue.
    ///
    /// # Errors
    /// Returns an error if the text does not load or there is no script of this name; the world is then unchanged.
    pub fn reload(&mut self, script: &str, text: &str) -> Result<(), ScriptError> {
        self.input(Input::Reload { script: script.into(), text: text.into() })
    }

    fn touch(&mut self, target: Point) {
        if target.is_finite() {
            let (width, height) = (self.map.width, self.map.height);
            let inside = |value: f32, most: f32| value.clamp(-most, 2.0 * most);
            self.aim(Some(Point::new(inside(target.x, width), inside(target.y, height))));
        }
    }

    fn aim(&mut self, target: Option<Point>) {
        let mut scene = self.shared.lock();
        let Scene { elements, kinds, .. } = &mut *scene;
        let player =
            elements.iter_mut().find(|element| element.alive && kinds[element.kind].1.nature == BodyKind::Player);
        if let Some(player) = player {
            player.target = target;
        }
    }

    fn replace(&mut self, script: &str, text: &str) -> Result<(), ScriptError> {
        let Some(at) = self.runners.iter().position(|runner| runner.name == script) else {
            return Err(ScriptError::new(sandbox::Cause::Fault, script, "this world has no script of this name"));
        };
        self.runners[at] = ScriptRunner::load(script, text, self.definition.limits, &self.until, &self.shared)?;
        let mut scene = self.shared.lock();
        for element in &mut scene.elements {
            if self.steered[element.kind] == Some(at) {
                element.stopped = None;
            }
        }
        Ok(())
    }

    /// Advances the world by one step of 1/60 s, unless it has ended. If the flag or deadline of
    /// [`World::load_within`] ends a script, the step is not done; [`World::try_step`] reports that.
    pub fn step(&mut self) {
        // A step fails only if the caller's flag or deadline ends a script.
        let _ = self.try_step();
    }

    /// Advances the world by one step of 1/60 s, unless it has ended.
    ///
    /// # Errors
    /// Returns an error if the flag or deadline of [`World::load_within`] ends a script; the world is then unchanged. A
    /// script that fails by itself only stops for its element: see [`World::failures`].
    pub fn try_step(&mut self) -> Result<(), ScriptError> {
        if self.outcome.is_some() {
            return Ok(());
        }
        let event = self.last_event() + 1;
        let eaten = self.eat();
        if let Err(interrupted) = self.think() {
            self.spit_out(eaten);
            self.shared.lock().journal.forget(event);
            return Err(interrupted);
        }
        self.remove(&eaten);
        self.drive();
        self.advance();
        self.perceive();
        self.end();
        Ok(())
    }

    /// Ends the world if a goal is reached, or if it has become too crowded to go on.
    fn end(&mut self) {
        let pairs = self.physics.pairs();
        let mut scene = self.shared.lock();
        let crowded = || (pairs > MAX_CONTACTS).then(|| goals::crowded(&scene, pairs));
        let Some(outcome) = goals::reached(&self.definition, &scene).or_else(crowded) else { return };
        let (step, who) = (scene.step.saturating_sub(1), Who { element: None, kind: "the world".into() });
        scene.journal.push(step, who, Verb::Ends, &outcome.words());
        drop(scene);
        self.outcome = Some(outcome);
    }

    /// Advances the world by one step without running scripts, to measure the cost of the rest of a step.
    pub fn step_without_scripts(&mut self) {
        let eaten = self.eat();
        self.remove(&eaten);
        self.drive();
        self.advance();
        self.perceive();
    }

    /// Lets elements eat what they touch and eat. The bodies stay in the physics until the step cannot fail any more.
    fn eat(&mut self) -> Vec<Eaten> {
        let mut scene = self.shared.lock();
        let mut all = Vec::new();
        for place in 0..scene.elements.len() {
            let eater = &scene.elements[place];
            let (kind, at) = (eater.kind, eater.at);
            if !eater.alive || self.eats[kind].is_empty() {
                continue;
            }
            let torso = scene.kinds[kind].1.torso;
            for &eaten in &self.eats[kind] {
                let reach = scene.kinds[kind].1.radius + scene.kinds[eaten].1.radius + REACH;
                let mut near = scene.within(eaten, at, reach);
                if let Some(torso) = torso {
                    let reach = scene.kinds[eaten].1.radius + REACH;
                    near.extend(beside_torso(&mut scene, eaten, at, torso, reach));
                    near.sort_unstable();
                    near.dedup();
                }
                for id in near {
                    if id as usize != place {
                        all.extend(swallow(&mut scene, place, id as usize));
                    }
                }
            }
        }
        all
    }

    /// Removes the bodies of eaten elements from the physics.
    fn remove(&mut self, eaten: &[Eaten]) {
        eaten.iter().filter_map(|eaten| eaten.body).for_each(|body| self.physics.remove(body));
    }

    /// Undoes [`World::eat`].
    fn spit_out(&mut self, eaten: Vec<Eaten>) {
        let mut scene = self.shared.lock();
        for Eaten { eater, place, body } in eaten {
            let element = &mut scene.elements[place];
            (element.alive, element.body) = (true, body);
            let kind = element.kind;
            scene.elements[eater].eaten -= 1;
            scene.ranks[kind].stale();
        }
    }

    /// Runs the scripts. If the caller's flag or deadline ends one, all changes of this step are undone.
    fn think(&mut self) -> Result<(), ScriptError> {
        let mut changed = Vec::new();
        let done = self.run_scripts(&mut changed);
        if done.is_err() {
            for (place, before) in &changed {
                restore(*place, before, &self.shared);
                self.shared.lock().elements[*place].stopped = None;
            }
        }
        done
    }

    fn run_scripts(&mut self, changed: &mut Vec<(usize, Before)>) -> Result<(), ScriptError> {
        let (seed, step) = (self.definition.seed, self.steps());
        let step_seed = StepSeed { seed, step };
        let mut begun: Vec<Option<ScriptError>> = Vec::with_capacity(self.runners.len());
        for runner in &mut self.runners {
            match runner.begin(step_seed, &self.shared) {
                Err(error) if interrupted(&error) => return Err(error),
                done => begun.push(done.err()),
            }
        }
        for place in 0.. {
            let runner = {
                let scene = self.shared.lock();
                let Some(element) = scene.elements.get(place) else { break };
                let runs = element.alive && element.stopped.is_none();
                self.steered[element.kind].filter(|_| runs)
            };
            let Some(runner) = runner else { continue };
            let result = match &begun[runner] {
                None => self.runners[runner].process(place, step_seed, &self.shared),
                Some(error) => Err(error.clone()),
            };
            match result {
                Ok(before) => changed.push((place, before)),
                Err(error) if interrupted(&error) => return Err(error),
                Err(error) => {
                    let failure = failure(place, step, error, &self.shared);
                    let mut scene = self.shared.lock();
                    changed.push((place, before(place, &scene)));
                    scene.note(place, Verb::Stops, &failure.words());
                    let element = &mut scene.elements[place];
                    element.target = None;
                    element.stopped = Some(*failure);
                }
            }
        }
        Ok(())
    }

    /// Sets the ways of the platforms, and applies the impulses that the controller derives from the targets.
    fn drive(&mut self) {
        let next = self.steps() + 1;
        for &(solid, body) in &self.carried {
            self.physics.carry(body, place(&self.map.solids[solid], next));
        }
        let mut scene = self.shared.lock();
        let Scene { elements, kinds, .. } = &mut *scene;
        let mut terrain = Terrain::default();
        for element in elements.iter_mut().filter(|element| element.alive) {
            let kind = &kinds[element.kind].1;
            let (Some(body), BodyKind::Animal | BodyKind::Player) = (element.body, kind.nature) else { continue };
            let on_ground = element.touch.ground && !element.touch.loose;
            if on_ground {
                look_down(&self.physics, element.at, kind.radius, kind.speed, &mut terrain);
            }
            let input = ControllerInput {
                at: element.at,
                velocity: element.velocity,
                torso: self.physics.torso(body).map_or(element.velocity, |torso| self.physics.motion(torso).1),
                touch: element.touch,
                target: element.target,
                speed: kind.speed,
                radius: kind.radius,
                ground: on_ground.then_some(&terrain),
            };
            let Drive { change, walks, passes, gravity, held, own } = drive(self.definition.controller, &input);
            let moved = element.velocity - element.touch.velocity;
            let [blocked, slowed] = [MIN_PROGRESS, SLOWED].map(|share| walks && is_below(share, own, moved));
            // Along the ground only the way counts, on a ladder also up and down.
            let towards = Point::new(own.x, if held { 0.0 } else { own.y });
            self.physics.set_manner(body, Manner { walks, passes, gravity, held, blocked, slowed, towards });
            self.physics.push(body, change);
            element.touch.held = held;
            if kind.torso.is_some() && element.touch.ground {
                self.physics.roll(body, element.touch.velocity, kind.radius, held);
            }
            if let Some(target) = element.target.filter(|target| (target.x - element.at.x).abs() > 0.05) {
                element.left = target.x < element.at.x;
            }
        }
    }

    /// Moves platforms and bodies.
    fn advance(&mut self) {
        let next = self.steps() + 1;
        self.physics.step();
        let mut scene = self.shared.lock();
        scene.step = next;
        for &(solid, _) in &self.carried {
            scene.solids[solid] = area(&self.map.solids[solid], next);
        }
        scene.moved();
    }

    /// Reads the positions, velocities and contacts of all elements from the physics, and removes those that fell out.
    pub(crate) fn perceive(&mut self) {
        let mut scene = self.shared.lock();
        let (mut fallen, mut terrain) = (Vec::new(), Terrain::default());
        let Scene { elements, kinds, step, .. } = &mut *scene;
        for (place, element) in elements.iter_mut().enumerate().filter(|(_, element)| element.alive) {
            let Some(body) = element.body else { continue };
            (element.at, element.velocity) = self.physics.motion(body);
            if matches!(kinds[element.kind].1.nature, BodyKind::Animal | BodyKind::Player) {
                let before = element.touch;
                element.touch = touch(&self.physics, body, &self.map, *step);
                let kind = &kinds[element.kind].1;
                if before.held && !element.touch.ground {
                    look_down(&self.physics, element.at, kind.radius, 0.0, &mut terrain);
                    keep(&terrain, element, kind.radius, &self.map, *step);
                }
                element.touch.held = before.held && element.touch.ground;
                let top = ladder_top(&self.map, element.at, if before.ladder { kind.radius } else { 0.0 });
                (element.touch.ladder, element.touch.ladder_top) = (top.is_some(), top.unwrap_or_default());
                if !element.touch.holds() {
                    element.touch.fall = before.fall.max(-element.velocity.y);
                } else if element.touch.ground && kind.torso.is_some() && before.fall > 0.0 {
                    self.physics.bounce(body, before.fall, element.touch.velocity.y);
                    element.velocity = self.physics.motion(body).1;
                }
            }
            let told = self.steered[element.kind].is_some_and(|runner| self.runners[runner].is_told_of_contacts());
            element.take_contacts(if told { self.physics.touching(body) } else { Vec::new() });
            if element.said.as_ref().is_some_and(|said| said.1 <= *step) {
                element.said = None;
            }
            if element.at.y < -ABYSS {
                element.alive = false;
                element.body = None;
                self.physics.remove(body);
                fallen.push(place);
            }
        }
        let before = scene.step.saturating_sub(1);
        for place in fallen {
            let who = scene.who(place);
            scene.journal.push(before, who, Verb::Falls, "out of the world");
        }
    }

    /// Adds `change`, in metres a second, to the velocity of the element with this id. This is for tests and is not
    /// logged.
    pub fn strike(&mut self, id: u32, change: Point) {
        let mut scene = self.shared.lock();
        let element = (id as usize).checked_sub(1).and_then(|place| scene.elements.get_mut(place));
        let Some(element) = element.filter(|_| change.is_finite()) else { return };
        if let Some(body) = element.body {
            element.touch.held = false;
            element.velocity = element.velocity + change;
            self.physics.push(body, change);
        }
    }

    /// Returns a hash of the state and the step number, which is equal for equal runs on every computer and in every
    /// build.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let scene = self.shared.lock();
        let mut print = Fingerprint::default();
        print.number(self.identity);
        print.number(scene.step);
        for element in &scene.elements {
            print.element(element);
            let turn = element.body.map_or(Point::default(), |body| self.physics.turn(body));
            print.point(turn);
            if let Some(torso) = element.body.and_then(|body| self.physics.torso(body)) {
                let (at, velocity) = self.physics.motion(torso);
                print.point(at);
                print.point(velocity);
            }
        }
        print.end()
    }
}

/// Returns the indices of the living elements of a kind within `reach` of the torso of the legs at `at`.
fn beside_torso(scene: &mut Scene, kind: usize, at: Point, torso: Torso, reach: f32) -> Vec<u32> {
    let half = Point::new(torso.width / 2.0, torso.height / 2.0);
    let middle = at + Point::new(0.0, half.y);
    let mut near = scene.within(kind, middle, half.length() + reach);
    near.retain(|&id| {
        let away = scene.elements[id as usize].at - middle;
        let out = Point::new((away.x.abs() - half.x).max(0.0), (away.y.abs() - half.y).max(0.0));
        out.length() <= reach
    });
    near
}

/// An element eaten by another in this step.
struct Eaten {
    eater: usize,
    place: usize,
    body: Option<crate::physics::Body>,
}

/// Removes the living element at index `place` from the scene; the caller removes its body.
fn swallow(scene: &mut Scene, eater: usize, place: usize) -> Option<Eaten> {
    let gone = &mut scene.elements[place];
    if !gone.alive {
        return None;
    }
    gone.alive = false;
    let (body, kind) = (gone.body.take(), gone.kind);
    let prey = format!("{} {}", scene.kinds[kind].0, place + 1);
    scene.note(eater, Verb::Eats, &prey);
    scene.elements[eater].eaten += 1;
    scene.ranks[kind].stale();
    Some(Eaten { eater, place, body })
}

/// Determines what carries a body from the normals of its contacts. Of several contacts the most upright counts.
fn touch(physics: &Physics, body: crate::physics::Body, map: &Map, step: u64) -> Touch {
    let mut best = (CARRIES, u32::MAX);
    let mut touch = Touch::default();
    let mut loose = false;
    physics.contacts(body, |contact| {
        let is_ground = matches!(contact.surface, Surface::Solid | Surface::OneWay);
        loose |= !is_ground && contact.normal.y > CARRIES;
        let better = contact.normal.y > best.0 || (contact.normal.y == best.0 && contact.tag < best.1);
        if better {
            best = (contact.normal.y, contact.tag);
            let solid = is_ground.then_some(contact.tag);
            let route = solid.and_then(|solid| map.solids.get(solid as usize)).map(|solid| velocity(solid, step));
            let velocity = route.unwrap_or(contact.velocity);
            touch = Touch { ground: true, velocity, solid, ..Touch::default() };
        }
    });
    Touch { loose, ..touch }
}

/// Whether a character that wants to move with the velocity `own` moved that way with less than this share of the
/// speed: `velocity` is the one of its last step.
fn is_below(share: f32, own: Point, velocity: Point) -> bool {
    own.x * velocity.x + own.y * velocity.y < share * (own.x * own.x + own.y * own.y)
}

/// Lets a character that the ground held stay on it where a crest has taken the contact away.
fn keep(terrain: &Terrain, element: &mut Element, radius: f32, map: &Map, step: u64) {
    let at = element.at;
    let Some(rest) = terrain.rest(radius, at.x, at.y - NEAR, at.y + NEAR) else { return };
    if rest.corner && !terrain.is_under(radius, Point::new(at.x, rest.y), radius / 2.0) {
        return;
    }
    let velocity = map.solids.get(rest.tag as usize).map_or(Point::default(), |solid| velocity(solid, step));
    element.touch = Touch { ground: true, velocity, solid: Some(rest.tag), ..Touch::default() };
}

/// Collects the ground that a character with its centre at `at` can reach in a step.
fn look_down(physics: &Physics, at: Point, radius: f32, speed: f32, terrain: &mut Terrain) {
    #[allow(clippy::cast_precision_loss)] // 60
    let way = speed / STEPS_A_SECOND as f32;
    terrain.clear();
    // Ground of 60 degrees lies two radii below the centre of a disc that rests on it, and falls by two metres a metre.
    physics.ground(at, radius + way, 2.0 * (radius + way) + NEAR, way, terrain);
}

/// The upper end of the ladders that hold a character whose centre is at `at`; `None` if none does. One that is on a
/// ladder already stays on it until its feet, `radius` below, are above its end.
fn ladder_top(map: &Map, at: Point, radius: f32) -> Option<f32> {
    let holds = |ladder: &&Area| {
        (ladder.low.x..=ladder.high.x).contains(&at.x) && (ladder.low.y..=ladder.high.y + radius).contains(&at.y)
    };
    map.ladders.iter().filter(holds).map(|ladder| ladder.high.y).reduce(f32::max)
}

/// The position of a solid after `step` steps.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // steps stay below 2^53
pub(crate) fn place(solid: &Solid, step: u64) -> Point {
    let Some(route) = solid.route else {
        return solid.at;
    };
    let share = route.share(step as f64 / f64::from(STEPS_A_SECOND));
    solid.at + route.by * share as f32
}

/// The velocity of a solid during the step that ended at `step`, in metres a second.
fn velocity(solid: &Solid, step: u64) -> Point {
    #[allow(clippy::cast_precision_loss)] // 60
    let rate = STEPS_A_SECOND as f32;
    (place(solid, step) - place(solid, step.saturating_sub(1))) * rate
}

/// The rectangle around a solid after `step` steps.
pub(crate) fn area(solid: &Solid, step: u64) -> Area {
    let at = place(solid, step);
    let around = |low: Point, high: Point| Area { low: at + low, high: at + high };
    match &solid.outline {
        Outline::Disc(radius) => around(Point::new(-radius, -radius), Point::new(*radius, *radius)),
        Outline::Box(width, height) => {
            let half = Point::new(width / 2.0, height / 2.0);
            around(half * -1.0, half)
        }
        Outline::Polygon(points) | Outline::Pieces { corners: points, .. } => {
            points.iter().fold(around(points[0], points[0]), |area, &point| Area {
                low: Point::new(area.low.x.min(at.x + point.x), area.low.y.min(at.y + point.y)),
                high: Point::new(area.high.x.max(at.x + point.x), area.high.y.max(at.y + point.y)),
            })
        }
    }
}
