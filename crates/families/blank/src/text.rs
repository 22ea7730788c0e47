//! The format: one row of `#`, or `-` for none.

use super::rules::Row;
use frame::problem::LoadError;
use frame::rows::{Header, Rows};
use frame::source::Source;

pub(super) fn parse(source: &dyn Source) -> Result<Row, LoadError> {
    let mut rows = Rows::open(source, &[])?;
    let header = rows.header().clone();
    let line = rows.line() + 1;
    let Some(row) = rows.next_row()? else { return Err(LoadError::one(line, 1, "no row", "a row of '#', or '-'")) };
    let counters = if row.bytes == b"-" { 0 } else { row.bytes.len() };
    if let Some(at) = row.bytes.iter().position(|&byte| byte != b'#').filter(|_| row.bytes != b"-") {
        return Err(LoadError::Invalid(vec![row.problem(at, row.character(at), "'#'")]));
    }
    if let Some(row) = rows.next_row()? {
        return Err(LoadError::Invalid(vec![row.problem(0, "a second row", "the end of the file")]));
    }
    Ok(Row { header, counters })
}

pub(super) fn print(header: &Header, counters: usize) -> String {
    let row = if counters == 0 { "-".to_owned() } else { "#".repeat(counters) };
    format!("{}{row}\n", header.text())
}
