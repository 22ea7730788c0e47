//! Rigid bodies: the one file that names the physics crate.
//!
//! Rapier steps the bodies in its deterministic build (no fused operations, its own transcendental functions), so
//! that the same calls give the same bits on every machine; a snapshot holds all that it carries from step to step.
//! Contacts are read from the narrow phase with their normals: that, and not a vertical speed of zero, says who
//! stands on what. Two rules act inside the step, where contacts are prepared: a one-way platform lets pass what
//! comes from below or wants down, and who walks feels no friction (the controller drives it; friction is for
//! standing).

use rapier2d::prelude::*;
use serde::{Deserialize, Serialize};

use crate::point::Point;

/// Steps in a second.
pub const STEPS_A_SECOND: u32 = 60;
/// A body counts as touching up to this gap, in metres; the solver itself leaves gaps of half of it.
const TOUCH: f32 = 0.02;
/// The upward part of a normal from which a one-way platform carries: about 25 degrees.
const ONE_WAY: f32 = 0.9;
/// The same for what it carries already.
const TILTED: f32 = 0.3;
/// What rises faster than this, in metres a second, passes.
const STILL: f32 = 0.1;
/// What is inside by no more than this, in metres, is lifted out.
const STEP: f32 = 0.15;
/// Of the landing speed, what is kept: the bounce is the square of it, 4 % of the height.
const BOUNCE: f32 = 0.2;
const FRICTION: f32 = 0.7;
/// How far legs spring against their torso, in radii, and how: stiffness per second squared, damping per second.
const TRAVEL: f32 = 0.25;
const SUSPENSION: (f32, f32) = (600.0, 30.0);
/// Mass of a square metre, in kilograms.
const DENSITY: f32 = 1.0;

/// Bits of a body's user data.
const WALKS: u128 = 1;
const PASSES: u128 = 2;
/// Of a collider's user data, the bits below hold its surface, those above the caller's number.
const TAG: u32 = 8;

/// What a body is made for; kept in its collider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Surface {
    /// Ground and platforms that let nothing pass.
    Solid,
    /// A platform that carries from above only.
    OneWay,
    /// A free body without a will: a crate, a ball.
    Loose,
    /// A round character.
    Character,
}

/// The outline of a body, around its position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Outline {
    /// A disc of this radius.
    Disc(f32),
    /// A box of this width and height.
    Box(f32, f32),
    /// A convex polygon.
    Polygon(Vec<Point>),
}

/// A body of one [`Physics`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body(RigidBodyHandle);

/// A contact as one body sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// What is touched.
    pub surface: Surface,
    /// Away from what is touched, of length 1.
    pub normal: Point,
    /// How what is touched moves.
    pub velocity: Point,
    /// The number that the touched body was given.
    pub tag: u32,
}

/// All bodies, and what the solver keeps between steps.
pub struct Physics {
    world: PhysicsWorld,
}

/// A snapshot that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the snapshot's physics cannot be read: {0}")]
pub struct Unreadable(String);

impl Physics {
    /// An empty space with this downward acceleration, in metres a second squared.
    #[must_use]
    pub fn new(gravity: f32) -> Physics {
        let mut world = PhysicsWorld::new();
        world.gravity = Vector::new(0.0, -gravity);
        #[allow(clippy::cast_precision_loss)] // 60
        let dt = 1.0 / STEPS_A_SECOND as f32;
        world.integration_parameters.dt = dt;
        Physics { world }
    }

    /// Adds a body that never moves, with a number of the caller's. `None` where a polygon has no area.
    pub fn add_fixed(&mut self, at: Point, outline: &Outline, surface: Surface, tag: u32) -> Option<Body> {
        self.add(RigidBodyBuilder::fixed().translation(vector(at)), outline, surface, tag)
    }

    /// Adds a body that moves as [`Physics::carry`] says, whatever is in its way.
    pub fn add_carried(&mut self, at: Point, outline: &Outline, surface: Surface, tag: u32) -> Option<Body> {
        self.add(RigidBodyBuilder::kinematic_position_based().translation(vector(at)), outline, surface, tag)
    }

    /// Adds a round character: it never sleeps and never turns.
    pub fn add_character(&mut self, at: Point, radius: f32, tag: u32) -> Option<Body> {
        let body = RigidBodyBuilder::dynamic().translation(vector(at)).lock_rotations().can_sleep(false);
        self.add(body, &Outline::Disc(radius), Surface::Character, tag)
    }

    /// Adds a character of legs and a torso: a ball that rolls, and an upright box of this width and height that
    /// stands on it, held by a wheel joint: the ball turns freely and moves along the box's own axis against a
    /// damped spring. The ball is the character's body; what is done to it is done to the box.
    pub fn add_legged(&mut self, at: Point, radius: f32, torso: Point, tag: u32) -> Option<Body> {
        let legs = RigidBodyBuilder::dynamic().translation(vector(at)).can_sleep(false);
        let legs = self.add(legs, &Outline::Disc(radius), Surface::Character, tag)?;
        let centre = vector(at + Point::new(0.0, torso.y / 2.0));
        let upright = RigidBodyBuilder::dynamic().translation(centre).lock_rotations().can_sleep(false);
        let outline = Outline::Box(torso.x, torso.y);
        let torso_body = self.add(upright, &outline, Surface::Character, tag)?;
        let travel = radius * TRAVEL;
        let joint = GenericJointBuilder::new(JointAxesMask::LIN_X)
            .local_anchor1(Vector::new(0.0, -torso.y / 2.0))
            .motor_position(JointAxis::LinY, 0.0, SUSPENSION.0, SUSPENSION.1)
            .limits(JointAxis::LinY, [-travel, travel])
            .contacts_enabled(false);
        self.world.insert_impulse_joint(torso_body.0, legs.0, joint);
        Some(legs)
    }

    /// The torso that stands on the legs `body`.
    #[must_use]
    pub fn torso(&self, body: Body) -> Option<Body> {
        let joint = self.world.impulse_joints_with(body.0).next()?;
        Some(Body(if joint.0 == body.0 { joint.1 } else { joint.0 }))
    }

    /// A body and its torso.
    fn parts(&self, body: Body) -> impl Iterator<Item = RigidBodyHandle> + use<> {
        std::iter::once(body.0).chain(self.torso(body).map(|torso| torso.0))
    }

    /// Has the legs `body` roll as fast as they move over what moves sideways by `ground`.
    pub fn roll(&mut self, body: Body, ground: f32, radius: f32) {
        if let Some(legs) = self.world.bodies.get_mut(body.0) {
            let speed = (ground - legs.linvel().x) / radius;
            legs.set_angvel(speed, true);
        }
    }

    /// Adds a free body, turned by a cosine and sine where they are given.
    pub fn add_loose(&mut self, at: Point, turn: Option<Point>, outline: &Outline, tag: u32) -> Option<Body> {
        let body = self.add(RigidBodyBuilder::dynamic().translation(vector(at)), outline, Surface::Loose, tag)?;
        if let (Some(turn), Some(rigid)) = (turn, self.world.bodies.get_mut(body.0)) {
            rigid.set_rotation(Rotation::from_cos_sin_unchecked(turn.x, turn.y), true);
        }
        Some(body)
    }

    fn add(&mut self, body: RigidBodyBuilder, outline: &Outline, surface: Surface, tag: u32) -> Option<Body> {
        let shape = match outline {
            Outline::Disc(radius) => ColliderBuilder::ball(*radius),
            Outline::Box(width, height) => ColliderBuilder::cuboid(width / 2.0, height / 2.0),
            Outline::Polygon(points) => {
                ColliderBuilder::convex_hull(&points.iter().copied().map(vector).collect::<Vec<_>>())?
            }
        };
        let bounce = if surface == Surface::Character { BOUNCE } else { 0.0 };
        let hooked = matches!(surface, Surface::Character | Surface::OneWay);
        let hooks = if hooked { ActiveHooks::MODIFY_SOLVER_CONTACTS } else { ActiveHooks::empty() };
        let shape = shape.friction(FRICTION).restitution(bounce).restitution_combine_rule(CoefficientCombineRule::Max);
        let shape = shape.density(DENSITY).active_hooks(hooks).user_data(surface as u128 | u128::from(tag) << TAG);
        Some(Body(self.world.insert(body, shape).0))
    }

    /// Takes a body out.
    pub fn remove(&mut self, body: Body) {
        for part in self.parts(body) {
            let _ = self.world.remove_body(part);
        }
    }

    /// Advances by one step.
    pub fn step(&mut self) {
        self.world.step_with_events(&Rules, &());
    }

    /// The centre of a body; the origin where there is no such body.
    #[must_use]
    pub fn position(&self, body: Body) -> Point {
        self.world.bodies.get(body.0).map_or(Point::default(), |body| point(body.translation()))
    }

    /// How a body moves.
    #[must_use]
    pub fn velocity(&self, body: Body) -> Point {
        self.world.bodies.get(body.0).map_or(Point::default(), |body| point(body.linvel()))
    }

    /// How far a body is turned, as cosine and sine.
    #[must_use]
    pub fn turn(&self, body: Body) -> Point {
        self.world.bodies.get(body.0).map_or(Point::new(1.0, 0.0), |body| {
            let turn = body.rotation();
            Point::new(turn.cos(), turn.sin())
        })
    }

    /// Adds `change` to a body's velocity: an impulse of its mass times that.
    pub fn push(&mut self, body: Body, change: Point) {
        for part in self.parts(body) {
            if let Some(body) = self.world.bodies.get_mut(part) {
                let impulse = vector(change) * body.mass();
                body.apply_impulse(impulse, true);
            }
        }
    }

    /// Sets how a character takes part: whether it walks, passes one-way platforms downwards, and feels gravity.
    pub fn set_manner(&mut self, body: Body, walks: bool, passes: bool, gravity: bool) {
        for part in self.parts(body) {
            let Some(body) = self.world.bodies.get_mut(part) else { continue };
            body.user_data = u128::from(walks) * WALKS + u128::from(passes) * PASSES;
            let scale = if gravity { 1.0 } else { 0.0 };
            if body.gravity_scale() != scale {
                body.set_gravity_scale(scale, true);
            }
        }
    }

    /// Has a carried body be at `to` after the next step.
    pub fn carry(&mut self, body: Body, to: Point) {
        if let Some(body) = self.world.bodies.get_mut(body.0) {
            body.set_next_kinematic_translation(vector(to));
        }
    }

    /// What a body touches.
    pub fn contacts(&self, body: Body) -> impl Iterator<Item = Contact> {
        let collider = self.world.bodies.get(body.0).and_then(|body| body.colliders().first().copied());
        collider.into_iter().flat_map(move |own| {
            let pairs = self.world.narrow_phase.contact_pairs_with(own);
            pairs.flat_map(move |pair| self.pair(own, pair))
        })
    }

    fn pair(&self, own: ColliderHandle, pair: &ContactPair) -> impl Iterator<Item = Contact> {
        let first = pair.collider1 == own;
        let other = if first { pair.collider2 } else { pair.collider1 };
        let touched = self.world.colliders.get(other).and_then(|collider| {
            let velocity = point(self.world.bodies.get(collider.parent()?)?.linvel());
            Some((surface(collider), tag(collider), velocity))
        });
        let manifolds = pair.manifolds().iter();
        let close = manifolds.filter(|manifold| manifold.data.solver_contacts.iter().any(|each| each.dist <= TOUCH));
        close.filter_map(move |manifold| {
            let (surface, tag, velocity) = touched?;
            let normal = point(manifold.data.normal) * if first { -1.0 } else { 1.0 };
            Some(Contact { surface, normal, velocity, tag })
        })
    }

    /// All that the next steps depend on.
    ///
    /// # Errors
    /// Where the memory does not suffice.
    pub fn save(&self) -> Result<Vec<u8>, Unreadable> {
        postcard::to_stdvec(&self.world).map_err(|error| Unreadable(error.to_string()))
    }

    /// The space that was saved. The bytes must be those of [`Physics::save`]: a caller keeps a checksum.
    ///
    /// # Errors
    /// Bytes of another shape.
    pub fn load(bytes: &[u8]) -> Result<Physics, Unreadable> {
        postcard::from_bytes(bytes).map(|world| Physics { world }).map_err(|error| Unreadable(error.to_string()))
    }
}

/// The rules inside the step.
struct Rules;

impl PhysicsHooks for Rules {
    fn modify_solver_contacts(&self, context: &mut ContactModificationContext) {
        let sides = [(context.collider1, context.rigid_body1), (context.collider2, context.rigid_body2)];
        let surfaces = sides.map(|(collider, _)| context.colliders.get(collider).map(surface));
        let bits =
            sides.map(|(_, body)| body.and_then(|body| context.bodies.get(body)).map_or(0, |body| body.user_data));
        let speeds =
            sides.map(|(_, body)| body.and_then(|body| context.bodies.get(body)).map_or(0.0, |body| body.linvel().y));
        let Some(rigid) = context.rigid_mut() else {
            return;
        };
        if (bits[0] | bits[1]) & WALKS != 0 {
            *rigid.friction = 0.0;
        }
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            if surfaces[side] == Some(Surface::OneWay) {
                let rising = speeds[1 - side] - speeds[side];
                one_way(rigid, rigid.normal.y * sign, rising, bits[1 - side] & PASSES != 0);
            }
        }
    }
}

/// Drops the contacts with a one-way platform whose normal's upward part is `up`, while something passes it that
/// rises at this speed.
///
/// It begins to carry what does not rise and is hardly inside: not deeper than it may have fallen in one step, or
/// than a step that one takes without noticing. The manifold remembers whether it carries.
fn one_way(rigid: &mut ModifiableManifold<'_>, up: f32, rising: f32, passes: bool) {
    let deepest = rigid.solver_contacts.iter().map(|contact| -contact.dist).fold(0.0, f32::max);
    #[allow(clippy::cast_precision_loss)] // 60
    let fallen = -rising * 1.5 / STEPS_A_SECOND as f32;
    let lands = up >= ONE_WAY && rising <= STILL && deepest <= fallen.max(STEP);
    let stays = *rigid.user_data == 1 && up >= TILTED;
    let carries = !passes && (lands || stays);
    *rigid.user_data = u32::from(carries);
    if !carries {
        rigid.solver_contacts.clear();
    }
}

fn surface(collider: &Collider) -> Surface {
    const SURFACES: [Surface; 4] = [Surface::Solid, Surface::OneWay, Surface::Loose, Surface::Character];
    let at = (collider.user_data & ((1 << TAG) - 1)) as usize;
    SURFACES.get(at).copied().unwrap_or(Surface::Solid)
}

fn tag(collider: &Collider) -> u32 {
    (collider.user_data >> TAG) as u32
}

fn vector(point: Point) -> Vector {
    Vector::new(point.x, point.y)
}

fn point(vector: Vector) -> Point {
    Point::new(vector.x, vector.y)
}
