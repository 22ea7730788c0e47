//! A run of the live world as an animated GIF: a moment every few steps, of a bounded number and size.

use picture::raster;
use world::view::Backdrop;
use world::{Screenshot, World, film};

use crate::verbs::shot;

/// Images of a film, besides the first.
const MOST_IMAGES: u64 = 120;
/// Steps between two images, at least: ten images a second.
const STRIDE: u64 = 6;
/// Hundredths of a second that an image stands: the time of [`STRIDE`] steps. A longer run is shown faster.
const STANDS: u16 = 10;
/// Pixels of an image, width times height.
const PIXELS: f32 = 260e3;

/// The moments of a run.
pub(crate) struct Film {
    stride: u64,
    shots: Vec<Screenshot>,
}

impl Film {
    /// An empty one, for a run of so many steps.
    pub(crate) fn new(steps: u64) -> Film {
        Film { stride: steps.div_ceil(MOST_IMAGES).max(STRIDE), shots: Vec::new() }
    }

    /// Keeps the moment after `steps` steps where it is due.
    pub(crate) fn look(&mut self, steps: u64, world: &World) {
        if steps.is_multiple_of(self.stride) {
            self.shots.push(shot(world));
        }
    }

    /// The film as a GIF.
    pub(crate) fn gif(&self, backdrop: &Backdrop) -> Result<Vec<u8>, raster::RasterError> {
        let drawn: Vec<String> = self.shots.iter().map(|shot| film(backdrop, std::slice::from_ref(shot))).collect();
        raster::film(&drawn, PIXELS, STANDS)
    }
}
