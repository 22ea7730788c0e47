//! Answers as tables: a header and rows, produced one at a time, so that a table may be of any size.
//!
//! [`crate::words::table`] returns the table of any answer. Data too large for an answer is
//! never stored in one: the family writes its rows to [`engines::Context::table_out`] as it finds them, through
//! [`Csv`]. A table is written as CSV, or its first rows are shown in a picture.

mod csv;

pub use csv::Csv;

use std::io;

use num_bigint::BigUint;
use picture::DrawnTable;

use crate::phrases::plural;
use crate::value::BigCount;

/// The maximum number of rows of a table in a picture.
const MAX_ROWS: usize = 60;

/// Creates a table of lists, with a row for each item: the number of its list, from 1, and the item.
#[must_use]
pub fn numbered<'a, T: ToString + 'a>(
    header: [&'static str; 2],
    lists: impl Iterator<Item = &'a Vec<T>> + 'a,
) -> Table<'a> {
    let rows = (1_u64..)
        .zip(lists)
        .flat_map(|(number, list)| list.iter().map(move |item| vec![number.to_string(), item.to_string()]));
    Table::new(header, rows)
}

/// A table: column names, and rows with one cell per column, produced on demand.
pub struct Table<'a> {
    header: Vec<&'static str>,
    rows: Box<dyn Iterator<Item = Vec<String>> + 'a>,
}

impl<'a> Table<'a> {
    /// Creates a table from its column names and its rows.
    pub fn new(header: impl Into<Vec<&'static str>>, rows: impl Iterator<Item = Vec<String>> + 'a) -> Table<'a> {
        Table { header: header.into(), rows: Box::new(rows) }
    }

    /// Creates a table of one row from pairs of column name and cell.
    #[must_use]
    pub fn of_one(cells: Vec<(&'static str, String)>) -> Table<'a> {
        let (header, row): (Vec<&'static str>, Vec<String>) = cells.into_iter().unzip();
        Table::new(header, std::iter::once(row))
    }

    /// Returns the column names.
    #[must_use]
    pub fn header(&self) -> &[&'static str] {
        &self.header
    }

    /// Writes the header and every row as CSV.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write_csv(self, out: &mut dyn io::Write) -> io::Result<()> {
        let mut csv = Csv::new(out, &self.header)?;
        for row in self.rows {
            csv.row(row)?;
        }
        csv.finish()
    }

    /// Returns the header and every row as CSV text.
    #[must_use]
    pub fn to_csv(self) -> String {
        let mut bytes = Vec::new();
        // Writing to memory cannot fail, and the cells are text.
        let _ = self.write_csv(&mut bytes);
        String::from_utf8(bytes).unwrap_or_default()
    }

    /// Returns the table for a picture: its first rows, and the number of further rows if there are any.
    #[must_use]
    pub fn drawn(self) -> DrawnTable {
        let header: Vec<String> = self.header.iter().map(|&name| name.replace('_', " ")).collect();
        let mut rows = self.rows;
        let mut shown: Vec<Vec<String>> = rows.by_ref().take(MAX_ROWS).collect();
        let more = rows.count();
        if more > 0 {
            shown.push(vec![format!("… and {}", plural(more as u64, "more row", "more rows"))]);
        }
        DrawnTable { header, rows: shown, bars: None }
    }
}

impl IntoIterator for Table<'_> {
    type Item = Vec<String>;
    type IntoIter = std::vec::IntoIter<Vec<String>>;

    /// Collects every row in memory; for tables that are known to be small.
    fn into_iter(self) -> Self::IntoIter {
        self.rows.collect::<Vec<_>>().into_iter()
    }
}

/// Creates a table with bars of the counts for each number from 0: `name` heads the column of numbers, `counted` the
/// column of counts. A long list is grouped into ranges of equal length.
#[must_use]
pub fn histogram(name: &str, counted: &str, counts: &[BigCount]) -> DrawnTable {
    let each = counts.len().div_ceil(MAX_ROWS).max(1);
    let row = |(at, group): (usize, &[BigCount])| {
        let (from, to) = (at * each, at * each + group.len() - 1);
        let range = if from == to { from.to_string() } else { format!("{from}–{to}") };
        vec![range, group.iter().map(|count| &count.0).sum::<BigUint>().to_string()]
    };
    let rows = counts.chunks(each).enumerate().map(row).collect();
    DrawnTable { header: vec![name.to_owned(), counted.to_owned()], rows, bars: Some(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_histogram_is_gathered_into_ranges_and_loses_nothing() {
        let counts: Vec<BigCount> = (0..1000_u32).map(|count| BigCount(BigUint::from(count))).collect();
        let drawn = histogram("distance", "states", &counts);
        assert!(drawn.rows.len() <= MAX_ROWS);
        assert_eq!(drawn.rows[0], ["0–16", "136"]);
        let sum: u64 = drawn.rows.iter().map(|row| row[1].parse::<u64>().unwrap()).sum();
        assert_eq!(sum, 499_500);
        assert_eq!(histogram("distance", "states", &counts[..3]).rows[2], ["2", "2"]);
    }

    #[test]
    fn a_picture_takes_the_first_rows_and_says_how_many_there_are() {
        let rows = |count: u64| Table::new(["number"], (0..count).map(|number| vec![number.to_string()]));
        assert_eq!(rows(60).drawn().rows.len(), 60);
        assert_eq!(rows(62).drawn().rows[60], ["… and 2 more rows"]);
    }
}
