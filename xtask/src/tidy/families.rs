//! No family's name in the frame, in a face or in the prompt.

use std::path::Path;
use std::{fs, io};

use super::source::Source;

/// The folder of the families' crates.
pub(super) const FAMILIES: &str = "crates/families";
/// The sources of the frame.
pub(super) const FRAME: &str = "crates/frame/src";
/// The family that others are copied from. It is in no list, and its name is a word of every text about blanks.
const TEMPLATE: &str = "blank";
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

/// The families, which are named as their folders.
pub(super) fn folders(root: &Path) -> io::Result<Vec<String>> {
    let entries = fs::read_dir(root.join(FAMILIES))?;
    entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}

/// The folder of the family among whose sources a file is, and the file's path in them.
pub(super) fn folder(source: &Source) -> Option<(&str, &str)> {
    source.below(FAMILIES)?.split_once("/src/")
}

/// Reports every family's name that stands where none may stand.
pub(super) fn named(families: &[String], sources: &[Source], breaches: &mut Vec<String>) {
    let listed = || families.iter().filter(|family| *family != TEMPLATE);
    let is_watched = |source: &&Source| [FRAME].iter().chain(FACES).any(|folder| source.below(folder).is_some());
    for source in sources.iter().filter(|source| !source.is_test()).filter(is_watched) {
        for (number, line) in source.lines() {
            if let Some(family) = listed().find(|family| names(line, family)) {
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

    fn find(path: &str, text: &str) -> usize {
        let mut breaches = Vec::new();
        named(&["blank".into(), "frog".into(), "wall".into()], &[Source::new(path, text)], &mut breaches);
        breaches.len()
    }

    #[test]
    fn a_family_in_the_frame_or_in_a_face_is_noticed() {
        assert_eq!(find("crates/frame/src/answer.rs", "use frog::Pond;\n"), 1);
        assert_eq!(find("crates/frame/src/space/check.rs", "struct FrogBody;\n"), 1);
        assert_eq!(find("crates/menagerie/src/play/board.rs", "if family == \"wall\" {\n"), 1);
        assert_eq!(find("crates/script/src/prompt/level.rs", "let wallet = 1;\n"), 1);
        assert_eq!(find("crates/server/src/lib.rs", "\n// The frog.\nfrog();\n"), 1);
    }

    #[test]
    fn a_family_elsewhere_is_none_of_this() {
        assert_eq!(find("crates/families/frog/src/rules.rs", "struct Frog;\n"), 0);
        assert_eq!(find("crates/menagerie/src/play/tests.rs", "app(\"frog\");\n"), 0);
        assert_eq!(find("crates/frame/src/answer.rs", "#[cfg(test)]\nmod tests {\n    use frog::Frog;\n}\n"), 0);
        assert_eq!(find("crates/menagerie/src/play/board.rs", "edge.stroke == Stroke::Wall\n"), 0);
    }
}
