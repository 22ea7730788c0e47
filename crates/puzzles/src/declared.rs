//! The options that families declare: all of them, and that those of one name agree.

use crate::family::Family;
use crate::options::{ALL, COUNT, EXPLAIN, MOVES, OptionSpec, ROLE, RULE, ValueKind};

/// Returns every option that some question of these families declares, each once. [`MOVES`], [`ROLE`], [`ALL`] and
/// [`COUNT`] come first. Of an option that is a choice in one family and any text in another, the text is returned, and
/// of [`RULE`] and [`EXPLAIN`] where families differ in their choices or words: it is said as for all of them.
#[must_use]
pub fn declared(families: &[&dyn Family]) -> Vec<&'static OptionSpec> {
    let mut found: Vec<&'static OptionSpec> = vec![&MOVES, &ROLE, &ALL, &COUNT];
    let options = families.iter().flat_map(|family| family.info().questions).flat_map(|question| question.options);
    for option in options {
        match found.iter_mut().find(|known| known.name == option.name) {
            None => found.push(option),
            Some(known) => {
                let is_other = matches!(known.value, ValueKind::Choice(_)) && known.value != option.value;
                let shared = [&RULE, &EXPLAIN].into_iter().find(|shared| shared.name == option.name);
                match shared.filter(|_| **known != **option) {
                    Some(shared) => *known = shared,
                    None if is_other => *known = option,
                    None => {}
                }
            }
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
        for option in family.info().questions.iter().flat_map(|question| question.options) {
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
