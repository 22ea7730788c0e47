//! Problems that follow from another one: the same mistake, found by a later pass.
//!
//! The table of [`on_one_line`] was made from the problems that single mistakes give; a text with one mistake in it
//! gives one error (test `one_mistake_is_one_error`).

use super::nearest::Nearest;
use crate::compiler::characters::words;
use crate::compiler::parsed::Parsed;
use crate::compiler::problem::{Code, Problem};

/// The problems without those that follow from another.
pub(super) fn left_out<'p>(problems: &'p [Problem], parsed: &Parsed, nearest: &Nearest<'_>) -> Vec<&'p Problem> {
    // The names that misspelt ones in the layers stand for.
    let misspelt = problems
        .iter()
        .filter(|problem| problem.code == Code::UndeclaredLayerName)
        .filter_map(|problem| nearest.name(problem));
    let misspelt: Vec<String> = misspelt.map(str::to_uppercase).collect();
    let is_misspelt = |problem: &Problem| name(problem).is_some_and(|name| misspelt.iter().any(|one| one == name));
    let follows = |problem: &Problem| {
        let mut others = problems.iter().filter(|other| other.code != problem.code);
        matches!(problem.code, Code::NameWithoutLayer | Code::ObjectWithoutLayer) && is_misspelt(problem)
            || problem.code == Code::PropertyInAggregate && !names_a_property(problem, parsed, nearest)
            || others.any(|cause| is_consequence(problem, cause, parsed, nearest))
    };
    problems.iter().filter(|problem| !follows(problem)).collect()
}

/// Whether a problem follows from another.
fn is_consequence(problem: &Problem, cause: &Problem, parsed: &Parsed, nearest: &Nearest<'_>) -> bool {
    use Code::*;
    let is_named_by_cause = |word: Option<String>| word.is_some() && nearest.first_word(cause) == word;
    match (problem.code, cause.code) {
        // Nothing is called so, which was said before.
        (UndeclaredName, MissingPlayer) | (UndeclaredBackground, MissingBackground) => true,
        // What the object's colours or rows lack was refused in them.
        (ObjectWithoutColour, UnknownObjectColour) | (SpriteNotFiveByFive, InvalidPixel | SpriteRowTooLong) => {
            is_in_object(cause, problem, parsed)
        }
        // An object without a layer is told at the object.
        (NameWithoutLayer, ObjectWithoutLayer) => name(problem) == name(cause),
        // The legend's line says why its character means nothing, and why its name does.
        (UndeclaredLevelCharacter | UndeclaredLevelKey, UndeclaredLegendName | PropertyInAggregate) => {
            is_named_by_cause(character(problem))
        }
        (UndeclaredLayerName, UndeclaredLegendName) | (MixedLegendKinds, PropertyInAggregate) => {
            is_named_by_cause(name(problem).map(str::to_lowercase))
        }
        (BackgroundWithoutLayer, UndeclaredLegendName) => is_named_by_cause(Some("background".to_owned())),
        (UndeclaredName, UndeclaredLegendName | PropertyInAggregate) => is_named_by_cause(Some("player".to_owned())),
        _ => problem.line.is_some() && problem.line == cause.line && on_one_line(problem, cause),
    }
}

/// Whether a problem follows from another one of its line.
fn on_one_line(problem: &Problem, cause: &Problem) -> bool {
    use Code::*;
    match (problem.code, cause.code) {
        // A word that means nothing is no part of the rule, which is then read with a gap.
        (
            MissingArrow
            | RelativeRuleDirection
            | UnknownRulePrefix
            | BracketInUnfinishedCell
            | SecondMovement
            | MovementWithoutObject
            | UnexpectedRuleWord
            | UnequalRowCount
            | UnequalCellCount
            | EmptyLeftSide,
            UndeclaredRuleWord,
        ) => true,
        (UnknownRulePrefix, RuleBeginsWithObject)
        | (UnknownRulePrefix | CommandBeforeArrow | UnequalRowCount | EmptyLeftSide, MissingArrow) => true,
        (EmptyLeftSide, UnknownRulePrefix) => true,
        // A name twice in one cell cannot be there twice.
        (ImpossibleLeftSide | CellSharesLayer | RuleNeverApplies, DuplicateInCell) => true,
        (UndeclaredLevelCharacter, UndeclaredLevelKey) => character(problem) == character(cause),
        (UndeclaredWinName, UndeclaredWinWord)
        | (EllipsisOnLeftAlone, EllipsisAtRowEdge)
        | (MissingLegendOperator, UnknownLegendOperator)
        | (UnfinishedLegendEntry, MissingLegendEquals)
        | (SectionNotFirst, DuplicateSection) => {
            problem.column == cause.column || problem.code == UnfinishedLegendEntry
        }
        (UnfinishedWinCondition, InvalidWinConditionWord | UnknownWinQuantifier) => true,
        // A member that is not declared is in no layer.
        (BackgroundInSeveralLayers, UndeclaredLegendName) => true,
        // Where a side is missing, the size says more than the side.
        (InvalidScreenSize, InvalidScreenNumber | ScreenNumberWithoutDigit) => !has_no_part(cause),
        (InvalidScreenNumber, InvalidScreenSize) => has_no_part(problem),
        (ScreenSizeNotPositive, ScreenNumberNotPositive) => true,
        _ => false,
    }
}

/// Whether a side of a screen is refused because nothing stands there.
fn has_no_part(problem: &Problem) -> bool {
    problem.values.iter().any(|(key, value)| *key == "part" && value.is_empty())
}

/// Whether the line of a problem names a property itself. An aggregate that only contains another one with a property
/// repeats the mistake of that.
fn names_a_property(problem: &Problem, parsed: &Parsed, nearest: &Nearest<'_>) -> bool {
    let mut words = nearest.line(problem).into_iter().flat_map(words).skip(1).map(str::to_lowercase);
    words.any(|word| parsed.names.get(&word).is_some_and(|name| parsed.is_property(name)))
}

/// Whether a problem is in the lines of the object that another problem is about.
fn is_in_object(problem: &Problem, object: &Problem, parsed: &Parsed) -> bool {
    let Some((line, first)) = problem.line.zip(object.line) else { return false };
    let next = parsed.objects.iter().map(|object| object.line).filter(|next| *next > first).min();
    line >= first && next.is_none_or(|next| line < next)
}

/// The name that a problem is about.
fn name(problem: &Problem) -> Option<&str> {
    problem.values.iter().find(|(key, _)| *key == "NAME").map(|(_, value)| value.as_str())
}

/// The character of a level that a problem is about, in lower case.
fn character(problem: &Problem) -> Option<String> {
    problem.values.iter().find(|(key, _)| matches!(*key, "char" | "CHAR")).map(|(_, value)| value.to_lowercase())
}
