//! The law of options: one that a question declares is obeyed, every other is refused, and a value that means nothing
//! is never ignored.

use std::sync::Arc;

use engines::{Budget, Context};

use super::{Asking, Bounds, Broken, MAX_MAPPED, answers, ensure};
use crate::answer::Answer;
use crate::ask::{ask, check, offered};
use crate::family::{Level, question};
use crate::options::{MOVES, OptionSpec, OptionValue, Options, ROLE, ValueKind};
use crate::problem::{AskError, CheckError};
use crate::query::QuestionKind;
use crate::question::{Question, QuestionSpec};
use crate::status::Role;

/// The node limit for each question with an option; the answer must be right whether it is finished or not.
const MAX_NODES: u64 = 3_000_000;
/// The node limit for each question with a number, and for its check; most of those questions are not meant to finish.
const FEW_NODES: u64 = 100_000;
/// A text and a move that no family knows.
const NONSENSE: &str = "no such thing";

/// Asks a question with each of these options, one at a time, and with all that it declares.
pub(super) fn obeyed_or_refused(
    level: &Arc<dyn Level>,
    spec: &QuestionSpec,
    asking: &Asking<'_>,
) -> Result<(), Broken> {
    let Asking { options, bounds } = *asking;
    for option in options {
        let holds = if is_known(level, spec, option) {
            // Such a question takes options together: tests of its own ask it with each.
            if spec.row.needs_an_option {
                nonsense(level, spec.kind, option)
            } else {
                obeyed(level, spec.kind, option, bounds).and_then(|()| nonsense(level, spec.kind, option))
            }
        } else {
            refused(level, spec.kind, option)
        };
        holds.map_err(|broken| format!("'{}' with '{}': {broken}", spec.kind, option.name))?;
    }
    in_the_declared_order(level, spec).map_err(|broken| format!("'{}': {broken}", spec.kind))
}

/// Whether the question takes the option. Where there is only one role, every question takes the option for it.
fn is_known(level: &Arc<dyn Level>, spec: &QuestionSpec, option: &OptionSpec) -> bool {
    let alone = option.name == ROLE.name && level.roles().len() == 1;
    alone || spec.option(option.name).is_some()
}

/// The question with this option alone.
fn with(kind: QuestionKind, option: &OptionSpec, value: OptionValue) -> Result<Question, Broken> {
    let mut asked = Options::default();
    asked.set(option, value)?;
    Ok(Question { kind, asked })
}

/// Returns values that every level accepts; none where that depends on the family.
fn meant(level: &Arc<dyn Level>, option: &OptionSpec) -> Vec<OptionValue> {
    let texts = |texts: &[&str]| texts.iter().map(|&text| OptionValue::Text(text.into())).collect();
    match option.value {
        _ if option.name == ROLE.name => texts(level.roles()),
        _ if option.name == MOVES.name => first_move(level).into_iter().collect(),
        ValueKind::Switch => vec![OptionValue::Switch(true)],
        ValueKind::Choice(choices) => texts(choices),
        ValueKind::Number | ValueKind::Text | ValueKind::Moves => Vec::new(),
    }
}

/// The first move of the first role, as a list.
fn first_move(level: &Arc<dyn Level>) -> Option<OptionValue> {
    let role = Role(level.roles().first().copied()?);
    let position = Arc::clone(level).start(role, &Context::default());
    let first = position.moves().next();
    first.map(|text| OptionValue::List(vec![text]))
}

/// A question with a known option is answered, and the answer states the option and passes the checker.
fn obeyed(level: &Arc<dyn Level>, kind: QuestionKind, option: &OptionSpec, bounds: Bounds) -> Result<(), Broken> {
    let (values, may_refuse) = (meant(level, option), may_refuse(level, kind, option));
    let mut are_all_refused = !values.is_empty();
    for value in values {
        let posed = with(kind, option, value)?;
        let cx = bounds.within(kind, MAX_NODES);
        let answer = match asked(level, &posed, &cx) {
            Err(AskError::NotOffered(_)) if may_refuse => continue,
            other => other.map_err(|refusal| refusal.to_string())??,
        };
        are_all_refused = false;
        if option.value == ValueKind::Switch {
            answers::hold(level, &answer, bounds)?;
        } else if kind != QuestionKind::RUN {
            match check(level, &answer, &bounds.checking()) {
                Err(flaw) if !bounds.stopped(&flaw) => return Err(format!("the checker refuses the answer: {flaw}")),
                _ => {}
            }
        }
    }
    if are_all_refused {
        return Err("every choice is refused".to_owned());
    }
    if option.value == ValueKind::Number { numbers(level, kind, option, bounds) } else { Ok(()) }
}

/// Whether a question may refuse some choices of an option in words: the level's main question obeys all of them.
fn may_refuse(level: &Arc<dyn Level>, kind: QuestionKind, option: &OptionSpec) -> bool {
    let is_taken = question(&**level, QuestionKind::SOLVE).is_some_and(|solve| solve.option(option.name).is_some());
    matches!(option.value, ValueKind::Choice(_)) && kind != QuestionKind::SOLVE && is_taken
}

/// Asks within limits; the answer must state what was asked.
fn asked(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Result<Answer, Broken>, AskError> {
    let answer = ask(level, question, cx)?;
    let same = answer.asked == question.asked;
    let says = || format!("the answer says that it was asked with {:?}", answer.asked);
    Ok(if same { Ok(answer) } else { Err(says()) })
}

/// A number is obeyed or refused, however small or large.
fn numbers(level: &Arc<dyn Level>, kind: QuestionKind, option: &OptionSpec, bounds: Bounds) -> Result<(), Broken> {
    let nodes = bounds.nodes.map_or(FEW_NODES, |most| most.min(FEW_NODES));
    let budget = Budget { nodes: Some(nodes), bytes: Some(MAX_MAPPED), ..Budget::default() };
    for number in [0, 1, u64::MAX] {
        let question = with(kind, option, OptionValue::Number(number))?;
        let answer = match asked(level, &question, &Context::new(budget)) {
            Err(AskError::NotOffered(_)) => continue,
            Err(refusal) => return Err(format!("{number}: {refusal}")),
            Ok(answer) => answer.map_err(|broken| format!("{number}: {broken}"))?,
        };
        answers::kept_by_json(level, &answer)?;
        match check(level, &answer, &Context::new(budget)) {
            Ok(_) | Err(CheckError::Unchecked(AskError::Halted(_))) => {}
            Err(flaw) => return Err(format!("the checker refuses the answer for {number}: {flaw}")),
        }
    }
    Ok(())
}

/// A value that means nothing is refused, not ignored.
fn nonsense(level: &Arc<dyn Level>, kind: QuestionKind, option: &OptionSpec) -> Result<(), Broken> {
    let value = match option.value {
        ValueKind::Switch | ValueKind::Number => return Ok(()),
        // Set as a face would, since the option itself refuses a text that is none of its choices.
        ValueKind::Text | ValueKind::Choice(_) => serde_json::json!({ option.name: NONSENSE }),
        ValueKind::Moves => serde_json::json!({ option.name: [NONSENSE] }),
    };
    let asked: Options = serde_json::from_value(value).map_err(|error| error.to_string())?;
    match ask(level, &Question { kind, asked }, &Context::default()) {
        Err(AskError::NotOffered(_) | AskError::Illegal { .. }) => Ok(()),
        other => Err(format!("'{NONSENSE}' is not refused: {other:?}")),
    }
}

/// An unknown option is refused, and the message names it.
fn refused(level: &Arc<dyn Level>, kind: QuestionKind, option: &OptionSpec) -> Result<(), Broken> {
    match ask(level, &with(kind, option, any(option.value))?, &Context::default()) {
        Err(AskError::NotOffered(message)) if message.contains(option.name) => Ok(()),
        other => Err(format!("it is not known but not refused: {other:?}")),
    }
}

/// Some value of a kind.
fn any(kind: ValueKind) -> OptionValue {
    match kind {
        ValueKind::Switch => OptionValue::Switch(true),
        ValueKind::Number => OptionValue::Number(1),
        ValueKind::Text => OptionValue::Text(NONSENSE.into()),
        ValueKind::Choice(choices) => OptionValue::Text(choices.first().copied().unwrap_or_default().into()),
        ValueKind::Moves => OptionValue::List(vec![NONSENSE.into()]),
    }
}

/// Options that are given in any order are written in the declared one.
fn in_the_declared_order(level: &Arc<dyn Level>, spec: &QuestionSpec) -> Result<(), Broken> {
    let mut asked = Options::default();
    let mut names: Vec<&str> = Vec::new();
    for option in spec.options.iter().rev() {
        let value = meant(level, option).into_iter().next().unwrap_or_else(|| any(option.value));
        asked.set(option, value)?;
        names.insert(0, option.name);
    }
    let question = Question { kind: spec.kind, asked };
    let arranged = offered(&**level, &question).map_err(|refusal| refusal.to_string())?.asked;
    let written: Vec<&str> = arranged.given().map(|(name, _)| name).collect();
    ensure(written == names, || format!("the options {names:?} are written as {written:?}"))?;
    match ask(level, &question, &Bounds::default().within(spec.kind, 0)) {
        Err(_) => Ok(()), // The family may refuse options that exclude each other.
        Ok(answer) => {
            let written: Vec<&str> = answer.asked.given().map(|(name, _)| name).collect();
            ensure(written == names, || format!("the answer lists the options {names:?} as {written:?}"))?;
            answers::kept_by_json(level, &answer).map(drop)
        }
    }
}
