//! Rigid bodies: the only module that depends on the physics crate.
//!
//! Rapier advances the bodies in its deterministic build (no fused operations, its own transcendental functions), so
//! that the same calls give the same bits on every computer; a snapshot holds all that it keeps between steps.
//! Contacts are read from the narrow phase with their normals; they, and not a vertical speed of zero, tell which body
//! stands on which. Two rules change contacts within a step: a one-way platform lets bodies pass that come from below
//! or want to go down, and a walking character has no friction (the controller drives it; friction is for standing).

use rapier2d::prelude::*;
use serde::{Deserialize, Serialize};

use crate::point::Point;

/// The number of steps in a second of the simulation.
pub const STEPS_A_SECOND: u32 = 60;
/// A body counts as touching up to this gap, in metres; the solver itself leaves gaps of half of it.
const TOUCH: f32 = 0.02;
/// The upward part of a normal from which a one-way platform carries: about 25 degrees.
const ONE_WAY: f32 = 0.9;
/// The upward part of a normal from which a one-way platform keeps carrying a body that it carried before.
const TILTED: f32 = 0.3;
/// A body that rises faster than this, in metres a second, passes a one-way platform.
const STILL: f32 = 0.1;
/// A body that is inside a one-way platform by no more than this, in metres, is lifted onto it.
const STEP: f32 = 0.15;
/// The fraction of the landing speed that a character keeps; it bounces to the square of it, 4 % of the height.
const BOUNCE: f32 = 0.2;
const FRICTION: f32 = 0.7;
/// How far legs move against their torso, in radii of the legs.
const TRAVEL: f32 = 0.25;
/// The spring between legs and torso: stiffness per second squared, damping per second.
const SUSPENSION: (f32, f32) = (600.0, 30.0);
/// Mass of a square metre, in kilograms.
const DENSITY: f32 = 1.0;

/// Bits of a body's user data: it walks; it passes one-way platforms downwards.
const WALKS: u128 = 1;
const PASSES: u128 = 2;
/// In a collider's user data the bits below this hold its surface, those above the caller's tag.
const TAG: u32 = 8;

/// The role of a body in contacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Surface {
    /// Ground or a platform that nothing passes.
    Solid,
    /// A platform that carries bodies from above and lets them pass from below.
    OneWay,
    /// A free body that no controller drives, such as a crate.
    Loose,
    /// A character that a controller drives.
    Character,
}

/// The outline of a body around its position, in metres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Outline {
    /// A disc of this radius.
    Disc(f32),
    /// A box of this width and height.
    Box(f32, f32),
    /// A convex polygon with these corners.
    Polygon(Vec<Point>),
}

/// A handle to a body of a [`Physics`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body(RigidBodyHandle);

/// A contact of a body with another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The surface of the other body.
    pub surface: Surface,
    /// The unit vector that points away from the other body.
    pub normal: Point,
    /// The velocity of the other body, in metres a second.
    pub velocity: Point,
    /// The tag of the other body.
    pub tag: u32,
}

/// A physics simulation: all bodies, and what the solver keeps between steps.
pub struct Physics {
    world: PhysicsWorld,
}

/// The error of a physics snapshot that cannot be written or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the snapshot's physics cannot be read: {0}")]
pub struct Unreadable(String);

impl Physics {
    /// Creates a simulation without bodies; `gravity` is the downward acceleration in metres a second squared.
    #[must_use]
    pub fn new(gravity: f32) -> Physics {
        let mut world = PhysicsWorld::new();
        world.gravity = Vector::new(0.0, -gravity);
        #[allow(clippy::cast_precision_loss)] // 60
        let dt = 1.0 / STEPS_A_SECOND as f32;
        world.integration_parameters.dt = dt;
        Physics { world }
    }

    /// Adds a body that never moves. Contacts report the caller's `tag`. Returns `None` if a polygon has no area.
    pub fn add_fixed(&mut self, at: Point, outline: &Outline, surface: Surface, tag: u32) -> Option<Body> {
        self.add(RigidBodyBuilder::fixed().translation(vector(at)), outline, surface, tag)
    }

    /// Adds a body that only [`Physics::carry`] moves, whatever is in its way. Contacts report the caller's `tag`.
    /// Returns `None` if a polygon has no area.
    pub fn add_carried(&mut self, at: Point, outline: &Outline, surface: Surface, tag: u32) -> Option<Body> {
        self.add(RigidBodyBuilder::kinematic_position_based().translation(vector(at)), outline, surface, tag)
    }

    /// Adds a round character, which never sleeps and never rotates.
    pub fn add_character(&mut self, at: Point, radius: f32, tag: u32) -> Option<Body> {
        let body = RigidBodyBuilder::dynamic().translation(vector(at)).lock_rotations().can_sleep(false);
        self.add(body, &Outline::Disc(radius), Surface::Character, tag)
    }

    /// Adds a character of legs and a torso: a ball of this radius that rolls, and an upright box of this width and
    /// height that stands on it. A wheel joint connects them: the ball turns freely and moves along the box's vertical
    /// axis against a damped spring. Returns the ball; the other methods apply to both.
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

    /// Returns the torso of the legs `body`, or `None` for a body without a torso.
    #[must_use]
    pub fn torso(&self, body: Body) -> Option<Body> {
        let joint = self.world.impulse_joints_with(body.0).next()?;
        Some(Body(if joint.0 == body.0 { joint.1 } else { joint.0 }))
    }

    /// The rigid bodies of a character: its body and its torso.
    fn parts(&self, body: Body) -> impl Iterator<Item = RigidBodyHandle> + use<> {
        std::iter::once(body.0).chain(self.torso(body).map(|torso| torso.0))
    }

    /// Sets the angular velocity of the legs `body` so that they roll without slipping on ground with the horizontal
    /// velocity `ground`.
    pub fn roll(&mut self, body: Body, ground: f32, radius: f32) {
        if let Some(legs) = self.world.bodies.get_mut(body.0) {
            let speed = (ground - legs.linvel().x) / radius;
            legs.set_angvel(speed, true);
        }
    }

    /// Adds a free body, rotated by the angle with the cosine `turn.x` and the sine `turn.y`. Returns `None` if a
    /// polygon has no area.
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

    /// Removes a body and its torso.
    pub fn remove(&mut self, body: Body) {
        for part in self.parts(body) {
            let _ = self.world.remove_body(part);
        }
    }

    /// Advances the simulation by 1/60 s.
    pub fn step(&mut self) {
        self.world.step_with_events(&Rules, &());
    }

    /// Returns the number of pairs of bodies that are close to each other.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.world.narrow_phase.contact_pairs().count() as u64
    }

    /// Returns the centre of a body, or the origin if there is no such body.
    #[must_use]
    pub fn position(&self, body: Body) -> Point {
        self.motion(body).0
    }

    /// Returns the centre of a body and its velocity in metres a second, or zeros if there is no such body.
    #[must_use]
    pub fn motion(&self, body: Body) -> (Point, Point) {
        let found = self.world.bodies.get(body.0);
        found.map_or_else(Default::default, |body| (point(body.translation()), point(body.linvel())))
    }

    /// Returns the rotation of a body as the cosine (`x`) and sine (`y`) of its angle, counterclockwise.
    #[must_use]
    pub fn turn(&self, body: Body) -> Point {
        self.world.bodies.get(body.0).map_or(Point::new(1.0, 0.0), |body| {
            let turn = body.rotation();
            Point::new(turn.cos(), turn.sin())
        })
    }

    /// Adds `change`, in metres a second, to the velocity of a body and its torso.
    pub fn push(&mut self, body: Body, change: Point) {
        for part in self.parts(body) {
            if let Some(body) = self.world.bodies.get_mut(part) {
                let impulse = vector(change) * body.mass();
                body.apply_impulse(impulse, true);
            }
        }
    }

    /// Sets how a character moves: whether it walks (and has no friction), passes one-way platforms downwards, and is
    /// subject to gravity.
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

    /// Moves a body of [`Physics::add_carried`] so that it is at `to` after the next step.
    pub fn carry(&mut self, body: Body, to: Point) {
        if let Some(body) = self.world.bodies.get_mut(body.0) {
            body.set_next_kinematic_translation(vector(to));
        }
    }

    /// Calls `see` with each contact of a body; those of its torso are not included.
    pub fn contacts(&self, body: Body, mut see: impl FnMut(Contact)) {
        let collider = self.world.bodies.get(body.0).and_then(|body| body.colliders().first().copied());
        let Some(own) = collider else { return };
        for pair in self.world.narrow_phase.contact_pairs_with(own) {
            let (other, sign) = if pair.collider1 == own { (pair.collider2, -1.0) } else { (pair.collider1, 1.0) };
            let is_near =
                |manifold: &&ContactManifold| manifold.data.solver_contacts.iter().any(|one| one.dist <= TOUCH);
            let mut near = pair.manifolds().iter().filter(is_near).peekable();
            if near.peek().is_none() {
                continue;
            }
            let Some((surface, tag, velocity)) = self.touched(other) else { continue };
            for manifold in near {
                see(Contact { surface, normal: point(manifold.data.normal) * sign, velocity, tag });
            }
        }
    }

    /// Returns the tags of the characters and free bodies that a body or its torso touches, in order.
    #[must_use]
    pub fn touching(&self, body: Body) -> Vec<u32> {
        let parts = self.parts(body).filter_map(|part| self.world.bodies.get(part)?.colliders().first().copied());
        let parts: Vec<ColliderHandle> = parts.collect();
        let mut tags = Vec::new();
        for &own in &parts {
            for pair in self.world.narrow_phase.contact_pairs_with(own) {
                let other = if pair.collider1 == own { pair.collider2 } else { pair.collider1 };
                let contacts = pair.manifolds().iter().flat_map(|manifold| &manifold.data.solver_contacts);
                if parts.contains(&other) || !contacts.into_iter().any(|one| one.dist <= TOUCH) {
                    continue;
                }
                let found = self.touched(other).filter(|found| matches!(found.0, Surface::Loose | Surface::Character));
                tags.extend(found.map(|found| found.1));
            }
        }
        tags.sort_unstable();
        tags.dedup();
        tags
    }

    /// The surface, the tag and the velocity of a collider.
    fn touched(&self, collider: ColliderHandle) -> Option<(Surface, u32, Point)> {
        let collider = self.world.colliders.get(collider)?;
        let velocity = point(self.world.bodies.get(collider.parent()?)?.linvel());
        Some((surface(collider), tag(collider), velocity))
    }

    /// Serialises everything that the next steps depend on.
    ///
    /// # Errors
    /// Returns an error if serialisation fails.
    pub fn save(&self) -> Result<Vec<u8>, Unreadable> {
        postcard::to_stdvec(&self.world).map_err(|error| Unreadable(error.to_string()))
    }

    /// Restores a simulation from the bytes of [`Physics::save`]. The caller must verify them, for example by a
    /// checksum: altered bytes may give an invalid simulation.
    ///
    /// # Errors
    /// Returns an error if the bytes cannot be deserialised.
    pub fn load(bytes: &[u8]) -> Result<Physics, Unreadable> {
        postcard::from_bytes(bytes).map(|world| Physics { world }).map_err(|error| Unreadable(error.to_string()))
    }
}

/// The rules for contacts within a step: walking without friction, and one-way platforms.
struct Rules;

impl PhysicsHooks for Rules {
    fn modify_solver_contacts(&self, context: &mut ContactModificationContext) {
        let sides = [(context.collider1, context.rigid_body1), (context.collider2, context.rigid_body2)];
        let surfaces = sides.map(|(collider, _)| context.colliders.get(collider).map(surface));
        let bodies = sides.map(|(_, body)| body.and_then(|body| context.bodies.get(body)));
        let bits = bodies.map(|body| body.map_or(0, |body| body.user_data));
        let speeds = bodies.map(|body| body.map_or(0.0, |body| body.linvel().y));
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

/// Removes the contacts of a one-way platform with a body that passes it; `up` is the upward part of the contact
/// normal, `rising` the speed of the body, `passes` whether it wants to go down.
///
/// The platform begins to carry a body that does not rise and is hardly inside it: not deeper than it may have fallen
/// in one step, or than [`STEP`]. The user data of the manifold records whether the platform carries.
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
