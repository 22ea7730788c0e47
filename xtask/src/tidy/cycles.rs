//! The modules of a folder import each other without cycles, in every crate. What lies in the folder of a module belongs to
//! that module; `lib.rs`, `main.rs` and `mod.rs`, which join the modules beside them, are none, but what they hand on
//! (`pub use rules::Rules`) is an import of the module that it comes from. Nor do the scripts of the page import each other
//! in a cycle.

use std::collections::{BTreeMap, BTreeSet};

use super::source::Source;

/// Imports that are part of a cycle and may stay, each with the reason: folder, from, to.
const ALLOWED: &[(&str, &str, &str, &str)] = &[];

/// For each module the modules that it imports, with the place of an import.
type Imports = BTreeMap<String, BTreeMap<String, String>>;

/// A module: its crate's folder, and its path in the crate.
type Place<'s> = (&'s str, Vec<&'s str>);

/// What a joining file hands on: its folder and an item, and the module of the folder that the item comes from.
type Handed<'s> = BTreeMap<(Place<'s>, String), String>;

/// A file of a crate, as a module.
struct Module<'s> {
    source: &'s Source,
    /// The crate's folder.
    root: &'s str,
    /// Its path in the crate; that of a file that joins modules is the path of its folder.
    path: Vec<&'s str>,
}

/// Reports the import cycles of every folder.
pub(super) fn find(sources: &[Source], breaches: &mut Vec<String>) {
    let files: Vec<Module<'_>> = sources.iter().filter(|source| !source.is_test()).filter_map(module).collect();
    let known: BTreeSet<Place<'_>> = files.iter().flat_map(|file| places(file)).collect();
    let mut handed = Handed::new();
    files.iter().filter(|file| joins(file.source)).for_each(|file| hand_on(file, &known, &mut handed));
    let mut folders: BTreeMap<Place<'_>, Imports> = BTreeMap::new();
    for file in &files {
        for named in file.source.paths(&["crate", "self", "super"]) {
            let Some((folder, from, to)) = import(file, &named.parts, &known, &handed) else { continue };
            let place = format!("{}:{}", file.source.path, named.line);
            folders.entry(folder).or_default().entry(from.to_owned()).or_default().entry(to).or_insert(place);
        }
    }
    for modules in folders.values() {
        cycles(modules, breaches);
    }
}

/// A file's module, and the modules that it lies in.
fn places<'s>(file: &Module<'s>) -> Vec<Place<'s>> {
    (1..=file.path.len()).map(|length| (file.root, file.path[..length].to_vec())).collect()
}

/// What a path in a file imports: the folder in which the two modules lie beside each other, the module of the file and the
/// other one. `None` for what is no import of such a module, or may stay.
fn import<'s>(
    file: &Module<'s>,
    parts: &[String],
    known: &BTreeSet<Place<'s>>,
    handed: &Handed<'s>,
) -> Option<(Place<'s>, &'s str, String)> {
    let path = absolute(&file.path, parts)?;
    let shared = file.path.iter().zip(&path).take_while(|(one, other)| *one == *other).count();
    let (from, named) = (*file.path.get(shared)?, path.get(shared)?);
    let folder = (file.root, file.path[..shared].to_vec());
    let module = (file.root, path[..=shared].iter().map(String::as_str).collect());
    let to = if known.contains(&module) { named } else { handed.get(&(folder.clone(), named.clone()))? };
    (to != from && !allowed(&folder, from, to)).then(|| (folder, from, to.clone()))
}

/// A file below the folder of a crate's sources.
fn module(source: &Source) -> Option<Module<'_>> {
    let at = source.path.find("/src/")?;
    let (root, file) = (&source.path[..at], &source.path[at + "/src/".len()..]);
    let mut path: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
    if joins(source) {
        path.pop();
    }
    Some(Module { source, root, path })
}

/// Whether a file joins the modules of its folder.
fn joins(source: &Source) -> bool {
    ["lib.rs", "main.rs", "mod.rs"].contains(&source.path.rsplit('/').next().unwrap_or_default())
}

fn allowed((root, folder): &Place<'_>, from: &str, to: &str) -> bool {
    let name = [*root].into_iter().chain(folder.iter().copied()).collect::<Vec<_>>().join("/");
    ALLOWED.iter().any(|(of, one, other, _)| (*of, *one, *other) == (name.as_str(), from, to))
}

/// The path from the crate's root that a path means in a module; `None` above the root.
fn absolute(module: &[&str], parts: &[String]) -> Option<Vec<String>> {
    let up = parts.iter().take_while(|part| *part == "super").count();
    let base: &[&str] = match parts[0].as_str() {
        "crate" => &[],
        "self" => module,
        _ => &module[..module.len().checked_sub(up)?],
    };
    let rest = &parts[up.max(usize::from(["crate", "self"].contains(&parts[0].as_str())))..];
    Some(base.iter().map(|part| (*part).to_owned()).chain(rest.iter().cloned()).collect())
}

/// Notes the items that a joining file hands on from the modules of its folder.
fn hand_on<'s>(file: &Module<'s>, known: &BTreeSet<Place<'s>>, handed: &mut Handed<'s>) {
    let depth = file.path.len();
    let inside =
        |(root, path): &&Place<'_>| *root == file.root && path.len() == depth + 1 && path.starts_with(&file.path);
    let children: Vec<&str> = known.iter().filter(inside).map(|(_, path)| path[depth]).collect();
    for named in file.source.paths(&children) {
        let declared = file.source.code.lines().nth(named.line - 1).unwrap_or_default().trim_start();
        if let (true, [module, .., item]) = (declared.starts_with("pub"), named.parts.as_slice()) {
            handed.insert(((file.root, file.path.clone()), item.clone()), module.clone());
        }
    }
}

/// Reports the import cycles among scripts: their paths and texts.
pub(super) fn scripts(files: &[(String, String)], breaches: &mut Vec<String>) {
    let mut modules = Imports::new();
    for (path, text) in files {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim_start().starts_with("//")) {
            let Some(name) = line.split("from \"./").nth(1).or_else(|| line.split("from \"../").nth(1)) else {
                continue;
            };
            let up = usize::from(line.contains("from \"../"));
            let base = if up > 0 { folder.rsplit_once('/').map_or("", |(folder, _)| folder) } else { folder };
            let other = format!("{base}/{}", name.split('"').next().unwrap_or_default());
            modules.entry(path.clone()).or_default().entry(other).or_insert(format!("{path}:{number}"));
        }
    }
    // What is no script of the page imports nothing.
    let all: BTreeSet<String> = modules.values().flat_map(|others| others.keys().cloned()).collect();
    for other in all {
        modules.entry(other).or_default();
    }
    cycles(&modules, breaches);
}

/// Reports a shortest cycle through each module that is part of one, each cycle once.
fn cycles(modules: &Imports, breaches: &mut Vec<String>) {
    let mut known = BTreeSet::new();
    for start in modules.keys() {
        let Some(cycle) = shortest(modules, start) else { continue };
        if known.insert(cycle.iter().copied().collect::<BTreeSet<&str>>()) {
            let place = &modules[cycle[0]][cycle[1 % cycle.len()]];
            let path = cycle.join(" → ");
            breaches.push(format!("{place}: modules import each other in a cycle: {path} → {start}"));
        }
    }
}

/// A shortest cycle through a module, which comes first.
fn shortest<'m>(modules: &'m Imports, start: &'m str) -> Option<Vec<&'m str>> {
    let mut paths = vec![vec![start]];
    let mut seen = BTreeSet::from([start]);
    while !paths.is_empty() {
        let mut longer = Vec::new();
        for path in paths {
            for next in modules.get(*path.last()?)?.keys() {
                if next == start {
                    return Some(path);
                }
                if seen.insert(next) {
                    longer.push(path.iter().copied().chain([next.as_str()]).collect());
                }
            }
        }
        paths = longer;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycles_of(files: &[(&str, &str)]) -> Vec<String> {
        let source = |(name, text): &(&str, &str)| Source::new(&format!("crates/puzzles/src/{name}"), text);
        let sources: Vec<Source> = files.iter().map(source).collect();
        let mut breaches = Vec::new();
        find(&sources, &mut breaches);
        breaches
    }

    #[test]
    fn a_cycle_is_noticed() {
        let (rules, text) = (("frog/rules.rs", "\nuse super::text;\n"), ("frog/text.rs", "use super::rules::Row;\n"));
        let found = cycles_of(&[rules, text]);
        assert_eq!(
            found,
            ["crates/puzzles/src/frog/rules.rs:2: modules import each other in a cycle: rules → text → rules"]
        );
        let check = [
            ("frog/check/mod.rs", "use super::a;\n"),
            ("frog/a.rs", "use super::b;\n"),
            ("frog/b.rs", "super::check::f();\n"),
        ];
        assert_eq!(cycles_of(&check).len(), 1);
        let frame = [("answer.rs", "use crate::judge::reveal;\n"), ("judge/line.rs", "use crate::answer::Reply;\n")];
        let frame = [frame.as_slice(), &[("judge/reveal.rs", "")]].concat();
        assert_eq!(cycles_of(&frame).len(), 1);
    }

    #[test]
    fn what_a_joining_file_hands_on_is_an_import_of_where_it_comes_from() {
        let files = [
            ("lib.rs", "pub mod a;\npub mod b;\npub use b::{B, C};\n"),
            ("a.rs", "use crate::B;\n"),
            ("b.rs", "use crate::a::A;\n"),
        ];
        assert_eq!(cycles_of(&files).len(), 1);
        assert_eq!(cycles_of(&[("lib.rs", "use b::B;\n"), files[1], files[2]]).len(), 0);
    }

    #[test]
    fn scripts_that_import_each_other_are_noticed() {
        let file = |path: &str, text: &str| (format!("page/{path}"), text.to_owned());
        let (one, two) =
            (file("a.js", "import { b } from \"./b.js\";\n"), file("b.js", "import {\n  a,\n} from \"./a.js\";\n"));
        let mut breaches = Vec::new();
        scripts(&[one.clone(), file("b.js", ""), file("api/c.js", "import { a } from \"../a.js\";")], &mut breaches);
        assert!(breaches.is_empty(), "{breaches:?}");
        scripts(&[one, two], &mut breaches);
        let expected = "page/a.js:1: modules import each other in a cycle: page/a.js → page/b.js → page/a.js";
        assert_eq!(breaches, [expected]);
    }

    #[test]
    fn what_is_no_cycle_is_none() {
        let joined = [("frog/rules.rs", "use super::INFO;\n"), ("frog/mod.rs", "use super::rules;\nmod rules;\n")];
        assert_eq!(cycles_of(&joined).len(), 0);
        let files = [
            ("frog/rules.rs", ""),
            ("frog/text.rs", "use super::rules;\n#[cfg(test)]\nmod tests {\n    use super::text;\n}\n"),
        ];
        assert_eq!(cycles_of(&files).len(), 0);
        let below = [("frog/check.rs", "mod span;\n"), ("frog/check/span.rs", "use super::super::check::f;\n")];
        assert_eq!(cycles_of(&below).len(), 0);
    }
}
