//! A run of the live world as an animated GIF, with an image every few steps and limits on their number and size.

use picture::raster;
use world::view::Backdrop;
use world::{Screenshot, World, film};

use crate::verbs::shot;

/// The most images of a film, besides the first.
const MOST_IMAGES: u64 = 120;
/// The least number of steps between two images, which gives ten images a second.
const STRIDE: u64 = 6;
/// Hundredths of a second that an image is shown: the time of [`STRIDE`] steps. A longer run is shown faster.
const STANDS: u16 = 10;
/// The approximate number of pixels of an image, width times height.
const PIXELS: f32 = 260e3;

/// The images of a run.
pub(crate) struct Film {
    stride: u64,
    shots: Vec<Screenshot>,
}

impl Film {
    /// Creates an empty film for a run of `steps` steps.
    pub(crate) fn new(steps: u64) -> Film {
        Film { stride: steps.div_ceil(MOST_IMAGES).max(STRIDE), shots: Vec::new() }
    }

    /// Adds an image of the world after `steps` steps if one is due.
    pub(crate) fn look(&mut self, steps: u64, world: &World) {
        if steps.is_multiple_of(self.stride) {
            self.shots.push(shot(world));
        }
    }

    /// Encodes the film as a GIF.
    pub(crate) fn gif(&self, backdrop: &Backdrop) -> Result<Vec<u8>, raster::RasterError> {
        let drawn: Vec<String> = self.shots.iter().map(|shot| film(backdrop, std::slice::from_ref(shot))).collect();
        raster::film(&drawn, PIXELS, STANDS)
    }
}
