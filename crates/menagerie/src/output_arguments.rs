//! The arguments that say how an answer is drawn, and into which files it goes.

use std::path::PathBuf;

use clap::Args;
#[cfg(feature = "raster")]
use clap::value_parser;

/// Files for an answer. `-` is standard output.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Outputs {
    #[command(flatten)]
    pub(crate) pictures: Pictures,
    #[command(flatten)]
    pub(crate) folders: Folders,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
    #[command(flatten)]
    pub(crate) look: Look,
    /// Refused with a tip, for `run` makes films of given moves
    #[arg(long, hide = true, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) from_moves: Option<String>,
    /// Write the answer's table as comma-separated values under a header line; of several files a row each
    #[arg(long, value_name = "OUT")]
    pub(crate) csv: Option<PathBuf>,
}

/// How a level or an answer is drawn.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Drawing {
    /// Write the number of each position beside it, where positions have numbers
    #[arg(long)]
    pub(crate) positions: bool,
    /// Show every hop of a run, where there are films of hops
    #[arg(long)]
    pub(crate) every_hop: bool,
}

/// How the files of pictures look.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Look {
    /// Draw the board alone in files: no caption, no legend, no margin
    #[arg(long)]
    pub(crate) bare: bool,
    /// Draw a cell this many pixels wide in PNG and GIF files [default: 80, fewer where the picture would be too large]
    #[cfg(feature = "raster")]
    #[arg(long, value_name = "PIXELS", value_parser = value_parser!(u16).range(4..=256))]
    pub(crate) scale: Option<u16>,
    /// Show the GIF file this many times faster, from 0.1 to 20; below 1 slower
    #[cfg(feature = "raster")]
    #[arg(long, value_name = "FACTOR", value_parser = speed)]
    pub(crate) speed: Option<f32>,
}

/// Parses how many times faster a film is shown.
#[cfg(feature = "raster")]
fn speed(text: &str) -> Result<f32, String> {
    let known = text.parse().ok().filter(|factor| (0.1..=20.0).contains(factor));
    known.ok_or_else(|| "expected a number from 0.1 to 20, such as 2 or 0.5".to_owned())
}

/// Folders for the pictures of levels, a file for each.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Folders {
    /// Write each level drawn as an SVG file of its own into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "svg")]
    pub(crate) svg_dir: Option<PathBuf>,
    /// Write each level drawn as a PNG file of its own into this folder
    #[cfg(feature = "raster")]
    #[arg(long, value_name = "DIR", conflicts_with = "png")]
    pub(crate) png_dir: Option<PathBuf>,
    /// Write the steps of each answer as an animated GIF file of its own into this folder
    #[cfg(feature = "raster")]
    #[arg(long, value_name = "DIR", conflicts_with = "gif")]
    pub(crate) gif_dir: Option<PathBuf>,
}

/// Files for something drawn.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Pictures {
    /// Write the picture as an SVG file, - for standard output; a solution's steps as a film strip
    #[arg(long, value_name = "OUT")]
    pub(crate) svg: Option<PathBuf>,
    /// Write the picture as a PNG file
    #[cfg(feature = "raster")]
    #[arg(long, value_name = "OUT")]
    pub(crate) png: Option<PathBuf>,
    /// Write the steps as an animated GIF file
    #[cfg(feature = "raster")]
    #[arg(long, value_name = "OUT")]
    pub(crate) gif: Option<PathBuf>,
}
