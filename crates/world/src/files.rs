//! The files of a world, which its caller reads.

use std::io;

use crate::problem::Problem;

/// The files of a world by their names, as its definition and its map refer to them.
///
/// A function from a name to the bytes of a file is a `Files` too.
pub trait Files {
    /// Reads a file. Of one that is longer than `most` bytes it is enough to return the first `most + 1`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is none of the world's.
    fn read(&self, name: &str, most: usize) -> io::Result<Vec<u8>>;
}

impl<F: Fn(&str) -> io::Result<Vec<u8>>> Files for F {
    fn read(&self, name: &str, _: usize) -> io::Result<Vec<u8>> {
        self(name)
    }
}

/// Reads a file of at most `most` bytes.
pub(crate) fn bytes(files: &dyn Files, name: &str, most: usize) -> Result<Vec<u8>, Problem> {
    let bytes = files.read(name, most).map_err(|error| Problem::of(name, error.to_string()))?;
    if bytes.len() > most {
        return Err(Problem::of(name, format!("the file is too large; expected at most {} KiB", most >> 10)));
    }
    Ok(bytes)
}

/// Reads a text of at most `most` bytes.
///
/// # Errors
/// Returns a problem if the file cannot be read, is longer, or is not UTF-8.
pub fn read_text(files: &dyn Files, name: &str, most: usize) -> Result<String, Problem> {
    utf8(name, bytes(files, name, most)?)
}

/// Returns the bytes of the file `name` as a text, or a problem at the first one that is not UTF-8.
pub(crate) fn utf8(name: &str, bytes: Vec<u8>) -> Result<String, Problem> {
    String::from_utf8(bytes).map_err(|error| {
        let (at, bytes) = (error.utf8_error().valid_up_to(), error.into_bytes());
        let before = String::from_utf8_lossy(&bytes[..at]);
        Problem::at(name, &before, at, format!("the byte {:02x} is not UTF-8; expected a text in UTF-8", bytes[at]))
    })
}
