//! Answers in words: the lines that describe any answer, and the phrases that families share.

use crate::answer::{Answer, AtLeast, Verdict};
use crate::body::AnyBody;
use crate::info::Contest;
use crate::options::WITHOUT;
use crate::phrases::{Wording, plural};
use crate::query::QuestionKind;
use crate::run::Run;
use crate::table::Table;
use crate::unit::Unit;
use crate::value::Optimum;

/// Returns the verdict in a few words, such as `found, proven best`.
#[must_use]
pub fn verdict(answer: &Answer) -> &'static str {
    match (answer.verdict, answer.body.as_ref().and_then(|body| body.is_optimal())) {
        (None, _) => "played",
        (Some(Verdict::Found), Some(false)) => "found, not proven best",
        (Some(Verdict::Found), Some(true)) => "found, proven best",
        (Some(Verdict::Found), None) => "found, exact",
        (Some(Verdict::Impossible), _) => "impossible, proven",
        (Some(Verdict::Unfinished), _) if answer.longer_than_asked().is_some() => "none so short, proven",
        (Some(Verdict::Unfinished), _) => "unfinished",
    }
}

/// Returns the best value of a solution where it is proven, for comparison with a level's `par`; `None` for a hint.
#[must_use]
pub fn proven(answer: &Answer) -> Option<u64> {
    optimum(answer).filter(|optimum| optimum.proven).map(|optimum| optimum.value)
}

/// Returns the value of a solution, proven best or not; `None` for a hint.
#[must_use]
pub fn value(answer: &Answer) -> Option<u64> {
    optimum(answer).map(|optimum| optimum.value)
}

/// Returns the number that a table has of an answer: the value of a solution, or the number that was asked for.
#[must_use]
pub fn number(answer: &Answer) -> Option<u64> {
    value(answer).or_else(|| answer.body.as_ref()?.counted())
}

/// Returns what the value of a solution counts; `None` for a hint, and for an answer without a value.
#[must_use]
pub fn unit(answer: &Answer) -> Option<Unit> {
    optimum(answer).map(|optimum| optimum.unit)
}

fn optimum(answer: &Answer) -> Option<Optimum> {
    answer.body.as_ref().filter(|body| body.advice().is_none())?.optimum()
}

/// Returns the score of a solution in a contest, proven best or not: its value, if that has the contest's unit.
#[must_use]
pub fn score(answer: &Answer, contest: &Contest) -> Option<u64> {
    let optimum = answer.body.as_ref()?.optimum()?;
    (optimum.unit.name() == contest.unit).then_some(optimum.value)
}

/// Returns the answer in words, one line per item; the first line says the most.
#[must_use]
pub fn lines(answer: &Answer) -> Vec<String> {
    lines_with(answer, |body| body.words_in(wording(answer, false)))
}

/// Returns the answer in words with every list written out in full.
#[must_use]
pub fn in_full(answer: &Answer) -> Vec<String> {
    lines_with(answer, |body| body.words_in(wording(answer, true)))
}

fn wording(answer: &Answer, full: bool) -> Wording<'_> {
    Wording { line: answer.line.as_ref().map(|line| &*line.text), full }
}

/// Returns the answer in words for display beside its histogram, without the numbers that the histogram shows.
#[must_use]
pub fn lines_beside_histogram(answer: &Answer) -> Vec<String> {
    lines_with(answer, |body| body.histogram().map_or_else(|| body.words(), |(_, words)| words))
}

fn lines_with(answer: &Answer, words: impl Fn(&AnyBody) -> Vec<String>) -> Vec<String> {
    let mut lines = match (&answer.body, answer.longer_than_asked()) {
        (_, Some((within, at_least))) => vec![format!(
            "no solution has {} or fewer: every one has {at_least} or more",
            plural(within, "move", "moves")
        )],
        (None, None) => Vec::new(),
        (Some(body), None) if answer.verdict == Some(Verdict::Unfinished) => unfinished(answer, words(body)),
        (Some(body), None) => match body.downcast_ref::<Run>() {
            Some(run) => run.words_for(answer.asked.role()),
            None => words(body),
        },
    };
    let counted = answer.line.as_ref().and_then(|line| line.counted(unit(answer).as_ref()));
    if let Some(counted) = counted {
        lines.insert(lines.len().min(1), counted);
    }
    let none = match answer.asked.text(&WITHOUT).filter(|_| answer.question == QuestionKind::SHORTCUT) {
        Some(without) => format!("No solution does without {without}"),
        None => "No solution exists".to_owned(),
    };
    lines.extend(reason(answer).map(|reason| format!("{none}: {reason}")));
    lines
}

/// Returns an unfinished answer in words: why the work stopped, then what was proven until then.
fn unfinished(answer: &Answer, proven: Vec<String>) -> Vec<String> {
    let farthest = |bound: &AtLeast| {
        let moves = plural(bound.at_least, "move", "moves");
        format!("the farthest state is at least {moves} away")
    };
    let map = answer.body_as().filter(|bound: &&AtLeast| answer.question == QuestionKind::MAP && bound.at_least > 0);
    let why = answer.stopped().map(|why| format!("stopped: {why}"));
    why.into_iter().chain(map.map_or(proven, |bound| vec![farthest(bound)])).collect()
}

/// Returns the table of an answer: that of its body, or of its certificate where there is no solution.
#[must_use]
pub fn table(answer: &Answer) -> Table<'_> {
    match (&answer.body, &answer.proof) {
        (Some(data), _) | (None, Some(data)) => data.table(),
        (None, None) => Table::new(["verdict"], std::iter::empty()),
    }
}

/// Returns the reason why there is no solution, if that is the answer.
#[must_use]
pub fn reason(answer: &Answer) -> Option<String> {
    let proof = answer.proof.as_ref().filter(|_| answer.verdict == Some(Verdict::Impossible))?;
    proof.words().into_iter().next()
}
