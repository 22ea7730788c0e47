//! The data that a viewer draws, shared by the web page, pictures and tests.
//!
//! A [`Backdrop`] is sent once; a [`View`] holds what changes and is small enough to be sent 60 times a second. Lengths
//! are in metres, y grows upwards.

use serde::Serialize;

use crate::definition::BodyKind;
use crate::element::Failure;
use crate::map::{Solid, around};
use crate::physics::Outline;
use crate::point::Point;
use crate::sprites;
use crate::world::{World, place};

/// The part of a world's appearance that does not change during a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Backdrop {
    /// The title of the world.
    pub title: String,
    /// The width of the map, in metres.
    pub width: f32,
    /// The height of the map, in metres.
    pub height: f32,
    /// The ground and the platforms; [`View::moving`] refers to those that move by their index in this list.
    pub solids: Vec<SolidView>,
    /// The ladders: lower left and upper right corner of each.
    pub ladders: Vec<(Point, Point)>,
    /// The kinds of elements; [`BodyView::kind`] is an index into this list.
    pub kinds: Vec<KindView>,
}

/// A piece of ground or a platform.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolidView {
    /// The corners in order, in metres; of a solid that moves, where it starts.
    pub corners: Vec<Point>,
    /// Whether it carries elements from above and lets them pass from below.
    pub oneway: bool,
    /// Whether it moves.
    pub moves: bool,
}

/// The appearance of a kind of elements.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindView {
    /// The name of the kind.
    pub name: String,
    /// The index of its colour, 0 to 7.
    pub colour: u8,
    /// Whether its elements are boxes.
    pub boxed: bool,
    /// Whether the user steers it.
    pub player: bool,
    /// The radius of its elements, in metres; with a torso, that of the legs.
    pub radius: f32,
    /// Whether its elements are animals or the player; only these have eyes.
    pub animal: bool,
    /// The width and height of the torso, in metres, for elements with legs.
    pub torso: Option<Point>,
    /// The picture of its elements as a data URL, looking to the right.
    pub appearance: Option<String>,
    /// The id of the sprite that shows its elements where there is no picture.
    pub sprite: Option<&'static str>,
}

impl KindView {
    /// Returns the width and height of its elements: those of the disc, or of the torso with the legs.
    #[must_use]
    pub fn extent(&self) -> Point {
        let wide = self.radius * 2.0;
        self.torso.map_or(Point::new(wide, wide), |torso| Point::new(torso.x.max(wide), torso.y + self.radius))
    }
}

/// The part of a world's appearance that changes, after one step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The number of steps done so far.
    pub step: u64,
    /// The living elements, in the order of their ids.
    pub bodies: Vec<BodyView>,
    /// For each solid that moves, its index in [`Backdrop::solids`] and its centre.
    pub moving: Vec<(usize, Point)>,
    /// The failures of scripts that stopped.
    pub failures: Vec<Failure>,
}

/// The appearance of one element.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BodyView {
    /// The id of the element, counted from 1.
    pub id: u32,
    /// The index of its kind in [`Backdrop::kinds`].
    pub kind: usize,
    /// Its centre, in metres; with a torso, that of the legs.
    pub at: Point,
    /// Its rotation, as cosine (`x`) and sine (`y`) of the angle.
    pub turn: Point,
    /// Its width and height, in metres.
    pub size: Point,
    /// Whether it looks to the left.
    pub left: bool,
    /// The point to which it wants to go.
    pub target: Option<Point>,
    /// The text that it says at present.
    pub says: Option<String>,
    /// Whether its script stopped.
    pub stopped: bool,
    /// The number of elements that it has eaten.
    pub eaten: u32,
    /// The centre of the torso, for an element with legs.
    pub torso: Option<Point>,
}

impl World {
    /// Returns the part of the world's appearance that does not change.
    #[must_use]
    pub fn backdrop(&self) -> Backdrop {
        let solids = self.map.solids.iter().map(|solid| SolidView {
            corners: corners(&solid.outline).into_iter().map(|corner| solid.at + corner).collect(),
            oneway: solid.oneway,
            moves: solid.route.is_some(),
        });
        let kinds = self.kinds().into_iter().map(|(name, kind)| KindView {
            colour: kind.colour % 8,
            boxed: kind.nature == BodyKind::Crate,
            player: kind.nature == BodyKind::Player,
            radius: kind.radius,
            animal: kind.nature.is_animal(),
            torso: kind.torso.map(|torso| Point::new(torso.width, torso.height)),
            appearance: self.appearances.get(&name).cloned(),
            sprite: sprites::of(&name).map(|sprite| sprite.id),
            name,
        });
        Backdrop {
            title: self.title().into(),
            width: self.map.width,
            height: self.map.height,
            solids: solids.collect(),
            ladders: self.map.ladders.iter().map(|ladder| (ladder.low, ladder.high)).collect(),
            kinds: kinds.collect(),
        }
    }

    /// Returns the present state of the world for a viewer.
    #[must_use]
    pub fn view(&self) -> View {
        let scene = self.shared.lock();
        let alive = (1..).zip(&scene.elements).filter(|(_, element)| element.alive);
        let bodies = alive.map(|(id, element)| BodyView {
            id,
            kind: element.kind,
            at: element.at,
            turn: element.body.map_or(Point::new(1.0, 0.0), |body| self.physics.turn(body)),
            size: element.size,
            left: element.left,
            target: element.target,
            says: element.said.as_ref().map(|said| said.0.clone()),
            stopped: element.stopped.is_some(),
            eaten: element.eaten,
            torso: element.body.and_then(|body| self.physics.torso(body)).map(|torso| self.physics.position(torso)),
        });
        View {
            step: scene.step,
            bodies: bodies.collect(),
            moving: self.carried.iter().map(|&(at, _)| (at, centre(&self.map.solids[at], scene.step))).collect(),
            failures: scene.elements.iter().filter_map(|element| element.stopped.clone()).collect(),
        }
    }
}

/// The centre of the rectangle around a solid after `step` steps.
fn centre(solid: &Solid, step: u64) -> Point {
    let (low, high) = around(&corners(&solid.outline));
    place(solid, step) + (low + high) * 0.5
}

fn corners(outline: &Outline) -> Vec<Point> {
    match outline {
        Outline::Disc(radius) => corners(&Outline::Box(radius * 2.0, radius * 2.0)),
        Outline::Box(width, height) => {
            let (x, y) = (width / 2.0, height / 2.0);
            vec![Point::new(-x, -y), Point::new(x, -y), Point::new(x, y), Point::new(-x, y)]
        }
        Outline::Polygon(points) | Outline::Pieces { corners: points, .. } => points.clone(),
    }
}
