//! The law of options: one that a question knows is obeyed, every other is refused, and a value that means nothing is
//! never ignored.

use std::sync::Arc;

use engines::{Budget, Context};

use super::{Broken, ensure, holds, limits};
use crate::family::{Family, Level, ask, check};
use crate::options::{OPTIONS, OptionSpec, OptionValue, ValueKind};
use crate::play::Role;
use crate::problem::AskError;
use crate::question::{Detail, Options, Question, QuestionKind};
use crate::record::Record;

/// Nodes for each question with an option: what it says of itself must be right, answered or not.
const MOST_NODES: u64 = 3_000_000;
/// A text and a move that no family knows.
const NONSENSE: &str = "no such thing";
/// A place outside of every board.
const NOWHERE: &str = "4000000000,4000000000,left";

/// Asks a question with each option of the table, one at a time.
pub(super) fn obeyed_or_refused(family: &dyn Family, level: &Arc<dyn Level>, kind: QuestionKind) -> Result<(), Broken> {
    OPTIONS.iter().try_for_each(|option| {
        let told = |broken| format!("'{kind}' with '{}': {broken}", option.name);
        if knows(family, level, kind, option) {
            obeyed(family, level, kind, option).and_then(|()| nonsense(family, level, kind, option)).map_err(told)
        } else {
            refused(family, level, kind, option).map_err(told)
        }
    })
}

/// Whether the level's question takes the option; where one alone plays, naming that role is taken everywhere.
fn knows(family: &dyn Family, level: &Arc<dyn Level>, kind: QuestionKind, option: &OptionSpec) -> bool {
    let alone = option.detail == Detail::Role && level.roles(family.info()).len() == 1;
    let runs = kind == QuestionKind::Run && matches!(option.detail, Detail::Moves | Detail::Role);
    let offered = |offer: &&crate::question::QuestionSpec| offer.kind == kind && offer.details.contains(&option.detail);
    alone || runs || level.questions().iter().any(|offer| offered(&offer))
}

/// The question with this option alone.
fn with(kind: QuestionKind, option: &OptionSpec, value: OptionValue) -> Result<Question, Broken> {
    let mut asked = Options::default();
    asked.set(option, value)?;
    Ok(Question { kind, asked })
}

/// Values that mean something for this level; none where that depends on the family.
fn meant(family: &dyn Family, level: &Arc<dyn Level>, option: &OptionSpec) -> Vec<OptionValue> {
    let first = || {
        let role = Role(level.roles(family.info()).first().copied().unwrap_or("player"));
        let record = Record::new(Arc::clone(level), role);
        record.play().moves().next().map(|text| OptionValue::List(vec![text]))
    };
    match option.detail {
        Detail::Role => level.roles(family.info()).iter().map(|role| OptionValue::Text((*role).into())).collect(),
        Detail::Moves => first().into_iter().collect(),
        _ if option.value == ValueKind::Switch => vec![OptionValue::Switch(true)],
        _ => Vec::new(),
    }
}

/// An option that is known is answered, the answer says that it was asked so, and holds.
fn obeyed(family: &dyn Family, level: &Arc<dyn Level>, kind: QuestionKind, option: &OptionSpec) -> Result<(), Broken> {
    for value in meant(family, level, option) {
        let question = with(kind, option, value)?;
        let cx = Context::new(Budget { nodes: Some(MOST_NODES), ..limits(kind).budget() });
        let answer = ask(family.info(), level, &question, &cx).map_err(|refusal| refusal.to_string())?;
        ensure(answer.asked == question.asked, || format!("the answer says that it was asked {:?}", answer.asked))?;
        if option.value == ValueKind::Switch {
            holds(family.info(), level, &question, &answer)?;
        } else if kind != QuestionKind::Run {
            let checked = check(family.info(), level, &question, &answer, &Context::default());
            checked.map_err(|flaw| format!("the checker refuses the answer: {flaw}"))?;
        }
    }
    Ok(())
}

/// A value that means nothing is refused, not ignored.
fn nonsense(
    family: &dyn Family,
    level: &Arc<dyn Level>,
    kind: QuestionKind,
    option: &OptionSpec,
) -> Result<(), Broken> {
    let value = match option.value {
        ValueKind::Switch | ValueKind::Number => return Ok(()),
        ValueKind::Text => OptionValue::Text(NONSENSE.into()),
        ValueKind::Place => OptionValue::Text(NOWHERE.into()),
        ValueKind::Moves => OptionValue::List(vec![NONSENSE.into()]),
    };
    match ask(family.info(), level, &with(kind, option, value)?, &Context::default()) {
        Err(AskError::NotOffered(_) | AskError::Illegal { .. }) => Ok(()),
        other => Err(format!("'{NONSENSE}' is not refused: {other:?}")),
    }
}

/// An option that is not known is refused by its name.
fn refused(family: &dyn Family, level: &Arc<dyn Level>, kind: QuestionKind, option: &OptionSpec) -> Result<(), Broken> {
    let value = match option.value {
        ValueKind::Switch => OptionValue::Switch(true),
        ValueKind::Number => OptionValue::Number(1),
        ValueKind::Text => OptionValue::Text(NONSENSE.into()),
        ValueKind::Place => OptionValue::Text("1,1,left".into()),
        ValueKind::Moves => OptionValue::List(vec![NONSENSE.into()]),
    };
    match ask(family.info(), level, &with(kind, option, value)?, &Context::default()) {
        Err(AskError::NotOffered(message)) if message.contains(option.name) => Ok(()),
        other => Err(format!("it is not known but not refused: {other:?}")),
    }
}
