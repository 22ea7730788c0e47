//! How texts are broken into the lines of a screen.

/// The number of characters in a line of a text screen.
pub(crate) const COLUMNS: usize = 34;

/// The lines of a text: each as many whole words as fit, and a word that is too long cut where the line ends.
pub(crate) fn lines(text: &str) -> usize {
    lines_of_units(&text.encode_utf16().collect::<Vec<u16>>())
}

/// The lines of a text in UTF-16 units, which is what a column holds.
pub(crate) fn lines_of_units(units: &[u16]) -> usize {
    let is_blank = |unit: u16| char::from_u32(u32::from(unit)).is_some_and(super::characters::is_space);
    let (mut lines, mut at) = (0, 0);
    while at < units.len() {
        let rest = &units[at..];
        let ends = (1..=COLUMNS.min(rest.len())).rev().find(|&end| rest.get(end).is_none_or(|unit| is_blank(*unit)));
        at += ends.map_or(COLUMNS, |end| end + 1);
        lines += 1;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn lines_break_at_blanks() {
        assert_eq!(lines(""), 0);
        assert_eq!(lines(&"a".repeat(34)), 1);
        assert_eq!(lines(&"a".repeat(35)), 2);
        assert_eq!(lines(&format!("{} {}", "a".repeat(17), "b".repeat(17))), 2);
        assert_eq!(lines(&format!("{} {}", "a".repeat(17), "b".repeat(16))), 1);
    }
}
