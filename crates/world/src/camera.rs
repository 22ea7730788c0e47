//! Conversion between the metres of the world and the pixels of a view.

use serde::{Deserialize, Serialize};

use crate::point::Point;

/// A view of a part of the world. Pixels count from the upper left corner of the view, y downwards.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Camera {
    /// The point of the world in the middle of the view, in metres.
    pub centre: Point,
    /// The number of pixels in a metre.
    pub scale: f32,
    /// The width and height of the view, in pixels.
    pub pixels: (f32, f32),
}

impl Camera {
    /// Returns the point of the world at a pixel.
    #[must_use]
    pub fn to_world(&self, x: f32, y: f32) -> Point {
        let scale = self.scale.max(1e-3);
        self.centre + Point::new((x - self.pixels.0 / 2.0) / scale, (self.pixels.1 / 2.0 - y) / scale)
    }

    /// Returns the pixel that shows a point of the world.
    #[must_use]
    pub fn to_screen(&self, at: Point) -> (f32, f32) {
        let away = (at - self.centre) * self.scale;
        (self.pixels.0 / 2.0 + away.x, self.pixels.1 / 2.0 - away.y)
    }

    /// Scrolls by pixels, so that the point at `(x, y)` moves to the upper left corner.
    pub fn scroll(&mut self, x: f32, y: f32) {
        let scale = self.scale.max(1e-3);
        self.centre = self.centre + Point::new(x / scale, -y / scale);
    }

    /// Scrolls so that `at` is in the middle, as far as the view stays on a map of this width and height in metres; a
    /// map smaller than the view is centred.
    pub fn follow(&mut self, at: Point, width: f32, height: f32) {
        let scale = self.scale.max(1e-3);
        let within = |at: f32, seen: f32, all: f32| {
            if seen >= all { all / 2.0 } else { at.clamp(seen / 2.0, all - seen / 2.0) }
        };
        self.centre =
            Point::new(within(at.x, self.pixels.0 / scale, width), within(at.y, self.pixels.1 / scale, height));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scrolled_view_maps_back_and_forth() {
        let mut camera = Camera { centre: Point::new(10.0, 5.0), scale: 40.0, pixels: (800.0, 400.0) };
        assert_eq!(camera.to_world(400.0, 200.0), Point::new(10.0, 5.0));
        assert_eq!(camera.to_world(0.0, 0.0), Point::new(0.0, 10.0));
        camera.scroll(40.0, -80.0);
        assert_eq!(camera.to_world(0.0, 0.0), Point::new(1.0, 12.0));
        for at in [Point::new(3.5, 2.25), Point::new(-1.0, 80.0)] {
            let (x, y) = camera.to_screen(at);
            let back = camera.to_world(x, y) - at;
            assert!(back.length() < 1e-3, "{back:?}");
        }
    }

    #[test]
    fn following_stays_on_the_map() {
        let mut camera = Camera { centre: Point::default(), scale: 40.0, pixels: (800.0, 400.0) };
        camera.follow(Point::new(0.0, 0.0), 100.0, 30.0);
        assert_eq!(camera.centre, Point::new(10.0, 5.0));
        camera.follow(Point::new(99.0, 15.0), 100.0, 30.0);
        assert_eq!(camera.centre, Point::new(90.0, 15.0));
        camera.follow(Point::new(1.0, 1.0), 8.0, 4.0);
        assert_eq!(camera.centre, Point::new(4.0, 2.0));
    }
}
