//! What the compiler makes of every shared text, step by step, is what the reference makes of it.
//!
//! The steps are compared in the order of the compiler's work, so that the first difference names the faulty step.

use puzzlescript::compiler::{CompileLimits, Compiled, compile};
use serde_json::Value;

use crate::oracle;
use crate::shared;

/// What makes our table of a step.
type Table = fn(&Compiled) -> Value;

/// The steps by the keys of the reference's tables.
const STEPS: &[(&str, Table)] = &[
    ("parsed", oracle::sections::parsed),
    ("rule_lines", oracle::rules::lines),
    ("ids", oracle::names::ids),
    ("objects", oracle::names::objects),
    ("layers", oracle::names::layers),
    ("masks", oracle::names::masks),
    ("aggregates", oracle::names::aggregates),
    ("properties", oracle::names::properties),
    ("single_layer", oracle::names::single_layer),
    ("synonyms", oracle::names::synonyms),
    ("player", oracle::names::player),
    ("background", oracle::names::background),
    ("glyphs", oracle::names::glyphs),
    ("levels", oracle::sections::levels),
    ("stages", oracle::rules::counts),
    ("early", |compiled| oracle::rules::groups(compiled, &compiled.game.as_ref().expect("a game").early)),
    ("late", |compiled| oracle::rules::groups(compiled, &compiled.game.as_ref().expect("a game").late)),
    ("rigid_groups", oracle::rules::rigid_groups),
    ("win", oracle::sections::win),
    ("metadata", oracle::sections::metadata),
    ("colors", oracle::sections::colors),
    ("sounds", oracle::sections::sounds),
];

/// The reference's table of a step. A pixel that is missing is null there and transparent here.
fn expected(case: &Value, step: &str) -> Value {
    let mut table = case[step].clone();
    for object in table.as_array_mut().into_iter().flatten().filter(|_| step == "objects") {
        let rows = object["sprite"].as_array_mut().expect("rows").iter_mut();
        for pixel in rows.filter_map(Value::as_array_mut).flatten().filter(|pixel| pixel.is_null()) {
            *pixel = (-1).into();
        }
    }
    table
}

/// The first place where two values differ, with both values there.
fn difference(path: &str, found: &Value, expected: &Value) -> Option<String> {
    match (found, expected) {
        (Value::Array(one), Value::Array(two)) if one.len() == two.len() => {
            let pairs = one.iter().zip(two).enumerate();
            pairs.into_iter().find_map(|(at, (one, two))| difference(&format!("{path}[{at}]"), one, two))
        }
        (Value::Object(one), Value::Object(two)) => {
            let keys: std::collections::BTreeSet<&String> = one.keys().chain(two.keys()).collect();
            let value = |of: &serde_json::Map<String, Value>, key| of.get(key).cloned().unwrap_or(Value::Null);
            keys.into_iter().find_map(|key| difference(&format!("{path}.{key}"), &value(one, key), &value(two, key)))
        }
        _ => (found != expected).then(|| {
            let shown = |value: &Value| value.to_string().chars().take(400).collect::<String>();
            format!("{path}\n  found    {}\n  expected {}", shown(found), shown(expected))
        }),
    }
}

#[test]
fn every_step_is_that_of_the_reference() {
    let (Some(sources), Some(cases)) = (shared::sources(), shared::lines("compiled.jsonl.gz")) else { return };
    let mut wrong = Vec::new();
    for case in &cases {
        let label = shared::label(case);
        let compiled = compile(&sources[&label], &CompileLimits::default());
        if compiled.game.is_none() {
            wrong.push(format!("{label}: no game"));
            continue;
        }
        let steps = STEPS.iter();
        let first =
            steps.into_iter().find_map(|(step, table)| difference(step, &table(&compiled), &expected(case, step)));
        wrong.extend(first.map(|difference| format!("{label}: {difference}")));
    }
    println!("{} of {} compilations are equal", cases.len() - wrong.len(), cases.len());
    assert!(
        wrong.is_empty(),
        "{} of {} differ:\n{}",
        wrong.len(),
        cases.len(),
        wrong[..wrong.len().min(15)].join("\n")
    );
}
