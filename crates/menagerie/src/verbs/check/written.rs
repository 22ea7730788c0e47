//! What was proven, written into the files: pars, and solutions where they are asked for. Layout, comments and line
//! ends stay as they are, and a file that would be read otherwise than before stays as it is.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use engines::Context;
use puzzles::Verdict;
use puzzles::edit::{self, Edit, Statement};
use puzzles::family::Collection;
use puzzles::phrases::{list, plural};
use puzzles::stated::titles;
use similar::TextDiff;

use super::level::{Finding, MAX_COMPARED};
use super::proven::hash;
use crate::arguments::{Check, Written};
use crate::input::{Unusable, usage};
use crate::part::replace;
use crate::report;
use crate::status::Status;

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
        say_impossible(file, &findings, asked);
        written = written.and(changed);
    }
    written
}

/// Says which levels have no solution, which is not written as a par: whether that is meant is the author's to say.
fn say_impossible(file: &str, findings: &[&Finding], asked: &Check) {
    let is_impossible = |finding: &&&Finding| {
        let decided = finding.validity.decided.as_ref();
        decided.is_some_and(|decided| decided.verdict == Some(Verdict::Impossible) && decided.par.is_none())
    };
    let names: Vec<&str> = findings.iter().filter(is_impossible).map(|finding| finding.name.as_str()).collect();
    if asked.write.contains(&Written::Par) && !names.is_empty() {
        let names = list(&names);
        report::say(&format!(
            "menagerie: {file}: {names}: impossible, and no par is written; the par `impossible` states that it is meant so"
        ));
    }
}

/// Changes one file.
fn change(file: &str, findings: &[&Finding], asked: &Check) -> Result<(), Unusable> {
    let failed = |error: std::io::Error| Unusable { message: format!("{file}: {error}"), status: Status::Failed };
    let refused = |why: String| Unusable { message: format!("{file}: {why}"), status: Status::Failed };
    if !Path::new(file).is_file() {
        return Err(usage(format!("{file}: --write changes files; expected the path of one")));
    }
    if fs::metadata(file).map_err(failed)?.len() > MAX_COMPARED {
        return Err(usage(format!("{file}: --write changes files of at most {} MiB", MAX_COMPARED >> 20)));
    }
    let bytes = fs::read(file).map_err(failed)?;
    let now = read(findings, &bytes).map_err(|_| refused("the file has changed since it was checked".into()))?;
    let edits = edits(&*now, &bytes, findings, &asked.write).map_err(|why| usage(format!("{file}: {why}")))?;
    let edited = edit::apply(&bytes, &edits).map_err(usage)?;
    if edited.bytes == bytes {
        return Ok(());
    }
    let changed = read(findings, &edited.bytes);
    changed.map_err(|why| refused(format!("with what was proven in it, {why}; the file stays as it is")))?;
    if asked.diff {
        let printed = report::print(&diff(file, &bytes, &edited.bytes));
        return printed.map_err(|error| refused(error.to_string()));
    }
    replace(Path::new(file), &edited.bytes).map_err(failed)?;
    report::say(&format!("menagerie: {file}: {} written", plural(edits.len() as u64, "statement", "statements")));
    Ok(())
}

/// The changes by which a file states what was proven of its levels and it does not state yet.
fn edits(
    levels: &dyn Collection,
    bytes: &[u8],
    findings: &[&Finding],
    written: &[Written],
) -> Result<Vec<Edit>, String> {
    let mut edits = Vec::new();
    for (finding, index) in placed(findings) {
        for statement in statements(finding, written) {
            edits.push(levels.write_back(bytes, index, &statement)?);
        }
    }
    Ok(edits)
}

/// The levels that were checked, with their indices in the file.
fn placed<'f>(findings: &'f [&Finding]) -> impl Iterator<Item = (&'f Finding, usize)> {
    findings.iter().filter_map(|finding| Some((*finding, finding.input.as_ref()?.place()?.1)))
}

/// What is to be written of a level: its par, and its solution.
fn statements(finding: &Finding, written: &[Written]) -> Vec<Statement> {
    let asked = |kind: Written| written.contains(&kind);
    let par = finding.par.clone().filter(|_| asked(Written::Par)).map(Statement::Par);
    let is_proven = finding.proven().is_some();
    let is_asked = asked(Written::Found) || is_proven && asked(Written::Solutions);
    // A level that is won at its start needs no solution.
    let line = finding.solution.clone().filter(|moves| is_asked && !moves.is_empty());
    par.into_iter().chain(line.map(if is_proven { Statement::Solution } else { Statement::Found })).collect()
}

/// Reads a text of the file, which must hold the levels that were checked: with the same titles, each of the same
/// board.
///
/// # Errors
/// What it holds otherwise, as a clause.
fn read(findings: &[&Finding], bytes: &[u8]) -> Result<Box<dyn Collection>, String> {
    let input = findings.iter().find_map(|finding| finding.input.as_ref()).ok_or("no level was read")?;
    let (before, _) = input.place().ok_or("no level was read")?;
    let cx = Context::default();
    let read = input.family.open(Arc::new(bytes.to_vec()), &cx).map_err(|error| error.to_string())?;
    if !titles(before).eq(titles(&*read)) {
        return Err("its levels or titles would be others".to_owned());
    }
    for (finding, index) in placed(findings) {
        let level = read.level(index, &cx).map_err(|error| error.to_string())?;
        if finding.identity.as_ref().is_some_and(|identity| *identity != hash(&[&level.identity()])) {
            return Err(format!("level {} would be another", index + 1));
        }
    }
    Ok(read)
}

/// The changes of a file as a unified diff.
fn diff(file: &str, before: &[u8], after: &[u8]) -> String {
    let (before, after) = (String::from_utf8_lossy(before), String::from_utf8_lossy(after));
    TextDiff::from_lines(&*before, &*after).unified_diff().context_radius(3).header(file, file).to_string()
}
