//! What a crate may depend on, and the words that do not occur in it.

use std::path::Path;
use std::{fs, io};

use super::families::{self, FAMILIES};
use super::source::Source;

/// What each crate may depend on inside the workspace.
const ARROWS: &[(&str, &[&str])] = &[
    ("engines", &[]),
    ("picture", &[]),
    ("puzzlescript", &[]),
    ("frame", &["engines", "picture"]),
    // And every family.
    ("puzzles", &["frame"]),
    ("sandbox", &[]),
    ("script", &["engines", "picture", "puzzles", "sandbox"]),
    ("tasks", &["engines", "picture", "puzzles"]),
    ("web", &["engines", "puzzles", "tasks"]),
    ("world", &["picture", "sandbox"]),
    ("server", &["engines", "picture", "puzzles", "script", "tasks", "world"]),
    ("menagerie", &["engines", "picture", "puzzles", "script", "server", "tasks", "world"]),
];

/// What each family may depend on inside the workspace: no other family.
const OF_FAMILIES: &[&str] = &["engines", "frame", "picture", "puzzlescript"];

/// Crates for tests alone: every crate may have them among its dev-dependencies, none elsewhere.
const FOR_TESTS: &[&str] = &["testkit"];

/// Files that may hold unsafe code: wide instructions, chosen at run time, and what WebAssembly imports and exports.
const KERNELS: &[&str] = &[
    "crates/engines/src/clock.rs",
    "crates/engines/src/gf2/gfni.rs",
    "crates/engines/src/gf2/tables.rs",
    "crates/engines/src/gf2/weights/transform.rs",
    "crates/engines/src/map/avx2.rs",
    "crates/engines/src/map/fetch.rs",
    "crates/engines/src/map/planes.rs",
    "crates/engines/src/map/simd128.rs",
    "crates/engines/src/map/vbmi.rs",
    "crates/menagerie/src/mapped.rs",
    "crates/families/lemmo/src/pack.rs",
    "crates/families/lemmo/src/spread.rs",
    "crates/families/lemmo/src/sweep.rs",
    "crates/families/toggle/src/structured/kernel.rs",
    "crates/families/wall/src/board/pack.rs",
    "crates/families/wall/src/simd128.rs",
    "crates/families/wall/src/sweeps.rs",
    "crates/families/wall/src/x86.rs",
    "crates/sandbox/src/iteration.rs",
    "crates/sandbox/src/transfer.rs",
    "crates/web/src/abi.rs",
    "crates/web/src/exports.rs",
];

/// Words that may not appear in a crate's sources, with the reason.
const ABSENT: &[(&str, &[&str], &str)] = &[
    ("engines", &["toggle", "lemmo", "rabbit", "bunny", "puzzle::", "serde"], "engines know no puzzle and no JSON"),
    ("frame", &["std::fs", "std::net", "println!"], PURE),
    ("families", &["std::fs", "std::net", "println!"], PURE),
    ("puzzles", &["std::fs", "std::net", "println!"], PURE),
    (
        "puzzlescript",
        &["menagerie", "std::fs", "std::net", "println!", "Instant", "serde"],
        "the compiler and the engines know no family, do no input or output and read no clock",
    ),
    (
        "sandbox",
        &["puzzle", "std::fs", "std::net", "println!"],
        "the sandbox knows no puzzle and does no input or output",
    ),
    (
        "tasks",
        &["tokio", "std::fs", "std::net", "std::thread", "std::process", "Instant::now", "println!"],
        "tasks use no files, threads, processes or clocks",
    ),
    ("world", &["puzzle", "std::fs", "std::net", "println!", "Instant"], "the world knows no puzzle, files or clocks"),
];

/// Why words are absent from the frame and the families.
const PURE: &str = "puzzles do no input or output";

/// The one file that names the physics crate.
const PHYSICS: &str = "crates/world/src/physics.rs";

/// Reports the manifests whose dependencies point against the arrows.
pub(super) fn manifests(root: &Path, breaches: &mut Vec<String>) -> io::Result<()> {
    let manifest = |folder: &str| fs::read_to_string(root.join(folder).join("Cargo.toml")).unwrap_or_default();
    let families = families::folders(root)?;
    for (name, allowed) in ARROWS {
        let families = if *name == "puzzles" { &[][..] } else { &families };
        let path = format!("crates/{name}");
        arrows(&path, allowed, families, &manifest(&path), breaches);
    }
    for name in &families {
        let path = format!("{FAMILIES}/{name}");
        arrows(&path, OF_FAMILIES, &families, &manifest(&path), breaches);
    }
    Ok(())
}

/// Reports what the manifest of a crate's folder depends on: crates that are not allowed, and families.
fn arrows(path: &str, allowed: &[&str], families: &[String], manifest: &str, breaches: &mut Vec<String>) {
    for other in dependencies(manifest) {
        let is_known = ARROWS.iter().any(|(known, _)| *known == other);
        let is_family = families.iter().any(|family| *family == other.trim_end_matches("_family") && !is_known);
        if FOR_TESTS.contains(&other) {
            breaches.push(format!("{path}/Cargo.toml: {other} is for tests; expected it among the dev-dependencies"));
        } else if is_family || is_known && !allowed.contains(&other) {
            breaches.push(format!("{path}/Cargo.toml: this crate may not depend on {other}"));
        }
    }
}

/// The names in a manifest's tables of dependencies, those for tests excepted.
fn dependencies(manifest: &str) -> Vec<&str> {
    let (mut names, mut inside) = (Vec::new(), false);
    for line in manifest.lines().map(str::trim) {
        if let Some(table) = line.strip_prefix('[') {
            let table = table.trim_end_matches(']');
            let (outer, last) = table.rsplit_once('.').unwrap_or(("", table));
            inside = matches!(last, "dependencies" | "build-dependencies");
            // A dependency with a table of its own: [dependencies.serde].
            if matches!(outer.rsplit('.').next(), Some("dependencies" | "build-dependencies")) {
                names.push(last);
            }
        } else if inside && !line.starts_with('#') {
            names.extend(line.split(['.', '=']).next().map(str::trim).filter(|name| !name.is_empty()));
        }
    }
    names
}

/// Reports unsafe code outside the named kernels, and words that do not belong into the file's crate.
pub(super) fn file(source: &Source, breaches: &mut Vec<String>) {
    let path = source.path.as_str();
    if path.starts_with("xtask/") {
        return;
    }
    if source.text.contains("allow(unsafe_code)") && !KERNELS.contains(&path) {
        breaches.push(format!("{path}: unsafe code outside the named kernels"));
    }
    if path.contains("/src/") && path != PHYSICS {
        absent(source, &["rapier"], "only the world's physics.rs names the physics crate", breaches);
    }
    for (name, words, reason) in ABSENT {
        let is_in = source.below(&format!("crates/{name}")).is_some_and(|path| format!("/{path}").contains("/src/"));
        if is_in && !source.is_test() {
            absent(source, words, reason, breaches);
        }
    }
}

fn absent(source: &Source, words: &[&str], reason: &str, breaches: &mut Vec<String>) {
    for (number, line) in source.lines() {
        if words.iter().any(|word| line.contains(word)) {
            breaches.push(format!("{}:{number}: {reason}", source.path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(name: &str, text: &str) -> Vec<String> {
        let (_, allowed) = ARROWS.iter().find(|(known, _)| *known == name).expect("a crate");
        let mut breaches = Vec::new();
        arrows(name, allowed, &["frog".into(), "toad".into()], text, &mut breaches);
        breaches
    }

    #[test]
    fn a_dependency_against_the_arrows_is_noticed() {
        assert_eq!(manifest("frame", "[dependencies]\nengines.workspace = true\nserde = \"1\"\n").len(), 0);
        for wrong in [
            "[dependencies]\nserver.workspace = true\n",
            "[dependencies]\nserver = { path = \"../server\" }\n",
            "[dependencies.server]\npath = \"../server\"\n",
            "[dev-dependencies]\nproptest = \"1\"\n[target.'cfg(unix)'.dependencies]\nserver.workspace = true\n",
        ] {
            assert_eq!(manifest("tasks", wrong).len(), 1, "{wrong}");
        }
    }

    #[test]
    fn a_family_is_named_by_the_list_alone() {
        let frog = "[dependencies]\nfrog.workspace = true\n";
        assert_eq!(manifest("tasks", frog), ["tasks/Cargo.toml: this crate may not depend on frog"]);
        let mut breaches = Vec::new();
        let families = ["frog".to_owned(), "toad".to_owned()];
        arrows("crates/families/toad", OF_FAMILIES, &families, frog, &mut breaches);
        assert_eq!(breaches, ["crates/families/toad/Cargo.toml: this crate may not depend on frog"]);
        arrows("crates/puzzles", &["frame"], &[], frog, &mut breaches);
        assert_eq!(breaches.len(), 1);
    }

    #[test]
    fn the_test_kit_is_for_tests() {
        assert_eq!(manifest("engines", "[dependencies]\ntestkit.workspace = true\n").len(), 1);
        assert_eq!(manifest("engines", "[dev-dependencies]\ntestkit.workspace = true\n").len(), 0);
    }

    #[test]
    fn a_word_that_does_not_belong_is_noticed() {
        let find = |path, text| {
            let mut breaches = Vec::new();
            file(&Source::new(path, text), &mut breaches);
            breaches
        };
        assert_eq!(find("crates/tasks/src/perform.rs", "let now = Instant::now();\n").len(), 1);
        assert_eq!(find("crates/tasks/src/perform.rs", "// Instant::now is for others.\n").len(), 0);
        assert_eq!(find("crates/frame/src/rows.rs", "#[cfg(test)]\nmod tests;\n\nuse std::fs;\n").len(), 1);
        assert_eq!(find("crates/families/frog/src/text.rs", "use std::fs;\n").len(), 1);
        assert_eq!(find("crates/picture/src/svg.rs", "#[allow(unsafe_code)]\n").len(), 1);
    }
}
