//! `docs/answers.md`: the fields of every answer and certificate, as their types declare them.
//!
//! `cargo xtask docs` writes it anew.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use puzzles::answer::AtLeast;
use puzzles::declared::questions;
use puzzles::judge::{DeadEnd, Follows};
use puzzles::questions::{QuestionRow, Subject};
use puzzles::schema::{Declaration, Field};
use puzzles::{FamilyInfo, Measure, QuestionSpec};

/// What stands before the first section.
const INTRODUCTION: &str = "\
# Questions and their answers, field by field

What each question does, and the fields of its `answer` and `proof`: made by `cargo xtask docs` from what the code \
declares; [json.md](json.md) says what all answers have in common. A field that may be absent is there where its meaning \
does not say otherwise. Whole numbers above 2^53 are texts. Rows, columns, presses and cells count from 1, positions of pebbles \
from 0. `best.wins` is a field of the object `best`, `steps[].row` one of each object in the list `steps`. `survey` has \
a column for each field that is marked with *column*.
";

/// A type, and the families whose answers have it.
struct Described {
    declaration: Declaration,
    families: Vec<&'static str>,
}

/// The types that families declare, each once, in the order in which they are met.
fn described(declared: impl Fn(&'static FamilyInfo) -> Vec<Declaration>) -> Vec<Described> {
    let mut all: Vec<Described> = Vec::new();
    for family in script::families().iter().map(|family| family.info()) {
        for declaration in declared(family) {
            match all.iter_mut().find(|known| known.declaration.name() == declaration.name()) {
                Some(known) if known.families.contains(&family.name) => {}
                Some(known) => known.families.push(family.name),
                None => all.push(Described { declaration, families: vec![family.name] }),
            }
        }
    }
    all
}

fn answers_to(row: &QuestionRow) -> Vec<Described> {
    described(|family| family.question(row.kind).map(QuestionSpec::answers).unwrap_or_default())
}

/// What a question does, what it is about and what it costs, and its example.
fn of_question(row: &QuestionRow) -> String {
    let about = match row.subject {
        Subject::Level => "about levels (one command can ask many)",
        Subject::Position => "about a position of one level (the start where no moves are given)",
        Subject::Line { needs_moves: true } => "about a line of moves of one level",
        Subject::Line { needs_moves: false } => "about a line of moves of one level (about the start without moves)",
    };
    format!(
        "\n## {}\n\n{}. It is {about} and takes {}.\n\n```console\n$ menagerie {}\n{}\n```\n",
        row.name(),
        row.about,
        row.cost.words(),
        row.example.quoted(),
        row.example.output
    )
}

fn proofs() -> Vec<Described> {
    let of_family = |family: &'static FamilyInfo| family.questions.iter().flat_map(QuestionSpec::proofs).collect();
    described(of_family)
}

fn page() -> String {
    let mut text = INTRODUCTION.to_owned();
    let mut known: Vec<String> = Vec::new();
    for row in questions(script::families()) {
        text.push_str(&of_question(row));
        for Described { declaration, families } in answers_to(row) {
            let (name, families) = (declaration.name(), families.join(", "));
            if known.contains(&name) {
                let _ = write!(text, "\n[{name}](#{}), as above. Families: {families}.\n", name.to_lowercase());
                continue;
            }
            section(&mut text, declaration, &format!("Families: {families}."));
            known.push(name);
        }
    }
    text.push_str("\n## Unfinished answers\n");
    section(&mut text, Declaration::of::<AtLeast>(), "Of every question but `judge` and hints that are told in part.");
    text.push_str("\n## Certificates\n\nThe forms of `proof`, each known by its field `kind`.\n");
    for Described { declaration, families } in proofs() {
        section(&mut text, declaration, &format!("Families: {}.", families.join(", ")));
    }
    section(&mut text, Declaration::of::<DeadEnd>(), "Of a judged position.");
    section(&mut text, Declaration::of::<Follows>(), "Of a judged position.");
    text.push_str(&measures());
    text
}

/// What families count of every line of moves.
fn measures() -> String {
    let mut text =
        "\n## Lines of moves\n\nThe names in `line.counts` of any answer that states moves, each a column of \
                    surveys.\n\n| family | name | meaning |\n|---|---|---|\n"
            .to_owned();
    for info in script::families().iter().map(|family| family.info()) {
        for Measure { name, about } in info.measures {
            let _ = writeln!(text, "| {} | `{name}` | {about} |", info.name);
        }
    }
    text
}

/// Adds the section of a type: what it says, and a table for each of its forms.
fn section(text: &mut String, declaration: Declaration, whose: &str) {
    let _ = write!(text, "\n### {}\n\n{whose} {}\n", declaration.name(), declaration.meaning());
    for form in declaration.forms() {
        if let Some(kind) = form.kind {
            let _ = write!(text, "\n`{kind}`: {}\n", form.meaning);
        }
        text.push_str("\n| name | type | unit | meaning |\n|---|---|---|---|\n");
        rows(text, &form.fields, "");
    }
}

/// Adds a row for each field, and for those inside it.
fn rows(text: &mut String, fields: &[Field], before: &str) {
    for field in fields {
        let Field { name, kind, optional, unit, meaning, column, fields } = field;
        let absent = if *optional { ", may be absent" } else { "" };
        let mark = if *column { " (*column*)" } else { "" };
        let unit = unit.as_deref().unwrap_or_default();
        let cells =
            [format!("`{before}{name}`"), format!("{kind}{absent}"), unit.to_owned(), format!("{meaning}{mark}")];
        let _ = writeln!(text, "| {} |", cells.map(|cell| cell.replace('|', "\\|")).join(" | "));
        let items = if kind.starts_with("list") { "[]" } else { "" };
        rows(text, fields, &format!("{before}{name}{items}."));
    }
}

#[test]
fn the_page_says_what_the_types_declare() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/answers.md");
    let now = page();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &now).unwrap();
    }
    let page = fs::read_to_string(&path).unwrap_or_default();
    assert!(page == now, "docs/answers.md differs from what the types declare: cargo xtask docs writes it anew");
}

/// What is wrong with the comments of fields that people read: that there is none, or that it speaks of Rust.
fn unreadable(fields: &[Field], before: &str, found: &mut Vec<String>) {
    for field in fields {
        let path = format!("{before}{}", field.name);
        let of_rust = ["None", "Some(", "[`", "::"].iter().any(|word| field.meaning.contains(word));
        if of_rust || !field.meaning.ends_with('.') {
            found.push(format!("{path}: {:?}", field.meaning));
        }
        unreadable(&field.fields, &format!("{path}."), found);
    }
}

#[test]
fn every_field_has_a_meaning_for_readers_of_json() {
    let mut found = Vec::new();
    let all = questions(script::families()).into_iter().flat_map(answers_to).chain(proofs());
    for Described { declaration, .. } in all {
        let name = declaration.name();
        for form in declaration.forms() {
            assert!(!form.fields.is_empty(), "{name} has no fields");
            unreadable(&form.fields, &format!("{name}."), &mut found);
        }
    }
    assert_eq!(found, [""; 0]);
}

#[test]
fn each_name_is_that_of_one_type() {
    let of_questions = questions(script::families()).into_iter().flat_map(answers_to);
    let all: Vec<(String, String)> = of_questions
        .chain(proofs())
        .map(|described| (described.declaration.name(), described.declaration.meaning()))
        .collect();
    for (name, meaning) in &all {
        assert!(all.iter().all(|(other, said)| name != other || said == meaning), "two types are named {name}");
    }
}
