//! What was proven, written into the files: pars, and solutions where they are asked for. Layout, comments and line ends
//! stay as they are, and a file that would be read otherwise than before stays as it is.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use engines::Context;
use puzzles::edit::{self, Edit, Statement};
use puzzles::family::Collection;
use puzzles::phrases::plural;
use similar::TextDiff;

use super::level::Finding;
use super::proven::hash;
use crate::arguments::{Check, Written};
use crate::input::{Input, Unusable, usage};
use crate::part::Part;
use crate::report;
use crate::status::Status;

/// The largest file, in bytes, that is written.
const MOST_BYTES: u64 = 64 << 20;

/// Writes what was proven into the files, or prints the changes as a diff.
///
/// # Errors
/// The first file that cannot be written, once the others are.
pub(super) fn write(findings: &[Finding], asked: &Check) -> Result<(), Unusable> {
    let mut files: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
    for finding in findings {
        if let Some(input) = &finding.input {
            files.entry(input.file()).or_default().push(finding);
        }
    }
    let mut written = Ok(());
    for (file, findings) in files {
        let changed = change(file, &findings, asked);
        written = written.and(changed);
    }
    written
}

/// Changes one file.
fn change(file: &str, findings: &[&Finding], asked: &Check) -> Result<(), Unusable> {
    let failed = |error: std::io::Error| Unusable { message: format!("{file}: {error}"), status: Status::Failed };
    if !Path::new(file).is_file() {
        return Err(usage(format!("{file}: --write changes files; expected the path of one")));
    }
    if fs::metadata(file).map_err(failed)?.len() > MOST_BYTES {
        return Err(usage(format!("{file}: --write changes files of at most {} MiB", MOST_BYTES >> 20)));
    }
    let bytes = fs::read(file).map_err(failed)?;
    let edits = edits(&bytes, findings, &asked.write).map_err(|why| usage(format!("{file}: {why}")))?;
    let edited = edit::apply(&bytes, &edits).map_err(usage)?;
    if edited.bytes == bytes {
        return Ok(());
    }
    reads_alike(findings, &edited.bytes).map_err(|why| Unusable {
        message: format!("{file}: {why}; the file stays as it is"),
        status: Status::Failed,
    })?;
    if asked.diff {
        return report::print(&diff(file, &bytes, &edited.bytes))
            .map_err(|error| Unusable { message: error.to_string(), status: Status::Failed });
    }
    replace(Path::new(file), &edited.bytes).map_err(failed)?;
    report::say(&format!("menagerie: {file}: {} written", plural(edits.len() as u64, "statement", "statements")));
    Ok(())
}

/// The changes by which a file states what was proven of its levels and it does not state yet.
fn edits(bytes: &[u8], findings: &[&Finding], written: &[Written]) -> Result<Vec<Edit>, String> {
    let mut edits = Vec::new();
    for finding in findings {
        let Some((collection, index)) = finding.input.as_ref().and_then(Input::place) else { continue };
        for kind in written {
            if let Some(statement) = statement(finding, *kind) {
                edits.push(collection.write_back(bytes, index, &statement)?);
            }
        }
    }
    Ok(edits)
}

/// What was proven of a level.
fn statement(finding: &Finding, kind: Written) -> Option<Statement> {
    match kind {
        Written::Par => finding.par.clone().map(Statement::Par),
        Written::Solutions => finding.solution.clone().map(Statement::Solution),
    }
}

/// That the changed text holds the levels that the file holds: as many, with the same titles, each of the same board.
fn reads_alike(findings: &[&Finding], bytes: &[u8]) -> Result<(), String> {
    let Some(input) = findings.first().and_then(|finding| finding.input.as_ref()) else { return Ok(()) };
    let cx = Context::default();
    let changed = input.family.open(Arc::new(bytes.to_vec()), &cx).map_err(|error| error.to_string())?;
    let Some((before, _)) = input.place() else { return Ok(()) };
    let titles = |levels: &dyn Collection| -> Vec<Option<String>> {
        levels.entries().iter().map(|entry| entry.title.clone()).collect()
    };
    if titles(before) != titles(&*changed) {
        return Err("with what was proven in it, its levels or titles would be others".to_owned());
    }
    for finding in findings {
        let Some((_, index)) = finding.input.as_ref().and_then(Input::place) else { continue };
        let level = changed.level(index, &cx).map_err(|error| error.to_string())?;
        if finding.identity.as_ref().is_some_and(|identity| *identity != hash(&[&level.identity()])) {
            return Err(format!("with what was proven in it, level {} would be another", index + 1));
        }
    }
    Ok(())
}

/// The changes of a file as a unified diff.
fn diff(file: &str, before: &[u8], after: &[u8]) -> String {
    let (before, after) = (String::from_utf8_lossy(before), String::from_utf8_lossy(after));
    TextDiff::from_lines(&*before, &*after).unified_diff().context_radius(3).header(file, file).to_string()
}

/// Replaces a file at once.
fn replace(target: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let part = Part::beside(target);
    let kept = part.create().and_then(|mut file| file.write_all(bytes)).and_then(|()| part.keep());
    if kept.is_err() {
        part.discard();
    }
    kept
}
