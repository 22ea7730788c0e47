//! A position or velocity in the plane: metres, `x` to the right, `y` upwards.

use std::ops::{Add, Mul, Sub};

use serde::{Deserialize, Serialize};

/// A vector in the plane: a position in metres or a velocity in metres a second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The horizontal coordinate, which grows to the right.
    pub x: f32,
    /// The vertical coordinate, which grows upwards.
    pub y: f32,
}

impl Point {
    /// Creates the point at `x` and `y`.
    #[must_use]
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    /// Returns the distance from the origin, with the same bits on every computer.
    #[must_use]
    pub fn length(self) -> f32 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    /// Returns the vector shortened to the length `most`, or unchanged if it is not longer.
    #[must_use]
    pub fn capped(self, most: f32) -> Point {
        let length = self.length();
        if length <= most { self } else { self * (most / length) }
    }

    /// Whether both coordinates are finite.
    #[must_use]
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl Add for Point {
    type Output = Point;

    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;

    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f32> for Point {
    type Output = Point;

    fn mul(self, factor: f32) -> Point {
        Point::new(self.x * factor, self.y * factor)
    }
}
