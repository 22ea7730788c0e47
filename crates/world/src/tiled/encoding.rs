//! The encodings of a map's files: UTF-8, UTF-16 and ISO-8859-1 are read, others are refused with their names.
//!
//! The parsers take UTF-8. UTF-16 is told by its byte order mark, or in XML by the zero beside the first `<` (XML 1.0,
//! appendix F); the two others by what the XML declares.

use crate::files;
use crate::problem::Problem;

/// The most bytes in which the declaration of an XML file is looked for.
const DECLARATION: usize = 256;

/// Decodes the bytes of the file `name`, without a byte order mark.
///
/// # Errors
/// Returns a problem at the declaration of an encoding that is not read, or at the first byte that is not of its
/// encoding.
pub(super) fn decoded(name: &str, bytes: Vec<u8>) -> Result<String, Problem> {
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => return wide(name, rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => return wide(name, rest, u16::from_be_bytes),
        [b'<', 0, ..] => return wide(name, &bytes, u16::from_le_bytes),
        [0, b'<', ..] => return wide(name, &bytes, u16::from_be_bytes),
        _ => {}
    }
    let marked = bytes.strip_prefix(b"\xef\xbb\xbf").map(<[u8]>::to_vec);
    let bytes = marked.unwrap_or(bytes);
    match declared(&bytes) {
        Some((_, encoding)) if ["iso-8859-1", "latin1"].contains(&encoding.to_lowercase().as_str()) => {
            Ok(bytes.into_iter().map(char::from).collect())
        }
        Some((at, encoding)) if !["utf-8", "utf8", "us-ascii"].contains(&encoding.to_lowercase().as_str()) => {
            let before = String::from_utf8_lossy(&bytes[..at]);
            let message = format!(
                "the file declares the encoding '{encoding}'; expected UTF-8, UTF-16 with a byte order mark, or ISO-8859-1"
            );
            Err(Problem::at(name, &before, before.len(), message))
        }
        _ => files::utf8(name, bytes),
    }
}

/// The encoding that an XML file declares, and at which byte.
fn declared(bytes: &[u8]) -> Option<(usize, String)> {
    let head = &bytes[..bytes.len().min(DECLARATION)];
    let head = String::from_utf8_lossy(head.strip_prefix(b"<?xml")?);
    let head = head.split("?>").next()?;
    let at = head.find("encoding")?;
    let value = head[at..].split_once('=')?.1.trim_start();
    let quote = value.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
    Some(("<?xml".len() + at, value[1..].split(quote).next()?.to_owned()))
}

/// Decodes UTF-16 whose units `unit` puts together.
fn wide(name: &str, bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, Problem> {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let mut text = String::new();
    let refused = |text: &str, message: String| Problem::at(name, text, text.len(), message);
    for decoded in char::decode_utf16(units) {
        match decoded {
            Ok(character) => text.push(character),
            Err(lone) => {
                let unit = lone.unpaired_surrogate();
                return Err(refused(&text, format!("the unit {unit:04x} is not UTF-16; expected a text in UTF-16")));
            }
        }
    }
    match bytes.len() % 2 {
        0 => Ok(text),
        _ => Err(refused(&text, "the file ends within a unit of UTF-16".into())),
    }
}
