//! Pictures of a run of the live world, within the limits of the command: a strip of moments, and a film as an animated
//! GIF with an image every few steps and limits on their number and size.

use engines::{Context, Halt, Reservation};
use world::view::Backdrop;
use world::{Screenshot, Shapes, World, film};

#[cfg(feature = "raster")]
use crate::out::write_file;
use crate::output_arguments::Pictures;
use crate::pictures::SHAPE;
#[cfg(feature = "raster")]
use crate::pictures::{PAINTED, painted};

/// The most images of a film, besides the first.
#[cfg(feature = "raster")]
const MAX_IMAGES: u64 = 120;
/// The least number of steps between two images, which gives ten images a second.
#[cfg(feature = "raster")]
const STRIDE: u64 = 6;
/// Hundredths of a second that an image is shown: the time of [`STRIDE`] steps. A longer run is shown faster.
#[cfg(feature = "raster")]
const STANDS: u16 = 10;
/// The approximate number of pixels of an image, width times height, with four bytes each.
#[cfg(feature = "raster")]
const PIXELS: f32 = 260e3;
#[cfg(feature = "raster")]
const IMAGE_BYTES: u64 = 4 * 260_000;
/// Bytes of a moment for each body in it.
const BODY: u64 = 160;

/// Moments of a run that are drawn at its end, with the memory that they take.
pub(crate) struct Moments<'c> {
    cx: &'c Context<'c>,
    shots: Vec<Screenshot>,
    held: Vec<Reservation<'c>>,
}

impl<'c> Moments<'c> {
    pub(crate) fn new(cx: &'c Context<'c>) -> Moments<'c> {
        Moments { cx, shots: Vec::new(), held: Vec::new() }
    }

    pub(crate) fn count(&self) -> usize {
        self.shots.len()
    }

    /// Adds the present moment, with its step below.
    ///
    /// # Errors
    /// The memory does not suffice.
    pub(crate) fn add(&mut self, world: &World) -> Result<(), Halt> {
        let view = world.view();
        self.held.push(self.cx.reserve(view.bodies.len() as u64 * BODY)?);
        self.shots.push(Screenshot { view, caption: format!("step {}", world.steps()) });
        Ok(())
    }

    /// Draws all moments as one SVG document.
    ///
    /// # Errors
    /// The memory does not suffice.
    pub(crate) fn strip(&self, backdrop: &Backdrop) -> Result<String, Halt> {
        self.cx.spend(0)?;
        let _held = self.cx.reserve(Shapes::of(backdrop, &self.shots).written * SHAPE)?;
        Ok(film(backdrop, &self.shots))
    }

    /// Writes the strip to the SVG and PNG files that were asked for.
    ///
    /// # Errors
    /// A limit ([`Halt`]) was reached, a file cannot be written, or there are too many shapes for an image.
    pub(crate) fn write_strip(&self, pictures: &Pictures, backdrop: &Backdrop) -> anyhow::Result<()> {
        if !pictures.has_strip() {
            return Ok(());
        }
        #[cfg(feature = "raster")]
        let _held = match pictures.png {
            Some(_) => Some(painted(self.cx, Shapes::of(backdrop, &self.shots).painted, PAINTED)?),
            None => None,
        };
        let drawn = self.strip(backdrop)?;
        pictures.write_strip(|| drawn, self.cx)
    }
}

/// The images of a run.
#[cfg(feature = "raster")]
pub(crate) struct Film<'c> {
    stride: u64,
    moments: Moments<'c>,
}

#[cfg(feature = "raster")]
impl<'c> Film<'c> {
    /// Creates an empty film for a run of `steps` steps.
    pub(crate) fn new(cx: &'c Context<'c>, steps: u64) -> Film<'c> {
        Film { stride: steps.div_ceil(MAX_IMAGES).max(STRIDE), moments: Moments::new(cx) }
    }

    /// Adds an image of the world after `steps` steps if one is due.
    ///
    /// # Errors
    /// The memory does not suffice.
    pub(crate) fn record(&mut self, steps: u64, world: &World) -> Result<(), Halt> {
        if steps.is_multiple_of(self.stride) { self.moments.add(world) } else { Ok(()) }
    }

    /// Writes the film as a GIF.
    ///
    /// # Errors
    /// A limit ([`Halt`]) was reached, the file cannot be written, or there are too many shapes for an image.
    pub(crate) fn write(&self, path: &std::path::Path, backdrop: &Backdrop) -> anyhow::Result<()> {
        let (cx, shots) = (self.moments.cx, &self.moments.shots);
        let _images = cx.reserve(shots.len() as u64 * IMAGE_BYTES)?;
        let most = shots.iter().map(|shot| Shapes::of(backdrop, std::slice::from_ref(shot)).painted).max();
        let _shapes = painted(cx, most.unwrap_or(0), PAINTED)?;
        let drawn = shots.iter().map(|shot| -> anyhow::Result<String> {
            cx.spend(0)?;
            Ok(film(backdrop, std::slice::from_ref(shot)))
        });
        write_file(path, &picture::raster::film(drawn, PIXELS, STANDS)?)
    }
}
