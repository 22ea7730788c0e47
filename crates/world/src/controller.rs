//! From a target to an impulse: the touch-to-move controller and the two it was compared with.
//!
//! While something holds the character, each step's impulse is mass × (wanted velocity − velocity). The wanted
//! velocity points to the target, in proportion to the distance, and is capped: the character walks at a constant
//! speed, slows down over the last stretch and cannot fly. On ground only the horizontal part counts, against the
//! ground's own motion; on a ladder both, with gravity off while there is a target. In the air nothing acts.

use crate::definition::Controller;
use crate::element::Touch;
use crate::physics::STEPS_A_SECOND;
use crate::point::Point;

/// Wanted speed for each metre of distance, per second.
const GAIN: f32 = 6.0;
/// Below this speed, in metres a second, a character counts as standing: friction holds it.
const STANDING: f32 = 0.02;
/// Stiffness of the spring for each kilogram, per second squared.
const SPRING: f32 = 4.0;
/// A target is below the feet when it is lower than this part of the radius.
const BELOW: f32 = 0.5;

/// What a controller sees.
#[derive(Clone, Copy, Debug)]
pub struct Stance {
    /// The centre.
    pub at: Point,
    /// The velocity.
    pub velocity: Point,
    /// What holds the character.
    pub touch: Touch,
    /// Where it wants to be.
    pub target: Option<Point>,
    /// The speed at which it walks.
    pub speed: f32,
    /// Its radius.
    pub radius: f32,
}

/// What a controller does in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// The change of velocity: the impulse divided by the mass.
    pub change: Point,
    /// Whether it walks: no friction then.
    pub walks: bool,
    /// Whether it passes one-way platforms downwards.
    pub passes: bool,
    /// Whether it feels gravity.
    pub gravity: bool,
}

impl Drive {
    const NONE: Drive = Drive { change: Point::new(0.0, 0.0), walks: false, passes: false, gravity: true };
}

/// What `controller` does.
#[must_use]
pub fn drive(controller: Controller, stance: &Stance) -> Drive {
    match controller {
        Controller::Spring => stance.target.map_or(Drive::NONE, |target| spring(stance, target)),
        Controller::Grounded if !stance.touch.holds() => Drive::NONE,
        Controller::Grounded | Controller::Always => match stance.target {
            Some(target) if stance.touch.ladder => climb(stance, target),
            target => walk(stance, target),
        },
    }
}

/// Sideways only, against what carries.
fn walk(stance: &Stance, target: Option<Point>) -> Drive {
    let own = target.map_or(0.0, |target| ((target.x - stance.at.x) * GAIN).clamp(-stance.speed, stance.speed));
    let carried = if stance.touch.ground { stance.touch.velocity.x } else { 0.0 };
    let aloft = target.is_none() && !stance.touch.ground;
    let change = if aloft { 0.0 } else { own + carried - stance.velocity.x };
    Drive { change: Point::new(change, 0.0), walks: own.abs() > STANDING, ..Drive::NONE }
}

/// Both ways, without gravity.
fn climb(stance: &Stance, target: Point) -> Drive {
    let away = target - stance.at;
    let wanted = (away * GAIN).capped(stance.speed);
    let passes = away.y < -stance.radius * BELOW;
    Drive { change: wanted - stance.velocity, walks: true, passes, gravity: false }
}

/// A pull in proportion to the distance, and nothing that slows it down.
fn spring(stance: &Stance, target: Point) -> Drive {
    #[allow(clippy::cast_precision_loss)] // 60
    let pull = SPRING / STEPS_A_SECOND as f32;
    Drive { change: (target - stance.at) * pull, walks: true, passes: false, gravity: false }
}
