//! The files of pictures of several levels: one for each in a folder, named after the level's file and number.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::input::{Input, Unusable, usage};
use crate::output_arguments::{Folders, Pictures};

impl Folders {
    /// Whether any folder was asked for.
    pub(crate) fn any(&self) -> bool {
        self.each().next().is_some()
    }

    /// The folders with the endings of their files.
    fn each(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let svg = self.svg_dir.as_deref().map(|folder| ("svg", folder));
        #[cfg(feature = "raster")]
        let images = [("png", self.png_dir.as_deref()), ("gif", self.gif_dir.as_deref())];
        #[cfg(not(feature = "raster"))]
        let images: [(&str, Option<&Path>); 0] = [];
        svg.into_iter().chain(images.into_iter().filter_map(|(end, folder)| Some((end, folder?))))
    }

    /// Creates the folders, and names the files of each of these levels: the name of its file, with its number in it where
    /// that holds several.
    ///
    /// # Errors
    /// A folder cannot be created, or two levels have the same name.
    pub(crate) fn names(&self, levels: &[&Input]) -> Result<Vec<String>, Unusable> {
        if !self.any() {
            return Ok(vec![String::new(); levels.len()]);
        }
        for (_, folder) in self.each() {
            fs::create_dir_all(folder).map_err(|error| usage(format!("{}: {error}", folder.display())))?;
        }
        let names: Vec<String> = levels.iter().map(|level| name(level)).collect();
        let mut first: HashMap<&str, &Input> = HashMap::new();
        for (name, level) in names.iter().zip(levels) {
            if let Some(other) = first.insert(name, level) {
                let (one, other) = (&other.name, &level.name);
                return Err(usage(format!(
                    "the pictures of {one} and {other} would be one file, {name}; expected a folder for each"
                )));
            }
        }
        Ok(names)
    }

    /// The files of a level of this name, beside those that were asked for by their own names.
    pub(crate) fn of(&self, pictures: &Pictures, name: &str) -> Pictures {
        let mut files = pictures.clone();
        for (end, folder) in self.each() {
            let path: PathBuf = folder.join(format!("{name}.{end}"));
            match end {
                "svg" => files.svg = Some(path),
                #[cfg(feature = "raster")]
                "png" => files.png = Some(path),
                #[cfg(feature = "raster")]
                _ => files.gif = Some(path),
                #[cfg(not(feature = "raster"))]
                _ => {}
            }
        }
        files
    }
}

/// The name of a level's file without its ending, and its number with as many digits as the last of the file has.
fn name(level: &Input) -> String {
    let file = Path::new(level.file().trim_start_matches('@'));
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let stem = if level.is_stdin() { "level".into() } else { stem };
    match level.place() {
        Some((levels, index)) if levels.entries().len() > 1 => {
            let digits = levels.entries().len().to_string().len();
            format!("{stem}-{:0digits$}", index + 1)
        }
        _ => stem.into_owned(),
    }
}
