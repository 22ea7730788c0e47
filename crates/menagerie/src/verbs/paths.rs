//! The files that a command names: by their paths, by the folders that they are in, or by a pattern such as
//! `levels/*.xsb`, for shells that hand it on as it stands.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli_context::CliContext;
use crate::input::{Input, Unusable, usage};

/// A file that a command takes.
pub(super) struct Named {
    /// Its path, `@name`, or `-`, perhaps with the choice of a level.
    pub(super) name: String,
    /// Whether it was found in a folder or by a pattern, so that it need not hold levels.
    pub(super) is_found: bool,
}

/// Returns the files that these paths mean, in the order of the paths; those of a folder or pattern by their names.
///
/// # Errors
/// A folder without files of levels, a pattern that fits no such file and no folder.
pub(super) fn files(cli: &CliContext<'_>, paths: &[String]) -> Result<Vec<Named>, Unusable> {
    let mut files = Vec::new();
    for path in paths {
        let found = |name: String| Named { name, is_found: true };
        if Path::new(path).is_dir() {
            files.extend(walk(cli, path)?.into_iter().map(found));
        } else if is_pattern(path) {
            for file in fitting(cli, path)? {
                match Path::new(&file).is_dir() {
                    true => files.extend(walk(cli, &file)?.into_iter().map(found)),
                    false => files.push(found(file)),
                }
            }
        } else {
            files.push(Named { name: path.clone(), is_found: false });
        }
    }
    Ok(files)
}

/// Whether a name is a pattern: it has a character of patterns, and no file has this name.
fn is_pattern(name: &str) -> bool {
    let (file, _) = name.rsplit_once('#').unwrap_or((name, ""));
    name.contains(['*', '?', '[']) && !Path::new(name).exists() && !Path::new(file).exists()
}

/// The folders and the files of levels that fit a pattern, sorted.
fn fitting(cli: &CliContext<'_>, pattern: &str) -> Result<Vec<String>, Unusable> {
    let paths = glob::glob(pattern).map_err(|error| usage(format!("{pattern}: {error}")))?.flatten();
    let fits = paths.filter(|path| path.is_dir() || holds(cli, path));
    let mut files: Vec<String> = fits.map(|path| path.to_string_lossy().into_owned()).collect();
    if files.is_empty() {
        return Err(usage(format!(
            "no file fits {pattern}; expected one of levels, or --family NAME to take every file"
        )));
    }
    files.sort();
    Ok(files)
}

/// The files below a folder that hold levels, in the order of their names: those that are named as a family's files
/// are, or all if a family was named. Hidden files and folders are left out, and links to folders are not followed.
fn walk(cli: &CliContext<'_>, folder: &str) -> Result<Vec<String>, Unusable> {
    let mut files = Vec::new();
    below(Path::new(folder), &|path| holds(cli, path), &mut files)
        .map_err(|error| usage(format!("{folder}: {error}")))?;
    if files.is_empty() {
        return Err(usage(format!("{folder} holds no file of levels; --family NAME takes every file of a folder")));
    }
    files.sort();
    Ok(files.into_iter().map(|file| file.to_string_lossy().into_owned()).collect())
}

/// Whether a file is taken: it is named as a family's files are, or a family was named.
fn holds(cli: &CliContext<'_>, path: &Path) -> bool {
    cli.common.family.is_some() || Input::is_level_file(cli.families, path)
}

fn below(folder: &Path, holds: &dyn Fn(&Path) -> bool, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (kind, path) = (entry.file_type()?, entry.path());
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if kind.is_dir() {
            below(&path, holds, files)?;
        } else if path.is_file() && holds(&path) {
            files.push(path);
        }
    }
    Ok(())
}
