//! What comes out when a script fails: cause, place, message and a short trace.

use std::fmt;

/// Lines of a trace that are kept.
const MOST_TRACE: usize = 8;
/// Characters of a message that are kept.
const MOST_MESSAGE: usize = 500;

/// Why a script failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The text is no Luau.
    Syntax,
    /// An error while it ran.
    Fault,
    /// It used up its fuel.
    Fuel,
    /// It wanted more memory than it may use.
    Memory,
    /// The user asked to stop.
    Stopped,
    /// The time allowed is over.
    Time,
}

/// A failed script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// Why.
    pub cause: Cause,
    /// The script's name.
    pub script: String,
    /// The line, from 1, where it is known.
    pub line: Option<u64>,
    /// What happened.
    pub message: String,
    /// The calls that led there, innermost first; short.
    pub trace: Vec<String>,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.script, self.message),
            None => write!(f, "{}: {}", self.script, self.message),
        }
    }
}

impl std::error::Error for ScriptError {}

impl ScriptError {
    /// An error of the script `script` without a place.
    #[must_use]
    pub fn new(cause: Cause, script: &str, message: impl Into<String>) -> ScriptError {
        ScriptError { cause, script: script.into(), line: None, message: message.into(), trace: Vec::new() }
    }

    /// The machine's error in our words; `ended` where the meter knows better. An error that only says that memory did
    /// not suffice (one that a coroutine or a `pcall` passed on) is believed where the machine was `starved`.
    pub(crate) fn read(script: &str, error: &mlua::Error, ended: Option<ScriptError>, starved: bool) -> ScriptError {
        let text = without_addresses(&root(error));
        let (head, trace) = text.split_once("\nstack traceback:\n").unwrap_or((&text, ""));
        let own = own_cause(error, starved);
        let mut trace = lines(trace);
        if trace.is_empty() {
            trace = traceback(error);
        }
        let (line, message) = place(script, head);
        let line = line.or_else(|| trace.iter().find_map(|step| place(script, step).0));
        match ended {
            Some(ended) => ScriptError { line: ended.line.or(line), trace, ..ended },
            None => ScriptError { cause: own, script: script.into(), line, message: cut(&message), trace },
        }
    }

    /// Whether the text only breaks off too early: a prompt then asks for more.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.cause == Cause::Syntax && self.message.contains("<eof>")
    }

    /// The message with its trace, a line each.
    #[must_use]
    pub fn with_trace(&self) -> String {
        self.trace.iter().fold(self.to_string(), |text, step| text + "\n  " + step)
    }
}

fn own_cause(error: &mlua::Error, starved: bool) -> Cause {
    match error {
        mlua::Error::SyntaxError { .. } => Cause::Syntax,
        mlua::Error::MemoryError(_) => Cause::Memory,
        mlua::Error::CallbackError { cause, .. } => own_cause(cause, starved),
        mlua::Error::WithContext { cause, .. } => own_cause(cause, starved),
        other if starved && other.to_string().contains("not enough memory") => Cause::Memory,
        _ => Cause::Fault,
    }
}

/// The innermost message.
fn root(error: &mlua::Error) -> String {
    match error {
        mlua::Error::CallbackError { cause, .. } => root(cause),
        mlua::Error::RuntimeError(text) | mlua::Error::MemoryError(text) => text.clone(),
        mlua::Error::SyntaxError { message, .. } => message.clone(),
        mlua::Error::ExternalError(inner) => inner.to_string(),
        other => other.to_string(),
    }
}

/// Types of values that the machine shows by their address.
const BY_ADDRESS: &[&str] = &["table", "function", "thread", "userdata", "buffer"];

/// The text with `table(0x55d0c4e1)`, or `table: 0x55d0c4e1`, as `table`: an address says nothing to an author, differs
/// from run to run, and tells an attacker where things lie.
fn without_addresses(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find("0x") {
        let digits = rest[at + 2..].bytes().take_while(u8::is_ascii_hexdigit).count();
        let (before, after) = (&rest[..at], &rest[at + 2 + digits..]);
        let named =
            |opening| before.strip_suffix(opening).filter(|kept| BY_ADDRESS.iter().any(|kind| kept.ends_with(kind)));
        match named("(").or_else(|| named(": ")) {
            Some(kept) => {
                out.push_str(kept);
                rest = after.strip_prefix(')').unwrap_or(after);
            }
            None => {
                out.push_str(&rest[..at + 2 + digits]);
                rest = after;
            }
        }
    }
    out + rest
}

fn traceback(error: &mlua::Error) -> Vec<String> {
    match error {
        mlua::Error::CallbackError { traceback, .. } => lines(traceback),
        _ => Vec::new(),
    }
}

/// The lines of a trace that name a place.
fn lines(trace: &str) -> Vec<String> {
    let steps = trace.lines().map(str::trim).filter(|step| !step.is_empty());
    steps
        .filter(|step| !["[C]", "stack traceback", "prelude:"].iter().any(|start| step.starts_with(start)))
        .take(MOST_TRACE)
        .map(cut)
        .collect()
}

fn cut(text: &str) -> String {
    text.chars().take(MOST_MESSAGE).collect()
}

/// Splits `name:12: message`; the innermost of several places counts, and places in the prelude do not.
fn place(script: &str, text: &str) -> (Option<u64>, String) {
    let (mut line, mut rest) = (None, text.trim());
    loop {
        if let Some((number, after)) = numbered(rest, script) {
            (line, rest) = (Some(number), after);
        } else if let Some((_, after)) = numbered(rest, "prelude") {
            rest = after;
        } else {
            return (line, rest.to_owned());
        }
    }
}

/// The line number in `name:12: rest` or `name:12 rest`, and what follows.
fn numbered<'t>(text: &'t str, name: &str) -> Option<(u64, &'t str)> {
    let rest = text.strip_prefix(name)?.strip_prefix(':')?;
    let end = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
    Some((rest[..end].parse().ok()?, rest[end..].trim_start_matches(':').trim_start()))
}
