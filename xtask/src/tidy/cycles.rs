//! The modules of a folder import each other without cycles, in every crate. What lies in the folder of a module
//! belongs to that module; `lib.rs`, `main.rs` and `mod.rs`, which join the modules beside them, are none, but what
//! they hand on (`pub use rules::Rules`) is an import of the module that it comes from. Nor do the scripts of the page
//! import each other in a cycle.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Module, Source};

/// Imports that are part of a cycle and may stay, each with the reason: folder, from, to.
const ALLOWED: &[(&str, &str, &str, &str)] = &[];

/// For each module the modules that it imports, with the place of an import.
type Imports = BTreeMap<String, BTreeMap<String, String>>;

/// What a joining file hands on: its folder and an item, and the module of the folder that the item comes from.
type Handed<'s> = BTreeMap<(Module<'s>, String), String>;

/// Reports the import cycles of every folder.
pub(super) fn find(sources: &[Source], breaches: &mut Vec<String>) {
    let files = || sources.iter().filter(|source| !source.is_test()).filter_map(|file| Some((file, file.module()?)));
    let known: BTreeSet<Module<'_>> = files().flat_map(|(_, module)| with_outer(&module)).collect();
    let mut handed = Handed::new();
    for (file, module) in files().filter(|(file, _)| file.joins()) {
        hand_on(file, &module, &known, &mut handed);
    }
    let mut folders: BTreeMap<Module<'_>, Imports> = BTreeMap::new();
    for (file, module) in files() {
        for named in file.imports() {
            let Some((folder, from, to)) = import(&module, &named.parts, &known, &handed) else { continue };
            let place = format!("{}:{}", file.path, named.line);
            folders.entry(folder).or_default().entry(from.to_owned()).or_default().entry(to).or_insert(place);
        }
    }
    for modules in folders.values() {
        cycles(modules, breaches);
    }
}

/// A module, and the modules that it lies in.
fn with_outer<'s>((root, path): &Module<'s>) -> Vec<Module<'s>> {
    (1..=path.len()).map(|length| (*root, path[..length].to_vec())).collect()
}

/// What a path from the root imports into a module: the folder in which the two modules lie beside each other, the
/// module that imports and the other one. `None` for what is no import of such a module, or may stay.
fn import<'s>(
    (root, module): &Module<'s>,
    path: &[String],
    known: &BTreeSet<Module<'s>>,
    handed: &Handed<'s>,
) -> Option<(Module<'s>, &'s str, String)> {
    let shared = module.iter().zip(path).take_while(|(one, other)| *one == *other).count();
    let (from, named) = (*module.get(shared)?, path.get(shared)?);
    let folder = (*root, module[..shared].to_vec());
    let other = (*root, path[..=shared].iter().map(String::as_str).collect());
    let to = if known.contains(&other) { named } else { handed.get(&(folder.clone(), named.clone()))? };
    (to != from && !allowed(&folder, from, to)).then(|| (folder, from, to.clone()))
}

fn allowed((root, folder): &Module<'_>, from: &str, to: &str) -> bool {
    let name = [*root].into_iter().chain(folder.iter().copied()).collect::<Vec<_>>().join("/");
    ALLOWED.iter().any(|(of, one, other, _)| (*of, *one, *other) == (name.as_str(), from, to))
}

/// Notes the items that a joining file hands on from the modules of its folder.
fn hand_on<'s>(file: &Source, module: &Module<'s>, known: &BTreeSet<Module<'s>>, handed: &mut Handed<'s>) {
    let depth = module.1.len();
    let inside =
        |(root, path): &&Module<'_>| *root == module.0 && path.len() == depth + 1 && path.starts_with(&module.1);
    let children: Vec<&str> = known.iter().filter(inside).map(|(_, path)| path[depth]).collect();
    for named in file.paths(&children) {
        let declared = file.code.lines().nth(named.line - 1).unwrap_or_default().trim_start();
        if let (true, [child, .., item]) = (declared.starts_with("pub"), named.parts.as_slice()) {
            handed.insert((module.clone(), item.clone()), child.clone());
        }
    }
}

/// Reports the import cycles among scripts, and those among the folders that lie beside each other: their paths and
/// texts.
pub(super) fn scripts(files: &[(String, String)], breaches: &mut Vec<String>) {
    let (mut modules, mut folders) = (Imports::new(), Imports::new());
    for (path, text) in files {
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim_start().starts_with("//")) {
            let name = line.split_once("from \"").and_then(|(_, rest)| rest.split('"').next());
            let Some(other) = name.and_then(|name| beside(path, name)) else { continue };
            let place = || format!("{path}:{number}");
            // An import of types, which a comment makes, is none of what is loaded.
            if let (Some(from), Some(to)) = (folder(path), folder(&other))
                && !line.trim_start().starts_with(['/', '*'])
                && !from.starts_with(to)
                && !to.starts_with(from)
            {
                folders.entry(from.to_owned()).or_default().entry(to.to_owned()).or_insert_with(place);
            }
            modules.entry(path.clone()).or_default().entry(other).or_insert_with(place);
        }
    }
    cycles(&modules, breaches);
    cycles(&folders, breaches);
}

/// The folder of a script.
fn folder(path: &str) -> Option<&str> {
    Some(path.rsplit_once('/')?.0)
}

/// The path of the script that a script imports by this name, such as `../api.js`; `None` for a name of another kind.
fn beside(path: &str, name: &str) -> Option<String> {
    let mut folders: Vec<&str> = path.split('/').collect();
    folders.pop();
    let mut rest = name.strip_prefix("./").unwrap_or(name);
    while let Some(below) = rest.strip_prefix("../") {
        folders.pop()?;
        rest = below;
    }
    name.starts_with('.').then(|| [&folders[..], &[rest]].concat().join("/"))
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
            let others = path.last().and_then(|last| modules.get(*last)).into_iter().flatten();
            for (next, _) in others {
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
        let source = |(name, text): &(&str, &str)| Source::new(&format!("crates/frame/src/{name}"), text);
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
            ["crates/frame/src/frog/rules.rs:2: modules import each other in a cycle: rules → text → rules"]
        );
        let check = [
            ("frog/check/mod.rs", "use super::a;\n"),
            ("frog/a.rs", "use super::b;\n"),
            ("frog/b.rs", "super::check::f();\n"),
        ];
        assert_eq!(cycles_of(&check).len(), 1);
        // A module that imports nothing is no end of the search.
        let (leaf, early) = (("frog/a.rs", ""), ("frog/b.rs", "use super::a;\nuse super::c;\n"));
        assert_eq!(cycles_of(&[leaf, early, ("frog/c.rs", "use super::b;\n")]).len(), 1);
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
        breaches.clear();
        let (one, two) = (
            file("board/a.js", "import { b } from \"../game/b.js\";\nimport { e } from \"../e.js\";\n"),
            file("game/c.js", "import { d } from \"../board/d.js\";\n"),
        );
        scripts(&[one, two, file("e.js", "import { a } from \"./board/f.js\";\n")], &mut breaches);
        let expected = "page/board/a.js:1: modules import each other in a cycle: page/board → page/game → page/board";
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
