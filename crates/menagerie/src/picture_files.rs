//! The files of pictures of several levels: one for each in a folder, named after the level's file and number.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::input::{Input, Unusable, usage};
use crate::output_arguments::{Folders, Pictures};
use crate::status::Status;

impl Folders {
    /// Whether any folder was asked for.
    pub(crate) fn any(&self) -> bool {
        self.each().next().is_some()
    }

    fn each(&self) -> impl Iterator<Item = &Path> {
        let folders = [
            &self.svg_dir,
            #[cfg(feature = "raster")]
            &self.png_dir,
            #[cfg(feature = "raster")]
            &self.gif_dir,
        ];
        folders.into_iter().flatten().map(PathBuf::as_path)
    }

    /// Creates the folders, and names the files of each of these levels: the name of its file, with its number in it
    /// where that holds several.
    ///
    /// # Errors
    /// A folder cannot be created, or two levels have the same name.
    pub(crate) fn names(&self, levels: &[&Input]) -> Result<Vec<String>, Unusable> {
        if !self.any() {
            return Ok(vec![String::new(); levels.len()]);
        }
        for folder in self.each() {
            let failed = |error| Unusable { message: format!("{}: {error}", folder.display()), status: Status::Failed };
            fs::create_dir_all(folder).map_err(failed)?;
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
        let file = |folder: &Option<PathBuf>, end: &str, own: &Option<PathBuf>| {
            folder.as_ref().map(|folder| folder.join(format!("{name}.{end}"))).or_else(|| own.clone())
        };
        Pictures {
            svg: file(&self.svg_dir, "svg", &pictures.svg),
            #[cfg(feature = "raster")]
            png: file(&self.png_dir, "png", &pictures.png),
            #[cfg(feature = "raster")]
            gif: file(&self.gif_dir, "gif", &pictures.gif),
        }
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
