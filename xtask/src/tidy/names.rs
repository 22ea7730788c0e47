//! Names of files and types.

use std::path::Path;

use super::source::{Source, is_in_name};

/// Names that say nothing.
const NO_NAMES: &[&str] = &["utils", "util", "common", "helpers", "helper", "manager", "misc"];

/// Names of the frame that were replaced; families and `script` speak of the same things.
const OF_THE_FRAME: &[&str] = &[
    "Asked", "Card", "Detail", "Flaw", "Illegal", "Kind", "Loaded", "Offer", "Pile", "Play", "Problems", "Ready",
    "Refusal", "Tower", "Whole", "Wish", "Worth",
];

/// Names that a crate replaced by the field's own: none is declared there again.
const REPLACED: &[(&str, &[&str])] = &[
    ("engines", &["Kept", "Failed", "Walk", "Small", "Claimed", "Tally"]),
    ("menagerie", &["Bench", "Errand", "Shelf", "NoAnswer"]),
    ("families", OF_THE_FRAME),
    ("frame", OF_THE_FRAME),
    ("script", &["Brake", "Errand"]),
    ("script", OF_THE_FRAME),
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
    ("tasks", &["Advance", "Deed", "Order", "Text"]),
    ("world", &["Mind", "Stance", "Rank", "Sheet", "Nature", "Shot", "Stage"]),
];

/// Reports a file's name that says nothing, and types with names that were replaced.
pub(super) fn file(source: &Source, breaches: &mut Vec<String>) {
    let stem = Path::new(&source.path).file_stem().unwrap_or_default().to_string_lossy();
    if NO_NAMES.contains(&&*stem) {
        breaches.push(format!("{}: '{stem}' says nothing", source.path));
    }
    for (name, replaced) in REPLACED {
        if source.below(&format!("crates/{name}")).is_some() {
            declared(source, replaced, breaches);
        }
    }
}

/// Refuses the declaration of a type by a name that was replaced.
fn declared(source: &Source, replaced: &[&str], breaches: &mut Vec<String>) {
    for (number, line) in (1..).zip(source.text.lines()) {
        let mut words = line.split(|character: char| !is_in_name(character));
        let declares = words.any(|word| matches!(word, "struct" | "enum" | "trait" | "type"));
        let name = words.next().filter(|name| declares && replaced.contains(name));
        let breach = |name| format!("{}:{number}: the name '{name}' was replaced; see CONTRIBUTING.md", source.path);
        breaches.extend(name.map(breach));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(path: &str, text: &str) -> Vec<String> {
        let mut breaches = Vec::new();
        file(&Source::new(path, text), &mut breaches);
        breaches
    }

    #[test]
    fn a_replaced_name_is_noticed_where_it_was_replaced() {
        assert_eq!(
            find("crates/families/wall/src/lib.rs", "pub struct Card {\n"),
            ["crates/families/wall/src/lib.rs:1: the name 'Card' was replaced; see CONTRIBUTING.md"]
        );
        assert_eq!(find("crates/script/src/rules.rs", "pub(crate) enum Errand {\n").len(), 1);
        assert_eq!(find("crates/script/src/rules.rs", "type Loaded = u8;\n").len(), 1);
        assert_eq!(find("crates/world/src/definition.rs", "struct Kind;\n").len(), 0);
        assert_eq!(find("crates/families/wall/src/lib.rs", "struct Cards;\n").len(), 0);
    }

    #[test]
    fn a_file_that_says_nothing_is_noticed() {
        assert_eq!(find("crates/frame/src/utils.rs", "").len(), 1);
    }
}
