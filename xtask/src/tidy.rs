//! The invariants that the compiler does not check: arrows between crates, unsafe code only in named kernels,
//! names that say nothing, files one can hold in the head.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;

/// What each crate may depend on inside the workspace.
const ARROWS: &[(&str, &[&str])] = &[
    ("engines", &[]),
    ("picture", &[]),
    ("puzzles", &["engines", "picture"]),
    ("sandbox", &[]),
    ("script", &["engines", "picture", "puzzles", "sandbox"]),
    ("world", &["picture", "sandbox"]),
    ("server", &["engines", "picture", "puzzles", "script", "world"]),
    ("menagerie", &["engines", "picture", "puzzles", "script", "server", "world"]),
];

/// Files that may hold unsafe code: wide instructions, chosen at run time.
const KERNELS: &[&str] = &[
    "crates/engines/src/gf2/gfni.rs",
    "crates/engines/src/gf2/tables.rs",
    "crates/engines/src/gf2/weights/transform.rs",
    "crates/engines/src/map/avx2.rs",
    "crates/engines/src/map/fetch.rs",
    "crates/engines/src/map/planes.rs",
    "crates/engines/src/map/vbmi.rs",
    "crates/menagerie/src/mapped.rs",
    "crates/puzzles/src/lemmo/pack.rs",
    "crates/puzzles/src/lemmo/spread.rs",
    "crates/puzzles/src/lemmo/sweep.rs",
    "crates/puzzles/src/toggle/structured/kernel.rs",
    "crates/puzzles/src/wall/pack.rs",
    "crates/puzzles/src/wall/sweeps.rs",
    "crates/puzzles/src/wall/x86.rs",
    "crates/sandbox/src/iteration.rs",
    "crates/sandbox/src/transfer.rs",
];

/// Words that may not appear in a crate's sources, with the reason.
const ABSENT: &[(&str, &[&str], &str)] = &[
    ("engines", &["toggle", "lemmo", "rabbit", "bunny", "puzzle::", "serde"], "engines know no puzzle and no JSON"),
    ("puzzles", &["std::fs", "std::net", "println!"], "puzzles do no input or output"),
    (
        "sandbox",
        &["puzzle", "std::fs", "std::net", "println!"],
        "the sandbox knows no puzzle and does no input or output",
    ),
    ("world", &["puzzle", "std::fs", "std::net", "println!", "Instant"], "the world knows no puzzle, files or clocks"),
    ("menagerie", &["lemmo", "\"wall\"", "toggle", "bunny"], "no face holds code for one family"),
];

/// The one file that names the physics crate.
const PHYSICS: &str = "crates/world/src/physics.rs";

/// Names that say nothing.
const NO_NAMES: &[&str] = &["utils", "util", "common", "helpers", "helper", "manager", "misc"];

/// Names that a crate replaced by the field's own: none is declared there again.
const REPLACED: &[(&str, &[&str])] = &[
    ("engines", &["Kept", "Failed", "Walk", "Small", "Claimed", "Tally"]),
    ("menagerie", &["Bench", "Errand", "Shelf", "NoAnswer"]),
    ("script", &["Brake"]),
    (
        "server",
        &[
            "Desk",
            "DeskConfig",
            "Crew",
            "Latest",
            "Deed",
            "Order",
            "Pushed",
            "Advance",
            "Text",
            "Sort",
            "Said",
            "Shut",
            "Keeper",
            "Seat",
            "Wakes",
            "Now",
            "Closing",
            "Teller",
            "Beat",
            "Bed",
            "House",
            "Heard",
        ],
    ),
    ("world", &["Mind", "Stance", "Rank", "Sheet", "Nature", "Shot", "Stage"]),
];

/// More lines than this are a reason to split a file.
const MOST_LINES: usize = 800;

/// Fails with every breach.
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let mut breaches = Vec::new();
    for (name, allowed) in ARROWS {
        arrows(root, name, allowed, &mut breaches);
    }
    let mut files = Vec::new();
    sources(&root.join("crates"), &mut files)?;
    sources(&root.join("xtask"), &mut files)?;
    for path in files {
        let text = fs::read_to_string(&path)?;
        let shown = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        file(&shown, &text, &mut breaches);
    }
    if !breaches.is_empty() {
        bail!("not tidy:\n{}", breaches.join("\n"));
    }
    println!("tidy");
    Ok(())
}

fn arrows(root: &Path, name: &str, allowed: &[&str], breaches: &mut Vec<String>) {
    let manifest = fs::read_to_string(root.join("crates").join(name).join("Cargo.toml")).unwrap_or_default();
    let inside = manifest.split("[dev-dependencies]").next().unwrap_or_default();
    for (other, _) in ARROWS {
        if inside.contains(&format!("\n{other}.workspace")) && !allowed.contains(other) {
            breaches.push(format!("crates/{name}/Cargo.toml: {name} may not depend on {other}"));
        }
    }
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sources(&entry.path(), files)?;
        } else if entry.path().extension().is_some_and(|extension| extension == "rs") {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(())
}

fn file(shown: &str, text: &str, breaches: &mut Vec<String>) {
    let stem = Path::new(shown).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if NO_NAMES.contains(&stem.as_str()) {
        breaches.push(format!("{shown}: '{stem}' says nothing"));
    }
    if text.lines().count() > MOST_LINES {
        breaches.push(format!("{shown}: over {MOST_LINES} lines"));
    }
    if text.contains("allow(unsafe_code)") && !KERNELS.contains(&shown) && !shown.starts_with("xtask/") {
        breaches.push(format!("{shown}: unsafe code outside the named kernels"));
    }
    if shown.contains("/src/") && shown != PHYSICS && !shown.starts_with("xtask/") {
        absent(shown, text, &["rapier"], "only the world's physics.rs names the physics crate", breaches);
    }
    for (name, words, reason) in ABSENT {
        if shown.starts_with(&format!("crates/{name}/src/")) && !shown.ends_with("/tests.rs") {
            absent(shown, text, words, reason, breaches);
        }
    }
    for (name, replaced) in REPLACED {
        if shown.starts_with(&format!("crates/{name}/")) {
            declared(shown, text, replaced, breaches);
        }
    }
}

/// Refuses the declaration of a type by a name that was replaced.
fn declared(shown: &str, text: &str, replaced: &[&str], breaches: &mut Vec<String>) {
    for (number, line) in (1..).zip(text.lines()) {
        let mut words = line.split(|character: char| !(character.is_alphanumeric() || character == '_'));
        let declares = words.any(|word| matches!(word, "struct" | "enum" | "trait" | "type"));
        let name = words.next().filter(|name| declares && replaced.contains(name));
        breaches
            .extend(name.map(|name| format!("{shown}:{number}: the name '{name}' was replaced; see CONTRIBUTING.md")));
    }
}

fn absent(shown: &str, text: &str, words: &[&str], reason: &str, breaches: &mut Vec<String>) {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    for (number, line) in (1..).zip(code.lines()) {
        let code = line.split("//").next().unwrap_or_default();
        if words.iter().any(|word| code.contains(word)) {
            breaches.push(format!("{shown}:{number}: {reason}"));
        }
    }
}
