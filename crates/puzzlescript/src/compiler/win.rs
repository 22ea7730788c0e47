//! Win conditions.

use super::limits::Budget;
use super::names::Names;
use super::parsed::{Parsed, WordLine};
use super::problem::{Code, Problem, Report};
use crate::game::{Quantifier, Term, WinCondition};

/// The win conditions of a text. A line with a problem is dropped.
pub(crate) fn conditions(
    parsed: &Parsed,
    names: &Names,
    report: &mut Report,
    budget: &mut Budget<'_>,
) -> Vec<WinCondition> {
    let set = names.ids.len() / 64 + 1;
    let lines = parsed.win.iter().take_while(|_| budget.spend(set));
    lines.filter_map(|line| condition(line, parsed, names, report)).collect()
}

fn condition(source: &WordLine, parsed: &Parsed, names: &Names, report: &mut Report) -> Option<WinCondition> {
    let line = source.line;
    let (quantifier, what, on) = match source.words[..] {
        [quantifier, what, _, on] => (quantifier, what, Some(on)),
        [quantifier, what, ..] => (quantifier, what, None),
        _ => {
            report.add(Problem::at(Code::UnfinishedWinCondition, line));
            return None;
        }
    };
    let mut term = |name| -> Option<Term> {
        let term = names.term(name);
        if term.is_none() {
            report.add(Problem::at(Code::UndeclaredWinName, line).value("name", parsed.name(name)));
        }
        term
    };
    let (what, on) = (term(what), on.map(term));
    let quantifier = match parsed.name(quantifier) {
        "no" => Quantifier::No,
        "all" => Quantifier::All,
        _ => Quantifier::Some,
    };
    let on = match on {
        Some(on) => Some(on?),
        None => None,
    };
    Some(WinCondition { line, quantifier, what: what?, on })
}
