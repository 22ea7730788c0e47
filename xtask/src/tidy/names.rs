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
    ("families/pebble", &["Outline"]),
    ("families/puzzlescript", &["Errands", "Breach", "Pace", "Work"]),
    ("frame", OF_THE_FRAME),
    ("picture", &["Facing", "Role", "Square", "Table"]),
    ("puzzlescript", &["Happening"]),
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
            "Pulse",
            "Stage",
        ],
    ),
    ("tasks", &["Advance", "Asked", "Deed", "Order", "Text"]),
    ("world", &["Mind", "Stance", "Rank", "Sheet", "Nature", "Shot", "Stage", "Moment"]),
];

/// How constants that bound something do not begin, and what they begin with.
const BOUNDS: &[(&str, &str)] = &[("MOST", "MAX"), ("LEAST", "MIN"), ("LONGEST", "MAX_…_LENGTH")];
/// Constants that meant too many things, and what is expected in their place: what the time or the number bounds.
const CONSTANTS: &[&str] = &["AWAY", "GRACE", "LOOK", "PATIENCE"];
/// Names of functions that meant too many things, in every crate.
const FUNCTIONS: &[&str] = &["hear", "obey", "said", "sign"];
/// Keys of JSON objects that were replaced, in every crate and in the page.
const KEYS: &[&str] = &["deed", "last_word"];
/// Classes and types of the page that were replaced.
const OF_THE_PAGE: &[&str] =
    &["Asked", "Choice", "Finish", "Fired", "Happening", "Keeper", "Kept", "Stage", "Standing", "Trial", "Wish"];
/// Codes of PuzzleScript's problems are names; a number stands in the catalogue alone, as the reference's.
const CATALOGUE: &str = "crates/puzzlescript/src/compiler/problem/catalogue.rs";

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
    if source.is_test() {
        helpers_that_ask(source, breaches);
    }
    if source.below("crates/puzzlescript").is_some() && source.path != CATALOGUE {
        numbered_codes(source, breaches);
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
        let name = declared.split(|character: char| !is_in_name(character)).next().unwrap_or_default();
        if CONSTANTS.contains(&name) {
            breaches.push(format!("{}:{number}: a constant '{name}'; expected what it bounds", source.path));
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

/// Refuses a class or a type of the page by a name that was replaced.
pub(super) fn page(path: &str, code: &str, breaches: &mut Vec<String>) {
    for (number, line) in (1..).zip(code.lines()) {
        let words: Vec<&str> = line.split(|character: char| !is_in_name(character)).collect();
        let class = words.iter().skip_while(|word| **word != "class").nth(1);
        // The name of a type stands behind the type, which ends with its last brace.
        let typedef = line.rsplit_once('}').filter(|_| line.contains("@typedef")).map(|(_, name)| name.trim());
        let typedef = typedef.and_then(|name| name.split(' ').next());
        for name in class.copied().into_iter().chain(typedef).filter(|name| OF_THE_PAGE.contains(name)) {
            breaches.push(format!("{path}:{number}: the name '{name}' was replaced; see CONTRIBUTING.md"));
        }
    }
}

/// Refuses a helper of tests called `ask`, which a trait's method alone is: a helper has the name of what it returns.
fn helpers_that_ask(source: &Source, breaches: &mut Vec<String>) {
    for (number, _) in source.lines().filter(|(_, line)| line.contains("fn ask(") && !line.contains("&self")) {
        breaches.push(format!("{}:{number}: a helper 'ask'; expected the name of what it returns", source.path));
    }
}

/// Refuses a code of a problem that is a letter and two digits.
fn numbered_codes(source: &Source, breaches: &mut Vec<String>) {
    for (number, line) in source.lines() {
        let codes =
            line.split("Code::").skip(1).filter_map(|rest| rest.split(|character| !is_in_name(character)).next());
        for code in codes.filter(|code| code.len() == 3 && code[1..].bytes().all(|byte| byte.is_ascii_digit())) {
            breaches.push(format!("{}:{number}: the code '{code}'; expected its name", source.path));
        }
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
    fn a_replaced_constant_a_helper_that_asks_and_a_numbered_code_are_noticed() {
        let path = "crates/server/src/worker.rs";
        assert_eq!(
            find(path, "pub(crate) const GRACE: u8 = 1;\n"),
            ["crates/server/src/worker.rs:1: a constant 'GRACE'; expected what it bounds"]
        );
        assert_eq!(find(path, "const GRACE_PERIOD: u8 = 1;\nfn ask() {}\n").len(), 0);
        let test = "crates/families/wall/tests/it/main.rs";
        assert_eq!(find(test, "fn ask(level: &Level) -> Answer {\n").len(), 1);
        assert_eq!(find(test, "    fn ask(&self, query: &Query) -> Answer {\nfn asks() {}\n").len(), 0);
        let path = "crates/puzzlescript/src/compiler/win.rs";
        assert_eq!(
            find(path, "report(Code::T14);\n"),
            ["crates/puzzlescript/src/compiler/win.rs:1: the code 'T14'; expected its name"]
        );
        assert_eq!(find(path, "report(Code::MovementInLateRule);\nlet code = Code::ALL;\n").len(), 0);
    }

    #[test]
    fn a_replaced_name_of_the_page_is_noticed() {
        let find = |text: &str| {
            let mut breaches = Vec::new();
            page("page/game/status.js", text, &mut breaches);
            breaches
        };
        assert_eq!(
            find("\nexport class Standing {\n"),
            ["page/game/status.js:2: the name 'Standing' was replaced; see CONTRIBUTING.md"]
        );
        assert_eq!(find("/** @typedef {{ touch: Point } | { pause: boolean }} Wish what is sent */\n").len(), 1);
        assert_eq!(find(" * @typedef {object} Kept the best result\n").len(), 1);
        assert_eq!(find("class StatusLine {}\nconst stage = new Standing();\n").len(), 0);
    }

    #[test]
    fn a_file_that_says_nothing_is_noticed() {
        assert_eq!(find("crates/frame/src/utils.rs", "").len(), 1);
    }
}
