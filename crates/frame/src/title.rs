//! The title that a level's text states, read from the text alone.

/// Returns the quotation mark of the multi-line TOML string that is open after this line, given the one open before it.
pub(crate) fn quotes(line: &[u8], mut open: Option<u8>) -> Option<u8> {
    let mut at = 0;
    while at + 3 <= line.len() {
        let mark = line[at];
        let three = matches!(mark, b'"' | b'\'') && line[at..at + 3].iter().all(|&byte| byte == mark);
        match open {
            None if three => open = Some(mark),
            Some(inside) if three && inside == mark => open = None,
            None if mark == b'#' => break,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 3;
    }
    open
}

/// Returns the title that a level's text states in a header line; the default of
/// [`Family::title`](crate::Family::title).
#[must_use]
pub(crate) fn title_of(text: &str) -> Option<String> {
    text.lines().find_map(|line| title(line.as_bytes()))
}

/// Returns the title that a header line gives: `; title: One Push` or `title = "One Push"`.
pub(crate) fn title(line: &[u8]) -> Option<String> {
    let line = std::str::from_utf8(line).ok()?.trim();
    let value = match line.strip_prefix(';') {
        Some(header) => header.trim_start().strip_prefix("title:")?.trim(),
        None => {
            line.strip_prefix("title")?.trim_start().strip_prefix('=')?.trim().strip_prefix('"')?.strip_suffix('"')?
        }
    };
    (!value.is_empty()).then(|| value.to_owned())
}
