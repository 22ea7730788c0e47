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

/// How constants that bound something do not begin, and what they begin with.
const BOUNDS: &[(&str, &str)] = &[("MOST", "MAX"), ("LEAST", "MIN"), ("LONGEST", "MAX_…_LENGTH")];
/// Names of functions that meant too many things, in every crate.
const FUNCTIONS: &[&str] = &["said", "sign"];
/// Keys of JSON objects that were replaced, in every crate and in the page.
const KEYS: &[&str] = &["deed", "last_word"];

/// Reports a file's name that says nothing, and types, functions, constants and keys with names that were replaced.
pub(super) fn file(source: &Source, breaches: &mut Vec<String>) {
    let stem = Path::new(&source.path).file_stem().unwrap_or_default().to_string_lossy();
    if NO_NAMES.contains(&&*stem) {
        breaches.push(format!("{}: '{stem}' says nothing", source.path));
    }
    for (name, replaced) in REPLACED {
        if source.below(&format!("crates/{name}")).is_some() {
            declared(source, &["struct", "enum", "trait", "type"], replaced, breaches);
        }
    }
    // The tables and tests of this crate hold such names.
    if !source.is_test() && source.below("xtask").is_none() {
        declared(source, &["fn"], FUNCTIONS, breaches);
        constants(source, breaches);
        keys(&source.path, &source.code, breaches);
    }
}

/// Refuses the declaration of a constant whose name begins otherwise than bounds do.
fn constants(source: &Source, breaches: &mut Vec<String>) {
    for (number, line) in source.lines() {
        let Some((_, declared)) = line.split_once("const ") else { continue };
        let first = declared.split(|character: char| !character.is_ascii_uppercase()).next().unwrap_or_default();
        if let Some((_, expected)) = BOUNDS.iter().find(|(replaced, _)| *replaced == first) {
            breaches.push(format!("{}:{number}: a constant '{first}…'; expected {expected}", source.path));
        }
    }
}

/// Refuses a key of a JSON object that was replaced, in Rust or in a script.
pub(super) fn keys(path: &str, code: &str, breaches: &mut Vec<String>) {
    for key in KEYS.iter().filter(|key| code.contains(**key)) {
        let spelt = [format!("\"{key}\""), format!("\\\"{key}\\\""), format!("{key}: "), format!(".{key}")];
        let lines = (1..).zip(code.lines()).filter(|(_, line)| spelt.iter().any(|spelt| line.contains(spelt)));
        let breach = |(number, _)| format!("{path}:{number}: the key '{key}' was replaced; see CONTRIBUTING.md");
        breaches.extend(lines.map(breach));
    }
}

/// Refuses a declaration behind one of these keywords by a name that was replaced.
fn declared(source: &Source, keywords: &[&str], replaced: &[&str], breaches: &mut Vec<String>) {
    for (number, line) in (1..).zip(source.text.lines()) {
        let mut words = line.split(|character: char| !is_in_name(character));
        let declares = words.any(|word| keywords.contains(&word));
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
    fn a_replaced_function_constant_or_key_is_noticed() {
        let path = "crates/tasks/src/task.rs";
        assert_eq!(
            find(path, "pub fn said() {}\n"),
            ["crates/tasks/src/task.rs:1: the name 'said' was replaced; see CONTRIBUTING.md"]
        );
        assert_eq!(
            find(path, "\nconst MOST_TASKS: usize = 1;\n"),
            ["crates/tasks/src/task.rs:2: a constant 'MOST…'; expected MAX"]
        );
        assert_eq!(find(path, "#[serde(tag = \"deed\")]\n").len(), 1);
        assert_eq!(find(path, "fn said_so() {}\nconst MAX_TASKS: usize = 1;\nconst ALMOST: u8 = 1;\n").len(), 0);
        let mut breaches = Vec::new();
        keys("page/tasks.js", "return { deed: kind, done: outcome.last_word };\n", &mut breaches);
        assert_eq!(breaches.len(), 2);
    }

    #[test]
    fn a_file_that_says_nothing_is_noticed() {
        assert_eq!(find("crates/frame/src/utils.rs", "").len(), 1);
    }
}
