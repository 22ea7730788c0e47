//! Characters beyond the basic plane, such as emoji: the compiler reads a level in UTF-16 units, as its reference does,
//! and finds two problems in one such character. An author is told of the character, once a line.

use super::nearest::Nearest;
use crate::compiler::problem::Problem;

/// The problems with whole characters in place of halves, each once a line.
pub(super) fn joined<'p>(problems: impl Iterator<Item = &'p Problem>, nearest: &Nearest<'_>) -> Vec<Problem> {
    let mut told: Vec<(Option<u32>, char)> = Vec::new();
    let joined = problems.filter_map(|problem| match whole(problem, nearest) {
        Some(character) if told.contains(&(problem.line, character)) => None,
        Some(character) => {
            told.push((problem.line, character));
            let mut values = problem.values.clone();
            values.iter_mut().filter(|(key, _)| is_key(key)).for_each(|(_, value)| *value = character.to_string());
            Some(Problem { values, ..problem.clone() })
        }
        None => Some(problem.clone()),
    });
    joined.collect()
}

/// The character of which a problem names a half: that at its place.
fn whole(problem: &Problem, nearest: &Nearest<'_>) -> Option<char> {
    let (_, value) = problem.values.iter().find(|(key, _)| is_key(key))?;
    let unit = value.get(..2).filter(|mark| mark.eq_ignore_ascii_case("\\u")).and(value.get(2..))?;
    let is_half = u16::from_str_radix(unit, 16).is_ok_and(|unit| (0xd800..0xe000).contains(&unit));
    let line = nearest.line(problem).filter(|_| is_half)?;
    line.chars().nth((problem.column? as usize).checked_sub(1)?)
}

fn is_key(key: &str) -> bool {
    matches!(key, "char" | "CHAR")
}
