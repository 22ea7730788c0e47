//! Problems of a world's files: the file, the place in it, and what was expected.

use std::fmt;

use sandbox::ScriptError;

/// The most characters of a message, and of the name of a file: both may repeat what a file says.
const MAX_SAID: usize = 1000;

/// A problem of a file. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The name of the file, as the world refers to it.
    pub file: String,
    /// The line; 1 if it is not known.
    pub line: usize,
    /// The column in characters; 1 if it is not known.
    pub column: usize,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl Problem {
    /// Creates a problem of a whole file.
    #[must_use]
    pub fn of(file: &str, message: impl Into<String>) -> Problem {
        Problem { file: shortened(file), line: 1, column: 1, message: shortened(&message.into()) }
    }

    /// Creates the problem of a script that does not load.
    #[must_use]
    pub(crate) fn of_script(error: ScriptError) -> Problem {
        let line = error.line.and_then(|line| usize::try_from(line).ok()).unwrap_or(1);
        Problem { line, ..Problem::of(&error.script, error.message) }
    }

    /// Creates a problem at byte `byte` of the text of a file.
    #[must_use]
    pub fn at(file: &str, text: &str, byte: usize, message: impl Into<String>) -> Problem {
        let before = text.get(..byte).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        Problem {
            file: shortened(file),
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
            message: shortened(&message.into()),
        }
    }
}

/// Returns a text whole, or its beginning with dots if it is too long.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_SAID) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Replaces the names of Rust types in a parser's message by plain words.
#[must_use]
pub(crate) fn in_plain_words(message: &str) -> String {
    const WORDS: [(&str, &str); 12] = [
        ("expected f32", "expected a number"),
        ("expected f64", "expected a number"),
        ("expected u8", "expected a whole number up to 255"),
        ("expected u32", "expected a whole number"),
        ("expected u64", "expected a whole number"),
        ("expected usize", "expected a whole number"),
        ("an array of length", "a list of length"),
        ("a sequence", "a list"),
        ("type: sequence", "type: list"),
        ("floating point `", "number `"),
        ("integer `", "number `"),
        ("type: map", "type: table"),
    ];
    WORDS.iter().fold(message.to_owned(), |message, (theirs, ours)| message.replace(theirs, ours))
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)
    }
}

impl std::error::Error for Problem {}
