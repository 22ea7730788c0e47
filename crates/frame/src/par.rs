//! The best value that an author claims, beside the proven one.
//!
//! A par is one number, or two where the answer is about the best change of a level: the value of the level as it
//! stands, then that of the best change. The par of a level that is meant to have no solution is the word
//! [`IMPOSSIBLE`].

use crate::answer::{Answer, Verdict};
use crate::told::Par;
use crate::words;

/// The par of a level that is meant to have no solution.
pub const IMPOSSIBLE: &str = "impossible";

/// Whether a text can be a par: a whole number, or [`IMPOSSIBLE`].
#[must_use]
pub fn is_par(text: &str) -> bool {
    text == IMPOSSIBLE || text.parse::<u64>().is_ok()
}

impl Par {
    /// Compares a stated par with an answer to the question for the best value.
    #[must_use]
    pub fn of(stated: &str, answer: &Answer) -> Par {
        let numbers = numbers(stated);
        let proven = words::proven(answer).map(|best| (unchanged(stated, answer), best));
        let is_right = |(now, best): (Option<u64>, u64)| now.into_iter().chain([best]).eq(numbers.iter().copied());
        let is_impossible = stated == IMPOSSIBLE;
        let holds = match answer.verdict {
            Some(Verdict::Found) if is_impossible => Some(false),
            Some(Verdict::Found) => proven.map(is_right).or_else(|| out_of_bounds(&numbers, answer)),
            Some(Verdict::Impossible) => Some(is_impossible),
            Some(Verdict::Unfinished) => out_of_bounds(&numbers, answer),
            None => None,
        };
        let words = match (holds, proven) {
            (Some(true), _) if is_impossible => "There is no solution, as the level states.".to_owned(),
            (Some(false), _) if is_impossible => {
                "The level is stated to be impossible, but it has a solution.".to_owned()
            }
            (Some(true), _) => format!("Par {stated} is the proven best."),
            (Some(false), Some((now, best))) => {
                let now = now.map(|now| format!("{now} ")).unwrap_or_default();
                format!("Par {stated} is wrong: the proven best is {now}{best}.")
            }
            (Some(false), None) if answer.verdict == Some(Verdict::Impossible) => {
                format!("Par {stated} is wrong: there is no solution.")
            }
            (Some(false), None) => format!("Par {stated} is wrong: {}.", bounds(answer)),
            (None, _) => format!("Par {stated}; the best is not proven."),
        };
        Par { stated: stated.to_owned(), holds, words }
    }
}

/// Whether a par is wrong, as far as the bounds of an answer tell that proves no best value: it is below what is proven
/// to be needed, or above what suffices. `None` where it may be right.
fn out_of_bounds(numbers: &[u64], answer: &Answer) -> Option<bool> {
    let (&[stated], at_least) = (numbers, at_least(answer)) else { return None };
    // Where a bound lies below the value that was found, less is better.
    let suffices = words::value(answer).filter(|&value| at_least.is_some_and(|bound| bound < value));
    let is_wrong = at_least.is_some_and(|bound| stated < bound) || suffices.is_some_and(|value| stated > value);
    is_wrong.then_some(false)
}

/// Returns the proven lower bound of the best value, where the answer proves one.
#[must_use]
pub fn at_least(answer: &Answer) -> Option<u64> {
    answer.body.as_ref()?.at_least()
}

/// Returns what is known of the best value where it is not proven, as a clause.
#[must_use]
pub fn bounds(answer: &Answer) -> String {
    let least = at_least(answer).map(|bound| format!("the best is at least {bound}"));
    let most = words::value(answer).map(|value| format!("{value} is enough"));
    least.into_iter().chain(most).collect::<Vec<_>>().join(", and ")
}

/// Returns the numbers that a par states: the best value, perhaps behind that of the level as it stands.
fn numbers(stated: &str) -> Vec<u64> {
    stated.split_whitespace().map_while(|number| number.parse().ok()).collect()
}

/// Returns the value of the level as it stands, where the answer is about the best change of it and the stated par has
/// a number for either.
#[must_use]
pub fn unchanged(stated: &str, answer: &Answer) -> Option<u64> {
    answer.body.as_ref()?.unchanged().filter(|_| numbers(stated).len() > 1)
}
