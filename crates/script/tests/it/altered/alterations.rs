//! Alterations of an answer's JSON, each of one thing: a field, the verdict, the certificate, the question; or of two
//! that must fit each other.

use puzzles::Verdict;
use serde_json::{Value, json};
use testkit::random::Random;

/// What an alteration may use.
pub(crate) struct Material<'a> {
    /// Legal moves of the position and other texts of the kind.
    pub(crate) moves: &'a [String],
    /// True answers to other questions about this level, and about other levels of the family.
    pub(crate) others: &'a [&'a Value],
}

/// Alters an answer; false where it has nothing of the kind.
type Alter = fn(&mut Value, &mut Random, &Material<'_>) -> bool;

/// The alterations, with their names.
pub(crate) const ALL: &[(&str, Alter)] = &[
    ("another verdict", verdict),
    ("a bound alone", bound),
    ("the certificate gone", no_certificate),
    ("another certificate", other_certificate),
    ("a number by one", by_one),
    ("a number by one", by_one),
    ("a number wildly", wildly),
    ("two numbers alike", two_alike),
    ("two numbers apart", two_apart),
    ("null", null),
    ("a truth value", truth),
    ("a field gone", gone),
    ("a field more", more),
    ("a text", text),
    ("an entry repeated", repeated),
    ("an entry gone", entry_gone),
    ("the list cut", cut),
    ("two entries swapped", swapped),
    ("an entry replaced", replaced),
    ("the body of another answer", other_body),
    ("a longer solution", longer),
    ("a solution listed less", listed_less),
    ("a shorter solution", shorter),
    ("claimed best", claimed_best),
    ("a position that stands otherwise", judged_otherwise),
    ("a position that stands otherwise", judged_otherwise),
    ("a hint that tells otherwise", told_otherwise),
    ("another value", valued_otherwise),
    ("a state elsewhere", mapped_otherwise),
];

/// Where a value is in another: names of fields and places of lists.
type Path = Vec<Step>;

#[derive(Clone)]
enum Step {
    Field(String),
    Place(usize),
}

fn at<'v>(value: &'v mut Value, path: &[Step]) -> &'v mut Value {
    path.iter().fold(value, |value, step| match step {
        Step::Field(name) => &mut value[name.as_str()],
        Step::Place(place) => &mut value[*place],
    })
}

/// The paths of all values inside the answer and the certificate of which `wanted` holds.
fn paths(value: &Value, wanted: impl Fn(&Value) -> bool) -> Vec<Path> {
    let mut found = Vec::new();
    for part in ["answer", "proof"] {
        walk(&value[part], &mut vec![Step::Field(part.into())], &wanted, &mut found);
    }
    found
}

fn walk(value: &Value, path: &mut Path, wanted: &impl Fn(&Value) -> bool, found: &mut Vec<Path>) {
    if wanted(value) {
        found.push(path.clone());
    }
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                path.push(Step::Field(name.clone()));
                walk(field, path, wanted, found);
                path.pop();
            }
        }
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                path.push(Step::Place(place));
                walk(item, path, wanted, found);
                path.pop();
            }
        }
        _ => {}
    }
}

/// A random path; those of shallow fields as often as those of entries of long lists.
fn some(value: &Value, random: &mut Random, wanted: impl Fn(&Value) -> bool) -> Option<Path> {
    let found = paths(value, wanted);
    let depth = |path: &Path| path.len();
    let depths: std::collections::BTreeSet<usize> = found.iter().map(depth).collect();
    let depth = *depths.iter().nth(random.below(depths.len().max(1)))?;
    let found: Vec<Path> = found.into_iter().filter(|path| path.len() == depth).collect();
    Some(random.pick(&found).clone())
}

fn verdict(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let own = value["verdict"].clone();
    let verdicts = [Some(Verdict::Found), Some(Verdict::Impossible), Some(Verdict::Unfinished), None];
    let others: Vec<Value> = verdicts.iter().map(|verdict| json!(verdict)).filter(|other| *other != own).collect();
    value["verdict"] = random.pick(&others).clone();
    if random.one_in(2) && value["verdict"] == "impossible" {
        value["answer"] = Value::Null;
        if value["proof"].is_null() {
            let certificates = [
                json!({"kind": "exhausted", "states": 7}),
                json!({"kind": "table", "size": 24}),
                json!({"kind": "squares", "cells": [[1, 2]]}),
            ];
            value["proof"] = random.pick(&certificates).clone();
        }
    }
    true
}

fn bound(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    if value["verdict"].is_null() {
        return false;
    }
    value["verdict"] = "unfinished".into();
    value["answer"] = json!({"at_least": random.below(60_u64)});
    value["proof"] = Value::Null;
    true
}

fn no_certificate(value: &mut Value, _: &mut Random, _: &Material<'_>) -> bool {
    let had = !value["proof"].is_null();
    value["proof"] = Value::Null;
    had
}

fn other_certificate(value: &mut Value, random: &mut Random, material: &Material<'_>) -> bool {
    let proofs: Vec<&Value> = material
        .others
        .iter()
        .map(|other| &other["proof"])
        .filter(|proof| !proof.is_null() && **proof != value["proof"])
        .collect();
    if proofs.is_empty() {
        value["proof"] = json!({"kind": "exhausted", "states": random.below(99_u64) + 1});
        return true;
    }
    value["proof"] = (*random.pick(&proofs)).clone();
    if random.one_in(2) {
        (value["verdict"], value["answer"]) = ("impossible".into(), Value::Null);
    }
    true
}

fn shift(value: &mut Value, by: i64) -> bool {
    if let Some(number) = value.as_i64() {
        *value = (number.saturating_add(by)).into();
        return true;
    }
    if let Some(number) = value.as_f64() {
        *value = json!(number + by as f64);
        return true;
    }
    false
}

fn number(value: &Value, random: &mut Random) -> Option<Path> {
    some(value, random, Value::is_number)
}

fn by_one(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let by = if random.one_in(2) { 1 } else { -1 };
    number(value, random).is_some_and(|path| shift(at(value, &path), by))
}

fn wildly(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let Some(path) = number(value, random) else { return false };
    let wild =
        [json!(0), json!(999), json!(u64::MAX), json!(1_u64 << 53), json!(i64::MAX), json!(-1), json!(3), json!(1e9)];
    *at(value, &path) = random.pick(&wild).clone();
    true
}

fn two(value: &mut Value, random: &mut Random, second: i64) -> bool {
    let (Some(one), Some(other)) = (number(value, random), number(value, random)) else { return false };
    let by = if random.one_in(2) { 1 } else { -1 };
    shift(at(value, &one), by) && shift(at(value, &other), by * second)
}

fn two_alike(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    two(value, random, 1)
}

fn two_apart(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    two(value, random, -1)
}

fn null(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let Some(path) = some(value, random, |value| !value.is_null()) else { return false };
    *at(value, &path) = Value::Null;
    true
}

fn truth(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let Some(path) = some(value, random, Value::is_boolean) else { return false };
    let item = at(value, &path);
    *item = (*item != true).into();
    true
}

fn gone(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let Some(path) = some(value, random, |value| value.as_object().is_some_and(|fields| !fields.is_empty())) else {
        return false;
    };
    let Some(fields) = at(value, &path).as_object_mut() else { return false };
    let name = fields.keys().nth(random.below(fields.len())).cloned().unwrap_or_default();
    fields.remove(&name).is_some()
}

fn more(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let number = random.below(9_u64);
    let added = [
        ("at_least", json!(number)),
        ("solutions", json!(number)),
        ("all", json!([])),
        ("all_complete", json!(true)),
        ("leaves_after", json!(number)),
        ("between", json!([0, 4])),
        ("where", json!(["row 1, column 1"])),
        ("distance", json!(number)),
        ("arrivals", json!(number)),
        ("walk", json!(number)),
        ("reduced", json!("something")),
        ("cost", json!(number)),
        ("winner", json!("first")),
        ("starts", json!(number)),
        ("rule", json!("free")),
        ("fewest_moves", json!(true)),
    ];
    let (name, item) = random.pick(&added).clone();
    let part = if name == "reduced" { "proof" } else { "answer" };
    value[part].as_object_mut().is_some_and(|fields| fields.insert(name.into(), item).is_none())
}

fn text(value: &mut Value, random: &mut Random, material: &Material<'_>) -> bool {
    let Some(path) = some(value, random, Value::is_string) else { return false };
    let item = at(value, &path);
    let own = item.as_str().unwrap_or_default().to_owned();
    let mut texts =
        vec!["left".to_owned(), "1".into(), "12345678901234567890".into(), format!("{own}x"), own.replace('1', "2")];
    texts.extend(material.moves.iter().cloned());
    *item = random.pick(&texts).clone().into();
    *item != own
}

/// A list with entries.
fn list<'v>(value: &'v mut Value, random: &mut Random, least: usize) -> Option<&'v mut Vec<Value>> {
    let path = some(value, random, |value| value.as_array().is_some_and(|items| items.len() >= least))?;
    at(value, &path).as_array_mut()
}

fn repeated(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let Some(items) = list(value, random, 1) else { return false };
    let (from, to) = (random.below(items.len()), random.below(items.len() + 1));
    items.insert(to, items[from].clone());
    true
}

fn entry_gone(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let Some(items) = list(value, random, 1) else { return false };
    items.remove(random.below(items.len()));
    true
}

fn cut(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let Some(items) = list(value, random, 1) else { return false };
    items.truncate(random.below(items.len()));
    true
}

fn swapped(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let Some(items) = list(value, random, 2) else { return false };
    let (one, other) = (random.below(items.len()), random.below(items.len()));
    items.swap(one, other);
    one != other
}

fn replaced(value: &mut Value, random: &mut Random, material: &Material<'_>) -> bool {
    let Some(items) = list(value, random, 1) else { return false };
    let place = random.below(items.len());
    let new = match &items[place] {
        Value::String(_) if !material.moves.is_empty() => json!(random.pick(material.moves)),
        Value::Number(_) => json!(random.below(12_u64)),
        _ => items[random.below(items.len())].clone(),
    };
    let is_other = new != items[place];
    items[place] = new;
    is_other
}

fn other_body(value: &mut Value, random: &mut Random, material: &Material<'_>) -> bool {
    let others: Vec<&&Value> = material.others.iter().filter(|other| other["question"] == value["question"]).collect();
    if others.is_empty() {
        return false;
    }
    let other = random.pick(&others);
    for part in ["verdict", "answer", "proof"] {
        value[part] = other[part].clone();
    }
    true
}

/// A solution with two moves more, the numbers beside it raised too.
fn longer(value: &mut Value, random: &mut Random, material: &Material<'_>) -> bool {
    let body = &mut value["answer"];
    let Some(solution) = body.get_mut("solution").and_then(Value::as_array_mut) else { return false };
    let place = random.below(solution.len() + 1);
    // A move and one that may take it back, or a pair of those that are there.
    let pairs = [("left", "right"), ("right", "left"), ("up", "down"), ("down", "up")];
    let pair = match material.moves {
        [one, .., other] if random.one_in(2) => (one.clone(), other.clone()),
        _ => {
            let (one, other) = *random.pick(&pairs);
            (one.to_owned(), other.to_owned())
        }
    };
    solution.insert(place, json!(pair.0));
    solution.insert(place + 1, json!(pair.1));
    for name in ["moves", "shortest"] {
        if let Some(number) = body.get_mut(name) {
            shift(number, 2);
        }
    }
    true
}

/// One solution less in the list of all, and one less counted.
fn listed_less(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let body = &mut value["answer"];
    let Some(all) = body.get_mut("all").and_then(Value::as_array_mut).filter(|all| all.len() > 1) else { return false };
    all.remove(random.below(all.len() - 1) + 1);
    for name in ["solutions", "series"] {
        if let Some(number) = body.get_mut(name) {
            shift(number, -1);
        }
    }
    true
}

/// A solution cut, the number beside it too.
fn shorter(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let body = &mut value["answer"];
    let Some(solution) = body.get_mut("solution").and_then(Value::as_array_mut) else { return false };
    if solution.is_empty() {
        return false;
    }
    let gone = random.below(solution.len()) + 1;
    let from = if random.one_in(2) { 0 } else { solution.len() - gone };
    solution.drain(from..from + gone);
    body.get_mut("moves").is_some_and(|number| shift(number, -(gone as i64)))
}

/// A solution that is not proven best is said to be, or a bound is raised to what was found.
fn claimed_best(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let Some(fields) = value["answer"].as_object_mut().filter(|fields| fields.get("optimal") == Some(&json!(false)))
    else {
        return false;
    };
    let best = ["moves", "at_most", "tokens"].iter().find_map(|name| fields.get(*name)).cloned();
    if random.one_in(2) && fields.contains_key("solution") {
        fields.insert("optimal".into(), json!(true));
        return fields.remove("at_least").is_some();
    }
    best.is_some_and(|best| fields.insert("at_least".into(), best.clone()) != Some(best))
}

/// Where each further field follows from the positions: what the moves of a line did, for one player who counts moves.
fn derive(body: &mut Value) {
    let positions = body["positions"].as_array().cloned().unwrap_or_default();
    let (mut lost, mut longer, mut last_lost) = (Value::Null, Value::Null, Value::Null);
    for (at, pair) in positions.windows(2).enumerate() {
        let left = |position: &Value| position["moves_left"].as_u64();
        let (before, after) = (&pair[0], &pair[1]);
        let step = &mut body["moves"][at];
        step["lost"] = json!(before["can_win"] == true && after["can_win"] == false);
        step["cost"] = json!(left(before).zip(left(after)).map(|(before, after)| (after + 1).saturating_sub(before)));
        if step["lost"] == true {
            last_lost = json!(at + 1);
            if lost.is_null() {
                lost = json!(at + 1);
            }
        }
        if longer.is_null() && step["cost"].as_u64().is_some_and(|cost| cost > 0) {
            longer = json!(at + 1);
        }
    }
    let ends_lost = positions.last().is_some_and(|last| last["can_win"] == false);
    let mistake = if ends_lost { last_lost } else { longer.clone() };
    (body["first_lost"], body["first_longer"]) = (lost, longer);
    body["back_to"] = json!(mistake.as_u64().map(|mistake| mistake - 1));
}

/// A position of a line that stands otherwise, with all that follows from it.
fn judged_otherwise(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let body = &mut value["answer"];
    let Some(positions) = body.get_mut("positions").and_then(Value::as_array_mut) else { return false };
    let at = random.below(positions.len());
    let position = &mut positions[at];
    if position.get("moves_left").is_none() || position.get("can_win").is_none() {
        return false;
    }
    match (position["moves_left"].as_u64(), random.below(3)) {
        (Some(left), 0) => (position["moves_left"], position["at_least"]) = (json!(left + 1), json!(left + 1)),
        (Some(left), 1) if left > 1 => {
            (position["moves_left"], position["at_least"]) = (json!(left - 1), json!(left - 1))
        }
        (Some(_), _) => {
            let states = random.below(300_u64) + 1;
            let proofs = [
                json!({"kind": "exhausted", "states": states}),
                json!({"kind": "dead_end", "states": states + 9, "dead_ends": states, "reduced": "solved boards are not counted"}),
                json!({"kind": "follows", "after": 0}),
            ];
            (position["can_win"], position["proof"]) = (json!(false), random.pick(&proofs).clone());
            (position["moves_left"], position["at_least"]) = (Value::Null, Value::Null);
        }
        (None, _) => {
            (position["can_win"], position["moves_left"], position["at_least"]) = (json!(true), json!(3), json!(3));
            if let Some(fields) = position.as_object_mut() {
                fields.remove("proof");
            }
        }
    }
    derive(body);
    true
}

/// A hint told in part that says the opposite, or another range.
fn told_otherwise(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let Some(fields) = value["answer"].as_object_mut().filter(|fields| fields.contains_key("can_win")) else {
        return false;
    };
    let could = fields.get("can_win") == Some(&json!(true));
    if could && fields.contains_key("between") && random.one_in(2) {
        let ranges = [[0, 4], [3, 8], [7, 16], [15, 32], [31, 64]];
        fields.insert("between".into(), json!(random.pick(&ranges)));
        return true;
    }
    fields.insert("can_win".into(), json!(!could));
    for (name, item) in [("between", json!([3, 8])), ("where", json!(["row 1, column 1"]))] {
        if fields.contains_key(name) {
            fields.insert(name.into(), if could { Value::Null } else { item });
        }
    }
    true
}

/// Another value of a game for two, with a distance where it has one.
fn valued_otherwise(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let Some(fields) = value["answer"].as_object_mut().filter(|fields| fields.contains_key("value")) else {
        return false;
    };
    let own = fields.get("value").cloned().unwrap_or_default();
    let other = *random.pick(&["win", "loss", "draw"]);
    fields.insert("value".into(), other.into());
    let distance = if other == "draw" { Value::Null } else { json!(random.below(6_u64) + 1) };
    fields.insert("distance".into(), distance);
    own != other
}

/// A state of a map that is nearer or farther, with the mean that follows.
fn mapped_otherwise(value: &mut Value, random: &mut Random, _: &Material<'_>) -> bool {
    let body = &mut value["answer"];
    let Some(distances) = body.get_mut("distances").and_then(Value::as_array_mut) else { return false };
    let (from, to) = (random.below(distances.len()), random.below(distances.len()));
    if from == to || distances[from].as_u64().is_none_or(|count| count < 2) {
        return false;
    }
    shift(&mut distances[from], -1);
    shift(&mut distances[to], 1);
    let counts: Vec<f64> = distances.iter().filter_map(Value::as_f64).collect();
    let sum: f64 = counts.iter().enumerate().map(|(distance, count)| distance as f64 * count).sum();
    let places = if body["mean"].to_string().len() > 8 { 1e8 } else { 1e6 };
    body["mean"] = json!((sum / counts.iter().sum::<f64>() * places).round() / places);
    true
}
