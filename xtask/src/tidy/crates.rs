//! What a crate may depend on, and the words that do not occur in it.

use std::fs;
use std::path::Path;

use super::source::Source;

/// What each crate may depend on inside the workspace.
const ARROWS: &[(&str, &[&str])] = &[
    ("engines", &[]),
    ("picture", &[]),
    ("puzzlescript", &[]),
    ("puzzles", &["engines", "picture", "puzzlescript"]),
    ("sandbox", &[]),
    ("script", &["engines", "picture", "puzzles", "sandbox"]),
    ("tasks", &["engines", "picture", "puzzles"]),
    ("web", &["engines", "puzzles", "tasks"]),
    ("world", &["picture", "sandbox"]),
    ("server", &["engines", "picture", "puzzles", "script", "tasks", "world"]),
    ("menagerie", &["engines", "picture", "puzzles", "script", "server", "tasks", "world"]),
];

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
    "crates/puzzles/src/lemmo/pack.rs",
    "crates/puzzles/src/lemmo/spread.rs",
    "crates/puzzles/src/lemmo/sweep.rs",
    "crates/puzzles/src/toggle/structured/kernel.rs",
    "crates/puzzles/src/wall/board/pack.rs",
    "crates/puzzles/src/wall/simd128.rs",
    "crates/puzzles/src/wall/sweeps.rs",
    "crates/puzzles/src/wall/x86.rs",
    "crates/sandbox/src/iteration.rs",
    "crates/sandbox/src/transfer.rs",
    "crates/web/src/abi.rs",
];

/// Words that may not appear in a crate's sources, with the reason.
const ABSENT: &[(&str, &[&str], &str)] = &[
    ("engines", &["toggle", "lemmo", "rabbit", "bunny", "puzzle::", "serde"], "engines know no puzzle and no JSON"),
    ("puzzles", &["std::fs", "std::net", "println!"], "puzzles do no input or output"),
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

/// The one file that names the physics crate.
const PHYSICS: &str = "crates/world/src/physics.rs";

/// Reports the manifests whose dependencies point against the arrows.
pub(super) fn manifests(root: &Path, breaches: &mut Vec<String>) {
    for (name, allowed) in ARROWS {
        let manifest = fs::read_to_string(root.join("crates").join(name).join("Cargo.toml")).unwrap_or_default();
        arrows(name, allowed, &manifest, breaches);
    }
}

fn arrows(name: &str, allowed: &[&str], manifest: &str, breaches: &mut Vec<String>) {
    for other in dependencies(manifest) {
        let path = format!("crates/{name}/Cargo.toml");
        if FOR_TESTS.contains(&other) {
            breaches.push(format!("{path}: {other} is for tests; expected it among the dev-dependencies"));
        } else if ARROWS.iter().any(|(known, _)| *known == other) && !allowed.contains(&other) {
            breaches.push(format!("{path}: {name} may not depend on {other}"));
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
        if source.below(&format!("crates/{name}/src")).is_some() && !source.is_test() {
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
        arrows(name, allowed, text, &mut breaches);
        breaches
    }

    #[test]
    fn a_dependency_against_the_arrows_is_noticed() {
        assert_eq!(manifest("puzzles", "[dependencies]\nengines.workspace = true\nserde = \"1\"\n").len(), 0);
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
        assert_eq!(find("crates/puzzles/src/rows.rs", "#[cfg(test)]\nmod tests;\n\nuse std::fs;\n").len(), 1);
        assert_eq!(find("crates/picture/src/svg.rs", "#[allow(unsafe_code)]\n").len(), 1);
    }
}
