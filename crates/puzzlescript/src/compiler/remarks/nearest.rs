//! The declared name, or the word of the language, that is nearest to one that means nothing.
//!
//! Near is what one or two slips of the keys lead to: a character left out, added, changed, or two exchanged (the
//! optimal string alignment distance). Words of up to two characters are near to nothing, and so are those of more than
//! [`MAX_LENGTH`].

use std::borrow::Cow;

use crate::compiler::characters::{is_in_name, words};
use crate::compiler::parsed::Parsed;
use crate::compiler::problem::{Code, Problem};
use crate::compiler::vocabulary::{
    COLORS, EVENTS, FLAGS, RULE_PREFIXES, SETTINGS, SOUND_DIRECTIONS, SOUND_VERBS, WIN_QUANTIFIERS, rule_words,
};

/// The characters of the longest word that is compared.
const MAX_LENGTH: usize = 24;

/// The number of names that are looked through.
const MAX_NAMES: usize = 1000;

/// What words may have meant, of one text.
pub(super) struct Nearest<'t> {
    parsed: &'t Parsed,
    lines: Vec<&'t str>,
}

impl<'t> Nearest<'t> {
    pub(super) fn new(parsed: &'t Parsed, source: &'t str) -> Self {
        Self { parsed, lines: source.split('\n').collect() }
    }

    /// What the author of a word that a problem refuses may have meant.
    pub(super) fn of(&self, problem: &Problem) -> Option<Cow<'t, str>> {
        use Code::*;
        let word = self.word(problem)?;
        let known = match problem.code {
            UndeclaredRuleWord | UnexpectedRuleWord => {
                [rule_words().collect(), RULE_PREFIXES.to_vec(), vec!["random"]].concat()
            }
            UndeclaredSoundSubject => EVENTS.to_vec(),
            MissingSoundVerb => SOUND_VERBS.to_vec(),
            InvalidSoundDirection | UnknownSoundDirection => SOUND_DIRECTIONS.to_vec(),
            UnknownObjectColour | UnreadableColour => COLORS.to_vec(),
            UnknownSetting => [&SETTINGS[..], &FLAGS].concat(),
            UnknownWinQuantifier => WIN_QUANTIFIERS.to_vec(),
            _ => Vec::new(),
        };
        let takes_names = !matches!(
            problem.code,
            MissingSoundVerb
                | InvalidSoundDirection
                | UnknownSoundDirection
                | UnknownObjectColour
                | UnreadableColour
                | UnknownSetting
                | UnknownWinQuantifier
        );
        let names = takes_names.then(|| self.names()).into_iter().flatten();
        let known = known.into_iter().map(|known| (known, None));
        let (name, line) = closest(&word, names.chain(known))?;
        Some(match line {
            Some(line) => self.spelt(name, line),
            None => name.into(),
        })
    }

    /// The declared name that a problem's name may have meant.
    pub(super) fn name(&self, problem: &Problem) -> Option<&'t str> {
        closest(&self.word(problem)?, self.names()).map(|(name, _)| name)
    }

    /// The first word of the line of a problem, in lower case.
    pub(super) fn first_word(&self, problem: &Problem) -> Option<String> {
        words(self.line(problem)?).next().map(str::to_lowercase)
    }

    /// The line of a problem.
    pub(super) fn line(&self, problem: &Problem) -> Option<&'t str> {
        self.lines.get((problem.line? as usize).checked_sub(1)?).copied()
    }

    /// The word that a problem refuses, in lower case.
    fn word(&self, problem: &Problem) -> Option<String> {
        use Code::*;
        let value = match problem.code {
            UndeclaredRuleWord
            | UnexpectedRuleWord
            | UndeclaredSoundSubject
            | UnknownObjectColour
            | InvalidSoundDirection
            | UnknownSoundDirection => "word",
            UndeclaredLegendName | UndeclaredLayerName | NameWithoutLayer => "NAME",
            UnknownWinQuantifier | UndeclaredWinWord => "WORD",
            UndeclaredObject | UndeclaredWinName | UndeclaredSoundObject => "name",
            UnreadableColour => "color",
            MissingPlayer => return Some("player".to_owned()),
            MissingBackground => return Some("background".to_owned()),
            UnknownSetting | MissingSoundVerb => return self.word_at(problem),
            _ => return None,
        };
        let (_, value) = problem.values.iter().find(|(key, _)| *key == value)?;
        Some(value.to_lowercase())
    }

    /// The word at the column of a problem, in lower case.
    fn word_at(&self, problem: &Problem) -> Option<String> {
        let rest = self.line(problem)?.chars().skip((problem.column? as usize).checked_sub(1)?);
        Some(rest.take_while(|character| is_in_name(*character)).collect::<String>().to_lowercase())
    }

    /// The declared names with their lines, in the order of the text.
    fn names(&self) -> impl Iterator<Item = (&'t str, Option<u32>)> + use<'t> {
        let parsed = self.parsed;
        let objects = parsed.objects.iter().map(|object| (object.name, object.line));
        let synonyms = parsed.synonyms.iter().map(|synonym| (synonym.name, synonym.line));
        let collections = parsed.aggregates.iter().chain(&parsed.properties).map(|entry| (entry.name, entry.line));
        objects.chain(synonyms).chain(collections).map(|(name, line)| (parsed.name(name), Some(line))).take(MAX_NAMES)
    }

    /// A name as its author spelt it where it was declared.
    fn spelt(&self, name: &'t str, line: u32) -> Cow<'t, str> {
        let line = self.lines.get(line as usize - 1).copied().unwrap_or_default();
        words(line).find(|word| word.to_lowercase() == name).unwrap_or(name).into()
    }
}

/// The name nearest to a word, the first of several; none if all are too far.
pub(super) fn closest<'n>(
    word: &str,
    names: impl Iterator<Item = (&'n str, Option<u32>)>,
) -> Option<(&'n str, Option<u32>)> {
    let word: Vec<char> = word.chars().collect();
    let most = match word.len() {
        0..=2 => return None,
        length if length > MAX_LENGTH => return None,
        3..=5 => 1,
        _ => 2,
    };
    let near = names.filter_map(|(name, line)| {
        let name_characters: Vec<char> = name.chars().collect();
        let is_candidate = name_characters.len() > 1 && name_characters.len().abs_diff(word.len()) <= most;
        let distance = is_candidate.then(|| distance(&word, &name_characters))?;
        (1..=most).contains(&distance).then_some((distance, (name, line)))
    });
    near.min_by_key(|(distance, _)| *distance).map(|(_, found)| found)
}

/// How many characters must be added, left out, changed or exchanged with the next to make one word the other.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let same = usize::from(one[i - 1] != other[j - 1]);
            let mut best = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + same);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(word: &str) -> Option<&'static str> {
        let names = ["Crate", "wall", "target", "player", "p"];
        closest(word, names.into_iter().map(|name| (name, None))).map(|(name, _)| name)
    }

    #[test]
    fn one_or_two_slips_are_near() {
        let words = ["wal", "walll", "wlal", "targe", "taregt", "plaier", "targgett", "wa", "p", "tar", "wall"];
        let wall = Some("wall");
        let (target, player) = (Some("target"), Some("player"));
        let expected = [wall, wall, wall, target, target, player, target, None, None, None, None];
        assert_eq!(words.map(near), expected);
    }

    #[test]
    fn distances_count_exchanged_characters_once() {
        let of =
            |one: &str, other: &str| distance(&one.chars().collect::<Vec<_>>(), &other.chars().collect::<Vec<_>>());
        assert_eq!([of("", "abc"), of("abc", "acb"), of("abc", "abc"), of("abcd", "badc")], [3, 1, 0, 2]);
    }
}
