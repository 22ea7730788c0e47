//! A source file as the rules read it: its code without comments and tests, and the paths that it names.

/// A source file of the workspace.
pub(super) struct Source {
    /// Its path from the workspace's folder, separated by `/`.
    pub(super) path: String,
    pub(super) text: String,
    /// The text with comments and items under `#[cfg(test)]` removed; its lines have the numbers of the text's.
    pub(super) code: String,
}

/// A path that the code names, such as `super::rules::Map`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// The line where it begins, from 1.
    pub(super) line: usize,
    pub(super) parts: Vec<String>,
}

impl Source {
    pub(super) fn new(path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), text: text.to_owned(), code: code(text) }
    }

    /// Whether the file holds nothing but tests.
    pub(super) fn is_test(&self) -> bool {
        self.path.ends_with("/tests.rs") || self.path.contains("/tests/")
    }

    /// The lines of the code with their numbers.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.code.lines())
    }

    /// The path below a folder; `None` for files elsewhere.
    pub(super) fn below(&self, folder: &str) -> Option<&str> {
        self.path.strip_prefix(folder)?.strip_prefix('/')
    }

    /// Every path that begins with one of these names, in `use` declarations and in expressions; a list in braces
    /// gives a path for each of its entries.
    pub(super) fn paths(&self, roots: &[&str]) -> Vec<Named> {
        let mut found = Vec::new();
        for (at, _) in self.code.match_indices("::") {
            let begin = self.code[..at].rfind(|character| !is_in_name(character)).map_or(0, |at| at + 1);
            if roots.contains(&&self.code[begin..at]) && !self.code[..begin].ends_with(':') {
                let line = 1 + self.code[..begin].matches('\n').count();
                let paths = Tree { rest: &self.code[begin..] }.paths();
                found.extend(paths.into_iter().map(|parts| Named { line, parts }));
            }
        }
        found
    }
}

/// A module: its crate's folder, and its path in the crate.
pub(super) type Module<'s> = (&'s str, Vec<&'s str>);

impl Source {
    /// The module of the file; that of a file that joins modules is the module of its folder. `None` for files that are
    /// not among the sources of a crate.
    pub(super) fn module(&self) -> Option<Module<'_>> {
        let (root, file) = self.path.split_once("/src/")?;
        let mut path: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
        if self.joins() {
            path.pop();
        }
        Some((root, path))
    }

    /// Whether the file joins the modules of its folder.
    pub(super) fn joins(&self) -> bool {
        ["lib.rs", "main.rs", "mod.rs"].contains(&self.path.rsplit('/').next().unwrap_or_default())
    }

    /// What the file names of its crate: the path of each from the crate's root.
    pub(super) fn imports(&self) -> Vec<Named> {
        let Some((_, module)) = self.module() else { return Vec::new() };
        let named = self.paths(&["crate", "self", "super"]).into_iter();
        named.filter_map(|Named { line, parts }| Some(Named { line, parts: absolute(&module, &parts)? })).collect()
    }
}

/// The path from the crate's root that a path means in a module; `None` above the root.
fn absolute(module: &[&str], parts: &[String]) -> Option<Vec<String>> {
    let up = parts.iter().take_while(|part| *part == "super").count();
    let (base, rest) = match parts[0].as_str() {
        "crate" => (&[][..], &parts[1..]),
        "self" => (module, &parts[1..]),
        _ => (&module[..module.len().checked_sub(up)?], &parts[up..]),
    };
    Some(base.iter().map(|part| (*part).to_owned()).chain(rest.iter().cloned()).collect())
}

/// Whether a character can stand in a name.
pub(super) fn is_in_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The rest of a text that begins with a path.
struct Tree<'t> {
    rest: &'t str,
}

impl Tree<'_> {
    fn paths(&mut self) -> Vec<Vec<String>> {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|character| !is_in_name(character) && character != '*').unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        if name.is_empty() {
            return Vec::new();
        }
        let mut tails = Vec::new();
        if let Some(rest) = self.rest.strip_prefix("::{") {
            self.rest = rest;
            loop {
                let entry = self.paths();
                if entry.is_empty() {
                    break;
                }
                tails.extend(entry);
                // What follows an entry, such as its name here (`as Other`), is not part of the path.
                self.rest = self.rest.trim_start_matches(|character| character != ',' && character != '}');
                let Some(rest) = self.rest.strip_prefix(',') else { break };
                self.rest = rest;
            }
            self.rest = self.rest.trim_start().strip_prefix('}').unwrap_or(self.rest);
        } else if let Some(rest) = self.rest.strip_prefix("::") {
            self.rest = rest;
            tails = self.paths();
        }
        if tails.is_empty() {
            tails.push(Vec::new());
        }
        tails.into_iter().map(|tail| std::iter::once(name.to_owned()).chain(tail).collect()).collect()
    }
}

/// The text without comments and without the items under `#[cfg(test)]`, line by line. An item ends at its semicolon
/// or at the brace in the column where it begins, as `rustfmt` writes it.
fn code(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut test = None;
    for line in text.lines() {
        let bare = line.trim_start();
        let indent = line.len() - bare.len();
        match test {
            None if bare.starts_with("#[cfg(test)]") || bare.starts_with("#[cfg(all(test") => {
                test = Some((indent, false))
            }
            None => out += line.split("//").next().unwrap_or_default(),
            Some((_, false)) if bare.starts_with('#') => {}
            Some((column, false)) => test = (!bare.ends_with(';') && !bare.ends_with('}')).then_some((column, true)),
            Some((column, true)) if indent == column && bare.starts_with('}') => test = None,
            Some(_) => {}
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_tests_are_not_code() {
        let text = "use a; // b\n#[cfg(test)]\nmod tests;\nfn c() {\n}\n#[cfg(test)]\nmod more {\n    fn d() {\n    }\n}\nfn e() {}\n";
        assert_eq!(code(text), "use a; \n\n\nfn c() {\n}\n\n\n\n\n\nfn e() {}\n");
    }

    #[test]
    fn imports_are_paths_from_the_root_of_the_crate() {
        let of = |file: &str, text: &str| -> Vec<String> {
            let source = Source::new(&format!("crates/a/src/{file}"), text);
            source.imports().iter().map(|named| named.parts.join("::")).collect()
        };
        assert_eq!(of("b/c.rs", "use super::d::E;\nuse crate::f;\nself::g();\n"), ["b::d::E", "f", "b::c::g"]);
        assert_eq!(of("b/mod.rs", "use super::d;\nuse super::super::e;\n"), ["d"]);
        assert!(Source::new("xtask/build.rs", "use crate::f;").imports().is_empty());
    }

    #[test]
    fn paths_are_found_in_declarations_and_expressions() {
        let source = Source::new("a.rs", "use super::{b::{C, D as E}, f};\nlet x = super::g::h(&crate::super_i);\n");
        let found = source.paths(&["super"]);
        let shown: Vec<(usize, String)> = found.iter().map(|named| (named.line, named.parts.join("::"))).collect();
        let expected = [(1, "super::b::C"), (1, "super::b::D"), (1, "super::f"), (2, "super::g::h")];
        assert_eq!(shown, expected.map(|(line, path)| (line, path.to_owned())));
    }
}
