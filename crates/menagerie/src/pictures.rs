//! Pictures into files.

use anyhow::Context;
use picture::Picture;

use crate::arguments::Pictures;
use crate::out::write_file;

impl Pictures {
    /// Whether any file was asked for.
    pub(crate) fn any(&self) -> bool {
        #[cfg(feature = "raster")]
        let images = self.png.is_some() || self.gif.is_some();
        #[cfg(not(feature = "raster"))]
        let images = false;
        self.svg.is_some() || images
    }

    /// Writes every file that was asked for.
    pub(crate) fn write(&self, picture: &Picture) -> anyhow::Result<()> {
        if let Some(path) = &self.svg {
            write_file(path, picture::svg::picture(picture).as_bytes()).with_context(|| path.display().to_string())?;
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
            write_file(path, &png(picture, Theme::Light)?).with_context(|| path.display().to_string())?;
        }
        if let Some(path) = &self.gif {
            write_file(path, &gif(picture, Theme::Light)?).with_context(|| path.display().to_string())?;
        }
        Ok(())
    }
}
