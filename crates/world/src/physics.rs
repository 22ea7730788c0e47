//! Rigid bodies: the only module that depends on the physics crate.
//!
//! Rapier advances the bodies in its deterministic build (no fused operations, its own transcendental functions), so
//! that the same calls give the same bits on every computer; a snapshot holds all that it keeps between steps.
//! Contacts are read from the narrow phase with their normals; they, and not a vertical speed of zero, tell which body
//! stands on which. Rules change contacts within a step: a one-way platform lets bodies pass that come from below or
//! want to go down; a walking character has no friction (the controller drives it; friction is for standing); a
//! character that the ground holds follows it by itself, so that the contact only ends what pushes it down; it does not
//! bounce, and to it a face too steep to walk on is an upright wall.

use rapier2d::prelude::*;
use serde::{Deserialize, Serialize};

use crate::decomposition::seams;
use crate::point::Point;
use crate::terrain::{CARRIES, NEAR, Terrain};

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

/// The most pieces of ground that are looked at for one character, so that a map that heaps them up holds up no step;
/// the first in the order of the tree of bounding boxes.
const MAX_PIECES: usize = 128;
/// Two characters that push against each other get past each other when this much was counted for their steps. A step
/// in which one of them is only slowed counts 1, so that it takes two seconds.
const MAX_BLOCKED: u32 = 120;
/// What a step counts in which one of two characters does not get on: half a second of such steps suffices.
const STANDSTILL: u32 = 4;

/// Bits of a body's user data: it walks; it passes one-way platforms downwards; the ground holds it; it wants to move
/// but does not; it wants to go to the right, to the left, up, down; it moves much slower than it wants.
const WALKS: u128 = 1;
const PASSES: u128 = 2;
const HELD: u128 = 4;
const BLOCKED: u128 = 8;
const RIGHT: u128 = 16;
const LEFT: u128 = 32;
const UP: u128 = 64;
const DOWN: u128 = 128;
const SLOWED: u128 = 256;
/// In a collider's user data the bits below this hold its surface, 32 above the caller's tag.
const TAG: u32 = 8;
/// Bits of a collider's user data: its upper side goes on beyond its left or right end in another piece of its body.
const SEAM_LEFT: u128 = 1 << 40;
const SEAM_RIGHT: u128 = 1 << 41;

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
    /// Convex polygons in one body.
    Pieces {
        /// The corners of the outline as it is drawn.
        corners: Vec<Point>,
        /// The corners of each polygon.
        pieces: Vec<Vec<Point>>,
    },
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

/// How a character moves in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Manner {
    /// Whether it walks, and has no friction.
    pub walks: bool,
    /// Whether it passes one-way platforms downwards.
    pub passes: bool,
    /// Whether gravity acts on it.
    pub gravity: bool,
    /// Whether the ground holds it.
    pub held: bool,
    /// Whether it wants to move and hardly did so in the last step.
    pub blocked: bool,
    /// Whether it moved much slower in the last step than it wants.
    pub slowed: bool,
    /// The signs say to which sides it wants to go; a coordinate of 0 to none.
    pub towards: Point,
}

/// Which elements pass through each other.
#[derive(Clone, Debug, Default)]
pub struct Passing {
    /// For each element, by its tag, its kind.
    pub kinds: Vec<usize>,
    /// For each kind, in their order, the kinds that its elements pass through.
    pub through: Vec<Vec<usize>>,
}

impl Passing {
    /// Whether the elements with these tags pass through each other, because the kind of one of them says so.
    fn allows(&self, one: u32, other: u32) -> bool {
        let kind = |tag: u32| self.kinds.get(tag as usize).copied();
        let (Some(one), Some(other)) = (kind(one), kind(other)) else { return false };
        let lists = |from: usize, to: usize| self.through.get(from).is_some_and(|kinds| kinds.contains(&to));
        lists(one, other) || lists(other, one)
    }
}

/// A physics simulation: all bodies, and what the solver keeps between steps.
pub struct Physics {
    world: PhysicsWorld,
    /// Not part of a snapshot: it follows from the world's files.
    passing: Passing,
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
        Physics { world, passing: Passing::default() }
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
        let legs = self.add_bouncing(legs, &Outline::Disc(radius), Surface::Character, tag, 0.0)?;
        let centre = vector(at + Point::new(0.0, torso.y / 2.0));
        let upright = RigidBodyBuilder::dynamic().translation(centre).lock_rotations().can_sleep(false);
        let outline = Outline::Box(torso.x, torso.y);
        let torso_body = self.add_bouncing(upright, &outline, Surface::Character, tag, 0.0)?;
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

    /// Sets the angular velocity of the legs `body` so that they roll without slipping on ground with the velocity
    /// `ground`: over the whole way where the ground holds them (`held`), otherwise over its horizontal part.
    pub fn roll(&mut self, body: Body, ground: Point, radius: f32, held: bool) {
        if let Some(legs) = self.world.bodies.get_mut(body.0) {
            let off = point(legs.linvel()) - ground;
            let way = if held { off.length() * if off.x < 0.0 { -1.0 } else { 1.0 } } else { off.x };
            legs.set_angvel(-way / radius, true);
        }
    }

    /// Lets a character of legs and a torso bounce as a whole from ground with the vertical velocity `ground`, on which
    /// it has fallen; `fall` is its speed before, downwards. Without this, the torso would press the legs down or throw
    /// them up: a fast one passes the end of its spring within a step, from which it is brought back here.
    pub fn bounce(&mut self, body: Body, fall: f32, ground: f32) {
        let up = ground + (fall + ground).max(0.0) * BOUNCE;
        for part in self.parts(body) {
            if let Some(part) = self.world.bodies.get_mut(part) {
                let along = part.linvel().x;
                part.set_linvel(Vector::new(along, up), true);
            }
        }
        let Some(torso) = self.torso(body) else { return };
        let half = self.shape(torso).and_then(|shape| shape.as_cuboid()).map(|cuboid| cuboid.half_extents.y);
        let radius = self.shape(body).and_then(|shape| shape.as_ball()).map(|ball| ball.radius);
        let (Some(half), Some(radius)) = (half, radius) else { return };
        let least = self.position(body).y + half - radius * TRAVEL;
        if let Some(torso) = self.world.bodies.get_mut(torso.0) {
            let at = torso.translation();
            if at.y < least {
                torso.set_translation(Vector::new(at.x, least), true);
            }
        }
    }

    fn shape(&self, body: Body) -> Option<&dyn Shape> {
        let collider = self.world.bodies.get(body.0)?.colliders().first()?;
        Some(self.world.colliders.get(*collider)?.shape())
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
        let bounce = if surface == Surface::Character { BOUNCE } else { 0.0 };
        self.add_bouncing(body, outline, surface, tag, bounce)
    }

    /// Adds a body that keeps the fraction `bounce` of the speed with which it hits another one.
    fn add_bouncing(
        &mut self,
        body: RigidBodyBuilder,
        outline: &Outline,
        surface: Surface,
        tag: u32,
        bounce: f32,
    ) -> Option<Body> {
        let hull =
            |points: &Vec<Point>| ColliderBuilder::convex_hull(&points.iter().copied().map(vector).collect::<Vec<_>>());
        let shapes = match outline {
            Outline::Disc(radius) => vec![ColliderBuilder::ball(*radius)],
            Outline::Box(width, height) => vec![ColliderBuilder::cuboid(width / 2.0, height / 2.0)],
            Outline::Polygon(points) => vec![hull(points)?],
            Outline::Pieces { pieces, .. } => pieces.iter().map(hull).collect::<Option<_>>()?,
        };
        let hooked = matches!(surface, Surface::Character | Surface::OneWay);
        let hooks = if hooked { ActiveHooks::MODIFY_SOLVER_CONTACTS } else { ActiveHooks::empty() };
        let seams = match outline {
            Outline::Pieces { pieces, .. } => seams(pieces),
            _ => Vec::new(),
        };
        let mut seams = seams.into_iter().chain(std::iter::repeat((false, false)));
        let mut shapes = shapes.into_iter().map(|shape| {
            let (left, right) = seams.next().unwrap_or_default();
            let seam = if left { SEAM_LEFT } else { 0 } | if right { SEAM_RIGHT } else { 0 };
            let shape = shape.friction(FRICTION).restitution(bounce);
            let shape = shape.restitution_combine_rule(CoefficientCombineRule::Max).density(DENSITY);
            shape.active_hooks(hooks).user_data(surface as u128 | u128::from(tag) << TAG | seam)
        });
        let body = self.world.insert(body, shapes.next()?).0;
        for shape in shapes {
            self.world.insert_collider(shape, Some(body));
        }
        Some(Body(body))
    }

    /// Removes a body and its torso.
    pub fn remove(&mut self, body: Body) {
        for part in self.parts(body) {
            let _ = self.world.remove_body(part);
        }
    }

    /// Advances the simulation by 1/60 s.
    pub fn step(&mut self) {
        self.world.step_with_events(&Rules { passing: &self.passing }, &());
    }

    /// Sets which elements pass through each other, after all bodies were added.
    pub fn set_passing(&mut self, passing: Passing) {
        if passing.through.iter().any(|kinds| !kinds.is_empty()) {
            let all = self.world.all_colliders_mut();
            all.filter(|(_, collider)| surface(collider) == Surface::Loose)
                .for_each(|(_, collider)| collider.set_active_hooks(ActiveHooks::MODIFY_SOLVER_CONTACTS));
        }
        self.passing = passing;
    }

    /// Takes over from another simulation of the same world which elements pass through each other.
    pub(crate) fn pass_as(&mut self, other: &mut Physics) {
        self.passing = std::mem::take(&mut other.passing);
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

    /// Sets how a character moves in the next step.
    pub fn set_manner(&mut self, body: Body, manner: Manner) {
        for part in self.parts(body) {
            let Some(body) = self.world.bodies.get_mut(part) else { continue };
            let bits = [
                (manner.walks, WALKS),
                (manner.passes, PASSES),
                (manner.held, HELD),
                (manner.blocked, BLOCKED),
                (manner.slowed, SLOWED),
                (manner.towards.x > 0.0, RIGHT),
                (manner.towards.x < 0.0, LEFT),
                (manner.towards.y > 0.0, UP),
                (manner.towards.y < 0.0, DOWN),
            ];
            body.user_data = bits.iter().map(|&(is_set, bit)| if is_set { bit } else { 0 }).sum();
            let scale = if manner.gravity { 1.0 } else { 0.0 };
            if body.gravity_scale() != scale {
                body.set_gravity_scale(scale, true);
            }
        }
    }

    /// Adds to `terrain` the pieces of ground and platforms whose bounding boxes come within `aside` metres of a point
    /// to its sides, and `below` or `above` it. Their velocities are those of the next step, after [`Physics::carry`].
    pub(crate) fn ground(&self, at: Point, aside: f32, below: f32, above: f32, terrain: &mut Terrain) {
        #[allow(clippy::cast_precision_loss)] // 60
        let rate = STEPS_A_SECOND as f32;
        let (low, high) = (Vector::new(at.x - aside, at.y - below), Vector::new(at.x + aside, at.y + above));
        let near = self.world.intersect_aabb_conservative(Aabb::new(low, high), QueryFilter::exclude_dynamic());
        for (_, collider) in near.take(MAX_PIECES) {
            let place = collider.translation();
            let parent = collider.parent().and_then(|parent| self.world.bodies.get(parent));
            let next = parent.map_or(place, |body| body.next_position().translation);
            let velocity = point(next - place) * rate;
            let shape = collider.shape();
            if let Some(cuboid) = shape.as_cuboid() {
                let (x, y) = (cuboid.half_extents.x, cuboid.half_extents.y);
                let corners = [(-x, -y), (x, -y), (x, y), (-x, y)];
                let corners = corners.into_iter().map(|(x, y)| point(place) + Point::new(x, y));
                terrain.add(corners, velocity, tag(collider));
            } else if let Some(polygon) = shape.as_convex_polygon() {
                let corners = polygon.points().iter().map(|&corner| point(place + corner));
                terrain.add(corners, velocity, tag(collider));
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
                |manifold: &&ContactManifold| is_touching(manifold) && !manifold.data.solver_contacts.is_empty();
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
                if parts.contains(&other) || !pair.manifolds().iter().any(is_touching) {
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
        postcard::from_bytes(bytes)
            .map(|world| Physics { world, passing: Passing::default() })
            .map_err(|error| Unreadable(error.to_string()))
    }
}

/// The rules for contacts within a step: walking without friction, one-way platforms, who passes through whom.
struct Rules<'p> {
    passing: &'p Passing,
}

impl PhysicsHooks for Rules<'_> {
    fn modify_solver_contacts(&self, context: &mut ContactModificationContext) {
        let sides = [(context.collider1, context.rigid_body1), (context.collider2, context.rigid_body2)];
        let colliders = sides.map(|(collider, _)| context.colliders.get(collider));
        let surfaces = colliders.map(|collider| collider.map(surface));
        let bodies = sides.map(|(_, body)| body.and_then(|body| context.bodies.get(body)));
        let bits = bodies.map(|body| body.map_or(0, |body| body.user_data));
        let speeds = bodies.map(|body| body.map_or(0.0, |body| body.linvel().y));
        let seams = colliders.map(|collider| collider.map_or(0, |collider| collider.user_data));
        let tags = colliders.map(|collider| collider.map_or(u32::MAX, tag));
        let places = bodies.map(|body| body.map_or(Vector::ZERO, |body| body.translation()));
        let Some(rigid) = context.rigid_mut() else {
            return;
        };
        let is_element = |surface| matches!(surface, Some(Surface::Loose | Surface::Character));
        if surfaces.into_iter().all(is_element) && self.passing.allows(tags[0], tags[1]) {
            rigid.solver_contacts.clear();
            return;
        }
        if surfaces == [Some(Surface::Character); 2] {
            meet(rigid, bits, places[1] - places[0]);
        }
        if (bits[0] | bits[1]) & WALKS != 0 {
            *rigid.friction = 0.0;
        }
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            let is_ground = matches!(surfaces[side], Some(Surface::Solid | Surface::OneWay));
            if is_ground && bits[1 - side] & HELD != 0 {
                *rigid.restitution = 0.0;
                let up = rigid.normal.y * sign;
                if up > CARRIES {
                    rigid.solver_contacts.iter_mut().for_each(|contact| contact.dist += NEAR);
                } else if up > 0.0
                    && seams[side] & (if rigid.normal.x * sign < 0.0 { SEAM_LEFT } else { SEAM_RIGHT }) != 0
                {
                    // The corner at which the ground goes on is no wall.
                    rigid.solver_contacts.clear();
                } else if up > 0.0 {
                    *rigid.normal = Vector::new(if rigid.normal.x < 0.0 { -1.0 } else { 1.0 }, 0.0);
                }
            }
            if surfaces[side] == Some(Surface::OneWay) {
                let rising = speeds[1 - side] - speeds[side];
                one_way(rigid, rigid.normal.y * sign, rising, bits[1 - side] & PASSES != 0);
            }
        }
    }
}

/// Lets two characters get past each other that have pushed against each other until [`MAX_BLOCKED`] is used up. `bits`
/// are their user data, `away` leads from the first to the second.
///
/// A step counts in which they touch, and one of them wants to move towards the other and does not get on, or is
/// slowed. The user data of the manifold has the count; they pass until they do not touch any more.
fn meet(rigid: &mut ModifiableManifold<'_>, bits: [u128; 2], away: Vector) {
    let touches = rigid.solver_contacts.iter().any(|contact| contact.dist <= TOUCH);
    let pushes = |bits: u128, away: Vector| {
        let wants = |bit: u128, way: f32| bits & bit != 0 && way > 0.0;
        let towards = wants(RIGHT, away.x) || wants(LEFT, -away.x) || wants(UP, away.y) || wants(DOWN, -away.y);
        match bits & (BLOCKED | SLOWED) {
            0 => 0,
            _ if !towards => 0,
            SLOWED => 1,
            _ => STANDSTILL,
        }
    };
    let pushed = pushes(bits[0], away).max(pushes(bits[1], -away));
    let counted = *rigid.user_data;
    *rigid.user_data = match counted {
        _ if !touches => 0,
        MAX_BLOCKED.. => counted,
        _ if pushed > 0 => counted + pushed,
        _ => 0,
    };
    if *rigid.user_data >= MAX_BLOCKED {
        rigid.solver_contacts.clear();
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

/// Whether the bodies of a manifold touch, whatever the rules make of it.
fn is_touching(manifold: &ContactManifold) -> bool {
    manifold.points.iter().any(|point| point.dist <= TOUCH)
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
