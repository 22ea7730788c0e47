//! Sources of level texts: anything with a length that can be read at an offset.

use std::borrow::Cow;
use std::io;

use crate::problem::LoadError;

/// A byte source of known length with random access. A level may keep it and read it again.
pub trait Source: Send + Sync {
    /// Returns the length in bytes.
    fn len(&self) -> u64;

    /// Whether the source has no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads at most `into.len()` bytes at `offset` and returns the number of bytes read; 0 only at the end.
    ///
    /// # Errors
    /// Returns the error of the underlying medium.
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<usize>;
}

impl Source for &[u8] {
    fn len(&self) -> u64 {
        <[u8]>::len(self) as u64
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.get(offset..)).unwrap_or(&[]);
        let count = <[u8]>::len(rest).min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}

impl Source for Vec<u8> {
    fn len(&self) -> u64 {
        Source::len(&self.as_slice())
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<usize> {
        self.as_slice().read_at(offset, into)
    }
}

/// Bytes requested by one read.
const CHUNK: usize = 1 << 20;

/// The character that ended a text in CP/M and DOS.
const END_OF_TEXT: u8 = 0x1a;

/// Reads the whole source into memory as UTF-8 text. A line may end in a carriage return alone, for which the text has
/// a line feed. Reading stops at the first forbidden control character, so that a large file of zeros is refused
/// quickly.
///
/// # Errors
/// A source of more than `most` bytes, a control character other than tabs, line ends and a last Ctrl-Z, which ends a
/// text, bytes that are not UTF-8, and any error of the underlying medium.
pub fn text(source: &dyn Source, most: u64) -> Result<String, LoadError> {
    utf8(bytes(source, most, is_forbidden)?)
}

/// Reads the whole source into memory as UTF-8 text, as [`text`] does, with vertical tabs and form feeds.
///
/// # Errors
/// The errors of [`text`].
pub fn text_with_feeds(source: &dyn Source, most: u64) -> Result<String, LoadError> {
    utf8(bytes(source, most, |byte| is_forbidden(byte) && !matches!(byte, 0x0b | 0x0c))?)
}

/// Puts line feeds in place of carriage returns that end a line alone, as in files of old Macintoshes.
pub fn replace_lone_returns(bytes: &mut [u8]) {
    // Those before a line feed belong to its line end.
    let mut is_before_feed = false;
    for byte in bytes.iter_mut().rev() {
        match *byte {
            b'\r' if !is_before_feed => *byte = b'\n',
            b'\n' => is_before_feed = true,
            b'\r' => {}
            _ => is_before_feed = false,
        }
    }
}

/// Returns a text with line feeds in place of carriage returns that end a line alone.
pub fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if !text.contains('\r') {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    replace_lone_returns(&mut bytes);
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// The bytes as UTF-8 text; the error has the place of the first byte that is not UTF-8.
fn utf8(bytes: Vec<u8>) -> Result<String, LoadError> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        problem_at(error.as_bytes(), at, "a byte that is not UTF-8", "text in UTF-8")
    })
}

/// Reads the bytes of a text, in whichever encoding that has ASCII in it.
///
/// # Errors
/// The errors of [`text`], where `is_forbidden` says which control characters are refused, but that of the encoding. A
/// text in UTF-16 is refused by name.
pub fn bytes(source: &dyn Source, most: u64, is_forbidden: fn(u8) -> bool) -> Result<Vec<u8>, LoadError> {
    if source.len() > most {
        return Err(LoadError::one(1, 1, "the file is too large", format!("at most {most} bytes")));
    }
    let mut bytes = Vec::new();
    loop {
        let before = bytes.len();
        // A short text takes only its own bytes and one more, which shows that it ends there.
        let rest = usize::try_from(source.len()).unwrap_or(usize::MAX).saturating_sub(before);
        let chunk = CHUNK.min(rest.saturating_add(1));
        bytes.try_reserve(chunk).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        bytes.resize(before + chunk, 0);
        let count = source.read_at(before as u64, &mut bytes[before..])?;
        bytes.truncate(before + count);
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            return Err(LoadError::one(1, 1, "the text is UTF-16", "text in UTF-8, as every editor can save it"));
        }
        let is_wrong = |&byte: &u8| byte.is_ascii_control() && byte != END_OF_TEXT && is_forbidden(byte);
        if let Some(at) = bytes[before..].iter().position(is_wrong) {
            replace_lone_returns(&mut bytes);
            return Err(problem_at(&bytes, before + at, "a control character", "text"));
        }
        if count == 0 {
            break;
        }
    }
    replace_lone_returns(&mut bytes);
    ended(bytes)
}

/// The bytes before Ctrl-Z, behind which only blanks may stand.
fn ended(mut bytes: Vec<u8>) -> Result<Vec<u8>, LoadError> {
    let Some(end) = memchr::memchr(END_OF_TEXT, &bytes) else { return Ok(bytes) };
    if !bytes[end..].iter().all(|&byte| byte == END_OF_TEXT || byte.is_ascii_whitespace()) {
        return Err(problem_at(&bytes, end, "a control character", "text"));
    }
    bytes.truncate(end);
    Ok(bytes)
}

/// Reads at most `most` bytes from the beginning of a source.
///
/// # Errors
/// Any error of the underlying medium.
pub fn beginning(source: &dyn Source, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(source.len().min(most)).unwrap_or(usize::MAX)];
    let mut read = 0;
    while read < bytes.len() {
        match source.read_at(read as u64, &mut bytes[read..])? {
            0 => break,
            count => read += count,
        }
    }
    bytes.truncate(read);
    Ok(bytes)
}

/// Whether a byte is a control character other than a tab and the line ends, which no level's text may hold.
pub fn is_forbidden(byte: u8) -> bool {
    byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r')
}

/// Returns the line and the column of the byte at `at`, both from 1, in a text that is UTF-8 up to there; columns count
/// characters.
pub fn place_of(bytes: &[u8], at: usize) -> (u64, u64) {
    let before = &bytes[..at];
    let line = memchr::memchr_iter(b'\n', before).count() as u64 + 1;
    let begin = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    let column = String::from_utf8_lossy(&before[begin..]).chars().count() as u64 + 1;
    (line, column)
}

fn problem_at(bytes: &[u8], at: usize, message: &str, expected: &str) -> LoadError {
    let (line, column) = place_of(bytes, at);
    LoadError::one(line, column, message, expected)
}
