//! How many programs there are of each length.
//!
//! Loop counts aside, a program is a sequence of parts: an action, or a loop over a sequence that is not empty. With
//! P(n) programs of n tokens, the first part leaves P(n) = 3 P(n - 1) + P(1) P(n - 2) + ... + P(n - 1) P(0).

use num_bigint::BigUint;

use super::body::ProgramLength;
use super::program::Action;
use frame::value::BigCount;

/// The table of the lengths from one token on, given how many compositions were run for each.
pub(super) fn table(compositions: &[u64]) -> Vec<ProgramLength> {
    let programs = programs(compositions.len());
    let lengths = (1..).zip(programs.into_iter().skip(1)).zip(compositions);
    let length = |((tokens, programs), &compositions): ((u64, BigUint), &u64)| ProgramLength {
        tokens,
        programs: BigCount(programs),
        compositions,
    };
    lengths.map(length).collect()
}

/// How many programs there are of each length from 0 to `most`, loop counts aside.
fn programs(most: usize) -> Vec<BigUint> {
    let mut counts = vec![BigUint::from(1_u8)];
    for size in 1..=most {
        let actions = &counts[size - 1] * Action::ALL.len();
        let loops: BigUint = (1..size).map(|body| &counts[body] * &counts[size - 1 - body]).sum();
        counts.push(actions + loops);
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::parse;

    /// All texts of tokens and braces, read by the program's own parser.
    #[test]
    fn the_counts_are_those_of_all_texts() {
        let mut texts = vec![String::new()];
        let mut found = vec![0_u32; 5];
        while let Some(text) = texts.pop() {
            let tokens = text.chars().filter(|character| *character != '}').count();
            let program = text.replace('O', "LOOP{");
            if parse(&program).is_ok() {
                found[tokens] += 1;
            }
            if text.len() < 8 {
                let next = |character: char| tokens < 4 || character == '}';
                texts.extend(
                    "FLRO}".chars().filter(|&character| next(character)).map(|character| format!("{text}{character}")),
                );
            }
        }
        let counts: Vec<BigUint> = found.into_iter().map(BigUint::from).collect();
        assert_eq!(programs(4), counts);
        assert_eq!(counts[1..], [3_u32, 12, 57, 300].map(BigUint::from));
    }
}
