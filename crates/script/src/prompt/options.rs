//! Converts Luau values typed at the prompt: moves, and the options of a question.

use puzzles::declared;
use puzzles::record::split_moves;
use puzzles::{OptionSpec, OptionValue, Options, ValueKind};
use sandbox::mlua::{Table, Value};

/// 2^53: a Luau number represents every whole number up to it exactly.
const MAX_WHOLE: f64 = 9_007_199_254_740_992.0;

/// Describes a value in words, for error messages.
pub(super) fn words(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".into(),
        Value::Boolean(value) => value.to_string(),
        Value::Integer(_) | Value::Number(_) => format!("the number {}", plain(value)),
        Value::String(text) => format!("the text '{}'", text.to_string_lossy().chars().take(80).collect::<String>()),
        Value::Table(_) => "a table".into(),
        Value::Function(_) => "a function".into(),
        Value::UserData(_) => "a level".into(),
        _ => "something else".into(),
    }
}

/// Converts a string or a number to text.
fn plain(value: &Value) -> String {
    value.to_string().unwrap_or_default()
}

/// Reads moves: a string as on the command line, a number, a named vector, or a list of those.
pub(super) fn moves(value: &Value) -> Result<Vec<String>, String> {
    match value {
        Value::Integer(_) | Value::Number(_) => Ok(vec![plain(value)]),
        Value::String(text) => Ok(split_moves(&text.to_string_lossy())),
        Value::Table(table) => listed(table),
        other => Err(format!("moves are a text, a number or a list of those, not {}", words(other))),
    }
}

fn listed(table: &Table) -> Result<Vec<String>, String> {
    if let Ok(names @ Value::Table(_)) = table.raw_get::<Value>("names") {
        return moves(&names);
    }
    let mut out = Vec::new();
    for index in 1..=table.raw_len() {
        out.extend(moves(&table.raw_get(index).map_err(|error| error.to_string())?)?);
    }
    let others = table.clone().pairs::<Value, Value>().count() - table.raw_len();
    if others > 0 {
        return Err("moves are a list such as { \"1\", \"3\" }, and this table has other keys".into());
    }
    Ok(out)
}

/// Reads a board: a text, a list of numbers, or a vector with a name.
pub(super) fn board(value: &Value) -> Result<String, String> {
    let wrong = || format!("a board is a text or a list of numbers, not {}", words(value));
    match value {
        Value::String(text) => Ok(text.to_string_lossy()),
        Value::Table(table) => {
            let bits: Value = table.raw_get("bits").map_err(|error| error.to_string())?;
            if !bits.is_nil() {
                return board(&bits);
            }
            let numbers: Option<Vec<u64>> =
                (1..=table.raw_len()).map(|index| table.raw_get(index).ok().as_ref().and_then(whole)).collect();
            let numbers = numbers.filter(|numbers| !numbers.is_empty()).ok_or_else(wrong)?;
            Ok(numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
        }
        _ => Err(wrong()),
    }
}

/// Reads the options of a question that takes those in `known`: a table by name, or nil.
pub(super) fn asked(value: &Value, known: &[&'static OptionSpec]) -> Result<Options, String> {
    let mut asked = Options::default();
    let table = match value {
        Value::Nil => return Ok(asked),
        Value::Table(table) => table,
        other => return Err(format!("options are a table such as {{ all = true }}, not {}", words(other))),
    };
    let mut set: Vec<&str> = Vec::new();
    for pair in table.clone().pairs::<Value, Value>() {
        let (name, value) = pair.map_err(|error| error.to_string())?;
        let option = named(&name, known)?;
        if set.contains(&option.name) {
            return Err(format!("the option '{}' is given twice", option.name));
        }
        set.push(option.name);
        asked.set(option, option_value(option, &value)?)?;
    }
    Ok(asked)
}

/// Finds the option of a name among those that the question takes, or else among those of all questions: `Options::set`
/// or the question then rejects it with a better message.
fn named(name: &Value, known: &[&'static OptionSpec]) -> Result<&'static OptionSpec, String> {
    let all = declared::declared(crate::families());
    let called = |text: &str| {
        let own = known.iter().find(|option| option.is_called(text));
        own.or_else(|| all.iter().find(|option| option.is_called(text))).copied()
    };
    name.as_string().and_then(|name| called(&name.to_string_lossy())).ok_or_else(|| {
        let there = match name {
            Value::String(name) => format!("there is no option '{}'", name.to_string_lossy()),
            other => format!("an option has a name, and {} is none", words(other)),
        };
        let list =
            |options: &[&'static OptionSpec]| options.iter().map(|option| option.name).collect::<Vec<_>>().join(", ");
        match known.is_empty() {
            true => format!("{there}; this question takes none (others take {})", list(&all)),
            false => format!("{there}; this question takes {}", list(known)),
        }
    })
}

fn option_value(option: &OptionSpec, value: &Value) -> Result<OptionValue, String> {
    if option.value == ValueKind::Moves {
        return moves(value).map(OptionValue::List);
    }
    Ok(match value {
        Value::Boolean(value) => OptionValue::Switch(*value),
        Value::String(text) => match text.to_str() {
            Ok(text) => OptionValue::Text(text.to_owned()),
            Err(_) => OptionValue::Other("a text that is not UTF-8".into()),
        },
        Value::Integer(_) | Value::Number(_) => {
            whole(value).map_or(OptionValue::Other(words(value)), OptionValue::Number)
        }
        other => OptionValue::Other(words(other)),
    })
}

/// Reads a whole number, 0 or more.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // within what a number holds exactly
fn whole(value: &Value) -> Option<u64> {
    let number = match value {
        Value::Integer(number) => return u64::try_from(*number).ok(),
        Value::Number(number) => *number,
        _ => return None,
    };
    ((0.0..=MAX_WHOLE).contains(&number) && number.fract() == 0.0).then_some(number as u64)
}
