//! What was found, as lines for people and as JSON.

use puzzles::phrases::plural;
use puzzles::validity::{Claim, Decided};
use puzzles::{Problem, Validity, Verdict};
use serde::Serialize;
use serde_json::{Value, json};

use super::level::Finding;
use crate::arguments::Check;
use crate::report;

/// How many levels came to what.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Totals {
    /// The levels, and the files without any that could be listed.
    files: usize,
    valid: usize,
    invalid: usize,
    /// Valid levels with warnings, or with errors with which they are played all the same.
    warned: usize,
    /// What is counted where levels were solved.
    #[serde(flatten)]
    solved: Option<Solved>,
}

/// How many levels came to what when they were solved.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Solved {
    /// The best value is proven.
    proven: usize,
    /// The par or the intended solution does not hold.
    differ: usize,
    impossible: usize,
    /// Of those, the levels that do not state that they are.
    unstated: usize,
    /// Neither the best value nor that there is none is proven.
    unfinished: usize,
    /// Of those, the levels of which a solution was found.
    unproven: usize,
    /// The level does not answer the question.
    not_solved: usize,
    no_par: usize,
}

impl Totals {
    fn of(findings: &[Finding], is_solved: bool) -> Totals {
        let count = |fits: &dyn Fn(&Finding) -> bool| findings.iter().filter(|finding| fits(finding)).count();
        let valid = count(&|finding| finding.validity.valid);
        let decided =
            |fits: &dyn Fn(&Decided) -> bool| count(&|finding| finding.validity.decided.as_ref().is_some_and(fits));
        let is_impossible = |decided: &Decided| decided.verdict == Some(Verdict::Impossible);
        let is_open = |decided: &Decided| {
            decided.verdict == Some(Verdict::Unfinished) || decided.best.is_some() && decided.proven.is_none()
        };
        let solved = Solved {
            proven: decided(&|decided| decided.proven.is_some()),
            differ: count(&|finding| {
                let validity = &finding.validity;
                let par = validity.decided.as_ref().is_some_and(|decided| decided.holds == Some(false));
                let intended =
                    validity.intended.as_ref().filter(|claim| claim.is_best == Some(false) || claim.error.is_some());
                par || intended.is_some() || validity.given.as_ref().is_some_and(|claim| claim.error.is_some())
            }),
            impossible: decided(&is_impossible),
            unstated: decided(&|decided| is_impossible(decided) && decided.holds != Some(true)),
            unfinished: decided(&is_open),
            unproven: decided(&|decided| is_open(decided) && decided.best.is_some()),
            not_solved: decided(&|decided| decided.verdict.is_none()),
            no_par: decided(&|decided| decided.par.is_none()),
        };
        let (files, invalid) = (findings.len(), findings.len() - valid);
        Totals { files, valid, invalid, warned: count(&Finding::is_warned), solved: is_solved.then_some(solved) }
    }

    /// The summary in a line; `is_written` says whether what was found is written into the files by now.
    fn words(&self, asked: &Check, is_written: bool) -> String {
        let Totals { files, valid, invalid, warned, solved } = self;
        let levels = plural(*files as u64, "level", "levels");
        let some = |before: &str, count: usize, behind: &str| match count {
            0 => String::new(),
            _ => format!("{before}{count} {behind}"),
        };
        let denied = if asked.deny_warnings { "with warnings, which are denied" } else { "with warnings" };
        let warned = some(", ", *warned, denied);
        let Some(Solved { proven, differ, impossible, unstated, unfinished, unproven, not_solved, no_par }) = solved
        else {
            return format!("{levels}: {valid} valid, {invalid} invalid{warned}\n");
        };
        let unstated = some(" (", *unstated, "without stating it)");
        let unproven = some(" (", *unproven, "with a solution)");
        let not_solved = some(", ", *not_solved, "not solved");
        let (differ, no_par) = match is_written {
            false => (format!("{differ} differ from what they state"), format!("{no_par} state no par")),
            true => (format!("{differ} differed from what they stated"), format!("{no_par} stated no par before")),
        };
        format!(
            "{levels}: {proven} proven, {impossible} impossible{unstated}, {unfinished} unfinished{unproven}{not_solved}; {differ}, \
             {no_par}, {invalid} invalid{warned}\n"
        )
    }
}

/// Prints what is said of levels on standard error, in their order: refusals, and the problems of valid levels; those
/// of a file with several levels once.
pub(super) fn say_problems(findings: &[Finding]) {
    let (mut file, mut said): (&str, Vec<Problem>) = ("", Vec::new());
    for finding in findings {
        finding.notices.iter().for_each(|notice| report::say(notice));
        let Some(input) = finding.input.as_ref().filter(|_| finding.validity.valid) else { continue };
        let problems = &finding.validity.problems;
        if file != input.file() {
            (file, said) = (input.file(), Vec::new());
        }
        let new: Vec<Problem> = problems.iter().filter(|problem| !said.contains(problem)).cloned().collect();
        if !new.is_empty() {
            report::say(report::problems(input.file(), input.excerpts(), &new).trim_end());
        }
        said.clone_from(problems);
    }
}

/// A line for each level, and a summary of several.
pub(super) fn plain(findings: &[Finding], asked: &Check, is_written: bool) -> String {
    let lines = findings.iter().map(|finding| format!("{}: {}\n", finding.name, verdict(&finding.validity)));
    let summary = (findings.len() > 1).then(|| Totals::of(findings, asked.par).words(asked, is_written));
    lines.chain(summary).collect()
}

fn verdict(validity: &Validity) -> String {
    if validity.failure.is_some() {
        return "not checked".into();
    }
    let decided = validity.decided.as_ref().map(|decided| format!("; {}", decided.words)).unwrap_or_default();
    let claimed = validity.intended.as_ref().map(|claim| format!("; {}", claimed(claim))).unwrap_or_default();
    let given = validity.given.as_ref().map(given).unwrap_or_default();
    format!("{}{decided}{claimed}{given}", validity.words())
}

/// What became of a solution that the file gives, in words.
fn given(claim: &Claim) -> String {
    match claim.moves {
        Some(moves) => format!("; the solution in the file wins in {}", plural(moves, "move", "moves")),
        None => format!("; the solution in the file does not hold: {}", claim.error.as_deref().unwrap_or_default()),
    }
}

/// What was found of a stated solution, in words.
fn claimed(claim: &Claim) -> String {
    let intended = claim.moves.map(|moves| plural(moves, "intended move", "intended moves")).unwrap_or_default();
    match (claim.is_best, claim.shortest) {
        (Some(true), _) => format!("no solution has fewer than the {intended}"),
        (Some(false), Some(shortest)) => {
            format!("the {intended} are not the fewest: {}", plural(shortest, "move suffices", "moves suffice"))
        }
        (Some(false), None) => format!("the {intended} are not the fewest"),
        (None, _) => match &claim.error {
            Some(why) => format!("the intended moves do not hold: {why}"),
            None => "the intended moves could not be compared".into(),
        },
    }
}

/// One object: that of a level, or those of several with the totals.
pub(super) fn json(findings: &[Finding], is_solved: bool) -> String {
    let object = match findings {
        [finding] => entry(finding),
        _ => {
            let results: Vec<Value> = findings.iter().map(entry).collect();
            json!({"schema": 1, "results": results, "totals": Totals::of(findings, is_solved)})
        }
    };
    report::json_line(&object.to_string())
}

/// The object of a level, with its file.
fn entry(finding: &Finding) -> Value {
    let mut object = finding.validity.object(finding.family);
    object["file"] = json!(finding.name);
    if let Some(index) = finding.input.as_ref().and_then(|input| input.index()) {
        object["index"] = json!(index);
    }
    object
}
