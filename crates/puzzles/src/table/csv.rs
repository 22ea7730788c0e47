//! Comma-separated values as RFC 4180 has them, in UTF-8 and with `\n` at the ends of lines: the first line is the
//! header; a cell with a comma, a quotation mark or the end of a line in it stands in quotation marks, and quotation
//! marks in it are doubled.

use std::io::{self, Write};

/// Bytes gathered before they are written.
const PIECE: usize = 64 << 10;

/// A table being written.
pub struct Csv<'w> {
    out: &'w mut dyn Write,
    piece: Vec<u8>,
}

impl<'w> Csv<'w> {
    /// Begins with the header.
    ///
    /// # Errors
    /// What the writer reports.
    pub fn new(out: &'w mut dyn Write, header: &[&str]) -> io::Result<Csv<'w>> {
        let mut csv = Csv { out, piece: Vec::with_capacity(PIECE + 1024) };
        csv.row(header)?;
        Ok(csv)
    }

    /// Writes one row.
    ///
    /// # Errors
    /// What the writer reports.
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

    /// Ends the table: writes what was gathered.
    ///
    /// # Errors
    /// What the writer reports.
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
