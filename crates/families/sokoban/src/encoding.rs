//! The encoding of a file of levels: UTF-8, or Windows-1252 with ISO-8859-1 in it, which older Sokoban tools write. XML
//! declares it; plain text does not, and is read as Windows-1252 where it is no UTF-8, with a note.
//!
//! The table has 27 characters; a library of all encodings would only add to the module of the page.

use frame::problem::{LoadError, Problem};
use frame::source;

/// The characters of the bytes from 0x80 to 0x9f; all others from 0x80 on are those of Unicode.
const HIGH: [char; 32] = [
    '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž', '\u{fffd}', '\u{fffd}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}', 'ž', 'Ÿ',
];

/// A text, with a note where it was read by an encoding that nothing declared.
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) note: Option<Problem>,
}

/// Decodes the bytes of a file. What is UTF-8 is read so, whatever is declared: a text that came through a page or a
/// request is UTF-8 by then, and no other encoding looks like it by chance.
///
/// # Errors
/// The file is not UTF-8, and declares an encoding that is not known here.
pub(super) fn decode(bytes: Vec<u8>) -> Result<Decoded, LoadError> {
    let error = match String::from_utf8(bytes) {
        Ok(text) => return Ok(Decoded { text, note: None }),
        Err(error) => error,
    };
    let bytes = error.as_bytes();
    let note = match declared(bytes).map(|(name, at)| (name.to_ascii_lowercase(), at)) {
        Some((name, _)) if is_western(&name) => None,
        Some((name, at)) if !matches!(&*name, "utf-8" | "utf8" | "us-ascii" | "ascii") => {
            let (line, column) = source::place_of(bytes, at);
            let message = format!("the encoding '{name}' is not known here");
            return Err(LoadError::one(line, column, message, "UTF-8, ISO-8859-1 or Windows-1252"));
        }
        _ => {
            let (line, column) = source::place_of(bytes, error.utf8_error().valid_up_to());
            let message = "this character is not UTF-8, and the text is read as Windows-1252";
            Some(Problem::warning(line, column, message, "text in UTF-8"))
        }
    };
    Ok(Decoded { text: western(bytes), note })
}

fn is_western(name: &str) -> bool {
    matches!(name, "iso-8859-1" | "iso8859-1" | "latin1" | "latin-1" | "windows-1252" | "cp1252")
}

fn western(bytes: &[u8]) -> String {
    let character = |&byte: &u8| match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    };
    bytes.iter().map(character).collect()
}

/// The bytes in which an XML declaration is looked for.
const MAX_DECLARED: usize = 200;

/// The encoding that an XML declaration names, and the byte where the name begins.
fn declared(bytes: &[u8]) -> Option<(String, usize)> {
    let head: String = bytes.iter().take(MAX_DECLARED).map(|&byte| char::from(byte & 0x7f)).collect();
    let (declaration, _) = head.split_once("?>")?;
    let xml = declaration.find("<?xml").filter(|&at| at <= "\u{feff}".len())?;
    let name = declaration[xml..].split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = name.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let at = declaration.len() - name.len() + 1;
    let (name, _) = name[1..].split_once(quote)?;
    Some((name.to_owned(), at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> (String, Option<(u64, u64)>) {
        let decoded = decode(bytes.to_vec()).unwrap_or_else(|error| panic!("{error}"));
        (decoded.text, decoded.note.map(|note| (note.line, note.column)))
    }

    #[test]
    fn what_is_declared_is_read_so_and_what_is_not_with_a_note() {
        assert_eq!(decoded("#é".as_bytes()), ("#é".into(), None));
        assert_eq!(decoded(b"a\n#\xe9\x80"), ("a\n#é€".into(), Some((2, 2))));
        let declared =
            |name: &str| [format!("<?xml version='1.0' encoding='{name}' ?>").into_bytes(), vec![0xe9]].concat();
        for name in ["ISO-8859-1", "windows-1252", "Latin1"] {
            let (text, note) = decoded(&declared(name));
            assert!(text.ends_with('é') && note.is_none(), "{name}");
        }
        assert!(decoded(&declared("UTF-8")).1.is_some());
        let unknown = decode(declared("KOI8-R")).err().map(|error| error.to_string());
        assert!(unknown.is_some_and(|words| words.starts_with("1:31: the encoding 'koi8-r' is not known here")));
    }
}
