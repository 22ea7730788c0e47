//! Methods are called from answers alone: rules, texts, pictures and checkers share nothing with them.

use super::families::{self, FAMILIES, FRAME};
use super::source::{Named, Source, is_in_name};

/// The modules of `engines` that hold methods, each with what is data in it, free to all.
const ENGINES: &[(&str, &[&str])] = &[
    ("assignment", &["NEVER"]),
    ("gf2", &["Bits"]),
    ("gfp", &[]),
    ("map", &["size"]),
    ("packed", &["Distances", "Outcome", "PackedSpace", "Steps"]),
    ("motion", &["BLANK", "Board", "Graph", "Layout", "Unsound", "board"]),
    ("search", &["DEAD_END", "Ending", "FaultIn", "Game", "Measured", "Space"]),
    ("synth", &[]),
];

/// The crates whose sources call methods of engines only in the files named below.
const CALLERS: &[&str] =
    &[FAMILIES, FRAME, "crates/menagerie/src", "crates/script/src", "crates/server/src", "crates/tasks/src"];

/// The files that call methods of engines beside a family's `answers`, each with the reason.
const CALLING: &[(&str, &str)] = &[
    ("crates/families/bunny/src/generate.rs", "bounds on the shortest program of a board that is drawn"),
    ("crates/families/pebble/src/solvers.rs", "chooses and keeps the solvers of a board for all questions"),
    ("crates/families/puzzlescript/src/bounds/distance.rs", "lower bounds of PuzzleScript levels, by assignments"),
    ("crates/frame/src/space/held.rs", "the distances of all states, computed once and kept"),
    ("crates/frame/src/space/packed.rs", "the answers of every state space with packed keys"),
    ("crates/families/sokoban/src/solver/mod.rs", "the tables of a level and the searches over pushes"),
    ("crates/families/sokoban/src/solver/space.rs", "the lower bound of a state, an assignment of boxes to goals"),
    ("crates/families/sokoban/src/solver/pulls.rs", "the same bound of a state played backwards"),
    ("crates/families/sokoban/src/solver/plain.rs", "the searches over the plain rules"),
    ("crates/frame/src/space/answers.rs", "the answers of every state space"),
    ("crates/frame/src/space/measured.rs", "all states of a space with their distances, for maps and their files"),
    ("crates/frame/src/space/game_for_two.rs", "the answers of every game for two, by retrograde analysis"),
    ("crates/families/toggle/src/coset.rs", "the lightest word of a coset"),
    ("crates/families/toggle/src/system.rs", "a level as a linear system, factored once"),
];

/// The modules of each family that are methods: its answers and its generator use them, what is plain does not.
const METHODS: &[(&str, &[&str])] = &[
    ("bunny", &["lengths", "near"]),
    ("lemmo", &["edits", "gains", "ladder", "oracle", "outcomes", "reach", "spread", "sweep", "walkers"]),
    ("pebble", &["series", "solvable", "solvers"]),
    ("sokoban", &["solver"]),
    ("toggle", &["coset", "depths", "structured", "system"]),
    ("wall", &["argument", "choices", "lanes", "live", "scan", "sweeps", "values", "x86"]),
];

/// The modules of a family that are plain beside its checkers: they use neither methods nor answers.
const PLAIN: &[&str] = &["picture", "rules", "spoken", "text"];

/// What the rules of a family do not use: they stand below everything that shows, reads, asks or checks them.
const ABOVE_RULES: &[&str] = &["answers", "body", "check", "game", "picture", "spoken", "text"];

/// Reports methods that are called or imported where none may be.
pub(super) fn file(source: &Source, breaches: &mut Vec<String>) {
    if source.is_test() {
        return;
    }
    if CALLERS.iter().any(|folder| source.below(folder).is_some()) && !calls(source) {
        for named in source.paths(&["engines"]) {
            if is_method(&named.parts) {
                let path = named.parts.join("::");
                let reason = "only answers and the files named in CALLING call methods of engines";
                breaches.push(format!("{}:{}: {path}: {reason}", source.path, named.line));
            }
        }
    }
    if let Some((family, file)) = families::folder(source) {
        plain(source, family, module(file), breaches);
    }
    let checks = source.path.split('/').next_back().is_some_and(|name| is_checker(name.trim_end_matches(".rs")));
    let in_scope = ["crates/frame", FAMILIES, "crates/script"].iter().any(|folder| source.below(folder).is_some());
    if in_scope && (checks || source.path.contains("/check/")) {
        checker(source, breaches);
    }
}

fn calls(source: &Source) -> bool {
    let of_answers = families::folder(source).is_some_and(|(_, file)| module(file) == "answers");
    of_answers || CALLING.iter().any(|(path, _)| *path == source.path)
}

/// Whether a path beginning with `engines` leads to a method or to a module of methods.
fn is_method(parts: &[String]) -> bool {
    let module = parts.get(1).and_then(|module| ENGINES.iter().find(|(name, _)| name == module));
    module.is_some_and(|(_, data)| parts.get(2).is_none_or(|item| !data.contains(&item.as_str())))
}

/// The module of a family that a file of its folder belongs to: `check` for `check/span.rs`.
fn module(file: &str) -> &str {
    file.split('/').next().unwrap_or_default().trim_end_matches(".rs")
}

fn is_checker(module: &str) -> bool {
    module == "check" || module.starts_with("check_")
}

/// Reports what plain modules and rules use of their family that they may not use.
fn plain(source: &Source, family: &str, here: &str, breaches: &mut Vec<String>) {
    if !PLAIN.contains(&here) && !is_checker(here) {
        return;
    }
    let methods = METHODS.iter().find(|(name, _)| *name == family).map_or(&[][..], |(_, methods)| *methods);
    for Named { line, parts } in source.imports() {
        // Modules are told from items by their place: the first name below the crate.
        let Some(other) = parts.first() else { continue };
        if other == "answers" || methods.contains(&other.as_str()) {
            breaches.push(format!("{}:{line}: {here} uses no method, and '{other}' is one", source.path));
        } else if here == "rules" && (ABOVE_RULES.contains(&other.as_str()) || is_checker(other)) {
            breaches.push(format!("{}:{line}: rules stand alone, and use no '{other}'", source.path));
        }
    }
    for (line, code) in source.lines().filter(|_| here == "rules") {
        if code.contains("use ::picture") || code.contains("use picture") || code.contains("picture::") {
            breaches.push(format!("{}:{line}: rules stand alone, and draw nothing", source.path));
        }
    }
}

fn checker(source: &Source, breaches: &mut Vec<String>) {
    let named = source.paths(&["crate", "self", "super"]).into_iter();
    let mut lines: Vec<usize> =
        named.filter(|named| named.parts.iter().any(|part| part == "answers")).map(|named| named.line).collect();
    let called = |code: &str| {
        code.match_indices("answers::").any(|(at, _)| !code[..at].ends_with(is_in_name) && !code[..at].ends_with(':'))
    };
    lines.extend(source.lines().filter(|(_, code)| called(code)).map(|(line, _)| line));
    lines.dedup();
    breaches.extend(lines.iter().map(|line| format!("{}:{line}: a checker shares nothing with answers", source.path)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(path: &str, text: &str) -> Vec<String> {
        let mut breaches = Vec::new();
        file(&Source::new(&format!("crates/{path}"), text), &mut breaches);
        breaches
    }

    #[test]
    fn a_method_of_engines_outside_answers_is_noticed() {
        let call = "use engines::search::{Space, a_star};\n";
        assert_eq!(find("families/frog/src/game.rs", call).len(), 1);
        assert_eq!(find("script/src/prompt/level.rs", call).len(), 1);
        assert_eq!(find("server/src/lib.rs", "engines::map::build();\n").len(), 1);
        assert_eq!(find("families/frog/src/text.rs", "use engines::{Context, gf2::{Bits, Matrix}};\n").len(), 1);
        assert_eq!(find("families/frog/src/text.rs", "use engines::search;\n").len(), 1);
        for path in ["families/frog/src/answers.rs", "families/frog/src/answers/map.rs", "families/toggle/src/coset.rs"]
        {
            assert_eq!(find(path, call).len(), 0);
        }
        assert_eq!(find("families/frog/src/rules.rs", "use engines::{Context, Halt, motion::Board};\n").len(), 0);
    }

    #[test]
    fn a_method_in_a_plain_module_is_noticed() {
        assert_eq!(find("families/toggle/src/text.rs", "use super::system::System;\n").len(), 1);
        assert_eq!(find("families/toggle/src/check/span.rs", "use super::super::coset::Coset;\n").len(), 1);
        assert_eq!(find("families/toggle/src/check/span.rs", "use super::coset;\n").len(), 0);
        assert_eq!(find("families/frog/src/picture.rs", "crate::answers::answer();\n").len(), 1);
        assert_eq!(find("families/toggle/src/game.rs", "use super::{answers, system};\n").len(), 0);
    }

    #[test]
    fn rules_that_use_what_stands_above_them_are_noticed() {
        assert_eq!(find("families/frog/src/rules.rs", "use super::{INFO, text};\n").len(), 1);
        assert_eq!(find("families/frog/src/rules.rs", "use ::picture::Picture;\n").len(), 1);
        assert_eq!(
            find("families/frog/src/rules.rs", "use super::cells::Cells;\nuse frame::phrases::plural;\n").len(),
            0
        );
    }

    #[test]
    fn answers_in_a_checker_are_noticed() {
        for path in ["families/frog/src/check.rs", "families/frog/src/check_live.rs", "script/src/check/table.rs"] {
            assert!(!find(path, "use super::{answers, rules};\n").is_empty(), "{path}");
        }
        assert_eq!(find("script/src/check.rs", "let known = answers::known();\n").len(), 1);
        assert_eq!(find("script/src/check.rs", "let answers = 1;\n").len(), 0);
    }
}
