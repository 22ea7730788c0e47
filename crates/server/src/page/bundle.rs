//! The page's modules as one script, and its style sheets as one: on a slow link every file costs a round trip, and
//! what a module imports is known only once it has arrived.
//!
//! Each module becomes a function whose result, what it exports, stands in `$modules`; a module stands behind those that
//! it imports. Lines that are comments, and indentation, are left out: they are more than a third. This is no general
//! bundler: imports are single lines `import { a, b as c } from "./x.js";`, exports are declarations, modules do not
//! import each other in a circle, comments stand on lines of their own, no text goes on in the next line, and nothing is
//! called `$modules`. A module that is otherwise is an error, which a test would find.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Joins the modules that `main` leads to into one script. `read` gives the text of a module by its path.
pub(super) fn script(main: &str, read: &dyn Fn(&str) -> Option<String>) -> Result<String, String> {
    let mut bundle = Bundle { read, done: BTreeMap::new(), out: "const $modules = {};\n".to_owned() };
    bundle.add(main)?;
    Ok(bundle.out)
}

struct Bundle<'r> {
    read: &'r dyn Fn(&str) -> Option<String>,
    /// The modules that were met, and whether they are written.
    done: BTreeMap<String, bool>,
    out: String,
}

impl Bundle<'_> {
    /// Writes a module behind all that it imports.
    fn add(&mut self, path: &str) -> Result<(), String> {
        match self.done.insert(path.to_owned(), false) {
            Some(true) => {
                self.done.insert(path.to_owned(), true);
                return Ok(());
            }
            Some(false) => return Err(format!("{path} imports itself in a circle")),
            None => {}
        }
        let text = (self.read)(path).ok_or_else(|| format!("there is no module {path}"))?;
        if text.contains("$modules") {
            return Err(format!("{path}: '$modules' is what the script calls its modules"));
        }
        let (mut body, mut names) = (String::new(), Vec::new());
        for line in code(path, &text)? {
            let line = self.line(path, line, &mut names)?;
            body.push_str(&line);
            body.push('\n');
        }
        let _ =
            write!(self.out, "$modules[\"{path}\"] = (() => {{\n{body}return {{ {} }};\n}})();\n", names.join(", "));
        self.done.insert(path.to_owned(), true);
        Ok(())
    }

    /// One line of a module, with its imports and exports rewritten.
    fn line(&mut self, path: &str, line: &str, names: &mut Vec<String>) -> Result<String, String> {
        if let Some(import) = line.strip_prefix("import ") {
            return self.import(path, import).map_err(|what| format!("{path}: '{line}' {what}"));
        }
        if let Some(declared) = line.strip_prefix("export ") {
            let name = declared.strip_prefix("async ").unwrap_or(declared).split([' ', '(', '{', '=']).nth(1);
            names.push(
                name.filter(|name| !name.is_empty()).ok_or(format!("{path}: '{line}' names nothing"))?.to_owned(),
            );
            return Ok(declared.to_owned());
        }
        let Some((before, rest)) = line.split_once("import(\"") else { return Ok(line.to_owned()) };
        let Some((target, after)) = rest.split_once("\")") else { return Ok(line.to_owned()) };
        if after.contains("import(\"") {
            return Err(format!("{path}: '{line}' imports two modules"));
        }
        let target = resolved(path, target);
        self.add(&target)?;
        Ok(format!("{before}Promise.resolve($modules[\"{target}\"]){after}"))
    }

    /// `{ a, b as c } from "./x.js";` as a declaration.
    fn import(&mut self, path: &str, import: &str) -> Result<String, String> {
        let parts = import.strip_suffix("\";").and_then(|import| import.split_once(" from \""));
        let (names, target) = parts.ok_or("is no import of names on one line")?;
        let target = resolved(path, target);
        self.add(&target)?;
        Ok(format!("const {} = $modules[\"{target}\"];", names.replace(" as ", ": ")))
    }
}

/// The lines of a module without its comments and indentation.
fn code<'t>(path: &str, text: &'t str) -> Result<Vec<&'t str>, String> {
    let mut in_comment = false;
    let mut lines = Vec::new();
    for line in text.lines().map(str::trim) {
        let begins = line.starts_with("/*");
        if in_comment || (begins && (line.ends_with("*/") || !line.contains("*/"))) {
            in_comment = !line.ends_with("*/");
        } else if line.matches('`').count() % 2 == 1 {
            return Err(format!("{path}: '{line}' begins a text that goes on in the next line"));
        } else if !line.is_empty() && !line.starts_with("//") {
            lines.push(line);
        }
    }
    Ok(lines)
}

/// The path that an import in the module `from` leads to.
fn resolved(from: &str, target: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(modules: &[(&str, &str)]) -> Result<String, String> {
        let find = |name: &str| modules.iter().find(|(path, _)| *path == name).map(|(_, text)| (*text).to_owned());
        script("main.js", &find)
    }

    #[test]
    fn a_module_stands_behind_what_it_imports() {
        let script = joined(&[
            ("main.js", "import { two as deux } from \"./world/two.js\";\nconst later = await import(\"./late.js\");"),
            ("world/two.js", "import { one } from \"../one.js\";\nexport const two = one() + 1;"),
            ("one.js", "// One.\n\n/**\n * It is 1.\n */\nexport function one() {\n  /** @type {1} */\n  return 1;\n}"),
            ("late.js", "export async function wait() {}\nexport class Slow {}"),
        ]);
        let expected = "const $modules = {};\n\
            $modules[\"one.js\"] = (() => {\nfunction one() {\nreturn 1;\n}\nreturn { one };\n})();\n\
            $modules[\"world/two.js\"] = (() => {\nconst { one } = $modules[\"one.js\"];\nconst two = one() + 1;\nreturn { two };\n})();\n\
            $modules[\"late.js\"] = (() => {\nasync function wait() {}\nclass Slow {}\nreturn { wait, Slow };\n})();\n\
            $modules[\"main.js\"] = (() => {\nconst { two: deux } = $modules[\"world/two.js\"];\n\
            const later = await Promise.resolve($modules[\"late.js\"]);\nreturn {  };\n})();\n";
        assert_eq!(script.unwrap(), expected);
    }

    #[test]
    fn the_page_is_joined() {
        for (name, least) in [("page.js", 100_000), ("worker.js", 1_000)] {
            let script = super::super::assets::read(name).unwrap();
            assert!(!script.starts_with(b"throw") && script.len() > least, "{}", String::from_utf8_lossy(&script));
        }
    }

    #[test]
    fn what_cannot_be_joined_is_an_error() {
        let circle = joined(&[
            ("main.js", "import { a } from \"./a.js\";"),
            ("a.js", "import { b } from \"./main.js\";\nexport const a = 1;"),
        ]);
        let expected = "main.js: 'import { a } from \"./a.js\";' a.js: 'import { b } from \"./main.js\";' main.js imports \
            itself in a circle";
        assert_eq!(circle.unwrap_err(), expected);
        let other = joined(&[("main.js", "import * as all from './a.js'")]);
        assert!(other.unwrap_err().ends_with("is no import of names on one line"));
        assert!(joined(&[("main.js", "import { a } from \"./a.js\";")]).unwrap_err().contains("no module a.js"));
        let two = joined(&[
            ("main.js", "const a = b ? import(\"./a.js\") : import(\"./c.js\");"),
            ("a.js", ""),
            ("c.js", ""),
        ]);
        assert!(two.unwrap_err().ends_with("imports two modules"));
        assert!(joined(&[("main.js", "const $modules = 1;")]).unwrap_err().contains("calls its modules"));
        assert!(joined(&[("main.js", "const a = `one\n  two`;")]).unwrap_err().contains("goes on in the next line"));
    }
}
