//! Controllers, which compute the impulse that moves a character to its target: the default and its alternatives.
//!
//! While something holds the character, each step's impulse is mass × (wanted velocity − velocity). The wanted
//! velocity points to the target, in proportion to the distance, and is capped: the character walks at a constant
//! speed, slows down over the last stretch and cannot fly. On ground it follows the ground (`terrain.rs`), whose
//! own motion is added; on a ladder both directions count, with gravity off while there is a target. On crates and
//! other animals, and where the ground ends, only the horizontal part counts. In the air nothing acts.

use crate::definition::Controller;
use crate::element::Touch;
use crate::physics::STEPS_A_SECOND;
use crate::point::Point;
use crate::terrain::{NEAR, Terrain};

/// The wanted speed for each metre of distance, per second.
const GAIN: f32 = 6.0;
/// Below this wanted speed, in metres a second, a character counts as standing, and friction holds it.
const STANDING: f32 = 0.02;
/// The stiffness of the spring for each kilogram, per second squared.
const SPRING: f32 = 4.0;
/// The greatest speed at which a drifting character sinks to its target, in metres a second.
const SINKING: f32 = 1.0;
/// The speed at which a character on the rope flies to the target, as a multiple of its walking speed.
const HASTE: f32 = 2.5;
/// The fraction of the difference to the wanted velocity that a step corrects while a character circles on the rope.
const GRIP: f32 = 0.3;
/// A character that leaves the ground faster than this, in metres a second, bounces: it is not held.
const SETTLED: f32 = 0.3;
/// The greatest speed at which a gap between a held character and the ground is closed, in metres a second.
const CLOSING: f32 = 1.0;
/// A step of a walk shorter than this, in metres, is none.
const MIN_WAY: f32 = 1e-6;
/// A character climbs until its feet are this far below the end of a ladder, in metres.
const BELOW_TOP: f32 = 0.01;
/// A target is below the feet when it is lower than this part of the radius.
const BELOW: f32 = 0.5;

/// The state of a character that a controller reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ControllerInput<'t> {
    /// The centre of the character, in metres.
    pub at: Point,
    /// The velocity of the character, in metres a second.
    pub velocity: Point,
    /// The velocity of its torso, or its own if it has none, in metres a second.
    pub torso: Point,
    /// What supports the character.
    pub touch: Touch,
    /// The point to which the character wants to go, in metres.
    pub target: Option<Point>,
    /// The walking speed of the character, in metres a second.
    pub speed: f32,
    /// The radius of the character, in metres.
    pub radius: f32,
    /// The ground near the character; `None` if no ground carries it.
    pub ground: Option<&'t Terrain>,
}

/// The effect of a controller on a character in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Drive {
    /// The change of velocity in metres a second: the impulse divided by the mass.
    pub change: Point,
    /// Whether the character walks, in which case it has no friction.
    pub walks: bool,
    /// Whether the character passes one-way platforms downwards.
    pub passes: bool,
    /// Whether gravity acts on the character.
    pub gravity: bool,
    /// Whether the ground holds the character: it does not bounce, and cannot be pushed up a steep face.
    pub held: bool,
    /// The velocity that the character wants relative to what carries it, in metres a second.
    pub own: Point,
}

impl Drive {
    const NONE: Drive = Drive {
        change: Point::new(0.0, 0.0),
        walks: false,
        passes: false,
        gravity: true,
        held: false,
        own: Point::new(0.0, 0.0),
    };
}

/// Computes the effect of a controller on a character in the next step.
#[must_use]
pub(crate) fn drive(controller: Controller, input: &ControllerInput<'_>) -> Drive {
    match controller {
        Controller::Spring => input.target.map_or(Drive::NONE, |target| spring(input, target)),
        Controller::Rope => input.target.map_or(Drive::NONE, |target| rope(input, target)),
        Controller::Grounded if !input.touch.holds() => Drive::NONE,
        Controller::Drift if !input.touch.holds() => input.target.map_or(Drive::NONE, |target| drift(input, target)),
        Controller::Grounded | Controller::Always | Controller::Drift => match input.target {
            Some(target) if input.touch.ladder => climb(input, target),
            target => walk(input, target),
        },
    }
}

/// Walks to the target: along the ground where it holds the character, and otherwise horizontally, relative to what
/// carries it.
fn walk(input: &ControllerInput<'_>, target: Option<Point>) -> Drive {
    if let Some(drive) = input.ground.and_then(|ground| walk_along(input, ground, target)) {
        return drive;
    }
    let own = target.map_or(0.0, |target| ((target.x - input.at.x) * GAIN).clamp(-input.speed, input.speed));
    let carried = if input.touch.ground { input.touch.velocity.x } else { 0.0 };
    let aloft = target.is_none() && !input.touch.ground;
    let change = if aloft { 0.0 } else { own + carried - input.velocity.x };
    let own = Point::new(own, 0.0);
    Drive { change: Point::new(change, 0.0), walks: own.x.abs() > STANDING, own, ..Drive::NONE }
}

/// Walks along the ground, without gravity: the velocity is that of the path of the next step. Returns `None` where no
/// ground holds the character: it bounces, or hangs on an edge, or the ground ends within the step.
fn walk_along(input: &ControllerInput<'_>, ground: &Terrain, target: Option<Point>) -> Option<Drive> {
    #[allow(clippy::cast_precision_loss)] // 60
    let rate = STEPS_A_SECOND as f32;
    let (at, radius) = (input.at, input.radius);
    let rest = ground.rest(radius, at.x, at.y - NEAR, at.y + NEAR)?;
    let bounces = [input.velocity, input.torso].into_iter().any(|velocity| {
        let off = velocity - rest.velocity;
        (off.x * rest.normal.x + off.y * rest.normal.y).abs() > SETTLED
    });
    if bounces && !input.touch.held {
        return None;
    }
    let own = target.map_or(0.0, |target| (target.x - at.x) / rest.normal.y * GAIN);
    let own = own.clamp(-input.speed, input.speed);
    let path = if (own / rate).abs() > MIN_WAY {
        ground.follow(radius, at.x, &rest, own / rate)? * rate
    } else {
        let is_edge = rest.corner && !ground.is_under(radius, Point::new(at.x, rest.y), radius / 2.0);
        (!is_edge).then_some(Point::default())?
    };
    let gap = ((rest.y - at.y) * rate).clamp(-CLOSING, CLOSING);
    let wanted = rest.velocity + path + Point::new(0.0, gap);
    let walks = own.abs() > STANDING;
    Some(Drive { change: wanted - input.velocity, walks, passes: false, gravity: false, held: true, own: path })
}

/// Moves in both directions on a ladder, without gravity, until the feet are at its upper end.
fn climb(input: &ControllerInput<'_>, target: Point) -> Drive {
    let highest = input.touch.ladder_top + input.radius - BELOW_TOP;
    let away = Point::new(target.x, target.y.min(highest)) - input.at;
    let own = (away * GAIN).capped(input.speed);
    let passes = away.y < -input.radius * BELOW;
    Drive { change: own - input.velocity, walks: true, passes, gravity: false, held: false, own }
}

/// Pulls in proportion to the distance, without damping.
fn spring(input: &ControllerInput<'_>, target: Point) -> Drive {
    #[allow(clippy::cast_precision_loss)] // 60
    let pull = SPRING / STEPS_A_SECOND as f32;
    Drive { change: (target - input.at) * pull, walks: true, gravity: false, ..Drive::NONE }
}

/// Moves in the air horizontally and downwards: gravity has little effect, and the character sinks slowly.
fn drift(input: &ControllerInput<'_>, target: Point) -> Drive {
    let wanted = ((target - input.at) * GAIN).capped(input.speed);
    let wanted = Point::new(wanted.x, wanted.y.clamp(-SINKING, 0.0));
    Drive { change: wanted - input.velocity, walks: wanted.x.abs() > STANDING, ..Drive::NONE }
}

/// Moves straight and fast to the target, then around it in a small circle, as if on a rope.
///
/// Far away the wanted velocity points to the target and there is no gravity. Near the target the wanted velocity is
/// tangential to a circle of the character's own radius, in its present direction; gravity acts, so that the circle
/// sags.
fn rope(input: &ControllerInput<'_>, target: Point) -> Drive {
    let away = input.at - target;
    let (distance, circle) = (away.length(), input.radius);
    if distance > 2.0 * circle {
        let wanted = (away * -GAIN).capped(input.speed * HASTE);
        return Drive { change: wanted - input.velocity, walks: true, passes: true, gravity: false, ..Drive::NONE };
    }
    let out = if distance > 1e-3 { away * (1.0 / distance) } else { Point::new(1.0, 0.0) };
    let along = Point::new(-out.y, out.x);
    let sense = if along.x * input.velocity.x + along.y * input.velocity.y < 0.0 { -1.0 } else { 1.0 };
    let wanted = along * (sense * input.speed) + out * ((circle - distance) * GAIN);
    Drive { change: (wanted - input.velocity) * GRIP, walks: true, passes: true, ..Drive::NONE }
}
