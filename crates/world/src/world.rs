//! The world: built from its files, stepped, spoken to, looked at.
//!
//! A step has a fixed order: what touches what it eats eats it; scripts run, in the order of the elements' ids;
//! targets turn into impulses; platforms move; physics steps by 1/60 s; contacts are read. Everything follows from
//! the files, the seed and the inputs between steps.

use std::collections::BTreeMap;

use sandbox::{ScriptError, Until};

use crate::build::Built;
use crate::controller::{ControllerInput, drive};
use crate::definition::{BodyKind, Definition, Kind, Torso};
use crate::element::{ABYSS, Element, Failure, Touch};
use crate::ending::{self, Ending, Outcome};
use crate::event::{Event, Verb, Who};
use crate::fingerprint::Fingerprint;
use crate::input::{Entry, Input};
use crate::map::{Area, Files, Map, Solid};
use crate::physics::{Outline, Physics, STEPS_A_SECOND, Surface};
use crate::point::Point;
use crate::problem::Problem;
use crate::scene::{Scene, Shared};
use crate::script_runner::{Before, Moment, ScriptRunner, before, failure, interrupted, restore};

/// The upward part of a normal from which something carries: 60 degrees.
const CARRIES: f32 = 0.5;
/// Eaters reach a little beyond their own edge, in metres.
const REACH: f32 = 0.05;

/// A live world.
pub struct World {
    pub(crate) definition: Definition,
    pub(crate) map: Map,
    /// A fingerprint of the files that must be the same for a snapshot or log to fit.
    pub(crate) identity: u64,
    /// For each kind that has one, its picture as a data URL.
    pub(crate) appearances: BTreeMap<String, String>,
    pub(crate) physics: Physics,
    pub(crate) shared: Shared,
    pub(crate) minds: Vec<ScriptRunner>,
    /// What ends its scripts from outside.
    pub(crate) until: Until,
    /// For each kind, the mind that steers it.
    pub(crate) steered: Vec<Option<usize>>,
    /// For each kind, the kinds that it eats.
    pub(crate) eats: Vec<Vec<usize>>,
    /// The moving solids, by their place in the map's list.
    pub(crate) carried: Vec<(usize, crate::physics::Body)>,
    pub(crate) log: Vec<Entry>,
    pub(crate) unread: Vec<Problem>,
    pub(crate) outcome: Option<Outcome>,
}

impl World {
    /// Builds the world whose definition is the file `name`; `files` gives it and the files that it names.
    ///
    /// # Errors
    /// What is wrong with which file.
    pub fn load(name: &str, files: Files<'_>) -> Result<World, Problem> {
        World::load_within(name, files, Until::default())
    }

    /// Builds the world as [`World::load`] does. `until` ends its scripts from outside, while they are loaded and in
    /// every later step.
    ///
    /// # Errors
    /// What is wrong with which file; a script that was ended.
    pub fn load_within(name: &str, files: Files<'_>, until: Until) -> Result<World, Problem> {
        Built::read(name, files)?.world(until)
    }

    /// Steps done so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.shared.lock().step
    }

    /// The title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.definition.title
    }

    /// A sentence about it, as its file says; may be empty.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.definition.about
    }

    /// Whether the user steers this kind.
    #[must_use]
    pub fn is_player(&self, kind: usize) -> bool {
        self.shared.lock().kinds.get(kind).is_some_and(|kind| kind.1.nature == BodyKind::Player)
    }

    /// The map that it stands on.
    #[must_use]
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// What its files say and nobody reads, with the places.
    #[must_use]
    pub fn unread(&self) -> &[Problem] {
        &self.unread
    }

    /// The names of the scripts with their present texts.
    pub fn scripts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.minds.iter().map(|mind| (mind.name.as_str(), mind.text.as_str()))
    }

    /// What the user did since the beginning, or since the snapshot.
    #[must_use]
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// The elements whose script stopped, with the reason.
    #[must_use]
    pub fn failures(&self) -> Vec<Failure> {
        self.shared.lock().elements.iter().filter_map(|element| element.stopped.clone()).collect()
    }

    /// What happened since the event with this number, as far as it is kept.
    #[must_use]
    pub fn events(&self, after: u64) -> Vec<Event> {
        self.shared.lock().journal.after(after).cloned().collect()
    }

    /// The number of the newest event; 0 where there is none.
    #[must_use]
    pub fn last_event(&self) -> u64 {
        self.shared.lock().journal.next() - 1
    }

    /// How many events were left out because their step had too many.
    #[must_use]
    pub fn events_left_out(&self) -> u64 {
        self.shared.lock().journal.left_out()
    }

    /// How it may end, in words.
    #[must_use]
    pub fn goals(&self) -> Vec<String> {
        self.definition.ends.iter().map(Ending::words).collect()
    }

    /// How it ended; it takes no more steps then.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// A copy of every element, in the order of the ids.
    #[must_use]
    pub fn elements(&self) -> Vec<Element> {
        self.shared.lock().elements.clone()
    }

    /// The kinds, in the order of their names.
    #[must_use]
    pub fn kinds(&self) -> Vec<(String, Kind)> {
        self.shared.lock().kinds.clone()
    }

    /// Takes what the user did between two steps. A world that has ended takes new scripts and nothing else.
    ///
    /// # Errors
    /// A script that does not load: the old one stays.
    pub fn input(&mut self, input: Input) -> Result<(), ScriptError> {
        match &input {
            Input::Touch(_) | Input::Release if self.outcome.is_some() => return Ok(()),
            Input::Touch(target) => self.touch(*target),
            Input::Release => self.aim(None),
            Input::Reload { script, text } => self.replace(script, text)?,
        }
        let step = self.steps();
        self.log.push(Entry { step, input });
        Ok(())
    }

    /// Puts a new text in the place of a script; elements that it had stopped go on.
    ///
    /// # Errors
    /// A text that does not load, or no script of this name: all stays as it was.
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
        let Some(at) = self.minds.iter().position(|mind| mind.name == script) else {
            return Err(ScriptError::new(sandbox::Cause::Fault, script, "this world has no script of this name"));
        };
        self.minds[at] = ScriptRunner::load(script, text, self.definition.limits, &self.until, &self.shared)?;
        let mut scene = self.shared.lock();
        for element in &mut scene.elements {
            if self.steered[element.kind] == Some(at) {
                element.stopped = None;
            }
        }
        Ok(())
    }

    /// Advances by one step, unless the world has ended.
    pub fn step(&mut self) {
        // Only scripts that are ended from outside keep a step from being done.
        let _ = self.try_step();
    }

    /// Advances by one step, or not at all where a script is ended from outside in the middle of it.
    ///
    /// # Errors
    /// What ended it.
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

    /// Ends the world where a goal is reached.
    fn end(&mut self) {
        let mut scene = self.shared.lock();
        let Some(outcome) = ending::reached(&self.definition, &scene) else { return };
        let (step, who) = (scene.step.saturating_sub(1), Who { element: None, kind: "the world".into() });
        scene.journal.push(step, who, Verb::Ends, &outcome.words());
        drop(scene);
        self.outcome = Some(outcome);
    }

    /// Advances without running scripts: what the rest of a step costs.
    pub fn step_without_scripts(&mut self) {
        let eaten = self.eat();
        self.remove(&eaten);
        self.drive();
        self.advance();
        self.perceive();
    }

    /// What touches what it eats eats it. The bodies stay in the physics until the step is certain.
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

    /// Takes the bodies of what was eaten out of the physics.
    fn remove(&mut self, eaten: &[Eaten]) {
        eaten.iter().filter_map(|eaten| eaten.body).for_each(|body| self.physics.remove(body));
    }

    /// Takes back what was eaten.
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

    /// Runs the scripts; where one is ended from outside, all that they changed is taken back.
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
        let moment = Moment { seed, step };
        let mut begun: Vec<Option<ScriptError>> = Vec::with_capacity(self.minds.len());
        for mind in &mut self.minds {
            match mind.begin(moment, &self.shared) {
                Err(error) if interrupted(&error) => return Err(error),
                done => begun.push(done.err()),
            }
        }
        for place in 0.. {
            let mind = {
                let scene = self.shared.lock();
                let Some(element) = scene.elements.get(place) else { break };
                let runs = element.alive && element.stopped.is_none();
                self.steered[element.kind].filter(|_| runs)
            };
            let Some(mind) = mind else { continue };
            let result = match &begun[mind] {
                None => self.minds[mind].process(place, moment, &self.shared),
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

    /// Turns targets into impulses.
    fn drive(&mut self) {
        let mut scene = self.shared.lock();
        let Scene { elements, kinds, .. } = &mut *scene;
        for element in elements.iter_mut().filter(|element| element.alive) {
            let kind = &kinds[element.kind].1;
            let (Some(body), BodyKind::Animal | BodyKind::Player) = (element.body, kind.nature) else { continue };
            let stance = ControllerInput {
                at: element.at,
                velocity: element.velocity,
                touch: element.touch,
                target: element.target,
                speed: kind.speed,
                radius: kind.radius,
            };
            let drive = drive(self.definition.controller, &stance);
            self.physics.set_manner(body, drive.walks, drive.passes, drive.gravity);
            self.physics.push(body, drive.change);
            if kind.torso.is_some() && element.touch.ground {
                self.physics.roll(body, element.touch.velocity.x, kind.radius);
            }
            if let Some(target) = element.target.filter(|target| (target.x - element.at.x).abs() > 0.05) {
                element.left = target.x < element.at.x;
            }
        }
    }

    /// Moves platforms and bodies.
    fn advance(&mut self) {
        let next = self.steps() + 1;
        for &(solid, body) in &self.carried {
            self.physics.carry(body, place(&self.map.solids[solid], next));
        }
        self.physics.step();
        let mut scene = self.shared.lock();
        scene.step = next;
        for &(solid, _) in &self.carried {
            scene.solids[solid] = area(&self.map.solids[solid], next);
        }
        scene.moved();
    }

    /// Reads where everything is and what holds it.
    pub(crate) fn perceive(&mut self) {
        let mut scene = self.shared.lock();
        let mut fallen = Vec::new();
        let Scene { elements, kinds, step, .. } = &mut *scene;
        for (place, element) in elements.iter_mut().enumerate().filter(|(_, element)| element.alive) {
            let Some(body) = element.body else { continue };
            element.at = self.physics.position(body);
            element.velocity = self.physics.velocity(body);
            if matches!(kinds[element.kind].1.nature, BodyKind::Animal | BodyKind::Player) {
                element.touch = touch(&self.physics, body, &self.map, *step);
                element.touch.ladder = self.map.ladders.iter().any(|ladder| ladder.holds(element.at));
            }
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

    /// Turns a body of an element into motion, as if it had been struck: for tests. The log does not hold it.
    pub fn strike(&mut self, id: u32, change: Point) {
        let scene = self.shared.lock();
        let body =
            (id as usize).checked_sub(1).and_then(|place| scene.elements.get(place)).and_then(|element| element.body);
        if let Some(body) = body.filter(|_| change.is_finite()) {
            self.physics.push(body, change);
        }
    }

    /// A fingerprint of the state and the step number: equal for equal runs, on every machine and in every build.
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
                print.point(self.physics.position(torso));
                print.point(self.physics.velocity(torso));
            }
        }
        print.end()
    }
}

/// The living elements of a kind within `reach` of the torso on the legs at `at`.
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

/// One element eaten by another in this step.
struct Eaten {
    eater: usize,
    place: usize,
    body: Option<crate::physics::Body>,
}

/// Takes the living element at `place` out of the scene; its body is left to the caller.
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

/// What carries a body, from its contacts' normals. Of several, the most upright counts.
fn touch(physics: &Physics, body: crate::physics::Body, map: &Map, step: u64) -> Touch {
    let mut best = (CARRIES, u32::MAX);
    let mut touch = Touch::default();
    for contact in physics.contacts(body).filter(|contact| contact.surface != Surface::Character) {
        let better = contact.normal.y > best.0 || (contact.normal.y == best.0 && contact.tag < best.1);
        if better {
            best = (contact.normal.y, contact.tag);
            let solid = (contact.surface != Surface::Loose).then_some(contact.tag);
            let route = solid.and_then(|solid| map.solids.get(solid as usize)).map(|solid| velocity(solid, step));
            touch = Touch { ground: true, ladder: false, velocity: route.unwrap_or(contact.velocity), solid };
        }
    }
    touch
}

/// Where a solid is after `step` steps.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // steps stay below 2^53
pub(crate) fn place(solid: &Solid, step: u64) -> Point {
    let Some(route) = solid.route else {
        return solid.at;
    };
    let length = f64::from(route.by.length());
    let travelled = f64::from(route.speed) * step as f64 / f64::from(STEPS_A_SECOND);
    let along = travelled % (2.0 * length);
    let share = if along <= length { along } else { 2.0 * length - along } / length;
    solid.at + route.by * share as f32
}

/// How a solid moved in the step that ended at `step`.
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
        Outline::Polygon(points) => points.iter().fold(around(points[0], points[0]), |area, &point| Area {
            low: Point::new(area.low.x.min(at.x + point.x), area.low.y.min(at.y + point.y)),
            high: Point::new(area.high.x.max(at.x + point.x), area.high.y.max(at.y + point.y)),
        }),
    }
}
