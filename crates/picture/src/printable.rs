//! Escaping of control characters in text of levels, scripts and worlds, before a terminal shows it.
//!
//! A terminal obeys control characters: a title could clear the screen, write to the clipboard or forge a line of
//! output. Everything that prints such text passes it through [`printable`] first. Line feeds and tabs stay.

use std::borrow::Cow;
use std::io::{self, Write};

/// Whether a terminal would obey the character instead of showing it: true for control characters, line separators and
/// characters that change the writing direction, but not for line feeds and tabs.
#[must_use]
pub fn is_hidden(sign: char) -> bool {
    let turns = matches!(sign, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let ends_a_line = matches!(sign, '\u{2028}' | '\u{2029}');
    turns || ends_a_line || (sign.is_control() && !matches!(sign, '\n' | '\t'))
}

/// Returns the text with every hidden character (see [`is_hidden`]) escaped: ASCII ones in caret notation such as `^[`,
/// others by their code point such as `<U+009B>`.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if is_plain(text.as_bytes()) || !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for sign in text.chars() {
        match (is_hidden(sign), u8::try_from(sign)) {
            (false, _) => out.push(sign),
            (true, Ok(byte)) if byte.is_ascii() => out.extend(['^', char::from(byte ^ 0x40)]),
            (true, _) => out.push_str(&format!("<U+{:04X}>", u32::from(sign))),
        }
    }
    Cow::Owned(out)
}

/// Whether a text has printable ASCII characters, line feeds and tabs alone. Most texts are of them, and some are long:
/// eight bytes are tried at a time.
fn is_plain(text: &[u8]) -> bool {
    const EACH: u64 = u64::from_ne_bytes([1; 8]);
    const HIGHEST: u64 = EACH << 7;
    let plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    // The highest bit is set of a byte outside ASCII, of one below a blank less a blank, and of DEL plus one.
    let printable = |bytes: &[u8; 8]| {
        let word = u64::from_ne_bytes(*bytes);
        (word | word.wrapping_sub(EACH * u64::from(b' ')) | word.wrapping_add(EACH)) & HIGHEST == 0
    };
    let (words, rest) = text.as_chunks();
    words.iter().all(|bytes| printable(bytes) || bytes.iter().all(plain)) && rest.iter().all(plain)
}

/// Replaces a character that does not occupy one column of a terminal: a tab by a blank, other control characters and
/// hidden ones by U+FFFD.
#[must_use]
pub fn in_one_place(sign: char) -> char {
    match sign {
        '\t' => ' ',
        sign if sign.is_control() || is_hidden(sign) => char::REPLACEMENT_CHARACTER,
        sign => sign,
    }
}

/// Returns the text with every hidden character escaped as in [`printable`], but keeps the escape sequences that set a
/// colour (`ESC [`, digits and `;`, `m`): for the output of painters.
#[must_use]
pub fn printable_in_colour(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        let (before, from) = rest.split_at(at);
        let length = colour(from).unwrap_or(0);
        out.push_str(&printable(before));
        out.push_str(&from[..length]);
        rest = &from[length..];
        if length == 0 {
            out.push_str(&printable("\u{1b}"));
            rest = &rest[1..];
        }
    }
    out.push_str(&printable(rest));
    out
}

/// The length in bytes of the escape sequence that sets a colour at the start of `text`.
fn colour(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\u{1b}[")?;
    let end = numbers.find(|sign: char| !(sign.is_ascii_digit() || sign == ';'))?;
    numbers[end..].starts_with('m').then_some(2 + end + 1)
}

/// A writer that escapes hidden characters as [`printable`] does before it passes text on to the inner writer. Bytes
/// that are not UTF-8 become replacement characters.
#[derive(Debug)]
pub struct Printable<W: Write>(pub W);

impl<W: Write> Write for Printable<W> {
    /// Writes as many of the bytes as end with a complete character.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = match std::str::from_utf8(bytes) {
            Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => &bytes[..error.valid_up_to()],
            _ => bytes,
        };
        self.0.write_all(printable(&String::from_utf8_lossy(taken)).as_bytes())?;
        Ok(taken.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_written_out() {
        let hostile = "a\u{1b}]0;t\u{7}\u{9b}2J\u{7f}\u{202e}b\r\n\tc\u{2028}";
        assert_eq!(printable(hostile), "a^[]0;t^G<U+009B>2J^?<U+202E>b^M\n\tc<U+2028>");
        assert!(matches!(printable("plain · text\n"), Cow::Borrowed(_)));
        for byte in 0..=u8::MAX {
            let is_shown = matches!(byte, b' '..=b'~' | b'\n' | b'\t');
            for at in 0..19 {
                let mut text = [b'~'; 19];
                text[at] = byte;
                assert_eq!(is_plain(&text), is_shown, "byte {byte} at {at}");
            }
        }
        let mut out = Printable(Vec::new());
        write!(out, "{hostile}").unwrap();
        assert_eq!(out.0, printable(hostile).as_bytes());
        let mut pieces = io::BufWriter::with_capacity(5, Printable(Vec::new()));
        pieces.write_all("äöü äöü\u{9b}".repeat(9).as_bytes()).unwrap();
        assert_eq!(pieces.into_inner().unwrap().0, "äöü äöü<U+009B>".repeat(9).as_bytes());
    }

    #[test]
    fn colours_stay_where_painters_made_the_text() {
        let drawn = "\u{1b}[48;2;1;2;3mx\u{1b}[0m \u{1b}[2J \u{1b}[31 \u{1b}";
        assert_eq!(printable_in_colour(drawn), "\u{1b}[48;2;1;2;3mx\u{1b}[0m ^[[2J ^[[31 ^[");
    }
}
