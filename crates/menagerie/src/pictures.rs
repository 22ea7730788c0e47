//! Writes pictures to files.

use std::sync::Arc;

use picture::Picture;
use puzzles::{Answer, Level};

use crate::arguments::{Drawing, Pictures};
use crate::input::{Unusable, usage};
use crate::out::write_file;

impl Pictures {
    /// Whether any file was asked for.
    pub(crate) fn any(&self) -> bool {
        !self.outputs().is_empty()
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
    pub(crate) fn write_strip(&self, drawn: impl FnOnce() -> String) -> anyhow::Result<()> {
        if !self.has_strip() {
            return Ok(());
        }
        let drawn = drawn();
        if let Some(path) = &self.svg {
            write_file(path, drawn.as_bytes())?;
        }
        #[cfg(feature = "raster")]
        if let Some(path) = &self.png {
            write_file(path, &picture::raster::still(&drawn)?)?;
        }
        Ok(())
    }

    /// Writes every file that was asked for.
    pub(crate) fn write(&self, picture: &Picture) -> anyhow::Result<()> {
        if let Some(path) = &self.svg {
            write_file(path, picture::svg::picture(picture).as_bytes())?;
        }
        #[cfg(feature = "raster")]
        self.write_images(picture)?;
        Ok(())
    }

    #[cfg(feature = "raster")]
    fn write_images(&self, picture: &Picture) -> anyhow::Result<()> {
        use picture::raster::{gif, png};
        use picture::svg::Theme;
        if let Some(path) = &self.png {
            write_file(path, &png(picture, Theme::Light)?)?;
        }
        if let Some(path) = &self.gif {
            write_file(path, &gif(picture, Theme::Light)?)?;
        }
        Ok(())
    }
}

impl Drawing {
    /// Returns an error for options that the pictures of this level do not support, before any work; `drawn` says
    /// whether any picture is shown or written.
    pub(crate) fn suit(&self, level: &dyn Level, drawn: bool) -> Result<(), Unusable> {
        let given = [("--positions", self.positions), ("--every-hop", self.every_hop)];
        if let Some((name, _)) = given.into_iter().find(|&(_, given)| given && !drawn) {
            let expected = "expected --svg, --png or --gif beside it, or an answer without --quiet and --json";
            return Err(usage(format!("{name} is about pictures, and none is drawn; {expected}")));
        }
        if self.positions && level.picture().names.is_empty() {
            return Err(usage(format!("--positions: the positions of {} have no numbers to write", level.info().name)));
        }
        if self.every_hop && !level.has_hops() {
            return Err(usage(format!("--every-hop: {} has no films of hops", level.info().name)));
        }
        Ok(())
    }

    /// Draws an answer as the options say.
    pub(crate) fn explain(&self, level: &Arc<dyn Level>, answer: &Answer) -> Picture {
        self.named(match self.every_hop {
            true => puzzles::explain_every_hop(level, answer),
            false => puzzles::explain(level, answer),
        })
    }

    /// Adds the numbers of positions to a picture if they are asked for.
    pub(crate) fn named(&self, picture: Picture) -> Picture {
        if self.positions { picture.with_names() } else { picture }
    }
}
