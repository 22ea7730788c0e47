//! What a viewer draws: plain data, the same for the page, pictures and tests.
//!
//! A [`Backdrop`] is sent once; a [`View`] holds what changes, small enough for sixty a second. Metres, y upwards.

use serde::Serialize;

use crate::definition::BodyKind;
use crate::element::Failure;
use crate::map::{Solid, around};
use crate::physics::Outline;
use crate::point::Point;
use crate::world::{World, place};

/// What does not change.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Backdrop {
    /// The world's title.
    pub title: String,
    /// The map's width.
    pub width: f32,
    /// The map's height.
    pub height: f32,
    /// Ground and platforms; those that move are in [`View::moving`] too, by their place in this list.
    pub solids: Vec<SolidView>,
    /// Where one can climb: lower left and upper right corners.
    pub ladders: Vec<(Point, Point)>,
    /// The kinds, by the numbers that bodies bear.
    pub kinds: Vec<KindView>,
}

/// A piece of ground or a platform.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolidView {
    /// Its corners, in order.
    pub corners: Vec<Point>,
    /// Whether it carries from above only.
    pub oneway: bool,
    /// Whether it moves.
    pub moves: bool,
}

/// A kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindView {
    /// Its name.
    pub name: String,
    /// One of eight colours.
    pub colour: u8,
    /// Whether bodies of it are boxes.
    pub boxed: bool,
    /// Whether the user steers it.
    pub player: bool,
    /// Its radius.
    pub radius: f32,
    /// Whether it is an animal or the player: only these have eyes.
    pub animal: bool,
    /// The width and height of the box on its legs, if it has legs.
    pub torso: Option<Point>,
    /// Its picture as a data URL, looking to the right.
    pub appearance: Option<String>,
}

impl KindView {
    /// Its width and height: those of a disc, or of a torso with its legs.
    #[must_use]
    pub fn extent(&self) -> Point {
        let wide = self.radius * 2.0;
        self.torso.map_or(Point::new(wide, wide), |torso| Point::new(torso.x.max(wide), torso.y + self.radius))
    }
}

/// One moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// Steps done so far.
    pub step: u64,
    /// What lives, in the order of the ids.
    pub bodies: Vec<BodyView>,
    /// The centres of the solids that move, with their place in the list of solids.
    pub moving: Vec<(usize, Point)>,
    /// Scripts that stopped.
    pub failures: Vec<Failure>,
}

/// One element.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BodyView {
    /// Its id, from 1.
    pub id: u32,
    /// Its kind, by its place in [`Backdrop::kinds`].
    pub kind: usize,
    /// Its centre.
    pub at: Point,
    /// How far it is turned, as cosine and sine.
    pub turn: Point,
    /// Its width and height.
    pub size: Point,
    /// Whether it looks to the left.
    pub left: bool,
    /// Where it wants to be.
    pub target: Option<Point>,
    /// What it says.
    pub says: Option<String>,
    /// Whether its script stopped.
    pub stopped: bool,
    /// How many it has eaten.
    pub eaten: u32,
    /// The centre of the box on its legs, if it has legs.
    pub torso: Option<Point>,
}

impl World {
    /// What does not change.
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

    /// The present moment.
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
        Outline::Polygon(points) => points.clone(),
    }
}
