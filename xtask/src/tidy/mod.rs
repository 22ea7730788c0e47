//! The invariants that the compiler does not check: arrows between crates, unsafe code only in named kernels, a frame
//! and faces that name no family and read no field of its answers, methods called from answers alone, checkers that
//! share nothing with them, modules without import cycles, one test kit, names that say nothing or were replaced, files
//! one can hold in the head, a page without what old tablets do not know.

mod crates;
mod cycles;
mod families;
mod fields;
mod kit;
mod methods;
mod names;
mod page;
mod source;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;

use source::Source;

/// More lines than this are a reason to split a file.
const MAX_LINES: usize = 800;

/// Fails with every breach.
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let mut breaches = Vec::new();
    crates::manifests(root, &mut breaches)?;
    let mut files = Vec::new();
    paths(&root.join("crates"), "rs", &mut files)?;
    paths(&root.join("xtask"), "rs", &mut files)?;
    let mut sources = Vec::new();
    for path in files {
        let shown = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        sources.push(Source::new(&shown, &fs::read_to_string(&path)?));
    }
    for source in &sources {
        length(source, &mut breaches);
        crates::file(source, &mut breaches);
        names::file(source, &mut breaches);
        methods::file(source, &mut breaches);
        kit::file(source, &mut breaches);
    }
    families::named(&families::folders(root)?, &sources, &mut breaches);
    fields::read(root, &sources, &mut breaches)?;
    cycles::find(&sources, &mut breaches);
    page::files(root, &mut breaches)?;
    if !breaches.is_empty() {
        bail!("not tidy:\n{}", breaches.join("\n"));
    }
    println!("tidy");
    Ok(())
}

/// The files with an extension below a folder, in the order of their paths.
fn paths(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            paths(&entry.path(), extension, files)?;
        } else if entry.path().extension().is_some_and(|found| found == extension) {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(())
}

fn length(source: &Source, breaches: &mut Vec<String>) {
    if source.text.lines().count() > MAX_LINES {
        breaches.push(format!("{}: over {MAX_LINES} lines", source.path));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_file_is_noticed() {
        let mut breaches = Vec::new();
        length(&Source::new("a.rs", &"\n".repeat(800)), &mut breaches);
        assert!(breaches.is_empty());
        length(&Source::new("a.rs", &"\n".repeat(801)), &mut breaches);
        assert_eq!(breaches, ["a.rs: over 800 lines"]);
    }
}
