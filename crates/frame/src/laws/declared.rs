//! The law of declarations: questions, options and roles are declared once, in a form that every face can show, and a
//! level declares nothing that its family does not.

use std::sync::Arc;

use super::{Broken, ensure};
use crate::family::Level;
use crate::info::FamilyInfo;
use crate::options::{OptionSpec, ValueKind};
use crate::query::QuestionKind;
use crate::question::QuestionSpec;

/// Checks the declarations of a family.
pub(super) fn by_family(info: &FamilyInfo) -> Result<(), Broken> {
    ensure(!info.roles.is_empty(), || "somebody plays".into())?;
    once(info.questions)?;
    for option in info.questions.iter().flat_map(|spec| spec.options) {
        shown(option)?;
    }
    Ok(())
}

/// Checks that a level belongs to the family that has loaded it and declares questions of that family.
pub(super) fn by_level(info: &FamilyInfo, level: &Arc<dyn Level>) -> Result<(), Broken> {
    let named = level.info().name;
    ensure(named == info.name, || format!("the level says that it is of the family '{named}'"))?;
    ensure(!level.roles().is_empty(), || "somebody plays the level".into())?;
    once(level.questions())?;
    level.questions().iter().try_for_each(|spec| {
        let known = info.question(spec.kind);
        let known = known.ok_or_else(|| format!("the family does not declare the question '{}'", spec.kind))?;
        // Stored answers are read with the options in the family's order, so the level's order must be the same.
        let mut rest = known.options.iter();
        let ordered = spec.options.iter().all(|option| rest.any(|other| other == option));
        ensure(ordered, || format!("the options of '{}' are not among the family's in its order", spec.kind))
    })
}

/// Each question is declared once, each of its options is declared once, and a run is left to the frame.
fn once(questions: &[QuestionSpec]) -> Result<(), Broken> {
    for (at, spec) in questions.iter().enumerate() {
        let again = spec.kind == QuestionKind::RUN || questions[..at].iter().any(|other| other.kind == spec.kind);
        ensure(!again, || format!("the question '{}' is declared already", spec.kind))?;
        for (at, option) in spec.options.iter().enumerate() {
            let again = spec.options[..at].iter().any(|other| other.name == option.name);
            ensure(!again, || format!("the option '{}' of '{}' is declared already", option.name, spec.kind))?;
        }
    }
    Ok(())
}

/// An option has names that every face can take, a placeholder unless it is a switch, and one line of help.
fn shown(option: &OptionSpec) -> Result<(), Broken> {
    let OptionSpec { name, flag, value, placeholder, help, default, .. } = *option;
    let written = |text: &str, between: char| {
        let part = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase());
        text.split(between).all(part)
    };
    ensure(written(name, '_'), || format!("the option '{name}' is not lower case with '_' between words"))?;
    ensure(written(flag, '-'), || format!("the flag '{flag}' is not lower case with '-' between words"))?;
    let switch = value == ValueKind::Switch;
    ensure(placeholder.is_empty() == switch, || format!("the option '{name}' has the placeholder '{placeholder}'"))?;
    let choice = matches!(value, ValueKind::Choice(_));
    ensure(default.is_empty() || choice, || {
        format!("the option '{name}' is no choice, and has the default '{default}'")
    })?;
    let line = !help.trim().is_empty() && !help.contains('\n');
    ensure(line, || format!("the option '{name}' has no line of help"))
}
