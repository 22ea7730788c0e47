//! No field of a family's answers in a face: what a face says of an answer, the frame tells beside the answer's body.
//!
//! The names come from `docs/answers.md`, which is made from the types. A name that two words make (`moves_of_it`) is
//! looked for everywhere, unless a type of the frame has it too; any name is looked for where it is read off an answer.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::paths;
use super::source::{Source, is_in_name};

/// Where faces are.
const FACES: &[&str] = &[
    "crates/menagerie/src",
    "crates/script/src/prompt",
    "crates/server/src",
    "crates/server/page",
    "crates/tasks/src",
    "crates/web/src",
];

/// What stands before a field that is read off the body of an answer.
const READS: &[&str] = &["answer?.[\"", "answer[\"", "answer.answer?.", "answer.answer.", "[\"answer\"][\""];

/// Fields of bodies that faces read, each with the reason.
const ALLOWED: &[(&str, &str)] = &[
    ("at_least", "the bound of every unfinished answer"),
    ("best", "the best moves of every hint"),
    ("distances", "the states at each distance, drawn as bars: a map of the frame"),
    ("hardest", "the levels that a map names, each to be opened"),
    ("positions", "the judged positions, a question of the frame"),
    ("solution", "the moves of a solution, of which words leave some out: printed whole"),
    ("where", "the places of a hint told in part, a question of the frame"),
];

/// The names of all fields, and those that types of one family alone have.
#[derive(Debug, Default, PartialEq, Eq)]
struct Names {
    all: BTreeSet<String>,
    own: BTreeSet<String>,
}

impl Names {
    /// Reads the page of all answers.
    fn read(page: &str) -> Names {
        let (mut own, mut shared, mut is_own) = (BTreeSet::new(), BTreeSet::new(), false);
        for line in page.lines() {
            if let Some(families) = line.strip_prefix("Families: ") {
                is_own = !families.split('.').next().unwrap_or_default().contains(',');
            } else if line.starts_with('#') {
                is_own = false;
            } else if let Some(path) = line.strip_prefix("| `").and_then(|line| line.split('`').next()) {
                let name = path.rsplit('.').next().unwrap_or(path).trim_end_matches("[]").to_owned();
                if is_own {
                    own.insert(name)
                } else {
                    shared.insert(name)
                };
            }
        }
        let own: BTreeSet<String> = own.difference(&shared).cloned().collect();
        Names { all: shared.union(&own).cloned().collect(), own }
    }

    /// The name of a field that a line of a face must not have.
    fn found<'n>(&'n self, line: &str) -> Option<&'n str> {
        let named = self.own.iter().find(|name| name.contains('_') && is_word(line, name));
        let read = || {
            let names =
                READS.iter().flat_map(|before| line.match_indices(before).map(|(at, _)| &line[at + before.len()..]));
            let mut names = names.map(|rest| &rest[..rest.find(|sign| !is_in_name(sign)).unwrap_or(rest.len())]);
            names.find_map(|name| self.all.get(name).filter(|name| !is_allowed(name)))
        };
        named.or_else(read).map(String::as_str)
    }
}

fn is_allowed(name: &str) -> bool {
    ALLOWED.iter().any(|(allowed, _)| *allowed == name)
}

/// Whether a line has these letters as a word.
fn is_word(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let (before, after) = (line[..at].chars().next_back(), line[at + name.len()..].chars().next());
        ![before, after].into_iter().flatten().any(is_in_name)
    })
}

/// Reports every field of a family's answers in a face.
pub(super) fn read(root: &Path, sources: &[Source], breaches: &mut Vec<String>) -> anyhow::Result<()> {
    let names = Names::read(&fs::read_to_string(root.join("docs/answers.md"))?);
    if names.own.is_empty() {
        breaches.push("docs/answers.md: no fields of families are found in it".into());
    }
    let is_in_face = |source: &&Source| FACES.iter().any(|face| source.below(face).is_some()) && !source.is_test();
    for source in sources.iter().filter(is_in_face) {
        report(&names, &source.path, source.lines(), breaches);
    }
    let mut scripts = Vec::new();
    paths(&root.join("crates/server/page"), "js", &mut scripts)?;
    for script in scripts {
        let shown = script.strip_prefix(root).unwrap_or(&script).to_string_lossy().replace('\\', "/");
        report(&names, &shown, (1..).zip(fs::read_to_string(&script)?.lines()), breaches);
    }
    Ok(())
}

fn report<'l>(names: &Names, path: &str, lines: impl Iterator<Item = (usize, &'l str)>, breaches: &mut Vec<String>) {
    for (number, line) in lines {
        if let Some(field) = names.found(line) {
            breaches.push(format!("{path}:{number}: a face does not read a field of a body: {field}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "## solve\n\n### FrogSolve\n\nFamilies: frog. It hops.\n\n| name |\n|---|\n| `hops_left` | x |\n\
        | `flies[].eaten` | x |\n| `best` | x |\n\n### Hint\n\nFamilies: frog, toad. Both.\n\n| `moves_left` | x |\n";

    fn found(line: &str) -> Option<String> {
        Names::read(PAGE).found(line).map(ToOwned::to_owned)
    }

    #[test]
    fn fields_are_read_off_the_page_of_answers() {
        let names = Names::read(PAGE);
        assert_eq!(names.own.iter().collect::<Vec<_>>(), ["best", "eaten", "hops_left"]);
        assert_eq!(names.all.len(), 4);
    }

    #[test]
    fn a_field_of_a_family_in_a_face_is_noticed() {
        assert_eq!(found("  const { hops_left } = answer;").as_deref(), Some("hops_left"));
        assert_eq!(found("  answer?.[\"eaten\"]").as_deref(), Some("eaten"));
        assert_eq!(found("  answer.answer?.moves_left").as_deref(), Some("moves_left"));
        assert_eq!(found("  value[\"answer\"][\"eaten\"]").as_deref(), Some("eaten"));
    }

    #[test]
    fn other_words_are_no_fields() {
        for line in ["  const { moves_left } = position;", "  answer?.[\"best\"]", "  eaten()", "  all_hops_left()"] {
            assert_eq!(found(line), None, "{line}");
        }
    }
}
