//! A table in a picture: a header, rows, and bars beside one column of numbers where they make a histogram.
//!
//! Painters lay it out in their own way, below the board where a frame has both: terminals in aligned columns, SVG in
//! lines of text, the web page as an HTML table. A table is for reading, so it should have few rows.

use std::fmt::Write;

use serde::Serialize;

/// A header with rows below it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DrawnTable {
    /// The title of each column.
    pub header: Vec<String>,
    /// The rows, each with as many cells as the header; a shorter row is a note across all columns.
    pub rows: Vec<Vec<String>>,
    /// The column, counted from 0, whose numbers are also drawn as bars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bars: Option<usize>,
}

/// Characters of the longest bar on a terminal.
const MAX_LENGTH: f64 = 40.0;
/// A bar's last character, by eighths.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
/// Blanks between two columns.
const GAP: &str = "  ";

impl DrawnTable {
    /// Whether a row is a note across all columns.
    #[must_use]
    pub fn is_note(&self, row: &[String]) -> bool {
        row.len() < self.header.len()
    }

    /// Returns the number of characters of the widest cell of each column, the header included and notes excluded.
    #[must_use]
    pub fn widths(&self) -> Vec<usize> {
        let rows = self.rows.iter().filter(|row| !self.is_note(row));
        let widths = self.header.iter().map(|name| name.chars().count()).collect();
        rows.fold(widths, |widths: Vec<usize>, row| {
            widths.iter().zip(row).map(|(&width, cell)| width.max(cell.chars().count())).collect()
        })
    }

    /// Whether every cell of a column, counted from 0, is a number or empty; such columns are aligned at the right.
    #[must_use]
    pub fn is_numeric(&self, column: usize) -> bool {
        let rows = self.rows.iter().filter(|row| !self.is_note(row));
        rows.filter_map(|row| row.get(column)).all(|cell| cell.is_empty() || cell.parse::<f64>().is_ok())
    }

    /// Returns the length of each row's bar as a fraction (0 to 1) of the longest, or `None` for a table without bars.
    #[must_use]
    pub fn shares(&self) -> Option<Vec<f64>> {
        let column = self.bars?;
        let value =
            |row: &Vec<String>| row.get(column).and_then(|cell| cell.parse::<f64>().ok()).unwrap_or(0.0).max(0.0);
        let values: Vec<f64> = self.rows.iter().map(value).collect();
        let most = values.iter().copied().fold(0.0, f64::max);
        Some(values.iter().map(|value| if most > 0.0 { value / most } else { 0.0 }).collect())
    }

    /// Returns the table as lines of aligned columns with bars, without trailing blanks.
    #[must_use]
    pub fn text(&self) -> String {
        let (widths, shares) = (self.widths(), self.shares());
        let mut out = self.line(&self.header, &widths);
        out.push('\n');
        for (index, row) in self.rows.iter().enumerate() {
            let mut line = if self.is_note(row) { row.join(GAP) } else { self.line(row, &widths) };
            if let Some(share) = shares.as_ref().and_then(|shares| shares.get(index)) {
                line.push_str(GAP);
                line.push_str(&bar(*share));
            }
            let _ = writeln!(out, "{}", line.trim_end());
        }
        out
    }

    fn line(&self, row: &[String], widths: &[usize]) -> String {
        let cell = |(column, (cell, &width)): (usize, (&String, &usize))| {
            if self.is_numeric(column) { format!("{cell:>width$}") } else { format!("{cell:width$}") }
        };
        let cells: Vec<String> = row.iter().zip(widths).enumerate().map(cell).collect();
        cells.join(GAP).trim_end().to_owned()
    }
}

/// A bar in characters, never empty where there is anything.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // shares lie between 0 and 1
fn bar(share: f64) -> String {
    let eighths = (share * MAX_LENGTH * 8.0).round() as usize;
    let eighths = if share > 0.0 { eighths.max(1) } else { 0 };
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[&[&str]], bars: Option<usize>) -> DrawnTable {
        let owned = |row: &&[&str]| row.iter().map(|&cell| cell.to_owned()).collect();
        DrawnTable { header: vec!["distance".into(), "states".into()], rows: rows.iter().map(owned).collect(), bars }
    }

    #[test]
    fn numbers_stand_at_the_right_and_bars_are_as_long_as_their_share() {
        let drawn = table(&[&["0", "1"], &["1", "80"], &["2", "0"], &["and 3 more"]], Some(1)).text();
        let full = "█".repeat(40);
        assert_eq!(
            drawn,
            format!("distance  states\n       0       1  ▌\n       1      80  {full}\n       2       0\nand 3 more\n")
        );
    }

    #[test]
    fn words_stand_at_the_left() {
        let mut table = table(&[&["a", "1"], &["longer than it", "22"]], None);
        table.header[0] = "move".into();
        assert_eq!(table.text(), "move            states\na                    1\nlonger than it      22\n");
    }
}
