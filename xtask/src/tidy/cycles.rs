//! The modules of a family import each other without cycles. `mod.rs`, which joins them, is not counted, and files in
//! a folder of a module belong to that module.

use std::collections::{BTreeMap, BTreeSet};

use super::families;
use super::methods::{imports, module};
use super::source::Source;

/// Imports that are part of a cycle and may stay, each with the reason: family, from, to.
const ALLOWED: &[(&str, &str, &str, &str)] = &[];

/// For each module the modules that it imports, with the place of an import.
type Imports = BTreeMap<String, BTreeMap<String, String>>;

/// Reports the import cycles of every family.
pub(super) fn find(sources: &[Source], breaches: &mut Vec<String>) {
    let mut families: BTreeMap<&str, Imports> = BTreeMap::new();
    let files = || sources.iter().filter(|source| !source.is_test());
    for source in files() {
        if let Some((family, file)) = families::folder(source).filter(|(_, file)| module(file) != "mod") {
            families.entry(family).or_default().entry(module(file).to_owned()).or_default();
        }
    }
    for source in files() {
        let Some((family, file)) = families::folder(source) else { continue };
        let Some(modules) = families.get_mut(family) else { continue };
        for (line, other) in imports(source, family) {
            let here = module(file);
            let allowed = ALLOWED.iter().any(|(of, from, to, _)| (*of, *from, *to) == (family, here, other.as_str()));
            if other != here && modules.contains_key(&other) && !allowed {
                let place = format!("{}:{line}", source.path);
                modules.entry(here.to_owned()).or_default().entry(other).or_insert(place);
            }
        }
    }
    for modules in families.values() {
        cycles(modules, breaches);
    }
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
        let source = |(name, text): &(&str, &str)| Source::new(&format!("crates/puzzles/src/frog/{name}"), text);
        let sources: Vec<Source> = files.iter().map(source).collect();
        let mut breaches = Vec::new();
        find(&sources, &mut breaches);
        breaches
    }

    #[test]
    fn a_cycle_is_noticed() {
        let (rules, text) = (("rules.rs", "\nuse super::text;\n"), ("text.rs", "use super::rules::Row;\n"));
        let found = cycles_of(&[rules, text]);
        assert_eq!(
            found,
            ["crates/puzzles/src/frog/rules.rs:2: modules import each other in a cycle: rules → text → rules"]
        );
        let check =
            [("check/mod.rs", "use super::a;\n"), ("a.rs", "use super::b;\n"), ("b.rs", "super::check::f();\n")];
        assert_eq!(cycles_of(&check).len(), 1);
    }

    #[test]
    fn what_is_no_cycle_is_none() {
        assert_eq!(
            cycles_of(&[("rules.rs", "use super::INFO;\n"), ("mod.rs", "use super::rules;\nmod rules;\n")]).len(),
            0
        );
        let files =
            [("rules.rs", ""), ("text.rs", "use super::rules;\n#[cfg(test)]\nmod tests {\n    use super::text;\n}\n")];
        assert_eq!(cycles_of(&files).len(), 0);
        assert_eq!(
            cycles_of(&[("check.rs", "mod span;\n"), ("check/span.rs", "use super::super::check::f;\n")]).len(),
            0
        );
    }
}
