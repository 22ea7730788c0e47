//! The cases of a campaign: a test over random cases that are numbered from 0, of which `./test` tries the first few
//! and a person as many as the variable `CASES` asks for.
//!
//! Each case makes its random numbers from its own number, so that a case that fails is tried alone by
//! `CASES=1234..1235`.

use std::ops::Range;

/// Returns the numbers of the cases to try: `0..sample`, or those that the environment variable `CASES` names as a
/// count (`5000`) or a range (`5000..6000`). Panics where `CASES` is neither.
#[must_use]
pub fn cases(sample: u64) -> Range<u64> {
    std::env::var("CASES")
        .map_or(0..sample, |text| parse(&text).unwrap_or_else(|| panic!("CASES: {text:?}; expected N or A..B")))
}

/// Returns whether a person runs a campaign: the environment variable `CASES` is set.
#[must_use]
pub fn by_hand() -> bool {
    std::env::var_os("CASES").is_some()
}

fn parse(text: &str) -> Option<Range<u64>> {
    match text.split_once("..") {
        Some((first, end)) => Some(first.parse().ok()?..end.parse().ok()?),
        None => Some(0..text.parse().ok()?),
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn cases_are_a_count_or_a_range() {
        assert_eq!((parse("5000"), parse("12..13"), parse("12..")), (Some(0..5000), Some(12..13), None));
    }
}
