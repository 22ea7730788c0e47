//! The problems of every shared text are those of the reference: the same conditions, in the same order and number.

use std::collections::HashMap;

use puzzlescript::compiler::{Code, CompileLimits, Problem, compile};

use crate::shared;

/// A problem in the reference's words.
fn fill(problem: &Problem, templates: &HashMap<&str, String>) -> String {
    let code = problem.code.as_str();
    let text = problem.filled(templates.get(code).unwrap_or_else(|| panic!("no template for {code}")));
    problem.line.map_or(text.clone(), |line| format!(" line {line} : {text}"))
}

/// A message without tags and whitespace, which is how the reference's tests compare them.
fn bare(message: &str) -> String {
    let mut bare = String::new();
    let mut rest = message;
    while let Some(at) = rest.find('<') {
        let behind = rest[at + 1..].trim_start_matches('/');
        let end = rest[at..].find('>').filter(|_| behind.starts_with(|first: char| first.is_ascii_alphabetic()));
        bare.push_str(&rest[..at]);
        bare.push_str(if end.is_some() { "" } else { "<" });
        rest = &rest[at + end.unwrap_or(0) + 1..];
    }
    bare.push_str(rest);
    bare.retain(|character| !character.is_whitespace());
    bare
}

#[test]
fn problems_are_those_of_the_reference() {
    let (Some(templates), Some(sources), Some(cases)) =
        (shared::templates(), shared::sources(), shared::lines("diagnostics.jsonl.gz"))
    else {
        return;
    };
    let mut wrong = Vec::new();
    for case in &cases {
        let label = shared::label(case);
        let compiled = compile(&sources[&label], &CompileLimits::default());
        let found: Vec<String> = compiled.problems.iter().map(|problem| fill(problem, &templates)).collect();
        let messages = case["messages"].as_array().expect("messages").iter();
        let expected: Vec<&str> = messages.map(|message| message.as_str().expect("text")).collect();
        let is_equal = found.len() == expected.len()
            && found.iter().zip(&expected).all(|(found, expected)| bare(found) == bare(expected));
        if !is_equal || compiled.errors as u64 != case["errors"].as_u64().expect("a number") {
            let at = found.iter().zip(&expected).position(|(found, expected)| bare(found) != bare(expected));
            let at = at.unwrap_or(found.len().min(expected.len()));
            let (found, expected) = (found.get(at), expected.get(at));
            wrong.push(format!(
                "{label}: {} errors for {}; problem {at}\n  {found:?}\n  {expected:?}",
                compiled.errors, case["errors"]
            ));
        }
    }
    println!("{} of {} lists are equal", cases.len() - wrong.len(), cases.len());
    assert!(wrong.is_empty(), "{} of {} lists differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn messages_have_the_placeholders_of_the_reference() {
    let Some(templates) = shared::templates() else { return };
    let placeholders = |template: &str| {
        let names =
            template.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name.to_owned());
        names.collect::<std::collections::BTreeSet<String>>()
    };
    for code in Code::ALL.iter().filter(|code| templates.contains_key(code.as_str())) {
        let template = &templates[code.as_str()];
        assert_eq!(placeholders(code.template()), placeholders(template), "{}", code.as_str());
    }
}

#[test]
fn sessions_are_written_in_no_other_dialect() {
    let Some(sources) = shared::sources() else { return };
    let notes = sources.iter().filter(|(label, _)| !label.starts_with("error"));
    let notes = notes.filter_map(|(label, source)| {
        let compiled = compile(source, &CompileLimits::default());
        compiled.dialect.first().map(|note| format!("{label}: {note}"))
    });
    assert_eq!(notes.collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn columns_lie_in_their_lines() {
    let Some(sources) = shared::sources() else { return };
    let (mut with, mut without) = (0, std::collections::BTreeMap::new());
    for source in sources.values() {
        let lines: Vec<usize> = source.split('\n').map(|line| line.chars().count()).collect();
        for problem in compile(source, &CompileLimits::default()).problems {
            let Some(line) = problem.line else { continue };
            let Some(column) = problem.column else {
                *without.entry(problem.code.as_str()).or_insert(0) += 1;
                continue;
            };
            let end = column + problem.length.expect("a length") - 1;
            assert!(column > 0 && end as usize <= lines[line as usize - 1], "{problem}");
            with += 1;
        }
    }
    println!("{with} problems of lines have a column, {without:?} have none");
    // The palette belongs to line 0.
    assert_eq!(without.keys().collect::<Vec<_>>(), [&"unknown-palette"]);
}
