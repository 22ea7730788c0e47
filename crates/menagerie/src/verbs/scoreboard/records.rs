//! Reads comma-separated values (RFC 4180): a cell with commas stands in double quotes, a quote inside doubled.

/// The cells of a line, or what is wrong with it.
pub(super) type Record = Result<Vec<String>, String>;

/// The records of a text with their lines, from 1: cells without the blanks around them, or
/// `COLUMN: what is wrong; what was expected`. Empty lines, and lines that begin with `#`, hold none.
pub(super) fn read(text: &str) -> Vec<(u64, Record)> {
    let lines = (1..).zip(text.strip_prefix('\u{feff}').unwrap_or(text).lines());
    let records = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let read = |line| cells(line).map_err(|(column, why)| format!("{column}: {why}"));
    records.map(|(number, line)| (number, read(line))).collect()
}

/// The cells of a line; the column, from 1, of what is wrong.
fn cells(line: &str) -> Result<Vec<String>, (usize, &'static str)> {
    let mut cells = Vec::new();
    let mut rest = line;
    loop {
        let column = line.len() - rest.len() + 1;
        let (cell, after) = match rest.trim_start().strip_prefix('"') {
            Some(quoted) => {
                quoted_cell(quoted).ok_or((column, "a quote is not closed; expected '\"' after the cell"))?
            }
            None => {
                let end = rest.find(',').unwrap_or(rest.len());
                (rest[..end].trim().to_owned(), &rest[end..])
            }
        };
        cells.push(cell);
        let after = after.trim_start();
        if after.is_empty() {
            return Ok(cells);
        }
        rest =
            after.strip_prefix(',').ok_or((line.len() - after.len() + 1, "text behind a quoted cell; expected ','"))?;
    }
}

/// A cell behind its opening quote, and what follows the closing one.
fn quoted_cell(text: &str) -> Option<(String, &str)> {
    let mut cell = String::new();
    let mut rest = text;
    loop {
        let end = rest.find('"')?;
        cell.push_str(&rest[..end]);
        rest = &rest[end + 1..];
        match rest.strip_prefix('"') {
            Some(more) => (cell, rest) = (cell + "\"", more),
            None => return Some((cell, rest)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_as_spreadsheets_write_them() {
        let text = "\u{feff}participant,1,2\r\n\r\n# away\r\nAda, F F ,\"[\"\"F\"\", 2]\"\r\n\"Bo, jr\",,LOOP{F}\r\n";
        let cells = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let read = read(text);
        assert_eq!(read[0], (1, Ok(cells(&["participant", "1", "2"]))));
        assert_eq!(read[1], (4, Ok(cells(&["Ada", "F F", "[\"F\", 2]"]))));
        assert_eq!(read[2], (5, Ok(cells(&["Bo, jr", "", "LOOP{F}"]))));
        let wrong = super::read("a,\"b\n\"b\" c\nd");
        assert!(wrong[0].1.as_ref().unwrap_err().starts_with("3: a quote is not closed"), "{wrong:?}");
        assert!(wrong[1].1.as_ref().unwrap_err().starts_with("5: text behind"), "{wrong:?}");
        assert_eq!(wrong[2], (3, Ok(cells(&["d"]))));
    }
}
