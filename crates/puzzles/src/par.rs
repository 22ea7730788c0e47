//! The best value that an author claims, beside the proven one.
//!
//! A par is one number, or two where the answer is about the best change of a level: the value of the level as it stands, then
//! that of the best change.

use crate::answer::{Answer, Verdict};
use crate::told::Par;
use crate::words;

impl Par {
    /// Compares a stated par with an answer to the question for the best value.
    #[must_use]
    pub fn of(stated: &str, answer: &Answer) -> Par {
        let numbers = numbers(stated);
        let proven = words::proven(answer).map(|best| (unchanged(stated, answer), best));
        let is_right = |(now, best): (Option<u64>, u64)| now.into_iter().chain([best]).eq(numbers.iter().copied());
        let holds = match answer.verdict {
            Some(Verdict::Found) => proven.map(is_right),
            Some(Verdict::Impossible) => Some(false),
            _ => None,
        };
        let words = match (holds, proven) {
            (Some(true), _) => format!("Par {stated} is the proven best."),
            (Some(false), Some((now, best))) => {
                let now = now.map(|now| format!("{now} ")).unwrap_or_default();
                format!("Par {stated} is wrong: the proven best is {now}{best}.")
            }
            (Some(false), None) => format!("Par {stated} is wrong: there is no solution."),
            (None, _) => format!("Par {stated}; the best is not proven."),
        };
        Par { stated: stated.to_owned(), holds, words }
    }
}

/// Returns the numbers that a par states: the best value, perhaps behind that of the level as it stands.
fn numbers(stated: &str) -> Vec<u64> {
    stated.split_whitespace().map_while(|number| number.parse().ok()).collect()
}

/// Returns the value of the level as it stands, where the answer is about the best change of it and the stated par has a number
/// for either.
#[must_use]
pub fn unchanged(stated: &str, answer: &Answer) -> Option<u64> {
    answer.body.as_ref()?.unchanged().filter(|_| numbers(stated).len() > 1)
}
