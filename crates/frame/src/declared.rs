//! What families declare, over all of them: their questions, and their options, of which those of one name must agree.

use crate::family::Family;
use crate::options::{ALL, COUNT, MOVES, OptionSpec, ROLE, SHARED, ValueKind};
use crate::questions::{QUESTIONS, QuestionRow};

/// Returns the rows of all questions that faces with these families list, each once: those of [`QUESTIONS`], whether
/// one of the families answers them or not, and then those that only a family declares.
#[must_use]
pub fn questions(families: &[&dyn Family]) -> Vec<&'static QuestionRow> {
    let mut rows = QUESTIONS.to_vec();
    for spec in families.iter().flat_map(|family| family.info().all_questions()) {
        if !rows.iter().any(|row| row.kind == spec.kind) {
            rows.push(spec.row);
        }
    }
    rows
}

/// Returns the row of the question with this name, if it is one of [`questions`].
#[must_use]
pub fn question(families: &[&dyn Family], name: &str) -> Option<&'static QuestionRow> {
    questions(families).into_iter().find(|row| row.name() == name)
}

/// Returns every option that some question of these families declares, each once. [`MOVES`], [`ROLE`], [`ALL`] and
/// [`COUNT`] come first. An option that any family may share is worded as for all of them where families word it
/// otherwise. Of any other that is a choice in one family and any text in another, the text is returned: it takes the
/// values of both.
#[must_use]
pub fn declared(families: &[&dyn Family]) -> Vec<&'static OptionSpec> {
    let mut found: Vec<&'static OptionSpec> = vec![&MOVES, &ROLE, &ALL, &COUNT];
    let questions = families.iter().flat_map(|family| family.info().all_questions());
    let options = questions.flat_map(|question| question.options);
    for option in options {
        let shared = || SHARED.iter().find(|shared| shared.name == option.name);
        match found.iter_mut().find(|known| known.name == option.name) {
            None => found.push(option),
            Some(known) if **known == **option => {}
            Some(known) => match (shared(), known.value, option.value) {
                (Some(shared), ..) => *known = shared,
                (None, ValueKind::Choice(_), ValueKind::Text) => *known = option,
                _ => {}
            },
        }
    }
    found
}

/// Checks that options of the same name agree in all families, and that no two options share a name on the command
/// line.
///
/// # Errors
/// Names the option that differs and its family.
pub fn agree(families: &[&dyn Family]) -> Result<(), String> {
    let all = declared(families);
    for family in families {
        for option in family.info().all_questions().flat_map(|question| question.options) {
            let first = all.iter().find(|known| known.is_called(option.name) || known.is_called(option.flag));
            let same = first.is_none_or(|known| {
                let narrower = (known.value, option.value);
                let fits = known.value == option.value || matches!(narrower, (ValueKind::Text, ValueKind::Choice(_)));
                (known.name, known.flag) == (option.name, option.flag) && fits
            });
            if !same {
                let (family, name) = (family.info().name, option.name);
                return Err(format!("the option '{name}' of the family '{family}' differs from another of that name"));
            }
        }
    }
    Ok(())
}
