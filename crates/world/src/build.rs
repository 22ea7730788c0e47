//! Builds a world from its files.

use std::collections::{BTreeMap, BTreeSet};

use crate::appearance;
use crate::ceilings::{Allowance, Extent, LoadError, MAX_DEFINITION, MAX_SCRIPT, contact_bytes};
use crate::contacts;
use crate::definition::{BodyKind, Definition, Kind};
use crate::element::{Element, Touch};
use crate::files::{self, Files};
use crate::fingerprint::Fingerprint;
use crate::goals;
use crate::map::{Map, ObjectPlaces, Placed, Solid};
use crate::physics::{Outline, Passing, Physics, Surface};
use crate::point::Point;
use crate::problem::Problem;
use crate::scene::{Scene, Shared};
use crate::script_runner::{ScriptRunner, interrupted};
use crate::spatial_index::SpatialIndex;
use crate::world::{Begun, Prints, World, area};

/// The tag of the walls around the map.
const WALL: u32 = u32::MAX;

/// The most kinds that a message names.
const MAX_NAMED: usize = 12;

impl World {
    /// Builds the world whose definition is the file `name`. `files` reads it and the files that it names.
    ///
    /// # Errors
    /// Returns the first problem of one of the files.
    pub fn load(name: &str, files: &dyn Files) -> Result<World, Problem> {
        World::load_within(name, files, &Allowance::default()).map_err(|error| match error {
            LoadError::Invalid(problem) => problem,
            LoadError::Memory { .. } | LoadError::Ended => Problem::of(name, error.to_string()),
        })
    }

    /// Builds the world as [`World::load`] does, within an allowance. Its flag and its deadline end the scripts, both
    /// while they are loaded and in every later step.
    ///
    /// # Errors
    /// Returns the first problem of one of the files, or the part of the allowance that did not suffice.
    pub fn load_within(name: &str, files: &dyn Files, allowance: &Allowance) -> Result<World, LoadError> {
        Built::read(name, files, allowance)?.world(allowance)
    }
}

/// The parsed files of a world.
pub(crate) struct Built {
    name: String,
    definition: Definition,
    map: Map,
    places: ObjectPlaces,
    scripts: Vec<(String, String)>,
    identity: u64,
    prints: Prints,
    /// The pictures of the kinds that have one, as data URLs.
    appearances: BTreeMap<String, String>,
    /// Notes about parts of the map that are ignored.
    unread: Vec<Problem>,
}

impl Built {
    /// Reads the definition, the map and the scripts.
    pub(crate) fn read(name: &str, files: &dyn Files, allowance: &Allowance) -> Result<Built, LoadError> {
        let own = files::read_text(files, name, MAX_DEFINITION)?;
        let definition = Definition::parse(name, &own)?;
        let (map, places, unread) = Map::load(&definition.map, definition.pixels_per_metre, files, allowance)?;
        let text = |name: &str| Ok((name.to_owned(), files::read_text(files, name, MAX_SCRIPT)?));
        let scripts = definition.scripts().into_iter().map(text).collect::<Result<_, Problem>>()?;
        let appearances = appearance::load(&definition, files)?;
        let mut print = Fingerprint::default();
        print.bytes(own.as_bytes());
        print.shown(&map);
        let mut of_map = Fingerprint::default();
        of_map.shown(&map);
        let prints = Prints { file: name.into(), definition: Fingerprint::of(own.as_bytes()), map: of_map.end() };
        let identity = print.end();
        Ok(Built { name: name.into(), map, places, scripts, identity, prints, definition, appearances, unread })
    }

    /// Creates the world with its bodies, elements and scripts.
    pub(crate) fn world(mut self, allowance: &Allowance) -> Result<World, LoadError> {
        let kinds: Vec<(String, Kind)> = self.definition.kinds.clone().into_iter().collect();
        let of = self.kinds_of_objects(&kinds)?;
        let contacts = contacts::bounded(&self.definition.map, &self.map, &kinds, &of)?;
        let extent = self.extent();
        allowance.admit(&format!("the world {}", self.name), extent.bytes() + contact_bytes(contacts))?;
        allowance.go_on()?;
        let mut physics = Physics::new(self.definition.gravity);
        let carried = solids(&mut physics, &self.map).map_err(|message| Problem::of(&self.definition.map, message))?;
        walls(&mut physics, &self.map);
        let elements = self.elements(&mut physics, &kinds, &of);
        self.note_turned(&kinds);
        let index = |name: &String| kinds.binary_search_by(|kind| kind.0.cmp(name)).ok();
        let through = kinds.iter().map(|kind| kind.1.passes.iter().filter_map(index).collect()).collect();
        physics.set_passing(Passing { kinds: of, through });
        let eats = kinds.iter().map(|kind| kind.1.eats.iter().filter_map(index).collect()).collect();
        let steered = kinds
            .iter()
            .map(|kind| self.scripts.iter().position(|script| Some(&script.0) == kind.1.script.as_ref()))
            .collect();
        let solids = self.map.solids.iter().map(|solid| area(solid, 0)).collect();
        let ranks = ranks(&elements, kinds.len());
        let shared = Shared::new(Scene { elements, kinds, ranks, solids, ..Scene::default() });
        goals::check(&self.name, &self.definition, &shared.lock())?;
        allowance.go_on()?;
        let runners = self.runners(allowance, &shared)?;
        let Built { definition, map, identity, prints, appearances, unread, .. } = self;
        let (log, outcome) = (Vec::new(), None);
        let mut world = World {
            definition,
            map,
            identity,
            prints,
            begun: Begun::default(),
            appearances,
            physics,
            shared,
            runners,
            until: allowance.until.clone(),
            extent,
            steered,
            eats,
            carried,
            log,
            unread,
            outcome,
        };
        world.perceive();
        world.begin();
        Ok(world)
    }

    /// Notes the turned objects that are placed upright, because only crates can be turned.
    fn note_turned(&mut self, kinds: &[(String, Kind)]) {
        let upright = |kind: &str| kinds.iter().any(|(name, about)| name == kind && about.nature != BodyKind::Crate);
        let turned = self.map.objects.iter().filter(|placed| placed.turn.is_some() && upright(&placed.kind));
        let kinds: BTreeSet<&str> = turned.map(|placed| placed.kind.as_str()).collect();
        let note =
            |kind: &&str| format!("objects of the class '{kind}' are turned, which is not read; only crates turn");
        self.unread.extend(kinds.iter().map(|kind| Problem::of(&self.definition.map, note(kind))));
    }

    fn runners(&self, allowance: &Allowance, shared: &Shared) -> Result<Vec<ScriptRunner>, LoadError> {
        let load = |(name, text): &(String, String)| {
            let loaded = ScriptRunner::load(name, text, self.definition.limits, &allowance.until, shared);
            loaded
                .map_err(|error| if interrupted(&error) { LoadError::Ended } else { Problem::of_script(error).into() })
        };
        self.scripts.iter().map(load).collect()
    }

    /// What the world takes besides contacts.
    fn extent(&self) -> Extent {
        let limits = self.definition.limits;
        Extent {
            elements: self.map.objects.len() as u64,
            solids: self.map.solids.iter().map(Solid::pieces).sum::<usize>() as u64,
            memory: limits.element as u64,
            machines: self.scripts.len() as u64 * limits.memory as u64,
        }
    }

    /// The index of the kind of each object.
    fn kinds_of_objects(&self, kinds: &[(String, Kind)]) -> Result<Vec<usize>, Problem> {
        let mut of = Vec::with_capacity(self.map.objects.len());
        for (object, placed) in self.map.objects.iter().enumerate() {
            let kind = kinds.binary_search_by(|kind| kind.0.cmp(&placed.kind));
            let kind = kind.map_err(|_| self.places.problem(object, &self.unknown_class(&placed.kind, kinds)))?;
            if placed.size.is_some_and(|size| !sensible(size)) {
                return Err(self.places.problem(object, "it has no sensible size; expected 0.01 to 10,000 m"));
            }
            of.push(kind);
        }
        Ok(of)
    }

    /// What is wrong with a class that is no kind.
    fn unknown_class(&self, class: &str, kinds: &[(String, Kind)]) -> String {
        let known: Vec<&str> = kinds.iter().map(|kind| kind.0.as_str()).collect();
        let more = if known.len() > MAX_NAMED { ", …" } else { "" };
        let known = match known.len() {
            0 => "which has none".to_owned(),
            count => known[..count.min(MAX_NAMED)].join(", ") + more,
        };
        let expected = format!("expected a kind of {}: {known}", self.name);
        match class {
            "" => format!("it has no class; {expected}"),
            _ => format!("its class '{class}' is no kind; {expected}"),
        }
    }

    fn elements(&self, physics: &mut Physics, kinds: &[(String, Kind)], of: &[usize]) -> Vec<Element> {
        let placed = self.map.objects.iter().zip(of).zip(0..);
        placed.map(|((placed, &kind), tag)| element(physics, placed, kind, &kinds[kind].1, tag)).collect()
    }
}

/// Creates the spatial index of each kind.
pub(crate) fn ranks(elements: &[Element], kinds: usize) -> Vec<SpatialIndex> {
    let of = |kind| (0..).zip(elements).filter(move |(_, element)| element.kind == kind).map(|(id, _)| id);
    (0..kinds).map(|kind| SpatialIndex::with(of(kind))).collect()
}

fn sensible(size: Point) -> bool {
    [size.x, size.y].iter().all(|side| (0.01..=1e4).contains(side))
}

fn element(physics: &mut Physics, placed: &Placed, kind: usize, about: &Kind, tag: u32) -> Element {
    let size = placed.size.unwrap_or(Point::new(about.radius * 2.0, about.radius * 2.0));
    let body = match about.nature {
        BodyKind::Animal | BodyKind::Player => match about.torso {
            None => physics.add_character(placed.at, about.radius, tag),
            Some(torso) => physics.add_legged(placed.at, about.radius, Point::new(torso.width, torso.height), tag),
        },
        BodyKind::Crate => physics.add_loose(placed.at, placed.turn, &Outline::Box(size.x, size.y), tag),
        BodyKind::Item => None,
    };
    Element {
        kind,
        name: placed.name.clone(),
        body,
        alive: true,
        at: placed.at,
        velocity: Point::default(),
        touch: Touch::default(),
        target: None,
        left: false,
        eaten: 0,
        memory: Vec::new(),
        said: None,
        stopped: None,
        size,
        touching: Vec::new(),
        contact_changes: Vec::new(),
    }
}

/// Adds the ground and the platforms; returns the index and the body of those that move.
fn solids(physics: &mut Physics, map: &Map) -> Result<Vec<(usize, crate::physics::Body)>, String> {
    let mut carried = Vec::new();
    for ((place, solid), tag) in map.solids.iter().enumerate().zip(0..) {
        let surface = if solid.oneway { Surface::OneWay } else { Surface::Solid };
        let body = match solid.route {
            None => physics.add_fixed(solid.at, &solid.outline, surface, tag),
            Some(_) => physics.add_carried(solid.at, &solid.outline, surface, tag),
        };
        let body = body.ok_or("a polygon of the ground has no area; expected a convex polygon")?;
        carried.extend(solid.route.map(|_| (place, body)));
    }
    Ok(carried)
}

/// Adds walls that keep everything between the left and the right edge of the map.
fn walls(physics: &mut Physics, map: &Map) {
    let outline = Outline::Box(1.0, map.height * 3.0 + 100.0);
    for x in [-0.5, map.width + 0.5] {
        physics.add_fixed(Point::new(x, map.height / 2.0), &outline, Surface::Solid, WALL);
    }
}
