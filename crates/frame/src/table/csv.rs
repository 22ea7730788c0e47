//! Comma-separated values by RFC 4180, in UTF-8 and with `\n` as line end: the first line is the header; a cell that
//! contains a comma, a quotation mark or a line end is quoted, and quotation marks in it are doubled.

use std::io::{self, Write};

/// The number of buffered bytes at which they are written.
const PIECE: usize = 64 << 10;

/// A buffered writer of a table as CSV.
pub struct Csv<'w> {
    out: &'w mut dyn Write,
    piece: Vec<u8>,
}

impl<'w> Csv<'w> {
    /// Creates a writer and writes the header.
    ///
    /// # Errors
    /// The errors of the underlying writer.
    pub fn new(out: &'w mut dyn Write, header: &[&str]) -> io::Result<Csv<'w>> {
        let mut csv = Csv { out, piece: Vec::with_capacity(PIECE + 1024) };
        csv.row(header)?;
        Ok(csv)
    }

    /// Writes one row.
    ///
    /// # Errors
    /// The errors of the underlying writer.
    pub fn row<C: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = C>) -> io::Result<()> {
        for (index, cell) in cells.into_iter().enumerate() {
            if index > 0 {
                self.piece.push(b',');
            }
            quoted(cell.as_ref(), &mut self.piece);
        }
        self.piece.push(b'\n');
        if self.piece.len() >= PIECE { self.flush() } else { Ok(()) }
    }

    /// Writes the buffered rows and flushes the underlying writer. Rows are lost without this call.
    ///
    /// # Errors
    /// The errors of the underlying writer.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.out.flush()
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.piece)?;
        self.piece.clear();
        Ok(())
    }
}

fn quoted(cell: &str, line: &mut Vec<u8>) {
    if !cell.bytes().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r')) {
        return line.extend_from_slice(cell.as_bytes());
    }
    line.push(b'"');
    line.extend_from_slice(cell.replace('"', "\"\"").as_bytes());
    line.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let mut out = Vec::new();
        let mut csv = Csv::new(&mut out, &["move", "note"]).unwrap();
        csv.row(["plain", ""]).unwrap();
        csv.row(["a, b", "she said \"no\""]).unwrap();
        csv.row(["two\nlines", "é"]).unwrap();
        csv.finish().unwrap();
        let expected = "move,note\nplain,\n\"a, b\",\"she said \"\"no\"\"\"\n\"two\nlines\",é\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
