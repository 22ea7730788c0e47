//! Problems of a text: a code, a place, values, and a message that is made of them when it is shown.

mod catalogue;
mod places;
mod report;

use std::fmt;

pub use catalogue::Code;
pub(crate) use places::complete;
pub(crate) use report::Report;

/// Whether a problem is a mistake or may be meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The text is wrong.
    Error,
    /// The text may not mean what its author thinks.
    Warning,
}

/// One problem of a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    /// What it is about.
    pub code: Code,
    /// The line, from 1; line 0 stands for the prelude as a whole, `None` for the game as a whole.
    pub line: Option<u32>,
    /// The column in characters of the author's line, from 1; `None` where no part of the line shows the problem.
    pub column: Option<u32>,
    /// The number of characters from there on that it is about.
    pub length: Option<u32>,
    /// The values of the placeholders of [`Code::template`], by name.
    pub values: Vec<(&'static str, String)>,
}

impl Problem {
    /// A problem of the game as a whole.
    pub(crate) fn new(code: Code) -> Self {
        Self { code, line: None, column: None, length: None, values: Vec::new() }
    }

    /// A problem of one line.
    pub(crate) fn at(code: Code, line: u32) -> Self {
        Self { line: Some(line), ..Self::new(code) }
    }

    pub(crate) fn column(mut self, column: u32) -> Self {
        self.column = Some(column);
        self
    }

    pub(crate) fn value(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.values.push((name, value.into()));
        self
    }

    /// Adds a value in upper case, as the names in capital letters of a template have it.
    pub(crate) fn upper(self, name: &'static str, value: &str) -> Self {
        self.value(name, value.to_uppercase())
    }

    /// Whether it is an error or a warning.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// Whether it adds to the number of errors: every error does, and every warning that names no line.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.severity() == Severity::Error || self.line.is_none()
    }

    /// What is wrong and what was expected, without the place.
    #[must_use]
    pub fn message(&self) -> String {
        self.filled(self.code.template())
    }

    /// A template with the values of this problem in place of the names in braces.
    #[must_use]
    pub fn filled(&self, template: &str) -> String {
        let mut text = String::with_capacity(template.len());
        let mut rest = template;
        while let Some(begin) = rest.find('{') {
            let name = rest[begin + 1..].split('}').next().unwrap_or_default();
            text.push_str(&rest[..begin]);
            match self.values.iter().find(|(known, _)| *known == name) {
                // A word may be quoted with the blanks behind it, and those can be the end of its line.
                Some((_, value)) => text.push_str(value.trim_end()),
                None => text.extend(["{", name, "}"]),
            }
            rest = rest.get(begin + name.len() + 2..).unwrap_or_default();
        }
        text + rest
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "{line}:{column}: ")?,
            (Some(line), None) => write!(f, "{line}: ")?,
            (None, _) => {}
        }
        f.write_str(&self.message())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_its_values_and_place() {
        let problem = Problem::at(Code::UndeclaredLegendName, 7).column(3).upper("NAME", "crate");
        assert!(problem.to_string().starts_with("7:3: CRATE is not declared; expected "));
        assert_eq!(problem.filled("{NAME}, {OTHER} {"), "CRATE, {OTHER} {}");
        assert_eq!(Problem::new(Code::UnknownObjectColour).value("word", "gren\r").filled("{word}!"), "gren!");
    }

    #[test]
    fn a_warning_without_a_line_counts() {
        assert!(Problem::new(Code::DuplicatePropertyInCell).counts());
        assert!(!Problem::at(Code::DuplicateNoInCell, 1).counts());
    }

    #[test]
    fn every_code_has_its_name_in_words() {
        for code in Code::ALL {
            let words = format!("{code:?}").chars().fold(String::new(), |words, character| {
                let gap = if character.is_ascii_uppercase() && !words.is_empty() { "-" } else { "" };
                words + gap + &character.to_ascii_lowercase().to_string()
            });
            assert_eq!(code.as_str(), words);
        }
    }

    #[test]
    fn every_message_says_what_was_expected() {
        let silent = [Code::MessageWithoutBlank, Code::DuplicatePropertyInCell];
        for &code in Code::ALL.iter().filter(|code| !silent.contains(code)) {
            assert!(code.template().contains("; expected "), "{}", code.as_str());
        }
    }
}
