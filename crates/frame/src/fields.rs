//! The fields of an answer by their paths, so that a check accounts for each of them.
//!
//! A check names the fields that it compared and those that it could not ([`Checked`]). The fields that the answer has
//! are read from its JSON. Whatever a check names neither way is listed as not rechecked, so that a field that is added
//! to an answer never passes for confirmed.

use std::collections::BTreeSet;

use engines::Context;
use serde::Serialize;
use serde_json::Value;

use crate::answer::{Reply, Verdict};
use crate::position::{self, Position};
use crate::problem::{CheckError, Checked};
use crate::query::Query;

/// Checks a reply about a position by the family's checker and accounts for every field of the reply.
///
/// # Errors
/// The errors of [`Analysis::check`](crate::Analysis::check).
pub(crate) fn check(
    position: &dyn Position,
    query: &Query,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    Ok(accounted(reply, position::analysis_of(position)?.check(query, reply, cx)?))
}

/// Adds the fields of a reply that the check did not name to what was not rechecked.
pub(crate) fn accounted(reply: &Reply, mut checked: Checked) -> Checked {
    if matches!(reply.verdict, None | Some(Verdict::Unfinished)) {
        // A run has no verdict, and an unfinished answer says no more than its body does.
        checked.compare(&["verdict"]);
    }
    checked.account_for(&paths(reply));
    checked
}

/// The paths of all fields of a reply.
fn paths(reply: &Reply) -> BTreeSet<String> {
    let mut paths = BTreeSet::from(["verdict".to_owned()]);
    for (name, part) in [("answer", &reply.body), ("proof", &reply.proof)] {
        if let Some(part) = part {
            add(name, &value(part), &mut paths);
        }
    }
    paths
}

fn value(part: &impl Serialize) -> Value {
    serde_json::to_value(part).unwrap_or_default()
}

/// Adds the paths of the innermost fields of a value, lists taken as one.
fn add(path: &str, value: &Value, paths: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                add(&format!("{path}.{name}"), field, paths);
            }
        }
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
            for item in items {
                add(path, item, paths);
            }
        }
        _ => {
            paths.insert(path.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::DeadEnd;
    use crate::solution::Hint;

    #[test]
    fn a_field_that_no_statement_names_is_not_rechecked() {
        let hint = Hint { best: vec!["up".into()], moves_left: 3 };
        let reply = Reply::found("", hint).with_proof(DeadEnd::among(7, 2, None));
        let mut checked = Checked::of("the best moves", &["verdict", "answer.best"]);
        checked.left_out("a number of the certificate", &["proof.states", "proof.reduced"]);
        let checked = accounted(&reply, checked);
        let open: Vec<&str> = checked.open_fields().collect();
        assert_eq!(open, ["answer.moves_left", "proof.dead_ends", "proof.kind", "proof.states"]);
        assert_eq!(checked.not_rechecked[1], "'answer.moves_left', which no check compares");
        assert_eq!(checked.words(), "holds in part");
        let whole = accounted(&reply, Checked::of("everything", &["verdict", "answer", "proof"]));
        assert_eq!((whole.words(), whole.open_fields().count()), ("holds".to_owned(), 0));
        let nothing = accounted(&reply, Checked::default());
        assert!(nothing.words().starts_with("not rechecked: 'answer.best', which"), "{}", nothing.words());
    }
}
