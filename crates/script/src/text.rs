//! Loads a script: runs it, reads the table that it returns, and calls its functions for the start. The canonical text
//! of a script is its source.

use ::picture::ColourRole;
use puzzles::{Likeness, LoadError, Source};
use sandbox::mlua::{Table, Value};
use sandbox::{Cause, ScriptError, Until};

use crate::look::{Look, looks, role};
use crate::machine::{Machine, State};
use crate::rules::{Definition, Puzzle};
use crate::words::cut;

/// The most characters of a name, of a goal, of rules, or of a name in the legend.
const MAX_WORDS: usize = 2_000;

/// The most characters of a message about a value of the table, which may quote the value.
const MAX_MESSAGE: usize = 500;

/// The most bytes of a script.
const MAX_BYTES: u64 = 1 << 20;

/// The keys that the table of a script may have.
const KEYS: &[&str] = &[
    "name",
    "start",
    "moves",
    "solved",
    "goes_on",
    "par",
    "intended",
    "players",
    "outcome",
    "lower_bound",
    "draw",
    "roles",
    "say",
    "legend",
    "goal",
    "rules",
    "about",
    "author",
    "source",
];

/// Loads a script in a machine of `memory` bytes: the script runs once under the limits for loading, then each of its
/// functions is called for the start under the limits for a call. The flag and the deadline of `until` end all of it.
pub(crate) fn parse(source: &dyn Source, memory: usize, until: Until) -> Result<Puzzle, LoadError> {
    let text = read(source)?;
    let (machine, table) = Machine::load(&text, memory, &until).map_err(|error| problem(&text, &error))?;
    let definition = define(&machine, &table).map_err(|wrong| wrong.at(&text))?;
    let puzzle = Puzzle::new(text, definition, machine, until);
    match puzzle.begin() {
        Ok(()) => Ok(puzzle),
        Err(error) => Err(problem(&puzzle.source, &error)),
    }
}

fn read(source: &dyn Source) -> Result<String, LoadError> {
    if source.len() > MAX_BYTES {
        return Err(LoadError::one(1, 1, "the script is too long", "at most a million bytes"));
    }
    let text = String::from_utf8(puzzles::source::beginning(source, MAX_BYTES)?).map_err(|error| {
        let line =
            1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
        LoadError::one(line as u64, 1, "this is not UTF-8", "text")
    })?;
    Ok(text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned))
}

/// Converts the error of a script that fails while it is loaded, or for its start.
fn problem(text: &str, error: &ScriptError) -> LoadError {
    match error.cause {
        Cause::Syntax | Cause::Fault => {
            let line = error.line.unwrap_or(1);
            let usual =
                if error.cause == Cause::Syntax { "Luau" } else { "a script that loads and answers for its start" };
            let (message, expected) = error.message.rsplit_once("; expected ").unwrap_or((&error.message, usual));
            let trace = error.trace.get(1..).unwrap_or_default().iter().map(|step| format!(" ({step})"));
            LoadError::one(line, first_column(text, line), message.to_owned() + &trace.collect::<String>(), expected)
        }
        Cause::Fuel | Cause::Memory | Cause::Stopped | Cause::Time => LoadError::Exceeded(error.to_string()),
    }
}

/// The column of the first character of a line that is not a blank.
fn first_column(text: &str, line: u64) -> u64 {
    let line = usize::try_from(line).ok().and_then(|line| text.lines().nth(line.saturating_sub(1))).unwrap_or("");
    1 + line.chars().take_while(|sign| sign.is_whitespace()).count() as u64
}

/// The error of a key with a wrong value.
struct Wrong {
    key: String,
    message: String,
    expected: String,
}

impl Wrong {
    fn new(key: &str, message: impl Into<String>, expected: impl Into<String>) -> Wrong {
        Wrong { key: key.into(), message: message.into(), expected: expected.into() }
    }

    /// Locates the error at the last line that sets the key, or at the end of the text.
    fn at(self, text: &str) -> LoadError {
        let sets = |line: &str| {
            let rest = line.trim_start().strip_prefix(self.key.as_str());
            rest.is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        let found = (1..).zip(text.lines()).filter(|(_, line)| sets(line)).last();
        let (line, column) = match found {
            Some((line, _)) => (line, first_column(text, line)),
            None => (text.lines().count().max(1) as u64, 1 + text.lines().last().unwrap_or("").chars().count() as u64),
        };
        LoadError::one(line, column, cut(self.message, MAX_MESSAGE), self.expected)
    }
}

fn define(machine: &Machine, table: &Table) -> Result<Definition, Wrong> {
    for pair in table.clone().pairs::<Value, Value>() {
        let key = pair.ok().and_then(|(key, _)| key.to_string().ok()).unwrap_or_default();
        if !KEYS.contains(&key.as_str()) {
            return Err(Wrong::new(&key, format!("'{key}' is not known here"), KEYS.join(", ")));
        }
    }
    let get = |key: &str| table.raw_get::<Value>(key).unwrap_or(Value::Nil);
    let two_players = match whole(&get("players")) {
        Some(1) => false,
        Some(2) => true,
        None if get("players").is_nil() => false,
        _ => return Err(Wrong::new("players", "players is neither 1 nor 2", "1 or 2")),
    };
    if machine.has_solved() == two_players {
        let message = if two_players { "a game for two has 'solved'" } else { "'solved' is missing" };
        let expected =
            if two_players { "outcome(state), or nothing: the last to move wins" } else { "solved = function(state)" };
        return Err(Wrong::new("solved", message, expected));
    }
    let start = get("start");
    let packed = machine.vm.pack(&start).map_err(|error| {
        let message = if start.is_nil() { "'start' is missing".into() } else { format!("start: {}", error.message) };
        Wrong::new("start", message, "a boolean, number, string, or table of those")
    })?;
    let goes_on = match get("goes_on") {
        Value::Nil => false,
        Value::Boolean(goes_on) if !two_players => goes_on,
        Value::Boolean(_) => return Err(Wrong::new("goes_on", "a game for two has 'goes_on'", "outcome(state)")),
        _ => return Err(Wrong::new("goes_on", "goes_on is neither true nor false", "true or false")),
    };
    let par = match get("par") {
        Value::Nil => None,
        value => Some(whole(&value).ok_or_else(|| Wrong::new("par", "par is no whole number", "a number of moves"))?),
    };
    let Some(name) = get("name").as_string().map(|name| name.to_string_lossy()).filter(|name| !name.trim().is_empty())
    else {
        return Err(Wrong::new("name", "'name' is missing or no text", "name = \"…\""));
    };
    if name.chars().count() > MAX_WORDS {
        return Err(Wrong::new("name", "the name is too long", WORDS));
    }
    let roles =
        roles(&get("roles")).map_err(|message| Wrong::new("roles", message, "such as { [\"#\"] = \"block\" }"))?;
    let legend = legend(&get("legend"))
        .map_err(|message| Wrong::new("legend", message, "such as { block = \"wall\", actor = \"the keeper\" }"))?;
    let words = |key: &str| words(&get(key)).map_err(|what| Wrong::new(key, format!("{key} {what}"), WORDS));
    let (goal, rules, intended) = (words("goal")?, words("rules")?, words("intended")?);
    Ok(Definition { name, start: State::new(&packed), two_players, goes_on, par, intended, roles, legend, goal, rules })
}

/// What is expected of a text for players, in error messages.
const WORDS: &str = "a text of at most 2,000 characters";

/// Reads a text for players, with each run of white space replaced by one blank; `None` for nil.
fn words(value: &Value) -> Result<Option<String>, &'static str> {
    if value.is_nil() {
        return Ok(None);
    }
    let text = value.as_string().and_then(|text| text.to_str().ok().map(|text| text.to_owned())).ok_or("is no text")?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.chars().count() {
        0 => Err("is empty"),
        _ if text.contains(char::is_control) => Err("has control characters"),
        1..=MAX_WORDS => Ok(Some(text)),
        _ => Err("is too long"),
    }
}

/// Reads the names of roles.
fn legend(value: &Value) -> Result<Vec<(ColourRole, String)>, String> {
    let Some(table) = value.as_table() else {
        return if value.is_nil() { Ok(Vec::new()) } else { Err("legend is no table".into()) };
    };
    let mut legend = Vec::new();
    for pair in table.clone().pairs::<String, Value>() {
        let (name, value) = pair.map_err(|_| "legend has a key that is no text".to_owned())?;
        let role = role(&name).ok_or_else(|| format!("'{name}' is no role; expected {}", crate::look::ROLES))?;
        let meaning = words(&value).map_err(|what| format!("the name of '{name}' {what}"))?.unwrap_or_default();
        legend.push((role, meaning));
    }
    legend.sort();
    Ok(legend)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked to be whole and small
fn whole(value: &Value) -> Option<u64> {
    let number = value.as_number().or_else(|| value.as_integer().map(|whole| whole as f64))?;
    (number.trunc() == number && (0.0..1e15).contains(&number)).then_some(number as u64)
}

fn roles(value: &Value) -> Result<Vec<(char, Look)>, String> {
    let Some(table) = value.as_table() else {
        return if value.is_nil() { Ok(Vec::new()) } else { Err("roles is no table".into()) };
    };
    let mut roles = Vec::new();
    for pair in table.clone().pairs::<String, String>() {
        let (sign, text) = pair.map_err(|_| "roles maps a text to something else".to_owned())?;
        let mut signs = sign.chars();
        let (Some(sign), None) = (signs.next(), signs.next()) else {
            return Err(format!("'{sign}' is not one character"));
        };
        roles.push((sign, looks(&text)?));
    }
    roles.sort_by_key(|role| role.0);
    Ok(roles)
}

/// How much a text is like a script: it is one if its code begins with a word of Luau and it has a function and returns
/// something, and may be one if it returns something.
pub(crate) fn likeness(text: &str) -> Likeness {
    let is_code = |line: &&str| !line.is_empty() && !line.starts_with("--");
    let mut lines = text.lines().map(str::trim).filter(is_code);
    let begins = |line: &str| {
        let word = line.split(|character: char| !character.is_ascii_alphanumeric()).next().unwrap_or_default();
        ["local", "return", "function", "type", "export", "for", "if", "while", "do"].contains(&word)
    };
    let first = lines.next().is_some_and(begins);
    let returns = text
        .lines()
        .any(|line| line.trim_start().strip_prefix("return").is_some_and(|rest| !rest.starts_with(is_in_word)));
    match (first && returns, text.contains("function")) {
        (true, true) => Likeness::Certain,
        (true, false) => Likeness::Possible,
        (false, _) => Likeness::None,
    }
}

fn is_in_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}
