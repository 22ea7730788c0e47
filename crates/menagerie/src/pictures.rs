//! Writes pictures to files.

use std::iter;
use std::sync::Arc;

use engines::{Context, Reservation};
#[cfg(feature = "raster")]
use picture::Frame;
use picture::Picture;
#[cfg(feature = "raster")]
use picture::raster::{ImageOptions, gif, png};
use picture::svg::{self, Appearance, Theme};
use puzzles::family::has_hops;
use puzzles::{Answer, Level};

use crate::input::{Unusable, usage};
use crate::out::write_file;
use crate::output_arguments::{Drawing, Look, Pictures};

/// The bytes of a shape as SVG.
pub(crate) const SHAPE: u64 = 256;
/// The most shapes of an image. Of more, the painter of images would take many seconds; SVG has no such limit.
#[cfg(feature = "raster")]
const MAX_SHAPES: u64 = 100_000;
/// The bytes of a shape of a world for the painter of images.
#[cfg(feature = "raster")]
pub(crate) const PAINTED: u64 = 2048;
/// The bytes of a shape of a board for the painter of images: its tiles have many pixels.
#[cfg(feature = "raster")]
const PAINTED_CELL: u64 = 4096;

/// Reserves what painting an image of this many shapes of `each` bytes takes.
///
/// # Errors
/// There are too many, or the memory does not suffice.
#[cfg(feature = "raster")]
pub(crate) fn painted<'c>(cx: &'c Context<'_>, shapes: u64, each: u64) -> anyhow::Result<Reservation<'c>> {
    if shapes > MAX_SHAPES {
        anyhow::bail!(
            "the picture has {shapes} shapes, too many for an image (at most {MAX_SHAPES}); SVG has no such limit"
        );
    }
    Ok(cx.reserve(shapes * each)?)
}

/// The bytes that images may take beside what is reserved.
#[cfg(feature = "raster")]
fn memory(cx: &Context<'_>) -> u64 {
    cx.bytes_left().unwrap_or(u64::MAX)
}

/// Whether an image is to be drawn on, which is asked between its steps.
#[cfg(feature = "raster")]
fn going_on<'c>(cx: &'c Context<'_>) -> impl Fn() -> anyhow::Result<()> + 'c {
    || Ok(cx.spend(0)?)
}

/// The shapes of all frames.
fn shapes(picture: &Picture) -> u64 {
    picture.frames.iter().map(|frame| frame.shapes() as u64).sum()
}

impl Pictures {
    /// Whether any file was asked for.
    pub(crate) fn any(&self) -> bool {
        !self.outputs().is_empty()
    }

    /// Whether a film is asked for.
    pub(crate) fn has_film(&self) -> bool {
        self.outputs().iter().any(|(option, _)| *option == "--gif")
    }

    /// Whether the film strip is asked for, as SVG or PNG.
    pub(crate) fn has_strip(&self) -> bool {
        #[cfg(feature = "raster")]
        let png = self.png.is_some();
        #[cfg(not(feature = "raster"))]
        let png = false;
        self.svg.is_some() || png
    }

    /// Writes an SVG document to the SVG and PNG files that were asked for.
    pub(crate) fn write_strip(&self, drawn: impl FnOnce() -> String, cx: &Context<'_>) -> anyhow::Result<()> {
        if !self.has_strip() {
            return Ok(());
        }
        let drawn = drawn();
        if let Some(path) = &self.svg {
            write_file(path, drawn.as_bytes())?;
        }
        #[cfg(feature = "raster")]
        if let Some(path) = &self.png {
            write_file(path, &picture::raster::still(&drawn, memory(cx), going_on(cx))?)?;
        }
        Ok(())
    }

    /// Writes every file that was asked for, looking as `look` says, within the limits of `cx`.
    ///
    /// # Errors
    /// A limit was reached, a picture is too large for an image, or a file cannot be written.
    pub(crate) fn write(&self, drawn: &Drawn, look: Look, cx: &Context<'_>) -> anyhow::Result<()> {
        let picture = &drawn.picture;
        if let Some(path) = &self.svg {
            let _held = cx.reserve(shapes(picture) * SHAPE)?;
            write_file(path, svg::drawn(picture, Appearance { theme: Theme::Either, bare: look.bare }).as_bytes())?;
        }
        #[cfg(feature = "raster")]
        self.write_images(drawn, &look.images(), cx)?;
        Ok(())
    }

    #[cfg(feature = "raster")]
    fn write_images(&self, drawn: &Drawn, options: &ImageOptions, cx: &Context<'_>) -> anyhow::Result<()> {
        let picture = &drawn.picture;
        if let Some(path) = &self.png {
            let _held = painted(cx, shapes(picture), PAINTED_CELL)?;
            write_file(path, &png(picture, options, memory(cx), going_on(cx))?)?;
        }
        if let Some(path) = &self.gif {
            let picture = drawn.film.as_ref().unwrap_or(picture);
            let shapes = picture.frames.iter().map(Frame::shapes).max().unwrap_or(0);
            let _held = painted(cx, shapes as u64, PAINTED_CELL)?;
            write_file(path, &gif(picture, options, memory(cx), going_on(cx))?)?;
        }
        Ok(())
    }
}

/// An answer or a level as it is drawn.
pub(crate) struct Drawn {
    pub(crate) picture: Picture,
    /// What the GIF file shows where it is not the picture.
    film: Option<Picture>,
}

impl Drawn {
    pub(crate) fn new(picture: Picture) -> Drawn {
        Drawn { picture, film: None }
    }

    /// Gives what is drawn another title.
    pub(crate) fn titled(mut self, title: impl Fn(&str) -> String) -> Drawn {
        for picture in iter::once(&mut self.picture).chain(&mut self.film) {
            picture.title = title(&picture.title);
        }
        self
    }
}

impl Look {
    /// Returns an error for options that change none of the files that were asked for.
    pub(crate) fn suit(self, pictures: &Pictures) -> Result<(), Unusable> {
        let unused = |option: &str, files: &str| {
            Err(usage(format!("{option} is about files of pictures; expected {files} beside it")))
        };
        if self.bare && !pictures.any() {
            return unused("--bare", "--svg, --png or --gif");
        }
        #[cfg(feature = "raster")]
        if self.scale.is_some() && pictures.png.is_none() && pictures.gif.is_none() {
            return unused("--scale", "--png or --gif");
        }
        #[cfg(feature = "raster")]
        if self.speed.is_some() && pictures.gif.is_none() {
            return unused("--speed", "--gif");
        }
        Ok(())
    }

    #[cfg(feature = "raster")]
    fn images(self) -> ImageOptions {
        let appearance = Appearance { theme: Theme::Light, bare: self.bare };
        ImageOptions { appearance, cell: self.scale, speed: self.speed.unwrap_or(1.0) }
    }
}

impl Drawing {
    /// Returns an error for options that the pictures of this level do not support, before any work; `drawn` says
    /// whether any picture is shown or written.
    pub(crate) fn suit(&self, level: &Arc<dyn Level>, drawn: bool) -> Result<(), Unusable> {
        let given = [("--positions", self.positions), ("--every-hop", self.every_hop)];
        if let Some((name, _)) = given.into_iter().find(|&(_, given)| given && !drawn) {
            let expected = "expected --svg, --png or --gif beside it, or an answer without --quiet and --json";
            return Err(usage(format!("{name} is about pictures, and none is drawn; {expected}")));
        }
        if self.positions && level.picture().names.is_empty() {
            return Err(usage(format!("--positions: the positions of {} have no numbers to write", level.info().name)));
        }
        if self.every_hop && !has_hops(level) {
            return Err(usage(format!("--every-hop: {} has no films of hops", level.info().name)));
        }
        Ok(())
    }

    /// Draws an answer as the options say; `has_film` says whether a film of it is asked for.
    pub(crate) fn explain(&self, level: &Arc<dyn Level>, answer: &Answer, has_film: bool, cx: &Context<'_>) -> Drawn {
        let hops = self.every_hop.then(|| puzzles::explain_every_hop(level, answer, cx)).flatten();
        let film = if has_film { puzzles::explain_every_move(level, answer, cx) } else { None };
        let picture = self.named(hops.unwrap_or_else(|| puzzles::explain(level, answer, cx)));
        Drawn { picture, film: film.map(|film| self.named(film)) }
    }

    /// Adds the numbers of positions to a picture if they are asked for.
    pub(crate) fn named(&self, picture: Picture) -> Picture {
        if self.positions { picture.with_names() } else { picture }
    }
}
