//! The arguments that say how an answer is drawn, and into which files it goes.

use std::path::PathBuf;

use clap::Args;

/// Files for an answer. `-` is standard output.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Outputs {
    #[command(flatten)]
    pub(crate) pictures: Pictures,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
    /// Write its table as comma-separated values under a header line; of several files a row each
    #[arg(long, value_name = "OUT")]
    pub(crate) csv: Option<PathBuf>,
}

/// How a level or an answer is drawn.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Drawing {
    /// Write the numbers of positions beside them, where they have numbers
    #[arg(long)]
    pub(crate) positions: bool,
    /// Show every hop of a run, where there are films of hops
    #[arg(long)]
    pub(crate) every_hop: bool,
}

/// Files for something drawn.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Pictures {
    /// Write it drawn as an SVG file, - for standard output; a solution's steps as a film strip
    #[arg(long, value_name = "OUT")]
    pub(crate) svg: Option<PathBuf>,
    /// Write it drawn as a PNG file
    #[cfg(feature = "raster")]
    #[arg(long, value_name = "OUT")]
    pub(crate) png: Option<PathBuf>,
    /// Write its steps as an animated GIF file
    #[cfg(feature = "raster")]
    #[arg(long, value_name = "OUT")]
    pub(crate) gif: Option<PathBuf>,
}
