//! No family's name in the frame, in a face or in the prompt.

use super::source::{Source, is_in_name};

/// The crate of the families.
pub(super) const PUZZLES: &str = "crates/puzzles/src";
/// The folders of that crate that belong to the frame; any other is a family's.
pub(super) const FRAME_FOLDERS: &[&str] = &["judge", "laws", "space", "table"];
/// What knows families by their list alone.
const FACES: &[&str] = &["crates/menagerie/src", "crates/script/src/prompt", "crates/server/src", "crates/tasks/src"];

/// Phrases in which a family's name means something else.
const OTHERWISE: &[(&str, &str)] = &[
    ("Stroke::Wall", "a line of a picture"),
    ("WITH_WALLS", "sizes at which such lines can be drawn"),
    ("let walls =", "whether a picture has such lines"),
    ("if walls ", "whether a picture has such lines"),
    ("brush.wall(", "draws such a line"),
    ("fn wall(", "draws such a line"),
    ("wall clock", "the time of day"),
];

/// The folder of the family that a file belongs to, and the file's path in it.
pub(super) fn folder(source: &Source) -> Option<(&str, &str)> {
    let (folder, file) = source.below(PUZZLES)?.split_once('/')?;
    (!FRAME_FOLDERS.contains(&folder)).then_some((folder, file))
}

/// The names in the list of families, which are those of their folders.
fn listed(lib: &str) -> Vec<&str> {
    let list = lib.split("pub const FAMILIES").nth(1).and_then(|list| list.split("];").next()).unwrap_or_default();
    let entries = list.split('&').filter_map(|entry| entry.split_once("::"));
    entries.map(|(folder, _)| folder).filter(|folder| folder.chars().all(is_in_name)).collect()
}

/// Reports every family's name that stands where none may stand.
pub(super) fn named(sources: &[Source], breaches: &mut Vec<String>) {
    let lib = format!("{PUZZLES}/lib.rs");
    let Some(list) = sources.iter().find(|source| source.path == lib) else { return };
    let families = listed(&list.code);
    if families.is_empty() {
        breaches.push(format!("{lib}: the list of families is not where it was"));
    }
    for source in sources.iter().filter(|source| !source.is_test()) {
        let in_frame = source.below(PUZZLES).is_some() && folder(source).is_none();
        if !in_frame && !FACES.iter().any(|face| source.below(face).is_some()) {
            continue;
        }
        let mut in_list = false;
        for (number, line) in source.lines() {
            in_list |= source.path == lib && line.starts_with("pub const FAMILIES");
            let is_entry = in_list || source.path == lib && line.starts_with("pub mod ");
            in_list &= !line.contains("];");
            if let Some(family) = families.iter().find(|family| !is_entry && names(line, family)) {
                breaches
                    .push(format!("{}:{number}: the frame and the faces do not name a family: {family}", source.path));
            }
        }
    }
}

/// Whether a line names a family, as a word or inside a name.
fn names(line: &str, family: &str) -> bool {
    let line = OTHERWISE.iter().fold(line.to_owned(), |line, (phrase, _)| line.replace(phrase, ""));
    line.to_lowercase().contains(family)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIB: &str =
        "pub mod frog;\npub mod wall;\n\npub const FAMILIES: &[&dyn Family] =\n    &[&frog::Frog, &wall::Wall];\n";

    fn find(path: &str, text: &str) -> usize {
        let sources = [Source::new("crates/puzzles/src/lib.rs", LIB), Source::new(path, text)];
        let mut breaches = Vec::new();
        named(&sources, &mut breaches);
        breaches.len()
    }

    #[test]
    fn the_list_of_families_is_read() {
        assert_eq!(listed(LIB), ["frog", "wall"]);
        assert_eq!(listed("pub const FAMILIES: &[&dyn Family] = &[\n    &a::A,\n    &b::B,\n];\n"), ["a", "b"]);
    }

    #[test]
    fn a_family_in_the_frame_or_in_a_face_is_noticed() {
        assert_eq!(find("crates/puzzles/src/answer.rs", "use crate::frog::Pond;\n"), 1);
        assert_eq!(find("crates/puzzles/src/space/check.rs", "struct FrogBody;\n"), 1);
        assert_eq!(find("crates/menagerie/src/play/board.rs", "if family == \"wall\" {\n"), 1);
        assert_eq!(find("crates/script/src/prompt/level.rs", "let wallet = 1;\n"), 1);
        assert_eq!(find("crates/server/src/lib.rs", "\n// The frog.\nfrog();\n"), 1);
    }

    #[test]
    fn a_family_elsewhere_is_none_of_this() {
        assert_eq!(find("crates/puzzles/src/frog/rules.rs", "struct Frog;\n"), 0);
        assert_eq!(find("crates/menagerie/src/play/tests.rs", "app(\"frog\");\n"), 0);
        assert_eq!(find("crates/puzzles/src/answer.rs", "#[cfg(test)]\nmod tests {\n    use crate::frog;\n}\n"), 0);
        assert_eq!(find("crates/menagerie/src/play/board.rs", "edge.stroke == Stroke::Wall\n"), 0);
    }
}
