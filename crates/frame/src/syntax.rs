//! What an editor tells apart in the texts of a family: comments, headings, names, quoted texts.
//!
//! A family lists patterns in [`FamilyInfo::tokens`](crate::FamilyInfo::tokens); an editor looks for the first that fits
//! at each place and gives the piece the colour of its kind. Nothing is decided by it: whether a text is a level is for
//! [`Family::open`](crate::Family::open) to say.

use serde::Serialize;

/// What a piece of a text is for its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenKind {
    /// What is written for people alone.
    Comment,
    /// The name of a section, or a line between levels.
    Heading,
    /// The name of a value, or a word of the language.
    Keyword,
    /// A text in quotes.
    Text,
    /// A number.
    Number,
}

/// A pattern of texts, and what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Token {
    /// What a piece is that the pattern fits.
    pub kind: TokenKind,
    /// A regular expression in the part that Rust's `regex` and JavaScript share, without groups. `^` and `$` mean lines,
    /// and small letters fit capital ones.
    pub pattern: &'static str,
}

/// The tokens of TOML, for formats that are written in it with lines `---` between levels.
pub const TOML: &[Token] = &[
    Token { kind: TokenKind::Comment, pattern: "#.*" },
    Token { kind: TokenKind::Text, pattern: r#""(?:[^"\\\n]|\\.)*""# },
    Token { kind: TokenKind::Heading, pattern: r"^---[ \t]*$" },
    Token { kind: TokenKind::Keyword, pattern: r"^[ \t]*[a-z_]+[ \t]*=" },
    Token { kind: TokenKind::Number, pattern: r"\b[0-9]+\b" },
];

/// The tokens of formats of rows, of which a header is a line that begins with a semicolon.
pub const ROWS: &[Token] =
    &[Token { kind: TokenKind::Comment, pattern: "^;.*" }, Token { kind: TokenKind::Heading, pattern: r"^---[ \t]*$" }];
