//! The levels of a server's operator: every file of levels below a folder, named by its path there without the
//! extension.

use std::path::Path;

use puzzles::rows::MAX_BYTES;
use puzzles::source;
use server::named::NamedLevels;

use super::paths;
use crate::cli_context::CliContext;
use crate::input::{Input, Unusable, usage};
use crate::status::Status;

/// Reads the levels of a folder, beside the shipped ones.
///
/// # Errors
/// There is no such folder, it has no file of levels, a file cannot be read, or one of its levels is not valid.
pub(super) fn own_levels(cli: &CliContext<'_>, folder: &Path) -> Result<NamedLevels, Unusable> {
    if !folder.is_dir() {
        return Err(usage(format!("{} is no folder; expected one with files of levels", folder.display())));
    }
    let mut levels = NamedLevels::shipped(cli.families);
    for file in paths::files(cli, &[folder.to_string_lossy().into_owned()])? {
        let refused = |wrong: String| Unusable { message: format!("{}: {wrong}", file.name), status: Status::Invalid };
        let path = Path::new(&file.name);
        let name = path.strip_prefix(folder).unwrap_or(path).with_extension("");
        let name = name.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        let Input { family, source, .. } = Input::find(cli.families, &file.name, cli.common.family.as_deref())?;
        let text = source::text(&*source, MAX_BYTES).map_err(|error| error.to_string());
        text.and_then(|text| levels.add(&name, family, text)).map_err(refused)?;
    }
    Ok(levels)
}
