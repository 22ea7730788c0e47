//! The error of a script: cause, line, message and a short trace.

use std::fmt;

/// Lines of a trace that are kept.
const MAX_TRACE: usize = 8;
/// Characters of a message that are kept.
const MAX_MESSAGE: usize = 500;

/// Why a script failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The source text is not valid Luau, or too long.
    Syntax,
    /// The script raised an error, or gave a value of the wrong form.
    Fault,
    /// The script used up its fuel.
    Fuel,
    /// The script needed more memory than its limit.
    Memory,
    /// A cancellation flag was set.
    Stopped,
    /// The deadline passed.
    Time,
}

/// The error of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// Why the script failed.
    pub cause: Cause,
    /// The name of the script.
    pub script: String,
    /// The line of the error, counted from 1, if it is known.
    pub line: Option<u64>,
    /// The message, at most 500 characters.
    pub message: String,
    /// The calls that led to the error, innermost first, at most eight.
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
    /// Creates an error of the script named `script` without a line or trace.
    #[must_use]
    pub fn new(cause: Cause, script: &str, message: impl Into<String>) -> ScriptError {
        ScriptError { cause, script: script.into(), line: None, message: message.into(), trace: Vec::new() }
    }

    /// Converts an error of `mlua`; `ended` takes precedence, the error of a limit that the meter noticed. An error
    /// whose text says that memory did not suffice (one that a coroutine or a `pcall` passed on) counts as one of
    /// memory only if the machine was `starved`.
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

    /// Whether this is a syntax error only because the source text ends too early, so that a prompt should read more
    /// lines.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.cause == Cause::Syntax && self.message.contains("got <eof>")
    }

    /// Returns the message followed by the trace, one call on each line.
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

/// Replaces `table(0x55d0c4e1)` or `table: 0x55d0c4e1` by `table`: an address is of no use to an author, differs
/// between runs, and reveals the memory layout to an attacker.
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

/// The lines of a trace that name a place in a script.
fn lines(trace: &str) -> Vec<String> {
    let steps = trace.lines().map(str::trim).filter(|step| !step.is_empty());
    steps
        .filter(|step| !["[C]", "stack traceback", "prelude:"].iter().any(|start| step.starts_with(start)))
        .take(MAX_TRACE)
        .map(cut)
        .collect()
}

fn cut(text: &str) -> String {
    text.chars().take(MAX_MESSAGE).collect()
}

/// Splits `name:12: message` into line and message. Of several places the innermost counts; those in the prelude are
/// dropped.
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
